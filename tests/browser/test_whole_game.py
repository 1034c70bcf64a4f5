"""A whole game by clicks, from the first page to the ranking, the replay and the rematch."""

from __future__ import annotations

from playwright.sync_api import expect

SEED = "game 12"


def play_turn(player):
    """One turn as somebody plays who takes what the page offers: the phase, groups that are lit, any card to throw."""
    page = player.page
    page.click('[data-pile="deck"]')
    player.wait_for_stage("during")
    if page.locator("[data-action=phase].ready").count():
        page.click("[data-action=phase]")
        page.click("#builder .lay[aria-disabled=false]")
        page.wait_for_selector("#builder", state="hidden")
        player.wait_for_stage("during")
    page.click("#hand .held >> nth=-1")
    target = page.locator(".target.lit")
    if target.count():
        target.first.click()
        expect(page.locator(".target")).to_have_count(0)
        if player.is_over:
            return
        page.click("#hand .held >> nth=-1")
    page.click('[data-pile="discard"]')
    page.wait_for_selector('#table:is([data-turn=over], [data-stage=before])[data-busy="false"]')


def test_a_whole_game_by_clicks(shared, new_player):
    player = new_player(shared.server)
    page = player.page
    page.goto("/")
    page.get_by_role("radio", name="Phased Out").check()
    for seat in (2, 3, 4):
        page.get_by_label(f"Seat {seat}").select_option("casual")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Seed").fill(SEED)
    page.get_by_role("button", name="Sit down").click()
    player.wait_for_turn()
    hands = 1
    while True:
        while not player.is_over:
            play_turn(player)
        expect(player.dialog).to_contain_text(f"Hand {hands} is over")
        if player.dialog.get_by_role("button", name="See the result").count():
            break
        player.dialog.get_by_role("button", name="Deal the next hand").click()
        player.wait_for_stage("before")
        hands += 1
    assert hands > 1
    player.dialog.get_by_role("button", name="See the result").click()
    places = player.dialog.locator(".end-ranks li")
    expect(places).to_have_count(4)
    expect(places.filter(has_text="Ann")).to_have_count(1)
    expect(player.dialog.locator("svg").first).to_be_visible()
    expect(player.dialog).to_contain_text(SEED)
    with page.expect_download() as log:
        player.dialog.get_by_role("link", name="Match log").click()
    assert "=== Game finished ===" in log.value.path().read_text()
    with page.expect_download() as record:
        player.dialog.get_by_role("link", name="Record").click()
    assert '"phasedout"' in record.value.path().read_text()

    table = page.url
    player.dialog.get_by_role("link", name="Watch the replay").click()
    expect(page.locator("h1")).to_contain_text("Ann")
    expect(page.locator("#replay .card").first).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator("#replay")).to_contain_text("The game is over")
    page.go_back()
    player.wait_for_turn()
    expect(player.table).to_have_attribute("data-turn", "over")
    expect(player.dialog).to_be_visible()
    if player.dialog.get_by_role("button", name="See the result").count():
        player.dialog.get_by_role("button", name="See the result").click()
    player.button("rematch").click()
    page.wait_for_url(lambda url: "/table/" in url and url != table)
    player.wait_for_stage("before")
    assert len(player.hand().split()) == 10
