"""The JSON form of answers, and the TypeScript declarations made from them."""

from __future__ import annotations

import json
from importlib.resources import files

import pytest

from answer_examples import REVIEW
from phazed.answers.bot_review import BotReview, Mean
from phazed.answers.form import VERSION, InvalidAnswer, from_json, from_store, to_json, to_store
from phazed.answers.ranking import BotMatch
from phazed.answers.typescript import answers, declarations


def test_the_declarations_for_browser_code_are_those_of_the_answers():
    """`python -m phazed.answers.typescript` writes them anew."""
    assert files("phazed.site").joinpath("answers.d.ts").read_text(encoding="utf-8") == declarations()


def test_an_answer_is_read_back_from_its_json():
    assert from_json(BotReview, json.loads(json.dumps(to_json(REVIEW)))) == REVIEW


def test_a_stored_answer_is_read_back_and_one_of_another_version_is_not():
    stored = json.loads(json.dumps(to_store(REVIEW)))
    assert from_store(BotReview, stored) == REVIEW
    assert from_store(BotReview, {**stored, "version": VERSION + 1}) is None
    assert from_store(BotReview, {**stored, "games": "four"}) is None
    assert from_store(BotReview, None) is None


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"match": "1"}, "BotMatch.match: expected int"),
        ({"others": "ann"}, "BotMatch.others: expected list"),
        ({"others": [1]}, r"BotMatch.others\[0\]: expected str"),
        ({"unknown": 1}, "BotMatch: expected BotMatch"),
    ],
)
def test_invalid_json_is_refused_by_the_name_of_the_field(change, named):
    valid = to_json(BotMatch(1, 0, None, 2, 30, 4, ("bob",), replay=False))
    assert from_json(BotMatch, valid).others == ("bob",)
    with pytest.raises(InvalidAnswer, match=named):
        from_json(BotMatch, {**valid, **change})


def test_a_missing_field_is_named():
    valid = to_json(Mean(1.0, 2.0))
    del valid["error"]
    with pytest.raises(InvalidAnswer, match="Mean with error"):
        from_json(Mean, valid)


def test_every_answer_has_a_name_of_its_own():
    names = [answer.__name__ for answer in answers()]
    assert len(set(names)) == len(names) > 10
