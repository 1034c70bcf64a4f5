"""The cost of a class: people at tables beside the ladder, a new version's rating, and a semester of matches.

    python benchmarks/classroom.py                           300 students online, 75 tables, while the ladder plays
    python benchmarks/classroom.py --rating                  a new version among 100 bots of 1 ms, until ±15 ranks
    python benchmarks/classroom.py --stored 10000 1000000    start, pages and folder after so many matches

The server is a real `phazed class` with as many workers as there are cores. In the first part, the scripted people have
real WebSocket connections and wait `--pause` seconds before each play. As in a browser, everybody's page polls the
round, and every third page also polls the scoreboard. In the second part, the ratings of the 100 other bots come from
simulated matches, which stand in for the preceding weeks; all matches of the new version are real. In the third part,
300 students have ten versions each. The stored matches reuse the records and the deal values of real matches between
built-in players.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from websockets.asyncio.client import connect

from phazed.arena.entrants import load_entrant
from phazed.arena.executors.pool import ResilientPool
from phazed.arena.jobs import MatchJob
from phazed.arena.luck import TABLE_MODELS
from phazed.arena.match import play
from phazed.course.engine import ladder_store
from phazed.course.folder import ClassFolder
from phazed.course.ladder import MILESTONES
from phazed.course.roster import Entry
from phazed.course.uploads import read_upload
from phazed.storage.results.rows import MatchReport, SeatReport
from table import Person, free_port, shown

if TYPE_CHECKING:
    from phazed.storage.course.ladder import LadderStore

BOT = """
import time

def play(player_id, table, turn_history, phase_status, hand, discard):
    end = time.thread_time() + {milliseconds} / 1000
    while time.thread_time() < end:
        pass
    mine = turn_history[-1][1] if turn_history and turn_history[-1][0] == player_id else []
    return (5, max(hand, key=lambda card: '234567890JQKA'.index(card[0]))) if mine else (1, None)

phazed_play = phazed_bonus = phasedout_play = play
# {number}
"""
BATCH = 5000
"""Number of matches stored per transaction."""
WIDTH = 15
"""Half-width of a useful interval, in ranks."""


class ClassServer:
    """`phazed class` in its own process."""

    def __init__(self, path: Path, jobs: int) -> None:
        self.path, self.port = path, free_port()
        command = [sys.executable, "-m", "phazed", "class", str(path), "--no-browser", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--jobs", str(jobs)], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        lines = [self.process.stdout.readline() for _ in range(3)]
        assert lines[0].startswith("The class is open"), "the server did not start"
        self.teacher_key = lines[1].strip().partition("#")[2]

    def ask(self, path: str, key: str, said: object = None) -> dict:
        body = None if said is None else said if isinstance(said, bytes) else json.dumps(said).encode()
        headers = {"Authorization": f"Bearer {key}"}
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", body, headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


class Student(Person):
    """A person at a table in a round; the person's page also polls the server."""

    def __init__(self, server: ClassServer, number: int, key: str) -> None:
        super().__init__(server, {})
        self.number, self.key = number, key
        self.polls: list[float] = []

    async def get(self, path: str) -> dict:
        """Send an HTTP request on a new connection."""
        begin = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", self.server.port)
        lines = (f"GET {path} HTTP/1.1", "Host: localhost", f"Authorization: Bearer {self.key}", "Connection: close")
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = await reader.read()
        writer.close()
        self.polls.append(time.perf_counter() - begin)
        return json.loads(answer.partition(b"\r\n\r\n")[2])

    async def poll(self, path: str, every: float, until: float) -> None:
        await asyncio.sleep(Random(self.number).uniform(0, every))
        while time.monotonic() < until:
            await self.get(path)
            await asyncio.sleep(every)

    async def sit_down(self) -> None:
        place = await self.get("/api/class/round")
        game, _, token = place["address"].removeprefix("/table/").partition("#seat=")
        headers = {"Cookie": f"phazed-browser={self.number:024d}"}
        address = f"ws://127.0.0.1:{self.server.port}/api/games/{game}/socket"
        self.socket = await connect(address, max_queue=None, additional_headers=headers)
        await self.socket.send(json.dumps({"do": "join", "token": token}))
        while not self.table.get("hand"):
            await self.read()

    async def play_on(self, until: float, pause: float) -> None:
        while time.monotonic() < until:
            hand, turn = self.table["hand"], self.table["turn"]
            if hand["end"] and self.table["over"]:
                return
            if hand["end"]:
                await self.ask(do="next")
                while self.table["hand"]["end"] and time.monotonic() < until:
                    await self.read()
            elif turn["seat"] != self.table["seat"]:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.read(), max(0.1, until - time.monotonic()))
            else:
                await asyncio.sleep(pause)
                await self.ask(do="play", play=self.choice())


