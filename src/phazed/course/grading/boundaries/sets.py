"""Additions to groups, at the boundaries of rules 5.1 to 5.3 and 6.4."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import BLACK, NATURALS, RED, SUITS, Row, valid
from phazed.course.grading.boundaries.maker import Maker
from phazed.course.grading.boundaries.positions import BEFORE, FINISHED, FROM_PILE, Impossible
from phazed.rules.cards import ACES, JOKER
from phazed.rules.groups import Run
from phazed.rules.plays import LAY_OFF
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts
    from phazed.rules.cards import Card


class Sets(Maker):
    """Additions to groups: whose group, at which moment and index, and which cards fit a set."""

    def parts(self) -> Iterator[Parts]:
        yield from (
            self.adding,
            self.adding_to_sets,
        )

    def adding(self) -> Iterator[Any]:
        for what in ("set", "suit", "run", "colours"):
            for fits in (True, False):
                yield lambda w=what, f=fits: self._last(w, fits=f)
        for seat in range(SEATS):
            for group in (0, 1):
                yield lambda s=seat, g=group: self._add("5.1", f"a group of {'an' if s else 'the'} player", s, g)
        yield lambda: self._add("6.4", "after a pick-up of the discard", 0, 0, at=FROM_PILE)
        for rounds in (1, 2, 3):
            yield lambda r=rounds: self._add("6.4", "in a later turn", 0, 0, rounds=r)
        for seat in (0, self.other()):
            for rounds in (1, 2):
                yield lambda s=seat, r=rounds: self._add(
                    "6.4", "out of turn: before the pick-up", s, 0, at=BEFORE, rounds=r
                )
            if not self.rules.has_jokers:
                yield lambda s=seat: self._add("6.4", "out of turn: after the discard", s, 0, at=FINISHED)
            yield lambda s=seat: self._add("4.2", "in the turn of the phase", s, 0, now=True)
            yield lambda s=seat: self._add("4.2", "in the turn of the phase", s, 1, now=True)
            for kind in ("natural", "ace", "twin"):
                yield lambda s=seat, k=kind: self._add_not_held(s, k)
        for seat in (1, 2, 3):
            yield lambda s=seat: self._without_phase(s)
            yield lambda s=seat: self._no_group(s, 0, 0, "a player without a phase")
            yield lambda s=seat: self._no_group(s, 0, 3, "a player without a phase")
        for seat in (-2 * SEATS, -SEATS, SEATS, 2 * SEATS):
            yield lambda s=seat: self._no_group(s, 0, 0, "no such player", absolute=True)
        for group in (-1, -2, 2, 3):
            yield lambda g=group: self._no_group(0, g, 0, "no such group")
        yield from (lambda s=seat: self._one_group(s) for seat in (1, 2))
        for group, index in product((0, 1), (-1, -2, -3, 4, 5)):
            yield lambda g=group, i=index: self._no_group(0, g, i, "no such index")
        accumulations = ("totals", "one colour") if self.totals else ()
        for kind, before in product(("suit", "run", "colours", *accumulations), (True, False)):
            yield lambda k=kind, b=before: self._index_of(k, before=b)

    def _set_card(self, laid: str, *, ace: bool = False) -> Card:
        """Return a card that fits a set."""
        if ace:
            return "A" + self.rng.choice(SUITS)
        value = next(card for card in laid.split() if card not in ACES)[0]
        return value + self.rng.choice(SUITS)

    def _add(self, rule: str, boundary: str, seat: int, group: int, *, now: bool = False, **options: Any) -> Row:
        own, others = self.pair(), self.pair()
        made = self.hand()
        made = made.lays_now(self.sets, *own) if now else made.lays(0, self.sets, *own)
        if seat or now:
            made = made.lays(seat or self.other(), self.sets, *others)
        card = self._set_card((others if seat else own)[group])
        seen = made.view(card, **options)
        index = self.rng.randint(0, 3)
        return self.row(rule, boundary, seen, self.at(seen, seat, group, index, card))

    def _add_not_held(self, seat: int, kind: str) -> Row:
        own, others = self.pair(), self.pair()
        made = self.hand().lays(0, self.sets, *own)
        if seat:
            made = made.lays(seat, self.sets, *others)
        laid = (others if seat else own)[0]
        card = self._set_card(laid, ace=kind == "ace")
        held = ""
        if kind == "twin":  # the card played is on the table, and the hand has another one of its suit
            card = laid.split()[0]
            held = self.rng.choice([value + card[1] for value in NATURALS if value != card[0]])
        seen = made.view(held, absent=[card])
        return self.row("6.4", "a card not held", seen, self.at(seen, seat, 0, 3, card))

    def _without_phase(self, seat: int) -> Row:
        others = self.pair()
        card = self._set_card(others[0])
        seen = self.hand().lays(seat, self.sets, *others).view(card, rounds=self.rng.randint(1, 2))
        return self.row("6.4", "without a phase of one's own", seen, self.at(seen, seat, 0, 3, card))

    def _no_group(self, seat: int, group: int, index: int, boundary: str, *, absolute: bool = False) -> Row:
        value = self.rng.choice(NATURALS)
        own = self.of_value(value, 3, 3), self.of_value(value, 3, 3)
        card = value + self.rng.choice(SUITS)
        seen = self.hand().lays(0, self.sets, *own).view(card)
        where = seen.seat + seat if absolute else (seen.seat + seat) % SEATS
        return self.row("5.1", boundary, seen, (LAY_OFF, (card, (where, group, index))))

    def _one_group(self, group: int) -> Row:
        suit = self.rng.choice(SUITS)
        cards = [value + suit for value in self.rng.sample(NATURALS, 7)]
        card = "A" + self.rng.choice(SUITS)
        seat = self.other()
        seen = self.mine().lays(seat, self.suits, " ".join(cards)).view(card)
        return self.row("5.1", "no such group", seen, self.at(seen, seat, group, 0, card))

    def _last(self, what: str, *, fits: bool) -> Row:
        """Return the play of the last card onto another player's group, which it fits or does not fit."""
        phase, place = {
            "set": (self.sets, 0),
            "suit": (self.suits, 0),
            "run": (self.run, 0),
            "colours": (self.colours, 0),
        }[what]
        groups = self.groups(phase)
        kind, group = self.rules.phases[phase - 1][place], groups[place]
        index = len(group)
        cards = [
            card for card in self.rules.cards if card != JOKER and (kind.refuse(group, card, index) is None) is fits
        ]
        own = "".join({card[0] for each in groups for card in each})
        naturals = sorted(set(cards) - ACES)
        if not naturals:
            raise Impossible("a run that ends with a king takes no card there")
        seat, card = self.other(), self.rng.choice(naturals)
        made = self.mine(avoid=own + card[0]).lays(seat, phase, *(" ".join(each) for each in groups))
        seen = made.view(card, size=1)
        rule = "5.4" if isinstance(kind, Run) else "5.3"
        boundary = f"the last card to a {kind.noun}, which it {'fits' if fits else 'does not fit'}"
        return self.row(rule, boundary, seen, self.at(seen, seat, place, index, card))

    def _index_of(self, kind: str, *, before: bool) -> Row:
        """Return the play of an ace at an index outside a group."""
        seat = self.other()
        phase, place = {
            "suit": (self.suits, 0), "run": (self.run, 0), "colours": (self.colours, 0),
            "totals": (self.totals, 1), "one colour": (self.one_coloured, 0),
        }[kind]  # fmt: skip
        groups = self.groups(phase)
        if kind in ("totals", "one colour"):
            groups = [self.total(BLACK), self.total(BLACK)]
        seen = self.mine().lays(seat, phase, *(" ".join(group) for group in groups)).view("AS")
        length = len(groups[place])
        return self.row("5.1", "no such index", seen, self.at(seen, seat, place, -1 if before else length + 1, "AS"))

    def adding_to_sets(self) -> Iterator[Any]:
        for phase, place in ((self.sets, 0), (self.sets, 1), (self.fours, 0), (self.fours, 1), (self.colours, 1)):
            kind = self.rules.phases[phase - 1][place]
            for index in range(kind.size + 1):
                for what in ("a matching card", "an ace"):
                    if index in (0, 1, kind.size) or phase == self.sets:
                        yield lambda p=phase, at=place, i=index, w=what: self._to_set(p, at, i, w)
            for what in ("a neighbour", "the same suit", "another value", "a colour"):
                yield lambda p=phase, at=place, w=what: self._to_set(p, at, None, w)
            for what in ("a matching card", "an ace", "another value"):
                yield lambda p=phase, at=place, w=what: self._to_set(p, at, None, w, aces=True)
        for more, what in product((1, 2, 4), ("a matching card", "an ace", "another value")):
            yield lambda m=more, w=what: self._to_set(self.sets, 0, None, w, more=m)
        for suit in SUITS:
            for what in ("a matching card", "another colour", "the same colour"):
                yield lambda s=suit, w=what: self._to_suit(s, None, w)
        for index in range(8):
            for what in ("a matching card", "an ace"):
                yield lambda i=index, w=what: self._to_suit(self.rng.choice(SUITS), i, w)
        for what in ("a matching card", "an ace", "another colour", "the same colour"):
            yield lambda w=what: self._to_suit(self.rng.choice(SUITS), None, w, aces=True)
            yield lambda w=what: self._to_suit(self.rng.choice(SUITS), None, w, more=True)
            if self.totals:
                yield lambda w=what: self._to_suit(self.rng.choice(SUITS), None, w, total=True)
        yield lambda: self._to_suit("S", None, "a value of the group")
        yield lambda: self._to_suit("D", None, "a value of the group")

    def _odd_value(self, value: str, what: str) -> str:
        at = NATURALS.index(value)
        if what == "a neighbour":
            return NATURALS[at + self.rng.choice([step for step in (-1, 1) if 0 <= at + step < 12])]
        return self.rng.choice([other for other in NATURALS if abs(NATURALS.index(other) - at) > 1])

    def _to_set(
        self, phase: int, place: int, index: int | None, what: str, *, aces: bool = False, more: int = 0
    ) -> Row:
        kinds, value = self.rules.phases[phase - 1], self.rng.choice(NATURALS)
        size = kinds[place].size
        group = self.of_value(value, size, size - 1 if aces else size)
        if aces:
            group = " ".join(sorted(group.split(), key=lambda card: card not in ACES))
        groups = [" ".join(valid(kind, self.rng)) for kind in kinds]
        groups[place] = group
        copies = [value + suit for suit in SUITS * 2]
        for card in group.split():
            if card in copies:
                copies.remove(card)
        self.rng.shuffle(copies)
        grown = [copies.pop() for _ in range(min(more, len(copies) - 1))]
        suit = self.rng.choice(group.split())[1]
        card = {
            "a matching card": copies.pop(),
            "an ace": "A" + self.rng.choice(SUITS),
            "the same suit": self._odd_value(value, what) + suit,
        }.get(what) or self._odd_value(value, what) + self.rng.choice(SUITS)
        seat = self.other()
        made = self.mine(avoid=value).lays(seat, phase, *groups)
        made = made.grows(seat, place, " ".join(grown)) if grown else made
        seen = made.view(card)
        length = size + len(grown)
        name = what + (" beside aces" if aces else " in a larger set" if more else "")
        anywhere = index is None
        index = self.rng.randint(0, length) if index is None else index
        if what in ("a matching card", "an ace") and not anywhere:
            name = f"{name} at {'the end' if index == length else index if index < 2 else 'a place inside'}"
        rule = "5.2" if more and phase == self.sets and what != "another value" else "5.3"
        return self.row(rule, f"set: {name}", seen, self.at(seen, seat, place, index, card))

    def _to_suit(
        self, suit: str, index: int | None, what: str, *, aces: bool = False, more: bool = False, total: bool = False
    ) -> Row:
        values = self.rng.sample(NATURALS, 7)
        while total and sum(map(NATURALS.index, values)) + 14 != 34:
            values = [self.rng.choice(NATURALS[:9]) for _ in range(7)]
            if max(map(values.count, values)) > 2:
                values = list("KKKKKKK")
        group = [value + suit for value in values]
        if aces:
            for at in (0, 1, 6):
                group[at] = "A" + self.rng.choice(SUITS.replace(suit, ""))
        free = [value + suit for value in NATURALS if value not in values]
        spare = self.rng.choice(free)
        colour = BLACK if suit in BLACK else RED
        others = RED if suit in BLACK else BLACK
        card = {
            "a matching card": spare,
            "an ace": "A" + self.rng.choice(SUITS),
            "the same colour": self.card(suits=colour.replace(suit, "")),
            "another colour": self.card(suits=others),
            "a value of the group": group[3][0] + self.rng.choice(SUITS.replace(suit, "")),
        }[what]
        seat = self.other()
        made = self.mine().lays(seat, self.suits, " ".join(group))
        length = 7
        if more:
            made = made.grows(seat, 0, f"A{self.rng.choice(SUITS)} A{self.rng.choice(SUITS)}")
            length += 2
        seen = made.view(card)
        anywhere = index is None
        index = self.rng.randint(0, length) if index is None else index
        name = what + (" beside aces" if aces else " in a larger set" if more else "")
        if what in ("a matching card", "an ace") and not anywhere:
            name = f"{name} at {'the end' if index == length else index if index < 2 else 'a place inside'}"
        return self.row("5.2" if total else "5.3", f"suit set: {name}", seen, self.at(seen, seat, 0, index, card))
