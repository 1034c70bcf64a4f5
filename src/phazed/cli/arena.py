"""The commands of the arena: `phazed tournament`, `report`, `check`, `compare` and `doctor`."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import closing, contextmanager

from phazed.cli.terminal import INTERRUPTED, NO, OK, UsageError, bot_options, game_option, needs, seed_of, whole, width
from phazed.rules.rulesets import RULESETS, SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from typing import Any

    from phazed.arena.tournament import Tournament
    from phazed.sandbox.limits import Limits

RANKING_LINES = 20
A_BOT = "a .py file, a folder with bot.py or program.py, or a built-in player such as @greedy"


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
    _jobs_option(tournament)
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
    _limit_options(tournament)
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

    check = commands.add_parser("check", help="check a bot, and say what to fix", description=_check.__doc__)
    check.add_argument("bot", metavar="BOT", help="a .py file, or a folder with bot.py or program.py")
    check.add_argument("--game", choices=list(RULESETS), help="this game only (default: all that the bot plays)")
    check.add_argument(
        "--games", type=whole(4, 10_000), help="number of games against @greedy (default: 24, about half a minute)"
    )
    check.add_argument("--seed", default="0", help="decides the deals (default: 0)")
    check.add_argument("--json", action="store_true", help="print what was found as JSON")
    bot_options(check)
    _limit_options(check)
    check.set_defaults(run=_check)

    compare = commands.add_parser("compare", help="say which of two bots is stronger", description=_compare.__doc__)
    compare.add_argument("first", metavar="A", help=A_BOT)
    compare.add_argument("second", metavar="B", help="another bot")
    game_option(compare, default="phazed")
    compare.add_argument("--pairs", type=whole(1, 100_000), default=500, help="maximum number of pairs (default: 500)")
    compare.add_argument("--sure", type=_sure, default=0.95, help="confidence level, such as 0.99 (default: 0.95)")
    compare.add_argument("--seed", default="0", help="decides the deals (default: 0)")
    compare.add_argument("--json", action="store_true", help="print the result as JSON")
    _jobs_option(compare)
    bot_options(compare)
    _limit_options(compare)
    compare.set_defaults(run=_compare)

    doctor = commands.add_parser(
        "doctor", help="test how well this system is protected from bots", description=_doctor.__doc__
    )
    doctor.add_argument("--json", action="store_true", help="print what was found as JSON")
    doctor.set_defaults(run=_doctor)


def _jobs_option(parser: argparse.ArgumentParser) -> None:
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    parser.add_argument(
        "--jobs",
        type=whole(1, 1024),
        default=cores,
        help=f"matches played at a time (default: {cores}, the number of cores)",
    )


def _replays_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--replays",
        type=whole(0, 10**6),
        default=200,
        help="maximum number of matches written as pages, logs and records (default: 200)",
    )


def _limit_options(parser: argparse.ArgumentParser) -> None:
    limits = parser.add_argument_group("limits of a bot, times in CPU seconds")
    limits.add_argument("--start-limit", type=_seconds, default=2.0, metavar="S", help="for its import (default: 2)")
    limits.add_argument("--play-limit", type=_seconds, default=4.0, metavar="S", help="for a play (default: 4)")
    limits.add_argument("--match-limit", type=_seconds, default=60.0, metavar="S", help="for a match (default: 60)")
    limits.add_argument("--memory", type=whole(32, 1 << 20), default=512, metavar="MB", help="memory (default: 512 MB)")


def _limits(chosen: argparse.Namespace) -> Limits:
    from phazed.sandbox.limits import MEGABYTE, Limits

    return Limits(chosen.start_limit, chosen.play_limit, chosen.match_limit, memory=chosen.memory * MEGABYTE)


def _seconds(text: str) -> float:
    value = _number(text)
    if not 0.01 <= value <= 86_400:
        raise argparse.ArgumentTypeError(f"a limit is from 0.01 to 86400 seconds, not {text!r}")
    return value


def _sure(text: str) -> float:
    value = _number(text)
    if not 0.5 < value < 1:
        raise argparse.ArgumentTypeError(f"a confidence level is between 0.5 and 1, such as 0.99, not {text!r}")
    return value


def _number(text: str) -> float:
    """The number; NaN, which is within no bounds, for other text."""
    try:
        return float(text)
    except ValueError:
        return float("nan")


def needs_the_arena() -> AbstractContextManager[None]:
    """A context for imports that need the extra `arena`."""
    return needs("arena", "msgspec", "numpy")


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
    limits, packages = _limits(chosen), tuple(sorted(set(chosen.allow)))
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
        with _stopped_by_sigterm(), _executor(chosen) as executor:
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


def check_isolation(packages: tuple[str, ...], *, trusted: bool, attacked: bool = False) -> str:
    """The level of protection from bots, by what the system has or, if `attacked`, by attacks; a `UsageError` unless it
    is full or the bots are trusted."""
    from phazed.sandbox.doctor import level
    from phazed.sandbox.protection import protection

    found = level() if attacked or not protection().full else "full"
    if found != "full" and not trusted:
        raise UsageError(
            f"this system's protection from bots is {found}, so a bot could read or change your files; phazed doctor "
            "says what is missing. If you trust all these bots, use --trust-bots"
        )
    from phazed.sandbox.landlock import package

    for name in packages:
        package(name)  # raises an error here rather than in every match
    return found


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


@contextmanager
def _executor(chosen: argparse.Namespace) -> Iterator[Any]:
    """The executor that plays the matches: processes of this machine, or a cluster."""
    if getattr(chosen, "cluster", None):
        from phazed.arena.executors.cluster import connect

        with connect(chosen.cluster, packages=tuple(chosen.allow)) as cluster:
            yield cluster
    else:
        from phazed.arena.executors.pool import ResilientPool

        with ResilientPool(chosen.jobs) as pool:
            yield pool


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


def _check(chosen: argparse.Namespace) -> int:
    """Check a bot under the conditions of a tournament: its import, example calls, plays, time, memory and strength."""
    with needs_the_arena():
        from phazed.arena.check.session import check
        from phazed.arena.check.text import as_data, as_text
        from phazed.arena.entrants import load_entrant

    bot = load_entrant(chosen.bot)
    if bot.built_in:
        raise UsageError(f"{chosen.bot} is built in; name a file or a folder")
    packages = tuple(chosen.allow)
    check_isolation(packages, trusted=chosen.trust_bots)
    more: dict[str, Any] = {} if chosen.games is None else {"games": chosen.games}
    found = check(
        bot,
        chosen.game,
        seed=str(seed_of(chosen.seed)),
        limits=_limits(chosen),
        packages=packages,
        trusted=chosen.trust_bots,
        on_progress=_show_progress,
        **more,
    )
    _print(chosen, lambda: as_data(found), lambda width: as_text(found, width))
    return OK if found.passed else NO


def _show_progress(what: str, done: int, total: int) -> None:
    """Show on a terminal what is being done; elsewhere do nothing."""
    if sys.stderr.isatty():
        line = f"{what}: {done} of {total}" if done < total else ""
        print(f"\r{line}\x1b[K", end="", file=sys.stderr, flush=True)


def _compare(chosen: argparse.Namespace) -> int:
    """Find out which of two bots is stronger. They play two against two, every deal twice with the seats exchanged,
    until the answer is settled; the sequential test that decides this is valid after every pair of games."""
    with needs_the_arena():
        from phazed.arena.compare import compare
        from phazed.arena.entrants import load_entrant
        from phazed.arena.executors.pool import play_all
        from phazed.arena.match import play

    entrants = (load_entrant(chosen.first), load_entrant(chosen.second))
    packages = tuple(chosen.allow)
    if not all(each.built_in for each in entrants):
        check_isolation(packages, trusted=chosen.trust_bots)
    with _executor(chosen) as executor:
        found = compare(
            lambda jobs: play_all(executor, play, jobs, max_pending=executor.jobs),
            entrants,
            chosen.game,
            str(seed_of(chosen.seed)),
            max_pairs=chosen.pairs,
            sure=chosen.sure,
            limits=_limits(chosen),
            packages=packages,
            trusted=chosen.trust_bots,
            on_progress=lambda so_far: _show_progress("pairs of games", so_far.pairs, chosen.pairs),
        )
    _show_progress("", 0, 0)
    _print(chosen, found.as_data, found.as_text)
    return OK


def _print(chosen: argparse.Namespace, as_data: Callable[[], Any], as_text: Callable[[int], str]) -> None:
    if chosen.json:
        import json

        print(json.dumps(as_data(), indent=2))
    else:
        print(as_text(width()))


def _doctor(chosen: argparse.Namespace) -> int:
    """Attack this system from within a bot's sandbox, in earnest but harmlessly, and say what was stopped."""
    with needs_the_arena():
        from phazed.sandbox.doctor import examine

    found = examine()
    _print(chosen, found.as_data, found.as_text)
    return OK if found.level == "full" else NO
