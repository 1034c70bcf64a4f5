"""Scripts, style sheets and page bodies, found by their addresses."""

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
"""Folders whose files browsers may fetch, as `/site/FOLDER/FILE`."""
IMPORT = re.compile(r'^import \{[^}]*\} from "([./\w-]+)";\n', re.MULTILINE)
"""An import statement, which may have several lines, and the imported module."""
_TYPE_IMPORT = re.compile(r"^/\*\* @import [^\n]*\n", re.MULTILINE)


def card_shapes() -> str:
    """Return the element from which `cards.js` takes the shapes of suits and wild cards, for a page's head."""
    return f'<meta name="card-shapes" content="{escape(json.dumps({**SUIT_PATHS, "wild": SPARK}))}">'


@cache
def text(address: str) -> str:
    """Return the text of the script or style sheet at the address."""
    return SITE.joinpath(address.removeprefix("/site/")).read_text(encoding="utf-8")


@cache
def body(name: str) -> str:
    """Return the HTML of a page's body or of a part of it."""
    return SITE.joinpath("bodies", f"{name}.html").read_text(encoding="utf-8")


def without_imports(module: str) -> str:
    """Return a module's text for a page that contains the imported modules before it."""
    return _TYPE_IMPORT.sub("", IMPORT.sub("", module))


def modules(address: str) -> list[str]:
    """Return the addresses of a module and of all that it imports, in the order of their execution."""
    seen: set[str] = set()

    def with_imports(module: str) -> Iterator[str]:
        if module not in seen:
            seen.add(module)
            for name in IMPORT.findall(text(module)):
                yield from with_imports(normpath(join(dirname(module), name)))
            yield module

    return [*with_imports(address)]
