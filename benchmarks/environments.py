"""The environments' steps per second on one core, compared with OpenSpiel.

    python benchmarks/environments.py [--game NAME] [--games N] [--steps N]

A step is one decision: it takes an action, and returns the observation and the mask of legal actions for the next
decision as NumPy arrays. The core chooses actions uniformly among the legal ones (`VectorEnv.sample`). The benchmark
measures the vector environment with copies (the default), with `copy=False`, and with macro actions; then the
PettingZoo environment, one game at a time.

OpenSpiel's gin rummy is the most similar game in wide use. Its games are played by two uniformly random players in
two ways. `evaluate_bots` plays a whole game in C++ without observations; Python only starts it and counts its steps at
the end. With `pyspiel`, a learner without a vector environment makes three calls per decision: for the legal actions,
the observation tensor and the step. In OpenSpiel the deal and the draws are steps, too. It spends most of its time on
gin rummy's melds; simpler card games run faster. OpenSpiel is optional:

    python -m pip install open_spiel

Rounds of all of these alternate, because development machines are noisy; the best round of each counts.
"""

from __future__ import annotations

import argparse
import time
from random import Random

from phazed.env.aec import GameEnv
from phazed.env.vector import VectorEnv
from phazed.rules.rulesets import RULESETS

try:
    import pyspiel
except ImportError:
    pyspiel = None

ROUNDS = 5
VECTORS = {
    "vector, copies": {},
    "vector, copy=False": {"copy": False},
    "vector, macro actions, copy=False": {"actions": "macros", "copy": False},
}


def vector_steps(game: str, games: int, steps: int, options: dict, seed: int) -> float:
    """Return the vector environment's steps per second, in all games together."""
    env = VectorEnv(games, game, **options)
    env.reset(seed=seed)
    start = time.process_time()
    for _ in range(steps):
        env.step(env.sample())
    return steps * games / (time.process_time() - start)


def aec_steps(game: str, steps: int, seed: int) -> float:
    """Return the PettingZoo environment's steps per second."""
    env, chance = GameEnv(RULESETS[game]), Random(seed)
    env.reset(seed=seed)
    start = time.process_time()
    for _ in range(steps):
        if env.terminations[env.agent_selection]:
            env.reset()
        observation = env.observe(env.agent_selection)
        env.step(int(chance.choice(observation["action_mask"].nonzero()[0])))
    return steps / (time.process_time() - start)


def whole_games(games: int, seed: int) -> float:
    """Return OpenSpiel's steps per second if C++ plays whole games without observations."""
    game = pyspiel.load_game("gin_rummy")
    players = [pyspiel.make_uniform_random_bot(player, seed + player) for player in range(2)]
    steps, start = 0, time.process_time()
    for number in range(games):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, players, seed * games + number)
        steps += state.move_number()
    return steps / (time.process_time() - start)


def from_python(games: int, seed: int) -> float:
    """Return OpenSpiel's steps per second if Python requests actions and observations, as a learner does."""
    game, chance = pyspiel.load_game("gin_rummy"), Random(seed)
    steps, start = 0, time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_tensor(state.current_player())
            state.apply_action(chance.choice(state.legal_actions()))
            steps += 1
    return steps / (time.process_time() - start)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=list(RULESETS), default="phazed")
    parser.add_argument("--games", type=int, default=256, help="number of parallel games")
    parser.add_argument("--steps", type=int, default=2000, help="steps per game and round")
    chosen = parser.parse_args()
    best: dict[str, float] = {}
    for seed in range(ROUNDS):
        found = {
            name: vector_steps(chosen.game, chosen.games, chosen.steps, options, seed)
            for name, options in VECTORS.items()
        }
        found["PettingZoo, one game"] = aec_steps(chosen.game, 5000, seed)
        if pyspiel is not None:
            found["OpenSpiel's gin rummy, whole games in C++"] = whole_games(20, seed)
            found["OpenSpiel's gin rummy, stepped from Python"] = from_python(20, seed)
        for name, steps in found.items():
            best[name] = max(best.get(name, 0.0), steps)
    print(f"{chosen.game}, random play on one core, {chosen.games} parallel games, best of {ROUNDS} rounds")
    slowest = min(best[name] for name in VECTORS)
    for name, steps in best.items():
        ratio = f"; the slowest vector environment is {slowest / steps:.1f} times as fast" if "Open" in name else ""
        print(f"  {name}: {steps:,.0f} steps/s{ratio}")
    if pyspiel is None:
        print("OpenSpiel is not installed; to compare with it: python -m pip install open_spiel")


if __name__ == "__main__":
    main()
