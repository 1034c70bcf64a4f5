"""The summary of a tournament as plain data: the ranking and everything else shown in the report."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed import __version__
from phazed.arena.ratings import rate, stored_results
from phazed.arena.settings import seed_hash
from phazed.game.frames import phases
from phazed.rules.rulesets import SEATS, ruleset
from phazed.storage.results.rows import Fault, Usage
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from phazed.answers.ranking import Error, HeadToHead, RankedBot, Ranking
    from phazed.arena.ratings import Floats, Rating, Results
    from phazed.storage.results.rows import BotNumber, MatchNumber
    from phazed.storage.results.store import Store


TOP = 24
"""Maximum number of bots in the head-to-head table."""
MAX_FAULTS = 50
"""Maximum number of errors shown for each bot; all are stored."""
MAX_EVIDENCE = 5
"""Maximum number of different errors shown with their evidence for each bot."""
MAX_REASON = 400
MAX_TEXTS = {"reason": MAX_REASON, "traceback": 4000, "call": 30_000, "answer": 1000, "printed": 1500}
"""Maximum number of characters shown of each text in an error. A shortened call cannot be pasted into other tools, but
few calls are so long."""


def summarize(store: Store, *, replays: Collection[MatchNumber] = (), planned: int | None = None) -> Ranking:
    """Summarize the matches played so far; `replays` are the matches with a replay page."""
    settings = store.settings
    rules = ruleset(settings["game"])
    played = store.played
    finished = played >= (planned or 0)
    errors, bots = store.errors_by_bot(), store.bots
    out = [bot for bot, times in errors.items() if times >= settings["errors"]]
    removed = [number for number, bot in enumerate(bots) if bot.removed is not None]
    matches, luck = stored_results(store)
    ratings = rate(matches, len(bots), out=out, removed=removed, luck=luck)
    rows = _rows(store, ratings, errors, frozenset(out))
    order = sorted(range(len(rows)), key=lambda bot: ratings[bot].rank)
    place = {bot: index for index, bot in enumerate(order)}
    absent: list[Any] = [
        {
            **_NO_RESULTS,
            "name": name,
            "source": name,
            "state": "absent",
            "status": f"cannot take part: {cut(why, MAX_REASON)}",
        }
        for name, why in store.absent.items()
    ]
    return {
        "title": f"{rules.title} tournament",
        "game": rules.name,
        "seed": settings["seed"] if finished and settings.get("over") else None,
        "seed_hash": seed_hash(str(settings["seed"])),
        "schedule": settings["schedule"],
        "stage": store.stage,
        "planned": max(played, planned or 0),
        "played": played,
        "finished": finished,
        "started": settings.get("started", ""),
        "seconds": settings.get("seconds", 0.0),
        "isolation": settings.get("isolation", ""),
        "limits": settings["limits"],
        "version": __version__,
        "events": store.events,
        "phases": [phase["name"] for phase in phases(rules)],
        "bots": [rows[bot] for bot in order] + absent,
        "head_to_head": _head_to_head(meetings(matches, order), min(TOP, len(bots) - len(removed))),
        "endings": store.endings(),
        "errors": list(shown_faults(store.faults(MAX_FAULTS), place)),
        "matches": _matches(store, place, frozenset(replays)),
    }


def shown_faults(faults: Iterable[Fault], place: Mapping[BotNumber, int], limit: int = MAX_EVIDENCE) -> Iterator[Error]:
    """Yield the errors with shortened texts, and with evidence only for each bot's first errors of different kinds."""
    seen: dict[BotNumber, set[tuple[str, str]]] = defaultdict(set)
    for match, seat, bot, kind, *texts in faults:
        reason, traceback, call, answer, printed = map(cut, texts, (MAX_TEXTS[name] for name in Fault._fields[4:]))
        known, error = seen[bot], (kind, reason)
        if error in known or len(known) >= limit:
            traceback = call = answer = printed = ""
        known.add(error)
        yield {
            "match": match,
            "bot": place[bot],
            "seat": seat,
            "kind": kind,
            "reason": reason,
            "call": call,
            "answer": answer,
            "traceback": traceback,
            "printed": printed,
        }


_NO_RESULTS: dict[str, Any] = {
    "number": None,
    "built_in": False,
    "state": "",
    "rank": None,
    "low": None,
    "high": None,
    "mu": None,
    "sigma": None,
    "matches": 0,
    "wins": 0,
    "places": [0] * SEATS,
    "errors": 0,
    "cpu": 0.0,
    "slowest": 0.0,
    "waited": 0.0,
    "memory": 0,
    "points": 0.0,
    "phases": [],
}


