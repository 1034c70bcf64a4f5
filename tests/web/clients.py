"""A real server for the tests of the table, and clients with real sockets.

The server runs in a thread of the test's process, so that its lines are counted. A client keeps the game as a browser
does: from what it is told, and from nothing else.
"""

from __future__ import annotations

import asyncio
import http.client
import inspect
import json
import logging
import os
import socket as sockets
import struct
import subprocess
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from websockets.client import ClientProtocol
from websockets.sync.client import ClientConnection
from websockets.sync.client import connect as connect_websocket
from websockets.uri import parse_uri

from phazed.answers import table as messages
from phazed.game.notation import parse_play
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.storage.tables import Store
from phazed.web.server import serve as serving
from phazed.web.server import visit
from phazed.web.tables.registry import Registry
from waiting import LONG, wait_until

UNPATCHED = serving._Server
DECLARED = {
    "table": messages.TableMessage,
    "reaction": messages.ReactionMessage,
    "nudge": messages.NudgeMessage,
    "returned": messages.ReturnedMessage,
    "transfer": messages.TransferReply,
    "seats": messages.SeatsMessage,
    "steps": messages.StepsMessage,
    "rematch": messages.RematchMessage,
    "error": messages.ErrorMessage,
    "done": messages.DoneReply,
    "refused": messages.RefusedReply,
    "check": messages.CheckReply,
    "hint": messages.HintReply,
}
"""The declared structure of each kind of message."""


class Requests:
    """What clients ask of the server at `port` by HTTP."""

    def request(self, method, path, body=None, headers=()):
        """The status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LONG)
        try:
            connection.request(method, path, body, dict(headers))
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path):
        """The JSON at the address, with its status."""
        status, _, body = self.request("GET", path)
        return status, json.loads(body)

    def post(self, said):
        """Ask for a table."""
        body = said if isinstance(said, bytes) else json.dumps(said).encode()
        status, _, answer = self.request("POST", "/api/games", body)
        return status, json.loads(answer)

    def join(self, browser=None, **said):
        """Ask for a seat, as a browser with that id; the status, and the answer."""
        status, _, answer = self.request("POST", "/api/join", json.dumps(said).encode(), cookie(browser))
        return status, json.loads(answer)

    def find(self, code, browser=None):
        """Ask for the table of a code, as a browser with that id."""
        status, _, answer = self.request("GET", f"/api/join/{code}", headers=cookie(browser))
        return status, json.loads(answer)

    def make(self, *seats, **more):
        """A new table; what whoever made it is told."""
        status, made = self.post({"seats": list(seats), **more})
        assert status == 201, made
        return made

    def address(self, game):
        return f"ws://127.0.0.1:{self.port}/api/games/{game}/socket"


class Server(Requests):
    """`phazed.web.server.serve` in a thread, with its log."""

    def __init__(self, file, results=None, *, names=(), narrow=False, extra_routes=()):
        self.file, self.results, self._names, self._narrow = file, results, names, narrow
        self._extra_routes = extra_routes
        self.log = []
        self._ready = Future()
        self._thread = threading.Thread(target=self._run)

    def _run(self):
        try:
            self.store = Store(self.file)
            bound = serving.listening("127.0.0.1", 0)
            if self._narrow:
                bound.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, 4096)
            self.port = bound.getsockname()[1]
            more = {"names": self._names, "results": self.results, "extra_routes": self._extra_routes}
            serving.serve(self.store, bound, "127.0.0.1", started=self._started, **more)
        except BaseException as error:
            self._ready.set_exception(error)
            raise
        finally:
            self.store.close()

    def _started(self, own, shared):
        self.own, self.shared, self.loop = own, shared, asyncio.get_running_loop()
        self._ready.set_result(None)

    def start(self):
        self._thread.start()
        self._ready.result(LONG)

    def stop(self):
        self.server.should_exit = True
        self._thread.join(LONG)
        assert not self._thread.is_alive()

    def do(self, function, *arguments):
        """Call the function where the server runs, and give back what it does."""

        async def call():
            result = function(*arguments)
            return await result if inspect.isawaitable(result) else result

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result(LONG)

    def wait_until(self, condition):
        """Wait until the condition holds where the server runs; return its value."""
        return wait_until(lambda: self.do(condition))


class Process(Requests):
    """A real `phazed play`, which is ended by a signal."""

    def __init__(self, file):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "phazed", "play", "--no-browser", "--port", "0", "--games", str(file)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.process.stdout.readline().strip(" /\n").rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Leave no process behind when a test fails."""
        with self.process:
            self.process.kill()

    def end(self, number):
        """Send the signal; the exit code, standard output and standard error."""
        os.kill(self.process.pid, number)
        out, err = self.process.communicate(timeout=LONG)
        assert "Traceback" not in err
        return self.process.returncode, out, err


