"""The data of games: every row is what the rules say, and a file is the same however it was made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import numpy as np
import pandas
import polars
import pytest

from phazed.core import layout
from phazed.core import recorder as places
from phazed.core.encoding import NAMES, new_futures, play_of
from phazed.env.actions import Actions
from phazed.env.dataset import DatasetError, Generation, how_made, make_part
from phazed.env.recording import Settings, game_seed, new_recorder, record, row, standing_chances
from phazed.env.schema import schema
from phazed.game.games import start
from phazed.progress import Progress
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import RULESETS
from phazed.rules.scoring import points, ranking
from phazed.rules.state import apply
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
STRONG = ("@strong",) * 4
MIXED = ("@greedy", "@random", "@strong", "@beginner")


def settings(game="phasedout", players=STRONG, *, chances=False, exact=False, seed=1):
    return Settings(game, players, seed, chances, exact)


def listed(numbers, place):
    """A list of a row."""
    return [int(each) for each in numbers[place + 1 : place + 1 + numbers[place]]]


def play_in(numbers, state):
    """The play of a row as the rules write it."""
    kind = int(numbers[places.ROW_KIND])
    if kind == DRAW:
        return (DRAW, None)
    if kind == TAKE:
        return (TAKE, NAMES[numbers[places.ROW_CARD]])
    contents = {
        LAY_PHASE: lambda: (int(state_kind(state, numbers[places.ROW_PHASE])),),
        LAY_OFF: lambda: tuple(
            int(each)
            for each in (numbers[places.ROW_CARD], numbers[places.ROW_PLACE], 1 + numbers[places.ROW_AT_START])
        ),
        DISCARD: lambda: (int(numbers[places.ROW_CARD]),),
        SKIP: lambda: (int(numbers[places.ROW_TARGET]),),
    }
    groups = [listed(numbers, place) for place in (places.ROW_FIRST, places.ROW_SECOND)]
    return play_of(state.rules, state.table, kind, contents[kind](), groups)


def state_kind(state, phase):
    from phazed.core.encoding import kinds_of

    return kinds_of(state.rules)[phase - 1]


@EVERY_GAME
def test_what_the_core_records_are_legal_games_and_every_row_is_what_the_rules_say(game):
    rules = RULESETS[game]
    rows = np.zeros((int(places.GAME_ROWS), int(places.ROW_WIDTH)), dtype=np.int16)
    chances = np.zeros((len(rows), 4), dtype=np.float32)
    recorder = new_recorder(rules, rows, chances)
    actions, futures = Actions(rules, layout.CARD_BY_CARD), new_futures(rules)
    kinds = set()
    for seed in range(3):
        recorder.clear()
        count, scores = recorder.play(seed)
        standing, at = start(rules), 0
        for deck in recorder.dealt():
            state = standing.deal(tuple(NAMES[card] for card in deck))
            expected, first = standing_chances(futures, state, standing), at
            while not state.ending:
                play = play_in(rows[at], state)
                ours = row(actions, state, play, standing)
                ours[places.ROW_POINTS] = rows[at][places.ROW_POINTS]
                assert np.array_equal(rows[at], ours), (play, np.nonzero(rows[at] != ours))
                assert chances[at] == pytest.approx(expected, abs=1e-6)
                state = apply(state, play)
                kinds.add(play[0])
                at += 1
            for each in rows[first:at]:
                assert each[places.ROW_POINTS] == points(state.hands[each[places.ROW_SEAT]])
            standing = standing.after(state)
        assert standing.over
        assert at == count == recorder.recorded
        assert tuple(scores) == standing.scores
        assert tuple(recorder.completed()) == standing.finished
    assert kinds == {1, 2, 3, 4, 5} | ({6} if game == "phazed_bonus" else set())


def test_a_recorder_that_has_no_room_says_so():
    rows = np.zeros((int(places.GAME_ROWS), int(places.ROW_WIDTH)), dtype=np.int16)
    recorder = new_recorder(RULESETS["phasedout"], rows, np.zeros((len(rows), 4), dtype=np.float32))
    recorder.play(1)
    assert not recorder.has_room()
    with pytest.raises(ValueError, match="no room for another game"):
        recorder.play(2)
    with pytest.raises(ValueError, match="there are 10 rows"):
        new_recorder(RULESETS["phasedout"], rows[:10], np.zeros((10, 4), dtype=np.float32))


@pytest.mark.no_cover
@EVERY_GAME
@pytest.mark.parametrize("players", [STRONG, MIXED], ids=["core", "players"])
def test_a_table_has_every_game_with_its_outcome(game, players):
    wanted = settings(game, players, chances=True)
    data = record(wanted, range(3, 6)).to_pandas()
    assert list(data.columns) == schema(chances=True).names
    assert sorted(data["game"].unique()) == [3, 4, 5]
    for number, rows in data.groupby("game"):
        last = rows.iloc[-1]
        assert set(rows["rank"]) <= {1, 2, 3, 4}
        assert rows.groupby("seat")["win"].first().sum() == pytest.approx(1)
        assert all(
            (rows["player"] == (rows["seat"] - number) % 4),
        )
        for seat in range(4):
            own = rows[rows["seat"] == seat]
            assert own["rank"].nunique() == 1
            assert (own["win"].iloc[0] > 0) == (own["rank"].iloc[0] == 1)
        assert last["hand_number"] == rows["hand_number"].max()
        assert np.allclose(np.stack(rows["chances"]).sum(axis=1), 1, atol=1e-5)
    drawn = data[data["kind"] == DRAW]
    assert all(0 in legal for legal in drawn["legal"])
    thrown = data[data["kind"] == DISCARD]
    assert all(layout.ACT_DISCARD + card in legal for card, legal in zip(thrown["card"], thrown["legal"]))
    assert all(card in cards for card, cards in zip(thrown["card"], thrown["cards"]))


def test_final_ranks_are_those_of_the_scores():
    wanted = settings()
    rows = np.zeros((int(places.GAME_ROWS), int(places.ROW_WIDTH)), dtype=np.int16)
    recorder = new_recorder(RULESETS["phasedout"], rows, np.zeros((len(rows), 4), dtype=np.float32))
    _, scores = recorder.play(game_seed(wanted, 7))
    data = record(wanted, [7]).to_pandas()
    ranks = ranking(tuple(scores), tuple(recorder.completed()))
    assert data.groupby("seat")["rank"].first().tolist() == list(ranks)


def test_the_core_plays_for_four_strong_players_unless_they_are_to_be_asked():
    assert settings().by_core
    assert not settings(exact=True).by_core
    assert not settings(players=MIXED).by_core
    exact = record(settings(exact=True), range(1)).to_pandas()
    assert exact["player"].nunique() == 4


def quiet():
    return Progress(StringIO())


def generated(tmp_path, name, wanted, games, jobs=1):
    out = tmp_path / name
    rows = Generation(wanted, games, out).run(jobs, quiet())
    return out, rows


def test_pandas_and_polars_read_the_same_rows(tmp_path):
    out, rows = generated(tmp_path, "games.parquet", settings(), 20)
    data, other = pandas.read_parquet(out), polars.read_parquet(out)
    assert len(data) == len(other) == rows
    assert list(data.columns) == other.columns == schema(chances=False).names
    for name in ("game", "seat", "kind", "card", "rank", "win", "points"):
        assert data[name].tolist() == other[name].to_list()
    for name in ("cards", "legal", "sizes", "groups", "first"):
        assert [list(each) for each in data[name][:500]] == [list(each) for each in other[name][:500]]


def test_a_file_says_how_it_was_made(tmp_path):
    out, _ = generated(tmp_path, "games.parquet", settings(seed="tea"), 3)
    made = how_made(out)
    assert (made["game"], made["games"], made["seed"], made["players"]) == ("phasedout", 3, "tea", list(STRONG))
    other = tmp_path / "other.parquet"
    other.write_bytes(b"PAR1 nonsense")
    with pytest.raises(DatasetError, match="was not made by phazed generate"):
        how_made(other)
    pandas.DataFrame({"a": [1]}).to_parquet(other)
    with pytest.raises(DatasetError, match="was not made by phazed generate"):
        how_made(other)


@pytest.mark.parametrize(
    ("players", "games"),
    [pytest.param(STRONG, 600, id="core"), pytest.param(MIXED, 11, id="players", marks=pytest.mark.no_cover)],
)
def test_a_file_is_the_same_from_one_process_or_two_and_after_an_interruption(tmp_path, players, games):
    wanted = settings(players=players)
    whole, rows = generated(tmp_path, "whole.parquet", wanted, games)
    parallel, _ = generated(tmp_path, "parallel.parquet", wanted, games, jobs=2)
    begun = Generation(wanted, games, tmp_path / "begun.parquet")
    begun._prepare(force=False)
    number, part = list(enumerate(begun._numbers()))[1]
    make_part(wanted, part, begun._part(number))
    made = begun._part(number).stat().st_mtime_ns
    (begun.parts / "000002.arrow.123").write_bytes(b"half a part")
    assert begun._part(number).stat().st_mtime_ns == made
    assert begun.run(1, quiet()) == rows
    assert whole.read_bytes() == parallel.read_bytes() == begun.out.read_bytes()
    assert not begun.parts.exists()


# The command


def test_the_command_writes_a_file(phazed, tmp_path):
    out = tmp_path / "games.parquet"
    code, said, err = phazed("generate", "--game", "phasedout", "--games", 2, "--out", out, "--jobs", 1, "--chances")
    assert code == 0
    assert said.startswith(f"{out}: 2 games, ")
    assert "games: done in" in err
    assert "chances" in pandas.read_parquet(out).columns


@pytest.mark.no_cover
def test_players_are_named_with_or_without_the_sign(phazed, tmp_path):
    files = [tmp_path / "one.parquet", tmp_path / "two.parquet"]
    for file, players in zip(files, (["random", "@random", "random", "random"], ["@random"])):
        options = ("--game", "phasedout", "--games", 1, "--out", file, "--jobs", 1)
        assert phazed("generate", "--players", *players, *options)[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--players", "@strong", "@greedy"], "--players takes four players, or one for all seats, not 2"),
        (["--players", "my_bot.py"], "there is no built-in player '@my_bot.py': choose one of beginner, casual"),
        (["--games", "0"], "0 is not between 1 and"),
        (["--out", "no/such/folder/games.parquet"], "cannot be written: there is no such folder"),
        (["--out", "."], "cannot be written: it is a folder"),
    ],
)
def test_what_cannot_be_done_is_said(phazed, tmp_path, monkeypatch, options, said):
    monkeypatch.chdir(tmp_path)
    code, _, err = phazed("generate", "--out", "games.parquet", "--games", 1, *options)
    assert code == 2
    assert said in err


def test_a_file_and_parts_of_other_games_are_kept_unless_forced(phazed, tmp_path):
    out = tmp_path / "games.parquet"
    command = ("generate", "--game", "phasedout", "--games", 1, "--jobs", 1, "--out", out)
    out.write_bytes(b"mine")
    code, _, err = phazed(*command)
    assert (code, out.read_bytes()) == (2, b"mine")
    assert "already exists; --force overwrites it" in err
    out.unlink()
    Generation(settings(), 99, out)._prepare(force=False)
    code, _, err = phazed(*command)
    assert code == 2
    assert "contains parts made with other settings" in err
    assert phazed(*command, "--force")[0] == 0
    assert pandas.read_parquet(out)["game"].max() == 0


class Interrupting:
    """A stream at whose first line the user presses Ctrl-C."""

    encoding = "utf-8"

    def __init__(self):
        self.text = ""

    def isatty(self):
        return False

    def write(self, text):
        self.text += text
        if "done in" in text:
            raise KeyboardInterrupt

    def flush(self):
        pass


def test_ctrl_c_keeps_what_was_played_and_the_same_command_continues(phazed, tmp_path, monkeypatch):
    out = tmp_path / "games.parquet"
    command = ("generate", "--game", "phasedout", "--games", 2, "--jobs", 1, "--out", out)
    with monkeypatch.context() as patch:
        stream = Interrupting()
        patch.setattr(sys, "stderr", stream)
        assert phazed(*command)[0] == 130
    assert "stopped; the same command continues from here" in stream.text
    parts = Generation(settings(), 2, out).parts
    assert [file.name for file in sorted(parts.iterdir())] == ["000000.arrow", "plan.json"]
    assert phazed(*command)[0] == 0
    whole, _ = generated(tmp_path, "whole.parquet", settings(), 2)
    assert out.read_bytes() == whole.read_bytes()


GENERATE = [sys.executable, "-m", "phazed", "generate", "--game", "phasedout", "--games", "2000", "--jobs", "2"]
"""It makes eight parts, of which at most two are made at a time."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The file of a generation that nothing has interrupted."""
    file = tmp_path_factory.mktemp("whole") / "whole.parquet"
    subprocess.run([*GENERATE, "--out", str(file)], check=True, capture_output=True)
    return file


@pytest.mark.long
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["Ctrl-C", "kill"])
def test_a_generation_that_is_stopped_or_killed_ends_with_the_same_file(tmp_path, whole, how):
    stopped = tmp_path / "stopped.parquet"
    parts = Generation(settings(), 1, stopped).parts
    process = subprocess.Popen(
        [*GENERATE, "--out", str(stopped)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )
    while not list(parts.glob("*.arrow")):
        assert process.poll() is None
        time.sleep(0.02)
    os.killpg(process.pid, how)
    process.wait()
    assert not stopped.exists()
    assert list(parts.glob("*.arrow"))
    subprocess.run([*GENERATE, "--out", str(stopped)], check=True, capture_output=True)
    assert stopped.read_bytes() == whole.read_bytes()
    assert sorted(Path(file).name for file in tmp_path.iterdir()) == ["stopped.parquet"]
