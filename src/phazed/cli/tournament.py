"""The organiser's commands: `phazed tournament` and `report`."""

from __future__ import annotations

import os
import sys
from contextlib import closing, contextmanager

from phazed.cli.arena import check_isolation, executor_of, jobs_option, limit_options, limits_of, needs_the_arena
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, bot_options, game_option, seed_of, whole, width
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from phazed.arena.tournament import Tournament

RANKING_LINES = 20


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    tournament = commands.add_parser(
        "tournament", help="play a tournament of all bots in a folder", description=_tournament.__doc__
    )
    tournament.add_argument("bots", metavar="DIR", help="folder with a .py file or a folder for each bot")
    tournament.add_argument("--out", required=True, metavar="RESULTS", help="folder for the results")
    game_option(tournament, default="phazed")
    tournament.add_argument(
        "--matches",
        type=whole(1, 100_000),
        default=100,
        help="matches per bot; with --schedule staged, per finalist (default: 100)",
    )
    tournament.add_argument(
        "--schedule",
        choices=["random", "swiss", "staged"],
        default="random",
        help="random: random opponents (default); swiss: neighbours in the rating; staged: all bots, then the better "
        "quarter, then the finalists",
    )
    tournament.add_argument(
        "--seed", help="decides opponents and deals; bots must not be able to guess it (default: a new one, stored)"
    )
    jobs_option(tournament)
    tournament.add_argument(
        "--with",
        dest="built_in",
        action="append",
        default=[],
        metavar="PLAYER",
        help="add a built-in player, such as @greedy; may be repeated",
    )
    tournament.add_argument(
        "--errors", type=whole(1, 1_000_000), default=10, help="number of errors after which a bot is out (default: 10)"
    )
    bot_options(tournament)
    limit_options(tournament)
    tournament.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://host:port, local, or local:4"
    )
    _replays_option(tournament)
    tournament.set_defaults(run=_tournament)

    report = commands.add_parser("report", help="write the report of a tournament again", description=_report.__doc__)
    report.add_argument("results", metavar="RESULTS", help="folder with the results")
    report.add_argument(
        "--match", type=whole(0, 10**9), action="append", metavar="ID", help="write this match only; may be repeated"
    )
    _replays_option(report)
    report.set_defaults(run=_report)


def _replays_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replays",
        type=whole(0, 10**6),
        default=200,
        help="maximum number of matches written as pages, logs and records (default: 200)",
    )


def _tournament(chosen: argparse.Namespace) -> int:
    """Play a tournament of all bots in a folder, rate them, and write a report. Each bot runs in a sandbox. After an
    interruption, the same command continues the tournament. The same seed gives the same opponents and deals."""
    from pathlib import Path

    with needs_the_arena():
        from phazed.arena.entrants import load_entrants
        from phazed.arena.results.store import translate_sqlite_errors
        from phazed.arena.tournament import Settings, Tournament
    from phazed.text import printable

    bots = load_entrants(Path(chosen.bots), tuple(sorted(set(chosen.built_in))))
    if Path(chosen.out).resolve().parent == Path(chosen.bots).resolve():
        bots.problems.pop(Path(chosen.out).resolve().name, None)  # the results are not a broken bot
    for name, problem in bots.problems.items():
        print(f"{printable(name)} cannot take part: {printable(problem)}", file=sys.stderr)
    limits, packages = limits_of(chosen), tuple(sorted(set(chosen.allow)))
    seed = _tournament_seed(chosen)
    settings = Settings(chosen.game, seed, chosen.schedule, chosen.matches, limits, packages, errors=chosen.errors)
    isolation = "none needed"
    if not all(each.built_in for each in bots.entrants):
        isolation = check_isolation(packages, trusted=chosen.trust_bots, attacked=True)
    with translate_sqlite_errors(Path(chosen.out)):
        tournament = Tournament.open(Path(chosen.out), bots, settings, trusted=chosen.trust_bots)
        with closing(tournament.store):
            code = _play(tournament, chosen, isolation)
            return _print_results(tournament, chosen, code)


def _tournament_seed(chosen: argparse.Namespace) -> str:
    """The seed from the command line, or that of the stored results, or a new one that no bot can guess."""
    from pathlib import Path
    from secrets import token_hex

    from phazed.arena.tournament import seed_so_far

    if chosen.seed is not None:
        return str(seed_of(chosen.seed))
    return seed_so_far(Path(chosen.out)) or token_hex(8)


def _play(tournament: Tournament, chosen: argparse.Namespace, isolation: str) -> int:
    from phazed.arena.report.scoreboard import Scoreboard

    board = Scoreboard(sys.stderr, width())
    try:
        with _stopped_by_sigterm(), executor_of(chosen) as executor:
            tournament.run(
                executor, max_pending=lambda: 2 * executor.jobs, on_progress=board.update, isolation=isolation
            )
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        board.end()
    return OK


def _print_results(tournament: Tournament, chosen: argparse.Namespace, code: int) -> int:
    from phazed.arena.report.publish import publish
    from phazed.arena.report.scoreboard import ranking_lines
    from phazed.progress import duration
    from phazed.text import counted

    if not tournament.played:
        print("stopped before the end of the first match; the same command starts again", file=sys.stderr)
        return code
    summary = publish(tournament.store, planned=tournament.planned, max_matches=chosen.replays)
    print("\n".join(ranking_lines(summary, width(), RANKING_LINES)))
    errors = sum(bot["errors"] for bot in summary["bots"])
    matches = counted(tournament.played, "match", "matches", ",")
    print(f"{matches} in {duration(summary['seconds'])}, {counted(errors, 'error', spec=',')}")
    active = len(tournament.active())
    if tournament.over and active < SEATS:
        left = counted(len(tournament.entrants) - active, "bot")
        print(
            f"ended early: {left} of {len(tournament.entrants)} made too many errors, which leaves fewer than {SEATS}"
        )
    if code == INTERRUPTED:
        print(f"stopped after {tournament.played} of {tournament.planned} matches; the same command continues")
    if tournament.lost:
        which, them = ("match is", "it") if tournament.lost == 1 else ("matches are", "them")
        print(f"{tournament.lost} {which} missing: every process that tried {them} died; the same command tries again")
    print(f"report: {os.path.join(chosen.out, 'index.html')}")
    return code


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    """Handle SIGTERM like Ctrl-C."""
    import signal

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _report(chosen: argparse.Namespace) -> int:
    """Write the report of a tournament again, or the pages, logs and records of single matches."""
    from pathlib import Path

    with needs_the_arena():
        from phazed.arena.report.publish import publish, publish_match
        from phazed.arena.report.scoreboard import ranking_lines
        from phazed.arena.results.store import Store, translate_sqlite_errors
    from phazed.progress import Progress

    with translate_sqlite_errors(Path(chosen.results)), closing(Store.existing(Path(chosen.results))) as store:
        if chosen.match:
            for match in chosen.match:
                for path in publish_match(store, match):
                    print(path)
            print(f"to link them in the report: phazed report {chosen.results}")
            return OK
        if not store.played:
            raise UsageError(f"{chosen.results}: no match has been played yet")
        progress = Progress(sys.stderr).begin("matches") if chosen.replays else None
        planned = store.settings.get("planned")
        summary = publish(store, planned=planned, max_matches=chosen.replays, on_progress=progress)
        print("\n".join(ranking_lines(summary, width(), RANKING_LINES)))
    print(f"report: {os.path.join(chosen.results, 'index.html')}")
    return OK
