"""The review of a game as text: a table of all seats, and the most expensive mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, columns, counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.game_review import Decision, GameReview

NAME_WIDTH = 12
SHOWN_POINTS = 0.05
"""Smallest loss of expected points for the place that is shown."""
MAX_SHOWN = 12
"""Maximum number of mistakes; the most expensive ones are shown."""


def game_review_text(review: GameReview, width: int = WIDTH, seat: int | None = None) -> str:
    """Return the review as text, with the mistakes of all seats or of one."""
    return block(_lines(review, seat), width)


def _lines(review: GameReview, only: int | None) -> Iterator[str]:
    yield from _table(review)
    yield ""
    error = 100 * max(seat.balance.error for seat in review.seats)
    yield (
        "In percent of games won. The chance at the start, own play, others' mistakes and luck add up to the "
        f"result; the standard error of the luck, and of the other two together, is up to {error:.1f}. "
        "Accuracy is 100 without any loss."
    )
    mistakes = [each for each in review.decisions if each.grade and only in (None, each.seat)]
    costly = sorted(mistakes, key=lambda each: -each.loss)[:MAX_SHOWN]
    if not costly:
        yield ""
        yield "No clear mistake was found."
    for mistake in costly:
        yield ""
        yield from _described(mistake, printable(review.names[mistake.seat]))
    if len(mistakes) > len(costly):
        yield ""
        yield f"and {counted(len(mistakes) - len(costly), 'smaller one')}"


def _table(review: GameReview) -> Iterator[str]:
    """Yield the lines of the table, which has a column for each seat."""
    names = [printable(seat.name) for seat in review.seats]
    balances = [seat.balance for seat in review.seats]
    rows = [
        ("", [name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}…" for name in names]),
        ("place", ["-" if seat.rank is None else str(seat.rank) for seat in review.seats]),
        ("accuracy", [f"{seat.accuracy:.0f}" for seat in review.seats]),
        *(
            (_plural(grade), [str(seat.grades[grade]) for seat in review.seats])
            for grade in reversed(review.seats[0].grades)
        ),
        ("at the start", [f"{100 * each.initial:.1f}" for each in balances]),
        ("own play", [f"{100 * each.own:+.1f}" for each in balances]),
        ("others' mistakes", [f"{100 * each.others:+.1f}" for each in balances]),
        ("luck", [f"{100 * each.luck:+.1f}" for each in balances]),
        ("result", [f"{100 * each.final:.1f}" for each in balances]),
        ("without the luck", [f"{100 * each.adjusted:.1f}" for each in balances]),
    ]
    widths = [max(columns(row[1][seat]) for row in rows) for seat in range(len(names))]
    for title, cells in rows:
        numbers = [" " * (wide - columns(text)) + text for text, wide in zip(cells, widths)]
        yield "  ".join([title.ljust(16), *numbers]).rstrip()


def _described(mistake: Decision, name: str) -> Iterator[str]:
    yield f"Hand {mistake.hand + 1}, turn {mistake.turn}, {name}: {mistake.cards}"
    grade = str(mistake.grade)
    article = "an" if grade[0] in "aeiou" else "a"
    cost = f"{article} {grade}, costs {100 * mistake.loss:.1f} ± {100 * mistake.error:.1f} %"
    if mistake.points >= SHOWN_POINTS:
        cost += f" and {mistake.points:.2f} points for the place"
    fault = f": {mistake.label}" if mistake.label else ""
    yield f"  {mistake.words}, {100 * mistake.win:.1f} %: {cost}{fault}"
    yield f"  {mistake.best_words}, {100 * mistake.best_win:.1f} %: {' '.join(mistake.reasons)}"
    if equal := [each.words for each in mistake.candidates if each.equal and each.words != mistake.best_words]:
        yield f"  About as good: {joined(equal, 'or')}."


def _plural(grade: str) -> str:
    return f"{grade[:-1]}ies" if grade.endswith("y") else f"{grade}s"
