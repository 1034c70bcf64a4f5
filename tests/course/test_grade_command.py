"""The command phazed grade: its files, its output, and gradings that are interrupted or repeated."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest

from phazed.arena.executors import pool
from phazed.arena.executors.pool import InProcess, ResilientPool, WorkerDied
from phazed.cli.terminal import INTERRUPTED
from phazed.course.grading import batch
from phazed.course.grading.batch import Asking, Job, KeptAnswers, ask_all
from phazed.course.grading.folder import load_submissions
from phazed.course.grading.gradebook import grades_csv, write_gradebook

SCORE = """
def phasedout_score(hand):
    points = dict(zip("234567890JQKA", [*range(2, 14), 25]))
    return sum(points[card[0]] for card in hand)
"""
SCHEME = "[weights]\nphasedout_score = 1\n"


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    """Run in a temporary folder, as on a system with full protection, and without worker processes, which are slow."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: "full")
    monkeypatch.setattr(pool, "ResilientPool", lambda jobs: InProcess())
    Path("scheme.toml").write_text(SCHEME)
    Path("work").mkdir()
    Path("work/ann.py").write_text(SCORE)
    Path("work/bob.py").write_text(SCORE.replace("25", "1"))
    Path("work/cleo.py").write_text("import nothing_such")


@pytest.fixture
def grade(phazed):
    def run(*arguments):
        return phazed("grade", "work", "--game", "phasedout", "--scheme", "scheme.toml", *arguments)

    return run


def test_a_grading_writes_a_gradebook_and_pages(grade):
    Path("work/dan.zip").write_text("nothing")
    Path("roster.csv").write_text("name,id\nann,17\n=bob,18\n")
    code, out, err = grade("--roster", "roster.csv")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["100", "of", "100", "ann"]
    assert 0 < float(lines[1].split()[0]) < 100
    assert [line.split()[0] for line in lines[2:4]] == ["0", "0"]
    assert lines[4] == "4 submissions; grades: grades/index.html"
    assert "dan cannot be graded: this archive cannot be read" in err
    assert "submissions: done in" in err
    assert "bob, cleo and dan are not in the roster; =bob is in the roster but has not submitted a bot" in err
    rows = list(csv.DictReader(Path("grades/grades.csv").read_text().splitlines()))
    assert [(row["name"], row["id"], row["points"], row["total"]) for row in rows[:1]] == [("ann", "17", "100", "100")]
    assert rows[0]["remarks"].startswith("without phasedout_group_type, ")
    assert "1 mistake: rules 1.5" in rows[1]["remarks"]
    assert rows[2]["remarks"].startswith("ModuleNotFoundError")
    assert json.loads(Path("grades/grades.json").read_text())[1]["findings"][0]["rule"] == "1.5"
    pages = {path.name for path in Path("grades/students").iterdir()}
    assert pages == {"ann.html", "bob.html", "cleo.html", "dan.html"}
    index = Path("grades/index.html").read_text()
    assert set(re.findall(r'"path":"students/(\w+).html"', index)) == {"ann", "bob", "cleo", "dan"}
    assert "Common mistakes" in index
    assert "counts too little" in Path("grades/students/bob.html").read_text()


def test_the_same_command_again_asks_nothing_and_gives_the_same(grade, monkeypatch):
    _, first, _ = grade("--json")
    files = {path: path.read_bytes() for path in Path("grades").rglob("*.*")}
    monkeypatch.setattr(batch, "ask_submission", None)  # nobody is asked again
    _, second, _ = grade("--json")
    assert first == second
    assert files == {path: path.read_bytes() for path in Path("grades").rglob("*.*")}
    assert [each["points"] for each in json.loads(first)][:1] == [100]


def test_only_what_is_new_is_asked(grade, monkeypatch):
    grade()
    asked = []
    ask = batch.ask_submission

    def count(bot, *others, **options):
        asked.append(bot.name)
        return ask(bot, *others, **options)

    monkeypatch.setattr(batch, "ask_submission", count)
    Path("work/bob.py").write_text(SCORE)
    grade()
    assert asked == ["bob"]
    for path in Path("grades/answers").iterdir():
        path.write_text("damaged")
    grade()
    assert asked[1:] == ["ann", "bob", "cleo"]
    grade("--call-limit", "2")
    assert asked[4:] == ["ann", "bob", "cleo"]


