"""The check of a bot: what it finds in small bots, each of which has one fault, and how it says so."""

from __future__ import annotations

import json
from itertools import islice
from math import inf
from types import SimpleNamespace

import pytest

from phazed import coursework
from phazed.arena.check import games, questions
from phazed.arena.check.coaching import next_step, verdict
from phazed.arena.check.examples import EXAMPLES, FUNCTIONS
from phazed.arena.check.findings import (
    Answers,
    CheckResult,
    Evidence,
    Matchup,
    Plays,
    Problem,
    Repeated,
    Side,
    Times,
    WrongAnswer,
)
from phazed.arena.check.games import CallLog, OpponentTally
from phazed.arena.check.questions import made
from phazed.arena.check.session import check
from phazed.arena.check.text import as_data, as_text
from phazed.arena.entrants import BadBot, load_entrant
from phazed.bots.greedy import GreedyBot
from phazed.bots.thinking import Effort
from phazed.game.games import Standing
from phazed.intervals import wilson
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.sandbox.limits import Limits
from phazed.sandbox.workspace import Workspace

ARGUMENTS = "player_id, table, turn_history, phase_status, hand, discard"
BEGINS = "not turn_history or turn_history[-1][0] != player_id"
CITIZEN = f"""
def phasedout_play({ARGUMENTS}):
    return (1, None) if {BEGINS} else (5, hand[-1])
"""


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    """Few games, short ones, and few questions."""
    monkeypatch.setattr(games, "OPPONENTS", {"@greedy": 1})
    monkeypatch.setattr(questions, "MADE", 40)
    monkeypatch.setattr(questions, "GAMES_PLAYED", 1)
    for rules in (PHAZED, PHASEDOUT):
        monkeypatch.setattr(rules, "max_hands", 2)
    questions.material.cache_clear()
    yield
    questions.material.cache_clear()


@pytest.fixture
def checked(tmp_path):
    """The check of a bot with that source."""

    def of(source, game=None, **options):
        path = tmp_path / "bot.py"
        path.write_text(source)
        return check(load_entrant(str(path)), game, **{"games": 4, "effort": Effort(worlds=0), **options})

    return of


def called(source, call):
    """What the bot answers to a call that was pasted."""
    names = {}
    exec(source, names)
    return eval(call, names)


def lines_before_the_calls(found, width=80):
    return as_text(found, width).partition("\n\nThe calls")[0].splitlines()


# Bots with one fault each


def test_a_perfect_citizen_passes(checked, monkeypatch):
    monkeypatch.setattr(games, "OPPONENTS", {"@random": 2, "@greedy": 1, "@expert": 3})
    progress = []
    found = checked(CITIZEN, on_progress=lambda *step: progress.append(step))
    assert found.passed
    assert found.functions == ("phasedout_play",)
    assert (found.failure, found.near_misses, found.missing, found.printed, found.printed_at_import) == (
        None,
        (),
        "",
        "",
        "",
    )
    (answers,) = found.answers
    assert (answers.examples, answers.made, answers.right) == (1, 0, True)
    (plays,) = found.plays
    assert (plays.games, plays.errors, plays.problems, plays.changed.times, plays.stopped) == (12, 0, (), 0, "")
    assert plays.repeated == Repeated(8, 0, 0, "", ())
    assert [matchup.games for matchup in plays.matchups] == [4, 4, 4]
    assert plays.calls > 100
    assert 0 <= plays.times.mean <= plays.times.p95 <= plays.times.max <= plays.times.match
    assert len(plays.times.slowest) == 3
    assert all(isinstance(called(CITIZEN, slow.call), tuple) for slow in plays.times.slowest)
    assert found.memory > 1 << 20
    assert 0 < found.started < 2
    assert progress[0] == ("importing", 0, 1)
    assert ("playing phasedout", 12, 12) in progress
    assert all(0 <= done <= total for _, done, total in progress)
    text = as_text(found, 80)
    assert "none of which ended with its error" in text
    assert "95 % interval" in text
    assert "with @expert" in text
    assert "Next: " in text


