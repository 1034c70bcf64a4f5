"""The command `phazed train`: what it makes, that it goes on where it was stopped, and what it says."""

from __future__ import annotations

import io
import json
import os
import sys
from array import array

import numpy as np
import pytest

from phazed.cli import main
from phazed.core import encoding
from phazed.core.policy import GREEDY
from phazed.core.simulator import HandRecorder
from phazed.progress import Progress
from phazed.rules.rulesets import PHASEDOUT, RULESETS
from phazed.train import beliefs, futures, preferences, run, solitaire, styles
from phazed.train.run import Training, TrainingPlan

OUT = TrainingPlan(
    solitaire=False,
    beliefs=False,
    preferences=False,
    styles=False,
    futures=True,
    games=[PHASEDOUT],
    seed=1,
    samples=4,
)
FILES = ["futures_phasedout.bin", "learning_phasedout.json"]


class StoppedProgress(Progress):
    """Somebody presses Ctrl-C after so many parts."""

    def __init__(self, after):
        super().__init__(io.StringIO())
        self.after = after

    def begin(self, name, already=0):
        def on_progress(done, total):
            if done - already >= self.after:
                raise KeyboardInterrupt

        return on_progress


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Few games for the preferences, few examples for beliefs and styles, and solitaire values at once."""
    monkeypatch.setattr(beliefs, "PAIRS", 200)
    monkeypatch.setattr(beliefs, "OFFERS", 100)
    monkeypatch.setattr(styles, "PAIRS", 200)
    for name, few in (("ROUNDS", 2), ("GAMES", 3), ("SAMPLES", 2), ("CURVE_GAMES", 4)):
        monkeypatch.setattr(preferences, name, few)

    def tables(on_progress):
        on_progress(1, 1)
        return np.array(encoding.data())

    monkeypatch.setattr(solitaire, "tables", tables)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A folder in the package's place."""
    place = tmp_path / "package"
    place.mkdir()
    monkeypatch.setattr(run, "PACKAGE", place)
    return place


@pytest.fixture
def phazed(capsys, tmp_path, monkeypatch):
    """Run a command in an empty folder; returns its exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = leaving.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return call


def made(path, order=OUT, progress=None, **options):
    """Fill the order; returns the files' contents by name."""
    list(Training(path, progress or Progress(io.StringIO()), **options).run(order))
    return {file.name: file.read_bytes() for file in path.iterdir()}


# Going on


@pytest.mark.parametrize("rules", RULESETS.values(), ids=RULESETS)
def test_work_that_was_stopped_gives_the_same_bytes(tmp_path, rules):
    order = OUT._replace(games=[rules], samples=2)
    expected = made(tmp_path / "at once", order)
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "stopped", order, StoppedProgress(after=30))
    assert os.listdir(tmp_path / "stopped") == [f"hands_{rules.name}.part"]
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "stopped", order, StoppedProgress(after=20))
    assert made(tmp_path / "stopped", order) == expected
    assert set(expected) == {f"futures_{rules.name}.bin", f"learning_{rules.name}.json", "made.json"}


def test_what_was_played_is_not_played_again(tmp_path, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path, progress=StoppedProgress(after=60))
    real, played = futures.play_hands, []

    def counted(rules, seed, part, *rest):
        if seed == OUT.seed:
            played.append(part)
        return real(rules, seed, part, *rest)

    monkeypatch.setattr(futures, "play_hands", counted)
    made(tmp_path)
    assert played == list(range(60, futures.PARTS))


