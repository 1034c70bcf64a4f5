"""The modules and tables that a module needs to run as plain Python, found by following imports.

Imports for the type checker are not followed; imports inside functions are. A package's `__init__` is included only if
something is imported from it by name. The core's `__init__`, which warns of low speed, is therefore not included.

>>> [module.name for module in needed(["phazed.rules.scoring"]).modules]
['phazed.rules.errors', 'phazed.rules.cards', 'phazed.rules.scoring']
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT.name
TABLE_SUFFIX = ".bin"


class NotPortable(PhazedError):
    """A module that cannot be included in the exported file; the message says why."""


class Module(NamedTuple):
    """A module and its source."""

    name: str
    source: str


class Needed(NamedTuple):
    """The modules and tables that are needed."""

    modules: tuple[Module, ...]
    """The modules, each after those that it imports, except in circular imports."""
    tables: tuple[Path, ...]


class Import(NamedTuple):
    """A module that another one imports."""

    is_local: bool
    """Whether the import is inside a function."""
    name: str


def needed(roots: Sequence[str], *, games: Collection[str] = tuple(RULESETS), without: Collection[str] = ()) -> Needed:
    """Return the modules and tables that the roots need to play these games.

    Functions that import a module in `without` are assumed never to be called. A table whose name ends with a game's
    name is needed only for that game.
    """
    modules: dict[str, Module] = {}
    tables: set[Path] = set()
    seen: set[str] = set()

    def follow(name: str) -> None:
        if name in seen:
            return
        seen.add(name)
        file = _file_of(name)
        source = _read(file, name)
        tree = ast.parse(source)
        for each in sorted(set(_imports(tree, name))):
            if not (each.is_local and each.name in without):
                follow(each.name)
        tables.update(_tables(tree, name, file))
        modules[name] = Module(name, source)

    for root in roots:
        follow(root)
    return Needed(tuple(modules.values()), tuple(sorted(table for table in tables if _is_for(table, games))))


def _file_of(name: str) -> Path:
    path = ROOT.parent.joinpath(*name.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def _read(file: Path, name: str) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise NotPortable(f"the source of {name} is not installed: {file} is missing; reinstall phazed") from None


def _imports(tree: ast.Module, module: str) -> Iterator[Import]:
    """Yield the imports of this package's modules in the module and its functions."""
    for node, is_local in _at_run_time(tree, is_local=False):
        if isinstance(node, ast.Import):
            named = [(each.name, each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            named = [(node.module or "", f"{node.module}.{each.name}") for each in node.names]
        else:
            continue
        for source, full in named:
            top = source.partition(".")[0]
            if top == PACKAGE:
                yield Import(is_local, full if _file_of(full).exists() else source)
            elif top not in sys.stdlib_module_names:
                raise NotPortable(
                    f"{module} imports {source or 'a relative name'}, which is not in the standard library"
                )


def _at_run_time(node: ast.AST, *, is_local: bool) -> Iterator[tuple[ast.AST, bool]]:
    """Yield all descendants that are not for the type checker, and whether each is inside a function."""
    for child in ast.iter_child_nodes(node):
        yield child, is_local
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            yield from _at_run_time(ast.Module(child.orelse, []), is_local=is_local)
        else:
            inside = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
            yield from _at_run_time(child, is_local=is_local or inside)


def _tables(tree: ast.Module, name: str, file: Path) -> Iterator[Path]:
    """Yield the tables next to the module that match a string in it; computed parts of a string match anything."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    names = {argument.id for call in calls for argument in call.args if isinstance(argument, ast.Name)}
    methods = {call.func.attr for call in calls if isinstance(call.func, ast.Attribute)}
    if "__file__" in names and "get_data" not in methods:
        raise NotPortable(f"{name} must read the files next to it with its loader's get_data, as core/encoding.py does")
    patterns = {_pattern(node) for node in ast.walk(tree) if isinstance(node, (ast.Constant, ast.JoinedStr))}
    for table in file.parent.glob(f"*{TABLE_SUFFIX}"):
        if any(re.fullmatch(pattern, table.name) for pattern in patterns):
            yield table


def _pattern(node: ast.Constant | ast.JoinedStr) -> str:
    """Return a regular expression that matches the possible values of a string."""
    if isinstance(node, ast.Constant):
        return re.escape(str(node.value))
    return "".join(_pattern(part) if isinstance(part, ast.Constant) else ".+" for part in node.values)


def _is_for(table: Path, games: Collection[str]) -> bool:
    """Return whether the table is needed for any of the games."""
    named = [game for game in RULESETS if table.stem.endswith(f"_{game}")]
    return not named or any(game in games for game in named)
