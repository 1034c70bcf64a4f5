"""A bot or built-in player in the form in which it is stored and sent: its name and files."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping


class _Fields(NamedTuple):
    name: str
    """Name, unique in a tournament; names of built-in players begin with `@`."""
    main: str = ""
    """File to import, relative to the bot's folder; empty for a built-in player."""
    files: tuple[tuple[str, bytes], ...] = ()
    """The bot's files with their relative paths, sorted by path."""


class Entrant(_Fields):
    """A participant in a tournament."""

    linked: Mapping[tuple[int, int], str] = MappingProxyType({})
    """Paths of files with other hard links, by device and inode; set only in the process that has read the files."""

    @property
    def built_in(self) -> bool:
        return not self.main

    @cached_property
    def digest(self) -> str:
        """Content hash of the main file's name and all files, independent of the entrant's name."""
        content = sha256(self.main.encode("utf-8", "surrogateescape"))
        for path, data in self.files:
            content.update(f"\0{path}\0{len(data)}\0".encode("utf-8", "surrogateescape"))
            content.update(data)
        return content.hexdigest()
