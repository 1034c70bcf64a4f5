"""A page for each bot, that an organiser can hand to its author: one HTML file that needs nothing else, and no scripts.

It says how the bot placed and why its matches ended, with calls to paste, and what it used and printed. Of the other
bots it shows the names and the results, never what they printed or where they failed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.report.markup import Markup, boxed, element, facts, share, table, text_boxes
from phazed.arena.report.pages import title_of
from phazed.arena.report.reviews import review_section
from phazed.arena.results.summary import shown_faults
from phazed.arena.results.texts import MAX_TEXTS, cut
from phazed.game.frames import short_name
from phazed.site.export import plain_page
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from phazed.arena.jobs import MatchNumber
    from phazed.arena.results.meetings import Meetings
    from phazed.arena.results.rows import Fault, Output
    from phazed.arena.results.summary import Summary
    from phazed.coach.bot_review import BotReview

MAX_EVIDENCE = 20
"""How many different errors are shown with their evidence."""
ORDINALS = ("1st", "2nd", "3rd", "4th")
_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")
_RESERVED = re.compile(r"con|prn|aux|nul|com\d|lpt\d", re.IGNORECASE)
"""File names that mean devices on Windows."""


def file_names(names: Sequence[str]) -> list[str]:
    """A file name for each name, without extension: safe on all systems, and different without regard to case.

    >>> file_names(["ann", "Ann", "../etc", "été", "", "con"])
    ['ann', 'Ann-2', '_etc', '_t_', 'bot', 'con_']
    """
    taken: set[str] = set()
    found = []
    for name in names:
        safe = _UNSAFE.sub("_", name)[:60] or "bot"
        safe = f"{safe}_" if _RESERVED.fullmatch(safe) else safe
        number, free = 1, safe
        while free.lower() in taken:
            number += 1
            free = f"{safe}-{number}"
        taken.add(free.lower())
        found.append(free)
    return found


class BotResults(NamedTuple):
    """What a bot's page shows beside the summary."""

    place: int
    """The bot's place in the summary."""
    matches: Sequence[Sequence[Any]]
    """Its matches, as in the summary."""
    faults: Sequence[Fault]
    prints: Sequence[Output]
    meetings: Meetings
    """Of all bots, by place in the summary."""
    review: BotReview | None = None
    """Why it loses, if it was reviewed."""


def bot_page(summary: Summary, results: BotResults) -> str:
    """The page of one bot."""
    bot = summary["bots"][results.place]
    name = short_name(bot["name"]) or "(no name)"
    finished = "" if summary["finished"] else f", after {summary['played']:,} of {summary['planned']:,} matches"
    parts = [
        element("p", f"{title_of(summary)}{finished}", "overline"),
        element("h1", name, "name"),
        element("p", bot["status"], "notice") if bot["status"] else Markup(),
    ]
    if bot["matches"]:
        parts += [
            facts(_figures(summary, bot)),
            *_places(bot, results),
            *_errors(results),
            *(review_section(results.review) if results.review else ()),
            *_phases(summary, bot),
            *_against(summary, results),
            *_matches(summary, results),
            *_prints(results),
        ]
    return plain_page(f"{name}: {title_of(summary)}", Markup().join(parts))


