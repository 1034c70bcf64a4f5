"""Deletion of a student, as one operation on all stores of a class.

Results of matches and games are kept because they are also other people's results, but the student's name is removed
from them. Everything else is deleted: the account, all submissions with their files, checks, grades and analyses, the
texts of the bots' errors, the comparison of submissions, and the nickname in the finals and at the tables. The row in
the table of people is deleted last, and deletions in progress are recorded, so the server completes an interrupted
deletion at its next start.
"""

from __future__ import annotations

import re
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from phazed.course import final
from phazed.names import skeleton
from phazed.storage.course.database import ClassError
from phazed.storage.course.ladder import LadderStore
from phazed.storage.tables import Store as Tables
from phazed.text import printable

if TYPE_CHECKING:
    from phazed.course.folder import ClassFolder
    from phazed.storage.course.people import Person

BEGUN = "deletions"
"""Setting that lists the ids of the students whose deletion has started."""


def delete_student(folder: ClassFolder, number: str) -> str:
    """Delete the student with this number, even while the server is running, and return the student's name."""
    person = folder.people.by_number(number)
    if person is None:
        raise ClassError(f"{folder.path}: there is no student with the number {printable(number)}")
    if final.is_running(folder):
        raise ClassError("the final is being played: delete the student after its end")
    folder.database.set_setting(BEGUN, [*folder.database.setting(BEGUN, []), person.id])
    _delete(folder, person)
    return person.name


def complete_deletions(folder: ClassFolder) -> None:
    """Complete interrupted deletions."""
    for number in folder.database.setting(BEGUN, []):
        person = folder.people.get(number)
        if person is not None and not person.is_staff:
            _delete(folder, person)


def _delete(folder: ClassFolder, person: Person) -> None:
    submissions = [each.id for each in folder.submissions.of(person.id)]
    final.erase(folder, submissions, replacement(person))
    if folder.ladder_file.exists():
        with closing(LadderStore(folder.ladder_file)) as ladder:
            ladder.forget(each.name for each in submissions)
    _rename_seats(folder, person)
    with suppress(FileNotFoundError):
        folder.similar_file.unlink()
    with folder.database.transaction():
        folder.database.set_setting("similar", None)
        folder.people.delete(person.id)
        left = [number for number in folder.database.setting(BEGUN, []) if number != person.id]
        folder.database.set_setting(BEGUN, left)
        folder.database.add_event("A student was deleted")
    folder.database.shrink()


def replacement(person: Person) -> str:
    """Return the name that replaces the student's name in results."""
    return f"Deleted student {person.id}"


def _rename_seats(folder: ClassFolder, person: Person) -> None:
    """Delete the student's names at all tables, both in the seats of rounds and in those taken under the same name."""
    if not folder.tables_file.exists():
        return
    with closing(Tables(folder.tables_file, shared=True)) as tables:
        seats = {(place.game, place.seat) for place in folder.rounds.of(person.id)}
        for game, seat, name in tables.named_seats():
            if (game, seat) in seats or is_name_of(person, name):
                tables.rename(game, seat, replacement(person))
        tables.database.shrink()


def is_name_of(person: Person, name: str) -> bool:
    """Return whether a name at a table is one of the person's names, possibly followed by a number."""
    own = {skeleton(each) for each in (person.nickname, person.name) if each}
    return not own.isdisjoint({skeleton(name), skeleton(re.sub(r" \d+$", "", name))})
