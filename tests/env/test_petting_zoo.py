"""The PettingZoo environments: PettingZoo's own tests, rewards, rendering, and what is refused."""

from __future__ import annotations

import subprocess
import sys
import warnings
from random import Random

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test
from rules_env import RulesEnv

from phazed.env import phasedout_v0, phazed_bonus_v0, phazed_v0
from phazed.env.drawing import drawing
from phazed.env.extra import needs
from phazed.env.layout import ACTION_COUNT, OBSERVATION_SIZE, OFFERED
from phazed.env.picture import picture
from phazed.game.games import shuffled
from phazed.game.view import view

MODULES = (phazed_v0, phazed_bonus_v0, phasedout_v0)
EVERY_GAME = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__.split(".")[-1])


def walk(env, chance, *, lays=True):
    """Play a game at random; with `lays`, phases and lay-offs are preferred. Yields the environment after each step."""
    while env.agents:
        if env.terminations[env.agent_selection]:
            env.step(None)
        else:
            legal = env.unwrapped.legal_actions
            wanted = [action for action in legal if not 77 <= action < 132] if lays else []
            env.step(chance.choice(wanted or legal))
        yield env


@pytest.mark.no_cover
@EVERY_GAME
def test_petting_zoos_own_tests_pass(module, capsys):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(module.env(), num_cycles=200)
    seed_test(module.env, num_cycles=30)
    render_test(module.env)
    assert "Passed API test" in capsys.readouterr().out


@EVERY_GAME
@pytest.mark.parametrize("actions", OFFERED)
def test_the_environment_and_the_rules_agree_on_every_action_observation_reward_and_state(module, actions):
    rewards = {"cards": "win", "macros": "shaped", "all": "zero_sum"}[actions]
    env = module.raw_env(actions=actions, rewards=rewards)
    oracle = RulesEnv(env.rules, actions=actions, rewards=rewards)
    decks = [shuffled(env.rules, 9, hand) for hand in range(env.rules.max_hands)]
    env.reset(options={"decks": decks})
    oracle.reset(decks)
    chance = Random(7)
    for number in range(300):
        assert env.agent_selection == f"player_{oracle.state.seat}"
        assert env.legal_actions == oracle.legal_actions
        for seat, name in enumerate(env.possible_agents):
            assert np.array_equal(env.observe(name)["observation"], oracle.observe(seat))
        if number % 20 == 0:
            assert env.state_of_hand == oracle.state
            assert env.standing == oracle.standing
        if oracle.standing.over:
            break
        lays = [action for action in env.legal_actions if not 77 <= action < 132]
        action = chance.choice(lays if lays and chance.random() < 0.9 else env.legal_actions)
        env.step(action)
        oracle.step(action)
        assert list(env.rewards.values()) == oracle.rewards
        assert all(env.terminations.values()) == oracle.standing.over


def test_a_game_for_which_there_are_too_few_decks_says_so():
    env = phasedout_v0.raw_env(actions="macros")
    env.reset(options={"decks": [shuffled(env.rules, 1, 0)]})
    with pytest.raises(ValueError, match="there is no deck for hand 2"):
        for _ in walk(env, Random(1)):
            pass


@EVERY_GAME
@pytest.mark.parametrize("options", [{}, {"actions": "macros"}, {"actions": "all"}], ids=str)
def test_a_whole_game_ends_and_its_winners_share_the_reward(module, options):
    env = module.env(**options)
    env.reset(seed=3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for _ in walk(env, Random(1)):
        if all(env.terminations.values()) and len(env.agents) == 4:
            total = dict(env.rewards)
    ranks = env.unwrapped.standing.ranks
    assert env.unwrapped.standing.over
    assert total == {f"player_{seat}": (rank == 1) / ranks.count(1) for seat, rank in enumerate(ranks)}


def rewards_of(**options):
    env = phasedout_v0.env(actions="macros", **options)
    env.reset(seed=5)
    given = np.zeros(4)
    for _ in walk(env, Random(2)):
        if len(env.agents) == 4:
            given += list(env.rewards.values())
    return env.unwrapped, given


def test_zero_sum_rewards_are_the_winners_share_less_a_quarter():
    _, win = rewards_of()
    _, zero_sum = rewards_of(rewards="zero_sum")
    assert win.sum() == pytest.approx(1)
    assert zero_sum == pytest.approx(win - 0.25)


def test_shaped_rewards_count_phases_and_points_as_well():
    env, shaped = rewards_of(rewards="shaped")
    ranks = env.standing.ranks
    expected = [
        (rank == 1) / ranks.count(1) + done - score / 100
        for rank, done, score in zip(ranks, env.standing.status, env.standing.scores)
    ]
    assert shaped == pytest.approx(expected)


@pytest.mark.no_cover
def test_the_reward_of_an_agent_is_what_came_since_its_last_action():
    env = phasedout_v0.env(actions="macros", rewards="shaped")
    env.reset(seed=5)
    collected, given = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0.0)
    chance = Random(2)
    for agent in env.agent_iter():
        _, reward, termination, _, info = env.last()
        collected[agent] += reward
        env.step(None if termination else int(chance.choice(info["action_mask"].nonzero()[0])))
        if len(env.agents) == 4:
            for name, value in env.rewards.items():
                given[name] += value
    assert collected == pytest.approx(given)


