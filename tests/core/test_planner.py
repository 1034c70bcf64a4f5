"""The lay-off planner beside brute force: it sheds as much as anybody could, and never leaves an accumulation open."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from encoded import as_lay_off, in_turn, played, policy_of
from phazed.core.encoding import encode
from phazed.rules.cards import ACES, JOKER, POINTS, in_order, total_worth, without
from phazed.rules.legal import can_close, legal_plays
from phazed.rules.legality import joined, open_accumulation, put
from phazed.rules.plays import DISCARD, DRAWN, LAY_OFF, SKIP
from phazed.rules.rulesets import RULESETS
from phazed.rules.scoring import points
from phazed.rules.state import apply
from positions import GAMES, WITH_ACCUMULATIONS

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


# Brute force, with nothing but the rules


def most_shed(rules, table, hand):
    """Of all ways to lay off, the most cards and then the fewest points left, what is thrown not counted."""
    seen = {}

    def best(table, hand):
        key = (table, hand)
        if key not in seen:
            found = [] if open_accumulation(rules, table) is not None else [(0, costs(hand))]
            for card in dict.fromkeys(hand):
                rest = without(hand, (card,))
                for seat, number, index in places_for(rules, table, card):
                    then = sorted_groups(rules, joined(table, card, (seat, number, index)), seat, number)
                    shed, left = best(then, rest)
                    found.append((shed + 1, left))
            seen[key] = max(found, default=(-99, 0))
        return seen[key]

    return best(table, in_order(hand))


def costs(hand):
    """The points of a hand after its dearest card is thrown, as a number that is better when it is higher."""
    return max(map(POINTS.__getitem__, hand), default=0) - points(hand)


def places_for(rules, table, card):
    for seat, (phase, groups) in enumerate(table):
        for number, group in enumerate(groups):
            kind = rules.phases[phase - 1][number]
            for index in {0, len(group)} if kind.ordered else {len(group)}:
                if kind.refuse(group, card, index) is None:
                    yield seat, number, index


def sorted_groups(rules, table, seat, number):
    """The table with that group sorted if its order means nothing, so that equal tables are found equal."""
    phase, groups = table[seat]
    kind = rules.phases[phase - 1][number]
    if kind.ordered or kind.one_colour:
        return table
    return put(table, seat, (phase, put(groups, number, in_order(groups[number]))))


# The plan


def carried_out(state, *, anew=False):
    """The state after the plan of the seat to play, in which each step is legal; `anew`: it plans after every step."""
    policy, seat = policy_of(state.rules.name), state.seat
    plan = policy.plan(encode(state))
    while plan:
        play = as_lay_off(state, plan[0])
        assert state.refuse(play) is None
        state = apply(state, play)
        assert can_close(state.rules, state.table, state.hands[seat])
        assert state.ending or legal_plays(state)
        plan = policy.plan(encode(state)) if anew and not state.ending else plan[1:]
    assert open_accumulation(state.rules, state.table) is None
    return state


def assert_best(state):
    """Compare the plan with brute force; returns how many cards it sheds."""
    seat, hand = state.seat, state.hand
    shed, left = most_shed(state.rules, state.table, hand)
    for anew in (False, True):
        then = carried_out(state, anew=anew)
        rest = then.hands[seat]
        assert len(hand) - len(rest) == shed, f"{hand} with {state.table}"
        assert costs(rest) == left
        if len(hand) - shed == 1:
            then = apply(then, (SKIP, (seat + 1) % 4) if rest == (JOKER,) else (DISCARD, *rest))
        assert bool(then.ending) == (len(hand) - shed <= 1)
    return shed


@cache
def laid_in_games(game):
    """For each seat, its groups at the ends of turns in games of greedy players; and all such tables."""
    tables = dict.fromkeys(e.after.table for e in played(game, "greedy", 6) if not e.after.plays)
    entries = [list(dict.fromkeys(table[seat] for table in tables if table[seat][0])) for seat in range(4)]
    return entries, [table for table in tables if any(phase for phase, _ in table)]


def with_table(game, table, hand):
    state = in_turn(game, " ".join(hand))
    seat = next(seat for seat in range(4) if table[seat][0])
    hands = tuple(tuple(hand) if other == seat else held for other, held in enumerate(state.hands))
    return state._replace(table=table, turns=seat, hands=hands, plays=(DRAWN,))


def some_cards(game, random, table):
    """One to five cards that are not on the table, aces and jokers more often than they come."""
    left = list(RULESETS[game].deck)
    for card in (card for _, groups in table for group in groups for card in group):
        left.remove(card)
    wilds = [card for card in left if card in ACES or card == JOKER]
    return random.sample(left + 2 * wilds, random.randint(1, 5))


@EVERY_GAME
def test_on_tables_of_real_games_nobody_could_shed_more(game):
    random = Random(f"{game}/real")
    _, tables = laid_in_games(game)
    sheds = [
        assert_best(with_table(game, table, some_cards(game, random, table)))
        for table in random.sample(tables, 50) + random.sample(tables, 50)
    ]
    assert {0, 1, 2, 3} <= set(sheds)


@EVERY_GAME
def test_on_tables_where_everybody_has_laid_nobody_could_shed_more(game):
    random = Random(f"{game}/full")
    entries, _ = laid_in_games(game)
    sheds = []
    while len(sheds) < 60:
        table = tuple(random.choice(entries[seat]) for seat in range(4))
        try:
            hand = some_cards(game, random, table)
        except ValueError:  # these four phases need more copies of a card than there are
            continue
        sheds.append(assert_best(with_table(game, table, hand)))
    assert {1, 2, 3, 4} <= set(sheds)


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_on_tables_of_accumulations_nobody_could_shed_more(game):
    random = Random(f"{game}/totals")
    entries, _ = laid_in_games(game)
    totals = [[entry for entry in entries[seat] if entry[0] in (3, 6)] for seat in range(4)]
    sheds = []
    for _ in range(60):
        table = [(None, ())] * 4
        for seat in random.sample([seat for seat in range(4) if totals[seat]], 1 if len(sheds) % 2 else 2):
            table[seat] = random.choice(totals[seat])
        hand = random.choices([card for card in RULESETS[game].deck if card[0] in "2345678A"], k=random.randint(3, 5))
        sheds.append(assert_best(with_table(game, tuple(table), hand)))
    assert sum(shed > 0 for shed in sheds) > 5


# By hand

SETS = (1, "2S 2D 2H / 9S 9D 9H")
AT_34 = "KS 0D 8C 3S / KD 0S 8H 3C"
CLOSED = "KS 0D 8C 3S KC 8S KH 8D 5D 3D 2D AD AC"
BLACK_AND_RED = "KS 0C 8C 3S / KD 0H 8H 3D"


def plan_of(game, hand, laid):
    """What is left of the hand after the plan, and the table."""
    state = in_turn(game, hand, laid=laid)
    assert_best(state)
    then = carried_out(state)
    return " ".join(then.hands[0]), then.table


@pytest.mark.parametrize(
    ("game", "hand", "laid", "left"),
    [
        # an ace bridges a run, at either end, and wraps or does not
        ("phazed", "KD AS QS 5C", {0: SETS, 1: (5, "3S 4D 5C 6C 7H 8H 9S 0C")}, "5C"),
        ("phazed", "0C 2D AD 5S", {0: SETS, 1: (5, "KS 2H 3D 4D 5C 6C 7H 8H")}, "5S"),
        ("phazed", "JC AD KC 5S", {0: (5, "2S 3D 4C 5D 6D 7H 8H 9C")}, "5S"),
        ("phazed", "2D 3C KH", {0: (5, "5S 6D 7C 8D 9D 0H JH QC")}, ""),
        ("phasedout", "2D 3C KH", {0: (4, "5S 6D 7C 8D 9D 0H JH QC")}, "2D 3C"),
        ("phasedout", "4D 3C 2H KH AS", {0: (4, "6S 7D 8C 9D 0D JH QH KC")}, "KH"),
        ("phasedout", "2D 3C AH", {0: (4, "2S 3D 4D 5C 6C 7H 8H 9S")}, "2D 3C"),
        ("phazed", "2D 3C AH", {0: (5, "2S 3D 4D 5C 6C 7H 8H 9S 0S JS QS KS")}, "2D 3C AH"),
        ("phazed", "KC KD 4H 8C", {0: (7, "2S 3C 4S 5C / 9S 9D 9H 9C")}, "KD 4H 8C"),
        ("phazed", "KD AH QS AD 6S", {0: (7, "2S 3C 4S 5C / 9S 9D 9H 9C")}, "KD"),
        # accumulations: subset sums, one stage or several, colours by the printed suit
        ("phazed", "KH 8D", {0: (3, AT_34)}, ""),
        ("phazed", "KH 8D 7C 6S", {0: (3, AT_34)}, ""),
        ("phazed", "KH 7D 9C", {0: (3, AT_34)}, "KH 7D 9C"),
        ("phazed", "KH 7D AC", {0: (3, AT_34)}, ""),
        ("phazed", "KH 8D 0C JS", {0: (3, AT_34)}, ""),
        ("phazed", "KH 8D KC", {0: (3, AT_34)}, ""),
        ("phazed", "5D 3S 8C 8C KH", {0: (3, AT_34)}, "3S"),
        ("phazed", "KH 8D", {0: (6, BLACK_AND_RED)}, ""),
        ("phazed", "KS 8D", {0: (6, BLACK_AND_RED)}, "KS 8D"),
        ("phazed", "KS 7C AC", {0: (6, BLACK_AND_RED)}, ""),
        ("phazed", "KS 7C AD", {0: (6, BLACK_AND_RED)}, "KS 7C AD"),
        ("phazed", "KD 7H AD 3C 4C", {0: (6, BLACK_AND_RED)}, "3C 4C"),
        ("phazed", "AS", {0: (3, f"{CLOSED} / KD 0S 8H 3C")}, "AS"),
        ("phazed", "AS", {0: (3, f"{CLOSED.removesuffix(' AC')} / KD 0S 8H 3C")}, ""),
        # the last card, a set's for everybody, and what belongs nowhere
        ("phazed", "2C", {0: SETS}, ""),
        ("phazed", "3C", {0: SETS}, "3C"),
        ("phazed", "9C AH 4S", {0: SETS}, "4S"),
        ("phazed", "9C AH 4S", {0: SETS, 2: (2, "2S 3S 5S 6S 7S 8S AD")}, ""),
        ("phazed_bonus", "ZZ 2C", {0: SETS}, "ZZ"),
        ("phazed_bonus", "ZZ ZZ KS 8S", {0: (3, AT_34)}, "ZZ ZZ"),
    ],
)
def test_what_a_plan_leaves(game, hand, laid, left):
    rest, _ = plan_of(game, hand, laid)
    assert sorted(rest.split()) == sorted(left.split())


def test_an_accumulation_passes_two_stages_in_one_turn():
    rest, table = plan_of("phazed", "KH 8D KC", {0: (3, AT_34)})
    assert rest == ""
    assert sorted(map(total_worth, table[0][1])) == [34, 68]


def test_an_ace_goes_where_it_lets_others_follow():
    laid = {0: SETS, 1: (5, "3S 4D 5C 6C 7H 8H 9S 0C"), 2: (3, AT_34)}
    state = in_turn("phazed", "AD QC", laid=laid)
    plays = [as_lay_off(state, step) for step in policy_of("phazed").plan(encode(state))]
    assert plays == [(LAY_OFF, ("AD", (1, 0, 8))), (LAY_OFF, ("QC", (1, 0, 8)))]
    assert carried_out(state).ending


def test_of_two_plans_that_shed_as_much_the_cheaper_rest_is_left():
    laid = {0: (3, f"{CLOSED} / KD 0S 8H 3C")}
    assert plan_of("phazed", "QH 9D 0C JC", laid)[0] == "QH 9D"
    assert plan_of("phazed_bonus", "ZZ QH 9D 0C JC", laid)[0] == "ZZ QH 9D"


def test_a_turn_that_has_begun_an_accumulation_is_finished():
    laid = {0: (3, f"{CLOSED} / KD 0S 8H 3C KC")}
    assert plan_of("phazed", "8D 2S 6S", laid)[0] == "8D"
    assert plan_of("phazed", "2S 8D 7S AS", laid)[0] == "2S 8D"
    assert plan_of("phazed", "0S 8D 7S", laid)[0] == "0S 7S"
