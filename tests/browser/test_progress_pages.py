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
    expect(page.locator("#statistics")).to_contain_text("You have not finished a game yet.")
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
    link = ann.page.locator("#waiting").get_by_label("Link to seat 2").input_value()
    bob = new_player(server, tour=False, name="Bob")
    bob.page.goto(link)
    expect(bob.page.locator("dialog.tour")).to_be_visible()
    expect(ann.page.locator("dialog.tour")).to_be_visible()


def test_a_newcomers_first_hand_is_guided(serve, new_player):
    player = new_player(serve(), tour=False)
    page = player.page
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("Take the seven")
    expect(page.locator("dialog.tour")).to_have_count(0)
    player.pile("discard").click()
    expect(lesson).to_contain_text("Lay your phase")
    player.button("phase").click()
    expect(lesson).to_be_hidden()
    page.locator("#builder .lay").click()
    expect(lesson).to_contain_text("Add the fourth queen")
    page.locator("#hand [data-card^=Q]").click()
    page.locator(".target.lit").first.click()
    expect(lesson).to_contain_text("End your turn")
    player.throw("KS")
    expect(lesson).to_contain_text("Your turn")
    player.draw()
    player.throw(player.hand().split()[0])
    expect(lesson).to_have_count(0)
    page.goto("/")
    page.get_by_role("button", name="Play now").click()
    player.wait_for_turn()
    expect(lesson).to_have_count(0)
    expect(page.locator("dialog.tour")).to_have_count(0)


SIZES = [
    (320, 568),
    (360, 640),
    (390, 844),
    (768, 1024),
    (844, 390),
    (1024, 768),
    (1280, 720),
    (1280, 800),
    (1440, 900),
]
SIZES.append((1920, 1080))


def test_the_guided_hand_can_be_clicked_through_in_windows_of_all_sizes(shared, new_player):
    player = new_player(shared.server)
    page, lesson = player.page, player.page.locator(".lesson")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        page.get_by_role("button", name="Guided first hand").click()
        expect(lesson).to_contain_text("Take the seven")
        player.pile("discard").click()
        expect(lesson).to_contain_text("Lay your phase")
        player.button("phase").click()
        page.locator("#builder .lay").click()
        expect(lesson).to_contain_text("Add the fourth queen")
        page.locator("#hand [data-card^=Q]").click()
        page.locator(".target.lit").first.click()
        expect(lesson).to_contain_text("End your turn")
        page.locator('#hand [data-card="KS"]').click()
        player.pile("discard").click()
        expect(lesson).to_contain_text("Aces are wild")
        player.draw()
        box = lesson.bounding_box()
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


def test_where_a_clock_runs_no_tour_opens(serve, new_player):
    server = serve()
    made = server.make("you", "greedy", "greedy", "greedy", name="Ann", clock="quick")
    ann = new_player(server, tour=False, name="Ann")
    ann.sit(made["address"])
    expect(ann.page.locator("dialog.tour")).to_have_count(0)


def test_a_lesson_can_be_skipped_and_follows_who_plays_otherwise(serve, new_player):
    player = new_player(serve(), tour=False, phone=True)
    page = player.page
    page.goto("/?now")
    lesson = page.locator(".lesson")
    expect(lesson).to_contain_text("Take the seven")
    box, size = lesson.bounding_box(), page.viewport_size
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= size["width"]
    assert box["y"] + box["height"] <= size["height"]
    player.draw()
    expect(lesson).to_contain_text("End your turn")
    page.get_by_role("button", name="Skip the lesson").click()
    expect(lesson).to_have_count(0)
