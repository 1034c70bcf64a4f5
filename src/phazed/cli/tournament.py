"""The command `phazed tournament`."""

from __future__ import annotations

import os
import sys
from contextlib import closing, contextmanager

from phazed.cli.arena import check_isolation, executor_of, jobs_option, limit_options, limits_of, needs_the_arena
from phazed.cli.report import RANKING_LINES, add_report, print_interrupt, print_unlisted, report_options, roster_of
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, bot_options, game_option, seed_of, whole, width
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phazed.answers.ranking import Ranking
    from phazed.arena.entrants import LoadedEntrants
    from phazed.arena.tournament import Changes, Settings, Tournament
    from phazed.storage.entrant import Entrant

UNRANKED_LINES = 5
LEGEND = (
    "rating: 25 is the mean; a bot rated 5 points higher is ahead in 82 % of matches",
    "wins: share of the matches not ended by another bot's error",
)


def add(commands: Any) -> None:
    """Add the commands `tournament` and `report` to the parser."""
    tournament = commands.add_parser(
        "tournament", help="play a tournament between all bots in a folder", description=_tournament.__doc__
    )
    tournament.add_argument("bots", metavar="DIR", help="folder that contains a .py file or a folder for each bot")
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
        help="random: random opponents (default); swiss: neighbours in the ranking; staged: all bots, then the better "
        "quarter, then the finalists",
    )
    tournament.add_argument(
        "--seed", help="seed of opponents and deals, which bots must not be able to guess (default: a random one)"
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
        "--replay-spoilt",
        action="store_true",
        help="at the end, replace matches ended by an error with matches between bots without errors",
    )
    _change_options(tournament)
    tournament.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Dask cluster: tcp://host:port, local, or local:4"
    )
    report_options(tournament)
    tournament.add_argument("--json", action="store_true", help="print the ranking and the files' paths as JSON")
    tournament.set_defaults(run=_tournament)
    add_report(commands)


def _change_options(parser: argparse.ArgumentParser) -> None:
    changes = parser.add_argument_group(
        "changes to a tournament in progress: change the folder of bots, then confirm each change"
    )
    for option, what in (
        ("--add", "add a new bot from the folder, or a built-in player"),
        ("--replace", "replace a bot whose files have changed with its new version, as a new bot"),
        ("--disqualify", "exclude a bot from further matches and from the ranking"),
    ):
        changes.add_argument(option, action="append", default=[], metavar="NAME", help=f"{what}; may be repeated")
    changes.add_argument("--why", metavar="TEXT", help="reason for the disqualification, shown in the report")


def _tournament(chosen: argparse.Namespace) -> int:
    """Play a tournament between all bots in a folder, rate them, and write a report.

    Each bot runs in a sandbox. After an interruption, the same command continues the tournament. The same seed gives
    the same opponents and deals.
    """
    from pathlib import Path

    with needs_the_arena():
        from phazed.arena.entrants import load_entrants
        from phazed.arena.tournament import Settings, built_in_so_far
    from phazed.text import printable

    folder, roster = Path(chosen.out), roster_of(chosen)
    if folder.resolve() / "bots" == Path(chosen.bots).resolve():
        raise UsageError(f"{chosen.bots} conflicts with the report's folder bots: choose another folder with --out")
    changes = _changes(chosen)
    more = [name for name in changes.add if name.startswith("@")]
    bots = load_entrants(Path(chosen.bots), tuple(sorted({*chosen.built_in, *built_in_so_far(folder), *more})))
    if folder.resolve().parent == Path(chosen.bots).resolve():
        bots.problems.pop(folder.resolve().name, None)  # the results folder is not a bot
    for name, problem in bots.problems.items():
        print(f"{printable(name)} cannot take part: {printable(problem)}", file=sys.stderr)
    limits, packages = limits_of(chosen), tuple(sorted(set(chosen.allow)))
    settings = Settings(
        *(chosen.game, _tournament_seed(chosen), chosen.schedule, chosen.matches, limits, packages),
        errors=chosen.errors,
    )
    isolation = "none needed"
    if not all(each.built_in for each in bots.entrants):
        isolation = check_isolation(packages, trusted=chosen.trust_bots, attacked=True)
    with _stopped_by_sigterm():
        return _run(chosen, bots, settings, changes, isolation, roster)


def _changes(chosen: argparse.Namespace) -> Changes:
    from phazed.arena.tournament import Changes

    if bool(chosen.disqualify) != bool(chosen.why and chosen.why.strip()):
        raise UsageError("use --disqualify NAME and --why TEXT together: the report shows the reason")
    return Changes(tuple(chosen.add), tuple(chosen.replace), tuple(chosen.disqualify), chosen.why or "")


def _tournament_seed(chosen: argparse.Namespace) -> str:
    """Return the seed from the command line, that of the stored results, or a new, unguessable one."""
    from pathlib import Path
    from secrets import token_hex

    from phazed.arena.settings import MIN_SEED
    from phazed.arena.tournament import seed_so_far

    if chosen.seed is not None:
        return str(seed_of(chosen.seed))
    return seed_so_far(Path(chosen.out)) or token_hex(MIN_SEED)


def _print_seed(seed: str, entrants: Sequence[Entrant]) -> None:
    """Print the hash of the seed before the tournament starts, and a warning if the seed is too short."""
    from phazed.arena.settings import MIN_SEED, seed_hash

    if len(seed) < MIN_SEED and not all(each.built_in for each in entrants):
        print(
            f"warning: a seed with fewer than {MIN_SEED} characters can be guessed and then reveals all cards; without "
            "--seed, a long one is generated",
            file=sys.stderr,
        )
    print(f"SHA-256 of the seed (the seed is shown at the end): {seed_hash(seed)}", file=sys.stderr)


