"""Rounds in which the people of a class play at tables, their league, and the tables live."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

from phazed.course.league import Played, table
from phazed.course.store.database import ClassError
from phazed.game.records import dumps
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.storage.tables import CLOCKS
from phazed.web.server.bodies import json_object
from phazed.web.tables.messages import InvalidMessage, text_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.responses import Response

    from phazed.web.classroom.classroom import Visit

PRESENT_SECONDS = 20.0
"""How long somebody counts as present after their page has asked for the round."""
COME_SECONDS = 60.0
"""How long a table of a round waits for somebody who does not come; then a bot takes the seat."""


class Presence:
    """Who has the page of the class open."""

    def __init__(self) -> None:
        self._seen: dict[int, float] = {}

    def note(self, person: int) -> None:
        """Note that the person's page has asked."""
        self._seen[person] = time.monotonic()

    def present(self) -> list[int]:
        """The people who are here, in the order in which they came."""
        limit = time.monotonic() - PRESENT_SECONDS
        self._seen = {person: seen for person, seen in self._seen.items() if seen > limit}
        return list(self._seen)


def tables_of(people: Sequence[int]) -> list[list[int]]:
    """The people by tables of at most four, as evenly as possible.

    >>> [len(each) for each in tables_of(range(9))], tables_of([7])
    ([3, 3, 3], [[7]])
    """
    count = -(-len(people) // SEATS)
    return [list(people[number::count]) for number in range(count)]


async def current(visit: Visit) -> Response:
    """The seat of a student in the latest round; asking for it says that they are here."""
    visit.room.presence.note(visit.person.id)
    place = visit.room.folder.rounds.latest_of(visit.person.id)
    if place is None:
        return JSONResponse({"round": None})
    found = visit.registry.store.summaries([place.game]).get(place.game)
    over = found is None or found["over"]
    return JSONResponse({"round": place.round, "address": place.address, "over": over})


async def start_round(visit: Visit) -> Response:
    """Seat everybody who is here, by fours at once."""
    room, fields = visit.room, await json_object(visit.request)
    game, clock = text_in(fields, "game"), text_in(fields, "clock")
    if game not in RULESETS or clock not in CLOCKS:
        raise InvalidMessage(f'"game" must be one of {", ".join(RULESETS)}, and "clock" one of {", ".join(CLOCKS)}')
    people = {person.id: person for person in room.folder.people.all()}
    present = [each for each in room.presence.present() if each in people]
    if not present:
        raise ClassError("nobody is here: students open the page of the class, and then they are seated")
    places = []
    for group in tables_of(present):
        names = [people[each].shown for each in group]
        seats = [*names, *[None] * (SEATS - len(names))]
        made = visit.registry.seat_people(game, seats, clock=clock, fills_at=time.time() + COME_SECONDS)
        for seat, person in enumerate(group):
            places.append((made.id, seat, person, made.addresses[seat] or ""))
    number = room.folder.rounds.add(game, clock, places)
    room.folder.database.add_event(f"Round {number}: {len(present)} people at {len(tables_of(present))} tables")
    return JSONResponse({"round": number, "people": len(present), "tables": len(tables_of(present))}, 201)


async def tables(visit: Visit) -> Response:
    """All tables live, for the projector."""
    room = visit.room
    present = len(room.presence.present())
    return JSONResponse({"tables": visit.registry.overview(), "present": present, "address": room.addresses[0]})


async def league(visit: Visit) -> Response:
    """The league of all rounds."""
    room = visit.room
    people = {person.id: person for person in room.folder.people.all()}
    rows: list[dict[str, Any]] = []
    for place, row in enumerate(table(_played(visit)), 1):
        person = people[row.person]  # a deleted student has no places any more
        data = {**row._asdict(), "place": place, "name": person.shown}
        if visit.visitor.person is not None and visit.visitor.person.is_teacher:
            data["full_name"] = person.name
        rows.append(data)
    return JSONResponse({"rounds": len(room.folder.rounds.all()), "rows": rows})


def _played(visit: Visit) -> list[Played]:
    """What everybody has achieved in the finished games of all rounds; games without a review are reviewed next."""
    room = visit.room
    places = room.folder.rounds.places()
    games = list(dict.fromkeys(place.game for place in places))
    found = visit.registry.store.summaries(games)
    adjusted = room.folder.rounds.adjusted()
    played = []
    for place in places:
        game = found.get(place.game)
        if game is None or game["ranks"] is None:
            continue
        if place.game not in adjusted:
            record = dumps(visit.registry.room(place.game).table.record())
            room.engine.ask_results(place.game, zlib.compress(record.encode("utf-8", "backslashreplace")))
        rank = game["ranks"][place.seat]
        results = adjusted.get(place.game)
        played.append(
            Played(place.person, rank, game["ranks"].count(rank) - 1, None if results is None else results[place.seat])
        )
    return played
