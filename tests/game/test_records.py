"""Records: what is written is read back, and whatever is wrong is found and placed."""

from __future__ import annotations

import json
import pickle

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from phazed.bots import make
from phazed.game.games import GameEnded
from phazed.game.records import InvalidRecord, dumps, line_of, loads, record_of, replay
from phazed.game.referee import play_game
from phazed.rules.cards import POINTS
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS


def game(rules, seed=1):
    return play_game(rules, [make("greedy", rules, 0)] * 4, seed=seed, names=["Ann", "Bob", 'C"y\\', "Dée"])


def error_game():
    players = [make("greedy", PHAZED, 0)] * 3 + [lambda *arguments: (5, "ZZ")]
    return play_game(PHAZED, players, seed="a seed may be text")


RECORD = game(PHAZED)
DATA = json.loads(dumps(RECORD))


def altered(change):
    data = json.loads(dumps(RECORD))
    change(data)
    return json.dumps(data, indent=2)


def complaint(text):
    with pytest.raises(InvalidRecord) as error:
        list(replay(loads(text)))
    return error.value


@pytest.mark.parametrize("record", [game(rules) for rules in RULESETS.values()] + [error_game()])
def test_a_record_survives_json_and_replays_to_itself(record):
    again = loads(dumps(record))
    assert again == record
    events = list(replay(again))
    assert type(events[-1]) is GameEnded
    assert record_of(again.rules, events, seed=again.seed, names=again.names) == record


def test_an_error_keeps_its_call():
    error = loads(dumps(error_game())).outcome.error
    assert error.seat == 3
    assert error.call.startswith("phazed_play(3, [")


def test_a_changed_play_is_found_with_hand_and_play():
    def change(data):
        data["hands"][2]["plays"][1] = "discard ZZ"

    text = altered(change)
    error = complaint(text)
    assert error.where == "hand 2, play 1"
    assert "discard" in error.what
    assert '"discard ZZ"' in text.splitlines()[line_of(text, error.where) - 1]


def test_a_changed_card_in_a_deck_is_found():
    def change(data):
        deck = data["hands"][0]["deck"].split()
        deck[50] = "2S" if deck[50] != "2S" else "3S"
        data["hands"][0]["deck"] = " ".join(deck)

    text = altered(change)
    error = complaint(text)
    assert error.where == "hand 0, deck"
    assert "too many: 2S" in error.what or "too many: 3S" in error.what
    assert '"deck"' in text.splitlines()[line_of(text, error.where) - 1]


def test_a_missing_play_is_found():
    error = complaint(altered(lambda data: data["hands"][-1]["plays"].pop()))
    assert "expected another play by player" in error.what


def test_a_play_too_many_is_found():
    error = complaint(altered(lambda data: data["hands"][0]["plays"].append("draw")))
    assert "the hand is over" in error.what


def test_a_missing_hand_is_found():
    error = complaint(altered(lambda data: data["hands"].pop()))
    assert error.where == "outcome"
    assert "expected another hand" in error.what


def test_a_hand_too_many_is_found():
    error = complaint(altered(lambda data: data["hands"].append(data["hands"][0])))
    assert "expected no more hands" in error.what


@pytest.mark.parametrize("field", ["scores", "ranks", "status"])
def test_a_changed_outcome_is_found(field):
    def change(data):
        values = data["outcome"][field]
        values[0] = values[0] + 1 if values[0] < 7 else values[0] - 1

    text = altered(change)
    error = complaint(text)
    assert error.where == "outcome"
    assert f"expected {field}" in error.what
    assert '"outcome"' in text.splitlines()[line_of(text, error.where) - 1]


def test_a_changed_number_of_hands_is_found():
    error = complaint(altered(lambda data: data["outcome"].update(hands=3)))
    assert "expected hands" in error.what


