"""Groups and phases at every boundary of the rules: each length, end, index, and number of natural cards.

The boundaries are the same for every seed; the seed chooses the cards.

>>> from random import Random
>>> from phazed.rules.rulesets import PHAZED
>>> found = list(group_rows(PHAZED, Random(1)))
>>> [row for row in found if row.boundary == "type 5: no natural card"][0].rule
'1.4'
"""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.rules.cards import ACES, COLOUR, HIGHEST, JOKER, LOWEST, VALUES, total_worth
from phazed.rules.groups import Accumulation, Run, SameSuit, SameValue

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.rulesets import Ruleset

SUITS = "SHDC"
BLACK, RED = "SC", "HD"
NATURALS = VALUES[:-1]


class Row(NamedTuple):
    """A call that tests a boundary of a rule."""

    rule: str
    boundary: str
    arguments: tuple[Any, ...]


class Sample(NamedTuple):
    """Cards that test a boundary of a rule."""

    rule: str
    boundary: str
    cards: Cards


def group_rows(rules: Ruleset, rng: Random) -> Iterator[Row]:
    """Yield the calls of a function that returns the types of a group."""
    for kind in rules.kinds:
        for rule, boundary, cards in samples(kind, rng):
            yield Row(rule, f"type {kind.number}: {boundary}", (list(cards),))
    if rules.accumulation_phases:
        yield from (Row("2.3", "several types at once", (list(cards),)) for cards in _several(rules, rng))
    else:
        for total in (34, 34, 34, 34):
            cards = _adding_up(total, BLACK if rng.random() < 0.5 else SUITS, rng)
            yield Row("2.4", "an accumulation", (list(cards),))
    yield from (Row("2.5", "malformed", (group,)) for group in MALFORMED_GROUPS)


def phase_rows(rules: Ruleset, rng: Random) -> Iterator[Row]:
    """Yield the calls of a function that returns the phases that groups make."""
    for phase, kinds in enumerate(rules.phases, 1):
        for place, kind in enumerate(kinds):
            for rule, boundary, cards in _some(samples(kind, rng)):
                groups = [list(valid(each, rng)) for each in kinds]
                groups[place] = list(cards)
                where = f", group {place + 1}" if len(kinds) > 1 else ""
                known = "3.2" if rule == "2" else rule
                yield Row(known, f"phase {phase}{where}: {boundary}", (groups,))
    for together, boundary in combined(rules, rng):
        yield Row("3.1" if "same value" in boundary else "3.2", boundary, ([list(group) for group in together],))
    yield Row("3.2", "no group", ([],))
    yield from (Row("2.5", "malformed", (phase,)) for phase in MALFORMED_PHASES)


MALFORMED_GROUPS: tuple[Any, ...] = ([], None, "2C", ["2C", "2S", "XX"], ["10S", "0S", "0H"], [JOKER, "2S", "2H"], 7)
MALFORMED_PHASES: tuple[Any, ...] = (None, [None], [["2C", "2S", "XX"], ["7H", "7C", "7D"]], [[]], [[], []], 7)


