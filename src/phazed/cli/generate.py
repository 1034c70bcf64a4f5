"""The command `phazed generate`."""

from __future__ import annotations

import sys

from phazed.cli.arena import jobs_option
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, game_option, needs, seed_of, whole
from phazed.rules.rulesets import SEATS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def add(commands: Any) -> None:
    """Add the command to the parser."""
    generate = commands.add_parser(
        "generate", help="write every decision of many games to a Parquet file", description=_generate.__doc__
    )
    generate.add_argument(
        "--players",
        nargs="+",
        default=["@strong"],
        metavar="PLAYER",
        help="four built-in players, or one for all seats (default: @strong)",
    )
    generate.add_argument("--games", type=whole(1, 10_000_000), default=1000, metavar="N", help="games (default: 1000)")
    generate.add_argument("--out", required=True, metavar="FILE", help="Parquet file to write")
    game_option(generate, default="phazed")
    generate.add_argument("--seed", default="1", help="seed of deals and random choices (default: 1)")
    generate.add_argument(
        "--chances", action="store_true", help="add the players' chances of winning, given the standing before the hand"
    )
    generate.add_argument(
        "--exact",
        action="store_true",
        help="ask the players for every play, even four @strong players, whose games the core plays much faster",
    )
    jobs_option(generate, "worker processes")
    generate.add_argument("--force", action="store_true", help="overwrite the file and parts made with other settings")
    generate.set_defaults(run=_generate)


def _generate(chosen: argparse.Namespace) -> int:
    """Write every decision in games between built-in players to a Parquet file.

    Each row contains a seat's view, its options, its play, and the results of the hand and the game. The players change
    seats after every game. The same command continues an interrupted run and produces the same file.
    """
    from pathlib import Path

    from phazed.bots import make
    from phazed.progress import Progress
    from phazed.text import counted

    with needs("data", "numpy", "pyarrow"):
        from phazed.env.dataset import Generation
        from phazed.env.recording import Settings
    if len(chosen.players) not in (1, SEATS):
        raise UsageError(f"--players takes four players, or one for all seats, not {len(chosen.players)}")
    names = tuple(f"@{name.removeprefix('@')}" for name in chosen.players)
    for name in names:
        make(name, ruleset(chosen.game), 0)  # an unknown name should fail here, not in a worker process
    players = names * SEATS if len(names) == 1 else names
    settings = Settings(chosen.game, players, seed_of(chosen.seed), chosen.chances, chosen.exact)
    try:
        rows = Generation(settings, chosen.games, Path(chosen.out)).run(
            chosen.jobs, Progress(sys.stderr), force=chosen.force
        )
    except KeyboardInterrupt:
        print("\nstopped; the same command continues from here", file=sys.stderr)
        return INTERRUPTED
    print(f"{chosen.out}: {counted(chosen.games, 'game')}, {counted(rows, 'row')}")
    return OK
