"""The learning curve: the error of win chances that are learned from few hands and from more.

All hands are divided into parts of equal size, and the tables of two parts at a time are compared. Two tables of as
many hands differ from each other by √2 times the error of each; and twice as many hands reduce the error by √2 once
more, which gives the error of the table of all hands.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log, sqrt
from typing import TYPE_CHECKING, NamedTuple

from phazed.game.svg import EDGE, FONT, FOUR_COLOURS, PAPER
from phazed.train.futures import ROW, standings, win_chances, worths

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.rules.rulesets import Ruleset
    from phazed.train.futures import Hands

POINTS = 5
"""Number of halvings of the sample."""
WIDTH, HEIGHT = 720, 432
LEFT, RIGHT, TOP, BOTTOM = 72, 582, 112, 356
"""Margins of the plot area, in pixels."""
INK, PALE_INK, GRID = "#1f2328", "#57606a", "#d8dee4"
LARGEST, TYPICAL = FOUR_COLOURS["H"], FOUR_COLOURS["D"]
MARKS = [step * 10**power / 100 for power in range(-2, 2) for step in (1, 2, 5)] + [1.0]
"""Percentage points that may be marked on the vertical axis."""
_MIDDLE, _END, _BOLD = ' text-anchor="middle"', ' text-anchor="end"', ' font-weight="700"'
_HALO = f' stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'


class Point(NamedTuple):
    """The error of a table learned from `hands` hands: typical and largest."""

    hands: int
    typical: float
    largest: float


def learning(rules: Ruleset, hands: Hands) -> list[Point]:
    """Return the points of the curve, from the fewest hands to half of them, and the expected error with all."""
    everything = b"".join(hands[part] for part in sorted(hands))
    samples = len(everything) // ROW
    sizes = [samples >> halved for halved in range(1, POINTS + 1) if samples >> halved]
    points = [_compared(rules, everything, size, samples // size // 2) for size in reversed(sizes)]
    last = points[-1]
    nearer = sqrt(last.hands / samples)
    return [*points, Point(samples, last.typical * nearer, last.largest * nearer)]


def _compared(rules: Ruleset, hands: bytes, size: int, pairs: int) -> Point:
    squares, count, largest = 0.0, 0, 0.0
    for pair in range(pairs):
        one, other = (_chances(rules, hands, 2 * pair + half, size) for half in range(2))
        gaps = [abs(a - b) for row, others in zip(one, other) for a, b in zip(row, others)]
        squares += sum(gap * gap for gap in gaps)
        count += len(gaps)
        largest += max(gaps) / pairs
    return Point(size, sqrt(squares / count / 2), largest / sqrt(2))


def _chances(rules: Ruleset, hands: bytes, number: int, size: int) -> list[list[float]]:
    """Return the chances by the table of each part of that size."""
    length = size * ROW
    return win_chances(rules, worths(rules, {0: hands[number * length : (number + 1) * length]}))


class Field:
    """The plot area; both axes are logarithmic."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.fewest, self.most = points[0].hands, points[-1].hands
        low, high = points[-1].typical, 1.25 * max(point.largest for point in points)
        first = max([0, *(i for i, mark in enumerate(MARKS) if mark <= low)])
        last = next(i for i, mark in enumerate(MARKS) if mark >= high)
        self.marks = MARKS[first : max(last, first + 1) + 1]

    def x(self, hands: int) -> float:
        along = log(hands / self.fewest) / log(self.most / self.fewest)
        return round(LEFT + 34 + along * (RIGHT - LEFT - 68), 1)

    def y(self, share: float) -> float:
        low, high = self.marks[0], self.marks[-1]
        return round(BOTTOM - log(max(share, low) / low) / log(high / low) * (BOTTOM - TOP), 1)


def picture(rules: Ruleset, points: Sequence[Point]) -> str:
    """Return the curve as an SVG that stands alone; it has its own background, for light and dark pages."""
    field = Field(points)
    where = f"{len(standings(rules))} standings" if rules.any_order else f"all {len(standings(rules))} standings"
    title = f"How far off the win chances of {rules.name} are"
    body = [
        _text(24, 64, 14, PALE_INK, f"In {where}, measured by comparing tables made of different hands"),
        _text(24, 95, 13, PALE_INK, "percentage points"),
        *_grid(points, field),
        *_line([(point.hands, point.largest) for point in points], field, LARGEST, "largest"),
        *_line([(point.hands, point.typical) for point in points], field, TYPICAL, "typically"),
        _text((LEFT + RIGHT) / 2, BOTTOM + 52, 13, PALE_INK, "hands played", _MIDDLE),
        _text(field.x(points[-1].hands), BOTTOM + 41, 13, PALE_INK, "(expected)", _MIDDLE),
    ]
    caption = f"{title}: typically {100 * points[-1].typical:.2f} percentage points with {points[-1].hands} hands"
    return _framed(title, caption, body)


