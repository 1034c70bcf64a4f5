"""The load of a class: people at tables while the ladder runs, and the time until a new version has a useful rating.

    python benchmarks/classroom.py             300 students online, 75 tables of people, while the ladder runs
    python benchmarks/classroom.py --rating    a new version and 100 bots that use 1 ms per play, until ±15 ranks

The server is a real `phazed class` with one worker per core. In the first benchmark, scripted people have real
WebSocket connections and think for `--pause` seconds before each play; every page polls the round, and every third page
also polls the scoreboard. In the second benchmark, the ratings of the 100 other bots come from simulated matches, which
replace the previous weeks; all matches of the new version are real.
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

from phazed.course.engine import ladder_store
from phazed.course.folder import ClassFolder
from phazed.course.roster import Entry
from phazed.course.uploads import read_upload
from phazed.storage.results.rows import MatchReport, Round, SeatReport
from table import Person, free_port, shown

if TYPE_CHECKING:
    from phazed.storage.results.store import Store

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
    """A person at a table in a round, whose page also polls."""

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
    """Create a class in which some students' bots play, and return the keys of all students."""
    with closing(ClassFolder(path)) as folder:
        folder.people.add_students([Entry(f"Student {number}", str(number)) for number in range(students)])
        people = folder.people.all()
        for number, person in enumerate(people[:bots]):
            source = BOT.format(milliseconds=milliseconds, number=number).encode()
            made = folder.submissions.add(person.id, read_upload("bot.py", source), "bot.py", late=False)
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
    with closing(ClassFolder(path)) as folder, closing(ladder_store(folder)) as store, store.writing():
        numbers = {bot.name: number for number, bot in enumerate(store.bots)}
        for each in folder.submissions.active():
            numbers[each.id] = store.add_bot(folder.submissions.entrant(each), each.id.name)
        strengths = {number: random.gauss(0, 1) for number in numbers.values()}
        tables = [tuple(random.sample(sorted(strengths), 4)) for _ in range(matches)]
        store.add_round(Round("ladder", tuple(tables)))
        with store.transaction():
            for match, table in enumerate(tables):
                performance = [strengths[bot] - random.gammavariate(1, 1) for bot in table]
                ranks = tuple(1 + sum(other > each for other in performance) for each in performance)
                _store(store, match, table, ranks)


def _store(store: Store, match: int, table: tuple[int, ...], ranks: tuple[int, ...]) -> None:
    seat = SeatReport(1, 0.0, 0.0, 0, "", ())
    report = MatchReport(match, ranks, None, (0,) * 4, (0,) * 4, 1, {}, (seat,) * 4, 0.0, b"")
    for sql, values in (
        ("INSERT INTO matches VALUES (?, 0, NULL, 1, '{}', 0.0, ?)", [(match, report.record)]),
        (
            "INSERT INTO seats VALUES (?, ?, ?, ?, 0, 0, 1, 0.0, 0.0, 0.0, 0, '', '[]')",
            [(match, number, table[number], ranks[number]) for number in range(4)],
        ),
    ):
        store.database.connection.executemany(sql, values)


def rating(server: ClassServer, keys: list[str], milliseconds: float) -> None:
    """Submit a new version, and wait until its rank is known to within ±15."""
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
    chosen = parser.parse_args()
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
