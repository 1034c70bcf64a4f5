"""People meet: codes, open tables, the clock and stand-ins, reactions, the host's controls, other devices."""

from __future__ import annotations

import re

import arranged
import pytest
from browser_servers import HURRIED
from playwright.sync_api import expect


@pytest.fixture
def hurried(serve):
    """A server whose clocks run out in moments."""
    return serve(None, program=HURRIED)


def two_at(server, new_player, **more):
    """Ann, the host, and Bob, who has joined by his link; Bob is to play first."""
    made = server.make("you", "person", "casual", "casual", name="Ann", **more)
    ann, bob = (new_player(server, name=name, settings={"pace": "instant"}) for name in ("Ann", "Bob"))
    ann.page.goto(made["address"])
    bob.page.goto(ann.page.get_by_label("Link to seat 2").input_value())
    for player in (ann, bob):
        expect(player.page.locator("#hand .held")).to_have_count(10)
    return ann, bob


def menu(player, item):
    player.button("menu").click()
    player.page.locator("#menu").get_by_role("button", name=item).click()


def notices(player):
    return player.page.locator("#notices")


# Codes


def test_a_friend_joins_by_the_code_on_a_phone(serve, new_player, problems):
    problems.allow("404")
    server = serve(None, "--host", "0.0.0.0")
    made = server.make("you", "person", "casual", "casual", name="Ann")
    ann, bob = new_player(server, name="Ann"), new_player(server, phone=True)
    ann.page.goto(made["address"])
    code = ann.page.locator(".invitation .code").text_content()
    expect(ann.page.locator(".invitation")).to_contain_text(re.compile(rf"\d/join/{code}"))
    ann.until("document.querySelector('.invitation .qr')?.naturalWidth > 20")

    bob.page.goto("/join")
    bob.page.get_by_label("Table code").fill("zzzzz")
    bob.page.get_by_role("button", name="Find the table").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("No table has the code ZZZZZ", ignore_case=True)
    bob.page.get_by_label("Table code").fill(code.lower())
    bob.page.get_by_role("button", name="Find the table").click()
    expect(bob.page.locator("#join")).to_contain_text("Ann's table")
    bob.page.get_by_label("Your name").fill("Bob")
    assert not bob.scrolls_sideways()
    bob.page.get_by_role("button", name="Take a seat").click()
    expect(bob.page.locator("#hand .held")).to_have_count(10)
    expect(ann.page.locator("#opponents")).to_contain_text("Bob")
    assert not bob.scrolls_sideways()

    cyd = new_player(server, name="Cyd")
    cyd.page.goto(f"/join/{code}")
    expect(cyd.page.locator("#join")).to_contain_text("The game at this table has already started. You can watch it.")
    cyd.page.get_by_role("link", name="Watch").click()
    expect(ann.page.locator("#watchers")).to_have_text("Watching: Cyd")
    bob.page.goto(f"/join#{code}")
    bob.page.get_by_role("button", name="Continue").click()
    expect(bob.page.locator("#hand .held")).to_have_count(10)


def test_the_lobby_lists_open_tables_and_bots_take_the_seats_that_stay_free(hurried, new_player):
    ann, bob = new_player(hurried, name="Ann"), new_player(hurried, name="Bob")
    bob.page.goto("/")
    expect(bob.page.locator("#open-tables")).to_contain_text("Nobody is waiting")
    ann.page.goto("/")
    ann.page.get_by_role("button", name="Join any table").click()
    expect(ann.page.locator("#waiting")).to_contain_text("Bots take the free seats in")
    expect(bob.page.locator("#open-tables")).to_contain_text("Ann's table")
    bob.page.get_by_role("button", name="Join: Ann's table").click()
    for player, other in ((ann, "Bob"), (bob, "Ann")):
        expect(player.page.locator("#hand .held")).to_have_count(10)
        expect(player.page.locator("#opponents")).to_contain_text(other)
        expect(player.page.locator("#opponents")).to_contain_text("casual")


def test_the_host_chooses_the_conditions_and_starts_with_bots(shared, new_player):
    made = shared.server.make("you", "person", "person", "casual", name="Ann")
    ann, watcher = new_player(shared.server, name="Ann"), new_player(shared.server)
    ann.page.goto(made["address"])
    watcher.page.goto(f"/table/{made['id']}")
    expect(ann.page.locator("#waiting")).to_contain_text("Watching: Spectator 1")
    ann.page.get_by_label("Clock").select_option("quick")
    expect(watcher.page.locator(".conditions")).to_contain_text(
        "Clock: 30 seconds per turn, then a bot plays the turn."
    )
    expect(watcher.page.locator(".conditions")).to_contain_text("Hints are off.")
    ann.page.get_by_label("Hints").check()
    expect(watcher.page.locator(".conditions")).to_contain_text("Hints are on.")
    ann.page.get_by_label("Allow spectators").uncheck()
    expect(watcher.page.locator("#banner")).to_contain_text("The host does not allow spectators")
    ann.page.get_by_role("button", name="Start now with bots").click()
    expect(ann.page.locator("#hand .held")).to_have_count(10)


# The clock