@EVERY_GAME
def test_only_the_agent_to_act_has_a_mask(module):
    env = module.raw_env()
    env.reset(seed=1)
    for _, _ in zip(walk(env, Random(3)), range(50)):
        for agent in env.possible_agents:
            observation = env.observe(agent)
            assert env.observation_space(agent).contains(observation)
            assert observation["action_mask"].any() == (agent == env.agent_selection)
            assert (observation["action_mask"] == env.infos[agent]["action_mask"]).all()


def test_the_spaces_are_as_large_as_the_layout_says():
    env = phazed_v0.env()
    assert env.observation_space("player_0")["observation"].shape == (OBSERVATION_SIZE,)
    assert env.action_space("player_3").n == ACTION_COUNT
    assert env.metadata["name"] == "phazed_v0"


def first_hand(seed, games=1):
    env = phazed_v0.env()
    env.reset(seed=seed)
    for _ in range(games - 1):
        env.reset()
    return env.unwrapped.state_of_hand


def test_a_seed_decides_the_deals_of_its_game_and_of_those_that_follow():
    assert first_hand(1) == first_hand(1)
    assert first_hand(1, games=2) == first_hand(1, games=2)
    assert len({first_hand(1).deck, first_hand(2).deck, first_hand(1, games=2).deck, first_hand(None).deck}) == 4


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (5, r"action 5 \(phase 4\) is not legal for player_1; see its action_mask"),
        (140, "action 140 is not legal"),
        (-1, "action -1 is not legal"),
        (None, "action None is not legal"),
    ],
)
def test_an_action_that_is_not_legal_is_refused_and_changes_nothing(action, said):
    env = phazed_v0.raw_env()
    env.reset(seed=1)
    before = env.state_of_hand
    with pytest.raises(ValueError, match=said):
        env.step(action)
    assert env.state_of_hand is before


@pytest.mark.parametrize("option", ["actions", "rewards", "render_mode"])
def test_an_option_with_an_unknown_value_is_refused(option):
    with pytest.raises(ValueError, match=f"{option}='nothing': choose one of"):
        phazed_v0.raw_env(**{option: "nothing"})


def in_play(mode):
    """A game with phases on the table."""
    env = phazed_v0.raw_env(render_mode=mode, actions="macros")
    env.reset(seed=2)
    steps = walk(env, Random(1))
    while not any(phase for phase, _ in env.state_of_hand.table):
        next(steps)
    return env


def test_text_shows_every_hand_and_group():
    env = in_play("ansi")
    text = env.render()
    for hand in env.state_of_hand.hands:
        assert all(card in text for card in hand)
    assert "set: " in text


def test_human_rendering_prints_after_each_step(capsys):
    env = phazed_v0.raw_env(render_mode="human")
    env.reset(seed=1)
    env.step(0)
    assert "> player_1" in capsys.readouterr().out
    assert env.render() is None


def test_pixels_show_a_card_more_after_a_draw():
    env = phazed_v0.raw_env(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    env.step(0)
    white = [(pixels == 255).all(axis=2).sum() for pixels in (before, env.render())]
    assert white[1] > white[0]
    assert in_play("rgb_array").render().shape == before.shape


def test_pixels_that_there_is_no_room_for_are_left_out():
    env = in_play("rgb_array")
    state = env.state_of_hand
    table = tuple((phase, tuple(group * 9 for group in groups)) for phase, groups in state.table)
    assert picture(state._replace(table=table)).shape == env.render().shape


def test_without_a_mode_nothing_is_rendered():
    env = phazed_v0.raw_env()
    env.reset(seed=1)
    assert env.render() is None
    env.close()


def test_an_agent_is_shown_its_own_cards_and_the_table_as_svg():
    env = in_play(None)
    seat = env.state_of_hand.seat
    svg = env.render_svg(f"player_{seat}")
    groups = sum(len(groups) for _, groups in env.state_of_hand.table)
    assert svg.startswith("<svg")
    assert svg.count("<svg") == groups + 3
    assert "phase 1" in svg
    assert "top discard: no cards" in drawing(view(env.state_of_hand._replace(pile=()), 0))


@pytest.mark.parametrize("package", ["gymnasium", "numpy", "pettingzoo"])
def test_without_the_extra_the_message_says_how_to_install_it(package):
    program = f"import sys; sys.modules[{package!r}] = None; import phazed.env.phazed_v0"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert f"this needs the package {package}: pip install 'phazed[env]'" in done.stderr


def test_a_missing_package_of_an_extra_is_named_with_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ModuleNotFoundError, match=r"pyarrow: pip install 'phazed\[data\]'"), needs("data"):
        import pyarrow  # noqa: F401


def test_another_missing_module_is_reported_as_it_is():
    with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_module'"), needs("env"):
        import no_such_module  # noqa: F401
