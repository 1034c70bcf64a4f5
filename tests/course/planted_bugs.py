"""Bugs as students make them: changes of the right solution, each with a function that shows it and its rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "mutants"
SOLUTION = (FOLDER / "solution.py").read_text(encoding="utf-8")


class Bug(NamedTuple):
    name: str
    function: str
    rule: str
    change: tuple[str, ...]
    """Lines of the solution after a space or a minus, and what replaces those with a minus after a plus."""

    @property
    def game(self) -> str:
        return "phazed_bonus" if "_bonus" in self.function else self.function.partition("_")[0]

    @property
    def before(self) -> str:
        return self._lines(" -")

    @property
    def after(self) -> str:
        return self._lines(" +")

    def _lines(self, signs: str) -> str:
        return "".join(f"{line[1:]}\n" for line in self.change if line[0] in signs)

    @property
    def source(self) -> str:
        assert SOLUTION.count(f"\n{self.before}") == 1, f"{self.name} changes nothing, or not one place"
        return SOLUTION.replace(f"\n{self.before}", f"\n{self.after}")


def _read(text: str) -> list[Bug]:
    parts = re.split(r"^== (.+) == (\w+) == ([\d.]+)\n", text, flags=re.MULTILINE)[1:]
    return [
        Bug(*about, tuple(line for line in lines.splitlines() if line))
        for *about, lines in zip(*(parts[place::4] for place in range(4)))
    ]


BUGS = _read((FOLDER / "planted_bugs.txt").read_text(encoding="utf-8"))