def combined(rules: Ruleset, rng: Random) -> Iterator[tuple[list[Cards], str]]:
    """Yield individually valid groups in every combination of kinds, with a description of each combination."""
    for kind in rules.kinds:
        yield [valid(kind, rng)], f"one group of type {kind.number}"
    for one, other in product(rules.kinds, repeat=2):
        yield [valid(one, rng), valid(other, rng)], f"groups of types {one.number} and {other.number}"
    for phase, kinds in enumerate(rules.phases, 1):
        groups = [valid(kind, rng) for kind in kinds]
        yield [*groups, valid(kinds[-1], rng)], f"phase {phase} and a further group"
        yield [*groups, ()], f"phase {phase} and an empty group"
        if len(kinds) > 1:
            yield groups[:1], f"the first group of phase {phase}"
            yield groups[1:], f"the second group of phase {phase}"
            yield groups[::-1], f"phase {phase} backwards"
        if all(type(kind) is SameValue for kind in kinds):
            for naturals in (2, kinds[0].size):
                value, size = rng.choice(NATURALS), kinds[0].size
                cards = [value + suit for suit in rng.sample(SUITS * 2, 2 * naturals)]
                aces = ["A" + suit for suit in rng.sample(SUITS * 2, 2 * (size - naturals))]
                halves = [(*cards[at::2], *aces[at::2]) for at in (0, 1)]
                yield halves, f"phase {phase} with the same value"
        if kinds[0].one_colour and isinstance(kinds[0], Accumulation):
            for colours in product((BLACK, RED), repeat=2):
                yield [_adding_up(34, colour, rng) for colour in colours], f"phase {phase} of these colours"
            for mixed in (0, 1):
                groups = [valid(kind, rng) for kind in kinds]
                groups[mixed] = _mixed(rng)
                yield groups, f"phase {phase} with mixed colours in group {mixed + 1}"
            yield [_mixed(rng), _mixed(rng)], f"phase {phase} with mixed colours in both groups"


def valid(kind: GroupKind, rng: Random) -> Cards:
    """Return cards that form a group of the kind and, except for accumulations, of no other kind."""
    suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
    if isinstance(kind, Accumulation):
        while len(group := _adding_up(kind.size, suits, rng) if kind.one_colour else _mixed(rng)) > 4:
            pass
        return group
    aces = rng.randint(0, 2)
    if isinstance(kind, Run):
        cards = list(_run(kind, rng.randrange(len(kind.windows)), suits, rng))
    elif isinstance(kind, SameSuit):
        suit = rng.choice(SUITS)
        cards = [value + suit for value in rng.sample(NATURALS, kind.size)]
    else:
        cards = list(_set(rng.choice(NATURALS), kind.size, kind.size, rng))
    for place in rng.sample(range(kind.size), min(aces, kind.size - 2)):
        cards[place] = "A" + rng.choice(SUITS)
    return tuple(cards)


def _some(found: Iterator[Sample]) -> Iterator[Sample]:
    """Yield only the first and the last of the samples that differ in nothing but an index."""
    by_name: dict[str, list[Sample]] = {}
    for each in found:
        by_name.setdefault(each.boundary.partition(" @")[0], []).append(each)
    for together in by_name.values():
        yield together[0]
        if len(together) > 1:
            yield together[-1]


def samples(kind: GroupKind, rng: Random) -> Iterator[Sample]:
    """Yield cards at the boundaries of a kind; the part of a boundary after ` @` is the index of the change."""
    if isinstance(kind, Accumulation):
        yield from _accumulations(kind, rng)
    elif isinstance(kind, Run):
        yield from _runs(kind, rng)
    else:
        yield from _sets(kind, rng)


def _aces(count: int, rng: Random) -> list[str]:
    """Return aces, of different suits as far as possible."""
    return [
        *rng.sample(["AS", "AH", "AD", "AC"], min(count, 4)),
        *rng.sample(["AS", "AH", "AD", "AC"], max(count - 4, 0)),
    ]


def _naturals(count: int) -> str:
    return {0: "no natural card", 1: "one natural card", 2: "two natural cards"}.get(count, f"{count} natural cards")


# Sets


def _set(value: str, size: int, naturals: int, rng: Random) -> Cards:
    cards = [value + suit for suit in rng.sample(SUITS * 2, naturals)] + _aces(size - naturals, rng)
    rng.shuffle(cards)
    return tuple(cards)


def _suited(suit: str, size: int, naturals: int, rng: Random) -> Cards:
    cards = [value + suit for value in rng.sample(NATURALS, naturals)] + _aces(size - naturals, rng)
    rng.shuffle(cards)
    return tuple(cards)


