"""Around the table: the tour, the settings, the rules, the results; and what the pages weigh and ask for."""

from __future__ import annotations

import re
import shutil
from contextlib import closing

import pytest
from browser_players import PATIENCE
from playwright.sync_api import expect

from phazed.storage.results.store import Store

MOST_BYTES = 300_000


def test_the_tour_is_shown_once_and_can_be_skipped(shared, new_player):
    player = new_player(shared.server, tour=False)
    player.page.goto(shared.take("fresh").path())
    tour = player.page.locator("dialog.tour")
    expect(tour).to_contain_text("1 of 8")
    tour.get_by_role("button", name="Skip the tour").click()
    expect(tour).to_have_count(0)
    player.wait_for_stage("before")
    player.draw()
    player.page.goto(shared.take("fresh").path())
    player.wait_for_turn()
    expect(tour).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_the_tour_leads_through_the_table_and_stays_in_the_window(shared, new_player, phone):
    player = new_player(shared.server, tour=False, phone=phone)
    player.page.goto(shared.take("fresh").path())
    tour = player.page.locator("dialog.tour")
    bubble = player.page.locator(".tour-bubble")
    size = player.page.viewport_size
    for step in range(1, 9):
        expect(tour).to_contain_text(f"{step} of 8")
        box = bubble.bounding_box()
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= size["width"]
        assert box["y"] + box["height"] <= size["height"]
        player.press("ArrowRight")
    expect(tour).to_have_count(0)


def test_the_tour_ends_by_escape_and_can_be_seen_again(shared, new_player):
    player = new_player(shared.server, tour=False)
    player.page.goto(shared.take("fresh").path())
    tour = player.page.locator("dialog.tour")
    expect(tour).to_be_visible()
    player.press("Escape")
    expect(tour).to_have_count(0)
    player.button("menu").click()
    player.page.locator("#menu").get_by_role("button", name="Tour").click()
    expect(tour).to_contain_text("1 of 8")


def test_settings_survive_a_reload(shared, new_player):
    player = new_player(shared.server, color_scheme="light")
    root = player.page.locator("html")
    player.page.goto("/")
    player.page.get_by_role("button", name="Settings").click()
    for choice in ("Dark", "Four colours, with letters", "Fast"):
        player.dialog.get_by_label(choice, exact=True).check()
    expect(root).to_have_attribute("data-theme", "dark")
    player.press("Escape")
    player.sit(shared.take("fresh").path())
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-suits", "four")
    assert player.page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "dark"
    player.page.reload()
    player.wait_for_turn()
    player.button("menu").click()
    player.page.locator("#menu").get_by_role("button", name="Settings").click()
    for choice in ("Dark", "Four colours, with letters", "Fast"):
        expect(player.dialog.get_by_label(choice, exact=True)).to_be_checked()


def test_four_colours_have_letters_too(ann):
    two, four = ann("fresh"), ann("fresh", settings={"suits": "four"})
    letter = ".card .corner i"
    expect(four.card("KC").locator(letter)).to_be_visible()
    expect(two.card("KC").locator(letter)).to_be_hidden()

    def colours(player):
        look = "(card) => getComputedStyle(card.querySelector('b')).color"
        return {player.card(card).locator(".card").evaluate(look) for card in ("2S", "2H", "JD", "KC")}

    assert (len(colours(two)), len(colours(four))) == (2, 4)


