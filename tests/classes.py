"""Small classes for tests: folders with students, and bots that they hand in."""

from __future__ import annotations

import io
import time
import zipfile

from phazed.course.folder import ClassFolder
from phazed.course.roster import Entry
from phazed.course.uploads import read_upload
from tournaments import SIMPLE

STUDENTS = [
    Entry("Ada Lovelace", "1815", "Monday"),
    Entry("Alan Turing", "1912", "Monday"),
    Entry("Grace Hopper", "1906", "Friday"),
    Entry("Edsger Dijkstra", "1930"),
    Entry("Barbara Liskov", "1939"),
]
BROKEN = "def phazed_play(:\n"


def make_class(path, students=5, **settings) -> ClassFolder:
    """A class with these students."""
    folder = ClassFolder(path)
    folder.people.add_students(STUDENTS[:students])
    folder.change_settings(settings)
    return folder


def student(folder, number="1815"):
    """The student with that number."""
    return folder.people.by_number(number)


def hand_in(folder, number="1815", source=SIMPLE, *, late=False, title="bot.py", now=None):
    """Hand in a bot for a student: now or, after the deadline has passed, just before it; a late one after it."""
    if late and folder.settings.deadline is None:
        folder.change_settings({"deadline": time.time()})
    deadline = folder.settings.deadline
    if now is None and deadline is not None and not late:
        now = min(time.time(), deadline)
    return folder.submissions.add(student(folder, number).id, read_upload(title, source.encode()), title, now)


def passed(folder, number="1815", source=SIMPLE, *, late=False, now=None):
    """A submission that has passed its check."""
    made = hand_in(folder, number, source, late=late, now=now)
    folder.submissions.set_checked(made.id, {"text": ""}, able=True)
    return folder.submissions.get(made.id)


def archive(files) -> bytes:
    """A zip archive with these files, by path."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return packed.getvalue()