def test_what_was_found_can_be_written_as_json(checked):
    found = checked(CITIZEN)
    data = json.loads(json.dumps(as_data(found)))
    assert data["passed"] is True
    assert data["next"] == next_step(found)
    assert data["plays"][0]["matchups"][0]["own"]["phases"][0] == list(found.plays[0].matchups[0].own.phases[0])
    assert data["limits"]["play"] == 4.0


def test_the_same_seed_gives_the_same_games(checked):
    one, other, different = (checked(CITIZEN, seed=seed, games=1).plays[0].matchups for seed in "778")
    assert one == other != different


def test_who_never_lays_a_phase_is_told_so(checked):
    found = checked(CITIZEN)
    (plays,) = found.plays
    assert plays.held.times >= 5
    assert plays.held.detail.startswith("(3, [[")
    assert next_step(found).startswith("Have it lay its phase")
    assert "where it could have played (3, [[" in as_text(found, 80)


def test_a_phase_of_accumulations_may_be_held_back(checked):
    laying = f"""
def phazed_play({ARGUMENTS}):
    if {BEGINS}:
        return (1, None)
    return (5, hand[-1])
"""
    found = checked(laying).plays[0]
    assert found.game == "phazed"
    assert all(due == (0, 0) for due in found.matchups[0].own.phases[1:])
    seen = SimpleNamespace(
        table=((None, ()),) * 4,
        seat=0,
        status=(2, 0, 0, 0),
        rules=PHAZED,
        legal_plays=[(3, (3, ((), ()))), (5, "2C")],
    )
    log = CallLog("phazed_play")
    log.turn_ended(seen)
    assert not log.held


def test_an_illegal_play_is_told_with_its_rule_and_a_call_that_reproduces_it(checked):
    source = f"""
def phasedout_play({ARGUMENTS}):
    return (1, None) if {BEGINS} else (5, "2C" if "2C" not in hand else "2D")
"""
    found = checked(source)
    assert not found.passed
    (plays,) = found.plays
    (problem,) = plays.problems
    assert (problem.kind, problem.times, plays.errors, plays.games) == ("illegal", 4, 4, 4)
    assert "(rule 6.5)" in problem.reason
    play = called(source, problem.call)
    assert repr(play) == problem.answer
    assert next_step(found).startswith("Fix the illegal play of phasedout_play first: ")
    assert "4 of its 4 games of phasedout ended with its error" in verdict(found)
    assert "4 illegal plays: " in as_text(found, 80)


def test_errors_are_collected_until_they_would_put_the_bot_out(checked):
    found = checked(f"def phasedout_play({ARGUMENTS}):\n    return None", games=40)
    (plays,) = found.plays
    assert plays.games == plays.errors == 10
    assert plays.problems[0].kind == "malformed"
    assert plays.stopped in as_text(found, 200)


def test_each_place_in_the_program_that_raises_is_told_once(checked):
    source = f"""
def phasedout_play({ARGUMENTS}):
    if len(turn_history) > 8:
        raise ValueError(f"too long: {{len(turn_history)}}")
    if player_id == 2:
        return {{}}["missing"]
    return (1, None) if {BEGINS} else (5, hand[-1])
"""
    found = checked(source)
    (plays,) = found.plays
    assert [(problem.kind, problem.times) for problem in plays.problems] == [("exception", 3), ("exception", 1)]
    assert "line 4" in plays.problems[0].traceback
    assert "KeyError: 'missing'" in plays.problems[1].reason
    assert "| " in as_text(found, 80)
    assert next_step(found) == f"Fix the exception of phasedout_play first: {plays.problems[0].reason}."


def test_of_a_long_traceback_the_end_is_shown(checked):
    source = f"""
def down(depth):
    return down(depth - 1) if depth else 1 / 0

def phasedout_play({ARGUMENTS}):
    return down(9)
"""
    text = as_text(checked(source), 80)
    assert "    | ...\n" in text
    assert "    | ZeroDivisionError: division by zero" in text


