"""How a tournament goes, on the terminal: progress with an estimate, and the top ten.

On a terminal a block is drawn over and over; elsewhere a line is written now and then.
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
EVERY = 0.5, 10.0
"""Seconds between two reports, on a terminal and elsewhere."""
SHARE = 0.05
"""So much of the time may go into rating for the top ten."""


class Scoreboard:
    """Told of every match, shows what there is to see."""

    def __init__(self, stream: TextIO, width: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._width = width
        self._clock = clock
        self._rewrites = stream.isatty()
        self._begun = clock()
        self._already: int | None = None
        self._shown = self._rated = float("-inf")
        self._rating = 0.0
        self._top: list[str] = []
        self._lines = 0

    def told(self, tournament: Tournament) -> None:
        """A match has been stored."""
        now = self._clock()
        if self._already is None:
            self._already = tournament.played - 1
        if now - self._shown < EVERY[not self._rewrites] and tournament.played < tournament.planned:
            return
        self._shown = now
        if now - self._rated > self._rating / SHARE:
            self._top = list(_top(tournament))
            self._rated = self._clock()
            self._rating = self._rated - now
        done, total = tournament.played, tournament.planned
        left = (now - self._begun) / (done - self._already) * (total - done)
        errors = counted(sum(tournament.store.errors_by_bot().values()), "error", spec=",")
        line = f"{done:,} of {total:,} matches ({100 * done / total:.0f} %), {duration(left)} left, {errors}"
        if self._rewrites:
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
        """Take the block away."""
        if self._lines:
            self._stream.write(f"\x1b[{self._lines}A\x1b[J")
            self._stream.flush()
            self._lines = 0


def _top(tournament: Tournament) -> Iterator[str]:
    strengths = tournament.strengths()
    best = sorted(tournament.still_in(), key=lambda bot: -strengths[bot])
    for place, bot in enumerate(best[:TOP], 1):
        yield f"{place:4}  {strengths[bot]:5.1f}  {_called(tournament.entrants[bot].name)}"


WIDTHS = {"rank": 4, "95 %": 9, "rating": 12, "wins": 6, "errors": 6, "": 3}
"""Of the ranking's columns; the last says who is out, and the name takes what is left."""
NAME = 8
"""A name has so much room at least."""
DISPENSABLE = ("95 %", "errors", "wins")
"""What is left out on a narrow terminal, in this order."""


def table(summary: Summary, width: int, most: int) -> Iterator[str]:
    """The ranking, as lines; so many of them."""
    bots: list[dict[str, Any]] = [bot for bot in summary["bots"] if bot["rank"] is not None]
    rows = [_cells(bot) for bot in bots[:most]]
    shown = {name: room for name, room in WIDTHS.items() if name or any(row[""] for row in rows)}
    for name in DISPENSABLE:
        if _taken(shown) + NAME > width:
            del shown[name]
    room = max(NAME, min(width - _taken(shown), max([len("name"), *(columns(row["name"]) for row in rows)])))
    for row in [{name: name for name in (*WIDTHS, "name")}, *rows]:
        rank, *others = (f"{row[name]:>{space}}" for name, space in shown.items())
        before = [others.pop(0)] if "95 %" in shown else []
        name = _cut(row["name"], room)
        yield "  ".join([rank, *before, name + " " * (room - columns(name)), *others]).rstrip()
    if len(bots) > most:
        yield f"      and {len(bots) - most} more"


def _cells(bot: dict[str, Any]) -> dict[str, str]:
    return {
        "rank": str(bot["rank"]),
        "95 %": f"{bot['low']}-{bot['high']}",
        "name": _called(bot["name"]),
        "rating": f"{bot['mu']:5.1f} ± {bot['sigma']:4.1f}",
        "wins": f"{bot['wins'] / max(1, sum(bot['places']) + bot['errors']):.1%}",
        "errors": str(bot["errors"]),
        "": "out" if bot["status"] else "",
    }


def _taken(shown: dict[str, int]) -> int:
    """How many columns all but the name take, spaces included."""
    return sum(shown.values()) + 2 * len(shown)


def _called(name: str) -> str:
    return printable(name) or "(no name)"


def _cut(text: str, width: int) -> str:
    """As much of the text as fits."""
    while (excess := columns(text) - width) > 0:
        text = text[: -max(1, excess // 2)]  # no sign is wider than two columns
    return text