def test_an_error_that_was_none_is_found():
    """A hand that is not over needs an error to end it, and only the last hand can be such a one."""

    def change(data):
        data["hands"][0]["plays"].pop()
        data["outcome"]["error"] = {**dict.fromkeys(["kind", "reason", "call", "answer", "traceback"], ""), "seat": 0}
        data["outcome"]["ranks"] = None

    assert complaint(altered(change)).where.startswith("hand 0")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "expected JSON"),
        ("[" * 100_000, "expected JSON"),
        ("[]", '"format": "phazed-record"'),
        ('{"format": "phazed-record"}', '"version": 1'),
        ('{"format": "phazed-record", "version": 2}', '"version": 1'),
        ('{"format": "phazed-record", "version": 1}', 'a string as "game"'),
        (altered(lambda data: data.update(game="bridge")), "there is no game 'bridge'"),
        (altered(lambda data: data.update(players=["a"])), 'four strings as "players"'),
        (altered(lambda data: data.update(players=[1, 2, 3, 4])), 'four strings as "players"'),
        (altered(lambda data: data.update(hands=None)), 'a list as "hands"'),
        (altered(lambda data: data.update(hands=[5])), 'a string as "deck"'),
        (altered(lambda data: data["hands"][0].update(deck="2S 10S")), "'10S' is not a card"),
        (altered(lambda data: data["hands"][0].update(plays=["fold"])), "'fold' is not a play"),
        (altered(lambda data: data["hands"][0].update(plays=[None])), "'None' is not a play"),
        (altered(lambda data: data.update(outcome=[])), 'an object as "outcome"'),
        (altered(lambda data: data["outcome"].update(status=[9, 0, 0, 0])), "whole number from 0 to 7"),
        (altered(lambda data: data["outcome"].update(scores=5)), 'a list as "scores"'),
        (altered(lambda data: data["outcome"].update(error={"seat": "0"})), 'a whole number as "seat"'),
    ],
)
def test_what_is_no_record_is_refused_with_what_was_expected(text, what):
    assert what in str(complaint(text))


@given(st.data())
@settings(deadline=None, max_examples=60)
def test_any_card_of_other_points_in_any_play_is_noticed(data):
    """A record that differs so in one play never replays to the same outcome; with equal points, a throw can."""
    hand = data.draw(st.integers(0, len(DATA["hands"]) - 1))
    place = data.draw(st.integers(0, len(DATA["hands"][hand]["plays"]) - 1))
    words = DATA["hands"][hand]["plays"][place].split()
    cards = [number for number, word in enumerate(words) if word in PHAZED.cards]
    assume(cards)
    number = data.draw(st.sampled_from(cards))
    other = data.draw(st.sampled_from(sorted(c for c in PHAZED.cards if POINTS[c] != POINTS[words[number]])))
    words[number] = other

    def change(record):
        record["hands"][hand]["plays"][place] = " ".join(words)

    assert complaint(altered(change))


@pytest.mark.parametrize("where", ["record", "hand 99", "hand 99, play 1", "line 7"])
def test_a_place_that_is_not_in_the_text_has_no_line(where):
    assert line_of(dumps(RECORD), where) is None


def test_the_line_of_a_play_beyond_the_last_is_that_of_its_hand():
    text = dumps(RECORD)
    assert line_of(text, "hand 1, play 9999") == line_of(text, "hand 1")
    assert line_of('{"deck": ""}', "hand 0, play 0") == 1


@pytest.mark.parametrize("rules", [BONUS, PHASEDOUT], ids=str)
def test_the_default_names_are_the_seats(rules):
    assert play_game(rules, [make("random", rules, 1)] * 4, seed=1).names[3] == "Player 3"


def test_an_error_of_somebody_else_is_found():
    def change(record):
        return record._replace(outcome=record.outcome._replace(error=record.outcome.error._replace(seat=2)))

    with pytest.raises(InvalidRecord, match="expected an error by player 3, whose turn it is, not by player 2"):
        list(replay(change(error_game())))


def test_an_error_after_the_last_hand_is_found():
    error = error_game().outcome.error
    record = RECORD._replace(outcome=RECORD.outcome._replace(error=error, ranks=None))
    with pytest.raises(InvalidRecord, match="expected no error, because every hand was completed"):
        list(replay(record))


def test_what_was_wrong_survives_pickling():
    error = pickle.loads(pickle.dumps(InvalidRecord("line 3", "expected more")))
    assert (error.where, error.what) == ("line 3", "expected more")
