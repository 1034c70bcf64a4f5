"""TypeScript declarations of the answers, to which the JSDoc comments of the site refer.

python -m phazed.answers.typescript    # writes src/phazed/site/answers.d.ts
"""

from __future__ import annotations

import types
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from phazed.answers.form import properties

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = (
    *("bot_review", "check", "classroom", "comparison", "diagnosis", "game_review", "grade", "lobby", "ranking"),
    *("replay", "similarity", "table"),
)
HEAD = "// The answers of phazed.answers, made by `python -m phazed.answers.typescript`; not to be edited.\n"
SCALARS = {str: "string", int: "number", float: "number", bool: "boolean", type(None): "null", None: "null", Any: "any"}


def declarations() -> str:
    """Return the text of the declaration file."""
    aliases = (f"export type {name} = {_type(value, named=False)};\n" for value, name in _aliases().items())
    return "\n".join([HEAD, *aliases, *(_interface(answer) for answer in answers())])


def answers() -> Iterator[Any]:
    """Yield every answer, in the order of the modules."""
    for module in MODULES:
        name = f"phazed.answers.{module}"
        for each in vars(import_module(name)).values():
            if getattr(each, "__module__", "") == name and (hasattr(each, "_fields") or is_typeddict(each)):
                yield each


@cache
def _aliases() -> dict[Any, str]:
    """Return the names of the declared types that are no classes."""
    found = {}
    for module in map(import_module, (f"phazed.answers.{name}" for name in MODULES)):
        declared = [name for name, hint in vars(module).get("__annotations__", {}).items() if hint == "TypeAlias"]
        found.update({getattr(module, name): name for name in declared})
    return found


def _interface(answer: Any) -> str:
    fields = [
        (f"{name}?" if get_origin(hint) is NotRequired else name, _type(hint))
        for name, hint in get_type_hints(answer, include_extras=True).items()
    ]
    if not is_typeddict(answer):
        fields += [(name, _type(get_type_hints(getattr(answer, name).fget)["return"])) for name in properties(answer)]
    lines = "".join(f"  {name}: {kind};\n" for name, kind in fields)
    return f"export interface {answer.__name__} {{\n{lines}}}\n"


def _type(hint: Any, *, named: bool = True) -> str:
    origin, inner = get_origin(hint), get_args(hint)
    if named and origin is not None and hint in _aliases():
        return _aliases()[hint]
    if hint in SCALARS:
        return SCALARS[hint]
    if origin is NotRequired:
        return _type(inner[0])
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, inner))
    if origin is Literal:
        return " | ".join(f'"{each}"' if isinstance(each, str) else str(each).lower() for each in inner)
    if origin in (list, Sequence) or (origin is tuple and inner[1:] == (...,)):
        item = _type(inner[0])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if origin is tuple:
        return f"[{', '.join(map(_type, inner))}]"
    if origin is dict:
        return f"Record<{_type(inner[0])}, {_type(inner[1])}>"
    return str(hint.__name__)


if __name__ == "__main__":
    Path(str(files("phazed.site"))).joinpath("answers.d.ts").write_text(declarations(), encoding="utf-8")
