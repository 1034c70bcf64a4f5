"""The effect of the control variate of `phazed compare`: the variance removed, the cost, and the unchanged mean.

    python benchmarks/luck.py --pairs 300
    python benchmarks/luck.py --pairs 100 --game phasedout @strong @greedy my_bot.py old_bot.py

The players are compared in pairs. For each pair of players, the output contains:

- the first player's score, plain and adjusted, with standard errors;
- the variance of two games with independent deals, of a pair with the same deals, and of an adjusted pair, all relative
  to the first of these;
- the median number of pairs after which the sequential test stops, over random orders of the pairs played, for
  independent deals, for the same deals, and adjusted;
- the CPU time of the adjustment, relative to the match.

    python benchmarks/luck.py --matches 400

For matches between all players, as in a tournament, the output contains the share of the results' variance that the
luck of the deals explains. The rating needs fewer matches in the same proportion.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from statistics import fmean, median, variance
from typing import TYPE_CHECKING

import numpy as np

from phazed.arena.compare import SequentialTest
from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import BOUND, TABLE_MODELS, LuckAdjustment, models
from phazed.arena.match import play
from phazed.arena.ratings import Matches, Results, fit
from phazed.progress import Progress
from phazed.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.storage.results.rows import MatchReport

PLAYERS = ("@strong", "@greedy", "@casual", "@strong", "@casual", "@beginner")


def score(ranks: tuple[int, ...], swapped: int) -> float:
    first = [(seat + swapped) % 2 for seat, rank in enumerate(ranks) if rank == 1]
    return first.count(0) / len(first)


ORDERS, MAX_PAIRS = 200, 2000


def pairs_needed(next_scores: Callable[[], tuple[float, float | None]]) -> int:
    """Return the number of pairs after which the sequential test stops."""
    test = SequentialTest(reach=BOUND)
    while test.verdict is None and test.pairs < MAX_PAIRS:
        test.add(*next_scores())
    return test.pairs


def median_pairs(pairs: list[tuple[float, float]], reports: list[tuple[MatchReport, MatchReport]]) -> list[float]:
    """Return the median number of pairs, over random orders, for independent deals, the same deals, and adjusted."""
    random, needed = Random(1), []
    for _ in range(ORDERS):
        adjustment = LuckAdjustment()

        def independent() -> tuple[float, None]:
            return (random.choice(pairs)[0] + random.choice(pairs)[1]) / 2, None

        def same() -> tuple[float, None]:
            return fmean(random.choice(pairs)), None

        def adjusted(adjustment: LuckAdjustment = adjustment) -> tuple[float, float]:
            place = random.randrange(len(pairs))
            score = fmean(pairs[place])
            return score, adjustment.adjusted(score, reports[place])

        needed.append([pairs_needed(each) for each in (independent, same, adjusted)])
    return [median(column) for column in zip(*needed)]


def tournament(players: tuple[str, ...], game: str, matches: int) -> None:
    entrants = [load_entrant(name) for name in dict.fromkeys(players)]
    random, told = Random(1), Progress(sys.stderr).begin("matches")
    seats, ranks, luck = [], [], []
    for match in range(matches):
        table = random.sample(range(len(entrants)), 4)
        report = play(
            MatchJob(match, game, f"table/{match}", tuple(entrants[bot] for bot in table), models=TABLE_MODELS)
        )
        seats.append(table)
        ranks.append(report.ranks)
        luck.append(report.worth)
        told(match + 1, matches)
    results = Results(np.array(seats), np.array(ranks))
    found = Matches(results, len(entrants), np.array(luck))
    local = found.local(fit(results, len(entrants)).strengths)
    left = found.unexplained(local, found.influence(local))
    print(f"{matches} matches of {' '.join(entrant.name for entrant in entrants)}, {game}")
    print(f"  the deals explain {100 * (1 - left):.0f} % of the variance, so each match counts as {1 / left:.2f}")
    for kind, each in (("plain", None), ("adjusted", np.array(luck))):
        fitted = fit(results, len(entrants), luck=each)
        rows = zip(entrants, fitted.mu, fitted.sigma)
        print(f"  {kind}: " + ", ".join(f"{entrant.name} {mu:.2f} ± {sigma:.2f}" for entrant, mu, sigma in rows))


def compare(first: str, second: str, game: str, pairs: int) -> None:
    entrants = load_entrant(first), load_entrant(second)
    adjustment, told = LuckAdjustment(), Progress(sys.stderr).begin(f"{first} and {second}")
    games, plain, adjusted, seconds, pairs_played, played = [], [], [], [0.0, 0.0], [], []
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
        pairs_played.append((scores[0], scores[1]))
        played.append((reports[0], reports[1]))
        plain.append(fmean(scores))
        adjusted.append(adjustment.adjusted(plain[-1], (reports[0], reports[1])))
        told(pair + 1, pairs)
    alone = variance(games) / 2
    error = [(variance(each) / len(each)) ** 0.5 for each in (plain, adjusted)]
    print(f"{first} and {second}, {game}")
    print(f"  score: plain {fmean(plain):.3f} ± {error[0]:.3f}, adjusted {fmean(adjusted):.3f} ± {error[1]:.3f}")
    pair_factor, factor = (alone / variance(each) for each in (plain, adjusted))
    print(f"  variance: two games 1, same deals 1/{pair_factor:.2f}, adjusted as well 1/{factor:.2f}")
    alone_needed, same_needed, needed = median_pairs(pairs_played, played)
    print(
        f"  pairs until settled (median): independent {alone_needed:g}, same deals {same_needed:g}, adjusted {needed:g}"
    )
    print(f"  CPU time: {100 * (seconds[1] / seconds[0] - 1):+.0f} %")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", default=PLAYERS, help="players to compare, in pairs")
    parser.add_argument("--pairs", type=int, default=300)
    parser.add_argument("--game", choices=list(RULESETS), default="phazed")
    parser.add_argument("--matches", type=int, default=0, help="number of matches between all players")
    chosen = parser.parse_args()
    if chosen.matches:
        tournament(tuple(chosen.players), chosen.game, chosen.matches)
        return 0
    for first, second in zip(chosen.players[::2], chosen.players[1::2]):
        compare(first, second, chosen.game, chosen.pairs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
