"""The cases of a grading: every boundary of every rule, right answers, positions that a hand leads to, and seeds."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter, defaultdict
from random import Random

import pytest

from phazed import coursework
from phazed.course.grading.aspects import aspects
from phazed.course.grading.boundaries.positions import Hand, Impossible, building
from phazed.course.grading.cases import FROM_DOCUMENTS, FROM_GAMES, FROM_RULES, cases_for
from phazed.course.grading.findings import sentence
from phazed.game.pasted import game_and_question, read_call
from phazed.game.view import View
from phazed.rules.cards import total_worth
from phazed.rules.groups import STAGES
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import PHAZED, RULESETS, SEATS

PHAZED_RULES = {
    "phazed_group_type": "1.3 1.4 2 2.1 2.2 2.3 2.5",
    "phazed_phase_type": "1.3 1.4 2.1 2.2 2.5 3.1 3.2",
    "phazed_score": "1.5",
    "phazed_is_valid_play": "1.3 1.4 2.1 2.2 3.1 3.2 3.3 4.2 4.5 5.1 5.2 5.3 5.4 5.5 5.6 5.7 6.1 6.2 6.3 6.4 6.5 6.7",
    "phazed_bonus_is_valid_play": "2.5 4.5 6.1 6.5 6.6",
    "phasedout_group_type": "2.1 2.4 2.5",
    "phazed_play": "6.1 6.4 6.5",
}
BOTH = "1.3 1.4 2.1 2.2 3.2 3.3 5.1 5.2 5.3 5.4 5.5 5.6 6.1 6.2 6.3 6.4 6.5"
"""Rules with cases of either answer."""
SEEDS = ("0", "x")


@pytest.mark.parametrize("function", PHAZED_RULES)
def test_every_rule_that_a_function_can_show_has_cases(function):
    cases = cases_for(game_and_question(function)[0].name, "0").of(function)
    assert set(PHAZED_RULES[function].split()) <= {case.rule for case in cases}


def test_rules_have_cases_of_either_answer():
    found = {(case.rule, case.negative) for case in cases_for("phazed", "0").of("phazed_is_valid_play")}
    assert {(rule, answer) for rule in BOTH.split() for answer in (False, True)} <= found


@pytest.mark.parametrize("game", RULESETS)
def test_the_boundaries_are_the_same_for_every_seed(game):
    found = []
    for seed in SEEDS:
        cases = cases_for(game, seed)
        found.append({(case.function, case.rule, case.boundary) for case in cases.cases if case.source == FROM_RULES})
    for one in found:
        assert len(one ^ found[0]) < 0.06 * len(
            found[0]
        )  # some groups are too long to be held, depending on their cards


@pytest.mark.parametrize("game", RULESETS)
def test_the_expected_answers_are_those_of_our_functions(game):
    for case in cases_for(game, "0").cases:
        name, arguments = read_call(case.call)
        assert name == case.function
        if not case.chooses:
            assert getattr(coursework, name)(**arguments) == case.expected
        assert all(sentence(aspect.rule) for aspect in case.aspects)
        assert sentence(case.rule)


RELATED = {("1.3", "3.2"), ("2.1", "3.2"), ("2.2", "3.2"), ("5.2", "5.3"), ("5.2", "5.5"), ("6.2", "6.7")}
"""Rules of an aspect, and the rules that forbid it: an ace that is not wild makes no phase."""


@pytest.mark.parametrize("game", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_an_invalid_play_at_a_boundary_breaks_the_rule_of_the_boundary(game, seed):
    for case in cases_for(game, seed).cases:
        if case.function.endswith("is_valid_play") and case.source == FROM_RULES and case.negative:
            refusal = coursework.explain(*case.arguments, game=game)
            assert refusal.rule == case.rule or (case.rule, refusal.rule) in RELATED, (case.boundary, refusal)


@pytest.mark.parametrize("game", RULESETS)
def test_no_case_is_there_twice_and_all_kinds_are_there(game):
    cases = cases_for(game, "0")
    assert len({case.call for case in cases.cases}) == len(cases.cases)
    for function in cases.functions:
        sources = {case.source for case in cases.of(function)}
        assert FROM_GAMES in sources
        if function.endswith(("_type", "_is_valid_play")) and game != "phazed_bonus":
            assert sources == {FROM_RULES, FROM_DOCUMENTS, FROM_GAMES}


# The boundaries, by their contents


@pytest.fixture(scope="module")
def plays():
    """The cases of phazed_is_valid_play with their views."""
    cases = cases_for("phazed", "0").of("phazed_is_valid_play")
    return [
        (case, case.arguments[0], View.from_course(PHAZED, *case.arguments[1:])) for case in cases if case.rule != "6.7"
    ]


def laid_off(plays, *kinds):
    """The cards that are added to groups of these types: the case, the card, the group and the index."""
    for case, play, seen in plays:
        if play[0] == LAY_OFF:
            card, (seat, number, index) = play[1]
            if 0 <= seat < SEATS and seen.table[seat][0] and 0 <= number < len(seen.table[seat][1]):
                phase, groups = seen.table[seat]
                if PHAZED.phases[phase - 1][number].number in kinds:
                    yield case, card, groups[number], index


def test_every_stage_is_reached_missed_and_exceeded(plays):
    found = defaultdict(set)
    for case, card, group, _ in laid_off(plays, 6, 7):
        after = total_worth(group) + total_worth([card])
        found[case.expected].add(after)
    assert set(STAGES[1:]) <= found[True]
    for stage in STAGES[1:]:
        assert stage + 1 in found[False] or stage + 2 in found[False]
    discards = {
        total_worth(group)
        for case, play, seen in plays
        if play[0] == DISCARD and case.expected
        for phase, groups in seen.table
        if phase in (3, 6)
        for group in groups
    }
    assert discards >= set(STAGES)


def test_runs_of_every_length_are_continued_at_both_ends(plays):
    for kind, sizes in ((4, range(8, 12)), (5, range(4, 12))):
        right = {(len(group), index > 0) for case, _, group, index in laid_off(plays, kind) if case.expected}
        wrong = {(len(group), index > 0) for case, _, group, index in laid_off(plays, kind) if not case.expected}
        assert right >= {(size, end) for size in sizes for end in (False, True)}
        assert wrong >= {(size, end) for size in (*sizes, 12) for end in (False, True)}


def test_cards_are_put_inside_of_runs_that_stay_runs(plays):
    found = 0
    for case, card, group, index in laid_off(plays, 4, 5):
        inside = 0 < index < len(group)
        assert not (inside and case.expected)
        longer = (*group[:index], card, *group[index:])
        found += inside and any(PHAZED.kinds[3].flaw(longer[at : at + 8]) is None for at in (0, 1) if len(group) == 8)
    assert found > 4


def test_every_kind_of_card_is_discarded_and_every_index_of_a_set_is_used(plays):
    assert {play[1][0] for case, play, _ in plays if play[0] == DISCARD and case.expected} >= set("A23456789")
    assert {index for case, _, group, index in laid_off(plays, 1) if case.expected and len(group) == 3} == {0, 1, 2, 3}
    assert {index for case, _, group, index in laid_off(plays, 2) if case.expected and len(group) == 7} == {*range(8)}


def test_groups_have_every_number_of_natural_cards():
    cases = cases_for("phazed", "0").of("phazed_group_type")
    found = {
        (len(case.arguments[0]), sum(card[0] == "A" for card in case.arguments[0]))
        for case in cases
        if case.rule != "2.5"
    }
    assert {(size, aces) for size in (3, 4, 7, 8) for aces in range(size + 1)} <= found


def test_the_empty_pile_is_asked_about(plays):
    cases = cases_for("phazed", "0").of("phazed_is_valid_play")
    assert any(case.arguments[0] == (2, None) and case.arguments[-1] is None for case in cases)


# Positions


def replayed(seen):
    """Replay the history of a view, with hands that are not known, and return what it leads to."""
    rules = seen.rules
    table, cards, sizes = [(None, [])] * SEATS, Counter(), [10] * SEATS
    pile, status = None, {}
    mine = Counter()
    for at, (seat, plays) in enumerate(seen.history):
        if at and not rules.has_jokers:
            assert seat == (seen.history[at - 1][0] + 1) % SEATS
        for number, (kind, content) in enumerate(plays):
            assert (kind in (DRAW, TAKE)) == (number == 0)
            if kind == TAKE:
                assert pile in (None, content)
                cards[content] -= pile is not None
                if seat == seen.seat:
                    mine[content] += 1
                pile = None
            elif kind == LAY_PHASE:
                phase, groups = phase_and_groups(content)
                phase = phase or next(iter(rules.due(seen.status[seat] - 1)))
                assert table[seat][0] is None
                assert rules.phase_flaw(phase, groups) is None
                table[seat] = (phase, [list(group) for group in groups])
                status[seat] = phase
                cards.update(card for group in groups for card in group)
                sizes[seat] -= sum(map(len, groups)) + 1
            elif kind == LAY_OFF:
                card, (target, place, index) = content
                phase, groups = table[target]
                assert table[seat][0] is not None
                assert rules.phases[phase - 1][place].refuse(tuple(groups[place]), card, index) is None
                groups[place].insert(index, card)
                cards[card] += 1
                sizes[seat] -= 1
            elif kind in (DISCARD, SKIP):
                assert number == len(plays) - 1
                pile = "ZZ" if kind == SKIP else content
                cards[pile] += 1
                sizes[seat] -= 1
            sizes[seat] += number == 0 or kind == LAY_PHASE
        if seat != seen.seat or at < len(seen.history) - 1:
            assert plays[-1][0] in (DISCARD, SKIP) or sizes[seat] == 0 or at == len(seen.history) - 1
    return table, pile, sizes, status, cards


@pytest.mark.parametrize("game", RULESETS)
def test_every_position_follows_from_its_history(game):
    rules = RULESETS[game]
    for case in cases_for(game, "0").cases:
        if not case.function.endswith(("_is_valid_play", "_play", "_bonus")) or case.rule == "6.7":
            continue
        if case.source == FROM_DOCUMENTS:  # the course's own examples leave parts of the history out
            continue
        seen = View.from_course(rules, *case.arguments[-6:])
        table, pile, sizes, status, cards = replayed(seen)
        assert [(phase, [list(group) for group in groups]) for phase, groups in seen.table] == table
        if any(plays[-1][0] in (DISCARD, SKIP) for _, plays in seen.history[-1:]):
            assert seen.discard == pile
        if not rules.any_order:
            assert all(seen.status[seat] == phase for seat, phase in status.items())
        extra = case.boundary == "a second phase in a hand"  # nobody can hold two phases, and no other rule is broken
        assert extra or len(seen.hand) == sizes[seen.seat]
        cards.update(seen.hand)
        assert extra or all(count <= (4 if card == "ZZ" else 2) for card, count in cards.items()), (case, cards)


def test_a_hand_without_cards_for_it_is_impossible():
    with pytest.raises(Impossible, match="not so many AS"):
        Hand(PHAZED, Random(0)).view("AS AS AS")
    with pytest.raises(Impossible, match="too small"):
        Hand(PHAZED, Random(0)).view("2S 3S 4S 5S 6S 7S 8S 9S 0S JS QS KS")


def test_accumulations_are_built_stage_by_stage():
    assert building(34, 88, "S") == "KS+8S KS 8S 5S 3S 2S AS AS"
    assert building(88, 88, "S") == ""


# Seeds


def test_another_seed_gives_other_cases():
    assert cases_for("phasedout", "1").digest != cases_for("phasedout", "0").digest


def test_the_cases_do_not_depend_on_the_order_of_sets():
    program = "from phazed.course.grading import cases_for; print(cases_for('phasedout', '0').digest)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [cases_for("phasedout", "0").digest]


@pytest.mark.parametrize(
    ("function", "arguments", "expected", "shown"),
    [
        (
            "phazed_group_type",
            (["2C", "2C", "4C", "KC", "9C", "AS", "3C"],),
            [2, 6, 7],
            ("2.3", "several types at once"),
        ),
        ("phazed_group_type", (["4H", "4S", "AC", "AD"],), [3], ("1.4", "two natural cards in a set")),
        ("phazed_group_type", (["QC", "KC", "2S", "3S"],), [5], ("2.1", "a run round the corner")),
        ("phazed_group_type", ("2C",), [], ("2.5", "")),
        ("phazed_phase_type", ([["7S", "7H", "7D"], ["7C", "7H", "AH"]],), [1], ("3.1", "two sets of the same value")),
        ("phazed_phase_type", (None,), [], ("2.5", "")),
        ("phasedout_group_type", (["2C", "2S", "3H"],), None, ("2", "")),
    ],
)
def test_a_call_has_aspects(function, arguments, expected, shown):
    assert shown in aspects(function, arguments, expected)
