"""Actions reach every legal play of the rules and no other."""

from __future__ import annotations

from random import Random

import pytest

from encoded import in_turn, played
from phazed.core import layout
from phazed.core.encoding import CODES
from phazed.env.actions import NOTHING, Actions
from phazed.env.layout import ACTION_COUNT, describe
from phazed.rules.cards import without
from phazed.rules.legal import can_close, legal_plays
from phazed.rules.legality import joined
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import advance
from positions import GAMES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
TABLES = ("greedy", "greedy random")


def states(game, step):
    """Positions of real games."""
    return [event.before for bots in TABLES for event in played(game, bots)][::step]


def path(state, play):
    """The actions that make the play."""
    kind, content = play
    if kind == DRAW:
        return [layout.ACT_DRAW]
    if kind == TAKE:
        return [layout.ACT_TAKE]
    if kind == DISCARD:
        return [layout.ACT_DISCARD + CODES[content]]
    if kind == SKIP:
        return [layout.ACT_SKIP + (content - state.seat) % 4 - 1]
    if kind == LAY_PHASE:
        phase, groups = phase_and_groups(content)
        phase = phase or state.rules.due(state.status[state.seat])[0]
        return [layout.ACT_PHASE + phase - 1, *(layout.ACT_CARD + CODES[card] for group in groups for card in group)]
    card, (seat, number, index) = content
    at_start = index == 0 and state.rules.phases[state.table[seat][0] - 1][number].ordered
    return [
        layout.ACT_CARD + CODES[card],
        layout.ACT_SPOT + 2 * (2 * ((seat - state.seat) % 4) + number) + at_start,
    ]


def blocks(state, play):
    """Whether the play leaves an accumulation open that the rest of the hand cannot close (rule 4.6)."""
    if play[0] != LAY_OFF:
        return False
    card, target = play[1]
    return not can_close(state.rules, joined(state.table, card, target), without(state.hand, (card,)))


@pytest.mark.no_cover
@EVERY_GAME
def test_every_legal_play_that_does_not_block_its_player_can_be_reached(game):
    actions = Actions(RULESETS[game], layout.CARD_BY_CARD)
    chance = Random(1)
    kinds = set()
    for state in states(game, 7):
        legal = list(legal_plays(state))
        for play in legal if len(legal) < 40 else chance.sample(legal, 40):
            if blocks(state, play):
                continue
            progress, made = NOTHING, []
            for action in path(state, play):
                assert not made
                assert action in actions.legal(state, progress), (play, describe(action))
                made, progress = actions.plays(state, progress, action)
            assert made == [play]
            assert progress == NOTHING
            kinds.add(play[0])
    assert kinds == {DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD} | ({SKIP} if game == "phazed_bonus" else set())


@EVERY_GAME
@pytest.mark.parametrize("offered", [layout.CARD_BY_CARD, layout.MACROS, layout.ALL_ACTIONS])
def test_every_action_that_is_offered_leads_to_legal_plays(game, offered):
    actions = Actions(RULESETS[game], offered)
    chance = Random(2)
    for state in states(game, 11):
        for first in actions.legal(state, NOTHING):
            plays, progress = actions.plays(state, NOTHING, first)
            while not plays:
                legal = actions.legal(state, progress)
                assert legal, (state.hand, progress)
                plays, progress = actions.plays(state, progress, chance.choice(legal))
            after = state
            for play in plays:
                assert after.refuse(play) is None
                after = advance(after, play)
            assert after.ending or actions.legal(after, NOTHING)


@EVERY_GAME
def test_what_can_be_laid_off_card_by_card_is_what_the_rules_list(game):
    actions = Actions(RULESETS[game], layout.CARD_BY_CARD)
    found = 0
    for state in states(game, 3):
        listed = {play for play in legal_plays(state) if play[0] == LAY_OFF and not blocks(state, play)}
        reached = set()
        for action in actions.legal(state, NOTHING):
            if layout.ACT_CARD <= action < layout.ACT_SPOT:
                _, progress = actions.plays(state, NOTHING, action)
                reached |= {actions.plays(state, progress, spot)[0][0] for spot in actions.legal(state, progress)}
        assert reached == listed
        found += len(listed)
    assert found > 20


def test_a_lay_off_that_would_block_its_player_is_not_offered():
    laid = {0: (3, "KS 0D 8C 3S / KD 0S 8H 3C")}
    state = in_turn("phazed", "2H 2D", laid=laid)
    actions = Actions(RULESETS["phazed"], layout.ALL_ACTIONS)
    blocking = (LAY_OFF, ("2H", (0, 0, 4)))
    assert state.refuse(blocking) is None
    assert actions.legal(state, NOTHING) == sorted(layout.ACT_DISCARD + CODES[card] for card in ("2H", "2D"))


def test_an_accumulation_that_the_rest_of_the_hand_closes_may_be_opened_and_must_be_closed():
    laid = {0: (3, "KS 0D 8C 3S / KD 0S 8H 3C")}
    state = in_turn("phazed", "KH 8D 2C", laid=laid)
    actions = Actions(RULESETS["phazed"], layout.CARD_BY_CARD)
    assert layout.ACT_CARD + CODES["KH"] in actions.legal(state, NOTHING)
    state = advance(state, (LAY_OFF, ("KH", (0, 0, 4))))
    assert actions.legal(state, NOTHING) == [layout.ACT_CARD + CODES["8D"]]
    _, progress = actions.plays(state, NOTHING, layout.ACT_CARD + CODES["8D"])
    assert actions.legal(state, progress) == [layout.ACT_SPOT]


def test_nothing_is_legal_when_the_hand_is_over():
    over = next(event.after for event in played("phazed", "greedy") if event.after.ending)
    assert Actions(RULESETS["phazed"], layout.ALL_ACTIONS).legal(over, NOTHING) == []


def test_every_action_has_a_description_of_its_own():
    assert len({describe(action) for action in range(ACTION_COUNT)}) == ACTION_COUNT
    for wrong in (-1, ACTION_COUNT):
        with pytest.raises(ValueError, match=f"an action must be from 0 to 139, not {wrong}"):
            describe(wrong)
