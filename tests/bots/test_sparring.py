"""The sparring partners: what all of them promise, and the habit of each."""

from __future__ import annotations

from random import Random

import pytest

from phazed.arena.entrants import load_entrant
from phazed.bots import SPARRING, make
from phazed.bots.greedy import best_phase
from phazed.bots.sparring import ALL_STYLES, HABITS, HELD_OUT, STYLES, new_partner
from phazed.core.encoding import CODES, encode
from phazed.game.games import Played, shuffles
from phazed.game.referee import play_game, referee
from phazed.game.view import view
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, TAKE
from phazed.rules.rulesets import PHAZED, RULESETS
from phazed.rules.state import deal
from players import seen, seen_after_laying, seen_when_blocked, with_hidden_cards_mixed
from positions import GAMES, WITH_ACCUMULATIONS, real_views

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_PARTNER = pytest.mark.parametrize("name", SPARRING)
DRAW = (1, None)


def plays_of(name, game="phazed", games=3):
    """Every play of the partner in some games among its kind, with the state before it."""
    rules = RULESETS[game]
    for seed in range(games):
        players = [make(name, rules, (seed, seat)) for seat in range(4)]
        for event in referee(rules, players, shuffles(rules, f"sparring {seed}")):
            if isinstance(event, Played):
                yield event.before, event.play


# All of them


def test_the_names_are_those_of_the_styles():
    assert sorted(HABITS) == list(SPARRING)


def test_held_out_partners_are_not_among_the_styles_that_are_learned_from():
    assert not HELD_OUT.keys() & set(ALL_STYLES)
    assert HABITS.keys() == STYLES.keys() | HELD_OUT.keys()


@EVERY_PARTNER
def test_it_can_be_named_where_a_match_names_its_players(name):
    assert load_entrant(f"@{name}").name == f"@{name}"


@EVERY_GAME
@EVERY_PARTNER
def test_it_plays_whole_games_without_an_illegal_play_and_never_blocks_itself(game, name):
    players = [make(f"@{name}", RULESETS[game], seat) for seat in range(4)]
    record = play_game(RULESETS[game], players, 5)
    assert record.outcome.error is None
    assert sorted(record.outcome.ranks)[0] == 1


@pytest.mark.no_cover
@EVERY_PARTNER
def test_the_same_seed_makes_the_same_plays(name):
    games = [play_game(PHAZED, [make(name, PHAZED, (7, seat)) for seat in range(4)], "same") for _ in range(2)]
    assert games[0] == games[1]


@pytest.mark.no_cover
@EVERY_PARTNER
def test_hidden_cards_do_not_influence_it(name):
    mixer, compared = Random(1), 0
    for number, (state, _) in enumerate(plays_of(name, games=1)):
        if number % 9 == 0:
            mixed = with_hidden_cards_mixed(state, mixer)
            chosen = [make(name, PHAZED, 3).choose(view(each, each.seat)) for each in (state, mixed)]
            assert chosen[0] == chosen[1]
            compared += mixed != state
    assert compared > 10


@EVERY_GAME
@EVERY_PARTNER
def test_a_view_of_no_game_gets_a_legal_answer(game, name):
    partner = make(name, RULESETS[game], 0)
    for own in real_views(game, "greedy", step=29):
        odd = own._replace(hand=own.hand[1:])
        if odd.legal_plays:
            assert partner.choose(odd) in odd.legal_plays


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
@EVERY_PARTNER
def test_where_it_cannot_end_its_turn_it_still_makes_a_legal_play(game, name):
    for own in seen_when_blocked(game):
        assert make(name, RULESETS[game], 0).choose(own) in own.legal_plays


@EVERY_PARTNER
@pytest.mark.parametrize(("games", "step"), [(1, 13), pytest.param(2, 3, marks=pytest.mark.thorough)])
def test_in_the_middle_of_a_turn_of_another_player_its_answer_is_legal(name, games, step):
    partner = make(name, PHAZED, 0)
    for own in real_views("phazed", "random", games=games, step=step):
        assert partner.choose(own) in own.legal_plays


@pytest.mark.no_cover
@pytest.mark.parametrize("name", [name for name in SPARRING if name not in ("careless", "denier", "erratic")])
def test_the_core_plays_the_turns_that_the_player_plays(name):
    # the denier depends on what was played before, which a state does not tell, the other two on their random numbers
    partner, turns = new_partner(PHAZED, name, 0), 0
    hand = encode(deal(PHAZED, PHAZED.deck, dealer=0))
    for state, play in plays_of(name, games=1):
        if not state.plays:
            hand = encode(state)
            assert partner.takes(hand) == (play[0] == TAKE)
            partner.play_turn(hand, 0)
        elif play[0] == DISCARD:
            left = encode(state).held(state.seat)
            left.remove(CODES[play[1]])
            assert sorted(hand.held(state.seat)) == sorted(left)
            turns += 1
    assert turns > 50


# Habits

PAIRED = "2S 2C 9H KD QD 0S JC 4H 6D 8C"


def test_the_collector_takes_a_card_of_a_value_that_it_holds_though_it_brings_nothing_nearer():
    own = seen("phazed", hand="2S 2C 9H 9D KD KH 0S JC 4H 6D", plays=(), discard="6S")
    assert make("collector", PHAZED, 0).choose(own) == (TAKE, "6S")
    assert make("greedy", PHAZED, 0).choose(own) == DRAW


