"""Invalid, hostile and excessive messages: each gets a clear answer or a closed connection, and changes nothing."""

from __future__ import annotations

import json
import socket as sockets
import struct
import time
from contextlib import ExitStack, suppress

import pytest
from clients import LONG, Client, Clients, Plain, connect, served
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from phazed.web.server import visit, websocket
from phazed.web.tables import attendance, people

CARDS = "🂡" * 50
VALUES = [None, True, -1, 0, 3.5, 2**70, "", "x", "\ud800", CARDS, [], [[]], {}, float("nan"), float("inf"), "9" * 900]
JOIN = {"do": "join", "token": None, "name": None}


@pytest.fixture
def made(server):
    return server.make("casual", "you", "casual", "casual", seed="5")


@pytest.fixture
def ann(company, made):
    """Somebody whose turn it is, and who must not be disturbed."""
    client = company.come(made, name="Ann")
    client.at_turn()
    yield client
    client.turn(Plain())  # and the game goes on
    assert client.at_turn() is not None


def last_words(socket):
    """All that a connection is told until it is ended, and the code of its end."""
    told = []
    try:
        while True:
            told.append(json.loads(socket.recv(timeout=LONG)))
    except ConnectionClosed as closed:
        return told, closed.rcvd and closed.rcvd.code


# Before one has joined


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ("rubbish", "a message must be a JSON object"),
        (b"\x00\xff", "a message must be text, not bytes"),
        ("[" * 4000, "a message must be a JSON object"),
        ("[]", 'a message must be a JSON object with a text as "do"'),
        ('{"do": 5}', 'a message must be a JSON object with a text as "do"'),
        ("x" * 5000, "a message can have at most 4,096 characters, not 5,000"),
        ('{"do": "play", "play": [1, null]}', "the first message must be"),
        ('{"do": "join", "token": 5}', '"token" must be a text, not 5'),
        ('{"do": "join", "token": null, "name": ["Ann"]}', '"name" must be a text, not'),
        ('{"do": "join", "token": ""}', "this link is not valid for any seat at this table"),
        ('{"do": "join", "token": "\\ud800"}', "this link is not valid for any seat at this table"),
        (json.dumps({"do": "join", "token": "x" * 24}), "this link is not valid for any seat at this table"),
    ],
)
def test_an_invalid_join_message_closes_the_connection(company, made, ann, first, said):
    socket = company.socket(made["id"])
    socket.send(first)
    told, code = last_words(socket)
    assert code == 1008
    assert [(each["kind"], each["re"], each["final"]) for each in told] == [("error", None, True)]
    assert said in told[0]["reason"]


def test_a_connection_that_does_not_join_in_time_is_closed(company, made, ann, monkeypatch):
    monkeypatch.setattr(websocket, "JOIN_TIMEOUT", 0.01)
    told, code = last_words(company.socket(made["id"]))
    assert code == 1008
    assert told[0]["reason"].startswith("no message arrived in time")


def test_a_connection_that_closes_before_joining_is_ignored(company, server, made, ann):
    company.socket(made["id"]).close()
    with company.socket(made["id"]) as socket:
        socket.send("rubbish")
        reset(socket)
    assert ann.ask("check", phase=1, groups=["", ""])["kind"] == "check"


def reset(socket):
    """End a connection in the rudest way."""
    socket.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, struct.pack("ii", 1, 0))
    with suppress(OSError):
        socket.socket.close()


def test_an_unknown_game_has_no_socket(company, ann):
    for game in ("nowhere", "%00", "x" * 3000, "%F0%28%8C%28"):
        told, code = last_words(company.socket(game))
        assert (code, told[0]["final"]) == (1008, True)
        assert "there is no such game: it may" in told[0]["reason"]


