"""Tables for certain people, and all tables at a glance."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing

import pytest
from clients import Clients, Plain, served, token_in
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from class_games import finished_game
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS
from phazed.storage.tables import PERSON, Seat, Store
from phazed.web.tables import overview as overviews
from phazed.web.tables.creation import seat_people
from phazed.web.tables.overview import ENDED_SECONDS, Overview
from phazed.web.tables.table import Table


@pytest.fixture
def own(file, monkeypatch):
    with served(file, monkeypatch) as server, ExitStack() as stack:
        yield server, Clients(server, stack)


def overview(server):
    return server.do(lambda: server.registry.overview())


# Tables for certain people


def test_people_are_seated_by_name(own):
    server, clients = own
    table = server.do(lambda: seat_people(server.store, "phasedout", ["Ann", None, "Otto", "ann"], clock="relaxed"))
    assert [address is None for address in table.addresses] == [False, True, False, False]
    assert len(table.code) == 5
    made = {"id": table.id}
    ann, bob, other = (clients.come(made, token_in(table.addresses[seat]), "Someone") for seat in (0, 2, 3))
    other.until(lambda known: known["started"])
    assert other.table["names"] == ["Ann", "Otto 2", "Otto", "ann 2"]
    assert (ann.table["host"], ann.table["settings"]["clock"], ann.table["settings"]["listed"]) == (
        False,
        "relaxed",
        False,
    )
    assert bob.table["code"] == table.code


def test_players_do_not_have_to_wait_for_somebody_who_was_seated_and_does_not_come(own):
    server, clients = own
    table = server.do(lambda: seat_people(server.store, "phazed", ["Ann", "Bob", "", None], listed=True))
    ann = clients.come({"id": table.id}, token_in(table.addresses[0]))
    assert ann.table["names"] == ["Ann", "Bob", "Player 3", "Kai"]
    assert ann.ask("start")["kind"] == "done"
    assert [seat["who"] for seat in ann.table["seats"]] == ["person", "person", "casual", "casual"]
    assert [seat["stand_in"] for seat in ann.table["seats"]] == [None, "casual", None, None]


def test_who_was_seated_and_comes_late_takes_over_from_the_bot(own):
    server, clients = own
    now = time.time()
    table = server.do(lambda: seat_people(server.store, "phasedout", ["Ann", "Bob", "Cleo", None], fills_at=now))
    made = {"id": table.id}
    ann = clients.come(made, token_in(table.addresses[0]))
    ann.until(lambda known: known["started"])
    assert ann.ask("fill", seat=1)["kind"] == "error"
    assert server.do(lambda: server.store.came(table.id)) == [True, False, False, False]
    bob = clients.come(made, token_in(table.addresses[1]))
    assert (bob.table["seat"], bob.table["seats"][1]["stand_in"], bob.table["seats"][2]["stand_in"]) == (
        1,
        None,
        "casual",
    )
    assert server.do(lambda: server.store.came(table.id)) == [True, True, False, False]


@pytest.mark.parametrize(
    ("arguments", "more", "said"),
    [
        (("phazed", ["Ann"]), {}, "a table needs 4 names, one for each seat, not 1"),
        (("phazed", ["Ann"] * 4), {"clock": "blitz"}, '"clock" must be one of off, relaxed, quick'),
        (("chess", ["Ann"] * 4), {}, "chess"),
    ],
)
def test_what_is_wrong_with_a_table_is_explained(server, arguments, more, said):
    with pytest.raises(PhazedError, match=said):
        server.do(lambda: seat_people(server.store, *arguments, **more))


# All tables at a glance


def test_the_overview_shows_every_table_that_is_not_over(own):
    server, clients = own
    made = server.make("casual", "you", "person", "casual", game="phasedout", name="Ann", seed="3")
    [waiting] = overview(server)
    assert waiting == waiting | {"id": made["id"], "started": False, "over": False, "hand": 0, "turn": None}
    assert waiting["idle"] is None
    ann = clients.come(made)
    bob = clients.come(made, token_in(ann.table["links"]["2"]), "Bob")
    clients.come(made, name="Cyd", watch=True)
    ann.until(lambda table: table["started"])
    ann.at_turn()
    ann.turn(Plain())
    bob.at_turn()
    [shown] = overview(server)
    assert shown["idle"] >= 0
    assert (shown["game"], shown["title"], shown["listed"], shown["clock"]) == ("phasedout", "Phased Out", True, "off")
    assert (shown["started"], shown["hand"], shown["turn"], shown["spectators"]) == (True, 1, 2, ["Cyd"])
    assert shown["code"] == ann.table["code"]
    assert shown["seats"][1] == {
        "name": "Ann",
        "kind": "person",
        "connected": True,
        "stand_in": False,
        "phases": sum(step[:2] == [1, "phase"] for step in ann.table["hand"]["steps"]),
        "score": 0,
        "cards": shown["seats"][1]["cards"],
    }
    assert shown["seats"][1]["cards"] <= 10
    assert [seat["kind"] for seat in shown["seats"]] == ["bot", "person", "person", "bot"]


def test_the_overview_shows_tables_that_are_only_stored(file, monkeypatch):
    table = Table(RULESETS["phazed"], "seed", [Seat(PERSON, "Ann", "a", stand_in="casual"), *[Seat("casual", "B")] * 3])
    with closing(Store(file)) as store:
        game = store.add_game(table, "a")
        table.deal()
        store.save_hand(game, table)
        loaded = []
        load = Store.load
        monkeypatch.setattr(Store, "load", lambda store, game: (loaded.append(game), load(store, game))[1])
        known = Overview(store)
        for _ in range(2):
            [shown] = known.tables({})
            assert (shown["started"], shown["idle"], shown["seats"][0]["connected"]) == (True, None, False)
            assert (shown["seats"][0]["stand_in"], shown["seats"][0]["cards"]) == (True, 10)
        assert loaded == [game], "it is restored once, as long as nothing changes"
        table.play((1, None))
        store.save_plays(game, table, 0)
        [shown] = known.tables({})
        assert [seat["cards"] for seat in shown["seats"]] == [10, 11, 10, 10]
        assert shown["idle"] is not None
        store.database.connection.execute("UPDATE hands SET deck = 'rubbish'")
        store.save_seats(game, table, "a")
        assert known.tables({}) == [], "a damaged game hides no other"


def test_tables_that_take_long_to_restore_are_shown_by_later_calls(file, monkeypatch):
    with closing(Store(file)) as store:
        games = [store.add_game(Table(RULESETS["phazed"], 1, [Seat("casual", "B")] * 4), None) for _ in range(3)]
        known = Overview(store)
        monkeypatch.setattr(overviews, "RESTORE_SECONDS", 0.0)
        assert known.tables({}) == []
        monkeypatch.undo()
        assert [table["id"] for table in known.tables({})] == games


def test_games_are_shown_for_ten_minutes_after_their_end(file):
    game = finished_game(file)
    with closing(Store(file)) as store:
        [shown] = Overview(store).tables({})
        assert (shown["id"], shown["over"], shown["turn"]) == (game, True, None)
        store.database.connection.execute("UPDATE games SET played = ?", (time.time() - ENDED_SECONDS - 1,))
        assert Overview(store).tables({}) == []


# More routes


def test_more_routes_come_before_those_of_the_table(file, monkeypatch):
    async def first_page(request):
        return PlainTextResponse(f"{len(request.app.state.server.registry.overview())} tables")

    with served(file, monkeypatch, extra_routes=[Route("/", first_page)]) as server:
        assert server.request("GET", "/")[2] == b"0 tables"
        assert server.request("GET", "/join")[0] == 200
