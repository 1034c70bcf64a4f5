"""What a view tells of the hidden cards, and the hands that the others may hold by it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

from encoded import codes, own_view, played, sampler_of
from phazed.core.encoding import CODES, NAMES, encode
from phazed.core.finder import Finder
from phazed.core.knowledge import Contradiction, read
from phazed.game.games import shuffled
from phazed.game.view import View
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.state import deal
from positions import GAMES, position

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
PUBLIC = (0, 1, 2, 6, 7, 8, 9, 10, 11)
"""The parts of a snapshot that everybody knows: not the deck, the pile's bottom, and the hands."""


@cache
def states(game, step=1):
    """Every state of some games before its seat to play makes a play."""
    events = (*played(game, "greedy random", 2), *played(game, "greedy", 1))
    return [event.before for event in events][::step]


# What a view tells


@EVERY_GAME
def test_the_public_part_of_a_state_is_read_from_its_view(game):
    for state in states(game):
        true, hand = encode(state).snapshot(), read(own_view(state)).hand
        seen = hand.snapshot()
        assert [seen[part] for part in PUBLIC] == [true[part] for part in PUBLIC]
        assert list(hand.before) == list(encode(state).before)
        assert seen[4][1:] == true[4][1:]
        assert seen[4][:1] == true[4][:1] or len(true[4]) > 1
        assert hand.held(state.seat) == codes(state.hand)


@EVERY_GAME
def test_sizes_and_known_cards_are_true(game):
    known = 0
    for state in states(game):
        for seat, told in enumerate(read(own_view(state)).evidence):
            held = Counter(codes(state.hands[seat]))
            assert told.size == len(state.hands[seat])
            assert not Counter(told.known) - held
            known += len(told.known)
    assert known > 100


@EVERY_GAME
def test_what_is_unseen_is_what_is_hidden(game):
    for state in states(game):
        knowledge = read(own_view(state))
        hidden = Counter(codes(state.deck[state.drawn :]))
        for seat, told in enumerate(knowledge.evidence):
            if seat != state.seat:
                hidden += Counter(codes(state.hands[seat])) - Counter(told.known)
        buried = Counter(knowledge.unseen) - hidden
        assert not hidden - Counter(knowledge.unseen)
        assert buried.total() == 0 or list(buried.elements()) == codes(state.pile[:1])


@EVERY_GAME
def test_hidden_cards_cannot_influence_what_is_known_or_sampled(game):
    mixer = Random(game)
    for number, state in enumerate(states(game, 5)):
        mixed = with_hidden_cards_mixed(state, mixer)
        one, two = read(own_view(state)), read(own_view(mixed))
        assert one.hand.snapshot() == two.hand.snapshot()
        assert (one.evidence, sorted(one.unseen)) == (two.evidence, sorted(two.unseen))
        if number % 10 == 0:
            samples = [sampler_of(own_view(each), 7)[1].hands(30, 3) for each in (state, mixed)]
            assert samples[0] == samples[1]


def with_hidden_cards_mixed(state, mixer):
    """The same state with other cards wherever the seat to play cannot look."""
    others = [seat for seat in range(4) if seat != state.seat]
    hidden = [*(card for seat in others for card in state.hands[seat]), *state.deck[state.drawn :]]
    mixer.shuffle(hidden)
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(hidden.pop() for _ in hands[seat])
    return state._replace(hands=tuple(hands), deck=(*state.deck[: state.drawn], *hidden))


TEN = "2S 3S 4S 5S 6S 7S 8S 9S 0S QS"
OTHERS = [card for card in PHAZED.deck[:52] if card[1] != "S"]


def turns(*plays):
    """Turns of seats 0, 1, 2, 3, 0 and so on."""
    return [(number % 4, list(each)) for number, each in enumerate(plays)]


def passed_on(taken, thrown):
    """A round in which seat 1 takes a card of seat 0's and throws another, which seats 2 and 3 pass on."""
    return [((1, "XX"), (5, taken)), ((2, taken), (5, thrown)), *[((2, thrown), (5, thrown))] * 2]


