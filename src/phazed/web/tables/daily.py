"""The daily deal: the same decks and opponents for everybody on a server, and the expert's game for comparison.

A day's seed is random and stored with the first game of the day, so that the cards cannot be computed from the date.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from datetime import UTC, datetime
from threading import Event
from typing import TYPE_CHECKING

from phazed.answers.lobby import NewTable
from phazed.bots import make
from phazed.rules.rulesets import PHAZED
from phazed.storage.database import Unavailable
from phazed.storage.tables import PERSON, Seat
from phazed.web.jobs import Busy, Jobs
from phazed.web.tables.seats import BOT_NAMES, address_of, clean_name, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from phazed.answers.lobby import DailyDeal, DailyResult
    from phazed.storage.tables import Store

RULES = PHAZED
OPPONENTS = ("casual", "strong", "expert")
"""Players in the other seats; the person has the first seat."""
EXPERT = "expert"
EXPERT_WORLDS = 200
"""Number of deals that the expert samples for each play in the daily deal."""


def today() -> str:
    """Return the date in UTC, so that it is the same for everybody."""
    return datetime.now(UTC).date().isoformat()


def new_daily(store: Store, name: object) -> NewTable:
    """Store a new game with today's deal."""
    day, token = today(), new_token()
    table = _table(store.daily_seed(day) or new_seed(), Seat(PERSON, clean_name(name) or "You", token))
    game = store.add_game(table, token, day)
    return NewTable(game, 0, token, address_of(game, token))


def _table(seed: object, first: Seat) -> Table:
    return Table(RULES, seed, [first, *(Seat(who, called) for who, called in zip(OPPONENTS, BOT_NAMES[1:]))])


def experts_game(seed: object, stopped: Event) -> Table:
    """Play the daily deal with the expert in the person's seat; raise `Busy` when `stopped` is set."""
    from phazed.bots.expert import ExpertBot
    from phazed.bots.thinking import Effort

    table = _table(seed, Seat(EXPERT, "Expert"))
    effort = Effort(EXPERT_WORLDS, 60.0)
    bots = [
        ExpertBot(RULES, (seed, number), effort) if who == EXPERT else make(who, RULES, (seed, number))
        for number, who in enumerate((EXPERT, *OPPONENTS))
    ]
    while not table.over:
        table.deal()
        while table.turn is not None:
            if stopped.is_set():
                raise Busy("the server is closing")
            table.play(bots[table.turn].choose(table.view(table.turn)))
    return table


def store_game(store: Store, finished: Table, day: str) -> str:
    """Store a finished game with the day's deal and return its id."""
    table = Table(finished.rules, finished.seed, finished.seats)
    game = store.add_game(table, None, day)
    for deck, plays in finished.hands:
        table.deal(deck)
        store.save_hand(game, table)
        for play in plays:
            table.play(play)
        store.save_plays(game, table, 0)
    return game


class Daily:
    """A server's daily deal, which the expert plays as soon as somebody has finished it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._jobs = Jobs(at_once=1)
        self._stopped = Event()
        self._expert: asyncio.Task[None] | None = None

    def results(self, own: str | None) -> DailyDeal:
        """Return today's results, marking that of the game with the id `own`."""
        day = today()
        rows = self._standing(day, own)
        if rows and not any(row["expert"] for row in rows) and (self._expert is None or self._expert.done()):
            self._expert = asyncio.create_task(self._play_as_expert(day))
        return {"day": day, "title": RULES.title, "opponents": list(OPPONENTS), "results": rows}

    def _standing(self, day: str, own: str | None) -> list[DailyResult]:
        rows: list[DailyResult] = []
        games = self._store.daily_games(day)
        for game, known in self._store.summaries(games).items():
            if known["ranks"] is not None:
                rows.append(
                    {
                        "name": known["names"][0],
                        "rank": known["ranks"][0],
                        "points": known["scores"][0],
                        "phases": sum(laid[0] is not None for laid in known["laid"]),
                        "accuracy": None if known["accuracy"] is None else known["accuracy"][0],
                        "expert": not any(seat.is_person for seat in self._store.load(game).seats),
                        "own": game == own,
                    }
                )
        return sorted(rows, key=lambda row: (row["rank"], -row["phases"], row["points"]))

    async def _play_as_expert(self, day: str) -> None:
        """Play the day's deal as the expert and store the game."""
        with suppress(Busy, Unavailable):  # retried with the next request
            table = await self._jobs.run(day, experts_game, self._store.daily_seed(day), self._stopped)
            store_game(self._store, table, day)

    def stop(self) -> None:
        """Cancel the expert's game, because the server is closing."""
        self._stopped.set()
        self._jobs.stop()
