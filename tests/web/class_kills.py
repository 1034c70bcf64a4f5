"""Kills a class under load again and again, and checks that nothing is lost or doubled.

    python tests/web/class_kills.py --kills 50

A real `phazed class` serves; students hand in bots, a person plays at a table, the teacher starts rounds, the ladder
plays. At a random moment the process and all its workers are killed. What the server had confirmed must be there
afterwards, exactly once: submissions with their files, rounds, plays at the table; and no match of the ladder is stored
twice or in part.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, closing, suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

if __name__ == "__main__":
    sys.path += [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

from class_clients import Visitor
from clients import Clients, Plain, Requests
from websockets.exceptions import ConnectionClosed

from classes import make_class, passed
from phazed.course.folder import ClassFolder
from phazed.storage.course.ladder import NAME as LADDER
from phazed.storage.course.ladder import LadderStore
from tournaments import SIMPLE

LOST = (OSError, EOFError, ValueError, AssertionError, HTTPException, ConnectionClosed)
"""What clients see when the server dies in the middle of something: also answers that are cut off."""


class ClassProcess(Requests):
    """A real `phazed class`, in a process group of its own."""

    def __init__(self, path):
        command = [sys.executable, "-m", "phazed", "class", str(path), "--no-browser", "--port", "0", "--jobs", "1"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        lines = [self.process.stdout.readline() for _ in range(3)]
        if not lines[0].startswith("The class is open"):
            raise RuntimeError(f"the server did not start: {self.process.communicate()}")
        self.port = int(lines[0].strip(" /\n").rpartition(":")[2])
        self.teacher_key = lines[1].strip().partition("#")[2]

    def kill(self):
        """Kill it with all its workers, without a word."""
        with self.process:
            os.killpg(self.process.pid, signal.SIGKILL)


class Load:
    """What people do until the server dies, and what was confirmed to them."""

    def __init__(self, path):
        self.path = path
        self.submitted = {}
        """The source of every confirmed submission, by its id."""
        self.unsure = set()
        """Sources that were sent without an answer: they may be there or not."""
        self.rounds = 0
        self.table = None
        self.steps = {}
        """The steps of each hand that the person has seen."""
        self.count = 0

    def begin(self, server, stop, *, hands_in):
        """Threads in which people work; while nobody hands in, the ladder plays instead of checking."""
        with closing(ClassFolder(self.path)) as folder:
            self._keys = [folder.key_of(person) for person in folder.people.all()]
        works = [self._play, self._teach, *([self._hand_in] if hands_in else [])]
        threads = [threading.Thread(target=self._until_lost, args=(work, server, stop)) for work in works]
        for thread in threads:
            thread.start()
        return threads

    def _until_lost(self, work, server, stop):
        with suppress(*LOST):
            work(server, stop)

    def _hand_in(self, server, stop):
        while not stop.is_set():
            self.count += 1
            source = f"{SIMPLE}\n# version {self.count}"
            key = self._keys[self.count % len(self._keys)]
            self.unsure.add(source)
            status, _, body = server.request(
                "POST", "/api/class/submissions?title=bot.py", source.encode(), {"Authorization": f"Bearer {key}"}
            )
            answer = json.loads(body)
            self.unsure.discard(source)
            if status == 201:
                self.submitted[answer["id"]] = source
            else:
                assert status == 429, answer
                time.sleep(0.05)

    def _play(self, server, stop):
        if self.table is None:
            self.table = server.make("you", "beginner", "beginner", "beginner", game="phasedout")
        with ExitStack() as stack:
            person = Clients(server, stack).come(self.table, browser="kept")
            self._check_steps(person.table["hand"])
            while not stop.is_set() and person.table["over"] is None:
                if person.at_turn() is None:
                    person.ask("next")
                    continue
                person.turn(Plain())
                self._note(person.table["hand"])

    def _note(self, hand):
        self.steps[hand["number"]] = json.dumps(hand["steps"])

    def _check_steps(self, hand):
        """What the person has seen of this hand is there, in the same order."""
        seen = json.loads(self.steps.get(hand["number"], "[]"))
        self.lost_plays = hand["steps"][: len(seen)] != seen

    def _teach(self, server, stop):
        teacher = Visitor(server, server.teacher_key)
        student = Visitor(server, self._keys[0])
        while not stop.is_set():
            student.get("/api/class/round")
            status, _ = teacher.post("/api/class/rounds", {"game": "phasedout", "clock": "off"})
            self.rounds += status == 201
            time.sleep(0.2)


def check(load):
    """What was confirmed is there exactly once."""
    with closing(ClassFolder(load.path)) as folder:
        stored = {each.id: each for each in folder.submissions.all()}
        for number, source in load.submitted.items():
            assert dict(folder.submissions.entrant(stored[number]).files)["bot.py"].decode() == source
        digests = [each.digest for each in stored.values()]
        assert len(digests) == len(set(digests)), "a submission is stored twice"
        assert len(stored) <= len(load.submitted) + len(load.unsure)
        versions = [(each.person, each.version) for each in stored.values()]
        assert len(versions) == len(set(versions))
        rounds = len(folder.rounds.all())
        assert load.rounds <= rounds, "a round is lost"
    with closing(LadderStore(load.path / LADDER)) as store:
        counts = store.all_counts().values()
        assert sum(each.matches for each in counts) == 4 * store.played, "a match is stored in part"
        assert len(list(store.latest())) == store.played, "a match is stored twice, or lost"
        assert not {match for match, _ in store.planned()} & set(store.recorded), "a match is stored and planned"
        return len(stored), store.played


def pass_waiting(path):
    """Let all submissions pass that wait for their check: so soon after a start no check comes to its end."""
    with closing(ClassFolder(path)) as folder:
        for each in folder.submissions.waiting():
            folder.submissions.set_checked(each.id, {"text": ""}, able=True)


def survive(path, kills, seed=0, say=lambda text: None):
    """Kill the class that many times; return how many submissions and matches there are in the end."""
    random, load = Random(seed), Load(path)
    with closing(make_class(path, game="phasedout")) as folder:
        for number in ("1815", "1912", "1906"):
            source = f"{SIMPLE}\n# of {number}"
            load.submitted[passed(folder, number, source).id] = source
    found = (0, 0)
    for number in range(kills):
        server, stop = ClassProcess(path), threading.Event()
        hands_in = number % 2 == 0
        threads = load.begin(server, stop, hands_in=hands_in)
        time.sleep(random.uniform(0.2, 3.0 if hands_in else 8.0))  # matches need more time than submissions
        server.kill()
        stop.set()
        for thread in threads:
            thread.join()
        assert not getattr(load, "lost_plays", False), "a play is lost"
        found = check(load)
        pass_waiting(path)
        say(f"kill {number + 1}: {found[0]} submissions, {found[1]} matches, {load.rounds} rounds")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        survive(Path(folder) / "class", chosen.kills, chosen.seed, print)


if __name__ == "__main__":
    main()
