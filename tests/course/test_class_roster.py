"""Rosters as spreadsheets write them."""

from __future__ import annotations

import pytest

from phazed.course.roster import MAX_STUDENTS, Entry, read_roster
from phazed.rules.errors import PhazedError


@pytest.mark.parametrize(
    "text",
    [
        "name,student number,group\nAda,1815,Mon\n",
        "\ufeffStudent ID;Name;Tutorial\r\n1815;Ada;Mon\r\n",
        "number\tsection\tfull name\tmark\n 1815 \tMon\t  Ada \t9\n\n\n",
    ],
)
def test_columns_are_found_by_their_heads_in_any_order(text):
    assert read_roster(text, "r.csv") == [Entry("Ada", "1815", "Mon")]


def test_the_group_may_be_missing():
    assert read_roster("name,id\n,\nAda,1815\n", "r.csv") == [Entry("Ada", "1815", "")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "those of a learning platform, but there is nothing"),
        ("name,mark\nAda,1\n", "there is name and mark"),
        ("name,id\n", "r.csv: there is no student in it"),
        ("name,id\nAda,\n", "r.csv, line 2: there is no student number"),
        ("name,id\n,1815\n", "r.csv, line 2: there is no name"),
        ("name,id\nAda,1815\nBob,1815\n", "r.csv, line 3: the number 1815 occurs twice"),
        (f"name,id\n{'x' * 300},1\n", "r.csv, line 2: a field has at most 200 characters"),
        ('name,id\n"' + "x" * 200_000, "this is not CSV"),
        ("name,id\n" + "".join(f"s,{number}\n" for number in range(MAX_STUDENTS + 1)), "at most 5,000 students"),
    ],
)
def test_a_roster_that_cannot_be_read_is_refused_with_the_line(text, problem):
    with pytest.raises(PhazedError) as error:
        read_roster(text, "r.csv")
    assert problem in str(error.value)
