"""The documents: their links lead somewhere, and the site's navigation lists every page."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)|<img src=\"([^\"]+)\"")
SNIPPET = re.compile(r'^--8<-- "([^":]+)', re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file(page):
    text = page.read_text(encoding="utf-8")
    for address in (first or second for first, second in LINK.findall(text)):
        assert "://" in address or (page.parent / address).exists(), address
    for included in SNIPPET.findall(text):
        assert (ROOT / included).exists(), included


def test_every_page_is_in_the_navigation():
    listed = set(re.findall(r"[\w/]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8")))
    assert listed == {str(page.relative_to(ROOT / "docs")) for page in PAGES if ROOT / "docs" in page.parents}


def test_every_package_is_in_the_layout_of_the_architecture():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    source = ROOT / "src" / "phazed"
    packages = {path.parent.name for path in source.rglob("__init__.py") if path.parent != source}
    assert all(f"  {name}/" in text for name in packages)


SHOWN_COMMANDS = [
    (page, *shown)
    for page in PAGES
    for shown in re.findall(
        r"^```sh\n(phazed [^\n]*)\n```\n\n```text\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S
    )
]
"""Commands that can be pasted, each with the output that the page shows after it."""


@pytest.mark.parametrize(
    ("page", "command", "output"),
    SHOWN_COMMANDS,
    ids=lambda given: given.name if isinstance(given, Path) else given[:20],
)
def test_a_command_prints_what_the_page_shows(page, command, output, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    program, *arguments = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", program, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
        cwd=ROOT,
    )
    assert done.stdout == output, done.stderr


def test_the_first_page_shows_explanation_and_advice():
    shown = [command.split()[1] for page, command, _ in SHOWN_COMMANDS if page == ROOT / "README.md"]
    assert shown == ["explain", "advise"]
