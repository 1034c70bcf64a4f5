"""Observations say what a seat may know, part by part, and nothing that is hidden."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoded import in_turn, played
from phazed.core import layout
from phazed.core.encoding import CODES, NAMES
from phazed.env.actions import NOTHING, Actions, Progress
from phazed.env.layout import GROUP, OBSERVATION, OBSERVATION_SIZE, OFFERED, chosen, parts
from phazed.env.observation import high, known_cards, observe
from phazed.rules.cards import without
from phazed.rules.rulesets import RULESETS
from positions import GAMES, after, hand_state

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


def seen(state, seat, progress=None):
    return parts(observe(state, seat, (1, 20, 300, 4000), 5, progress))


def cards(counts):
    """The cards that an array counts."""
    return sorted(NAMES[code] for code in range(53) for _ in range(counts[code]))


def test_the_parts_cover_the_observation_in_order_and_without_overlap():
    at = 0
    for part in OBSERVATION.values():
        assert part.start == at
        at += part.size
    assert at == OBSERVATION_SIZE
    at = 0
    for part in GROUP.values():
        assert part.start == at
        at += part.size
    assert at == layout.GROUP_WIDTH


@EVERY_GAME
def test_cards_sizes_and_numbers_are_those_of_the_state(game):
    state = hand_state(game, hands={0: "2S 3S 3S AD", 1: "4S", 2: "5S KD", 3: "6S"}, pile="7S 8S 7S")
    part = seen(state, 2)
    assert cards(part["hand"]) == ["5S", "KD"]
    assert cards(part["pile"]) == ["7S", "7S", "8S"]
    assert cards(part["discard"]) == ["7S"]
    assert part["sizes"].tolist() == [2, 1, 4, 1]
    assert part["scores"].tolist() == [300, 4000, 1, 20]
    assert (part["hand_number"], part["turns"], part["picked_up"]) == (5, 0, 0)
    assert part["deck"] == len(state.deck) - state.drawn
    assert not part["groups"].any()
    assert seen(after(state, (1, None)), 2)["picked_up"] == 1


def test_phases_groups_and_seats_are_seen_from_the_observer():
    laid = {1: (5, "4S 5D 6C 7C 8H 9H 0S JC"), 3: (6, "KS 0S 8C 3S / KD 0D 8H 3H")}
    state = hand_state("phazed", laid=laid, done={0: 2})
    part = seen(state, 3)
    assert part["completed"].sum(axis=1).tolist() == [6, 2, 5, 0]
    assert part["laid"].argmax(axis=1).tolist() == [5, 0, 4, 0]
    assert part["laid"].sum(axis=1).tolist() == [1, 0, 1, 0]
    groups = parts(part["groups"], GROUP)
    assert groups["kind"].tolist() == [[0, 0, 0, 1]] * 2 + [[0] * 4] * 2 + [[0, 0, 1, 0]] + [[0] * 4] * 3
    assert groups["suits"][:2].tolist() == [[1, 1, 0, 0], [0, 0, 1, 1]]
    assert groups["length"].tolist() == [4, 4, 0, 0, 8, 0, 0, 0]
    assert groups["total"].tolist() == [34, 34, 0, 0, 0, 0, 0, 0]
    assert groups["end"][4].nonzero()[0].tolist() == [10, 12]  # the queen and aces
    assert groups["start"][4].nonzero()[0].tolist() == [1, 12]  # the three and aces
    assert groups["end"][0].all()  # 21 to the next stage: any value fits


@pytest.mark.parametrize(
    ("game", "phase", "groups", "ends"),
    [
        ("phazed", 2, "2S 3S 4S 5S 6S 7S AH", [(range(13), [])]),
        ("phazed", 3, "KS KD 8C 9D KC QC QS 0S / KS KD 8C", [([], []), ([*range(13)], [])]),
        ("phasedout", 4, "2S 3S 4H 5S 6S 7S AH 9D", [([8, 12], [])]),
        ("phasedout", 4, "6S 7S 8D 9D 0D JD QD KD", [([], [3, 12])]),
        ("phasedout", 5, "AS 3H 4D 5H / 9S 9D 9D AC", [([4, 12], []), ([7, 12], [])]),
    ],
)
def test_a_group_says_what_may_join_it_and_where(game, phase, groups, ends):
    group = parts(seen(hand_state(game, laid={0: (phase, groups)}), 0)["groups"], GROUP)
    for number, (end, start) in enumerate(ends):
        assert group["end"][number].nonzero()[0].tolist() == [*end]
        assert group["start"][number].nonzero()[0].tolist() == [*start]


def test_who_takes_a_discard_is_known_to_hold_it_until_they_play_one_like_it():
    state = hand_state("phazed", hands={0: "2S 3S KD", 1: "4S 5S"}, pile="7S KD")
    state = after(state, (2, "KD"), (5, "2S"), (1, None), (5, "4S"))
    assert known_cards(state) == [["KD"], [], [], []]
    for seat, place in ((1, 2), (2, 1), (3, 0)):
        assert cards(seen(state, seat)["known"][place]) == ["KD"]
        assert not seen(state, seat)["known"][:place].any()
    assert not seen(state, 0)["known"].any()


def test_what_is_chosen_of_the_next_play_is_shown():
    state = in_turn("phazed", "2S 2S 2C 5S 5S AS KD")
    part = seen(state, 0, Progress(phase=1, groups=(("2S", "2S", "2C"), ("AS",))))
    assert part["laying"].tolist() == [1, 0, 0, 0, 0, 0, 0]
    assert cards(part["first"]) == ["2C", "2S", "2S"]
    assert cards(part["second"]) == ["AS"]
    assert cards(seen(state, 0, Progress(card="KD"))["chosen"]) == ["KD"]


@pytest.mark.no_cover
@EVERY_GAME
def test_numbers_stay_within_the_bounds_of_the_space(game):
    for event in played(game)[::9]:
        observation = observe(event.before, event.before.seat, (0, 0, 0, 0), 0)
        assert (observation >= 0).all()
        assert (observation <= high()).all()


def with_other_hidden_cards(state, seat, chance):
    """The state with the cards that the seat cannot know dealt anew."""
    known = known_cards(state)
    hidden = list(state.deck[state.drawn :])
    for other, hand in enumerate(state.hands):
        hidden += () if other == seat else without(hand, known[other])
    chance.shuffle(hidden)
    hands = list(state.hands)
    for other, hand in enumerate(state.hands):
        if other != seat:
            count = len(hand) - len(known[other])
            hands[other] = (*known[other], *hidden[:count])
            del hidden[:count]
    return state._replace(hands=tuple(hands), deck=(*state.deck[: state.drawn], *hidden))


@pytest.mark.no_cover
@settings(deadline=None)
@given(st.sampled_from(GAMES), st.integers(0, 10_000), st.integers(0, 3), st.randoms(use_true_random=False))
def test_hidden_cards_change_neither_observation_nor_actions(game, number, seat, chance):
    events = played(game)
    state = events[number % len(events)].before
    other = with_other_hidden_cards(state, seat, chance)
    assert np.array_equal(observe(state, seat, (0, 0, 0, 0), 0), observe(other, seat, (0, 0, 0, 0), 0))
    if seat == state.seat:
        actions = Actions(RULESETS[game], layout.ALL_ACTIONS)
        assert actions.legal(state, NOTHING) == actions.legal(other, NOTHING)


def test_the_shuffling_of_hidden_cards_does_shuffle_them():
    state = played("phazed")[40].before
    other = with_other_hidden_cards(state, state.seat, Random(1))
    assert other.hands[state.seat] == state.hands[state.seat]
    assert other.hands != state.hands
    assert sorted(card for hand in (*other.hands, other.deck) for card in hand) == sorted(
        card for hand in (*state.hands, state.deck) for card in hand
    )
    assert all(CODES[card] >= 0 for card in other.deck)


def test_an_option_that_does_not_exist_is_named_with_those_that_do():
    with pytest.raises(ValueError, match="actions='plays': choose one of 'cards', 'macros', 'all'"):
        chosen("actions", "plays", OFFERED)
