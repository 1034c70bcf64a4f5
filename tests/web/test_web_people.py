"""People at one table: the waiting room, links, names, going away and coming back, the next hand and the next game."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import ExitStack, closing

import pytest
from clients import LONG, Clients, Plain, next_hand, served, together, token_in
from websockets.exceptions import ConnectionClosed

from phazed.rules.rulesets import RULESETS
from phazed.storage.tables import Store
from phazed.web.tables import bots, live_table
from phazed.web.tables.table import Table


@pytest.fixture
def made(server):
    return server.make("you", "person", "greedy", "casual", game="phasedout", name="Ann", seed="8")


@pytest.fixture
def two(company, made):
    """Ann and Bob, who have just been dealt their first hand."""
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    ann.until(lambda table: table["started"])
    return ann, bob


def last_code(client):
    """Hear until the connection is ended; the code of its end."""
    try:
        while True:
            client.hear()
    except ConnectionClosed as closed:
        return closed.rcvd.code


def leave(client):
    client.socket.close()


def seats_of(client):
    return [(seat["who"], seat["here"], seat["taken"], seat["stand_in"]) for seat in client.table["seats"]]


# The waiting room


def test_the_game_begins_when_all_seats_are_taken(company, server, made):
    ann = company.come(made)
    assert (ann.table["host"], ann.table["seat"], ann.table["started"], ann.table["hand"]) == (True, 0, False, None)
    assert seats_of(ann)[:2] == [("person", True, True, None), ("person", False, False, None)]
    assert ann.table["names"] == ["Ann", "Player 2", "Pia", "Kai"]
    watching = company.come(made, watch=True)
    assert (watching.table["host"], watching.table["links"], watching.table["seat"]) == (False, {}, None)
    status, known = server.get(f"/api/games/{made['id']}")
    assert status == 200
    told = {"id": made["id"], "game": "phasedout", "names": ["Ann", "Player 2", "Pia", "Kai"], "hand": 0}
    assert known == known | told | {"started": False, "full": False, "over": False}
    bob = company.come(made, token_in(ann.table["links"]["1"]), "  Bob\n\u202e ")
    for each in (ann, bob, watching):
        each.until(lambda table: table["started"])
        assert each.table["names"] == ["Ann", "Bob", "Pia", "Kai"]
        assert (each.table["links"], each.table["hand"]["number"]) == ({}, 0)
    assert (bob.table["seat"], bob.table["host"]) == (1, False)


def test_nothing_can_be_played_before_the_game_begins(company, made):
    ann = company.come(made)
    begun = "the game has not started yet: there are free seats"
    assert ann.error("play", play=[1, None], hand=0, at=0) == begun
    assert ann.error("hint", hand=0, at=0) == begun
    assert ann.error("check", phase=1, groups=["", ""]) == begun
    assert ann.error("next") == begun  # nor is it dealt by whoever cannot wait
    assert ann.error("stand-in", seat=1) == "the game has not started yet"
    assert ann.error("rematch") == "the game is not over yet"
    assert ann.error("advance").startswith('"advance" is only for tables without people')
    assert company.come(made).table["started"] is False


def test_while_the_host_is_away_others_give_free_seats_to_bots(company, server):
    made = server.make("you", "person", "person", "casual", name="Ann")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    guest = company.come(made, watch=True)
    assert (ann.table["gives"], bob.table["gives"], guest.table["gives"]) == (True, False, False)
    ann.socket.close()
    bob.until(lambda table: table["gives"])
    guest.until(lambda table: not table["seats"][0]["here"])
    assert guest.table["gives"] is False
    assert (bob.table["host"], bob.table["links"]) == (False, {})
    assert guest.error("fill", seat=2, who="casual") == "only the host of the table can give its seats away"
    assert bob.ask("fill", seat=2, who="casual")["kind"] == "done"
    bob.until(lambda table: table["started"])


def test_the_host_gives_a_free_seat_to_a_bot(company, server):
    made = server.make("you", "person", "person", "casual", name="Ann")
    ann = company.come(made)
    key = token_in(ann.table["links"]["2"])
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    ann.until(lambda table: table["names"][1] == "Bob")
    assert bob.error("fill", seat=2, who="casual") == "only the host of the table can give its seats away"
    assert ann.error("fill", seat=1, who="casual") == "that seat is Bob's"
    assert ann.error("fill", seat=2, who="wizard").startswith('"who" must be one of beginner, casual')
    assert ann.error("fill", seat=4, who="casual").startswith('"seat" must be a whole number from 0 to 3')
    assert ann.ask("fill", seat=2, who="beginner")["kind"] == "done"
    for each in (ann, bob):
        each.until(lambda table: table["started"])
        assert each.table["names"] == ["Ann", "Bob", "Pia", "Kai"]
        assert seats_of(each)[2] == ("beginner", True, True, None)
    socket = company.socket(made["id"])
    socket.send(json.dumps({"do": "join", "token": key}))
    assert "this link is not valid for any seat at this table" in json.loads(socket.recv(timeout=LONG))["reason"]


def test_a_host_who_only_watches_can_give_all_seats_to_bots(company, server):
    made = server.make("person", "person", "greedy", "greedy")
    assert made["seat"] is None
    host = company.come(made)
    assert (host.table["host"], sorted(host.table["links"]), host.table["open"]) == (True, ["0", "1"], False)
    host.ask("fill", seat=0, who="casual")
    assert (sorted(host.table["links"]), host.table["started"]) == (["1"], False)
    host.ask("fill", seat=1, who="casual")
    assert (host.table["links"], host.table["open"], host.table["started"]) == ({}, True, False)
    assert host.ask("advance")["kind"] == "done"
    assert host.table["started"]
    assert "you are watching" in host.error("play", play=[1, None], hand=0, at=0)


# Names


def test_names_are_text_and_nothing_but_text(company, two):
    ann, bob = two
    for name, shown in (
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert"),
        ("  Bobby\t Tables'); --", "Bobby Tables'); --"),
        ("{0.__class__} %s", "{0.__class__} %s"),
        ("\u202eEve\x00\x1b[2J", "Eve[2J"),
        ("é" * 99, "é" * 24),
    ):
        assert bob.ask("name", name=name)["kind"] == "done"
        ann.until(lambda table, shown=shown: table["names"][1] == shown)
    for name in ("", "  ", "\u202e\u200b", "\ud800"):
        assert bob.error("name", name=name) == "a name needs at least one visible character"


def test_names_that_look_alike_are_numbered(company, server):
    made = server.make("you", "person", "person", "person", name="Ann")
    keys = [token_in(link) for link in company.come(made).table["links"].values()]
    names = ("A\u200dnn", "\uff21nn\u034f", "Ann\u3164")
    people = [company.come(made, key, name) for key, name in zip(keys, names)]
    assert people[-1].table["names"] == ["Ann", "Ann 2", "\uff21nn 3", "Ann 4"]


def test_a_play_out_of_turn_names_the_player_whose_turn_it_is(two):
    ann, bob = two
    bob.at_turn()
    ann.until(lambda table: table["turn"]["seat"] == 1)
    assert ann.play("draw")["reason"] == "it is not your turn, but Bob's"
    assert ann.error("undo", **ann.now()) == "it is not your turn, so there is nothing to take back"
    assert "hints are off when two or more people are playing" in ann.error("hint", **ann.now())
    ann.ask("settings", hints=True)
    assert ann.error("hint", **ann.now()) == "hints are available only in your own turn"


def test_no_two_players_at_a_table_have_the_same_name(company, server):
    made = server.make("you", "person", "person", "casual", name="Bob")
    ann = company.come(made)
    keys = [token_in(ann.table["links"][seat]) for seat in "12"]
    bob = company.come(made, keys[0], "bob")
    assert bob.table["names"][:2] == ["Bob", "bob 2"]
    kai = company.come(made, keys[1], "KAI")
    assert kai.table["names"] == ["Bob", "bob 2", "KAI 2", "Kai"]
    for wanted, called in (("Bob", "Bob 3"), ("bob 2", "bob 2 2"), ("x" * 30, "x" * 24), ("Bob", "Bob 3")):
        assert kai.ask("name", name=wanted)["kind"] == "done"
        kai.until(lambda table, called=called: table["names"][2] == called)
    assert ann.ask("name", name="x" * 30)["kind"] == "done"
    assert kai.ask("name", name="X" * 30)["kind"] == "done"
    ann.until(lambda table: table["names"][2] == "X" * 22 + " 2")
    assert ann.table["names"] == ["x" * 24, "bob 2", "X" * 22 + " 2", "Kai"]


def test_a_returning_player_keeps_the_name_with_its_number(company, server, made, two):
    ann, bob = two
    key = token_in(json.loads(ann.heard[0])["links"]["1"])
    bob.ask("name", name="Ann")
    for name in ("Ann", "Ann 2", None, ""):
        assert company.come(made, key, name).table["names"][:2] == ["Ann", "Ann 2"]
    ann.ask("name", name="Anna")  # now there is one Ann, but she has been called so by all
    again = company.come(made, key, "Ann")
    assert again.table["names"][:2] == ["Anna", "Ann 2"]
    again.ask("name", name="Ann")
    again.until(lambda table: table["names"][1] == "Ann")


def test_a_bot_that_is_given_a_seat_has_a_name_of_its_own(company, server):
    made = server.make("you", "person", "casual", "casual", name="otto")
    ann = company.come(made)
    ann.ask("fill", seat=1, who="casual")
    assert ann.table["names"] == ["otto", "Otto 2", "Pia", "Kai"]


# The seed


@pytest.mark.parametrize(
    ("more", "seeded"), [({"seed": "8"}, True), ({"seed": 0}, True), ({"seed": ""}, False), ({}, False)]
)
def test_everybody_is_told_whether_somebody_chose_the_seed(company, server, more, seeded):
    made = server.make("you", "person", "casual", "casual", **more)
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]))
    watching = company.come(made, watch=True)
    assert [each.table["seeded"] for each in (ann, bob, watching)] == [seeded] * 3
    server.do(lambda: server.registry.in_memory.pop(made["id"]))  # which is then found in the store
    assert company.come(made).table["seeded"] is seeded


# Going away and coming back


def test_a_player_who_leaves_is_shown_as_away_and_can_come_back(company, made, two):
    ann, bob = two
    key = token_in(ann.heard[0] and json.loads(ann.heard[0])["links"]["1"])
    bob.at_turn()
    bob.play("draw")
    leave(bob)
    ann.until(lambda table: not table["seats"][1]["here"])
    back = company.come(made, key)
    assert back.table["hand"] == bob.table["hand"]
    assert back.table["turn"] == bob.table["turn"]
    assert back.table["names"][1] == "Bob"
    ann.until(lambda table: table["seats"][1]["here"])


def test_a_bot_stands_in_until_the_player_comes_back(company, made, two):
    ann, bob = two
    key = token_in(json.loads(ann.heard[0])["links"]["1"])
    assert ann.error("stand-in", seat=1) == "Bob is here"
    assert ann.error("stand-in", seat=2) == "Pia is here"
    bob.at_turn()
    bob.play("draw")
    leave(bob)
    ann.until(lambda table: not table["seats"][1]["here"])
    assert ann.ask("stand-in", seat=1)["kind"] == "done"
    ann.until(lambda table: table["seats"][1]["stand_in"] == "casual")
    ann.hand(Plain())  # Bob's turns are played, too
    assert ann.table["hand"]["end"]
    ann.ask("next")
    ann.until(lambda table: table["hand"]["number"] == 1)
    ann.at_turn()
    bob = company.come(made, key)
    assert seats_of(bob)[1] == ("person", True, True, None)
    together(ann, bob)


def test_an_unfinished_turn_is_taken_back_for_the_stand_in(company, server):
    made = server.make("you", "person", "casual", "casual", game="phasedout", seed="8", name="Ann")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    plain = Plain()
    ann.until(lambda table: table["started"])
    for _ in range(60):
        while bob.at_turn() is None:
            together(ann)
            next_hand(ann, bob)
        while not bob.table["turn"].get("undo") and bob.table["turn"]["seat"] == 1:
            assert bob.play(plain(bob.table))["kind"] == "done"
            if bob.table["turn"] is None:
                break
        if bob.table["turn"] and bob.table["turn"].get("undo"):
            break
        ann.at_turn()
        ann.turn(Plain())
    assert bob.table["turn"]["undo"]
    laid = len(bob.table["hand"]["steps"])
    leave(bob)
    ann.until(lambda table: not table["seats"][1]["here"])
    heard = len(ann.heard)
    ann.ask("stand-in", seat=1)
    ann.at_turn()
    first = next(each for each in map(json.loads, ann.heard[heard:]) if each["kind"] == "steps")
    assert (first["at"], first["steps"]) == (laid - 1, [])


def away(company, ann, bob, made):
    """Bob goes in his turn; the key with which he comes back."""
    key = token_in(json.loads(ann.heard[0])["links"]["1"])
    bob.at_turn()
    leave(bob)
    ann.until(lambda table: not table["seats"][1]["here"])
    return key


def test_a_player_who_returns_before_the_stand_in_has_played_plays_themselves(company, server, made, two):
    ann, bob = two
    key = away(company, ann, bob, made)
    turns = server.registry.bot_lock
    asyncio.run_coroutine_threadsafe(turns.acquire(), server.loop).result(LONG)  # other rooms' bots are playing
    ann.ask("stand-in", seat=1)
    back = company.come(made, key)
    server.do(turns.release)
    assert back.table["turn"]["seat"] == 1
    assert back.play("draw")["kind"] == "done"


def test_a_player_who_returns_while_the_stand_in_thinks_plays_themselves(company, server, made, two, monkeypatch):
    ann, bob = two
    key = away(company, ann, bob, made)
    thinking, back_again = threading.Event(), threading.Event()

    class Slow(bots.make("strong", RULESETS["phasedout"], 1).__class__):
        def choose(self, view):
            thinking.set()
            back_again.wait(LONG)
            return super().choose(view)

    monkeypatch.setattr(live_table, "STAND_IN", "strong")
    monkeypatch.setattr(bots, "make", lambda _, *arguments: Slow(*arguments))
    ann.ask("stand-in", seat=1)
    assert thinking.wait(LONG)
    back = company.come(made, key)
    back_again.set()
    assert back.play("draw")["kind"] == "done"
    assert [step[1] for step in back.table["hand"]["steps"][-1:]] == ["draw"]


def test_the_server_stops_while_bots_wait_and_nothing_is_lost(file, monkeypatch):
    with served(file, monkeypatch) as server, ExitStack() as stack:
        made = server.make("casual", "you", "casual", "casual")
        ann = Clients(server, stack).come(made)
        asyncio.run_coroutine_threadsafe(server.registry.bot_lock.acquire(), server.loop).result(LONG)
        ann.turn(Plain())
        steps = ann.table["hand"]["steps"]
    with closing(Store(file)) as store:
        assert Table.restored(store.load(made["id"])).hand["steps"] == steps


# The next hand


def test_the_next_hand_is_dealt_when_all_connected_players_are_ready(company, made, two):
    ann, bob = two
    assert ann.error("next") == "the hand is not over yet"
    together(ann, bob)
    assert ann.ask("next")["kind"] == "done"
    assert ann.table["ready"] == [0]
    bob.until(lambda table: table["ready"] == [0])
    assert bob.table["hand"]["number"] == 0
    assert ann.play("draw")["reason"] == "the hand is over"
    bob.ask("next")
    for each in (ann, bob):
        each.until(lambda table: table["hand"]["number"] == 1)
        assert each.table["ready"] == []
        assert len(each.table["sheet"]) == 1


def test_the_next_hand_does_not_wait_for_a_player_who_left(company, made, two):
    ann, bob = two
    together(ann, bob)
    ann.ask("next")
    assert ann.table["hand"]["number"] == 0
    leave(bob)
    ann.until(lambda table: table["hand"]["number"] > 0)
    assert ann.table["hand"]["number"] == 1


def test_no_hand_is_dealt_when_nobody_is_connected(company, server, made, two):
    ann, bob = two
    together(ann, bob)
    ann.ask("next")
    leave(ann)
    bob.until(lambda table: not table["seats"][0]["here"])
    leave(bob)
    watching = company.come(made, watch=True)
    watching.until(lambda table: not table["seats"][1]["here"])
    assert watching.table["hand"]["number"] == 0
    ann = company.come(made)  # who has said that she is ready, and is alone now
    assert ann.table["hand"]["number"] == 1


# The next game


@pytest.fixture
def ended(two):
    """Ann and Bob, who have just played a game to its end."""
    ann, bob = two
    together(ann, bob)
    while ann.table["over"] is None:
        next_hand(ann, bob)
        together(ann, bob)
    return ann, bob


def game_at(address):
    return {"id": address.partition("#")[0].rpartition("/")[2]}


def rematches(client):
    return [message for message in map(json.loads, client.heard) if message["kind"] == "rematch"]


def test_a_rematch_gives_each_player_their_own_seat(company, made, ended):
    ann, bob = ended
    watching = company.come(made, watch=True)
    assert ann.error("next") == "the game is over"
    assert watching.error("rematch").startswith("only players at the table can ask for a rematch")
    assert watching.table["rematch"] is None
    assert bob.ask("rematch")["kind"] == "done"
    his, hers, theirs = (each["address"] for each in (*rematches(bob), ann.until("rematch"), watching.until("rematch")))
    assert rematches(bob) == [{"kind": "rematch", "address": his}]
    for each, address in ((ann, hers), (watching, theirs)):
        assert rematches(each) == [{"kind": "rematch", "address": address, "by": "Bob"}]
    assert theirs == f"/table/{game_at(theirs)['id']}"
    assert game_at(hers) == game_at(his) == game_at(theirs)
    assert len({token_in(hers), token_in(his), made["token"]}) == 3
    assert ann.ask("rematch")["kind"] == "done"  # it is the same table, and the others are told again
    assert rematches(ann)[1:] == [{"kind": "rematch", "address": hers}]
    for each, address in ((bob, his), (watching, theirs)):
        assert each.until("rematch") == {"kind": "rematch", "address": address, "by": "Ann"}
    assert company.come(made).table["rematch"] == hers


def test_a_rematch_begins_when_all_have_joined_and_has_a_new_host(company, made, ended):
    ann, bob = ended
    bob.ask("rematch")
    his, hers = (client["address"] for client in (*rematches(bob), ann.until("rematch")))
    bob = company.come(game_at(his), token_in(his), "Bob")
    assert (bob.table["seat"], bob.table["host"], bob.table["started"], bob.table["seeded"]) == (1, True, False, False)
    assert bob.table["names"] == ["Ann", "Bob", "Pia", "Kai"]
    assert seats_of(bob)[:2] == [("person", False, False, None), ("person", True, True, None)]
    assert bob.table["links"] == {"0": hers}
    ann = company.come(game_at(hers), token_in(hers), "Ann")
    bob.until(lambda table: table["started"])
    assert (ann.table["seat"], ann.table["host"], ann.table["started"]) == (0, False, True)
    together(ann, bob)


def test_the_host_of_a_rematch_gives_a_seat_to_a_bot_if_nobody_joins(company, made, ended):
    _, bob = ended
    bob.ask("rematch")
    (address,) = (each["address"] for each in rematches(bob))
    bob = company.come(game_at(address), token_in(address))
    assert bob.ask("fill", seat=0, who="casual")["kind"] == "done"
    assert (bob.table["started"], bob.table["names"]) == (True, ["Mira", "Bob", "Pia", "Kai"])


def test_stand_ins_play_on_in_the_rematch(company, made, two):
    ann, bob = two
    key = away(company, ann, bob, made)
    ann.ask("stand-in", seat=1)
    ann.game(Plain())
    ann.ask("rematch")
    (address,) = (each["address"] for each in rematches(ann))
    again = company.come(game_at(address), token_in(address))
    assert (again.table["started"], again.table["names"][1]) == (True, "Bob")
    assert seats_of(again)[1] == ("person", False, True, "casual")
    again.at_turn()
    bob = company.come(game_at(address), token_in(company.come(made, key).table["rematch"]))
    assert seats_of(bob)[1] == ("person", True, True, None)


def test_a_rematch_that_was_deleted_can_be_asked_for_again(company, server, made, ended):
    ann, _ = ended
    ann.ask("rematch")
    (address,) = (each["address"] for each in rematches(ann))
    server.do(
        lambda: server.store.database.connection.execute("DELETE FROM games WHERE id = ?", (game_at(address)["id"],))
    )
    later = company.come(made)
    assert later.table["rematch"] is None  # and the old game is still to be seen
    later.ask("rematch")
    assert company.come(made).table["rematch"] not in (None, address)


# Rooms


def test_closing_a_room_closes_its_connections(company, server, made, two):
    ann, bob = two
    server.do(server.registry.in_memory[made["id"]].close)
    for each in (ann, bob):
        assert last_code(each) == 1001


def test_the_server_stops_without_waiting_for_bots(file, monkeypatch):
    monkeypatch.setattr(bots, "THINKING_SECONDS", 0.5)
    with served(file, monkeypatch) as server, ExitStack() as stack:
        made = server.make("expert", "expert", "you", "expert")
        ann = Clients(server, stack).come(made)
        assert ann.table["turn"]["seat"] == 1
    with closing(Store(file)) as store:
        assert Table.restored(store.load(made["id"])).started


def test_an_idle_room_is_removed_and_loaded_again(company, server, made, two, monkeypatch):
    ann, bob = two
    bob.at_turn()
    server.do(server.registry.remove_idle_tables)
    assert made["id"] in server.registry.in_memory
    leave(bob)
    ann.until(lambda table: not table["seats"][1]["here"])
    leave(ann)
    monkeypatch.setattr(live_table, "IDLE_SECONDS", -1.0)
    while made["id"] in server.registry.in_memory:
        server.do(server.registry.remove_idle_tables)
    monkeypatch.undo()
    back = company.come(made)
    hand = [
        step if step[1] != "draw" or step[0] == 0 else [step[0], "draw", "XX"] for step in bob.table["hand"]["steps"]
    ]
    assert back.table["hand"]["steps"] == hand


def test_a_room_that_is_removed_while_somebody_joins_is_loaded_once(company, server, made, monkeypatch):
    slow = company.socket(made["id"])
    server.do(lambda: server.registry.table(made["id"]))
    server.do(server.registry.in_memory.pop, made["id"])
    ann = company.come(made)
    slow.send(json.dumps({"do": "join", "token": made["token"], "name": "Ann"}))
    assert json.loads(slow.recv(timeout=LONG))["kind"] == "table"
    assert ann.ask("name", name="Anna")["kind"] == "done"
    assert json.loads(slow.recv(timeout=LONG))["names"][0] == "Anna"
