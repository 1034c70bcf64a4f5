"""Deletion of a student: the account, all submissions with their files, and the texts of their bots on the ladder.

Results of matches stay because they are also other students' results; the bot then has no name in them.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from phazed.storage.course.database import ClassError
from phazed.storage.course.submissions import BotId
from phazed.storage.results.store import NAME, Store
from phazed.text import printable

if TYPE_CHECKING:
    from pathlib import Path

    from phazed.course.folder import ClassFolder


def delete_student(folder: ClassFolder, number: str) -> str:
    """Delete the student with that number, also while the server runs, and return the name."""
    person = folder.people.by_number(number)
    if person is None:
        raise ClassError(f"{folder.path}: there is no student with the number {printable(number)}")
    submissions = [each.id for each in folder.submissions.of(person.id)]
    folder.people.delete(person.id)
    folder.database.add_event("A student was deleted")
    forget(folder.ladder, submissions)
    return person.name


def forget(ladder: Path, submissions: list[BotId]) -> None:
    """Delete the ladder's data about submissions, except results."""
    if not (ladder / NAME).exists():
        return
    with closing(Store.existing(ladder)) as store:
        for number, bot in enumerate(store.bots):
            if BotId.parse(bot.name) in submissions:
                store.remove_bot(number, "deleted")
                store.forget_texts(number)
