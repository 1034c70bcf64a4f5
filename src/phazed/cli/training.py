"""`phazed train`."""

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
    train = commands.add_parser("train", help="make the expert's tables anew", description=_train.__doc__)
    train.add_argument(
        "what",
        nargs="?",
        choices=[*PARTS, "all"],
        default="all",
        help="the solitaire values, what hidden hands are like, what the fast policy prefers, what tells styles apart, "
        "the win chances by standing, or all (default: all)",
    )
    train.add_argument("--game", choices=list(RULESETS), help="what is learned of this game only")
    train.add_argument("--seed", default="1", help="decides the hands played (default: 1, as in what is shipped)")
    train.add_argument(
        "--samples", type=whole(2, 100_000), default=4000, help="hands of each of 127 parts (default: 4000)"
    )
    train.add_argument("--out", default="trained", metavar="DIR", help="the folder to make them in (default: trained)")
    train.add_argument("--install", action="store_true", help="then put the tables where the players read them")
    train.add_argument("--force", action="store_true", help="overwrite what was made otherwise")
    train.set_defaults(run=_train)


def _train(chosen: argparse.Namespace) -> int:
    """Make the tables that the expert thinks with. The same seed makes the same tables again, and the same command goes
    on where it was stopped."""
    from pathlib import Path

    from phazed.progress import Progress
    from phazed.train.run import Training, TrainingPlan

    if chosen.game and chosen.what == "solitaire":
        raise UsageError("the solitaire values are the same for all games: leave --game out")
    games = [ruleset(chosen.game)] if chosen.game else list(RULESETS.values())
    parts = {part: chosen.what in (part, "all") for part in PARTS}
    plan = TrainingPlan(**parts, games=games, seed=seed_of(chosen.seed), samples=chosen.samples)
    training = Training(Path(chosen.out), Progress(sys.stderr), install=chosen.install, force=chosen.force)
    try:
        for line in training.run(plan):
            print(line, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    return OK
