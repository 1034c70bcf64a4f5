"""All legal plays in a position, computed lazily.

>>> from phazed.rules.rulesets import PHAZED
>>> from phazed.rules.state import deal
>>> plays = legal_plays(deal(PHAZED, PHAZED.deck, dealer=0))
>>> list(plays), plays.count(), (2, "QC") in plays, (2, "KC") in plays
([(1, None), (2, 'QC')], 2, True, False)

Membership tests accept a play with its cards in any order that the rules allow. Iteration yields each play once, in a
canonical form: cards are sorted in groups other than runs, two groups of the same kind are sorted, and a card joins a
set or an accumulation at its end.
"""

from __future__ import annotations

from phazed.rules.cards import COLOUR, JOKER, in_order, total_worth, without
from phazed.rules.course import is_valid
from phazed.rules.groups import AT_A_STAGE, next_stage
from phazed.rules.legality import BEFORE, DURING, open_accumulation, refuse, stage_of
from phazed.rules.plays import DISCARD, FROM_THE_DECK, LAY_OFF, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.ways import phase_ways, sums

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.legality import Position, Table
    from phazed.rules.plays import LayOff, Play
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState


class LegalPlays:
    """The legal plays in a position; there are none if the position is `None`."""

    __slots__ = ("_position",)

    def __init__(self, position: Position | None) -> None:
        self._position = position

    def __contains__(self, play: object) -> bool:
        if self._position is None:
            return False
        rules, *arguments = self._position
        return is_valid(rules, play, *arguments)

    def __iter__(self) -> Iterator[Play]:
        if self._position is None:
            return
        rules, seat, table, history, status, hand, discard = self._position
        stage = stage_of(rules, seat, history)
        if stage is BEFORE:
            yield FROM_THE_DECK
            if discard is not None and discard != JOKER:
                yield (TAKE, discard)
        elif stage is DURING:
            hand = in_order(hand)
            if table[seat][0] is None:
                yield from _phases(rules, status[seat], hand)
            else:
                yield from lay_offs(self._position, tuple(dict.fromkeys(hand)))
            if open_accumulation(rules, table) is None:
                yield from last_plays(seat, hand)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def count(self) -> int:
        """Return the number of legal plays.

        There is no `__len__`, because `list` would call it and generate all plays twice.
        """
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<LegalPlays {list(self)}>"


def legal_plays(state: HandState) -> LegalPlays:
    """Return the legal plays of the seat whose turn it is; there are none if the hand is over."""
    return LegalPlays(None if state.ending else state.position(state.seat))


def _phases(rules: Ruleset, status: Status, hand: Cards) -> Iterator[Play]:
    for phase in rules.due(status):
        for groups in phase_ways(rules.phases[phase - 1], hand):
            yield rules.phase_play(phase, groups)


def lay_offs(position: Position, cards: Cards) -> Iterator[Play]:
    """Yield every legal lay-off of these cards; the seat must have laid its phase."""
    rules, _, table, _, _, hand, _ = position
    for target, (phase, groups) in enumerate(table):
        if phase is None:
            continue
        for number, (kind, group) in enumerate(zip(rules.phases[phase - 1], groups)):
            for index in (0, len(group)) if kind.ordered else (len(group),):
                for card in cards:
                    if kind.refuse(group, card, index) is None:
                        play: LayOff = (LAY_OFF, (card, (target, number, index)))
                        if len(hand) > 1 or refuse(position, play) is None:
                            yield play


def last_plays(seat: int, hand: Cards) -> Iterator[Play]:
    """Yield every play that ends the turn; the seat must be allowed to end it."""
    for card in dict.fromkeys(hand):
        if card != JOKER:
            yield (DISCARD, card)
        else:
            yield from ((SKIP, target) for target in range(SEATS) if target != seat)


def can_close(rules: Ruleset, table: Table, hand: Cards) -> bool:
    """Return whether the hand can raise every accumulation that stands between two stages to its next stage.

    Otherwise the player is blocked (rule 4.6).
    """
    gaps = [
        gap
        for phase, groups in table
        if phase in rules.accumulation_phases
        for kind, group in zip(rules.phases[phase - 1], groups)
        if total_worth(group) not in AT_A_STAGE and (gap := gap_of(kind, group))
    ]
    return can_fill(gaps, hand)


def gap_of(kind: GroupKind, group: Cards) -> tuple[int, str] | None:
    """Return the sum that an accumulation lacks to its next stage, and its colour or ""; `None` if it is closed."""
    total = total_worth(group)
    stage = next_stage(total)
    return None if stage is None else (stage - total, COLOUR[group[0]] if kind.one_colour else "")


def can_fill(gaps: Sequence[tuple[int, str]], hand: Cards) -> bool:
    """Return whether the hand can fill all the gaps, each with different cards."""
    if not gaps:
        return True
    return any(can_fill(gaps[1:], without(hand, chosen)) for chosen in fillings(gaps[0], hand))


def fillings(gap: tuple[int, str], hand: Cards) -> Iterator[Cards]:
    """Yield every choice of cards from the hand that fills the gap."""
    lacking, colour = gap
    return sums(tuple([card for card in hand if not colour or COLOUR[card] == colour]), lacking)
