"""What the built-in players are worth: greedy against three random, and four greedy among themselves.

python benchmarks/players.py [--games N]
"""

from __future__ import annotations

import argparse
import math
import time

from phazed.bots import make
from phazed.game.referee import play_game
from phazed.rules.rulesets import RULESETS, SEATS, Ruleset


def play(rules: Ruleset, names: list[str], games: int) -> None:
    """Play the games, each player in each seat equally often, and print how the first one did."""
    wins = hands = plays = errors = 0
    start = time.process_time()
    for game in range(games):
        turn = game % SEATS
        seated = names[-turn:] + names[:-turn] if turn else names
        record = play_game(rules, [make(name, rules, f"{game}/{seat}") for seat, name in enumerate(seated)], seed=game)
        hands += record.outcome.hands
        plays += sum(len(hand.plays) for hand in record.hands)
        errors += record.outcome.error is not None
        wins += record.outcome.ranks is not None and record.outcome.ranks[turn] == 1
    rate = wins / games
    margin = 1.96 * math.sqrt(rate * (1 - rate) / games)
    cost = (time.process_time() - start) / plays * 1e6
    print(
        f"{rules.name:12} {' '.join(names):28} first player wins {rate:6.1%} ± {margin:.1%}, "
        f"{hands / games:5.2f} hands a game, {errors} errors, {cost:.0f} µs a play",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    games = parser.parse_args().games
    for rules in RULESETS.values():
        play(rules, ["greedy", "random", "random", "random"], games)
        play(rules, ["greedy"] * SEATS, games)


if __name__ == "__main__":
    main()
