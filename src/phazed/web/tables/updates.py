"""The game as one seat may know it, as parts of the messages to that seat.

Everything here is made from the hand as the seat sees it: others' cards are `XX` until they are played. People who only
watch see no hand at all, unless all four seats are bots'.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from phazed.game.frames import phases, seen_deal, seen_step
from phazed.rules.cards import in_order, total_worth
from phazed.rules.groups import AT_A_STAGE, STAGES, next_stage
from phazed.rules.legal import last_plays, lay_offs
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, LAY_OFF, SKIP, TAKE
from phazed.web.tables.proposals import fault, proposals

if TYPE_CHECKING:
    from phazed.answers.table import (
        CheckReply,
        Choices,
        GameResult,
        GameView,
        Hand,
        OpenGroup,
        Phase,
        StepsMessage,
        Turn,
    )
    from phazed.game.view import View
    from phazed.rules.plays import Groups, Play
    from phazed.web.tables.table import Table


def game_view(table: Table, seat: int | None) -> GameView:
    """The game as that seat may know it."""
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


def _hand(table: Table, seat: int | None) -> Hand:
    hand = cast("Hand", {"number": table.number, **table.hand})
    if table.of_bots:
        return hand
    steps = [seen_step(step, seat) for step in hand["steps"]]
    return {**hand, "dealt": seen_deal(hand["dealt"], seat), "steps": steps}


def _game_result(table: Table) -> GameResult | None:
    result = table.ending()
    return None if result is None else cast("GameResult", {**result, "seed": str(table.seed)})


def steps_from(table: Table, seat: int | None, at: int) -> StepsMessage:
    """The steps of the hand from number `at` on."""
    steps = table.hand["steps"][at:]
    message: StepsMessage = {
        "kind": "steps",
        "hand": table.number,
        "at": min(at, table.at),
        "steps": steps if table.of_bots else [seen_step(step, seat) for step in steps],
        "turn": turn(table, seat),
        "end": table.hand["end"],
    }
    if table.between_hands:
        message["sheet"] = table.sheet
        message["over"] = _game_result(table)
    return message


def turn(table: Table, seat: int | None) -> Turn | None:
    """Whose turn it is and, for that seat itself, what it can do."""
    if table.turn is None:
        return None
    if table.turn != seat:
        return {"seat": table.turn, "stage": table.stage}
    return {"seat": table.turn, "stage": table.stage, **choices(table.view(seat)), "undo": table.can_undo}


def choices(seen: View) -> Choices:
    """Everything that the seat may play now, with a selection of the ways to lay a phase."""
    _, seat, laid, *_ = seen
    opened = _open_group(seen)
    found: Choices = {"take": False, "phases": [], "adds": [], "discards": [], "skips": [], "open": opened}
    if seen.stage == BEFORE:
        found["take"] = any(play[0] == TAKE for play in seen.legal_plays)
        return found
    hand = in_order(seen.hand)
    plays: list[Play] = []
    if laid[seat][0] is None:
        found["phases"] = proposals(seen)
    else:
        plays += lay_offs(seen, tuple(dict.fromkeys(hand)))
    if opened is None:
        plays += last_plays(seat, hand)
    found["adds"] = [[play[1][0], *play[1][1]] for play in plays if play[0] == LAY_OFF]
    found["discards"] = [play[1] for play in plays if play[0] == DISCARD]
    found["skips"] = [play[1] for play in plays if play[0] == SKIP]
    return found


def _open_group(seen: View) -> OpenGroup | None:
    """The accumulation between two stages, which this turn has to complete."""
    for owner, (phase, groups) in enumerate(seen.table):
        for number, group in enumerate(groups if phase in seen.rules.accumulation_phases else ()):
            total = total_worth(group)
            stage = next_stage(total)
            if total not in AT_A_STAGE and stage is not None:
                return {"owner": owner, "group": number, "total": total, "next": stage}
    return None


def check(seen: View, phase: int, groups: Groups) -> CheckReply:
    """What is wrong with each group of a phase that is being put together, and with the whole."""
    kinds = seen.rules.phases[phase - 1]
    flaws = [fault(kind, group) if group else None for kind, group in zip(kinds, groups)]
    whole = seen.refuse(seen.rules.phase_play(phase, groups))
    return {
        "kind": "check",
        "flaws": flaws,
        "flaw": None if whole is None else str(whole),
    }
