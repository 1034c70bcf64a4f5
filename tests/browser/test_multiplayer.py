"""Several people at a table, people who watch, and what reaches whose browser."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

CARD = re.compile(r"\b(?:[2-90JQKA][SHDC]|ZZ)\b")


def told(player):
    return [json.loads(text) for text in player.heard]


def test_two_people_meet_at_a_table_through_a_link(shared, new_player):
    """Ann makes the table and sits in seat 0; Ben comes by the link that she sees."""
    ann = new_player(shared.server, name="Ann")
    ann.page.goto("/")
    for seat, who in enumerate(("you", "person", "casual", "casual")):
        ann.page.get_by_label(f"Seat {seat + 1}").select_option(who)
    ann.page.get_by_label("Seed").fill("two people")
    ann.page.get_by_role("button", name="Sit down").click()
    waiting = ann.page.locator("#waiting")
    expect(waiting).to_contain_text("Waiting for players")
    link = waiting.get_by_label("Link to seat 2").input_value()
    assert link.startswith(shared.server.address)

    ben = new_player(shared.server)
    ben.page.goto(link)
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Sit down").click()
    expect(waiting).to_be_hidden()
    expect(ann.page.locator("#opponents")).to_contain_text("Ben")
    expect(ben.page.locator("#opponents")).to_contain_text("Ann")
    expect(ben.log).to_contain_text("could know every card")
    for _ in range(2):
        ben.wait_for_stage("before")
        expect(ann.table).to_have_attribute("data-turn", "other")
        ben.draw()
        throw(ben)
        ann.wait_for_stage("before")
        ann.draw()
        throw(ann)
    expect(ann.log).to_contain_text("Ben")
    expect(ben.log).to_contain_text("Ann")
    assert_nothing_hidden_is_told(ann, 0, 1)
    assert_nothing_hidden_is_told(ben, 1, 0)


def throw(player):
    """Throw the last card; then it is somebody else's turn."""
    player.card(player.hand().split()[-1]).click()
    player.pile("discard").click()
    expect(player.page.locator("#table:not([data-stage=during])")).to_be_visible()


def assert_nothing_hidden_is_told(player, seat, other):
    """Whatever the browser was sent shows its own hand and what lies open, and of the others' hands nothing."""
    for message in told(player):
        if message["kind"] == "table" and message["hand"]:
            assert message["seat"] == seat
            for number, dealt in enumerate(message["hand"]["dealt"]):
                assert (CARD.search(dealt) is not None) == (number == seat), (number, dealt)
                assert set(dealt.split()) == {"XX"} or number == seat
        steps = message["steps"] if message["kind"] == "steps" else (message.get("hand") or {}).get("steps", [])
        if message["kind"] in ("table", "steps"):
            assert all(step[2] == "XX" for step in steps if step[1] == "draw" and step[0] != seat), steps
            turn = message["turn"] or {}
            assert turn.get("seat") == seat or set(turn) <= {"seat", "stage"}, (
                "what others could play is theirs to know"
            )


def test_no_message_contains_another_players_hidden_card(shared, new_player):
    """Both hands are known here: no message to one holds a card of the other's that has not been on the table."""
    kept = shared.take("two people")
    ann, bob = new_player(shared.server, name="Ann"), new_player(shared.server, name="Bob")
    ann.page.goto(kept.path(1))
    bob.page.goto(kept.path(0))
    ann.wait_for_stage("before")
    expect(bob.page.locator("#hand .held")).to_have_count(10)
    ann.draw()
    throw(ann)
    bob.wait_for_stage("before")
    bob.draw()
    hands = {ann: set(ann.hand().split()), bob: set(bob.hand().split())}
    for player, seat, other in ((ann, 1, bob), (bob, 0, ann)):
        assert_nothing_hidden_is_told(player, seat, 1 - seat)
        seen = set(CARD.findall(" ".join(player.heard)))
        open_to_all = set(CARD.findall(player.log.text_content())) | visible(player)
        assert not (hands[other] - hands[player] - open_to_all) & seen


