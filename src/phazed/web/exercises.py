"""Exercises from the mistakes of a finished game: what could be played in a position, and what a play would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.game.notation import format_play, parse_play
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, FROM_THE_DECK, LAY_OFF, SKIP, TAKE
from phazed.web.fields import InvalidMessage
from phazed.web.reviews import EFFORT, SEED
from phazed.web.tables.choices import choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.coach.review import Position
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.plays import Play

MAX_WAYS = 3
"""Ways to lay a phase that are offered."""


def plays(record: Record, hand: int, place: int) -> dict[str, Any]:
    """The plays from which one can be chosen in the position, in notation and in the form of the course's functions."""
    found = dict.fromkeys(_plays(_position(record, hand, place).view))
    return {"plays": [{"words": format_play(play), "play": play} for play in found]}


def attempt(record: Record, hand: int, place: int, text: str) -> dict[str, Any]:
    """What a play in the position costs compared with the best one, and whether that is a mistake."""
    from phazed.coach.grades import grade
    from phazed.coach.judgement import Judge

    position = _position(record, hand, place)
    seen = position.view
    play = parse_play(text, seen.rules)
    if (refusal := seen.refuse(play)) is not None:
        raise InvalidMessage(str(refusal))
    judged = Judge(seen.rules, EFFORT, SEED).judge(seen, play, position.scores)
    if judged is None:
        return {"loss": 0.0, "error": 0.0, "win": None, "grade": None}
    return {
        "loss": judged.loss,
        "error": judged.error,
        "win": judged.win,
        "grade": grade(judged.loss, judged.error),
    }


def _position(record: Record, hand: int, place: int) -> Position:
    from phazed.coach.review import positions

    for position in positions(record):
        if position.moment == (hand, place):
            return position
    raise InvalidMessage(f"there is no play {place} in hand {hand} of this game")


def _plays(seen: View) -> Iterator[Play]:
    offered = choices(seen)
    if seen.stage == BEFORE:
        yield FROM_THE_DECK
        if offered["take"] and seen.discard is not None:
            yield (TAKE, seen.discard)
    for phase in offered["phases"]:
        for groups in phase["ways"][:MAX_WAYS]:
            yield seen.rules.phase_play(phase["phase"], tuple(tuple(group.split()) for group in groups))
    for card, owner, group, index in offered["adds"]:
        yield (LAY_OFF, (card, (owner, group, index)))
    for card in offered["discards"]:
        yield (DISCARD, card)
    for seat in offered["skips"]:
        yield (SKIP, seat)
