"""The progress of a tournament on the terminal: matches played, an estimate of the time left, and the top ten.

On a terminal, a block of lines is redrawn; elsewhere, a line is written now and then.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from phazed.progress import duration
from phazed.text import columns, counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

    from phazed.arena.results.summary import Summary
    from phazed.arena.tournament import Tournament

TOP = 10
INTERVALS = 0.5, 10.0
"""Seconds between two updates, on a terminal and elsewhere."""
RATING_SHARE = 0.05
"""Share of the time that may be spent on rating for the top ten."""


class Scoreboard:
    """Shows the progress of a tournament."""

    def __init__(self, stream: TextIO, width: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._width = width
        self._clock = clock
        self._is_terminal = stream.isatty()
        self._begun = clock()
        self._played_before: int | None = None
        """Matches that an earlier run has played."""
        self._shown = self._rated = float("-inf")
        self._rating_time = 0.0
        self._top: list[str] = []
        self._lines = 0

    def update(self, tournament: Tournament) -> None:
        """Show the tournament after another match, unless it was shown a moment ago."""
        now = self._clock()
        if self._played_before is None:
            self._played_before = tournament.played - 1
        if now - self._shown < INTERVALS[not self._is_terminal] and tournament.played < tournament.planned:
            return
        self._shown = now
        if now - self._rated > self._rating_time / RATING_SHARE:
            self._top = list(_top(tournament))
            self._rated = self._clock()
            self._rating_time = self._rated - now
        done, total = tournament.played, tournament.planned
        left = (now - self._begun) / (done - self._played_before) * (total - done)
        errors = counted(sum(tournament.store.errors_by_bot().values()), "error", spec=",")
        line = f"{done:,} of {total:,} matches ({100 * done / total:.0f} %), {duration(left)} left, {errors}"
        if self._is_terminal:
            self._draw([line, *self._top])
        else:
            first = self._top[0].split(maxsplit=2) if self._top else []
            leads = f"; {first[2]} leads with {first[1]}" if first else ""
            self._stream.write(f"{line}{leads}\n")
            self._stream.flush()

    def _draw(self, lines: list[str]) -> None:
        up = f"\x1b[{self._lines}A" if self._lines else ""
        self._lines = len(lines)
        self._stream.write(up + "".join(f"\r{_cut(line, self._width)}\x1b[K\n" for line in lines) + "\x1b[J")
        self._stream.flush()

    def end(self) -> None:
        """Erase the block."""
        if self._lines:
            self._stream.write(f"\x1b[{self._lines}A\x1b[J")
            self._stream.flush()
            self._lines = 0


def _top(tournament: Tournament) -> Iterator[str]:
    strengths = tournament.strengths()
    best = sorted(tournament.active(), key=lambda bot: -strengths[bot])
    for rank, bot in enumerate(best[:TOP], 1):
        yield f"{rank:4}  {strengths[bot]:5.1f}  {_display_name(tournament.entrants[bot].name)}"


WIDTHS = {"rank": 4, "95 %": 9, "rating": 12, "wins": 6, "errors": 6, "": 3}
"""Widths of the ranking's columns but for the name, which takes the rest; the last column marks bots that are out."""
MIN_NAME_WIDTH = 8
OPTIONAL_COLUMNS = ("95 %", "errors", "wins")
"""Columns that a narrow terminal does not show, the first to be omitted first."""


def ranking_lines(summary: Summary, width: int, limit: int) -> Iterator[str]:
    """The ranking as lines of text, with at most `limit` bots."""
    bots: list[dict[str, Any]] = [bot for bot in summary["bots"] if bot["rank"] is not None]
    rows = [_row(bot) for bot in bots[:limit]]
    shown = {name: space for name, space in WIDTHS.items() if name or any(row[""] for row in rows)}
    for name in OPTIONAL_COLUMNS:
        if _total_width(shown) + MIN_NAME_WIDTH > width:
            del shown[name]
    longest = max([len("name"), *(columns(row["name"]) for row in rows)])
    name_width = max(MIN_NAME_WIDTH, min(width - _total_width(shown), longest))
    for row in [{name: name for name in (*WIDTHS, "name")}, *rows]:
        rank, *others = (f"{row[name]:>{space}}" for name, space in shown.items())
        before = [others.pop(0)] if "95 %" in shown else []
        name = _cut(row["name"], name_width)
        yield "  ".join([rank, *before, name + " " * (name_width - columns(name)), *others]).rstrip()
    if len(bots) > limit:
        yield f"      and {len(bots) - limit} more"


def _row(bot: dict[str, Any]) -> dict[str, str]:
    return {
        "rank": str(bot["rank"]),
        "95 %": f"{bot['low']}-{bot['high']}",
        "name": _display_name(bot["name"]),
        "rating": f"{bot['mu']:5.1f} ± {bot['sigma']:4.1f}",
        "wins": f"{bot['wins'] / max(1, sum(bot['places']) + bot['errors']):.1%}",
        "errors": str(bot["errors"]),
        "": "out" if bot["status"] else "",
    }


def _total_width(shown: dict[str, int]) -> int:
    """Width of all columns but the name, with the spaces between them."""
    return sum(shown.values()) + 2 * len(shown)


def _display_name(name: str) -> str:
    return printable(name) or "(no name)"


def _cut(text: str, width: int) -> str:
    """As much of the text as fits."""
    while (excess := columns(text) - width) > 0:
        text = text[: -max(1, excess // 2)]  # no character is wider than two columns
    return text
