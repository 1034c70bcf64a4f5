"""The results of each bot in a tournament, for its author."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from phazed.answers.ranking import BotMatch, BotResult, Opponent, PhaseResult
from phazed.arena.ratings import stored_results
from phazed.arena.report.reviews import kept_review
from phazed.arena.report.summary import MAX_FAULTS, meetings, shown_faults
from phazed.text import shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.ranking import Ranking
    from phazed.arena.report.summary import Meetings
    from phazed.storage.results.rows import Fault
    from phazed.storage.results.store import Store

MAX_EVIDENCE = 20
"""Maximum number of different errors shown with their evidence."""
MAX_PRINTS = 5
"""Maximum number of different outputs shown."""


def bot_results(store: Store, ranking: Ranking) -> Iterator[tuple[int, BotResult]]:
    """Yield the results of every bot except built-in players, with its index in the ranking."""
    bots = ranking["bots"]
    places = {bot["number"]: place for place, bot in enumerate(bots) if bot["number"] is not None}
    by_bot: dict[int, list[int]] = defaultdict(list)
    for index, match in enumerate(ranking["matches"]):
        for player in match[1]:
            by_bot[player].append(index)
    faults: dict[int, list[Fault]] = defaultdict(list)
    for fault in store.faults(MAX_FAULTS):
        faults[places[fault.bot]].append(fault)
    printed = {places[bot]: outputs for bot, outputs in store.prints(MAX_PRINTS).items()}
    met = meetings(stored_results(store)[0], [bot["number"] for bot in bots if bot["number"] is not None])
    by_phase = zip(*(bot["phases"] for bot in bots if bot["phases"]))
    sums = [[sum(counts) for counts in zip(*phase)] for phase in by_phase]
    for place, bot in enumerate(bots):
        if bot["built_in"]:
            continue
        yield (
            place,
            BotResult(
                title=ranking["title"],
                played=ranking["played"],
                planned=ranking["planned"],
                finished=ranking["finished"],
                ranked=sum(each["rank"] is not None for each in bots),
                bot=bot,
                errors=tuple(shown_faults(faults[place], places, MAX_EVIDENCE)),
                review=None if bot["number"] is None else kept_review(store, bot["number"]),
                phases=tuple(
                    PhaseResult(name, *own, *every) for name, own, every in zip(ranking["phases"], bot["phases"], sums)
                ),
                opponents=tuple(_opponents(ranking, met, place)),
                matches=tuple(_match(ranking, index, place) for index in by_bot[place]),
                printed=tuple(printed.get(place, [])),
            ),
        )


def _opponents(ranking: Ranking, met: Meetings, place: int) -> Iterator[Opponent]:
    if ranking["bots"][place]["number"] is None:
        return
    ahead, times = met.row(place)
    for other, bot in enumerate(ranking["bots"][: len(times)]):
        if times[other]:
            yield Opponent(bot["rank"], shown_name(bot["name"]), times[other], ahead[other])


def _match(ranking: Ranking, index: int, place: int) -> BotMatch:
    number, players, ranks, offender, hands, points, replay = ranking["matches"][index]
    seat = players.index(place)
    return BotMatch(
        match=number,
        seat=seat,
        rank=None if ranks is None else ranks[seat],
        offender=offender,
        points=points[seat],
        hands=hands,
        others=tuple(shown_name(ranking["bots"][other]["name"]) for other in players if other != place),
        replay=bool(replay),
    )
