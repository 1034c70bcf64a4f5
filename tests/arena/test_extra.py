"""Extra matches: for what bots have missed or others have spoilt, evenly, and planned from what is stored only."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from random import Random

import pytest

from phazed.arena import tournament as module
from phazed.arena.extra import CATCH_UP, REPLAY, Ledger, plan, planned_matches
from phazed.arena.tournament import Changes, Settings, Tournament
from phazed.storage.results.rows import Round
from tournaments import make_bots, outcome, played, pretend


@pytest.fixture(autouse=True)
def _pretended(monkeypatch):
    """Simulate matches instead of playing them."""
    monkeypatch.setattr(module, "play", pretend)


def complete(store):
    """How many matches each bot has played to their ends."""
    return Counter(seat.bot for seat in store.seats() if seat.rank is not None)


# Planning


@pytest.mark.parametrize("seed", range(5))
def test_every_bot_gets_the_matches_it_misses(seed):
    missing = {0: 5, 1: 1, 2: 3, 3: 3, 4: 0, 5: -2}
    planned = plan(REPLAY, missing, range(8), {}, Random(seed))
    matches = Counter(bot for table in planned.tables for bot in table)
    assert all(len(set(table)) == 4 for table in planned.tables)
    assert all(matches[bot] >= missing.get(bot, 0) for bot in range(8))
    assert (len(planned.tables), matches[0]) == (5, 5)
    surplus = [matches[bot] - missing.get(bot, 0) for bot in range(1, 8)]
    assert max(surplus) - min(surplus) <= 1  # also of the one that had played extra matches before


def test_without_a_missing_match_there_is_no_round():
    assert plan(REPLAY, {}, range(8), {}, Random(1)) is None
    assert plan(REPLAY, {1: 4}, range(3), {}, Random(1)) is None  # too few bots


def test_each_bot_takes_the_seat_in_which_it_has_sat_least():
    sat = {(bot, seat): 5 for bot in range(4) for seat in range(4) if seat != bot}
    assert plan(REPLAY, {0: 1}, range(4), sat, Random(1)).tables == ((0, 1, 2, 3),)
    planned = plan(REPLAY, dict.fromkeys(range(6), 40), range(6), {}, Random(1))
    seats = Counter((bot, seat) for table in planned.tables for seat, bot in enumerate(table))
    assert max(seats.values()) - min(seats.values()) <= 2


def test_what_has_become_of_a_match_is_known_from_what_is_stored():
    rounds = [Round("all", ((0, 1, 2, 3), (4, 1, 2, 3), (4, 0, 2, 3))), Round(CATCH_UP, ((0, 1, 2, 3),))]
    found = list(planned_matches(rounds, {0: None, 1: 2}, {4}))
    assert [each.cancelled for each in found] == [False, False, True, False]
    assert [each.spoilt for each in found] == [False, True, False, False]
    assert [each.extra for each in found] == [False, False, False, True]
    ledger = Ledger(found, promised=0)
    tables = ledger.round(CATCH_UP, [0, 1, 2, 3], Random(1))
    assert tables is None  # each of them has played as many matches as were planned, with the extra one
    assert len(ledger.round(REPLAY, [0, 1, 2, 3], Random(1)).tables) == 1


# In a tournament


def test_spoilt_matches_are_played_again_among_the_others(tmp_path):
    bots, chosen = make_bots(9, bad=2), Settings(matches=20, errors=8)
    with closing(played(tmp_path / "without", bots, chosen).store) as store:
        assert min(complete(store)[bot] for bot in range(2, 9)) < 20
    tournament = played(tmp_path / "with", bots, chosen, replay_spoilt=True)
    with closing(tournament.store) as store:
        done = complete(store)
        assert {done[bot] for bot in range(2, 9)} <= {20, 21}
        assert store.stage == REPLAY
        assert not {0, 1} & {
            bot for each in store.rounds if each.stage == REPLAY for table in each.tables for bot in table
        }
        assert (tournament.over, tournament.planned) == (True, tournament.played)


def test_replays_are_played_later_too_and_survive_interruptions(tmp_path):
    bots, chosen = make_bots(9, bad=2), Settings(matches=20, errors=8)
    played(tmp_path / "later", bots, chosen).store.close()
    played(tmp_path / "later", bots, chosen, replay_spoilt=True).store.close()
    played(tmp_path / "at once", bots, chosen, replay_spoilt=True).store.close()

    class Stopped(BaseException):
        pass

    def stop(tournament):
        if tournament.played % 3 == 0:
            raise Stopped

    while True:
        try:
            played(tmp_path / "often", bots, chosen, replay_spoilt=True, on_progress=stop).store.close()
            break
        except Stopped:
            pass
    found = []
    for name in ("later", "at once", "often"):
        with closing(Tournament.open(tmp_path / name, bots, chosen).store) as store:
            found.append(outcome(store))
    assert found == [found[0]] * 3


def test_a_bot_that_spoils_a_replay_is_not_asked_again(tmp_path, monkeypatch):
    """The second bad bot behaves until the replays begin."""

    def later(job):
        names = [each.name for each in job.entrants]
        if "bad1" in names and job.match < 40:
            job = job._replace(
                entrants=tuple(each._replace(name=each.name.replace("bad1", "bot1")) for each in job.entrants)
            )
        return pretend(job)

    monkeypatch.setattr(module, "play", later)
    tournament = played(tmp_path, make_bots(8, bad=2), Settings(matches=20, errors=100), replay_spoilt=True)
    with closing(tournament.store) as store:
        replays = [each for each in store.rounds if each.stage == REPLAY]
        assert any(1 in table for table in replays[0].tables)
        assert store.errors_by_bot()[1] > 0
        assert not any(1 in table for each in replays[1:] for table in each.tables)
        assert {complete(store)[bot] for bot in range(2, 8)} <= {20, 21, 22}


@pytest.mark.parametrize("schedule", ["random", "staged"])
def test_matches_that_a_disqualification_cancels_are_made_up_for(tmp_path, schedule):
    class Stopped(BaseException):
        pass

    def stop(tournament):
        if tournament.played == 6:
            raise Stopped

    bots, chosen = make_bots(9), Settings(matches=12, schedule=schedule)
    with pytest.raises(Stopped):
        played(tmp_path, bots, chosen, on_progress=stop)
    tournament = played(tmp_path, bots, chosen, changes=Changes(disqualify=("bot8",), why="it cheats"))
    with closing(tournament.store) as store:
        matches = Counter(seat.bot for seat in store.seats())
        assert matches[8] < 4
        assert all(12 <= matches[bot] <= 14 for bot in range(8))
        assert store.stage == CATCH_UP
        assert (tournament.over, tournament.planned) == (True, tournament.played)
