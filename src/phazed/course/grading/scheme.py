"""The scheme that turns marks into a grade: the weights of functions and rules, caps, rounding, and the total.

A scheme is a TOML file. `SHIPPED` is the path of the default scheme, which documents every setting.
"""

from __future__ import annotations

import tomllib
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.check.examples import FUNCTIONS
from phazed.course.grading.cases import functions_of
from phazed.game.pasted import PARAMETERS, game_and_question
from phazed.game.rulebook import find
from phazed.rules.errors import InvalidNotation, PhazedError, shown
from phazed.text import joined

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SHIPPED = files("phazed.course.grading") / "scheme.toml"
SETTINGS = ("total", "round", "tolerance", "own_cases", "caps", "weights", "rules")
CAPS = ("exception", "timeout")


class BadScheme(PhazedError):
    """A scheme that cannot be used; the message names the problem and a remedy."""


class Caps(NamedTuple):
    """The highest mark, from 0 to 1, that a function with such a fault can get."""

    exception: float = 1.0
    timeout: float = 1.0


class Scheme(NamedTuple):
    """A grading scheme."""

    total: float
    """Points for a submission without mistakes."""
    round: float
    """Multiple to which points are rounded."""
    own_cases: float
    """Share of a function's mark that depends on the teacher's own cases, if there are any."""
    tolerance: float
    """Share of a rule's cases that cost the whole rule if they are wrong."""
    caps: Caps
    weights: Mapping[str, float]
    """Relative weight of each function; functions that are not listed do not count."""
    rules: Mapping[str, Mapping[str, float]]
    """Weights of rules by kind of function, such as group_type."""

    def weight(self, function: str, game: str) -> float:
        """Return the function's share of the points when the game is graded, from 0 to 1."""
        among = sum(self.weights.get(each, 0.0) for each in functions_of(game))
        return self.weights.get(function, 0.0) / among if among else 0.0

    def rule_weight(self, function: str) -> Callable[[str], float]:
        """Return a callable that maps a rule to its weight in the function; rules that are not listed have weight 1."""
        listed = self.rules.get(game_and_question(function)[1], {})
        return lambda rule: listed.get(rule, 1.0)

    def points(self, share: float) -> float:
        """Return the points for a share from 0 to 1; halves are rounded up, but only a share of 1 gives the total.

        >>> shipped_scheme().points(0.6725), shipped_scheme().points(0.999), shipped_scheme().points(1)
        (67.5, 99.5, 100.0)
        """
        if share >= 1:
            return self.total
        step = Decimal(str(self.round))
        exact = Decimal(str(round(share * self.total, 9)))
        rounded = (exact / step).quantize(Decimal(1), ROUND_HALF_UP) * step
        below = Decimal(str(self.total)) - step
        return float(max(min(rounded, below), Decimal(0)))


@cache
def shipped_scheme() -> Scheme:
    """Return the default scheme."""
    return _read(SHIPPED.read_text(encoding="utf-8"), SHIPPED.name, {})


def read_scheme(text: str, file: str) -> Scheme:
    """Return the scheme in a file's text; all settings except the functions' weights have defaults."""
    return _read(text, file, shipped_scheme().rules)


def _read(text: str, file: str, defaults: Mapping[str, Mapping[str, float]]) -> Scheme:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadScheme(f"{file}: this is not TOML: {error}") from None
    for name in data:
        if name not in SETTINGS:
            raise BadScheme(f"{file}: there is no setting {name}; a scheme has {joined(SETTINGS)}")
    reader = _Reader(file)
    weights = reader.numbers(data, "weights", FUNCTIONS, 1e9)
    if not any(weights.values()):
        raise BadScheme(f"{file}: [weights] names no function with a weight above 0, such as phazed_score = 10")
    total = reader.number(data.get("total", 100), "total", 1e9)
    step = reader.number(data.get("round", 0.5), "round", 1e9)
    tolerance = reader.number(data.get("tolerance", 0.2), "tolerance", 1.0)
    for name, value in (("total", total), ("round", step), ("tolerance", tolerance)):
        if not value:
            raise BadScheme(f"{file}: {name} must be above 0")
    return Scheme(
        total,
        step,
        reader.number(data.get("own_cases", 0.5), "own_cases", 1.0),
        tolerance,
        Caps(**reader.numbers(data, "caps", CAPS, 1.0)),
        weights,
        reader.rules(data.get("rules", {}), defaults),
    )


class _Reader:
    """Reads the values in one file."""

    def __init__(self, file: str) -> None:
        self._file = file

    def numbers(self, data: Mapping[str, Any], table: str, names: tuple[str, ...], most: float) -> dict[str, float]:
        """Return a table of numbers whose keys are among these names."""
        found = data.get(table, {})
        if not isinstance(found, dict):
            raise BadScheme(f"{self._file}: {table} is a table: a line [{table}], and its settings below")
        for name in found:
            if name not in names:
                raise BadScheme(f"{self._file}: there is no {name} in [{table}]; choose of {joined(names)}")
        return {name: self.number(value, f"{name} in [{table}]", most) for name, value in found.items()}

    def number(self, value: Any, name: str, most: float) -> float:
        """Return a number from 0 to `most`."""
        if type(value) not in (int, float) or not isfinite(value) or not 0 <= value <= most:
            up_to = f"from 0 to {most:g}" if most < 1e9 else "from 0 on"
            raise BadScheme(f"{self._file}: {name} is a number {up_to}, not {shown(value)}")
        return float(value)

    def rules(self, value: Any, defaults: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
        """Return the weights of rules by kind of function, merged into the default weights."""
        if not isinstance(value, dict):
            raise BadScheme(f"{self._file}: rules has a table for each kind of function, such as [rules.group_type]")
        found = {kind: dict(table) for kind, table in defaults.items()}
        for kind, table in value.items():
            if kind not in PARAMETERS:
                raise BadScheme(f"{self._file}: there is no kind of function {kind}; choose of {joined(PARAMETERS)}")
            where = f"rules.{kind}"
            for number in table if isinstance(table, dict) else ():
                try:
                    find(number)
                except InvalidNotation as error:
                    raise BadScheme(f"{self._file}: [rules.{kind}]: {error}") from None
            weights = self.numbers({where: table}, where, tuple(table) if isinstance(table, dict) else (), 1e9)
            found[kind] = found.get(kind, {}) | weights
        return found
