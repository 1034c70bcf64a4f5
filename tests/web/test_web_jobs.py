"""Jobs in threads: hints, replays and results do not hold up the bots, and whoever asked may leave."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from clients import LONG, Gate, served

from phazed.rules.errors import PhazedError
from phazed.storage.results.store import Store as ResultsStore
from phazed.storage.tables import Store
from phazed.web import jobs
from phazed.web.jobs import Busy, Jobs
from phazed.web.server.results import Results
from phazed.web.tables import messages
from phazed.web.tables.registry import CONCURRENT_HINTS

HINT = {"kind": "hint", "hints": ["Look."], "cards": [], "play": [1, None], "options": [], "due": [1], "legend": ""}


@pytest.fixture
def hinted(monkeypatch, gate):
    """The names at the tables for which a hint has been begun; hints take as long as the gate is shut."""
    begun = []

    def hint(_, __, names, ___):
        begun.append(names[0])
        gate.wait()
        return HINT

    monkeypatch.setattr(messages, "hint", hint)
    return begun


class Asking:
    """Somebody at a table of their own, whose turn it is."""

    def __init__(self, server, company, name):
        self.company = company
        self.made = server.make("you", "casual", "casual", "casual", name=name, seed="3")
        self.client = company.come(self.made)
        self.client.at_turn()

    def ask(self):
        self.client.tell({"do": "hint", "id": 99, **self.client.now()})

    def answer(self):
        while (message := self.client.hear()).get("re") != 99:
            pass
        return message

    def leave(self):
        """Leave, and be noticed to have left, because there is something to tell."""
        self.client.socket.close()
        self.client = self.company.come(self.made)
        self.client.until("seats")


# Hints


def test_abandoned_hints_keep_their_slots(server, company, gate, hinted):
    people = [Asking(server, company, f"P{number}") for number in range(CONCURRENT_HINTS + 2)]
    gate.shut()
    for person in people[:CONCURRENT_HINTS]:
        person.ask()
        gate.until_entered()
        person.leave()
    for person in people[CONCURRENT_HINTS:]:
        person.ask()
    assert people[0].client.ask("check", phase=1, groups=["", ""])["kind"] == "check"
    assert len(hinted) == CONCURRENT_HINTS
    gate.open()
    for person in people[CONCURRENT_HINTS:]:
        assert person.answer()["kind"] == "hint"


def test_hints_leave_threads_to_the_bots(server, company, gate, hinted):
    people = [Asking(server, company, f"P{number}") for number in range(8)]
    gate.shut()
    for person in people:
        person.ask()
    bots = company.come(server.make("strong", "strong", "strong", "strong", seed="3"))
    for _ in range(6):
        assert bots.ask("advance")["kind"] == "done"
    assert {step[0] for step in bots.table["hand"]["steps"]} == {0, 1, 2, 3}
    gate.open()
    for person in people:
        assert person.answer()["kind"] == "hint"


def test_when_too_many_hints_wait_one_more_is_refused(server, company, gate, hinted, monkeypatch):
    monkeypatch.setattr(jobs, "MAX_JOBS", 1)
    ann, bob = Asking(server, company, "Ann"), Asking(server, company, "Bob")
    gate.shut()
    ann.ask()
    gate.until_entered()
    assert bob.client.error("hint", **bob.client.now()).startswith("the server is busy")
    gate.open()
    assert ann.answer()["kind"] == "hint"
    assert bob.client.ask("hint", **bob.client.now())["kind"] == "hint"


# Results


class Slow(Results):
    """Results whose summary takes as long as the gate is shut; `begun` is how often it was begun."""

    def __init__(self, folder, gate):
        super().__init__(folder)
        self.gate, self.begun = gate, 0

    def _summarize(self):
        self.begun += 1
        self.gate.wait()
        return {"begun": self.begun}


@pytest.fixture
def folder(tmp_path):
    with closing(ResultsStore.create(tmp_path / "results", {"game": "phazed"}, (), {})):
        return tmp_path / "results"


def test_a_summary_whose_request_is_cancelled_is_not_computed_twice_at_once(folder, gate):
    results = Slow(folder, gate)

    async def asked():
        gate.shut()
        first = asyncio.create_task(results.summary())
        await asyncio.to_thread(gate.until_entered)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        second = asyncio.create_task(results.summary())
        await asyncio.sleep(0)
        gate.open()
        return await second

    assert asyncio.run(asked()) == {"begun": 1}


def test_a_request_that_waits_for_a_thread_is_answered_when_the_server_closes(folder, file, monkeypatch, gate):
    close = Store.close
    monkeypatch.setattr(Store, "close", lambda store: (close(store), gate.open()))
    gate.shut()
    with ThreadPoolExecutor() as pool:
        with served(file, monkeypatch, results=Slow(folder, gate)) as server:
            asked = pool.submit(server.get, "/api/results/summary")
            gate.until_entered()
        assert asked.result(LONG) == (503, {"error": "the server is closing"})


# Jobs themselves


def test_equal_concurrent_jobs_run_once(gate):
    begun = []

    def work():
        begun.append(len(begun))
        gate.wait()
        return begun[-1]

    async def asked():
        jobs = Jobs(at_once=2)
        gate.shut()
        askers = [asyncio.create_task(jobs.run("key", work)) for _ in range(3)]
        await asyncio.to_thread(gate.until_entered)
        gate.open()
        assert await asyncio.gather(*askers) == [0, 0, 0]
        assert await jobs.run("key", work) == 1  # which is another job

    asyncio.run(asked())


def test_the_failure_of_an_abandoned_job_is_not_logged(caplog):
    gate, ended = Gate(), threading.Event()

    def fail():
        gate.wait()
        ended.set()
        raise PhazedError("too bad")

    async def asked():
        work = Jobs(at_once=1)
        gate.shut()
        asker = asyncio.create_task(work.run("key", fail))
        await asyncio.to_thread(gate.until_entered)
        asker.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asker
        gate.open()
        await asyncio.to_thread(ended.wait)
        with pytest.raises(PhazedError, match="too bad"):
            await work.run("another", fail)

    asyncio.run(asked())
    assert caplog.messages == []


def test_waiting_jobs_are_cancelled_too(gate):
    async def asked():
        work = Jobs(at_once=1)
        gate.shut()
        askers = [asyncio.create_task(work.run(number, gate.wait)) for number in range(3)]
        await asyncio.to_thread(gate.until_entered)
        work.stop()
        for asker in askers:
            with pytest.raises(Busy, match="the server is closing"):
                await asker
        gate.open()

    asyncio.run(asked())
