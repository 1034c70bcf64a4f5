"""The reasons for and against a play, in plain words, based on the player's view only.

A reason is either a fact about the play itself, such as the phase that it completes, or a difference between two plays
in the sampled deals of a `Contrast`, which plays both to the end of the hand. Differences are ordered by the part of
the chance of winning that they explain, and only statistically clear ones are named.
"""

from __future__ import annotations

from phazed.bots.contrast import CLEAR
from phazed.bots.plans import lacking, nearest
from phazed.core.duel import (
    IN_PHASE,
    LAID_OFF,
    OTHERS_PHASES,
    OUT,
    OWN_PHASE,
    OWN_POINTS,
    PARTS,
    PHASE,
    POINTS,
    TAKEN,
    VALUE,
)
from phazed.core.encoding import CODES, NAMES, kinds_of, new_policy
from phazed.game.notation import format_play
from phazed.rules.cards import JOKER, in_order, total_worth, without
from phazed.rules.cards import POINTS as PENALTY
from phazed.rules.groups import Accumulation, next_stage
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.text import counted, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NamedTuple

    from phazed.bots.contrast import Contrast
    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play
else:
    from phazed.rules.namedtuples import NamedTuple

PLAYERS = tuple(f"player {seat}" for seat in range(SEATS))
MAX_DIFFERENCES = 3
"""Maximum number of differences that are named; those that explain the most come first."""
LEAST_PART, LEAST_SHARE, LEAST_FATE, LEAST_POINTS = 0.001, 0.01, 0.05, 0.1
"""Smallest differences that are named: in the chance of winning, in a frequency, in the fate of a card, in points."""


class Place(NamedTuple):
    """A group on the table."""

    seat: int
    number: int
    kind: GroupKind
    cards: Cards


