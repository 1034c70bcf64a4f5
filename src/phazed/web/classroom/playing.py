"""Handlers for the rounds in which the people of a class play, their league, and the overview of tables."""

from __future__ import annotations

import time
import zlib
from typing import TYPE_CHECKING, cast

from phazed.course.league import Played, table
from phazed.game.records import dumps
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.storage.course.database import ClassError
from phazed.storage.tables import CLOCKS
from phazed.web.fields import InvalidMessage, text_in
from phazed.web.tables.creation import seat_people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.answers.classroom import CurrentRound, League, LeagueTableRow, LiveTables
    from phazed.web.classroom.classroom import ClassVisit

COME_SECONDS = 60.0
"""Time after which a bot takes the seat of a person who has not come to a table of a round."""


def tables_of(people: Sequence[int]) -> list[list[int]]:
    """Return the people by tables of at most four, as evenly as possible.

    >>> [len(each) for each in tables_of(range(9))], tables_of([7])
    ([3, 3, 3], [[7]])
    """
    count = -(-len(people) // SEATS)
    return [list(people[number::count]) for number in range(count)]


async def current(visit: ClassVisit) -> CurrentRound:
    """Return the seat of a student in the latest round, and note that they are present."""
    visit.classroom.presence.note(visit.person.id)
    place = visit.folder.rounds.latest_of(visit.person.id)
    if place is None:
        return {"round": None}
    found = visit.server.store.summaries([place.game]).get(place.game)
    over = found is None or found["over"]
    return {"round": place.round, "address": place.address, "over": over}


async def start_round(visit: ClassVisit) -> dict[str, int]:
    """Seat everybody who is present, at most four at a table."""
    classroom, fields = visit.classroom, await visit.fields()
    game, clock = text_in(fields, "game"), text_in(fields, "clock")
    if game not in RULESETS or clock not in CLOCKS:
        raise InvalidMessage(f'"game" must be one of {", ".join(RULESETS)}, and "clock" one of {", ".join(CLOCKS)}')
    people = {person.id: person for person in classroom.folder.people.all()}
    present = [each for each in classroom.presence.present() if each in people]
    if not present:
        raise ClassError("nobody is here: students open the page of the class, and then they are seated")
    places = []
    for group in tables_of(present):
        names = [people[each].shown for each in group]
        seats = [*names, *[None] * (SEATS - len(names))]
        made = seat_people(visit.server.store, game, seats, clock=clock, fills_at=time.time() + COME_SECONDS)
        for seat, person in enumerate(group):
            places.append((made.id, seat, person, made.addresses[seat] or ""))
    number = classroom.folder.rounds.add(game, clock, places)
    classroom.folder.database.add_event(f"Round {number}: {len(present)} people at {len(tables_of(present))} tables")
    return {"round": number, "people": len(present), "tables": len(tables_of(present))}


async def tables(visit: ClassVisit) -> LiveTables:
    """Return an overview of all tables, for the projector."""
    classroom = visit.classroom
    present = len(classroom.presence.present())
    return {"tables": visit.server.registry.overview(), "present": present, "address": classroom.addresses[0]}


async def league(visit: ClassVisit) -> League:
    """Return the league of all rounds."""
    classroom = visit.classroom
    people = {person.id: person for person in classroom.folder.people.all()}
    rows: list[LeagueTableRow] = []
    for place, row in enumerate(table(_played(visit)), 1):
        person = people[row.person]  # a deleted student has no places any more
        shown = cast("LeagueTableRow", {**row._asdict(), "place": place, "name": person.shown})
        if visit.for_teacher:
            shown["full_name"] = person.name
        rows.append(shown)
    return {"rounds": len(classroom.folder.rounds.all()), "rows": rows}


def _played(visit: ClassVisit) -> list[Played]:
    """Return the results of the finished games of all rounds; games without a review are reviewed next."""
    classroom = visit.classroom
    places = classroom.folder.rounds.places()
    games = list(dict.fromkeys(place.game for place in places))
    found = visit.server.store.summaries(games)
    adjusted = classroom.folder.rounds.adjusted()
    played = []
    for place in places:
        game = found.get(place.game)
        if game is None or game["ranks"] is None:
            continue
        if place.game not in adjusted:
            record = dumps(visit.server.registry.table(place.game).table.record())
            classroom.engine.ask_results(place.game, zlib.compress(record.encode("utf-8", "backslashreplace")))
        rank = game["ranks"][place.seat]
        results = adjusted.get(place.game)
        played.append(
            Played(place.person, rank, game["ranks"].count(rank) - 1, None if results is None else results[place.seat])
        )
    return played
