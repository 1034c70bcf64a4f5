"""The speed of whole games on one core, compared with OpenSpiel, and the time to the first game of a process.

    python benchmarks/simulator.py [--game NAME] [--games N]

A play is a pick-up, a phase, a lay-off, a discard or a skip. The simulator plays with the greedy policy in all four
seats, then with the fast one, the expert's own.

OpenSpiel's gin rummy is the nearest game that is widely used. It is played there by two random players, whole games in
C++: `evaluate_bots` makes all the steps, and Python only begins the game and asks at its end how many there were. The
deal and the draws are steps, too. So OpenSpiel chooses blindly, while our policies judge every card. Most of its time
goes into gin rummy's melds, though: of simpler card games, such as hearts, it makes far more steps in a second, and the
ratio says nothing about those. OpenSpiel is needed for nothing else; without it this benchmark leaves it out:

    python -m pip install open_spiel

The machines that we develop on are noisy: rounds of all of these take turns, and the best round of each counts.
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
    parser.add_argument("--games", type=int, default=300, help="games a round")
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
        f"{first:.0f} ms from a process's start to its first finished game; {nothing:.0f} ms of that is Python's start"
    )


if __name__ == "__main__":
    main()
