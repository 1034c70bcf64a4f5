"""The performance of the table: the round trip of a play, the bots' response times, and 200 games on one core.

    python benchmarks/table.py
    python benchmarks/table.py --games 200 --seconds 30 --pause 0.5
    python benchmarks/table.py --browser                 also measure the start of `phazed play` and a page in Chromium

The server runs on one core, the scripted people in another process on the other core. Under load, all of them play as
fast as the pause between two plays allows. During the games, the server is killed and restarted, and every game must
continue where its player last saw it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from phazed.bots.levels import LEVELS
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE

CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`phazed play` on one core, which can be killed and restarted."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.games = folder / "games.db"
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "phazed", "play", "--no-browser"]
        command += ["--port", str(self.port), "--games", str(self.games)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        if CORES:
            os.sched_setaffinity(self.process.pid, {CORES[0]})
        assert self.process.stdout is not None
        while "open" not in self.process.stdout.readline():
            assert self.process.poll() is None, "the server did not start"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()

    def memory(self) -> float:
        """Return the server's memory usage in megabytes."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
        return 0.0

    def make(self, opponent: str, game: str = "phazed") -> dict[str, str]:
        body = json.dumps({"game": game, "seats": ["you", opponent, opponent, opponent], "name": "Ann"}).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/games", body)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)


class Person:
    """A scripted person, who draws, lays a phase if possible, lays off cards that fit, and discards."""

    def __init__(self, server: Server, made: dict[str, str]) -> None:
        self.server = server
        self.made = made
        self.round_trips: list[float] = []
        self.answers: list[float] = []
        """Response times of the bots: per play for bots that think, otherwise per turn."""
        self.table: dict = {}
        self.asked = 0

    async def connected(self) -> None:
        address = f"ws://127.0.0.1:{self.server.port}/api/games/{self.made['id']}/socket"
        self.socket = await connect(address, max_queue=None)
        await self.socket.send(json.dumps({"do": "join", "token": self.made["token"]}))
        await self.read()

    async def read(self) -> dict:
        while (told := json.loads(await self.socket.recv()))["kind"] == "alive":
            pass
        if told["kind"] == "table":
            self.table = told
        elif told["kind"] == "steps":
            hand = self.table["hand"]
            hand["steps"][told["at"] :] = told["steps"]
            hand["end"], self.table["turn"] = told["end"], told["turn"]
            if told["end"]:
                self.table["over"] = told["over"]
        return told

    async def ask(self, **what: object) -> dict:
        """Send a message, and wait for the answer."""
        self.asked += 1
        hand = self.table["hand"]
        said = {"id": self.asked, "hand": hand["number"], "at": len(hand["steps"]), **what}
        begin = time.perf_counter()
        await self.socket.send(json.dumps(said))
        while (told := await self.read()).get("re") != self.asked:
            pass
        assert told["kind"] == "done", told
        self.round_trips.append(time.perf_counter() - begin)
        return told

    def choice(self) -> list:
        """Return the first legal play that draws, lays a phase, lays off on a set or run, or discards."""
        turn = self.table["turn"]
        if turn["stage"] == "before":
            return [DRAW, None]
        return next(
            play
            for play in turn["plays"]
            if play[0] in (LAY_PHASE, DISCARD) or (play[0] == LAY_OFF and self.is_plain(*play[1][1]))
        )

    def is_plain(self, owner: int, group: int, _: int) -> bool:
        """Return whether the group is not an accumulation, so that the turn can end after a lay-off."""
        phase = next(step[2] for step in self.table["hand"]["steps"] if step[1] == "phase" and step[0] == owner)
        return self.table["phases"][phase - 1]["groups"][group]["noun"] != "accumulation"

    async def play(self, until: float, pause: float) -> None:
        """Play games until that time."""
        while time.monotonic() < until:
            if self.table["hand"]["end"] and self.table["over"]:
                self.made = await asyncio.to_thread(self.server.make, "greedy")
                await self.socket.close()
                await self.connected()
            elif self.table["hand"]["end"]:
                await self.ask(do="next")
            elif self.table["turn"]["seat"] != self.table["seat"]:
                begin = time.perf_counter()
                await self.read()
                self.answers.append(time.perf_counter() - begin)
            else:
                await asyncio.sleep(pause)
                await self.ask(do="play", play=self.choice())