@contextmanager
def served(file, monkeypatch, kind=Server, **more):
    """A server that is known with its registry; at its end it must have logged nothing."""

    server = kind(file, **more)

    class Recorded(UNPATCHED):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            server.server = self

    class Known(Registry):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            server.registry = self

    monkeypatch.setattr(serving, "_Server", Recorded)
    monkeypatch.setattr(visit, "Registry", Known)
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: server.log.append(handler.format(record))
    server.start()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield server
    finally:
        server.stop()
        for logger in loggers:
            logger.removeHandler(handler)
    assert server.log == []


class Client:
    """A browser at a table: says, hears, and keeps the game as it was told."""

    def __init__(self, socket, join):
        self.socket = socket
        self.heard = []
        self.table = None
        self.count = 0
        self.tell(join)

    def tell(self, message):
        self.socket.send(json.dumps(message))

    def hear(self):
        """The next message."""
        text = self.socket.recv(timeout=LONG)
        self.heard.append(text)
        message = json.loads(text)
        assert set(message) <= {*DECLARED[message["kind"]].__annotations__}, "every field is declared"
        if message["kind"] == "table":
            self.table = message
        elif message["kind"] == "steps":
            hand = self.table["hand"]
            assert hand["number"] == message["hand"]
            assert message["at"] <= len(hand["steps"])
            hand["steps"][message["at"] :] = message["steps"]
            hand["end"], self.table["turn"] = message["end"], message["turn"]
            assert ("sheet" in message) == ("over" in message) == (message["end"] is not None)
            self.table |= {key: message[key] for key in ("sheet", "over", "times") if key in message}
        elif message["kind"] == "seats":
            self.table |= {key: message[key] for key in messages.Seating.__annotations__}
        return message

    def until(self, wanted):
        """Hear until a message is of that kind, or the table is so; that message."""
        if callable(wanted) and self.table is not None and wanted(self.table):
            return None
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:
            message = self.hear()
            if self.table is not None and wanted(self.table) if callable(wanted) else message["kind"] == wanted:
                return message
        raise AssertionError("waited too long")

    def ask(self, do, **more):
        """Say something; the answer to it."""
        self.count += 1
        self.tell({"do": do, "id": self.count, **more})
        while (message := self.hear()).get("re", None) != self.count:
            pass
        return message

    def now(self):
        return {"hand": self.table["hand"]["number"], "at": len(self.table["hand"]["steps"])}

    def play(self, play):
        """Make a play, given in notation or in the form of the course's functions."""
        return self.ask("play", play=parse_play(play) if isinstance(play, str) else play, **self.now())

    def undo(self):
        return self.ask("undo", **self.now())

    def at_turn(self):
        """Hear until it is this seat's turn or the hand is over; the turn."""
        self.until(lambda table: table["hand"] and (table["turn"] is None or table["turn"]["seat"] == table["seat"]))
        return self.table["turn"]

    def error(self, do, **more):
        """Say something that is not possible; what the server says to it. Nothing changes."""
        before = self.lasting()
        answer = self.ask(do, **more)
        assert answer["kind"] == "error", answer
        assert self.lasting() == before
        return answer["reason"]

    def why_not(self, do, **more):
        """Say something that is not possible while others play on; what the server says to it."""
        answer = self.ask(do, **more)
        assert answer["kind"] == "error", answer
        return answer["reason"]

    def lasting(self):
        """The table without what changes by itself: the time that is left, and who watches."""
        return json.dumps({key: value for key, value in self.table.items() if key not in ("times", "spectators")})

    def turn(self, chooser):
        """Play until this seat's turn is over."""
        seat = self.table["seat"]
        while (turn := self.table["turn"]) is not None and turn["seat"] == seat:
            answer = self.undo() if (play := chooser(self.table)) == "undo" else self.play(play)
            assert answer["kind"] == "done", (play, answer)

    def hand(self, chooser):
        """Play until the hand is over."""
        while self.at_turn() is not None:
            self.turn(chooser)

    def game(self, chooser):
        """Play until the game is over."""
        self.hand(chooser)
        while self.table["over"] is None:
            self.ask("next")
            self.hand(chooser)


class Plain:
    """A person who lays and adds what can be laid and added, and takes back what led nowhere."""

    def __init__(self, random=None):
        self.random = random
        self.stuck = False

    def __call__(self, table):
        turn = table["turn"]
        if turn["stage"] == "before":
            self.stuck = False
            takes = of_kind(turn, TAKE)
            return takes[0] if takes and self._chance() else [DRAW, None]
        builds = [] if self.stuck else of_kind(turn, LAY_PHASE, LAY_OFF)
        if builds:
            return builds[0]
        skips, discards = of_kind(turn, SKIP), of_kind(turn, DISCARD)
        if skips and self._chance():
            return skips[0]
        if discards:
            return discards[0]
        assert turn["undo"]
        self.stuck = True
        return "undo"

    def _chance(self):
        return self.random is None or self.random.random() < 0.5


