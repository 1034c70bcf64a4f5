"""The daily deal and the statistics."""

from __future__ import annotations

from playwright.sync_api import expect


def test_the_daily_deal_is_played_continued_and_the_same_for_everybody(serve, new_player):
    server = serve()
    player = new_player(server, name="Ann")
    page = player.page
    page.goto("/")
    page.get_by_role("link", name="Daily deal").click()
    expect(page.locator("#daily")).to_contain_text("Nobody has finished today's deal yet.")
    page.get_by_role("button", name="Play today's deal").click()
    player.wait_for_turn()
    own = player.hand()
    page.goto("/daily")
    page.get_by_role("link", name="Continue your game").click()
    player.wait_for_turn()
    assert player.hand() == own
    other = new_player(server)
    other.page.goto("/daily")
    other.page.get_by_role("button", name="Play today's deal").click()
    other.wait_for_turn()
    assert other.hand() == own


def test_the_statistics_count_finished_games_and_review_them(shared, new_player):
    player = new_player(shared.server)
    page = player.page
    page.goto("/statistics")
    expect(page.locator("#statistics")).to_contain_text("No finished game yet.")
    for kind in ("finished", "misplayed"):
        player.sit(shared.take(kind).path())
        expect(page.locator("#table")).to_be_visible()
        player.until("localStorage.getItem('phazed-games')?.includes('over')")
    page.goto("/statistics")
    places = page.get_by_role("table", name="Games and places")
    expect(places.get_by_role("row").nth(1)).to_have_text("Phased Out22000")
    expect(page.get_by_role("table", name="hands needed").get_by_role("row")).to_have_count(6)
    page.get_by_role("button", name="Review 2 games").click()
    expect(page.locator(".accuracy")).to_contain_text("2 games reviewed")
    expect(page.locator(".accuracy-plot circle")).to_have_count(2)


def test_everybody_who_is_new_gets_the_tour_also_who_waits_for_others(serve, new_player):
    server = serve()
    made = server.make("you", "person", "greedy", "greedy", name="Ann")
    ann = new_player(server, tour=False, name="Ann")
    ann.page.goto(made["address"])
    link = ann.page.locator("#waiting").get_by_label("Link of seat 2").input_value()
    bob = new_player(server, tour=False, name="Bob")
    bob.page.goto(link)
    expect(bob.page.locator("dialog.tour")).to_be_visible()
    expect(ann.page.locator("dialog.tour")).to_be_visible()
