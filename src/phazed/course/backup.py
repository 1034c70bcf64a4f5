"""Copies of a class: a backup from which the class can continue, and an export of all data as plain files.

Both can be created while the server is running. A backup has the same layout as the class folder. SQLite copies each
database as a snapshot. The class database is copied first, so it may lack a bot whose matches are in the copy of the
ladder; nothing refers to those matches.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

from phazed.arena.report.ranking import ranking_csv
from phazed.arena.report.summary import summarize
from phazed.course.analyses import OWN_CASES, SCHEME
from phazed.course.final import finals, numbers_of
from phazed.course.folder import ClassFolder
from phazed.course.gradebooks import class_grades, grades_csv
from phazed.course.league import league
from phazed.game.records import dumps
from phazed.spreadsheets import csv_text
from phazed.storage.course.database import NAME, ClassError
from phazed.storage.course.ladder import NAME as LADDER
from phazed.storage.course.ladder import LadderStore
from phazed.storage.course.submissions import BotId
from phazed.storage.database import NotFound, StoreError, copy_database
from phazed.storage.results.store import NAME as RESULTS
from phazed.storage.results.store import Store
from phazed.storage.tables import Store as Tables
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from phazed.storage.course.people import Person


def back_up(path: Path, out: Path, on_file: Callable[[str], object] = lambda name: None) -> None:
    """Copy the class to the folder `out`, which must not exist; if copying fails, `out` is not created."""
    new = _new_folder(out)
    with closing(ClassFolder.existing(path)) as folder:
        databases = [folder.tables_file.name, LADDER, *(f"{final.name}/{RESULTS}" for final in finals(folder))]
    for name in (NAME, *databases):
        if (path / name).exists():
            on_file(name)
            (new / name).parent.mkdir(exist_ok=True)
            copy_database(path / name, new / name)
    for source in sorted(path.rglob("*")):
        if source.is_file() and not _is_passing(source):
            target = new / source.relative_to(path)
            target.parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # the file has just been deleted
                shutil.copy2(source, target)
    os.replace(new, out)


def _is_passing(file: Path) -> bool:
    """Return whether a file belongs to a database, which is copied separately, or concerns the running server only."""
    parts = (".db", ".db-wal", ".db-shm", ".db-journal", ".db.address", ".log", "lock")
    return file.name.endswith(parts) or file.name.startswith(".")


def _new_folder(out: Path) -> Path:
    """Create and return an empty folder next to `out` that only its owner can access."""
    if out.exists():
        raise ClassError(f"{out} is there already: name another folder")
    new = out.with_name(f"{out.name}.new")
    if new.exists():
        shutil.rmtree(new)  # left by a killed process
    new.mkdir(parents=True, mode=0o700)
    return new


def export(path: Path, out: Path, on_file: Callable[[str], object] = lambda name: None) -> None:
    """Write all data of a class as plain files to the folder `out`, which must not exist."""
    new = _new_folder(out)
    with closing(ClassFolder.existing(path)) as folder:
        people = {person.id: person for person in folder.people.all()}
        on_file("people.csv")
        _write(new / "people.csv", _people(folder, people))
        _write(new / "settings.json", json.dumps(folder.settings._asdict(), indent=2) + "\n")
        events = [[event.time, event.what] for event in folder.database.events(limit=10**9)]
        _write(new / "events.csv", csv_text([["time", "what"], *events]))
        _write(new / "rounds.csv", _rounds(folder, people))
        _write(new / "league.csv", _league(folder, people))
        rows = class_grades(folder)
        _write(new / "grades.csv", grades_csv(rows))
        _write(new / "adjustments.csv", _adjustments(folder, people))
        for name in (SCHEME, OWN_CASES):
            if (path / name).exists():
                shutil.copy2(path / name, new / name)
        on_file("games of people")
        _export_games(folder, new / "games")
        on_file("submissions")
        _export_submissions(folder, people, new / "submissions")
        if folder.ladder_file.exists():
            on_file("ladder")
            with closing(LadderStore(folder.ladder_file)) as ladder:
                _export_matches(ladder, ladder.recorded, new / "ladder.jsonl.gz")
                _write(new / "ladder.csv", _ladder(folder, people, ladder))
        for final in finals(folder):
            if (path / final.name / RESULTS).exists():
                on_file(final.name)
                with closing(Store.existing(path / final.name)) as store:
                    _export_matches(store, store.match_numbers, new / f"{final.name}.jsonl.gz")
                    _write(new / f"{final.name}.csv", ranking_csv(summarize(store), numbers_of(folder, final)))
    os.replace(new, out)


def _people(folder: ClassFolder, people: dict[int, Person]) -> str:
    columns = ["student number", "name", "group", "email", "nickname", "extension", "submissions"]
    rows = [
        [
            *(person.number, person.name, person.section, person.email, person.nickname, person.extension),
            len(folder.submissions.of(person.id)),
        ]
        for person in people.values()
    ]
    return csv_text([columns, *rows])


def _export_submissions(folder: ClassFolder, people: dict[int, Person], out: Path) -> None:
    """Write each version to a folder named after its author's id and the version, such as `12/v3`."""
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
    """Return the path of a bot's file in a folder; names are checked on upload and, to be safe, again here."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        raise ClassError(f"a file of a submission has the name {name!r}, which leads out of its folder")
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _rounds(folder: ClassFolder, people: dict[int, Person]) -> str:
    columns = ["round", "game", "seat", "student number", "came", "rank", "tied", "without luck"]
    rows = [
        [each.round, each.game, each.seat, people[each.person].number, *each[5:]] for each in folder.rounds.places()
    ]
    return csv_text([columns, *rows])


def _league(folder: ClassFolder, people: dict[int, Person]) -> str:
    columns = ["place", "student number", "name", "games", *("1st", "2nd", "3rd", "4th"), "points", "without luck"]
    rows = [
        [place, people[row.person].number, people[row.person].name, row.games, *row.places, row.points, row.adjusted]
        for place, row in enumerate(league(folder), 1)
    ]
    return csv_text([columns, *rows])


def _adjustments(folder: ClassFolder, people: dict[int, Person]) -> str:
    rows = [
        [people[person].number, each.function or "points", each.mark, each.comment, each.time]
        for person, found in folder.adjustments.all().items()
        for each in found.values()
        if person in people
    ]
    return csv_text([["student number", "function", "mark", "comment", "time"], *rows])


def _ladder(folder: ClassFolder, people: dict[int, Person], ladder: LadderStore) -> str:
    """Return the counts of all bots on the ladder as CSV, including matches that are no longer stored."""
    counts, rows = ladder.all_counts(), []
    for name, number in ladder.numbers().items():
        submission = folder.submissions.get(BotId.parse(name) or 0)
        person = None if submission is None else people.get(submission.person)
        whose = [person.number, submission.version] if person is not None and submission is not None else ["", ""]
        rows.append([name, *whose, *counts[number][:3]])
    return csv_text([["bot", "student number", "version", "matches", "wins", "errors"], *rows])


def _export_games(folder: ClassFolder, out: Path) -> None:
    """Write the record of each finished game that people have played."""
    if not folder.tables_file.exists():
        return
    with closing(Tables(folder.tables_file, shared=True)) as tables:
        for game in tables.finished_games():
            with suppress(StoreError):  # a damaged game
                stored = tables.load(game)
                _write(out / f"{game}.json", dumps(stored.game.record([seat.name for seat in stored.seats])) + "\n")


def _export_matches(store: Store | LadderStore, matches: Iterable[int], out: Path) -> None:
    """Write the records of matches, one per line."""
    with gzip.open(out, "wt", encoding="utf-8", errors="backslashreplace") as file:
        for match in matches:
            with suppress(NotFound):  # the match has just been deleted
                line = json.dumps({"match": match, "record": json.loads(dumps(store.record(match)))})
                file.write(f"{line}\n")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write(path, text.encode("utf-8", "backslashreplace"))
