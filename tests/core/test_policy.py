"""The two policies play by the rules: every play that they make is legal, and nobody is ever blocked."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from encoded import in_turn, names, played, policy_of
from phazed.core.encoding import CODES, NAMES, encode, kinds_of, play_of
from phazed.game.games import shuffled, start
from phazed.rules.cards import JOKER, in_order
from phazed.rules.legal import can_close, legal_plays
from phazed.rules.legality import BEFORE, open_accumulation
from phazed.rules.plays import DISCARD, DRAW, FROM_THE_DECK, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, apply, deal
from phazed.rules.ways import phase_ways
from positions import GAMES, hand_state

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
EVERY_STYLE = pytest.mark.parametrize("style", [0, 1], ids=["greedy", "fast"])
HANDS = 60


# Step by step


def chosen(policy, state):
    """The fast policy's next play."""
    hand = encode(state)
    rules, seat = state.rules, state.seat
    if state.stage == BEFORE:
        return (TAKE, state.discard) if policy.takes(hand) else FROM_THE_DECK
    if state.table[seat][0] is None:
        kind = policy.best_phase(hand)
        if kind >= 0 and not policy.keeps_back(hand):
            return play_of(rules, state.table, LAY_PHASE, (kind,), policy.find(hand, kind))
    elif plan := policy.plan(hand):
        return play_of(rules, state.table, LAY_OFF, plan[0], [])
    card = NAMES[policy.throws(hand)]
    return (SKIP, policy.skips(hand)) if card == JOKER else (DISCARD, card)


def hands_of_games(rules, seed, games):
    """The deals of whole games in which the fast policy sits in every seat; each is played while it is looked at."""
    policy = policy_of(rules.name)
    for game in range(games):
        standing = start(rules)
        while not standing.over:
            states = [standing.deal(shuffled(rules, (seed, game), standing.hands))]
            plays = []
            while not states[-1].ending:
                plays.append(chosen(policy, states[-1]))
                states.append(apply(states[-1], plays[-1]))
            yield states, plays
            standing = standing.after(states[-1])


@EVERY_GAME
def test_every_play_of_the_fast_policy_is_legal_and_none_blocks_it(game):
    rules = RULESETS[game]
    hands, kinds, endings = 0, Counter(), Counter()
    for states, plays in hands_of_games(rules, "step by step", 8):
        hands += 1
        for state, play, then in zip(states, plays, states[1:]):
            assert state.refuse(play) is None
            kinds[play[0]] += 1
            if play[0] == LAY_OFF:
                assert can_close(rules, then.table, then.hands[state.seat])
                assert then.ending or legal_plays(then)
            if not then.plays:
                assert open_accumulation(rules, then.table) is None
        endings[states[-1].ending] += 1
    assert hands > 30
    assert endings[OUT_OF_CARDS] > hands / 2
    assert set(kinds) == {DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD} | ({SKIP} if rules.has_jokers else set())


@EVERY_GAME
def test_the_fast_policy_lays_its_phase_as_soon_as_it_is_there_unless_it_waits_to_go_out(game):
    rules, policy = RULESETS[game], policy_of(game)
    for states, plays in hands_of_games(rules, "at once", 3):
        for state, play in zip(states, plays):
            laid = state.table[state.seat][0] is not None
            if play[0] in (DISCARD, SKIP) and not laid and not policy.keeps_back(encode(state)):
                due = rules.due(state.status[state.seat])
                assert not any(list(phase_ways(rules.phases[phase - 1], in_order(state.hand))) for phase in due)


# Turn by turn


def turn_between(state, core):
    """Legal plays of the seat to play that lead where the core's turn has led; raises if there are none."""
    _, _, drawn, _, pile, hands, *_ = core.snapshot()
    seat = state.seat
    first = FROM_THE_DECK if drawn > state.drawn else (TAKE, state.discard)
    before = apply(state, first)
    gone = Counter(before.hand) - Counter(names(hands[seat]))
    thrown = names(pile[len(before.pile) :])
    assert len(thrown) == (0 if core.ended == 1 and len(pile) == len(before.pile) else 1)
    laid = gone - Counter(thrown)
    for then in _all_played(before, seat, laid, set()):
        lasts = [(SKIP, target) for target in range(4)] if thrown == (JOKER,) else [(DISCARD, card) for card in thrown]
        for end in [apply(then, last) for last in lasts if then.refuse(last) is None] if thrown else [then]:
            if _public(encode(end)) == _public(core):
                return end
    raise AssertionError(f"no legal turn leads from {state} to {core.snapshot()}")


