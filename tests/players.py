"""Positions for the tests of players, on top of those in `positions`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any

from phazed.game.view import View
from phazed.rules.rulesets import RULESETS
from positions import position

if TYPE_CHECKING:
    from random import Random

    from phazed.rules.state import HandState


def seen(game: str, **given: Any) -> View:
    """What a player sees in the position."""
    return View.from_course(RULESETS[game], *position(game, **given))


def seen_with_due(game: str, phase: int, **given: Any) -> View:
    """The same where that phase is due for seat 0, and no other."""
    others = [other for other in range(1, 8) if other != phase]
    return seen(game, done={0: others if game == "phazed_bonus" else phase - 1}, **given)


LAID = {0: (1, "2S 2S 2C / 5S 5S AS")}


def seen_after_laying(game: str, **given: Any) -> View:
    """Seat 0 has laid its first phase in the first round and thrown the nine; now it has four cards, or five."""
    sets = [["2S", "2S", "2C"], ["5S", "5S", "AS"]]
    phase = (3, sets if game == "phasedout" else (1, sets))
    others = [(seat, [(1, "XX"), (5, card)]) for seat, card in ((1, "KC"), (2, "QC"), (3, "JC"))]
    history = [(0, [(1, "XX"), phase, (5, "9D")]), *others]
    return seen(game, **{"laid": LAID, "history": history, "discard": "JC", **given})


def seen_when_blocked(game: str) -> list[View]:
    """Seat 0 can lay cards off but not end its turn: in a game, with a card too few, and beyond the last stage."""
    begun = "5C 7H 0S QD 8D / 9S QS KC"
    laying = (3, (3, [["5C", "7H", "0S", "QD"], ["9S", "QS", "KC"]]))
    given = {"laid": {0: (3, begun)}, "plays": [(1, "XX"), laying, (4, ("8D", (0, 0, 4)))], "done": {0: 3}}
    beyond = {**LAID, 1: (3, "KS KS KH KH KD KD KC / 9S QS KC")}
    return [
        seen(game, hand="4D 5S JH", **given),
        seen(game, hand="4D JH", **given),
        seen(game, hand="2D 9C", laid=beyond, done={0: 1, 1: 3}),
    ]


PHASES = [
    ("phazed", 1, "2S 2S 2C 5S 5S AS 9C JD 3H KD 7C"),
    ("phazed", 2, "2C 7C 7C 8C JC QC AH 3H 4D KD 9S"),
    ("phazed", 3, "3S 8C 0D KS 6C 9D 9S 9S AH 2D 2H"),
    ("phazed", 4, "2D 2H 2S 2S 7D 7D 7H 7S KD 9C JD"),
    ("phazed", 5, "QC KS 2D 3H 4C 5S 6S 7H 7C 7D JD"),
    ("phazed", 6, "3S 8C 0C KS 2D 9H 0D KH 4C 4D 2C"),
    ("phazed", 7, "KC 2S 3C 4C 7C 7D 7D 7S 9H JD 9S"),
    ("phasedout", 1, "2S 2S 2C 5S 5S AS 9C JD 3H KD 7C"),
    ("phasedout", 2, "2C 7C 7C 8C JC QC AH 3H 4D KD 9S"),
    ("phasedout", 3, "2D 2H 2S 2S 7D 7D 7H 7S KD 9C JD"),
    ("phasedout", 4, "2S 3D 4C 5D 6C 7D 8H 9S 7C KD JD"),
    ("phasedout", 5, "2C 3S 4C 5C 7C 7D 7D 7S 9H JD 9S"),
]
BONUS_PHASES = [("phazed_bonus", phase, hand) for game, phase, hand in PHASES if game == "phazed"]


def with_hidden_cards_mixed(state: HandState, mixer: Random) -> HandState:
    """The same state with other cards in the other hands and in the deck."""
    others = [seat for seat in range(4) if seat != state.seat]
    hidden = [*chain.from_iterable(state.hands[seat] for seat in others), *state.deck[state.drawn :]]
    mixer.shuffle(hidden)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in hands[seat])
    return state._replace(hands=tuple(hands), deck=(*state.deck[: state.drawn], *hidden))
