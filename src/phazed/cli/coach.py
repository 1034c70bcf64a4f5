"""The command of the coach: `phazed review`."""

from __future__ import annotations

import argparse
import sys

from phazed.cli.terminal import OK, UsageError, print_json, read, whole, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from phazed.coach.review import Judged
    from phazed.game.records import Record

SAVE_EVERY = 50
"""Plays judged between two writes of what is kept."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    review = commands.add_parser(
        "review", help="say what each play of a game was worth, and what was luck", description=_review.__doc__
    )
    review.add_argument("game", metavar="GAME", help="a record, a match log, or a results folder with --match")
    review.add_argument("--match", type=whole(0, 10**9), metavar="ID", help="the match of a results folder")
    review.add_argument("--seat", type=whole(0, 3), help="show this seat's mistakes only")
    review.add_argument(
        "--effort", type=_effort, default=1.0, help="how much to think about each play, from 0.01 to 100 (default: 1)"
    )
    review.add_argument("--seed", default="0", help="decides the imagined deals (default: 0)")
    review.add_argument("--again", action="store_true", help="review the game anew instead of reading what was kept")
    review.add_argument("--json", action="store_true", help="print the review as JSON")
    review.set_defaults(run=_review)


def _effort(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not 0.01 <= value <= 100:
        raise argparse.ArgumentTypeError(f"an effort is from 0.01 to 100, not {text!r}")
    return value


def _review(chosen: argparse.Namespace) -> int:
    """Judge every decision of a game from what its seat could know: the chance to win after the play made and after the
    best one, mistakes with reasons, and what was luck. The review is kept beside the game, so that a second look is
    immediate; after Ctrl-C the same command goes on."""
    from phazed.coach.kept import digest, load, save
    from phazed.coach.review import review
    from phazed.progress import Progress

    record, place = _game(chosen)
    key = digest(record, chosen.effort, chosen.seed)
    judged: Judged = {} if place is None or chosen.again else load(place, key)
    found_before = len(judged)
    told = Progress(sys.stderr).begin("plays", already=found_before)

    def on_progress(done: int, total: int) -> None:
        if len(judged) > found_before:
            told(done, total)
        if place is not None and len(judged) % SAVE_EVERY == 0 and len(judged) > found_before:
            save(place, key, judged)

    try:
        found = review(record, effort=chosen.effort, seed=chosen.seed, known=judged, on_progress=on_progress)
    finally:
        if place is not None and len(judged) > found_before:
            save(place, key, judged)
    if chosen.json:
        print_json(found.as_data())
    else:
        print(found.as_text(width(), chosen.seat))
    return OK


def _game(chosen: argparse.Namespace) -> tuple[Record, Path | None]:
    """The record of the game, and where its review is kept."""
    from pathlib import Path

    path = Path(chosen.game)
    if path.is_dir():
        return _match(path, chosen.match)
    if chosen.match is not None:
        raise UsageError("--match is the number of a match in a results folder, and this is not a folder")
    from phazed.game.matchlog import MatchLog
    from phazed.game.records import loads, record_of

    text = read(chosen.game, "a match log or a record")
    if text.lstrip().startswith("{"):
        record = loads(text)
    else:
        log = MatchLog(text, None)
        events = list(log.events())
        record = record_of(events[0].standing.rules, events, names=log.names)  # type: ignore[union-attr]
    return record, None if chosen.game == "-" else path.with_name(f"{path.name}.review")


def _match(folder: Path, match: int | None) -> tuple[Record, Path]:
    from contextlib import closing

    from phazed.cli.arena import needs_the_arena

    with needs_the_arena():
        from phazed.arena.results.store import Store, translate_sqlite_errors
    if match is None:
        raise UsageError(f"{folder} is a folder: name one of its matches with --match ID")
    with translate_sqlite_errors(folder), closing(Store.existing(folder)) as store:
        return store.record(match), folder / "reviews" / f"{match}.review"
