"""Everything by keyboard alone, and the focus is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


class Typist:
    """Presses keys, and looks after each whether the focus is still somewhere."""

    def __init__(self, player):
        self.player = player

    def press(self, *keys):
        for key in keys:
            self.player.page.keyboard.press(key)

    def has_focus(self):
        expect(self.player.page.locator(":focus")).to_be_attached()

    def choose(self, card):
        """Go along the hand to the card and choose it."""
        chosen = f"document.activeElement?.dataset?.card === '{card}'"
        for _ in range(12):
            if self.player.page.evaluate(chosen):
                break
            self.press("ArrowRight")
        assert self.player.page.evaluate(chosen), f"{card} was not found in the hand by the arrow keys"
        self.press("Enter")
        expect(self.player.card(card)).to_have_attribute("aria-selected", "true")


@pytest.fixture
def typist(ann):
    return lambda kind: Typist(ann(kind))


def tab_to(player, selector, most=40):
    for _ in range(most):
        player.press("Tab")
        if player.page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def test_a_hand_is_played_by_keyboard_alone(typist):
    keys = typist("fresh")
    player = keys.player
    keys.press("t")
    player.wait_for_stage("during")
    keys.has_focus()
    assert "two of diamonds" in player.focused(), "after the pick-up the new card has the focus"
    keys.press("p")
    expect(player.page.locator("#builder .lay[aria-disabled=false]")).to_be_focused()
    keys.press("Enter")
    expect(player.page.locator("#mine figure")).to_have_count(2)
    keys.has_focus()
    turns = 0
    while not player.is_over:
        if player.table.get_attribute("data-stage") == "before":
            keys.press("d")
            player.wait_for_stage("during")
            keys.has_focus()
        if not player.page.evaluate("document.activeElement.matches('.held')"):
            tab_to(player, ".held")
        card = player.page.evaluate("document.activeElement.dataset.card")
        keys.choose(card)
        keys.press("x")
        player.page.wait_for_selector("#table:is([data-turn=over], [data-stage=before])[data-busy=false]")
        keys.has_focus()
        turns += 1
        assert turns < 60, "the hand comes to an end"
    expect(player.dialog.locator("[data-action=next]")).to_be_focused()
    keys.press("Enter")
    player.wait_for_stage("before")
    expect(player.page.locator("#facts")).to_contain_text("Hand 2")
    keys.has_focus()


def test_a_card_is_added_to_a_group_by_keyboard(typist):
    keys = typist("laid")
    tab_to(keys.player, ".held")
    keys.choose("AS")
    keys.press("a")
    expect(keys.player.target(1, 0)).to_be_focused()
    keys.press("a")
    expect(keys.player.target(1, 1)).to_be_focused()
    keys.press("Enter")
    expect(keys.player.lying(1, 1, "AS")).to_be_visible()
    keys.has_focus()
    keys.press("u")
    expect(keys.player.card("AS")).to_be_visible()
    keys.has_focus()


def test_a_refusal_by_keyboard_is_announced_and_the_card_stays_chosen(typist):
    keys = typist("laid")
    tab_to(keys.player, ".held")
    keys.choose("KC")
    keys.press("a")
    keys.player.refused("You cannot add")
    keys.press("Escape")
    expect(keys.player.bubble).to_have_count(0)
    keys.press("Escape")
    expect(keys.player.card("KC")).to_have_attribute("aria-selected", "false")
    keys.has_focus()


def test_the_hand_is_put_in_order_by_keyboard(typist):
    keys = typist("fresh")
    tab_to(keys.player, ".held")
    keys.press("Home")
    before = keys.player.hand().split()
    keys.press("Shift+ArrowRight")
    after = keys.player.hand().split()
    assert after == [before[1], before[0], *before[2:]]
    assert keys.player.page.evaluate("document.activeElement.dataset.card") == before[0]


def test_own_groups_are_built_by_keyboard(typist):
    keys = typist("ready")
    player = keys.player
    keys.press("p")
    expect(player.page.locator("#builder")).to_be_visible()
    tab_to(player, "#builder [data-key=clear]")
    keys.press("Enter")
    keys.has_focus()
    tab_to(player, ".held")
    for card in ("5S", "5H", "5D", "2S", "2H", "2D"):
        for _ in range(12):
            if player.page.evaluate(f"document.activeElement.dataset.card === '{card}'"):
                break
            keys.press("ArrowRight")
        keys.press("Enter")
        expect(player.page.locator(f'#builder .built[data-card="{card}"]')).to_be_visible()
        keys.has_focus()
    assert (player.built(0), player.built(1)) == ("5S 5H 5D", "2S 2H 2D")
    tab_to(player, "#builder .lay")
    keys.press("Enter")
    expect(player.page.locator("#mine figure")).to_have_count(2)
    keys.has_focus()


def test_the_dialogs_give_the_focus_back(typist):
    keys = typist("fresh")
    player = keys.player
    keys.press("?")
    expect(player.dialog).to_contain_text("Keys")
    keys.press("Escape")
    expect(player.dialog).to_have_count(0)
    tab_to(player, "[data-action=menu]")
    keys.press("Enter")
    expect(player.page.locator("#menu")).to_be_visible()
    keys.press("ArrowDown", "ArrowUp", "Enter")
    expect(player.dialog).to_contain_text("Settings")
    keys.press("Escape")
    expect(player.dialog).to_have_count(0)
    keys.has_focus()


def test_every_card_of_the_hand_has_a_name_for_screen_readers(ann):
    player = ann("fresh")
    names = player.page.get_by_role("listbox").get_by_role("option")
    expect(names).to_have_count(10)
    expect(names.first).to_have_accessible_name("two of spades, 1 of 10")
    expect(names.last).to_have_accessible_name("king of clubs, 10 of 10")
    expect(player.page.get_by_role("log")).to_contain_text("you begin")