def make(path: Path, students: int, bots: int, milliseconds: float) -> list[str]:
    """Create a class in which bots of some students play, and return the keys of all students."""
    with closing(ClassFolder(path)) as folder:
        folder.people.add_students([Entry(f"Student {number}", str(number)) for number in range(students)])
        people = folder.people.all()
        for number, person in enumerate(people[:bots]):
            source = BOT.format(milliseconds=milliseconds, number=number).encode()
            made = folder.submissions.add(person.id, read_upload("bot.py", source), "bot.py")
            folder.submissions.set_checked(made.id, {"text": ""}, able=True)
        return [folder.key_of(person) for person in people]


async def load(server: ClassServer, keys: list[str], tables: int, seconds: float, pause: float) -> None:
    people = [Student(server, number, key) for number, key in enumerate(keys)]
    players = people[: 4 * tables]
    await asyncio.gather(*(person.get("/api/class/round") for person in players))
    made = await asyncio.to_thread(
        server.ask, "/api/class/rounds", server.teacher_key, {"game": "phazed", "clock": "off"}
    )
    print(f"{len(people)} students online, {made['people']} of them at {made['tables']} tables")
    await asyncio.gather(*(person.sit_down() for person in players))
    for person in people:
        person.polls.clear()
    until = time.monotonic() + seconds
    await asyncio.gather(
        *(person.play_on(until, pause) for person in players),
        *(person.poll("/api/class/scoreboard", 4.0, until) for person in people[::3]),
        *(person.poll("/api/class/round", 5.0, until) for person in people),
    )
    plays = [time for person in players for time in person.round_trips]
    print(f"response time of a play: {shown(plays)}; {len(plays) / seconds:.0f} plays per second")
    print(f"response time of a poll: {shown([time for person in people for time in person.polls])}")
    board = await people[0].get("/api/class/scoreboard")
    print(f"matches played by the ladder in these {seconds:.0f} s: {board['played']}")


def simulate(path: Path, matches: int) -> None:
    """Store simulated matches between the bots, whose strengths are normally distributed."""
    random = Random(1)
    with closing(ClassFolder(path)) as folder, closing(ladder_store(folder)) as store:
        bots = [store.add_bot(each.id.name) for each in folder.submissions.current()]
        strengths = {number: random.gauss(0, 1) for number in (*range(len(MILESTONES)), *bots)}
        store_matches(store, matches, strengths, [nothing_played()], random)


def nothing_played() -> MatchReport:
    """Return a report without a record."""
    seat = SeatReport(1, 0.0, 0.0, 0, "", ())
    return MatchReport(0, (1, 2, 3, 4), None, (0,) * 4, (0,) * 4, 1, {}, (seat,) * 4, 0.0, b"")


def store_matches(
    store: LadderStore, count: int, strengths: dict[int, float], reports: list[MatchReport], random: Random
) -> None:
    """Store matches between these bots in large transactions, with the records from the reports."""
    bots = sorted(strengths)
    for begin in range(0, count, BATCH):
        size = min(BATCH, count - begin)
        with store.database.transaction():
            for match, table in store.plan([tuple(random.sample(bots, 4)) for _ in range(size)]):
                performance = [strengths[bot] - random.gammavariate(1, 1) for bot in table]
                ranks = tuple(1 + sum(other > each for other in performance) for each in performance)
                store.add_match(table, random.choice(reports)._replace(match=match, ranks=ranks))


def real_reports(count: int) -> list[MatchReport]:
    """Play matches between built-in players and return their reports."""
    players = tuple(map(load_entrant, MILESTONES))
    jobs = (MatchJob(number, "phazed", f"{number}", players, models=TABLE_MODELS) for number in range(count))
    with ResilientPool(len(os.sched_getaffinity(0))) as pool:
        return list(pool.map(play, jobs))


def semester(path: Path, matches: int, students: int, versions: int, reports: list[MatchReport]) -> None:
    """Create a class whose students have handed in several versions, each of which has played for a while."""
    random = Random(2)
    make(path, students, 0, 1.0)
    with closing(ClassFolder(path)) as folder, closing(ladder_store(folder)) as store:
        people = folder.people.all()
        for version in range(versions):
            current = {number: random.gauss(0, 1) for number in range(len(MILESTONES))}
            with folder.database.transaction():
                for person in people:
                    source = BOT.format(milliseconds=1.0, number=f"{person.id}/{version}").encode()
                    made = folder.submissions.add(person.id, read_upload("bot.py", source), "bot.py")
                    folder.submissions.set_checked(made.id, {"text": ""}, able=True)
                    current[store.add_bot(made.id.name)] = random.gauss(version / 10, 1)
            share = matches * (version + 1) // versions - matches * version // versions
            store_matches(store, share, current, reports, random)


