"""The speed of whole games on one core, compared with OpenSpiel, and the time to a process's first game.

    python benchmarks/simulator.py [--game NAME] [--games N]

A play is a pick-up, a phase, a lay-off, a discard or a skip. The simulator plays with the greedy policy in all four
seats, then with the fast policy, which the expert uses.

OpenSpiel's gin rummy is the most similar game in wide use. Two random players play whole games of it in C++:
`evaluate_bots` makes all the steps, and Python only starts the game and counts its steps at the end. The deal and the
draws are steps, too. OpenSpiel's players choose at random, while these policies evaluate every card. However, OpenSpiel
spends most of its time on gin rummy's melds; it runs simpler card games, such as hearts, much faster, and the ratio
says nothing about those. OpenSpiel is optional:

    python -m pip install open_spiel

Rounds of all of these alternate, because development machines are noisy; the best round of each counts.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from phazed.core.encoding import new_simulator
from phazed.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from phazed.rules.rulesets import Ruleset

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUNDS, STARTS = 10, 15
STYLES = {"greedy": 0, "fast": 1}
FIRST_GAME = """
import sys, time
from phazed.core.encoding import new_simulator
from phazed.rules.rulesets import RULESETS
new_simulator(RULESETS[sys.argv[2]], 1).play_games(1)
print(time.time() - float(sys.argv[1]))
"""
NOTHING = """
import sys, time
print(time.time() - float(sys.argv[1]))
"""


def simulate(rules: Ruleset, style: int, games: int, seed: int) -> tuple[float, float]:
    """Return hands and plays per second."""
    simulator = new_simulator(rules, seed)
    simulator.style = [style] * 4
    start = time.process_time()
    simulator.play_games(games)
    seconds = time.process_time() - start
    return simulator.hands / seconds, simulator.plays / seconds


def roll_out(games: int, seed: int) -> float:
    """Return OpenSpiel's steps per second in games of gin rummy between two random players."""
    game = pyspiel.load_game("gin_rummy")
    players = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
    steps = 0
    start = time.process_time()
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, seed * games + number)
        steps += state.move_number()
    return steps / (time.process_time() - start)


def milliseconds(program: str, rules: Ruleset) -> float:
    """Return the median time from the start of a process to the end of the program."""
    times = []
    for _ in range(STARTS):
        command = [sys.executable, "-c", program, str(time.time()), rules.name]
        times.append(float(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    return 1000 * statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(RULESETS), default="phazed")
    parser.add_argument("--games", type=int, default=300, help="games per round")
    chosen = parser.parse_args()
    rules = RULESETS[chosen.game]
    hands = dict.fromkeys(STYLES, 0.0)
    plays = dict.fromkeys(STYLES, 0.0)
    steps = 0.0
    for seed in range(ROUNDS):
        for name, style in STYLES.items():
            hands_a_second, plays_a_second = simulate(rules, style, chosen.games, seed)
            hands[name] = max(hands[name], hands_a_second)
            plays[name] = max(plays[name], plays_a_second)
        if pyspiel is not None:
            steps = max(steps, roll_out(chosen.games // 10 + 1, seed))
    print(f"{rules.name}, whole games on one core, best of {ROUNDS} rounds of {chosen.games} games")
    for name in STYLES:
        ratio = f", {plays[name] / steps:.1f} times OpenSpiel's steps" if steps else ""
        print(f"  four {name}: {hands[name]:,.0f} hands/s, {plays[name]:,.0f} plays/s{ratio}")
    if steps:
        print(f"OpenSpiel's gin rummy, two random players in C++: {steps:,.0f} steps/s")
    else:
        print("OpenSpiel is not installed; to compare with it: python -m pip install open_spiel")
    first, nothing = milliseconds(FIRST_GAME, rules), milliseconds(NOTHING, rules)
    print(
        f"{first:.0f} ms from the start of a process to its first finished game, {nothing:.0f} ms of it to start Python"
    )


if __name__ == "__main__":
    main()