def test_an_interrupted_grading_keeps_what_was_asked_and_goes_on(grade, monkeypatch):
    ask = batch.ask_submission

    def interrupt(bot, *others, **options):
        if bot.name == "bob":
            raise KeyboardInterrupt
        return ask(bot, *others, **options)

    monkeypatch.setattr(batch, "ask_submission", interrupt)
    code, _, err = grade()
    assert code == INTERRUPTED
    assert err.endswith("interrupted; the same command continues from here\n")
    assert len(list(Path("grades/answers").iterdir())) == 1
    monkeypatch.setattr(batch, "ask_submission", ask)
    assert grade()[0] == 0


def test_a_submission_whose_workers_die_is_asked_again_the_next_time():
    asking = Asking("phasedout", "0")
    kept = KeptAnswers(Path("answers"), asking)
    bots = load_submissions(Path("work")).entrants

    class Dying(InProcess):
        def submit(self, task, job):
            return super().submit(_die, job)

    found = ask_all(bots, asking, kept, Dying(), max_pending=1)
    assert {each.failure.got for each in found.values()} == {"the worker died"}
    assert not Path("answers").exists()
    progress = []
    found = ask_all(
        bots, asking, kept, InProcess(), max_pending=1, on_progress=lambda done, total: progress.append((done, total))
    )
    assert sum(each.failure is None for each in found.values()) == 2
    assert progress == [(0, 3), (1, 3), (2, 3), (3, 3)]


def _die(job: Job):
    raise WorkerDied("the worker died")


def test_worker_processes_give_the_same_answers_as_this_process():
    asking = Asking("phasedout", "0")
    bots = load_submissions(Path("work")).entrants
    answers = []
    for number, executor in enumerate((InProcess(), ResilientPool(2))):
        with executor:
            kept = KeptAnswers(Path(f"answers{number}"), asking)
            answers.append(ask_all(bots, asking, kept, executor, max_pending=2))
    first, second = ({key: _without_times(each) for key, each in found.items()} for found in answers)
    assert first == second


def _without_times(answers):
    return answers._replace(functions=tuple(each._replace(seconds=0, slowest=0) for each in answers.functions))


def test_own_cases_count_and_disputed_ones_are_mentioned(grade):
    Path("cases.txt").write_text("phasedout_score(['3D']) == 3\nphasedout_score(['4D']) == 5\n")
    code, out, err = grade("--cases", "cases.txt")
    assert code == 0
    assert float(out.split()[0]) < 100
    assert "note: the reference function does not return 5 for phasedout_score(['4D'])" in err


@pytest.mark.parametrize(
    ("name", "text", "option", "message"),
    [
        ("bad.toml", "[weights]\nscore = 1", "--scheme", "bad.toml: there is no score in [weights]"),
        ("other.toml", "[weights]\nphazed_score = 1", "--scheme", "other.toml: no function of phasedout has a weight"),
        ("cases.txt", "1 + 1", "--cases", "cases.txt, line 1: write a call, == and the right answer"),
        ("roster.csv", "a,b", "--roster", "roster.csv: a roster must have the columns name and id"),
    ],
)
def test_bad_files_get_a_message(grade, name, text, option, message):
    Path(name).write_text(text)
    code, out, err = grade(option, name)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed grade: {message}")


def test_a_folder_without_submissions_gets_a_message(phazed):
    Path("empty").mkdir()
    code, _, err = phazed("grade", "empty")
    assert code == 2
    assert err.startswith("phazed grade: empty: the folder contains no submissions")


def test_the_shipped_scheme_is_used_and_the_grades_may_lie_among_the_submissions(phazed):
    for _ in range(2):
        code, out, err = phazed("grade", "work", "--game", "phasedout", "--out", "work/grades")
        assert code == 0
        assert out.split()[0] == "10"
        assert "cannot be graded" not in err


def test_whatever_comes_from_a_submission_is_escaped_and_safe_in_a_spreadsheet(grade):
    name = "=1+1<script>"
    Path(f"work/{name}.py").write_text("def phasedout_score(hand):\n    raise ValueError('<script>alert(1)</script>')")
    Path("work/@SUM.py").write_text("")
    assert grade()[0] == 0
    rows = list(csv.reader(Path("grades/grades.csv").read_text().splitlines()))
    assert ["'=1+1<script>"] in [row[:1] for row in rows]
    assert ["'@SUM"] in [row[:1] for row in rows]
    for path in Path("grades").rglob("*.html"):
        text = path.read_text()
        assert "<script>alert" not in text
        assert text.count("<script") == 2
        assert "Content-Security-Policy" in text
        assert "default-src 'none'; script-src 'sha256-" in text


def test_an_empty_gradebook_has_its_pages(tmp_path):
    write_gradebook(tmp_path / "none", [])
    assert grades_csv([]) == '"name","points","total","remarks"\n'
    assert "<title>Grades</title>" in (tmp_path / "none/index.html").read_text()
