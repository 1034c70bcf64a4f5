"""A semester of a class, compressed: 300 students, twelve weeks, four deadlines, and a kill every simulated day.

    python benchmarks/semester.py                      about half an hour on two cores
    python benchmarks/semester.py --students 12 --weeks 1 --matches 200

Every simulated day, students hand in versions and choose among them, matches are added to the ladder, and the server is
started and killed. Once a week, the results of a round at the tables are stored. Every third week ends with a deadline
and a final. Afterwards, students are deleted, the scheme is changed, a few submissions are graded again, and a backup
is made, opened and compared. Most ladder matches are stored from real records, since playing a semester's matches would
take weeks; the others are played. A simple model records all decisions and predicts which version of each student is
ranked and plays in each final, how many matches each bot has played, what the league contains, and who has been
deleted. The run fails at the first difference. It reports how long the server takes to answer and to show the
scoreboard, and the size of the folder, which must not grow from week to week.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from classroom import BOT, ClassServer, real_reports, store_matches
from phazed.course.analyses import BASIS, grade_basis
from phazed.course.backup import back_up, export
from phazed.course.deletion import delete_student
from phazed.course.engine import ladder_store
from phazed.course.final import begin, finals, is_over
from phazed.course.folder import ClassFolder
from phazed.course.gradebooks import class_grades, ungraded
from phazed.course.league import league
from phazed.course.roster import Entry
from phazed.course.uploads import read_upload
from phazed.storage.course.submissions import FAILED, PASSED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phazed.storage.course.submissions import Submission

DAY = 86_400.0
DAYS = 7
TIMEOUT = 600.0
BROKEN = "def phazed_play(:\n"


class Wrong(Exception):
    """The class differs from the model."""


def expect(found: object, expected: object, what: str) -> None:
    if found != expected:
        raise Wrong(f"{what}: {found!r} instead of {expected!r}")


def wait_for(condition: Callable[[], bool], otherwise: str) -> None:
    """Wait until the condition holds."""
    until = time.monotonic() + TIMEOUT
    while not condition():
        if time.monotonic() > until:
            raise Wrong(otherwise)
        time.sleep(0.3)


class Account:
    """Model of the class: every student's decisions in order, and their consequences."""

    def __init__(self) -> None:
        self.passed: dict[str, dict[int, float]] = {}
        """Submission times of the versions that pass, by student number and version."""
        self.failed: dict[str, set[int]] = {}
        self.chosen: dict[str, list[tuple[float, int]]] = {}
        self.played: dict[int, int] = {}
        """Number of matches that each bot on the ladder had at the last comparison."""
        self.gone: dict[str, str] = {}
        """Names of deleted students, by number."""
        self.entries: dict[str, dict[int, str]] = {}
        """Student numbers of the submissions in each final."""

    def version_at(self, number: str, moment: float) -> int | None:
        """Return the student's version that is active at this time, according to the latest decision."""
        decisions = [(when, version) for version, when in self.passed.get(number, {}).items()]
        decisions += self.chosen.get(number, [])
        return max(((when, version) for when, version in decisions if when <= moment), default=(0.0, None))[1]


