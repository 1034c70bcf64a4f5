"""The PettingZoo environment for Phazed Bonus: `phazed_bonus_v0.env()`.

>>> env = env()
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, observation["action_mask"].nonzero()[0].tolist()
('player_1', (844,), [0, 1])
"""

from __future__ import annotations

from functools import partial

from phazed.env.aec import GameEnv, wrapped
from phazed.rules.rulesets import BONUS

env = partial(wrapped, BONUS)
"""Creates `phazed.env.aec.GameEnv`, with its options, wrapped in PettingZoo's checks for the order of calls."""
raw_env = partial(GameEnv, BONUS)
"""Creates the environment without these checks."""