def _rows(
    store: Store, ratings: list[Rating], errors: dict[BotNumber, int], out: frozenset[BotNumber]
) -> list[RankedBot]:
    """Return the results of every bot, by number."""
    wins, ranks, usage, completion = _wins(store), store.rank_counts(), store.usage_by_bot(), _completion(store)
    rows: list[RankedBot] = []
    for bot, (name, built_in, _, source, removed) in enumerate(store.bots):
        used = usage.get(bot, Usage())
        mu, sigma, *place = ratings[bot]
        rank, low, high = place if removed is None else (None, None, None)
        state = "removed" if removed is not None else "out" if bot in out else ""
        rows.append(
            {
                "number": bot,
                "name": name,
                "source": source,
                "built_in": built_in,
                "state": state,
                "rank": rank,
                "low": low,
                "high": high,
                "mu": round(mu, 2),
                "sigma": round(sigma, 2),
                "matches": used.matches,
                "wins": round(wins[bot], 2),
                "places": [ranks[bot, place] for place in range(1, SEATS + 1)],
                "errors": errors.get(bot, 0),
                "cpu": used.cpu / max(used.plays, 1),
                "slowest": used.slowest,
                "waited": used.waited / max(used.plays, 1),
                "memory": used.memory,
                "points": round(used.points, 1),
                "phases": completion[bot],
                "status": removed or (f"out after {counted(errors[bot], 'error')}" if bot in out else ""),
            }
        )
    return rows


def _wins(store: Store) -> dict[BotNumber, float]:
    """Return the number of matches won by each bot; a tie for first place counts as a fraction."""
    wins: dict[BotNumber, float] = defaultdict(float)
    for winners in store.winners():
        for bot in winners:
            wins[bot] += 1 / len(winners)
    return wins


def _completion(store: Store) -> dict[BotNumber, list[list[int]]]:
    """Return, for each bot and phase, the number of hands in which it was due and in which it was completed."""
    sums: dict[BotNumber, Any] = {}
    for bot, phase_counts in store.phase_counts():
        counts = np.array(phase_counts)
        sums[bot] = sums[bot] + counts if bot in sums else counts
    return defaultdict(list, {bot: counts.tolist() for bot, counts in sums.items()})


def _head_to_head(found: Meetings, top: int) -> HeadToHead:
    """Return, for each pair of the best bots, the share of their completed matches in which the first bot was ahead."""
    rows = zip(found.ahead[:top, :top].tolist(), found.met[:top, :top].tolist())
    shares = [[round(ahead / met, 4) if met else None for ahead, met in zip(*row)] for row in rows]
    return {"bots": list(range(top)), "ahead": shares}


def _matches(store: Store, place: dict[BotNumber, int], replays: frozenset[MatchNumber]) -> list[Any]:
    """Return all matches as rows of `Ranking.matches`."""
    rows: dict[MatchNumber, list[Any]] = {
        match: [match, [], [], offender, hands, [], int(match in replays)] for match, offender, hands in store.matches()
    }
    for match, _, bot, rank, points in store.seats():
        row = rows[match]
        row[1].append(place[bot])
        row[5].append(points)
        if rank is None:
            row[2] = None
        else:
            row[2].append(rank)
    return list(rows.values())


class Meetings(NamedTuple):
    """The number of completed matches between each pair of bots, and of those in which the row's bot was ahead.

    A tie counts as one half.
    """

    ahead: Floats
    met: Floats

    def row(self, bot: int) -> tuple[list[float], list[int]]:
        """Return one bot's counts against all others."""
        return self.ahead[bot].tolist(), self.met[bot].astype(int).tolist()


def meetings(results: Results, order: Sequence[int]) -> Meetings:
    """Count the meetings of all bots, indexed by their positions in `order`."""
    ahead, met = np.zeros((len(order), len(order))), np.zeros((len(order), len(order)))
    finished = (results.ranks > 0).all(axis=1)
    places, ranks = np.argsort(order)[results.seats[finished]], results.ranks[finished]
    for one, other in permutations(range(SEATS), 2):
        row, column = places[:, one], places[:, other]
        score = (ranks[:, one] < ranks[:, other]) + (ranks[:, one] == ranks[:, other]) / 2
        np.add.at(ahead, (row, column), score)
        np.add.at(met, (row, column), 1)
    return Meetings(ahead, met)


def cut(text: str, most: int) -> str:
    """Shorten a text that is too long by leaving out its middle.

    >>> cut("abcdefgh" * 10, 40)
    'abcdefghabcdef … (56 characters left out) … ghabcdefgh'
    """
    if len(text) <= most:
        return text
    end = most // 4
    start = max(0, most - end - 16)
    return f"{text[:start]} … ({len(text) - start - end} characters left out) … {text[len(text) - end :]}"
