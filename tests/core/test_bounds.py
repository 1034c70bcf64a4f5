"""What would not fit into the core's arrays is refused where it enters, and strangers' positions never get there."""

from __future__ import annotations

import subprocess
import sys
from array import array
from concurrent.futures import ThreadPoolExecutor

import fuzz
import pytest

from encoded import codes, own_view, sampler_of
from phazed.bots.advice import NoAdvice, advise
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort, Thinker
from phazed.core import constants
from phazed.core.encoding import data, kinds_of, new_beliefs, new_futures, new_hand, new_policy, win_chances
from phazed.core.finder import Finder
from phazed.core.futures import Futures
from phazed.core.hand import Hand
from phazed.core.playout import Playout
from phazed.core.sampler import Sampler
from phazed.core.search import Search
from phazed.core.values import Values
from phazed.game.view import View
from phazed.rules.groups import STAGES
from phazed.rules.plays import DISCARD
from phazed.rules.rulesets import BONUS, MAX_TURNS, PHAZED, RULESETS
from phazed.rules.rulesets import SEATS as ALL_SEATS
from positions import ANSWER, GAMES, hand_state, position, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
TEN = "2S 3S 4S 5S 6S 7S 8S 9S 0S QS"


# The sizes


def test_the_sizes_are_those_that_the_rules_ask_for():
    games = RULESETS.values()
    assert max(len(rules.deck) for rules in games) == constants.DECK_ROOM
    assert max(len(rules.phases) for rules in games) == constants.PHASES
    assert (STAGES[0], STAGES[-1]) == (constants.FIRST_STAGE, constants.LAST_STAGE)
    assert constants.SEATS == ALL_SEATS
    assert constants.HAND_TURNS == MAX_TURNS * ALL_SEATS
    assert constants.HAND_SUBSETS == 1 << constants.HAND_ROOM
    assert constants.VALUE_SUBSETS == 1 << constants.VALUES


# Lists that do not fit


def new_sampler():
    return sampler_of(own_view(hand_state("phazed")))[1]


@pytest.mark.parametrize(
    "fill",
    [
        lambda hand: hand.put_cards(0, [0] * 12),
        lambda hand: hand.put_cards(4, [0]),
        lambda hand: hand.put_cards(-1, [0]),
        lambda hand: hand.put_cards(0, [53]),
        lambda hand: hand.put_cards(0, [-1]),
        lambda hand: hand.put_pile([0] * 108),
        lambda hand: hand.put_deck([0] * 105),
        lambda hand: hand.put_groups(4, 0, [codes("2S 2S 2S")] * 2),
        lambda hand: hand.put_groups(0, 7, [codes("2S 2S 2S")] * 2),
        lambda hand: hand.put_groups(0, 0, [codes("2S 2S 2S")] * 3),
        lambda hand: hand.put_groups(0, 0, [[], codes("2S 2S 2S")]),
        lambda hand: hand.put_groups(0, 0, [codes("AS AS AD"), codes("2S 2S 2S")]),
        lambda hand: hand.put_groups(0, 2, [codes("KS KS 8S"), []]),
        lambda hand: hand.put_groups(0, 2, [codes("KS KS 8S"), codes("KD KD KH KH KS KS QS")]),
        lambda hand: hand.put_groups(0, 1, [codes("2S") * 109]),
        lambda hand: hand.perform(3, (0,), [codes("2S") * 13]),
    ],
)
def test_a_hand_takes_no_more_than_it_has_room_for(fill):
    hand = new_hand(PHAZED)
    before = hand.snapshot()
    with pytest.raises(ValueError, match=r"\d|natural"):
        fill(hand)
    assert hand.snapshot() == before


@pytest.mark.parametrize(
    ("kinds", "jokers"), [([0] * 8, 0), ([7], 0), ([-1], 0), ([0], 5), ([0], -200)], ids=lambda given: str(given)
)
def test_a_hand_has_no_more_phases_and_jokers_than_a_game(kinds, jokers):
    with pytest.raises(ValueError, match=r"phase|cards"):
        Hand(kinds, 1, 0, jokers)


def test_a_card_that_is_not_held_cannot_be_lost():
    hand = new_hand(PHAZED)
    hand.put_cards(0, codes("2S 3S"))
    hand.perform(DISCARD, tuple(codes("KD")), [])
    assert hand.held(0) == codes("2S 3S")


@pytest.mark.parametrize(
    ("seat", "known", "hidden"), [(4, [], 10), (-1, [], 10), (1, [], 12), (1, [], -1), (1, [5] * 12, 0)]
)
def test_a_sampler_is_told_of_no_more_than_a_hand_of_a_game_has(seat, known, hidden):
    with pytest.raises(ValueError, match="cannot have"):
        new_sampler().know(seat, known, hidden)


def test_a_sampler_has_as_many_slots_as_unseen_cards():
    sampler = new_sampler()
    for count in (20, 109):
        with pytest.raises(ValueError, match=f"the number of unseen cards, {count},"):
            sampler.begin([0] * count)
    with pytest.raises(ValueError, match=r"there must be \d+ cards, not 3"):
        sampler.suppose([0] * 3)
    with pytest.raises(ValueError, match="no seat 4"):
        Sampler(new_hand(PHAZED), 4, new_beliefs(PHAZED), 1)


