"""A turn by clicks: picking up, refusals at their place, undo, the phase builder and the hints."""

from __future__ import annotations

import re

from playwright.sync_api import expect


def test_a_card_is_picked_up_chosen_and_discarded(ann):
    player = ann("fresh")
    assert player.hand() == "2S 2H 5S 5H 5D 7D 9S JD QC KC"
    player.draw()
    assert "3C" in player.hand().split()
    player.throw("KC")
    assert "KC" not in player.hand().split()
    expect(player.log).to_contain_text("You")
    expect(player.table).to_have_attribute("data-turn", "yours")


def test_the_top_discard_is_taken_by_a_click_on_it(ann):
    player = ann("fresh")
    player.pile("discard").click()
    player.wait_for_stage("during")
    assert player.hand().split().count("2D") == 1
    expect(player.button("phase")).to_contain_text("Lay phase 1")


def test_the_places_that_take_the_chosen_card_are_highlighted(ann):
    player = ann("laid")
    player.card("2C").click()
    expect(player.target(1, 0)).to_be_visible()
    expect(player.target(1, 1)).to_have_count(0)
    expect(player.pile("discard")).to_have_class(re.compile(r"\blit\b"))
    player.card("AS").click()
    expect(player.target(1, 0)).to_be_visible()
    expect(player.target(1, 1)).to_be_visible()


def test_a_refused_click_says_the_rule_at_the_place(ann):
    player = ann("laid")
    player.card("KC").click()
    player.target(1, 0, lit=False).click()
    player.refused("does not fit a set of value 2", "Rule 5.3")
    spoken, place = player.bubble.bounding_box(), player.group(1, 0).bounding_box()
    assert abs(spoken["y"] + spoken["height"] - place["y"]) < 150, "the bubble is at the group"
    assert len(player.hand().split()) == 5


def test_the_cited_rule_opens_the_rules_there(ann):
    player = ann("laid")
    player.card("KC").click()
    player.target(1, 1, lit=False).click()
    player.bubble.get_by_role("button", name="Rule 5.3").click()
    expect(player.dialog.locator("#rule-5-3")).to_be_visible()
    expect(player.dialog.locator("#rule-5-3")).to_have_class(re.compile("marked"))
    player.press("Escape")
    expect(player.dialog).to_have_count(0)


def test_a_second_pick_up_is_refused(ann):
    player = ann("ready")
    player.pile("deck").click()
    player.refused("Rule 6.1")
    assert len(player.hand().split()) == 11


def test_undo_goes_back_to_the_pick_up_and_never_past_it(ann):
    player = ann("laid")
    player.add("2C", 1, 0)
    player.add("AS", 1, 1)
    assert player.hand().split() == ["7D", "JD", "KC"]
    player.button("undo").click()
    expect(player.card("AS")).to_be_visible()
    player.button("undo").click()
    expect(player.card("2C")).to_be_visible()
    player.button("undo").click()
    expect(player.page.locator("#mine figure")).to_have_count(0)
    assert len(player.hand().split()) == 11
    expect(player.button("undo")).to_be_disabled()
    player.press("u")
    player.refused("nothing to take back")
    assert len(player.hand().split()) == 11
    player.wait_for_stage("during")


def test_the_builder_proposes_the_phase_and_lays_it(ann):
    player = ann("ready")
    player.button("phase").click()
    expect(player.page.locator("#builder")).to_be_visible()
    assert [set(player.built(group).split()) for group in (0, 1)] == [{"2S", "2H", "2D"}, {"5S", "5H", "5D"}]
    expect(player.page.locator("#builder .verdict")).to_contain_text("Complete")
    player.button("lay").click()
    expect(player.group(1, 0).locator(".card")).to_have_count(3)
    expect(player.group(1, 1).locator(".card")).to_have_count(3)
    assert len(player.hand().split()) == 5
    expect(player.page.locator("#builder")).to_be_hidden()


def test_the_builder_takes_an_own_arrangement(ann):
    player = ann("ready")
    player.button("phase").click()
    player.page.locator("#builder").get_by_role("button", name="Clear").click()
    assert player.built(0) == player.built(1) == ""
    for card in ("5S", "5H", "5D"):
        player.card(card).click()
    expect(player.slot(0)).to_contain_text("complete")
    for card in ("2S", "2H", "9S"):
        player.card(card).click()
    assert player.built(1) == "2S 2H 9S"
    expect(player.slot(1).locator(".flaw")).not_to_be_empty()
    expect(player.button("lay")).to_have_attribute("aria-disabled", "true")
    player.button("lay").click(force=True)
    player.refused("Rule ")
    player.slot(1).locator('[data-card="9S"]').click()
    player.card("2D").click()
    expect(player.page.locator("#builder .verdict")).to_contain_text("Complete")
    player.button("lay").click()
    expect(player.lying(1, 0, "5S")).to_be_visible()
    expect(player.lying(1, 1, "2D")).to_be_visible()


