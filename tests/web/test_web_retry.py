"""Plays of bots that cannot be saved are retried as long as somebody is connected."""

from __future__ import annotations

import json
from contextlib import ExitStack

import pytest
from clients import LONG, Clients, of_kind, served

from phazed.game.notation import format_play
from phazed.rules.plays import DISCARD
from phazed.web.tables import bots

NO_ROOM = "this change could not be saved and was not made: no room"


class Waiting:
    """A table at which it is a bot's turn, of which nothing can be kept; `tried` has what it would have played."""

    def __init__(self, server, company, monkeypatch):
        monkeypatch.setattr(bots, "RETRY_SECONDS", 0.001)
        self.server, self.company, self.tried = server, company, []
        self.made = server.make("casual", "you", "casual", "casual", seed="3")
        self.ann = company.come(self.made)
        self.fill_up()

    def fill_up(self):
        """Play a turn of Ann's, after which there is no room for more."""
        self.ann.at_turn()
        self.ann.play("draw")
        last = format_play(of_kind(self.ann.table["turn"], DISCARD)[0])
        base = self.server.store.database.connection
        self.server.do(base.create_function, "fits", 1, lambda play: play == last or self.tried.append(play))
        self.server.do(
            base.execute,
            "CREATE TEMP TRIGGER full BEFORE INSERT ON main.plays WHEN fits(NEW.play) IS NULL "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END",
        )
        assert self.ann.play(last)["kind"] == "done"

    def make_room(self):
        self.server.do(self.server.store.database.connection.execute, "DROP TRIGGER IF EXISTS full")

    def try_again(self):
        """Wait until it has been tried several times more."""
        until = len(self.tried) + 5
        while len(self.tried) < until:
            self.server.do(lambda: None)

    def is_driven(self):
        return self.server.do(lambda: self.server.registry.in_memory[self.made["id"]].bots.is_playing)


@pytest.fixture
def waiting(server, company, monkeypatch):
    table = Waiting(server, company, monkeypatch)
    yield table
    table.make_room()


def failures(client):
    return [message["reason"] for message in map(json.loads, client.heard) if message["kind"] == "error"]


def test_plays_of_bots_that_cannot_be_saved_are_retried(waiting):
    ann = waiting.ann
    assert ann.until("error") == {"kind": "error", "re": None, "reason": NO_ROOM}
    waiting.try_again()
    late = waiting.company.come(waiting.made)
    assert late.table["hand"] == ann.table["hand"]
    assert late.until("error")["reason"] == NO_ROOM
    waiting.try_again()
    waiting.make_room()
    for each in (ann, late):
        assert each.at_turn() is not None
        assert failures(each) == [NO_ROOM]  # which is not said again and again


def test_a_second_failure_is_reported_again(waiting):
    waiting.ann.until("error")
    waiting.make_room()
    waiting.fill_up()
    waiting.ann.until("error")
    assert failures(waiting.ann) == [NO_ROOM] * 2


def test_plays_of_bots_are_not_retried_when_nobody_is_connected(waiting):
    waiting.ann.until("error")
    waiting.ann.socket.close()
    while waiting.is_driven():
        pass
    back = waiting.company.come(waiting.made)
    assert back.until("error")["reason"] == NO_ROOM
    waiting.make_room()
    assert back.at_turn() is not None


def test_a_retry_does_not_delay_the_shutdown(file, monkeypatch):
    with served(file, monkeypatch) as server, ExitStack() as stack:
        waiting = Waiting(server, Clients(server, stack), monkeypatch)
        monkeypatch.setattr(bots, "RETRY_SECONDS", LONG * 10)
        waiting.ann.until("error")
        assert waiting.is_driven()