def visible(player):
    """The cards that have been shown to everybody, as the steps tell them."""
    shown = set()
    for message in told(player):
        hand = message.get("hand")
        steps = message.get("steps", []) + (hand["steps"] if isinstance(hand, dict) else [])
        shown |= {card for step in steps if step[1] != "draw" for card in CARD.findall(json.dumps(step))}
        shown |= {hand["discard"]} if isinstance(hand, dict) else set()
    return shown


def test_watchers_see_no_hand(shared, new_player):
    kept = shared.take("laid")
    ann, guest = new_player(shared.server), new_player(shared.server)
    ann.sit(kept.path())
    guest.page.goto(kept.path(None))
    expect(guest.page.locator("figure.group")).to_have_count(2)
    assert guest.page.locator(".held").count() == 0
    ann.add("2C", 1, 0)
    expect(guest.lying(1, 0, "2C")).to_be_visible()
    ann.throw("KC")
    expect(guest.log).to_contain_text("Ann")
    for message in told(guest):
        if message["kind"] == "table":
            assert all(set(dealt.split()) == {"XX"} for dealt in message["hand"]["dealt"])
    assert not {"AS", "JD"} & set(CARD.findall(" ".join(guest.heard))) - visible(guest)
    for action in ("phase", "hint", "undo"):
        assert guest.page.locator(f"[data-action={action}]:visible").count() == 0


def test_a_bot_stands_in_until_the_player_returns(shared, new_player, problems):
    kept = shared.take("two people")
    ann, bob = new_player(shared.server), new_player(shared.server)
    bob.page.goto(kept.path(0))
    expect(bob.page.locator("#hand .held")).to_have_count(10)
    bob.page.goto("about:blank")
    ann.sit(kept.path(1))
    expect(ann.page.locator("#opponents")).to_contain_text("away")
    ann.page.get_by_role("button", name="Let a bot play").click()
    ann.draw()
    ann.throw("KC")
    expect(ann.log).to_contain_text("Bob")
    bob.page.goto(kept.path(0))
    expect(ann.page.locator("#opponents")).not_to_contain_text("a bot is playing")


def test_a_free_seat_is_given_to_a_bot(shared, new_player):
    made = shared.server.make("you", "casual", "person", "casual", name="Ann")
    player, guest = new_player(shared.server, name="Ann"), new_player(shared.server)
    player.page.goto(made["address"])
    player.page.get_by_label("Level of the bot").select_option("strong")
    guest.page.goto(f"/table/{made['id']}")
    expect(guest.page.locator("#waiting")).to_contain_text("You are watching")
    player.page.get_by_label("Your name").fill("Anne")
    player.page.get_by_role("button", name="Save").click()
    expect(guest.page.locator("#waiting")).to_contain_text("Anne")
    player.page.get_by_role("button", name="Give to a bot").click()
    player.wait_for_stage("before")
    expect(player.page.locator("#opponents")).to_contain_text("Pia")
    expect(player.page.locator("#opponents")).to_contain_text("strong")


def test_an_invitation_uses_the_address_in_the_network(serve, new_player):
    server = serve(None, "--host", "0.0.0.0")
    [shared] = server.ask("/api/options")["share"]
    made = server.make("you", "person", "casual", "casual", name="Ann")
    player = new_player(server, name="Ann")
    player.page.goto(made["address"])
    link = player.page.get_by_label("Link to seat 2")
    expect(link).to_have_value(re.compile(rf"^{re.escape(shared)}/table/"))


def test_an_invitation_that_works_only_on_this_computer_says_so(shared, new_player):
    made = shared.server.make("you", "person", "casual", "casual", name="Ann")
    player = new_player(shared.server, name="Ann")
    player.page.goto(made["address"])
    expect(player.page.locator("#waiting")).to_contain_text("These links work only on this computer")


