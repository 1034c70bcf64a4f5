"""The PettingZoo environment of Phased Out: `phasedout_v0.env()`.

>>> env = env()
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, observation["action_mask"].nonzero()[0].tolist()
('player_1', (844,), [0, 1])
"""

from __future__ import annotations

from functools import partial

from phazed.env.aec import GameEnv, wrapped
from phazed.rules.rulesets import PHASEDOUT

env = partial(wrapped, PHASEDOUT)
"""Environment with PettingZoo's checks of the order of calls; the options are those of `phazed.env.aec.GameEnv`."""
raw_env = partial(GameEnv, PHASEDOUT)
"""Environment without these checks."""
