"""Plays at every boundary of the rules: each kind of play, stage of an accumulation, end of a run, place and moment.

The boundaries are the same for every seed, which chooses the cards. Every position is that of a hand that was played
from its deal (`positions`).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.groups import BLACK, NATURALS, RED, SUITS, Row, combined, put, samples, valid
from phazed.course.grading.positions import BEFORE, FINISHED, FROM_DECK, FROM_PILE, Hand, Impossible, building
from phazed.game.view import View, in_course_form
from phazed.rules.cards import ACES, COLOUR, JOKER, LOWEST, VALUES, total_worth
from phazed.rules.groups import STAGES, Accumulation, Run, SameSuit, SameValue
from phazed.rules.legality import DURING, open_accumulation
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, LAY_OFF, SKIP, TAKE
from phazed.rules.rulesets import HAND_SIZE, SEATS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.rulesets import Ruleset

OF_EACH_PART = 24
"""Number of positions of each part of the rules for a function that plays."""
ATTEMPTS = 40
"""Number of hands that are tried for a boundary; the cards of some are not there often enough."""
VALUE_OF = {10: "0", 11: "J", 12: "Q", 13: "K", 1: "A", **{number: str(number) for number in range(2, 10)}}


def play_rows(rules: Ruleset, rng: Random) -> Iterator[Row]:
    """Yield the calls of a function that decides whether a play is valid."""
    maker = _Maker(rules, rng)
    for part in (
        maker.picking_up,
        maker.laying,
        maker.laying_phases,
        maker.adding,
        maker.adding_to_sets,
        maker.adding_to_runs,
        maker.accumulating,
        maker.ending,
        maker.malformed,
        *([maker.skipping] if rules.has_jokers else []),
    ):
        for make in part():
            reason = None
            for _ in range(ATTEMPTS):
                try:
                    yield make()
                    break
                except Impossible as error:
                    reason = error
            else:
                raise Impossible(f"no hand leads to a position of {part.__name__}: {reason}")


def position_views(rules: Ruleset, rng: Random) -> Iterator[View]:
    """Yield positions after the pick-up: hands with the cards of each phase, and groups to which cards may be added."""
    maker = _Maker(rules, rng)
    for phase, due in product(range(1, len(rules.phases) + 1), repeat=2):
        for aces in (False, True):
            cards = [card for group in maker.groups(phase) for card in group]
            while ACES.intersection(cards):
                cards = [card for group in maker.groups(phase) for card in group]
            extra = ["AS", "AH", "AD"][: HAND_SIZE + 1 - len(cards)] if aces else []
            if aces and phase != due:
                continue
            if max(map([*cards, *extra].count, cards)) <= 2:
                yield maker.hand().has_completed(0, maker.status(due - 1)).view(" ".join([*cards, *extra]))
    for part in (maker.adding, maker.adding_to_sets, maker.adding_to_runs, maker.accumulating, maker.ending):
        rows = list(part())
        for make in rng.sample(rows, min(len(rows), OF_EACH_PART)):
            try:
                _, *arguments = make().arguments
            except Impossible:
                continue
            seen = View.from_course(rules, *arguments)
            if seen.stage is DURING and open_accumulation(rules, seen.table) is None:
                yield seen


class _Maker:
    """The rows of a game. Each part yields functions that make a row, or raise `Impossible` with some cards."""

    def __init__(self, rules: Ruleset, rng: Random) -> None:
        self.rules = rules
        self.rng = rng
        made_of = [tuple(kind.number for kind in kinds) for kinds in rules.phases]
        self.sets, self.suits, self.fours = (made_of.index(each) + 1 for each in ((1, 1), (2,), (3, 3)))
        self.run, self.colours = made_of.index((4,)) + 1, made_of.index((5, 3)) + 1
        self.totals = made_of.index((6, 6)) + 1 if (6, 6) in made_of else 0
        self.one_coloured = made_of.index((7, 7)) + 1 if (7, 7) in made_of else 0

    def hand(self) -> Hand:
        return Hand(self.rules, self.rng)

    def row(self, rule: str, boundary: str, seen: View, play: Any) -> Row:
        return Row(rule, boundary, (in_course_form(play), *seen.to_course()))

    def status(self, completed: int) -> Any:
        """Return the status after so many phases."""
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
        """Return a hand in which the player laid two sets of three in an earlier turn."""
        return self.hand().lays(0, self.sets, *self.pair(**options))

    def other(self) -> int:
        return self.rng.randrange(1, SEATS)

    def at(self, seen: View, relative: int, group: int, index: int, card: Card) -> Any:
        return (LAY_OFF, (card, ((seen.seat + relative) % SEATS, group, index)))

    def card(self, of: str = NATURALS, suits: str = SUITS) -> Card:
        return self.rng.choice(of) + self.rng.choice(suits)

    # 6.1 and 6.2: pick-ups

    def picking_up(self) -> Iterator[Any]:
        deck = lambda: (DRAW, self.rng.choice([HIDDEN, self.card(), None]))  # noqa: E731
        for content in (HIDDEN, "7D", None):
            yield lambda c=content: self.row("6.1", "the first turn", self.hand().view(at=BEFORE, rounds=0), (DRAW, c))
            yield lambda c=content: self.row("6.1", "a later turn", self.hand().view(at=BEFORE), (DRAW, c))
        yield lambda: self.row("6.1", "a later turn", self.mine().view(at=BEFORE, rounds=2), deck())
        for rounds, moment in product((0, 2), (FROM_DECK, FROM_PILE)):
            yield lambda r=rounds, m=moment: self.row("6.1", "a second pick-up", self.hand().view(rounds=r, at=m), deck())
            yield lambda r=rounds, m=moment: self._second_take(r, m)
        yield lambda: self.row("6.1", "after the phase", self.hand().lays_now(self.sets, *self.pair()).view(rounds=1), deck())
        yield lambda: self.row("6.1", "after a card was added", self._added().view(), deck())
        if not self.rules.has_jokers:
            for rounds in (0, 1):
                yield lambda r=rounds: self.row("6.1", "after the discard", self.hand().view(at=FINISHED, rounds=r), deck())
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

    def _added(self) -> Hand:
        value = self.rng.choice("23456")
        first = self.of_value(value, 3, 3)
        card = value + next(suit for suit in SUITS if value + suit not in first)
        return self.hand().lays(0, self.sets, first, self.of_value("9", 3, 3)).adds_now(0, 0, card)

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
        return self.row("6.2", "after the discard", seen, (TAKE, seen.discard))

    def _take_nothing(self) -> Row:
        """Return the call of the next player while the first one has the only discard."""
        seen = self.hand().view(rounds=0, at=FROM_PILE, seat=1)
        return self.row("6.2", "an empty pile", seen, (TAKE, None))

    # 6.3: phases

    def laying(self) -> Iterator[Any]:
        for moment, rounds in product((FROM_DECK, FROM_PILE), (0, 2)):
            yield lambda m=moment, r=rounds: self._lay("6.3", "after the pick-up", at=m, rounds=r)
        yield lambda: self._lay("6.3", "with the card picked up", taken=True)
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._lay("6.3", "before the pick-up", at=BEFORE, rounds=r)
        if not self.rules.has_jokers:
            yield lambda: self._lay("6.3", "after the discard", at=FINISHED, rounds=1)
        for place in (0, 1):
            for kind in ("natural", "ace", "copy", "ace copy"):
                yield lambda p=place, k=kind: self._lay_not_held(p, k)
        yield lambda: self._lay("6.3", "none of the cards held", hand="")
        yield lambda: self._lay_not_held(0, "across")
        for phase in range(1, len(self.rules.phases) + 1):
            yield lambda p=phase: self._due(p, p, "the phase due")
            yield lambda p=phase: self._due(p, p, "the phase due", at=FROM_PILE)
            yield lambda p=phase: self._second_phase(p)
            if self.rules.any_order:
                yield lambda p=phase: self._lay_phase("3.3", "a phase completed before", p, self._flags(p, True))
                yield lambda p=phase: self._lay_phase("3.3", "a phase out of order", p, self._flags(p, False))
                continue
            for due in range(1, len(self.rules.phases) + 1):
                if self.rules.declares and due != phase:
                    gap = phase - due
                    name = (
                        "the phase after the one due" if gap == 1 else "the last phase completed" if gap == -1 else
                        "a later phase" if gap > 0 else "a phase completed before"
                    )
                    yield lambda p=phase, d=due, n=name: self._due(p, d, n)
        yield lambda: self._second_phase(self.suits, now=True)
        if self.rules.declares:
            for number in (0, -1, len(self.rules.phases) + 1, 9):
                yield lambda n=number: self._declared(n)

    def _flags(self, phase: int, done: bool) -> tuple[bool, ...]:
        flags = [self.rng.random() < 0.5 for _ in self.rules.phases]
        flags[phase - 1] = done
        flags[phase % len(flags)] = False
        return tuple(flags)

    def groups(self, phase: int) -> list[Cards]:
        """Return groups that make the phase, of eleven cards at most."""
        kinds = self.rules.phases[phase - 1]
        if isinstance(kinds[0], Accumulation):
            return [self._sum(self.rng.choice([BLACK, RED]) if kind.one_colour else SUITS) for kind in kinds]
        return [valid(kind, self.rng) for kind in kinds]

    def _lay(self, rule: str, boundary: str, hand: str | None = None, *, taken: bool = False, **options: Any) -> Row:
        groups = [each.split() for each in self.pair(naturals=2)]
        flat = [card for group in groups for card in group]
        held = " ".join(flat) if hand is None else hand
        if taken:
            top = flat.pop(self.rng.randrange(6))
            made = self.hand().has_completed(0, self.status(0))
            seen = made.view(" ".join(flat), at=FROM_PILE, top=top)
        else:
            absent = flat if hand is not None else []
            seen = self.hand().has_completed(0, self.status(0)).view(held, absent=absent, **options)
        return self.row(rule, boundary, seen, self.rules.phase_play(self.sets, tuple(map(tuple, groups))))

    def _lay_not_held(self, place: int, kind: str) -> Row:
        """Return the play of a phase with a card, or a second copy of it, that the hand does not have."""
        value, other = self.rng.sample(NATURALS, 2)
        suit, second = self.rng.sample(SUITS, 2)
        copied = kind.endswith("copy")
        first = [value + suit, value + (suit if kind == "copy" else second)]
        wild = ["A" + suit, "A" + suit] if kind == "ace copy" else ["A" + suit]
        if kind == "across":
            groups = [[value + suit, value + second, "A" + suit], [value + suit, value + second, "A" + second]]
            held = [*groups[0], "A" + second]
            missing: list[Card] = []
        else:
            group = [*first, *wild][-3:] if kind != "ace copy" else [value + suit, value + second, "A" + suit]
            groups = [group, [other + suit, other + second, "A" + suit if kind == "ace copy" else other + suit]]
            gone = {"natural": value + second, "ace": "A" + suit, "copy": value + suit, "ace copy": "A" + suit}[kind]
            held = [card for each in groups for card in each]
            held.remove(gone)
            missing = [] if copied else [gone]
            if copied:
                missing = [gone]
        groups = groups[::-1] if place else groups
        seen = self.hand().has_completed(0, self.status(0)).view(" ".join(held), absent=missing)
        rule = "a copy of a card not held" if copied or kind == "across" else "a card not held"
        return self.row("6.3", rule, seen, self.rules.phase_play(self.sets, tuple(map(tuple, groups))))

    def _lay_phase(self, rule: str, boundary: str, phase: int, status: Any, groups: Any = None, **options: Any) -> Row:
        groups = groups or self.groups(phase)
        made = self.hand().has_completed(0, status)
        held = " ".join(card for group in groups for card in group)
        seen = made.view(held, **options)
        return self.row(rule, boundary, seen, self.rules.phase_play(phase, tuple(groups)))

    def _due(self, phase: int, due: int, boundary: str, **options: Any) -> Row:
        return self._lay_phase("3.3", boundary, phase, self.status(due - 1), **options)

    def _second_phase(self, phase: int, *, now: bool = False) -> Row:
        """Return the play of a phase by a player who has laid one in this hand.

        After a phase, nobody holds enough cards for another one. So this hand alone has more cards than it can have:
        the play breaks no other rule.
        """
        first = self.sets if phase == self.sets else phase - 1
        groups = self.groups(first)
        laid = [" ".join(group) for group in groups]
        made = self.hand().lays_now(first, *laid) if now else self.hand().lays(0, first, *laid)
        seen = made.view(rounds=1)
        again = self.groups(phase)
        hand = (*seen.hand, *(card for group in again for card in group))
        play = self.rules.phase_play(phase, tuple(again))
        return self.row("3.3", "a second phase in a hand", seen._replace(hand=hand), play)

    def _declared(self, number: int) -> Row:
        groups = self.groups(self.sets)
        held = " ".join(card for group in groups for card in group)
        seen = self.hand().has_completed(0, self.status(0)).view(held)
        return self.row("3.3", "a number of no phase", seen, self.rules.phase_play(number, tuple(groups)))

    def laying_phases(self) -> Iterator[Any]:
        """Yield phases whose groups are valid, nearly valid, or those of another phase."""
        rules = self.rules
        for phase, kinds in enumerate(rules.phases, 1):
            for place, kind in enumerate(kinds):
                for rule, boundary, group in self._nearly(kind):
                    name = f"phase {phase}: {boundary.partition(' @')[0]}"
                    known = "3.2" if rule == "2" else rule
                    if not self._can_be_held(kinds, place, group):
                        continue
                    yield lambda p=phase, at=place, g=group, r=known, n=name: self._of_groups(p, at, g, r, n)
        for groups, boundary in self._combined():
            phase = next((int(word) for word in boundary.split() if word.isdigit() and "phase" in boundary), 0)
            phases = [phase] if phase else self._likely(groups)
            for each in phases:
                rule = "3.1" if "same value" in boundary else "3.2"
                yield lambda p=each, g=groups, r=rule, n=boundary: self._laid_as(p, g, r, n)
        if self.totals and rules.declares:
            for colour, declared in product((BLACK, RED), (self.totals, self.one_coloured)):
                yield lambda c=colour, d=declared: self._laid_as(d, [self._sum(c), self._sum(c)], "3.2", "phase 3 or 6")

    def _combined(self) -> Iterator[tuple[list[Cards], str]]:
        """Yield the combinations of groups that a hand can hold."""
        done: dict[str, int] = {}
        for _ in range(4):
            seen: dict[str, int] = {}
            for groups, boundary in combined(self.rules, self.rng):
                seen[boundary] = seen.get(boundary, 0) + 1
                cards = [card for group in groups for card in group]
                if len(cards) > HAND_SIZE + 1 or max(map(cards.count, cards)) > 2:
                    continue
                if seen[boundary] > done.get(boundary, 0):
                    done[boundary] = seen[boundary]
                    yield groups, boundary

    def _can_be_held(self, kinds: tuple[GroupKind, ...], place: int, group: Cards) -> bool:
        others = (3 if isinstance(kind, Accumulation) else kind.size for at, kind in enumerate(kinds) if at != place)
        return len(group) + sum(others) <= HAND_SIZE + 1 and max(map(group.count, group), default=0) <= 2

    def _sum(self, suits: str) -> Cards:
        return tuple(value + self.rng.choice(suits) for value in self.rng.choice(["KK8", "KQ9", "KJ0", "QQ0", "QJJ", "KJ82"]))

    def _likely(self, groups: list[Cards]) -> list[int]:
        """Return the phases with which groups might be confused."""
        return [
            phase
            for phase, kinds in enumerate(self.rules.phases, 1)
            if any(kind.flaw(group) is None for kind in kinds for group in groups) and len(groups) <= 2
        ]

    def _nearly(self, kind: GroupKind) -> Iterator[Any]:
        """Yield groups at the boundaries of a kind, of each about two that lie at different places."""
        by_name: dict[str, list[Any]] = {}
        for each in samples(kind, self.rng):
            if max(map(each.cards.count, each.cards)) <= 2:
                by_name.setdefault(each.boundary.partition(" @")[0], []).append(each)
        for number, (name, together) in enumerate(by_name.items()):
            if not name.startswith(("of ", "from ", "with ")):
                yield from self.rng.sample(together, min(2, len(together)))
            elif number % 3 == 0:  # every value, start and suit is asked about groups by themselves
                yield self.rng.choice(together)

    def _of_groups(self, phase: int, place: int, group: Cards, rule: str, boundary: str) -> Row:
        groups = self.groups(phase)
        groups[place] = group
        for at, kind in enumerate(self.rules.phases[phase - 1]):
            if at != place and isinstance(kind, Accumulation):
                groups[at] = self._sum(BLACK)
        return self._laid_as(phase, groups, rule, boundary)

    def _laid_as(self, phase: int, groups: list[Cards], rule: str, boundary: str) -> Row:
        if self.rules.declares:
            return self._lay_phase(rule, boundary, phase, self.status(phase - 1), groups)
        made = self.hand().has_completed(0, self.status(phase - 1))
        seen = made.view(" ".join(card for group in groups for card in group))
        return self.row(rule, boundary, seen, self.rules.phase_play(phase, tuple(groups)))

    # 6.4 and 5.1: cards added to groups

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
                yield lambda s=seat, r=rounds: self._add("6.4", "before the pick-up", s, 0, at=BEFORE, rounds=r)
            if not self.rules.has_jokers:
                yield lambda s=seat: self._add("6.4", "after the discard", s, 0, at=FINISHED)
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
        for kind, index in product(("suit", "run", "colours", "totals", "one colour"), (-1, None, "end", 1)):
            if self.totals or kind not in ("totals", "one colour"):
                if index is None or index == 1:
                    continue
                yield lambda k=kind, i=index: self._index_of(k, i)

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
        if kind == "twin":  # a card of the same suit is held, and the one on the table
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
        """Return the play of the last card to a group of another player that it fits, or not."""
        phase, place = {"set": (self.sets, 0), "suit": (self.suits, 0), "run": (self.run, 0), "colours": (self.colours, 0)}[what]
        groups = self.groups(phase)
        kind, group = self.rules.phases[phase - 1][place], groups[place]
        index = len(group)
        cards = [card for card in self.rules.cards if card != JOKER and (kind.refuse(group, card, index) is None) is fits]
        own = "".join({card[0] for each in groups for card in each})
        seat, card = self.other(), self.rng.choice(sorted(set(cards) - ACES))
        made = self.mine(avoid=own + card[0]).lays(seat, phase, *(" ".join(each) for each in groups))
        seen = made.view(card, size=1)
        rule = "5.4" if isinstance(kind, Run) else "5.3"
        boundary = f"the last card to a {kind.noun}, which it {'fits' if fits else 'does not fit'}"
        return self.row(rule, boundary, seen, self.at(seen, seat, place, index, card))

    def _index_of(self, kind: str, index: Any) -> Row:
        """Return an ace at an index outside of a group."""
        seat = self.other()
        phase, place = {
            "suit": (self.suits, 0), "run": (self.run, 0), "colours": (self.colours, 0),
            "totals": (self.totals, 1), "one colour": (self.one_coloured, 0),
        }[kind]  # fmt: skip
        groups = self.groups(phase)
        if kind in ("totals", "one colour"):
            groups = [self._sum(BLACK), self._sum(BLACK)]
        seen = self.mine().lays(seat, phase, *(" ".join(group) for group in groups)).view("AS")
        length = len(groups[place])
        return self.row("5.1", "no such index", seen, self.at(seen, seat, place, length + 1 if index == "end" else -1, "AS"))

    # 5.2 and 5.3: sets

    def adding_to_sets(self) -> Iterator[Any]:
        for phase, place in ((self.sets, 0), (self.sets, 1), (self.fours, 0), (self.fours, 1), (self.colours, 1)):
            kind = self.rules.phases[phase - 1][place]
            assert isinstance(kind, SameValue)
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

    def _to_set(self, phase: int, place: int, index: int | None, what: str, *, aces: bool = False, more: int = 0) -> Row:
        kinds, value = self.rules.phases[phase - 1], self.rng.choice(NATURALS)
        size = kinds[place].size
        group = self.of_value(value, size, size - 1 if aces else size)
        if aces:
            group = " ".join(sorted(group.split()))[::1]
            cards = sorted(group.split(), key=lambda card: card not in ACES)
            group = " ".join(cards)
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

    # 5.4: runs

    def adding_to_runs(self) -> Iterator[Any]:
        for one_colour in (False, True):
            sizes = range(4 if one_colour else 8, 13)
            for length, front, what in product(sizes, (True, False), ("the next card", "an ace", "a gap", "the same value")):
                yield lambda c=one_colour, n=length, f=front, w=what: self._to_run(c, n, f, w)
            for start, front in product(range(12), (True, False)):
                yield lambda c=one_colour, s=start, f=front: self._to_run(c, 4 if c else 8, f, "the next card", start=s)
                if start in (0, 4, 8):
                    yield lambda c=one_colour, s=start, f=front: self._to_run(c, 4 if c else 8, f, "an ace", start=s)
            for front, what in product(
                (True, False),
                ("the next card", "an ace", "a gap", "the other end", "the same value", "the next card, of the same suit"),
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
        """Return a hand in which another player's run has grown to this length, and what is known about the run."""
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
        """Return the play of a card beside the outer aces of a run, which is a run again."""
        made, seat, suits, start, length = self._laid_run(one_colour, None, None, aces)
        first = aces[0] == 0
        place = len(aces) if first else length - len(aces)
        value = NATURALS[(start + place - 1) % 12] if first else NATURALS[(start + place) % 12]
        card = (value if what == "a card for the ace" else "A") + self.rng.choice(suits)
        seen = made.view(card)
        noun = "colour run" if one_colour else "run"
        return self.row("5.4", f"{noun}: inside, though it stays a run", seen, self.at(seen, seat, 0, place, card))

    # 5.5, 5.6 and 5.7: accumulations

    def accumulating(self) -> Iterator[Any]:
        if not self.totals:
            return
        ladder = list(zip(STAGES, STAGES[1:]))
        phases = (self.totals, self.one_coloured)
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                for worth in self._worths(stage, after):
                    name = self._step(stage, worth, after)
                    yield lambda p=phase, at=place, s=stage, w=worth, n=name: self._to_total(p, at, s, (), w, "5.5", n)
                for first in self._firsts(stage, after):
                    for worth in self._worths(stage + first, after)[:3]:
                        name = self._step(stage + first, worth, after)
                        yield lambda p=phase, at=place, s=stage, f=first, w=worth, n=name: self._to_total(p, at, s, (f,), w, "5.5", n)
            for worth in (1, 2, 13):
                yield lambda p=phase, at=place, w=worth: self._to_total(p, at, 88, (), w, "5.5", "a card at 88, where it is closed")
            for stage, steps, worth in ((34, (11, 10), 13), (55, (13,), 8), (76, (5, 3), 2), (84, (2, 1), 1)):
                yield lambda p=phase, at=place, s=stage, f=steps, w=worth: self._to_total(p, at, s, f, w, "5.7", "beyond a stage of this turn")
            for index in (0, 1, 2, "end"):
                for worth in (1, 9):
                    yield lambda p=phase, at=place, i=index, w=worth: self._to_total(p, at, 34, (), w, "5.5", f"at {'the end' if i == 'end' else 'index ' + str(min(i, 1)) if i < 2 else 'a place inside'}", index=i)
        for colour, place, total in product((BLACK, RED), (0, 1), (34, 55, 68)):
            for what in ("a card of its colour", "another colour", "an ace of its colour", "an ace of the other colour"):
                yield lambda c=colour, at=place, t=total, w=what: self._coloured(self.one_coloured, c, at, t, w)
            for what in ("another colour", "an ace of the other colour"):
                yield lambda c=colour, at=place, t=total, w=what: self._coloured(self.totals, c, at, t, w)
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                yield lambda p=phase, at=place, s=stage: self._discard_at(p, at, s, (), f"a discard at {s}")
                for first in self._firsts(stage, after):
                    yield lambda p=phase, at=place, s=stage, f=first: self._discard_at(p, at, s, (f,), f"a discard between {s} and the next stage")
            yield lambda p=phase, at=place: self._discard_at(p, at, 88, (), "a discard at 88")
            yield lambda p=phase, at=place: self._discard_at(p, at, 55, (13,), "a discard at 68")
            yield lambda p=phase, at=place: self._discard_at(p, at, 68, (8, 5, 3), "a discard at 84")
        for phase, place in product(phases, (0, 1)):
            for stage, after in ladder:
                for worth in self._worths(stage, after):
                    if worth <= after - stage:
                        name = "the last card to a stage" if stage + worth == after else "the last card between two stages"
                        yield lambda p=phase, at=place, s=stage, w=worth, n=name: self._to_total(p, at, s, (), w, "5.6", n, size=1)
            for size, worth in ((2, 5), (2, 13), (3, 8)):
                yield lambda p=phase, at=place, s=size, w=worth: self._to_total(
                    p, at, 34, (), w, "5.6", "not the last card, between two stages", size=s
                )
            yield lambda p=phase, at=place: self._to_total(p, at, 34, (9,), 12, "5.6", "the last card to a stage", size=1)
            yield lambda p=phase, at=place: self._to_total(p, at, 34, (9,), 11, "5.6", "the last card between two stages", size=1)
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
        for what in ("a set's ace", "another colour", "any suit"):
            yield lambda w=what: self._kept_kind(w)
            yield lambda w=what: self._kept_kind(w)

    @staticmethod
    def _step(total: int, worth: int, after: int) -> str:
        verb = "to" if total + worth == after else "towards" if total + worth < after else "past"
        return f"{verb} {after}"

    @staticmethod
    def _worths(total: int, after: int) -> list[int]:
        """Return worths of cards that end before, at and beyond the next stage."""
        room = after - total
        found = [room + 1, room, room + 2, 13, 1, room - 1, 2]
        return list(dict.fromkeys(worth for worth in found if 1 <= worth <= 13))

    @staticmethod
    def _firsts(stage: int, after: int) -> list[int]:
        """Return worths of a first card that leaves an accumulation between two stages."""
        return [worth for worth in dict.fromkeys((min(13, after - stage - 1), 2, 8)) if 0 < worth < after - stage]

    def _built(self, phase: int, place: int, stage: int, colour: str) -> tuple[Hand, int, str]:
        """Return a hand in which an accumulation of another player stands at a stage."""
        one = phase == self.one_coloured
        suits = colour if one else SUITS
        groups = [" ".join(self._sum(suits if at == place else RED if colour == BLACK else BLACK)) for at in (0, 1)]
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
        groups = [" ".join(self._sum(suits if at == place else SUITS if phase == self.totals else RED)) for at in (0, 1)]
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
        """Return the play of the last card to a set, beside an accumulation that may be open."""
        value = self.rng.choice("467")
        groups = [self._sum(self.rng.choice([BLACK, RED])) for _ in (0, 1)]
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
        made = self.hand().lays_now(self.totals, *(" ".join(self._sum(SUITS)) for _ in (0, 1)))
        for step in steps:
            made = made.adds_now(0, place, VALUE_OF[step] + self.rng.choice(SUITS))
        seen = made.view(rounds=1)
        boundary = "a discard with one's own accumulation" + (" open" if steps else "")
        return self.row("5.6", boundary, seen, (DISCARD, self.rng.choice(seen.hand)))

    def _kept_kind(self, what: str) -> Row:
        """Return a card for a group whose cards would also be of another kind."""
        seat, rng = self.other(), self.rng
        if what == "a set's ace":  # three jacks and an ace are a set of four, which add up to 34
            group = " ".join([*(f"J{suit}" for suit in rng.sample(SUITS, 3)), "AS"])
            four = self.of_value("4", 4, 4)
            made = self.mine(avoid="J4").lays(seat, self.fours, group, four)
            card = rng.choice(["9S", "AH", "JS", "5D"])
        else:
            colour = BLACK if what == "another colour" else RED
            cards = [value + colour[at % 2] for at, value in enumerate("7890")]
            made = self.mine(avoid="7890").lays(seat, self.totals, " ".join(cards), " ".join(self._sum(SUITS)))
            card = self.card(of="23456", suits=RED if colour == BLACK else BLACK)
        seen = made.view(card)
        length = 4
        return self.row("5.2", f"kept kind: {what}", seen, self.at(seen, seat, 0, length, card))

    # 6.5: discards

    def ending(self) -> Iterator[Any]:
        for moment, rounds in product((FROM_DECK, FROM_PILE), (0, 1, 3)):
            yield lambda m=moment, r=rounds: self._discard("after the pick-up", at=m, rounds=r)
        yield lambda: self._discard("an ace", card="AD")
        yield lambda: self._discard("an ace", card="AS")
        yield lambda: self._discard("an ace, with a phase", made=self.mine(), card="AC")
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._discard("before the pick-up", at=BEFORE, rounds=r)
        if not self.rules.has_jokers:
            for rounds in (0, 1):
                yield lambda r=rounds: self._discard("after the discard", at=FINISHED, rounds=r)
        for card in ("JS", "AD", "2H"):
            yield lambda c=card: self._discard("a card not held", absent=c)
            yield lambda c=card: self._discard("a card not held, with a phase", absent=c, made=self.mine())
        yield self._discard_what_lies_there
        yield self._discard_laid
        yield lambda: self._discard("in the turn of the phase", made=self.hand().lays_now(self.sets, *self.pair()), rounds=1)
        yield lambda: self._discard("in the turn of the phase", made=self.hand().lays_now(self.sets, *self.pair()), rounds=2)
        yield lambda: self._discard("after a card was added", made=self._added())
        yield lambda: self._discard("with a phase on the table", made=self.mine())
        for size in (1, 2):
            yield lambda s=size: self._discard(f"the last card but {s - 1}", made=self.mine(), size=s)
        for rounds in (0, 1):
            yield lambda r=rounds: self._discard_taken(r)
            yield lambda r=rounds: self._discard_drawn(r)
        if not self.rules.has_jokers:
            yield lambda: self.row("6.5", "play type 6", self.hand().view(), (SKIP, 1))

    def _discard(
        self, boundary: str, *, card: str = "", absent: str = "", made: Hand | None = None, **options: Any
    ) -> Row:
        seen = (made or self.hand()).view(card, absent=[absent] if absent else [], **options)
        chosen = card.split()[-1] if card else absent or self.rng.choice(seen.hand)
        return self.row("6.5", boundary, seen, (DISCARD, chosen))

    def _discard_what_lies_there(self) -> Row:
        seen = self.hand().view(rounds=1)
        if seen.discard is None or seen.discard in seen.hand:
            raise Impossible("the discard is held as well")
        return self.row("6.5", "the top discard, which is not held", seen, (DISCARD, seen.discard))

    def _discard_laid(self) -> Row:
        groups = self.pair()
        card = groups[0].split()[0]
        seen = self.hand().lays_now(self.sets, *groups).view(absent=[card], rounds=1)
        return self.row("6.5", "a card that was laid", seen, (DISCARD, card))

    def _discard_taken(self, rounds: int) -> Row:
        seen = self.hand().view(at=FROM_PILE, rounds=rounds)
        return self.row("4.5", "the card taken", seen, (DISCARD, seen.hand[-1]))

    def _discard_drawn(self, rounds: int) -> Row:
        seen = self.hand().view(at=FROM_DECK, rounds=rounds)
        return self.row("6.5", "the card drawn", seen, (DISCARD, seen.hand[-1]))

    # 6.7: what is malformed

    def malformed(self) -> Iterator[Any]:
        plays: tuple[Any, ...] = ((7, None), (0, None), (5,), (5, None), (5, "XX"), (5, ["JS"]), (3, None), (4, "JS"), None)
        for play in (*plays, (4, ("JS", (0, 0))), (4, ("JS", (0, 0, "3"))), ("5", "JS"), [], 5, (2, 9)):
            yield lambda p=play: Row("6.7", "malformed", (p, *self.mine().view().to_course()))

    # The bonus game

    def skipping(self) -> Iterator[Any]:
        for target in (1, 2, 3):
            yield lambda t=target: self._skip("6.6", "another player", t)
            yield lambda t=target: self._skip("6.6", "without a joker", t, hand="")
            yield lambda t=target: self._skip("6.6", "before the pick-up", t, at=BEFORE)
        yield lambda: self._skip("6.6", "with two jokers", 1, hand=f"{JOKER} {JOKER}")
        yield lambda: self._skip("6.6", "after the phase", 2, made=self.hand().lays_now(self.sets, *self.pair()), rounds=1)
        yield lambda: self._skip("6.6", "the last card", 2, made=self.mine(), size=1)
        for _ in range(3):
            yield lambda: self._skip("6.6", "oneself", 0)
        for target in (-1, SEATS, SEATS + 1, -3):
            yield lambda t=target: self._skip("6.6", "no such player", t, absolute=True)
        for made in (self.hand, self.mine):
            yield lambda m=made: self.row("6.5", "a joker", m().view(JOKER), (DISCARD, JOKER))
            yield lambda m=made: self._discard("beside a joker", card=f"{JOKER} 4D", made=m())
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._take_joker(r)
        for phase, place in ((self.sets, 0), (self.suits, 0), (self.run, 0), (self.colours, 1), (self.totals, 0)):
            yield lambda p=phase, at=place: self._joker_to(p, at)
        for phase in (self.sets, self.suits, self.run):
            yield lambda p=phase: self._joker_in(p)
        yield lambda: self._again((DRAW, HIDDEN), "6.1")
        yield lambda: self._again((DRAW, None), "6.1")
        yield lambda: self._again((DISCARD, ""), "6.5")
        for stage, steps in ((34, (9,)), (55, ()), (34, ())):
            yield lambda s=stage, f=steps: self._skip_open(s, f)

    def _skip(
        self, rule: str, boundary: str, target: int, *, hand: str = JOKER, made: Hand | None = None,
        absolute: bool = False, **options: Any,
    ) -> Row:  # fmt: skip
        seen = (made or self.hand()).view(hand, absent=[] if hand else [JOKER], **options)
        return self.row(rule, boundary, seen, (SKIP, target if absolute else (seen.seat + target) % SEATS))

    def _take_joker(self, rounds: int) -> Row:
        made = self.hand()
        seen = made.skips((3, 1)).view(at=BEFORE, rounds=1) if rounds else made.view(at=BEFORE, rounds=0, top=JOKER)
        return self.row("4.5", "a joker on the pile", seen, (TAKE, JOKER))

    def _joker_to(self, phase: int, place: int) -> Row:
        groups = self.groups(phase)
        if phase == self.totals:
            groups = [self._sum(SUITS), self._sum(SUITS)]
        seat = self.other()
        seen = self.mine().lays(seat, phase, *(" ".join(group) for group in groups)).view(JOKER)
        rule = {self.sets: "5.3", self.suits: "5.3", self.run: "5.4", self.colours: "5.3", self.totals: "5.5"}[phase]
        return self.row(rule, "a joker", seen, self.at(seen, seat, place, 0, JOKER))

    def _joker_in(self, phase: int) -> Row:
        groups = self.groups(phase)
        groups[0] = tuple(put(list(groups[0]), 0, JOKER))
        return self._laid_as(phase, groups, "2.5", "a joker in a group")

    def _again(self, play: Any, rule: str) -> Row:
        """Return a call in a second turn of the player in a row, since all others were skipped."""
        made = self.hand().skips((1, None), (2, 1), (3, 2), (0, 3))
        seen = self._after_skips(made)
        play = (DISCARD, seen.hand[0]) if play[0] == DISCARD else play
        return self.row(rule, "a second turn in a row", seen, play)

    def _after_skips(self, made: Hand) -> View:
        return made.view(at=BEFORE, rounds=1, absent=[JOKER])

    def _skip_open(self, stage: int, steps: tuple[int, ...]) -> Row:
        made, seat, suits = self._built(self.totals, 0, stage, BLACK)
        for step in steps:
            made = made.adds_now(seat, 0, VALUE_OF[step] + self.rng.choice(suits))
        seen = made.view(JOKER)
        boundary = "a skip between two stages" if steps else f"a skip at {stage}"
        return self.row("5.6", boundary, seen, (SKIP, (seen.seat + 1) % SEATS))