def test_the_theme_follows_the_system(shared, new_player):
    backgrounds = set()
    for scheme in ("light", "dark"):
        player = new_player(shared.server, color_scheme=scheme)
        player.page.goto("/")
        backgrounds.add(player.page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(backgrounds) == 2


def test_reduced_motion_has_no_animations(ann):
    count = """() => {
      globalThis.flown = 0;
      const animate = Element.prototype.animate;
      Element.prototype.animate = function (...how) { globalThis.flown += 1; return animate.apply(this, how); };
    }"""
    flown = {}
    for motion in (True, False):
        player = ann("fresh", motion=motion)
        player.page.evaluate(count)
        player.draw()
        player.throw("KC")
        flown[motion] = player.page.evaluate("globalThis.flown")
    assert flown[True] > 0
    assert flown[False] == 0


def test_the_animation_of_the_others_plays_can_be_skipped(ann):
    player = ann("ready", settings={"pace": "slow"})
    player.card("KC").click()
    player.pile("discard").click()
    expect(player.table).to_have_attribute("data-busy", "true")
    player.press("Space")
    player.wait_for_stage("before")


def test_the_rules_have_a_page_with_examples_and_contents(shared, new_player):
    player = new_player(shared.server)
    player.page.goto("/rules")
    expect(player.page.locator("#rules [id^=section-]").first).to_be_visible()
    expect(player.page.locator("#rules svg, #rules .card").first).to_be_visible()
    links = player.page.get_by_role("navigation", name="Sections of the rules").get_by_role("link")
    assert links.count() >= 5
    links.nth(4).click()
    expect(player.page.locator("#rules .marked")).to_be_in_viewport()
    player.page.goto("/rules#rule-5-4")
    expect(player.page.locator("#rule-5-4")).to_be_in_viewport()


def test_the_rules_are_one_click_away_at_the_table(ann):
    player = ann("fresh")
    player.button("rules").click()
    expect(player.dialog.get_by_role("heading", name="The rules of Phazed")).to_be_visible()
    expect(player.dialog.locator("[id^=rule-]").first).to_be_attached()
    player.press("Escape")
    expect(player.dialog).to_have_count(0)
    player.wait_for_stage("before")


def test_the_replay_goes_step_by_step_and_is_seen_from_any_seat(shared, new_player):
    player = new_player(shared.server)
    player.page.goto(f"/replay/{shared.look('finished').id}")
    page = player.page
    expect(page.locator("#replay .card").first).to_be_visible()
    first = page.locator("#replay .felt").inner_html()
    page.keyboard.press("ArrowRight")
    assert page.locator("#replay .felt").inner_html() != first
    faces = page.locator("#replay .hand .card:not(.back)")
    everything = faces.count()
    page.get_by_label("Hands shown").select_option(index=2)
    expect(faces).not_to_have_count(everything)
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_contain_text("The game is over. Ann wins.")


def test_an_unfinished_game_has_no_replay(shared, new_player, problems):
    problems.allow("409")
    player = new_player(shared.server)
    player.page.goto(f"/replay/{shared.look('fresh').id}")
    expect(player.page.locator("#problem")).to_contain_text("not over yet")


def test_a_tournaments_results_are_served_with_their_replays(serve, new_player, results):
    player = new_player(serve(None, "--results", results))
    player.page.goto("/")
    player.page.get_by_role("link", name="Results").click()
    expect(player.page.get_by_role("table").first).to_contain_text("simple")
    player.page.get_by_role("link", name=re.compile(r"match|replay|#?\d+", re.I)).first.wait_for()
    player.page.goto("/results/matches/0")
    expect(player.page.locator("#replay .card").first).to_be_visible()
    expect(player.page.locator("h1")).to_contain_text("Match 0")


def test_a_match_that_an_error_ended_opens_at_the_error(serve, new_player, results):
    with closing(Store.existing(results)) as store:
        match = store.first_errors()[0]
    player = new_player(serve(None, "--results", results))
    player.page.goto(f"/results/matches/{match}")
    expect(player.page.locator(".board")).to_contain_text("made an error, which ends the game")
    player.page.goto(f"/results/matches/{match}#hand=1&step=0")
    player.page.reload()
    expect(player.page.locator(".board")).to_contain_text("the deal")


def test_the_results_of_a_running_tournament_refresh_by_themselves(serve, new_player, results, tmp_path):
    folder = shutil.copytree(results, tmp_path / "running")
    with closing(Store.existing(folder)) as store:
        played = store.played
        store.set_setting("planned", played + 2)
        page = new_player(serve(None, "--results", folder)).page
        page.goto("/results")
        expect(page.locator(".live")).to_contain_text(f"Live: {played} of {played + 2} matches played")
        expect(page.locator("#latest .match")).to_have_count(min(played, 8))
        columns = store.database.connection.execute("SELECT * FROM matches WHERE number = 0").fetchone()[1:]
        seats = store.database.connection.execute("SELECT * FROM seats WHERE match = 0").fetchall()
        for number in (played, played + 1):
            with store.transaction() as base:
                base.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?)", (number, *columns))
                marks = ", ".join("?" * len(seats[0]))
                base.executemany(f"INSERT INTO seats VALUES ({marks})", [(number, *seat[1:]) for seat in seats])
            if number == played:
                expect(page.locator("#latest .match .id").first).to_have_text(f"#{number}", timeout=1000 * PATIENCE)
                page.get_by_label("Search bots", exact=True).fill("simple")
        button = page.get_by_role("button", name="Show the new results")
        expect(button).to_be_visible(timeout=1000 * PATIENCE)  # what the reader searches is not taken away
        button.click()
        expect(page.locator(".live")).to_have_count(0)
        expect(page.locator(".masthead")).to_contain_text("Seed")


def test_an_unknown_address_leads_back_to_the_lobby(shared, new_player, problems):
    problems.allow("404")
    player = new_player(shared.server)
    player.page.goto("/nowhere")
    expect(player.page.locator("h1")).to_have_text("Page not found")
    player.page.locator("main").get_by_role("link").click()
    expect(player.page.locator("h1")).to_have_text("Phazed")


@pytest.mark.parametrize("path", ["/", "table", "/rules", "replay"])
def test_the_size_of_a_page_is_limited(shared, new_player, path):
    player = new_player(shared.server)
    path = {"table": shared.look("busy").path(), "replay": f"/replay/{shared.look('finished').id}"}.get(path, path)
    player.page.goto(path, wait_until="networkidle")
    sizes = player.page.evaluate(
        "performance.getEntries().filter((each) => each.transferSize !== undefined)"
        ".map((each) => [each.name, each.encodedBodySize])"
    )
    assert len(sizes) > 5
    assert sum(size for _, size in sizes) < MOST_BYTES, sizes
