"""The games of a check: what is recorded of a bot that plays, and when no more games are begun."""

from __future__ import annotations

from collections import Counter
from math import inf
from types import SimpleNamespace

from check_results import ARGUMENTS, BEGINS, CITIZEN, called, found_of, plays_of, side

from phazed.arena.check import games, session
from phazed.arena.check.coaching import next_step
from phazed.arena.check.explanations import Context
from phazed.arena.check.games import CallLog, OpponentTally
from phazed.arena.check.problems import Problems
from phazed.bots.greedy import GreedyBot
from phazed.game.games import PlayerError, Standing
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.sandbox.limits import Limits
from phazed.storage.entrant import Entrant
from phazed.terminal.check import check_text


def test_the_same_seed_gives_the_same_games(checked):
    one, other, different = (checked(CITIZEN, seed=seed, games=1).plays[0].matchups for seed in "778")
    assert one == other != different


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


def test_an_illegal_play_is_reported_with_its_rule_and_a_call_that_reproduces_it(checked):
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
    assert next_step(found).startswith("First fix the illegal play in phasedout_play: ")
    assert "4 of its 4 games of phasedout ended with an error" in found.verdict
    assert "4 illegal plays: " in check_text(found, 80)


def test_no_more_games_are_begun_after_as_many_errors_as_a_tournament_allows(checked):
    found = checked(f"def phasedout_play({ARGUMENTS}):\n    return None", games=40)
    (plays,) = found.plays
    assert plays.games == plays.errors == 10
    assert plays.problems[0].kind == "malformed"
    assert plays.stopped in check_text(found, 200)


def test_timeouts_are_one_finding_whatever_their_seconds_and_place():
    bot = Entrant("bot", "bot.py", (("bot.py", b""),))
    problems = Problems("phazed_play", Context(bot, (), Limits()))
    for seconds, line in ((4, 12), (3.5, 13), (60, 12)):
        trace = f'  File "bot.py", line {line}, in choose\n'
        problems.add(PlayerError(0, "timeout", f"its play takes more than {seconds} s", "phazed_play()", "", trace))
    (problem,) = problems.found
    assert (problem.times, problems.timeouts) == (3, 3)
    assert problem.where == "line 12 of bot.py, in choose()"
    assert problem.explanation.startswith("it was in line 12 of bot.py, in choose(); ")
    found = found_of(plays_of(side(), problems=(problem,), errors=3))
    assert "3 timeouts: its play takes more than 4 s\n    It was in line 12 of bot.py, in choose()" in check_text(
        found, 80
    )
    assert next_step(found).startswith(
        "First fix the timeout in phazed_play: it was in line 12 of bot.py, in choose();"
    )


def test_the_number_of_games_is_the_one_asked_for(checked, monkeypatch):
    monkeypatch.setattr(games, "OPPONENTS", {"@greedy": 1, "@random": 2})
    both = CITIZEN + CITIZEN.replace("phasedout", "phazed")
    for plays in checked(both, games=5).plays:
        assert {matchup.opponent: matchup.games for matchup in plays.matchups} == {"@greedy": 5, "@random": 3}
    monkeypatch.setattr(session, "GAMES", 6)
    assert [sum(matchup.games for matchup in plays.matchups) for plays in checked(both, games=None).plays] == [5, 5]


def test_errors_from_the_same_line_are_merged(checked):
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
    assert "| " in check_text(found, 80)
    assert plays.problems[0].where == "line 4 of bot.py, in phasedout_play()"
    assert (
        next_step(found) == f"First fix the exception in phasedout_play (line 4 of bot.py): {plays.problems[0].reason}."
    )


def test_without_any_answer_there_are_no_times(checked):
    found = checked(f"def phasedout_play({ARGUMENTS}):\n    raise SystemExit")
    (plays,) = found.plays
    assert (plays.calls, plays.times.slowest, plays.repeated.positions) == (0, (), 0)
    text = check_text(found, 80)
    assert "A play takes" not in text
    assert "Phases completed" not in text


def test_changed_arguments_are_reported(checked):
    source = CITIZEN.replace("return", "hand.sort()\n    return")
    found = checked(source)
    assert found.passed
    (plays,) = found.plays
    assert 0 < plays.changed.times <= plays.calls
    assert "It changed its arguments in " in check_text(found, 80)


def test_a_random_bot_answers_differently_in_another_process(checked):
    source = "import random\n" + CITIZEN.replace("hand[-1]", "random.choice(hand)")
    found = checked(source)
    (plays,) = found.plays
    assert plays.repeated.elsewhere > 0
    assert len(set(plays.repeated.answers)) == 2
    text = check_text(found, 200)
    assert "its choices are random" in text
    assert f"answered {plays.repeated.answers[0]}, then {plays.repeated.answers[1]}" in text


def test_a_bot_with_state_answers_differently_the_second_time(checked):
    source = "asked = []\n" + CITIZEN.replace("return", "asked.append(1)\n    return").replace(
        "hand[-1]", "hand[len(asked) % len(hand)]"
    )
    found = checked(source)
    (plays,) = found.plays
    assert plays.repeated.elsewhere == 0
    assert plays.repeated.again > 0
    assert "it remembers something" in check_text(found, 200)


def test_no_game_is_begun_after_the_deadline(checked):
    found = checked(CITIZEN, seconds=0)
    (plays,) = found.plays
    assert plays.games == 0
    assert not found.passed
    assert next_step(found).startswith("Make phasedout_play faster")
    assert plays.stopped == ("0 of 4 planned games were completed within 0 s. With --games, there is no time limit.")
    assert found.verdict == "No game of phasedout was completed in time, so its strength is unknown."
    assert "against three" not in check_text(found, 80)


def played(seeds, seat=0, deadline=inf):
    """Games of a greedy player against three others, without a sandbox."""
    tally = OpponentTally(PHASEDOUT, "@greedy")
    player = GreedyBot()
    player.log = CallLog("phasedout_play")
    for seed in seeds:
        assert tally.play(player, [GreedyBot()] * 3, seat, f"{seed}", deadline) is None
    return player.log, tally.matchup


def test_a_shared_first_place_counts_as_a_fraction(monkeypatch):
    log, matchup = played(range(6))
    assert log.held == []
    assert matchup.games == 6
    assert 0 < matchup.won < 6
    assert sum(matchup.own.plays) < sum(matchup.theirs.plays)
    assert matchup.own.hands * 3 == matchup.theirs.hands
    monkeypatch.setattr(Standing, "ranks", (1, 1, 3, 4))
    assert played(range(2))[1].won == 1.0


def test_a_game_stops_at_the_deadline(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(games, "monotonic", lambda: next(ticks))
    _, matchup = played([0], deadline=5)
    assert (next(ticks), matchup.games, matchup.own.plays) == (7, 0, (0,) * 6)


def test_the_schedule_has_every_seat_equally_often(monkeypatch):
    monkeypatch.setattr(games, "OPPONENTS", {"@random": 2, "@greedy": 1, "@expert": 3})
    planned = list(games.schedule(24))
    assert {game: planned.count(game) for game in planned} == {
        (opponent, seat): often
        for opponent, often in (("@random", 3), ("@greedy", 6), ("@expert", 2))
        for seat in range(4)
    }
    assert Counter(opponent for opponent, _ in games.schedule(5)) == {"@greedy": 5, "@random": 3, "@expert": 2}


def test_the_number_of_kept_views_is_limited(checked, monkeypatch):
    monkeypatch.setattr(games, "MAX_VIEWS", 3)
    (plays,) = checked(CITIZEN).plays
    assert plays.repeated.positions == 3 < plays.calls
