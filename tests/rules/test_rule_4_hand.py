"""Rule 4: a hand."""

from __future__ import annotations

from collections import Counter

import pytest

from phazed.game.games import Dealt, GameEnded, Played, Standing, shuffled, start
from phazed.game.referee import referee
from phazed.game.view import view
from phazed.rules.errors import IllegalPlay
from phazed.rules.legal import legal_plays
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT, apply, deal
from positions import DRAW, DRAWN, GAMES, after, cards, hand_state, phase_play, tupled

TWOS_AND_SEVENS = "2S 2H 2D / 7H 7C AH"


def assert_refuses(state, play, rule):
    """Assert that the state refuses the play by that rule."""
    with pytest.raises(IllegalPlay) as error:
        apply(state, tupled(play))
    assert error.value.refusal.rule == rule


def dealt(game, dealer=0):
    rules = RULESETS[game]
    return deal(rules, shuffled(rules, 4, 0), dealer)


def take_and_drop(state):
    """A turn that changes nothing: the top discard is taken and thrown again."""
    card = state.discard
    return after(state, (2, card), (5, card))


# 4.1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("number", range(8))
def test_4_1_the_dealer_is_the_hand_number_modulo_four_and_the_seat_after_leads(game, number):
    standing = start(RULESETS[game])._replace(hands=number)
    assert standing.dealer == number % 4
    assert standing.deal(RULESETS[game].deck).seat == (number + 1) % 4


@pytest.mark.parametrize("game", GAMES)
def test_4_1_ten_cards_each_then_one_turned_up_and_the_rest_is_the_deck(game):
    state = dealt(game)
    assert [len(hand) for hand in state.hands] == [10] * 4
    assert len(state.pile) == 1
    assert state.discard == state.deck[40]
    left = state.deck[state.drawn :]
    assert len(left) == (67 if game == "phazed_bonus" else 63)
    everything = [*left, *state.pile, *(card for hand in state.hands for card in hand)]
    assert Counter(everything) == Counter(RULESETS[game].deck)


@pytest.mark.parametrize("dealer", range(4))
def test_4_1_play_goes_clockwise(dealer):
    state = dealt("phazed", dealer)
    seats = []
    for _ in range(9):
        seats.append(state.seat)
        state = take_and_drop(state)
    assert seats == [(dealer + 1 + turn) % 4 for turn in range(9)]


@pytest.mark.parametrize("game", GAMES)
def test_4_1_a_hand_begins_with_an_empty_table_and_no_history(game):
    state = dealt(game)
    assert state.table == ((None, ()),) * 4
    assert view(state, 0).history == ()
    assert state.ending is None


# 4.2


@pytest.mark.parametrize("game", GAMES)
def test_4_2_a_turn_is_a_pick_up_the_phase_cards_to_the_table_and_a_discard(game):
    state = hand_state(game, hands={0: "2S 2H 2D 7H 7C AH 2C 7D 9S KC"}, coming="7S")
    state = after(
        state,
        DRAW,
        phase_play(game, 1, TWOS_AND_SEVENS),
        (4, ("2C", (0, 0, 3))),
        (4, ("7D", (0, 1, 0))),
        (4, ("7S", (0, 1, 4))),
    )
    assert state.seat == 0
    state = after(state, (5, "KC"))
    assert state.seat == 1
    assert state.hands[0] == ("9S",)
    assert state.table[0] == (1, (tuple(cards("2S 2H 2D 2C")), tuple(cards("7D 7H 7C AH 7S"))))
    assert state.discard == "KC"


@pytest.mark.parametrize("game", GAMES)
def test_4_2_one_pick_up_from_the_deck_or_of_the_top_discard(game):
    state = hand_state(game, pile="KC", coming="9D")
    for pick_up in (DRAW, (2, "KC")):
        picked = after(state, pick_up)
        assert picked.hand[-1] == ("9D" if pick_up == DRAW else "KC")
        assert len(picked.hand) == 11
        assert_refuses(picked, DRAW, "6.1")
        if picked.discard:
            assert_refuses(picked, (2, picked.discard), "6.2")


