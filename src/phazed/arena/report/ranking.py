"""The ranking of a tournament as files for programs and spreadsheets."""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, Any

from phazed.spreadsheets import csv_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phazed.answers.ranking import Ranking


def ranking_data(ranking: Ranking) -> dict[str, Any]:
    """Return the ranking as JSON data: facts about the tournament, and one row per bot."""
    return {name: each for name, each in ranking.items() if name in _FACTS}


def ranking_json(ranking: Ranking) -> str:
    """Return the ranking as JSON text."""
    return json.dumps(ranking_data(ranking), indent=2, allow_nan=False) + "\n"


def ranking_csv(ranking: Ranking, roster: Mapping[str, str] | None = None) -> str:
    """Return the ranking as CSV for spreadsheets, with the ids from the roster, if one is given."""
    phases = range(1, len(ranking["phases"]) + 1)
    places = [f"place_{place}" for place in range(1, 5)]
    shares = [f"phase_{phase}_{word}" for phase in phases for word in ("due", "completed")]
    ids = ["id"] if roster is not None else []
    bots: Iterable[Mapping[str, Any]] = ranking["bots"]
    rows = [
        [
            *(bot["rank"], bot["low"], bot["high"], bot["name"]),
            *([] if roster is None else [roster.get(bot["source"], "")]),
            *(bot[column] for column in _NUMBERS),
            *bot["places"],
            *(chain.from_iterable(bot["phases"]) if bot["phases"] else [0] * len(shares)),
            bot["status"],
        ]
        for bot in bots
    ]
    return csv_text([["rank", "low", "high", "name", *ids, *_NUMBERS, *places, *shares, "status"], *rows])


_FACTS = ("game", "seed", "seed_hash", "schedule", "planned", "played", "finished", "phases", "bots")
_NUMBERS = ("mu", "sigma", "matches", "wins", "errors", "points", "cpu", "slowest", "waited", "memory")
"""Columns with a single number."""
