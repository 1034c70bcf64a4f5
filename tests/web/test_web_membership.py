"""Who is at a table: seats and their browsers, other devices, people who watch, the host's decisions, reactions."""

from __future__ import annotations

import pytest
from clients import Plain, dismissed, together, token_in

from phazed.web.tables import live_table, messages
from phazed.web.token_bucket import TokenBucket


@pytest.fixture
def made(server):
    return server.make("you", "person", "greedy", "casual", game="phasedout", name="Ann", seed="8")


@pytest.fixture
def two(company, made):
    """Ann and Bob, each with a browser, who have just been dealt their first hand."""
    ann = company.come(made, browser="ann")
    key = token_in(ann.table["links"]["1"])
    bob = company.come(made, key, "Bob", browser="bob")
    ann.until(lambda table: table["started"])
    return ann, bob, key


TAKEN = "Bob has taken this seat in another browser"


# Seats and browsers


def test_the_hosts_copy_of_a_link_opens_no_seat_that_is_taken(company, made, two):
    _, _, key = two
    reason = company.refused(made, key, browser="ann")
    assert reason.startswith(TAKEN)
    assert reason.endswith("in the menu there, or watch")
    assert company.refused(made, key).startswith(TAKEN)
    assert company.come(made, key, browser="bob").table["seat"] == 1


def test_the_seat_still_belongs_to_its_browser_after_a_restart(company, server, made, two):
    _, _, key = two
    server.do(lambda: server.registry.in_memory.pop(made["id"]))
    assert company.refused(made, key, browser="eve").startswith(TAKEN)
    assert company.come(made, key, browser="bob").table["seat"] == 1


def test_a_seat_that_was_taken_without_a_browser_belongs_to_the_next_one(company, made):
    ann = company.come(made)
    key = token_in(ann.table["links"]["1"])
    company.come(made, key, "Bob")
    assert company.come(made, key, "Bob", browser="bob").table["seat"] == 1
    assert company.refused(made, key, browser="eve").startswith(TAKEN)
    assert company.refused(made, key).startswith(TAKEN)


def test_where_nobody_may_watch_nobody_is_offered_to(company, made, two):
    ann, _, key = two
    ann.ask("settings", spectators=False)
    assert company.refused(made, key, browser="eve").endswith("in the menu there")
    assert company.refused(made, "nonsense") == "this link is not valid for any seat at this table: ask for a new one"


def test_a_person_moves_to_another_device_with_a_link_that_works_once(company, made, two):
    ann, bob, key = two
    address = bob.ask("transfer")["address"]
    moved = company.come(made, token_in(address), browser="phone")
    assert (moved.table["seat"], moved.table["names"][1]) == (1, "Bob")
    assert dismissed(bob) == "you have moved to another device, which now has this seat"
    for token, browser in ((key, "bob"), (key, "phone"), (key, None)):
        assert company.refused(made, token, browser=browser).startswith(
            "this link is not valid for any seat at this table"
        )
    assert company.refused(made, token_in(address), browser="bob").startswith(TAKEN)
    assert company.come(made, token_in(address), browser="phone").table["seat"] == 1
    assert ann.table["seats"][1]["here"]


def test_the_host_is_the_host_on_another_device_too(company, server, made, two):
    ann, *_ = two
    address = ann.ask("transfer")["address"]
    phone = company.come(made, token_in(address), browser="phone")
    assert (phone.table["seat"], phone.table["host"]) == (0, True)
    server.do(lambda: server.registry.in_memory.pop(made["id"]))
    assert company.come(made, token_in(address), browser="phone").table["host"] is True


def test_a_link_to_another_device_expires_and_is_replaced_by_the_next(company, made, two, monkeypatch):
    _, bob, _ = two
    first, second = (token_in(bob.ask("transfer")["address"]) for _ in range(2))
    assert company.refused(made, first, browser="phone").startswith("this link is not valid for any seat")
    monkeypatch.setattr(live_table, "TRANSFER_SECONDS", -1.0)
    late = token_in(bob.ask("transfer")["address"])
    for token in (second, late):
        assert company.refused(made, token, browser="phone").startswith("this link is not valid for any seat")


