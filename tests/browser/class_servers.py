"""A class on a server in a process of its own, as a teacher starts it, with students, bots, a history and a review."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from browser_servers import Server

from answer_examples import CHECK, GRADE, REVIEW
from classes import hand_in, make_class, student
from phazed.answers.form import to_store
from phazed.course.folder import ClassFolder
from phazed.storage.course.submissions import Rated
from tournaments import SIMPLE, tires
from waiting import wait_until

if TYPE_CHECKING:
    from phazed.storage.course.people import Person


class ClassServer(Server):
    """`phazed class` on a folder, whose bots play one match at a time."""

    def start(self) -> ClassServer:
        words = ["class", self.file, "--no-browser", "--port", self.port, "--jobs", 1]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "phazed", *map(str, words)], stdout=subprocess.PIPE, text=True
        )
        said = self._process.stdout.readline()
        assert said.startswith("The class is open: "), said
        self.address = said.split()[-1].rstrip("/")
        return self

    __enter__ = start

    def wait_for_match(self, bot: int) -> None:
        """Wait until that submission has played a match on the ladder."""
        rows = "/api/class/scoreboard"
        wait_until(lambda: [1 for row in self.ask(rows)["rows"] if row.get("submission") == bot and row["matches"]])

    def link(self, person: Person) -> str:
        """The personal link of somebody."""
        with closing(ClassFolder(Path(self.file))) as folder:
            return f"{self.address}/sign-in#{folder.key_of(person)}"

    def student(self, number: str) -> str:
        """The personal link of the student with that number."""
        with closing(ClassFolder(Path(self.file))) as folder:
            return self.link(student(folder, number))

    def teacher(self) -> str:
        """The personal link of the teacher."""
        with closing(ClassFolder(Path(self.file))) as folder:
            return self.link(folder.people.teacher())


def _passed(folder: ClassFolder, number: str, source: str) -> int:
    """Hand in a bot that passes its check."""
    made = hand_in(folder, number, source)
    folder.submissions.set_checked(made.id, to_store(CHECK), able=True)
    return made.id


def make_played_class(path: Path) -> int:
    """A class whose student Turing has a bot with a history and a review; return the id of that submission."""
    with closing(make_class(path, title="Games and algorithms")) as folder:
        turing = student(folder, "1912")
        folder.people.set_nickname(turing.id, "Enigma")
        folder.people.set_nickname(student(folder, "1906").id, "Compiler")
        for source in (tires(9), f"{SIMPLE}# a second version\n"):
            _passed(folder, "1906", source)
        made = _passed(folder, "1912", SIMPLE)
        now = time.time()
        folder.submissions.add_ratings(
            (made, Rated(now - 600 + 60 * step, 10 * step, 20 + step / 2, 6 - step / 2, 2 - step % 2, 1, 2))
            for step in range(1, 9)
        )
        folder.submissions.set_analysis(made, "review", to_store(REVIEW))
        folder.submissions.set_analysis(made, "grade", to_store(GRADE))
        return made
