"""`phazed review` on the command line."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from phazed.bots import make
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT

LITTLE = ("--effort", "0.02")


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@pytest.fixture
def run(phazed):
    """Runs `phazed review`."""
    return lambda *arguments: Ended(*phazed("review", *arguments))


@pytest.fixture(scope="module")
def record():
    players = [make(name, PHASEDOUT, seat) for seat, name in enumerate(("beginner", "casual", "strong", "greedy"))]
    return play_game(PHASEDOUT, players, seed=5, names=["Ann", "Ben", "Cleo", "Dan"])


@pytest.fixture
def file(record, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(dumps(record))
    return path


def test_a_record_is_reviewed_and_the_review_is_kept(run, file, monkeypatch):
    first = run(file, *LITTLE)
    assert first.code == 0
    assert "without the luck" in first.out
    assert "plays: done in" in first.err
    kept = file.with_name("game.json.review")
    assert kept.exists()
    monkeypatch.setattr("phazed.coach.judgement.Judge.judge", None)  # nothing is judged again
    second = run(file, *LITTLE)
    assert (second.code, second.out, second.err) == (0, first.out, "")
    data = json.loads(run(file, *LITTLE, "--json").out)
    assert data["names"] == ["Ann", "Ben", "Cleo", "Dan"]


@pytest.mark.no_cover
def test_another_effort_or_seed_is_another_review(run, file):
    run(file, *LITTLE)
    assert "done in" in run(file, *LITTLE, "--seed", "2").err
    assert "done in" in run(file, *LITTLE, "--seed", "2", "--again").err


@pytest.mark.no_cover
def test_an_interrupted_review_goes_on(run, file, monkeypatch):
    from phazed.coach.judgement import Judge

    judge, calls = Judge.judge, []

    def interrupted(self, *arguments):
        calls.append(arguments)
        if len(calls) == 70:
            raise KeyboardInterrupt
        return judge(self, *arguments)

    monkeypatch.setattr(Judge, "judge", interrupted)
    assert run(file, *LITTLE).code == 130
    monkeypatch.undo()
    again = run(file, *LITTLE)
    assert again.code == 0
    whole = run(file, *LITTLE, "--again")
    assert again.out == whole.out


def test_a_log_is_reviewed_from_a_file_and_from_the_standard_input(run, record, tmp_path, monkeypatch):
    text = "\n".join(write_log(list(replay(record)), seed=5, names=record.names))
    path = tmp_path / "match.log"
    path.write_text(text)
    found = run(path, *LITTLE)
    assert found.code == 0
    monkeypatch.setattr("sys.stdin.read", lambda: text)
    assert run("-", *LITTLE).out == found.out


def test_a_match_of_a_tournament_is_reviewed(run, phazed, tmp_path):
    folder, players = tmp_path / "results", ("@greedy", "@casual", "@beginner", "@strong")
    (tmp_path / "bots").mkdir()
    named = [word for player in players for word in ("--with", player)]
    phazed("tournament", tmp_path / "bots", "--out", folder, *named, "--matches", 4, "--game", "phasedout", "--jobs", 1)
    assert run(folder, "--match", 0, *LITTLE).code == 0
    assert (folder / "reviews" / "0.review").exists()
    assert "choose a match with --match ID" in run(folder).err
    assert run(folder, "--match", 99999).code == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.json"], "nothing.json: No such file or directory"),
        (["--effort", "0"], "an effort must be from 0.01 to 100, not '0'"),
        (["--effort", "much"], "an effort must be from 0.01 to 100, not 'much'"),
        (["--seat", "4"], "4 is not between 0 and 3"),
    ],
)
def test_what_is_wrong_is_said(run, arguments, message):
    found = run(*arguments, *([] if arguments[0] == "nothing.json" else ["game.json"]))
    assert (found.code, found.out) == (2, "")
    assert message in found.err


def test_a_file_has_no_matches(run, file):
    assert "is not a folder" in run(file, "--match", 1).err


def test_what_is_not_a_game_is_refused(run, tmp_path):
    for name, text in (("a.json", "{}"), ("b.log", "nothing")):
        (tmp_path / name).write_text(text)
        found = run(tmp_path / name)
        assert (found.code, found.out) == (2, "")
        assert "expected" in found.err


# Bots

ONCE = ("--games", "4", "--game", "phasedout", "--effort", "0.02")
BOT = """
def phasedout_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    return (5, hand[0])
"""


@pytest.fixture(autouse=True)
def _quick_games(monkeypatch):
    """The expert plays without imagining deals."""
    monkeypatch.setattr("phazed.coach.bot_games.EXPERT_WORLDS", 0)


@pytest.fixture
def bot(tmp_path, monkeypatch):
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: "full")
    path = tmp_path / "my_bot.py"
    path.write_text(BOT)
    return path


def test_a_bot_is_reviewed_and_the_review_is_kept(run, bot, monkeypatch):
    first = run(bot, *ONCE)
    assert first.code == 0
    assert first.out.startswith("my_bot: 4 games of phasedout, each against @strong, @casual and @greedy\n")
    assert "It waits with a complete phase" in first.out
    assert "in the same seats with the same deals, the expert won" in " ".join(first.out.split())
    assert "games: done in" in first.err
    assert bot.with_name("my_bot.py.review").exists()
    monkeypatch.setattr("phazed.coach.judgement.Judge.judge", None)  # nothing is judged again
    assert run(bot, *ONCE) == (0, first.out, "")
    data = json.loads(run(bot, *ONCE, "--json").out)
    assert (data["bot"], data["games"]) == ("my_bot", 4)


def test_the_game_is_the_one_that_the_bot_plays(run, bot):
    assert run(bot, "--games", "4", "--effort", "0.02").out.startswith("my_bot: 4 games of phasedout, ")


def test_a_folder_and_a_built_in_player_are_bots_too(run, bot, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "program.py").write_text(BOT)
    found = run(folder, *ONCE)
    assert (found.code, found.out.split(":")[0]) == (0, "folder")
    assert [path.name for path in folder.iterdir()] == ["program.py"]
    found = run("@beginner", *ONCE)
    assert (found.code, found.out.split(":")[0]) == (0, "@beginner")


def test_an_interrupted_review_of_a_bot_goes_on(run, bot, monkeypatch):
    from phazed.coach import bot_review

    findings, calls = bot_review.findings, []

    def interrupted(*arguments):
        calls.append(arguments)
        if len(calls) in (1, 4):
            raise KeyboardInterrupt
        return findings(*arguments)

    monkeypatch.setattr(bot_review, "findings", interrupted)
    nothing = run(bot, *ONCE)
    assert (nothing.code, "kept" in nothing.err) == (130, False)
    some = run(bot, *ONCE)
    assert some.code == 130
    assert "2 of 4 games are stored; the same command continues." in some.err
    again = run(bot, *ONCE)
    assert (again.code, len(calls)) == (0, 6)
    whole = run(bot, *ONCE, "--again")
    assert (again.out, len(calls)) == (whole.out, 10)


def test_a_review_that_cannot_be_kept_is_made_all_the_same(run, bot, tmp_path):
    (tmp_path / "my_bot.py.review").mkdir()
    found = run(bot, *ONCE)
    assert found.code == 0
    assert found.err.count("the review cannot be stored: ") == 1


@pytest.mark.no_cover
def test_a_terminal_shows_no_progress_of_what_is_kept(run, bot, file, monkeypatch):
    for arguments in ((bot, *ONCE), (file, *LITTLE)):
        run(*arguments)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True)
        assert run(*arguments).err == ""
        monkeypatch.undo()
        monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: "full")


def test_a_bot_with_errors_is_not_reviewed(run, bot):
    bot.write_text("def phasedout_play(*arguments): return None")
    found = run(bot, *ONCE)
    assert found.code == 1
    assert "its errors ended all games" in found.out
    assert "phazed check explains the error" in " ".join(found.out.split())
    assert len(json.loads(run(bot, *ONCE, "--json").out)["errors"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing.py"], "nothing.py: there is no such file"),
        (["@nobody"], "there is no built-in player @nobody"),
        (["@casual", "--seat", "1"], "--seat is only for reviewing a game, but @casual is a bot"),
        (["@casual", "--match", "1"], "--match is only for reviewing a game, but @casual is a bot"),
        (["@casual", "--games", "1"], "1 is not between 4 and 10000"),
        (["game.json", "--games", "8"], "--games is only for reviewing a bot"),
        (["game.json", "--game", "phazed"], "--game is only for reviewing a bot"),
        (["game.json", "--allow", "numpy"], "--allow is only for reviewing a bot"),
    ],
)
def test_what_is_wrong_with_the_review_of_a_bot_is_said(run, arguments, message):
    found = run(*arguments)
    assert (found.code, found.out) == (2, "")
    assert message in " ".join(found.err.split())


def test_a_bot_is_reviewed_from_the_matches_of_its_tournament(phazed, bot, tmp_path, monkeypatch):
    monkeypatch.setattr("phazed.arena.report.reviews.EFFORT", 0.02)
    (tmp_path / "bots").mkdir()
    bot.rename(tmp_path / "bots" / "my_bot.py")
    folder, players = tmp_path / "results", ("@greedy", "@casual", "@beginner")
    named = [word for player in players for word in ("--with", player)]
    phazed("tournament", tmp_path / "bots", "--out", folder, *named, "--matches", 4, "--game", "phasedout", "--jobs", 1)
    code, _, err = phazed("report", folder, "--replays", 0, "--review", "my_bot")
    assert code == 0
    assert "review of my_bot: done in" in err
    assert "Why it loses" in (folder / "bots" / "my_bot.html").read_text(encoding="utf-8")
    code, _, err = phazed("report", folder, "--replays", 0, "--review", "nobody")
    assert code == 2
    assert "these results have no bot 'nobody'; bots: my_bot" in err
