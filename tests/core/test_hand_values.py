"""What hands are worth for a phase: the solitaire values, asked through the policy."""

from __future__ import annotations

from random import Random

import pytest

from encoded import due_alone, in_turn, names, policy_of
from phazed.bots.plans import lacking
from phazed.core.encoding import encode
from phazed.rules.cards import FACES, VALUES, in_order
from phazed.rules.rulesets import RULESETS
from phazed.rules.ways import phase_ways
from positions import FIXED_ORDER

EVERY_PHASE = pytest.mark.parametrize(
    ("game", "phase"), [(game, phase + 1) for game in FIXED_ORDER for phase in range(len(RULESETS[game].phases))]
)


def to_throw(game, phase, hand):
    """The state in which seat 0 has these eleven cards, and the phase due."""
    state = in_turn(game, hand)
    return state._replace(status=(due_alone(game, phase),) * 4)


def values(game, phase, eleven):
    """What is left worth after each card has been thrown."""
    return policy_of(game).worths(encode(to_throw(game, phase, eleven)))


def value(game, phase, ten):
    """What ten cards are worth: as if an eleventh, of which the game has one left, were thrown."""
    other = next(card for card in FACES if ten.count(card) < 2)
    return values(game, phase, f"{ten} {other}")[10]


def some_hand(random, size):
    """Cards from a part of the deck, so that hands are good and bad."""
    first = random.randrange(12)
    ranks = (VALUES[:12] * 2)[first : first + random.choice((4, 6, 8, 12))]
    suits = random.choice(("SC", "SD", "CHS", "CDHS"))
    deck = [rank + suit for rank in ranks for suit in suits] * 2 + ["AS", "AH"] * random.randrange(3)
    return random.sample(deck, size)


@EVERY_PHASE
def test_a_value_is_a_chance(game, phase):
    random = Random(f"{game}/{phase}/chance")
    for _ in range(100):
        hand = some_hand(random, 11)
        assert all(0.0 <= each <= 1.0 for each in values(game, phase, " ".join(hand)))


@EVERY_PHASE
def test_it_does_not_depend_on_the_order_of_the_cards(game, phase):
    random = Random(f"{game}/{phase}/order")
    for _ in range(40):
        hand = some_hand(random, 11)
        other = random.sample(hand, 11)
        one = dict(zip(hand, values(game, phase, " ".join(hand))))
        two = dict(zip(other, values(game, phase, " ".join(other))))
        assert two == pytest.approx(one)


@EVERY_PHASE
@pytest.mark.parametrize("suits", ["CSHD", "SCDH", "HDSC"])
def test_suits_of_one_colour_are_alike_and_so_are_the_colours(game, phase, suits):
    random = Random(f"{game}/{phase}/suits")
    for _ in range(20):
        hand = some_hand(random, 11)
        other = [card[0] + suits["SCHD".index(card[1])] for card in hand]
        assert values(game, phase, " ".join(other)) == pytest.approx(values(game, phase, " ".join(hand)))


# Near and far


@pytest.mark.parametrize(
    ("game", "phase"),
    [(game, p + 1) for game in FIXED_ORDER for p, k in enumerate(RULESETS[game].phases) if k[0].size < 34],
)
def test_every_hand_one_card_from_its_phase_is_worth_more_than_any_three_away(game, phase):
    random, kinds = Random(f"{game}/{phase}/near"), RULESETS[game].phases[phase - 1]
    near, far = [], []
    for _ in range(600):
        hand = some_hand(random, 10)
        lacks = lacking(kinds, tuple(hand))
        if lacks == 1 or lacks >= 3:
            (near if lacks == 1 else far).append(value(game, phase, " ".join(hand)))
    assert len(near) > 5
    assert len(far) > 5
    assert min(near) > max(far)


