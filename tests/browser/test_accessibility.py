"""What somebody hears who does not see the table, and where the focus is after each thing that they do."""

from __future__ import annotations

import re

import arranged
import pytest
from browser_players import Player
from playwright.sync_api import expect

WATCH_THE_LOG = """() => {
  globalThis.heard = [];
  const listen = (changes) => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach((node) => globalThis.heard.push(node.textContent.trim())));
  new MutationObserver(listen).observe(document.getElementById("log"), { childList: true, subtree: true });
}"""


def told(player):
    """The element that only screen readers tell of."""
    return player.page.locator("#bubbles > [role=status]")


def read_aloud(place):
    """The place as a screen reader has it: without what is hidden from it."""
    return place.aria_snapshot()


def focus(player, selector):
    player.page.locator(selector).first.focus()


# ------------------------------------------------------------------------------------------------ the log


def test_an_undo_is_removed_from_the_log_and_announced_once(ann):
    player = ann("laid")
    player.add("2C", 1, 0)
    expect(player.log).to_contain_text("2♣")
    player.page.evaluate(WATCH_THE_LOG)
    player.button("undo").click()
    expect(player.card("2C")).to_be_visible()
    expect(player.log).not_to_contain_text("2♣")
    assert player.page.evaluate("globalThis.heard") == ["You take it back."]


def test_an_undo_is_announced_to_the_others(shared, new_player):
    kept = shared.take("laid")
    ann, guest = new_player(shared.server), new_player(shared.server)
    ann.sit(kept.path())
    guest.page.goto(kept.path(None))
    ann.add("2C", 1, 0)
    expect(guest.log).to_contain_text("2♣")
    ann.button("undo").click()
    expect(guest.log).to_contain_text("Ann takes it back.")
    expect(guest.log).not_to_contain_text("2♣")


def test_a_connection_that_comes_back_adds_to_the_log_only_what_is_missing(serve, new_player, problems, tmp_path):
    kept = arranged.keep(tmp_path / "games.db", ["laid"])["laid"].pop()
    server = serve()
    player = new_player(server)
    player.sit(kept.path())
    player.page.evaluate(WATCH_THE_LOG)
    problems.allow("WebSocket connection .* failed|Failed to load resource|ERR_CONNECTION_REFUSED")
    server.kill()
    expect(player.page.locator("#banner")).to_be_visible()
    server.start()
    expect(player.page.locator("#banner")).to_be_hidden()
    player.add("2C", 1, 0)
    (heard,) = player.page.evaluate("globalThis.heard")
    assert heard.startswith(", add 2♣")


def test_cards_have_names_and_plays_are_separate(ann):
    player = ann("fresh")
    player.draw()
    player.throw("KC")
    assert re.search("draw three of clubs ?, discard king of clubs", read_aloud(player.log))
    player.pile("discard").click()
    player.wait_for_stage("during")
    player.pile("deck").click()
    assert "♣" not in read_aloud(player.bubble)
    player.card("5S").click()
    assert "five of spades" in read_aloud(player.page.locator("#prompt"))


def test_watchers_are_told_that_they_watch(shared, new_player):
    guest = new_player(shared.server)
    guest.page.goto(shared.look("fresh").path(None))
    expect(guest.page.locator("#prompt")).to_have_text("You are watching. Ann is away.")


# ------------------------------------------------------------------------------------------------ builder and hints


def test_the_builder_announces_where_a_card_goes_and_what_is_missing(ann):
    player = ann("ready")
    player.button("phase").click()
    expect(told(player)).to_have_text("Complete: you can lay it.")
    expect(player.page.get_by_role("listbox")).to_have_attribute("aria-multiselectable", "true")
    expect(player.card("5S")).to_have_attribute("aria-selected", "true")
    expect(player.card("KC")).to_have_attribute("aria-selected", "false")
    player.page.locator("#builder").get_by_role("button", name="Clear").click()
    expect(player.card("5S")).to_have_attribute("aria-selected", "false")
    player.card("5S").click()
    expect(told(player)).to_contain_text("Five of spades put into the first set, which has 1 card")
    for card in ("5H", "5D"):
        player.card(card).click()
    expect(told(player)).to_contain_text("Five of diamonds put into the first set, which is complete")
    player.slot(0).locator('[data-card="5D"]').click()
    expect(told(player)).to_contain_text("Five of diamonds taken out")
    for card in ("5D", "2S", "2H", "2D"):
        player.card(card).click()
    complete = "Two of diamonds put into the second set, which is complete. Complete: you can lay it."
    expect(told(player)).to_have_text(complete)
    player.press("Escape")
    expect(player.page.locator("#hand")).not_to_have_attribute("aria-multiselectable", "true")


