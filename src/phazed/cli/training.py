"""The command `phazed train`."""

from __future__ import annotations

import sys

from phazed.cli.terminal import INTERRUPTED, OK, UsageError, seed_of, whole
from phazed.rules.rulesets import RULESETS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


PARTS = ("solitaire", "beliefs", "preferences", "styles", "futures")


def add(commands: Any) -> None:
    """Add the command to the parser."""
    train = commands.add_parser("train", help="build the expert's tables", description=_train.__doc__)
    train.add_argument(
        "what",
        nargs="?",
        choices=[*PARTS, "all"],
        default="all",
        help="the solitaire values, the beliefs about hidden hands, the preferences of the fast policy, the styles of "
        "players, the chances of winning for each standing, or all tables (default: all)",
    )
    train.add_argument("--game", choices=list(RULESETS), help="build only the tables for this game")
    train.add_argument("--seed", default="1", help="seed of the hands played (default: 1, used for the shipped tables)")
    train.add_argument(
        "--samples", type=whole(2, 100_000), default=4000, help="hands for each of 127 parts (default: 4000)"
    )
    train.add_argument("--out", default="trained", metavar="DIR", help="folder for the tables (default: trained)")
    train.add_argument("--install", action="store_true", help="then install the tables for use by the players")
    train.add_argument("--force", action="store_true", help="overwrite tables built with other settings")
    train.set_defaults(run=_train)


def _train(chosen: argparse.Namespace) -> int:
    """Build the tables that the expert uses.

    The same seed always gives the same tables. The same command continues an interrupted run.
    """
    from pathlib import Path

    from phazed.progress import Progress
    from phazed.train.run import Training, TrainingPlan

    if chosen.game and chosen.what == "solitaire":
        raise UsageError("the solitaire values do not depend on the game: omit --game")
    games = [ruleset(chosen.game)] if chosen.game else list(RULESETS.values())
    parts = {part: chosen.what in (part, "all") for part in PARTS}
    plan = TrainingPlan(**parts, games=games, seed=seed_of(chosen.seed), samples=chosen.samples)
    training = Training(Path(chosen.out), Progress(sys.stderr), install=chosen.install, force=chosen.force)
    try:
        for line in training.run(plan):
            print(line, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the same command continues from here", file=sys.stderr)
        return INTERRUPTED
    return OK