def _all_played(state, seat, laid, seen):
    """Every state in which the seat has brought all these cards to the table."""
    key = (state.table, frozenset(laid.items()))
    if key in seen:
        return
    seen.add(key)
    if not laid:
        yield state
        return
    rules = state.rules
    if state.table[seat][0] is None:
        for phase in rules.due(state.status[seat]):
            kinds = rules.phases[phase - 1]
            for groups in phase_ways(kinds, in_order(laid.elements())):
                rest = laid - Counter(card for group in groups for card in group)
                for ordered in (groups, groups[::-1]) if kinds[0] is kinds[-1] else (groups,):
                    yield from _all_played(apply(state, rules.phase_play(phase, ordered)), seat, rest, seen)
        return
    for play in legal_plays(state):
        if play[0] == LAY_OFF and play[1][0] in laid:
            yield from _all_played(apply(state, play), seat, laid - Counter(play[1][:1]), seen)


def _public(core):
    """All of a snapshot but whether a card is picked up, which is the same after every turn."""
    snapshot = core.snapshot()
    return (*snapshot[:10], snapshot[11])


@EVERY_GAME
@EVERY_STYLE
@pytest.mark.parametrize("thorough", [0, 1])
def test_every_turn_of_either_policy_is_a_turn_of_the_rules(game, style, thorough):
    rules, policy, random = RULESETS[game], policy_of(game), Random(f"{game}/{style}")
    endings = Counter()
    policy.ways = thorough
    for number in range(HANDS):
        status = tuple(random.choice(sorted(rules.statuses - {(True,) * 7, len(rules.phases)})) for _ in range(4))
        state = deal(rules, shuffled(rules, (style, thorough), number), number % 4, status)
        core = encode(state)
        while not state.ending:
            policy.play_turn(core, style)
            state = turn_between(state, core)
        assert core.ended
        endings[state.ending] += 1
    policy.ways = 0
    assert set(endings) <= {OUT_OF_CARDS, DECK_EXHAUSTED}
    assert endings[OUT_OF_CARDS] > HANDS / 2


@EVERY_GAME
@EVERY_STYLE
def test_no_card_is_lost_or_made_and_every_hand_ends(game, style):
    rules, policy = RULESETS[game], policy_of(game)
    whole = Counter(CODES[card] for card in rules.deck)
    for number in range(40):
        status = (rules.nothing if rules.any_order else number % len(rules.phases),) * 4
        hand = encode(deal(rules, shuffled(rules, game, number), number % 4, status))
        for _ in range(201):
            assert not hand.ended
            policy.play_turn(hand, style)
            _, _, _, deck, pile, hands, groups, *_ = hand.snapshot()
            seen = Counter([*deck, *pile, *(card for held in hands for card in held)])
            assert not seen - whole
            assert sum(length for _, _, _, length, _ in groups) == (whole - seen).total()
            if hand.ended:
                break
        assert hand.ended


# What it decides


def test_nobody_takes_a_joker_or_from_an_empty_pile():
    policy = policy_of("phazed_bonus")
    for pile in ("", "ZZ"):
        for hand in ("2S 2D 2H 3S 3D 9C 0C JC QC KC", "2S 3D"):
            laid = {0: (1, "4S 4D 4H / 5S 5D 5H")} if len(hand) < 9 else {}
            assert not policy.takes(encode(hand_state("phazed_bonus", hands={0: hand}, pile=pile, laid=laid)))


