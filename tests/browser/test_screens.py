"""Every screen, light and dark, on a laptop and on a phone: accessible, and nothing scrolls sideways."""

from __future__ import annotations

import pytest
from look import Look
from playwright.sync_api import expect

IN_SIGHT = {".seat .plate": 4, "[data-pile]": 2, "#prompt": 1, "#hand .held": 5, "#mine .group": 2}
"""What has to be seen of the fullest table, and how many there are of it."""


@pytest.fixture(params=["laptop", "phone"])
def look(request, shared, new_player):
    """Somebody on a laptop or on a phone, who looks at everything; what is wrong is told once all has been seen."""
    found = []

    def begin(kind=None, server=None, **how):
        player = new_player(server or shared.server, phone=request.param == "phone", **how)
        if kind is not None:
            player.sit(shared.take(kind).path())
        return Look(player, request.param, found)

    yield begin
    assert not found, "\n".join(found)


def test_the_lobby_is_accessible(look, shared):
    eye = look()
    page = eye.player.page
    page.goto("/")
    expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    eye.at("lobby")
    page.get_by_role("button", name="Me and a friend").click()
    page.locator("#setup").scroll_into_view_if_needed()
    page.evaluate("document.querySelector('#setup-title').scrollIntoView()")
    eye.at("set-up")
    eye.player.sit(shared.take("laid").path())
    page.goto("/")
    expect(page.locator("#games-list li")).to_have_count(1)
    page.evaluate("document.querySelector('#games').scrollIntoView({ block: 'center' })")
    eye.at("your-games")


def test_the_settings_and_the_rules_are_accessible(look):
    eye = look("fresh")
    player = eye.player
    player.button("menu").click()
    eye.at("menu")
    player.page.locator("#menu").get_by_role("button", name="Settings").click()
    expect(player.dialog).to_be_visible()
    eye.at("settings")
    player.press("Escape")
    player.button("rules").click()
    expect(player.dialog.locator("[id^=rule-]").first).to_be_attached()
    eye.at("rules-dialog")
    player.page.goto("/rules")
    expect(player.page.locator("#rules [id^=rule-]").first).to_be_attached()
    eye.at("rules")


def test_the_turn_is_accessible(look):
    eye = look("fresh")
    player = eye.player
    eye.at("table-before-the-pick-up")
    player.button("hint").click()
    player.hint.get_by_role("button", name="Which play?").click()
    player.hint.get_by_role("button", name="Why?").click()
    expect(player.hint).to_contain_text("3 of 4")
    eye.at("hint")
    player.hint.get_by_role("button", name="Close").click()
    player.pile("discard").click()
    player.wait_for_stage("during")
    eye.at("table-after-the-pick-up")
    player.button("phase").click()
    expect(player.page.locator("#builder .verdict")).to_contain_text("Complete")
    eye.at("builder")
    player.button("lay").click()
    expect(player.page.locator("#mine figure")).to_have_count(2)
    player.card("KC").click()
    player.target(1, 0, lit=False).click()
    player.refused("Rule 5.3")
    eye.at("refusal")


def test_a_full_table_is_accessible(look):
    eye = look("busy")
    eye.at("full-table")
    eye.player.card("3C").click()
    expect(eye.player.target(2, 0)).to_be_visible()
    eye.at("full-table-card-chosen")
    if not eye.player.log.is_visible():
        eye.player.button("log").click()
        expect(eye.player.log).to_be_visible()
        eye.at("log")


def test_accumulations_are_accessible(look):
    eye = look("totals")
    eye.player.button("phase").click()
    expect(eye.player.page.locator("#builder .verdict")).to_contain_text("Complete")
    eye.at("builder-of-accumulations")


def test_the_bonus_game_is_accessible(look):
    eye = look("jokers")
    eye.player.card("ZZ").click()
    expect(eye.player.page.locator("[data-skip].lit").first).to_be_visible()
    eye.at("joker-chosen")
    eye.player.press("Escape")
    eye.player.button("phase").click()
    expect(eye.player.page.locator("#builder")).to_be_visible()
    eye.at("builder-of-the-bonus-game")


