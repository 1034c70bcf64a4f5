"""The daily deal: the same decks and opponents for everybody at a server, and how the expert does with them.

The seed of a day is random and stored with its first game, so that nobody can compute the cards from the date.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from phazed.bots import make
from phazed.rules.rulesets import PHAZED
from phazed.storage.tables import PERSON, Seat
from phazed.web.jobs import Busy
from phazed.web.tables.seats import BOT_NAMES, clean_name, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from threading import Event

    from phazed.storage.tables import Store

RULES = PHAZED
OPPONENTS = ("casual", "strong", "expert")
"""Who sits in the seats after the player's, which is the first."""
EXPERT = "expert"
EXPERT_WORLDS = 200
"""Imagined deals per play when the expert plays the daily deal for comparison."""


def today() -> str:
    """The day, by universal time, so that it is the same for everybody."""
    return datetime.now(UTC).date().isoformat()


def new_daily(store: Store, name: object) -> tuple[str, str]:
    """Store a game of today's deal; its id, and the token of the player's seat."""
    day, token = today(), new_token()
    called = clean_name(name) if isinstance(name, str) else ""
    game = store.add_game(_table(_seed(store, day), Seat(PERSON, called or "You", token)), token, day)
    return game, token


def _seed(store: Store, day: str) -> object:
    seed = store.daily_seed(day)
    return new_seed() if seed is None else seed


def _table(seed: object, first: Seat) -> Table:
    return Table(RULES, seed, [first, *(Seat(who, called) for who, called in zip(OPPONENTS, BOT_NAMES[1:]))])


def experts_game(seed: object, stopped: Event) -> Table:
    """The daily deal with the expert in the player's seat, played to its end unless the server stops meanwhile."""
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
    """Store a finished game of the daily deal of that day."""
    table = Table(finished.rules, finished.seed, finished.seats)
    game = store.add_game(table, None, day)
    for deck, plays in finished.hands:
        table.deal(deck)
        store.save_hand(game, table)
        for play in plays:
            table.play(play)
        store.save_plays(game, table, 0)
    return game


def standing(store: Store, day: str) -> list[dict[str, Any]]:
    """The results of everybody who has finished the deal of that day, the best first."""
    rows = []
    games = store.daily_games(day)
    for game, known in store.summaries(games).items():
        if known["ranks"] is not None:
            rows.append(
                {
                    "id": game,
                    "name": known["names"][0],
                    "rank": known["ranks"][0],
                    "points": known["scores"][0],
                    "phases": sum(laid[0] is not None for laid in known["laid"]),
                    "accuracy": None if known["accuracy"] is None else known["accuracy"][0],
                    "expert": not any(seat.is_person for seat in store.load(game).seats),
                }
            )
    return sorted(rows, key=lambda row: (row["rank"], -row["phases"], row["points"]))
