"""Access to scripts, style sheets and page bodies."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from phazed.game.svg import SPARK, SUIT_PATHS

if TYPE_CHECKING:
    from collections.abc import Iterator

SITE = files("phazed.site")
FOLDERS = ("components", "pages", "shell")
"""Folders whose files browsers may fetch from `/site/FOLDER/FILE`."""
IMPORT = re.compile(r'^import \{[^}]*\} from "([./\w-]+)";\n', re.MULTILINE)
"""An import statement, which may span several lines, and the imported module."""
_TYPE_IMPORT = re.compile(r"^/\*\* @import [^\n]*\n", re.MULTILINE)


def card_shapes() -> str:
    """Return the element for a page's head that contains the shapes of suits and wild cards for `cards.js`."""
    return f'<meta name="card-shapes" content="{escape(json.dumps({**SUIT_PATHS, "wild": SPARK}))}">'


@cache
def text(address: str) -> str:
    """Return the text of the script or style sheet at the address."""
    return SITE.joinpath(address.removeprefix("/site/")).read_text(encoding="utf-8")


@cache
def body(name: str) -> str:
    """Return the HTML of a page's body or part of a body."""
    return SITE.joinpath("bodies", f"{name}.html").read_text(encoding="utf-8")


def without_imports(module: str) -> str:
    """Return a module's text without its imports, for a page that already contains the imported modules."""
    return _TYPE_IMPORT.sub("", IMPORT.sub("", module))


def modules(address: str) -> list[str]:
    """Return the addresses of a module and everything that it imports, in order of execution."""
    seen: set[str] = set()

    def with_imports(module: str) -> Iterator[str]:
        if module not in seen:
            seen.add(module)
            for name in IMPORT.findall(text(module)):
                yield from with_imports(normpath(join(dirname(module), name)))
            yield module

    return [*with_imports(address)]
