"""The base class for makers of plays at the boundaries of the rules, which creates hands, groups and calls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import BLACK, NATURALS, RED, SUITS, Row, valid
from phazed.course.grading.boundaries.positions import Hand
from phazed.game.view import View, in_course_form
from phazed.rules.groups import Accumulation
from phazed.rules.plays import LAY_OFF
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.rulesets import Ruleset

    Parts = Callable[[], Iterator[Callable[[], Row]]]


class Maker:
    """Creates calls for a game. Its parts yield functions that return a call or, for some cards, raise `Impossible`."""

    def __init__(self, rules: Ruleset, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        made_of = [tuple(kind.number for kind in kinds) for kinds in rules.phases]
        self.sets, self.suits, self.fours = (made_of.index(each) + 1 for each in ((1, 1), (2,), (3, 3)))
        self.run, self.colours = made_of.index((4,)) + 1, made_of.index((5, 3)) + 1
        self.totals = made_of.index((6, 6)) + 1 if (6, 6) in made_of else 0
        self.one_coloured = made_of.index((7, 7)) + 1 if (7, 7) in made_of else 0

    def parts(self) -> Iterator[Parts]:
        """Yield the functions that create the calls, by topic."""
        raise NotImplementedError  # pragma: no cover - every maker overrides it

    def hand(self) -> Hand:
        return Hand(self.rules, self.rng)

    def row(self, rule: str, boundary: str, seen: View, play: Any) -> Row:
        return Row(rule, boundary, (in_course_form(play), *seen.to_course()))

    def status(self, completed: int) -> Any:
        """Return the status after that many completed phases."""
        status = self.rules.nothing
        for phase in range(1, completed + 1):
            status = self.rules.complete(status, phase)
        return status

    def pair(self, naturals: int = 3, size: int = 3, avoid: str = "") -> tuple[str, str]:
        """Return two sets of different values."""
        values = self.rng.sample([value for value in NATURALS if value not in avoid], 2)
        return tuple(self.of_value(value, size, naturals) for value in values)  # type: ignore[return-value]

    def of_value(self, value: str, size: int, naturals: int) -> str:
        cards = [value + suit for suit in self.rng.sample(SUITS, naturals)]
        cards += ["A" + suit for suit in self.rng.sample(SUITS, size - naturals)]
        self.rng.shuffle(cards)
        return " ".join(cards)

    def mine(self, **options: Any) -> Hand:
        """Return a hand in which the player has laid two sets of three in an earlier turn."""
        return self.hand().lays(0, self.sets, *self.pair(**options))

    def other(self) -> int:
        return self.rng.randrange(1, SEATS)

    def at(self, seen: View, relative: int, group: int, index: int, card: Card) -> Any:
        return (LAY_OFF, (card, ((seen.seat + relative) % SEATS, group, index)))

    def card(self, of: str = NATURALS, suits: str = SUITS) -> Card:
        return self.rng.choice(of) + self.rng.choice(suits)

    def groups(self, phase: int) -> list[Cards]:
        """Return groups that make the phase, with at most eleven cards."""
        kinds = self.rules.phases[phase - 1]
        if isinstance(kinds[0], Accumulation):
            return [self.total(self.rng.choice([BLACK, RED]) if kind.one_colour else SUITS) for kind in kinds]
        return [valid(kind, self.rng) for kind in kinds]

    def total(self, suits: str) -> Cards:
        return tuple(
            value + self.rng.choice(suits) for value in self.rng.choice(["KK8", "KQ9", "KJ0", "QQ0", "QJJ", "KJ82"])
        )

    def having_added(self) -> Hand:
        value = self.rng.choice("23456")
        first = self.of_value(value, 3, 3)
        card = value + next(suit for suit in SUITS if value + suit not in first)
        return self.hand().lays(0, self.sets, first, self.of_value("9", 3, 3)).adds_now(0, 0, card)
