"""A game as a PettingZoo environment, on top of the rules.

`phazed_v0`, `phazed_bonus_v0` and `phasedout_v0` make these. The rules decide everything here; `phazed.env.vector` is
many times faster, and the tests compare the two.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from phazed.core import layout
from phazed.env.actions import NOTHING, Actions
from phazed.env.extra import needs
from phazed.env.layout import ACTION_COUNT, OFFERED, REWARDS, chosen, describe
from phazed.env.observation import high, observe
from phazed.game.games import shuffles, start
from phazed.rules.plays import LAY_PHASE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.rules.state import apply

with needs("env"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phazed.env.actions import Progress
    from phazed.env.picture import Pixels
    from phazed.game.games import Standing
    from phazed.rules.cards import Cards
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState

NAMES = tuple(f"player_{seat}" for seat in range(SEATS))
RENDER_MODES = ("human", "ansi", "rgb_array")


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A whole game for four agents, `player_0` to `player_3`, who sit clockwise in this order.

    `actions` is `"cards"`, `"macros"` or `"all"`, `rewards` is `"win"`, `"zero_sum"` or `"shaped"`: see
    `layout.OFFERED` and `layout.REWARDS`.
    """

    def __init__(
        self, rules: Ruleset, *, actions: str = "cards", rewards: str = "win", render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"{rules.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode={render_mode!r}: choose one of {', '.join(map(repr, RENDER_MODES))} or None")
        self.rules = rules
        self.render_mode = render_mode
        self._rewarded = chosen("rewards", rewards, REWARDS)
        self._actions = Actions(rules, chosen("actions", actions, OFFERED))
        self.possible_agents = list(NAMES)
        self.agents: list[str] = []
        observation = spaces.Dict(
            {
                "observation": spaces.Box(0, high(), dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (ACTION_COUNT,), dtype=np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(NAMES, observation)
        self.action_spaces = {name: spaces.Discrete(ACTION_COUNT) for name in NAMES}
        self._seed: object = None
        self._games = 0

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. The seed decides its deals; without one, another game of the seed before follows.

        `options["decks"]` may be an iterable of decks, one for each hand in the order in which it is dealt.
        """
        if seed is not None or self._seed is None:
            self._seed = SystemRandom().getrandbits(64) if seed is None else seed
            self._games = 0
        self._decks: Iterator[Cards] = iter(
            (options or {}).get("decks") or shuffles(self.rules, f"{self._seed}/{self._games}")
        )
        self._games += 1
        self.agents = list(NAMES)
        self.rewards = dict.fromkeys(NAMES, 0.0)
        self._cumulative_rewards = dict.fromkeys(NAMES, 0.0)
        self.terminations = dict.fromkeys(NAMES, False)
        self.truncations = dict.fromkeys(NAMES, False)
        self.standing: Standing = start(self.rules)
        self._deal()
        self._find_actions()

    def _deal(self) -> None:
        self.state_of_hand: HandState = self.standing.deal(next(self._decks))
        self._progress: Progress = NOTHING

    def _find_actions(self) -> None:
        """Work out whose turn it is and which actions are legal."""
        self.agent_selection = NAMES[self.state_of_hand.seat]
        self.legal_actions = [] if self.standing.over else self._actions.legal(self.state_of_hand, self._progress)
        self.infos = {name: {"action_mask": self._mask(name)} for name in NAMES}

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(ACTION_COUNT, dtype=np.int8)
        if agent == self.agent_selection:
            mask[self.legal_actions] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know, and the mask of its legal actions, which is empty unless it is to act."""
        seat = NAMES.index(agent)
        progress = self._progress if agent == self.agent_selection else None
        standing = self.standing
        seen = observe(self.state_of_hand, seat, standing.scores, standing.hands, progress)
        return {"observation": seen, "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Take an action for the agent to act; one that is not legal raises `ValueError` and changes nothing."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.legal_actions:
            known = action is not None and 0 <= int(action) < ACTION_COUNT
            said = f" ({describe(int(action))})" if known and action is not None else ""
            raise ValueError(f"action {action}{said} is not legal for {self.agent_selection}; see its action_mask")
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        plays, self._progress = self._actions.plays(self.state_of_hand, self._progress, int(action))
        for play in plays:
            if play[0] == LAY_PHASE and self._rewarded == layout.SHAPED:
                self.rewards[self.agent_selection] += 1.0
            self.state_of_hand = apply(self.state_of_hand, play)
        if self.state_of_hand.ending:
            self._end_hand()
        self._find_actions()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end_hand(self) -> None:
        self.standing = self.standing.after(self.state_of_hand)
        if self._rewarded == layout.SHAPED:
            for name, hand in zip(NAMES, self.state_of_hand.hands):
                self.rewards[name] -= points(hand) / 100
        if not self.standing.over:
            self._deal()
            return
        ranks = self.standing.ranks
        for name, rank in zip(NAMES, ranks):
            self.rewards[name] += (rank == 1) / ranks.count(1) - (self._rewarded == layout.ZERO_SUM) / SEATS
        self.terminations = dict.fromkeys(NAMES, True)

    def render(self) -> str | Pixels | None:
        """The hand with everybody's cards: printed, as text, or as pixels, by `render_mode`."""
        if self.render_mode == "rgb_array":
            from phazed.env.picture import picture

            return picture(self.state_of_hand)
        if self.render_mode is None:
            return None
        from phazed.game.render import PLAIN, hand_state

        text = hand_state(PLAIN, self.state_of_hand, NAMES, self.standing.scores, show=range(SEATS))
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - which is what the mode is for
        return None

    def render_svg(self, agent: str) -> str:
        """What the agent sees, as an SVG picture."""
        from phazed.env.drawing import drawing
        from phazed.game.view import view

        return drawing(view(self.state_of_hand, NAMES.index(agent)))

    def close(self) -> None:
        """Nothing is open."""


def wrapped(rules: Ruleset, options: dict[str, Any]) -> Any:
    """The environment with PettingZoo's checks of the order of calls."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(GameEnv(rules, **options))
