"""Reviews stored on disk next to the games, so that an interrupted review can be resumed.

>>> from phazed.coach.judgement import Judgement
>>> judgement = Judgement((1, None), "pick-up", 0.2, 0.25, (-0.05, 0.05, 0.0, 0.0), (0.01,) * 4, 0, 0.1, 0.0, 0.3)
>>> judged = {(0, 3): judgement, (0, 4): None}
>>> loads(dumps("digest", judged), "digest") == judged
True
>>> loads(dumps("digest", judged), "another")
{}
"""

from __future__ import annotations

import hashlib
import json

from phazed import __version__
from phazed.answers.game_review import Candidate
from phazed.coach import judgement
from phazed.coach.judgement import Judgement
from phazed.coach.review import review
from phazed.game.notation import format_play, parse_play
from phazed.writing import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from phazed.coach.review import GameReview, Judged
    from phazed.game.records import Record

FORMAT, VERSION = "phazed-review", 2
SAVE_EVERY = 50
"""Number of plays after which the judgements are written again."""


def review_and_keep(
    record: Record,
    place: Path | None,
    *,
    effort: float,
    seed: object,
    again: bool = False,
    on_progress: Callable[[int, int], object],
    keep: Callable[[Path, str, Judged], object] | None = None,
) -> GameReview:
    """Review a game, reusing the judgements stored in a file and adding new ones to it.

    With `again`, no judgements are reused. `keep` is the function that writes the file; the default is `save`.
    """
    key = digest(record, effort, seed)
    judged: Judged = {} if place is None or again else load(place, key)
    before = len(judged)

    def keep_what_is_new() -> None:
        if place is not None and len(judged) > before:
            (keep or save)(place, key, judged)

    def watch(done: int, total: int) -> None:
        on_progress(done, total)
        if done % SAVE_EVERY == SAVE_EVERY - 1:
            keep_what_is_new()

    try:
        return review(record, effort=effort, seed=seed, known=judged, on_progress=watch)
    finally:
        keep_what_is_new()


def digest(record: Record, effort: float, seed: object) -> str:
    """Return the digest of a game and its review's settings; judgements are only reused with the same digest."""
    text = repr(
        (__version__, VERSION, judgement.WORLDS, effort, str(seed), record.rules.name, record.names, record.hands)
    )
    return hashlib.sha256(text.encode()).hexdigest()


def dumps(key: str, judged: Judged) -> str:
    """Return the judgements as JSON."""
    rows = [[*moment, None if each is None else [format_play(each[0]), *each[1:]]] for moment, each in judged.items()]
    return json.dumps({"format": FORMAT, "version": VERSION, "digest": key, "judged": rows})


def loads(text: str, key: str) -> Judged:
    """Return the judgements in the text; return none if it is damaged or has another key."""
    try:
        content = json.loads(text)
        if (content["format"], content["version"], content["digest"]) != (FORMAT, VERSION, key):
            return {}
        return {(hand, place): None if each is None else _read(each) for hand, place, each in content["judged"]}
    except (ValueError, LookupError, TypeError):
        return {}


def _read(row: list[Any]) -> Judgement:
    best, kind, win, best_win, effects, errors, *numbers, label, candidates, reasons = row
    tried = tuple(Candidate(*each) for each in candidates)
    fields: list[Any] = [kind, win, best_win, tuple(effects), tuple(errors), *numbers, label, tried, tuple(reasons)]
    return Judgement(parse_play(best), *fields)


def load(path: Path, key: str) -> Judged:
    """Return the judgements in the file; return none if it cannot be read."""
    try:
        return loads(path.read_text(encoding="utf-8"), key)
    except (OSError, UnicodeDecodeError):
        return {}


def save(path: Path, key: str, judged: Judged) -> None:
    """Write the judgements to the file, atomically."""
    path.parent.mkdir(exist_ok=True)
    write(path, dumps(key, judged).encode())
