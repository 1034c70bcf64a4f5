"""The commands for bot authors: `phazed check`, `compare` and `doctor`."""

from __future__ import annotations

import argparse

from phazed.cli.arena import (
    check_own_bots,
    executor_of,
    jobs_option,
    limit_options,
    limits_of,
    needs_the_arena,
    number,
    print_found,
    show_progress,
)
from phazed.cli.terminal import NO, OK, UsageError, bot_options, game_option, seed_of, whole
from phazed.rules.rulesets import RULESETS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

A_BOT = "a .py file, a folder with bot.py or program.py, or a built-in player such as @greedy"


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    check = commands.add_parser(
        "check",
        help="check a bot and suggest the next step",
        description=_check.__doc__,
        epilog="exit code: 0 if no error was found, 1 if the bot has an error",
    )
    check.add_argument("bot", metavar="BOT", help="a .py file, or a folder with bot.py or program.py")
    check.add_argument("--game", choices=list(RULESETS), help="check only this game (default: all that the bot plays)")
    check.add_argument(
        "--games",
        type=whole(1, 10_000),
        metavar="N",
        help="games of each kind against three @greedy players; half as many are played against @random and a third as "
        "many against @expert (default: 24 for all kinds together, within at most 90 s)",
    )
    check.add_argument("--functions", action="store_true", help="check only the functions, without playing games")
    check.add_argument("--seed", default="0", help="seed of the deals (default: 0)")
    check.add_argument("--json", action="store_true", help="print the check as JSON")
    bot_options(check)
    limit_options(check)
    check.set_defaults(run=_check)

    compare = commands.add_parser("compare", help="find the stronger of two bots", description=_compare.__doc__)
    compare.add_argument("first", metavar="A", help=A_BOT)
    compare.add_argument("second", metavar="B", help="another bot")
    game_option(compare, default="phazed")
    compare.add_argument("--pairs", type=whole(1, 100_000), default=500, help="maximum number of pairs (default: 500)")
    compare.add_argument("--sure", type=_sure, default=0.95, help="confidence level, such as 0.99 (default: 0.95)")
    compare.add_argument("--seed", default="0", help="seed of the deals (default: 0)")
    compare.add_argument("--json", action="store_true", help="print the result as JSON")
    jobs_option(compare)
    bot_options(compare)
    limit_options(compare)
    compare.set_defaults(run=_compare)

    doctor = commands.add_parser(
        "doctor",
        help="test how well this system is protected from bots",
        description=_doctor.__doc__,
        epilog="exit code: 0 if the protection is full, 1 if not",
    )
    doctor.add_argument("--json", action="store_true", help="print the diagnosis as JSON")
    doctor.set_defaults(run=_doctor)


def _sure(text: str) -> float:
    value = number(text)
    if not 0.5 < value < 1:
        raise argparse.ArgumentTypeError(f"a confidence level must be between 0.5 and 1, such as 0.99, not {text!r}")
    return value


def _check(chosen: argparse.Namespace) -> int:
    """Check a bot under tournament conditions: its import, example calls, plays, time, memory and strength."""
    with needs_the_arena():
        from phazed.arena.check.session import check
        from phazed.arena.entrants import load_entrant
        from phazed.terminal.check import check_text

    bot = load_entrant(chosen.bot)
    if bot.built_in:
        raise UsageError(f"{chosen.bot} is a built-in player: give a bot's file or folder")
    packages = tuple(chosen.allow)
    check_own_bots(chosen)
    found = check(
        bot,
        chosen.game,
        games=chosen.games,
        functions_only=chosen.functions,
        seed=str(seed_of(chosen.seed)),
        limits=limits_of(chosen),
        packages=packages,
        trusted=chosen.trust_bots,
        on_progress=show_progress,
    )
    print_found(chosen, found, check_text)
    return OK if found.passed else NO


def _compare(chosen: argparse.Namespace) -> int:
    """Find out which of two bots is stronger.

    They play two against two, and every deal twice with swapped seats, until the result is clear. This is decided by a
    sequential test, which is valid after every pair of games.
    """
    with needs_the_arena():
        from phazed.arena.compare import compare
        from phazed.arena.entrants import load_entrant
        from phazed.arena.executors.pool import play_all
        from phazed.arena.match import play
        from phazed.terminal.comparison import comparison_text

    entrants = (load_entrant(chosen.first), load_entrant(chosen.second))
    packages = tuple(chosen.allow)
    if not all(each.built_in for each in entrants):
        check_own_bots(chosen)
    with executor_of(chosen) as executor:
        found = compare(
            lambda jobs: play_all(executor, play, jobs, max_pending=executor.jobs),
            entrants,
            chosen.game,
            str(seed_of(chosen.seed)),
            max_pairs=chosen.pairs,
            sure=chosen.sure,
            limits=limits_of(chosen),
            packages=packages,
            trusted=chosen.trust_bots,
            on_progress=lambda pairs: show_progress("pairs of games", pairs, chosen.pairs),
        )
    show_progress("", 0, 0)
    print_found(chosen, found, comparison_text)
    return OK


def _doctor(chosen: argparse.Namespace) -> int:
    """Attack this system from within a bot's sandbox, without doing harm, and report which attacks were stopped."""
    with needs_the_arena():
        from phazed.sandbox.doctor import examine
        from phazed.terminal.diagnosis import diagnosis_text

    found = examine()
    print_found(chosen, found, diagnosis_text)
    return OK if found.level == "full" else NO
