"""The JSON form of answers: writing it, reading it, and storing it with a version.

>>> from phazed.answers.bot_review import Mean
>>> to_json(Mean(0.25, 0.5))
{'value': 0.25, 'error': 0.5}
>>> from_json(Mean, {"value": 0.25, "error": 0.5})
Mean(value=0.25, error=0.5)
"""

from __future__ import annotations

import types
from functools import cache
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints, is_typeddict

from phazed.rules.errors import PhazedError, shown

T = TypeVar("T")
VERSION = 1
"""Version of stored answers, to be increased when the fields of any answer change."""


class InvalidAnswer(PhazedError):
    """An error in JSON data that does not describe an answer of the expected type."""


@cache
def properties(answer: Any) -> tuple[str, ...]:
    """Return the names of an answer's public properties, which are included in its JSON form."""
    return tuple(name for name, each in vars(answer).items() if isinstance(each, property) and name[0] != "_")


def to_json(value: Any) -> Any:
    """Convert answers to dictionaries, and tuples to lists, for `json.dumps`."""
    if hasattr(value, "_asdict"):
        derived = {name: getattr(value, name) for name in properties(value.__class__)}
        return {name: to_json(each) for name, each in {**value._asdict(), **derived}.items()}
    if isinstance(value, (list, tuple)):
        return [to_json(each) for each in value]
    if isinstance(value, dict):
        return {name: to_json(each) for name, each in value.items()}
    return value


def to_store(answer: Any) -> dict[str, Any]:
    """Return the JSON form of an answer, with the version."""
    return {"version": VERSION, **to_json(answer)}


def from_store(kind: type[T], stored: Any) -> T | None:
    """Return the stored answer, or `None` if it has another version or is damaged."""
    if not isinstance(stored, dict) or stored.get("version") != VERSION:
        return None
    try:
        return from_json(kind, {name: each for name, each in stored.items() if name != "version"})
    except InvalidAnswer:
        return None


def from_json(kind: type[T], data: Any) -> T:
    """Return the answer of the given type described by JSON data."""
    return _read(kind, data, kind.__name__)  # type: ignore[no-any-return]


@cache
def hints(kind: type) -> dict[str, Any]:
    """Return the types of an answer's fields."""
    return get_type_hints(kind)


def _read(kind: Any, data: Any, where: str) -> Any:
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return data
    if origin in (Union, types.UnionType):
        return _read_one_of(inner, data, where)
    if origin is Literal:
        return data if data in inner else _refuse(kind, data, where)
    if origin in (tuple, list):
        return _read_items(origin, inner, data, where)
    if origin is dict and isinstance(data, dict):
        return {name: _read(inner[1], each, f"{where}.{name}") for name, each in data.items()}
    if hasattr(kind, "_fields") or is_typeddict(kind):
        return _read_fields(kind, data, where)
    if kind is float and type(data) is int:
        return float(data)
    return data if type(data) is (type(None) if kind is None else kind) else _refuse(kind, data, where)


def _read_one_of(kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    for kind in kinds:
        try:
            return _read(kind, data, where)
        except InvalidAnswer:
            continue
    return _refuse(" or ".join(map(str, kinds)), data, where)


def _read_items(sequence: type, kinds: tuple[Any, ...], data: Any, where: str) -> Any:
    if not isinstance(data, list):
        _refuse("list", data, where)
    if sequence is list or kinds[1:] == (...,):
        return sequence(_read(kinds[0], each, f"{where}[{place}]") for place, each in enumerate(data))
    if len(kinds) != len(data):
        _refuse(f"list of {len(kinds)}", data, where)
    return tuple(_read(kind, each, f"{where}[{place}]") for place, (kind, each) in enumerate(zip(kinds, data)))


def _read_fields(kind: Any, data: Any, where: str) -> Any:
    fields = hints(kind)
    derived: tuple[str, ...] = () if is_typeddict(kind) else properties(kind)
    if not isinstance(data, dict) or not set(data) <= {*fields, *derived}:
        _refuse(kind, data, where)
    optional = kind.__optional_keys__ if is_typeddict(kind) else kind._field_defaults
    if missing := [name for name in fields if name not in data and name not in optional]:
        _refuse(f"{kind.__name__} with {', '.join(missing)}", data, where)
    return kind(**{name: _read(each, data[name], f"{where}.{name}") for name, each in fields.items() if name in data})


def _refuse(kind: Any, data: Any, where: str) -> Any:
    wanted = getattr(kind, "__name__", kind)
    raise InvalidAnswer(f"{where}: expected {wanted}, not {shown(data)}")
