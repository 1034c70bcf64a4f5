"""The meaning of the numbers in observations and actions, by name.

>>> OBSERVATION["hand"].slice, ACTIONS["discard"].slice
(slice(0, 53, None), slice(77, 129, None))
>>> [describe(action) for action in (0, 1, 2, 9, 61, 62, 78, 130, 139)]
['draw', 'take', 'phase 1', 'card 2S', 'spot 0.0 end', 'spot 0.0 start', 'discard 2C', 'skip 2', 'lay_off_all']

Cards are numbered by value and suit: `2S` is 0, `2C` 1, `2H` 2, `2D` 3, `3S` 4, and so on to `AD`, 51; the joker is 52.
`CARDS` lists them. Seats are numbered relative to the observer, who is 0; 1 plays next. A group's number is twice its
seat's number, plus one for the second group of a phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.core import constants, layout
from phazed.core.encoding import NAMES
from phazed.rules.cards import ACE_POINTS
from phazed.rules.rulesets import BONUS, HAND_SIZE, MAX_TURNS, RULESETS, SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

CARDS = tuple(NAMES)
PHASES = max(len(rules.phases) for rules in RULESETS.values())
MAX_HANDS = max(rules.max_hands for rules in RULESETS.values())
FACES = len(CARDS) - 1
GROUPS = 2 * SEATS
SPOTS = 2 * GROUPS
HAND_ROOM = HAND_SIZE + 1
"""Number of cards in a hand after the pick-up."""
OBSERVATION_SIZE = int(layout.OBSERVATION_SIZE)
ACTION_COUNT = int(layout.ACTIONS)


class Part(NamedTuple):
    """A part of an observation or of the actions."""

    start: int
    shape: tuple[int, ...]
    high: int
    """The largest possible number."""
    meaning: str

    @property
    def size(self) -> int:
        size = 1
        for length in self.shape:
            size *= length
        return size

    @property
    def slice(self) -> slice:
        return slice(self.start, self.start + self.size)


OBSERVATION = {
    "hand": Part(layout.AT_HAND, (len(CARDS),), 4, "number of copies of each card in the observer's hand"),
    "discard": Part(layout.AT_DISCARD, (len(CARDS),), 1, "the top discard"),
    "pile": Part(layout.AT_PILE, (len(CARDS),), 4, "number of copies of each card in the discard pile"),
    "known": Part(
        layout.AT_KNOWN,
        (SEATS - 1, len(CARDS)),
        4,
        "cards that seats 1 to 3 took from the pile and have not played since",
    ),
    "groups": Part(layout.AT_GROUPS, (GROUPS, layout.GROUP_WIDTH), len(BONUS.deck), "the groups on the table"),
    "completed": Part(layout.AT_COMPLETED, (SEATS, PHASES), 1, "the phases that each seat has completed"),
    "laid": Part(layout.AT_LAID, (SEATS, PHASES), 1, "the phase that each seat has laid in this hand"),
    "sizes": Part(layout.AT_SIZES, (SEATS,), HAND_ROOM, "number of cards of each seat"),
    "skips": Part(layout.AT_SKIPS, (SEATS,), 1, "seats that will miss their next turn"),
    "scores": Part(
        layout.AT_SCORES, (SEATS,), MAX_HANDS * HAND_ROOM * ACE_POINTS, "points of each seat in the previous hands"
    ),
    "hand_number": Part(layout.AT_HAND_NUMBER, (1,), MAX_HANDS, "number of previous hands"),
    "deck": Part(layout.AT_DECK, (1,), len(BONUS.deck), "number of cards left to draw"),
    "turns": Part(layout.AT_TURNS, (1,), MAX_TURNS * SEATS, "number of completed turns of the hand"),
    "picked_up": Part(layout.AT_PICKED_UP, (1,), 1, "1 if the acting seat has picked up a card"),
    "laying": Part(layout.AT_LAYING, (PHASES,), 1, "the phase that the observer is laying card by card"),
    "first": Part(layout.AT_FIRST, (len(CARDS),), 2, "the cards so far in that phase's first group"),
    "second": Part(layout.AT_SECOND, (len(CARDS),), 2, "the cards so far in that phase's second group"),
    "chosen": Part(layout.AT_CHOSEN, (len(CARDS),), 1, "the card that the observer is about to lay off"),
}
"""The parts of an observation, in order."""

GROUP = {
    "kind": Part(0, (4,), 1, "a set of one value, a set of one suit, a run, an accumulation; none: no group"),
    "suits": Part(layout.GROUP_SUITS, (4,), 1, "suits S, C, H, D whose naturals may join"),
    "end": Part(layout.GROUP_END, (layout.JOINERS,), 1, "values 2 to K and the ace that may join at the end"),
    "start": Part(layout.GROUP_START, (layout.JOINERS,), 1, "values 2 to K and the ace that may join at a run's start"),
    "length": Part(layout.GROUP_LENGTH, (1,), len(BONUS.deck), "number of cards"),
    "total": Part(layout.GROUP_TOTAL, (1,), int(constants.LAST_STAGE), "sum of an accumulation"),
}
"""The parts of one group. In sets and runs an ace can have any suit; in accumulations its suit matters."""

ACTIONS = {
    "draw": Part(layout.ACT_DRAW, (1,), 0, "draw from the deck"),
    "take": Part(layout.ACT_TAKE, (1,), 0, "take the top discard"),
    "phase": Part(layout.ACT_PHASE, (PHASES,), 0, "start to lay phase 1 to 7, card by card"),
    "card": Part(layout.ACT_CARD, (FACES,), 0, "the next card of that phase or, without one, a card to lay off"),
    "spot": Part(
        layout.ACT_SPOT, (GROUPS, 2), 0, "lay off the chosen card at that group's end (0) or, for a run, its start (1)"
    ),
    "discard": Part(layout.ACT_DISCARD, (FACES,), 0, "discard a card, which ends the turn"),
    "skip": Part(layout.ACT_SKIP, (SEATS - 1,), 0, "discard a joker, so that seat 1 to 3 misses its next turn"),
    "lay_best": Part(layout.ACT_LAY_BEST, (PHASES,), 0, "lay phase 1 to 7 in the way that leaves the fewest cards"),
    "lay_off_all": Part(layout.ACT_LAY_OFF_ALL, (1,), 0, "lay off as many cards as possible"),
}
"""The kinds of actions, in order."""

OFFERED = {"cards": layout.CARD_BY_CARD, "macros": layout.MACROS, "all": layout.ALL_ACTIONS}
"""The sets of available actions: single cards; `lay_best` and `lay_off_all` instead; or both."""
REWARDS = {"win": layout.WINS, "zero_sum": layout.ZERO_SUM, "shaped": layout.SHAPED}
"""Reward schemes: winning, shared in a tie; winning minus 1/4; or a reward for phases and few points as well."""


def chosen(name: str, value: str, among: dict[str, int]) -> int:
    """Return the number for an option's value; for an unknown value, raise `ValueError` that lists the known values.

    >>> chosen("actions", "cards", OFFERED)
    0
    """
    if value not in among:
        raise ValueError(f"{name}={value!r}: choose one of {', '.join(map(repr, among))}")
    return int(among[value])


def describe(action: int) -> str:
    """Return an action in words; seats and groups are numbered relative to the acting seat."""
    if not 0 <= action < ACTION_COUNT:
        raise ValueError(f"an action must be from 0 to {ACTION_COUNT - 1}, not {action}")
    name, part = max((item for item in ACTIONS.items() if item[1].start <= action), key=lambda item: item[1].start)
    place = action - part.start
    if name in ("card", "discard"):
        return f"{name} {CARDS[place]}"
    if name == "spot":
        return f"spot {place // 4}.{place // 2 % 2} {'start' if place % 2 else 'end'}"
    return name if part.size == 1 else f"{name} {place + 1}"


def parts(observation: Any, layout: dict[str, Part] = OBSERVATION) -> dict[str, Any]:
    """Split observations along the last axis into parts by name, which are views, not copies.

    >>> import numpy
    >>> {name: part.shape for name, part in parts(numpy.zeros((5, OBSERVATION_SIZE))).items()}["known"]
    (5, 3, 53)
    """
    before: Sequence[int] = observation.shape[:-1]
    return {
        name: observation[..., part.slice].reshape((*before, *(part.shape if part.size > 1 else ())))
        for name, part in layout.items()
    }
