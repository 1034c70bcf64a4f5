"""The distance of a hand from a phase: the plans for the phase, and the number of cards that each plan lacks.

A plan is a concrete goal, such as "sevens and queens" or "the run from four to jack". `missing` returns the number of
cards that each plan for a phase lacks. `promise` is a weighted count of the plans, in which nearer plans weigh more.
`nearest` returns the cards of the nearest plans, for explanations.

>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> min(missing(PHAZED.phases[0], cards("7S 7D QH QC 2S 3S 4D 5D 8H 9H")))
2
>>> min(missing(PHAZED.phases[4], cards("2S 3S 4D 5D 8H 9H 0S AS KD KH")))
1
>>> nearest(PHAZED.phases[0], cards("7S 7D QH QC 2S 3S 4D 5D 8H AH"))
(('7S', '7D'), ('QH', 'QC'), ('AH',))
>>> nearest(PHAZED.phases[4], cards("3S 4D 5D 7C 8H 9H 9S 9D 3D 3C"))
(('3S', '4D', '5D', '7C', '8H', '9H'),)
"""

from __future__ import annotations

from phazed.rules.cards import ACES, COLOUR, HIGHEST, LOWEST, SUITS, VALUE, WORTH, in_order, without
from phazed.rules.groups import MIN_NATURALS, Accumulation, Run, SameSuit, SameValue
from phazed.rules.ways import ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind

WEIGHTS = tuple(5 ** (8 - cards) for cards in range(9))
"""Weight of a plan by the number of cards it lacks, up to eight; with integers, sums are the same on every machine."""
RANKS = range(LOWEST, HIGHEST + 1)


def promise(kinds: Sequence[GroupKind], hand: Cards) -> int:
    """Return the weighted count of the hand's plans for the phase."""
    return sum([WEIGHTS[cards] for cards in missing(kinds, hand)])


def lacking(kinds: Sequence[GroupKind], hand: Cards) -> int:
    """Return the number of cards that the nearest plan lacks, or the maximum if there is no plan."""
    return min(missing(kinds, hand), default=len(WEIGHTS) - 1)


def missing(kinds: Sequence[GroupKind], hand: Cards) -> list[int]:
    """Return the number of cards that each plan for the phase lacks."""
    return list(_PLANS[tuple(map(type, kinds))](kinds, hand))


def _held_aces(hand: Cards) -> Cards:
    return tuple(card for card in hand if card in ACES)


def _aces(hand: Cards) -> int:
    return sum(1 for card in hand if card in ACES)


def _counts(hand: Cards) -> list[int]:
    """Return the number of naturals of each value; index 0 is for cards without a value."""
    counts = [0] * (HIGHEST + 1)
    for card in hand:
        counts[VALUE[card]] += 1
    return counts


def _lack(size: int, naturals: int, aces: int) -> int:
    """Return the number of cards that a group lacks to reach its size or, with many aces, its minimum of naturals."""
    return max(size - naturals - aces, MIN_NATURALS - naturals, 0)


def _two_sets(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[int]:
    size = kinds[0].size
    aces = _aces(hand)
    counts = _counts(hand)
    held = [value for value in RANKS if counts[value]]
    for place, first in enumerate(held):
        both = min(counts[first], 2 * size)
        yield max(2 * size - both - aces, 2 * MIN_NATURALS - both, 0)  # two sets of the same value
        one = min(counts[first], size)
        for second in held[place + 1 :]:
            two = min(counts[second], size)
            yield _lack_of_two(2 * size, one, two, aces)


def _lack_of_two(size: int, one: int, two: int, aces: int) -> int:
    """Return the number of cards that two groups lack together, given their naturals and the aces for both."""
    return max(size - one - two - aces, max(MIN_NATURALS - one, 0) + max(MIN_NATURALS - two, 0))


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
                else:  # a card cannot be in both
                    yield min(
                        _lack_of_two(size, in_run - 1, in_set, aces), _lack_of_two(size, in_run, in_set - 1, aces)
                    )


def _two_accumulations(kinds: Sequence[GroupKind], hand: Cards) -> Iterator[int]:
    """Yield a plan for each card that would complete a second accumulation beside one in the hand."""
    kind = kinds[0]
    colours = ("black", "red") if kind.one_colour else ("",)
    helpful = set()
    first = False
    for group in ways(kind, in_order(hand)):
        first = True
        rest = without(hand, group)
        for colour in colours:
            reached = _reached(rest, colour)
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
    (Accumulation, Accumulation): _two_accumulations,
}


