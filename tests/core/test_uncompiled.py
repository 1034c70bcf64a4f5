"""Compiled and as plain Python the core does the same, number for number."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from phazed.core import is_compiled

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not is_compiled(), reason="the core is not compiled, so there is nothing to compare"),
]
ROOT = Path(__file__).parent.parent.parent

BEGINNING = """
import json, sys
from encoded import own_view, played, policy_of, sampler_of
from phazed.core import is_compiled
from phazed.core.encoding import encode, kinds_of, new_futures, new_hand, new_policy, new_simulator
from phazed.core.playout import Playout
from phazed.core.search import Search
from phazed.core.simulator import HandRecorder
from phazed.rules.legality import BEFORE
from phazed.rules.rulesets import RULESETS

game = sys.argv[1]
rules = RULESETS[game]
found = []


def note(*things):
    found.append(things)


def some_states(step):
    return [event.before for event in played(game, "greedy random", 1)][3::step]
"""

HANDS = """
for style in ([0] * 4, [1] * 4, [0, 1, 1, 0]):
    simulator = new_simulator(rules, 12345)
    simulator.style = style
    for done in ([0, 0, 0, 0], [0, 1, 3, 7], [15, 15, 15, 15]):
        simulator.play_hands(3, done)
        note(simulator.hand.snapshot(), simulator.hands, simulator.turns, list(simulator.hand.done))
simulator.play_games(1)
note(list(simulator.wins), list(simulator.score), simulator.hands, simulator.turns, list(simulator.completed))
note(list(HandRecorder(new_hand(rules), new_policy(rules), rules.max_hands, 7).record(5)))
"""

POLICY = """
policy = policy_of(game)
for state in some_states(5):
    hand = encode(state)
    if state.stage == BEFORE:
        note(policy.takes(hand))
    elif hand.laid[state.seat]:
        note(policy.plan(hand), policy.throws(hand))
    else:
        note(policy.opinions(hand), policy.throws(hand), policy.best_phase(hand))
        note([policy.find(hand, kind) for kind in kinds_of(rules)])
"""

SAMPLES = """
for number, state in enumerate(some_states(60)):
    _, sampler = sampler_of(own_view(state), number)
    note(sampler.hands(10, 6), sampler.steps, sampler.moves)
"""

SEARCH = """
def rounded(rows):
    '''The rows with standard errors that do not depend on how a machine takes a square root.'''
    return [(value, round(error, 12), *rest) for value, error, *rest in rows]


for number, state in enumerate(some_states(90)):
    knowledge, sampler = sampler_of(own_view(state), number)
    policy = new_policy(rules)
    playout = Playout(new_hand(rules), policy, rules.max_hands, 0)
    search = Search(policy, playout, new_futures(rules), sampler, knowledge.hand, new_hand(rules))
    if state.stage == BEFORE:
        candidates = [(1, -1), (2, -1)] if state.discard != "ZZ" else [(1, -1)]
    else:
        candidates = [(5, card) for card in sorted(set(knowledge.hand.held(state.seat)) - {52})[:4]]
    search.consider(candidates, [0.0, 10.0, 20.0, 30.0])
    search.warm_up(30)
    search.round(4)
    note(rounded(search.results()), rounded([search.gap(0, len(candidates) - 1)]))
"""

BATCH = """
from test_batch import Games

for styles in ((0, 0, 0, 0), (0, 1, 2, 3)):
    for offered in (0, 1, 2):
        games = Games(game, 2, offered, styles)
        games.batch.reset([3, 4])
        for _ in range(60):
            games.step()
            note(list(games.actions), list(games.rewards), list(games.seats))
            note(list(games.observations), list(games.masks))
"""

RECORDS = """
from phazed.core.recorder import ROW_WIDTH
from test_recorder import new_recorder

for seed in (1, 2):
    recorder, rows, chances = new_recorder(game)
    note(recorder.play(seed), recorder.completed(), recorder.dealt())
    note(list(rows[: recorder.recorded * ROW_WIDTH]), [round(each, 6) for each in chances[: 4 * recorder.recorded]])
"""

ENDING = """
print(json.dumps([is_compiled(), found]))
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of the sources without anything compiled."""
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")
    return shutil.copytree(ROOT / "src", tmp_path_factory.mktemp("uncompiled") / "src", ignore=left_out)


def run(script, game, source):
    """What the script notes, in a process of its own that imports from there."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", BEGINNING + script + ENDING, game],
        env=os.environ
        | {
            "PYTHONPATH": f"{source}{os.pathsep}{ROOT / 'tests'}{os.pathsep}{ROOT / 'tests' / 'core'}",
            "PHAZED_UNCOMPILED": "1",
        },
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("game", ["phazed", "phazed_bonus", "phasedout"])
@pytest.mark.parametrize(
    "script",
    [HANDS, POLICY, SAMPLES, SEARCH, BATCH, RECORDS],
    ids=["hands and games", "decisions", "samples", "search", "batch", "records"],
)
def test_the_same_seed_gives_the_same_results(source, script, game):
    compiled, ours = run(script, game, ROOT / "src")
    uncompiled, plain = run(script, game, source)
    assert compiled
    assert not uncompiled
    assert len(ours) > 2
    assert plain == ours
