"""The clock of a table: reminders, stand-ins, taking over, the next hand, and what nobody has to wait for."""

from __future__ import annotations

import json
import time
from contextlib import ExitStack

import pytest
from clients import Clients, Plain, served, together, token_in

from phazed.web.tables import bots, clock
from phazed.web.tables.clock import TurnLimits


@pytest.fixture
def quick(monkeypatch):
    """A quick clock whose turns are over in a moment, and stand-ins that wait for ever before their second turn."""

    def change(reminder, end):
        monkeypatch.setitem(clock.LIMITS, "quick", TurnLimits(reminder, end))

    monkeypatch.setattr(bots, "STAND_IN_SECONDS", 1e6)
    return change


def two_at(server, company, **more):
    made = server.make("you", "person", "greedy", "greedy", game="phasedout", name="Ann", seed="5", **more)
    ann = company.come(made, browser="ann")
    key = token_in(ann.table["links"]["1"])
    bob = company.come(made, key, "Bob", browser="bob")
    ann.until(lambda table: table["started"])
    return made, ann, bob, key


def test_nothing_is_limited_without_a_clock(server, company):
    _, ann, bob, _ = two_at(server, company)
    bob.at_turn()
    assert bob.table["times"] == {
        "turn": None,
        "grace": pytest.approx(clock.GRACE_SECONDS, abs=20),
        "next": None,
        "fill": None,
    }
    assert ann.table["settings"]["clock"] == "off"


def test_everybody_is_told_how_much_time_is_left(server, company):
    _, ann, bob, _ = two_at(server, company, clock="relaxed")
    bob.at_turn()
    assert 0 < bob.table["times"]["turn"] <= 90
    bob.play("draw")
    steps = ann.until("steps")
    assert 0 < steps["times"]["turn"] <= 90


def test_a_player_is_reminded_and_then_a_bot_plays_the_turn(server, company, quick):
    quick(0.05, 0.1)
    _, ann, bob, _ = two_at(server, company, clock="quick")
    ann.ask("settings", clock="quick")
    assert bob.until("nudge") == {"kind": "nudge", "seat": 1, "by": None, "left": 0}
    bob.until(lambda table: table["seats"][1]["stand_in"] == "casual")
    quick(1e6, 1e7)
    ann.ask("settings", clock="quick")
    bob.until(lambda table: any(step[:2] == [1, "discard"] for step in table["hand"]["steps"]))
    assert bob.why_not("play", play=[1, None], **bob.now()) == "a bot is playing for you: take over first"
    assert bob.ask("take-over")["kind"] == "done"
    told = next(json.loads(text) for text in bob.heard if '"returned"' in text)
    own = [step for step in bob.table["hand"]["steps"] if step[0] == 1]
    assert (told["hands"], told["steps"]) == (0, own)
    assert bob.why_not("take-over") == "you are already playing yourself"
    ann.until(lambda table: table["seats"][1]["stand_in"] is None)
    ann.ask("take-over")  # her time may have been up, too, before it was prolonged
    together(ann, bob)


def test_a_stand_in_waits_before_its_second_turn_so_that_its_person_can_take_over(server, company, quick, monkeypatch):
    quick(0.0, 0.01)
    _, ann, bob, _ = two_at(server, company, clock="quick")
    for each in (ann, bob):  # both are idle
        each.until(lambda table: table["seats"][0]["stand_in"] and table["seats"][1]["stand_in"])
    bob.until(lambda table: sum(step[:2] == [1, "discard"] for step in table["hand"]["steps"]) == 1)
    quick(1e6, 1e7)
    bob.until(lambda table: table["turn"]["seat"] == 1)
    assert bob.ask("take-over")["kind"] == "done"
    assert bob.at_turn()["stage"] == "before"
    bob.turn(Plain())


def test_a_stand_in_plays_on_when_its_person_does_not_take_over(server, company, quick, monkeypatch):
    quick(0.0, 0.01)
    monkeypatch.setattr(bots, "STAND_IN_SECONDS", 0.01)
    _, ann, bob, _ = two_at(server, company, clock="quick")
    bob.until(lambda table: table["hand"]["end"])
    ann.until(lambda table: table["hand"]["end"])
    assert ann.table["times"]["next"] is None, "nobody plays who would want the next hand"
    assert bob.ask("take-over")["kind"] == "done"
    bob.ask("next")
    bob.until(lambda table: table["hand"]["number"] == 1)


