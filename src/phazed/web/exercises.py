"""Exercises based on the mistakes in a finished game: the possible plays in a position, and the cost of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.web.fields import InvalidMessage
from phazed.web.reviews import EFFORT, SEED
from phazed.web.tables.choices import choices

if TYPE_CHECKING:
    from phazed.answers.game_review import PlayChoices, TriedPlay
    from phazed.coach.review import Position
    from phazed.game.records import Record
    from phazed.rules.plays import Play

MAX_WAYS = 3
"""Maximum number of ways to lay a phase that are offered as choices."""


def plays(record: Record, hand: int, place: int) -> PlayChoices:
    """Return the possible plays in the position."""
    return {"plays": list(dict.fromkeys(choices(_position(record, hand, place).view, ways=MAX_WAYS)))}


def attempt(record: Record, hand: int, place: int, play: Play) -> TriedPlay:
    """Return the cost of a play in the position, compared with the best play."""
    from phazed.coach.grades import grade
    from phazed.coach.judgement import Judge

    position = _position(record, hand, place)
    seen = position.view
    if (refusal := seen.refuse(play)) is not None:
        raise InvalidMessage(str(refusal))
    judged = Judge(seen.rules, EFFORT, SEED).judge(seen, play, position.scores, position.upcard)
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