@pytest.mark.parametrize(
    ("reason", "given"),
    [
        ("player 0 has 10 cards, not 9", {"hand": TEN[3:]}),
        ("player 0 has 10 cards, not 11", {"hand": f"{TEN} KS"}),
        ("player 0 has 10 cards, not 0", {"hand": ""}),
        ("more copies of 2S", {"hand": f"2S {TEN[:-3]}", "discard": "2S"}),
        ("more copies of 2S", {"hand": f"2S 2S {TEN[:-6]}"}),
        ("the pile must have a top card", {"hand": TEN, "discard": None}),
        ("the pile is empty", {"hand": f"{TEN} JS", "plays": [(2, "JS")], "discard": "3D"}),
        (
            "the top discard is 3D, the last card discarded, not JS",
            {"hand": TEN, "history": [(3, [(1, "XX"), (5, "3D")])]},
        ),
        ("the table does not match .* player 1", {"hand": TEN, "laid": {1: (1, "3D 3D 3C / 4D 4D 4C")}}),
        ("turn 0 of player 0: .* already been picked up", {"hand": f"{TEN} JS", "plays": [(2, "KD"), (2, "JS")]}),
        ("a turn must begin with a pick-up", {"hand": TEN, "plays": [(5, "KD")]}),
        ("turn 0 of player 3 must contain a play", {"hand": TEN, "history": [(3, [])]}),
        ("has taken JS but does not hold all of them", {"hand": f"{TEN} QH", "plays": [(2, "JS")], "discard": None}),
        ("it is player 2's turn, not player 0's", {"hand": TEN, "history": [(1, [(1, "XX"), (5, "JS")])]}),
        ("the turn of player 3 has not ended", {"hand": TEN, "history": [(3, [(1, "XX")])]}),
        ("player 3 cannot play after the discard", {"hand": TEN, "history": [(3, [(1, "XX"), (5, "JS"), (5, "JS")])]}),
        ("play type 6 does not exist", {"hand": TEN, "history": [(3, [(1, "XX"), (6, 9)])]}),
        ("phase_status says otherwise", {"hand": TEN, "laid": {1: (2, "3D 4D 5D 6D 7D 8D 9D")}, "done": {1: 1}}),
        ("the game is over: player 2", {"hand": TEN, "done": {2: 7}}),
        (
            "turn 0 of player 3: .* own phase",
            {"hand": TEN, "history": [(3, [(1, "XX"), *[(4, ("3D", (1, 0, 3)))] * 12, (5, "JS")])]},
        ),
        (
            "player 3 plays 12 cards but has only 11",
            {"hand": TEN, "history": [(3, [(1, "XX"), (3, (6, [["2D"] * 6, ["2S"] * 6])), (5, "JS")])]},
        ),
        (
            "group 1 of phase 6 adds up to 0",
            {"hand": TEN, "done": {3: 5}, "history": [(3, [(1, "XX"), (3, (6, [[], []])), (5, "JS")])]},
        ),
        (
            "needs at least two natural cards",
            {"hand": TEN, "history": [(3, [(1, "XX"), (3, (1, [["AS", "AS", "AD"], ["4D"] * 3])), (5, "JS")])]},
        ),
        (
            "the hand is over: the deck is exhausted",
            {
                "hand": TEN,
                "history": turns(*[((1, "XX"), (5, OTHERS[n % 39])) for n in range(64)]),
                "discard": OTHERS[24],
            },
        ),
    ],
)
def test_a_view_that_no_hand_has_is_a_contradiction(reason, given):
    seen = View.from_course(PHAZED, *position("phazed", **{"plays": (), **given}))
    with pytest.raises(Contradiction, match=reason):
        read(seen)


