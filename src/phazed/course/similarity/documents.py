"""Submissions as sequences of tokens, with their files, lines, functions and fingerprints."""

from __future__ import annotations

import ast
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from zlib import crc32

from phazed.course.similarity.tokens import tokens
from phazed.course.similarity.winnowing import RUN, run_hashes, winnow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping


class Function(NamedTuple):
    """A function in a program: its name, the index of its first token and the index after its last one."""

    name: str
    begin: int
    end: int


class Document:
    """The tokens of one program, with its files concatenated."""

    def __init__(self, name: str, files: Mapping[str, str], given: frozenset[int], *, reference: bool = False) -> None:
        self.name = name
        self.reference = reference
        self.codes: list[int] = []
        self.places: list[tuple[str, int]] = []
        """File and line of each token."""
        self.functions: list[Function] = []
        for path, source in sorted(files.items()):
            begin = len(self.codes)
            for token in tokens(source):
                self.codes.append(code_of(token.text))
                self.places.append((path, token.line))
            self.functions += _functions(source, self.places, begin)
            self.codes.append(-1 - crc32(f"{name}\0{path}".encode()))  # unlike any other token, so no run crosses it
            self.places.append((path, 0))
        self.content = hash(tuple(code for code in self.codes if code >= 0))
        """Hash that is equal for programs that differ only in names, numbers, strings and layout."""
        self._hashes = run_hashes(self.codes)
        self.own = [line > 0 for _, line in self.places]
        """Whether each token counts; ends of files, given code and common code do not."""
        self.has_given = self.leave_out(given) > 0
        self.fingerprints = {place: value for place, value in winnow(self._hashes).items() if value not in given}

    @property
    def size(self) -> int:
        """Number of tokens that count."""
        return sum(self.own)

    def leave_out(self, values: Collection[int]) -> int:
        """Exclude the runs with these hashes, and return the number of tokens that no longer count."""
        before = self.size
        for place, value in enumerate(self._hashes):
            if value in values:
                self.own[place : place + RUN] = [False] * RUN
        return before - self.size

    def lines_of(self, values: Collection[int]) -> Iterator[tuple[str, int, int]]:
        """Yield the ranges of lines with these fingerprints, by file; ranges close to each other are joined."""
        lines = sorted(
            {
                self.places[at]
                for place, value in self.fingerprints.items()
                if value in values
                for at in range(place, place + RUN)
            }
        )
        begin = 0
        for end in range(1, len(lines) + 1):
            if end == len(lines) or lines[end][0] != lines[end - 1][0] or lines[end][1] > lines[end - 1][1] + 3:
                yield (lines[begin][0], lines[begin][1], lines[end - 1][1])
                begin = end


@cache
def code_of(text: str) -> int:
    """Return the number that stands for a token."""
    return crc32(text.encode())


def _functions(source: str, places: list[tuple[str, int]], begin: int) -> Iterator[Function]:
    """Yield the functions and methods in a file, except those nested in others."""
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = [line for _, line in places[begin:]]
    waiting: list[ast.stmt] = list(body)
    for node in waiting:
        if isinstance(node, ast.ClassDef):
            waiting += node.body
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            inside = [at for at, line in enumerate(lines) if node.lineno <= line <= (node.end_lineno or 0)]
            if inside:
                yield Function(node.name, begin + inside[0], begin + inside[-1] + 1)