def test_the_collector_takes_cards_of_its_suit_while_a_suit_is_due():
    hand = "2S 4S 9S KD QD 0H JC 4H 6D 8C"
    own = seen("phazed", hand=hand, done={0: 1}, plays=(), discard="7S")
    assert make("collector", PHAZED, 0).choose(own) == (TAKE, "7S")
    assert make("collector", PHAZED, 0).choose(own._replace(discard="7C")) == DRAW


def test_the_collector_judges_accumulations_as_the_greedy_player_does():
    own = seen("phazed", hand="3S 8C 0D KS 6C 9D 9S 2C AH 2D", done={0: 2}, plays=(), discard="9S")
    assert make("collector", PHAZED, 0).choose(own) == make("greedy", PHAZED, 0).choose(own)


def test_the_drawer_takes_a_discard_only_to_complete_its_phase_or_to_lay_off():
    taken = 0
    for state, play in plays_of("drawer"):
        if play[0] == TAKE and state.table[state.seat][0] is None:
            own = view(state, state.seat)
            assert best_phase(own._replace(hand=(*own.hand, play[1]))) is not None
            taken += 1
    assert taken > 0


def test_the_hoarder_takes_every_ace_that_its_phase_can_use_and_throws_none():
    own = seen("phazed", hand=PAIRED, plays=(), discard="AS")
    assert make("hoarder", PHAZED, 0).choose(own) == (TAKE, "AS")
    for state, play in plays_of("hoarder"):
        if play[0] == DISCARD and play[1][0] == "A":
            assert len(state.hand) == 1 or all(card[0] == "A" for card in state.hand)


def test_the_hoarder_takes_no_ace_for_accumulations_that_it_does_not_help():
    own = seen("phazed", hand="KS KC KH KD QS QC QH QD JS JC", done={0: 2}, plays=(), discard="AS")
    assert make("hoarder", PHAZED, 0).choose(own) == make("greedy", PHAZED, 0).choose(own)


def test_the_holder_keeps_its_phase_back_at_first_unless_little_is_left():
    complete = seen("phazed", hand="2S 2S 2C 5S 5S 5C 9C JD 3H KD 7C", plays=[(1, "XX")])
    assert make("greedy", PHAZED, 0).choose(complete)[0] == LAY_PHASE
    assert make("holder", PHAZED, 0).choose(complete)[0] == DISCARD
    out = seen("phazed", hand="2S 2S 2C 2H 2D 5S 5S 5C 5H 5D 7C", plays=[(1, "XX")])
    assert make("holder", PHAZED, 0).choose(out)[0] == LAY_PHASE


@pytest.mark.no_cover
def test_the_keeper_lays_off_only_to_go_out_and_the_late_one_also_when_another_may():
    early = seen_after_laying("phazed", hand="2H 9C KD QH 8S", plays=[(1, "XX")])
    assert make("greedy", PHAZED, 0).choose(early)[0] == LAY_OFF
    assert make("keeper", PHAZED, 0).choose(early)[0] == DISCARD
    assert make("late", PHAZED, 0).choose(early)[0] == DISCARD
    assert any(play[0] == LAY_OFF for _, play in plays_of("late"))
    for state, play in plays_of("keeper"):
        if play[0] == LAY_OFF:  # at most one card, the discard, remains after what the core plans
            hand = encode(state)
            assert hand.size[state.seat] - len(new_partner(PHAZED, "keeper", 0).plan(hand)) <= 1


def test_the_nearest_follows_one_plan_and_the_shedder_throws_what_is_dear():
    own = seen("phazed", hand="2S 2C 5H 5D 8S 8C KD KH 0S JC 4H", plays=[(1, "XX")])
    assert make("shedder", PHAZED, 0).choose(own) == (DISCARD, "KD")
    assert make("nearest", PHAZED, 0).choose(own)[1] in ("KD", "KH", "JC")


def test_the_runner_ignores_the_colours_of_a_run():
    hand = "2S 3D 4C 5H 9S 9D JC QC KC 7H 0D"
    own = seen("phazed", hand=hand, done={0: 6}, plays=[(1, "XX")])
    assert make("runner", PHAZED, 0).choose(own) != make("greedy", PHAZED, 0).choose(own)


def test_the_erratic_leaves_some_discards_to_chance():
    own = seen("phazed", hand="2S 2C 2H 5D 5S 9C JD 3H KD 7C QS", plays=[(1, "XX")])
    thrown = {make("erratic", PHAZED, seed).choose(own) for seed in range(60)}
    assert len(thrown) > 4


def test_the_denier_does_not_throw_what_the_next_player_keeps():
    history = [
        (0, [(1, "XX"), (5, "KD")]),
        (1, [(2, "KD"), (5, "3C")]),
        (2, [(1, "XX"), (5, "3H")]),
        (3, [(1, "XX"), (5, "4C")]),
    ]
    given = {"hand": "2S 2C 2H 5D 5S 9C JD 3H KH 7C QS", "history": history, "plays": [(1, "XX")], "discard": "4C"}
    own = seen("phazed", **given)
    assert make("greedy", PHAZED, 0).choose(own) == (DISCARD, "KH")
    assert make("denier", PHAZED, 0).choose(own) == (DISCARD, "QS")
