"""How near a hand is to a phase: the plans that lead there, and the cards that each still misses.

A plan is one concrete aim, such as "sevens and queens" or "the run from four to jack". `missing` gives, for every plan
of a phase, how many cards it lacks; `promise` adds the plans up, the nearer the heavier, so that a hand is better when
it has a better plan or more of them.

>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> min(missing(PHAZED.phases[0], cards("7S 7D QH QC 2S 3S 4D 5D 8H 9H")))
2
>>> min(missing(PHAZED.phases[4], cards("2S 3S 4D 5D 8H 9H 0S AS KD KH")))
1
"""

from __future__ import annotations

from phazed.rules.cards import ACES, COLOUR, HIGHEST, LOWEST, SUITS, VALUE, WORTH, in_order, without
from phazed.rules.groups import FEWEST_NATURALS, Run, SameSuit, SameValue, Total
from phazed.rules.ways import ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind

WEIGHTS = tuple(5 ** (8 - cards) for cards in range(9))
"""What a plan counts by the cards that it lacks, eight at the most. Whole numbers add up alike on every machine."""
RANKS = range(LOWEST, HIGHEST + 1)


def promise(kinds: Sequence[GroupKind], hand: Cards) -> int:
    """How good the hand is for the phase."""
    return sum([WEIGHTS[cards] for cards in missing(kinds, hand)])


def lacking(kinds: Sequence[GroupKind], hand: Cards) -> int:
    """How many cards the best plan lacks; where there is no plan at all, as many as there can be."""
    return min(missing(kinds, hand), default=len(WEIGHTS) - 1)


def missing(kinds: Sequence[GroupKind], hand: Cards) -> list[int]:
    """For every plan, how many cards it lacks."""
    return list(_PLANS[tuple(map(type, kinds))](kinds, hand))


def _aces(hand: Cards) -> int:
    return sum(1 for card in hand if card in ACES)


def _counts(hand: Cards) -> list[int]:
    """How many naturals of each value; index 0 counts what has no value."""
    counts = [0] * (HIGHEST + 1)
    for card in hand:
        counts[VALUE[card]] += 1
    return counts


def _lack(size: int, naturals: int, aces: int) -> int:
    """What a group lacks: cards to its size or, with many aces, natural ones."""
    return max(size - naturals - aces, FEWEST_NATURALS - naturals, 0)


def _two_sets(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[int]:
    size = kinds[0].size
    aces = _aces(hand)
    counts = _counts(hand)
    held = [value for value in RANKS if counts[value]]
    for place, first in enumerate(held):
        both = min(counts[first], 2 * size)
        yield max(2 * size - both - aces, 2 * FEWEST_NATURALS - both, 0)  # the value twice
        one = min(counts[first], size)
        for second in held[place + 1 :]:
            two = min(counts[second], size)
            yield _lack_of_two(2 * size, one, two, aces)


def _lack_of_two(size: int, one: int, two: int, aces: int) -> int:
    """What two groups of that many cards together lack, with so many naturals for each and the aces for both."""
    return max(size - one - two - aces, max(FEWEST_NATURALS - one, 0) + max(FEWEST_NATURALS - two, 0))


def _suit(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[int]:
    aces = _aces(hand)
    for suit in SUITS:
        yield _lack(kinds[0].size, sum(1 for card in hand if card[1] == suit and VALUE[card]), aces)


def _run(kinds: Sequence[Run], hand: Cards) -> Iterator[int]:
    aces = _aces(hand)
    values = set(map(VALUE.__getitem__, hand))
    for window in kinds[0].windows:
        yield _lack(kinds[0].size, len(values.intersection(window)), aces)


def _run_and_set(kinds: Sequence[Run], hand: Cards) -> Iterator[int]:
    run, four = kinds
    aces = _aces(hand)
    counts = _counts(hand)
    held = [value for value in RANKS if counts[value]]
    for colour in ("black", "red"):
        values = {VALUE[card] for card in hand if COLOUR[card] == colour and VALUE[card]}
        for window in run.windows:
            inside = values.intersection(window)
            if not inside:
                continue
            for value in held:
                size, in_run, in_set = run.size + four.size, len(inside), min(counts[value], four.size)
                if value not in inside or counts[value] > four.size:
                    yield _lack_of_two(size, in_run, in_set, aces)
                else:  # one card cannot serve both
                    yield min(
                        _lack_of_two(size, in_run - 1, in_set, aces), _lack_of_two(size, in_run, in_set - 1, aces)
                    )


def _two_totals(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[int]:
    """One plan for each card that would complete the second accumulation beside a first one that is there."""
    kind = kinds[0]
    colours = ("black", "red") if kind.one_colour else ("",)
    helpful = set()
    first = False
    for group in ways(kind, in_order(hand)):
        first = True
        rest = without(hand, group)
        for colour in colours:
            reached = 1
            for card in rest:
                if not colour or COLOUR[card] == colour:
                    reached |= reached << WORTH[card] if WORTH[card] else 0
            if reached >> kind.size & 1:
                yield 0
            for worth in range(1, HIGHEST + 1):
                if reached >> (kind.size - worth) & 1:
                    helpful.add((colour, worth))
    if first:
        for _ in helpful:
            yield 1
    yield 2 if first else 3


_PLANS: dict[tuple[type[GroupKind], ...], Callable[..., Iterator[int]]] = {
    (SameValue, SameValue): _two_sets,
    (SameSuit,): _suit,
    (Run,): _run,
    (Run, SameValue): _run_and_set,
    (Total, Total): _two_totals,
}