# People who watch


def test_people_who_watch_are_named(company, made, two):
    ann, *_ = two
    first, second = (company.come(made, watch=True) for _ in range(2))
    cyd = company.come(made, name="Cyd", watch=True)
    company.come(made, name="bob", watch=True)  # who is not to be taken for Bob
    company.come(made, name="CYD", watch=True)
    names = ["CYD 2", "Cyd", "Spectator 1", "Spectator 2", "bob 2"]
    ann.until(lambda table: table["spectators"] == names)
    assert first.ask("name", name=" Eve ")["kind"] == "done"
    assert cyd.error("name", name=" ") == "a name needs at least one visible character"
    ann.until(lambda table: table["spectators"] == ["CYD 2", "Cyd", "Eve", "Spectator 2", "bob 2"])
    second.socket.close()
    ann.until(lambda table: "Spectator 2" not in table["spectators"])
    company.come(made, watch=True)
    ann.until(lambda table: "Spectator 1" in table["spectators"])


def test_the_host_turns_spectators_off_and_on(company, made, two):
    ann, bob, _ = two
    cyd = company.come(made, watch=True)
    assert bob.error("settings", spectators=False) == "only the host of the table can change its settings"
    assert ann.ask("settings", spectators=False)["kind"] == "done"
    assert dismissed(cyd) == live_table.NO_SPECTATORS
    bob.until(lambda table: not table["settings"]["spectators"])
    bob.until(lambda table: table["spectators"] == [])
    assert company.refused(made, watch=True) == live_table.NO_SPECTATORS
    ann.ask("settings", spectators=True)
    assert company.come(made, watch=True).table["settings"]["spectators"] is True


def test_a_host_who_only_watches_may_always_watch(company, server):
    made = server.make("person", "person", "greedy", "greedy")
    host = company.come(made, name="Teacher")
    assert host.ask("settings", spectators=False)["kind"] == "done"
    assert company.come(made, name="Teacher").table["spectators"] == ["Teacher", "Teacher 2"]


# Hints


def test_hints_are_off_where_two_people_play_unless_the_host_turns_them_on(company, server, two):
    ann, bob, _ = two
    assert ann.table["settings"]["hints"] is False
    bob.at_turn()
    assert "hints are off when two or more people are playing" in bob.error("hint", **bob.now())
    ann.ask("settings", hints=True)
    bob.until(lambda table: table["settings"]["hints"])
    assert bob.ask("hint", **bob.now())["kind"] == "hint"
    ann.ask("settings", hints=False)
    bob.until(lambda table: not table["settings"]["hints"])
    assert bob.error("hint", **bob.now()) == "the host has turned hints off at this table"
    alone = company.come(server.make("casual", "you", "casual", "casual"))
    assert alone.table["settings"]["hints"] is True


def test_the_host_chooses_the_clock_and_the_settings_are_stored(company, server, made):
    ann = company.come(made)
    assert ann.table["settings"] == {"listed": True, "clock": "off", "spectators": True, "hints": False}
    assert ann.error("settings", clock="blitz") == "\"clock\" must be one of off, relaxed, quick, not 'blitz'"
    assert ann.error("settings", hints=1) == '"hints" must be true or false, not 1'
    ann.ask("settings", clock="quick", listed=False)
    server.do(lambda: server.registry.in_memory.pop(made["id"]))
    again = company.come(made)
    assert again.table["settings"] == {"listed": False, "clock": "quick", "spectators": True, "hints": False}
    other = server.make("you", "person", "casual", "casual", clock="relaxed", listed=False)
    assert company.come(other).table["settings"]["clock"] == "relaxed"
    status, answer = server.post({"clock": "blitz"})
    assert (status, answer["error"]) == (400, "\"clock\" must be one of off, relaxed, quick, not 'blitz'")


