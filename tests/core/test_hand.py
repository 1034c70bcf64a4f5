"""The encoded hand beside the rules' states: the same plays lead both to the same place."""

from __future__ import annotations

from collections import Counter

import pytest

from encoded import PICKED_UP, in_turn, names, own_view, played
from phazed.core.encoding import CODES, NAMES, encode, kinds_of, new_hand, perform, play_of, wraps
from phazed.game.games import shuffled
from phazed.rules.cards import ALL, COLOUR
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, PICK_UPS, SKIP, TAKE
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT, advance, deal
from positions import GAMES, after, hand_state

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
TABLES = ("greedy", "random", "greedy random")
EVERY_TABLE = pytest.mark.parametrize("bots", TABLES)


def test_every_card_has_a_number_and_black_comes_before_red():
    assert sorted(NAMES) == sorted(ALL)
    assert [CODES[card] for card in NAMES] == list(range(53))
    for card in ALL[:-1]:
        assert (CODES[card] & 2 == 0) == (COLOUR[card] == "black")
        assert NAMES[CODES[card] & ~3][0] == card[0]


def test_the_phases_of_every_game_are_among_seven_kinds():
    assert kinds_of(PHAZED) == kinds_of(BONUS) == (0, 1, 2, 3, 4, 5, 6)
    assert kinds_of(PHASEDOUT) == (0, 1, 3, 4, 6)
    assert [wraps(rules) for rules in (PHAZED, BONUS, PHASEDOUT)] == [True, True, False]


# The same plays on both


@EVERY_GAME
@EVERY_TABLE
def test_after_every_play_the_core_is_where_the_rules_are(game, bots):
    hand = None
    for before, play, then in played(game, bots):
        if not before.history and not before.plays:
            hand = encode(before)
        perform(hand, before, play)
        if not then.ending:
            assert hand.snapshot() == encode(then).snapshot(), play


def ending(event):
    return event.after.ending is not None


@EVERY_GAME
@EVERY_TABLE
def test_when_a_hand_ends_the_core_is_where_the_rules_are(game, bots):
    for before, play, then in filter(ending, played(game, bots)):
        hand = encode(before)
        perform(hand, before, play)
        assert hand.snapshot() == encode(then).snapshot()


@EVERY_GAME
@EVERY_TABLE
def test_how_a_hand_ends_and_who_went_out_is_the_same(game, bots):
    for before, play, then in filter(ending, played(game, bots)):
        hand = encode(before)
        perform(hand, before, play)
        assert hand.ended == (None, OUT_OF_CARDS, DECK_EXHAUSTED, TURN_LIMIT).index(then.ending)
        assert hand.out == (then.hands.index(()) if () in then.hands else -1)


def test_the_games_played_here_have_every_kind_of_play_and_ending():
    for game in GAMES:
        events = [event for bots in TABLES for event in played(game, bots)]
        kinds = Counter(event.play[0] for event in events)
        assert set(kinds) == {DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD} | ({SKIP} if game == "phazed_bonus" else set())
        assert {event.after.ending for event in events} == {None, OUT_OF_CARDS, DECK_EXHAUSTED}
        assert any(at_start_of_run(event.before, event.play) for event in events)


def at_start_of_run(state, play):
    if play[0] != LAY_OFF:
        return False
    _, (seat, number, index) = play[1]
    return index == 0 and state.rules.phases[state.table[seat][0] - 1][number].ordered


@EVERY_GAME
def test_what_was_completed_before_the_hand_is_known_apart(game):
    rules = RULESETS[game]
    before = None
    for event in played(game, "greedy"):
        state = event.before
        if not state.history and not state.plays:
            before = state.status
        completed = [sum(1 << phase - 1 for phase in rules.completed(status)) for status in before]
        assert list(encode(state).before) == completed


@pytest.mark.parametrize(
    ("turns", "plays"),
    [
        (199, [(DRAW, None), (DISCARD, "2S")]),
        (199, [(DRAW, None), (SKIP, 0)]),
        (198, [(DRAW, None), (SKIP, 3)]),
        (197, [(DRAW, None), (SKIP, 2), (DRAW, None), (SKIP, 1)]),
    ],
)
def test_the_last_turn_of_all_ends_the_hand_even_if_it_is_missed(turns, plays):
    state = hand_state("phazed_bonus", hands=dict.fromkeys(range(4), "ZZ 2S 3D"), turns=turns)
    hand = encode(state)
    for play in plays:
        assert not state.ending
        perform(hand, state, play)
        state = after(state, play)
        assert_same(hand, state)
    assert state.ending == TURN_LIMIT


def assert_same(hand, state):
    """Compare all but whether a card is picked up, which is nobody's question when the hand is over."""
    ours, theirs = list(hand.snapshot()), list(encode(state).snapshot())
    if state.ending:
        ours[PICKED_UP] = theirs[PICKED_UP]
    assert ours == theirs


@pytest.mark.parametrize(
    "skips",
    [
        [(0, 1)],
        [(0, 2)],
        [(0, 3), (1, 3)],
        [(0, 2), (1, 3)],
        [(0, 3), (1, 2)],
        [(0, 1), (2, 3), (0, 1)],
        [(0, 3), (1, 2), (1, 0)],
    ],
)
def test_who_is_skipped_misses_one_turn_in_both(skips):
    state = hand_state("phazed_bonus", hands=dict.fromkeys(range(4), "ZZ ZZ ZZ 2S 3S 4S"))
    hand = encode(state)
    for seat, target in skips:
        while state.seat != seat:
            for play in ((DRAW, None), (DISCARD, "2S")):
                perform(hand, state, play)
                state = after(state, play)
                assert_same(hand, state)
        for play in ((DRAW, None), (SKIP, target)):
            perform(hand, state, play)
            state = after(state, play)
            assert_same(hand, state)


