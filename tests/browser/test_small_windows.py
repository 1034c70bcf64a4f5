"""Phones that are held sideways, short ones, and pages that are zoomed to twice their size."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

SIDEWAYS = {"width": 844, "height": 390}
ZOOMED = {"width": 640, "height": 360}
SHORT = {"width": 360, "height": 640}
NEEDED = (
    "#piles",
    "#prompt",
    "#mine",
    "#hand",
    "#actions",
    "#opponents .seat:nth-child(1)",
    "#opponents .seat:nth-child(3)",
)


@pytest.mark.parametrize("size", [SIDEWAYS, ZOOMED], ids=["sideways", "zoomed"])
def test_everything_is_visible_in_a_low_window(ann, size):
    player = ann("busy", viewport=size, has_touch=True)
    for what in NEEDED:
        expect(player.page.locator(what), what).to_be_in_viewport(ratio=0.95)
    player.add("3C", 2, 0)


@pytest.mark.parametrize("size", [SIDEWAYS, ZOOMED], ids=["sideways", "zoomed"])
def test_the_builder_is_usable_in_a_low_window(ann, size):
    player = ann("ready", viewport=size, has_touch=True)
    player.draw()
    player.button("phase").click()
    for what in ("h2", ".close", ".lay"):
        expect(player.page.locator(f"#builder {what}"), what).to_be_in_viewport(ratio=0.95)
    expect(player.slot(0)).to_be_in_viewport()
    player.page.locator("#builder .lay").click()
    expect(player.group(1, 1)).to_be_visible()


def test_a_hint_does_not_cover_the_group_that_it_names(ann):
    player = ann("busy", viewport=SIDEWAYS, has_touch=True)
    player.button("hint").click()
    expect(player.hint).to_contain_text("1 of 4")
    player.button("hint").click()
    expect(player.page.locator(".group.hinted")).to_have_count(1)
    player.page.locator(".held.hinted").click()
    player.page.locator(".group.hinted .target.lit, .target.lit").first.click()
    expect(player.log).to_contain_text("add")


def scrolled(player):
    return player.page.evaluate("document.getElementById('area').scrollTop")


def test_choosing_a_card_scrolls_to_a_place_that_takes_it(ann):
    player = ann("busy", viewport=SHORT, has_touch=True)
    player.page.evaluate("document.getElementById('area').scrollTo(0, 1000)")
    assert scrolled(player) > 50
    expect(player.group(2, 0)).not_to_be_in_viewport(ratio=0.9)
    player.card("3C").click()
    expect(player.target(2, 0)).to_be_in_viewport(ratio=0.9)
    expect(player.pile("discard")).to_be_in_viewport(ratio=0.9)


def test_the_table_scrolls_while_a_card_is_held_at_its_edge(ann):
    player = ann("busy", viewport=SHORT)
    assert scrolled(player) == 0
    mouse, area = player.page.mouse, player.page.locator("#area").bounding_box()
    held = player.card("JD").bounding_box()
    mouse.move(held["x"] + 20, held["y"] + 20)
    mouse.down()
    mouse.move(held["x"] + 20, held["y"] - 10, steps=3)
    mouse.move(area["x"] + area["width"] - 30, area["y"] + area["height"] - 15, steps=3)
    player.until("document.getElementById('area').scrollTop > 50")
    mouse.move(area["x"] + 100, area["y"] + 15, steps=3)
    player.until("document.getElementById('area').scrollTop === 0")
    mouse.up()


def test_on_a_phone_what_a_screen_reader_announces_of_a_hint_is_out_of_sight(ann):
    player = ann("fresh", phone=True)
    for _ in range(3):
        player.button("hint").click()
        expect(player.hint).to_be_visible()
    assert player.page.evaluate("document.querySelector('.offscreen').getBoundingClientRect().right") <= 0


CORNERS_COVERED = """[...document.querySelectorAll("#hand .held")].filter((held) => {
  const box = held.querySelector(".corner").getBoundingClientRect();
  const there = document.elementFromPoint(box.left + box.width / 3, box.top + box.height / 2);
  return !held.contains(there);
}).map((held) => held.dataset.card)"""


def test_on_a_phone_a_new_card_does_not_cover_the_hinted_ones_beside_it(ann):
    player = ann("fresh", phone=True)
    player.draw()
    for _ in range(2):
        player.button("hint").click()
        expect(player.page.locator(".held.hinted")).not_to_have_count(0)
        assert player.page.evaluate(CORNERS_COVERED) == []
