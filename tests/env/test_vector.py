"""The vector environment on the core beside the PettingZoo environments on the rules, and its own promises."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from rules_env import RulesEnv

from phazed.core.encoding import NAMES
from phazed.env.layout import ACTIONS, OFFERED, parts
from phazed.env.vector import OPPONENTS, VectorEnv
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import RULESETS
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def decks(env):
    """The decks that the core deals, each when it is asked for."""
    while True:
        hand = env.batch.episodes[0].hand
        yield tuple(NAMES[card] for card in list(hand.deck)[: hand.deck_size])


def side_by_side(game, actions, rewards, steps, seed):
    """Play on the core and on the rules at once; how many games ended, and which kinds of actions were taken."""
    core = VectorEnv(1, game, actions=actions, rewards=rewards)
    rules = RulesEnv(RULESETS[game], actions=actions, rewards=rewards)
    seen, infos = core.reset(seed=seed)
    rules.reset(decks(core))
    chance, ended, kinds = Random(seed), 0, set()
    for _ in range(steps):
        legal = rules.legal_actions
        assert rules.state.seat == infos["seat"][0]
        assert np.array_equal(seen["observation"][0], rules.observe(rules.state.seat))
        assert seen["action_mask"][0].nonzero()[0].tolist() == legal
        lays = [action for action in legal if not 77 <= action < 132]
        action = chance.choice(lays if lays and chance.random() < 0.8 else legal)
        kinds |= {name for name, part in ACTIONS.items() if part.start <= action < part.start + part.size}
        seen, reward, terminations, truncations, infos = core.step([action])
        rules.step(action)
        assert infos["rewards"][0] == pytest.approx(rules.rewards, abs=1e-6)
        assert reward[0] == infos["rewards"][0][infos["acted"][0]]
        assert terminations[0] == rules.standing.over
        assert not truncations[0]
        assert ("final_obs" in infos) == terminations[0]
        if terminations[0]:
            ended += 1
            assert np.array_equal(infos["final_obs"][0], rules.observe(rules.state.seat))
            assert infos["_final_obs"].tolist() == [True]
            rules.reset(decks(core))
    return ended, kinds


@pytest.mark.no_cover
@EVERY_GAME
@pytest.mark.parametrize("actions", OFFERED)
def test_the_core_and_the_rules_agree_on_every_observation_mask_and_reward(game, actions):
    rewards = {"cards": "win", "macros": "shaped", "all": "zero_sum"}[actions]
    ended, kinds = side_by_side(game, actions, rewards, 2500, seed=4)
    assert ended or actions == "cards"
    macros, by_card = {"lay_best", "lay_off_all"}, {"phase", "card", "spot"}
    expected = {*ACTIONS} - (macros if actions == "cards" else by_card if actions == "macros" else set())
    assert kinds == expected - (set() if game == "phazed_bonus" else {"skip"})


@pytest.mark.long
@EVERY_GAME
@pytest.mark.parametrize("actions", OFFERED)
@pytest.mark.parametrize(
    ("seed", "steps"),
    [(100, 6_000), *(pytest.param(seed, 12_000, marks=pytest.mark.thorough) for seed in range(100, 103))],
)
def test_the_core_and_the_rules_agree_in_many_games(game, actions, seed, steps):
    ended, _ = side_by_side(game, actions, "shaped", steps, seed=seed)
    assert ended


def trace(env, seed, steps=400):
    """Everything that an environment says in some steps of random play."""
    seen, infos = env.reset(seed=seed)
    found = [seen["observation"].copy(), infos["seat"].copy()]
    for _ in range(steps):
        seen, rewards, terminations, _, infos = env.step(env.sample())
        found += [seen["observation"].copy(), seen["action_mask"].copy(), rewards, terminations, infos["seat"].copy()]
    return found


@EVERY_GAME
def test_a_seed_decides_everything(game):
    one, two, other = (trace(VectorEnv(5, game, actions="macros"), seed) for seed in (9, 9, 10))
    assert all(np.array_equal(a, b) for a, b in zip(one, two))
    assert not all(np.array_equal(a, b) for a, b in zip(one, other))


def test_a_reset_begins_again_whatever_came_before():
    env = VectorEnv(3, "phazed_bonus", opponents=["fast", "random", "greedy"])
    first = trace(env, 1)
    assert all(np.array_equal(a, b) for a, b in zip(first, trace(env, 1)))


def test_a_place_depends_on_its_own_seed_alone():
    together, alone = VectorEnv(3, actions="macros"), VectorEnv(1, actions="macros")
    seen, _ = together.reset(seed=[7, 8, 9])
    single, _ = alone.reset(seed=8)
    for _ in range(300):
        assert np.array_equal(seen["observation"][1], single["observation"][0])
        actions = together.sample()
        seen, *_ = together.step(actions)
        single, *_ = alone.step(actions[1:2])


def test_games_without_a_seed_differ():
    env = VectorEnv(2)
    assert not np.array_equal(env.reset()[0]["observation"], env.reset()[0]["observation"])


def test_gymnasiums_vector_wrappers_work_on_it():
    env = RecordEpisodeStatistics(
        VectorEnv(4, "phasedout", actions="macros", rewards="zero_sum", opponents=["fast"] * 3)
    )
    env.reset(seed=1)
    finished = []
    for _ in range(400):
        seen, _, terminations, _, infos = env.step(env.unwrapped.sample())
        finished += infos["episode"]["r"][terminations].tolist() if terminations.any() else []
    assert env.observation_space.contains(seen)
    assert len(finished) > 4
    assert {*finished} <= {-0.25, 0.25, 0.75}


def test_arrays_are_copies_unless_asked_otherwise():
    for copy in (True, False):
        env = VectorEnv(2, copy=copy)
        seen, _ = env.reset(seed=1)
        kept = seen["observation"].copy()
        again, *_ = env.step(env.sample())
        assert np.array_equal(seen["observation"], kept) == copy
        assert (again["observation"] is seen["observation"]) != copy


@EVERY_GAME
@pytest.mark.parametrize("opponent", OPPONENTS)
def test_opponents_play_between_steps_and_the_learner_changes_seats(game, opponent):
    env = VectorEnv(4, game, actions="macros", rewards="zero_sum", opponents=[opponent] * 3)
    _, infos = env.reset(seed=3)
    assert infos["seat"].tolist() == [0] * 4
    chance, seats, ended = np.random.default_rng(1), set(), 0
    for _ in range(1500):
        masks = env._out(env._masks)
        lays = masks.copy()
        lays[:, 77:132] = 0
        masks = np.where(lays.any(axis=1, keepdims=True), lays, masks)
        actions = [int(chance.choice(mask.nonzero()[0])) for mask in masks]
        _, rewards, terminations, _, infos = env.step(actions)
        seats |= {*infos["seat"].tolist()}
        for place in terminations.nonzero()[0]:
            ended += 1
            assert infos["rewards"][place].sum() == pytest.approx(0, abs=1e-5)
            assert infos["seat"][place] == (infos["acted"][place] + 1) % 4
        assert (rewards == infos["rewards"][np.arange(4), infos["acted"]]).all()
    assert seats == {0, 1, 2, 3} or opponent == "random"
    assert ended


def test_what_is_known_of_opponents_is_what_they_took_and_still_hold():
    env = VectorEnv(8, actions="macros", opponents=["fast"] * 3)
    seen, _ = env.reset(seed=3)
    found = 0
    for _ in range(200):
        seen, _, _, _, infos = env.step(env.sample())
        known = parts(seen["observation"])["known"]
        for place, episode in enumerate(env.batch.episodes):
            for other in range(3):
                held = np.bincount(episode.hand.held((infos["seat"][place] + 1 + other) % 4), minlength=53)
                assert (known[place, other] <= held).all()
                found += known[place, other].sum()
    assert found > 100


@pytest.mark.parametrize(
    ("options", "error", "said"),
    [
        ({"num_envs": 0}, ValueError, "num_envs must be at least 1, not 0"),
        ({"game": "poker"}, InvalidNotation, "there is no game 'poker'"),
        ({"actions": "plays"}, ValueError, "actions='plays': choose one of"),
        ({"rewards": "money"}, ValueError, "rewards='money': choose one of"),
        ({"opponents": ["fast"]}, ValueError, "opponents must be 3 names or None, not 1"),
        ({"opponents": ["expert"] * 3}, ValueError, "opponents='expert': choose one of 'random', 'greedy', 'fast'"),
    ],
)
def test_options_that_make_no_environment_are_refused(options, error, said):
    with pytest.raises(error, match=said):
        VectorEnv(**{"num_envs": 1} | options)


def test_an_action_that_is_not_legal_is_refused_and_changes_nothing():
    env = VectorEnv(2)
    before, _ = env.reset(seed=1)
    for wrong in ([0, 77], [140, 0], [0, -1]):
        with pytest.raises(ValueError, match="is not legal in game"):
            env.step(wrong)
    with pytest.raises(ValueError, match="there must be 2 actions, not 1"):
        env.step([0])
    assert np.array_equal(env._observed()["observation"], before["observation"])
    with pytest.raises(ValueError, match="a seed must be from 0"):
        env.reset(seed=-1)
    with pytest.raises(ValueError, match="there must be 2 seeds, not 3"):
        env.reset(seed=[1, 2, 3])