# The host


def test_the_host_removes_a_person_before_the_game(company, server):
    made = server.make("you", "person", "person", "casual", name="Ann")
    ann = company.come(made, browser="ann")
    key = token_in(ann.table["links"]["1"])
    bob = company.come(made, key, "Bob", browser="bob")
    ann.until(lambda table: table["seats"][1]["taken"])
    assert bob.error("remove", seat=0) == "only the host of the table can remove people"
    assert ann.error("remove", seat=0) == "you cannot remove yourself; to give up, resign"
    for seat in (2, 3):
        assert ann.error("remove", seat=seat) == "there is no person in that seat"
    assert ann.ask("remove", seat=1)["kind"] == "done"
    assert dismissed(bob) == "the host has removed you from this table"
    ann.until(lambda table: not table["seats"][1]["taken"])
    assert ann.table["names"][1] == "Player 2"
    new = token_in(ann.table["links"]["1"])
    assert new != key
    assert company.refused(made, key, browser="cyd").startswith("this link is not valid for any seat")
    assert company.refused(made, new, browser="bob") == "the host has removed you from this table"
    server.do(lambda: server.registry.in_memory.pop(made["id"]))
    assert company.refused(made, new, browser="bob") == "the host has removed you from this table"
    assert company.come(made, new, "Cyd", browser="cyd").table["seat"] == 1


def test_a_bot_takes_over_when_the_host_removes_a_person_in_the_game(company, made, two):
    ann, bob, key = two
    bob.at_turn()
    bob.play("draw")
    assert ann.ask("remove", seat=1)["kind"] == "done"
    assert dismissed(bob) == "the host has removed you from this table"
    ann.until(lambda table: table["seats"][1]["who"] == "casual")
    assert ann.table["names"][1] == "Otto"
    assert ann.table["settings"]["hints"] is True, "only one person plays now"
    ann.hand(Plain())
    assert company.refused(made, key, browser="bob").startswith("this link is not valid for any seat")


def test_an_unfinished_turn_is_taken_back_when_a_person_is_removed(company, server):
    made = server.make("you", "person", "casual", "casual", game="phasedout", seed="8", name="Ann")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    plain = Plain()
    ann.until(lambda table: table["started"])
    while not (bob.at_turn() or {}).get("undo"):
        if bob.table["turn"] is None:
            together(ann)
            for each in (ann, bob):
                each.ask("next")
            ann.until(lambda table: table["hand"]["end"] is None)
            bob.until(lambda table: table["hand"]["end"] is None)
            continue
        assert bob.play(plain(bob.table))["kind"] == "done"
        if (bob.table["turn"] or {}).get("seat") != 1:
            ann.at_turn()
            ann.turn(Plain())
    assert ann.ask("remove", seat=1)["kind"] == "done"
    ann.until(lambda table: table["seats"][1]["who"] == "casual")


def test_the_next_hand_does_not_wait_for_somebody_who_was_removed(company, made, two):
    ann, bob, _ = two
    together(ann, bob)
    ann.ask("next")
    assert ann.table["hand"]["number"] == 0
    ann.ask("remove", seat=1)
    ann.until(lambda table: table["hand"]["number"] > 0)
    assert ann.table["hand"]["number"] == 1


def test_a_person_without_a_browser_id_can_be_removed_and_nobody_from_a_game_that_is_over(company, server):
    made = server.make("you", "person", "greedy", "greedy", game="phasedout", name="Ann", seed="8")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]), "Bob")
    ann.ask("remove", seat=1)
    assert dismissed(bob) == "the host has removed you from this table"
    ann.game(Plain())
    assert ann.error("remove", seat=2) == "the game is over"


