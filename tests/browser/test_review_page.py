"""The review of a finished game: from the end screen and the list of games, by mouse and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect


@pytest.fixture
def reviewed(shared, new_player):
    """Somebody who looks at the review of a game that Ann has won."""

    def open_it(**how):
        player = new_player(shared.server, **how)
        player.page.goto(f"/review/{shared.look('misplayed').id}")
        expect(player.page.locator(".balance")).to_be_visible()
        return player

    return open_it


def test_a_review_shows_chances_mistakes_and_what_was_luck(reviewed):
    page = reviewed().page
    expect(page.locator("h1")).to_have_text("Review: Mira, Ann, Pia, Kai")
    chart = page.locator(".chances-plot")
    expect(chart.locator("polyline")).to_have_count(4)
    patterns = {line.get_attribute("stroke-dasharray") for line in chart.locator("polyline").all()}
    assert len(patterns) == 4, "the lines can be told apart without colour"
    for name in ("Mira", "Ann", "Pia", "Kai"):
        expect(chart).to_contain_text(name)
    table = page.locator(".balance table")
    for row in ("Accuracy", "Own play", "Luck", "Without the luck"):
        expect(table.get_by_role("rowheader", name=row, exact=True)).to_be_visible()
    expect(page.get_by_role("table", name="Chance of winning after each hand")).to_have_count(1)


def test_arrow_keys_go_from_mistake_to_mistake_and_hidden_cards_stay_hidden_at_first(reviewed):
    page = reviewed().page
    where = page.locator(".mistake-where")
    count = int(re.match(r"1 of (\d+)", where.text_content())[1])
    assert count > 1
    page.keyboard.press("ArrowRight")
    expect(where).to_contain_text(f"2 of {count}")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(where).to_contain_text(f"{count} of {count}")
    expect(page.locator(".mistake-link.now")).to_have_attribute("aria-current", "true")
    expect(page.locator(".choice.made")).to_contain_text("costs")
    expect(page.locator(".choice.best .why")).not_to_be_empty()
    open_hands = page.locator(".review-board .hand:not(:has(.back)):has(.card)")
    expect(open_hands).to_have_count(1)
    page.get_by_label("Show the hidden cards").check()
    expect(open_hands).to_have_count(4)


def test_every_decision_can_be_walked_with_its_candidates_and_reached_by_the_chart(reviewed):
    page = reviewed().page
    page.get_by_label("Show", exact=True).select_option("Every decision")
    where = page.locator(".mistake-where")
    count = int(re.match(r"\d+ of (\d+)", where.text_content())[1])
    assert count > 50
    box = page.locator(".chances-plot svg").bounding_box()
    numbers = []
    for share in (0.2, 0.5, 0.7):
        page.mouse.click(box["x"] + share * box["width"], box["y"] + box["height"] - 5)
        numbers.append(int(re.match(r"(\d+) of", where.text_content())[1]))
    assert numbers == sorted(set(numbers))
    page.locator(".mistake-link").first.click()
    expect(page.locator(".candidates tbody tr").first).to_contain_text("%")


def test_mistakes_of_one_seat_are_chosen_by_list_and_by_the_chart(reviewed):
    page = reviewed().page
    page.get_by_label("Player", exact=True).select_option(index=2)
    expect(page.locator(".mistake-where")).to_contain_text("Ann made")
    links = page.locator(".mistake-link")
    expect(page.locator(".chances-plot .sign")).to_have_count(links.count())
    links.last.click()
    expect(page.locator(".chances-plot .sign.current")).to_have_count(1)
    page.locator(".chances-plot .sign").first.click(force=True)
    expect(links.first).to_have_attribute("aria-current", "true")
    link = page.get_by_role("link", name="Open this moment in the replay")
    link.click()
    expect(page.locator("#replay .felt")).to_be_visible()


def test_who_made_no_mistake_is_told(reviewed):
    page = reviewed().page
    empty = page.get_by_label("Player", exact=True).locator("option", has_text="(0)").first
    page.get_by_label("Player", exact=True).select_option(empty.get_attribute("value"))
    expect(page.locator(".mistake-where")).to_have_text("No clear mistake was found.")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mistake-where")).to_have_text("No clear mistake was found.")


def test_the_review_is_reached_from_the_end_screen_and_the_list_of_games(shared, new_player):
    player = new_player(shared.server)
    player.sit(shared.take("finished").path())
    player.button("results").click()
    player.dialog.get_by_role("button", name="Show the result of the game").or_(
        player.dialog.get_by_role("button", name=re.compile("result", re.I))
    ).first.click()
    player.dialog.get_by_role("link", name="Review the game").click()
    expect(player.page.locator(".balance")).to_be_visible()
    expect(player.page.get_by_label("Player", exact=True)).to_have_value("1")
    player.page.goto("/")
    row = player.page.locator("#games-list li").first
    expect(row).to_contain_text("You won")
    row.get_by_role("link", name="Review").click()
    expect(player.page.locator(".balance")).to_be_visible()


def test_an_unfinished_game_has_no_review(shared, new_player, problems):
    problems.allow("409")
    player = new_player(shared.server)
    player.page.goto(f"/review/{shared.look('fresh').id}")
    expect(player.page.locator("#problem")).to_contain_text("not over yet")


def test_mistakes_become_exercises_that_are_tried_until_a_play_costs_nothing(reviewed):
    page = reviewed().page
    page.get_by_label("Player", exact=True).select_option(index=2)
    page.get_by_role("button", name="Learn from these mistakes").click()
    expect(page.locator(".mistake-where")).to_contain_text("Exercise 1 of 2: hand 1, turn 1. 0 of 2 solved.")
    expect(page.locator(".choice.best")).to_have_count(0)
    plays = page.locator(".exercise-plays button")
    verdict = page.locator(".verdict")
    plays.filter(has_text=re.compile("discard.*ace of spades")).click()
    expect(verdict).to_contain_text("Try another play")
    expect(page.locator(".exercise .why")).to_be_empty()
    plays.filter(has_text="lay phase 1").first.click()
    expect(verdict).to_contain_text("costs nothing that matters")
    expect(page.locator(".exercise .why")).to_contain_text("Completes phase 1")
    expect(page.locator(".mistake-where")).to_contain_text("1 of 2 solved")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".mistake-where")).to_contain_text("Exercise 2 of 2")
    page.get_by_role("button", name="Show the answer").click()
    expect(verdict).to_contain_text("Best is to lay phase 1")
    expect(page.locator(".mistake-where")).to_contain_text("1 of 2 solved")
    page.get_by_role("button", name="Back to the mistakes").click()
    expect(page.locator(".choice.best")).to_be_visible()


def test_one_plays_on_from_a_mistake_and_from_a_moment_of_the_replay(reviewed, shared):
    player = reviewed()
    page = player.page
    page.get_by_label("Player", exact=True).select_option(index=2)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#hand .held")).to_have_count(11)
    expect(page.locator("#facts")).to_contain_text("Hand 1")
    page.goto(f"/replay/{shared.look('misplayed').id}#hand=2&step=2&seat=3")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#hand .held").first).to_be_visible()
    expect(page.locator("#facts")).to_contain_text("Hand 2")
    page.goto(f"/replay/{shared.look('misplayed').id}#end")
    expect(page.get_by_role("button", name="Play on from here")).to_be_disabled()
