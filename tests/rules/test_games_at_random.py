"""Random games of each ruleset: what must be so in every state, and the legal plays against brute force."""

from __future__ import annotations

from itertools import chain, combinations, product
from random import Random

import pytest

from phazed.bots import make
from phazed.game.games import Dealt, HandEnded, Played, shuffled, start
from phazed.game.referee import referee
from phazed.game.view import View, view
from phazed.rules.cards import ALL, ORDER, VALUE, WORTH, in_order
from phazed.rules.course import explain
from phazed.rules.groups import Accumulation, Run
from phazed.rules.legal import can_close, legal_plays
from phazed.rules.plays import DISCARD, LAY_OFF, SKIP, TAKE
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.scoring import points
from phazed.rules.state import apply, deal

pytestmark = pytest.mark.long
GAMES = [
    pytest.param(rules, seed, marks=pytest.mark.thorough if seed else ())
    for rules in RULESETS.values()
    for seed in range(4)
]


def states_of(rules, seed, player="random"):
    """The states of a game of four of our players, with the events between them."""
    players = [make(player if seat % 2 else "random", rules, f"{seed}/{seat}") for seat in range(4)]
    for event in referee(rules, players, (shuffled(rules, seed, hand) for hand in range(rules.max_hands))):
        if isinstance(event, Dealt):
            yield event.state
        elif isinstance(event, Played):
            yield event.after


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_every_card_is_always_accounted_for(rules, seed):
    for state in states_of(rules, seed, "greedy"):
        laid = chain.from_iterable(group for _, groups in state.table for group in groups)
        everywhere = [*state.deck[state.drawn :], *state.pile, *chain.from_iterable(state.hands), *laid]
        assert sorted(everywhere) == sorted(rules.deck)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_totals_add_up_and_the_deal_goes_round(rules, seed):
    players = [make("random", rules, f"{seed}/{seat}") for seat in range(4)]
    decks = (shuffled(rules, seed, hand) for hand in range(rules.max_hands))
    standing = start(rules)
    for event in referee(rules, players, decks):
        if isinstance(event, Dealt):
            assert event.standing == standing
            assert event.state.leader == (standing.hands + 1) % 4
        elif isinstance(event, HandEnded):
            gained = [points(hand) for hand in event.state.hands]
            assert event.standing.scores == tuple(a + b for a, b in zip(standing.scores, gained))
            assert event.standing.status == event.state.status
            standing = event.standing
    assert standing.over


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_phase_status_grows_by_the_phase_on_the_table(rules, seed):
    before = {}
    for state in states_of(rules, seed, "greedy"):
        if not state.history and not state.plays:
            before = state.status
        for seat in range(4):
            phase = state.table[seat][0]
            due = rules.due(before[seat])
            assert phase is None or phase in due
            assert state.status[seat] == (before[seat] if phase is None else rules.complete(before[seat], phase))


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_a_turn_never_ends_with_an_open_accumulation(rules, seed):
    for state in states_of(rules, seed, "greedy"):
        if not state.plays:
            for phase, groups in state.table:
                if phase in rules.accumulation_phases:
                    totals = [sum(map(WORTH.__getitem__, group)) for group in groups]
                    assert all(total in (34, 55, 68, 76, 81, 84, 86, 87, 88) for total in totals)


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_the_view_of_a_state_survives_the_way_through_the_courses_arguments(rules, seed):
    for number, state in enumerate(states_of(rules, seed, "greedy")):
        if number % 7 == 0:
            for seat in range(4):
                seen = view(state, seat)
                assert View.from_course(rules, *seen.to_course()) == seen


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_states_that_differ_in_hidden_cards_only_give_equal_views(rules, seed):
    mixer = Random(seed)
    for number, state in enumerate(states_of(rules, seed, "greedy")):
        if number % 5 == 0:
            for seat in range(4):
                assert view(with_hidden_cards_mixed(state, seat, mixer), seat) == view(state, seat)


def with_hidden_cards_mixed(state, seat, mixer):
    """The same state with other cards wherever the seat cannot look: the other hands and the deck."""
    others = [place for place in range(4) if place != seat]
    hidden = [*chain.from_iterable(state.hands[place] for place in others), *state.deck[state.drawn :]]
    mixer.shuffle(hidden)
    hands = list(state.hands)
    for place in others:
        hands[place] = tuple(hidden.pop() for _ in hands[place])
    mixed = state._replace(hands=tuple(hands), deck=(*state.deck[: state.drawn], *hidden))
    assert mixed != state or len(set(hidden)) < 2
    return mixed


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_every_legal_play_can_be_applied_and_changes_the_hand(rules, seed):
    for number, state in enumerate(states_of(rules, seed, "greedy")):
        if number % 11 == 0:
            seat = state.seat
            for play in legal_plays(state):
                assert len(apply(state, play).hands[seat]) != len(state.hands[seat])


@pytest.mark.parametrize(("rules", "seed"), GAMES)
def test_legal_plays_equal_brute_force_over_all_candidates(rules, seed):
    checked, step = 0, 37 if seed else 61  # the first seed is in every run
    for number, state in enumerate(states_of(rules, seed, "greedy")):
        if number % step == 7 and not state.ending:
            assert_equals_brute_force(view(state, state.seat))
            checked += 1
    assert checked > 4