def test_the_ends_are_accessible(look):
    eye = look("last turn")
    player = eye.player
    player.card("8S").click()
    player.pile("discard").click()
    expect(player.dialog).to_contain_text("Hand 5 is over")
    eye.at("end-of-the-hand")
    player.dialog.get_by_role("button", name="See the result").click()
    expect(player.dialog).to_contain_text("You win!")
    eye.at("end-of-the-game")
    player.dialog.evaluate("(dialog) => dialog.scrollTo(0, dialog.scrollHeight)")
    eye.at("end-of-the-game-below")
    player.button("replay").click()
    expect(player.page.locator("#replay .card").first).to_be_visible()
    eye.at("replay")


def test_the_tour_is_accessible(look, shared):
    eye = look(tour=False)
    player = eye.player
    player.page.goto(shared.take("fresh").path())
    expect(player.page.locator("dialog.tour")).to_contain_text("1 of 8")
    eye.at("tour")
    player.press("ArrowRight", "ArrowRight")
    expect(player.page.locator("dialog.tour")).to_contain_text("3 of 8")
    eye.at("tour-piles")


def test_waiting_and_watching_are_accessible(look, shared):
    made = shared.server.make("you", "casual", "person", "person", name="Ann")
    eye = look(name="Ann")
    player = eye.player
    player.page.goto(made["address"])
    expect(player.page.locator("#waiting")).to_contain_text("Waiting for players")
    eye.at("waiting-room")
    player.page.goto(shared.look("busy").path(None))
    expect(player.page.locator("figure.group")).to_have_count(8)
    eye.at("watching")
    player.page.goto(shared.take("watched").path(None))
    player.until("document.querySelectorAll('#log .did').length > 12")
    player.page.get_by_role("button", name="Pause").click()
    player.page.wait_for_selector("#table[data-busy=false]")
    eye.at("watching-four-bots")


def test_joining_and_the_players_of_a_table_are_accessible(look, shared, problems):
    problems.allow("404")
    made = shared.server.make("you", "person", "casual", "casual", name="Ann", clock="relaxed")
    eye = look(name="Ann")
    player = eye.player
    page = player.page
    page.goto("/join/ZZZZZ")
    expect(page.get_by_role("alert")).to_contain_text("No table", ignore_case=True)
    eye.at("join-wrong-code")
    page.goto(made["address"])
    code = page.locator(".invitation .code").text_content()
    page.goto(f"/join/{code}")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    eye.at("join")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Start now with bots").click()
    expect(page.locator("#hand .held")).to_have_count(10)
    player.button("menu").click()
    page.locator("#menu").get_by_role("button", name="Players and table").click()
    expect(player.dialog).to_contain_text("Nobody is watching")
    eye.at("players")


def test_what_is_lost_is_accessible(look, problems):
    problems.allow("404")
    eye = look()
    eye.player.page.goto("/nowhere")
    expect(eye.player.page.locator("h1")).to_have_text("Page not found")
    eye.at("lost")
    eye.player.page.goto("/table/nosuchgame")
    expect(eye.player.page.locator("#banner")).to_contain_text("There is no such")
    eye.at("table-gone")


def test_the_results_are_accessible(look, serve, results):
    eye = look(server=serve(None, "--results", results))
    page = eye.player.page
    page.goto("/results")
    expect(page.get_by_role("table").first).to_contain_text("simple")
    eye.at("results")
    page.goto("/results/matches/0")
    expect(page.locator("#replay .card").first).to_be_visible()
    eye.at("match")


def test_the_controls_are_visible_at_the_fullest_table(look):
    page = look("busy").player.page
    for what, count in IN_SIGHT.items():
        places = page.locator(what)
        expect(places).to_have_count(count)
        for place in places.all():
            expect(place, what).to_be_in_viewport(ratio=0.9)


def test_the_review_is_accessible(look, shared):
    eye = look()
    page = eye.player.page
    page.goto(f"/review/{shared.look('misplayed').id}")
    expect(page.locator(".balance")).to_be_visible()
    eye.at("review")


def test_the_daily_deal_and_the_statistics_are_accessible(look, shared):
    eye = look()
    page = eye.player.page
    page.goto("/daily")
    expect(page.locator("#daily .button")).to_be_visible()
    eye.at("daily")
    eye.player.sit(shared.take("misplayed").path())
    eye.player.until("localStorage.getItem('phazed-games')?.includes('over')")
    page.goto("/statistics")
    expect(page.locator("table.figures").first).to_be_visible()
    eye.at("statistics")


def test_the_guided_first_hand_is_accessible(look, serve):
    eye = look(server=serve(), tour=False)
    page = eye.player.page
    page.goto("/?now")
    expect(page.locator(".lesson")).to_contain_text("Take the seven")
    eye.at("lesson")