def of_kind(turn, *kinds):
    """The legal plays of these kinds."""
    return [play for play in turn["plays"] if play[0] in kinds]


def together(*people, random=None):
    """Let these clients at one table play the hand to its end, each at their own pace."""
    with ThreadPoolExecutor(len(people)) as pool:
        for played in [pool.submit(person.hand, Plain(random)) for person in people]:
            played.result()


def next_hand(*people):
    """All of them are ready for the next hand, which is dealt."""
    number = people[0].table["hand"]["number"]
    for person in people:
        assert person.ask("next")["kind"] == "done"
    for person in people:
        person.until(lambda table: table["hand"]["number"] > number)


class Gate:
    """Where threads of the server wait as long as it is shut."""

    def __init__(self):
        self._open = threading.Event()
        self._open.set()
        self._entered = threading.Semaphore(0)

    def shut(self):
        self._open.clear()

    def open(self):
        self._open.set()

    def wait(self):
        """Wait, in a thread of the server, until the gate is open."""
        if not self._open.is_set():
            self._entered.release()
            assert self._open.wait(LONG)

    def until_entered(self):
        """Wait until one more thread waits at the gate."""
        assert self._entered.acquire(timeout=LONG)


ALIVE = json.dumps({"kind": "alive"})


class Attentive(ClientConnection):
    """A connection that does not mention signs of life."""

    def recv(self, *arguments, **more):
        while (text := super().recv(*arguments, **more)) == ALIVE:
            pass
        return text


def connect(address, **more):
    """Connect to a table; signs of life are not received."""
    return connect_websocket(address, create_connection=Attentive, **more)


class BareSocket:
    """A WebSocket on a socket of our own, without threads, so that it can be reset."""

    def __init__(self, address):
        uri = parse_uri(address)
        self._protocol = ClientProtocol(uri)
        self._socket = sockets.create_connection((uri.host, uri.port), LONG)
        self._events = []
        self._protocol.send_request(self._protocol.connect())
        self._send()
        assert self._event().status_code == 101

    def send(self, text):
        self._protocol.send_text(text.encode())
        self._send()

    def recv(self, timeout):
        self._socket.settimeout(timeout)
        while (text := self._event().data.decode()) == ALIVE:
            pass
        return text

    def close(self):
        self._socket.close()

    def reset(self):
        """End the connection abruptly: a TCP RST, without a closing handshake."""
        self._socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()

    def _send(self):
        for data in self._protocol.data_to_send():
            self._socket.sendall(data)

    def _event(self):
        while not self._events:
            data = self._socket.recv(65_536)
            assert data, "the server has ended the connection"
            self._protocol.receive_data(data)
            self._events += self._protocol.events_received()
        return self._events.pop(0)


class Clients:
    """The clients of a server, which are all closed at the end."""

    def __init__(self, server, stack):
        self.server, self._stack = server, stack

    def socket(self, game, **more):
        """A connection that has said nothing yet."""
        return self._stack.enter_context(connect(self.server.address(game), open_timeout=LONG, **more))

    def come(self, made, token=None, name=None, *, watch=False, browser=None):
        """Somebody at the table, who has been told of it; with the maker's seat unless another token is given."""
        client = self.try_to_come(made, token, name, watch=watch, browser=browser)
        client.until("table")
        return client

    def try_to_come(self, made, token=None, name=None, *, watch=False, browser=None):
        """Somebody who has asked to join, and has heard nothing yet."""
        key = None if watch else token or made.get("token")
        socket = self.socket(made["id"], additional_headers=cookie(browser))
        return Client(socket, {"do": "join", "token": key, "name": name})

    def refused(self, *given, **more):
        """Why somebody may not join."""
        message = self.try_to_come(*given, **more).hear()
        assert (message["kind"], message["final"]) == ("error", True)
        return message["reason"]

    def pass_by(self, made):
        """Somebody who watches the table, and can end their connection abruptly."""
        socket = BareSocket(self.server.address(made["id"]))
        self._stack.callback(socket.close)
        client = Client(socket, {"do": "join", "token": None})
        client.until("table")
        return client


def cookie(browser):
    """The header with which a browser of that id is known."""
    return {} if browser is None else {"Cookie": f"phazed-browser={browser.ljust(24, '-')}"}


def dismissed(client):
    """Hear until the server ends the connection; why it does."""
    return next(message["reason"] for message in iter(client.hear, None) if message.get("final"))


def token_in(address):
    return address.partition("#seat=")[2]