@pytest.mark.parametrize(
    ("hand", "done", "top", "taken"),
    [
        ("2S 2D 2H 3S 3D 9C 0C JC QC KC", 0, "3C", True),
        ("2S 2D 2H 3S 3D 9C 0C JC QC KC", 0, "AC", True),
        ("2S 2D 2H 3S 3D 9C 0C JC QC KC", 0, "4D", False),
        ("2S 3S 4S 5S 6S 7S 9D 0D JC QH", 1, "JS", True),
        ("2S 3S 4S 5S 6S 7S 9D 0D JC QH", 1, "JD", False),
        ("2S 3D 4S 5C 6S 7S 9D 9H KC KH", 4, "8H", True),
        ("2S 3D 4S 5C 6S 7S 9D 9H KC KH", 4, "2H", False),
    ],
)
def test_the_top_discard_is_taken_if_it_completes_the_phase_and_left_if_it_is_no_use(hand, done, top, taken):
    state = hand_state("phazed", hands={0: hand}, done={0: done}, pile=top)
    assert policy_of("phazed").takes(encode(state)) is taken


def test_after_its_phase_a_player_takes_what_can_be_laid_off():
    given = {"hands": {0: "2S 3D"}, "laid": {0: (1, "4S 4D 4H / 5S 5D 5H")}}
    policy = policy_of("phazed")
    assert policy.takes(encode(hand_state("phazed", pile="4C", **given)))
    assert not policy.takes(encode(hand_state("phazed", pile="6C", **given)))


def test_a_joker_is_thrown_first_and_skips_who_is_nearest_to_going_out():
    laid = {2: (1, "4S 4D 4H / 5S 5D 5H"), 3: (1, "6S 6D 6H / 7S 7D 7H")}
    hand = "ZZ 2S 3D 4C 9C 0C JC QC KC 2H 3H"
    state = in_turn("phazed_bonus", hand, laid=laid)
    state = state._replace(hands=(*state.hands[:2], ("2C", "8D"), ("2C", "8D", "9D")))
    policy = policy_of("phazed_bonus")
    assert names([policy.throws(encode(state))]) == (JOKER,)
    assert policy.skips(encode(state)) == 2
    assert policy.skips(encode(state._replace(skips=(False, False, True, False)))) == 3


@EVERY_GAME
def test_a_hand_without_the_phase_finds_none(game):
    policy = policy_of(game)
    state = in_turn(
        game, "2S 2D 2C 3H 3S 4D 4C JH QS KD ZZ" if game == "phazed_bonus" else "2S 3D 4C 6H 7S 8D 0C JH QS KD 2H"
    )
    assert policy.best_phase(encode(state)) == -1
    assert not policy.find(encode(state), 0)


@EVERY_GAME
def test_what_a_hand_holds_and_what_a_phase_leaves_is_as_the_rules_have_it(game):
    rules, policy, found = RULESETS[game], policy_of(game), Counter()
    for state in (event.before for event in played(game, "greedy", 4)):
        seat, hand = state.seat, encode(state)
        if state.table[seat][0] is not None:
            continue
        cards = state.hand if state.plays else (*state.hand, *state.pile[-1:])
        due = rules.due(state.status[seat])
        there = [p for p in due if next(phase_ways(rules.phases[p - 1], in_order(cards)), None) is not None]
        kinds = [kinds_of(rules)[phase - 1] for phase in there]
        if not state.plays:
            assert policy.phase_with_discard(hand) in (kinds or [-1])
            continue
        assert policy.holds(hand) == kinds
        assert policy.best_phase(hand) in (kinds or [-1])
        for kind in kinds:
            then = apply(state, play_of(rules, state.table, LAY_PHASE, (kind,), policy.find(hand, kind)))
            assert policy.leaves(hand, kind) == len(then.hands[seat]) - len(policy.plan(encode(then)))
            found[kind] += 1
    assert len(found) > 2


def test_of_several_phases_the_one_with_the_most_weight_is_laid():
    policy = policy_of("phazed_bonus")
    state = in_turn("phazed_bonus", "2S 2D 2H 2C 3S 3D 3H 3C 9D 0H JS")
    try:
        policy.weight = [1.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0]
        assert policy.best_phase(encode(state)) == 3
        policy.weight = [3.0, 1.0, 1.0, 2.0, 1.0, 1.0, 1.0]
        assert policy.best_phase(encode(state)) == 0
    finally:
        policy.weight = [1.0] * 7
