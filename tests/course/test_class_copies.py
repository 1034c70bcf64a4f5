"""Backups, exports and deletions."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import sqlite3
import stat
import zlib
from contextlib import closing

import pytest
from test_class_final import Paused

from answer_examples import GRADE
from class_games import finished_game
from classes import STUDENTS, archive, hand_in, make_class, passed, student
from phazed.answers.form import to_store
from phazed.arena.executors.pool import InProcess
from phazed.course.backup import back_up, export
from phazed.course.deletion import complete_deletions, delete_student
from phazed.course.engine import Engine, ladder_store
from phazed.course.final import FinalRunner, begin
from phazed.course.folder import ClassFolder
from phazed.course.grading.scheme import SHIPPED
from phazed.course.uploads import read_upload
from phazed.storage.course.adjustments import POINTS
from phazed.storage.course.database import ClassError
from phazed.storage.course.ladder import LadderStore
from phazed.storage.database import StoreError
from phazed.storage.tables import Store as Tables
from tournaments import SIMPLE, tires


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A class with submissions, matches and a final."""
    path = tmp_path_factory.mktemp("full") / "class"
    with closing(make_class(path, game="phasedout", final_matches=4)) as folder:
        folder.people.add_students([STUDENTS[0]._replace(email="ada@example.org")])
        passed(folder, source=tires(2))
        passed(folder, "1912")
        made = hand_in(folder, "1912", "x = '=1+1'")
        folder.submissions.set_checked(made.id, None, able=False)
        folder.people.set_nickname(student(folder).id, "=HYPERLINK()")
        game = finished_game(folder.tables_file, people=True)
        folder.rounds.add("phasedout", "off", [(game, 0, student(folder).id, "/x")])
        with closing(Tables(folder.tables_file, shared=True)) as tables:
            tables.rename(game, 0, "=HYPERLINK()")
        folder.submissions.set_analysis(1, "grade", to_store(GRADE))
        folder.adjustments.set(student(folder).id, POINTS, 1.0, "for the report of Ada Lovelace")
        (path / "scheme.toml").write_bytes(SHIPPED.read_bytes())
        (path / "cases.txt").write_text("phasedout_score(['3D']) == 3\n")
        (path / "similar.html").write_text("Ada Lovelace (1815) and Alan Turing (1912)")
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
    assert said == ["class.db", "tables.db", "ladder.db", "final/results.db"]
    for name in ("scheme.toml", "cases.txt", "similar.html"):
        assert (tmp_path / "copy" / name).read_bytes() == (full.path / name).read_bytes()
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o700
    with closing(ClassFolder.existing(tmp_path / "copy")) as copy:
        assert copy.people.all() == full.people.all()
        assert copy.submissions.all() == full.submissions.all()
        assert copy.key_of(student(copy)) == key
        assert copy.database.setting("half") is None
        with closing(ladder_store(copy)) as ladder, closing(ladder_store(full)) as original:
            assert (ladder.played, ladder.recorded) == (original.played, original.recorded)
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
    shutil.copytree(full.path, tmp_path / "class")
    (tmp_path / "class" / "tables.db").write_text("damaged" * 1000)
    with pytest.raises(StoreError, match=r"tables\.db cannot be copied"):
        back_up(tmp_path / "class", tmp_path / "copy")


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
    assert "1815" in (out / "league.csv").read_text()
    grades = list(csv.DictReader((out / "grades.csv").read_text().splitlines()))
    assert [row["student number"] for row in grades if row["points"]] == ["1815"]
    assert "for the report" in (out / "adjustments.csv").read_text()
    assert (out / "scheme.toml").exists()
    assert (out / "cases.txt").exists()
    (game,) = (out / "games").iterdir()
    assert json.loads(game.read_text())["game"] == "phasedout"
    ladder = list(csv.DictReader((out / "ladder.csv").read_text().splitlines()))
    assert {row["student number"] for row in ladder} >= {"1815", "1912"}
    places = list(csv.DictReader((out / "final.csv").read_text().splitlines()))
    assert {row["id"] for row in places if row["id"]} == {"1815", "1912"}


def test_a_file_whose_name_leads_out_of_its_folder_is_not_written(tmp_path, monkeypatch):
    with closing(make_class(tmp_path / "class")) as folder:
        bot = read_upload("bot.zip", archive({"bot.py": SIMPLE}))
        folder.submissions.add(student(folder).id, bot._replace(files=(("../../../evil.py", b""),)), "x")
    with pytest.raises(ClassError, match="leads out of its folder"):
        export(tmp_path / "class", tmp_path / "out")
    assert not (tmp_path / "evil.py").exists()


def everything(path) -> bytes:
    """All that is in the files of a folder: also what is compressed, and the names of the files."""
    found = []
    for file in sorted(each for each in path.rglob("*") if each.is_file()):
        found += [file.name.encode(), file.read_bytes()]
        if file.suffix == ".db":
            with closing(sqlite3.connect(file)) as base:
                for (table,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                    for row in base.execute(f"SELECT * FROM {table}"):
                        found += [str(value).encode() for value in row if not isinstance(value, bytes)]
                        found += [_inflated(value) for value in row if isinstance(value, bytes)]
    return b"\n".join(found)


def _inflated(value):
    try:
        return zlib.decompress(value)
    except zlib.error:
        return value


NAMES = (b"Ada Lovelace", b"HYPERLINK", b"ada@example.org", b"tired")
"""All that is known of Ada, and what her bot has printed."""


def test_a_deleted_student_is_in_no_file_and_all_results_stay(full, tmp_path):
    back_up(full.path, tmp_path / "copy")
    with closing(ClassFolder.existing(tmp_path / "copy")) as copy:
        with pytest.raises(ClassError, match="there is no student with the number 4711"):
            delete_student(copy, "4711")
        with closing(ladder_store(copy)) as store:
            before = store.played
        before_final = ranking(copy)
        assert all(name in everything(copy.path) for name in NAMES)
        assert delete_student(copy, "1815") == "Ada Lovelace"
        assert student(copy) is None
        with closing(ladder_store(copy)) as store:
            assert store.played == before
        after = ranking(copy)
        assert [row[1:] for row in after] == [row[1:] for row in before_final]
        assert sum(row[0].startswith("Deleted student") for row in after) == 1
    left = everything(tmp_path / "copy")
    assert [name for name in NAMES if name in left] == []


def ranking(folder):
    rows = csv.DictReader((folder.path / "final" / "ranking.csv").read_text().splitlines())
    return [(row["name"], row["rank"], row["mu"], row["points"]) for row in rows]


def test_a_deletion_that_was_interrupted_is_completed_at_the_next_start(full, tmp_path, monkeypatch):
    back_up(full.path, tmp_path / "copy")
    with closing(ClassFolder.existing(tmp_path / "copy")) as copy:
        monkeypatch.setattr(LadderStore, "forget", interrupted)
        with pytest.raises(KeyboardInterrupt):
            delete_student(copy, "1815")
        monkeypatch.undo()
        complete_deletions(copy)
        assert student(copy) is None
        complete_deletions(copy)  # nothing is left to do
    left = everything(tmp_path / "copy")
    assert [name for name in NAMES if name in left] == []


def interrupted(*given):
    raise KeyboardInterrupt


def test_a_student_can_be_deleted_before_the_ladder_begins(tmp_path):
    with closing(make_class(tmp_path)) as folder:
        assert delete_student(folder, "1912") == "Alan Turing"
