"""A replacement for the module `cython` when the core's files run as plain Python: types and local arrays.

The core is written in Cython's pure-Python mode. In compiled code, `cython.int` is C's `int`; otherwise the same files
use this module, and arrays are lists. No package is needed at run time in either case.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class CType:
    """A C type, used in annotations; indexing creates an array type."""

    def __getitem__(self, size: Any) -> CType:
        return CArray(self, size)


class CArray(CType):
    """A C array type."""

    def __init__(self, of: CType, size: Any) -> None:
        self._of = of
        self._size = size

    def new(self) -> list[Any]:
        """Return a list that replaces the C array."""
        if isinstance(self._of, CArray):
            return [self._of.new() for _ in range(self._size)]
        return [0] * self._size


class _WithoutGil:
    """A context manager for `with cython.nogil:` that does nothing."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


compiled = False
nogil = _WithoutGil()
bint = double = float = int = longlong = p_double = p_int = uint = ulonglong = ushort = CType()  # noqa: A001


def declare(kind: CType) -> list[Any]:
    """Return a local array."""
    assert isinstance(kind, CArray)  # noqa: S101 - the core only declares arrays
    return kind.new()
