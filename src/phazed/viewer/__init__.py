"""Browser code that the report and the table share: cards, elements, the state of a game, the replay (JS, CSS)."""

from __future__ import annotations

import json
import re
from html import escape
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from phazed.game.svg import SPARK, SUIT_PATHS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

IMPORT = re.compile(r'^import \{[^}]*\} from "([./\w-]+)";\n', re.MULTILINE)
"""An import statement, which may have several lines, and the imported module."""


def card_shapes() -> str:
    """The element from which `cards.js` takes the shapes of suits and wild cards; it belongs into a page's head."""
    return f'<meta name="card-shapes" content="{escape(json.dumps({**SUIT_PATHS, "wild": SPARK}))}">'


_TYPE_IMPORT = re.compile(r"^/\*\* @import [^\n]*\n", re.MULTILINE)


def without_imports(text: str) -> str:
    """A module's text for a page that has the imported modules before it."""
    return _TYPE_IMPORT.sub("", IMPORT.sub("", text))


def modules(address: str, read: Callable[[str], str]) -> list[str]:
    """The addresses of a module and of all that it imports, those imported first; `read` gives a module's text."""
    seen: set[str] = set()

    def with_imports(module: str) -> Iterator[str]:
        if module not in seen:
            seen.add(module)
            for name in IMPORT.findall(read(module)):
                yield from with_imports(normpath(join(dirname(module), name)))
            yield module

    return [*with_imports(address)]
