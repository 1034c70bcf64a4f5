"""What a hand is after: the cards that its nearest plans are made of, and how far off they are.

`plans` counts; here the cards have names, for whoever is told why a card is kept.

>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> nearest(PHAZED.phases[0], cards("7S 7D QH QC 2S 3S 4D 5D 8H AH"))
(('7S', '7D'), ('QH', 'QC'), ('AH',))
>>> nearest(PHAZED.phases[4], cards("3S 4D 5D 7C 8H 9H 9S 9D 3D 3C"))
(('3S', '4D', '5D', '7C', '8H', '9H'),)
"""

from __future__ import annotations

from phazed.bots.plans import lacking
from phazed.rules.cards import ACES, COLOUR, HIGHEST, SUITS, VALUE, WORTH, in_order, without
from phazed.rules.groups import FEWEST_NATURALS, Run, SameSuit, SameValue, Total
from phazed.rules.ways import ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind


def nearest(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """The parts of the hand that the nearest plans for the phase are made of, the aces that serve as wild cards last.

    Single cards of which any other would do as well are left out, so there may be none at all.
    """
    return _AIMS[tuple(map(type, kinds))](kinds, hand)


def _naturals(hand: Cards) -> list[Cards]:
    """The naturals by their values, in the hand's order."""
    values = dict.fromkeys(VALUE[card] for card in hand if VALUE[card])
    return [tuple(card for card in hand if VALUE[card] == value) for value in values]


def _aces(hand: Cards) -> Cards:
    return tuple(card for card in hand if card in ACES)


def _with_aces(parts: Sequence[Cards], hand: Cards) -> tuple[Cards, ...]:
    return (*parts, aces) if (aces := _aces(hand)) else tuple(parts)


def _two_sets(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """The values of which a nearest plan has two cards or more, the most frequent first."""
    several = sorted((cards for cards in _naturals(hand) if len(cards) >= FEWEST_NATURALS), key=len, reverse=True)
    now, wilds = lacking(kinds, hand), _aces(hand)
    others = [cards for cards in several[1:] if lacking(kinds, (*several[0], *cards, *wilds)) == now]
    return _with_aces([*several[:1], *others], hand)


def _suit(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    by_suit = [tuple(card for card in hand if card[1] == suit and VALUE[card]) for suit in SUITS]
    most = max(map(len, by_suit))
    return _with_aces([cards for cards in by_suit if len(cards) == most], hand)


def _run(kinds: Sequence[Run], hand: Cards) -> tuple[Cards, ...]:
    """One card of each value that a nearest run needs."""
    by_value = {VALUE[cards[0]]: cards[0] for cards in _naturals(hand)}
    inside = [by_value.keys() & set(window) for window in kinds[0].windows]
    most = max(map(len, inside))
    wanted = set().union(*(values for values in inside if len(values) == most))
    return _with_aces([tuple(by_value[value] for value in sorted(wanted))] if wanted else [], hand)


def _run_and_set(kinds: Sequence[Run], hand: Cards) -> tuple[Cards, ...]:
    """The run and the set of one nearest plan, of those with the most cards."""
    run, four = kinds
    aces = len(_aces(hand))
    best: tuple[int, int, Cards, Cards] = (9, 0, (), ())
    for colour in ("black", "red"):
        own = {VALUE[card]: card for card in hand if COLOUR[card] == colour and VALUE[card]}
        for window in run.windows:
            longest = tuple(own[value] for value in window if value in own)
            for cards in _naturals(hand):
                both = tuple(card for card in longest if card in cards)
                ways_to_share = [
                    (longest, without(cards, both)),
                    (without(longest, both), cards),
                ]  # no card serves both
                for in_run, in_set in ways_to_share:
                    plan = (_lack(len(in_run), len(in_set[: four.size]), aces), -len(in_run) - len(in_set))
                    if plan < best[:2]:
                        best = (*plan, in_run, in_set)
    return _with_aces([cards for cards in best[2:] if len(cards) >= FEWEST_NATURALS], hand)


def _lack(in_run: int, in_set: int, aces: int) -> int:
    """What a run and a set of four lack, with so many naturals for each and the aces for both."""
    return max(8 - in_run - in_set - aces, max(FEWEST_NATURALS - in_run, 0) + max(FEWEST_NATURALS - in_set, 0))


def _two_totals(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """An accumulation that is there: of several, the one that leaves the most ways to make another."""
    size = kinds[0].size

    def ways_left(group: Cards) -> int:
        rest = without(hand, group)
        colours = {COLOUR[card] for card in rest} if kinds[0].one_colour else {""}
        reached = [_reached(rest, colour) for colour in colours]
        return sum(any(sums >> (size - worth) & 1 for sums in reached) for worth in range(1, HIGHEST + 1))

    first = max(ways(kinds[0], in_order(hand)), key=ways_left, default=())
    return (first,) if first else ()


def _reached(cards: Cards, colour: str) -> int:
    """What the cards of the colour, or all, can add up to, as bits."""
    reached = 1
    for card in cards:
        if not colour or COLOUR[card] == colour:
            reached |= reached << WORTH[card]
    return reached


_AIMS: dict[tuple[type[GroupKind], ...], Callable[..., tuple[Cards, ...]]] = {
    (SameValue, SameValue): _two_sets,
    (SameSuit,): _suit,
    (Run,): _run,
    (Run, SameValue): _run_and_set,
    (Total, Total): _two_totals,
}