FULL_HANDS = [
    (PHAZED, 0, "2S 2S 2C 5S 5S 5D AS AD KH KC 2H"),
    (PHAZED, 1, "2C 2C 4C KC 9C JC 7C AH 3D 5C AC"),
    (PHAZED, 2, "KS 0D 8C 3S 9D 9S 9S 6C AH 2C 2D"),
    (PHAZED, 3, "4H 4S 4C 7H 7C AH AC AS 7D 2C 4D"),
    (PHAZED, 4, "4H 5S AC 7C 8H AH 0S JC QD KS 2C"),
    (PHAZED, 4, "2S 3D 4C 5D 6C 7D 8H 9S KC AH AH"),
    (PHAZED, 5, "KS 0C 8C 3S 9C 9S 9S 6C AS 2D JC"),
    (PHAZED, 5, "2C KC QS 7C 3H 7H 0D KD AD 6D 4D"),
    (PHAZED, 6, "KC 2S 3C 4C 7C 7S 7D 7D AH AS 5C"),
    (PHASEDOUT, 3, "4H 5S AC 7C 8H AH 0S JC QD KS 2C"),
    (PHASEDOUT, 4, "QC KS AC 7C 7S 7D 7D AH JS 0S 5C"),
    (BONUS, (False, True, False, True, False, True, False), "2S 2S 2C 5S 5S 5D AS ZZ KH KC 2H"),
]


@pytest.mark.parametrize(("rules", "status", "hand"), FULL_HANDS)
def test_legal_plays_equal_brute_force_where_the_phase_is_there(rules, status, hand):
    state = deal(rules, rules.deck, 3, (status,) * 4)
    state = apply(state, (1, None))
    seen = view(state, 0)._replace(hand=tuple(hand.split()))
    assert assert_equals_brute_force(seen) > 11


def assert_equals_brute_force(seen):
    """Compare with everything that anybody could try; returns how many plays there are."""
    found = list(seen.legal_plays)
    assert len(set(found)) == len(found) == seen.legal_plays.count()
    assert bool(seen.legal_plays) == bool(found)
    arguments = seen[1:]
    valid = {canonical(seen, play) for play in candidates(seen) if explain(seen.rules, play, *arguments) is None}
    assert valid == set(found)
    assert all(play in seen.legal_plays for play in found)
    return len(found)


def canonical(seen, play):
    """The form in which the play is listed, by its definition."""
    kind, content = play
    if kind == LAY_OFF:
        card, (seat, number, index) = content
        phase, groups = seen.table[seat]
        if not isinstance(seen.rules.phases[phase - 1][number], Run):
            index = len(groups[number])
        return (kind, (card, (seat, number, index)))
    if kind == 3:
        phase, groups = seen.rules.declared(content, seen.status[seen.seat])
        kinds = seen.rules.phases[phase - 1]
        groups = [group if isinstance(k, Run) else in_order(group) for k, group in zip(kinds, groups)]
        if len(kinds) == 2 and kinds[0] is kinds[1]:
            groups.sort(key=lambda group: [ORDER[card] for card in group])
        return seen.rules.phase_play(phase, tuple(groups))
    return play


def candidates(seen):
    """Every play that is not absurd: any card anywhere, and every arrangement of held cards as a phase."""
    yield (1, None)
    for card in ALL:
        yield (TAKE, card)
        yield (DISCARD, card)
    for seat in range(-1, 5):
        yield (SKIP, seat)
    for card in dict.fromkeys(seen.hand):
        for seat, (_, groups) in enumerate(seen.table):
            for number, group in enumerate(groups):
                for index in range(len(group) + 1):
                    yield (LAY_OFF, (card, (seat, number, index)))
    if seen.table[seen.seat][0] is None:
        for phase, kinds in enumerate(seen.rules.phases, 1):
            for groups in arrangements(kinds, range(len(seen.hand)), seen.hand):
                yield seen.rules.phase_play(phase, groups)


def arrangements(kinds, free, hand):
    """Groups of the right sizes out of the cards that are still free; runs in any order that could be one."""
    if not kinds:
        yield ()
        return
    kind, *others = kinds
    for chosen in choices(kind, list(free), hand):
        left = [place for place in free if place not in chosen]
        for rest in arrangements(others, left, hand):
            yield (tuple(hand[place] for place in chosen), *rest)


def choices(kind, free, hand):
    if isinstance(kind, Accumulation):
        worths = [WORTH[hand[place]] for place in free]
        for bits in range(1, 1 << len(free)):
            if sum(worth for place, worth in enumerate(worths) if bits >> place & 1) in (33, 34, 35):
                yield tuple(place for number, place in enumerate(free) if bits >> number & 1)
    elif isinstance(kind, Run):
        for first in range(12):
            places = [
                [place for place in free if VALUE[hand[place]] in (0, (first + step) % 12 + 2)]
                for step in range(kind.size)
            ]
            for chosen in product(*places):
                if len(set(chosen)) == kind.size:
                    yield chosen
    else:
        yield from combinations(free, kind.size)


def test_accumulations_left_open_can_be_closed_or_not():
    table = ((3, (("KS", "0D", "8C", "3S", "9S"), ("9D", "9S", "9S", "6C", "AH"))), *((None, ()),) * 3)
    assert can_close(PHAZED, table, ("QH", "2C"))
    assert not can_close(PHAZED, table, ("0C", "AD"))
    both_open = ((3, (("KS", "0D", "8C", "3S", "9S"), ("9D", "9S", "9S", "6C", "AH", "0S"))), *table[1:])
    assert can_close(PHAZED, both_open, ("QH", "JC"))
    assert not can_close(PHAZED, both_open, ("QH", "0C"))
    red = ((6, (("KH", "0D", "8D", "3H", "9H"), ("KS", "0C", "8C", "3S"))), *table[1:])
    assert can_close(PHAZED, red, ("QH",))
    assert not can_close(PHAZED, red, ("QS",))
