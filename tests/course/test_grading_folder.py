"""Reading a folder of submissions: files, folders and archives."""

from __future__ import annotations

import json
import struct
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from phazed.arena.entrants import BadBot
from phazed.course.grading.cases import cases_for
from phazed.course.grading.folder import FORMS, load_submissions
from phazed.course.grading.grade import grade_submission
from phazed.course.uploads import MAX_FILES, MAX_UNPACKED, MAX_UPLOAD

SOURCE = "def phazed_score(hand):\n    return 0\n"


def archive(path, files):
    """Write an archive with these files."""
    with ZipFile(path, "w", ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)


def test_files_folders_and_archives_are_submissions(tmp_path):
    (tmp_path / "ann.py").write_text(SOURCE)
    (tmp_path / "bob").mkdir()
    (tmp_path / "bob" / "program.py").write_text(SOURCE)
    archive(tmp_path / "cleo.zip", {"bot.py": SOURCE, "data/words.txt": "a"})
    archive(
        tmp_path / "dan.ZIP", {"x/bot.py": SOURCE, "__MACOSX/x/bot.py": "", "x/__pycache__/bot.pyc": "", "x/y/": ""}
    )
    archive(tmp_path / "eve.zip", {"my_solution.py": SOURCE})
    (tmp_path / ".hidden.zip").write_text("nothing")
    found = load_submissions(tmp_path)
    assert found.problems == {}
    assert [(each.name, each.main, [name for name, _ in each.files]) for each in found.entrants] == [
        ("ann", "ann.py", ["ann.py"]),
        ("bob", "program.py", ["program.py"]),
        ("cleo", "bot.py", ["bot.py", "data/words.txt"]),
        ("dan", "bot.py", ["bot.py"]),
        ("eve", "my_solution.py", ["my_solution.py"]),
    ]


def notebook(*sources):
    """A notebook with these code cells and some text."""
    cells = [{"cell_type": "code", "source": source} for source in sources]
    return json.dumps({"cells": [{"cell_type": "markdown", "source": "# Text"}, *cells]})


def test_nothing_vanishes(tmp_path):
    for name in ("bob.PY", "eve.pyw", "_carl.py", "notes.txt"):
        (tmp_path / name).write_text(SOURCE)
    (tmp_path / "fred.tar.gz").write_bytes(b"x")
    (tmp_path / "dora.ipynb").write_text(notebook("%load_ext x\n", [SOURCE]))
    (tmp_path / "empty.ipynb").write_text(notebook(""))
    (tmp_path / "odd.ipynb").write_text("[]")
    for name, files in {
        "gus": ["my task.py"],
        "hal": ["x.ipynb", "words.txt"],
        "ida": ["a.py", "b.py"],
        "jo": [],
    }.items():
        (tmp_path / name).mkdir()
        for file in files:
            (tmp_path / name / file).write_text(notebook(SOURCE) if file.endswith("ipynb") else SOURCE)
    archive(tmp_path / "kim.zip", {"task.ipynb": notebook(SOURCE)})
    (tmp_path / "roster.csv").write_text("name,id\n")
    found = load_submissions(tmp_path, [tmp_path / "roster.csv"])
    assert [(each.name, each.main) for each in found.entrants] == [
        *[("bob", "bob.py"), ("dora", "dora.py"), ("eve", "eve.py")],
        *[("gus", "my task.py"), ("hal", "x.py"), ("kim", "task.py")],
    ]
    assert (
        dict(found.entrants[1].files)["dora.py"].decode() == f"# cell 1\n# %load_ext x\n# cell 2\n{SOURCE.rstrip()}\n"
    )
    assert found.problems == {
        "_carl": "its name begins with _, by which files are left out: rename it",
        "empty": "the notebook has no code cells",
        "fred.tar.gz": FORMS,
        "ida": "there is neither bot.py nor program.py in it, and several Python files",
        "jo": "there is neither bot.py nor program.py in it, and no Python file",
        "notes.txt": FORMS,
        "odd": "this notebook cannot be read; hand in the file as Jupyter saves it, or a Python file",
    }


