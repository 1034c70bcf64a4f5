"""Phases at the boundaries of rules 3 and 6.3."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

from phazed.course.grading.boundaries.groups import BLACK, NATURALS, RED, SUITS, Row, combined, put, samples
from phazed.course.grading.boundaries.maker import Maker
from phazed.course.grading.boundaries.positions import BEFORE, FINISHED, FROM_DECK, FROM_PILE
from phazed.rules.cards import JOKER
from phazed.rules.groups import Accumulation
from phazed.rules.rulesets import HAND_SIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.course.grading.boundaries.maker import Parts
    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind


class Phases(Maker):
    """Plays of phases: at which moment, with which cards, in which order, and of which groups."""

    def parts(self) -> Iterator[Parts]:
        yield from (
            self.laying,
            self.laying_phases,
        )

    def laying(self) -> Iterator[Any]:
        for moment, rounds in product((FROM_DECK, FROM_PILE), (0, 2)):
            yield lambda m=moment, r=rounds: self._lay("6.3", "after the pick-up", at=m, rounds=r)
        yield lambda: self._lay("6.3", "with the card picked up", taken=True)
        for rounds in (0, 1, 2):
            yield lambda r=rounds: self._lay("6.3", "out of turn: before the pick-up", at=BEFORE, rounds=r)
        if not self.rules.has_jokers:
            yield lambda: self._lay("6.3", "out of turn: after the discard", at=FINISHED, rounds=1)
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
                    near = {1: "the phase after the one due", -1: "the last phase completed"}
                    far = "a later phase" if phase > due else "a phase completed before"
                    name = near.get(phase - due, far)
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
        """Return the play of a phase with a card, or a second copy of one, that is not in the hand."""
        value, other = self.rng.sample(NATURALS, 2)
        suit, second = self.rng.sample(SUITS, 2)
        ace, one, two = "A" + suit, value + suit, value + second
        if kind == "across":  # one copy for both groups
            groups = [[one, two, ace], [one, two, "A" + second]]
            held, missing = [*groups[0], "A" + second], []
        else:
            first = [one, one, ace] if kind == "copy" else [one, two, ace]
            groups = [first, [other + suit, other + second, ace if kind == "ace copy" else other + suit]]
            gone = {"natural": two, "ace": ace, "copy": one, "ace copy": ace}[kind]
            held, missing = [card for each in groups for card in each], [gone]
            held.remove(gone)
        groups = groups[::-1] if place else groups
        seen = self.hand().has_completed(0, self.status(0)).view(" ".join(held), absent=missing)
        boundary = "a card not held" if kind in ("natural", "ace") else "a copy of a card not held"
        return self.row("6.3", boundary, seen, self.rules.phase_play(self.sets, tuple(map(tuple, groups))))

    def _lay_phase(self, rule: str, boundary: str, phase: int, status: Any, groups: Any = None, **options: Any) -> Row:
        groups = groups or self.groups(phase)
        made = self.hand().has_completed(0, status)
        held = " ".join(card for group in groups for card in group)
        seen = made.view(held, **options)
        return self.row(rule, boundary, seen, self.rules.phase_play(phase, tuple(groups)))

    def _due(self, phase: int, due: int, boundary: str, **options: Any) -> Row:
        return self._lay_phase("3.3", boundary, phase, self.status(due - 1), **options)

    def _second_phase(self, phase: int, *, now: bool = False) -> Row:
        """Return the play of a phase by a player who has already laid one in this hand.

        After laying a phase, no player has enough cards left for another one. This hand, and no other, therefore has
        more cards than is possible, so that the play breaks no other rule.
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
        """Yield phases whose groups are valid, nearly valid, or from another phase."""
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
        for phase in (self.sets, self.suits, self.run) if rules.has_jokers else ():
            yield lambda p=phase: self._joker_in(p)
        if self.totals and rules.declares:
            for colour, declared in product((BLACK, RED), (self.totals, self.one_coloured)):
                yield lambda c=colour, d=declared: self._laid_as(
                    d, [self.total(c), self.total(c)], "3.2", "phase 3 or 6"
                )

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

    def _likely(self, groups: list[Cards]) -> list[int]:
        """Return the phases that the groups might be mistaken for."""
        return [
            phase
            for phase, kinds in enumerate(self.rules.phases, 1)
            if any(kind.flaw(group) is None for kind in kinds for group in groups) and len(groups) <= 2
        ]

    def _nearly(self, kind: GroupKind) -> Iterator[Any]:
        """Yield groups at the boundaries of a kind: at most two that differ only in an index, and fewer by value."""
        by_name: dict[str, list[Any]] = {}
        for each in samples(kind, self.rng):
            if max(map(each.cards.count, each.cards)) <= 2:
                by_name.setdefault(each.boundary.partition(" @")[0], []).append(each)
        for number, (name, together) in enumerate(by_name.items()):
            if not name.startswith(("of ", "from ", "with ")):
                yield from self.rng.sample(together, min(2, len(together)))
            elif number % 3 == 0:  # the cases of single groups cover every value, start and suit
                yield self.rng.choice(together)

    def _of_groups(self, phase: int, place: int, group: Cards, rule: str, boundary: str) -> Row:
        groups = self.groups(phase)
        groups[place] = group
        for at, kind in enumerate(self.rules.phases[phase - 1]):
            if at != place and isinstance(kind, Accumulation):
                groups[at] = self.total(BLACK)
        return self._laid_as(phase, groups, rule, boundary)

    def _laid_as(self, phase: int, groups: list[Cards], rule: str, boundary: str) -> Row:
        if self.rules.declares:
            return self._lay_phase(rule, boundary, phase, self.status(phase - 1), groups)
        made = self.hand().has_completed(0, self.status(phase - 1))
        seen = made.view(" ".join(card for group in groups for card in group))
        return self.row(rule, boundary, seen, self.rules.phase_play(phase, tuple(groups)))

    def _joker_in(self, phase: int) -> Row:
        groups = self.groups(phase)
        groups[0] = tuple(put(list(groups[0]), 0, JOKER))
        return self._laid_as(phase, groups, "2.5", "a joker in a group")