def test_an_exception_before_the_first_answer_leaves_nothing_to_say_about_times(checked):
    found = checked(f"def phasedout_play({ARGUMENTS}):\n    raise SystemExit")
    (plays,) = found.plays
    assert (plays.calls, plays.times.slowest, plays.repeated.positions) == (0, (), 0)
    text = as_text(found, 80)
    assert "A play takes" not in text
    assert "Phases completed" not in text


def test_changed_arguments_are_told(checked):
    source = CITIZEN.replace("return", "hand.sort()\n    return")
    found = checked(source)
    assert found.passed
    (plays,) = found.plays
    assert 0 < plays.changed.times <= plays.calls
    assert "It changed its arguments in " in as_text(found, 80)


def test_who_draws_at_random_answers_differently_in_another_process(checked):
    source = "import random\n" + CITIZEN.replace("hand[-1]", "random.choice(hand)")
    found = checked(source)
    (plays,) = found.plays
    assert plays.repeated.elsewhere > 0
    assert len(set(plays.repeated.answers)) == 2
    text = as_text(found, 200)
    assert "it draws at random" in text
    assert f"answered {plays.repeated.answers[0]}, then {plays.repeated.answers[1]}" in text


def test_who_remembers_something_answers_differently_the_second_time(checked):
    source = "asked = []\n" + CITIZEN.replace("return", "asked.append(1)\n    return").replace(
        "hand[-1]", "hand[len(asked) % len(hand)]"
    )
    found = checked(source)
    (plays,) = found.plays
    assert plays.repeated.elsewhere == 0
    assert plays.repeated.again > 0
    assert "it remembers something" in as_text(found, 200)


def test_what_it_prints_is_shown_without_its_control_characters(checked):
    source = "print('hello\\x1b[2J')\n" + CITIZEN.replace("return", "print(*range(9), sep='\\n')\n    return")
    found = checked(source)
    assert found.passed
    assert found.printed_at_import == "hello\x1b[2J\n"
    assert found.printed.startswith("0\n1\n2\n")
    assert found.printed_lines > 9 * found.plays[0].calls - 1
    text = as_text(found, 80)
    assert "\x1b" not in text
    assert "When it was imported it printed 1 line;" in text
    assert f"While it was asked it printed {found.printed_lines} lines;" in text
    assert "| ..." in text


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
    assert next_step(found).startswith("Fix the timeout of ")
    score = next(each for each in found.answers if each.function == "phasedout_score")
    assert (score.examples, len(score.examples_wrong), score.made) == (4, 3, 0)
    assert score.stopped == "no more questions were asked, because it fails too often"
    assert score.stopped in as_text(found, 200)


def test_a_function_that_uses_much_time_is_asked_no_more(checked, monkeypatch):
    monkeypatch.setattr(questions, "MAX_SECONDS", 0.0)
    monkeypatch.setattr(games, "MAX_REPEAT_SECONDS", 0.0)
    found = checked(CITIZEN + "\ndef phasedout_score(hand):\n    return 0")
    score = next(each for each in found.answers if each.function == "phasedout_score")
    assert (score.examples, score.stopped) == (1, "no more questions were asked, because it is too slow")
    assert found.plays[0].repeated.positions == 1
    assert "To the same 1 call it gave the same answers" in as_text(found, 200)


def test_games_that_take_too_long_are_broken_off(checked):
    found = checked(CITIZEN, seconds=0)
    (plays,) = found.plays
    assert plays.games == 0
    assert not found.passed
    assert next_step(found).startswith("Make phasedout_play faster")
    assert plays.stopped == "Of 4 planned games only these were played, because they take too long."
    assert verdict(found) == "No game of phasedout was completed in time, so nothing is known about how well it plays."
    assert "against three" not in as_text(found, 80)


