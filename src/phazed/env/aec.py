"""A game as a PettingZoo environment.

`phazed_v0`, `phazed_bonus_v0` and `phasedout_v0` create these environments. The compiled core plays the game, as in
`phazed.env.vector`; the actions are replayed with the rules only when rendering needs the whole state.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING

from phazed.core.encoding import CODES, new_hand, new_policy
from phazed.core.episode import DealtEpisode
from phazed.env.actions import NOTHING, Actions
from phazed.env.extra import needs
from phazed.env.layout import ACTION_COUNT, OBSERVATION_SIZE, OFFERED, REWARDS, chosen, describe
from phazed.env.observation import high
from phazed.game.games import shuffles, start
from phazed.rules.rulesets import SEATS
from phazed.rules.state import apply

with needs("env"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phazed.env.picture import Pixels
    from phazed.game.games import Standing
    from phazed.rules.cards import Cards
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState

NAMES = tuple(f"player_{seat}" for seat in range(SEATS))
RENDER_MODES = ("human", "ansi", "rgb_array")


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A whole game for four agents, `player_0` to `player_3`, seated clockwise in this order.

    `actions` is `"cards"`, `"macros"` or `"all"` (see `layout.OFFERED`), and `rewards` is `"win"`, `"zero_sum"` or
    `"shaped"` (see `layout.REWARDS`).
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
        offered, rewarded = chosen("actions", actions, OFFERED), chosen("rewards", rewards, REWARDS)
        self._episode = DealtEpisode(new_hand(rules), new_policy(rules), rules.max_hands, offered, rewarded)
        self._actions = Actions(rules, offered)
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
        """Start a game.

        The seed determines the deals; without a seed, the next game with the last seed starts. `options["decks"]` may
        be an iterable of decks, one per hand, which is read one hand ahead.
        """
        if seed is not None or self._seed is None:
            self._seed = SystemRandom().getrandbits(64) if seed is None else seed
            self._games = 0
        self._decks: Iterator[Cards] = iter(
            (options or {}).get("decks") or shuffles(self.rules, f"{self._seed}/{self._games}")
        )
        self._games += 1
        self.agents = list(NAMES)
        self._cumulative_rewards = dict.fromkeys(NAMES, 0.0)
        self.truncations = dict.fromkeys(NAMES, False)
        self._dealt: list[Cards] = []
        self._taken: list[int] = []
        self._standing = start(self.rules)
        self._progress = NOTHING
        self._put_next_deck()
        self._episode.begin_game()
        self._state: HandState = self._standing.deal(self._dealt[0])
        self._put_next_deck()
        self._look()

    def _put_next_deck(self) -> None:
        """Pass the deck for the next hand, if any, to the episode."""
        deck = next(self._decks, None)
        if deck is not None:
            self._dealt.append(deck)
            self._episode.put_next_deck([CODES[card] for card in deck])

    def _look(self) -> None:
        """Update the acting agent, its legal actions, the rewards and the terminations."""
        self.agent_selection = NAMES[self._episode.acting_seat()]
        self.legal_actions = self._episode.legal_actions()
        self.rewards = dict(zip(NAMES, self._episode.reward))
        self.terminations = dict.fromkeys(NAMES, bool(self._episode.over))
        self.infos = {name: {"action_mask": self._mask(name)} for name in NAMES}

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = np.zeros(ACTION_COUNT, dtype=np.int8)
        if agent == self.agent_selection:
            mask[self.legal_actions] = 1
        return mask

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the agent's observation and action mask; the mask is all zeros unless it is the agent's turn."""
        observation = np.empty(OBSERVATION_SIZE, dtype=np.int16)
        self._episode.write_observation(observation, NAMES.index(agent))
        return {"observation": observation, "action_mask": self._mask(agent)}

    def step(self, action: int | None) -> None:
        """Take an action for the acting agent; an illegal action raises `ValueError` and changes nothing."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.legal_actions:
            known = action is not None and 0 <= int(action) < ACTION_COUNT
            said = f" ({describe(int(action))})" if known and action is not None else ""
            raise ValueError(f"action {action}{said} is not legal for {self.agent_selection}; see its action_mask")
        self._cumulative_rewards[self.agent_selection] = 0.0
        hands = self._episode.number
        self._episode.take_action(int(action))
        self._taken.append(int(action))
        self._look()
        if self._episode.number != hands and not self._episode.over:
            if len(self._dealt) == self._episode.number:
                raise ValueError(f"there is no deck for hand {self._episode.number + 1}")
            self._put_next_deck()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    @property
    def state_of_hand(self) -> HandState:
        """The hand with all cards visible."""
        self._follow()
        return self._state

    @property
    def standing(self) -> Standing:
        """Scores and completed phases before the current hand or, at the end, of the whole game."""
        self._follow()
        return self._standing

    def _follow(self) -> None:
        """Replay the actions taken since the last call with the rules."""
        for action in self._taken:
            plays, self._progress = self._actions.plays(self._state, self._progress, action)
            for play in plays:
                self._state = apply(self._state, play)
            if self._state.ending:
                self._standing = self._standing.after(self._state)
                if not self._standing.over:
                    self._state = self._standing.deal(self._dealt[self._standing.hands])
        self._taken.clear()

    def render(self) -> str | Pixels | None:
        """Print the hand with all cards visible, or return it as text or pixels, depending on `render_mode`."""
        if self.render_mode == "rgb_array":
            from phazed.env.picture import picture

            return picture(self.state_of_hand)
        if self.render_mode is None:
            return None
        from phazed.game.render import PLAIN, hand_state

        text = hand_state(PLAIN, self.state_of_hand, NAMES, self.standing.scores, show=range(SEATS))
        if self.render_mode == "ansi":
            return text
        print(text)  # noqa: T201 - the purpose of this mode
        return None

    def render_svg(self, agent: str) -> str:
        """Return an SVG picture of the agent's view."""
        from phazed.env.drawing import drawing
        from phazed.game.view import view

        return drawing(view(self.state_of_hand, NAMES.index(agent)))

    def close(self) -> None:
        """Do nothing, because the environment holds no resources."""


def wrapped(rules: Ruleset, **options: Any) -> Any:
    """Return the environment with PettingZoo's checks for the order of calls."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(GameEnv(rules, **options))
