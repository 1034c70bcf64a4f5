"""Import of packages that belong to an extra, with a helpful error if one is missing."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGES = {"env": ("gymnasium", "numpy", "pettingzoo"), "data": ("numpy", "pyarrow")}


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Wrap the imports of an extra's packages, so that the error for a missing package says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name not in PACKAGES[extra]:
            raise
        message = f"this needs the package {error.name}: pip install 'phazed[{extra}]'"
        raise ModuleNotFoundError(message, name=error.name) from None
