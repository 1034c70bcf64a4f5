"""What the server tells a seat, and what it understands of what a browser says.

What leaves here for a seat is made from the hand as that seat may know it, and nothing else: others' cards are `XX`
until they are played. Whoever only watches sees no hand at all, unless no seat is a person's.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import TYPE_CHECKING, Any

from phazed.game.frames import TITLES, phases, seen_deal, seen_step
from phazed.game.notation import parse_play
from phazed.rules.cards import cards, in_order, total_worth
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation, PhazedError, shown
from phazed.rules.groups import AT_A_STAGE, STAGES, next_stage
from phazed.rules.legal import last_plays, lay_offs
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, LAY_OFF, SKIP, TAKE
from phazed.rules.scoring import points
from phazed.rules.ways import phase_ways

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.game.view import View
    from phazed.rules.cards import Cards
    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset
    from phazed.web.tables.table import Table

    Message = dict[str, Any]

LONGEST = 4096
"""Characters of a message from a browser."""
MOST_WAYS, LOOKED_AT = 6, 400
"""Of the ways to lay a phase, how many are proposed, and how many are looked at to find the best."""


class Unclear(PhazedError):
    """A message that cannot be understood: what is wrong with it, and what would be right."""


def read(text: str) -> Message:
    """The message that a browser sent."""
    if len(text) > LONGEST:
        raise Unclear(f"a message has at most {LONGEST:,} characters, not {len(text):,}")
    said = from_json(text, "a message is a JSON object, and this is none")
    if not isinstance(said, dict) or not isinstance(said.get("do"), str):
        raise Unclear('a message is a JSON object with a text as "do", such as {"do": "play", ...}')
    return said


def from_json(text: str | bytes, otherwise: str) -> Any:
    """What the JSON says; if it is none, `otherwise` is what is said."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Unclear(otherwise) from None


def number_in(said: Message, name: str, least: int = 0, most: int = 2**31) -> int:
    """The whole number of that name in a message."""
    value = said.get(name)
    if type(value) is not int or not least <= value <= most:
        raise Unclear(f'"{name}" must be a whole number from {least} to {most}, not {shown(value)}')
    return value


def text_in(said: Message, name: str) -> str:
    """The text of that name in a message."""
    value = said.get(name)
    if not isinstance(value, str):
        raise Unclear(f'"{name}" must be a text, not {shown(value)}')
    return value


def play_in(rules: Ruleset, said: Message) -> Play:
    """The play in a message, in the notation of the records."""
    try:
        return read_play(rules, parse_play(text_in(said, "play")))
    except InvalidNotation as error:
        raise Unclear(str(error)) from None


def groups_in(rules: Ruleset, said: Message) -> tuple[int, Groups]:
    """The phase and the groups, finished or not, that a message asks about."""
    phase = number_in(said, "phase", 1, len(rules.phases))
    groups, count = said.get("groups"), rules.group_counts[phase]
    if not isinstance(groups, list) or len(groups) != count or not all(isinstance(group, str) for group in groups):
        raise Unclear(f'"groups" must be a list of {count} texts such as "2S 2S AH", not {shown(groups)}')
    try:
        return phase, tuple(cards(group) for group in groups)
    except InvalidNotation as error:
        raise Unclear(str(error)) from None


def whole_table(table: Table, seat: int | None) -> Message:
    """The game as that seat may know it."""
    rules = table.rules
    return {
        "game": rules.name,
        "title": TITLES[rules.name],
        "seat": seat,
        "open": table.of_bots,
        "started": table.started,
        "seeded": table.seeded,
        "phases": phases(rules),
        "any_order": rules.any_order,
        "declares": rules.declares,
        "stages": list(STAGES),
        "most_hands": rules.most_hands,
        "hand": _hand(table, seat) if table.started else None,
        "turn": turn(table, seat),
        "sheet": table.sheet,
        "over": _over(table),
    }