def _sets(kind: GroupKind, rng: Random) -> Iterator[Sample]:
    size = kind.size
    by_suit = isinstance(kind, SameSuit)
    every = SUITS if by_suit else NATURALS

    def made(length: int, naturals: int, of: str = "") -> Cards:
        what = of or rng.choice(every)
        return _suited(what, length, naturals, rng) if by_suit else _set(what, length, naturals, rng)

    for of in every:
        yield Sample("2", f"of {of}", made(size, size, of))
    for naturals in range(size):
        rule = "1.4" if naturals <= 2 else "1.3"
        for _ in range(3):
            yield Sample(rule, _naturals(naturals), made(size, naturals))
        group = sorted(made(size, naturals), key=lambda card: card in ACES)
        yield Sample(rule, f"{_naturals(naturals)}, aces last", tuple(group))
        yield Sample(rule, f"{_naturals(naturals)}, aces first", tuple(group[::-1]))
        if naturals >= 2:
            suit = rng.choice(SUITS)
            if by_suit:
                same = [*(value + suit for value in rng.sample(NATURALS, naturals)), *["A" + suit] * (size - naturals)]
                yield Sample("1.3", "aces of the same suit", tuple(same))
            twin = made(1, 1)[0]
            others = [card for card in made(size, naturals, twin[1] if by_suit else twin[0]) if card not in ACES][:-2]
            yield Sample(rule, "a card twice", (twin, twin, *others, *_aces(size - naturals, rng)))
    for length in (1, 2, size - 1, size + 1, size + 2):
        yield Sample("2", f"{length} cards", made(length, length))
        if length > 2:
            yield Sample("2", f"{length} cards with an ace", made(length, length - 1))
    for place in range(size):
        for change in ("another colour", "the same colour") if by_suit else ("a neighbour", "another value"):
            cards = list(made(size, size))
            cards[place] = _odd(cards[place], change, rng)
            yield Sample("2", f"{change} @{place}", tuple(cards))
    for naturals in range(2, size):
        cards = list(made(naturals, naturals))
        cards[0] = _odd(cards[0], "another colour" if by_suit else "another value", rng)
        rng.shuffle(cards)
        yield Sample("2", "another card beside aces", (*cards, *_aces(size - naturals, rng)))
    if by_suit:
        for colour in (BLACK, RED):
            cards = [value + colour[place % 2] for place, value in enumerate(rng.sample(NATURALS, size))]
            yield Sample("2", "both suits of a colour", tuple(cards))
        suit = rng.choice(SUITS)
        yield Sample("2", "values repeated", tuple(rng.choice(NATURALS[:2]) + suit for _ in range(size)))
        start = rng.randrange(12 - size)
        yield Sample("2", "values in sequence", tuple(value + suit for value in NATURALS[start : start + size]))


def _odd(card: str, change: str, rng: Random) -> str:
    """Return a card that differs from a set's card in the given way."""
    if change == "another colour":
        return rng.choice(NATURALS) + rng.choice(RED if card[1] in BLACK else BLACK)
    if change == "the same colour":
        return rng.choice(NATURALS) + (BLACK if card[1] in BLACK else RED).replace(card[1], "")
    at = NATURALS.index(card[0])
    steps = [-1, 1] if change == "a neighbour" else [step for step in range(-11, 12) if abs(step) > 1]
    return rng.choice([NATURALS[at + step] for step in steps if 0 <= at + step < 12]) + card[1]


# Runs


def _run(kind: Run, window: int, suits: str, rng: Random) -> Cards:
    return tuple(VALUES[value - LOWEST] + rng.choice(suits) for value in kind.windows[window])


