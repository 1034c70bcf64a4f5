"""Bugs as students make them: changes of the right solution, each with a function that shows it and its rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "mutants"
SOLUTION, ONE_BY_ONE, CLASSES = (
    (FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in ("solution", "one_by_one", "object_oriented")
)


class Bug(NamedTuple):
    name: str
    function: str
    rules: tuple[str, ...]
    """Rules that a teacher would name."""
    solution: str
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
        assert self.solution.count(f"\n{self.before}") == 1, f"{self.name} changes nothing, or not one place"
        return self.solution.replace(f"\n{self.before}", f"\n{self.after}")


def _read(name: str, solution: str) -> list[Bug]:
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^== (.+) == (\w+) == ([\d.|]+)\n", text, flags=re.MULTILINE)[1:]
    return [
        Bug(title, function, tuple(rules.split("|")), solution, tuple(line for line in lines.splitlines() if line))
        for title, function, rules, lines in zip(*(parts[place::4] for place in range(4)))
    ]


BUGS = _read("planted_bugs", SOLUTION)
MORE_BUGS = _read("one_by_one", ONE_BY_ONE)
OTHER_BUGS = _read("object_oriented", CLASSES)
