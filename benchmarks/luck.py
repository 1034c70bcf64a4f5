"""How much luck the control variate of `phazed compare` removes, at what cost, and that it does not change the mean.

    python benchmarks/luck.py --pairs 300
    python benchmarks/luck.py --pairs 100 --game phasedout @strong @greedy my_bot.py old_bot.py

The players are compared two by two. For each two: the score of the first, plain and adjusted, with standard errors; the
variance of two games with independent deals, of a pair with the same deals, and of an adjusted pair, all relative to
the first; the number of pairs after which the sequential test settles the question, without and with the adjustment;
and the processor time of the adjustment, relative to the match.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import fmean, variance

from phazed.arena.compare import SequentialTest
from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import BOUND, LuckAdjustment, models
from phazed.arena.match import play
from phazed.progress import Progress
from phazed.rules.rulesets import RULESETS

PLAYERS = ("@strong", "@greedy", "@casual", "@strong", "@casual", "@beginner")


def score(ranks: tuple[int, ...], swapped: int) -> float:
    first = [(seat + swapped) % 2 for seat, rank in enumerate(ranks) if rank == 1]
    return first.count(0) / len(first)


def settled(scores: list[float], adjusted: list[float]) -> str:
    """After how many pairs the question is settled."""
    test = SequentialTest(reach=BOUND)
    for one, other in zip(scores, adjusted):
        test.add(one, other)
        if test.verdict is not None:
            return str(test.pairs)
    return f"> {len(scores)}"


def compare(first: str, second: str, game: str, pairs: int) -> None:
    entrants = load_entrant(first), load_entrant(second)
    adjustment, told = LuckAdjustment(), Progress(sys.stderr).begin(f"{first} and {second}")
    games, plain, adjusted, seconds = [], [], [], [0.0, 0.0]
    for pair in range(pairs):
        reports = []
        for swapped in (0, 1):
            seats = tuple(entrants[(seat + swapped) % 2] for seat in range(4))
            job = MatchJob(pair, game, f"luck/{pair}", seats, bot_seed=f"{pair}", models=models(swapped))
            for with_luck, each in enumerate((job._replace(models=()), job)):
                begun = time.process_time()
                report = play(each)
                seconds[with_luck] += time.process_time() - begun
            reports.append(report)
        if any(report.ranks is None for report in reports):
            continue
        scores = [score(report.ranks, swapped) for swapped, report in enumerate(reports)]
        games += scores
        plain.append(fmean(scores))
        adjusted.append(adjustment.adjusted(plain[-1], (reports[0], reports[1])))
        told(pair + 1, pairs)
    alone = variance(games) / 2
    error = [(variance(each) / len(each)) ** 0.5 for each in (plain, adjusted)]
    print(f"{first} and {second}, {game}")
    print(f"  score: plain {fmean(plain):.3f} ± {error[0]:.3f}, adjusted {fmean(adjusted):.3f} ± {error[1]:.3f}")
    pair_factor, factor = (alone / variance(each) for each in (plain, adjusted))
    print(f"  variance: two games 1, same deals 1/{pair_factor:.2f}, adjusted as well 1/{factor:.2f}")
    print(f"  settled after {settled(plain, plain)} pairs, adjusted after {settled(plain, adjusted)}")
    print(f"  processor time: {100 * (seconds[1] / seconds[0] - 1):+.0f} %")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=PLAYERS, help="two by two")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--game", choices=list(RULESETS), default="phazed")
    chosen = parser.parse_args()
    for first, second in zip(chosen.players[::2], chosen.players[1::2]):
        compare(first, second, chosen.game, chosen.pairs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
