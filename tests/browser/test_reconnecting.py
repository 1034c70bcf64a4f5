"""A reload, a lost connection or a killed server costs nobody anything."""

from __future__ import annotations

from contextlib import closing

import arranged
import pytest
from freezing_proxy import FreezingProxy
from playwright.sync_api import expect


def looks(player):
    """All that is to be the same after a return."""
    seen = player.page.evaluate(
        "[...document.querySelectorAll('.seat .plate, .seat .pips, figure.group .card, [data-pile]')]"
        ".map((each) => each.getAttribute('aria-label') ?? each.textContent)"
    )
    return seen, player.hand(), player.table.get_attribute("data-stage"), player.button("undo").is_enabled()


def test_a_reload_in_the_middle_of_a_turn_continues_it(ann):
    player = ann("laid")
    player.add("2C", 1, 0)
    before = looks(player)
    player.page.reload()
    player.wait_for_turn()
    assert looks(player) == before
    player.button("undo").click()
    expect(player.card("2C")).to_be_visible()
    player.throw("KC")


def test_a_server_killed_in_the_middle_of_a_turn_continues_it(serve, new_player, problems, tmp_path):
    kept = arranged.keep(tmp_path / "games.db", ["laid"])["laid"].pop()
    server = serve()
    player = new_player(server)
    player.sit(kept.path())
    player.add("2C", arranged.ANN, 0)
    before = looks(player)
    problems.allow("WebSocket connection .* failed|Failed to load resource|ERR_CONNECTION_REFUSED")
    server.kill()
    expect(player.page.locator("#banner")).to_contain_text("connection was lost")
    server.start()
    expect(player.page.locator("#banner")).to_be_hidden()
    player.wait_for_turn()
    assert looks(player) == before
    player.button("undo").click()
    expect(player.card("2C")).to_be_visible()
    player.throw("KC")
    assert len(player.hand().split()) == 4


def test_a_play_without_a_server_is_sent_when_it_is_back(serve, new_player, problems, tmp_path):
    kept = arranged.keep(tmp_path / "games.db", ["fresh"])["fresh"].pop()
    server = serve()
    player = new_player(server)
    player.sit(kept.path())
    problems.allow("WebSocket connection .* failed|Failed to load resource|ERR_CONNECTION_REFUSED")
    server.kill()
    expect(player.page.locator("#banner")).to_be_visible()
    player.pile("deck").click()
    player.refused("will be sent when it is restored")
    assert len(player.hand().split()) == 10
    player.pile("discard").click()
    player.refused("another play is already waiting")
    server.start()
    expect(player.page.locator("#banner")).to_be_hidden()
    player.wait_for_stage("during")
    assert len(player.hand().split()) == 11


@pytest.fixture
def frozen_line(shared, new_player, problems):
    """A player at a table behind a proxy, and the proxy."""
    problems.allow("WebSocket connection .* failed|Failed to load resource|ERR_")
    with closing(FreezingProxy(shared.server.port)) as proxy:
        player = new_player(shared.server)
        problems.allow(f"foreign request: .*{proxy.address.split(':')[-1]}")
        player.sit(f"{proxy.address}{shared.take('fresh').path()}")
        yield player, proxy


def test_a_dead_line_is_noticed_and_a_play_made_meanwhile_arrives_when_it_thaws(frozen_line):
    player, proxy = frozen_line
    proxy.freeze()
    player.pile("deck").click()
    expect(player.page.locator("#banner")).to_contain_text("Reconnecting")
    assert len(player.hand().split()) == 10
    proxy.thaw()
    expect(player.page.locator("#banner")).to_be_hidden()
    player.wait_for_stage("during")
    assert len(player.hand().split()) == 11


def test_a_play_lost_with_a_dead_line_is_sent_again_on_a_new_one(frozen_line):
    player, proxy = frozen_line
    proxy.freeze()
    expect(player.page.locator("#banner")).to_contain_text("Reconnecting")
    player.pile("deck").click()
    player.refused("will be sent when it is restored")
    proxy.cut()
    expect(player.page.locator("#banner")).to_be_hidden()
    player.wait_for_stage("during")
    assert len(player.hand().split()) == 11


def test_a_browser_that_goes_offline_says_so_at_once(shared, new_player, problems):
    problems.allow("WebSocket connection .* failed|Failed to load resource|ERR_")
    player = new_player(shared.server)
    player.sit(shared.take("fresh").path())
    player.page.context.set_offline(True)
    expect(player.page.locator("#banner")).to_contain_text("Reconnecting")
    player.page.context.set_offline(False)
    expect(player.page.locator("#banner")).to_be_hidden()
    player.draw()
    assert len(player.hand().split()) == 11


def test_the_end_dialog_says_why_the_next_hand_is_not_dealt(serve, new_player, problems, tmp_path):
    kept = arranged.keep(tmp_path / "games.db", ["last card"])["last card"]
    server = serve(tmp_path / "games.db")
    problems.allow("WebSocket|ERR_CONNECTION")
    player = new_player(server)
    player.sit(kept[0].path())
    player.throw("AC")
    button = player.dialog.get_by_role("button", name="Deal the next hand")
    expect(button).to_be_visible()
    server.kill()
    expect(player.page.locator("#table")).to_have_attribute("data-connection", "lost")
    button.click()
    expect(player.dialog.get_by_role("alert")).to_contain_text("connection was lost")


def test_a_deleted_table_leads_back_to_the_lobby(shared, new_player, problems):
    player = new_player(shared.server)
    problems.allow("404")
    player.page.goto("/table/nosuchgame#seat=nothing")
    banner = player.page.locator("#banner")
    expect(banner).to_contain_text("There is no such")
    banner.get_by_role("link").click()
    expect(player.page.locator("h1")).to_have_text("Phazed")


def test_a_wrong_token_opens_no_seat(shared, new_player):
    player = new_player(shared.server)
    player.page.goto(f"/table/{shared.look('fresh').id}#seat=wrong")
    banner = player.page.locator("#banner")
    expect(banner).to_contain_text("opens no seat")
    banner.get_by_role("link", name="Watch").click()
    expect(player.page.locator("#area")).to_be_visible()
    assert player.page.locator(".held").count() == 0


def test_the_lobby_leads_back_to_the_game(shared, new_player):
    player = new_player(shared.server)
    player.sit(shared.take("laid").path())
    hand = player.hand()
    table = player.page.url
    player.page.goto("/")
    games = player.page.locator("#games-list li")
    expect(games).to_have_count(1)
    games.get_by_role("link").click()
    player.wait_for_turn()
    assert player.hand() == hand
    player.page.goto("/?now")
    player.page.wait_for_url(table)
    player.wait_for_turn()
    assert player.hand() == hand


def test_the_address_with_now_leads_straight_to_a_table(shared, new_player):
    player = new_player(shared.server)
    player.page.goto("/?now")
    player.wait_for_stage("before")
    assert len(player.hand().split()) == 10
