"""A simulated week of a class, with kills, a deadline, a final, deletions, grading again and backups."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "semester.py"


@pytest.mark.thorough
def test_a_simulated_week_has_no_wrong_result():
    command = [sys.executable, str(BENCHMARK), "--students", "12", "--weeks", "1", "--matches", "300"]
    done = subprocess.run(command, cwd=BENCHMARK.parent, capture_output=True, text=True, timeout=3000)
    assert (done.returncode, done.stderr.splitlines()[-1:]) == (0, ["1 weeks without a wrong result"]), done.stderr
