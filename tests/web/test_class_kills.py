"""A class survives the death of its process; `class_kills` does the same more often."""

from __future__ import annotations

import pytest
from class_kills import survive


@pytest.mark.long
def test_a_class_that_is_killed_under_load_loses_and_doubles_nothing(tmp_path):
    submissions, _ = survive(tmp_path / "class", kills=3, seed=2)
    assert submissions > 0