def _runs(kind: Run, rng: Random) -> Iterator[Sample]:
    size, windows = kind.size, len(kind.windows)

    def made(window: int | None = None, suits: str = "") -> list[str]:
        colour = suits or (rng.choice([BLACK, RED]) if kind.one_colour else SUITS)
        return list(_run(kind, rng.randrange(windows) if window is None else window, colour, rng))

    def plain() -> list[str]:
        """Return a run that does not turn the corner."""
        return made(rng.randrange(HIGHEST - size))

    for start in range(12):
        values = [NATURALS[(start + step) % 12] for step in range(size)]
        suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
        cards = [value + rng.choice(suits) for value in values]
        corner = start + size > 12
        name = f"turning the corner after {12 - start}" if corner else f"from {values[0]}"
        yield Sample("2.1", name, tuple(cards))
        if corner:
            for place in (11 - start, 12 - start):  # an ace in place of the king or the two
                with_ace = [*cards[:place], "A" + rng.choice(SUITS), *cards[place + 1 :]]
                yield Sample("2.1", f"{name}, an ace at the corner", tuple(with_ace))
    for place in range(size):
        for source in (plain, made):
            cards = source()
            suits = SUITS if not kind.one_colour else (BLACK if cards[0][1] in BLACK else RED)
            yield Sample("1.3", f"an ace @{place}", tuple(put(cards, place, "A" + rng.choice(suits))))
            if kind.one_colour:
                other = RED if suits == BLACK else BLACK
                yield Sample(
                    "2.2", f"an ace of the other colour @{place}", tuple(put(cards, place, "A" + rng.choice(other)))
                )
    for naturals in range(size):
        pairs = list(combinations(range(size), naturals))
        for kept in rng.sample(pairs, min(len(pairs), 6 if naturals == 2 else 3)):
            for source in (plain, made):
                cards = source()
                aces = iter(_aces(size, rng))
                rule = "1.4" if naturals <= 2 else "1.3"
                group = tuple(card if at in kept else next(aces) for at, card in enumerate(cards))
                yield Sample(rule, _naturals(naturals), group)
    for place in range(1, size):
        yield Sample("2.1", f"a gap @{place}", tuple(_broken(kind, place, 1, rng)))
        yield Sample("2.1", f"a value twice @{place}", tuple(_broken(kind, place, -1, rng)))
        cards = plain()
        cards[place - 1], cards[place] = cards[place], cards[place - 1]
        yield Sample("2.1", f"two cards exchanged @{place}", tuple(cards))
        if place < size - 1:
            for step in (1, -1):
                cards = _broken(kind, place + 1, step, rng)
                cards[place] = "A" + rng.choice(cards[0][1] if kind.one_colour else SUITS)
                what = "that hides a gap" if step > 0 else "without a place"
                yield Sample("2.1", f"an ace {what} @{place}", tuple(cards))
                cards = put(cards, place - 1, "A" + cards[0][1]) if place > 1 else cards
                yield Sample("2.1", f"two aces {what} @{place}", tuple(cards))
    yield Sample("2.1", "backwards", tuple(plain()[::-1]))
    mixed = plain()
    while sorted(mixed, key=_value) == mixed:
        rng.shuffle(mixed)
    yield Sample("2.1", "in no order", tuple(mixed))
    yield Sample("2.1", "all of one value", (made()[0],) * size)
    yield Sample(
        "2.1", "by twos", tuple(NATURALS[(2 * step) % 12] + _suit_of_run(kind, rng, mixed) for step in range(size))
    )
    for row in ("QKA2345678", "JQKA234567", "KA23456789", "0JQKA23456"):
        suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
        yield Sample("2.1", "an ace between king and two", tuple(value + rng.choice(suits) for value in row[:size]))
    suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
    yield Sample(
        "2.1", "an ace before the two", ("A" + suits[0], *(value + rng.choice(suits) for value in NATURALS[: size - 1]))
    )
    yield Sample(
        "2.1",
        "an ace after the king",
        (*(value + rng.choice(suits) for value in NATURALS[13 - size :]), "A" + suits[0]),
    )
    for length in (1, 2, 3, size - 1, size + 1, 12):
        if length != size:
            start = rng.randrange(13 - length)
            suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
            cards = [value + rng.choice(suits) for value in NATURALS[start : start + length]]
            yield Sample("2", f"{length} cards", tuple(cards))
            if length > 3:
                yield Sample(
                    "2", f"{length} cards with an ace", tuple(put(cards, rng.randrange(length), "A" + suits[0]))
                )
    yield from _colours(kind, plain, rng)


