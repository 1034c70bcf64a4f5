"""A match, from its job to its report, and the arguments that bots get."""

from __future__ import annotations

import json
import marshal
import zlib

import pytest

from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.match import play
from phazed.bots import make
from phazed.game.games import Played, shuffles
from phazed.game.pasted import read_call
from phazed.game.records import loads, replay
from phazed.game.referee import Unplayable, referee
from phazed.game.view import view
from phazed.rules.rulesets import RULESETS
from phazed.sandbox.limits import Limits
from phazed.sandbox.wire import Wire
from phazed.storage.entrant import Entrant

PATIENT = Limits(idle=60.0)
SIMPLE = """
import random
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    card = random.choice(hand)
    return (6, (player_id + 1) % 4) if card == 'ZZ' else (5, card)
phazed_bonus = phasedout_play = phazed_play
"""


def bot(name: str, source: str = SIMPLE) -> Entrant:
    return Entrant(name, f"{name}.py", ((f"{name}.py", source.encode()),))


def job(*entrants: Entrant, game: str = "phazed", seed: str = "1", limits: Limits = PATIENT) -> MatchJob:
    return MatchJob(5, game, seed, entrants, limits)


@pytest.mark.parametrize("game", list(RULESETS))
def test_the_report_of_a_match_is_complete(game):
    played = play(job(bot("alice"), load_entrant("@greedy"), bot("bob"), load_entrant("@random"), game=game))
    record = loads(zlib.decompress(played.record).decode())
    assert [*replay(record)][-1].error is None
    assert played.match == 5
    assert played.error is None
    assert (played.ranks, played.scores) == (record.outcome.ranks, record.outcome.scores)
    assert record.names == ("alice", "@greedy", "bob", "@random")
    assert sum(played.endings.values()) == played.hands == record.outcome.hands
    assert sum(seat.plays for seat in played.seats) == sum(len(hand.plays) for hand in record.hands)
    for seat in played.seats:
        assert 0 < seat.slowest <= seat.cpu
        assert len(seat.phases) == len(RULESETS[game].phases)
        assert all(completed <= due for due, completed in seat.phases)
    assert [seat.memory > 0 for seat in played.seats] == [True, False, True, False]
    assert played.completed[1] == sum(completed for _, completed in played.seats[1].phases)


def test_the_same_job_gives_the_same_match():
    once, again = (play(job(*map(bot, "abcd"))) for _ in range(2))
    assert once.record == again.record


def test_an_error_ends_the_match_with_all_the_evidence():
    source = "def phazed_play(*arguments):\n    print('oh')\n    return arguments[4][99]"
    played = play(job(load_entrant("@random"), bot("alice", source), load_entrant("@random"), load_entrant("@random")))
    error = played.error
    assert played.ranks is None
    assert (error.seat, error.kind, error.reason) == (1, "exception", "IndexError: list index out of range")
    assert 'File "alice.py", line 3, in phazed_play' in error.traceback
    assert played.seats[1].printed == "oh\n"
    name, arguments = read_call(error.call)
    assert name == "phazed_play"
    assert len(arguments) == 6


def test_an_illegal_play_names_its_rule():
    played = play(job(*[bot("alice", "def phazed_play(*_):\n    return (5, '2S')")] * 4))
    assert played.error.kind == "illegal"
    assert "(rule 6.5)" in played.error.reason
    assert played.error.answer == "(5, '2S')"


def test_a_bot_without_the_games_function_fails_at_its_first_turn():
    played = play(job(*[bot("alice", "def phazed_plays(*_): pass")] * 4))
    assert (played.error.kind, played.error.seat) == ("start", 1)
    assert played.error.reason == "it does not define phazed_play, which is required to play phazed"
    assert json.loads(zlib.decompress(played.record))["outcome"]["error"]["call"].startswith("phazed_play(1, ")


def test_changing_the_arguments_has_no_effect():
    source = SIMPLE.replace("    if not", "    del turn_history[:-1], table[0], phase_status[1:]\n    if not")
    played = play(job(bot("alice", source), *[load_entrant("@random")] * 3))
    assert played.error is None


@pytest.mark.parametrize("game", list(RULESETS))
def test_a_bot_gets_the_arguments_of_the_course_function(game):
    rules, wire = RULESETS[game], Wire()
    plays = 0
    for event in referee(rules, [make("greedy", rules, 0)] * 4, shuffles(rules, 3)):
        if isinstance(event, Played):
            seen = view(event.before, event.before.seat)
            assert marshal.loads(wire.encode(seen)) == seen.to_course()
            plays += 1
    assert plays > 100


def test_a_system_error_is_not_a_bots_error(monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("phazed.sandbox.workspace.Workspace.bot_folder", full)
    with pytest.raises(Unplayable, match="alice cannot be started: No space left on device"):
        play(job(*[bot("alice")] * 4))


def test_a_missing_package_is_not_a_bots_error():
    with pytest.raises(Unplayable, match="the package 'no_such_package' is not installed"):
        play(job(*[bot("alice")] * 4)._replace(packages=("no_such_package",)))
