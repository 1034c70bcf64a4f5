"""The final: who plays, what is promised before and shown after, and what the teacher may change."""

from __future__ import annotations

import csv
import io
import time
from contextlib import closing
from threading import Event

import pytest

from classes import hand_in, make_class, passed, student
from phazed.arena.executors.pool import InProcess
from phazed.arena.settings import seed_hash
from phazed.course.deletion import delete_student
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
    folder.change_settings({"deadline": time.time()})
    folder.submissions.activate(folder.submissions.get(new.id))  # too late
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


def ranks(folder):
    """The rank of each bot in the published ranking, by name."""
    with open(folder.path / "final" / "ranking.csv") as file:
        return {row["name"]: row["rank"] for row in csv.DictReader(file)}


def test_who_is_disqualified_afterwards_loses_the_rank_and_may_get_it_back(folder):
    begin(folder)
    play(folder)
    before, countess = ranks(folder), finals(folder)[-1].bots["Countess"]
    folder.submissions.disqualify(countess, "copied")
    assert disqualified(folder, finals(folder)[-1]) == {"Countess": "copied"}
    assert play(folder).failure is None
    assert ranks(folder)["Countess"] == ""
    with results(folder) as store:
        assert "copied" in next(bot.removed for bot in store.bots if bot.name == "Countess")
    folder.submissions.disqualify(countess, None)
    assert play(folder).failure is None
    assert ranks(folder) == before
    with results(folder) as store:
        said = [event["what"] for event in store.events][-2:]
    assert said == ["Countess was disqualified: copied", "Countess is no longer disqualified"]


def test_a_deleted_student_changes_nobodys_place_in_a_final_that_is_over(folder):
    begin(folder)
    play(folder)
    before = ranks(folder)
    delete_student(folder, "1815")
    assert play(folder).failure is None  # as after a restart
    after = ranks(folder)
    assert [rank for name, rank in sorted(after.items()) if name.startswith("Deleted")] == [before["Countess"]]
    assert {name: after[name] for name in after.keys() & before.keys()} == {
        name: rank for name, rank in before.items() if name != "Countess"
    }
    other = next(name for name in finals(folder)[-1].bots if name.startswith("Student"))
    folder.submissions.disqualify(finals(folder)[-1].bots[other], "copied")
    assert play(folder).failure is None  # though the files of the deleted bot are gone
    assert ranks(folder)[other] == ""


def test_nobody_is_deleted_while_the_final_is_played(folder):
    begin(folder)
    with pytest.raises(ClassError, match="the final is being played: delete the student after its end"):
        delete_student(folder, "1815")
    assert student(folder) is not None


def test_the_final_waits_for_checks_and_extensions(folder):
    hand_in(folder, "1930")
    with pytest.raises(ClassError, match="1 submission in time will soon be checked"):
        begin(folder)
    assert folder.settings.deadline is None  # nothing was changed
    folder.submissions.set_checked(folder.submissions.waiting()[0].id, {}, able=True)
    folder.extend(student(folder).id, time.time() + 1000)
    with pytest.raises(ClassError, match="has an extension that has not ended"):
        begin(folder)
    folder.extend(student(folder).id, None)
    assert len(begin(folder).bots) == 4


def test_without_bots_there_is_no_final(tmp_path):
    with closing(make_class(tmp_path)) as folder:
        with pytest.raises(ClassError, match="nobody has handed in a bot"):
            begin(folder)
        assert finals(folder) == []
        assert not is_over(folder.path / "final")
