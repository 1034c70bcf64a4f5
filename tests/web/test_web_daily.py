"""The daily deal: the same cards for everybody, compared results, and the expert's for comparison."""

from __future__ import annotations

import sqlite3
from contextlib import ExitStack, closing
from threading import Event

import pytest
from clients import Clients, served

from phazed.storage.database import Unavailable
from phazed.storage.tables import PERSON, Seat, Store
from phazed.web import reviews
from phazed.web.jobs import Busy
from phazed.web.tables import daily
from waiting import wait_until


@pytest.fixture(autouse=True)
def hasty_expert(monkeypatch):
    monkeypatch.setattr(daily, "EXPERT_WORLDS", 0)
    monkeypatch.setattr(reviews, "EFFORT", 0.01)


@pytest.fixture
def server(file, monkeypatch):
    with served(file, monkeypatch) as running:
        yield running


def deal_for(server, name):
    """What a player of the daily deal sees at first."""
    status, made = server.post({"daily": True, "name": name})
    assert (status, made["seat"]) == (201, 0)
    with ExitStack() as stack:
        return Clients(server, stack).come(made).table


def test_everybody_is_dealt_the_same_cards_against_the_same_players(server):
    ann, bob = deal_for(server, "Ann"), deal_for(server, None)
    assert ann["id"] != bob["id"]
    assert [seat["who"] for seat in ann["seats"]] == ["person", "casual", "strong", "expert"]
    assert (ann["names"][0], bob["names"][0]) == ("Ann", "You")
    assert ann["hand"]["dealt"][0] == bob["hand"]["dealt"][0]
    assert not ann["seeded"]


def test_another_day_has_other_cards(server, monkeypatch):
    first = deal_for(server, "Ann")
    monkeypatch.setattr(daily, "today", lambda: "2031-01-01")
    assert deal_for(server, "Ann")["hand"]["dealt"][0] != first["hand"]["dealt"][0]


def finished_by(file, name):
    """The id of a game of today's deal that somebody has finished."""
    store = Store(file)
    table = daily.experts_game(store.daily_seed(daily.today()) or "seed", Event())
    table.seats[0] = Seat(PERSON, name, "token")
    game = daily.store_game(store, table, daily.today())
    store.close()
    return game


def test_results_are_compared_with_the_others_and_the_experts(file, monkeypatch):
    own, other = finished_by(file, "Ann"), finished_by(file, "Bob")
    with served(file, monkeypatch) as server:
        status, told = server.get(f"/api/daily?game={own}")
        assert status == 200
        assert (told["title"], told["opponents"]) == ("Phazed", ["casual", "strong", "expert"])
        assert {(row["name"], row["own"], row["accuracy"]) for row in told["results"] if not row["expert"]} == {
            ("Ann", True, None),
            ("Bob", False, None),
        }
        assert own not in str(told)
        assert other not in str(told)
        expert = wait_until(lambda: [row for row in server.get("/api/daily")[1]["results"] if row["expert"]])
        assert [row["name"] for row in expert] == ["Expert"]
        wait_until(lambda: server.get(f"/api/games/{own}/review")[1]["state"] == "done")
        (ann,) = [row for row in server.get(f"/api/daily?game={own}")[1]["results"] if row["own"]]
        assert 0 <= ann["accuracy"] <= 100
        assert server.get(f"/api/games/{own}")[1]["accuracy"][0] == ann["accuracy"]


def test_before_anybody_has_finished_there_is_no_result(server):
    deal_for(server, "Ann")
    assert server.get("/api/daily")[1]["results"] == []
    for path in ("/daily", "/statistics"):
        assert server.request("GET", path)[0] == 200


def test_a_damaged_game_is_left_out(file, monkeypatch):
    finished_by(file, "Ann")
    with closing(sqlite3.connect(file)) as base:
        base.execute("UPDATE plays SET play = 'draw'")
        base.commit()
    with served(file, monkeypatch) as server:
        assert server.get("/api/daily")[1]["results"] == []


def test_a_full_disk_does_not_hinder_a_look(file, monkeypatch):
    game = finished_by(file, "Ann")
    with served(file, monkeypatch) as server:

        def full(*_):
            raise Unavailable("the disk is full")

        monkeypatch.setattr(daily, "store_game", full)
        assert server.get("/api/daily")[1]["results"][0]["name"] == "Ann"
        monkeypatch.setattr(Store, "set_accuracy", full)
        wait_until(lambda: server.get(f"/api/games/{game}/review")[1]["state"] == "done")


def test_a_server_that_stops_does_not_wait_for_the_experts_game(file, monkeypatch, gate):
    finished_by(file, "Ann")
    make = daily.make

    class Slow:
        def __init__(self, *arguments):
            self._bot = make(*arguments)

        def choose(self, view):
            gate.wait()
            return self._bot.choose(view)

    monkeypatch.setattr(daily, "make", Slow)
    stop = daily.Daily.stop
    monkeypatch.setattr(daily.Daily, "stop", lambda own: (stop(own), gate.open()))
    gate.shut()
    with served(file, monkeypatch) as server:
        assert len(server.get("/api/daily")[1]["results"]) == 1
        gate.until_entered()
        assert len(server.get("/api/daily")[1]["results"]) == 1  # and nobody begins a second one
    stopped = Event()
    stopped.set()
    with pytest.raises(Busy):
        daily.experts_game("seed", stopped)
