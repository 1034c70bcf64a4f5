"""All games of a server: made, loaded into rooms, listed, removed from memory, deleted when old."""

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
from phazed.storage.database import Unavailable
from phazed.storage.tables import CLOCKS, HOUR, PERSON, Seat, TableSettings
from phazed.web.jobs import Jobs
from phazed.web.tables.continuation import play_on
from phazed.web.tables.daily import new_daily
from phazed.web.tables.lesson import LEARNER, new_lesson
from phazed.web.tables.live_table import Room
from phazed.web.tables.messages import InvalidMessage, choice_in, flag_in
from phazed.web.tables.overview import Overview
from phazed.web.tables.seats import BOT_NAMES, address_of, clean_name, distinct, nameless, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phazed.game.records import Record
    from phazed.storage.tables import Store
    from phazed.web.tables.continuation import Moment
    from phazed.web.tables.overview import TableOverview

YOU = "you"
MAX_SEED_LENGTH = 100
CONCURRENT_HINTS = 2
"""Hints computed at a time; the other threads of the executor are left to the bots."""
SEATED_BOT = "casual"
"""The built-in player in the seats without a name, when people are seated."""
CLEANUP_SECONDS = 20.0
"""Time between two searches for idle rooms."""


class NewGame(NamedTuple):
    """A new table, for the player who made it."""

    id: str
    seat: int | None
    token: str | None
    address: str


class SeatedTable(NamedTuple):
    """A table that was made for certain people."""

    id: str
    code: str
    addresses: tuple[str | None, ...]
    """The address of each person's seat; `None` for a bot's."""


