"""Actions on top of the rules: the legal actions in a position, and the plays that they make.

A phase is laid card by card. A card is laid off by choosing the card and then its place. `Progress` stores the choices
so far. Every play that `rules.legal` lists can be made in this way, except those that block the player (rule 4.6). A
macro action makes several plays of the core's fast policy at once.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

from phazed.core import layout
from phazed.core.encoding import CODES, encode, kinds_of, new_policy, play_of
from phazed.env.layout import CARDS
from phazed.rules.cards import JOKER, in_order, without
from phazed.rules.legal import can_close, last_plays, lay_offs
from phazed.rules.legality import BEFORE, DURING, joined, open_accumulation
from phazed.rules.plays import DISCARD, FROM_THE_DECK, LAY_OFF, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.state import advance
from phazed.rules.ways import phase_ways

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.core.policy import Policy
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups, LayOff, Play
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState


class Progress(NamedTuple):
    """The choices that the acting seat has made for its next play."""

    phase: int | None = None
    """The phase that the seat is laying card by card."""
    groups: Groups = ()
    """The groups of that phase so far; the last one is in progress."""
    card: Card | None = None
    """The card that the seat is about to lay off."""


NOTHING = Progress()


class Actions:
    """The actions of one game."""

    def __init__(self, rules: Ruleset, offered: int) -> None:
        self._rules = rules
        self._offered = offered
        self._policy: Policy = new_policy(rules)

    def legal(self, state: HandState, progress: Progress) -> list[int]:
        """Return the acting seat's legal actions; there are none when the hand is over."""
        if progress.phase is not None:
            return sorted(int(layout.ACT_CARD) + CODES[card] for card in self._next_cards(state, progress))
        if progress.card is not None:
            return sorted(self._spot(state, play) for play in self._lay_offs(state, (progress.card,)))
        if state.stage == BEFORE:
            can_take = state.discard is not None and state.discard != JOKER
            return [layout.ACT_DRAW, *[layout.ACT_TAKE] * can_take]
        return sorted(self._during(state)) if state.stage == DURING else []

    def _during(self, state: HandState) -> Iterator[int]:
        hand = in_order(state.hand)
        by_card, by_macro = self._offered != layout.MACROS, self._offered != layout.CARD_BY_CARD
        if state.table[state.seat][0] is None:
            for phase in self._rules.due(state.status[state.seat]):
                if next(phase_ways(self._rules.phases[phase - 1], hand), None):
                    if by_card:
                        yield layout.ACT_PHASE + phase - 1
                    if by_macro:
                        yield layout.ACT_LAY_BEST + phase - 1
        else:
            if by_card:
                cards = {play[1][0] for play in self._lay_offs(state, tuple(dict.fromkeys(hand)))}
                yield from (layout.ACT_CARD + CODES[card] for card in cards)
            if by_macro and self._policy.plan(encode(state)):
                yield layout.ACT_LAY_OFF_ALL
        if open_accumulation(self._rules, state.table) is None:
            for play in last_plays(state.seat, hand):
                yield _last_action(state.seat, play)

    def _lay_offs(self, state: HandState, cards: Cards) -> Iterator[LayOff]:
        """Yield the lay-offs of these cards that leave a way to end the turn."""
        for play in lay_offs(state.position(state.seat), cards):
            assert play[0] == LAY_OFF  # noqa: S101 - guaranteed by lay_offs
            card, target = play[1]
            if can_close(self._rules, joined(state.table, card, target), without(state.hand, (card,))):
                yield play

    def _spot(self, state: HandState, play: LayOff) -> int:
        """Return the action for a lay-off of the chosen card."""
        _, (seat, number, index) = play[1]
        at_start = index == 0 and self._kind(state, seat, number).ordered
        return int(layout.ACT_SPOT) + 2 * (2 * ((seat - state.seat) % SEATS) + number) + at_start

    def _kind(self, state: HandState, seat: int, number: int) -> GroupKind:
        phase = state.table[seat][0]
        assert phase is not None  # noqa: S101 - a group belongs to a phase
        return self._rules.phases[phase - 1][number]

    def _next_cards(self, state: HandState, progress: Progress) -> set[Card]:
        """Return the cards that continue the groups so far towards some way to lay the phase."""
        assert progress.phase is not None  # noqa: S101 - called only while a phase is being laid
        kinds = self._rules.phases[progress.phase - 1]
        found: set[Card] = set()
        for way in phase_ways(kinds, in_order(state.hand)):
            orders = permutations(way) if len(set(kinds)) == 1 else [way]
            for groups in orders:
                found |= _continuations(kinds, groups, progress.groups)
        return found

    def plays(self, state: HandState, progress: Progress, action: int) -> tuple[list[Play], Progress]:
        """Return the plays of a legal action, of which there may be none yet, and the progress after it."""
        seat = state.seat
        if action == layout.ACT_DRAW:
            return [FROM_THE_DECK], NOTHING
        if action == layout.ACT_TAKE:
            return [(TAKE, state.pile[-1])], NOTHING
        if action < layout.ACT_CARD:
            return [], Progress(phase=action - layout.ACT_PHASE + 1, groups=((),))
        if action < layout.ACT_SPOT:
            return self._with_card(progress, CARDS[action - layout.ACT_CARD])
        if action < layout.ACT_DISCARD:
            assert progress.card is not None  # noqa: S101 - the action is legal
            place, at_start = divmod(action - layout.ACT_SPOT, 2)
            target, number = (seat + place // 2) % SEATS, place % 2
            index = 0 if at_start else len(state.table[target][1][number])
            return [(LAY_OFF, (progress.card, (target, number, index)))], NOTHING
        if action < layout.ACT_SKIP:
            return [(DISCARD, CARDS[action - layout.ACT_DISCARD])], NOTHING
        if action < layout.ACT_LAY_BEST:
            return [(SKIP, (seat + 1 + action - layout.ACT_SKIP) % SEATS)], NOTHING
        if action < layout.ACT_LAY_OFF_ALL:
            return [self._best_way(state, action - layout.ACT_LAY_BEST)], NOTHING
        return list(self._planned(state)), NOTHING

    def _with_card(self, progress: Progress, card: Card) -> tuple[list[Play], Progress]:
        if progress.phase is None:
            return [], Progress(card=card)
        kinds = self._rules.phases[progress.phase - 1]
        *before, last = progress.groups
        groups = (*before, (*last, card))
        if kinds[len(before)].flaw(groups[-1]) is not None:
            return [], Progress(progress.phase, groups)
        if len(groups) < len(kinds):
            return [], Progress(progress.phase, (*groups, ()))
        return [self._rules.phase_play(progress.phase, groups)], NOTHING

    def _best_way(self, state: HandState, number: int) -> Play:
        kind = kinds_of(self._rules)[number]
        return play_of(self._rules, state.table, 3, (kind,), self._policy.find(encode(state), kind))

    def _planned(self, state: HandState) -> Iterator[Play]:
        for step in self._policy.plan(encode(state)):
            play = play_of(self._rules, state.table, LAY_OFF, step, [])
            yield play
            state = advance(state, play)


def _last_action(seat: int, play: Play) -> int:
    """Return the action for a play that ends the turn."""
    if play[0] == DISCARD:
        return int(layout.ACT_DISCARD) + CODES[play[1]]
    assert play[0] == SKIP  # noqa: S101 - nothing else ends a turn
    return int(layout.ACT_SKIP) + (play[1] - seat) % SEATS - 1


def _continuations(kinds: tuple[GroupKind, ...], way: Groups, so_far: Groups) -> set[Card]:
    """Return the cards that continue the groups so far towards that way; there are none if they do not lead there."""
    for kind, group, placed in zip(kinds, way, so_far):
        if kind.ordered:
            if group[: len(placed)] != placed:
                return set()
        elif Counter(placed) - Counter(group):
            return set()
    last = len(so_far) - 1  # the earlier groups are complete, so they are equal to those of the way
    group, placed = way[last], so_far[last]
    return {group[len(placed)]} if kinds[last].ordered else set(Counter(group) - Counter(placed))
