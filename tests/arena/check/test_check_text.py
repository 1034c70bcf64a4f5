"""The result of a check as text and as JSON."""

from __future__ import annotations

import json

from check_results import ARGUMENTS, CITIZEN, found_of, lines_before_the_calls, plays_of, side

from phazed.answers.check import Check, Evidence, Matchup
from phazed.answers.form import from_json, to_json
from phazed.terminal.check import check_text


def test_the_result_can_be_written_as_json(checked):
    found = checked(CITIZEN)
    data = json.loads(json.dumps(to_json(found)))
    assert data["passed"] is True
    assert data["next"] == found.next
    assert from_json(Check, data) == found
    assert data["plays"][0]["matchups"][0]["own"]["phases"][0] == list(found.plays[0].matchups[0].own.phases[0])
    assert data["limits"]["play"] == 4.0


def test_the_end_of_a_long_traceback_is_shown(checked):
    source = f"""
def down(depth):
    return down(depth - 1) if depth else 1 / 0

def phasedout_play({ARGUMENTS}):
    return down(9)
"""
    text = check_text(checked(source), 80)
    assert "    | ...\n" in text
    assert "    | ZeroDivisionError: division by zero" in text


def test_a_long_call_is_printed_once_at_the_end():
    call = f"phazed_play({'0' * 100})"
    found = found_of(plays_of(side(), changed=Evidence(1, call), held=Evidence(2, call, "(3, ...)")))
    text = check_text(found, 80)
    assert text.count("... [1]\n") == 2
    assert f"\n\n[1]\n{call}\n\nVerdict\n" in text
    assert text.count(call) == 1


def test_an_opponent_without_games_is_not_mentioned():
    plays = plays_of(side())
    nobody = Matchup("@expert", 0, 0.0, 0.0, 1.0, 0, side(), side())
    found = found_of(plays._replace(matchups=(*plays.matchups, nobody)))
    assert "@expert" not in found.verdict
    assert "\n  @expert" not in check_text(found, 80)


def test_times_and_shares_are_readable():
    lines = "\n".join(lines_before_the_calls(found_of(plays_of(side(((20, 10), (0, 0))))), 100))
    assert "A play takes 1 ms on average, 95 % of plays less than 2 ms, and the slowest 0.70 s (limit 4 s)." in lines
    assert "10/20  50 %   50 %" in lines
    assert "never due" in lines


def test_only_calls_exceed_the_width(checked):
    found = checked(CITIZEN + "def phasedout_is_valid_play(*arguments):\n    return [False] * 50")
    for width in (80, 100):
        assert max(map(len, lines_before_the_calls(found, width))) <= width
    _, _, calls = check_text(found, 80).partition("\n\nCalls to paste")
    assert "\n[1]\nphasedout_is_valid_play(" in calls


def test_slow_calls_are_listed(checked):
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
    text = check_text(checked(source), 80)
    assert "The slowest calls: " in text
    assert "[1]\nphasedout_play(" in text