def test_a_hint_is_announced_and_keeps_the_focus(ann):
    player = ann("fresh")
    focus(player, "[data-action=hint]")
    player.press("Enter")
    expect(told(player)).to_have_text(player.hint.locator("p").text_content())
    for name in ("Which play?", "Why?", "Compare plays"):
        button = player.hint.get_by_role("button", name=name)
        button.focus()
        player.press("Enter")
        expect(button).to_have_count(0)
        expect(player.hint.locator("button").first).to_be_focused()
        expect(told(player)).to_have_text(player.hint.locator("p").last.text_content())
    player.press("Escape")
    expect(player.button("hint")).to_be_focused()


# ------------------------------------------------------------------------------------------------ where the focus is


@pytest.fixture
def refused(shared, new_player):
    """Ann, whose second pick-up is refused, with the focus on the rule in the bubble; her clock can be put forward."""
    player = new_player(shared.server)
    player.page.clock.install()
    player.sit(shared.take("ready").path())
    focus(player, "[data-pile=deck]")
    player.press("Enter")
    player.refused("Rule 6.1")
    player.bubble.get_by_role("button").focus()
    return player


def test_a_refusal_stays_while_it_has_the_focus_and_gives_it_back(refused):
    refused.page.clock.fast_forward(60_000)
    expect(refused.bubble).to_be_visible()
    refused.press("Escape")
    expect(refused.bubble).to_have_count(0)
    expect(refused.pile("deck")).to_be_focused()
    refused.press("Enter")
    expect(refused.bubble).to_be_visible()
    refused.page.clock.fast_forward(60_000)
    expect(refused.bubble).to_have_count(0)


def test_the_rule_that_is_cited_gives_the_focus_back(refused):
    refused.press("Enter")
    expect(refused.dialog.locator("#rule-6-1")).to_be_visible()
    expect(refused.bubble).to_have_count(0)
    refused.press("Escape")
    expect(refused.pile("deck")).to_be_focused()


def test_the_log_that_is_closed_gives_the_focus_to_its_button(ann):
    player = ann("fresh")
    focus(player, ".log")
    player.press("l")
    expect(player.button("log")).to_be_focused()


def test_removing_a_game_moves_the_focus_to_the_next(shared, new_player):
    player = new_player(shared.server)
    for kind in ("fresh", "laid"):
        player.sit(shared.take(kind).path())
    player.page.goto("/")
    forget = player.page.locator("#games-list").get_by_role("button", name="Remove")
    expect(forget).to_have_count(2)
    forget.first.focus()
    player.press("Enter")
    expect(forget).to_have_count(1)
    expect(forget).to_be_focused()
    player.press("Enter")
    expect(player.page.get_by_role("heading", name="Set up a table")).to_be_focused()


def test_a_busy_button_keeps_the_focus_and_is_pressed_once(shared, new_player, problems):
    problems.allow("Failed to load resource")
    player = new_player(shared.server)
    asked = []

    def refuse(route):
        asked.append(route)
        player.page.keyboard.press("Enter")
        route.fulfill(status=503, json={"error": "too many tables"})

    player.page.route("**/api/games", refuse)
    player.page.goto("/")
    focus(player, "#play-now")
    player.press("Enter")
    expect(player.page.locator("#hero-problem")).not_to_be_empty()
    expect(player.page.locator("#play-now")).to_be_focused()
    assert len(asked) == 1


# ------------------------------------------------------------------------------------------------ the end of the game


