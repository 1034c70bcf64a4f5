"""How people find a table: codes, the lobby's list, any table, QR codes; and the id of their browser."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from clients import Clients, cookie, served, token_in

from phazed.storage.tables import CODE_LETTERS, new_code
from phazed.web.server import games
from phazed.web.server.visit import COOKIE
from phazed.web.tables import lobby as lobbies
from phazed.web.tables.creation import seat_people
from phazed.web.token_bucket import TokenBucket


@pytest.fixture
def made(server):
    return server.make("you", "person", "person", "casual", game="phasedout", name="Ann", seed="8")


@pytest.fixture
def own(file, monkeypatch):
    """A server of the test's own, so that no other tables are open, and its clients."""
    with served(file, monkeypatch) as server, ExitStack() as stack:
        yield server, Clients(server, stack)


# Codes


def test_codes_have_no_letters_that_look_alike():
    codes = {new_code() for _ in range(100)}
    assert len(codes) > 90
    assert all(len(code) == 5 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set(CODE_LETTERS) & set("IL1O0QUV")


def test_a_person_takes_a_free_seat_with_the_code(company, server, made):
    ann = company.come(made)
    code = ann.table["code"]
    status, found = server.find(f"{code[:2].lower()}-{code[2:]}")
    assert (status, found) == (
        200,
        {
            "id": made["id"],
            "code": code,
            "title": "Phased Out",
            "host": "Ann",
            "free": 2,
            "started": False,
            "spectators": True,
            "own": False,
        },
    )
    status, bobs = server.join("bob", code=code, name=" Bob\n")
    assert (status, bobs["id"], bobs["seat"]) == (201, made["id"], 1)
    assert bobs["address"] == f"/table/{made['id']}#seat={bobs['token']}"
    ann.until(lambda table: table["names"][1] == "Bob")
    assert ann.table["seats"][1]["taken"]
    assert server.join("cyd", code=code)[1]["seat"] == 2  # nobody has to have a name
    ann.until(lambda table: table["started"])
    assert ann.table["names"] == ["Ann", "Bob", "Player 3", "Kai"]
    bob = company.come(bobs, browser="bob")
    assert (bob.table["seat"], bob.table["host"], bob.table["code"]) == (1, False, code)


def test_a_browser_that_has_a_seat_finds_it_again_with_the_code(company, server, made):
    code = company.come(made, browser="ann").table["code"]
    assert server.find(code, "ann")[1]["own"]
    assert not server.find(code, "bob")[1]["own"]
    again = server.join("ann", code=code, name="Anna")[1]
    assert (again["seat"], again["token"]) == (0, made["token"])


def test_codes_of_no_table_and_codes_that_are_none_are_explained(server, made):
    status, answer = server.find("ZZZZZ")
    assert (status, answer["error"]) == (
        404,
        "no table has the code ZZZZZ: check the letters or ask for the code again",
    )
    for text in ("OOOOO", "BCDF", "BCDFGH", "B%20C", "12345"):
        status, answer = server.find(text)
        assert (status, answer["error"].startswith("a code must have five of the letters")) == (400, True)
    assert server.join(code=5) == (400, {"error": '"code" must be a text, not 5'})
    assert server.join(name=5) == (400, {"error": '"name" must be a text, not 5'})


def test_full_tables_and_games_that_have_begun_are_explained(company, server, made):
    ann = company.come(made)
    code = ann.table["code"]
    assert server.find(code)[1]["started"] is False
    ann.ask("settings", spectators=False)
    ann.ask("start")
    assert ann.table["started"]
    found = server.find(code)[1]
    assert (found["started"], found["free"], found["spectators"]) == (True, 0, False)
    assert server.join("bob", code=code, name="Bob") == (409, {"error": "the game at this table has already started"})


def test_seats_of_people_who_are_expected_are_theirs(server):
    def seat():
        return seat_people(server.store, "phazed", ["Ann", "Bob", None, None])

    table = server.do(seat)
    kept = "the free seats are reserved for Ann and Bob: join under that name if it is yours"
    assert server.join("eve", code=table.code, name="Eve") == (409, {"error": kept})
    status, bobs = server.join("bob", code=table.code, name="bob")
    assert (status, bobs["seat"], bobs["token"]) == (201, 1, token_in(table.addresses[1]))


def test_a_table_without_a_free_seat_is_explained_before_its_game_begins(server):
    made = server.make("you", "casual", "casual", "casual")
    code = server.do(lambda: server.store.load(made["id"]).code)
    assert (server.find(code)[1]["started"], server.find(code)[1]["free"]) == (False, 0)
    assert server.join("eve", code=code) == (409, {"error": "all seats at this table are taken"})


def test_guessing_codes_is_limited(own, monkeypatch):
    server, clients = own
    monkeypatch.setattr(games, "GUESS_RATE", (3, 1e-9))
    code = clients.come(server.make("you", "person", "casual", "casual")).table["code"]
    assert server.find(code)[0] == 200
    assert [server.find("ZZZZZ")[0] for _ in range(4)] == [404, 404, 404, 429]
    assert server.find(code) == (429, {"error": "too many wrong codes: wait a minute and try again"})
    assert server.join(code=code)[0] == 429


def test_guesses_of_many_clients_take_no_more_memory(own, monkeypatch):
    server, _ = own
    monkeypatch.setattr(games, "GUESS_RATE", (1, 1e-9))
    monkeypatch.setattr(games, "MAX_CLIENTS", 1)
    assert [server.find("ZZZZZ")[0] for _ in range(2)] == [404, 429]
    status, _, _ = server.request("GET", "/api/join/ZZZZZ", headers={"X-Forwarded-For": "192.0.2.7"})
    assert status == 404
    assert server.find("ZZZZZ")[0] == 404  # which has been forgotten meanwhile


# The lobby


def listed(server):
    return server.get("/api/lobby")[1]["tables"]


def test_the_lobby_lists_the_tables_that_wait_for_players(own):
    server, clients = own
    assert listed(server) == []
    first = server.make("you", "person", "person", "casual", game="phasedout", name="Ann")
    assert listed(server) == [], "nobody is there yet"
    ann = clients.come(first)
    second = server.make("you", "person", "casual", "casual", name="Bob")
    bob = clients.come(second)
    hidden = server.make("you", "person", "casual", "casual", name="Cyd", listed=False)
    cyd = clients.come(hidden)
    shown = {"title": "Phased Out", "host": "Ann", "people": 1, "free": 2, "fill": None, "code": ann.table["code"]}
    assert [table["host"] for table in listed(server)] == ["Ann", "Bob"]
    assert listed(server)[0] == shown
    cyd.ask("settings", listed=True)
    assert [table["host"] for table in listed(server)] == ["Ann", "Bob", "Cyd"]
    ann.ask("settings", listed=False)
    bob.ask("start")
    assert [table["host"] for table in listed(server)] == ["Cyd"]
    teacher = clients.come(server.make("person", "person", "person", "person"))
    assert [table["host"] for table in listed(server)] == ["Cyd", ""]
    for each in (cyd, teacher):
        each.socket.close()
    while listed(server):
        pass


def test_joining_any_table_takes_a_seat_where_others_have_waited_longest(own):
    server, clients = own
    for name in ("Ann", "Bob"):
        clients.come(server.make("you", "person", "person", "casual", name=name))
    seats = [server.join(f"eve{number}", name="Eve")[1] for number in range(4)]
    hosts = [server.do(lambda made=made: server.registry.table(made["id"]).table.seats[0].name) for made in seats]
    assert hosts == ["Ann", "Ann", "Bob", "Bob"]


def test_where_no_table_is_open_joining_opens_one_at_which_bots_sit_down_after_a_while(own, monkeypatch):
    server, clients = own
    _, anns = server.join("ann", name="Ann")
    _, bobs = server.join("bob", name="Bob")  # before Ann's browser has opened the table
    assert (bobs["id"], bobs["seat"]) == (anns["id"], 1)
    ann = clients.come(anns, browser="ann")
    assert (ann.table["host"], ann.table["settings"]["listed"]) == (True, True)
    assert 0 < ann.table["times"]["fill"] <= lobbies.FILL_SECONDS
    assert listed(server)[0]["fill"] <= lobbies.FILL_SECONDS
    monkeypatch.setattr(lobbies, "FILL_SECONDS", 0.05)
    assert ann.ask("start")["kind"] == "done"
    _, cyds = server.join("cyd", name="Cyd")
    assert cyds["id"] != anns["id"]
    cyd = clients.come(cyds, browser="cyd")
    cyd.until(lambda table: table["started"])
    assert [seat["who"] for seat in cyd.table["seats"]] == ["person", "casual", "casual", "casual"]
    assert cyd.table["times"]["fill"] is None


def test_a_person_who_was_removed_joins_another_table(own):
    server, clients = own
    ann = clients.come(server.make("you", "person", "person", "casual", name="Ann"))
    bobs = server.join("bob", name="Bob")[1]
    ann.until(lambda table: table["names"][1] == "Bob")
    assert ann.ask("remove", seat=1)["kind"] == "done"
    assert server.join("bob", code=ann.table["code"]) == (409, {"error": "the host has removed you from this table"})
    assert server.join("bob", name="Bob")[1]["id"] != bobs["id"]


def test_the_number_of_tables_that_are_made_is_limited(own, monkeypatch):
    server, _ = own
    monkeypatch.setattr(TokenBucket, "take", lambda _: False)
    status, answer = server.join(name="Ann")
    assert (status, answer["error"]) == (429, "too many tables are being created: wait a moment and try again")


# QR codes


def test_a_link_to_this_server_becomes_a_qr_code(server):
    link = json.dumps({"link": f"http://127.0.0.1:{server.port}/join/KDFGH"}).encode()
    status, headers, body = server.request("POST", "/api/qr", link)
    assert (status, headers["Content-Type"]) == (200, "image/svg+xml")
    assert body.startswith(b"<svg ")
    assert b"<script" not in body


@pytest.mark.parametrize("link", ["https://example.org/", "http://127.0.0.1", "http://127.0.0.1:{port}/" + "x" * 300])
def test_other_links_become_none(server, link):
    body = json.dumps({"link": link.replace("{port}", str(server.port))}).encode()
    status, _, answer = server.request("POST", "/api/qr", body)
    assert (status, json.loads(answer)) == (400, {"error": '"link" must be a link to this server'})


# The browser's id


@pytest.mark.parametrize("path", ["/", "/?now", "/join", "/join/KDFGH", "/table/x", "/rules"])
def test_every_page_gives_a_browser_an_id_that_scripts_cannot_read(server, path):
    _, headers, _ = server.request("GET", path)
    value, *rest = headers["Set-Cookie"].split("; ")
    assert value.startswith(f"{COOKIE}=")
    assert len(value) == len(COOKIE) + 25
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(rest)
    assert "Secure" not in rest
    assert "Set-Cookie" not in server.request("GET", path, headers=cookie("ann"))[1]
    assert "Set-Cookie" in server.request("GET", path, headers={"Cookie": f"{COOKIE}=short"})[1]


def test_behind_a_proxy_with_tls_the_id_is_sent_over_tls_only(server):
    _, headers, _ = server.request("GET", "/", headers={"X-Forwarded-Proto": "https"})
    assert "; Secure" in headers["Set-Cookie"]


def test_who_opens_the_servers_address_comes_to_the_lobby(server):
    assert b'id="open-tables"' in server.request("GET", "/")[2]
    assert b'id="open-tables"' not in server.request("GET", "/?now")[2]