def test_who_is_skipped_misses_a_turn_and_nobody_else_does():
    def read_after(*history):
        given = {"hand": TEN, "plays": (), "history": history, "discard": history[-1][1][-1][1]}
        return read(View.from_course(RULESETS["phazed_bonus"], *position("phazed_bonus", **given)))

    skipping = (2, [(1, "XX"), (6, 3)])
    others = [(seat, [(1, "XX"), (5, card)]) for seat, card in ((0, "JH"), (1, "QH"), (2, "KH"), (3, "0H"))]
    assert read_after(skipping, *others).hand.turns == 6
    with pytest.raises(Contradiction, match="it is player 0's turn, not player 3's"):
        read_after(skipping, others[3])
    with pytest.raises(Contradiction, match="the player to skip must be another player from 0 to 3, not 9"):
        read_after((2, [(1, "XX"), (6, 9)]), others[3])


def test_a_player_cannot_have_taken_and_kept_more_cards_than_a_hand_has():
    history = turns(*[turn for n in range(12) for turn in passed_on(OTHERS[n], OTHERS[n + 12])])
    given = {"hand": TEN, "plays": (), "history": history, "discard": OTHERS[23]}
    with pytest.raises(Contradiction):
        read(View.from_course(PHAZED, *position("phazed", **given)))


def test_nobody_is_to_play_when_the_whole_deck_has_been_drawn():
    history = turns(*[((1, "XX"), (5, (OTHERS * 2)[number])) for number in range(63)])
    given = {"seat": 3, "hand": f"KH {TEN[3:]}", "plays": (), "history": history, "discard": OTHERS[62 - 39]}
    with pytest.raises(Contradiction):
        read(View.from_course(PHAZED, *position("phazed", **given)))


def test_a_player_cannot_have_played_more_cards_in_a_turn_than_a_hand_has():
    groups = [["3D", "3D", "3C"], ["4D", "4D", "4C"]]
    more = [(4, (card, (1, 0, 3))) for card in ("3C", "3H", "3H", "AD", "AD", "AH", "AH")]
    plays = [((1, "XX"), (5, card)) for card in OTHERS[9:24]]
    plays[1] = ((1, "XX"), (3, (1, groups)), *more)
    plays[5] = plays[9] = plays[13] = ((1, "XX"),)
    history = turns(*plays, ((1, "XX"), (5, "JS")))
    laid = {1: (1, "3D 3D 3C 3C 3H 3H AD AD AH AH / 4D 4D 4C")}
    with pytest.raises(Contradiction):
        read(View.from_course(PHAZED, *position("phazed", hand=TEN, plays=(), history=history, laid=laid)))


# Samples


@EVERY_GAME
def test_every_sample_is_a_deal_that_could_be(game):
    rules = RULESETS[game]
    whole = Counter(codes(rules.deck))
    for state in states(game, 23):
        knowledge, sampler = sampler_of(own_view(state))
        for _ in range(4):
            (hands,) = sampler.hands(20, 1)
            assert [len(hand) for hand in hands] == [len(hand) for hand in state.hands]
            assert hands[state.seat] == codes(state.hand)
            for seat, told in enumerate(knowledge.evidence):
                if seat != state.seat:
                    assert not Counter(told.known) - Counter(hands[seat])
            assert everywhere(state, hands, knowledge) == whole


def everywhere(state, hands, knowledge):
    """All cards of a sample: the hands, the pile, the table and the deck, and what lies at the bottom of the pile."""
    _, _, _, deck, pile, *_ = knowledge.hand.snapshot()
    cards = Counter(deck)
    for hand in hands:
        cards.update(hand)
    cards.update(CODES[card] for _, groups in state.table for group in groups for card in group)
    unseen = Counter(knowledge.unseen)
    hidden = Counter(card for seat, hand in enumerate(hands) if seat != state.seat for card in hand)
    hidden.subtract(card for seat, told in enumerate(knowledge.evidence) if seat != state.seat for card in told.known)
    buried = unseen - hidden - Counter(deck)
    assert buried.total() <= 1
    return cards + buried + Counter(pile[buried.total() :])