def test_a_message_that_is_far_too_long_closes_the_connection(company, made, ann):
    other = company.come(made, watch=True)
    with suppress(ConnectionClosed):
        other.socket.send("x" * 100_000)
    assert last_words(other.socket)[1] in (1009, None)  # unless the network ends before the last word
    parts = company.come(made, watch=True)
    with suppress(ConnectionClosed):
        parts.socket.send("x" * 10_000 for _ in range(100))
    assert last_words(parts.socket)[1] in (1009, None)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "http://[", ""])
def test_other_origins_get_no_socket_and_no_table(server, made, ann, origin):
    with pytest.raises(InvalidStatus, match="403"), connect(server.address(made["id"]), origin=origin):
        pass
    status, headers, body = server.request("POST", "/api/games", b"{}", {"Origin": origin})
    assert (status, body) == (403, b"only this server's own pages may do that\n")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert server.request("GET", "/api/options", headers={"Origin": origin})[0] == 200


def test_the_tables_own_pages_get_a_socket_and_a_table(server, made):
    origin = f"http://127.0.0.1:{server.port}"
    with connect(server.address(made["id"]), origin=origin) as socket:
        assert Client(socket, JOIN).until("table")["seat"] is None
    assert server.request("POST", "/api/games", b"{}", {"Origin": origin})[0] == 201


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8310", "127.0.0.1.evil.example", "", "[", "[::1", "a b", "1"]
)
def test_the_server_answers_to_its_own_host_names_only(server, host):
    status, _, body = server.request("GET", "/api/options", headers={"Host": host})
    assert (status, b"does not answer to that name" in body) in ((403, True), (400, False))


@pytest.mark.parametrize("host", ["localhost", "LocalHost:99", "127.0.0.1", "[::1]:8310", "192.168.1.5:8310"])
def test_the_server_answers_to_this_machines_names_and_to_ip_addresses(server, host):
    assert server.request("GET", "/api/options", headers={"Host": host})[0] == 200


def test_the_table_is_reached_through_a_proxy_with_its_own_host_name(file, monkeypatch):
    with served(file, monkeypatch, names=["table.example"]) as server:
        made = server.make("you", "casual", "casual", "casual")
        assert server.get("/api/options")[1]["share"] == ["https://table.example"]
        for host in ("table.example", "Table.Example:8443"):
            passed_on = {"Host": host, "Origin": f"https://{host}"}
            assert server.request("POST", "/api/games", b"{}", passed_on)[0] == 201
        elsewhere = {"Host": "table.example", "Origin": "https://evil.example"}
        assert server.request("POST", "/api/games", b"{}", elsewhere)[0] == 403
        address = f"ws://table.example/api/games/{made['id']}/socket"
        for origin, answer in (("https://table.example", "101"), ("https://evil.example", "403")):
            with sockets.create_connection(("127.0.0.1", server.port)) as through, ExitStack() as stack:
                if answer == "403":
                    stack.enter_context(pytest.raises(InvalidStatus, match=answer))
                with connect(address, sock=through, origin=origin) as socket:
                    assert Client(socket, JOIN).until("table")["seat"] is None


# At the table


@pytest.mark.parametrize(
    "text", ["", "{", "null", "5", '"do"', "[1]", "[" * 3000, '{"do": null}', "NaN", "\x00", "🂡", "{}"]
)
def test_invalid_messages_are_answered_and_change_nothing(ann, text):
    ann.socket.send(text)
    answer = ann.hear()
    assert (answer["kind"], answer["re"]) == ("error", None)
    assert answer["reason"].startswith("a message must be a JSON object")


def test_bytes_and_long_messages_are_answered_and_change_nothing(ann):
    ann.socket.send(b"{}")
    assert ann.hear() == {"kind": "error", "re": None, "reason": "a message must be text, not bytes"}
    ann.tell({"do": "play", "play": "x" * 5000})
    assert ann.hear()["reason"].startswith("a message can have at most 4,096 characters, not 5,0")


def test_invalid_utf_8_closes_only_its_own_connection(company, server, made, ann):
    other = company.come(made, watch=True)
    other.socket.send(b"\xff\xfe", text=True)
    assert last_words(other.socket)[1] == 1007
    assert len(server.log) <= 1
    server.log.clear()  # the web server's own words, of which there is one line a connection


WRONG = {
    "play": ("hand", "at", "play"),
    "undo": ("hand", "at"),
    "hint": ("hand", "at"),
    "check": ("phase", "groups"),
    "fill": ("seat", "who"),
    "stand-in": ("seat",),
    "remove": ("seat",),
    "nudge": ("seat",),
    "settings": ("listed", "clock", "spectators", "hints"),
    "react": ("reaction",),
    "name": ("name",),
    "fly": ("id", "do"),
}


def test_values_of_all_wrong_types_are_answered_and_change_nothing(company, made, ann, monkeypatch):
    monkeypatch.setattr(websocket, "MESSAGE_RATE", (10_000, 10_000.0))
    eve = company.come(made)
    right = {**eve.now(), "play": [1, None], "phase": 1, "groups": ["", ""], "seat": 2, "who": "casual", "name": "Ann"}
    for do, fields in WRONG.items():
        for field in fields:
            for value in VALUES:
                if (
                    (do == "settings" and isinstance(value, bool))
                    or (field, value) in (("hand", 0), ("at", 0))
                    or (field == "name" and value in ("x", *VALUES[-1:], CARDS))
                ):
                    continue  # there is nothing wrong with these
                eve.tell({"do": do, **right, field: value})
                answer = eve.hear()
                assert answer["kind"] == "error", (do, field, value, answer)
                assert answer["reason"]
    assert eve.table == company.come(made).table


def test_deep_values_are_answered_whatever_their_depth(ann, server):
    for depth in range(850, 1000, 12):
        deep = "[" * depth + "]" * depth
        ann.socket.send(f'{{"do": "play", "hand": {deep}, "at": 0, "play": [1, null]}}')
        ann.socket.send(f'{{"do": "check", "phase": 1, "groups": {deep}}}')
        assert {ann.hear()["kind"], ann.hear()["kind"]} == {"error"}
        for field in ("game", "seats", "seed", "name"):
            status, _ = server.post(f'{{"{field}": {deep}}}'.encode())
            assert status == 201 if field == "name" and status != 400 else status == 400


LEAVES = st.one_of(
    st.sampled_from([None, True, *range(-1, 8), 2**70, 1.0, "", "KC", "AS", "ZZ", "XX", "2S 2S", "²"]),
    st.text(max_size=5),
)
CONTENTS = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=4), max_leaves=9)
PLAYS = st.one_of(CONTENTS, st.tuples(st.sampled_from(range(1, 7)), CONTENTS).map(list))