def _run(
    chosen: argparse.Namespace,
    bots: LoadedEntrants,
    settings: Settings,
    changes: Changes,
    isolation: str,
    roster: dict[str, str] | None,
) -> int:
    """Play the tournament and show the results."""
    from pathlib import Path

    from phazed.arena.report.scoreboard import Scoreboard
    from phazed.arena.tournament import Tournament

    board = Scoreboard(sys.stderr, width())
    tournament = None
    code = OK
    try:
        with executor_of(chosen) as executor:
            tournament = Tournament.open(
                Path(chosen.out),
                bots,
                settings,
                trusted=chosen.trust_bots,
                replay_spoilt=chosen.replay_spoilt,
                changes=changes,
                ask=lambda entrants: _ask(entrants, executor, chosen, settings),
            )
            tournament.run(
                executor, max_pending=lambda: 2 * executor.jobs, on_progress=board.update, isolation=isolation
            )
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BaseException:
        if tournament is not None:
            tournament.store.close()
        raise
    finally:
        board.end()
    if tournament is None:
        print("stopped while bots were being tested; the same command starts over", file=sys.stderr)
        return code
    with closing(tournament.store):
        return _show_results(tournament, chosen, code, roster)


def _ask(entrants: Sequence[Entrant], executor: Any, chosen: argparse.Namespace, settings: Settings) -> dict[str, str]:
    """Ask each bot for a play before its first match; return and print the problems of those that fail."""
    from pathlib import Path

    from phazed.arena.precheck import ask_all
    from phazed.progress import Progress
    from phazed.storage.results.store import NAME
    from phazed.text import printable

    if not Path(chosen.out, NAME).exists():
        _print_seed(settings.seed, entrants)
    if all(each.built_in for each in entrants):
        return {}
    problems = ask_all(
        executor,
        entrants,
        settings,
        max_pending=lambda: 2 * executor.jobs,
        trusted=chosen.trust_bots,
        on_progress=Progress(sys.stderr).begin("testing bots"),
    )
    for name, problem in problems.items():
        print(f"{printable(name)} cannot take part: {printable(problem)}", file=sys.stderr)
    return problems


def _show_results(tournament: Tournament, chosen: argparse.Namespace, code: int, roster: dict[str, str] | None) -> int:
    from phazed.arena.report.publish import publish

    if not tournament.played:
        print("stopped before the first match was completed; the same command continues", file=sys.stderr)
        return code
    if code == INTERRUPTED:
        print("stopped; writing the report (press Ctrl-C to skip the remaining replays)", file=sys.stderr)
    try:
        summary = publish(
            tournament.store,
            planned=tournament.planned,
            max_matches=chosen.replays,
            roster=roster,
            on_interrupt=print_interrupt,
        )
    except KeyboardInterrupt:
        print(f"the report was not written; to write it: phazed report {chosen.out}", file=sys.stderr)
        return INTERRUPTED
    print_unlisted(summary, roster)
    if chosen.json:
        _print_json(tournament, chosen, summary)
    else:
        _print_results(tournament, chosen, summary, code)
    return code


def _print_json(tournament: Tournament, chosen: argparse.Namespace, summary: Ranking) -> None:
    import json

    from phazed.arena.report.ranking import ranking_data

    files = {
        "report": "index.html",
        "csv": "ranking.csv",
        "json": "ranking.json",
        "bots": "bots",
        "results": "results.db",
    }
    found = {
        **ranking_data(summary),
        "seconds": summary["seconds"],
        "lost": tournament.lost,
        "files": {name: os.path.join(chosen.out, file) for name, file in files.items()},
    }
    print(json.dumps(found, indent=2))


def _print_results(tournament: Tournament, chosen: argparse.Namespace, summary: Ranking, code: int) -> None:
    from phazed.progress import duration
    from phazed.terminal.ranking import ranking_lines
    from phazed.text import block, counted, printable

    print("\n".join(ranking_lines(summary, width(), RANKING_LINES)))
    print(block(LEGEND, width()))
    unranked = [
        f"{printable(bot['name'])}, {printable(bot['status'])}" for bot in summary["bots"] if bot["rank"] is None
    ]
    print(block([f"not ranked: {each}" for each in unranked[:UNRANKED_LINES]], width()), end="\n" if unranked else "")
    if len(unranked) > UNRANKED_LINES:
        print(f"not ranked: {len(unranked) - UNRANKED_LINES} more; the report lists them")
    errors = sum(bot["errors"] for bot in summary["bots"])
    matches = counted(tournament.played, "match", "matches", ",")
    print(f"{matches} in {duration(summary['seconds'])}, {counted(errors, 'error', spec=',')}")
    active = len(tournament.active())
    if tournament.over and active < SEATS:
        playing = len(tournament.entrants) - len(tournament.removed)
        left = counted(playing - active, "bot")
        print(f"ended early: {left} of {playing} made too many errors, so fewer than {SEATS} are left")
    if code == INTERRUPTED:
        print(f"stopped after {tournament.played} of {tournament.planned} matches; the same command continues")
    if tournament.lost:
        which, them = ("match is", "it") if tournament.lost == 1 else ("matches are", "them")
        print(f"{tournament.lost} {which} missing: every process that tried {them} died; the same command retries")
    if summary["seed"] is not None:
        print(f"seed: {summary['seed']}")
    print(f"report: {os.path.join(chosen.out, 'index.html')}")


@contextmanager
def _stopped_by_sigterm() -> Iterator[None]:
    import signal

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