def test_work_that_was_stopped_after_the_hands_is_finished_without_playing(tmp_path, monkeypatch):
    expected = made(tmp_path / "at once")

    def interrupted(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as stopping:
        stopping.setattr(futures, "worths", interrupted)
        with pytest.raises(KeyboardInterrupt):
            made(tmp_path / "stopped")
    assert made(tmp_path / "stopped") == expected


def test_what_is_finished_is_not_made_again(tmp_path, monkeypatch):
    first = made(tmp_path)
    monkeypatch.setattr(futures, "worths", None)
    assert made(tmp_path) == first


class GreedyRecorder(HandRecorder):
    """A recorder of games between greedy players."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.style = [GREEDY] * 4


def test_hands_of_another_way_to_play_are_not_mixed_in(tmp_path, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path, progress=StoppedProgress(after=10))
    monkeypatch.setattr(futures, "HandRecorder", GreedyRecorder)
    with pytest.raises(
        run.TrainingError, match=r"hands_phasedout.part was started with play '\w+', not '\w+'; --force"
    ):
        made(tmp_path)
    assert set(made(tmp_path, force=True)) == {*FILES, "made.json"}


def test_another_seed_makes_another_table(tmp_path):
    assert made(tmp_path / "a")[FILES[0]] != made(tmp_path / "b", OUT._replace(seed=2))[FILES[0]]


# What it makes


def test_a_table_is_read_as_the_core_reads_its_own(tmp_path):
    table = array("d", made(tmp_path)[FILES[0]])
    assert len(table) == len(encoding.win_chances("phasedout"))
    assert any(table)


def test_without_a_word_everything_is_made(phazed, tmp_path):
    code, out, err = phazed("train", "--samples", 2)
    sizes = [f"trained/{file.name}: {file.stat().st_size} bytes" for file in (tmp_path / "trained").iterdir()]
    assert code == 0
    assert sorted(out.splitlines()) == sorted(line for line in sizes if "made.json" not in line)
    assert len(sizes) == 20
    assert (tmp_path / "trained" / "values.bin").read_bytes() == encoding.data().tobytes()
    said = [line.split(": done in ")[0] for line in err.splitlines() if "done in" in line]
    learned = ["beliefs", "preferences", "learning curve", "styles", "hands", "win chances"]
    assert said[:7] == ["solitaire values", *(f"{part} of phazed" for part in learned)]
    assert phazed("train", "--samples", 2) == (0, out, "")


def test_the_win_chances_of_one_game_may_be_made_alone(phazed, tmp_path):
    code, out, _ = phazed("train", "futures", "--game", "phasedout", "--samples", 2, "--seed", "Ann", "--out", "new")
    assert code == 0
    assert [line.split(":")[0] for line in out.splitlines()] == [f"new/{file}" for file in FILES]
    assert sorted(os.listdir(tmp_path / "new")) == [*FILES, "made.json"]


def test_the_beliefs_of_one_game_may_be_made_alone(phazed, tmp_path):
    code, out, _ = phazed("train", "beliefs", "--game", "phazed_bonus")
    size = len(encoding.belief_weights("phazed_bonus").tobytes())
    assert (code, out) == (0, f"trained/beliefs_phazed_bonus.bin: {size} bytes\n")
    assert sorted(os.listdir(tmp_path / "trained")) == ["beliefs_phazed_bonus.bin", "made.json"]


def test_the_same_seed_makes_the_same_beliefs_and_another_others(tmp_path):
    order = OUT._replace(beliefs=True, futures=False)
    one, two, other = (made(tmp_path / str(n), order._replace(seed=seed)) for n, seed in enumerate((1, 1, 2)))
    assert one == two
    assert one["beliefs_phasedout.bin"] != other["beliefs_phasedout.bin"]


def test_the_styles_of_one_game_may_be_made_alone_and_are_read_as_the_core_reads_its_own(phazed, tmp_path, package):
    code, out, _ = phazed("train", "styles", "--game", "phasedout", "--install")
    size = sum(len(table.tobytes()) for table in encoding.style_tables("phasedout"))
    assert code == 0
    assert out.startswith(f"trained/styles_phasedout.bin: {size} bytes\n")
    assert os.listdir(package) == ["styles_phasedout.bin"]


def test_the_preferences_of_one_game_may_be_made_alone_and_go_on_where_they_were_stopped(phazed, tmp_path):
    whole = made(tmp_path / "whole", OUT._replace(preferences=True, futures=False))
    training = Training(tmp_path / "parts", StoppedProgress(1))
    with pytest.raises(KeyboardInterrupt):
        list(training.run(OUT._replace(preferences=True, futures=False)))
    assert (tmp_path / "parts" / "rounds_phasedout.part").exists()
    assert made(tmp_path / "parts", OUT._replace(preferences=True, futures=False)) == whole
    assert "preferences_phasedout.bin" in whole
    assert [*json.loads(whole["strength_phasedout.json"])[0]] == ["games", "won"]
    assert phazed("train", "preferences", "--game", "phasedout")[0] == 0


def test_the_solitaire_values_may_be_made_alone(phazed, tmp_path):
    assert phazed("train", "solitaire")[:2] == (0, "trained/values.bin: 2960966 bytes\n")
    assert sorted(os.listdir(tmp_path / "trained")) == ["made.json", "values.bin"]


def test_tables_are_installed_where_the_players_read_them(phazed, package, tmp_path):
    code, out, _ = phazed("train", "--game", "phasedout", "--samples", 2, "--install")
    assert code == 0
    learned = ["beliefs", "futures", "preferences", "styles"]
    assert sorted(os.listdir(package)) == [*(f"{part}_phasedout.bin" for part in learned), "values.bin"]
    for name in os.listdir(package):
        assert (package / name).read_bytes() == (tmp_path / "trained" / name).read_bytes()
        assert f"{package / name}: installed; the players now use it\n" in out


def test_hands_are_played_with_the_values_just_installed(tmp_path, package, monkeypatch):
    asked = []
    monkeypatch.setattr(encoding.data, "cache_clear", lambda: asked.append("data"), raising=False)
    list(Training(tmp_path / "a", Progress(io.StringIO()), install=True).run(OUT._replace(solitaire=True, games=[])))
    assert asked == ["data"]


def test_without_install_the_package_is_left_alone(phazed, package):
    assert phazed("train", "--game", "phasedout", "--samples", 2)[0] == 0
    assert os.listdir(package) == []


# What it says


def test_ctrl_c_is_answered_with_how_to_go_on(phazed, monkeypatch, tmp_path):
    real, left = futures.play_hands, iter(range(30))

    def interrupted(rules, seed, part, *rest):
        if seed and next(left, None) is None:
            raise KeyboardInterrupt
        return real(rules, seed, part, *rest)

    call = ("train", "futures", "--game", "phasedout", "--samples", 2)
    with monkeypatch.context() as stopping:
        stopping.setattr(futures, "play_hands", interrupted)
        code, out, err = phazed(*call)
    assert (code, out) == (130, "")
    assert err == "\nstopped; the same command continues from here\n"
    assert os.listdir(tmp_path / "trained") == ["hands_phasedout.part"]
    assert phazed(*call)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--samples", "0"], "0 is not between 2 and 100000"),
        (["--samples", "1"], "1 is not between 2 and 100000"),
        (["--samples", "100001"], "100001 is not between 2 and 100000"),
        (["--samples", "many"], "'many' is not a whole number"),
        (["--game", "bridge"], "invalid choice: 'bridge'"),
        (["weights"], "invalid choice: 'weights'"),
    ],
)
def test_what_cannot_be_asked_for_is_a_usage_error(phazed, arguments, said, tmp_path):
    code, out, err = phazed("train", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert os.listdir(tmp_path) == []


def test_the_solitaire_values_of_one_game_are_refused(phazed, tmp_path):
    assert phazed("train", "solitaire", "--game", "phazed") == (
        2,
        "",
        "phazed train: the solitaire values do not depend on the game: omit --game\n",
    )
    assert os.listdir(tmp_path) == []


def test_a_table_made_otherwise_is_refused_before_anything_is_made(phazed, tmp_path):
    (tmp_path / "trained").mkdir()
    file = tmp_path / "trained" / "futures_phasedout.bin"
    file.write_text("precious", encoding="utf-8")
    call = ("train", "--samples", 2, "--game", "phasedout")
    refused = (
        "phazed train: trained/futures_phasedout.bin already exists and was made with other settings; "
        "--force overwrites it\n"
    )
    assert phazed(*call) == (2, "", refused)
    assert file.read_text(encoding="utf-8") == "precious"
    assert os.listdir(tmp_path / "trained") == [file.name]
    assert phazed(*call, "--force")[0] == 0
    assert len(file.read_bytes()) == 2 * 384


def test_a_folder_that_is_none_is_refused(phazed, tmp_path):
    (tmp_path / "file").write_text("precious", encoding="utf-8")
    assert phazed("train", "--out", "file") == (
        2,
        "",
        "phazed train: file is not a folder, so the tables cannot be written there\n",
    )
    assert phazed("train", "--out", "a/b") == (
        2,
        "",
        "phazed train: a/b cannot be created: there is no folder a\n",
    )


def test_a_folder_that_cannot_be_written_is_refused(phazed, monkeypatch):
    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", refused)
    assert phazed("train") == (2, "", "phazed train: trained/.writable: Permission denied\n")


def test_without_numpy_it_says_how_to_get_it(phazed, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "phazed.train.solitaire")
    assert phazed("train", "solitaire") == (
        2,
        "",
        "phazed train: the solitaire values need numpy: pip install 'phazed[train]'\n",
    )
    said = "phazed train: the win chances need numpy: pip install 'phazed[train]'\n"
    assert phazed("train", "futures", "--game", "phasedout", "--samples", 2) == (2, "", said)


def test_the_command_has_its_help(phazed):
    code, out, err = phazed("train", "--help")
    assert (code, err) == (0, "")
    assert out.startswith("usage: phazed train ")
    assert "\n    train " in phazed("--help")[1]
