"""Idle connections are closed, their number is limited, and nobody else is disturbed."""

from __future__ import annotations

import errno
import json
import resource
import sys
from contextlib import ExitStack, contextmanager
from socket import create_connection

import pytest
from clients import LONG, Clients, connect_websocket, served

from phazed.web.server import protocol, websocket
from phazed.web.server import serve as serving

REQUEST = b"GET /api/options HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def protocols(monkeypatch):
    """All who have come in, and have time enough if nobody says otherwise."""
    came = []

    class Watched(protocol.IdleTimeoutProtocol):
        def connection_made(self, transport):
            super().connection_made(transport)
            came.append(self)

    monkeypatch.setattr(protocol, "IDLE_TIMEOUT", LONG * 10)
    monkeypatch.setattr(serving, "IdleTimeoutProtocol", Watched)
    return came


@pytest.fixture
def server(file, monkeypatch, protocols):
    with served(file, monkeypatch) as running:
        yield running


@contextmanager
def connected(server):
    with create_connection(("127.0.0.1", server.port), LONG) as socket:
        yield socket


def is_closed(socket):
    """Whether the server closes the connection, having said nothing, within a long time."""
    try:
        return socket.recv(1) == b""
    except ConnectionResetError:
        return True


def answer(socket):
    """The status of an answer, which is read to its end."""
    with socket.makefile("rb") as file:
        status = int(file.readline().split()[1])
        headers = dict(line.lower().split(b": ") for line in iter(file.readline, b"\r\n"))
        file.read(int(headers[b"content-length"]))
    return status


def time_is_up(server, protocols):
    """It has been silent for too long at all the protocols."""
    server.do(lambda: [each._close_if_idle() for each in protocols])


UNFINISHED = pytest.mark.parametrize("said", [b"", b"G", REQUEST[:-1]])


@UNFINISHED
def test_a_connection_without_a_request_is_closed(server, said, monkeypatch):
    monkeypatch.setattr(protocol, "IDLE_TIMEOUT", 0.01)
    with connected(server) as socket:
        socket.sendall(said)
        assert is_closed(socket)


@UNFINISHED
def test_a_connection_without_a_further_request_is_closed(server, said, monkeypatch):
    with connected(server) as socket:
        socket.sendall(REQUEST)
        assert answer(socket) == 200
        monkeypatch.setattr(protocol, "IDLE_TIMEOUT", 0.01)  # which counts from the next answer
        socket.sendall(REQUEST)
        assert answer(socket) == 200
        socket.sendall(said)
        assert is_closed(socket)


@pytest.fixture
def halfway(server):
    """A connection that has brought half a request, whose other half is waited for."""
    with connected(server) as socket:
        socket.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
        server.wait_until(lambda: server.server.server_state.tasks)
        yield socket


def test_a_response_in_progress_is_not_interrupted(server, protocols, halfway):
    time_is_up(server, protocols)
    halfway.sendall(b"}")
    assert answer(halfway) == 201


def test_a_client_that_leaves_in_the_middle_of_a_request_is_ignored(server, halfway):
    halfway.close()
    assert server.wait_until(lambda: not server.server.server_state.tasks)  # and nothing is logged


def test_an_incomplete_request_does_not_delay_the_shutdown(server, halfway):
    server.stop()  # and nothing is logged
    assert is_closed(halfway)


def test_a_websocket_has_no_idle_timeout(server, protocols):
    with ExitStack() as stack:
        ann = Clients(server, stack).come(server.make("casual", "you", "casual", "casual"))
        time_is_up(server, protocols)
        assert ann.ask("check", phase=1, groups=["", ""])["kind"] == "check"


def test_a_connection_above_the_limit_is_closed_at_once(file, monkeypatch, protocols):
    monkeypatch.setattr(serving, "max_connections", lambda: 3)
    with served(file, monkeypatch) as server, ExitStack() as stack:
        ann = Clients(server, stack).come(server.make("casual", "you", "casual", "casual"))

        def wait_for_connections(number):
            server.wait_until(lambda: len(server.server.server_state.connections) == number)

        wait_for_connections(1)
        second, third = (stack.enter_context(connected(server)) for _ in range(2))
        wait_for_connections(3)
        for _ in range(5):
            with connected(server) as more:
                assert is_closed(more)
        second.sendall(REQUEST)
        assert answer(second) == 503
        third.close()
        wait_for_connections(1)
        assert server.get("/api/options")[0] == 200
        assert ann.ask("check", phase=1, groups=["", ""])["kind"] == "check"


@pytest.mark.parametrize(
    ("limits", "asked", "most"),
    [
        ((1024, 4096), [(4096, 4096)], 2048),
        ((1024, 10**6), [(65_536, 10**6)], 32_768),
        ((1024, resource.RLIM_INFINITY), [(65_536, resource.RLIM_INFINITY)], 32_768),
        ((4096, 4096), [], 2048),
        ((10**6, 10**6), [], 32_768),
        ((resource.RLIM_INFINITY, resource.RLIM_INFINITY), [], 32_768),
    ],
)
def test_there_are_half_as_many_connections_as_the_system_allows_files(monkeypatch, limits, asked, most):
    wishes = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits)
    monkeypatch.setattr(resource, "setrlimit", lambda _, wish: wishes.append(wish))
    assert protocol.max_connections() == most
    assert wishes == asked


def test_a_file_limit_that_cannot_be_raised_is_kept(monkeypatch):
    def refuse(_, wish):
        raise ValueError(f"not {wish}")

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, resource.RLIM_INFINITY))
    monkeypatch.setattr(resource, "setrlimit", refuse)
    assert protocol.max_connections() == 128


def test_a_system_without_file_limits_uses_ours(monkeypatch):
    monkeypatch.setitem(sys.modules, "resource", None)
    assert protocol.max_connections() == 32_768


def test_exhausted_resources_are_not_logged_repeatedly(server):
    full = {"message": "socket.accept() out of system resource", "exception": OSError(errno.EMFILE, "Too many")}
    server.do(server.loop.call_exception_handler, full)
    assert server.log == []
    for problem in ({"message": "odd"}, {"message": "odd", "exception": ValueError("odd")}):
        server.do(server.loop.call_exception_handler, problem)
    assert [each.splitlines()[0] for each in server.log] == ["odd", "odd"]
    server.log.clear()


def test_a_connection_to_which_nothing_is_sent_gets_signs_of_life(file, monkeypatch):
    monkeypatch.setattr(websocket, "HEARTBEAT", 0.05)
    with served(file, monkeypatch) as running:
        made = running.make("you", "casual", "casual", "casual")
        with connect_websocket(running.address(made["id"]), open_timeout=LONG) as socket:
            socket.send(json.dumps({"do": "join", "token": made["token"], "name": None}))
            kinds = []
            while kinds[-3:] != ["alive"] * 3:
                kinds.append(json.loads(socket.recv(timeout=LONG))["kind"])
    assert kinds[0] == "table"