@settings(max_examples=60, suppress_health_check=list(HealthCheck))
@given(play=PLAYS.filter(lambda play: play not in ([1, None], [1, "XX"])))
def test_invalid_and_illegal_plays_are_answered(ann, play):
    answer = ann.ask("play", play=play, **ann.now())
    if answer["kind"] == "refused":
        assert answer["rule"][0] in "23456"
        assert answer["reason"]
    else:
        assert (answer["kind"], bool(answer["reason"])) == ("error", True)
    assert ann.table["turn"]["stage"] == "before"


def test_very_long_groups_are_checked_quickly(ann):
    before = time.monotonic()
    for group in ("AS " * 600, "AS 2S " * 300, "2S " * 1000, " ".join(f"{value}S" for value in "23456789" * 80)):
        assert ann.ask("check", phase=1, groups=[group, group[:600]])["flaw"]
        held = group.split()[:450]
        assert ann.play([3, [1, [held, held[:150]]]])["kind"] == "refused"
    assert time.monotonic() - before < LONG


def test_plays_out_of_turn_late_or_repeated_change_nothing(company, made, ann):
    other = company.come(made, watch=True)
    for do in ("play", "undo", "hint", "next", "check", "stand-in", "fill", "rematch", "resign", "start", "transfer"):
        assert other.error(do, hand=0, at=0, play=[1, None], phase=1, groups=["", ""], seat=2, who="casual", name="Eve")
    now = ann.now()
    for hand, at in ((now["hand"], now["at"] + 1), (now["hand"] + 1, now["at"]), (now["hand"], max(now["at"] - 1, 0))):
        if (hand, at) != (now["hand"], now["at"]):
            assert "the table has changed in the meantime" in ann.error("play", hand=hand, at=at, play=[1, None])
    assert "the table has changed in the meantime" in ann.error("undo", hand=7, at=0)
    assert ann.play("draw")["kind"] == "done"
    assert "the table has changed in the meantime" in ann.error("play", play=[1, None], **now)
    refused = ann.play("draw")
    assert (refused["kind"], refused["rule"], refused["cards"]) == ("refused", "6.1", [])
    assert "there is nothing to take back" in ann.error("undo", **ann.now())


