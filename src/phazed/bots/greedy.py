"""The greedy player, a bot such as a good student would write.

It lays its phase as soon as it can, in the way that leaves the fewest cards and points. It keeps cards that help with
the phase due, takes the top discard if it helps, lays off everything it can, and discards the card that helps least and
costs most. It does not look beyond its own turn and ignores the other hands.
"""

from __future__ import annotations

from phazed.bots.fallback import legal_or_any
from phazed.bots.plans import lacking, promise
from phazed.rules.cards import ACES, JOKER, POINTS, in_order, total_worth, without
from phazed.rules.groups import AT_A_STAGE, Accumulation
from phazed.rules.legal import can_fill, fillings, gap_of
from phazed.rules.legality import BEFORE, put, refuse
from phazed.rules.plays import DISCARD, FROM_THE_DECK, LAY_OFF, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.rules.ways import phase_ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.legality import Table
    from phazed.rules.plays import Groups, LayOff, Play
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple


class GreedyBot:
    """A player without any memory between plays."""

    def choose(self, view: View) -> Play:
        play = self._preferred(view)
        return play if refuse(view, play) is None else legal_or_any(view, play)

    def _preferred(self, view: View) -> Play:
        """Return the best play, which may be illegal if the turn cannot be ended."""
        if view.stage == BEFORE:
            return (TAKE, view.discard) if view.discard is not None and self._takes(view) else FROM_THE_DECK
        if view.table[view.seat][0] is None:
            laying = best_phase(view)
            if laying is not None:
                return view.rules.phase_play(laying.phase, laying.groups)
        else:
            lay_offs = plan_lay_offs(view.rules, view.table, view.hand)
            if lay_offs and self._lays_off(view, lay_offs):
                return lay_offs[0]
        return self._last_play(view)

    def _takes(self, view: View) -> bool:
        return wants_discard(view)

    def _lays_off(self, view: View, lay_offs: list[LayOff]) -> bool:
        return True

    def _last_play(self, view: View) -> Play:
        return _last_play(view)


def wants_discard(view: View) -> bool:
    """Return whether the top discard completes the phase, brings the hand closer to it, or can be laid off."""
    card, rules = view.discard, view.rules
    if card is None or card == JOKER:
        return False
    if view.table[view.seat][0] is not None:
        return any(play[1][0] == card for play in plan_lay_offs(rules, view.table, (card, *view.hand)))
    due = _due(view)
    if not due:
        return False
    with_it = (*view.hand, card)
    laying = best_phase(view._replace(hand=with_it))
    if laying is not None:
        without_it = best_phase(view)
        return without_it is None or laying.cards_left <= without_it.cards_left
    now = min(lacking(rules.phases[phase - 1], view.hand) for phase in due)
    kept = [without(with_it, (discarded,)) for discarded in dict.fromkeys(view.hand)]
    return any(lacking(rules.phases[phase - 1], hand) < now for phase in due for hand in kept)


def _due(view: View) -> tuple[int, ...]:
    return view.rules.due(view.status[view.seat])


class Laying(NamedTuple):
    """A way to lay a phase, with the cards and points left in the hand after all lay-offs."""

    cards_left: int
    points_left: int
    phase: int
    groups: Groups


def best_phase(view: View) -> Laying | None:
    """Return the way to lay a phase that leaves the fewest cards, then the fewest points, after all lay-offs."""
    best: Laying | None = None
    seen = set()
    hand = in_order(view.hand)
    for phase in _due(view):
        for groups in phase_ways(view.rules.phases[phase - 1], hand):
            rest = hand
            for group in groups:
                rest = without(rest, group)
            if (phase, rest) not in seen:
                seen.add((phase, rest))
                table = put(view.table, view.seat, (phase, groups))
                for play in plan_lay_offs(view.rules, table, rest):
                    rest = without(rest, (play[1][0],))
                way = Laying(len(rest), points(rest), phase, groups)
                if best is None or way[:2] < best[:2]:
                    best = way
    return best


def plan_lay_offs(rules: Ruleset, table: Table, hand: Cards) -> list[LayOff]:
    """Return this turn's lay-offs, in order, which leave every accumulation at a stage.

    Naturals join sets and runs first, then as many cards as possible complete accumulations, and aces come last.
    """
    spots = [
        _Spot(rules.phases[phase - 1][number], group, seat, number)
        for seat, (phase, groups) in enumerate(table)
        if phase is not None
        for number, group in enumerate(groups)
    ]
    plays: list[LayOff] = []
    left = in_order(hand)
    while left and (step := _next_step(spots, left)):
        spot, card, index = step
        spot.cards = (*spot.cards[:index], card, *spot.cards[index:])
        plays.append((LAY_OFF, (card, (spot.seat, spot.number, index))))
        left = without(left, (card,))
    return plays


class _Spot:
    """A group on the table after the lay-offs planned so far."""

    __slots__ = ("cards", "kind", "number", "seat")

    def __init__(self, kind: GroupKind, cards: Cards, seat: int, number: int) -> None:
        self.kind = kind
        self.cards = cards
        self.seat = seat
        self.number = number

    def place_for(self, card: Card) -> int | None:
        """Return the index at which the card can join the set or run, or `None`."""
        for index in (len(self.cards), 0) if self.kind.ordered else (len(self.cards),):
            if self.kind.refuse(self.cards, card, index) is None:
                return index
        return None


def _next_step(spots: list[_Spot], hand: Cards) -> tuple[_Spot, Card, int] | None:
    accumulations = [spot for spot in spots if isinstance(spot.kind, Accumulation)]
    others = [spot for spot in spots if not isinstance(spot.kind, Accumulation)]
    begun = [spot for spot in accumulations if total_worth(spot.cards) not in AT_A_STAGE]
    if begun:
        return _towards_stage(begun[:1], hand, [gap for spot in begun[1:] if (gap := gap_of(spot.kind, spot.cards))])
    naturals = tuple([card for card in hand if card not in ACES])
    return _to_set_or_run(others, naturals) or _towards_stage(accumulations, hand, []) or _to_set_or_run(others, hand)


def _to_set_or_run(spots: list[_Spot], hand: Cards) -> tuple[_Spot, Card, int] | None:
    for card in dict.fromkeys(hand):
        for spot in spots:
            index = spot.place_for(card)
            if index is not None:
                return spot, card, index
    return None


def _towards_stage(
    spots: list[_Spot], hand: Cards, other_gaps: list[tuple[int, str]]
) -> tuple[_Spot, Card, int] | None:
    """Return the first lay-off of the longest series that takes an accumulation to its next stage.

    The series must leave cards with which the other gaps can be filled.
    """
    for spot in spots:
        gap = gap_of(spot.kind, spot.cards)
        ways = fillings(gap, hand) if gap else ()
        good = (chosen for chosen in ways if can_fill(other_gaps, without(hand, chosen)))
        most = max(good, key=len, default=())
        if most:
            return spot, most[0], len(spot.cards)
    return None


def _last_play(view: View) -> Play:
    """Return a skip of the player furthest ahead or, without a joker, a discard of the worst card."""
    if JOKER in view.hand:
        others = [seat for seat in range(SEATS) if seat != view.seat]
        return (SKIP, max(others, key=lambda seat: len(view.rules.completed(view.status[seat]))))
    due = _due(view) if view.table[view.seat][0] is None else ()

    def worth_discarding(card: Card) -> tuple[int, int]:
        rest = without(view.hand, (card,))
        return sum([promise(view.rules.phases[phase - 1], rest) for phase in due]), POINTS[card]

    return (DISCARD, max(dict.fromkeys(in_order(view.hand)), key=worth_discarding))
