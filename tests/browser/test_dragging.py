"""Dragging cards by mouse on a laptop and by finger on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect


@pytest.fixture(params=["mouse", "finger"])
def dragger(request, ann):
    """Somebody who drags, and how they do it."""

    def sit(kind):
        finger = request.param == "finger"
        player = ann(kind, phone=finger, motion=True)
        return player, player.drag_by_finger if finger else player.drag

    return sit


def test_a_card_is_dragged_from_the_deck_into_the_hand(dragger):
    player, drag = dragger("fresh")
    drag(player.pile("deck"), player.page.locator("#hand"))
    player.wait_for_stage("during")
    assert "3C" in player.hand().split()


def test_the_top_discard_is_dragged_into_the_hand_and_another_card_back(dragger):
    player, drag = dragger("fresh")
    drag(player.pile("discard"), player.page.locator("#hand"))
    player.wait_for_stage("during")
    assert "2D" in player.hand().split()
    drag(player.card("KC"), player.pile("discard"))
    player.wait_for_stage("before")
    assert "KC" not in player.hand().split()
    assert len(player.hand().split()) == 10


def test_a_card_is_dragged_to_a_group(dragger):
    player, drag = dragger("laid")
    drag(player.card("2C"), player.group(1, 0))
    expect(player.lying(1, 0, "2C")).to_be_visible()
    assert "2C" not in player.hand().split()
    drag(player.card("AS"), player.group(1, 1))
    expect(player.lying(1, 1, "AS")).to_be_visible()


def test_a_drop_that_the_rules_refuse_is_explained_and_the_card_goes_back(dragger):
    player, drag = dragger("laid")
    drag(player.card("KC"), player.group(1, 0))
    player.refused("does not fit a set of value 2", "Rule 5.3")
    assert len(player.hand().split()) == 5
    expect(player.page.locator("#flights > *")).to_have_count(0)


def test_a_card_that_is_dropped_nowhere_goes_back(dragger):
    player, drag = dragger("fresh")
    before = player.hand()
    drag(player.card("KC"), player.page.locator("#title"))
    expect(player.page.locator("#flights > *")).to_have_count(0)
    expect(player.page.locator(".lifted")).to_have_count(0)
    assert player.hand() == before
    player.wait_for_stage("before")


def test_the_hand_is_put_in_order_by_dragging(dragger):
    player, drag = dragger("fresh")
    before = player.hand().split()
    drag(player.card(before[0]), player.card(before[3]), at=0.9)
    expect(player.page.locator("#hand .held").nth(3)).to_have_attribute("data-card", before[0])
    assert player.hand().split() == [*before[1:4], before[0], *before[4:]]
    player.page.reload()
    player.wait_for_turn()
    assert player.hand().split() == [*before[1:4], before[0], *before[4:]], "the own order outlives a reload"


def test_cards_are_dragged_into_the_groups_of_the_builder_and_out_again(dragger):
    player, drag = dragger("ready")
    player.button("phase").click()
    player.page.locator("#builder").get_by_role("button", name="Clear").click()
    drag(player.card("5S"), player.slot(1))
    expect(player.slot(1).locator(".built")).to_have_count(1)
    drag(player.card("2H"), player.slot(0))
    expect(player.slot(0).locator(".built")).to_have_count(1)
    assert (player.built(0), player.built(1)) == ("2H", "5S")
    drag(player.slot(1).locator(".built"), player.page.locator("#hand"))
    expect(player.slot(1).locator(".built")).to_have_count(0)
    assert (player.built(0), player.built(1)) == ("2H", "")


def test_the_place_in_a_group_of_the_builder_is_shown_while_a_card_is_dragged(ann):
    player = ann("ready")
    player.draw()
    player.button("phase").click()
    built = player.slot(0).locator(".built")
    expect(built).to_have_count(3)
    held, place = player.card("KC").bounding_box(), built.nth(1).bounding_box()
    mouse = player.page.mouse
    mouse.move(held["x"] + 20, held["y"] + 20)
    mouse.down()
    mouse.move(held["x"] + 20, held["y"] - 20, steps=3)
    mouse.move(place["x"] + 5, place["y"] + 20, steps=3)
    expect(player.page.locator("[data-insert=before]")).to_have_attribute("data-index", "1")
    mouse.up()
    expect(player.page.locator("[data-insert]")).to_have_count(0)
    assert player.built(0).split()[1] == "KC"


def test_a_press_that_hardly_moves_is_a_click(ann):
    player = ann("ready")
    place = player.card("KC").bounding_box()
    mouse = player.page.mouse
    mouse.move(place["x"] + 20, place["y"] + 30)
    mouse.down()
    mouse.move(place["x"] + 22, place["y"] + 31)
    mouse.up()
    expect(player.card("KC")).to_have_attribute("aria-selected", "true")


def test_a_turn_is_played_by_tapping_on_a_phone(ann):
    player = ann("fresh", phone=True)
    player.pile("discard").tap()
    player.wait_for_stage("during")
    player.button("phase").tap()
    player.button("lay").tap()
    expect(player.page.locator("#mine figure")).to_have_count(2)
    player.card("KC").tap()
    player.pile("discard").tap()
    player.wait_for_stage("before")
    assert not player.scrolls_sideways()
