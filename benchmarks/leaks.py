"""An evaluation of `phazed review` with bots that each have one planted weakness.

    python benchmarks/leaks.py --games 24
    python benchmarks/leaks.py --games 12 --effort 0.1 --only waits

For each bot, the output contains the planted leak, its rank among all leaks, its cost, the first other leak, the loss
of all decisions, and the expert's advantage in games won with the same seats and deals.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "coach"))

from planted import PLANTS, Plant, player  # the bots used in the tests

from phazed.coach.bot_review import play_games, review_bot
from phazed.rules.rulesets import ruleset


def row(plant: Plant, games: int, effort: float, seed: str) -> tuple[bool, str]:
    rules = ruleset(plant.game)
    judged = play_games(rules, player(plant), games=games, effort=effort, seed=seed)
    found = review_bot(plant.leak, rules, judged)
    if found.errors:
        raise SystemExit(f"{plant.leak}: the bot makes errors, such as: {found.errors[0]}")
    names = [leak.leak for leak in found.leaks]
    place = names.index(plant.leak) + 1 if plant.leak in names else 0
    own = found.leaks[place - 1].cost if place else "-"
    other = next((leak for leak in found.leaks if leak.leak != plant.leak), None)
    first = "-" if other is None else f"{other.leak} {other.cost}"
    costs = f"{own!s:>12}  {first:30}{found.total.cost!s:>12}  {found.behind!s:>12}"
    return place == 1, f"{plant.leak:18}{plant.game:13}{place:5}  {costs}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--effort", type=float, default=0.2)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--only", default="", help="a leak's name")
    chosen = parser.parse_args()
    print(f"{'planted':18}{'game':13} rank  {'cost':>12}  {'first other leak':30}{'total':>12}  {'expert':>12}")
    first = 0
    plants = [plant for plant in PLANTS if chosen.only in plant.leak]
    for plant in plants:
        is_first, line = row(plant, chosen.games, chosen.effort, chosen.seed)
        first += is_first
        print(line, flush=True)
    print(f"ranked first: {first} of {len(plants)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
