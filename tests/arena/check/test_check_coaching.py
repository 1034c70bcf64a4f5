"""The verdict on a bot, and what its author should do next."""

from __future__ import annotations

import pytest
from check_results import CITIZEN, found_of, plays_of, side

from phazed.answers.check import (
    Answers,
    Evidence,
    Problem,
    WrongAnswer,
)
from phazed.arena.check.coaching import next_step
from phazed.terminal.check import check_text


def test_a_bot_that_never_lays_a_phase_gets_the_advice_to_do_so(checked):
    found = checked(CITIZEN)
    (plays,) = found.plays
    assert plays.held.times >= 5
    assert plays.held.detail.startswith("(3, [[")
    assert next_step(found).startswith("Have it lay its phase")
    assert "when it could have played (3, [[" in check_text(found, 80)


@pytest.mark.parametrize(
    ("plays", "step"),
    [
        (
            plays_of(side(), held=Evidence(5)),
            "Have it lay its phase when it can: it ended 5 turns without doing so.",
        ),
        (plays_of(side(((20, 0),))), "It never laid phase 1, which was due in 20 hands; @greedy lays it in 50 %"),
        (plays_of(side(lay_offs=1)), "Have it lay off cards once its phase is laid"),
        (plays_of(side(takes=1)), "Have it take the top discard when that helps"),
        (
            plays_of(side(((20, 4),))),
            "Have it keep the cards that its phase needs: it completes phase 1 in 20 % of the hands, @greedy in 50 %.",
        ),
        (
            plays_of(side(((20, 4),), takes=1, lay_offs=1)),
            "Have it keep the cards that its phase needs, and take the top discard when it is one of them: it "
            "completes",
        ),
        (plays_of(side(((90, 40),)), held=Evidence(9)), "Find out why it loses games: phazed review BOT lists"),
        (plays_of(side()), "Find out why it loses games: phazed review BOT lists"),
        (plays_of(side(hands=2)), "Find out why it loses games: phazed review BOT lists"),
    ],
)
def test_the_next_step_is_the_most_useful_one(plays, step):
    assert next_step(found_of(plays)).startswith(step)


def test_a_hint_points_to_the_review_and_a_correction_does_not():
    assert next_step(found_of(plays_of(side(lay_offs=1)))).endswith(" phazed review BOT shows how much this costs.")
    problem = Problem("malformed", "a play is a pair (rule 6.7)", 1, "phazed_play()", "None", "")
    assert "review" not in next_step(found_of(plays_of(side(), problems=(problem,), errors=1)))


def test_an_error_comes_before_everything_else():
    problem = Problem("malformed", "a play is a pair (rule 6.7)", 1, "phazed_play()", "None", "")
    wrong = Answers("phazed_score", 1, (WrongAnswer("phazed_score([])", "0", "1", "", "", 1),), 0, (), (), "")
    found = found_of(plays_of(side(lay_offs=0), problems=(problem,), errors=1), answers=(wrong,))
    assert next_step(found) == "First fix the malformed answer in phazed_play: a play is a pair (rule 6.7)."
    assert "1 malformed answer: a play is a pair" in check_text(found, 80)
    assert next_step(found_of(plays_of(side(lay_offs=0)), answers=(wrong,))).startswith("Correct phazed_score")


@pytest.mark.parametrize(("won", "words"), [(18, "stronger"), (0, "weaker"), (5, "not clearly stronger or weaker")])
def test_the_verdict_says_no_more_than_the_interval(won, words):
    found = found_of(plays_of(side(), won=won))
    assert found.verdict == f"It played 20 games of phazed without an error: {words} than @greedy."