def stored(counts: list[int], students: int, versions: int) -> None:
    """Measure startup, pages and folder size of classes with these numbers of stored matches."""
    reports = real_reports(40)
    size = sum(len(report.record) for report in reports) / len(reports)
    print(
        f"{len(reports)} real matches, records of {size / 1000:.1f} kB; {students} students, {versions} versions each"
    )
    for count in counts:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "class"
            begun = time.perf_counter()
            semester(path, count, students, versions, reports)
            storing = (time.perf_counter() - begun) / count
            begun = time.perf_counter()
            server = ClassServer(path, 1)
            answering = time.perf_counter() - begun
            try:
                while not len(server.ask("/api/class/scoreboard", server.teacher_key)["rows"]) > students:
                    time.sleep(0.05)
                ranked = time.perf_counter() - begun
                print(
                    f"{count:,} matches: stored in {1e6 * storing:.0f} µs each; the server answers after "
                    f"{answering:.1f} s and shows the scoreboard after {ranked:.1f} s",
                    flush=True,
                )
                key = server.teacher_key
                newest = [
                    row["submission"]
                    for row in server.ask("/api/class/scoreboard", key)["rows"]
                    if not row["milestone"]
                ]
                for what, addresses in (
                    ("the page of a bot", [f"/api/class/bots/{each}" for each in newest[:20]]),
                    ("the page of an old version", [f"/api/class/bots/{each}" for each in range(1, 21)]),
                    ("the scoreboard", ["/api/class/scoreboard"] * 20),
                    ("the teacher's page", ["/api/class/overview"] * 20),
                ):
                    time.sleep(12)  # stay within the rate limit
                    times = []
                    for address in addresses:
                        begun = time.perf_counter()
                        server.ask(address, key)
                        times.append(time.perf_counter() - begun)
                    print(f"  {what}: {shown(times)}", flush=True)
            finally:
                server.stop()
            used = {each.name: each.stat().st_size / 1e6 for each in path.iterdir() if each.is_file()}
            parts = ", ".join(f"{name} {megabytes:.0f}" for name, megabytes in sorted(used.items()) if megabytes >= 1)
            print(f"  the folder: {sum(used.values()):.0f} MB ({parts})", flush=True)


def rating(server: ClassServer, keys: list[str], milliseconds: float) -> None:
    """Submit a new version and wait until its rank is known to within ±15."""
    source = BOT.format(milliseconds=milliseconds, number="new").encode()
    begun = time.monotonic()
    made = server.ask("/api/class/submissions?title=bot.py", keys[0], source)
    checked = None
    while True:
        found = server.ask(f"/api/class/submissions/{made['id']}", keys[0])
        now = time.monotonic() - begun
        if found["state"] == "passed" and checked is None:
            checked = now
            print(f"checked after {checked:.0f} s", flush=True)
        row = found["standing"]
        if row and row["matches"]:
            place = f"rank {row['rank']} ({row['low']} to {row['high']})"
            print(f"  {now:5.0f} s: {place} after {row['matches']} matches", flush=True)
            if row["high"] - row["low"] <= 2 * WIDTH:
                break
        time.sleep(5)
    print(f"from submission to ±{WIDTH} ranks: {time.monotonic() - begun:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--tables", type=int, default=75)
    parser.add_argument("--bots", type=int, default=100)
    parser.add_argument("--milliseconds", type=float, default=1.0, help="CPU time of a bot's play")
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--pause", type=float, default=1.5, help="seconds that a person waits before a play")
    parser.add_argument("--rating", action="store_true", help="measure the time until a new version is rated")
    parser.add_argument("--matches", type=int, default=2500, help="simulated matches before the new version")
    parser.add_argument("--stored", type=int, nargs="+", metavar="MATCHES", help="measure classes with stored matches")
    parser.add_argument("--versions", type=int, default=10, help="versions of each student, with --stored")
    chosen = parser.parse_args()
    if chosen.stored:
        stored(chosen.stored, chosen.students, chosen.versions)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "class"
        keys = make(path, chosen.students, chosen.bots, chosen.milliseconds)
        if chosen.rating:
            simulate(path, chosen.matches)
        server = ClassServer(path, len(os.sched_getaffinity(0)))
        try:
            if chosen.rating:
                rating(server, keys, chosen.milliseconds)
            else:
                asyncio.run(load(server, keys, chosen.tables, chosen.seconds, chosen.pause))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
