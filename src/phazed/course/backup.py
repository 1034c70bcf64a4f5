"""Copies of a class: a backup from which it can continue, and an export of all data as plain files.

Both can be made while the server runs. A backup is a folder like that of the class. SQLite copies each database as it
is at one moment. The class is copied first, so the copy of the class may lack a bot whose matches are in the copy of
the ladder, but not the other way round: such a bot plays its matches again.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from contextlib import closing
from typing import TYPE_CHECKING, Any

from phazed.course.final import finals
from phazed.course.folder import ClassFolder
from phazed.game.records import dumps
from phazed.spreadsheets import csv_text
from phazed.storage.course.database import NAME, ClassError
from phazed.storage.database import copy_database
from phazed.storage.results.store import NAME as RESULTS
from phazed.storage.results.store import Store
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from phazed.storage.course.people import Person


def back_up(path: Path, out: Path, on_file: Callable[[str], object] = lambda name: None) -> None:
    """Copy the class, completely or not at all, to another folder, which must not exist."""
    new = _new_folder(out)
    with closing(ClassFolder.existing(path)) as folder:
        places = [folder.ladder.name, *(final.name for final in finals(folder))]
    for name in (NAME, "tables.db", *(f"{place}/{RESULTS}" for place in places)):
        if (path / name).exists():
            on_file(name)
            (new / name).parent.mkdir(exist_ok=True)
            copy_database(path / name, new / name)
    for place in places:
        for source in sorted((path / place).rglob("*")):
            if source.is_file() and not source.name.startswith(RESULTS) and source.name != "lock":
                target = new / source.relative_to(path)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
    os.replace(new, out)


def _new_folder(out: Path) -> Path:
    """Return an empty folder beside the one to be made, accessible to its owner only."""
    if out.exists():
        raise ClassError(f"{out} is there already: name another folder")
    new = out.with_name(f"{out.name}.new")
    if new.exists():
        shutil.rmtree(new)  # left by a killed process
    new.mkdir(parents=True, mode=0o700)
    return new


def export(path: Path, out: Path, on_file: Callable[[str], object] = lambda name: None) -> None:
    """Write all data of a class as plain files to a folder, which must not exist."""
    new = _new_folder(out)
    with closing(ClassFolder.existing(path)) as folder:
        people = {person.id: person for person in folder.people.all()}
        on_file("people.csv")
        _write(new / "people.csv", _people(folder, people))
        _write(new / "settings.json", json.dumps(folder.settings._asdict(), indent=2) + "\n")
        events = [[event.time, event.what] for event in folder.database.events(limit=10**9)]
        _write(new / "events.csv", csv_text([["time", "what"], *events]))
        places = [[*place[:3], people[place.person].number] for place in folder.rounds.places()]
        _write(new / "rounds.csv", csv_text([["round", "game", "seat", "student number"], *places]))
        on_file("submissions")
        _export_submissions(folder, people, new / "submissions")
        for place in (folder.ladder.name, *(final.name for final in finals(folder))):
            if (path / place / RESULTS).exists():
                on_file(place)
                _export_matches(path / place, new / f"{place}.jsonl.gz")
    os.replace(new, out)


def _people(folder: ClassFolder, people: dict[int, Person]) -> str:
    columns = ["student number", "name", "group", "nickname", "submissions"]
    rows = [
        [person.number, person.name, person.section, person.nickname, len(folder.submissions.of(person.id))]
        for person in people.values()
    ]
    return csv_text([columns, *rows])


def _export_submissions(folder: ClassFolder, people: dict[int, Person], out: Path) -> None:
    """Write each version to a folder named by its author's id and the version, such as `12/v3`."""
    for submission in folder.submissions.all():
        place = out / str(submission.person) / f"v{submission.version}"
        about: dict[str, Any] = {
            **submission._asdict(),
            "number": people[submission.person].number,
            "name": people[submission.person].name,
            "check": folder.submissions.found(submission.id),
            "ratings": [rated._asdict() for rated in folder.submissions.ratings(submission.id)],
        }
        _write(place / "about.json", json.dumps(about, indent=2) + "\n")
        for name, data in folder.submissions.entrant(submission).files:
            write(_inside(place / "files", name), data)


def _inside(folder: Path, name: str) -> Path:
    """Return the path of a bot's file in a folder; names are checked when they are uploaded, and again here."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ClassError(f"a file of a submission has the name {name!r}, which leads out of its folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _export_matches(results: Path, out: Path) -> None:
    """Write the matches of a tournament, one record per line."""
    with (
        closing(Store.existing(results)) as store,
        gzip.open(out, "wt", encoding="utf-8", errors="backslashreplace") as file,
    ):
        for line in _lines(store):
            file.write(f"{line}\n")


def _lines(store: Store) -> Iterator[str]:
    for match in store.match_numbers:
        yield json.dumps({"match": match, "record": json.loads(dumps(store.record(match)))})


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, text.encode("utf-8", "backslashreplace"))