@pytest.mark.parametrize("game", GAMES)
def test_4_2_nothing_comes_before_the_pick_up(game):
    state = hand_state(game, hands={0: "2S 2H 2D 7H 7C AH 2C 7D 9S KC"})
    assert_refuses(state, (5, "KC"), "6.5")
    assert_refuses(state, phase_play(game, 1, TWOS_AND_SEVENS), "6.3")
    laid = hand_state(game, hands={0: "2C 9S"}, laid={0: (1, TWOS_AND_SEVENS)})
    assert_refuses(laid, (4, ("2C", (0, 0, 3))), "6.4")


@pytest.mark.parametrize("game", GAMES)
def test_4_2_the_phase_is_optional(game):
    state = hand_state(game, hands={0: "2S 2H 2D 7H 7C AH 2C 7D 9S KC"})
    assert after(state, DRAW, (5, "2S")).table[0] == (None, ())


@pytest.mark.parametrize("game", GAMES)
def test_4_2_cards_go_to_the_table_only_once_the_own_phase_is_there(game):
    state = hand_state(game, hands={0: "2C 9S KC"}, laid={1: (1, TWOS_AND_SEVENS)})
    assert_refuses(after(state, DRAW), (4, ("2C", (1, 0, 3))), "6.4")


@pytest.mark.parametrize("game", GAMES)
def test_4_2_cards_go_to_anybodys_groups(game):
    state = hand_state(
        game, hands={0: "2C 5C 9S KC"}, laid={0: (1, TWOS_AND_SEVENS), 2: (1, "5S 5H 5D / KH KD KS")}, coming="8S"
    )
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (4, ("5C", (2, 0, 0))), (4, ("KC", (2, 1, 1))))
    assert state.table[2][1] == (tuple(cards("5C 5S 5H 5D")), tuple(cards("KH KC KD KS")))
    assert state.hand == ("9S", "8S")


@pytest.mark.parametrize("game", GAMES)
def test_4_2_a_discard_ends_the_turn(game):
    state = after(hand_state(game, hands={0: "2C 9S KC"}), DRAW, (5, "KC"))
    assert state.seat == 1
    assert state.stage == "before"
    assert state.history == ((0, (DRAWN, (5, "KC"))),)


@pytest.mark.parametrize("game", GAMES)
def test_4_2_a_player_with_no_card_left_does_not_discard(game):
    state = hand_state(game, hands={0: "2S"}, laid={0: (1, TWOS_AND_SEVENS)}, coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (4, ("2S", (0, 0, 3))))
    assert state.ending == OUT_OF_CARDS
    assert state.history[-1] == (0, (DRAWN, (4, ("2C", (0, 0, 3))), (4, ("2S", (0, 0, 3)))))
    assert not legal_plays(state)
    assert_refuses(state, DRAW, "4.3")


# 4.3


@pytest.mark.parametrize("game", GAMES)
def test_4_3_the_hand_ends_when_the_last_card_is_discarded(game):
    state = hand_state(game, hands={0: "9S"}, laid={0: (1, TWOS_AND_SEVENS)}, coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (5, "9S"))
    assert state.ending == OUT_OF_CARDS
    assert state.hands[0] == ()
    assert state.discard == "9S"


@pytest.mark.parametrize("game", GAMES)
def test_4_3_the_hand_ends_when_the_last_card_is_played_to_a_group(game):
    state = hand_state(game, hands={0: "2S"}, laid={0: (1, TWOS_AND_SEVENS)}, pile="KC", coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))))
    assert state.ending is None
    state = after(state, (4, ("2S", (0, 0, 3))))
    assert state.ending == OUT_OF_CARDS
    assert state.discard == "KC"


@pytest.mark.parametrize("game", GAMES)
def test_4_3_the_hand_ends_with_a_phase_that_uses_every_card(game):
    state = hand_state(game, hands={0: "2S 2H 2D 7H 7C"}, coming="AH")
    state = after(state, DRAW, phase_play(game, 1, TWOS_AND_SEVENS))
    assert state.ending == OUT_OF_CARDS
    assert state.status[0] in (1, (True, *(False,) * 6))


def test_4_3_a_phase_of_eleven_cards_ends_the_hand():
    text = "2C 3D 4H 5S 6C 7D 7H / KC 8D 8S 5C"  # two accumulations
    state = hand_state("phazed", hands={0: "2C 3D 4H 5S 6C 7D 7H KC 8D 8S"}, done={0: 2}, coming="5C")
    state = after(state, DRAW, phase_play("phazed", 3, text))
    assert state.ending == OUT_OF_CARDS


