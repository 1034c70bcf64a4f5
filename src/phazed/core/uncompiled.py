"""A replacement for the module `cython` when the core's files run as plain Python: types and local arrays.

The core is written in Cython's pure-Python mode. Compiled, `cython.int` is C's `int`; uncompiled, the same files run
with this module, and an array is a list. So no package is needed at run time in either case.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class CType:
    """A C type: used in annotations, and indexed to make an array type."""

    def __getitem__(self, size: Any) -> CType:
        return CArray(self, size)


class CArray(CType):
    """An array type of C."""

    def __init__(self, of: CType, size: Any) -> None:
        self._of = of
        self._size = size

    def new(self) -> list[Any]:
        """Return a list in place of the C array."""
        if isinstance(self._of, CArray):
            return [self._of.new() for _ in range(self._size)]
        return [0] * self._size


class _WithoutGil:
    """A context manager that does nothing, for `with cython.nogil:`."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


compiled = False
nogil = _WithoutGil()
bint = double = float = int = longlong = p_double = p_int = uint = ulonglong = ushort = CType()  # noqa: A001


def declare(kind: CType) -> list[Any]:
    """Return a local array."""
    assert isinstance(kind, CArray)  # noqa: S101 - the core only declares arrays
    return kind.new()
