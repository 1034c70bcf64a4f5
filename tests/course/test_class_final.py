"""The final: who plays, what is promised before and shown after, and what the teacher may change."""

from __future__ import annotations

import csv
import io
import time
from contextlib import closing
from threading import Event

import pytest

from classes import make_class, passed, student
from phazed.arena.executors.pool import InProcess
from phazed.arena.settings import seed_hash
from phazed.course.final import FinalRunner, begin, disqualified, finalists, finals, is_over, next_hash, seed_of
from phazed.storage.course.database import ClassError
from phazed.storage.results.store import Store
from tournaments import SIMPLE


class Paused:
    """What the runner does with the engine."""

    def __init__(self):
        self.paused = Event()
        self.woken = 0

    def wake(self):
        self.woken += 1


@pytest.fixture
def folder(tmp_path):
    with closing(make_class(tmp_path / "class", game="phasedout", final_matches=4)) as made:
        for number in ("1815", "1912", "1906"):
            passed(made, number)
        made.people.set_nickname(student(made).id, "Countess")
        yield made


def play(folder, executor=None):
    """Play the final as far as it goes."""
    runner = FinalRunner(folder.path, executor or InProcess(), 1, Paused())
    runner.wait()  # for nothing, as it has not begun
    runner.resume()
    runner.resume()  # a final that is being played is not begun twice
    runner.wait()
    return runner


def results(folder, name="final"):
    return closing(Store.existing(folder.path / name))


def test_the_version_that_was_active_before_the_deadline_plays(folder):
    old = passed(folder, source=f"{SIMPLE}\n# old")
    new = passed(folder, source=f"{SIMPLE}\n# new")
    folder.submissions.activate(folder.submissions.get(old.id))
    passed(folder, "1912", source=f"{SIMPLE}\n# late", late=True)
    passed(folder, "1930", source=f"{SIMPLE}\n# late", late=True)
    found = finalists(folder)
    assert found["Countess"].id == old.id
    assert new.id not in [each.id for each in found.values()]
    assert not any(each.late for each in found.values())
    assert len(found) == 3


def test_the_seed_is_promised_by_its_hash_and_published_afterwards(folder):
    promised = next_hash(folder)
    final = begin(folder)
    assert folder.settings.deadline <= time.time()
    assert seed_hash(seed_of(folder, final.name)) == promised
    assert next_hash(folder) != promised
    assert play(folder).failure is None
    with results(folder) as store:
        assert store.settings["seed"] == seed_of(folder, "final")
        assert store.settings["schedule"] == "staged"
    assert is_over(folder.path / "final")
    assert "The final is over" in folder.database.events()[0].what


def test_everybody_plays_and_the_report_is_written_once(folder):
    begin(folder)
    play(folder)
    with results(folder) as store:
        names = {bot.name for bot in store.bots}
        count = store.played
    assert {"Countess", "@casual"} <= names
    rows = list(csv.DictReader(io.StringIO((folder.path / "final" / "ranking.csv").read_text())))
    assert len(rows) == 7
    before = (folder.path / "final" / "index.html").stat().st_mtime_ns
    play(folder)
    assert (folder.path / "final" / "index.html").stat().st_mtime_ns == before
    with results(folder) as store:
        assert store.played == count


def test_an_interrupted_final_goes_on(folder):
    class Tired(InProcess):
        left = 5

        def submit(self, fn, /, *args, **kwargs):
            self.left -= 1
            if self.left < 0:
                raise KeyboardInterrupt
            return super().submit(fn, *args, **kwargs)

    begin(folder)
    assert isinstance(play(folder, Tired()).failure, KeyboardInterrupt)
    assert not is_over(folder.path / "final")
    with pytest.raises(ClassError, match="the final is being played"):
        begin(folder, "again")
    assert play(folder).failure is None
    assert is_over(folder.path / "final")


def test_a_final_is_played_again_only_with_a_reason_which_the_report_shows(folder):
    begin(folder)
    play(folder)
    with pytest.raises(ClassError, match="give a reason"):
        begin(folder, "  ")
    assert begin(folder, "the power failed").name == "final-2"
    play(folder)
    assert is_over(folder.path / "final-2")
    with results(folder, "final-2") as store:
        assert any("Played again: the power failed" in event["what"] for event in store.events)
    assert [final.why for final in finals(folder)] == ["", "the power failed"]


def test_who_is_disqualified_before_the_final_does_not_play(folder):
    copied = finalists(folder)["Countess"]
    folder.submissions.disqualify(copied.id, "copied from a friend")
    begin(folder)
    assert play(folder).failure is None
    with results(folder) as store:
        assert store.absent == {"Countess": "disqualified: copied from a friend"}
        assert "Countess" not in [bot.name for bot in store.bots]
    assert play(folder).failure is None  # a second look finds nothing to do


def test_who_is_disqualified_or_deleted_afterwards_loses_the_rank(folder):
    begin(folder)
    play(folder)
    names = list(finals(folder)[-1].bots)
    folder.submissions.disqualify(finals(folder)[-1].bots["Countess"], "copied")
    folder.people.delete(student(folder, "1912").id)
    assert set(disqualified(folder, finals(folder)[-1]).values()) == {"copied", "withdrawn"}
    assert play(folder).failure is None
    with results(folder) as store:
        removed = {bot.name: bot.removed for bot in store.bots if bot.removed}
    assert len(removed) == 2
    assert "copied" in removed["Countess"]
    assert set(removed) < set(names)


def test_without_bots_there_is_no_final(tmp_path):
    with closing(make_class(tmp_path)) as folder:
        with pytest.raises(ClassError, match="nobody has handed in a bot"):
            begin(folder)
        assert finals(folder) == []
        assert not is_over(folder.path / "final")