def test_4_3_the_hand_ends_when_the_last_card_is_a_joker_that_skips():
    state = hand_state("phazed_bonus", hands={0: "ZZ"}, laid={0: (1, TWOS_AND_SEVENS)}, coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (6, 1))
    assert state.ending == OUT_OF_CARDS
    assert state.discard == "ZZ"


@pytest.mark.parametrize("game", GAMES)
def test_4_3_the_hand_ends_with_the_turn_of_the_player_who_drew_the_last_card(game):
    state = hand_state(game, left=2, pile="KC 9D", hands={0: "2S 3S", 1: "2S 2H 2D 7H 7C AH 2C 9S"})
    state = after(state, DRAW, (5, "2S"))
    assert state.ending is None
    state = after(state, DRAW)
    assert state.ending is None  # the turn goes on
    state = after(state, phase_play(game, 1, TWOS_AND_SEVENS), (4, ("2C", (1, 0, 3))))
    assert state.ending is None
    state = after(state, (5, "9S"))
    assert state.ending == DECK_EXHAUSTED
    assert state.status[1] in (1, (True, *(False,) * 6))


@pytest.mark.parametrize("game", GAMES)
def test_4_3_taking_the_discard_does_not_exhaust_the_deck(game):
    state = hand_state(game, left=1, pile="KC 9D")
    for _ in range(4):
        state = take_and_drop(state)
    assert state.ending is None
    state = after(state, DRAW)
    assert after(state, (5, state.hand[0] if state.hand[0] != "ZZ" else state.hand[1])).ending == DECK_EXHAUSTED


@pytest.mark.parametrize("game", GAMES)
def test_4_3_the_hand_ends_when_every_player_has_had_fifty_turns(game):
    state = hand_state(game, pile="KC")
    for turn in range(200):
        assert state.ending is None, turn
        state = take_and_drop(state)
    assert state.ending == TURN_LIMIT
    assert Counter(seat for seat, _ in state.history) == dict.fromkeys(range(4), 50)


def test_4_3_a_turn_missed_to_a_skip_counts_as_one_of_the_fifty():
    state = hand_state("phazed_bonus", pile="KC", hands={0: "ZZ 2S"})
    state = after(state, (2, "KC"), (6, 1))  # seat 1 misses its first turn
    state = after(state, DRAW)
    assert state.seat == 2
    state = after(state, (5, next(card for card in state.hand if card != "ZZ")))
    while not state.ending:
        state = take_and_drop(state)
    assert state.ending == TURN_LIMIT
    assert Counter(seat for seat, _ in state.history) == {0: 50, 1: 49, 2: 50, 3: 50}


def test_4_3_the_hand_ends_when_the_last_turn_of_all_is_missed():
    state = hand_state("phazed_bonus", pile="KC", hands={2: "ZZ 2S"}, turns=198)
    assert state.seat == 2
    state = after(state, DRAW, (6, 3))
    assert state.ending == TURN_LIMIT


def test_4_3_a_skip_that_would_come_after_the_last_turn_does_not_matter():
    state = hand_state("phazed_bonus", pile="KC", hands={3: "ZZ 2S"}, turns=199)
    state = after(state, DRAW, (6, 0))
    assert state.ending == TURN_LIMIT
    assert state.turns == 200


@pytest.mark.parametrize("game", GAMES)
def test_4_3_nothing_is_played_after_the_end(game):
    state = hand_state(game, hands={0: "2S"}, laid={0: (1, TWOS_AND_SEVENS)}, pile="KC", coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (5, "2S"))
    for play in (DRAW, (2, "2S"), (5, "KC")):
        assert_refuses(state, play, "4.3")
    assert list(legal_plays(state)) == []


# 4.4


