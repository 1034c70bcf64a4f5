"""The pages for researchers list every part of observations and actions with its place, and every column of data."""

from __future__ import annotations

import re
from pathlib import Path

import pyarrow
import pytest

from phazed.env.layout import ACTION_COUNT, ACTIONS, GROUP, OBSERVATION, OBSERVATION_SIZE
from phazed.env.schema import schema

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


def test_the_page_about_data_lists_every_column_in_order():
    page = (Path(__file__).parent.parent.parent / "docs" / "data.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", page, re.MULTILINE)
    described = schema(chances=True)
    assert [name for name, _ in rows] == described.names
    for name, said in rows:
        kind = described.field(name).type
        if pyarrow.types.is_fixed_size_list(kind):
            expected = f"{kind.value_type}[{kind.list_size}]"
        else:
            expected = "list of uint8" if pyarrow.types.is_list(kind) else str(kind)
        assert said == expected.replace("float", "float32").replace("float3232", "float32")