def shown(seconds: list[float]) -> str:
    times = sorted(seconds)
    part = [1000 * times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 1.0)]
    return f"median {part[0]:.1f} ms, 95 % within {part[1]:.1f} ms, longest {part[2]:.1f} ms, of {len(times)}"


async def alone(server: Server, opponent: str, seconds: float) -> Person:
    person = Person(server, server.make(opponent))
    await person.connected()
    await person.play(time.monotonic() + seconds, 0.0)
    await person.socket.close()
    return person


async def crowd(server: Server, games: int, seconds: float, pause: float) -> None:
    people = [Person(server, server.make("greedy")) for _ in range(games)]
    before = server.memory()
    await asyncio.gather(*(person.connected() for person in people))
    until = time.monotonic() + seconds
    await asyncio.gather(*(person.play(until, pause) for person in people))
    print(f"{games} parallel games, {pause} s between plays: {shown([t for p in people for t in p.round_trips])}")
    print(f"  {sum(len(p.round_trips) for p in people) / seconds:.0f} plays by people per second")
    print(f"  memory {server.memory():.0f} MB, {(server.memory() - before) / games:.2f} MB per game")
    await killed_in_the_middle(server, people, pause)


async def killed_in_the_middle(server: Server, people: list[Person], pause: float) -> None:
    """Kill the server under load; everything already sent to players must survive."""

    async def until_the_end(person: Person) -> None:
        with suppress(ConnectionClosed, OSError):
            await person.play(time.monotonic() + 30, pause)

    playing = [asyncio.create_task(until_the_end(person)) for person in people]
    await asyncio.sleep(2)
    server.kill()
    await asyncio.gather(*playing)
    seen = [(person.table["hand"]["number"], person.table["hand"]["steps"]) for person in people]
    begin = time.perf_counter()
    server.start()
    await asyncio.gather(*(person.connected() for person in people))
    took = time.perf_counter() - begin
    lost = 0
    for person, (number, steps) in zip(people, seen):
        hand = person.table["hand"]
        lost += (number, steps) > (hand["number"], hand["steps"][: len(steps)])
        lost += number == hand["number"] and hand["steps"][: len(steps)] != steps
    print(f"  killed and restarted: everyone reconnected after {took:.2f} s; games with lost data: {lost}")


def in_the_browser(folder: Path) -> None:
    """Measure the time from the command to a playable table, and the bytes received by then."""
    from playwright.sync_api import sync_playwright

    times, weights = [], []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"])
        for attempt in range(4):
            page = browser.new_context().new_page()
            received = []
            network = page.context.new_cdp_session(page)
            network.send("Network.enable")
            network.on("Network.loadingFinished", lambda event, got=received: got.append(event["encodedDataLength"]))
            begin = time.perf_counter()
            server = Server(folder / f"{attempt}")
            page.goto(f"http://127.0.0.1:{server.port}/?now")
            page.wait_for_selector("#hand [data-card]")
            times.append(time.perf_counter() - begin)
            page.wait_for_timeout(500)
            weights.append(sum(received))
            page.context.close()
            server.stop()
        browser.close()
    print(f"from phazed play to a playable table: {', '.join(f'{t:.2f}' for t in times)} s (the first is cold)")
    print(f"received: {max(weights) / 1024:.0f} KB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", nargs="*", default=["greedy", *LEVELS])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--pause", type=float, nargs="*", default=[1.0, 0.0])
    parser.add_argument("--browser", action="store_true")
    chosen = parser.parse_args()
    if len(CORES) > 1:
        os.sched_setaffinity(0, {CORES[1]})
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        for level in chosen.levels:
            person = asyncio.run(alone(server, level, 10.0))
            print(f"against three {level}: round trip of a play: {shown(person.round_trips)}")
            print(f"  response times of the bots: {shown(person.answers)}")
        for pause in chosen.pause:
            asyncio.run(crowd(server, chosen.games, chosen.seconds, pause))
        server.stop()
        if chosen.browser:
            if CORES:
                os.sched_setaffinity(0, CORES)  # a browser runs many processes
            in_the_browser(Path(folder))


if __name__ == "__main__":
    main()