@pytest.mark.parametrize("game", GAMES)
def test_4_4_the_points_of_the_cards_still_held_are_added_to_the_scores(game):
    left = {0: "2S", 1: "3D JC AS", 2: "0H KH", 3: "9D 9S 9D 0D 0S 0D"}
    state = hand_state(game, hands=left, laid={0: (1, TWOS_AND_SEVENS)}, coming="2C")
    state = after(state, DRAW, (4, ("2C", (0, 0, 3))), (5, "2S"))
    standing = Standing(RULESETS[game], 3, state.status, (100, 7, 0, 57)).after(state)
    assert standing.scores == (100, 7 + 39, 23, 57 + 57)
    assert standing.hands == 4
    assert standing.status == state.status


def test_4_4_a_joker_still_held_costs_its_points():
    state = hand_state("phazed_bonus", hands={0: "2S", 1: "ZZ ZZ", 2: "", 3: ""}, coming="2C")
    assert start(RULESETS["phazed_bonus"]).after(state).scores == (2, 30, 0, 0)


# 4.5


@pytest.mark.parametrize("game", GAMES)
def test_4_5_taking_the_top_card_uncovers_the_one_below(game):
    state = hand_state(game, pile="3C 4D KC")
    assert state.discard == "KC"
    state = after(state, (2, "KC"))
    assert state.discard == "4D"
    state = after(state, (5, "KC"), (2, "KC"), (5, state.hands[1][0] if state.hands[1][0] != "ZZ" else "KC"))
    assert state.pile[:2] == ("3C", "4D")
    assert len(state.pile) == 3


@pytest.mark.parametrize("game", GAMES)
def test_4_5_the_pile_is_empty_only_while_the_first_player_holds_the_only_discard(game):
    state = hand_state(game, pile="KC", hands={0: "2S 3S"})
    state = after(state, (2, "KC"))
    assert state.discard is None
    assert view(state, 0).to_course()[-1] is None
    assert after(state, (5, "2S")).discard == "2S"
    assert after(hand_state(game, pile="KC"), DRAW).discard == "KC"


@pytest.mark.parametrize("game", GAMES)
def test_4_5_the_card_taken_may_be_discarded_again_in_the_same_turn(game):
    state = take_and_drop(hand_state(game, pile="3C KC"))
    assert state.seat == 1
    assert state.pile == ("3C", "KC")
    assert state.history == ((0, ((2, "KC"), (5, "KC"))),)


@pytest.mark.parametrize("game", GAMES)
def test_4_5_a_card_below_the_top_cannot_be_taken(game):
    assert_refuses(hand_state(game, pile="3C KC"), (2, "3C"), "6.2")


def test_4_5_a_joker_on_top_of_the_pile_cannot_be_taken():
    state = hand_state("phazed_bonus", pile="KC", hands={0: "ZZ 2S"})
    state = after(state, DRAW, (6, 3))
    assert state.discard == "ZZ"
    assert_refuses(state, (2, "ZZ"), "4.5")
    assert_refuses(state, (2, "KC"), "6.2")
    assert list(legal_plays(state)) == [DRAW]


def test_4_5_nor_can_a_joker_that_was_turned_up_first():
    rules = RULESETS["phazed_bonus"]
    deck = tuple(reversed(rules.deck))
    deck = (*deck[4:44], "ZZ", *deck[:3], *deck[44:])
    state = deal(rules, deck, dealer=0)
    assert state.discard == "ZZ"
    assert_refuses(state, (2, "ZZ"), "4.5")
    assert list(legal_plays(state)) == [DRAW]


# 4.6


def blocking_game(*plays):
    """The bonus game in which the leader, seat 1, makes these plays after the pick-up; its events."""
    rules = RULESETS["phazed_bonus"]
    leaders = cards("KS KD 8C KH KC 8D 9S 9D ZZ ZZ")
    rest = list(rules.deck)
    for card in [*leaders, "JS", "ZZ"]:
        rest.remove(card)
    deck = [card for each in leaders for card in (each, rest.pop(), rest.pop(), rest.pop())]
    script = iter([DRAW, (3, (3, [cards("KS KD 8C"), cards("KH KC 8D")])), *plays])
    events = referee(rules, [lambda *_: next(script)] * 4, [(*deck, "JS", "ZZ", *rest)])
    return list(events)


def test_4_6_who_can_neither_discard_nor_play_has_blocked_themselves():
    *events, end = blocking_game((4, ("9S", (1, 0, 3))), (4, ("9D", (1, 0, 4))))
    assert isinstance(end, GameEnded)
    assert end.error.kind == "blocked"
    assert end.error.seat == 1
    assert "4.6" in end.error.reason
    played = [event.play[0] for event in events if isinstance(event, Played)]
    assert played == [1, 3, 4]  # the play that blocks is the offence


