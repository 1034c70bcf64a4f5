"""Pick-ups at the boundaries of rules 6.1 and 6.2."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import NATURALS, SUITS, Row
from phazed.course.grading.boundaries.maker import Maker
from phazed.course.grading.boundaries.positions import BEFORE, FINISHED, FROM_DECK, FROM_PILE, Impossible
from phazed.game.view import View
from phazed.rules.plays import DRAW, HIDDEN, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts
    from phazed.game.view import View
    from phazed.rules.cards import Card


class PickUps(Maker):
    """Pick-ups: at the start of a turn and later, of the top discard and of other cards."""

    def parts(self) -> Iterator[Parts]:
        yield from (self.picking_up,)

    def picking_up(self) -> Iterator[Any]:
        for content in (HIDDEN, "7D", None):
            yield lambda c=content: self.row("6.1", "the first turn", self.hand().view(at=BEFORE, rounds=0), (DRAW, c))
            yield lambda c=content: self.row("6.1", "a later turn", self.hand().view(at=BEFORE), (DRAW, c))
        yield lambda: self.row("6.1", "a later turn", self.mine().view(at=BEFORE, rounds=2), self._draw())
        for rounds, moment in product((0, 2), (FROM_DECK, FROM_PILE)):
            yield lambda r=rounds, m=moment: self.row(
                "6.1", "a second pick-up", self.hand().view(rounds=r, at=m), self._draw()
            )
            yield lambda r=rounds, m=moment: self._second_take(r, m)
        yield lambda: self.row(
            "6.1", "after the phase", self.hand().lays_now(self.sets, *self.pair()).view(rounds=1), self._draw()
        )
        yield lambda: self.row("6.1", "after a card was added", self.having_added().view(), self._draw())
        if not self.rules.has_jokers:
            for rounds in (0, 1):
                yield lambda r=rounds: self.row(
                    "6.1", "a second pick-up: after the discard", self.hand().view(at=FINISHED, rounds=r), self._draw()
                )
                yield lambda r=rounds: self._take_after_the_discard(r)
        for rounds in (0, 1, 3):
            yield lambda r=rounds: self._take("the top discard", r, lambda seen, top: top)
        yield lambda: self._take("the top discard, an ace", 1, lambda seen, top: top, "AS")
        yield lambda: self._take("the top discard, an ace", 0, lambda seen, top: top, "AH")
        wrong = {
            "the same value": lambda seen, top: top[0] + self.rng.choice(SUITS.replace(top[1], "")),
            "the same suit": lambda seen, top: self.rng.choice(NATURALS.replace(top[0], "")) + top[1],
            "a card of the hand": lambda seen, top: next(card for card in seen.hand if card != top),
            "an earlier discard": self._earlier_discard,
            "no card": lambda seen, top: None,
        }
        for name, choose in wrong.items():
            for rounds in (0, 2) if name != "an earlier discard" else (1, 2):
                yield lambda r=rounds, c=choose, n=name: self._take(f"not the top discard: {n}", r, c)
        yield self._take_nothing
        yield self._take_nothing

    def _draw(self) -> Any:
        return (DRAW, self.rng.choice([HIDDEN, self.card(), None]))

    def _take(self, boundary: str, rounds: int, choose: Any, top: Card | None = None) -> Row:
        top = top or self.card()
        seen = self.hand().view(at=BEFORE, rounds=rounds, top=top)
        card = choose(seen, top)
        return self.row("6.2", boundary, seen, (TAKE, card))

    def _earlier_discard(self, seen: View, top: Card) -> Card:
        earlier: Card = seen.history[-2][1][-1][1]  # type: ignore[assignment]
        if earlier == top:
            raise Impossible("two equal discards")
        return earlier

    def _second_take(self, rounds: int, moment: str) -> Row:
        seen = self.hand().view(rounds=rounds, at=moment)
        return self.row("6.2", "a second pick-up", seen, (TAKE, seen.discard or seen.hand[-1]))

    def _take_after_the_discard(self, rounds: int) -> Row:
        seen = self.hand().view(rounds=rounds, at=FINISHED)
        return self.row("6.2", "a second pick-up: after the discard", seen, (TAKE, seen.discard))

    def _take_nothing(self) -> Row:
        """Return the next player's call while the first player holds the only discard."""
        seen = self.hand().view(rounds=0, at=FROM_PILE, seat=1)
        return self.row("6.2", "an empty pile", seen, (TAKE, None))
