"""The whole check of small bots, each of which has one fault."""

from __future__ import annotations

import json

import pytest
from check_results import ARGUMENTS, CITIZEN, called

from phazed.answers.check import (
    Repeated,
)
from phazed.answers.form import to_json
from phazed.arena.check import games
from phazed.arena.check.coaching import next_step
from phazed.arena.check.session import check
from phazed.arena.entrants import BadBot, load_entrant
from phazed.bots.greedy import GreedyBot
from phazed.game.starter import starter
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import RULESETS
from phazed.sandbox.limits import Limits
from phazed.sandbox.workspace import Workspace
from phazed.storage.entrant import Entrant
from phazed.terminal.check import check_text
from tournaments import SIMPLE


def test_a_bot_without_errors_passes(checked, monkeypatch):
    monkeypatch.setattr(games, "OPPONENTS", {"@random": 2, "@greedy": 1, "@expert": 3})
    progress = []
    found = checked(CITIZEN, on_progress=lambda *step: progress.append(step))
    assert found.passed
    assert found.functions == ("phasedout_play",)
    assert (found.failure, found.near_misses, found.missing, found.printed, found.printed_at_import) == (
        None,
        (),
        "",
        None,
        None,
    )
    (answers,) = found.answers
    assert (answers.examples, answers.made, answers.right) == (1, 0, True)
    (plays,) = found.plays
    assert (plays.games, plays.errors, plays.problems, plays.changed.times, plays.stopped) == (8, 0, (), 0, "")
    assert plays.repeated == Repeated(8, 0, 0, "", ())
    assert [matchup.games for matchup in plays.matchups] == [2, 4, 2]
    assert plays.calls > 100
    assert 0 <= plays.times.mean <= plays.times.p95 <= plays.times.max <= plays.times.match
    assert len(plays.times.slowest) == 3
    assert all(isinstance(called(CITIZEN, slow.call), tuple) for slow in plays.times.slowest)
    assert found.memory > 1 << 20
    assert 0 < found.started < 2
    assert progress[0] == ("importing", 0, 1)
    assert ("playing phasedout", 8, 8) in progress
    assert all(0 <= done <= total for _, done, total in progress)
    text = check_text(found, 80)
    assert "none of which ended with an error" in text
    assert "95 % interval" in text
    assert "with @expert" in text
    assert "Next: " in text


@pytest.mark.parametrize("game", RULESETS)
def test_the_starter_of_each_game_passes_the_check(checked, game):
    found = checked(starter(game, "my_bot.py"), games=1)
    assert found.passed
    assert [plays.game for plays in found.plays] == [game]
    assert not found.printed


def test_a_slow_bot_times_out(checked):
    source = f"""
def phasedout_play({ARGUMENTS}):
    while True:
        pass

def phasedout_score(hand):
    while len(hand) != 4:
        pass
    return 46
"""
    found = checked(source, limits=Limits(play=0.02))
    (plays,) = found.plays
    assert {problem.kind for problem in plays.problems} == {"timeout"}
    assert next_step(found).startswith("First fix the timeout in ")
    assert plays.repeated.positions == 0
    score = next(each for each in found.answers if each.function == "phasedout_score")
    assert (score.examples, len(score.examples_wrong), score.made) == (4, 3, 0)
    assert score.stopped == "no more questions were asked because it fails too often"
    assert score.stopped in check_text(found, 200)


def test_output_is_shown_without_control_characters(checked):
    source = "print('hello\\x1b[2J')\n" + CITIZEN.replace("return", "print(*range(9), sep='\\n')\n    return")
    found = checked(source)
    assert found.passed
    assert found.printed_at_import.text == "hello\x1b[2J\n"
    assert found.printed.text.startswith("0\n1\n2\n")
    assert found.printed.lines > 9 * found.plays[0].calls - 1
    text = check_text(found, 80)
    assert "\x1b" not in text
    assert "When it was imported it printed 1 line;" in text
    assert f"While it was asked it printed {found.printed.lines} lines;" in text
    assert "| ..." in text


def test_a_bot_with_a_syntax_error_cannot_be_imported(checked):
    found = checked("print('here')\ndef phazed_play(:\n    pass")
    assert not found.passed
    assert found.failure.kind == "start"
    assert "SyntaxError" in found.failure.reason
    assert (found.functions, found.answers, found.plays, found.printed_at_import) == ((), (), (), None)
    assert found.verdict == "It cannot be imported, so nothing else could be checked."
    assert next_step(found).startswith("First fix the import: ")
    assert "def phazed_play(:" in check_text(found, 80)
    json.dumps(to_json(found))


