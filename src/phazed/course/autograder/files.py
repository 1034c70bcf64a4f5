"""The files of `phazed autograder`: an archive for Gradescope, and a workflow for GitHub Classroom.

Both contain the settings of the grading and, if this is a source tree of Phazed, the package itself, so that nothing of
it is fetched from elsewhere.
"""

from __future__ import annotations

import io
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import phazed
from phazed.course.autograder.assessment import settings_text
from phazed.rules.errors import PhazedError
from phazed.writing import write

if TYPE_CHECKING:
    from phazed.course.autograder.assessment import AutograderSettings

SETTINGS, PACKAGE = "autograder.json", "phazed.tar.gz"
ROOT_FILES = ("pyproject.toml", "setup.py", "README.md", "LICENSE", "constraints.txt")
"""Files of the source tree that an installation needs beside the package."""
SETUP = """#!/usr/bin/env bash
# Installs Phazed, once, when Gradescope builds the image of the autograder. It needs Python 3.11 or newer.
set -eu
root="${AUTOGRADER_ROOT:-/autograder}"
is_new() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; }
python=""
for each in python3.14 python3.13 python3.12 python3.11 python3; do
  if is_new "$each"; then python="$each"; break; fi
done
if [ -n "$python" ] && "$python" -c 'import phazed, msgspec, numpy' 2> /dev/null; then
  command -v "$python" > "$root/python"  # the image has it already
  exit 0
fi
if [ -z "$python" ]; then
  apt-get update
  apt-get install -y python3.11 python3.11-venv python3.11-dev gcc
  python=python3.11
else
  apt-get update
  apt-get install -y "$python-venv" "$python-dev" gcc
fi
"$python" -m venv "$root/venv"
"$root/venv/bin/python" -m pip install PACKAGE
echo "$root/venv/bin/python" > "$root/python"
"""
RUN = """#!/usr/bin/env bash
# Grades one submission: Gradescope runs this and reads results/results.json.
set -eu
root="${AUTOGRADER_ROOT:-/autograder}"
mkdir -p "$root/results"
exec "$(cat "$root/python")" -m phazed autograder --grade "$root/submission" \\
  --settings "$root/source/autograder.json" --results "$root/results/results.json"
"""
WORKFLOW = """name: Autograding Tests
on:
  push:
  workflow_dispatch:
  repository_dispatch:
permissions:
  checks: write
  actions: read
  contents: read
jobs:
  run-autograding-tests:
    runs-on: ubuntu-latest
    if: github.actor != 'github-classroom[bot]'
    steps:
      - name: Checkout code
        uses: actions/checkout@v4
      - name: Set up Python
        uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - name: Install Phazed
        run: python -m pip install PACKAGE
      - name: Grade functions and bot
        id: phazed
        run: >-
          python -m phazed autograder --grade SUBMISSION --settings .github/phazed/autograder.json
          --github "$GITHUB_OUTPUT"
      - name: Autograding Reporter
        uses: classroom-resources/autograding-grading-reporter@v1
        env:
          PHAZED_RESULTS: "${{ steps.phazed.outputs.result }}"
        with:
          runners: phazed
"""
README = """Autograders for {title}, made by phazed autograder.

gradescope.zip   Upload it as the autograder of a programming assignment on Gradescope (Ubuntu 22.04 or newer). Give the
                 assignment {total:g} points.
github           Copy its contents into the template repository of a GitHub Classroom assignment; students write
                 {submission} at the top of the repository.

Both grade the same: the functions by the scheme, the bot in {matches} matches against built-in players. The settings
contain the seed of the cases. On Gradescope nobody sees them; students can read their own repository on GitHub, so use
another seed there than for the final grading.
"""


def write_autograders(out: Path, settings: AutograderSettings, total: float, title: str) -> list[Path]:
    """Write the files of both autograders to a folder, which must not exist, and return their paths."""
    if out.exists():
        raise PhazedError(f"{out} is there already: name another folder")
    package = source_archive()
    github = out / "github" / ".github"
    for folder in (github / "workflows", github / "phazed"):
        folder.mkdir(parents=True)
    requirement = f"phazed[arena]=={phazed.__version__}"
    here, there = ('"$root/source/phazed.tar.gz[arena]"', '".github/phazed/phazed.tar.gz[arena]"')
    setup = SETUP.replace("PACKAGE", here if package else f'"{requirement}"')
    workflow = WORKFLOW.replace("PACKAGE", there if package else f'"{requirement}"').replace("SUBMISSION", "bot.py")
    write(out / "gradescope.zip", _archive(setup, settings, package))
    write(github / "workflows" / "classroom.yml", workflow.encode())
    write(github / "phazed" / SETTINGS, settings_text(settings).encode())
    if package:
        write(github / "phazed" / PACKAGE, package)
    about = README.format(title=title, total=total + settings.bot_points, submission="bot.py", matches=settings.matches)
    write(out / "README.txt", about.encode())
    return [out / "gradescope.zip", out / "github", out / "README.txt"]


def _archive(setup: str, settings: AutograderSettings, package: bytes) -> bytes:
    """Return the archive for Gradescope; its scripts are executable."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        files = {"setup.sh": setup.encode(), "run_autograder": RUN.encode(), SETTINGS: settings_text(settings).encode()}
        for name, content in (files | ({PACKAGE: package} if package else {})).items():
            info = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            info.external_attr = (0o100755 if name in ("setup.sh", "run_autograder") else 0o100644) << 16
            archive.writestr(info, content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def source_archive() -> bytes:
    """Return the source tree of Phazed as an archive that pip installs; empty if this is an installed package."""
    package = Path(phazed.__file__).parent
    root = package.parent.parent
    if package.parent.name != "src" or not all((root / name).exists() for name in ROOT_FILES):
        return b""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for path in (*(root / name for name in ROOT_FILES), *sorted(package.rglob("*"))):
            if path.is_file() and path.suffix not in (".so", ".pyc", ".c") and path.name != "not_compiled.txt":
                archive.add(path, f"phazed-{phazed.__version__}/{path.relative_to(root)}", filter=_anonymous)
    return packed.getvalue()


def _anonymous(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Return a member of an archive without facts about this machine and its user."""
    member.uid = member.gid = 0
    member.uname = member.gname = ""
    member.mtime = 0
    return member
