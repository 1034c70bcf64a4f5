"""`NamedTuple` without importing `typing`.

Importing `typing` takes several times as long as importing all the rules, and a student's bot must start within two
seconds. Modules therefore write `if TYPE_CHECKING: from typing import NamedTuple` and use this class at run time:

>>> class Point(NamedTuple):
...     x: int
...     y: int = 0
>>> Point(3)
Point(x=3, y=0)
"""

from __future__ import annotations

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OWN = frozenset({"__annotations__", "__qualname__", "__module__"})


class _Meta(type):
    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, object]) -> type:
        if not bases:
            return super().__new__(mcs, name, bases, body)
        fields: Any = body.get("__annotations__", {})
        module: Any = body["__module__"]
        defaults = [body[field] for field in fields if field in body]
        made = namedtuple(name, fields, defaults=defaults, module=module)  # type: ignore[misc]  # noqa: PYI024
        for key, value in body.items():
            if key not in fields and key not in _OWN:
                setattr(made, key, value)
        return made


class NamedTuple(metaclass=_Meta):
    """Base class for tuples with typed fields, like `typing.NamedTuple`."""