def test_4_6_who_still_can_play_is_not_blocked():
    events = blocking_game((4, ("9S", (1, 0, 3))), (5, "ZZ"))
    assert isinstance(events[0], Dealt)
    assert events[-1].error.kind == "illegal"  # the discard, not the card to the table
    assert [event.play[0] for event in events if isinstance(event, Played)] == [1, 3, 4]


def test_4_6_nothing_is_legal_for_who_has_blocked_themselves():
    state = hand_state("phazed", hands={0: "9S 9D 5C"}, laid={0: (3, "KS KD 8C / KH KC 8D")}, coming="6C")
    state = after(state, DRAW, (4, ("9S", (0, 0, 3))), (4, ("9D", (0, 0, 4))), (4, ("6C", (0, 1, 3))))
    # 52 and 40: the five fits the second one; then nothing is left, and neither is at a stage
    assert_refuses(state, (4, ("5C", (0, 1, 4))), "5.6")
    assert_refuses(state, (5, "5C"), "5.6")
    assert list(legal_plays(state)) == []


# skips (rule 6.6), as a hand knows them


def joker_hand(**hands):
    return hand_state("phazed_bonus", pile="KC", hands={int(seat[1:]): text for seat, text in hands.items()})


def test_6_6_the_player_named_misses_their_next_turn():
    state = after(joker_hand(p0="ZZ 2S"), DRAW, (6, 1))
    assert state.seat == 2
    assert state.discard == "ZZ"
    assert state.hands[0].count("ZZ") == 0


def test_6_6_and_only_that_one():
    state = after(joker_hand(p0="ZZ 2S", p1="3S 4S", p2="3C 4C", p3="3D 4D"), DRAW, (6, 2))
    seats = []
    for _ in range(7):
        seats.append(state.seat)
        state = after(state, DRAW, (5, next(card for card in state.hand if card != "ZZ")))
    assert seats == [1, 3, 0, 1, 2, 3, 0]


def test_6_6_a_second_skip_on_a_player_to_be_skipped_has_no_effect():
    state = after(joker_hand(p0="ZZ 2S", p1="ZZ 4S", p2="3C 4C", p3="3D 4D"), DRAW, (6, 3), DRAW, (6, 3))
    seats = []
    for _ in range(6):
        seats.append(state.seat)
        state = after(state, DRAW, (5, next(card for card in state.hand if card != "ZZ")))
    assert seats == [2, 0, 1, 2, 3, 0]


def test_6_6_the_same_player_may_come_on_again():
    state = joker_hand(p0="3S 4S", p1="3C 4C", p2="ZZ 5S", p3="ZZ 5C")
    state = state._replace(hands=(("ZZ", "3S", "4S"), *state.hands[1:]), turns=2)
    state = after(state, DRAW, (6, 1), DRAW, (6, 2))
    assert state.seat == 0
    state = after(state, DRAW, (6, 3))
    assert state.seat == 0
    assert not any(state.skips)
    state = after(state, DRAW)
    assert view(state, 0).history[-2:] == ((0, (DRAWN, (6, 3))), (0, (DRAWN,)))
    assert view(state, 0).stage == "during"


def test_6_8_a_skipped_player_has_no_entry_for_the_turn_missed():
    state = after(joker_hand(p0="ZZ 2S"), DRAW, (6, 1), DRAW)
    assert view(state, 3).history == ((0, (DRAWN, (6, 1))), (2, (DRAWN,)))


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_4_3_nothing_is_legal_when_the_hand_is_over(rules):
    state = after(deal(rules, rules.deck, 3), (1, None))
    ended = state._replace(hands=(("2S",), *state.hands[1:]))
    ended = after(ended, (5, "2S"))
    assert list(legal_plays(ended)) == []
    assert not legal_plays(ended)
    assert (1, None) not in legal_plays(ended)
    assert ended.stage == "over"
    assert ended.refuse((1, None)).rule == "4.3"
    with pytest.raises(IllegalPlay, match="the hand is over"):
        apply(ended, (1, None))
