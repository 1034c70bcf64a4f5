"""Backups, exports and deletions."""

from __future__ import annotations

import csv
import gzip
import json
import stat
from contextlib import closing

import pytest
from test_class_final import Paused

from classes import archive, hand_in, make_class, passed, student
from phazed.arena.executors.pool import InProcess
from phazed.course.backup import back_up, export
from phazed.course.deletion import delete_student
from phazed.course.engine import Engine
from phazed.course.final import FinalRunner, begin
from phazed.course.folder import ClassFolder
from phazed.course.uploads import read_upload
from phazed.storage.course.database import ClassError
from phazed.storage.database import StoreError
from phazed.storage.results.store import Store
from tournaments import SIMPLE, tires


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A class with submissions, matches and a final."""
    path = tmp_path_factory.mktemp("full") / "class"
    with closing(make_class(path, game="phasedout", final_matches=4)) as folder:
        passed(folder, source=tires(2))
        passed(folder, "1912")
        hand_in(folder, "1912", "x = '=1+1'")
        folder.people.set_nickname(student(folder).id, "=HYPERLINK()")
        folder.rounds.add("phazed", "off", [("game", 0, student(folder).id, "/x")])
        engine = Engine(path, InProcess(), 1)
        engine.start()
        while engine.scoreboard.played < 3:
            assert engine.failure is None
        engine.stop()
        begin(folder)
        runner = FinalRunner(path, InProcess(), 1, Paused())
        runner.resume()
        runner.wait()
        assert runner.failure is None
        yield folder


def test_a_backup_of_a_class_in_use_is_a_class_that_can_go_on(full, tmp_path):
    said, key = [], full.key_of(student(full))
    with full.database.transaction():  # which is not in the backup, as it is not complete
        full.database.set_setting("half", 1)
        back_up(full.path, tmp_path / "copy", said.append)
    assert said == ["class.db", "ladder/results.db", "final/results.db"]
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o700
    with closing(ClassFolder.existing(tmp_path / "copy")) as copy:
        assert copy.people.all() == full.people.all()
        assert copy.submissions.all() == full.submissions.all()
        assert copy.key_of(student(copy)) == key
        assert copy.database.setting("half") is None
        with closing(Store.existing(copy.ladder)) as ladder, closing(Store.existing(full.ladder)) as original:
            assert ladder.match_numbers == original.match_numbers
    assert (tmp_path / "copy" / "final" / "index.html").exists()


def test_nothing_is_overwritten(full, tmp_path):
    for copy in (back_up, export):
        with pytest.raises(ClassError, match="is there already"):
            copy(full.path, tmp_path)
        with pytest.raises(ClassError, match="there is no class in this folder"):
            copy(tmp_path, tmp_path / "out")


def test_the_rest_of_a_killed_backup_is_replaced(full, tmp_path):
    (tmp_path / "copy.new").mkdir()
    (tmp_path / "copy.new" / "rest").write_text("")
    back_up(full.path, tmp_path / "copy")
    assert not (tmp_path / "copy" / "rest").exists()


def test_a_database_that_cannot_be_copied_is_named(full, tmp_path):
    (full.path / "tables.db").write_text("damaged" * 1000)
    with pytest.raises(StoreError, match=r"tables\.db cannot be copied"):
        back_up(full.path, tmp_path / "copy")
    (full.path / "tables.db").unlink()


def test_an_export_has_everything_as_files(full, tmp_path):
    export(full.path, tmp_path / "out")
    out = tmp_path / "out"
    people = list(csv.DictReader((out / "people.csv").read_text().splitlines()))
    assert len(people) == 5
    ada = next(row for row in people if row["student number"] == "1815")
    assert (ada["name"], ada["nickname"], ada["submissions"]) == ("Ada Lovelace", "'=HYPERLINK()", "1")
    mine = out / "submissions" / str(student(full).id) / "v1"
    assert (mine / "files" / "bot.py").read_text() == tires(2)
    assert json.loads((mine / "about.json").read_text())["number"] == "1815"
    assert json.loads((out / "settings.json").read_text())["game"] == "phasedout"
    for name in ("ladder", "final"):
        with gzip.open(out / f"{name}.jsonl.gz", "rt") as file:
            lines = [json.loads(line) for line in file]
        assert lines[0]["record"]["game"] == "phasedout"
    assert "The final is over" in (out / "events.csv").read_text()
    assert "1815" in (out / "rounds.csv").read_text()


def test_a_file_whose_name_leads_out_of_its_folder_is_not_written(tmp_path, monkeypatch):
    with closing(make_class(tmp_path / "class")) as folder:
        bot = read_upload("bot.zip", archive({"bot.py": SIMPLE}))
        folder.submissions.add(student(folder).id, bot._replace(files=(("../../../evil.py", b""),)), "x", late=False)
    with pytest.raises(ClassError, match="leads out of its folder"):
        export(tmp_path / "class", tmp_path / "out")
    assert not (tmp_path / "evil.py").exists()


def test_a_deleted_student_leaves_results_but_no_texts(full, tmp_path):
    back_up(full.path, tmp_path / "copy")
    with closing(ClassFolder.existing(tmp_path / "copy")) as copy:
        with pytest.raises(ClassError, match="there is no student with the number 4711"):
            delete_student(copy, "4711")
        with closing(Store.existing(copy.ladder)) as store:
            before = store.played
            assert any("tired" in fault.printed for fault in store.faults(10))
        assert delete_student(copy, "1815") == "Ada Lovelace"
        with closing(Store.existing(copy.ladder)) as store:
            assert store.played == before
            assert not any("tired" in fault.printed + fault.traceback for fault in store.faults(10))
            assert [bot.removed for bot in store.bots if bot.name == "s1"] == ["deleted"]
        assert student(copy) is None


def test_a_student_can_be_deleted_before_the_ladder_begins(tmp_path):
    with closing(make_class(tmp_path)) as folder:
        assert delete_student(folder, "1912") == "Alan Turing"