@pytest.mark.parametrize(
    ("phase", "near", "far"),
    [
        (1, "7S 7D 7H QS QC 2S 3D 4C 5H 8D", "7S 7D 6H QS 0C 2S 3D 4C 5H 8D"),
        (2, "2S 4S 5S 7S 9S JS 3D 6C 8H 0D", "2S 4S 5S 7S 9H JH 3D 6C 8H 0D"),
        (3, "KS KC 8S KD KH 7C 3D 3H 6D 6C", "2S 2C 3S 3D 4H 4C 5D 2H 3D 2D"),
        (4, "7S 7D 7H 7C QS QC QD 2S 3D 4C", "7S 7D 7H 6C QS QC 5D 2S 3D 4C"),
        (5, "3S 4D 5C 6C 7H 8H 9S KD KS KH", "3S 4D 5C 6C 0H KH KS KD 3D 4S"),
        (6, "KS KC 8S KH KD 7D AC AC AS 2S", "2S 2C 3S 3D 4H 4C 5D 2H 3D 2D"),
        (7, "4H 5D 6D 9S 9D 9C 9C KS QH 2C", "4H 5D 2S 9S 9D 0C 7C KS QH 2C"),
    ],
)
def test_a_hand_that_is_nearer_is_worth_more(phase, near, far):
    kinds = RULESETS["phazed"].phases[phase - 1]
    assert lacking(kinds, tuple(near.split())) == 1
    assert lacking(kinds, tuple(far.split())) >= 3
    assert value("phazed", phase, near) > 1.4 * value("phazed", phase, far)


def test_aces_are_worth_most_where_they_are_wild():
    for phase, rest in ((1, "7S 7D QH QC 2S 3D 4C 8H 0D"), (5, "3S 4D 6C 7C 9H 0H KS KD KH")):
        with_ace, without = (value("phazed", phase, f"{card} {rest}") for card in ("AS", "JS"))
        assert with_ace > without


def test_a_run_that_turns_the_corner_is_worth_less_where_it_cannot():
    hand = "JS QD KC 2C 3H 4H 5S 8D 8S 8H"
    assert value("phazed", 5, hand) > value("phasedout", 4, hand)
    assert value("phazed", 5, "2S 3D 4C 5C 6H 7H 8S QD QS QH") >= value("phasedout", 4, "2S 3D 4C 5C 6H 7H 8S QD QS QH")


def test_six_cards_of_a_value_are_not_yet_two_sets_of_four():
    complete = value("phazed", 4, "7S 7D 7H 7C QS QC QD QH 3D 4C")
    assert value("phazed", 4, "7S 7S 7C 7C 7H 7H 2S 3D 4C 5H") < complete


# What is thrown


@pytest.mark.parametrize(
    ("game", "phase", "needed", "others"),
    [
        ("phazed", 1, "7S 7D 7H QS QC", "2S 3D 4C 5H 8D 0S"),
        ("phazed", 1, "7S 7D AH QS QC", "2S 3D 4C 5H 8D 0S"),
        ("phazed", 2, "2S 4S 5S 7S 9S JS", "3D 6C 8H 0D QC"),
        ("phazed", 2, "2S 4S 5S AD 9S JS", "3D 6C 8H 0D QC"),
        ("phazed", 3, "7D", "QC QD QC KS KD KH KC AS AH AD"),
        ("phazed", 4, "7S 7D 7H 7C QS QC QD", "2S 3D 4C 5H"),
        ("phazed", 4, "7S 7D 7H QH QS QC", "2S 3D 4C 5H 0S"),
        ("phazed", 5, "3S 4D 5C 6C 7H 8H 9S", "KD KS KH QS"),
        ("phazed", 5, "KS 2D 3C 4C AH 6H 7S", "0D 0S 0H JS"),
        ("phasedout", 4, "6S 7D 8C 9C 0H JH QS", "2D 2S 3H 3S"),
        ("phazed", 6, "KS KC 8S KH KD", "7D AC AS AC 2S 2C"),
        ("phazed", 7, "4H 5D 6D 9S 9D 9C 9C", "KS QH 2C 0S"),
        ("phazed", 7, "4H 5D 6D 7D 9S 9D 9C", "KS QH 2C 0S"),
        ("phasedout", 5, "JH QD KD 9S 9D 9C 9C", "2H 3D 2S 6S"),
    ],
)
def test_what_a_phase_needs_is_not_thrown(game, phase, needed, others):
    hand = f"{needed} {others}"
    state = to_throw(game, phase, hand)
    assert not list(phase_ways(state.rules.phases[phase - 1], in_order(hand.split())))
    assert names([policy_of(game).throws(encode(state))])[0] in others.split()
    worth = values(game, phase, hand)
    kept = len(needed.split())
    assert max(worth[:kept]) < max(worth[kept:])


@pytest.mark.parametrize("game", FIXED_ORDER)
def test_of_cards_that_are_no_use_the_dearest_is_thrown(game):
    state = to_throw(game, 2, "2S 4S 5S 7S 9S JS 3D 6C 8H 0D KC")
    assert names([policy_of(game).throws(encode(state))]) == ("KC",)
    assert max(policy_of(game).opinions(encode(state))) == policy_of(game).opinions(encode(state))[10]
