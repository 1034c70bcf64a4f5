"""The PettingZoo environment of Phased Out: `phasedout_v0.env()`.

>>> env = env()
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.agent_selection, observation["observation"].shape, observation["action_mask"].nonzero()[0].tolist()
('player_1', (844,), [0, 1])
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.env.aec import GameEnv, wrapped
from phazed.rules.rulesets import PHASEDOUT

if TYPE_CHECKING:
    from typing import Any


def env(**options: Any) -> Any:
    """Return the environment; the options are those of `phazed.env.aec.GameEnv`."""
    return wrapped(PHASEDOUT, options)


def raw_env(**options: Any) -> GameEnv:
    """Return the environment without PettingZoo's wrapper."""
    return GameEnv(PHASEDOUT, **options)
