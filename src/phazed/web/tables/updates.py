"""The part of the game that one seat may know, for the messages to that seat.

Everything is derived from the seat's view of the hand, in which other players' cards are `XX` until they are played.
Spectators see no hands unless all four players are bots.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from phazed.game.frames import phases, seen_deal, seen_step
from phazed.rules.groups import STAGES
from phazed.web.tables.choices import choices, open_group

if TYPE_CHECKING:
    from phazed.answers.replay import Phase, Step
    from phazed.answers.table import FinalResult, GameView, StepsMessage, TableHand, Turn
    from phazed.web.tables.table import Table


def game_view(table: Table, seat: int | None) -> GameView:
    """Return the part of the game that the seat may know."""
    rules = table.rules
    return {
        "game": rules.name,
        "title": rules.title,
        "seat": seat,
        "open": table.of_bots,
        "started": table.started,
        "seeded": table.seeded,
        "phases": cast("list[Phase]", phases(rules)),
        "any_order": rules.any_order,
        "declares": rules.declares,
        "stages": list(STAGES),
        "max_hands": rules.max_hands,
        "hand": _hand(table, seat) if table.started else None,
        "turn": turn(table, seat),
        "sheet": table.sheet,
        "over": _game_result(table),
    }


def _hand(table: Table, seat: int | None) -> TableHand:
    hand = cast("TableHand", {"number": table.number, **table.hand})
    if table.of_bots:
        return hand
    return {**hand, "dealt": seen_deal(hand["dealt"], seat), "steps": seen_steps(table, seat, 0)}


def _game_result(table: Table) -> FinalResult | None:
    result = table.ending()
    return None if result is None else cast("FinalResult", {**result, "seed": str(table.seed)})


def steps_from(table: Table, seat: int | None, at: int) -> StepsMessage:
    """Return a message with the steps of the hand from number `at` on."""
    message: StepsMessage = {
        "kind": "steps",
        "hand": table.number,
        "at": min(at, table.at),
        "steps": seen_steps(table, seat, at),
        "turn": turn(table, seat),
        "end": table.hand["end"],
    }
    if table.between_hands:
        message["sheet"] = table.sheet
        message["over"] = _game_result(table)
    return message


def seen_steps(table: Table, seat: int | None, at: int) -> list[Step]:
    """Return the steps from number `at` on, as seen by the seat."""
    steps = table.hand["steps"][at:]
    return cast("list[Step]", steps if table.of_bots else [seen_step(step, seat) for step in steps])


def turn(table: Table, seat: int | None) -> Turn | None:
    """Return the current turn, with the choices if it is the given seat's turn."""
    if table.turn is None:
        return None
    if table.turn != seat:
        return {"seat": table.turn, "stage": table.stage}
    seen = table.view(seat)
    return {
        "seat": table.turn,
        "stage": table.stage,
        "plays": choices(seen),
        "open": open_group(seen),
        "undo": table.can_undo,
    }
