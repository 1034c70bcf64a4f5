"""A phase laid card by card: the cards offered are those of the ways that the rules list."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from encoded import codes, names
from phazed.core.encoding import kinds_of, wraps
from phazed.core.finder import Finder
from phazed.core.laying import Laying
from phazed.rules.cards import in_order
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.rules.ways import phase_ways

PHASES = [(rules, phase) for rules in (PHAZED, PHASEDOUT) for phase in range(1, len(rules.phases) + 1)]


def hands(rules, phase, count):
    """Hands of eleven cards that hold the phase, many of them with several aces."""
    chance = Random(phase)
    finder = Finder(wraps(rules))
    kind = kinds_of(rules)[phase - 1]
    aces = [card for card in rules.deck if card[0] == "A"]
    while count:
        wild = chance.sample(aces, chance.randint(0, 4))
        hand = wild + chance.sample([card for card in rules.deck if card[0] != "A"], 11 - len(wild))
        if finder.holds(kind, codes(hand)):
            count -= 1
            yield hand


def next_cards(kinds, ways, groups):
    """The cards that lead on from the groups so far to one of the ways."""
    found = set()
    for way in ways:
        for order in permutations(way) if len(set(kinds)) == 1 else [way]:
            *_, last = [number for number, _ in enumerate(groups)]
            same = all(
                group[: len(placed)] == placed if kind.ordered else not Counter(placed) - Counter(group)
                for kind, group, placed in zip(kinds, order, groups)
            )
            if same and all(len(order[number]) == len(groups[number]) for number in range(last)):
                group, placed = order[last], groups[last]
                found |= {group[len(placed)]} if kinds[last].ordered else {*(Counter(group) - Counter(placed))}
    return found


@pytest.mark.parametrize(("rules", "phase"), PHASES, ids=str)
def test_the_cards_that_may_come_next_are_those_of_the_ways_to_lay_the_phase(rules, phase):
    kinds = rules.phases[phase - 1]
    laying = Laying(wraps(rules))
    chance = Random(1)
    for hand in hands(rules, phase, 25):
        ways = list(phase_ways(kinds, in_order(hand)))
        laying.start(kinds_of(rules)[phase - 1], codes(hand))
        groups, complete = [()], False
        while not complete:
            choices = laying.choices()
            assert {*names(choices)} == next_cards(kinds, ways, groups), (hand, groups)
            card = chance.choice(choices)
            complete = laying.put(card)
            groups[-1] = (*groups[-1], *names([card]))
            if kinds[len(groups) - 1].flaw(groups[-1]) is None and len(groups) < len(kinds):
                groups.append(())
        assert rules.phase_flaw(phase, tuple(groups)) is None
        assert [names(list(laying.first)[: laying.first_size]), names(list(laying.second)[: laying.second_size])][
            : len(kinds)
        ] == groups


def test_a_card_that_cannot_come_next_is_refused():
    laying = Laying(1)
    laying.start(0, codes("2S 2C 2H 9S 9C 9H KD"))
    with pytest.raises(ValueError, match="cannot come next"):
        laying.put(codes("KD")[0])


def test_a_hand_that_there_is_no_room_for_is_refused():
    with pytest.raises(ValueError, match="a hand can have at most 12 cards, not 13"):
        Laying(1).start(0, codes("2S") * 13)
