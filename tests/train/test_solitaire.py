"""The solitaire values: the solver on games solved by hand, and the shipped tables against the rules themselves."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb
from random import Random

import numpy as np
import pytest

from phazed.core import encoding
from phazed.rules.cards import ACES, FACES, WORTH, in_order
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.rules.ways import phase_ways
from phazed.train import solitaire
from phazed.train.solitaire import ACES_OFFERED, COPIES, GAMMA, described, solve

VALUES = "234567890JQK"
SIZES = {"threes": 3888, "fours": 3888, "suit": 11979, "run": 36864, "straight": 36864, "totals": 646646}
ROUNDING = 1e-4
"""What sixteen bits and the end of the iteration leave open."""


@pytest.fixture(scope="module")
def shipped():
    """The shipped tables by name: value and draw of every state."""
    rest, parts = np.array(encoding.data()) / 65535, {}
    for name, size in SIZES.items():
        parts[name], rest = rest[: 2 * size].reshape(2, size), rest[2 * size :]
    assert len(rest) == 225
    return parts


# The solver


def one_card_short(*, ace):
    """A game with one state, which one card of four completes."""

    def adds(state):
        yield (1,), 1, ace
        yield (0,), 3, False

    return described([(0,), (0,)], adds, lambda state: iter([(0,)]), lambda state: state == (1,))


@pytest.mark.parametrize(("ace", "offered"), [(False, 0.25), (True, 0.25 * ACES_OFFERED)])
def test_waiting_for_one_card_is_worth_what_the_series_says(ace, offered):
    states, game = one_card_short(ace=ace)
    assert states == [(0,)]
    (value,), (draw,) = solve(game, gamma=0.8, precision=1e-12)
    comes = offered + (1 - offered) * 0.25
    assert value == pytest.approx(0.8 * comes / (1 - 0.8 * (1 - comes)))
    assert draw == pytest.approx(0.25 + 0.75 * value)


def test_the_best_discard_is_kept():
    """Of two states one is ready to win with the next card and the other never is; both are left by every eleven."""

    def adds(state):
        yield ((1, 1), 1, False) if state == (1,) else ((0, 0), 1, False)

    states, game = described(
        [(0,), (1,)], adds, lambda state: iter([(0,), (1,)]) if state == (0, 0) else iter([]), lambda s: s == (1, 1)
    )
    values, _ = solve(game, gamma=0.5, precision=1e-9)
    assert dict(zip(states, values)) == pytest.approx({(1,): 0.5, (0,): 0.25})


# The shipped tables: value = gamma * E[max(take, draw)], card by card, with the rules to say what a phase is


def sets_index(hand):
    counts = [sum(card[0] == value for card in hand if card not in ACES) for value in VALUES]
    held = [counts.count(k) for k in range(6)]
    aces = sum(card in ACES for card in hand)
    return ((((held[2] * 4 + held[3]) * 3 + held[4]) * 3 + held[5]) * 2 + (max(counts) > 5)) * 9 + aces


def suit_index(hand):
    s, c, h = (sum(card[1] == suit for card in hand if card not in ACES) for suit in "SCH")
    return ((s * 11 + c) * 11 + h) * 9 + sum(card in ACES for card in hand)


def run_index(hand):
    mask = sum(1 << i for i, value in enumerate(VALUES) if any(card[0] == value for card in hand))
    return mask * 9 + sum(card in ACES for card in hand)


def totals_index(hand):
    return sum(comb(worth - 1 + i, i + 1) for i, worth in enumerate(sorted(WORTH[card] for card in hand)))


def by_value(hand):
    """The kinds of card to come, with their chances: all that matters is the value."""
    for value in (*VALUES, "A"):
        yield f"{value}S", (COPIES - sum(card[0] == value for card in hand)) / 94


def by_suit(hand):
    for suit in "SCHD":
        yield f"2{suit}", (24 - sum(card[1] == suit for card in hand if card not in ACES)) / 94
    yield "AS", (COPIES - sum(card in ACES for card in hand)) / 94


def by_presence(hand):
    """For runs the table takes at most one card of each value to be held."""
    copies = {f"{value}S": COPIES - any(card[0] == value for card in hand) for value in VALUES}
    copies["AS"] = COPIES - sum(card in ACES for card in hand)
    for card, number in copies.items():
        yield card, number / sum(copies.values())


PHASES = {
    "threes": (PHAZED.phases[0], sets_index, by_value, ACES_OFFERED),
    "fours": (PHAZED.phases[3], sets_index, by_value, ACES_OFFERED),
    "suit": (PHAZED.phases[1], suit_index, by_suit, ACES_OFFERED),
    "run": (PHAZED.phases[4], run_index, by_presence, ACES_OFFERED),
    "straight": (PHASEDOUT.phases[3], run_index, by_presence, ACES_OFFERED),
    "totals": (PHAZED.phases[2], totals_index, by_value, 1),
}


def some_hands(name, count):
    """Hands that have not too far to go: of few values, or of few suits."""
    random = Random(name)
    while count:
        if name == "suit":
            suits = random.sample("SCHD", 2)
            pool = [card for card in FACES if card[1] in suits or card in ACES]
        else:
            values = random.sample(VALUES, 10 if name in ("run", "straight") else 6)
            pool = [card for card in FACES if card[0] in values or card in ACES]
        hand = random.sample(pool * 2, 10)
        if name not in ("threes", "fours") or max(sum(card[0] == value for card in hand) for value in VALUES) <= 6:
            count -= 1  # seven of a value share the place of six in the table of sets
            yield hand


@pytest.mark.parametrize("name", PHASES)
def test_the_shipped_values_keep_what_they_promise_for_the_next_card(shipped, name):
    phase, index, kinds, ace = PHASES[name]
    values, draws = shipped[name]
    for hand in some_hands(name, 25):
        after = {}
        for card, _ in kinds(hand):
            eleven = [*hand, card]
            if any(phase_ways(phase, in_order(eleven))):
                after[card] = 1.0
            else:
                after[card] = max(values[index([*eleven[:i], *eleven[i + 1 :]])] for i in range(11))
        draw = sum(chance * after[card] for card, chance in kinds(hand))
        offers = [(chance * (ace if card in ACES else 1), after[card]) for card, chance in kinds(hand)]
        missed = 1 - sum(chance for chance, _ in offers)
        value = GAMMA * (sum(chance * max(worth, draw) for chance, worth in offers) + missed * draw)
        assert draws[index(hand)] == pytest.approx(draw, abs=ROUNDING), hand
        assert values[index(hand)] == pytest.approx(value, abs=ROUNDING), hand


def test_values_are_chances(shipped):
    for values, draws in shipped.values():
        assert 0 <= values.min() <= values.max() <= GAMMA + ROUNDING
        assert 0 <= draws.min() <= draws.max() <= 1


def test_sets_of_four_are_never_easier_than_sets_of_three(shipped):
    assert (shipped["fours"] <= shipped["threes"]).all()


@pytest.mark.parametrize("name", ["threes", "fours"])
def test_a_pair_is_better_than_two_single_cards(shipped, name):
    values = shipped[name][0].reshape(6, 4, 3, 3, 2, 9)[:, :, :, 0, 0]
    compared = 0
    for twos, threes, fours, aces in np.ndindex(5, 4, 3, 9):
        if 2 * twos + 3 * threes + 4 * fours + aces <= 8:
            assert values[twos, threes, fours, aces] <= values[twos + 1, threes, fours, aces]
            compared += 1
    assert compared > 50


def test_six_of_a_value_are_no_more_than_six(shipped):
    """Eight of a value make two sets of four; they share their place in the table with six and seven."""
    six = sets_index(["2S", "2S", "2H", "2H", "2D", "2D", "3S", "4S", "5S", "6S"])
    assert six == sets_index(["2S", "2S", "2H", "2H", "2D", "2D", "2C", "2C", "3S", "4S"])
    assert shipped["fours"][0][six] < GAMMA / 2


def test_the_more_of_one_suit_the_better(shipped):
    values = shipped["suit"][0].reshape(11, 11, 11, 9)
    for aces in range(9):
        longest = [values[s, 10 - aces - s, 0, aces] for s in range((11 - aces) // 2, 11 - aces)]
        assert longest == sorted(longest)


def test_the_suits_are_worth_the_same(shipped):
    values = shipped["suit"][0].reshape(11, 11, 11, 9)
    assert values[6, 2, 1, 0] == values[2, 6, 1, 0] == values[1, 2, 6, 0] == values[2, 1, 1, 0]


def test_runs_that_turn_the_corner_are_never_harder(shipped):
    assert (shipped["run"] + ROUNDING >= shipped["straight"]).all()


# Making them


def test_the_tables_are_made_as_they_are_shipped(shipped, monkeypatch):
    """All but the accumulations, which take their time: for those see the training's own check."""
    heard = []

    def quickly(holds, on_progress):
        assert holds([13, 13, 8, 12, 12, 10])
        on_progress(0.5)
        return shipped["totals"]

    monkeypatch.setattr(solitaire, "two_totals", quickly)
    made = solitaire.tables(lambda done, total: heard.append(done / total))
    assert made.tobytes() == encoding.data().tobytes()
    assert heard == sorted(heard)
    assert heard[-1] == 1


