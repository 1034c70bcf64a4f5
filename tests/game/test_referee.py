"""The referee: what it hands out, what it accepts, and how it names an error."""

from __future__ import annotations

import random

import pytest

import phazed
from phazed.bots import make
from phazed.game.games import Dealt, GameEnded, HandEnded, Played, shuffled, start
from phazed.game.referee import Unplayable, play_game, referee
from phazed.game.view import view
from phazed.rules.course import explain
from phazed.rules.plays import LAY_OFF
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.state import advance

COURSE = {"phazed": phazed.phazed_play, "phazed_bonus": phazed.phazed_bonus, "phasedout": phazed.phasedout_play}


def random_players(rules, seed=0):
    return [make("random", rules, f"{seed}/{seat}") for seat in range(4)]


def first_error(player, rules=PHAZED, seed=1):
    record = play_game(rules, [player] * 4, seed=seed)
    assert record.outcome.ranks is None
    return record.outcome.error


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_a_game_of_our_players_ends_without_an_error(rules):
    record = play_game(rules, random_players(rules), seed=3, names=["a", "b", "c", "d"])
    assert record.outcome.error is None
    assert record.names == ("a", "b", "c", "d")
    assert sorted(record.outcome.ranks)[0] == 1


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_course_functions_play_a_whole_game(rules):
    record = play_game(rules, [COURSE[rules.name]] * 4, seed=5)
    assert record.outcome.error is None


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_a_course_function_and_its_player_make_the_same_game(rules):
    by_view = play_game(rules, [make("expert", rules, None) for _ in range(4)], seed=8)
    by_arguments = play_game(rules, [COURSE[rules.name]] * 4, seed=8)
    assert by_view == by_arguments


def test_the_same_seed_makes_the_same_game():
    assert play_game(PHAZED, random_players(PHAZED), seed=4) == play_game(PHAZED, random_players(PHAZED), seed=4)


@pytest.mark.no_cover
def test_what_a_bot_draws_at_random_never_changes_a_deal():
    def wasteful(*arguments):
        random.random()
        return phazed.phazed_play(*arguments)

    random.seed(1)
    one = play_game(PHAZED, [wasteful] * 4, seed=6)
    random.seed(2)
    assert play_game(PHAZED, [wasteful] * 4, seed=6) == one
    assert one.hands[1].deck == shuffled(PHAZED, 6, 1) != one.hands[0].deck


def test_the_referee_tells_every_event_to_the_watcher():
    seen = []
    record = play_game(PHASEDOUT, random_players(PHASEDOUT), seed=2, watch=seen.append)
    kinds = [type(event) for event in seen]
    assert kinds.count(Dealt) == kinds.count(HandEnded) == record.outcome.hands
    assert kinds.count(Played) == sum(len(hand.plays) for hand in record.hands)
    assert kinds[0] is Dealt
    assert kinds[-1] is GameEnded


@pytest.mark.no_cover
def test_bots_get_fresh_copies_and_cannot_change_the_game():
    def vandal(player_id, table, turn_history, phase_status, hand, discard):
        answer = phazed.phazed_play(player_id, table, turn_history, phase_status, hand, discard)
        for _, groups in table:
            for group in groups:
                group.clear()
        for _, plays in turn_history:
            for _, content in plays:
                if isinstance(content, tuple) and isinstance(content[1], list):
                    content[1].clear()
            plays.clear()
        for each in (table, turn_history, phase_status, hand):
            each.clear()
        return answer

    assert play_game(PHAZED, [vandal] * 4, seed=9) == play_game(PHAZED, [phazed.phazed_play] * 4, seed=9)


def test_an_illegal_play_is_the_offenders_error_with_rule_and_call():
    error = first_error(lambda *arguments: (1, None))
    assert (error.seat, error.kind) == (1, "illegal")
    assert error.reason == "a card has already been picked up in this turn (rule 6.1)"
    assert error.answer == "(1, None)"


def test_the_call_of_an_error_can_be_pasted_and_shows_it_again():
    def thrower(player_id, table, turn_history, phase_status, hand, discard):
        return (5, "ZZ") if turn_history and turn_history[-1][0] == player_id else (1, None)

    error = first_error(thrower)
    arguments = eval(error.call, {"phazed_play": lambda *a: a})
    assert thrower(*arguments) == (5, "ZZ")
    assert explain(PHAZED, thrower(*arguments), *arguments).rule == "6.7"


def test_an_exception_is_the_offenders_error_with_its_traceback():
    def broken(*arguments):
        raise KeyError("no idea")

    error = first_error(broken)
    assert error.kind == "exception"
    assert error.reason == "KeyError: 'no idea'"
    assert error.answer == ""
    assert "raise KeyError" in error.traceback
    assert "phazed/game/referee.py" not in error.traceback


