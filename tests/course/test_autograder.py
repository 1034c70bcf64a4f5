"""The autograders: their files, run as the platforms run them, and results of the documented form."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import zipfile
from base64 import b64decode
from pathlib import Path

import pytest
import yaml

from phazed.arena.bot_files import BadBot
from phazed.cli import main
from phazed.course.autograder import assessment
from phazed.course.autograder.assessment import (
    AutograderSettings,
    assess,
    github_result,
    gradescope_results,
    read_settings,
    settings_text,
)
from phazed.course.autograder.files import source_archive
from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import grade_submission
from phazed.course.grading.scheme import read_scheme
from phazed.course.uploads import read_upload
from tournaments import SIMPLE, tires

SCHEME = "total = 30\nround = 0.5\n[weights]\nphasedout_score = 2\nphasedout_play = 1\n"
GOOD = f"{SIMPLE}\ndef phasedout_score(cards):\n    return 0\n"
QUICK = AutograderSettings("phasedout", "secret", SCHEME, "", 20.0, 4, trusted=True)

GRADESCOPE = {
    "score": (int, float),
    "execution_time": (int, float),
    "output": str,
    "output_format": ("text", "html", "simple_format", "md", "ansi"),
    "test_output_format": ("text", "html", "simple_format", "md", "ansi"),
    "test_name_format": ("text", "html", "simple_format", "md", "ansi"),
    "stdout_visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "extra_data": dict,
    "tests": list,
    "leaderboard": list,
}
"""The documented fields of `results.json`, with their types or values."""
TEST = {
    "score": (int, float),
    "max_score": (int, float),
    "status": ("passed", "failed"),
    "name": str,
    "name_format": ("text", "html", "simple_format", "md", "ansi"),
    "number": str,
    "output": str,
    "output_format": ("text", "html", "simple_format", "md", "ansi"),
    "tags": list,
    "visibility": ("hidden", "after_due_date", "after_published", "visible"),
    "extra_data": dict,
}
LEADERBOARD = {"name": str, "value": (int, float, str), "order": ("asc", "desc")}


def assert_form(found, fields):
    """Every field is documented, and its value allowed."""
    for name, value in found.items():
        wanted = fields[name]
        if isinstance(wanted, tuple) and isinstance(wanted[0], str):
            assert value in wanted, name
        else:
            assert isinstance(value, wanted), name


def assert_gradescope(results):
    """The results have the form that Gradescope documents: a score, or tests that have one."""
    assert_form(results, GRADESCOPE)
    assert "score" in results or results["tests"]
    for test in results.get("tests", []):
        assert_form(test, TEST)
        assert 0 <= test["score"] <= test["max_score"]
    for column in results.get("leaderboard", []):
        assert_form(column, LEADERBOARD)


@pytest.fixture
def made(tmp_path):
    """The files of autograders for Phased Out."""
    scheme = tmp_path / "scheme.toml"
    scheme.write_text(SCHEME)
    options = ["--game", "phasedout", "--seed", "secret", "--matches", "4", "--scheme", str(scheme)]
    assert main(["autograder", str(tmp_path / "out"), *options]) == 0
    return tmp_path / "out"


class Gradescope:
    """A container of Gradescope: an autograder is set up in it once, and then runs for each submission."""

    def __init__(self, root: Path, archive: Path) -> None:
        self.root = root
        (root / "source").mkdir(parents=True)
        (root / "results").mkdir()
        with zipfile.ZipFile(archive) as packed:
            for member in packed.infolist():
                packed.extract(member, root / "source")
                (root / "source" / member.filename).chmod(member.external_attr >> 16 & 0o777)
        (root / "run_autograder").write_bytes((root / "source" / "run_autograder").read_bytes())
        (root / "run_autograder").chmod(0o755)
        self.run(root / "source" / "setup.sh")

    def run(self, script: Path) -> None:
        paths = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
        environment = {**os.environ, "AUTOGRADER_ROOT": str(self.root), "PATH": paths}
        subprocess.run([script], check=True, env=environment, cwd=self.root, capture_output=True, timeout=300)

    def grade(self, **files: str) -> dict:
        folder = self.root / "submission"
        folder.mkdir()
        for name, text in files.items():
            (folder / f"{name}.py").write_text(text)
        self.run(self.root / "run_autograder")
        return json.loads((self.root / "results" / "results.json").read_text())


def test_gradescope_runs_the_scripts_and_reads_the_results(made, tmp_path):
    results = Gradescope(tmp_path / "autograder", made / "gradescope.zip").grade(bot=GOOD)
    assert_gradescope(results)
    assert [test["name"] for test in results["tests"]][-1] == "bot"
    assert sum(test["max_score"] for test in results["tests"]) == 50
    expected = grade_submission(
        read_upload("bot.py", GOOD.encode()), cases_for("phasedout", "secret"), read_scheme(SCHEME, "x"), trusted=True
    )
    assert sum(test["score"] for test in results["tests"][:-1]) == pytest.approx(expected.points)
    assert [column["name"] for column in results["leaderboard"]] == ["Points", "Bot ahead (%)"]


def test_the_workflow_of_github_classroom_grades_in_the_same_way(made, tmp_path):
    workflow = yaml.safe_load((made / "github" / ".github" / "workflows" / "classroom.yml").read_text())
    steps = {step.get("id", step["name"]): step for step in workflow["jobs"]["run-autograding-tests"]["steps"]}
    reporter = steps["Autograding Reporter"]
    assert reporter["with"]["runners"] == "phazed"
    assert reporter["env"]["PHAZED_RESULTS"] == "${{ steps.phazed.outputs.result }}"
    (tmp_path / "bot.py").write_text(GOOD)
    repository = made / "github"
    (repository / "bot.py").write_text(GOOD)
    output = tmp_path / "outputs"
    command = steps["phazed"]["run"].replace("python ", f"{sys.executable} ", 1)
    environment = {**os.environ, "GITHUB_OUTPUT": str(output)}
    subprocess.run(["bash", "-euc", command], check=True, cwd=repository, env=environment, timeout=300)
    name, _, value = output.read_text().strip().partition("=")
    result = json.loads(b64decode(value))
    assert name == "result"
    assert (result["version"], result["status"], result["max_score"]) == (1, "fail", 50)
    same = assess(tmp_path / "bot.py", read_settings((repository / ".github/phazed/autograder.json").read_text(), "x"))
    tests = gradescope_results(same)["tests"]
    assert [(each["name"], each["score"]) for each in result["tests"]] == [
        (each["name"], each["score"]) for each in tests
    ]


@pytest.mark.parametrize(
    ("name", "source", "said"),
    [
        ("bot.py", "def phasedout_play(:\n", ""),
        ("bot.exe", "MZ", "hand in a Python file"),
        ("bot.zip", "PK", "this archive cannot be read"),
    ],
)
def test_whatever_is_handed_in_the_results_have_the_documented_form(tmp_path, name, source, said):
    (tmp_path / name).write_text(source)
    found = assess(tmp_path / name, QUICK)
    results = gradescope_results(found)
    assert_gradescope(results)
    assert said in results["output"]
    assert found.points == 0
    result = json.loads(b64decode(github_result(found)))
    assert result["status"] in ("fail", "error")
    assert all(test["score"] == 0 for test in result["tests"])


def test_a_bot_that_errs_loses_the_points_of_those_matches(tmp_path, monkeypatch):
    (tmp_path / "bot.py").write_text(tires(1))
    found = assess(tmp_path / "bot.py", QUICK)
    assert (found.bot.whole, found.bot.ahead, found.bot.share) == (0, 0.0, 0.0)
    assert found.bot.error.startswith("RuntimeError")
    assert "First error" in gradescope_results(found, leaderboard=False)["tests"][-1]["output"]
    assert "leaderboard" not in gradescope_results(found, leaderboard=False)
    monkeypatch.setattr(assessment, "play", None)  # without points for the bot, nothing is played
    assert assess(tmp_path / "bot.py", QUICK._replace(bot_points=0.0)).total == 30


def test_settings_are_read_as_they_were_written_and_others_are_refused():
    assert read_settings(settings_text(QUICK), "x") == QUICK
    for text, problem in (
        ("{", "this is not JSON"),
        ("{}", "no settings of phazed autograder"),
        ('{"version": 1, "colour": 1}', "there is no setting 'colour'"),
        ('{"version": 1, "game": "chess"}', "there is no game 'chess'"),
        ('{"version": 1, "matches": 0}', "a bot plays 1 to 200 matches"),
    ):
        with pytest.raises(BadBot, match=problem):
            read_settings(text, "settings.json")


def test_the_package_goes_with_the_autograder_and_nothing_of_this_machine(tmp_path):
    file = tmp_path / "phazed.tar.gz"
    file.write_bytes(source_archive())
    with tarfile.open(file) as archive:
        members = archive.getmembers()
    names = {member.name.partition("/")[2] for member in members}
    assert {"pyproject.toml", "setup.py", "src/phazed/__init__.py", "src/phazed/course/grading/scheme.toml"} <= names
    assert not any(name.endswith((".so", ".pyc")) for name in names)
    assert {(member.uid, member.uname, member.mtime) for member in members} == {(0, "", 0)}


def test_the_command_says_what_it_needs(tmp_path, capsys):
    assert main(["autograder"]) == 2
    assert "name a new folder" in capsys.readouterr().err
    assert main(["autograder", "--grade", str(tmp_path)]) == 2
    assert "name a file for the results" in capsys.readouterr().err
    assert main(["autograder", str(tmp_path)]) == 2
    assert "is there already: name another folder" in capsys.readouterr().err