def test_accumulations_are_solved_as_any_other_game():
    """Few worths and few cards, solved both by ranks and as states."""

    def holds(worths):
        return sum(worths) in (6, 8)

    def adds(state):
        for worth in range(3):
            yield tuple(sorted((*state, worth))), COPIES - state.count(worth), False

    def removes(state):
        return (state[:i] + state[i + 1 :] for i in range(4))

    heard = []
    by_rank = solitaire.two_totals(holds, heard.append, worths=3, cards=3)
    tens = list(combinations_with_replacement(range(3), 3))
    states, game = described(tens, adds, removes, lambda state: holds([worth + 1 for worth in state]))
    for state, *both in zip(states, *solve(game)):
        rank = sum(comb(worth + i, i + 1) for i, worth in enumerate(state))
        assert by_rank[:, rank] == pytest.approx(both, abs=ROUNDING)
    assert by_rank.shape == (2, len(tens))
    assert heard == sorted(heard)


def test_what_makes_two_accumulations_is_what_the_rules_say():
    holds, random, found = solitaire.holds_totals(), Random(2), 0
    for _ in range(200):
        hand = random.sample(FACES, 11)
        expected = any(phase_ways(PHAZED.phases[2], in_order(hand)))
        assert holds([WORTH[card] for card in hand]) == expected
        found += expected
    assert 0 < found < 200