def test_joining_twice_is_answered(ann):
    assert ann.error("join", token=None).startswith('"do" must be one of play, undo, check, hint')


def test_too_many_invalid_messages_close_the_connection(company, made, ann, monkeypatch):
    monkeypatch.setattr(websocket, "MAX_INVALID", 3)
    other = company.come(made)
    for _ in range(3):
        other.socket.send("nonsense")
    assert last_words(other.socket)[1] == 1001
    ann.until(lambda table: table["seats"][1]["here"])


def test_messages_are_rate_limited(company, made, ann, monkeypatch):
    monkeypatch.setattr(websocket, "MESSAGE_RATE", (5, 50.0))
    flood = company.come(made, watch=True)
    began = time.monotonic()
    for _ in range(25):
        flood.tell({"do": "fly"})
    while len(flood.heard) < 26:
        flood.hear()
        assert ann.ask("check", phase=1, groups=["", ""])["kind"] == "check"  # at once, whatever others do
    assert time.monotonic() - began >= 20 / 50.0 * 0.9


def test_a_client_that_does_not_read_is_disconnected_and_delays_nobody(file, monkeypatch):
    monkeypatch.setattr(attendance, "QUEUE_SIZE", 20)
    monkeypatch.setattr(websocket, "SEND_TIMEOUT", 0.2)
    monkeypatch.setattr(websocket, "MESSAGE_RATE", (10_000, 10_000.0))
    with served(file, monkeypatch, narrow=True) as server, ExitStack() as stack:
        made = server.make("casual", "you", "casual", "casual")
        ann = Clients(server, stack).come(made)
        deaf = stack.enter_context(sockets.socket())
        deaf.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        deaf.settimeout(LONG)
        deaf.connect(("127.0.0.1", server.port))
        deaf.sendall(
            f"GET /api/games/{made['id']}/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        assert deaf.recv(12) == b"HTTP/1.1 101"
        deaf.sendall(masked(json.dumps({"do": "join", "token": made["token"], "name": "Deaf"})))
        ann.until(lambda table: table["names"][1] == "Deaf")
        connections = server.do(lambda: server.registry.in_memory[made["id"]].connections)
        with suppress(OSError):  # the server may have had enough
            while len(connections) == 2:
                deaf.sendall(masked(json.dumps({"do": "x" * 100})))
        assert ann.ask("name", name="Ann")["kind"] == "done"
        assert len(connections) == 1


def test_nothing_is_sent_to_a_lost_connection(company, server, made, ann, caplog):
    gone = company.pass_by(made)

    def drop_and_tell():
        gone.socket.reset()
        for each in server.registry.in_memory[made["id"]].connections:
            if each.seat is None:
                for _ in range(50):
                    each.send({"kind": "done"})

    server.do(drop_and_tell)
    server.wait_until(lambda: len(server.registry.in_memory[made["id"]].connections) <= 1)
    assert caplog.messages == []  # asyncio warns of writing to a lost connection


def masked(text):
    """A frame as browsers send it."""
    data = text.encode()
    size = struct.pack("!B", 0x80 | len(data)) if len(data) < 126 else struct.pack("!BH", 0xFE, len(data))
    return b"\x81" + size + b"\0\0\0\0" + data


def test_the_number_of_watchers_is_limited(company, made, ann, monkeypatch):
    monkeypatch.setattr(people, "MAX_WATCHERS", 2)
    watching = [company.come(made, watch=True) for _ in range(2)]
    socket = company.socket(made["id"])
    socket.send(json.dumps(JOIN))
    told, code = last_words(socket)
    assert (code, told[0]["reason"]) == (1008, "too many people are already watching: come back later")
    assert company.come(made).table["seat"] == 1  # those who play always get in
    assert len(watching) == 2


# Requests


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the request must be a JSON object"),
        (b"\xff", "the request must be a JSON object"),
        (b"[]", "the request must be a JSON object"),
        (b"[" * 9000, "the request must be a JSON object"),
        (b"9" * 9000, "the request must be a JSON object"),
        (b'{"seed": ' + b"9" * 5000 + b"}", "the request must be a JSON object"),
        ({"game": "chess"}, "chess"),
        ({"game": None}, "None"),
        ({"game": ["phazed"]}, "phazed"),
        ({"seats": None}, '"seats" must be a list of four'),
        ({"seats": "you"}, '"seats" must be a list of four'),
        ({"seats": ["you"] * 5}, '"seats" must be a list of four'),
        ({"seats": ["you", {}, [], None]}, '"seats" must be a list of four'),
        ({"seats": ["you", "you", "casual", "casual"]}, 'only one of the seats can be "you"'),
        ({"seats": ["wizard"] * 4}, "each one of you, person, beginner, casual, strong, expert"),
        ({"seed": "x" * 101}, '"seed" must be a text of at most 100 characters'),
        ({"seed": [1]}, '"seed" must be a text of at most 100 characters'),
        ({"seed": 1.5}, '"seed" must be a text of at most 100 characters'),
        ({"seed": float("nan")}, '"seed" must be a text of at most 100 characters'),
    ],
)
def test_an_invalid_request_for_a_table_is_refused_with_a_reason(server, body, said):
    status, answer = server.post(body)
    assert status == 400
    assert said in answer["error"]