@EVERY_GAME
def test_the_same_seed_draws_the_same_samples_and_another_others(game):
    for state in states(game, 97):
        once, again, other = (sampler_of(own_view(state), seed)[1].hands(25, 5) for seed in (3, 3, 4))
        assert once == again
        assert once != other


def test_samples_differ_from_each_other():
    state = deal(PHAZED, shuffled(PHAZED, "samples", 0), 0)
    samples = sampler_of(own_view(state))[1].hands(40, 50)
    seen = {tuple(sorted(hands[(state.seat + 1) % 4])) for hands in samples}
    assert len(seen) > 40


def test_with_no_history_every_unseen_card_is_as_likely_as_any_other():
    state = deal(PHAZED, shuffled(PHAZED, "fair", 0), 0)
    knowledge, sampler = sampler_of(own_view(state))
    drawn = Counter(card for hands in sampler.hands(60, 1500) for seat in (2, 3, 0) for card in hands[seat])
    rate = 1500 * 30 / len(knowledge.unseen)
    for card, copies in Counter(knowledge.unseen).items():
        assert drawn[card] / copies == pytest.approx(rate, rel=0.25), NAMES[card]


# What players do tells of what they hold


def round_of(*turns):
    """A turn of each seat from 0 on, written as what it picks up, `-` for the deck, and what it throws."""
    for seat, turn in enumerate(turns):
        taken, thrown = turn.split()
        yield seat, [(1, "XX") if taken == "-" else (2, taken), (5, thrown)]


def seen_after(*rounds, done=0, mine="2D 3D 4D 5D 6D 8D 9D 0D JD QD"):
    """What seat 0 sees before its turn, with these cards, after such rounds."""
    history = [turn for turns in rounds for turn in round_of(*turns)]
    top = history[-1][1][-1][1]
    given = position("phazed", hand=mine, plays=(), history=history, discard=top, done=dict.fromkeys(range(4), done))
    return View.from_course(PHAZED, *given)


def held_on_average(seen, wanted):
    """How many cards with that value or suit each seat holds, on average over samples."""
    _, sampler = sampler_of(seen)
    sampler.hands(3000, 1)
    samples = sampler.hands(150, 400)
    return [sum(wanted in NAMES[card] for hands in samples for card in hands[seat]) / 400 for seat in range(4)]


SEVENS = [("- 7S", "7S KC", "- QH", "- 0C"), ("- 7D", "7D JH", "- KH", "- 9C")]


def test_who_takes_sevens_for_two_sets_has_more_of_them():
    sevens = held_on_average(seen_after(*SEVENS), "7")
    assert (sevens[1] - 2) / 8 > 1.25 * max(sevens[2], sevens[3]) / 10


def test_what_was_taken_says_less_where_the_phase_due_wants_no_sets():
    for_sets = held_on_average(seen_after(*SEVENS), "7")[1]
    for_a_suit = held_on_average(seen_after(*SEVENS, done=1), "7")[1]
    assert for_sets > for_a_suit + 0.15


def test_who_throws_hearts_while_a_suit_is_due_has_few_of_them():
    rounds = [("- KC", "- 3H", "- 3S", "- 0C"), ("- KC", "- 5H", "- 5S", "- 9C"), ("- QC", "- 9H", "- 9S", "- 8C")]
    hearts = held_on_average(seen_after(*rounds, done=1), "H")
    spades = held_on_average(seen_after(*rounds, done=1), "S")
    assert hearts[1] < 0.8 * hearts[2]
    assert spades[2] < 0.8 * spades[1]


def test_who_has_not_laid_a_phase_most_likely_does_not_hold_it():
    rounds = [(f"- {value}D", f"- {value}C", f"- {value}H", f"- {value}S") for value in "0JQK"]
    _, sampler = sampler_of(seen_after(*rounds))
    sampler.hands(3000, 1)
    finder = Finder(1)
    samples = sampler.hands(40, 300)
    assert sum(finder.holds(0, hands[seat]) for hands in samples for seat in (1, 2, 3)) < 0.05 * 900