def test_a_player_with_another_signature_is_told_so():
    error = first_error(lambda hand: (1, None))
    assert error.kind == "exception"
    assert "takes 1 positional argument but 6 were given" in error.reason
    assert error.traceback == f"{error.reason}\n"


def test_leaving_python_is_an_exception_too():
    def quitter(*arguments):
        raise SystemExit(0)

    assert first_error(quitter).reason == "SystemExit: 0"


def test_ctrl_c_is_not_the_bots_error():
    def interrupted(*arguments):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play_game(PHAZED, [interrupted] * 4, seed=1)


@pytest.mark.parametrize(
    "answer", [None, 5, "draw", (1,), (1, None, None), ("1", None), (True, None), (2, ["JS"]), (9, "2S"), {1: None}]
)
def test_an_answer_of_a_wrong_form_is_malformed(answer):
    error = first_error(lambda *arguments: answer)
    assert error.kind == "malformed"
    assert error.reason.endswith("(rule 6.7)")
    assert error.answer == repr(answer)


def test_a_player_that_is_shown_views_is_believed_no_more_than_others():
    class Strange:
        def choose(self, seen):
            return "draw"

    error = first_error(Strange())
    assert (error.kind, error.reason) == ("malformed", "a play must be a list or tuple, not 'draw' (rule 6.7)")


def test_lists_are_as_good_as_tuples():
    def lister(*arguments):
        return listed(phazed.phazed_play(*arguments))

    def listed(value):
        return [listed(item) for item in value] if isinstance(value, (list, tuple)) else value

    assert play_game(PHAZED, [lister] * 4, seed=3) == play_game(PHAZED, [phazed.phazed_play] * 4, seed=3)


def test_an_error_counts_the_hands_played_before_it():
    turns = 0

    def tired(*arguments):
        nonlocal turns
        turns += 1
        return phazed.phazed_play(*arguments) if turns < 150 else None

    record = play_game(PHAZED, [tired] * 4, seed=1)
    assert record.outcome.error.kind == "malformed"
    assert record.outcome.hands == len(record.hands) - 1 > 0
    assert sum(record.outcome.scores) > 0


class Blocker:
    """Plays greedily but adds any card to any accumulation, whether or not it can complete it."""

    def __init__(self, rules):
        self.greedy = make("greedy", rules, 0)

    def choose(self, seen):
        for play in seen.legal_plays:
            if play[0] == LAY_OFF and seen.table[play[1][1][0]][0] in seen.rules.accumulation_phases:
                return play
        return self.greedy.choose(seen)


@pytest.mark.parametrize("rules", [PHAZED, BONUS], ids=str)
def test_a_blocked_hand_is_the_offenders_error(rules):
    events = []
    record = play_game(rules, [Blocker(rules)] * 4, seed=1, watch=events.append)
    error = record.outcome.error
    assert error.kind == "blocked"
    assert "rule 4.6" in error.reason
    last = [event for event in events if isinstance(event, Played)][-1].after
    stuck = advance(last, eval(error.answer))
    assert not view(stuck, stuck.seat).legal_plays
    assert error.seat == stuck.seat


def test_the_referee_stops_when_the_decks_run_out():
    standing = start(PHAZED)
    events = list(referee(PHAZED, random_players(PHAZED), [shuffled(PHAZED, 1, 0)]))
    assert type(events[-1]) is HandEnded
    assert events[0] == Dealt(standing, standing.deal(shuffled(PHAZED, 1, 0)))


class Unreadable(list):
    def __len__(self):
        raise OSError

    def __iter__(self):
        raise OSError

    def __getitem__(self, _):
        raise OSError


def test_an_answer_that_does_not_let_itself_be_read_is_malformed():
    error = play_game(PHAZED, [lambda *_: Unreadable()] * 4, seed=1).outcome.error
    assert (error.kind, error.reason) == ("malformed", "the answer cannot be read (OSError, rule 6.7)")


def test_an_exception_without_words_is_named():
    class Bad(Exception):
        def __str__(self):
            raise TypeError

    def raises(*_):
        raise Bad

    error = play_game(PHAZED, [raises] * 4, seed=1).outcome.error
    assert (error.kind, error.reason) == ("exception", "Bad")


def test_a_game_that_cannot_go_on_is_nobodys_error():
    def stops(*_):
        raise Unplayable("the disk is full")

    with pytest.raises(Unplayable, match="the disk is full"):
        play_game(PHAZED, [stops] * 4, seed=1)
