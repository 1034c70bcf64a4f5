# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Many games that are stepped together and write to flat arrays, without running Python code for each play.

The arrays belong to the caller and are overwritten: `observations` and `finals` (the last observations of games that
have ended), `masks` of legal actions, `rewards` of all four seats, `terminations`, and the acting `seats`. When a game
ends, the next one starts in the same step.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import SEATS
    from phazed.core.episode import Episode
    from phazed.core.hand import Stream
    from phazed.core.layout import ACTIONS, OBSERVATION_SIZE


class Batch:
    """Steps the games of its episodes."""

    def __init__(
        self,
        episodes: list[Episode],
        observations: Any,
        masks: Any,
        rewards: Any,
        terminations: Any,
        seats: Any,
        finals: Any,
    ) -> None:
        self.n = len(episodes)
        sizes = [len(array) for array in (observations, masks, rewards, terminations, seats, finals)]
        wanted = [OBSERVATION_SIZE, ACTIONS, SEATS, 1, 1, OBSERVATION_SIZE]
        if sizes != [len(episodes) * each for each in wanted]:
            raise ValueError(
                f"arrays for {len(episodes)} games must have {wanted} numbers per game, not {sizes} in all"
            )
        self.episodes = list(episodes)
        self.observations = observations
        self.masks = masks
        self.rewards = rewards
        self.terminations = terminations
        self.seats = seats
        self.finals = finals
        self.stream = Stream(0)

    def reset(self, seeds: list[int]) -> None:
        """Start a new game for each seed."""
        if len(seeds) != self.n:
            raise ValueError(f"there must be {self.n} seeds, not {len(seeds)}")
        for i, seed in enumerate(seeds):
            self._reset(self.episodes[i], i, seed)

    def _reset(self, episode: Episode, i: cython.Py_ssize_t, seed: cython.ulonglong) -> cython.void:
        episode.start(seed)
        self.terminations[i] = 0
        for s in range(SEATS):
            self.rewards[SEATS * i + s] = 0.0
        self._write(episode, i)

    def step(self, actions: cython.longlong[::1]) -> None:
        """Take an action in every game; an illegal action raises `ValueError` and changes nothing."""
        n = self.n
        if len(actions) != n:
            raise ValueError(f"there must be {n} actions, not {len(actions)}")
        for i in range(n):
            if not 0 <= actions[i] < ACTIONS or not self.masks[ACTIONS * i + actions[i]]:
                raise ValueError(f"action {actions[i]} is not legal in game {i}")
        for i in range(n):
            episode = self.episodes[i]
            self._step(episode, i, actions[i])

    def _step(self, episode: Episode, i: cython.Py_ssize_t, action: cython.int) -> cython.void:
        episode.step(action)
        for s in range(SEATS):
            self.rewards[SEATS * i + s] = episode.reward[s]
        self.terminations[i] = episode.over
        if episode.over:
            episode.observe(self.finals, OBSERVATION_SIZE * i, episode.hand.seat())
            episode.begin()
        self._write(episode, i)

    def _write(self, episode: Episode, i: cython.Py_ssize_t) -> cython.void:
        self.seats[i] = episode.hand.seat()
        episode.observe(self.observations, OBSERVATION_SIZE * i, episode.hand.seat())
        for k in range(ACTIONS):
            self.masks[ACTIONS * i + k] = 0
        for k in range(episode.count):
            self.masks[ACTIONS * i + episode.choices[k]] = 1

    def seed_sampling(self, seed: cython.ulonglong) -> None:
        """Restart the random stream of `sample`."""
        self.stream.seed(seed)

    def sample(self, actions: cython.longlong[::1]) -> None:
        """Choose a random legal action in every game."""
        n = self.n
        if len(actions) != n:
            raise ValueError(f"the array must have room for {n} actions, not {len(actions)}")
        for i in range(n):
            episode = self.episodes[i]
            actions[i] = episode.choices[self.stream.below(episode.count)]
