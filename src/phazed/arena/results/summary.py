"""What a tournament came to, as plain data: the ranking and all that the report shows."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from phazed import __version__
from phazed.arena.ratings import rate
from phazed.arena.tournament import results
from phazed.game.frames import phases
from phazed.rules.rulesets import SEATS, ruleset
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Collection

    from phazed.arena.ratings import Rating, Results
    from phazed.arena.results.store import Store

    Summary = dict[str, Any]

TOP = 24
"""So many are compared head to head."""
FAULTS = 50
"""So many errors of each bot are shown; all are stored."""


def summarize(store: Store, *, replays: Collection[int] = (), planned: int | None = None) -> Summary:
    """The summary of what has been played so far; `replays` are the matches that have a page of their own."""
    settings = store.settings
    rules = ruleset(settings["game"])
    played = store.played
    errors = store.errors_by_bot()
    out = [bot for bot, times in errors.items() if times >= settings["errors"]]
    matches = results(store)
    ratings = rate(matches, len(store.bots), out=out)
    rows = _rows(store, ratings, errors, frozenset(out))
    order = sorted(range(len(rows)), key=lambda bot: rows[bot]["rank"])
    place = {bot: index for index, bot in enumerate(order)}
    absent = [{**_NOBODY, "name": name, "status": f"cannot take part: {why}"} for name, why in store.absent.items()]
    stage = store.base.execute("SELECT stage FROM rounds ORDER BY number DESC LIMIT 1").fetchone()
    return {
        "game": rules.name,
        "seed": settings["seed"],
        "schedule": settings["schedule"],
        "stage": stage[0] if stage else "",
        "planned": max(played, planned or 0),
        "played": played,
        "finished": played >= (planned or 0),
        "started": settings.get("started", ""),
        "seconds": settings.get("seconds", 0.0),
        "isolation": settings.get("isolation", ""),
        "limits": settings["limits"],
        "version": __version__,
        "phases": [phase["name"] for phase in phases(rules)],
        "bots": [rows[bot] for bot in order] + absent,
        "head_to_head": _head_to_head(matches, order),
        "endings": _endings(store),
        "errors": [{**fault._asdict(), "bot": place[fault.bot]} for fault in store.faults(FAULTS)],
        "matches": _matches(store, place, frozenset(replays)),
    }


_NOBODY: Summary = {
    "built_in": False,
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
    "memory": 0,
    "points": 0.0,
    "phases": [],
}


def _rows(store: Store, ratings: list[Rating], errors: dict[int, int], out: frozenset[int]) -> list[Summary]:
    """What is known of everybody, by number."""
    wins = _wins(store)
    places: Counter[tuple[int, int]] = Counter()
    for bot, rank, count in store.base.execute("SELECT bot, rank, count(*) FROM seats GROUP BY bot, rank"):
        places[bot, rank or 0] += count
    used = {
        bot: used
        for bot, *used in store.base.execute(
            "SELECT bot, count(*), sum(cpu), sum(plays), max(slowest), max(memory), avg(points) FROM seats GROUP BY bot"
        )
    }
    completion = _completion(store)
    rows = []
    for bot, (name, built_in, _) in enumerate(store.bots):
        count, cpu, plays, slowest, memory, points = used.get(bot, (0, 0.0, 0, 0.0, 0, 0.0))
        mu, sigma, rank, low, high = ratings[bot]
        rows.append(
            {
                "name": name,
                "built_in": built_in,
                "rank": rank,
                "low": low,
                "high": high,
                "mu": round(mu, 2),
                "sigma": round(sigma, 2),
                "matches": count,
                "wins": round(wins[bot], 2),
                "places": [places[bot, place] for place in range(1, SEATS + 1)],
                "errors": errors.get(bot, 0),
                "cpu": cpu / max(plays, 1),
                "slowest": slowest,
                "memory": memory,
                "points": round(points, 1),
                "phases": completion[bot],
                "status": f"out after {counted(errors[bot], 'error')}" if bot in out else "",
            }
        )
    return rows


def _wins(store: Store) -> dict[int, float]:
    """Matches won; a shared first place counts as its share."""
    wins: dict[int, float] = defaultdict(float)
    query = "SELECT match, group_concat(bot) FROM seats WHERE rank = 1 GROUP BY match"
    for _, bots in store.base.execute(query):
        first = bots.split(",")
        for bot in first:
            wins[int(bot)] += 1 / len(first)
    return wins


def _completion(store: Store) -> dict[int, list[list[int]]]:
    """For everybody and every phase, how often it was due and how often it was completed."""
    sums: dict[int, Any] = {}
    for bot, text in store.base.execute("SELECT bot, phases FROM seats"):
        counted = np.array(json.loads(text))
        sums[bot] = sums[bot] + counted if bot in sums else counted
    return defaultdict(list, {bot: counted.tolist() for bot, counted in sums.items()})


def _head_to_head(matches: Results, order: list[int]) -> Summary:
    """Of the matches that two of the best finished, the share in which the one placed ahead of the other."""
    top = order[:TOP]
    ahead, met = np.zeros((len(top), len(top))), np.zeros((len(top), len(top)))
    finished = (matches.ranks > 0).all(axis=1)
    places, ranks = np.argsort(order)[matches.seats[finished]], matches.ranks[finished]
    for one, other in permutations(range(SEATS), 2):
        row, column = places[:, one], places[:, other]
        both = (row < len(top)) & (column < len(top)) & (row != column)
        score = (ranks[:, one] < ranks[:, other]) + (ranks[:, one] == ranks[:, other]) / 2
        np.add.at(ahead, (row[both], column[both]), score[both])
        np.add.at(met, (row[both], column[both]), 1)
    shares = [
        [round(float(a / m), 4) if m else None for a, m in zip(*rows)] for rows in zip(ahead.tolist(), met.tolist())
    ]
    return {"bots": list(range(len(top))), "ahead": shares}


def _endings(store: Store) -> dict[str, int]:
    """How many hands ended in each way."""
    endings: Counter[str] = Counter()
    for text, count in store.base.execute("SELECT endings, count(*) FROM matches GROUP BY endings"):
        for ending, times in json.loads(text).items():
            endings[ending] += times * count
    return dict(endings)


def _matches(store: Store, place: dict[int, int], replays: frozenset[int]) -> list[list[Any]]:
    """All matches, as the report lists them."""
    rows: dict[int, list[Any]] = {
        match: [match, [], [], offender, hands, [], int(match in replays)]
        for match, offender, hands in store.base.execute("SELECT number, offender, hands FROM matches ORDER BY number")
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
