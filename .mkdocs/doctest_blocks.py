"""Shows the doctests of docstrings as code: Markdown would take their prompts for quotations."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension, Object

DOCTEST = re.compile(r"(?:^>>> .*\n?(?:^(?!$).*\n?)*)+", re.MULTILINE)


class DoctestBlocks(Extension):
    """Puts each doctest between fences."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = DOCTEST.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
