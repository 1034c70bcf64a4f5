"""The review of a bot as text: leaks with examples, followed by a table of costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.answers.bot_review import BotReview, Leak, Mean


def bot_review_text(review: BotReview, width: int = WIDTH) -> str:
    """Return the review as text; calls are not wrapped, so that they can be pasted."""
    name = printable(review.bot)
    if len(review.errors) == review.games:
        reason = f"{name} cannot be reviewed because its errors ended all games: {review.errors[0]}"
        return block([printable(reason), "phazed check explains the error and shows a call that reproduces it."], width)
    clear = [leak for leak in review.leaks if leak.clear]
    calls: list[str] = []
    against = f", each against {joined(review.opponents)}" if review.opponents else ""
    lines = [f"{name}: {counted(review.games, 'game')} of {review.game}{against}"]
    for number, leak in enumerate(clear, 1):
        lines += ["", *_described(number, leak, calls)]
    numbered = (f"\n[{number}]\n{call}" for number, call in enumerate(calls, 1))
    return "\n".join([block(lines, width), *numbered, block(_summary(review, clear), width)])


def _described(number: int, leak: Leak, calls: list[str]) -> Iterator[str]:
    """Yield the lines for a leak and its examples, appending the examples' calls to `calls`."""
    yield f"{number}. It {leak.title}: {leak.cost} % of games won. {leak.advice}"
    for example in leak.examples:
        calls.append(example.call)
        top = f", top discard {example.discard}" if example.discard else ""
        yield f"   [{len(calls)}] {example.cards}{top}"
        gain = f"{100 * example.loss:.1f} ± {100 * example.error:.1f} %"
        reasons = printable(" ".join(example.reasons))
        yield f"       it plays {example.play}; {example.best} is better by {gain}: {reasons}"
    for error in leak.errors:
        calls.append(error.call)
        yield f"   [{len(calls)}] {printable(error.reason)}"


def _summary(review: BotReview, clear: Sequence[Leak]) -> Iterator[str]:
    yield ""
    yield from _table(review, clear)
    yield ""
    expert = f"; in the same seats with the same deals, the expert won {review.expert_won} %, {review.behind} more"
    yield (
        f"Costs are percentages of games won, ± one standard error. The bot won {review.won} % of the games"
        f"{expert if review.expert_won else ''}."
    )
    if review.errors:
        yield f"{counted(len(review.errors), 'game')} ended with an error by the bot: {printable(review.errors[0])}"
    if not clear:
        yield "No leak is clear. More games (--games) reveal smaller leaks."
    elif review.errors:
        yield "Next: fix the error; phazed check explains it."
    else:
        yield "Next: fix the first leak, and measure the change with phazed compare OLD NEW."


def _table(review: BotReview, clear: Sequence[Leak]) -> Iterator[str]:
    yield " cost     ±     sure  times  leak"
    for leak in clear:
        sure = "> 99 %" if leak.sure > 0.99 else f"{100 * leak.sure:.0f} %"
        yield _row(leak.cost, sure, leak.times, leak.title)
    if review.unclear.leaks:
        title = counted(review.unclear.leaks, "unclear leak", "unclear leaks")
        yield _row(review.unclear.cost, "", review.unclear.times, title)
    if review.other.times:
        yield _row(review.other.cost, "", review.other.times, "other decisions")
    yield _row(review.total.cost, "", review.total.times, "total")


def _row(cost: Mean, sure: str, times: int, title: str) -> str:
    return f"{round(100 * cost.value, 1) + 0.0:5.1f} {100 * cost.error:5.1f}  {sure:>7}  {times:5}  {title}"
