"""Generators of all the ways to form a group or a phase from a hand.

Each way is yielded once, in a canonical form: cards are sorted in groups other than runs, and two groups of the same
kind are sorted. Equal cards are interchangeable: there is one way, not two, to lay one of two sixes of spades.

>>> from phazed.rules.cards import cards
>>> from phazed.rules.groups import RUN_OF_8
>>> from phazed.rules.rulesets import PHAZED
>>> for groups in phase_ways(PHAZED.phases[0], cards("2H 2S 2S 9C 9D KH AS")):
...     print(groups)
(('2H', '2S', '2S'), ('9C', '9D', 'AS'))
>>> len(list(ways(RUN_OF_8, cards("2S 3S 4H 4S 5D 6D 7C 8C 9C AH"))))
21
"""

from __future__ import annotations

from itertools import combinations

from phazed.rules.cards import ACES, COLOUR, ORDER, SUIT, VALUE, WORTH, total_worth, without
from phazed.rules.groups import MIN_NATURALS, Accumulation, Run, SameSuit, SameValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import TypeVar

    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups

    T = TypeVar("T", int, str)


def phase_ways(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[Groups]:
    """Yield every way to lay one or two groups of these kinds from the hand, which must be sorted."""
    if len(kinds) == 1:
        for group in ways(kinds[0], hand):
            yield (group,)
        return
    first_kind, second_kind = kinds
    if first_kind is not second_kind:  # a run and a set: sets are rarer, so most hands need no search for runs
        for second in ways(second_kind, hand):
            for first in ways(first_kind, without(hand, second)):
                yield (first, second)
        return
    for first in ways(first_kind, hand):  # the second group has no card below the first group's lowest
        earliest = _key(first)
        for second in ways(second_kind, without(hand[hand.index(first[0]) :], first)):
            if _key(second) >= earliest:
                yield (first, second)


def ways(kind: GroupKind, hand: Cards) -> Iterable[Cards]:
    """Return every group of the kind in the hand, which must be sorted."""
    return _WAYS[type(kind)](kind, hand)


def _key(group: Cards) -> list[int]:
    return [ORDER[card] for card in group]


def _choices(cards: Sequence[Card], count: int) -> Iterable[Cards]:
    """Return every distinct choice of `count` cards."""
    return dict.fromkeys(combinations(cards, count))


def _naturals_by(table: dict[Card, T], hand: Cards) -> tuple[dict[T, list[Card]], list[Card]]:
    """Return the natural cards, grouped by their entry in the table, and the aces."""
    naturals: dict[T, list[Card]] = {}
    aces = []
    for card in hand:
        if VALUE[card]:
            key = table[card]
            if key in naturals:
                naturals[key].append(card)
            else:
                naturals[key] = [card]
        elif card in ACES:
            aces.append(card)
    return naturals, aces


def _matching(table: dict[Card, T], kind: GroupKind, hand: Cards) -> Iterator[Cards]:
    size = kind.size
    naturals, aces = _naturals_by(table, hand)
    fewest = max(MIN_NATURALS, size - len(aces))
    for cards in naturals.values():
        if len(cards) >= fewest:
            for count in range(fewest, min(size, len(cards)) + 1):
                for chosen in _choices(cards, count):
                    for wilds in _choices(aces, size - count):
                        yield chosen + wilds


def _same_value(kind: GroupKind, hand: Cards) -> Iterator[Cards]:
    return _matching(VALUE, kind, hand)


def _same_suit(kind: GroupKind, hand: Cards) -> Iterator[Cards]:
    return _matching(SUIT, kind, hand)


def _runs(kind: Run, hand: Cards) -> Iterator[Cards]:
    all_aces = [card for card in hand if card in ACES]
    for pool in _pools(kind, hand):
        naturals, _ = _naturals_by(VALUE, pool)
        if len(naturals) < max(MIN_NATURALS, kind.size - len(all_aces)):
            continue
        for window in kind.windows:
            yield from _fill([naturals.get(value, []) for value in window], tuple(all_aces), MIN_NATURALS)


def _fill(places: Sequence[Sequence[Card]], aces: Cards, naturals: int) -> Iterator[Cards]:
    """Yield every way to fill the places of a run with aces and at least the given number of naturals."""
    if not places:
        if naturals <= 0:
            yield ()
        return
    if places.count([]) > len(aces):
        return
    for natural in dict.fromkeys(places[0]):
        for rest in _fill(places[1:], aces, naturals - 1):
            yield (natural, *rest)
    for ace in dict.fromkeys(aces):
        for rest in _fill(places[1:], without(aces, (ace,)), naturals):
            yield (ace, *rest)


def _accumulations(kind: GroupKind, hand: Cards) -> Iterator[Cards]:
    for pool in _pools(kind, hand):
        yield from sums(pool, kind.size)


def _pools(kind: GroupKind, hand: Cards) -> list[Cards]:
    """Return the parts of the hand from which a group can be formed."""
    if not kind.one_colour:
        return [hand]
    return [tuple([card for card in hand if COLOUR[card] == colour]) for colour in ("black", "red")]


def sums(pool: Cards, total: int) -> Iterator[Cards]:
    """Yield every distinct choice of cards from the pool that adds up to the total.

    >>> list(sums(("2S", "2S", "3C", "4D", "AH"), 5))
    [('2S', '3C'), ('2S', '2S', 'AH'), ('4D', 'AH')]
    """
    to_come = total_worth(pool)
    partial: list[tuple[int, Cards]] = [(0, ())]
    for card in dict.fromkeys(pool):
        worth = WORTH[card]
        grown = partial
        for _ in range(pool.count(card) if worth else 0):
            grown = [(reached + worth, (*chosen, card)) for reached, chosen in grown if reached + worth <= total]
            partial = partial + grown
            to_come -= worth
        partial = [way for way in partial if way[0] + to_come >= total]
    for reached, chosen in partial:
        if reached == total:
            yield chosen


_WAYS: dict[type[GroupKind], Callable[[GroupKind, Cards], Iterable[Cards]]] = {
    SameValue: _same_value,
    SameSuit: _same_suit,
    Run: _runs,  # type: ignore[dict-item]
    Accumulation: _accumulations,
}
