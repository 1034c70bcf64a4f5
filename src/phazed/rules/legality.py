"""Validity of plays (rule 6).

`refuse(position, play)` returns `None` for a valid play and a `Refusal` for any other. The course's validity functions,
the referee, the list of legal plays and the explanations all use it.

The validity of a play depends only on what its player can see. A position is therefore the game and the arguments of
the course's functions, in their order: seat, table, turn history, phase status, hand, top discard. `game.view.View`
names them. Lists and tuples are equivalent.
"""

from __future__ import annotations

from phazed.rules.cards import JOKER, total_worth
from phazed.rules.errors import InvalidNotation
from phazed.rules.groups import AT_A_STAGE
from phazed.rules.plays import DISCARD, DRAW, LAST_PLAYS, LAY_OFF, LAY_PHASE, PICK_UPS, SKIP, TAKE
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Groups, Play, Turn
    from phazed.rules.rulesets import Ruleset, Status

    Laid = tuple[int | None, Groups]
    """A seat's entry in the table: the phase laid in this hand and its current groups, or `(None, ())`."""
    Table = tuple[Laid, ...]
    T = TypeVar("T")
    Position = tuple[Ruleset, int, Table, tuple[Turn, ...], tuple[Status, ...], Cards, Card | None]

NOTHING_LAID: Laid = (None, ())
BEFORE, DURING, OVER = "before", "during", "over"
"""The stages of a turn: before the pick-up, after it, and after the discard."""


def refuse(position: Position, play: Play) -> Refusal | None:
    """Return the reason why the play is invalid in the position, or `None` if it is valid."""
    kind, content = play
    return JUDGES[kind](position, content)


def stage_of(rules: Ruleset, seat: int, history: tuple[Turn, ...]) -> str:
    """Return the stage of the seat's turn: the last turn in the history if it is the seat's own (rule 6)."""
    if not history:
        return BEFORE
    player, plays = history[-1]
    if player != seat:
        return BEFORE
    if not plays or plays[0][0] not in PICK_UPS:
        raise InvalidNotation("a turn in turn_history must begin with a pick-up")
    if plays[-1][0] in LAST_PLAYS:
        return BEFORE if rules.has_jokers else OVER
    if len(plays) > 2 and any(play[0] in LAST_PLAYS for play in plays):
        return OVER
    return DURING


def open_accumulation(rules: Ruleset, table: Table) -> Cards | None:
    """Return an accumulation that stands between two stages (rule 5.6), or `None`."""
    for phase, groups in table:
        if phase in rules.accumulation_phases:
            for group in groups:
                if total_worth(group) not in AT_A_STAGE:
                    return group
    return None


