r"""Notebooks as Python source: their code cells, one after the other.

>>> python_of(b'{"cells": [{"cell_type": "code", "source": ["x = 1\\n", "%timeit x"]}]}')
b'# cell 1\nx = 1\n# %timeit x\n'
"""

from __future__ import annotations

import json

from phazed.arena.bot_files import BadBot

ENDING = ".ipynb"
COMMANDS = ("%", "!", "?")
"""First characters of lines that are notebook commands instead of Python."""


def python_of(data: bytes) -> bytes:
    """Return the code of a notebook, with notebook commands as comments; raise `BadBot` if there is no code."""
    try:
        cells = json.loads(data)["cells"]
        sources = [_text(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, RecursionError):
        raise BadBot("this notebook cannot be read; hand in the file as Jupyter saves it, or a Python file") from None
    if not any(source.strip() for source in sources):
        raise BadBot("the notebook has no code cells")
    parts = [f"# cell {number}\n{_python(source)}\n" for number, source in enumerate(sources, 1)]
    return "".join(parts).encode("utf-8", "backslashreplace")


def _text(source: object) -> str:
    """Return the source of a cell, which is stored as a string or as a list of lines."""
    return "".join(source) if isinstance(source, list) else str(source)


def _python(source: str) -> str:
    whole = source.lstrip().startswith("%%")
    lines = source.splitlines()
    return "\n".join(f"# {line}" if whole or line.lstrip().startswith(COMMANDS) else line for line in lines)