class Semester:
    """The class, its model, and the measurements."""

    def __init__(self, path: Path, students: int, matches: int, bots: int, seed: int) -> None:
        self.path = path
        self.random = Random(seed)
        self.account = Account()
        self.matches = matches
        self.now = time.time() - 400 * DAY
        self.versions = 0
        self.bots = bots
        self.reports = real_reports(24)
        self.starts: list[float] = []
        self.boards: list[float] = []
        self.sizes: list[int] = []
        with closing(ClassFolder(path)) as folder:
            entries = [Entry(f"Surname{number:04d} Given", f"{100_000 + number}") for number in range(students)]
            folder.people.add_students(entries)
            folder.change_settings({"final_matches": 4, "space": 100, "game": "phasedout"})
            for person in folder.people.all():
                folder.people.set_nickname(person.id, f"Nick{person.id}name")

    # A day

    def hand_in(self, folder: ClassFolder, share: float) -> None:
        """Let some students hand in a version; the checks finish in a different order."""
        made: list[tuple[str, Submission, bool]] = []
        for person in folder.people.all():
            if self.random.random() < share:
                self.now += self.random.uniform(1, 60)
                self.versions += 1
                able = self.random.random() < 0.8
                source = BOT.format(milliseconds=0.2, number=self.versions) if able else f"{BROKEN}# {self.versions}"
                entrant = read_upload("bot.py", source.encode())
                made.append((person.number or "", folder.submissions.add(person.id, entrant, "bot.py", self.now), able))
        self.random.shuffle(made)
        for number, submission, able in made:
            folder.submissions.set_checked(submission.id, {"text": ""}, able=able)
            if able:
                self.account.passed.setdefault(number, {})[submission.version] = submission.submitted
            else:
                self.account.failed.setdefault(number, set()).add(submission.version)

    def choose(self, folder: ClassFolder, share: float) -> None:
        """Let some students choose an earlier version."""
        for person in folder.people.all():
            versions = sorted(self.account.passed.get(person.number or "", {}))
            if versions and self.random.random() < share:
                self.now += self.random.uniform(1, 60)
                version = self.random.choice(versions)
                chosen = next(each for each in folder.submissions.of(person.id) if each.version == version)
                folder.submissions.activate(chosen, self.now)
                self.account.chosen.setdefault(person.number or "", []).append((self.now, version))

    def play(self, folder: ClassFolder) -> None:
        """Store a day's matches between the bots that play."""
        with closing(ladder_store(folder)) as store:
            numbers = store.numbers()
            playing = [each for each in folder.submissions.current() if each.plays]
            for each in playing:
                if each.id.name not in numbers:
                    numbers[each.id.name] = store.add_bot(each.id.name)
            strengths = {numbers[each.id.name]: self.random.gauss(0, 1) for each in playing}
            strengths |= {number: 0.0 for name, number in numbers.items() if name.startswith("@")}
            before = store.played
            store_matches(store, self.matches, strengths, self.reports, self.random)
            expect(store.played, before + self.matches, "matches played")

    @contextmanager
    def server(self) -> Iterator[ClassServer]:
        """Run the server until the block ends, then kill the server and all of its workers."""
        server = ClassServer(self.path, 2)
        try:
            yield server
        finally:
            children = subprocess.run(
                ["pgrep", "-P", str(server.process.pid)], check=False, capture_output=True, text=True
            )
            for process in (server.process.pid, *map(int, children.stdout.split())):
                with suppress(ProcessLookupError):  # it has already exited
                    os.kill(process, signal.SIGKILL)
            server.process.wait()

    def kill(self) -> None:
        """Start the server, wait for the scoreboard, let it play briefly, and kill it with all of its workers."""
        begun = time.perf_counter()
        with self.server() as server:
            self.starts.append(time.perf_counter() - begun)
            with closing(ClassFolder(self.path)) as folder:
                current = {each.id for each in folder.submissions.current()}

            def shown() -> bool:
                rows = server.ask("/api/class/scoreboard", server.teacher_key)["rows"]
                return {row["submission"] for row in rows if not row["milestone"]} == current

            wait_for(shown, "the scoreboard is not shown")
            self.boards.append(time.perf_counter() - begun)
            time.sleep(self.random.uniform(0.0, 2.0))

    def check(self, folder: ClassFolder) -> None:
        """Compare the class with the model."""
        deadline = folder.settings.deadline
        for person in folder.people.all():
            number = person.number or ""
            versions = folder.submissions.of(person.id)
            states = {each.version: each.state for each in versions}
            expected = dict.fromkeys(self.account.passed.get(number, {}), PASSED)
            expected |= dict.fromkeys(self.account.failed.get(number, ()), FAILED)
            expect(states, expected, f"states of the versions of {number}")
            for name, until in (("active", 1e12), ("entered", 1e12 if deadline is None else deadline)):
                version = self.account.version_at(number, until)
                expect(
                    [each.version for each in versions if getattr(each, name)],
                    [] if version is None else [version],
                    f"{name} version of {number}",
                )
        with closing(ladder_store(folder)) as store:
            counts = store.all_counts()
            expect(sum(each.matches for each in counts.values()), 4 * store.played, "matches of all bots")
            for bot, known in self.account.played.items():
                if counts[bot].matches < known:
                    raise Wrong(f"bot {bot} has lost matches: {counts[bot].matches} of {known}")
            self.account.played = {bot: each.matches for bot, each in counts.items()}

    # After a deadline

    def final(self, folder: ClassFolder) -> None:
        """Play a final on a server that is killed once, and check that the expected versions play."""
        deadline = self.now
        folder.change_settings({"deadline": deadline, "ladder": False})
        self.now += 3600
        self.hand_in(folder, 0.1)  # too late
        self.choose(folder, 0.1)
        self.check(folder)
        # Most bots are disqualified beforehand to keep the final short: the test is about who plays, not the matches.
        entered = [each for each in folder.submissions.current() if each.entered]
        for each in self.random.sample(entered, max(len(entered) - self.bots, 0)):
            folder.submissions.disqualify(each.id, "for a shorter final")
        made = begin(folder, "the next part of the course" if finals(folder) else "")
        people = {person.id: person.number or "" for person in folder.people.all()}
        whose = {number: people[_submission(folder, number).person] for number in made.bots.values()}
        for number, student in whose.items():
            expect(
                _submission(folder, number).version,
                self.account.version_at(student, deadline),
                f"version of {student} in {made.name}",
            )
        in_time = {number for number in people.values() if self.account.version_at(number, deadline) is not None}
        expect(set(whose.values()), in_time, f"students in {made.name}")
        self.account.entries[made.name] = whose
        with self.server():  # killed during the final
            time.sleep(self.random.uniform(0, 3))
        with self.server():
            wait_for(lambda: is_over(self.path / made.name), f"{made.name} does not end")
        for each in entered:
            folder.submissions.disqualify(each.id, None)
        folder.change_settings({"deadline": None, "ladder": True})

    def results(self, name: str) -> list[tuple[str, str]]:
        """Return the points and matches of a published ranking, without the names."""
        with open(self.path / name / "ranking.csv") as file:
            return sorted((row["mu"], row["matches"]) for row in csv.DictReader(file))

    def delete(self, folder: ClassFolder, count: int) -> None:
        """Delete students, and check that no file contains their names and that no result has changed."""
        people = self.random.sample(folder.people.all(), min(count, len(folder.people.all()) - 5))
        before = {name: self.results(name) for name in self.account.entries}
        names = []
        for person in people:
            names += [person.name, person.nickname or person.name]
            number = person.number or ""
            delete_student(folder, number)
            self.account.gone[number] = person.name
            for kept in (self.account.passed, self.account.failed, self.account.chosen):
                kept.pop(number, None)
        expect({name: self.results(name) for name in self.account.entries}, before, "results after deletions")
        # The files are read by another process, since closing a database file in this one would release its locks.
        wanted = [part for name in names for part in ("-e", name)]
        found = subprocess.run(["grep", "-rlF", *wanted, str(self.path)], check=False, capture_output=True, text=True)
        expect(found.stdout, "", "files with names of deleted students")

    def regrade(self, folder: ClassFolder, total: int) -> None:
        """Change the scheme and grade two submissions again on the server; an error is stored for all others."""
        (self.path / "scheme.toml").write_text(f"total = {total}\n[weights]\nphasedout_score = 1\n")
        wanted = ungraded(folder)
        basis = grade_basis(folder)
        for number in wanted[2:]:  # grading takes several seconds per submission
            folder.submissions.set_analysis(number, "grade", {"error": "not in this benchmark", BASIS: basis})
        if wanted:
            with self.server() as server:
                asked = server.ask("/api/class/grades", server.teacher_key, {})["asked"]
                expect(asked, len(wanted[:2]), "grades asked for")
                wait_for(lambda: not ungraded(folder), "grading does not end")
        expect(ungraded(folder), [], "submissions that are not graded by the present scheme")
        expect(
            {row.grade.total for row in class_grades(folder) if row.grade} <= {float(total)}, True, "totals of grades"
        )

    def rounds(self, folder: ClassFolder) -> None:
        """Store the results of a round in which every fourth person never sits down."""
        people = [person.id for person in folder.people.all()]
        games = [f"game {self.versions} {number}" for number in range(len(people) // 4)]
        places = [(game, seat, people[4 * at + seat], "/table") for at, game in enumerate(games) for seat in range(4)]
        before = {row.person: row.games for row in league(folder)}
        folder.rounds.add("phasedout", "off", places)
        for game in games:
            folder.rounds.set_results(game, [True, True, True, False], [1, 2, 3, 4])
        after = {row.person: row.games for row in league(folder)}
        came = {person for _, seat, person, _ in places if seat < 3}
        expect(after, {each: before.get(each, 0) + (each in came) for each in {*before, *came}}, "games of the league")

    def back_up(self, folder: ClassFolder) -> None:
        """Make a backup and an export, and compare both with the class."""
        with tempfile.TemporaryDirectory() as place:
            copied, exported = Path(place) / "copy", Path(place) / "export"
            back_up(self.path, copied)
            with closing(ClassFolder.existing(copied)) as copy:
                expect(copy.submissions.all(), folder.submissions.all(), "submissions of the backup")
                expect(copy.people.all(), folder.people.all(), "people of the backup")
                expect(copy.rounds.places(), folder.rounds.places(), "places of the backup")
                with closing(ladder_store(copy)) as one, closing(ladder_store(folder)) as other:
                    expect(one.all_counts(), other.all_counts(), "counts of the backup")
            export(self.path, exported)
            with open(exported / "people.csv") as file:
                expect(len(list(csv.DictReader(file))), len(folder.people.all()), "people of the export")

    def size(self) -> int:
        return sum(each.stat().st_size for each in self.path.rglob("*") if each.is_file())

    def run(self, weeks: int, say: bool = True) -> None:
        """Run the semester."""
        begun = time.monotonic()
        for week in range(weeks):
            for day in range(DAYS):
                with closing(ClassFolder(self.path)) as folder:
                    self.now += DAY
                    self.hand_in(folder, 0.12)
                    self.choose(folder, 0.03)
                    self.play(folder)
                    self.check(folder)
                    if day == 3:
                        self.rounds(folder)
                self.kill()
                with closing(ClassFolder(self.path)) as folder:
                    self.check(folder)
            with closing(ClassFolder(self.path)) as folder:
                if week % 3 == 2 or week == weeks - 1:
                    self.final(folder)
                    self.delete(folder, 3)
                    self.regrade(folder, 50 + week)
                    self.back_up(folder)
                    self.check(folder)
            self.sizes.append(self.size())
            if say:
                print(
                    f"week {week + 1}: {self.versions} versions, {len(self.account.gone)} students deleted; started "
                    f"{len(self.starts)} times, answers after {max(self.starts[-DAYS:]):.1f} s, scoreboard after "
                    f"{max(self.boards[-DAYS:]):.1f} s; folder {self.sizes[-1] / 1e6:.0f} MB "
                    f"({(time.monotonic() - begun) / 60:.0f} min)",
                    flush=True,
                )


def _submission(folder: ClassFolder, number: int) -> Submission:
    found = folder.submissions.get(number)
    if found is None:
        raise Wrong(f"submission {number} is gone")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--weeks", type=int, default=12)
    parser.add_argument("--matches", type=int, default=20_000, help="stored matches of each day")
    parser.add_argument("--bots", type=int, default=8, help="bots that play in each final")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true", help="print the measurements as JSON")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        semester = Semester(Path(place) / "class", chosen.students, chosen.matches, chosen.bots, chosen.seed)
        semester.run(chosen.weeks)
        if chosen.json:
            print(json.dumps({"starts": semester.starts, "boards": semester.boards, "sizes": semester.sizes}))
    print(f"{chosen.weeks} weeks without a wrong result", file=sys.stderr)


if __name__ == "__main__":
    main()