def joined(table: Table, card: Card, target: tuple[int, int, int]) -> Table:
    """Return the table after the card has joined the target group."""
    seat, number, index = target
    phase, groups = table[seat]
    group = groups[number]
    return put(table, seat, (phase, put(groups, number, (*group[:index], card, *group[index:]))))


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the tuple with the item at that index replaced."""
    return (*items[:place], item, *items[place + 1 :])


def _draw(position: Position, _: object) -> Refusal | None:
    rules, seat, _, history, *_ = position
    stage = stage_of(rules, seat, history)
    return None if stage is BEFORE else _second_pick_up(stage, "6.1")


def _take(position: Position, card: Card) -> Refusal | None:
    rules, seat, _, history, _, _, discard = position
    stage = stage_of(rules, seat, history)
    if stage is not BEFORE:
        return _second_pick_up(stage, "6.2")
    if discard is None:
        return Refusal("6.2", "the discard pile is empty, so {} cannot be taken", card)
    if card != discard:
        return Refusal("6.2", "the top discard is {}, not {}", discard, card)
    if card == JOKER:
        return Refusal("4.5", "a joker on top of the pile cannot be taken: {}", card)
    return None


def _second_pick_up(stage: str, rule: str) -> Refusal:
    if stage is OVER:
        return Refusal(rule, "the turn is over")
    return Refusal(rule, "a card has already been picked up in this turn")


def _too_early(stage: str, rule: str) -> Refusal:
    if stage is OVER:
        return Refusal(rule, "the turn is over")
    return Refusal(rule, "a turn must begin with a pick-up: a draw from the deck or the top discard")


def _lay_phase(position: Position, content: Any) -> Refusal | None:
    rules, seat, table, history, status, hand, _ = position
    stage = stage_of(rules, seat, history)
    if stage is not DURING:
        return _too_early(stage, "6.3")
    if table[seat][0] is not None:
        return Refusal("3.3", "only one phase may be played per hand, and player {} has already played one", seat)
    phase, groups = content if rules.declares else rules.declared(content, status[seat])
    if not rules.is_due(status[seat], phase):
        return _not_due(rules, status[seat], phase)
    flaw = rules.phase_flaw(phase, groups)
    if flaw is not None:
        return flaw
    left = list(hand)
    for group in groups:
        for card in group:
            try:
                left.remove(card)
            except ValueError:
                return _not_held(hand, card, "6.3")
    return None


def _not_due(rules: Ruleset, status: Status, phase: int) -> Refusal:
    due = rules.due(status)
    if not due:
        return Refusal("3.3", "every phase is already completed")
    if not 0 < phase <= len(rules.phases):
        return Refusal("3.3", "there is no phase {}", phase)
    if rules.any_order:
        return Refusal("3.3", "phase {} is already completed; still to play: {}", phase, due)
    return Refusal("3.3", "the phase due is phase {}, not phase {}", due[0], phase)


def _not_held(hand: Cards, card: Card, rule: str) -> Refusal:
    if card in hand:
        return Refusal(
            rule, "the hand contains {} only {}, but the play uses it more often", card, _times(hand.count(card))
        )
    return Refusal(rule, "{} is not in the hand: {}", card, hand)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _lay_off(position: Position, content: tuple[Card, tuple[int, int, int]]) -> Refusal | None:
    card, (target, number, index) = content
    rules, seat, table, history, _, hand, _ = position
    stage = stage_of(rules, seat, history)
    if stage is not DURING:
        return _too_early(stage, "6.4")
    if table[seat][0] is None:
        return Refusal("6.4", "cards can be laid off only after laying one's own phase in this hand")
    if card not in hand:
        return _not_held(hand, card, "6.4")
    if not 0 <= target < SEATS:
        return Refusal("5.1", "there is no player {}", target)
    phase, groups = table[target]
    if phase is None:
        return Refusal("5.1", "player {} has no phase on the table", target)
    kinds = rules.phases[phase - 1]
    if not 0 <= number < len(kinds):
        return Refusal("5.1", "the phase of player {} has no group {}", target, number)
    group = groups[number]
    if not 0 <= index <= len(group):
        return Refusal("5.1", "the index must be from 0 to {}, not {}: {}", len(group), index, group)
    refusal = kinds[number].refuse(group, card, index)
    if refusal is None and len(hand) == 1:
        return _left_open(open_accumulation(rules, joined(table, *content)))
    return refusal


def _left_open(group: Cards | None) -> Refusal | None:
    if group is None:
        return None
    total = total_worth(group)
    return Refusal(
        "5.6", "the turn cannot end while an accumulation stands between two stages, at {}: {}", total, group
    )


def _discard(position: Position, card: Card) -> Refusal | None:
    if card == JOKER:
        return Refusal("6.5", "a joker can only be discarded to skip a player: {}", card)
    return _end_turn(position, card, "6.5")


def _skip(position: Position, target: int) -> Refusal | None:
    rules, seat, *_ = position
    if not rules.has_jokers:
        return Refusal("6.5", "play type 6 does not exist in this game")
    if target == seat or not 0 <= target < SEATS:
        return Refusal("6.6", "the player to skip must be another player from 0 to 3, not {}", target)
    return _end_turn(position, JOKER, "6.6")


def _end_turn(position: Position, card: Card, rule: str) -> Refusal | None:
    rules, seat, table, history, _, hand, _ = position
    stage = stage_of(rules, seat, history)
    if stage is not DURING:
        return _too_early(stage, rule)
    if card not in hand:
        return _not_held(hand, card, rule)
    group = open_accumulation(rules, table)
    return None if group is None else _left_open(group)


JUDGES: dict[int, Callable[[Position, Any], Refusal | None]] = {
    DRAW: _draw,
    TAKE: _take,
    LAY_PHASE: _lay_phase,
    LAY_OFF: _lay_off,
    DISCARD: _discard,
    SKIP: _skip,
}
"""The function that checks each kind of play."""
