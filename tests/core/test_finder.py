"""The phase finder beside the rules' list of all ways: it finds a phase exactly when there is one, and a good way."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoded import codes, due_alone, in_turn, names, played, policy_of
from phazed.bots.greedy import best_phase
from phazed.core.encoding import encode, kinds_of, play_of, wraps
from phazed.core.finder import Finder
from phazed.game.view import view
from phazed.rules.cards import ACES, JOKER, VALUES, in_order
from phazed.rules.plays import LAY_PHASE
from phazed.rules.rulesets import PHASEDOUT, RULESETS
from phazed.rules.state import advance
from phazed.rules.ways import phase_ways
from positions import GAMES

EVERY_PHASE = pytest.mark.parametrize(
    ("game", "phase"), [(game, phase + 1) for game in GAMES for phase in range(len(RULESETS[game].phases))]
)


@cache
def finder_of(game):
    return Finder(wraps(RULESETS[game]))


def is_there(rules, phase, hand):
    """Whether the hand holds the phase, by the rules."""
    return next(phase_ways(rules.phases[phase - 1], in_order(hand)), None) is not None


def holds(game, phase, hand):
    """Whether it does, by the finder."""
    kind = kinds_of(RULESETS[game])[phase - 1]
    return finder_of(game).holds(kind, codes(hand))


def part_of_deck(rules, values, suits, wilds):
    """The deck's cards of these values and suits, with so many aces and, where there are any, half as many jokers."""
    naturals = [card for card in rules.deck if card[0] in values and card[1] in suits and card not in ACES]
    jokers = [card for card in rules.deck if card == JOKER]
    return naturals + ["AC", "AD", "AS", "AH", "AD", "AC", "AH", "AS"][:wilds] + jokers[: wilds // 2]


def biased_hand(rules, random, size):
    """A hand from a small part of the deck, in which phases are frequent."""
    first = random.randrange(12)
    values = (VALUES[:12] * 2)[first : first + random.choice((2, 3, 4, 6, 8, 9, 12))]
    if random.random() < 0.4:
        values = random.sample(VALUES[:12], random.choice((2, 3, 4, 9)))
    suits = random.choice(("S", "SC", "HD", "SH", "CDH", "CDHS", "CDHS"))
    pool = part_of_deck(rules, values, suits, random.choice((0, 1, 2, 4, 8)))
    return random.sample(pool, size) if len(pool) >= size else random.sample(rules.deck, size)


@EVERY_PHASE
def test_it_holds_a_phase_exactly_when_the_rules_find_a_way(game, phase):
    rules, random = RULESETS[game], Random(f"{game}/{phase}")
    found = 0
    for number in range(400):
        hand = biased_hand(rules, random, 10 + number % 2)
        there = is_there(rules, phase, hand)
        assert holds(game, phase, hand) is there, " ".join(hand)
        found += there
    assert 20 < found < 380


@st.composite
def hands(draw):
    rules = RULESETS[draw(st.sampled_from(GAMES))]
    values = draw(st.sets(st.sampled_from(VALUES[:12]), min_size=2, max_size=10))
    suits = draw(st.sampled_from(("S", "SC", "HD", "SH", "CDHS")))
    pool = part_of_deck(rules, values, suits, draw(st.sampled_from((0, 2, 8))))
    if len(pool) < 10:
        pool = [card for card in rules.deck if card[0] in values or card in ACES]
    places = draw(st.lists(st.sampled_from(range(len(pool))), min_size=10, max_size=11, unique=True))
    return rules, [pool[place] for place in places]


@given(hands())
@settings(deadline=None, max_examples=150)
def test_it_agrees_with_the_rules_on_any_hand_and_every_phase(case):
    rules, hand = case
    for phase in range(1, len(rules.phases) + 1):
        assert holds(rules.name, phase, hand) is is_there(rules, phase, hand)


@pytest.mark.parametrize(
    ("game", "phase", "hand", "there"),
    [
        ("phazed", 1, "2S 2D AH AS 2H 2C 9D JC QS 0H", True),
        ("phazed", 1, "2S 2D AH AS 2H 3C 9D JC QS 0H", False),
        ("phazed", 1, "2S AD AH AS AC 3C 9D JC QS 0H", False),
        ("phazed", 1, "2S 2D AH 3C 3D AS KD JC QS 0H", True),
        ("phazed", 2, "2S 3S AH AD AC AC AS JC QD 0H", True),
        ("phazed", 2, "2S 3D AH AD AC AC AS AS QC 0H", False),
        ("phazed", 3, "KS KD 4H 4C QS QD 0H 2C 2D 3C", True),
        ("phazed", 3, "KS KD 8H KS KD 8H 2S 2C 2D 2H", True),
        ("phazed", 3, "KS KD KH KS KD QH QS QC QD QH", False),
        ("phazed", 4, "2S 2D 2H 2C 2S 2D AH AS KD KC", True),
        ("phazed", 4, "2S 2D 2H 2C 2S AD 3H AS KD QC", False),
        ("phazed", 5, "QS KD 2H 3C AS AD 6H 7S 7C 7D", True),
        ("phasedout", 4, "QS KD 2H 3C AS AD 6H 7S 7C 7D", False),
        ("phazed", 5, "5S 5D 5H 6C AS AD AH AC AS AD", True),
        ("phazed", 5, "5S 5D 5H 5C AS AD AH AC AS AD", False),
        ("phazed", 6, "KS KC 8S KD KH 8D 2S 3C 4S 5S", True),
        ("phazed", 6, "KS KC 8S KD KH 7D 2S 3C 4S AC", False),
        ("phazed", 6, "KS KC 8S KD KH 7D 2S 3C 4S AH", True),
        ("phazed", 6, "KS KC 8S KS KC 8C 2D 3H 4D AH", True),
        ("phazed", 6, "KS KC 8S KS KC 7C 2D 3H 4D AH", False),
        ("phazed", 7, "KH 2D 3D 4H 4D 4S 4C 9D 0C JS", False),
        ("phazed", 7, "KH 2D 3D 4H 4D 4S 4C AS 0C JS", True),
        ("phazed", 7, "KH 2D 3D 4H 4D 4S 4C 4S 0C JS", True),
        ("phasedout", 5, "KH 2D 3D 4H 4D 4S 4C 4S 0C JS", False),
        ("phasedout", 5, "QH KD AD AH 4D 4S 0C 2S 8C JS", False),
        ("phasedout", 5, "QH KD AD AH 4D 4S AC AS 8C JS", True),
        ("phazed", 7, "4H 5D 5C AD AS AH AC AD 0C JD", False),
        ("phazed", 7, "4H 5D 5C 5S AS AH AC AD 8C JS", True),
    ],
)
def test_hands_at_the_border_of_a_phase(game, phase, hand, there):
    assert is_there(RULESETS[game], phase, hand.split()) is there
    assert holds(game, phase, hand) is there
    assert holds(game, phase, hand.split()[::-1]) is there


# The way that it finds


def real_tables(game):
    """What lies on the table in games of greedy players, the seat to play having laid nothing."""
    tables = (e.before.table for e in played(game, "greedy", 4) if e.before.table[e.before.seat][0] is None)
    return list(dict.fromkeys(tables))


def find(game, phase, hand, table=None):
    """The state, the policy's way to lay the phase in it, and the state after that; `None` if it finds none."""
    state = in_turn(game, hand)
    seat = 0
    if table is not None:
        seat = next(seat for seat in range(4) if table[seat][0] is None)
        hands = tuple(state.hands[0] if other == seat else state.hands[1] for other in range(4))
        state = state._replace(table=table, turns=seat, hands=hands)
    statuses = tuple(due_alone(game, phase) if other == seat else state.status[other] for other in range(4))
    state = state._replace(status=statuses)
    kind = kinds_of(state.rules)[phase - 1]
    groups = policy_of(game).find(encode(state), kind)
    if not groups:
        return state, None, None
    play = play_of(state.rules, state.table, LAY_PHASE, (kind,), groups)
    assert state.refuse(play) is None, f"{hand}: {play}"
    assert state.rules.phase_flaw(phase, tuple(names(group) for group in groups if group)) is None
    return state, play, advance(state, play)


@EVERY_PHASE
def test_its_way_is_a_phase_and_leaves_no_more_than_the_greedy_players(game, phase):
    random, tables = Random(f"{game}/{phase}/ways"), real_tables(game)
    random.shuffle(tables)
    ways = 0
    for number in range(60):
        hand = " ".join(biased_hand(RULESETS[game], random, 10 + number % 2))
        state, play, then = find(game, phase, hand, tables[number % len(tables)] if number % 3 else None)
        best = best_phase(view(state, state.seat))
        assert (play is None) == (best is None), hand
        if play is not None:
            ways += 1
            left = 0 if then.ending else len(then.hands[state.seat]) - len(policy_of(game).plan(encode(then)))
            assert max(left, 1) <= max(best.cards_left, 1), f"{hand} with {state.table}: {play}"
    assert ways > 2


@pytest.mark.parametrize(
    ("game", "phase", "hand", "left"),
    [
        ("phazed", 1, "2S 2D 2H 2C 3S 3D 3H AS AD 3C 9C", 1),
        ("phazed", 2, "2S 3S 4S 5S 6S 7S 8S 9S AD AH KD", 1),
        ("phazed", 3, "KS KD KH QS QD 4H AS 2C 2D 5C 4C", 1),
        ("phazed", 5, "4S 5D 6C 7C 8H 9H 0S JC QD 3H 2S", 0),
        ("phazed", 7, "4S 4D 4H 4C 4S 5S 6C 7S AD 8C 9S", 0),
    ],
)
def test_what_is_left_of_a_rich_hand(game, phase, hand, left):
    state, play, then = find(game, phase, hand)
    assert play is not None
    cards_left = len(then.hands[state.seat]) - len(policy_of(game).plan(encode(then)))
    assert max(cards_left, 1) <= max(left, 1)


@pytest.mark.parametrize(
    ("hand", "totals"),
    [
        ("6H 5H 2S 8H AC 7H 9H 2S 6H 4S AD", "5C 7H 0S QD 8D KH / 9S QS KC"),
        ("0H 5H 6C 6D 7D 6S 4S 3D 8D AC 9C", "2H 5D 5H 9C KH / 9H QD QH AH"),
    ],
)
def test_an_ace_takes_the_place_of_a_natural_in_a_run_of_eight_if_the_player_goes_out_by_that(hand, totals):
    groups = tuple(tuple(group.split()) for group in totals.split(" / "))
    table = ((None, ()), (None, ()), (3, groups), (None, ()))
    _, play, then = find("phazed", 5, hand, table)
    assert play is not None
    assert len(then.hands[0]) - len(policy_of("phazed").plan(encode(then))) <= 1


def test_a_run_that_cannot_turn_the_corner_is_laid_in_its_order():
    _, play, _ = find("phasedout", 4, "KS QD JC 0H AS 8D 7D 6C 2S 3S")
    assert play == (LAY_PHASE, (("6C", "7D", "8D", "AS", "0H", "JC", "QD", "KS"),))
    assert PHASEDOUT.phase_flaw(4, play[1]) is None


@pytest.mark.parametrize(
    ("phase", "hand"),
    [
        (1, "2S 2D ZZ 3S 3D ZZ ZZ ZZ 0H KD"),
        (2, "2S 3S 4S 5S 6S ZZ ZZ ZZ ZZ 0H"),
        (3, "KS KD 7S ZZ KH KC 7H ZZ ZZ ZZ"),
        (4, "2S 2D 2C ZZ 3S 3D 3C ZZ 0H KD"),
        (5, "2S 3S 4S 5S 6S 7D 8D ZZ ZZ ZZ"),
        (6, "KS KC 7S ZZ KH KD 7H ZZ ZZ ZZ"),
        (7, "2S 3S 4S ZZ 9D 9C 9H ZZ ZZ ZZ"),
    ],
)
def test_jokers_belong_to_no_phase(phase, hand):
    assert not holds("phazed_bonus", phase, hand)
    assert find("phazed_bonus", phase, hand)[1] is None
