"""The page about the environments lists every part of observations and actions with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from phazed.env.layout import ACTION_COUNT, ACTIONS, GROUP, OBSERVATION, OBSERVATION_SIZE

PAGE = (Path(__file__).parent.parent.parent / "docs" / "environments.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("layout", [ACTIONS, OBSERVATION, GROUP], ids=["actions", "observation", "group"])
def test_the_page_lists_every_part_with_its_place_shape_and_meaning(layout):
    for name, part in layout.items():
        last = part.start + part.size - 1
        places = f"{part.start}" if part.size == 1 else f"{part.start} to {last}"
        row = f"| `{name}` | {places} | {' by '.join(map(str, part.shape))} | {part.meaning} |"
        assert row in PAGE


def test_the_facts_are_those_of_the_spaces():
    assert PAGE.count(f"`Discrete({ACTION_COUNT})`") == 3
    assert PAGE.count(f"`({OBSERVATION_SIZE},)`") == 3