def _colours(kind: Run, plain: Callable[[], list[str]], rng: Random) -> Iterator[Sample]:
    """Yield runs of one colour and of both."""
    size = kind.size
    if kind.one_colour:
        for place in range(size):
            for cards in (plain(), plain()):
                suit = rng.choice(RED if cards[0][1] in BLACK else BLACK)
                yield Sample("2.2", f"another colour @{place}", tuple(put(cards, place, cards[place][0] + suit)))
        for one, other in combinations(range(size), 2):
            cards = plain()
            odd = cards[other][0] + rng.choice(RED if cards[0][1] in BLACK else BLACK)
            naturals = {one: cards[one], other: odd}
            group = [naturals.get(at, "A" + SUITS[at % 4]) for at in range(size)]
            yield Sample("2.2", "two natural cards of different colours", tuple(group))
        for suits in (*SUITS, BLACK, RED):
            group = [card[0] + suits[at % len(suits)] for at, card in enumerate(plain())]
            yield Sample("2.2", f"of the suits {suits}", tuple(group))
    else:
        for suits in (BLACK, RED, *SUITS):
            yield Sample("2.1", f"of the suits {suits}", tuple(card[0] + rng.choice(suits) for card in plain()))


def _suit_of_run(kind: Run, rng: Random, like: list[str]) -> str:
    """Return a suit for one more card in a run."""
    return like[0][1] if kind.one_colour else rng.choice(SUITS)


def put(cards: list[str], place: int, card: str) -> list[str]:
    """Return the cards with the one at that index replaced."""
    return [*cards[:place], card, *cards[place + 1 :]]


def _broken(kind: Run, place: int, step: int, rng: Random) -> list[str]:
    """Return a run whose values from an index onwards are shifted by a step."""
    suits = rng.choice([BLACK, RED]) if kind.one_colour else SUITS
    start = rng.randrange(max(1, 12 - kind.size))
    values = [start + at + (step if at >= place else 0) for at in range(kind.size)]
    return [NATURALS[value % 12] + rng.choice(suits) for value in values]


def _value(card: str) -> int:
    return VALUES.index(card[0])


# Accumulations


def _adding_up(total: int, suits: str, rng: Random, *, aces: int = 0, values: str = "") -> Cards:
    """Return cards of these suits with the given total: some aces, cards of these values, and others."""
    while True:
        cards = ["A" + rng.choice(suits) for _ in range(aces)] + [value + rng.choice(suits) for value in values]
        while total_worth(cards) < total:
            cards.append(rng.choice(NATURALS) + rng.choice(suits))
        if total_worth(cards) == total:
            rng.shuffle(cards)
            return tuple(cards)


def _mixed(rng: Random) -> Cards:
    """Return an accumulation of both colours."""
    while True:
        cards = _adding_up(34, SUITS, rng)
        if len({COLOUR[card] for card in cards}) == 2:
            return cards


