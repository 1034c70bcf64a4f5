"""Many games at once, as a Gymnasium vector environment on top of the compiled core.

>>> env = VectorEnv(3, actions="macros")
>>> observations, infos = env.reset(seed=7)
>>> observations["observation"].shape, observations["action_mask"].shape, infos["seat"].tolist()
((3, 844), (3, 140), [1, 1, 1])
>>> observations, rewards, terminations, truncations, infos = env.step(env.sample())
>>> rewards.tolist(), terminations.tolist()
([0.0, 0.0, 0.0], [False, False, False])

Games are played without running any Python code: a step takes one action per game and fills arrays. Observations, masks
and actions are those of the PettingZoo environments.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.core import layout
from phazed.core.batch import Batch
from phazed.core.encoding import new_hand, new_policy
from phazed.core.episode import Episode
from phazed.env.extra import needs
from phazed.env.layout import ACTION_COUNT, OBSERVATION_SIZE, OFFERED, REWARDS, chosen
from phazed.env.observation import high
from phazed.rules.rulesets import SEATS, ruleset

with needs("env"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector.utils import batch_space

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

OPPONENTS = {"random": layout.PLAYS_RANDOM, "greedy": layout.PLAYS_GREEDY, "fast": layout.PLAYS_FAST}
"""The core's players that can take seats: uniformly random actions, the greedy policy, and the fast policy."""


class VectorEnv(gymnasium.vector.VectorEnv):
    """`num_envs` games in one environment.

    Without `opponents` you play all seats: each step acts for the seat whose turn it is in each game, `infos["seat"]`
    contains that seat, and the reward is that of the seat that acted. With three `opponents` (`"random"`, `"greedy"` or
    `"fast"`), these play between your steps; your seat changes from game to game, and your reward is the sum since your
    last step. In either case, `infos["rewards"]` contains the rewards of all four seats.

    When a game ends, the next one starts in the same step (`AutoresetMode.SAME_STEP`): `terminations` is true, and
    `infos["final_obs"]` contains the last observation. Games are never truncated. With `copy=False`, every step returns
    the same arrays and overwrites them.
    """

    def __init__(
        self,
        num_envs: int,
        game: str = "phazed",
        *,
        actions: str = "cards",
        rewards: str = "win",
        opponents: Sequence[str] | None = None,
        copy: bool = True,
    ) -> None:
        super().__init__()
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        if opponents is not None and len(opponents) != SEATS - 1:
            raise ValueError(f"opponents must be {SEATS - 1} names or None, not {len(opponents)}")
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.rules = ruleset(game)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, high(), dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), dtype=np.uint8),
            }
        )
        self.single_action_space = spaces.Discrete(ACTION_COUNT)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy
        self._observations = np.zeros((num_envs, OBSERVATION_SIZE), dtype=np.int16)
        self._masks = np.zeros((num_envs, ACTION_COUNT), dtype=np.uint8)
        self._rewards = np.zeros((num_envs, SEATS), dtype=np.float32)
        self._terminations = np.zeros(num_envs, dtype=np.uint8)
        self._seats = np.zeros(num_envs, dtype=np.int64)
        self._finals = np.zeros((num_envs, OBSERVATION_SIZE), dtype=np.int16)
        self._actions = np.zeros(num_envs, dtype=np.int64)
        self._numbers = np.arange(num_envs)
        others = [chosen("opponents", name, OPPONENTS) for name in opponents or ()]
        styles = [int(layout.LEARNER), *others] if opponents is not None else [int(layout.LEARNER)] * SEATS
        offered, rewarded = chosen("actions", actions, OFFERED), chosen("rewards", rewards, REWARDS)
        policy = new_policy(self.rules)
        self.batch = Batch(
            [
                Episode(new_hand(self.rules), policy, self.rules.max_hands, offered, rewarded, styles)
                for _ in range(num_envs)
            ],
            self._observations.reshape(-1),
            self._masks.reshape(-1),
            self._rewards.reshape(-1),
            self._terminations,
            self._seats,
            self._finals.reshape(-1),
        )
        self._games = 0

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a new game at every index.

        A seed `s` gives the indices the seeds `s`, `s + 1`, …; a sequence gives each index its own seed. The games at
        an index depend only on its seed and actions. Without a seed, the seeds are random.
        """
        if seed is None:
            seeds = [int(each) for each in np.random.SeedSequence().generate_state(self.num_envs)]
        elif isinstance(seed, int):
            seeds = [seed + place for place in range(self.num_envs)]
        else:
            seeds = [int(each) for each in seed]
        if any(not 0 <= each < 1 << 64 for each in seeds):
            raise ValueError("a seed must be from 0 to 2 ** 64 - 1")
        self.batch.reset(seeds)
        self.batch.seed_sampling(seeds[0])
        return self._observed(), {"seat": self._out(self._seats)}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Take an action in each game; an illegal action raises `ValueError` and changes nothing."""
        before = self._seats.copy()
        self.batch.step(np.ascontiguousarray(actions, dtype=np.int64))
        rewards = self._rewards[self._numbers, before]
        terminations = self._terminations.astype(bool)
        infos = {"seat": self._out(self._seats), "acted": before, "rewards": self._out(self._rewards)}
        if terminations.any():
            infos["final_obs"] = self._out(self._finals)
            infos["_final_obs"] = terminations
        return self._observed(), rewards, terminations, np.zeros(self.num_envs, dtype=bool), infos

    def sample(self) -> Any:
        """Return a random legal action for each game; `reset` with a seed restarts the random stream."""
        self.batch.sample(self._actions)
        return self._out(self._actions)

    def _observed(self) -> dict[str, Any]:
        return {"observation": self._out(self._observations), "action_mask": self._out(self._masks)}

    def _out(self, array: Any) -> Any:
        return array.copy() if self._copy else array