# Plays written for the core, and read back


class Recorder:
    """In the place of a hand: it remembers how a play is written for the core."""

    def perform(self, kind, content, groups):
        self.play = (kind, content, groups)


def there_and_back(state, play):
    recorder = Recorder()
    perform(recorder, state, play)
    return play_of(state.rules, state.table, *recorder.play)


@EVERY_GAME
@EVERY_TABLE
def test_every_legal_play_survives_the_way_to_the_core_and_back(game, bots):
    kinds = set()
    for event in played(game, bots)[::3]:
        for play in own_view(event.before).legal_plays:
            kinds.add(play[0])
            assert play[0] in PICK_UPS or there_and_back(event.before, play) == play
    assert {DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD} <= kinds


RUN = (5, "4S 5D 6C 7C 8H 9H 0S JC")
SUIT = (2, "2S 3S 4S 5S 6S 7S 8S")
TOTALS = (3, "KS 0D 8C 3S / KD 0S 8H 3C")
RUN_AND_SET = (7, "4H 5D 6D 7H / 9S 9D 9C 9C")


@pytest.mark.parametrize(
    ("card", "target", "reached"),
    [
        ("3D", (1, 0, 0), (1, 0, 0)),
        ("AD", (1, 0, 0), (1, 0, 0)),
        ("AD", (1, 0, 8), (1, 0, 8)),
        ("QD", (1, 0, 8), (1, 0, 8)),
        ("9S", (0, 0, 7), (0, 0, 7)),
        ("9S", (0, 0, 0), (0, 0, 7)),
        ("9S", (2, 1, 2), (2, 1, 4)),
        ("AH", (2, 0, 4), (2, 0, 4)),
        ("3D", (3, 0, 0), (3, 0, 0)),
        ("8H", (3, 0, 4), (3, 0, 4)),
        ("9S", (3, 1, 0), (3, 1, 4)),
    ],
)
def test_a_card_joins_a_run_at_the_end_it_is_sent_to_and_any_other_group_at_its_end(card, target, reached):
    hand = "2H 5H 3D AD QD 9S AH 8H"
    state = in_turn("phazed", hand, laid={0: SUIT, 1: RUN, 2: TOTALS, 3: RUN_AND_SET})
    play = (LAY_OFF, (card, target))
    assert state.refuse(play) is None
    assert there_and_back(state, play) == (LAY_OFF, (card, reached))
    core = encode(state)
    perform(core, state, play)
    assert core.snapshot() == encode(advance(state, play)).snapshot()


@pytest.mark.parametrize(
    ("game", "done", "play"),
    [
        ("phazed", 6, (LAY_PHASE, (7, (("4H", "AS", "6D", "7H"), ("9S", "9D", "AC", "9C"))))),
        ("phazed", 1, (LAY_PHASE, (2, (("2S", "3S", "4S", "5S", "6S", "7S", "8S"),)))),
        ("phazed_bonus", (), (LAY_PHASE, (5, (("QH", "KS", "2D", "3D", "4H", "5H", "AS", "7S"),)))),
        ("phasedout", 4, (LAY_PHASE, (("4H", "5D", "AD", "7H"), ("9S", "9D", "9C", "AS")))),
        ("phasedout", 3, (LAY_PHASE, (("2H", "AD", "4D", "5H", "6H", "7S", "8D", "9C"),))),
    ],
)
def test_a_phase_keeps_its_groups_and_their_order(game, done, play):
    groups = play[1] if game == "phasedout" else play[1][1]
    hand = " ".join([*(card for group in groups for card in group), "KD", "KH"])
    state = in_turn(game, hand, done={0: done})
    assert state.refuse(play) is None
    assert there_and_back(state, play) == play
    core = encode(state)
    perform(core, state, play)
    assert core.snapshot() == encode(advance(state, play)).snapshot()


def test_a_hand_that_is_not_dealt_has_the_games_whole_deck():
    for rules in RULESETS.values():
        hand = new_hand(rules)
        assert hand.deck_size == len(rules.deck)
        assert Counter(list(hand.deck)[: hand.deck_size]) == Counter(CODES[card] for card in rules.deck)


def test_cards_keep_their_order_in_a_hand():
    state = hand_state("phazed", hands={0: "KS 2D AH 2D 7C"})
    core = encode(state)
    assert [names(core.held(seat)) for seat in range(4)] == list(state.hands)
    for play in ((DRAW, None), (DISCARD, "2D")):
        perform(core, state, play)
        state = after(state, play)
    assert names(core.held(0)) == state.hands[0] == ("KS", "AH", "2D", "7C", state.deck[state.drawn - 1])


# Draws that are fixed by turn


@pytest.mark.parametrize("fixed", [0, 1])
def test_with_fixed_draws_a_turn_has_the_same_card_to_draw_whether_or_not_the_turn_before_drew(fixed):
    state = deal(PHAZED, shuffled(PHAZED, "fixed draws", 0), dealer=0)
    drawn = []
    for first in (DRAW, TAKE):
        hand = encode(state)
        hand.fixed_draws = fixed
        hand.perform(first, (), [])
        hand.perform(DISCARD, (hand.held(state.seat)[0],), [])
        hand.perform(DRAW, (), [])
        drawn.append(hand.held((state.seat + 1) % 4)[-1])
    assert (drawn[0] == drawn[1]) == bool(fixed)