def picture_of_wins(rules: Ruleset, points: Sequence[tuple[int, float]]) -> str:
    """Return the share of games won, by the number of games learned from, as an SVG that stands alone."""
    most = points[-1][0]
    shares = [100 * share for _, share in points]
    low = floor(min(25, *shares))
    high = max(ceil(max(shares)), low + 1)
    title = f"How strong the fast policy of {rules.name} has become"
    places = [
        (LEFT + 34 + games / most * (RIGHT - LEFT - 68), BOTTOM - (100 * share - low) / (high - low) * (BOTTOM - TOP))
        for games, share in points
    ]
    body = [
        _text(24, 64, 14, PALE_INK, "Against three greedy policies; 25 % is even"),
        _text(24, 95, 13, PALE_INK, "per cent of games won"),
    ]
    for mark in range(low, high + 1):
        y = BOTTOM - (mark - low) / (high - low) * (BOTTOM - TOP)
        body += [
            f'<path d="M{LEFT} {y:.4g}H{RIGHT}" stroke="{GRID}"/>',
            _text(LEFT - 12, y + 4.5, 13, PALE_INK, str(mark), _END),
        ]
    line = " ".join(f"{x:.4g},{y:.4g}" for x, y in places)
    body.append(
        f'<polyline points="{line}" fill="none" stroke="{TYPICAL}" stroke-width="2.5" stroke-linejoin="round"/>'
    )
    for (x, y), (games, share) in zip(places, points):
        body += [
            f'<circle cx="{x:.4g}" cy="{y:.4g}" r="4.5" fill="{TYPICAL}"/>',
            _text(round(x, 1), round(y - 13, 1), 13, TYPICAL, f"{100 * share:.1f}", _MIDDLE + _HALO),
            _text(round(x, 1), BOTTOM + 23, 13, PALE_INK, f"{games // 1000}", _MIDDLE),
        ]
    body.append(_text((LEFT + RIGHT) / 2, BOTTOM + 52, 13, PALE_INK, "thousand games learned from", _MIDDLE))
    return _framed(title, f"{title}: {100 * points[-1][1]:.1f} % of games won after {most} games", body)


def _framed(title: str, caption: str, body: list[str]) -> str:
    """Return the whole SVG: background, title, description for screen readers, and the plot."""
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9" fill="{PAPER}" stroke="{EDGE}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" font-family="{FONT}"><title>{escape(caption)}</title>'
        f"{paper}{_text(24, 40, 20, INK, title, _BOLD)}{''.join(body)}</svg>\n"
    )


def _text(x: float, y: float, size: int, ink: str, words: str, extra: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{ink}"{extra}>{escape(words)}</text>'


def _grid(points: Sequence[Point], field: Field) -> Iterator[str]:
    """Return the horizontal lines with percentage points, and the numbers of hands below."""
    for mark in field.marks:
        y = field.y(mark)
        yield f'<path d="M{LEFT} {y:g}H{RIGHT}" stroke="{GRID}"/>'
        yield _text(LEFT - 12, y + 4.5, 13, PALE_INK, f"{100 * mark:g}", _END)
    for point in points:
        x = field.x(point.hands)
        yield f'<path d="M{x:g} {BOTTOM}v6" stroke="{EDGE}"/>'
        yield _text(x, BOTTOM + 23, 13, PALE_INK, str(point.hands), _MIDDLE)


def _line(shares: Sequence[tuple[int, float]], field: Field, ink: str, name: str) -> Iterator[str]:
    """Return a line through the measurements; the last point, an extrapolation, is hollow and joined by dashes."""
    places = [(field.x(hands), field.y(share)) for hands, share in shares]
    solid = " ".join(f"{x:g},{y:g}" for x, y in places[:-1])
    (from_x, from_y), (x, y) = places[-2:]
    stroke = f'fill="none" stroke="{ink}" stroke-width="2.5"'
    yield f'<polyline points="{solid}" {stroke} stroke-linejoin="round"/>'
    yield f'<path d="M{from_x:g} {from_y:g}L{x:g} {y:g}" {stroke} stroke-dasharray="5 5"/>'
    for (x, y), (_, share) in zip(places, shares):
        filled = ink if (x, y) != places[-1] else PAPER
        yield f'<circle cx="{x:g}" cy="{y:g}" r="4.5" fill="{filled}" stroke="{ink}" stroke-width="2"/>'
        yield _text(x, y - 13, 13, ink, f"{100 * share:#.2g}".rstrip("."), _MIDDLE + _HALO)
    yield _text(x + 16, y + 5, 15, ink, name, _BOLD + _HALO)
