"""`phazed generate`."""

from __future__ import annotations

import sys

from phazed.cli.arena import jobs_option
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, needs, seed_of, whole
from phazed.rules.rulesets import RULESETS, SEATS, ruleset

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
        help="built-in players: one for all seats, or four (default: @strong)",
    )
    generate.add_argument("--games", type=whole(1, 10_000_000), default=1000, metavar="N", help="games (default: 1000)")
    generate.add_argument("--out", required=True, metavar="FILE", help="the Parquet file to write")
    generate.add_argument("--game", choices=list(RULESETS), default="phazed", help="the game (default: phazed)")
    generate.add_argument("--seed", default="1", help="decides deals and random choices (default: 1)")
    generate.add_argument(
        "--chances", action="store_true", help="add everybody's chance to win by the standing before the hand"
    )
    generate.add_argument(
        "--exact",
        action="store_true",
        help="ask the players for every play, also where the core can play for four @strong, which is much faster",
    )
    jobs_option(generate, "processes that play")
    generate.add_argument("--force", action="store_true", help="overwrite the file, and parts of other games")
    generate.set_defaults(run=_generate)


def _generate(chosen: argparse.Namespace) -> int:
    """Play games between built-in players and write every decision to a Parquet file: what the seat could see, what it
    could do, what it did, and how the hand and the game ended. The players move on by a seat with every game. The same
    command continues what was stopped, and the file is the same."""
    from pathlib import Path

    from phazed.bots import make
    from phazed.progress import Progress
    from phazed.text import counted

    with needs("data", "numpy", "pyarrow"):
        from phazed.env.dataset import Generation
        from phazed.env.recording import Settings
    if len(chosen.players) not in (1, SEATS):
        raise UsageError(f"--players takes one player for all seats or four, not {len(chosen.players)}")
    names = tuple(f"@{name.removeprefix('@')}" for name in chosen.players)
    for name in names:
        make(name, ruleset(chosen.game), 0)  # a name that is none is an error here, not in a worker process
    players = names * SEATS if len(names) == 1 else names
    settings = Settings(chosen.game, players, seed_of(chosen.seed), chosen.chances, chosen.exact)
    try:
        rows = Generation(settings, chosen.games, Path(chosen.out)).run(
            chosen.jobs, Progress(sys.stderr), force=chosen.force
        )
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    print(f"{chosen.out}: {counted(chosen.games, 'game')}, {counted(rows, 'row')}")
    return OK