def _accumulations(kind: Accumulation, rng: Random) -> Iterator[Sample]:
    goal = kind.size

    def suits() -> str:
        return rng.choice([BLACK, RED]) if kind.one_colour else SUITS

    for value in NATURALS:
        yield Sample("2", f"with {value}", _adding_up(goal, suits(), rng, values=value))
    for total in (*range(goal - 3, goal), *range(goal + 1, goal + 4), 21, 55):
        yield Sample("2", f"{total} in all", _adding_up(total, suits(), rng))
    for values in (
        "KK8",
        "KQ9",
        "KJ0",
        "QQ0",
        "QJJ",
        "K2222222333",
        "22233344455"[:9] + "5",
        "9988",
        "222222222222223",
    ):
        colour = suits()
        cards = [value + colour[place % len(colour)] for place, value in enumerate(values)]
        yield Sample("2", f"{len(cards)} cards", tuple(cards))
    for aces in range(1, 7):
        yield Sample("1.3", f"{aces} aces", _adding_up(goal, suits(), rng, aces=aces))
    for worth in (0, 11, 13, 14, 25):
        colour = suits()
        rest = _adding_up(goal - worth, colour, rng)
        cards = [*rest, "A" + rng.choice(colour)]
        rng.shuffle(cards)
        yield Sample("1.3", f"an ace that does not count {worth}", tuple(cards))
    for missing in (2, 7, 13):
        colour = suits()
        yield Sample("1.3", "an ace that is not wild", (*_adding_up(goal - missing, colour, rng), "A" + colour[0]))
    for _ in range(2):
        cards = list(_adding_up(goal, suits(), rng, values="45"))
        yield Sample("2", "in rising order", tuple(sorted(cards, key=_value)))
        yield Sample("2", "in falling order", tuple(sorted(cards, key=_value, reverse=True)))
    if kind.one_colour:
        for colour in (BLACK, RED, *SUITS):
            yield Sample("2", f"of the suits {colour}", _adding_up(goal, colour, rng))
        for length in (3, 4, 5):
            for place in range(length):
                while len(cards := list(_adding_up(goal, suits(), rng))) != length:
                    pass
                odd = cards[place][0] + rng.choice(RED if cards[0][1] in BLACK else BLACK)
                yield Sample("2", f"another colour @{place}", tuple(put(cards, place, odd)))
        for aces in (1, 2):
            for first in (True, False):
                colour = suits()
                rest = _adding_up(goal - aces, colour, rng)
                wild = ["A" + rng.choice(RED if colour == BLACK else BLACK) for _ in range(aces)]
                yield Sample("1.3", "an ace of the other colour", tuple([*wild, *rest] if first else [*rest, *wild]))
                wild = ["A" + rng.choice(colour) for _ in range(aces)]
                yield Sample("1.3", "an ace of the same colour", tuple([*wild, *rest] if first else [*rest, *wild]))
    else:
        for length in (3, 4, 5, 6):
            while len(cards := list(_mixed(rng))) != length:
                pass
            yield Sample("2", "of both colours", tuple(cards))


def _several(rules: Ruleset, rng: Random) -> Iterator[Cards]:
    """Yield groups of several types, and accumulations that are nearly of another type."""
    found: dict[tuple[int, ...], int] = {}
    wanted = {
        (6, 7): 3,
        (2, 6): 3,
        (2, 6, 7): 3,
        (5, 6): 2,
        (5, 6, 7): 3,
        (3, 6): 3,
        (3, 6, 7): 3,
        (4, 6): 3,
        (4, 6, 7): 2,
    }
    for cards in _candidates(rng):
        types = tuple(rules.group_types(cards))
        if found.get(types, 0) < wanted.get(types, 0):
            found[types] = found.get(types, 0) + 1
            yield cards
    for suits in (BLACK, RED, SUITS):
        yield tuple(value + rng.choice(suits) for value in "7890")
    yield tuple(value + rng.choice(SUITS) for value in "8790")
    yield ("JS", "JH", "JD", "2C")
    suit = rng.choice(SUITS)
    yield tuple(value + suit for value in "2345678")


def _candidates(rng: Random) -> Iterator[Cards]:
    """Yield random cards with an accumulation's total that may also be of another type."""
    for _ in range(60):
        suit = rng.choice(SUITS)
        aces = rng.randint(0, 2)
        cards = [*_suited(suit, 7 - aces, 7 - aces, rng), *_aces(aces, rng)]
        for _ in range(40):
            if total_worth(cards) == 34:
                break
            cards = [*(rng.choice(NATURALS) + suit for _ in range(7 - aces)), *_aces(aces, rng)]
        yield tuple(cards)
    for suits in (BLACK, RED, SUITS) * 3:
        yield tuple(value + rng.choice(suits) for value in "7890")
        ace = rng.choice(["AS", "AH", "AD", "AC"])
        yield (*("J" + rng.choice(suits) for _ in range(3)), ace)
        for _ in range(400):
            start = rng.randrange(12)
            run = [NATURALS[(start + step) % 12] + rng.choice(suits) for step in range(8)]
            for place in rng.sample(range(8), rng.randint(2, 5)):
                run[place] = "A" + rng.choice(suits)
            if total_worth(run) == 34:
                yield tuple(run)
                break
