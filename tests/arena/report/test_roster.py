"""Rosters: ids by name, from any usual CSV, and what does not fit is named."""

from __future__ import annotations

import pytest

from phazed.arena.report.roster import read_roster, unlisted
from phazed.spreadsheets import BadTable


@pytest.mark.parametrize(
    "text",
    ["name,id\nann,1\nbob,2\n", "ID;e-mail;Name\n1;a@b;ann\n2;;bob\n", '"id","name"\r\n"1"," ann "\r\n"2","bob"\r\n'],
)
def test_a_roster_has_the_columns_name_and_id_in_any_order(text):
    assert read_roster(text, "class.csv") == {"ann": "1", "bob": "2"}


def test_a_row_may_be_short_and_a_name_may_be_repeated_with_the_same_id():
    assert read_roster("name,id\nann\nbob,2\nbob,2\n", "class.csv") == {"ann": "", "bob": "2"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "class.csv: a roster must have the columns name and id in its first line, but there is nothing"),
        ("name\nann\n", "class.csv: a roster must have the columns name and id in its first line, but there is name"),
        ("name,id\nann,1\nann,2\n", "class.csv, line 3: ann has two ids, 1 and 2"),
        (
            f"name,id\n{'a' * 200_000},1\n",
            "class.csv, after line 1: this is not CSV (field larger than field limit (131072))",
        ),
    ],
)
def test_a_bad_roster_is_explained(text, said):
    with pytest.raises(BadTable) as error:
        read_roster(text, "class.csv")
    assert str(error.value) == said


def test_names_that_do_not_fit_are_listed():
    assert unlisted(["ann", "bob"], {"ann": "1", "bob": "2"}) == ""
    assert unlisted(["ann", "bob", ""], {"ann": "1"}) == "bob and (no name) are not in the roster"
    assert unlisted(["ann"], {"ann": "1", "zoe": "2"}) == "zoe is in the roster but has not submitted a bot"
    many = [f"bot{number}" for number in range(12)]
    assert unlisted(many, {}).endswith("bot8, bot9 and 2 others are not in the roster")
