"""The bots' turns belong to the room: the client that asked may leave, and no bot is called in two threads."""

from __future__ import annotations

import json
import signal
import threading
from contextlib import ExitStack, closing
from random import Random

import pytest
from clients import Clients, Process, served

from phazed.bots import make
from phazed.storage.tables import Store
from phazed.web.tables import bots, live_table
from phazed.web.tables.table import Table

NO_ROOM = "this change could not be saved and was not made: attempt to write a readonly database"


class Thinker:
    """A bot that thinks as long as the gate is shut, and notices when a second thread enters it."""

    def __init__(self, bot, gate, overlaps):
        self._bot, self._gate, self._overlaps = bot, gate, overlaps
        self._is_free = threading.Semaphore()

    def choose(self, view):
        if not self._is_free.acquire(blocking=False):
            self._overlaps.append(view.seat)
            return self._bot.choose(view)
        try:
            self._gate.wait()
            return self._bot.choose(view)
        finally:
            self._is_free.release()


@pytest.fixture(autouse=True)
def thinkers(monkeypatch, gate):
    """The seeds of all bots that were made; no two threads may ever be in one of them."""
    seeds, overlaps = [], []

    def player(_, rules, seed):
        seeds.append(seed)
        return Thinker(make("greedy", rules, seed), gate, overlaps)

    monkeypatch.setattr(bots, "player", player)
    yield seeds
    assert overlaps == []


@pytest.fixture
def made(server, company):
    """A table of four bots that think, dealt."""
    made = server.make("expert", "expert", "expert", "expert", game="phasedout", seed="6")
    dealer = company.pass_by(made)
    assert dealer.ask("advance")["kind"] == "done"
    dealer.socket.close()
    return made


def leave_in_mid_thought(company, gate, made):
    """Ask for a turn of a bot that then thinks until the gate is opened, and leave abruptly."""
    gate.shut()
    watcher = company.pass_by(made)
    watcher.tell({"do": "advance"})
    gate.until_entered()
    watcher.socket.reset()


def stored(server, made):
    """The steps of the hand, as the store has them; reading judges every play again."""
    return server.do(lambda: Table.restored(server.store.load(made["id"]))).hand["steps"]


def left_alone(server, company, made):
    """Wait until everybody has been noticed to have left."""
    last = company.come(made)  # which is told to everybody else, so that those who have gone are noticed
    last.socket.close()
    server.wait_until(lambda: not server.registry.in_memory[made["id"]].connections)


# Those who ask and leave


def test_watchers_who_leave_during_a_search_leave_one_thread_in_the_bot(server, company, made, gate):
    before = len(stored(server, made))
    leave_in_mid_thought(company, gate, made)
    for _ in range(5):
        watcher = company.pass_by(made)
        assert watcher.ask("advance")["kind"] == "done"  # the turn is in progress already
        watcher.socket.reset()
    ann = company.come(made)
    assert ann.ask("advance")["kind"] == "done"
    assert len(ann.table["hand"]["steps"]) == before
    gate.open()
    ann.until(lambda table: table["turn"]["seat"] != 1)
    assert stored(server, made) == ann.table["hand"]["steps"]
    for _ in range(8):
        assert ann.ask("advance")["kind"] == "done"
    assert {step[0] for step in ann.table["hand"]["steps"]} == {0, 1, 2, 3}
    assert stored(server, made) == ann.table["hand"]["steps"]


def test_an_abandoned_turn_is_finished_and_saved(server, company, made, gate):
    leave_in_mid_thought(company, gate, made)
    left_alone(server, company, made)
    gate.open()
    while server.do(lambda: server.registry.in_memory[made["id"]].bots.is_playing):
        pass
    steps = stored(server, made)
    assert ({step[0] for step in steps}, steps[-1][1]) == ({1}, "discard")
    assert company.come(made).table["hand"]["steps"] == steps


def test_a_room_whose_bot_is_thinking_is_not_removed(server, company, made, gate, thinkers, monkeypatch):
    leave_in_mid_thought(company, gate, made)
    left_alone(server, company, made)
    monkeypatch.setattr(live_table, "IDLE_SECONDS", -1.0)
    server.do(server.registry.remove_idle_tables)
    assert made["id"] in server.registry.in_memory
    ann = company.come(made)
    assert ann.ask("advance")["kind"] == "done"  # in the same room, whose bot is still thinking
    gate.open()
    ann.until(lambda table: table["turn"]["seat"] != 1)
    assert thinkers == ["6/1"]
    ann.socket.close()
    while made["id"] in server.registry.in_memory:
        server.do(server.registry.remove_idle_tables)
    assert company.come(made).table["hand"]["steps"] == ann.table["hand"]["steps"]


def test_concurrent_requests_get_one_turn(server, company, made, gate):
    first, *others = (company.pass_by(made) for _ in range(6))
    gate.shut()
    first.tell({"do": "advance", "id": 1})
    gate.until_entered()
    for watcher in others:
        assert watcher.ask("advance")["kind"] == "done"
        assert watcher.table["hand"]["steps"] == []
    gate.open()
    assert first.until("done")["re"] == 1
    assert {step[0] for step in first.table["hand"]["steps"]} == {1}