def played(seeds, seat=0, deadline=inf):
    """Games of a greedy player against three others, without a sandbox."""
    tally = OpponentTally(PHASEDOUT, "@greedy")
    player = GreedyBot()
    player.log = CallLog("phasedout_play")
    for seed in seeds:
        assert tally.play(player, [GreedyBot()] * 3, seat, f"{seed}", deadline) is None
    return player.log, tally.matchup


def test_first_places_are_counted_and_shared_ones_in_part(monkeypatch):
    log, matchup = played(range(6))
    assert log.held == []
    assert matchup.games == 6
    assert 0 < matchup.won < 6
    assert sum(matchup.own.plays) < sum(matchup.theirs.plays)
    assert matchup.own.hands * 3 == matchup.theirs.hands
    monkeypatch.setattr(Standing, "ranks", (1, 1, 3, 4))
    assert played(range(2))[1].won == 1.0


def test_a_game_that_has_begun_is_broken_off_too(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(games, "monotonic", lambda: next(ticks))
    _, matchup = played([0], deadline=5)
    assert (next(ticks), matchup.games, matchup.own.plays) == (7, 0, (0,) * 6)


def test_every_seat_is_taken_equally_often(monkeypatch):
    monkeypatch.setattr(games, "OPPONENTS", {"@random": 2, "@greedy": 1, "@expert": 3})
    planned = list(games.schedule(24))
    assert {game: planned.count(game) for game in planned} == {
        (opponent, seat): often
        for opponent, often in (("@random", 3), ("@greedy", 6), ("@expert", 2))
        for seat in range(4)
    }
    assert len(list(games.schedule(0))) == 12


def test_only_so_many_views_are_kept(checked, monkeypatch):
    monkeypatch.setattr(games, "MAX_VIEWS", 3)
    (plays,) = checked(CITIZEN).plays
    assert plays.repeated.positions == 3 < plays.calls


def test_a_score_that_forgets_the_aces_is_wrong(checked):
    source = """
def phazed_score(hand):
    return sum("..234567890JQK".find(card[0]) for card in hand if card[0] != "A")
"""
    found = checked(source)
    assert not found.passed
    (answers,) = found.answers
    assert [wrong.expected for wrong in answers.examples_wrong] == ["46", "39"]
    (wrong,) = answers.made_wrong
    assert 1 < wrong.times < answers.made == 40
    assert called(source, wrong.call) == int(wrong.answered) != int(wrong.expected)
    assert found.plays == ()
    assert verdict(found) == "phazed_score gives wrong answers. It defines no function that plays."
    assert next_step(found) == "Correct phazed_score: see its first wrong answer above."
    assert f"({wrong.times} such errors)" in as_text(found, 80)


def test_an_answer_of_another_type_is_wrong(checked):
    found = checked("def phazed_score(hand):\n    return 57.0 if len(hand) == 6 else True if not hand else 0")
    wrong = found.answers[0].examples_wrong
    assert [(each.expected, each.answered) for each in wrong[:1]] == [("57", "57.0")]
    assert ("0", "True") in [(each.expected, each.answered) for each in wrong]


def test_a_function_that_raises_is_told_with_its_traceback_once(checked):
    found = checked("def phazed_phase_type(phase):\n    return [phase[1]] and [1]")
    (answers,) = found.answers
    assert answers.examples == len(EXAMPLES["phazed_phase_type"])
    assert "IndexError" in answers.examples_wrong[0].answered
    assert as_text(found, 80).count('File "bot.py", line 2') == 1


def test_a_function_that_ends_its_process_is_told(checked):
    found = checked("import os\ndef phazed_score(hand):\n    os._exit(3)")
    (answers,) = found.answers
    assert [each.answered for each in answers.examples_wrong] == [
        "crash: its process ended itself, with exit code 3"
    ] * 3
    assert answers.examples == 3


def test_wrong_answers_are_told_with_the_rule(checked):
    source = """
def phazed_group_type(group):
    return [1, 2, 3, 4, 5, 6, 7]
def phazed_phase_type(phase):
    return [1]
def phasedout_group_type(group):
    return 5
def phasedout_phase_type(phase):
    return 99
def phasedout_is_valid_play(*arguments):
    return True
"""
    found = checked(source)
    wrong = {each.function: [*each.examples_wrong, *each.made_wrong] for each in found.answers}
    assert wrong["phazed_group_type"][0].why.startswith("not 2: the group ")
    assert wrong["phazed_phase_type"][0].why == "not 1: phase 1 is made of two groups, not 1 (rule 3.2)"
    assert wrong["phasedout_group_type"][0].why.startswith("not 5: the group ")
    assert wrong["phasedout_phase_type"][0].why == ""
    assert all("(rule " in each.why for each in wrong["phasedout_is_valid_play"])
    assert verdict(found).startswith(
        "phazed_group_type, phazed_phase_type, phasedout_group_type, phasedout_phase_type and"
    )
    assert "    and " in as_text(found, 80)


def test_our_own_functions_answer_right(checked):
    """Those that the documents describe, copied into a bot that knows the rules; here, the simplest."""
    found = checked(
        "POINTS = dict(zip('234567890JQKAZ', [*range(2, 14), 25, 15]))\n"
        + "".join(
            f"def {game}_score(hand):\n    return sum(POINTS[card[0]] for card in hand)\n"
            for game in ("phazed", "phazed_bonus", "phasedout")
        )
    )
    assert found.passed
    assert [each.right for each in found.answers] == [True] * 3
    assert verdict(found) == "All its answers are right, but it defines no function that plays."
    assert next_step(found).startswith("Write phazed_play next")
    assert "40 of 40 calls from games right" in as_text(found, 200)


def test_a_bot_with_a_syntax_error_cannot_be_imported(checked):
    found = checked("print('here')\ndef phazed_play(:\n    pass")
    assert not found.passed
    assert found.failure.kind == "start"
    assert "SyntaxError" in found.failure.reason
    assert (found.functions, found.answers, found.plays, found.printed_at_import) == ((), (), (), "")
    assert verdict(found) == "It cannot be imported, so nothing else could be tried."
    assert next_step(found).startswith("Make it import first: ")
    assert "def phazed_play(:" in as_text(found, 80)
    json.dumps(as_data(found))


def test_what_is_printed_before_an_import_fails_is_kept(checked):
    found = checked("print('here')\nraise ImportError('numpy is not allowed')")
    assert found.printed_at_import == "here\n"
    assert "| here" in as_text(found, 80)


def test_a_name_that_is_nearly_right_is_pointed_out(checked):
    found = checked("def Phazed_Play(*arguments):\n    pass\ndef helper():\n    pass")
    assert not found.passed
    assert found.near_misses == (("Phazed_Play", "phazed_play"),)
    assert next_step(found) == "Rename Phazed_Play to phazed_play."
    text = as_text(found, 400)
    assert "It defines Phazed_Play: did you mean phazed_play?" in text
    assert "It defines none of the course's functions: phazed_group_type, " in text
    assert verdict(found) == "It defines none of the course's functions, so there was nothing to try."


def test_a_name_that_is_like_one_that_is_defined_is_left_alone(checked):
    found = checked(CITIZEN + "def phasedout_plays():\n    pass\ndef phazed_helper_of_mine():\n    pass")
    assert found.near_misses == ()


def test_a_file_without_any_function_is_told_which_to_define(checked):
    assert next_step(checked("")) == ("Define phazed_play: this function is called when it is the bot's turn.")


def test_the_chosen_game_needs_its_function(checked):
    found = checked(CITIZEN + "def phazed_play_():\n    pass\ndef phazed_skore():\n    pass", "phazed")
    assert not found.passed
    assert (found.functions, found.missing) == ((), "phazed_play")
    assert next_step(found) == "Rename phazed_play_ to phazed_play."
    assert "does not define phazed_play" in as_text(found, 80)
    found = checked("def phasedout_score(hand):\n    return 0\ndef phasedout_group_typ():\n    pass", "phasedout")
    assert next_step(found).startswith("Define phasedout_play: ")


def test_only_the_chosen_game_is_played(checked):
    both = CITIZEN + CITIZEN.replace("phasedout", "phazed")
    found = checked(both, "phasedout")
    assert (found.functions, [plays.game for plays in found.plays]) == (("phasedout_play",), ["phasedout"])
    found = checked(both, seconds=0)
    assert [plays.game for plays in found.plays] == ["phazed", "phasedout"]


def test_a_game_that_does_not_exist_is_refused(checked):
    with pytest.raises(InvalidNotation, match="there is no game 'chess'"):
        checked(CITIZEN, "chess")


def test_a_built_in_player_needs_no_check():
    with pytest.raises(BadBot, match="@greedy is a built-in player"):
        check(load_entrant("@greedy"))


# Ctrl-C


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


def test_ctrl_c_in_the_middle_of_a_game_leaves_no_process_behind(checked, processes, monkeypatch):
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


# What is said


def side(phases=((20, 10),), hands=20, lay_offs=40, takes=30, points=600):
    return Side(hands, points, phases, (30, takes, 10, lay_offs, 60, 0))


def plays_of(own, theirs=None, *, won=10.0, games=20, **more):
    matchup = Matchup("@greedy", games, won, *wilson(won, games), 0, own, theirs or side(((20, 10), (20, 10))))
    given = {
        "game": "phazed",
        "function": "phazed_play",
        "games": games,
        "errors": 0,
        "problems": (),
        "calls": 10,
        "changed": Evidence(0),
        "held": Evidence(0),
        "repeated": Repeated(0, 0, 0, "", ()),
        "times": Times(0.001, 0.002, 0.7, 3.0, ()),
        "matchups": (matchup,),
        "stopped": "",
    }
    return Plays(**{**given, **more})


def found_of(plays, **more):
    functions = ("phazed_play",)
    given = CheckResult("bot", Limits(), None, 0.1, 0, "", "", 0, functions, FUNCTIONS, "", (), (), (plays,))
    return given._replace(**more)


@pytest.mark.parametrize(
    ("plays", "step"),
    [
        (
            plays_of(side(), held=Evidence(5)),
            "Have it lay its phase when it holds one: it ended 5 turns without doing so.",
        ),
        (plays_of(side(((20, 0),))), "It never lays phase 1, which was due in 20 hands; @greedy lays it in 50 %"),
        (plays_of(side(lay_offs=1)), "Have it play cards to the groups on the table"),
        (plays_of(side(takes=1)), "Have it take the discard when that helps"),
        (plays_of(side(((20, 4),))), "Work on phase 1: it completes it in 20 % of the hands, @greedy in 50 %."),
        (plays_of(side()), "Try a change and measure it: phazed compare OLD NEW"),
        (plays_of(side(hands=2)), "Try a change and measure it: phazed compare OLD NEW"),
    ],
)
def test_the_next_step_is_what_helps_most(plays, step):
    assert next_step(found_of(plays)).startswith(step)


def test_an_error_comes_before_everything_else():
    problem = Problem("malformed", "a play is a pair (rule 6.7)", 1, "phazed_play()", "None", "")
    wrong = Answers("phazed_score", 1, (WrongAnswer("phazed_score([])", "0", "1", "", "", 1),), 0, (), "")
    found = found_of(plays_of(side(lay_offs=0), problems=(problem,), errors=1), answers=(wrong,))
    assert next_step(found) == "Fix the malformed answer of phazed_play first: a play is a pair (rule 6.7)."
    assert "1 malformed answer: a play is a pair" in as_text(found, 80)
    assert next_step(found_of(plays_of(side(lay_offs=0)), answers=(wrong,))).startswith("Correct phazed_score")


def test_a_long_call_stands_at_the_end_once():
    call = f"phazed_play({'0' * 100})"
    found = found_of(plays_of(side(), changed=Evidence(1, call), held=Evidence(2, call, "(3, ...)")))
    text = as_text(found, 80)
    assert text.count("... [1]\n") == 2
    assert text.endswith(f"\n\n[1]\n{call}")
    assert text.count(call) == 1


def test_an_opponent_that_was_not_met_is_not_mentioned():
    plays = plays_of(side())
    nobody = Matchup("@expert", 0, 0.0, 0.0, 1.0, 0, side(), side())
    found = found_of(plays._replace(matchups=(*plays.matchups, nobody)))
    assert "@expert" not in verdict(found)
    assert "\n  @expert" not in as_text(found, 80)


@pytest.mark.parametrize(("won", "words"), [(18, "stronger"), (0, "weaker"), (5, "not clearly stronger or weaker")])
def test_the_verdict_says_no_more_than_the_interval(won, words):
    found = found_of(plays_of(side(), won=won))
    assert verdict(found) == f"It played 20 games of phazed without an error: {words} than @greedy."


def test_an_interval_of_no_games_is_everything():
    assert wilson(0, 0) == (0.0, 1.0)


def test_times_and_shares_are_readable():
    lines = "\n".join(lines_before_the_calls(found_of(plays_of(side(((20, 10), (0, 0))))), 100))
    assert "A play takes 1 ms on average, 95 % take less than 2 ms, the slowest takes 0.70 s; 4 s are allowed." in lines
    assert "10/20  50 %   50 %" in lines
    assert "never due" in lines


def test_no_line_is_wider_than_asked_but_for_the_calls(checked):
    found = checked(CITIZEN + "def phasedout_is_valid_play(*arguments):\n    return [False] * 50")
    for width in (80, 100):
        assert max(map(len, lines_before_the_calls(found, width))) <= width
    _, _, calls = as_text(found, 80).partition("\n\nThe calls")
    assert "\n[1]\nphasedout_is_valid_play(" in calls


# The questions


def test_the_functions_are_those_of_the_course():
    public = {name for name in vars(coursework) if name.startswith(("phazed_", "phasedout_"))}
    assert public == set(FUNCTIONS)


@pytest.mark.parametrize("function", EXAMPLES)
def test_the_documents_examples_are_answered_right_by_our_functions(function):
    for arguments, expected in EXAMPLES[function]:
        assert repr(getattr(coursework, function)(*arguments)) == repr(expected)


@pytest.mark.parametrize("function", [name for name in FUNCTIONS if questions.has_one_answer(name)])
def test_questions_made_from_games_are_of_many_kinds_and_well_formed(function, monkeypatch):
    for rules in (PHAZED, PHASEDOUT):
        monkeypatch.setattr(rules, "max_hands", 10)
    asked = list(islice(made(function, "1"), 300))
    assert asked == list(islice(made(function, "1"), 300))
    expected = [repr(question.expected) for question in asked]
    assert max(map(expected.count, set(expected))) < 250
    if function.endswith("_is_valid_play"):
        assert {question.arguments[0][0] for question in asked} >= {1, 2, 3, 4, 5}
        reasons = [questions.why(function, question, True) for question in asked if not question.expected]
        assert len({reason.rpartition("(")[2] for reason in reasons}) > 5
        assert not [reason for reason in reasons if "(rule 6.7)" in reason]


def test_slow_calls_are_shown_to_be_looked_at(checked):
    slow = CITIZEN.replace(":\n    return", ":\n    spin()\n    return")
    source = f"""
import time
calls = 0
def spin():
    global calls
    calls += 1
    end = time.process_time() + (0.05 if calls == 2 else 0.0)
    while time.process_time() < end: pass
{slow}"""
    text = as_text(checked(source), 80)
    assert "The slowest calls: " in text
    assert "[1]\nphasedout_play(" in text
