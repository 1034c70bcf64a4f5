"""Additions to runs, at the boundaries of rule 5.4."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import BLACK, NATURALS, RED, SUITS, Row, valid
from phazed.course.grading.boundaries.maker import Maker
from phazed.rules.groups import Run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts


class Runs(Maker):
    """Additions to runs: at both ends, for each length and start, next to aces, and inside."""

    def parts(self) -> Iterator[Parts]:
        yield from (self.adding_to_runs,)

    def adding_to_runs(self) -> Iterator[Any]:
        for one_colour in (False, True):
            sizes = range(4 if one_colour else 8, 13)
            for length, front, what in product(
                sizes, (True, False), ("the next card", "an ace", "a gap", "the same value")
            ):
                yield lambda c=one_colour, n=length, f=front, w=what: self._to_run(c, n, f, w)
            for start, front in product(range(12), (True, False)):
                yield lambda c=one_colour, s=start, f=front: self._to_run(c, 4 if c else 8, f, "the next card", start=s)
                if start in (0, 4, 8):
                    yield lambda c=one_colour, s=start, f=front: self._to_run(c, 4 if c else 8, f, "an ace", start=s)
            for front, what in product(
                (True, False),
                (
                    "the next card",
                    "an ace",
                    "a gap",
                    "the other end",
                    "the same value",
                    "the next card, of the same suit",
                ),
            ):
                yield lambda c=one_colour, f=front, w=what: self._to_run(c, None, f, w)
                for aces in ((0,), (0, 1), (-1,), (-1, -2), (0, -1), (1,)):
                    if what in ("the next card", "an ace", "a gap"):
                        yield lambda c=one_colour, f=front, w=what, a=aces: self._to_run(c, None, f, w, aces=a)
            size = 4 if one_colour else 8
            for place in range(1, size):
                yield lambda c=one_colour, p=place: self._inside(c, p, "a card that belongs there")
                yield lambda c=one_colour, p=place: self._inside(c, p, "an ace")
                yield lambda c=one_colour, p=place: self._inside(c, p, "the next card")
                yield lambda c=one_colour, p=place: self._inside(c, p, "the card before")
            for aces in ((0,), (0, 1), (-1,), (-1, -2)):
                for what in ("a card for the ace", "an ace"):
                    yield lambda c=one_colour, a=aces, w=what: self._inside_again(c, a, w)
        for front in (True, False):
            for length in (4, 6, 8, 9, 11):
                yield lambda f=front, n=length: self._to_run(True, n, f, "another colour")
                yield lambda f=front, n=length: self._to_run(True, n, f, "an ace of the other colour")
            for aces in ((0,), (-1,), (0, 1), (0, -1)):
                yield lambda f=front, a=aces: self._to_run(True, None, f, "another colour", aces=a)
                yield lambda f=front, a=aces: self._to_run(True, None, f, "an ace of the other colour", aces=a)

    def _laid_run(self, one_colour: bool, length: int | None, start: int | None, aces: tuple[int, ...]) -> Any:
        """Return a hand in which another player's run has grown to this length, and the details of the run."""
        rng, size = self.rng, 4 if one_colour else 8
        wraps = isinstance(kind := self.rules.phases[self.run - 1][0], Run) and kind.wraps
        length = length or size
        suits = rng.choice([BLACK, RED]) if one_colour else SUITS
        if start is None:
            start = rng.randrange(12) if wraps else rng.randrange(12 - length + 1)
        if not wraps and start + length > 12:
            start = 12 - length
        ahead = rng.randint(0, length - size)  # cards added in front
        values = [NATURALS[(start + step) % 12] for step in range(length)]
        cards = [value + rng.choice(suits) for value in values]
        other = RED if suits == BLACK else BLACK if suits == RED else SUITS
        for at in aces:
            cards[at] = "A" + rng.choice(other)
        base = cards[ahead : ahead + size]
        seat = self.other()
        four = [" ".join(valid(self.rules.phases[self.colours - 1][1], rng))] if one_colour else []
        made = self.mine().lays(seat, self.colours if one_colour else self.run, " ".join(base), *four)
        if ahead:
            made = made.grows(seat, 0, " ".join(reversed(cards[:ahead])), 0)
        if length > size + ahead:
            made = made.grows(seat, 0, " ".join(cards[ahead + size :]))
        return made, seat, suits, start, length

    def _to_run(
        self,
        one_colour: bool,
        length: int | None,
        front: bool,
        what: str,
        *,
        start: int | None = None,
        aces: tuple[int, ...] = (),
    ) -> Row:
        known = start is not None
        made, seat, suits, start, length = self._laid_run(one_colour, length, start, aces)
        rng = self.rng
        before, after = NATURALS[(start - 1) % 12], NATURALS[(start + length) % 12]
        wanted, opposite = (before, after) if front else (after, before)
        other = RED if suits == BLACK else BLACK if suits == RED else SUITS
        value = {
            "a gap": NATURALS[(start - 2) % 12] if front else NATURALS[(start + length + 1) % 12],
            "the other end": opposite,
            "the same value": NATURALS[start] if front else NATURALS[(start + length - 1) % 12],
        }.get(what, wanted)
        card = value + rng.choice(other if "colour" in what else suits)
        if what.startswith("an ace"):
            card = "A" + rng.choice(other if "other" in what else suits)
        seen = made.view(card)
        corner = {"K": not front and value == "2", "2": front and value == "K"}
        where = "front" if front else "end"
        noun = "colour run" if one_colour else "run"
        full = ", which is complete" if length == 12 else ", the twelfth" if length == 11 else ""
        turn = ", round the corner" if known and any(corner.values()) and what == "the next card" else ""
        beside = " beside an ace" if aces else ""
        long = ", beyond eight cards" if one_colour and 8 <= length < 12 and "next" in what else ""
        boundary = f"{noun}: {what} at the {where}{full}{turn}{beside}{long}"
        return self.row("5.4", boundary, seen, self.at(seen, seat, 0, 0 if front else length, card))

    def _inside(self, one_colour: bool, place: int, what: str) -> Row:
        made, seat, suits, start, length = self._laid_run(one_colour, None, None, ())
        value = {
            "a card that belongs there": NATURALS[(start + place) % 12],
            "the next card": NATURALS[(start + length) % 12],
            "the card before": NATURALS[(start - 1) % 12],
        }.get(what, "A")
        card = value + self.rng.choice(suits)
        seen = made.view(card)
        noun = "colour run" if one_colour else "run"
        return self.row("5.4", f"{noun}: {what} inside", seen, self.at(seen, seat, 0, place, card))

    def _inside_again(self, one_colour: bool, aces: tuple[int, ...], what: str) -> Row:
        """Return the play of a card next to the outer aces of a run, so that the cards would still form a run."""
        made, seat, suits, start, length = self._laid_run(one_colour, None, None, aces)
        first = aces[0] == 0
        place = len(aces) if first else length - len(aces)
        value = NATURALS[(start + place - 1) % 12] if first else NATURALS[(start + place) % 12]
        card = (value if what == "a card for the ace" else "A") + self.rng.choice(suits)
        seen = made.view(card)
        noun = "colour run" if one_colour else "run"
        return self.row("5.4", f"{noun}: inside, though it stays a run", seen, self.at(seen, seat, 0, place, card))