def test_accumulations_show_their_total_and_what_they_still_need(ann):
    player = ann("totals")
    player.button("phase").click()
    player.page.locator("#builder").get_by_role("button", name="Clear").click()
    player.card("KS").click()
    player.card("8S").click()
    expect(player.slot(0)).to_contain_text("21 of 34")
    player.card("KH").click()
    expect(player.slot(0)).to_contain_text("34 of 34")
    for card in ("QS", "QH", "0S"):
        player.card(card).click()
    expect(player.slot(1)).to_contain_text("34 of 34")
    player.button("lay").click()
    expect(player.group(1, 1)).to_contain_text("34")
    player.add("KD", 1, 0)
    expect(player.group(1, 0)).to_contain_text("needs 8 more")
    player.card("9C").click()
    player.pile("discard").click()
    player.refused("Rule 5.6")
    player.add("8D", 1, 0)
    expect(player.group(1, 0)).to_contain_text("55")
    player.throw("9C")


def test_the_bonus_game_offers_its_phases_and_a_joker_skips_somebody(ann):
    player = ann("jokers")
    player.button("phase").click()
    choice = player.page.locator("#builder").get_by_role("group", name="Which phase").get_by_role("button")
    expect(choice).to_have_count(7)
    player.press("Escape")
    expect(player.page.locator("#builder")).to_be_hidden()
    player.card("ZZ").click()
    player.pile("discard").click()
    player.refused("Rule 6.5")
    player.page.locator('[data-skip="3"]').click()
    expect(player.log).to_contain_text("miss")


def test_hints_come_in_three_steps(ann):
    player = ann("fresh")
    player.button("hint").click()
    expect(player.hint).to_contain_text("1 of 4")
    expect(player.hint.locator("p")).to_have_count(1)
    player.button("hint").click()
    expect(player.hint).to_contain_text("2 of 4")
    expect(player.hint.locator("p")).to_have_count(2)
    expect(player.hint.locator("p").nth(1)).to_contain_text("Take")
    expect(player.page.locator("[data-pile].hinted, .held.hinted")).not_to_have_count(0)
    player.hint.get_by_role("button", name="Why?").click()
    expect(player.hint).to_contain_text("3 of 4")
    expect(player.hint.locator("p").nth(2)).to_contain_text("phase 1")
    player.hint.get_by_role("button", name="Close").click()
    expect(player.hint).to_have_count(0)
    player.pile("discard").click()
    player.wait_for_stage("during")


def test_the_hand_is_sorted_by_value_by_suit_and_for_the_phase(ann):
    player = ann("totals")
    seen = {player.hand()}
    for _ in range(2):
        before = player.button("sort").text_content()
        player.button("sort").click()
        expect(player.button("sort")).not_to_have_text(before)
        seen.add(player.hand())
    assert len(seen) == 3


def test_a_hint_marks_the_card_and_the_group_that_it_goes_to(ann):
    player = ann("busy")
    player.button("hint").click()
    expect(player.hint).to_contain_text("1 of 4")
    expect(player.page.locator(".group.hinted")).to_have_count(0)
    player.button("hint").click()
    expect(player.hint.locator("p").nth(1)).to_contain_text("Add")
    expect(player.page.locator(".group.hinted")).to_have_count(1)
    expect(player.page.locator(".held.hinted")).to_have_count(1)


def test_an_own_order_is_kept_beside_the_sortings(ann):
    player = ann("totals")
    first = player.card(player.hand().split()[0])
    first.focus()
    player.press("Shift+ArrowRight")
    expect(player.button("sort")).to_contain_text("Own")
    own = player.hand()
    words = [player.button("sort").text_content()]
    while True:
        player.button("sort").click()
        words.append(player.button("sort").text_content())
        if words[-1] == words[0]:
            break
    assert len(words) == 5, "value, suit, phase, and the own order again"
    assert player.hand() == own


def test_what_is_taken_back_returns_to_its_place_in_the_own_order(ann):
    player = ann("laid")
    player.card("KC").focus()
    player.press("Shift+ArrowLeft")
    own = player.hand()
    player.add("2C", 1, 0)
    player.button("undo").click()
    expect(player.card("2C")).to_be_visible()
    assert player.hand() == own
    player.button("undo").click()
    expect(player.page.locator("#hand .held")).to_have_count(11)
    assert [card for card in player.hand().split() if card in own.split()] == own.split()


def test_the_builder_closes_with_the_hand(ann):
    player = ann("last card")
    player.throw("AC")
    expect(player.dialog).to_contain_text("Hand 1 is over")
    player.press("Escape", "p")
    expect(player.page.locator("#builder")).to_be_hidden()


def test_the_button_that_opened_the_builder_closes_it(ann):
    player = ann("ready")
    player.draw()
    expect(player.button("phase")).to_contain_text("Lay phase 1")
    player.button("phase").click()
    expect(player.button("phase")).to_contain_text("Close")
    player.button("phase").click()
    expect(player.page.locator("#builder")).to_be_hidden()
    expect(player.button("phase")).to_contain_text("Lay phase 1")


def test_the_end_of_a_hand_shows_everybodys_cards_and_the_next_one_is_dealt(ann):
    player = ann("last card")
    player.throw("AC")
    expect(player.dialog).to_contain_text("Hand 1 is over")
    expect(player.dialog).to_contain_text("You have no cards left")
    expect(player.dialog.locator(".end-seat")).to_have_count(4)
    expect(player.dialog.locator(".end-cards .card")).to_have_count(30)
    expect(player.dialog).to_contain_text("Laid phase 1")
    player.dialog.get_by_role("button", name="Deal the next hand").click()
    expect(player.dialog).to_have_count(0)
    player.wait_for_stage("before")
    expect(player.page.locator("#facts")).to_contain_text("Hand 2")
    assert len(player.hand().split()) == 10