def test_an_incomplete_request_times_out(server, monkeypatch):
    monkeypatch.setattr(visit, "REQUEST_TIMEOUT", 0.01)
    with sockets.create_connection(("127.0.0.1", server.port), LONG) as slow:
        slow.sendall(b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        assert slow.recv(12) == b"HTTP/1.1 400"


def test_a_request_that_is_too_long_is_not_read_completely(server):
    status, answer = server.post(b"{" + b" " * 20_000 + b"}")
    assert (status, answer) == (400, {"error": "a request can have at most 16,384 bytes"})


@pytest.mark.parametrize(
    "said", [{"name": 5}, {"name": "\ud800"}, {"name": "\u202e"}, {"seed": "\ud800"}, {"seed": ""}]
)
def test_odd_names_and_seeds_are_accepted(server, company, said):
    status, made = server.post(said)
    assert status == 201
    assert company.come(made).table["names"][0] == "You"


def test_a_player_without_a_name_is_you_among_bots_and_numbered_among_people(server, company):
    _, alone = server.post({"seats": ["casual", "you", "casual", "casual"]})
    assert company.come(alone).table["names"][1] == "You"
    _, among = server.post({"seats": ["casual", "you", "person", "casual"]})
    assert company.come(among).table["names"][1:3] == ["Player 2", "Player 3"]


def test_new_tables_are_rate_limited(file, monkeypatch):
    monkeypatch.setattr(visit, "TABLE_RATE", (2, 0.001))
    with served(file, monkeypatch) as server:
        answers = [server.post({}) for _ in range(3)]
    assert [status for status, _ in answers] == [201, 201, 429]
    assert answers[2][1]["error"].startswith("too many tables are being created")