# What goes wrong


@pytest.fixture
def full(server):
    """Let the disk be full, until the test ends."""
    yield lambda: server.do(lambda: server.store.database.connection.execute("PRAGMA query_only = 1"))
    server.do(lambda: server.store.database.connection.execute("PRAGMA query_only = 0"))


def test_a_turn_that_cannot_be_saved_is_reported_to_who_asked_for_it(server, company, made, full):
    bob, ann = company.come(made), company.come(made)
    full()
    assert ann.error("advance") == NO_ROOM
    assert bob.error("advance") == NO_ROOM
    assert [each["re"] for each in map(json.loads, bob.heard) if each["kind"] == "error"] == [1]


def test_a_turn_that_cannot_be_saved_is_reported_to_the_others_if_who_asked_has_left(server, company, made, gate, full):
    leave_in_mid_thought(company, gate, made)
    ann = company.come(made)
    ann.until("seats")  # the other one has left
    full()
    gate.open()
    assert ann.until("error") == {"kind": "error", "re": None, "reason": NO_ROOM}
    server.do(lambda: server.store.database.connection.execute("PRAGMA query_only = 0"))
    assert ann.ask("advance")["kind"] == "done"
    assert stored(server, made) == ann.table["hand"]["steps"] != []


# The end of the server


@pytest.mark.parametrize("seats", [("expert",) * 4, ("expert", "expert", "you", "expert")])
def test_a_search_that_ends_after_the_server_is_discarded(file, monkeypatch, gate, seats):
    close = Store.close
    monkeypatch.setattr(Store, "close", lambda store: (close(store), gate.open()))
    with served(file, monkeypatch) as server, ExitStack() as stack:
        made = server.make(*seats)
        gate.shut()
        ann = Clients(server, stack).come(made)
        if made["token"] is None:
            ann.ask("advance")
            ann.tell({"do": "advance"})
        gate.until_entered()
    with closing(Store(file)) as store:
        table = Table.restored(store.load(made["id"]))
        assert (table.started, table.at) == (True, 0)


def test_a_closed_room_starts_no_turn(file, monkeypatch, gate):
    with served(file, monkeypatch) as server, ExitStack() as stack:
        company = Clients(server, stack)
        made = server.make("expert", "expert", "expert", "expert")
        company.come(made).ask("advance")
        leave_in_mid_thought(company, gate, made)
        server.do(server.registry.stop)
        late = company.come(made)  # in the moment between two steps of the server's end
        assert late.ask("advance")["kind"] == "done"
        gate.open()
        assert late.ask("advance")["kind"] == "done"
        assert late.table["hand"]["steps"] == []


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [(signal.SIGINT, 0, "\nThe table is closed. Your games are saved.\n"), (signal.SIGTERM, -signal.SIGTERM, "")],
)
def test_a_signal_stops_the_server_while_experts_think(file, number, code, said):
    with Process(file) as server, ExitStack() as stack:
        company = Clients(server, stack)
        games = [server.make(*["expert"] * 4) for _ in range(3)]
        watchers = [company.pass_by(made) for made in games]
        for watcher in watchers:
            watcher.ask("advance")
            watcher.tell({"do": "advance"})
            watcher.until("steps")
        ended, out, err = server.end(number)
    assert (ended, out.endswith(said), err) == (code, True, "")
    with closing(Store(file)) as store:
        for made, watcher in zip(games, watchers):
            steps = watcher.table["hand"]["steps"]
            assert Table.restored(store.load(made["id"])).hand["steps"][: len(steps)] == steps


# All of it


@pytest.mark.long
def test_a_server_survives_sixty_drops_and_a_hundred_reloads_beside_four_experts(file):
    random = Random(11)
    kinds = ["drop"] * 60 + ["reload"] * 100
    random.shuffle(kinds)
    with Process(file) as server:
        made = server.make("expert", "expert", "expert", "expert")
        with ExitStack() as stack:
            company = Clients(server, stack)
            company.come(made).ask("advance")
            for kind in kinds:
                watcher = company.pass_by(made) if kind == "drop" else company.come(made)
                watcher.tell({"do": "advance"})
                if random.random() < 0.2:
                    watcher.hear()
                watcher.socket.reset() if kind == "drop" else watcher.socket.close()
            last = company.come(made)
            hand = last.table["hand"]["number"]
            while last.table["hand"]["number"] == hand and last.table["over"] is None:
                assert last.ask("advance")["kind"] == "done"
            assert server.get("/api/options")[0] == 200
        assert server.end(signal.SIGINT)[::2] == (0, "")
    with closing(Store(file)) as store:  # which judges every play again
        table = Table.restored(store.load(made["id"]))
        assert (table.number, table.hand["steps"]) == (last.table["hand"]["number"], last.table["hand"]["steps"])
