"""The reasons for and against a play, in plain words, from the player's view only.

The reasons are counted: the cards that a play keeps, the unseen cards that then help, the cards that it gets rid of,
and those that it leaves to the next player. The search in `advice` weighs them. The reasons for the play that the
search prefers do not contradict it: if no counted fact supports it, they say so.
"""

from __future__ import annotations

from phazed.bots.plans import lacking
from phazed.bots.prospects import Prospects
from phazed.core.encoding import CODES, NAMES, kinds_of, new_policy
from phazed.game.notation import format_play
from phazed.rules.cards import ACES, JOKER, POINTS, in_order, total_worth, without
from phazed.rules.groups import Accumulation, SameSuit, SameValue, next_stage
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.text import counted, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from phazed.bots.prospects import Helping, Place
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Play

PLAYERS = tuple(f"player {seat}" for seat in range(SEATS))
NO_REASON = "no single reason stands out, but in the imagined deals it does at least as well as to {}"


class Reasons:
    """The reasons for plays in one position; `names` are those of the four players."""

    def __init__(self, view: View, knowledge: Knowledge, names: Sequence[str] = PLAYERS) -> None:
        self._view = view
        self._names = names
        self._rules = view.rules
        self._top = view.discard or JOKER  # the pile is empty only within turns, so there is a top discard at a pick-up
        self._prospects = Prospects(view, knowledge)
        self.then: Play | None = None
        """The best play after the pick-up from the pile, if known."""

    def of(self, play: Play, *, over: Play | None = None) -> tuple[str, ...]:
        """Return the reasons for or against the play; if it is preferred over another one, only those for it."""
        kind, content = play
        say: dict[int, Callable[[Any, Play | None], Iterable[str]]] = {
            DRAW: self._draw,
            TAKE: self._take,
            LAY_PHASE: self._lay_phase,
            LAY_OFF: self._lay_off,
            DISCARD: self._discard,
            SKIP: self._skip,
        }
        found = list(say[kind](content, over))
        if not found and over is not None:
            found = [NO_REASON.format(_infinitive(over))]
        return tuple(f"{sentence[0].upper()}{sentence[1:]}." for sentence in found)

    def cards(self, play: Play) -> Cards:
        """Return the cards of the player's hand that the play concerns."""
        if play[0] == LAY_PHASE:
            _, groups = self._rules.declared(play[1], self._view.status[self._view.seat])
            return tuple(card for group in groups for card in group)
        if play[0] == LAY_OFF:
            return (play[1][0],)
        if play[0] == SKIP:
            return (JOKER,)
        discarded = (play[1],) if play[0] == DISCARD else ()
        kept = self._prospects.kept(without(self._view.hand, discarded))
        return tuple(card for part in kept for card in part) or discarded

    def look(self, play: Play) -> str:
        """Return a question that leads a player to the play; for a pick-up it does not reveal which."""
        cards = " ".join(self.cards(play))
        if play[0] in (DRAW, TAKE):
            return self._look_at_the_piles(cards)
        if play[0] == DISCARD and not self._prospects.has_laid:
            if self._prospects.phases_in(without(self._view.hand, (play[1],))):
                return "Look at your phase: how many cards would be left after it?"
            if cards != play[1]:
                return f"Keep {cards}: which of the others do you need least?"
        return f"Look at {cards}."

    def _look_at_the_piles(self, cards: str) -> str:
        if self._top == JOKER:
            return "Look at the deck: a joker on the pile cannot be taken."
        if self._prospects.has_laid:
            return f"Look at the groups on the table: is there a place for {self._top}?"
        if self._prospects.phases_in(self._view.hand):
            return f"Look at your phase: how many cards would be left after it with {self._top}?"
        return f"Look at {cards}: does {self._top} go with them?" if cards else f"Look at {self._top}: do you need it?"

    # The pick-up

    def _draw(self, _: None, over: Play | None) -> Iterator[str]:
        hand, prospects = self._view.hand, self._prospects
        if prospects.has_laid:
            yield from self._to_lay_off(hand, "", over)
        elif held := prospects.phases_in(hand):
            yield f"{_phases(held)} is in your hand already"
            if over is not None and (out := prospects.going_out_at_once(hand)):
                yield f"with {out} of the unseen cards you lay it and go out in one turn"
        else:
            yield from self._helped(prospects.helping(hand), "", over)
        if self._top == JOKER:
            yield "a joker on the pile cannot be taken"
        elif over is not None:
            yield self._instead_of_the_top(_infinitive(over))

    def _instead_of_the_top(self, take: str) -> str:
        """Return the consequences of taking the top discard where drawing is preferred."""
        hand, card, prospects = self._view.hand, self._top, self._prospects
        with_it = (*hand, card)
        wins = f"to {take} does no better in the imagined deals"
        if prospects.has_laid:
            if len(prospects.laid_off(with_it)) > len(prospects.laid_off(hand)):
                return f"{card} could be laid off, but {wins}"
            return f"{card} cannot be laid off now and costs {counted(POINTS[card], 'point')}"
        if prospects.phases_in(with_it):
            if prospects.phases_in(hand) and prospects.left_after(with_it) > prospects.left_after(hand):
                return f"{card} would be left over"
            return f"{card} could be laid with the phase, but {wins}"
        if self._nearer_with(card):
            return f"{card} would bring it nearer, too, but {wins}"
        phase, lack = prospects.by_nearness(hand)[0]
        return f"{card} does not bring phase {phase} nearer: it still lacks {counted(lack, 'card')}"

    def _take(self, card: Card, over: Play | None) -> Iterator[str]:
        hand, prospects = self._view.hand, self._prospects
        with_it = (*hand, card)
        if over is not None and self.then == (DISCARD, card):
            yield f"you can discard {card} again, so that your hand stays as it is"
            yield f"an unseen card costs {prospects.average_points:.1f} points on average"
        elif prospects.has_laid:
            yield from self._take_to_lay_off(card, with_it, over)
        elif phases := prospects.phases_in(with_it):
            left = prospects.left_after(with_it)
            if here := prospects.phases_in(hand):
                fits = left <= prospects.left_after(hand)
                if fits or over is None:
                    yield f"{_phases(here)} is in your hand already"
                    yield f"{card} {'can be laid with it' if fits else 'would be left over'}"
                else:
                    yield from self._saving(card)
                    return
            else:
                yield f"{card} completes {_phases(phases)}"
            yield "you go out with it" if left <= 1 else f"after the phase and all lay-offs {left} cards are left"
        else:
            yield from self._take_for_the_phase(card, over)

    def _take_for_the_phase(self, card: Card, over: Play | None) -> Iterator[str]:
        """Yield how the card helps a phase that it does not complete: it is nearer, or there are more ways to it."""
        hand, prospects = self._view.hand, self._prospects
        now = prospects.helping(hand)
        after = [(prospects.helping(rest), rest) for rest in prospects.after_taking(card)]
        then, rest = max(after, key=lambda pair: self._chance(pair[0]))
        more, total = prospects.count(then.cards), prospects.unseen.total()
        before = f" instead of {prospects.count(now.cards)}" if then[:3] == now[:3] else ""
        helped = f"depending on the discard, up to {more}{before} of the {total} unseen cards {_does(then)}"
        if nearer := self._nearer_with(card):
            yield nearer
            yield from [f"then, {helped}{prospects.which(then.cards)}"] * bool(more)
        elif self._chance(then) > self._chance(now):
            yield f"with {card}, {helped}{prospects.which(then.cards)}"
        elif prospects.ways(rest) > prospects.ways(hand):
            yield f"{card} makes more ways to phase {now.phases[0]} possible, which lacks {counted(now.lack, 'card')}"
        elif over is not None:
            yield from self._saving(card)
        else:
            phase, lack = prospects.by_nearness(hand)[0]
            yield f"{card} does not bring phase {phase} nearer: it still lacks {counted(lack, 'card')}"

    def _chance(self, helping: Helping) -> tuple[int, bool, int]:
        """Return the sort key of prospects."""
        return -helping.lack, helping.completes, self._prospects.count(helping.cards)

    def _nearer_with(self, card: Card) -> str | None:
        """Return the phase that the card brings nearer in exchange for another card, in words, or `None`."""
        hand = self._view.hand
        kept = [without((*hand, card), (discarded,)) for discarded in dict.fromkeys(hand)]
        changes = [
            (min(lacking(self._rules.phases[phase - 1], cards) for cards in kept), lack, phase)
            for phase, lack in self._prospects.by_nearness(hand)
        ]
        if not (nearer := [change for change in changes if change[0] < change[1]]):
            return None
        then, lack, phase = min(nearer)
        are = "is" if then == 1 else "are"
        return f"{card} brings phase {phase} nearer: {counted(then, 'card')} {are} missing instead of {lack}"

    def _take_to_lay_off(self, card: Card, with_it: Cards, over: Play | None) -> Iterator[str]:
        prospects = self._prospects
        before, after = prospects.laid_off(self._view.hand), prospects.laid_off(with_it)
        place = prospects.place_for(card)
        if len(after) > len(before):
            if place is not None:
                yield f"{card} can be laid off on {self._where(place)}"
            else:
                yield f"{card} can be laid off together with other cards of yours"
        elif over is None:
            yield f"{card} cannot be laid off and costs {counted(POINTS[card], 'point')}"
        else:
            yield from self._saving(card)
        if len(after) >= len(with_it) - 1:
            yield "you go out with it"

    def _saving(self, card: Card) -> Iterator[str]:
        """Yield the uses of a pick-up that helps no phase and cannot be laid off."""
        prospects, hand = self._prospects, self._view.hand
        if prospects.has_laid:
            rests = [without((*hand, card), (discarded,)) for discarded in dict.fromkeys(hand)]
            now = prospects.count(prospects.fitting(hand)[0])
            if (then := max(prospects.count(prospects.fitting(rest)[0]) for rest in rests)) > now:
                yield f"with {card}, up to {then} of the unseen cards can be laid off later, instead of {now}"
        elif (place := prospects.place_for(card)) is not None:
            yield f"{card} can be laid off on {self._where(place)}, once your phase is laid"
        if POINTS[card] < (average := prospects.average_points):
            yield f"{card} costs {counted(POINTS[card], 'point')}, an unseen card {average:.1f} on average"

    # The phase and the table

    def _lay_phase(self, content: Any, _: Play | None) -> Iterator[str]:
        view = self._view
        phase, groups = self._rules.declared(content, view.status[view.seat])
        yield f"completes phase {phase}: {self._rules.phase_names[phase - 1]}"
        after = self._prospects.holding(view.hand).duplicate()
        kind = kinds_of(self._rules)[phase - 1]
        after.perform(LAY_PHASE, (kind,), [[CODES[card] for card in group] for group in groups])
        off = in_order(NAMES[card] for card, _, _ in new_policy(self._rules).plan(after))
        left = without(in_order(NAMES[card] for card in after.held(view.seat)), off)
        if off:
            yield f"then {' '.join(off)} can be laid off"
        yield _what_is_left(left)

    def _lay_off(self, content: tuple[Card, tuple[int, int, int]], _: Play | None) -> Iterator[str]:
        card, (seat, number, _index) = content
        place = next(place for place in self._prospects.groups() if place[:2] == (seat, number))
        group = place.cards
        off = in_order(self._prospects.laid_off(self._view.hand))
        yield f"{card} fits {self._group_name(place)}: {' '.join(group)}"
        if isinstance(place.kind, Accumulation):
            yield f"the accumulation goes from {total_worth(group)} to {next_stage(total_worth(group))}"
        if len(off) > 1:
            yield f"in this turn {' '.join(off)} can be laid off, {counted(points(off), 'point')}"
        yield _what_is_left(in_order(without(self._view.hand, off)))

    # The end of the turn

    def _discard(self, card: Card, over: Play | None) -> Iterator[str]:
        rest, prospects = without(self._view.hand, (card,)), self._prospects
        if not rest:
            yield "it is your last card, so you go out"
            return
        held = [] if prospects.has_laid else prospects.phases_in(rest)
        if (kept := prospects.kept(rest)) and not held:
            phase = prospects.by_nearness(rest)[0][0]
            make = ", which make 34" if phase in self._rules.accumulation_phases else ""
            yield f"keeps {joined(' '.join(part) for part in kept)}{make}"
        if prospects.is_last_turn:
            yield f"the hand ends with this turn, because the deck is used up; sheds {counted(POINTS[card], 'point')}"
            return
        if prospects.has_laid:
            yield from self._to_lay_off(rest, "then ", over)
        elif held:
            yield self._held_back(held, rest)
        else:
            yield from self._helped(prospects.helping(rest), "then ", over)
        yield f"sheds {counted(POINTS[card], 'point')}{f' and leaves {points(rest)}' if prospects.has_laid else ''}"
        yield from self._feeding(card, over)

    def _held_back(self, phases: Sequence[int], rest: Cards) -> str:
        """Return the reason for keeping a phase that could be laid: to go out in the turn in which it is laid."""
        left = self._prospects.left_after(self._view.hand)
        out = self._prospects.going_out_at_once(rest)
        now = f"keeps {_phases(phases)} back: laid now, it would leave {counted(left, 'card')}"
        if not out:
            return f"{now}; later you may lay it and go out in one turn"
        total = self._prospects.unseen.total()
        return f"{now}; with {out} of the {total} unseen cards you lay it and go out in one turn"

    def _skip(self, target: int, over: Play | None) -> Iterator[str]:
        view, prospects = self._view, self._prospects
        name = self._names[target]
        if prospects.skips[target]:
            effect = "this changes nothing" if over is None else "nobody else misses a turn"
            yield f"{name} will already be skipped, so {effect}"
        if view.table[target][0] is not None:
            yield f"{name} has laid a phase and holds {counted(prospects.evidence[target].size, 'card')}"
        else:
            done = [len(self._rules.completed(status)) for status in view.status]
            most = max(count for seat, count in enumerate(done) if seat not in (view.seat, target))
            yield f"{name} has completed {counted(done[target], 'phase')}{', the most' if done[target] > most else ''}"
        if target == self._next_seat():
            yield f"{name} would play next"
        yield f"sheds the joker, {counted(POINTS[JOKER], 'point')}"

    def _feeding(self, card: Card, over: Play | None) -> Iterator[str]:
        """Yield the uses of the card for the next player."""
        seat = self._next_seat()
        who = f"{self._names[seat]}, who plays next,"
        if (help_ := self._help_for(seat, card, who)) is not None:
            yield f"but {help_}" if over is None else f"{help_}, but no other discard does better in the imagined deals"
        elif self._view.table[seat][0] is not None:
            yield f"{who} cannot lay it off"

    def _help_for(self, seat: int, card: Card, who: str) -> str | None:
        """Return the use that the player could make of the card, or `None` if nothing is known."""
        prospects = self._prospects
        if self._view.table[seat][0] is not None:
            if place := prospects.place_for(card):
                return f"{who} can lay it off on {self._where(place)}"
            if any(kind.refuse(group, card, len(group)) is None for *_, kind, group in prospects.groups()):
                return f"{who} may have cards to lay off with it"
            return None
        due = [self._rules.phases[phase - 1] for phase in self._rules.due(self._view.status[seat])]
        shapes = {type(kind) for kinds in due for kind in kinds}
        if card in ACES and shapes - {Accumulation}:
            return f"an ace helps {who} with almost any phase"
        known = in_order(NAMES[code] for code in prospects.evidence[seat].known)
        alike = tuple(
            held
            for held in known
            if (SameValue in shapes and held[0] == card[0]) or (shapes == {SameSuit} and held[1] == card[1])
        )
        return f"{who} has picked up {' '.join(alike)} and may want it" if alike else None

    # Counts of cards

    def _helped(self, helping: Helping, when: str, over: Play | None) -> Iterator[str]:
        """Yield a sentence about the unseen cards that would help a hand before its next pick-up."""
        if helping.cards or over is None:
            prospects = self._prospects
            many = prospects.of_the_unseen(helping.cards)
            yield f"{when}{many} {_does(helping)}{prospects.which(helping.cards)}"

    def _to_lay_off(self, hand: Cards, when: str, over: Play | None) -> Iterator[str]:
        """Yield a sentence about the unseen cards that could be laid off."""
        fitting, out = self._prospects.fitting(hand)
        if fitting or over is None:
            many, which = self._prospects.of_the_unseen(fitting), self._prospects.which(fitting)
            yield f"{when}{many} can be laid off{which}"
        if out:
            yield f"with {out} of the unseen cards you go out"

    def _where(self, place: Place) -> str:
        return f"{self._group_name(place)}, {' '.join(place.cards)}"

    def _group_name(self, place: Place) -> str:
        noun = place.kind.noun
        return f"your own {noun}" if place.seat == self._view.seat else f"the {noun} of {self._names[place.seat]}"

    def _next_seat(self) -> int:
        """Return the seat of the next player."""
        seats = [(self._view.seat + step) % SEATS for step in range(1, SEATS + 1)]
        return next((seat for seat in seats if not self._prospects.skips[seat]), seats[0])


def _does(helping: Helping) -> str:
    """Return the effect of the unseen cards in words."""
    if helping.completes:
        return f"complete {_phases(helping.phases)}"
    return f"bring phase {helping.phases[0]}, which lacks {counted(helping.lack, 'card')}, nearer"


def _infinitive(play: Play) -> str:
    """Return the play as an infinitive without "to"."""
    return f"lay {format_play(play)}" if play[0] == LAY_PHASE else format_play(play)


def _what_is_left(cards: Cards) -> str:
    if len(cards) <= 1:
        return "you go out"
    return f"{' '.join(cards)} are left, {counted(points(cards), 'point')}"


def _phases(phases: Sequence[int]) -> str:
    return f"phase {joined(map(str, phases), 'or')}"
