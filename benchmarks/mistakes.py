"""The players' losses through their decisions: the data behind the grades and the accuracy in `phazed review`.

    python benchmarks/mistakes.py --games 20
    python benchmarks/mistakes.py --games 5 --game phasedout --effort 0.5

In every game, `@beginner`, `@casual`, `@strong` and the expert with 200 worlds per play are at one table, each in every
seat equally often. For each player, the output contains the number of decisions, the average loss, the percentage of
decisions that clearly cost at least each amount, the average accuracy in a game, own play, luck and result. Ctrl-C
shows the reviews so far.
"""

from __future__ import annotations

import argparse
import sys
from contextlib import suppress
from statistics import fmean
from typing import TYPE_CHECKING

from phazed.bots import make
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort
from phazed.coach.grades import CLEAR
from phazed.coach.review import review
from phazed.game.referee import play_game
from phazed.progress import Progress
from phazed.rules.rulesets import RULESETS, SEATS, Ruleset

if TYPE_CHECKING:
    from phazed.answers.game_review import SeatReview

PLAYERS = ("beginner", "casual", "strong", "expert")
LEVELS = (0.0025, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1)


class Tally:
    def __init__(self) -> None:
        self.losses: list[tuple[float, float]] = []
        self.games: list[SeatReview] = []


def seated(name: str, rules: Ruleset, seed: str):
    return ExpertBot(rules, seed, Effort(200)) if name == "expert" else make(name, rules, seed)


def play(rules: Ruleset, number: int, effort: float, tallies: dict[str, Tally]) -> None:
    names = [PLAYERS[(seat + number) % SEATS] for seat in range(SEATS)]
    players = [seated(name, rules, f"{number}/{seat}") for seat, name in enumerate(names)]
    found = review(play_game(rules, players, seed=number, names=names), effort=effort)
    for each in found.judged.values():
        if each is not None:
            tallies[names[each.seat]].losses.append((each.loss, each.error))
    for name, seat in zip(names, found.seats):
        tallies[name].games.append(seat)


def show(tallies: dict[str, Tally]) -> None:
    levels = "".join(f"{100 * level:>7g} %" for level in LEVELS)
    print(f"{'':10}{'decisions':>10}{'average':>9}{levels}{'accuracy':>10}{'own':>8}{'luck':>8}{'result':>8}")
    for name, tally in tallies.items():
        if not tally.games:
            continue
        count = len(tally.losses)
        clear = [loss for loss, error in tally.losses if loss > CLEAR * error]
        shares = "".join(f"{100 * sum(loss >= level for loss in clear) / count:9.2f}" for level in LEVELS)
        average = 100 * fmean(loss for loss, _ in tally.losses)
        own, luck, result = (
            100 * fmean(getattr(seat.balance, what) for seat in tally.games) for what in ("own", "luck", "final")
        )
        accuracy = fmean(seat.accuracy for seat in tally.games)
        print(f"@{name:9}{count:10}{average:8.3f} {shares}{accuracy:10.1f}{own:+8.1f}{luck:+8.1f}{result:8.1f}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--game", choices=list(RULESETS), default="phazed")
    parser.add_argument("--effort", type=float, default=0.5)
    chosen = parser.parse_args()
    tallies = {name: Tally() for name in PLAYERS}
    told = Progress(sys.stderr).begin("games")
    with suppress(KeyboardInterrupt):
        for number in range(chosen.games):
            play(RULESETS[chosen.game], number, chosen.effort, tallies)
            told(number + 1, chosen.games)
    show(tallies)
    return 0


if __name__ == "__main__":
    sys.exit(main())