class GameRegistry:
    """All games of a server, and the rooms of those that are being played."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms: dict[str, Room] = {}
        self.bot_lock = asyncio.Lock()
        self._hints = Jobs(CONCURRENT_HINTS)
        self._overview = Overview(store)

    def make(self, fields: Mapping[str, Any], *, fills_at: float | None = None) -> NewGame:
        """Make the table that was asked for; at the given time, bots take the seats that are still free."""
        try:
            rules = ruleset(str(fields.get("game", "phazed")))
        except InvalidNotation as error:
            raise InvalidMessage(str(error)) from None
        wanted = _seats_in(fields)
        alone = PERSON not in wanted
        seats = [_seat(number, who, fields.get("name"), alone=alone) for number, who in enumerate(wanted)]
        number = wanted.index(YOU) if YOU in wanted else None
        # A host who only watches has a token, too, if there are free seats to give away.
        token = seats[number].token if number is not None else new_token() if PERSON in wanted else None
        seed = _seed_in(fields)
        table = Table(rules, new_seed() if seed is None else seed, seats, seeded=seed is not None)
        game = self.store.add_game(table, token, settings=_settings_in(fields)._replace(fills_at=fills_at))
        return NewGame(game, number, token, address_of(game, token))

    def seat_people(
        self,
        rules_name: str,
        names: Sequence[str | None],
        *,
        clock: str = "off",
        listed: bool = False,
        fills_at: float | None = None,
    ) -> SeatedTable:
        """Make a table for the people of those names; a seat without a name is a bot's.

        At the given time, bots take the seats of those who have not come.
        """
        if len(names) != SEATS:
            raise InvalidMessage(f"a table has {SEATS} seats, so it needs as many names, not {len(names)}")
        settings = TableSettings(listed=listed, clock=choice_in({"clock": clock}, "clock", CLOCKS), fills_at=fills_at)
        called: dict[int, str] = {}
        for number, name in enumerate(names):
            if name is not None:
                called[number] = distinct(clean_name(name) or nameless(number), called.values())
        seats = [
            Seat(PERSON, called[number], new_token(), taken=False)
            if number in called
            else Seat(SEATED_BOT, distinct(BOT_NAMES[number], called.values()))
            for number in range(SEATS)
        ]
        game = self.store.add_game(Table(ruleset(rules_name), new_seed(), seats), None, settings=settings)
        addresses = tuple(address_of(game, seat.token) if seat.is_person else None for seat in seats)
        return SeatedTable(game, self.room(game).code or "", addresses)

    def overview(self) -> list[TableOverview]:
        """What a teacher sees of every table whose game is not over, or has ended within the last ten minutes."""
        return self._overview.tables(self.rooms)

    def play_on(self, record: Record, players: Sequence[str], moment: Moment, name: object) -> NewGame:
        """Make a table that goes on from a moment of a finished game."""
        game, seat, token = play_on(self.store, record, players, moment, name)
        return NewGame(game, seat, token, address_of(game, token))

    def make_arranged(self, name: object, *, daily: bool) -> NewGame:
        """Make a table with the deal of the day, or one with the guided first hand of a newcomer."""
        game, token = (new_daily if daily else new_lesson)(self.store, name)
        return NewGame(game, 0 if daily else LEARNER, token, address_of(game, token))

    def room(self, game: str) -> Room:
        """The room of the game, which is loaded if it is not in memory."""
        if game not in self.rooms:
            self.rooms[game] = Room(game, self.store.load(game), self.store, self.bot_lock, self._hints)
        return self.rooms[game]

    def remove_idle_rooms(self) -> None:
        """Remove the rooms without connections from memory."""
        for game in [game for game, room in self.rooms.items() if room.is_idle]:
            del self.rooms[game]

    async def clean_up_forever(self) -> None:
        """Remove idle rooms and delete old games periodically."""
        deleted_at = -HOUR
        while True:
            self.remove_idle_rooms()
            if time.monotonic() - deleted_at > HOUR:
                deleted_at = time.monotonic()
                with suppress(Unavailable):  # for example a full disk: try again in an hour
                    self.store.delete_old_games(time.time(), but=self.rooms)
            await asyncio.sleep(CLEANUP_SECONDS)

    def stop(self) -> None:
        """End all connections, turns and hints, because the server is closing."""
        for room in self.rooms.values():
            room.close()
        self._hints.stop()

    async def close(self) -> None:
        """Stop, and close the store once no turn can write to it."""
        self.stop()
        for room in list(self.rooms.values()):
            await room.bots.wait_closed()
        self.store.close()


def _seats_in(fields: Mapping[str, Any]) -> list[str]:
    allowed = (YOU, PERSON, *BOTS)
    seats = fields.get("seats", [YOU, "casual", "casual", "casual"])
    if not isinstance(seats, list) or len(seats) != SEATS or not all(seat in allowed for seat in seats):
        choice = ", ".join((YOU, PERSON, *LEVELS))
        raise InvalidMessage(f'"seats" must be a list of four, each one of {choice}, not {shown(seats)}')
    if seats.count(YOU) > 1:
        raise InvalidMessage(f'only one of the seats can be "{YOU}"; for others there is "{PERSON}"')
    return seats


def _seat(number: int, who: str, name: object, *, alone: bool) -> Seat:
    if who == YOU:
        called = clean_name(name) if isinstance(name, str) else ""
        return Seat(PERSON, called or ("You" if alone else nameless(number)), new_token())
    if who == PERSON:
        return Seat(PERSON, nameless(number), new_token(), taken=False)
    return Seat(who, BOT_NAMES[number])


def _settings_in(fields: Mapping[str, Any]) -> TableSettings:
    """The settings that were asked for; a table is listed in the lobby unless its host does not want that."""
    listed = flag_in(fields, "listed") if "listed" in fields else True
    return TableSettings(listed, choice_in(fields, "clock", CLOCKS) if "clock" in fields else CLOCKS[0])


def _seed_in(fields: Mapping[str, Any]) -> int | str | None:
    """The seed that was chosen, if one was."""
    seed = fields.get("seed")
    if seed is None or seed == "":
        return None
    if not isinstance(seed, (str, int)) or len(str(seed)) > MAX_SEED_LENGTH:
        raise InvalidMessage(
            f'"seed" must be a text of at most {MAX_SEED_LENGTH} characters or a number, not {shown(seed)}'
        )
    return read_seed(str(seed).encode("utf-8", "backslashreplace").decode())
