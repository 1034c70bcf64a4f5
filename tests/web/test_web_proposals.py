"""Help of the phase builder: the expert's way comes first, and the real fault of a group."""

from __future__ import annotations

import pytest

from phazed.bots.thinking import Effort, Thinker
from phazed.rules.cards import cards
from phazed.rules.plays import LAY_PHASE
from phazed.rules.rulesets import PHASEDOUT, PHAZED
from phazed.web.tables.choices import MAX_WAYS, fault, proposals
from players import seen, seen_with_due
from positions import GAMES, real_views


def test_the_way_comes_first_that_leaves_the_least_after_lay_offs():
    """With 2D laid, the fourth two can be laid off; the aces, which fit everywhere, are laid off, too."""
    own = seen_with_due("phazed", 1, hand="2S 2S 2D 2C 5S 5S 5H AS KD KC 9H")
    found = proposals(own)
    assert {phase for _, (phase, _) in found} == {1}
    _, (_, first) = found[0]
    assert not any("AS" in group for group in first), "the ace is laid off later, wherever it fits"
    assert len(found) <= MAX_WAYS
    assert len({str(sorted(map(sorted, groups))) for _, (_, groups) in found}) == len(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_first_way_is_the_experts(game):
    compared = 0
    for own in real_views(game, "strong", step=3):
        if own.stage != "during" or own.table[own.seat][0] is not None:
            continue
        found = proposals(own)
        for option in Thinker(own.rules, Effort(worlds=0)).think(own):
            if option.play[0] == LAY_PHASE:
                phase, groups = own.rules.declared(option.play[1], own.status[own.seat])
                ways = [own.rules.declared(play[1], own.status[own.seat]) for play in found]
                assert next(way for each, way in ways if each == phase) == groups
                compared += 1
        assert not any(own.refuse(play) for play in found)
    assert compared


def test_in_the_bonus_game_the_phase_comes_first_that_the_expert_prefers():
    own = seen("phazed_bonus", hand="2S 2S 2C 2D 5S 5S 5H 5D KS KD QH")
    found = proposals(own)
    phases = [phase for _, (phase, _) in found]
    assert phases != sorted(phases)
    assert {1, 4} <= set(phases)


def test_a_hand_without_a_phase_has_no_way():
    assert proposals(seen("phazed", hand="2S 3D 5H 7C 9S JD KH 4C 6S 8D 0H")) == []


@pytest.mark.parametrize(
    ("phase", "group", "held", "said"),
    [
        (1, 0, "3S 4S", "3S and 4S have different values"),
        (1, 0, "3S AS 4S", "3S and 4S have different values"),
        (1, 0, "3S", "has 1 card, but a set of three of one value needs 3: 3S"),
        (1, 0, "3S 3D 3C 3H", "has 1 more than 3 cards"),
        (1, 0, "AS AD", "has 2 aces, but needs 2 natural cards among its 3"),
        (1, 0, "3S ZZ", "contains a joker, which cannot be part of a group"),
        (2, 0, "3S 4S 5H", "3S and 5H have different suits"),
        (3, 0, "KS KD 9C", "adds up to 35, 1 more than 34"),
        (3, 0, "KS KD", "adds up to 26, not 34: KS KD"),
        (6, 0, "KS KD 8C", "KS and KD have different colours"),
        (6, 0, "KS KC QC", "adds up to 38, 4 more than 34"),
        (5, 0, "3S 4D 5C", "has 3 cards, but a run of eight needs 8: 3S 4D 5C"),
        (7, 0, "3S 4D", "3S and 4D have different colours"),
        (7, 0, "3S 5C 6C 7C", "is not in sequence: 5C stands where 4 belongs in 3S 5C 6C 7C"),
    ],
)
def test_the_fault_that_no_further_card_can_mend_is_named_first(phase, group, held, said):
    assert fault(PHAZED.phases[phase - 1][group], cards(held)) == said


def test_a_group_without_a_fault_has_none():
    assert fault(PHASEDOUT.phases[0][0], cards("3S 3D AS")) is None
