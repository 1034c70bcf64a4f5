"""Objects that a stranger's program may pass to the course's functions: they raise, lie, or have no end."""

from __future__ import annotations


class Trap(Exception):
    """What a hostile object raises."""


def _trap(*_):
    raise Trap


class Untouchable:
    """Raises whatever is done with it."""

    __eq__ = __ne__ = __lt__ = __hash__ = __iter__ = __repr__ = __str__ = __len__ = __bool__ = _trap
    __getitem__ = __contains__ = __index__ = __int__ = __add__ = __format__ = _trap


class NoRepr:
    __repr__ = __str__ = __format__ = _trap


class NoHash:
    __hash__ = _trap


class NoEq:
    __eq__ = _trap
    __hash__ = object.__hash__


class EqualToAll:
    """Claims to be everything, and cannot be hashed."""

    __hash__ = None

    def __eq__(self, other):
        return True


class BadList(list):
    __iter__ = __len__ = __getitem__ = _trap


class BadTuple(tuple):
    __slots__ = ()
    __iter__ = __len__ = __getitem__ = _trap


class BadText(str):
    __slots__ = ()
    __eq__ = __getitem__ = _trap
    __hash__ = str.__hash__


class BadNumber(int):
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = __mod__ = __sub__ = _trap
    __hash__ = int.__hash__


def endless_list():
    inside = []
    inside.append(inside)
    return inside


def deep_list():
    inside = []
    for _ in range(5000):
        inside = [inside]
    return inside


HOSTILE = {
    "untouchable": Untouchable,
    "no repr": NoRepr,
    "no hash": NoHash,
    "no eq": NoEq,
    "equal to all": EqualToAll,
    "bad list": lambda: BadList(["2C", "2S", "2H"]),
    "bad tuple": lambda: BadTuple(("2C", "2S", "2H")),
    "bad text": lambda: BadText("2C"),
    "bad number": lambda: BadNumber(1),
    "endless list": endless_list,
    "deep list": deep_list,
    "object": object,
    "function": lambda: print,
    "generator": lambda: (number for number in range(3)),
}


def with_each_part_replaced(thing, other):
    """The thing with each of its parts in turn, at every depth, replaced by another; the whole is not."""
    for place, part in enumerate(thing):
        before, rest = thing[:place], thing[place + 1 :]
        yield type(thing)([*before, other, *rest])
        if isinstance(part, (list, tuple)):
            for spoilt in with_each_part_replaced(part, other):
                yield type(thing)([*before, spoilt, *rest])