def test_players_are_told_that_the_seed_was_chosen(shared, new_player):
    made = shared.server.make("you", "person", "casual", "casual", name="Ann", seed="mouse")
    player = new_player(shared.server, name="Ann")
    player.page.goto(made["address"])
    expect(player.page.locator("#waiting")).to_contain_text("Somebody chose the seed of the deals")
    player.page.get_by_role("button", name="Give to a bot").click()
    player.wait_for_stage("before")
    expect(player.log).not_to_contain_text("Somebody chose the seed of the deals")


def test_a_rematch_is_offered_to_the_others_and_begins_when_they_have_joined(shared, new_player):
    kept = shared.take("two finished")
    ann, bob, guest = (new_player(shared.server, name=name) for name in ("Ann", "Bob", None))
    for player, seat in ((ann, 1), (bob, 0), (guest, None)):
        player.page.goto(kept.path(seat))
        player.page.get_by_role("button", name="See the result").click()
    ann.dialog.get_by_role("button", name="Rematch").click()
    expect(ann.page.locator("#waiting")).to_contain_text("Bob")
    expect(bob.page.locator("#banner")).to_contain_text("Ann wants a rematch")
    expect(guest.dialog.get_by_role("link", name="Watch the rematch")).to_be_visible()
    assert kept.id in bob.page.url
    bob.dialog.get_by_role("link", name="Join Ann's rematch").click()
    for player in (ann, bob):
        expect(player.page.locator("#hand .held")).to_have_count(10)


def test_a_rematch_is_offered_again_after_a_reload(shared, new_player):
    kept = shared.take("two finished")
    ann, bob = new_player(shared.server, name="Ann"), new_player(shared.server, name="Bob")
    bob.page.goto(kept.path(0))
    ann.page.goto(kept.path(1))
    ann.page.get_by_role("button", name="See the result").click()
    ann.dialog.get_by_role("button", name="Rematch").click()
    expect(bob.page.locator("#banner")).to_contain_text("Ann wants a rematch")
    bob.page.reload()
    expect(bob.page.locator("#banner")).to_contain_text("There is a rematch")
    bob.page.wait_for_timeout(1500)  # in which the result would open, and cover the link
    expect(bob.dialog).to_have_count(0)
    ann.page.goto("about:blank")
    bob.page.locator("#banner").get_by_role("link", name="Join").click()
    expect(bob.page.locator("#hand .held")).to_have_count(10)


def test_watchers_are_told_so_and_may_name_themselves(shared, new_player):
    guest = new_player(shared.server)
    guest.page.goto(shared.look("fresh").path(None))
    expect(guest.page.locator("#prompt")).to_contain_text("watching")
    guest.button("menu").click()
    expect(guest.page.locator("#menu").get_by_role("button", name="Settings")).to_be_visible()
    for action in ("Resign", "Continue on another device"):
        expect(guest.page.locator("#menu").get_by_role("button", name=action)).to_be_hidden()
    guest.page.locator("#menu").get_by_role("button", name="Your name").click()
    guest.dialog.get_by_label("The name that other players see").fill("Cyd")
    guest.dialog.get_by_role("button", name="Save").click()
    expect(guest.page.locator("#watchers")).to_contain_text("Cyd")


def test_every_hand_of_bots_is_shown_to_its_end_at_any_pace(shared, new_player):
    """The page asks for the next turn only when the one before has come, or it would deal over a hand's end."""
    player = new_player(shared.server)
    sent = []
    player.page.on("websocket", lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))))
    player.page.goto(shared.take("watched").path(None))
    note_ends(player)
    player.until("window.ends[0] === 'Hand 1 is over'")
    heard = [message.get("re") for message in told(player)]
    orders = [message["id"] for message in sent if message["do"] == "advance"]
    assert len(orders) > 10
    assert set(orders[:-1]) <= set(heard)


def note_ends(player):
    """Note the ends of hands that are shown, each of which is to be seen for a moment only."""
    player.page.evaluate("""() => {
      window.ends = [];
      new MutationObserver(() => {
        const shown = document.querySelector(".end-dialog h2")?.textContent;
        if (shown && shown !== window.ends.at(-1)) window.ends.push(shown);
      }).observe(document.body, { childList: true, subtree: true });
    }""")