class Reasons:
    """The reasons for plays in one position; `names` are the names of the four players."""

    def __init__(self, view: View, knowledge: Knowledge, names: Sequence[str] = PLAYERS) -> None:
        self._view = view
        self._names = names
        self._rules = view.rules
        self._policy = new_policy(view.rules)
        self._hand = knowledge.hand.duplicate()  # its cards are replaced to examine other hands
        self._sizes = [evidence.size for evidence in knowledge.evidence]
        self._has_laid = view.table[view.seat][0] is not None

    def of(self, play: Play, contrast: Contrast | None = None, *, better: bool = True) -> tuple[str, ...]:
        """Return the reasons for the play or, unless it is the better one in the contrast, against it."""
        found = list(self._facts(play, None if contrast is None else contrast.other)) if better else []
        if contrast is not None:
            found += self._differences(contrast, 1 if better else -1)
            if not found:
                found = [_nothing_clear(contrast, better=better)]
        return tuple(f"{sentence[0].upper()}{sentence[1:]}." for sentence in found)

    # Facts

    def _facts(self, play: Play, other: Play | None) -> Iterator[str]:
        """Yield facts about the play that do not hold for the other one."""
        kind: int = play[0]
        content: Any = play[1]
        if kind == DRAW and self._view.discard == JOKER:
            yield "a joker on the pile cannot be taken"
        elif kind == TAKE:
            yield from self._taking(content)
        elif kind == LAY_PHASE:
            yield from self._laying(content, other)
        elif kind == LAY_OFF:
            yield from self._laying_off(content)
        elif kind == DISCARD and len(self._view.hand) == 1:
            yield "it is your last card, so you go out"
        elif kind == SKIP:
            yield from self._skipping(content)
        elif kind == DISCARD and self._hand.drawn == len(self._rules.deck):
            yield f"the hand ends with this turn, because the deck is used up; {content} costs {PENALTY[content]}"

    def _taking(self, card: Card) -> Iterator[str]:
        hand = self._view.hand
        with_it = (*hand, card)
        if self._has_laid:
            if len(off := self._laid_off(with_it)) > len(self._laid_off(hand)):
                place = self._place_for(card)
                where = "together with other cards of yours" if place is None else f"on {self._where(place)}"
                yield f"{card} can be laid off {where}"
                if len(off) >= len(hand):
                    yield "you go out with it"
        elif (phases := self.phases_in(with_it)) and not self.phases_in(hand):
            yield f"{card} completes {_phases(phases)}"
            left = self._left_after(with_it)
            yield "you go out with it" if left <= 1 else f"after the phase and all lay-offs {left} cards are left"

    def _laying(self, content: Any, other: Play | None) -> Iterator[str]:
        view = self._view
        status = view.status[view.seat]
        phase, groups = self._rules.declared(content, status)
        if other is None or other[0] != LAY_PHASE or self._rules.declared(other[1], status)[0] != phase:
            yield f"completes phase {phase}: {self._rules.phase_names[phase - 1]}"
        after = self._holding(view.hand).duplicate()
        kind = kinds_of(self._rules)[phase - 1]
        after.perform(LAY_PHASE, (kind,), [[CODES[card] for card in group] for group in groups])
        off = in_order(NAMES[card] for card, _, _ in self._policy.plan(after))
        left = without(in_order(NAMES[card] for card in after.held(view.seat)), off)
        if off:
            yield f"then {' '.join(off)} can be laid off"
        yield _what_is_left(left)

    def _laying_off(self, content: tuple[Card, tuple[int, int, int]]) -> Iterator[str]:
        card, (seat, number, _index) = content
        place = next(place for place in self._groups() if place[:2] == (seat, number))
        off = in_order(self._laid_off(self._view.hand))
        yield f"{card} fits {self._group_name(place)}: {' '.join(place.cards)}"
        if isinstance(place.kind, Accumulation):
            total = total_worth(place.cards)
            yield f"the accumulation goes from {total} to {next_stage(total)}"
        if len(off) > 1:
            yield f"in this turn {' '.join(off)} can be laid off, {counted(points(off), 'point')}"
        yield _what_is_left(in_order(without(self._view.hand, off)))

    def _skipping(self, target: int) -> Iterator[str]:
        view, name = self._view, self._names[target]
        if view.table[target][0] is not None:
            yield f"{name} has laid a phase and holds {counted(self._sizes[target], 'card')}"
        else:
            done = [len(self._rules.completed(status)) for status in view.status]
            most = max(count for seat, count in enumerate(done) if seat not in (view.seat, target))
            yield f"{name} has completed {counted(done[target], 'phase')}{', the most' if done[target] > most else ''}"
        if target == self._next_seat():
            yield f"{name} would play next"

    # Differences

    def _differences(self, contrast: Contrast, sign: int) -> list[str]:
        """Return the largest differences in favour of the play, or against it for a sign of -1."""
        sizes = [sign * part for part in contrast.parts]
        clear = [part for part in range(PARTS) if sizes[part] >= max(LEAST_PART, CLEAR * contrast.part_errors[part])]
        found: list[str] = []
        for part in sorted(clear, key=lambda part: -sizes[part]):
            if said := self._part(part, contrast, sign):
                worth = f"{'is worth' if sign > 0 else 'costs'} {100 * sizes[part]:.1f} % of a win"
                where = "" if found else "in the imagined deals, "
                found.append(f"{where}{said}, which {worth}")
        del found[MAX_DIFFERENCES:]
        if contrast.play[0] == contrast.other[0] == DISCARD:
            found += self._fates(contrast, sign)
        return found

    def _part(self, part: int, contrast: Contrast, sign: int) -> str:
        """Return the outcomes that cause a part of the difference; empty if no single outcome is clear."""
        if part == OWN_PHASE:
            return self._own_phase(contrast, sign)
        if part == OWN_POINTS:
            return self._own_points(contrast, sign)
        outcome, direction, least = (
            (PHASE, -sign, LEAST_SHARE) if part == OTHERS_PHASES else (POINTS, sign, LEAST_POINTS)
        )
        others = [seat for seat in range(SEATS) if seat != self._view.seat]
        clear = [seat for seat in others if _moves(contrast, outcome + seat, direction, least)]
        if not clear:
            return ""
        seat = max(clear, key=lambda seat: direction * contrast.gain(outcome + seat))
        if part == OTHERS_PHASES:
            return f"{self._names[seat]} completes a phase in {_instead(contrast, PHASE + seat)}"
        return f"{self._names[seat]} keeps {_points_instead(contrast, POINTS + seat)}"

    def _own_phase(self, contrast: Contrast, sign: int) -> str:
        outcome = PHASE + self._view.seat
        if not _moves(contrast, outcome, sign, LEAST_SHARE):
            return ""
        due = self._rules.due(self._view.status[self._view.seat])
        phase = _phases(due) if len(due) == 1 else "a phase"
        return f"you complete {phase} in {_instead(contrast, outcome)}"

    def _own_points(self, contrast: Contrast, sign: int) -> str:
        said = []
        if _moves(contrast, OUT + self._view.seat, sign, LEAST_SHARE):
            said.append(f"you go out in {_instead(contrast, OUT + self._view.seat)}")
        if _moves(contrast, POINTS + self._view.seat, -sign, LEAST_POINTS):
            said.append(f"you keep {_points_instead(contrast, POINTS + self._view.seat)}")
        return " and ".join(said)

    def _fates(self, contrast: Contrast, sign: int) -> Iterator[str]:
        """Yield the fates of the two alternative discards that speak for the play, or against it for a sign of -1."""
        thrown, kept = contrast.play[1], contrast.other[1]
        better, worse = (kept, thrown) if sign > 0 else (thrown, kept)
        for outcome, fate in ((IN_PHASE, "becomes part of your phase"), (LAID_OFF, "is laid off later")):
            if _moves(contrast, outcome, sign, LEAST_FATE):
                low, high = sorted((contrast.outcomes[outcome], contrast.others[outcome]))
                yield f"if kept, {better} {fate} in {_percent(high)}, {worse} in {_percent(low)}"
        if _moves(contrast, TAKEN, -sign, LEAST_FATE):
            name = self._names[self._next_seat()]
            taken, other = contrast.outcomes[TAKEN], contrast.others[TAKEN]
            yield f"{name}, who plays next, takes {thrown} in {_percent(taken)}, {kept} in {_percent(other)}"

    # The first step of a hint

    def look(self, play: Play) -> str:
        """Return a prompt that leads the player to the play; for a pick-up it does not reveal the choice."""
        cards = " ".join(self.cards(play))
        if play[0] in (DRAW, TAKE):
            return self._look_at_the_piles(cards)
        if play[0] == DISCARD and not self._has_laid:
            if self.phases_in(without(self._view.hand, (play[1],))):
                return "Look at your phase: how many cards would be left after it?"
            if cards != play[1]:
                return f"Keep {cards}: which of the others do you need least?"
        return f"Look at {cards}."

    def _look_at_the_piles(self, cards: str) -> str:
        top = self._view.discard or JOKER  # the pile is empty only within turns, so there is a discard before a pick-up
        if top == JOKER:
            return "Look at the deck: a joker on the pile cannot be taken."
        if self._has_laid:
            return f"Look at the groups on the table: is there a place for {top}?"
        if self.phases_in(self._view.hand):
            return f"Look at your phase: how many cards would be left after it with {top}?"
        return f"Look at {cards}: does {top} go with them?" if cards else f"Look at {top}: do you need it?"

    def cards(self, play: Play) -> Cards:
        """Return the cards in the player's hand that the play concerns."""
        if play[0] == LAY_PHASE:
            _, groups = self._rules.declared(play[1], self._view.status[self._view.seat])
            return tuple(card for group in groups for card in group)
        if play[0] == LAY_OFF:
            return (play[1][0],)
        if play[0] == SKIP:
            return (JOKER,)
        discarded = (play[1],) if play[0] == DISCARD else ()
        return self._kept(without(self._view.hand, discarded)) or discarded

    def _kept(self, cards: Cards) -> Cards:
        """Return the cards that belong to the nearest plan for a phase."""
        if self._has_laid:
            return ()
        due = self._rules.due(self._view.status[self._view.seat])
        kinds = min((self._rules.phases[phase - 1] for phase in due), key=lambda kinds: lacking(kinds, cards))
        return tuple(card for part in nearest(kinds, in_order(cards)) for card in part)

    # Cards and table, evaluated by the core

    def phases_in(self, cards: Cards) -> list[int]:
        """Return those of the phases due that the cards complete."""
        if self._has_laid:
            return []
        kinds = kinds_of(self._rules)
        return sorted(kinds.index(kind) + 1 for kind in self._policy.holds(self._holding(cards)))

    def _holding(self, cards: Cards) -> Hand:
        """Return the position as the core encodes it, with these cards in the player's hand."""
        self._hand.put_cards(self._view.seat, [CODES[card] for card in cards])
        return self._hand

    def _left_after(self, cards: Cards) -> int:
        """Return the minimum number of cards left after laying a phase that the cards complete and all lay-offs."""
        kinds = kinds_of(self._rules)
        return min(self._policy.leaves(self._holding(cards), kinds[phase - 1]) for phase in self.phases_in(cards))

    def _laid_off(self, cards: Cards) -> Cards:
        """Return the cards that can be laid off on the current table."""
        return tuple(NAMES[card] for card, _, _ in self._policy.plan(self._holding(cards)))

    def _groups(self) -> Iterator[Place]:
        for seat, (phase, groups) in enumerate(self._view.table):
            if phase is not None:
                for number, (kind, group) in enumerate(zip(self._rules.phases[phase - 1], groups)):
                    yield Place(seat, number, kind, group)

    def _place_for(self, card: Card) -> Place | None:
        """Return a group that the card can join, if any; an accumulation must reach its next stage with this card."""
        for place in self._groups():
            kind, group = place.kind, place.cards
            if isinstance(kind, Accumulation) and total_worth((*group, card)) != next_stage(total_worth(group)):
                continue
            if any(kind.refuse(group, card, index) is None for index in (0, len(group))):
                return place
        return None

    def _where(self, place: Place) -> str:
        return f"{self._group_name(place)}, {' '.join(place.cards)}"

    def _group_name(self, place: Place) -> str:
        noun = place.kind.noun
        return f"your own {noun}" if place.seat == self._view.seat else f"the {noun} of {self._names[place.seat]}"

    def _next_seat(self) -> int:
        """Return the seat of the next player."""
        seats = [(self._view.seat + step) % SEATS for step in range(1, SEATS + 1)]
        return next((seat for seat in seats if not self._hand.skips[seat]), seats[0])


