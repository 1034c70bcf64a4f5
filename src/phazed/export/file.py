"""The text of the exported file: a header, the loader, the modules, the course's functions, and the tables.

The modules are exact copies of the installed ones, so there is only one version of the player. In the exported file,
the core's modules run uncompiled, with the same results.
"""

from __future__ import annotations

import ast
import lzma
import re
import zlib
from binascii import b2a_base64
from pathlib import Path
from string import Template
from textwrap import fill
from typing import TYPE_CHECKING

from phazed import __version__
from phazed.export import loader
from phazed.export.needed import needed
from phazed.rules.rulesets import PLAY_FUNCTIONS, RULESETS

if TYPE_CHECKING:
    from collections.abc import Collection

    from phazed.export.needed import Module

PLAYER = "strong"
"""The built-in player behind the play functions. It does not search, so it is fast even in plain Python."""
FUNCTIONS, PLAYERS, RULES = "phazed.coursework", "phazed.bots", "phazed.rules.rulesets"
"""The modules that the file's own functions use; all other modules are their dependencies."""
WITHOUT = ("phazed.bots.levels", "phazed.bots.random", "phazed.bots.sparring", "phazed.game.notebook")
"""Modules that the file never uses: other players and pictures."""
HEADER = Path(__file__).with_name("header.txt")
LINE = 118
NUMBER_SIZES = (1, 2, 4, 8)
"""Possible sizes of the numbers in a table, in bytes."""
COMPRESSION = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 22, "lc": 4, "pb": 0}]
"""A dictionary of 4 MB, so that decompression takes 4 MB of memory instead of the preset's 64 MB."""


def exported(games: Collection[str] = tuple(RULESETS)) -> str:
    """Return the source of a file that plays these games."""
    found = needed([FUNCTIONS, PLAYERS, RULES], games=games, without=WITHOUT)
    source = next(module.source for module in found.modules if module.name == FUNCTIONS)
    functions = _functions(source, games)
    parts = [_header(functions), _loader()]
    for module in found.modules:
        parts.append(_module(module, line=sum(part.count("\n") for part in parts) + 1))
    parts.append(_definitions(functions))
    parts.append(f"\n\n{_title('tables')}")
    parts += [_table(table) for table in found.tables]
    parts.append(_start(games))
    return "".join(parts)


def _functions(source: str, games: Collection[str]) -> list[ast.FunctionDef]:
    """Return the course's functions, except those that play other games."""
    others = {name for name, rules in PLAY_FUNCTIONS.items() if rules.name not in games} | {"explain"}
    defined = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return [node for node in defined if not node.name.startswith("_") and node.name not in others]


def _header(functions: list[ast.FunctionDef]) -> str:
    names = [node.name for node in functions]
    plays = [name for name in names if name in PLAY_FUNCTIONS]
    listed = {"plays": plays, "others": [name for name in names if name not in plays]}
    texts = {
        key: fill(", ".join(each), LINE, initial_indent="    ", subsequent_indent="    ")
        for key, each in listed.items()
    }
    return Template(HEADER.read_text(encoding="utf-8")).substitute(texts, version=__version__)


def _title(text: str) -> str:
    return f"# {text} ".ljust(LINE, "-") + "\n"


def _loader() -> str:
    """Return the loader's source without its docstring, and a statement that creates the bundle."""
    source = Path(loader.__file__).read_text(encoding="utf-8")
    docstring = ast.parse(source).body[0]
    rest = "".join(source.splitlines(keepends=True)[docstring.end_lineno :])
    return f'{rest}\n\n_bundle = Bundle("phazed", __name__, globals().get("__file__", "<phazed>"))\n'


def _module(module: Module, line: int) -> str:
    """Return the text that adds the module; it starts at line `line` of the file."""
    title = f"\n\n{_title(module.name)}"
    start = line + title.count("\n")
    return f'{title}_bundle.add_module("{module.name}", {start}, {literal(module.source)})\n'


def literal(source: str) -> str:
    """Return a string literal that contains a newline and the source, without escapes if possible."""
    if "'''" not in source:
        return f"r'''\n{source}'''"
    escaped = source.replace("\\", "\\\\").replace("'''", "\\'\\'\\'")
    return f"'''\n{escaped}'''"


def _definitions(functions: list[ast.FunctionDef]) -> str:
    names = "".join(f'    "{node.name}",\n' for node in functions)
    defined = "".join(map(_definition, functions))
    return f"\n\n{_title('the functions of the course')}__all__ = [\n{names}]\n{defined}"


def _definition(node: ast.FunctionDef) -> str:
    """Return the definition of one of the file's functions, which calls the player or the original function."""
    arguments = ", ".join(argument.arg for argument in node.args.args)
    answer = f"_course.{node.name}({arguments})"
    if node.name in PLAY_FUNCTIONS:
        answer = f'_players.answer("{PLAYER}", _rulesets["{PLAY_FUNCTIONS[node.name].name}"], ({arguments}))'
    sentence = re.split(r"[.;]\s|\.$", ast.get_docstring(node) or "", maxsplit=1)[0]  # the module's source has the rest
    return f'\n\ndef {node.name}({arguments}):\n    """{sentence}."""\n    return {answer}\n'


def _table(table: Path) -> str:
    size, text = packed(table.read_bytes())
    return f'_bundle.add_table("{table.name}", {size}, """\n{text}\n""")\n'


def packed(table: bytes) -> tuple[int, str]:
    """Return the table in the form that `Bundle.get_data` reads: the size of its numbers, and a text.

    The first bytes of all numbers come first, then the second bytes, and so on, which compresses better. The size
    chosen is the one that gives the best compression.
    """
    sizes = [size for size in NUMBER_SIZES if len(table) % size == 0]
    planes = {size: b"".join(table[place::size] for place in range(size)) for size in sizes}
    best = min(sizes, key=lambda size: len(zlib.compress(planes[size], 1)))
    text = b2a_base64(lzma.compress(planes[best], filters=COMPRESSION), newline=False).decode()
    return best, "\n".join(text[start : start + LINE] for start in range(0, len(text), LINE))


def _start(games: Collection[str]) -> str:
    """Return the end of the file, which loads everything, so that the first play is as fast as the others."""
    made = "".join(f'_players.make("{PLAYER}", _rulesets["{game}"], None)\n' for game in RULESETS if game in games)
    return f"""
_bundle.load_all()
_course = _bundle.load("{FUNCTIONS}")
_players = _bundle.load("{PLAYERS}")
_rulesets = _bundle.load("{RULES}").RULESETS
{made}"""