def test_four_bots_are_watched_and_paused(shared, new_player):
    player = new_player(shared.server, settings={"pace": "fast"})
    player.page.goto(shared.take("watched").path(None))
    steps = "document.querySelectorAll('#log .did').length"
    player.until(f"{steps} > 4")
    assert player.page.locator("#area .fan.faces .card").count() >= 30, "all hands are open"
    pause = player.page.get_by_role("button", name="Pause")
    pause.click()
    resume = player.page.get_by_role("button", name="Play", exact=True)
    expect(resume).to_be_visible()
    assert any(stands_still(player, steps) for _ in range(5)), "it goes on in spite of the pause"
    seen = player.page.evaluate(steps)
    resume.click()
    player.until(f"{steps} > {seen}")


def test_each_watcher_of_bots_has_their_own_pace(shared, new_player):
    kept = shared.take("watched")
    slow, fast = new_player(shared.server, settings={"pace": "slow"}), new_player(shared.server)
    slow.page.goto(kept.path(None))
    expect(slow.page.locator("#log .did")).not_to_have_count(0)
    slow.page.get_by_role("button", name="Pause").click()
    fast.page.goto(kept.path(None))
    slow.page.get_by_label("Pace", exact=True).select_option("instant")
    seen = slow.page.locator("#facts").text_content(), slow.page.locator("#log .did").count()
    for number in (2, 3):
        fast.until(f"document.getElementById('facts').textContent.includes('Hand {number}')")
    assert seen == (slow.page.locator("#facts").text_content(), slow.page.locator("#log .did").count())
    note_ends(slow)
    slow.page.get_by_role("button", name="Play", exact=True).click()
    slow.until("window.ends[0] === 'Hand 1 is over'")
    slow.until("window.ends[1] === 'Hand 2 is over'")


def stands_still(player, steps):
    """Whether nothing comes for twice the time that a play takes; the first may have been on its way."""
    before = len(player.heard), player.page.evaluate(steps)
    player.page.wait_for_timeout(700)
    return before == (len(player.heard), player.page.evaluate(steps))


def test_names_are_never_markup(shared, new_player):
    name = "<img src=x onerror=a()>"
    made = shared.server.make("you", "casual", "casual", "casual", name=name, seed="names")
    player = new_player(shared.server, name=name)
    player.sit(made["address"])
    expect(player.page.locator("#mine")).to_contain_text(name)
    player.draw()
    player.throw(player.hand().split()[-1])
    assert player.page.locator("img[onerror], img[src='x']").count() == 0
    player.page.goto("/")
    expect(player.page.locator("#games-list")).to_contain_text("Phazed")
    assert player.page.locator("img[onerror], img[src='x']").count() == 0


def test_a_name_is_changed_at_the_table(ann):
    player = ann("fresh")
    player.button("menu").click()
    player.page.locator("#menu").get_by_role("button", name="Your name").click()
    player.dialog.get_by_label("The name that other players see").fill("Anna <b>")
    player.dialog.get_by_role("button", name="Save").click()
    expect(player.page.locator("#mine")).to_contain_text("Anna <b>")


def test_an_open_result_links_to_a_rematch_that_is_offered(shared, new_player):
    kept = shared.take("two finished")
    ann, bob = new_player(shared.server, name="Ann"), new_player(shared.server, name="Bob")
    bob.page.goto(kept.path(0))
    expect(bob.dialog.get_by_role("button", name="See the result")).to_be_visible()
    ann.page.goto(kept.path(1))
    ann.page.get_by_role("button", name="See the result").click()
    ann.dialog.get_by_role("button", name="Rematch").click()
    bob.dialog.get_by_role("link", name="Join Ann's rematch").click()
    for player in (ann, bob):
        expect(player.page.locator("#hand .held")).to_have_count(10)
