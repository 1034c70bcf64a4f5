"""Print the changes of a version from CHANGELOG.md; fail if the version is not that of the package.

python .github/release_notes.py 0.2.0
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def notes(version: str) -> str:
    """Return the section of the version in CHANGELOG.md."""
    declared = re.search(r'__version__ = "([^"]+)"', (ROOT / "src/phazed/__init__.py").read_text(encoding="utf-8"))
    if declared is None or declared[1] != version:
        raise SystemExit(f"the tag says {version}, and src/phazed/__init__.py {declared and declared[1]}")
    sections = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")
    for section in sections[1:]:
        title, _, text = section.partition("\n")
        if title.strip() == version and text.strip():
            return text.strip() + "\n"
    raise SystemExit(f"CHANGELOG.md has no changes of {version}: rename its section Unreleased")


if __name__ == "__main__":
    sys.stdout.write(notes(sys.argv[1]))
