"""Handlers for the rounds in which people play, for their league, and for the overview of tables."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, cast

from phazed.course.league import league as results_of
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.storage.course.database import ClassError
from phazed.storage.tables import CLOCKS
from phazed.web.fields import InvalidMessage, text_in
from phazed.web.tables.creation import seat_people

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.answers.classroom import CurrentRound, League, LeagueTableRow, LiveTables
    from phazed.answers.lobby import TableOverview
    from phazed.web.classroom.classroom import ClassVisit

COME_SECONDS = 60.0
"""Number of seconds after which a bot takes the seat of a person who has not joined their table, until they do."""
JOIN_SECONDS = 120.0
"""Number of seconds for which the projector shows a new round's tables even if nobody has joined them."""


def tables_of(people: Sequence[int]) -> list[list[int]]:
    """Divide people into tables of at most four, as evenly as possible.

    >>> [len(each) for each in tables_of(range(9))], tables_of([7])
    ([3, 3, 3], [[7]])
    """
    count = -(-len(people) // SEATS)
    return [list(people[number::count]) for number in range(count)]


async def current(visit: ClassVisit) -> CurrentRound:
    """Return the student's seat in their latest round, and record that the student is present."""
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
    """Return an overview of the tables shown by the projector."""
    classroom = visit.classroom
    present = len(classroom.presence.present())
    new = set(classroom.folder.rounds.games_since(time.time() - JOIN_SECONDS))
    shown = [each for each in visit.server.registry.overview() if each["id"] in new or _is_attended(each)]
    return {"tables": shown, "present": present, "address": classroom.folder.settings.address or classroom.addresses[0]}


def _is_attended(table: TableOverview) -> bool:
    """Return whether the game has started or somebody is at the table."""
    return table["started"] or any(seat["kind"] == "person" and seat["connected"] for seat in table["seats"])


async def league(visit: ClassVisit) -> League:
    """Return the league of all rounds."""
    classroom = visit.classroom
    people = {person.id: person for person in classroom.folder.people.all()}
    rows: list[LeagueTableRow] = []
    for place, row in enumerate(results_of(classroom.folder), 1):
        person = people[row.person]  # deleted students no longer have any places
        shown = cast("LeagueTableRow", {**row._asdict(), "place": place, "name": person.shown})
        if visit.for_teacher:
            shown["full_name"] = person.name
        rows.append(shown)
    return {"rounds": len(classroom.folder.rounds.all()), "rows": rows}