# The cards of the nearest plans


def nearest(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """Return the parts of the hand that belong to the nearest plans for the phase, with wild aces last.

    Single cards that any other card could replace are omitted, so the result may be empty.
    """
    return _PARTS[tuple(map(type, kinds))](kinds, hand)


def _naturals(hand: Cards) -> list[Cards]:
    """Return the naturals grouped by value, in the hand's order."""
    values = dict.fromkeys(VALUE[card] for card in hand if VALUE[card])
    return [tuple(card for card in hand if VALUE[card] == value) for value in values]


def _with_aces(parts: Sequence[Cards], hand: Cards) -> tuple[Cards, ...]:
    return (*parts, aces) if (aces := _held_aces(hand)) else tuple(parts)


def _two_sets_parts(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """Return the values in a nearest plan of which the hand has at least two cards, most frequent first."""
    several = sorted((cards for cards in _naturals(hand) if len(cards) >= MIN_NATURALS), key=len, reverse=True)
    now, wilds = lacking(kinds, hand), _held_aces(hand)
    others = [cards for cards in several[1:] if lacking(kinds, (*several[0], *cards, *wilds)) == now]
    return _with_aces([*several[:1], *others], hand)


def _suit_parts(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    by_suit = [tuple(card for card in hand if card[1] == suit and VALUE[card]) for suit in SUITS]
    most = max(map(len, by_suit))
    return _with_aces([cards for cards in by_suit if len(cards) == most], hand)


def _run_parts(kinds: Sequence[Run], hand: Cards) -> tuple[Cards, ...]:
    """Return one card of each value that belongs to a nearest run."""
    by_value = {VALUE[cards[0]]: cards[0] for cards in _naturals(hand)}
    inside = [by_value.keys() & set(window) for window in kinds[0].windows]
    most = max(map(len, inside))
    wanted = set().union(*(values for values in inside if len(values) == most))
    return _with_aces([tuple(by_value[value] for value in sorted(wanted))] if wanted else [], hand)


def _run_and_set_parts(kinds: Sequence[Run], hand: Cards) -> tuple[Cards, ...]:
    """Return the run and the set of the nearest plan, preferring plans with more cards in the hand."""
    run, four = kinds
    aces = _aces(hand)
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
                ]  # a card cannot be in both
                for in_run, in_set in ways_to_share:
                    plan = (
                        _lack_of_two(run.size + four.size, len(in_run), len(in_set[: four.size]), aces),
                        -len(in_run) - len(in_set),
                    )
                    if plan < best[:2]:
                        best = (*plan, in_run, in_set)
    return _with_aces([cards for cards in best[2:] if len(cards) >= MIN_NATURALS], hand)


def _two_accumulations_parts(kinds: Sequence[GroupKind], hand: Cards) -> tuple[Cards, ...]:
    """Return the accumulation in the hand that leaves the most ways to complete a second one."""
    size = kinds[0].size

    def ways_left(group: Cards) -> int:
        rest = without(hand, group)
        colours = {COLOUR[card] for card in rest} if kinds[0].one_colour else {""}
        reached = [_reached(rest, colour) for colour in colours]
        return sum(any(sums >> (size - worth) & 1 for sums in reached) for worth in range(1, HIGHEST + 1))

    first = max(ways(kinds[0], in_order(hand)), key=ways_left, default=())
    return (first,) if first else ()


def _reached(cards: Cards, colour: str) -> int:
    """Return the possible sums of the cards, or of the cards of one colour, as a bit set."""
    reached = 1
    for card in cards:
        if not colour or COLOUR[card] == colour:
            reached |= reached << WORTH[card]
    return reached


_PARTS: dict[tuple[type[GroupKind], ...], Callable[..., tuple[Cards, ...]]] = {
    (SameValue, SameValue): _two_sets_parts,
    (SameSuit,): _suit_parts,
    (Run,): _run_parts,
    (Run, SameValue): _run_and_set_parts,
    (Accumulation, Accumulation): _two_accumulations_parts,
}
