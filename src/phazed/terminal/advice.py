"""Advice as text: a table with the chances of the best plays, and reasons for some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.answers.advice import Advice, AdvisedPlay

MAX_SHOWN, MAX_EXPLAINED = 6, 3
"""Maximum numbers of plays that are shown with chances and with reasons."""


def advice_text(advice: Advice, width: int = WIDTH) -> str:
    """Return the advice as lines of at most `width` characters."""
    return block(_lines(advice, width), width)


def _lines(advice: Advice, width: int) -> Iterator[str]:
    yield from _table(advice, width)
    if others := len(advice.options) - MAX_SHOWN:
        yield from [f"and {others} worse"] * (others > 0)
    yield ""
    yield advice.legend
    for option in advice.options[:MAX_EXPLAINED]:
        yield ""
        yield f"{option.words}: {' '.join(option.reasons)}"


def _table(advice: Advice, width: int) -> list[str]:
    """Return a row per play or, if the width does not suffice, two rows."""
    shown: Sequence[AdvisedPlay] = advice.options[:MAX_SHOWN]
    columns = [
        ["win", *(f"{100 * option.win.chance:.1f} %" for option in shown)],
        ["95 % interval", *(f"{100 * option.win.low:.1f} to {100 * option.win.high:.1f} %" for option in shown)],
        ["phase", *(f"{100 * option.phase.chance:.0f} %" for option in shown)],
        ["out", *(f"{100 * option.out.chance:.0f} %" for option in shown)],
        ["points", *(f"{option.points:.2f}" for option in shown)],
    ]
    if not advice.due:
        del columns[2]
    widths = [max(map(len, column)) for column in columns]
    numbers = ["  ".join(text.rjust(wide) for text, wide in zip(row, widths)) for row in zip(*columns)]
    words = ["", *(option.words for option in shown)]
    widest = max(map(len, words))
    if widest + 2 + len(numbers[0]) <= width:
        return [f"{what:{widest}}  {chances}" for what, chances in zip(words, numbers)]
    if 4 + len(numbers[0]) > width:
        numbers = [row[: -widths[-1]].rstrip() for row in numbers]  # without the points
    parts = [f"    {numbers[0]}"]
    for what, chances in zip(words[1:], numbers[1:]):
        parts += [what, f"    {chances}"]
    return parts
