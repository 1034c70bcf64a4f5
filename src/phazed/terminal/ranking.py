"""The results of a tournament as text: the ranking, and the results of a single bot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.terminal.bot_review import bot_review_text
from phazed.text import WIDTH, block, columns, counted, printable, seconds, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.ranking import BotResult, RankedBot, Ranking

WIDTHS = {"rank": 4, "95 %": 9, "rating": 12, "wins": 6, "errors": 6, "": 3}
"""Widths of the ranking's columns except the name, which takes the rest. The last column marks bots that are out."""
MIN_NAME_WIDTH = 8
OPTIONAL_COLUMNS = ("95 %", "errors", "wins")
"""Columns omitted in a narrow terminal, in this order."""
ORDINALS = ("1st", "2nd", "3rd", "4th")


def ranking_lines(ranking: Ranking, width: int, limit: int) -> Iterator[str]:
    """Yield the lines of the ranking, with at most `limit` bots."""
    bots = [bot for bot in ranking["bots"] if bot["rank"] is not None]
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
        name = cut(row["name"], name_width)
        yield "  ".join([rank, *before, name + " " * (name_width - columns(name)), *others]).rstrip()
    if len(bots) > limit:
        yield f"      and {len(bots) - limit} more"


def _row(bot: RankedBot) -> dict[str, str]:
    return {
        "rank": str(bot["rank"]),
        "95 %": f"{bot['low']}-{bot['high']}",
        "name": shown_name(bot["name"]),
        "rating": f"{bot['mu']:5.1f} ± {bot['sigma']:4.1f}",
        "wins": f"{bot['wins'] / max(1, sum(bot['places']) + bot['errors']):.1%}",
        "errors": str(bot["errors"]),
        "": "out" if bot["status"] else "",
    }


def _total_width(shown: dict[str, int]) -> int:
    """Return the width of all columns except the name, including the spaces between columns."""
    return sum(shown.values()) + 2 * len(shown)


def cut(text: str, width: int) -> str:
    """Shorten the text to the given width."""
    while (excess := columns(text) - width) > 0:
        text = text[: -max(1, excess // 2)]  # no character is wider than two columns
    return text


def bot_result_text(result: BotResult, width: int = WIDTH) -> str:
    """Return the results of a single bot as text; calls and tracebacks are not wrapped."""
    bot = result.bot
    after = "" if result.finished else f", after {result.played:,} of {result.planned:,} matches"
    lines = [f"{shown_name(bot['name'])}: {result.title}{after}", *filter(None, [bot["status"]])]
    if not result.matches:
        return block(lines, width)
    lines += ["", *_figures(result), "", *_places(result)]
    text = block(lines, width)
    for error in result.errors:
        text += "\n\n" + block([f"Match {error['match']}, {error['kind']}: {printable(error['reason'])}"], width)
        text += "".join(f"\n{error[name]}" for name in ("call", "answer", "traceback", "printed") if error[name])
    if result.review:
        text += f"\n\n{bot_review_text(result.review, width)}"
    return "\n\n".join([text, block(_phases(result), width), block(_opponents(result), width), *_matches(result)])


def _figures(result: BotResult) -> Iterator[str]:
    bot = result.bot
    if bot["rank"] is not None:
        yield f"Rank {bot['rank']} of {result.ranked}, 95 % interval {bot['low']} to {bot['high']}"
    yield f"Rating {bot['mu']:.1f} ± {bot['sigma']:.1f} (the mean of all bots is 25)"
    yield f"Won {bot['wins']:g} of {counted(result.decided, 'match', 'matches')}, {bot['points']:g} points per match"
    yield f"CPU time per play: {seconds(bot['cpu'])} on average, at most {seconds(bot['slowest'])}"


def _places(result: BotResult) -> Iterator[str]:
    counts = dict(zip(ORDINALS, result.bot["places"]))
    counts |= {"own errors": result.bot["errors"], "others' errors": result.spoilt}
    yield ", ".join(f"{title} {times:,}" for title, times in counts.items())


def _phases(result: BotResult) -> Iterator[str]:
    yield "Hands in which a phase was completed, out of those in which it was due (share for all bots in parentheses)"
    for number, phase in enumerate(result.phases, 1):
        share, usual = _share(phase.completed, phase.due), _share(phase.all_completed, phase.all_due)
        yield f"  {number}  {phase.completed:,} of {phase.due:,}, {share} ({usual})  {phase.name}"


def _opponents(result: BotResult) -> Iterator[str]:
    yield "Against other bots: completed matches, and the share in which this bot was ahead"
    for other in result.opponents:
        yield f"  {other.rank or '-':>4}  {shown_name(other.name)}: {other.met:,}, {_share(other.ahead, other.met)}"


def _matches(result: BotResult) -> Iterator[str]:
    lines = ["Matches"]
    for match in result.matches:
        place = match_result(match.rank, own_error=match.offender == match.seat)
        lines.append(f"  {match.match}, seat {match.seat}: {place}, {match.points:,} points in {match.hands} hands")
    yield "\n".join(lines)
    yield from (f"Printed in match {each.match}\n{each.text}" for each in result.printed)


def match_result(rank: int | None, *, own_error: bool) -> str:
    """Describe the result of a match for one bot."""
    if rank is not None:
        return ORDINALS[rank - 1]
    return "own error" if own_error else "another bot's error"


def _share(part: float, whole: float) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"