def test_a_bot_plays_for_an_idle_player_who_takes_over_and_is_told(hurried, new_player):
    ann, bob = two_at(hurried, new_player, clock="quick")
    bob.wait_for_stage("before")
    expect(bob.page.locator("#mine .timer")).to_be_visible()
    expect(notices(bob)).to_contain_text("a bot plays for you")
    expect(bob.page.locator("#prompt")).to_contain_text("A bot is playing for you")
    expect(ann.page.locator("#opponents")).to_contain_text("a bot is playing")
    bob.button("take-over").click()
    expect(notices(bob)).to_contain_text(re.compile("You are playing again. A bot has played for you: you (draw|take)"))
    expect(bob.button("phase")).to_be_visible()


def test_others_hurry_a_player_without_a_clock(hurried, new_player):
    ann, bob = two_at(hurried, new_player)
    bob.wait_for_stage("before")
    ann.page.get_by_role("button", name="Nudge").click()
    expect(notices(bob)).to_contain_text("Ann is waiting for you: it is your turn.")
    ann.page.get_by_role("button", name="Let a bot play").click()
    expect(bob.page.locator("#prompt")).to_contain_text("A bot is playing for you")
    ann.wait_for_stage("before")


def test_the_next_hand_comes_by_itself_and_the_result_names_who_had_no_turn(folder, serve, new_player):
    file = folder / "hurried.db"
    kept = arranged.keep(file, ["last of two"])["last of two"][0]
    server = serve(file, program=HURRIED)
    ann, bob = new_player(server, name="Ann"), new_player(server, name="Bob")
    bob.page.goto(kept.path(0))
    expect(bob.page.locator("#hand .held")).to_have_count(10)
    ann.sit(kept.path(1))
    ann.card(ann.hand()).click()
    ann.pile("discard").click()
    expect(bob.dialog).to_contain_text("You never had a turn")
    expect(bob.dialog).to_contain_text("The next hand is dealt in")
    expect(ann.dialog).to_contain_text("Never had a turn")
    for player in (ann, bob):
        expect(player.page.locator("#facts")).to_contain_text("Hand 2")


# At the table


def test_reactions_removal_and_a_pace_that_can_be_changed(shared, new_player):
    ann, bob = two_at(shared.server, new_player)
    bob.page.get_by_role("button", name="Say something").click()
    bob.page.get_by_role("button", name="Good luck!").click()
    expect(ann.page.locator("#opponents .reaction")).to_have_text("Good luck!")
    expect(bob.page.locator("#mine .reaction")).to_have_text("Good luck!")
    faster = ann.button("faster")
    expect(faster).to_have_accessible_name("Slower: the pace of the other players is instant")
    faster.click()
    expect(faster).to_have_accessible_name("Faster: the pace of the other players is normal")
    menu(ann, "Players and table")
    ann.dialog.get_by_role("button", name="Remove Bob").click()
    ann.dialog.get_by_role("button", name="Remove Bob").click()
    expect(bob.page.locator("#banner")).to_contain_text("The host has removed you from this table")
    expect(ann.dialog).to_contain_text("Otto")
    ann.press("Escape")
    expect(ann.page.locator("#opponents")).not_to_contain_text("Bob")


def test_a_player_continues_on_another_device_and_resigns_there(shared, new_player):
    ann, bob = two_at(shared.server, new_player)
    menu(bob, "Continue on another device")
    link = bob.dialog.get_by_label("Link to your seat").input_value()
    bob.until("document.querySelector('dialog .qr')?.naturalWidth > 20")
    phone = new_player(shared.server, phone=True)
    phone.page.goto(link)
    expect(phone.page.locator("#hand .held")).to_have_count(10)
    expect(bob.page.locator("#banner")).to_contain_text("You have moved to another device")
    menu(phone, "Resign")
    phone.dialog.get_by_role("button", name="Resign").click()
    expect(phone.page.locator("#prompt")).to_contain_text("You have resigned")
    expect(notices(ann)).to_contain_text("Bob has resigned. A bot is playing instead.")
    expect(ann.page.locator("#opponents")).to_contain_text("resigned")


def test_a_host_who_resigns_is_not_said_to_have_changed_the_table(shared, new_player):
    ann, bob = two_at(shared.server, new_player)
    menu(ann, "Resign")
    ann.dialog.get_by_role("button", name="Resign").click()
    expect(notices(bob)).to_contain_text("Ann has resigned. A bot is playing instead.")
    expect(notices(bob)).to_contain_text("Hints are on.")
    expect(notices(bob)).not_to_contain_text("The host has changed")


def test_a_link_to_a_taken_seat_offers_to_watch(shared, new_player):
    made = shared.server.make("you", "person", "casual", "casual", name="Ann")
    ann, bob = new_player(shared.server, name="Ann"), new_player(shared.server, name="Bob")
    ann.page.goto(made["address"])
    link = ann.page.get_by_label("Link to seat 2").input_value()
    bob.page.goto(link)
    expect(bob.page.locator("#hand .held")).to_have_count(10)
    ann.page.goto(link)
    expect(ann.page.locator("#banner")).to_contain_text("Bob has taken this seat in another browser")
    ann.page.locator("#banner").get_by_role("link", name="Watch").click()
    expect(ann.page.locator("#prompt")).to_contain_text("You are watching")