def _moves(contrast: Contrast, outcome: int, sign: int, least: float) -> bool:
    """Return whether the outcome is clearly higher after the play, or clearly lower for a sign of -1."""
    return contrast.rises(outcome, least) if sign > 0 else contrast.falls(outcome, least)


def _instead(contrast: Contrast, outcome: int) -> str:
    return f"{_percent(contrast.outcomes[outcome])} instead of {_percent(contrast.others[outcome])}"


def _points_instead(contrast: Contrast, outcome: int) -> str:
    return f"{contrast.outcomes[outcome]:.1f} points on average instead of {contrast.others[outcome]:.1f}"


def _nothing_clear(contrast: Contrast, *, better: bool) -> str:
    """Return a sentence about two plays without a single clear difference between them."""
    other = _infinitive(contrast.other)
    if _moves(contrast, VALUE, 1 if better else -1, LEAST_PART):
        return f"no single reason: it ends {'better' if better else 'worse'} in the imagined deals than to {other}"
    return f"no clear difference in the imagined deals: it does about as well as to {other}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _infinitive(play: Play) -> str:
    """Return the play as an infinitive without "to"."""
    return f"lay {format_play(play)}" if play[0] == LAY_PHASE else format_play(play)


def _what_is_left(cards: Cards) -> str:
    if len(cards) <= 1:
        return "you go out"
    return f"{' '.join(cards)} are left, {counted(points(cards), 'point')}"


def _phases(phases: Sequence[int]) -> str:
    return f"phase {joined(map(str, phases), 'or')}"
