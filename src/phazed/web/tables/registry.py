"""The hall: all the tables of a server, made, found again, put away and swept."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.bots import BOTS
from phazed.bots.levels import LEVELS
from phazed.game.games import read_seed
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.rulesets import SEATS, ruleset
from phazed.web.jobs import Jobs
from phazed.web.tables.messages import Unclear
from phazed.web.tables.room import Room
from phazed.web.tables.seats import BOT_NAMES, address_of, clean_name, new_seed, new_token
from phazed.web.tables.store import HOUR, Failing
from phazed.web.tables.table import PERSON, Seat, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from phazed.web.tables.store import Store

YOU = "you"
LONGEST_SEED = 100
HINTS_AT_ONCE = 2
"""Hints that are computed at a time; the other threads of the executor are left to the bots."""
TIDYING = 20.0
"""Seconds from one look for rooms to put away to the next."""


class Made(NamedTuple):
    """A new table, for whoever made it."""

    id: str
    seat: int | None
    token: str | None
    address: str


class Hall:
    """All tables of a server."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self._turns = asyncio.Lock()
        self._hints = Jobs(HINTS_AT_ONCE)

    def make(self, said: Mapping[str, Any]) -> Made:
        """Make the table that was asked for."""
        try:
            rules = ruleset(str(said.get("game", "phazed")))
        except InvalidNotation as error:
            raise Unclear(str(error)) from None
        wanted = _seats_in(said)
        alone = PERSON not in wanted
        seats = [_seat(number, who, said.get("name"), alone=alone) for number, who in enumerate(wanted)]
        number = wanted.index(YOU) if YOU in wanted else None
        # Whoever made a table and only watches has a key, too, if there are seats to be given away.
        token = seats[number].token if number is not None else new_token() if PERSON in wanted else None
        seed = _seed_in(said)
        table = Table(rules, new_seed() if seed is None else seed, seats, seeded=seed is not None)
        game = self.store.add(table, token)
        return Made(game, number, token, address_of(game, token))

    def room(self, game: str) -> Room:
        """The room of the game."""
        if game not in self.rooms:
            self.rooms[game] = Room(game, self.store.find(game), self.store, self._turns, self._hints)
        return self.rooms[game]

    def tidy(self) -> None:
        """Put away the rooms in which nobody is."""
        for game in [game for game, room in self.rooms.items() if room.is_quiet]:
            del self.rooms[game]

    async def keep_tidy(self) -> None:
        """Put rooms away and sweep old games, for ever."""
        swept = -HOUR
        while True:
            self.tidy()
            if time.monotonic() - swept > HOUR:
                swept = time.monotonic()
                with suppress(Failing):  # a full disk, for one: in an hour again
                    self.store.sweep(time.time(), but=self.rooms)
            await asyncio.sleep(TIDYING)

    def stop(self) -> None:
        """End all connections, turns and hints, because the server is closing; what was played is kept."""
        for room in self.rooms.values():
            room.close()
        self._hints.stop()

    async def close(self) -> None:
        """Stop, and close the store once no turn can write to it any more."""
        self.stop()
        for room in list(self.rooms.values()):
            await room.wait_closed()
        self.store.close()


def _seats_in(said: Mapping[str, Any]) -> list[str]:
    allowed = (YOU, PERSON, *BOTS)
    seats = said.get("seats", [YOU, "casual", "casual", "casual"])
    if not isinstance(seats, list) or len(seats) != SEATS or not all(seat in allowed for seat in seats):
        choice = ", ".join((YOU, PERSON, *LEVELS))
        raise Unclear(f'"seats" must be a list of four, each one of {choice}, not {shown(seats)}')
    if seats.count(YOU) > 1:
        raise Unclear(f'only one of the seats can be "{YOU}"; for others there is "{PERSON}"')
    return seats


def _seat(number: int, who: str, name: object, *, alone: bool) -> Seat:
    nameless = f"Player {number + 1}"
    if who == YOU:
        called = clean_name(name) if isinstance(name, str) else ""
        return Seat(PERSON, called or ("You" if alone else nameless), new_token())
    if who == PERSON:
        return Seat(PERSON, nameless, new_token(), taken=False)
    return Seat(who, BOT_NAMES[number])


def _seed_in(said: Mapping[str, Any]) -> int | str | None:
    """The seed that was chosen, if one was."""
    seed = said.get("seed")
    if seed is None or seed == "":
        return None
    if not isinstance(seed, (str, int)) or len(str(seed)) > LONGEST_SEED:
        raise Unclear(f'"seed" must be a text of at most {LONGEST_SEED} characters or a number, not {shown(seed)}')
    return read_seed(str(seed).encode("utf-8", "backslashreplace").decode())