def test_a_play_within_the_turn_gives_no_more_time_but_the_next_turn_does(server, company, quick):
    quick(1e6, 1e7)
    made, _, bob, _ = two_at(server, company, clock="quick")
    bob.at_turn()
    before = bob.table["times"]["turn"]
    room = server.registry.in_memory[made["id"]]
    server.do(time.sleep, 0.11)
    bob.play("draw")
    bob.until(lambda table: table["times"]["turn"] <= before - 0.1)
    assert server.do(room.clock.times)["grace"] == pytest.approx(clock.GRACE_SECONDS, abs=20)


def test_after_a_while_others_let_a_bot_play_for_somebody_who_is_idle(server, company, monkeypatch):
    _, ann, bob, _ = two_at(server, company)
    bob.at_turn()
    ann.until(lambda table: table["turn"]["seat"] == 1)
    assert ann.error("stand-in", seat=1) == "Bob is here"
    monkeypatch.setattr(clock, "GRACE_SECONDS", 0.0)
    assert ann.error("stand-in", seat=0) == "Ann is here"
    assert ann.ask("stand-in", seat=1)["kind"] == "done"
    bob.until(lambda table: table["seats"][1]["stand_in"] == "casual")
    assert ann.why_not("stand-in", seat=1) == "a bot is already playing for Bob"
    ann.at_turn()
    bob.ask("take-over")
    assert '"returned"' in "".join(bob.heard)


def test_a_person_who_comes_back_is_told_what_was_played_for_them(server, company):
    made, ann, bob, key = two_at(server, company)
    bob.at_turn()
    bob.socket.close()
    ann.until(lambda table: not table["seats"][1]["here"])
    ann.ask("stand-in", seat=1)
    ann.hand(Plain())
    ann.ask("next")
    ann.until(lambda table: table["hand"]["number"] == 1)
    ann.at_turn()
    back = company.come(made, key, browser="bob")
    told = back.until("returned")
    assert told["hands"] == 1
    assert all(step[0] == 1 for step in told["steps"])


def test_the_next_hand_comes_even_if_somebody_does_not_ask_for_it(server, company, monkeypatch):
    monkeypatch.setattr(clock, "NEXT_HAND_SECONDS", 0.2)
    _, ann, bob, _ = two_at(server, company)
    together(ann, bob)
    for each in (ann, bob):
        each.until(lambda table: table["hand"]["number"] > 0)
        assert each.table["hand"]["number"] == 1


def test_a_person_who_plays_alone_may_look_at_the_result_as_long_as_they_like(server, company, monkeypatch):
    monkeypatch.setattr(clock, "NEXT_HAND_SECONDS", 0.0)
    made = server.make("casual", "you", "greedy", "greedy", game="phasedout", seed="8")
    ann = company.come(made)
    ann.hand(Plain())
    assert ann.table["times"]["next"] is None
    assert ann.error("nudge", seat=1) == "you can only nudge another person whose turn it is"
    assert ann.table["hand"]["number"] == 0


def test_the_clock_stands_still_while_nobody_is_connected(server, company, quick):
    quick(1e6, 1e7)
    made, ann, bob, key = two_at(server, company, clock="quick")
    bob.at_turn()
    for each in (ann, bob):
        each.socket.close()
    room = server.registry.in_memory[made["id"]]
    server.wait_until(lambda: not room.connections)
    server.do(time.sleep, 0.6)
    back = company.come(made, key, browser="bob")
    assert back.table["times"]["turn"] == pytest.approx(1e7, abs=0.5)


def test_what_cannot_be_stored_is_tried_again(file, monkeypatch):
    monkeypatch.setattr(clock, "RETRY_SECONDS", 0.01)
    with served(file, monkeypatch) as server, ExitStack() as stack:
        made, ann, bob, _ = two_at(server, Clients(server, stack))
        together(ann, bob)
        server.do(lambda: server.store.database.connection.execute("PRAGMA query_only = 1"))
        monkeypatch.setattr(clock, "NEXT_HAND_SECONDS", 0.0)
        server.do(server.registry.in_memory[made["id"]].clock.update)
        assert ann.until("error")["reason"].startswith("this change could not be saved")
        server.do(lambda: server.store.database.connection.execute("PRAGMA query_only = 0"))
        ann.until(lambda table: table["hand"]["number"] == 1)


def test_a_room_that_is_closed_does_nothing_more(server, company, quick):
    quick(1e6, 1e7)
    made, *_ = two_at(server, company, clock="quick")
    room = server.registry.in_memory[made["id"]]
    server.do(room.close)
    server.do(room.clock.update)
    assert server.do(lambda: room.table.seats[1].stand_in) is None