def test_the_host_starts_the_game_with_bots_in_the_free_seats(company, server):
    made = server.make("you", "person", "person", "person", name="Ann")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["2"]), "Bob")
    assert bob.error("start") == "only the host of the table can start the game"
    assert ann.ask("start")["kind"] == "done"
    bob.until(lambda table: table["started"])
    assert bob.table["names"] == ["Ann", "Otto", "Bob", "Kai"]
    assert ann.why_not("start") == "the game has already started"


# Resigning


def test_a_bot_plays_on_for_a_person_who_resigns(company, made, two):
    ann, bob, key = two
    bob.at_turn()
    assert bob.ask("resign")["kind"] == "done"
    ann.until(lambda table: table["seats"][1]["resigned"])
    assert (ann.table["names"][1], ann.table["seats"][1]["stand_in"]) == ("Bob", "casual")
    assert bob.why_not("resign") == "you have already resigned"
    assert bob.why_not("take-over") == "you have resigned from this game: a bot plays for you until the end"
    assert "you have resigned" in bob.why_not("play", play=[1, None], **bob.now())
    bob.socket.close()
    again = company.come(made, key, browser="bob")
    assert again.table["seats"][1]["stand_in"] == "casual"
    ann.game(Plain())
    again.until(lambda table: table["over"])
    assert '"returned"' not in "".join(again.heard)
    assert ann.table["over"]["ranks"][1] in (1, 2, 3, 4)
    assert ann.error("resign") == "the game is over"
    ann.ask("rematch")
    bobs = again.until("rematch")["address"]
    rematch = {"id": bobs.partition("#")[0].rpartition("/")[2]}
    assert company.refused(rematch, token_in(bobs), browser="eve").startswith(TAKEN)
    assert company.come(rematch, token_in(bobs), browser="bob").table["seats"][1]["stand_in"] is None


def test_the_last_person_who_resigns_sees_the_end_of_the_game(company, server):
    made = server.make("casual", "you", "greedy", "greedy", game="phasedout")
    ann = company.come(made)
    assert ann.ask("resign")["kind"] == "done"
    ann.until(lambda table: table["over"])


def test_nobody_resigns_before_the_game(company, made):
    assert company.come(made).error("resign") == "the game has not started yet"


# Reactions


def test_everybody_sees_a_reaction(company, made, two):
    ann, bob, _ = two
    cyd = company.come(made, watch=True)
    assert bob.ask("react", reaction="thanks")["kind"] == "done"
    for each in (ann, cyd):
        assert each.until("reaction") == {"kind": "reaction", "seat": 1, "reaction": "thanks"}
    assert bob.error("react", reaction="idiot").startswith('"reaction" must be one of well-played, thanks')
    assert cyd.error("react", reaction="thanks").startswith("only players at the table can do that")


def test_reactions_are_limited(two, monkeypatch):
    _, bob, _ = two
    monkeypatch.setattr(messages, "REACTION_RATE", (2, 1e-9))
    assert [bob.ask("react", reaction="oops")["kind"] for _ in range(2)] == ["done", "done"]
    assert bob.error("react", reaction="oops") == "too many at once: wait a few seconds"


def test_a_player_is_reminded_by_another(company, made, two):
    ann, bob, _ = two
    bob.at_turn()
    assert ann.ask("nudge", seat=1)["kind"] == "done"
    assert bob.until("nudge") == {"kind": "nudge", "seat": 1, "by": "Ann", "left": None}
    for person, seat in ((ann, 0), (ann, 2), (bob, 1)):
        assert person.error("nudge", seat=seat) == "you can only nudge another person whose turn it is"


def test_a_token_bucket_that_is_empty_stays_so_until_it_is_refilled():
    bucket = TokenBucket(1, 1.0)
    assert (bucket.is_empty(5.0), bucket.take(5.0), bucket.is_empty(5.5), bucket.is_empty(6.5)) == (
        False,
        True,
        True,
        False,
    )