def test_a_notebook_and_a_file_of_an_unusual_name_are_graded(tmp_path):
    (tmp_path / "my task.ipynb").write_text(notebook(SOURCE))
    (bot,) = load_submissions(tmp_path).entrants
    cases = cases_for("phazed", "0")
    only = tuple(case for case in cases.cases if case.function == "phazed_score")
    assert grade_submission(bot, cases._replace(functions=("phazed_score",), cases=only)).failure is None


NO_MAIN = "the archive has neither bot.py nor program.py at its top, nor a single Python file"


@pytest.mark.parametrize(
    ("files", "problem"),
    [
        ({"a.py": "", "b.py": ""}, NO_MAIN),
        ({}, NO_MAIN),
        ({"bot.py": "", "x.so": ""}, "x.so is compiled code; a submission is Python source and its data"),
        ({"bot.py": b"\x7fELF"}, "bot.py is compiled code; a submission is Python source and its data"),
    ],
)
def test_an_archive_that_is_no_submission_has_a_reason(tmp_path, files, problem):
    archive(tmp_path / "ann.zip", files)
    assert load_submissions(tmp_path).problems == {"ann": problem}


@pytest.mark.parametrize("name", ["/etc/passwd", "../bot.py", "a\\..\\b.py"])
def test_a_path_that_leads_elsewhere_is_refused(tmp_path, name):
    archive(tmp_path / "ann.zip", {"bot.py": SOURCE, name: SOURCE})
    assert load_submissions(tmp_path).problems["ann"].endswith("is not a path inside of the archive")


def test_an_archive_beyond_the_bounds_is_refused(tmp_path):
    archive(tmp_path / "large.zip", {"bot.py": "#" * (MAX_UNPACKED + 1)})
    archive(tmp_path / "many.zip", {f"{number}.py": "" for number in range(MAX_FILES + 1)})
    (tmp_path / "huge.zip").write_bytes(bytes(MAX_UPLOAD + 1))
    assert load_submissions(tmp_path).problems == {
        "huge": "a submission has at most 2 MB",
        "large": "a bot has at most 8 MB, and unpacked this is more",
        "many": f"a bot has at most {MAX_FILES} files, and these are {MAX_FILES + 1}",
    }


def test_archives_that_cannot_be_read_are_problems(tmp_path):
    (tmp_path / "text.zip").write_text("not an archive")
    (tmp_path / "linked.zip").symlink_to(tmp_path / "text.zip")
    archive(tmp_path / "locked.zip", {"bot.py": SOURCE})
    data = bytearray((tmp_path / "locked.zip").read_bytes())
    place = data.index(b"PK\x01\x02") + 8
    data[place : place + 2] = struct.pack("<H", 1)
    (tmp_path / "locked.zip").write_bytes(data)
    archive(tmp_path / "damaged.zip", {"bot.py": SOURCE * 100})
    data = bytearray((tmp_path / "damaged.zip").read_bytes())
    data[45:60] = bytes(15)
    (tmp_path / "damaged.zip").write_bytes(data)
    problems = load_submissions(tmp_path).problems
    assert problems["linked"] == "it is not a regular file; replace it by the file itself"
    assert problems["text"] == "this archive cannot be read (File is not a zip file)"
    assert problems["locked"] == "this archive is encrypted: hand it in without a password"
    assert problems["damaged"].startswith("this archive cannot be read (")


def test_names_must_be_told_apart(tmp_path):
    (tmp_path / "ann.py").write_text(SOURCE)
    archive(tmp_path / "ann.zip", {"bot.py": SOURCE})
    archive(tmp_path / "Ann.zip", {"bot.py": SOURCE})
    archive(tmp_path / "@greedy.zip", {"bot.py": SOURCE})
    found = load_submissions(tmp_path)
    assert [each.name for each in found.entrants] == ["ann", "ann.zip"]
    assert found.problems["Ann"] == "its name looks like that of 'ann': rename one of them"
    assert "begins with @" in found.problems["@greedy"]


def test_a_folder_that_is_not_there_is_an_error(tmp_path):
    with pytest.raises(BadBot, match="there is no such folder"):
        load_submissions(tmp_path / "nowhere")
