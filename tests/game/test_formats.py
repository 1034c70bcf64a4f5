"""The examples in the description of the formats are what Phazed reads and writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

from phazed.game.games import GameEnded, Outcome, Played, PlayerError
from phazed.game.matchlog import MatchLog, write_log
from phazed.game.notation import FORMS, format_play, parse_play
from phazed.game.records import dumps, loads, replay

PAGE = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
(RECORD,) = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
LOG, ENDING = re.findall(r"```text\n(.*?)\n```", PAGE, re.DOTALL)


def test_the_record_is_read_replayed_and_written_again():
    record = loads(RECORD)
    assert json.loads(dumps(record)) == json.loads(RECORD)
    assert sum(isinstance(event, Played) for event in replay(record)) == 5


def test_the_log_is_read_and_written_again():
    log = MatchLog(LOG)
    events = list(log.events())
    assert "\n".join(write_log(events, seed=17, names=log.names)) == LOG
    assert isinstance(events[-1], GameEnded)


def test_the_log_and_the_record_are_of_one_game():
    assert [event.play for event in MatchLog(LOG).events() if isinstance(event, Played)] == [
        event.play for event in replay(loads(RECORD)) if isinstance(event, Played)
    ]


def test_every_form_of_a_play_has_an_example():
    rows = re.findall(r"^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$", PAGE, re.MULTILINE)
    assert {form for form, _ in rows} == {*FORMS, "phase: CARDS / CARDS"}
    for _, example in rows:
        assert format_play(parse_play(example)) == example


def test_every_key_of_a_record_is_described():
    data = json.loads(RECORD)
    keys = {*data, *data["hands"][0], *(f"outcome.{field}" for field in Outcome._fields)} - {"outcome"}
    described = {
        key for row in re.findall(r"^\| (`.+?) \|", PAGE, re.MULTILINE) for key in re.findall(r"`([^`]+)`", row)
    }
    assert keys <= described
    assert all(f"`{field}`" in PAGE for field in PlayerError._fields)


def test_the_ending_of_a_log_is_in_the_words_that_are_written():
    text = (Path(__file__).parents[1] / "golden" / "phazed.log").read_text(encoding="utf-8")
    for line in ENDING.splitlines():
        words = re.sub(r"\d+(st)?", r"\\d+(st|nd|rd|th)?", re.escape(line.partition("] ")[2]))
        assert re.search(words, text), line
