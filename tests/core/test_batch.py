"""Many games at once in the core: whole games keep every card, and what does not fit is refused."""

from __future__ import annotations

from array import array
from collections import Counter

import pytest

from phazed.core import layout
from phazed.core.batch import Batch
from phazed.core.encoding import CODES, new_hand, new_policy
from phazed.core.episode import Episode
from phazed.rules.rulesets import RULESETS
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


class Games:
    """A batch with arrays of its own."""

    def __init__(self, game, count, offered=layout.ALL_ACTIONS, styles=(0, 0, 0, 0), rewarded=layout.SHAPED):
        rules, policy = RULESETS[game], new_policy(RULESETS[game])
        episodes = [
            Episode(new_hand(rules), policy, rules.max_hands, offered, rewarded, list(styles)) for _ in range(count)
        ]
        self.observations = array("h", bytes(2 * count * layout.OBSERVATION_SIZE))
        self.masks = array("B", bytes(count * layout.ACTIONS))
        self.rewards = array("f", bytes(16 * count))
        self.terminations = array("B", bytes(count))
        self.seats = array("q", bytes(8 * count))
        self.finals = array("h", bytes(2 * count * layout.OBSERVATION_SIZE))
        self.actions = array("q", bytes(8 * count))
        self.batch = Batch(
            episodes, self.observations, self.masks, self.rewards, self.terminations, self.seats, self.finals
        )

    def step(self):
        self.batch.sample(self.actions)
        self.batch.step(self.actions)


@EVERY_GAME
@pytest.mark.parametrize("offered", [layout.CARD_BY_CARD, layout.MACROS, layout.ALL_ACTIONS])
@pytest.mark.parametrize("styles", [(0, 0, 0, 0), (0, 1, 2, 3)])
def test_in_random_play_no_card_is_lost_and_some_action_is_always_legal(game, offered, styles):
    games = Games(game, 4, offered, styles)
    games.batch.reset([1, 2, 3, 4])
    whole = Counter(CODES[card] for card in RULESETS[game].deck)
    for number in range(2000):
        games.step()
        assert all(episode.count for episode in games.batch.episodes)
        if number % 50 == 0:
            for episode in games.batch.episodes:
                _, _, _, deck, pile, hands, groups, *_ = episode.hand.snapshot()
                seen = Counter([*deck, *pile, *(card for hand in hands for card in hand)])
                assert not seen - whole
                assert sum(length for _, _, _, length, _ in groups) == (whole - seen).total()


@EVERY_GAME
def test_the_mask_has_the_choices_and_nothing_else(game):
    games = Games(game, 2)
    games.batch.reset([5, 6])
    for _ in range(500):
        games.step()
        for place, episode in enumerate(games.batch.episodes):
            mask = games.masks[place * layout.ACTIONS : (place + 1) * layout.ACTIONS]
            choices = list(episode.choices)[: episode.count]
            assert len({*choices}) == len(choices)
            assert sorted(choices) == [action for action, legal in enumerate(mask) if legal]


def test_arrays_of_another_size_are_refused():
    with pytest.raises(ValueError, match=r"2 games must have \[844, 140, 4, 1, 1, 844\] numbers per game"):
        Batch(Games("phazed", 2).batch.episodes, *[array("h", [0])] * 6)


def test_as_many_actions_and_seeds_as_games_are_needed():
    games = Games("phazed", 2)
    games.batch.reset([1, 2])
    for call, argument in (
        (games.batch.reset, [1]),
        (games.batch.step, array("q", [0])),
        (games.batch.sample, array("q", [0])),
    ):
        with pytest.raises(ValueError, match=r"2 (seeds|actions), not 1"):
            call(argument)


@pytest.mark.parametrize("styles", [[0, 0, 0], [0, 1, 2, 4], [0, 0, 0, -1]])
def test_styles_that_are_none_are_refused(styles):
    with pytest.raises(ValueError, match="4 numbers from 0 to 3"):
        Games("phazed", 1, styles=styles)