def _hand(table: Table, seat: int | None) -> Message:
    hand = {"number": table.number, **table.hand}
    if table.of_bots:
        return hand
    return {
        **hand,
        "dealt": seen_deal(hand["dealt"], seat),
        "steps": [seen_step(step, seat) for step in hand["steps"]],
    }


def _over(table: Table) -> Message | None:
    ending = table.ending()
    return None if ending is None else {**ending, "seed": str(table.seed)}


def steps_from(table: Table, seat: int | None, at: int) -> Message:
    """What has happened in the hand from step `at` on."""
    taken = table.hand["steps"][at:]
    told: Message = {
        "kind": "steps",
        "hand": table.number,
        "at": min(at, table.at),
        "steps": taken if table.of_bots else [seen_step(step, seat) for step in taken],
        "turn": turn(table, seat),
        "end": table.hand["end"],
    }
    if table.between_hands:
        told |= {"sheet": table.sheet, "over": _over(table)}
    return told


def turn(table: Table, seat: int | None) -> Message | None:
    """Whose turn it is and, to that seat itself, what it can do."""
    if table.turn is None:
        return None
    told: Message = {"seat": table.turn, "stage": table.stage}
    if table.turn == seat:
        told |= _choices(table.view(seat)) | {"undo": table.can_undo}
    return told


def _choices(seen: View) -> Message:
    """Everything that the seat may play now, the ways to lay a phase only as far as one wants to choose among them."""
    rules, seat, laid, _, status, hand, _ = seen
    opened = _open_group(seen)
    told: Message = {"take": False, "phases": [], "adds": [], "discards": [], "skips": [], "open": opened}
    if seen.stage == BEFORE:
        told["take"] = any(play[0] == TAKE for play in seen.legal_plays)
        return told
    hand = in_order(hand)
    plays: list[Play] = []
    if laid[seat][0] is None:
        proposed = [{"phase": phase, "ways": best_ways(rules, phase, hand)} for phase in rules.due(status[seat])]
        told["phases"] = [each for each in proposed if each["ways"]]
    else:
        plays += lay_offs(seen, tuple(dict.fromkeys(hand)))
    if opened is None:
        plays += last_plays(seat, hand)
    told["adds"] = [[content[0], *content[1]] for kind, content in plays if kind == LAY_OFF]
    told["discards"] = [content for kind, content in plays if kind == DISCARD]
    told["skips"] = [content for kind, content in plays if kind == SKIP]
    return told


def _open_group(seen: View) -> Message | None:
    """The accumulation that stands between two stages, which this turn has to complete."""
    for owner, (phase, groups) in enumerate(seen.table):
        for number, group in enumerate(groups if phase in seen.rules.total_phases else ()):
            total = total_worth(group)
            if total not in AT_A_STAGE:
                return {"owner": owner, "group": number, "total": total, "next": next_stage(total)}
    return None


def best_ways(rules: Ruleset, phase: int, hand: Cards) -> list[list[str]]:
    """Some ways to lay the phase out of the hand, which is sorted; those that leave fewest cards and points first."""

    def left(groups: Groups) -> tuple[int, int]:
        laid = [card for group in groups for card in group]
        return -len(laid), -points(tuple(laid))

    found = sorted(islice(phase_ways(rules.phases[phase - 1], hand), LOOKED_AT), key=left)
    return [_texts(groups) for groups in found[:MOST_WAYS]]


def _texts(groups: Iterable[Cards]) -> list[str]:
    return [" ".join(group) for group in groups]


def check(seen: View, phase: int, groups: Groups) -> Message:
    """What is still wrong with each group of a phase that is being put together, and with the whole."""
    kinds = seen.rules.phases[phase - 1]
    flaws = [kind.flaw(group) if group else None for kind, group in zip(kinds, groups)]
    whole = seen.refuse(seen.rules.phase_play(phase, groups))
    return {
        "kind": "check",
        "flaws": [None if flaw is None else flaw.reason for flaw in flaws],
        "flaw": None if whole is None else str(whole),
    }
