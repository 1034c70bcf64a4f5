"""A game told in text: every hand, every turn and the end, in blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from phazed.bots import make
from phazed.game.games import Dealt, GameEnded, HandEnded, Played, PlayerError, shuffles, start
from phazed.game.matchlog import MatchLog
from phazed.game.narration import narrate
from phazed.game.records import loads, replay
from phazed.game.referee import referee
from phazed.game.render import COLOURED, PLAIN
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.state import apply
from phazed.text import columns

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ["Ann", "Bob", "Cy", "Dee"]


def golden(game):
    record = loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))
    return list(replay(record)), record.names


def told(game, style=PLAIN, **options):
    events, names = golden(game)
    return list(narrate(style, events, names, **options))


@pytest.mark.parametrize("game", RULESETS)
def test_a_game_is_told_in_a_block_for_each_deal_turn_and_end(game):
    events, _ = golden(game)
    turns = sum(isinstance(event, Played) and not event.after.plays for event in events)
    hands = sum(isinstance(event, Dealt) for event in events)
    assert len(told(game)) == hands + turns + hands + 1


def test_a_hand_begins_with_the_dealer_and_all_cards_open():
    first = told("phazed")[0]
    assert "Hand 1, dealt by Ann" in first
    assert "Deck: 63 cards. Discard: KD" in first
    assert "2H 2S 2S 3S 4D 4H 9C JC KH AC" in first
    assert "Hand 2, dealt by Bob" in "\n".join(told("phazed"))


def test_a_turn_is_told_in_a_sentence():
    assert told("phazed")[1:4] == [
        "Bob takes KD; lays phase 1: 2H 2S 2S | KD KH AC; discards JC.",
        "Cy draws 8H; discards 9S.",
        "Dee draws 8H; discards 5D.",
    ]


def test_every_play_of_a_game_is_told_once():
    events, _ = golden("phazed_bonus")
    text = "\n".join(told("phazed_bonus", width=10_000))
    for word, kind in (
        (" draws ", 1),
        (" takes ", 2),
        (" lays phase ", 3),
        (" adds ", 4),
        (" discards ", 5),
        (" skips ", 6),
    ):
        assert text.count(word) == sum(isinstance(event, Played) and event.play[0] == kind for event in events) > 0


def test_a_hand_ends_with_the_points_and_why():
    ends = [block for block in told("phazed") if "The hand has ended: " in block]
    events, _ = golden("phazed")
    ended = [event for event in events if isinstance(event, HandEnded)]
    assert len(ends) == len(ended)
    for block, event in zip(ends, ended):
        assert all(f", {score} in all" in block for score in event.standing.scores)


def test_a_game_ends_with_the_ranking():
    *_, ending = told("phazed")
    assert ending.splitlines() == [
        "",
        "The game is over after 9 hands",
        "1st  Bob  7/7  239 points",
        "2nd  Cy   6/7  276 points",
        "3rd  Ann  5/7  317 points",
        "4th  Dee  1/7  715 points",
    ]


def test_one_hand_is_not_hands():
    *_, ending = narrate(PLAIN, [GameEnded(start(PHAZED)._replace(hands=1), None)], NAMES)
    assert ending.splitlines()[1] == "The game is over after 1 hand"


@pytest.mark.parametrize("game", RULESETS)
def test_a_log_is_told_as_its_record_is(game):
    log = MatchLog((GOLDEN / f"{game}.log").read_text(encoding="utf-8"))
    assert list(narrate(PLAIN, log.events(), log.names)) == told(game)


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("style", [PLAIN, COLOURED], ids=["plain", "coloured"])
@pytest.mark.parametrize("width", [40, 64, 100])
def test_no_line_is_wider_than_the_terminal(game, style, width):
    lines = "\n".join(told(game, style, width=width)).splitlines()
    assert max(map(columns, lines)) <= width


def test_colours_are_there_only_where_they_are_asked_for():
    assert all("\x1b[" not in block and block.isascii() for block in told("phazed_bonus"))
    assert all("\x1b[" in block for block in told("phazed_bonus", COLOURED))


def error(seat, reason):
    return PlayerError(seat, "illegal", reason, call="", answer="", traceback="")


def test_an_error_ends_the_game_with_its_reason():
    standing = start(PHAZED)
    *_, ending = narrate(PLAIN, [GameEnded(standing, error(2, "the turn is over (rule 6.5)"))], NAMES)
    assert ending.strip() == "Cy made an error, which ends the game: the turn is over (rule 6.5)"


def test_the_plays_before_an_error_in_the_same_turn_are_told():
    standing = start(PHAZED)
    dealt = standing.deal(PHAZED.deck)
    events = [
        Dealt(standing, dealt),
        Played(dealt, (1, None), apply(dealt, (1, None))),
        GameEnded(standing, error(1, "no")),
    ]
    first, turn, ending = narrate(PLAIN, events, NAMES)
    assert "dealt by Ann" in first
    assert turn == "Bob draws QD."
    assert "Bob made an error" in ending


def test_a_game_is_told_as_it_is_played():
    """Nobody waits for the end: each block comes with the event that completes it."""
    asked = 0

    def counted():
        nonlocal asked
        for event in referee(PHAZED, [make("greedy", PHAZED, 0)] * 4, shuffles(PHAZED, 1)):
            asked += 1
            yield event

    blocks = narrate(PLAIN, counted(), NAMES)
    assert "Hand 1" in next(blocks)
    assert asked == 1
    assert next(blocks).startswith("Bob ")
    assert asked <= 4