def test_output_before_a_failed_import_is_kept(checked):
    found = checked("print('here')\nraise ImportError('numpy is not allowed')")
    assert found.printed_at_import.text == "here\n"
    assert "| here" in check_text(found, 80)


def test_a_misspelt_function_name_is_reported(checked):
    found = checked("def Phazed_Play(*arguments):\n    pass\ndef helper():\n    pass")
    assert not found.passed
    assert found.near_misses == (("Phazed_Play", "phazed_play"),)
    assert next_step(found) == "Rename Phazed_Play to phazed_play."
    text = check_text(found, 400)
    assert "It defines Phazed_Play: did you mean phazed_play?" in text
    assert "It defines none of the course's functions: phazed_group_type, " in text
    assert found.verdict == "It defines none of the course's functions, so there was nothing to check."


def test_a_name_similar_to_a_defined_function_is_not_reported(checked):
    found = checked(CITIZEN + "def phasedout_plays():\n    pass\ndef phazed_helper_of_mine():\n    pass")
    assert found.near_misses == ()


def test_an_empty_file_gets_the_advice_which_function_to_define(checked):
    assert next_step(checked("")) == (
        "Define phazed_play, which is called when it is the bot's turn: phazed new my_bot creates a file with one."
    )


def test_the_chosen_game_needs_its_function(checked):
    found = checked(CITIZEN + "def phazed_play_():\n    pass\ndef phazed_skore():\n    pass", "phazed")
    assert not found.passed
    assert (found.functions, found.missing) == ((), "phazed_play")
    assert next_step(found) == "Rename phazed_play_ to phazed_play."
    assert "does not define phazed_play" in check_text(found, 80)
    found = checked("def phasedout_score(hand):\n    return 0\ndef phasedout_group_typ():\n    pass", "phasedout")
    assert next_step(found).startswith("Define phasedout_play, which ")


def test_only_the_chosen_game_is_played(checked):
    both = CITIZEN + CITIZEN.replace("phasedout", "phazed")
    found = checked(both, "phasedout")
    assert (found.functions, [plays.game for plays in found.plays]) == (("phasedout_play",), ["phasedout"])
    found = checked(both, seconds=0)
    assert [plays.game for plays in found.plays] == ["phazed", "phasedout"]


def test_an_unknown_game_is_refused(checked):
    with pytest.raises(InvalidNotation, match="there is no game 'chess'"):
        checked(CITIZEN, "chess")


def test_a_built_in_player_is_refused():
    with pytest.raises(BadBot, match="@greedy is a built-in player"):
        check(load_entrant("@greedy"))


@pytest.fixture
def processes(monkeypatch):
    """All bot processes that are started."""
    started = []
    start = Workspace.start

    def noted(*given, **more):
        started.append(start(*given, **more))
        return started[-1]

    monkeypatch.setattr(Workspace, "start", noted)
    return started


def test_ctrl_c_leaves_no_process_behind(checked, processes):
    def on_progress(what, done, total):
        if what.startswith("playing") and done == 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        checked(CITIZEN, on_progress=on_progress)
    assert processes
    assert all(process.memory > 0 and process.printed == "" for process in processes)


def test_ctrl_c_during_a_game_leaves_no_process_behind(checked, processes, monkeypatch):
    choices = iter(range(100))
    choose = GreedyBot.choose

    def interrupted(self, view):
        if next(choices) == 50:
            raise KeyboardInterrupt
        return choose(self, view)

    monkeypatch.setattr(GreedyBot, "choose", interrupted)
    with pytest.raises(KeyboardInterrupt):
        checked(CITIZEN)
    assert all(process.memory > 0 for process in processes)


def test_warnings_of_the_compiler_are_not_output_of_the_bot():
    source = f"pattern = '\\d'\n{SIMPLE}"
    found = check(Entrant("bot", "bot.py", (("bot.py", source.encode()),)), "phasedout", games=1)
    assert (found.failure, found.printed_at_import, found.printed) == (None, None, None)


def test_an_import_that_takes_too_long_is_named_as_such():
    source = b"while True:\n    pass\n"
    found = check(Entrant("bot", "bot.py", (("bot.py", source),)), limits=Limits(start=0.2))
    assert found.next.startswith("Make its import faster, which ran out of time: it was in line ")


def test_on_a_page_no_step_names_a_command():
    for source in (SIMPLE, "def phazed_score(cards):\n    return 0\n", "x = 1\n"):
        bot = Entrant("bot", "bot.py", (("bot.py", source.encode()),))
        assert "phazed " not in check(bot, "phazed", games=1, on_page=True).next
