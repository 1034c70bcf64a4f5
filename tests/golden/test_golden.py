"""A golden game of each ruleset: its record replays exactly, and its log is what it has always been."""

from __future__ import annotations

from pathlib import Path

import pytest

from phazed.game.matchlog import MatchLog, write_log
from phazed.game.records import dumps, loads, record_of, replay
from phazed.rules.rulesets import RULESETS

HERE = Path(__file__).parent


@pytest.fixture(params=RULESETS)
def golden(request):
    return [(HERE / f"{request.param}.{ending}").read_text(encoding="utf-8") for ending in ("json", "log")]


def test_the_record_reads_and_writes_itself(golden):
    text, _ = golden
    assert dumps(loads(text)) + "\n" == text


def test_the_record_replays_to_its_log(golden):
    text, log = golden
    record = loads(text)
    assert "\n".join(write_log(replay(record), seed=record.seed, names=record.names)) + "\n" == log


def test_the_log_replays_to_the_same_plays_and_outcome(golden):
    text, log = golden
    record = loads(text)
    match = MatchLog(log)
    again = record_of(match.rules, match.events(), seed=match.seed, names=match.names)
    assert [hand.plays for hand in again.hands] == [hand.plays for hand in record.hands]
    assert again._replace(hands=()) == record._replace(hands=())
