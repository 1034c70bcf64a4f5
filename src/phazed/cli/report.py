"""The command `phazed report`, and output that it shares with `phazed tournament`."""

from __future__ import annotations

import os
import sys
from contextlib import closing

from phazed.cli.arena import needs_the_arena
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, read, whole, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from phazed.answers.ranking import Ranking

RANKING_LINES = 20


def add_report(commands: Any) -> None:
    """Add the command to the parser."""
    report = commands.add_parser("report", help="write a tournament's report again", description=_report.__doc__)
    report.add_argument("results", metavar="RESULTS", help="folder with the results")
    report.add_argument(
        "--match", type=whole(0, 10**9), action="append", metavar="ID", help="write only this match; may be repeated"
    )
    report.add_argument(
        "--review",
        action="append",
        default=[],
        metavar="NAME",
        help="analyse this bot's decisions in up to 40 matches and explain on its page why it loses; takes a minute; "
        "may be repeated",
    )
    report_options(report)
    report.set_defaults(run=_report)


def report_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for a report."""
    parser.add_argument(
        "--replays",
        type=whole(0, 10**6),
        default=200,
        help="maximum number of matches written as pages, logs and records (default: 200)",
    )
    parser.add_argument(
        "--roster", metavar="CSV", help="file with the columns name and id; the ids are added to ranking.csv"
    )


def roster_of(chosen: argparse.Namespace) -> dict[str, str] | None:
    """Return the roster's ids by name, or `None` without a roster."""
    from phazed.arena.report.roster import read_roster

    return None if chosen.roster is None else read_roster(read(chosen.roster, "a CSV file"), chosen.roster)


def print_interrupt() -> None:
    """Print that Ctrl-C has stopped the writing of replays."""
    print("stopped; the report is written without the remaining replays", file=sys.stderr)


def print_unlisted(summary: Ranking, roster: dict[str, str] | None) -> None:
    """Print which bots have no id and which ids have no bot."""
    from phazed.arena.report.roster import unlisted

    names = [bot["source"] for bot in summary["bots"] if not bot["built_in"]]
    if roster is not None and (said := unlisted(names, roster)):
        print(said, file=sys.stderr)


def _report(chosen: argparse.Namespace) -> int:
    """Write a tournament's report again, or the pages, logs and records of single matches."""
    from pathlib import Path

    with needs_the_arena():
        from phazed.arena.report.publish import publish, publish_match
        from phazed.arena.report.reviews import review_matches
        from phazed.storage.results.store import Store
    from phazed.progress import Progress
    from phazed.terminal.ranking import ranking_lines
    from phazed.text import printable

    with closing(Store.existing(Path(chosen.results))) as store:
        if chosen.match:
            for match in chosen.match:
                for path in publish_match(store, match):
                    print(path)
            print(f"to add links to the report: phazed report {chosen.results}")
            return OK
        if not store.played:
            raise UsageError(f"{chosen.results}: no match has been played yet")
        for name in chosen.review:
            review_matches(store, name, Progress(sys.stderr).begin(f"review of {printable(name)}"))
        progress = Progress(sys.stderr).begin("matches") if chosen.replays else None
        planned = store.settings.get("planned")
        roster = roster_of(chosen)
        interrupted = False

        def on_interrupt() -> None:
            nonlocal interrupted
            interrupted = True
            print_interrupt()

        summary = publish(
            store,
            planned=planned,
            max_matches=chosen.replays,
            roster=roster,
            on_progress=progress,
            on_interrupt=on_interrupt,
        )
        print_unlisted(summary, roster)
        print("\n".join(ranking_lines(summary, width(), RANKING_LINES)))
    print(f"report: {os.path.join(chosen.results, 'index.html')}")
    return INTERRUPTED if interrupted else OK
