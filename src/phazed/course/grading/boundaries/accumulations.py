"""Additions to accumulations, and plays while one is open, at the boundaries of rules 5.5 to 5.7."""

from __future__ import annotations

from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import BLACK, RED, SUITS, Row
from phazed.course.grading.boundaries.maker import Maker
from phazed.course.grading.boundaries.positions import Hand, building
from phazed.rules.cards import JOKER
from phazed.rules.groups import STAGES
from phazed.rules.plays import DISCARD, SKIP
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts

VALUE_OF = {10: "0", 11: "J", 12: "Q", 13: "K", 1: "A", **{number: str(number) for number in range(2, 10)}}
"""Value of the card with a given worth in an accumulation."""


class Accumulations(Maker):
    """Additions to accumulations: up to each stage, short of it and past it, by colour, and at the end of a turn."""

    def parts(self) -> Iterator[Parts]:
        yield from (self.accumulating,)

    def accumulating(self) -> Iterator[Any]:
        if not self.totals:
            return
        ladder = list(pairwise(STAGES))
        phases = (self.totals, self.one_coloured)
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                for worth in self._worths(stage, after):
                    name = self._step(stage, worth, after)
                    yield lambda p=phase, at=place, s=stage, w=worth, n=name: self._to_total(p, at, s, (), w, "5.5", n)
                for first in self._firsts(stage, after):
                    for worth in self._worths(stage + first, after)[:3]:
                        name = self._step(stage + first, worth, after)
                        yield lambda p=phase, at=place, s=stage, f=first, w=worth, n=name: self._to_total(
                            p, at, s, (f,), w, "5.5", n
                        )
            for worth in (1, 2, 13):
                yield lambda p=phase, at=place, w=worth: self._to_total(
                    p, at, 88, (), w, "5.5", "a card at 88, where it is closed"
                )
            for stage, steps, worth in ((34, (11, 10), 13), (55, (13,), 8), (76, (5, 3), 2), (84, (2, 1), 1)):
                yield lambda p=phase, at=place, s=stage, f=steps, w=worth: self._to_total(
                    p, at, s, f, w, "5.7", "beyond a stage of this turn"
                )
            for index in (0, 1, 2, "end"):
                for worth in (1, 9):
                    yield lambda p=phase, at=place, i=index, w=worth: self._to_total(
                        p,
                        at,
                        34,
                        (),
                        w,
                        "5.5",
                        f"at {'the end' if i == 'end' else 'index ' + str(min(i, 1)) if i < 2 else 'a place inside'}",
                        index=i,
                    )
        for colour, place, total in product((BLACK, RED), (0, 1), (34, 55, 68)):
            for what in (
                "a card of its colour",
                "another colour",
                "an ace of its colour",
                "an ace of the other colour",
            ):
                yield lambda c=colour, at=place, t=total, w=what: self._coloured(self.one_coloured, c, at, t, w)
            for what in ("another colour", "an ace of the other colour"):
                yield lambda c=colour, at=place, t=total, w=what: self._coloured(self.totals, c, at, t, w)
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                yield lambda p=phase, at=place, s=stage: self._discard_at(p, at, s, (), f"a discard at {s}")
                for first in self._firsts(stage, after):
                    yield lambda p=phase, at=place, s=stage, f=first: self._discard_at(
                        p, at, s, (f,), f"a discard between {s} and the next stage"
                    )
            yield lambda p=phase, at=place: self._discard_at(p, at, 88, (), "a discard at 88")
            yield lambda p=phase, at=place: self._discard_at(p, at, 55, (13,), "a discard at 68")
            yield lambda p=phase, at=place: self._discard_at(p, at, 68, (8, 5, 3), "a discard at 84")
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                for worth in self._worths(stage, after):
                    if worth <= after - stage:
                        name = (
                            "the last card to a stage" if stage + worth == after else "the last card between two stages"
                        )
                        yield lambda p=phase, at=place, s=stage, w=worth, n=name: self._to_total(
                            p, at, s, (), w, "5.6", n, size=1
                        )
            for size, worth in ((2, 5), (2, 13), (3, 8)):
                yield lambda p=phase, at=place, s=size, w=worth: self._to_total(
                    p, at, 34, (), w, "5.6", "not the last card, between two stages", size=s
                )
            yield lambda p=phase, at=place: self._to_total(
                p, at, 34, (9,), 12, "5.6", "the last card to a stage", size=1
            )
            yield lambda p=phase, at=place: self._to_total(
                p, at, 34, (9,), 11, "5.6", "the last card between two stages", size=1
            )
            yield lambda p=phase, at=place: self._last_elsewhere(p, at, ())
            yield lambda p=phase, at=place: self._last_elsewhere(p, at, (9,))
            yield lambda p=phase, at=place: self._last_elsewhere(p, at, (13, 8))
            yield lambda p=phase, at=place: self._to_total(p, at, 55, (), 13, "5.6", "the last card to a stage", size=1)
            for stage, worth in ((76, 6), (84, 3), (87, 2), (88, 1)):
                yield lambda p=phase, at=place, s=stage, w=worth: self._to_total(
                    p, at, s, (), w, "5.5", "the last card past a stage", size=1
                )
        for place in (0, 1):
            yield lambda at=place: self._own_total(at, ())
            yield lambda at=place: self._own_total(at, (9,))
        if self.rules.has_jokers:
            yield lambda: self._skip_open(34, (9,))
            yield lambda: self._skip_open(34, ())
            yield lambda: self._skip_open(55, ())
        for what in ("a set's ace", "another colour", "any suit"):
            yield lambda w=what: self._kept_kind(w)
            yield lambda w=what: self._kept_kind(w)

    @staticmethod
    def _step(total: int, worth: int, after: int) -> str:
        verb = "to" if total + worth == after else "towards" if total + worth < after else "past"
        return f"{verb} {after}"

    @staticmethod
    def _worths(total: int, after: int) -> list[int]:
        """Return worths of cards that reach totals below, at and above the next stage."""
        room = after - total
        found = [room + 1, room, room + 2, 13, 1, room - 1, 2]
        return list(dict.fromkeys(worth for worth in found if 1 <= worth <= 13))

    @staticmethod
    def _firsts(stage: int, after: int) -> list[int]:
        """Return worths of a first card that leaves an accumulation between two stages."""
        return [worth for worth in dict.fromkeys((min(13, after - stage - 1), 2, 8)) if 0 < worth < after - stage]

    def _built(self, phase: int, place: int, stage: int, colour: str) -> tuple[Hand, int, str]:
        """Return a hand in which another player's accumulation is at a stage, with that player's seat and the suits."""
        one = phase == self.one_coloured
        suits = colour if one else SUITS
        groups = [" ".join(self.total(suits if at == place else RED if colour == BLACK else BLACK)) for at in (0, 1)]
        seat = self.other()
        made = self.mine(avoid="KQ8532").lays(seat, phase, *groups)
        if stage > 34:
            made = made.grows(seat, place, building(34, stage, self._mix(suits)))
        return made, seat, suits

    def _mix(self, suits: str) -> str:
        order = list(suits)
        self.rng.shuffle(order)
        return "".join(order)

    def _to_total(
        self, phase: int, place: int, stage: int, steps: tuple[int, ...], worth: int, rule: str, boundary: str,
        *, index: Any = None, size: int | None = None,
    ) -> Row:  # fmt: skip
        made, seat, suits = self._built(phase, place, stage, self.rng.choice([BLACK, RED]))
        for step in steps:
            made = made.adds_now(seat, place, VALUE_OF[step] + self.rng.choice(suits))
        card = VALUE_OF[worth] + self.rng.choice(suits)
        seen = made.view(card, size=size)
        length = len(seen.table[(seen.seat + seat) % SEATS][1][place])
        index = length if index == "end" else self.rng.randint(0, length) if index is None else index
        return self.row(rule, boundary, seen, self.at(seen, seat, place, index, card))

    def _coloured(self, phase: int, colour: str, place: int, stage: int, what: str) -> Row:
        suits = colour
        groups = [
            " ".join(self.total(suits if at == place else SUITS if phase == self.totals else RED)) for at in (0, 1)
        ]
        seat = self.other()
        made = self.mine(avoid="KQ8532").lays(seat, phase, *groups)
        if stage > 34:
            made = made.grows(seat, place, building(34, stage, suits))
        other = RED if colour == BLACK else BLACK
        value = "A" if "ace" in what else self.rng.choice("2345678")
        card = value + self.rng.choice(other if "other" in what else colour)
        seen = made.view(card)
        length = len(seen.table[(seen.seat + seat) % SEATS][1][place])
        rule = "5.2" if phase == self.totals else "5.5"
        boundary = f"{'accumulation' if phase == self.totals else 'one colour'}: {what}"
        return self.row(rule, boundary, seen, self.at(seen, seat, place, self.rng.choice([0, length]), card))

    def _discard_at(self, phase: int, place: int, stage: int, steps: tuple[int, ...], boundary: str) -> Row:
        made, seat, suits = self._built(phase, place, stage, self.rng.choice([BLACK, RED]))
        for step in steps:
            made = made.adds_now(seat, place, VALUE_OF[step] + self.rng.choice(suits))
        seen = made.view()
        return self.row("5.6", boundary, seen, (DISCARD, self.rng.choice(seen.hand)))

    def _last_elsewhere(self, phase: int, place: int, steps: tuple[int, ...]) -> Row:
        """Return the play of the last card onto a set while an accumulation may be open."""
        value = self.rng.choice("467")
        groups = [self.total(self.rng.choice([BLACK, RED])) for _ in (0, 1)]
        seat = self.other()
        made = self.hand().lays(0, self.sets, self.of_value("9", 3, 3), self.of_value(value, 3, 3))
        made = made.lays(seat, phase, *(" ".join(group) for group in groups))
        for step in steps:
            suits = BLACK if groups[place][0][1] in BLACK else RED
            made = made.adds_now(seat, place, VALUE_OF[step] + self.rng.choice(suits))
        card = value + self.rng.choice(SUITS)
        seen = made.view(card, size=1)
        open_ = sum(steps) not in (0, 21)
        boundary = f"the last card to a set, {'an' if open_ else 'no'} accumulation open"
        return self.row("5.6", boundary, seen, self.at(seen, 0, 1, 3, card))

    def _own_total(self, place: int, steps: tuple[int, ...]) -> Row:
        made = self.hand().lays_now(self.totals, *(" ".join(self.total(SUITS)) for _ in (0, 1)))
        for step in steps:
            made = made.adds_now(0, place, VALUE_OF[step] + self.rng.choice(SUITS))
        seen = made.view(rounds=1)
        boundary = "a discard with one's own accumulation" + (" open" if steps else "")
        return self.row("5.6", boundary, seen, (DISCARD, self.rng.choice(seen.hand)))

    def _kept_kind(self, what: str) -> Row:
        """Return the play of a card onto a group whose cards would also form another kind."""
        seat, rng = self.other(), self.rng
        if what == "a set's ace":  # three jacks and an ace form a set of four that adds up to 34
            group = " ".join([*(f"J{suit}" for suit in rng.sample(SUITS, 3)), "AS"])
            four = self.of_value("4", 4, 4)
            made = self.mine(avoid="J4").lays(seat, self.fours, group, four)
            card = rng.choice(["9S", "AH", "JS", "5D"])
        else:
            colour = BLACK if what == "another colour" else RED
            cards = [value + colour[at % 2] for at, value in enumerate("7890")]
            made = self.mine(avoid="7890").lays(seat, self.totals, " ".join(cards), " ".join(self.total(SUITS)))
            card = self.card(of="23456", suits=RED if colour == BLACK else BLACK)
        seen = made.view(card)
        length = 4
        return self.row("5.2", f"kept kind: {what}", seen, self.at(seen, seat, 0, length, card))

    def _skip_open(self, stage: int, steps: tuple[int, ...]) -> Row:
        made, seat, suits = self._built(self.totals, 0, stage, BLACK)
        for step in steps:
            made = made.adds_now(seat, 0, VALUE_OF[step] + self.rng.choice(suits))
        seen = made.view(JOKER)
        boundary = "a skip between two stages" if steps else f"a skip at {stage}"
        return self.row("5.6", boundary, seen, (SKIP, (seen.seat + 1) % SEATS))