def test_a_search_has_room_for_every_option_of_a_turn_and_no_more():
    seen = own_view(hand_state("phazed"))
    knowledge, sampler = sampler_of(seen)
    policy = new_policy(PHAZED)
    playout = Playout(new_hand(PHAZED), policy, PHAZED.max_hands, 0)
    search = Search(policy, playout, new_futures(PHAZED), sampler, knowledge.hand, new_hand(PHAZED))
    with pytest.raises(ValueError, match="at most 32 candidates, not 33"):
        search.consider([(1, -1)] * 33, [0.0] * 4)


def test_a_playout_has_a_policy_and_a_style_for_each_of_four_seats():
    policy = new_policy(PHAZED)
    playout = Playout(new_hand(PHAZED), policy, PHAZED.max_hands, 0)
    for policies, styles in (([policy] * 3, [0] * 4), ([policy] * 4, [0] * 5), ([], [])):
        with pytest.raises(ValueError, match="there must be 4 policies and styles"):
            playout.seat(policies, styles)
    with pytest.raises(TypeError):
        playout.seat([policy, policy, policy, "greedy"], [0] * 4)


def test_a_finder_looks_at_twelve_cards():
    assert Finder(1).holds(0, codes("2S 2S 2D 3S 3S 3D 4S 5S 6S 7S 8S 9S"))
    with pytest.raises(ValueError, match="not 13"):
        Finder(1).holds(0, [0] * 13)


def test_tables_of_another_size_are_refused():
    with pytest.raises(ValueError, match="1480483 numbers, not 1480482"):
        Values(1, data()[:-1])
    for rules in RULESETS.values():
        with pytest.raises(ValueError, match="the win chances must have"):
            Futures(len(rules.phases), win_chances(rules.name)[1:])
    with pytest.raises(ValueError, match="not 8"):
        Futures(8, memoryview(array("d", [0.0] * 3000)))


# Positions that describe no game


def test_the_fuzzer_finds_nothing_in_lawless_positions_and_malformed_calls():
    command = [sys.executable, fuzz.__file__, "--calls", "500", "--seed", "11"]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1].startswith("500 of 500 calls")


EMPTY, ACES, BEYOND = [[], []], [["AS"] * 3] * 2, [["KS"] * 7] * 2


@pytest.mark.parametrize("groups", [EMPTY, ACES, BEYOND], ids=["empty", "aces", "beyond 88"])
@pytest.mark.parametrize("phase", range(1, 8))
def test_a_table_that_nobody_can_have_laid_is_refused(groups, phase):
    laid = groups[: PHAZED.group_counts[phase]]
    table = [(None, []), (phase, laid), (phase, laid), (phase, laid)]
    arguments = (0, table, [(0, [(1, "XX")])], [0, phase, phase, phase], [*TEN.split(), "KD"], "JS")
    assert fuzz.is_play(ANSWER["phazed"](*arguments))
    with pytest.raises(NoAdvice, match="this position cannot be in a game"):
        advise(View.from_course(PHAZED, *arguments))


def test_many_open_accumulations_and_cards_keep_nobody_waiting():
    """Empty accumulations in all places once kept the planner busy for most of a minute."""
    nothing = (3, [[], []])
    hand = ["2S", "2D", "2H", "2C", "3S", "3D", "3H", "3C", "4S", "4D", "4H"]
    arguments = (0, [nothing] * 4, [(0, [(1, "XX"), (3, nothing)])], [3] * 4, hand, "JS")
    assert fuzz.is_play(ANSWER["phazed"](*arguments))


@pytest.mark.parametrize(
    ("rules", "given", "said"),
    [
        (
            BONUS,
            {"hand": TEN, "plays": (), "history": [(3, [(1, "XX"), (6, 9)])]},
            "must be another player from 0 to 3",
        ),
        (PHAZED, {"hand": "", "plays": ()}, "player 0 has 10 cards, not 0"),
        (PHAZED, {"hand": TEN, "plays": (), "laid": {1: (6, " / ")}}, "the table does not match"),
    ],
)
def test_advice_refuses_with_a_sentence(rules, given, said):
    view = View.from_course(rules, *position(rules.name, **given))
    with pytest.raises(NoAdvice, match=said):
        advise(view)


# One thread at a time


@EVERY_GAME
def test_a_thinker_thinks_about_one_play_at_a_time(game):
    views = real_views(game, "strong", step=11)[:12]
    effort = Effort(worlds=60, seconds=600.0)
    one_by_one = [Thinker(RULESETS[game], effort).think(view) for view in views]
    shared = Thinker(RULESETS[game], effort)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(shared.think, views)) == one_by_one


@EVERY_GAME
def test_an_expert_chooses_for_several_threads_one_after_the_other(game):
    views = real_views(game, "strong", step=11)[:12]
    expert = ExpertBot(RULESETS[game], 0, Effort(worlds=60))
    with ThreadPoolExecutor(8) as pool:
        plays = list(pool.map(expert.choose, views))
    assert all(play in view.legal_plays for play, view in zip(plays, views))


def test_kinds_of_phases_are_numbered_as_phazed_has_them():
    assert kinds_of(PHAZED) == (
        constants.TWO_SETS_OF_3,
        constants.SUIT_OF_7,
        constants.TWO_TOTALS,
        constants.TWO_SETS_OF_4,
        constants.RUN_OF_8,
        constants.TWO_COLOUR_TOTALS,
        constants.RUN_AND_SET,
    )
