"""The package: what its metadata promises, and that the source distribution has every file."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path

import pytest

from phazed import __version__

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RUNNING = ("arena", "cluster", "train", "web")
"""The extras of those who use Phazed."""


def test_every_dependency_has_a_lower_bound_that_what_is_tested_satisfies():
    pinned = dict(re.findall(r"^([\w-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M))
    for extra in RUNNING:
        for wanted in PROJECT["optional-dependencies"][extra]:
            if not wanted.startswith("phazed["):
                name, bound = re.fullmatch(r"(\w+)>=([\d.]+)", wanted).groups()
                assert numbers(pinned[name]) >= numbers(bound)


def numbers(version):
    return [int(part) for part in version.split(".")]


def test_every_listed_python_is_tried_by_the_matrix():
    tried = re.findall(r'"(3\.\d+)"', (ROOT / "noxfile.py").read_text(encoding="utf-8"))
    listed = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", each)]
    assert listed
    assert set(listed) <= set(tried)
    assert f">={listed[0]}" == PROJECT["requires-python"]


@pytest.mark.long
def test_the_source_distribution_has_every_file_of_the_repository(tmp_path):
    if not (shutil.which("git") and (ROOT / ".git").exists()):
        pytest.skip("this is no checkout")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, encoding="utf-8", check=True).stdout
    build = [sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, capture_output=True, check=True, timeout=600)
    (archive,) = tmp_path.iterdir()
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    assert {each for each in listed.splitlines() if (ROOT / each).exists()} <= names
    assert not [name for name in names if "__pycache__" in name or name.endswith(".so")]


def release_notes(version):
    script = ROOT / ".github" / "release_notes.py"
    return subprocess.run([sys.executable, script, version], capture_output=True, encoding="utf-8", check=False)


def test_the_notes_of_a_release_are_its_changes():
    found = release_notes(__version__)
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("- The rules of Phazed")
    assert "## " not in found.stdout


def test_a_tag_that_is_not_the_version_releases_nothing():
    found = release_notes("9.9.9")
    assert (found.returncode, found.stdout) == (1, "")
    assert f"the tag says 9.9.9, and src/phazed/__init__.py {__version__}" in found.stderr


def test_the_citation_names_the_version():
    assert f"\nversion: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
