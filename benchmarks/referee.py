"""The referee's plays per second in whole, recorded games between four `random` players.

python benchmarks/referee.py [--games N]
"""

from __future__ import annotations

import argparse
import time

from phazed.bots import make
from phazed.game.referee import play_game
from phazed.rules.rulesets import RULESETS, SEATS

ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=6, help="games per round; the best of five rounds counts")
    games = parser.parse_args().games
    for rules in RULESETS.values():
        fastest = 0.0
        for _ in range(ROUNDS):
            plays = 0
            start = time.process_time()
            for game in range(games):
                players = [make("random", rules, f"{game}/{seat}") for seat in range(SEATS)]
                record = play_game(rules, players, seed=game)
                plays += sum(len(hand.plays) for hand in record.hands)
            fastest = max(fastest, plays / (time.process_time() - start))
        print(f"{rules.name}: {fastest:,.0f} plays/s on one core, {games} games between four random players")


if __name__ == "__main__":
    main()
