"""What a replay shows: its steps, applied without any rules, give the rules' states."""

from __future__ import annotations

import json
from itertools import chain, islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.bots import make
from phazed.game.frames import frames
from phazed.game.games import Dealt, GameEnded, HandEnded, Played, PlayerError, shuffles, start
from phazed.game.records import loads, replay
from phazed.game.referee import referee
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS

GOLDEN = Path(__file__).parent.parent / "golden"
NAMES = ["Ann", "Bob", "Cy", "Dee"]


def golden(game):
    record = loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))
    return list(replay(record)), record.names


def random_events(rules, seed, most=500):
    players = [make("random", rules, f"{seed}/{seat}") for seat in range(4)]
    return list(islice(referee(rules, players, shuffles(rules, seed)), most))


class Shown:
    """A hand as somebody shows it who knows the steps and nothing of the rules."""

    def __init__(self, hand):
        self.hands = [cards.split() for cards in hand["dealt"]]
        self.pile = [hand["discard"]]
        self.deck = hand["deck"]
        self.table = [(None, []) for _ in range(4)]
        self.done = [list(done) for done in hand["done"]]
        self.skips = [False] * 4

    def apply(self, step):
        seat, verb, *what = step
        hand = self.hands[seat]
        if verb == "draw":
            hand += what
            self.deck -= 1
        elif verb == "take":
            hand += what
            assert self.pile.pop() == what[0]
        elif verb == "phase":
            groups = [group.split() for group in what[1]]
            for card in chain.from_iterable(groups):
                hand.remove(card)
            self.table[seat] = (what[0], groups)
            self.done[seat] = sorted([*self.done[seat], what[0]])
        elif verb == "add":
            card, owner, group, index = what
            hand.remove(card)
            self.table[owner][1][group].insert(index, card)
        elif verb == "discard":
            hand.remove(what[0])
            self.pile += what
        elif verb == "skip":
            hand.remove("ZZ")
            self.pile.append("ZZ")
            self.skips[what[0]] = True
        else:
            assert verb == "miss"
            assert self.skips[seat]
            self.skips[seat] = False

    def assert_shows(self, state):
        assert [tuple(hand) for hand in self.hands] == list(state.hands)
        assert tuple(self.pile) == state.pile
        assert self.deck == len(state.deck) - state.drawn
        laid = [(phase, tuple(tuple(group) for group in groups)) for phase, groups in self.table]
        assert laid == [(phase, tuple(groups)) for phase, groups in state.table]
        assert self.done == [list(state.rules.completed(status)) for status in state.status]
        assert tuple(self.skips) == state.skips


def assert_steps_give_the_states(events, data):
    hands = iter(data["hands"])
    for event in events:
        if isinstance(event, Dealt):
            hand = next(hands)
            shown, steps = Shown(hand), list(hand["steps"])
            shown.assert_shows(event.state)
            assert hand["scores"] == list(event.standing.scores)
            assert hand["dealer"] == event.standing.dealer
        elif isinstance(event, Played):
            assert steps[0][0] == event.before.seat
            shown.apply(steps.pop(0))
            while steps and steps[0][1] == "miss":
                shown.apply(steps.pop(0))
            shown.assert_shows(event.after)
        elif isinstance(event, HandEnded):
            assert not steps
            assert hand["end"]["why"] == event.state.ending
            assert hand["end"]["scores"] == list(event.standing.scores)
            gained = [after - before for before, after in zip(hand["scores"], hand["end"]["scores"])]
            assert gained == hand["end"]["points"]
    assert not list(hands)


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_steps_applied_to_the_deal_give_the_states_of_the_rules(rules, seed):
    events = random_events(rules, seed)
    assert_steps_give_the_states(events, frames(events, NAMES))


@pytest.mark.parametrize("game", RULESETS)
def test_a_whole_game_survives_json_and_stays_small(game):
    events, names = golden(game)
    text = json.dumps(frames(events, names, seed=1), separators=(",", ":"))
    assert_steps_give_the_states(events, json.loads(text))
    assert len(text) < 60_000


def test_a_skipped_player_is_seen_to_miss_the_turn():
    steps = [
        step
        for seed in range(3)
        for hand in frames(random_events(BONUS, seed), NAMES)["hands"]
        for step in hand["steps"]
    ]
    skips = [step for step in steps if step[1] == "skip"]
    missed = [step for step in steps if step[1] == "miss"]
    assert skips
    assert missed
    assert len(missed) <= len(skips)


def test_the_end_of_a_game_has_its_ranking():
    events, names = golden("phazed")
    standing = events[-1].standing
    end = frames(events, names)["end"]
    assert end["ranks"] == list(standing.ranks)
    assert end["scores"] == list(standing.scores)
    assert end["done"] == [list(range(1, status + 1)) for status in standing.status]
    assert end["error"] is None


def test_an_error_is_shown_with_all_that_is_known_of_it():
    error = PlayerError(2, "exception", "ValueError: no", "phazed_play(2, [])", "", "Traceback ...")
    events = [*random_events(PHAZED, 1, most=9), GameEnded(start(PHAZED), error)]
    data = frames(events, NAMES)
    assert data["end"]["ranks"] is None
    assert data["end"]["error"] == error._asdict()
    assert data["hands"][0]["end"] is None


def test_a_match_that_ended_before_the_first_deal_has_no_hands():
    error = PlayerError(0, "start", "the bot did not start in time", "", "", "")
    data = frames([GameEnded(start(PHASEDOUT), error)], NAMES, seed="7")
    assert data["hands"] == []
    assert data["game"] == "phasedout"
    assert data["seed"] == "7"


def test_a_game_that_goes_on_is_shown_as_far_as_it_is():
    data = frames(random_events(PHAZED, 5, most=4), NAMES)
    assert len(data["hands"][0]["steps"]) == 3
    assert data["end"] is None
    assert data["seed"] is None


def test_nothing_at_all_cannot_be_shown():
    with pytest.raises(ValueError, match="at least one event"):
        frames([], NAMES)


def test_names_are_made_fit_for_a_page():
    hostile = ["\u202egnp.exe", "", "x" * 500, "Ann\n</script>\ud800"]
    assert frames(random_events(PHAZED, 5, most=1), hostile)["names"] == [
        "gnp.exe",
        "Player 1",
        "x" * 200,
        "Ann </script>",
    ]


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_every_phase_is_described_by_its_name_and_its_groups(rules):
    phases = frames(random_events(rules, 5, most=1), NAMES)["phases"]
    assert [len(phase["groups"]) for phase in phases] == [len(kinds) for kinds in rules.phases]
    assert phases[0] == {"name": "two sets of three of one value", "groups": [{"noun": "set", "one_colour": False}] * 2}
    assert phases[-1]["name"] == "a run of four of one colour and a set of four of one value"
    assert phases[-1]["groups"][0] == {"noun": "run", "one_colour": True}
