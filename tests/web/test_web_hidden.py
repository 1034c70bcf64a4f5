"""Nothing that a seat may not know reaches its browser: all that is hidden is mixed, all that is sent is read."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random

import pytest
from clients import Plain, next_hand, together, token_in
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.bots import make
from phazed.game.games import shuffled
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import apply, deal
from phazed.storage.tables import PERSON, Seat
from phazed.web.tables import updates
from phazed.web.tables.table import Table

GAMES = st.sampled_from(list(RULESETS))
CARD = re.compile(r"\b(?:[234567890JQKA][SHDC]|ZZ)\b")


def four_people():
    return [Seat(PERSON, f"P{seat}", f"token {seat}") for seat in range(4)]


@cache
def played(game, seed):
    """The decks and plays of a whole game."""
    rules = RULESETS[game]
    table = Table(rules, seed, four_people())
    bots = [make("greedy", rules, seat) for seat in range(4)]
    decks, plays = [], []
    while not table.over:
        if table.between_hands:
            table.deal()
            decks.append(table.deck)
            plays.append([])
        plays[-1].append(bots[table.turn].choose(table.view(table.turn)))
        table.play(plays[-1][-1])
    return decks, plays


def table_with(game, seed, decks, plays):
    table = Table(RULESETS[game], seed, four_people())
    for deck, made in zip(decks, plays):
        table.deal(deck)
        for play in made:
            table.play(play)
    return table


def hidden_places(standing, deck, plays, seat):
    """Where in the deck the cards lie that the seat cannot know after these plays of the hand."""
    state = standing.deal(deck)
    places = [list(hand) for hand in deal(standing.rules, tuple(range(len(deck))), standing.dealer).hands]
    for play in plays:
        after, holder = apply(state, play), state.seat
        places[holder] += range(state.drawn, after.drawn)
        kept = list(after.hands[holder])
        held = []
        for place in reversed(places[holder]):  # a card that leaves a hand is the first of its kind
            if deck[place] in kept:
                kept.remove(deck[place])
                held.append(place)
        places[holder] = held[::-1]
        state = after
    unseen = [] if state.ending else [place for other in range(4) if other != seat for place in places[other]]
    return [*unseen, *range(state.drawn, len(deck))]


@settings(max_examples=40, deadline=None)
@given(
    game=GAMES,
    seed=st.integers(0, 1),
    seat=st.sampled_from([0, 1, 2, 3, None]),
    hand=st.floats(0, 1, exclude_max=True),
    moment=st.floats(0, 1),
    mixer=st.randoms(use_true_random=False),
)
def test_tables_that_differ_only_in_hidden_cards_look_the_same_to_a_seat(game, seed, seat, hand, moment, mixer):
    decks, plays = played(game, seed)
    number = int(hand * len(decks))
    made = plays[number][: round(moment * len(plays[number]))]
    before = table_with(game, seed, decks[:number], plays[:number])
    places = hidden_places(before.standing, decks[number], made, seat)
    cards = [decks[number][place] for place in places]
    mixer.shuffle(cards)
    deck = list(decks[number])
    for place, card in zip(places, cards):
        deck[place] = card
    truth, other = (
        table_with(game, called, [*decks[:number], each], [*plays[:number], made])
        for called, each in ((seed, decks[number]), ("another", tuple(deck)))
    )
    if truth.over:
        other.game.seed = seed  # which is shown at the end
    if truth.deck != other.deck and not truth.between_hands:
        assert truth.state != other.state
    assert updates.game_view(truth, seat) == updates.game_view(other, seat)
    for at in {0, truth.at // 2, max(truth.at - 1, 0), truth.at}:
        assert updates.steps_from(truth, seat, at) == updates.steps_from(other, seat, at)


def known_cards(text):
    return set(CARD.findall(text))


class Watchman:
    """Reads all that a client hears, and knows what the seat may know."""

    def __init__(self, seat):
        self.seat = seat
        self.known = set()
        self.open = False

    def read(self, message):
        if message["kind"] == "table":
            hand = message["hand"]
            self.known, self.open = {hand["discard"]}, False
            for holder, dealt in enumerate(hand["dealt"]):
                if holder == self.seat:
                    self.known |= known_cards(dealt)
                else:
                    assert set(dealt.split()) == {"XX"}
            assert isinstance(hand["deck"], int)
            self.steps(hand["steps"])
            self.open |= hand["end"] is not None
        elif message["kind"] == "steps":
            self.steps(message["steps"])
            self.open |= message["end"] is not None
        turn = message.get("turn")
        if turn is not None and turn["seat"] != self.seat:
            assert set(turn) == {"seat", "stage"}
        if not self.open:
            assert known_cards(json.dumps(message)) <= self.known, message
            assert message.get("over") is None

    def steps(self, steps):
        for holder, kind, *content in steps:
            if kind == "draw" and holder != self.seat:
                assert content == ["XX"]
            else:
                self.known |= known_cards(json.dumps(content))
            if kind == "skip":
                self.known.add("ZZ")


@pytest.mark.parametrize("game", RULESETS)
def test_no_message_of_a_whole_game_contains_a_hidden_card(server, company, game):
    made = server.make("you", "person", "greedy", "casual", game=game, seed="unguessable", name="Ann")
    ann = company.come(made)
    key = token_in(ann.table["links"]["1"])
    bob = company.come(made, key, "Bob")
    cyd = company.come(made, watch=True)
    ann.until(lambda table: table["started"])
    bob.at_turn()
    assert ann.ask("settings", hints=True)["kind"] == "done"
    assert bob.ask("hint", **bob.now())["kind"] == "hint"
    together(ann, bob)
    while ann.table["over"] is None:
        next_hand(ann, bob)
        together(ann, bob, random=Random(3))
    for each in (bob, cyd):
        each.until(lambda table: table["over"])
    status, frames = server.get(f"/api/games/{made['id']}/frames")
    assert status == 200
    truth = [hand["steps"] for hand in frames["hands"]]
    for client, seat in ((ann, 0), (bob, 1), (cyd, None)):
        watchman, hands = Watchman(seat), []
        for message in map(json.loads, client.heard):
            if message["kind"] == "table" and not message["started"]:
                assert message["hand"] is None
                continue
            watchman.read(message)
            if message["kind"] == "table":
                hands.append(message["hand"]["steps"])
            elif message["kind"] == "steps":
                hands[-1][message["at"] :] = message["steps"]
        assert hands == [[shown(step, seat) for step in steps] for steps in truth]
        told = "".join(client.heard)
        assert (made["token"] in told, key in told) == (False, client is ann)  # who shares the link
        assert told.count("unguessable") == 1
        assert client.table["over"]["seed"] == "unguessable"


def shown(step, seat):
    return [step[0], "draw", "XX"] if step[1] == "draw" and step[0] != seat else step


def test_joining_in_the_middle_of_a_hand_reveals_no_more(server, company):
    made = server.make("casual", "you", "casual", "casual", seed="5")
    ann = company.come(made)
    ann.turn(Plain())
    ann.at_turn()
    for seat, client in ((1, company.come(made)), (None, company.come(made, watch=True))):
        assert client.table["seat"] == seat
        Watchman(seat).read(client.table)
        assert client.table["hand"]["steps"] == [shown(step, seat) for step in ann.table["hand"]["steps"]]


def test_watchers_see_all_hands_only_at_a_table_of_bots(server, company):
    made = server.make("greedy", "greedy", "beginner", "casual", seed=5)
    assert (made["seat"], made["token"], made["address"]) == (None, None, f"/table/{made['id']}")
    ann = company.come(made)
    assert ann.table["open"]
    assert ann.ask("advance")["kind"] == "done"
    deck = shuffled(RULESETS["phazed"], 5, 0)
    assert ann.table["hand"]["dealt"] == [" ".join(hand) for hand in deal(RULESETS["phazed"], deck, 0).hands]
    ann.ask("advance")
    (seat, kind, card), *_ = ann.table["hand"]["steps"]
    assert (seat, kind) == (1, "draw")
    assert card != "XX"
    assert set(ann.table["turn"]) == {"seat", "stage"}
