"""The examples run, and the bots of the tutorial do what it says of them."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import pytest

from phazed.bots import make
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHAZED

EXAMPLES = Path(__file__).parent.parent / "examples"
STEPS = sorted((EXAMPLES / "first_bot").glob("step_*.py"))
SCRIPTS = sorted((EXAMPLES / "scripts").glob("*.py"))
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))
BEST = STEPS[-1]


def bot_of(path):
    """The bot's function."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.phazed_play


def outcomes(path, games):
    """The bot's place in so many games against three casual players, in every seat equally often."""
    for seed in range(games):
        players = [make("casual", PHAZED, (seed, seat)) for seat in range(4)]
        players[seed % 4] = bot_of(path)
        outcome = play_game(PHAZED, players, seed=seed).outcome
        assert outcome.error is None, outcome.error
        yield outcome, seed % 4


@pytest.mark.no_cover
@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_every_step_of_the_tutorial_plays_whole_games_without_an_error(path):
    assert len(list(outcomes(path, 4))) == 4


@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_every_step_of_the_tutorial_is_shown_in_it(path):
    text = (EXAMPLES.parent / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert f"examples/first_bot/{path.name}" in text


@pytest.mark.long
@pytest.mark.parametrize("games", [40, pytest.param(200, marks=pytest.mark.thorough)])
def test_the_last_bot_of_the_tutorial_beats_the_casual_player(games):
    won = sum(outcome.ranks[seat] == 1 for outcome, seat in outcomes(BEST, games))
    assert won > games / 4


ADVICE = {
    "step_1": "Have it lay its phase when it can",
    "step_2": "Have it lay its phase when it can",
    "step_3": "Have it keep the cards that its phase needs, and take the top discard when it is one of them",
    "step_4": "Have it lay off cards once its phase is laid",
    "step_5": "Find out why it loses games",
}
"""What the check of each step advises to do next."""


@pytest.mark.long
@pytest.mark.parametrize("games", [4, pytest.param(24, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("path", STEPS, ids=lambda path: path.stem)
def test_every_step_of_the_tutorial_passes_the_check_which_leads_to_the_next(path, games):
    command = [sys.executable, "-m", "phazed", "check", str(path), "--json", "--games", str(games)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    advice = ADVICE[path.stem]
    assert json.loads(done.stdout)["next"].startswith(advice)
    tutorial = (EXAMPLES.parent / "docs" / "tutorial.md").read_text(encoding="utf-8")
    assert f'"{advice}"' in " ".join(tutorial.split())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_cells_of_every_notebook_run_in_order(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert not any(cell.get("outputs") for cell in cells)
    names = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert 0 < names["brier"] < 0.1875  # better than to say 25 % always
    assert names["Bars"](names["mean_turn"], "phases")._repr_svg_().count("<rect") == 7


@pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="PyTorch is for this example alone")
def test_the_training_script_writes_its_learning_curve(tmp_path):
    options = ["--minutes", "0", "--envs", "4", "--steps", "8", "--games", "1", "--out", str(tmp_path / "ppo")]
    command = [sys.executable, str(EXAMPLES / "train_ppo.py"), *options]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows = (tmp_path / "ppo" / "curve.csv").read_text(encoding="utf-8").splitlines()
    assert head == "seconds,steps,reward,entropy,wins,games"
    assert rows[-1].split(",")[1] == "32"
    evaluate = ["--evaluate", str(tmp_path / "ppo" / "model.pt"), "--games", "1"]
    done = subprocess.run([*command[:2], *evaluate], capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.stdout.startswith("wins ")


@pytest.mark.no_cover
@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_every_script_runs_and_prints_something(path, tmp_path):
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, encoding="utf-8", cwd=tmp_path, timeout=600, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip()
