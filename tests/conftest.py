"""What holds for all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

from phazed import bots
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort
from phazed.cli import main

# The same examples in every run, however slow the machine; `make thorough` loads the other profile, to find new ones.
settings.register_profile("same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("new", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("PHAZED_EXAMPLES", "same"))

QUICK = Effort(worlds=4, seconds=10.0)

# A shell that runs the tests in the background has them ignore Ctrl-C, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config, items):
    """Leave out thorough tests, unless they are asked for by name or by their marker."""
    if "thorough" in config.option.markexpr or any("::" in each for each in config.args):
        return
    left_out = [item for item in items if item.get_closest_marker("thorough")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("thorough")]


@pytest.fixture(autouse=True)
def _quick_expert(monkeypatch):
    """The expert thinks little, and the course's players remember nothing of another test."""
    monkeypatch.setattr(ExpertBot.__init__, "__defaults__", (0, QUICK))
    monkeypatch.setattr(bots, "_players", {})


@pytest.fixture
def phazed(capsys):
    """Run a command in this process; returns its exit code, standard output and standard error."""

    def run(*arguments):
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:  # which is how argparse ends
            code = leaving.code
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    return run