def _figures(summary: Summary, bot: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """The bot's figures: title, value, and what it means."""
    ranked = sum(each["rank"] is not None for each in summary["bots"])
    decided = sum(bot["places"]) + bot["errors"]
    if bot["rank"] is not None:
        interval = f"{bot['low']} to {bot['high']}" if bot["low"] < bot["high"] else f"{bot['low']}"
        yield "Rank", f"{bot['rank']} of {ranked}", f"with 95 % certainty {interval}"
    yield (
        "Rating",
        f"{bot['mu']:.1f} ± {bot['sigma']:.1f}",
        "25 is the mean of all bots; one rated 5 points higher places ahead in 82 % of matches",
    )
    yield (
        "Matches won",
        f"{bot['wins']:g} of {decided}",
        "without those that another's error ended; a first place shared by two counts one half",
    )
    yield "Points per match", f"{bot['points']:g}", "fewer are better"
    yield "Processor time per play", seconds(bot["cpu"]), f"slowest play {seconds(bot['slowest'])}"
    yield "Wall-clock time per play", seconds(bot["waited"]), "from the question to the answer"
    if bot["memory"]:
        yield "Memory", f"{bot['memory'] / (1 << 20):.0f} MB", "at most, in any match"


def seconds(time: float) -> str:
    """A short time in a readable unit.

    >>> seconds(0.00003), seconds(0.0123), seconds(1.5)
    ('30 µs', '12.3 ms', '1.5 s')
    """
    if time < 1e-3:
        return f"{time * 1e6:.0f} µs"
    return f"{time * 1e3:.3g} ms" if time < 1 else f"{time:.3g} s"


def _places(bot: Mapping[str, Any], results: BotResults) -> Iterator[Markup]:
    spoilt = sum(match[2] is None for match in results.matches) - bot["errors"]
    counts = dict(zip(ORDINALS, bot["places"])) | {"own errors": bot["errors"], "others' errors": spoilt}
    yield element("h2", "Places")
    yield table("Places", [*counts], [[f"{times:,}" for times in counts.values()]])


def _errors(results: BotResults) -> Iterator[Markup]:
    if not results.faults:
        return
    yield element("h2", "Errors")
    yield element(
        "p",
        "Each of them ended its match, with this bot in the last place. A call can be pasted into a Python prompt "
        "where the bot's function is defined.",
    )
    groups: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for fault in shown_faults(results.faults, MAX_EVIDENCE):
        groups.setdefault((fault["kind"], fault["reason"]), []).append(fault)
    for (kind, reason), faults in groups.items():
        first, where = faults[0], ", ".join(f"{fault['match']}" for fault in faults)
        texts = {
            "The call": first["call"],
            "The answer": first["answer"],
            "Traceback": first["traceback"],
            "Printed": first["printed"],
        }
        head = Markup().join([element("b", counted(len(faults), "time")), Markup(" "), element("span", kind, "kind")])
        which = f"in match {where}" if len(faults) == 1 else f"in the matches {cut(where, MAX_TEXTS['answer'])}"
        yield boxed(head, [element("p", reason, "reason"), element("p", which, "muted"), *text_boxes(texts)])


def _phases(summary: Summary, bot: Mapping[str, Any]) -> Iterator[Markup]:
    sums = [[0, 0] for _ in summary["phases"]]
    for each in summary["bots"]:
        for total, counts in zip(sums, each["phases"]):
            total[0] += counts[0]
            total[1] += counts[1]
    yield element("h2", "Phases")
    yield element("p", "In how many of the hands in which a phase was due it was completed.")
    rows = [
        [
            f"{number} {phase}",
            f"{completed:,} of {due:,}" if due else "never due",
            share(completed, due),
            share(total[1], total[0]),
        ]
        for number, (phase, (due, completed), total) in enumerate(zip(summary["phases"], bot["phases"], sums), 1)
    ]
    yield table("Phases", ["phase", "completed", "share", "all bots"], rows)


def _against(summary: Summary, results: BotResults) -> Iterator[Markup]:
    ahead, met = results.meetings.row(results.place)
    rows = [
        [
            str(other["rank"] or "-"),
            short_name(other["name"]) or "(no name)",
            f"{met[place]:,}",
            share(ahead[place], met[place]),
        ]
        for place, other in enumerate(summary["bots"])
        if place < len(met) and met[place]
    ]
    if rows:
        yield element("h2", "Against the others")
        yield element(
            "p",
            "Matches together that were played to their ends, and in what share of them this bot placed ahead; equal "
            "places count one half.",
        )
        yield table("Against the others", ["rank", "bot", "matches", "ahead"], rows)


def _matches(summary: Summary, results: BotResults) -> Iterator[Markup]:
    names = [short_name(bot["name"]) or "(no name)" for bot in summary["bots"]]
    rows: list[list[str | Markup]] = []
    for number, players, ranks, offender, hands, points, replay in results.matches:
        seat = players.index(results.place)
        if ranks is not None:
            result = ORDINALS[ranks[seat] - 1]
        else:
            result = "its error" if offender == seat else "another's error"
        others = ", ".join(names[player] for place, player in enumerate(players) if place != seat)
        rows.append([_link(number, replay), str(seat), result, f"{points[seat]:,}", str(hands), others])
    yield element("h2", "Matches")
    yield table("Matches", ["match", "seat", "place", "points", "hands", "the others"], rows)


def _link(match: MatchNumber, published: int) -> Markup | str:
    """The match's number, with a link to its replay if that was written."""
    return element("a", f"{match}", href=f"../replays/{match}.html") if published else f"{match}"


def _prints(results: BotResults) -> Iterator[Markup]:
    if results.prints:
        yield element("h2", "Printed")
        for output in results.prints:
            times = (
                ""
                if output.times == 1
                else f", and the same in {counted(output.times - 1, 'other match', 'other matches')}"
            )
            yield from text_boxes({f"In match {output.match}{times}": output.text})