def test_the_result_keeps_the_focus_whatever_happens_at_the_table(shared, new_player):
    kept = shared.take("finished")
    ann, guest = (new_player(shared.server) for _ in range(2))
    again = Player(ann.page.context, {}, tour=True, name=None)  # in another tab of the same browser
    ann.sit(kept.path())
    ann.dialog.get_by_role("button", name="See the result").click()
    replay = ann.dialog.get_by_role("link", name="Watch the replay")
    replay.focus()
    same = ann.dialog.get_by_role("heading", name="You win!").element_handle()
    heard = len(ann.heard)
    guest.page.goto(kept.path(None))
    assert any(ann.page.wait_for_timeout(50) or len(ann.heard) > heard for _ in range(2400)), "Ann is told who watches"
    expect(replay).to_be_focused()
    assert same.evaluate("(heading) => heading.isConnected"), "what it shows has not changed"
    again.sit(kept.path())
    again.dialog.get_by_role("button", name="Close").click()
    again.button("menu").click()
    again.page.locator("#menu").get_by_role("button", name="Your name").click()
    again.dialog.get_by_label("The name that other players see").fill("Anna")
    again.press("Enter")
    expect(ann.dialog).to_contain_text("Anna")
    expect(replay).to_be_focused()


def test_a_rematch_that_somebody_has_begun_can_be_joined(ann):
    """The end of the game as it is drawn for who has a seat in the next one, and for who has none."""
    player = ann("finished")
    draw = """async (rematch) => {
      const { gameEnd } = await import("/site/pages/table/end/end-view.js");
      const dots = [[1], [], [], []];
      const over = { ranks: [1, 2, 3, 4], scores: [0, 1, 2, 3], done: dots, seed: "x" };
      const table = { id: "x", seat: 1, names: ["Bob", "Ann", "Pia", "Kai"], phases: [1], sheet: [], over };
      const found = gameEnd(table, { onRematch: () => {}, rematch }).querySelector("[data-action=rematch]");
      return [found.textContent, found.getAttribute("href")];
    }"""
    seat, watch = "/table/y#seat=k", "/table/y"
    for rematch, expected in (
        (None, ["Rematch", None]),
        ({"address": seat, "by": "Bob"}, ["Join Bob's rematch", seat]),
        ({"address": seat, "by": None}, ["Join the rematch", seat]),
        ({"address": watch, "by": "Bob"}, ["Watch the rematch", watch]),
    ):
        assert player.page.evaluate(draw, rematch) == expected


# ------------------------------------------------------------------------------------------------ keys


def test_letter_keys_can_be_switched_off(ann):
    player = ann("fresh")
    player.button("menu").click()
    player.page.locator("#menu").get_by_role("button", name="Settings").click()
    player.dialog.get_by_label("Letter keys").uncheck()
    player.press("Escape")
    player.press("p", "l", "?")
    expect(player.page.locator("#builder")).to_be_hidden()
    expect(player.dialog).to_have_count(0)
    focus(player, ".held")
    player.press("ArrowRight", "Enter")
    expect(player.card("2H")).to_have_attribute("aria-selected", "true")
    player.press("Escape")
    expect(player.card("2H")).to_have_attribute("aria-selected", "false")


# ------------------------------------------------------------------------------------------------ the replay


def test_the_plays_of_a_replay_say_who_and_are_one_stop_for_the_tab_key(shared, new_player):
    player = new_player(shared.server)
    player.page.goto(f"/replay/{shared.look('finished').id}")
    plays = player.page.get_by_role("list", name="The plays of this hand")
    step = plays.get_by_role("button")
    expect(step.nth(1)).to_have_accessible_name("Ann draws ace of clubs")
    expect(plays.locator('[tabindex="0"]')).to_have_count(1)
    step.first.focus()
    player.press("ArrowDown")
    expect(step.nth(1)).to_be_focused()
    expect(player.page.locator("#replay .where")).to_contain_text("the deal")
    player.press("Enter")
    expect(player.page.locator("#replay .where")).to_contain_text("play 1 of")
    player.press("Tab")
    expect(player.page.get_by_role("button", name="First moment")).to_be_focused()
    step.nth(1).focus()
    player.press("PageDown")
    expect(player.page.locator("#replay .where")).to_contain_text("Hand 2")
    expect(step.first).to_be_focused()
