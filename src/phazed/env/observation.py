"""Observations on top of the rules: one seat's view of a game, as an array.

`phazed.env.layout` names the parts. An observation includes the scores and the number of the hand, which everyone at a
table knows, although the course's functions do not receive them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.core import constants, layout
from phazed.core.encoding import CODES
from phazed.env.extra import needs
from phazed.env.layout import OBSERVATION_SIZE, parts
from phazed.rules.cards import HIGHEST, LOWEST, SUIT, VALUE, total_worth
from phazed.rules.groups import Accumulation, Run, SameSuit, SameValue, next_stage
from phazed.rules.plays import DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import SEATS

with needs("env"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phazed.env.actions import Progress
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play
    from phazed.rules.state import HandState

    Array = np.ndarray[Any, np.dtype[np.int16]]

_KINDS = {
    SameValue: constants.VALUE_SET,
    SameSuit: constants.SUIT_SET,
    Run: constants.RUN,
    Accumulation: constants.TOTAL,
}
_SUITS = "SCHD"
_COLOURS = ("SC", "HD")
_ACE = int(constants.ACE)


def observe(
    state: HandState, seat: int, scores: Sequence[int], hand_number: int, progress: Progress | None = None
) -> Array:
    """Return a seat's observation; `progress` contains the seat's choices if it is acting."""
    observation: Array = np.zeros(OBSERVATION_SIZE, dtype=np.int16)
    part = parts(observation)
    _count(part["hand"], state.hands[seat])
    _count(part["pile"], state.pile)
    _count(part["discard"], state.pile[-1:])
    known = known_cards(state)
    for place in range(SEATS):
        other = (seat + place) % SEATS
        if place:
            _count(part["known"][place - 1], known[other])
        for phase in state.rules.completed(state.status[other]):
            part["completed"][place, phase - 1] = 1
        laid, groups = state.table[other]
        if laid is not None:
            part["laid"][place, laid - 1] = 1
            for number, (kind, group) in enumerate(zip(state.rules.phases[laid - 1], groups)):
                part["groups"][2 * place + number] = group_numbers(kind, group)
        part["sizes"][place] = len(state.hands[other])
        part["skips"][place] = state.skips[other]
        part["scores"][place] = scores[other]
    observation[layout.AT_HAND_NUMBER] = hand_number
    observation[layout.AT_DECK] = len(state.deck) - state.drawn
    observation[layout.AT_TURNS] = state.turns
    observation[layout.AT_PICKED_UP] = bool(state.plays)
    if progress is not None:
        if progress.phase is not None:
            part["laying"][progress.phase - 1] = 1
        for name, group in zip(("first", "second"), progress.groups):
            _count(part[name], group)
        if progress.card is not None:
            part["chosen"][CODES[progress.card]] = 1
    return observation


def known_cards(state: HandState) -> list[list[Card]]:
    """Return, for each seat, the cards that it took from the pile and has not played since."""
    known: list[list[Card]] = [[] for _ in range(SEATS)]
    for seat, plays in (*state.history, (state.seat, state.plays)):
        for play in plays:
            if play[0] == TAKE:
                known[seat].append(play[1])
            for card in _cards_of(play):
                if card in known[seat]:
                    known[seat].remove(card)
    return known


def _cards_of(play: Play) -> Iterable[Card]:
    """Return the cards that leave the hand with the play."""
    kind, content = play
    if kind in (DRAW, TAKE, SKIP):
        return ()
    if kind == LAY_PHASE:
        return [card for group in phase_and_groups(content)[1] for card in group]
    return (content[0],) if kind == LAY_OFF else (content,)  # type: ignore[index, return-value]


def group_numbers(kind: GroupKind, group: Cards) -> Array:
    """Return the numbers for one group: its kind, the cards that may join it, its length and its sum.

    >>> from phazed.env.layout import GROUP
    >>> from phazed.rules.groups import SET_OF_3
    >>> {name: part.tolist() for name, part in parts(group_numbers(SET_OF_3, ("3S", "3D", "AH")), GROUP).items()}["end"]
    [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    """
    numbers: Array = np.zeros(layout.GROUP_WIDTH, dtype=np.int16)
    numbers[_KINDS[type(kind)] - 1] = 1
    numbers[layout.GROUP_LENGTH] = len(group)
    natural = next((card for card in group if VALUE[card]), group[0])
    suits = _SUITS
    if isinstance(kind, SameSuit):
        suits = SUIT[natural]
    elif kind.one_colour:
        suits = _COLOURS[SUIT[group[0] if isinstance(kind, Accumulation) else natural] in _COLOURS[1]]
    for suit in suits:
        numbers[layout.GROUP_SUITS + _SUITS.index(suit)] = 1
    if isinstance(kind, Accumulation):
        total = total_worth(group)
        numbers[layout.GROUP_TOTAL] = total
        gap = (next_stage(total) or total) - total
        _flag(numbers, layout.GROUP_END, [value for value in range(LOWEST, HIGHEST + 1) if value <= gap], ace=gap > 0)
    elif isinstance(kind, Run):
        before, after = kind.ends(group)
        for at, value in ((layout.GROUP_START, before), (layout.GROUP_END, after)):
            if value is not None:
                _flag(numbers, at, [value], ace=True)
    else:
        every = isinstance(kind, SameSuit)
        _flag(numbers, layout.GROUP_END, range(LOWEST, HIGHEST + 1) if every else [VALUE[natural]], ace=True)
    return numbers


def _flag(numbers: Array, at: int, values: Iterable[int], *, ace: bool) -> None:
    for value in values:
        numbers[at + value - LOWEST] = 1
    numbers[at + _ACE] = ace


def _count(counts: Array, cards: Iterable[Card]) -> None:
    for card in cards:
        counts[CODES[card]] += 1


def high() -> Array:
    """Return the largest possible number at each index of an observation."""
    from phazed.env.layout import GROUP, GROUPS, OBSERVATION

    found: Array = np.zeros(OBSERVATION_SIZE, dtype=np.int16)
    for part in OBSERVATION.values():
        found[part.slice] = part.high
    for group in range(GROUPS):
        for part in GROUP.values():
            start = layout.AT_GROUPS + layout.GROUP_WIDTH * group + part.start
            found[start : start + part.size] = part.high
    return found
