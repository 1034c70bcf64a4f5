"""Tournaments: the same results with any executor and after any interruptions, fair, with evidence of errors."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from phazed.arena import tournament as module
from phazed.arena.entrants import LoadedEntrants, load_entrants
from phazed.arena.executors.pool import InProcess, ResilientPool, WorkerDied
from phazed.arena.jobs import MatchJob
from phazed.arena.ratings import fit, stored_results
from phazed.arena.settings import seed_hash
from phazed.arena.tournament import Changes, Settings, Tournament, built_in_so_far, seed_so_far
from phazed.game.pasted import read_call
from phazed.game.records import replay
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.storage.database import StoreError, Unavailable
from phazed.storage.entrant import Entrant
from phazed.storage.results.store import Store
from tournaments import SIMPLE, make_bots, outcome, played, pretend, tires, write_bots

EIGHT = Settings(matches=8)
SCHEDULES = [
    (Settings(matches=12), make_bots(7, bad=2)),
    (Settings(matches=16, schedule="swiss", errors=5), make_bots(18, bad=3)),
    (Settings(matches=20, schedule="staged", errors=7), make_bots(17, bad=3)),
]
EVERY_SCHEDULE = pytest.mark.parametrize(("chosen", "bots"), SCHEDULES, ids=["random", "swiss", "staged"])


@pytest.fixture
def _pretended(monkeypatch):
    """Simulate matches instead of playing them."""
    monkeypatch.setattr(module, "play", pretend)


pretended = pytest.mark.usefixtures("_pretended")


class Stopped(BaseException):
    """An interruption, like Ctrl-C."""


def stops(after):
    """A callback that interrupts the tournament after so many matches."""

    def on_progress(tournament):
        nonlocal after
        after -= 1
        if after < 0:
            raise Stopped

    return on_progress


def run_on(folder, bots, chosen, executor=None, **options):
    """Continue the tournament, and return whether it was completed."""
    tournament = Tournament.open(folder, bots, chosen)
    with closing(tournament.store):
        try:
            tournament.run(executor or InProcess(), max_pending=3, **options)
        except Stopped:
            return False
        return True


def found(folder):
    with closing(Store.existing(folder)) as store:
        assert store.database.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return outcome(store)


# Reproducible


@pretended
@EVERY_SCHEDULE
def test_the_same_seed_gives_the_same_matches_with_any_executor(tmp_path, chosen, bots):
    with ThreadPoolExecutor(5) as threads:
        for number, executor in enumerate((None, None, threads)):
            assert run_on(tmp_path / str(number), bots, chosen, executor)
    one, *others = [found(tmp_path / str(number)) for number in range(3)]
    assert others == [one, one]


@pretended
def test_another_seed_gives_other_matches(tmp_path):
    rounds = [found_rounds(tmp_path, seed) for seed in ("1", "2", "1")]
    assert rounds[0] == rounds[2] != rounds[1]


def found_rounds(folder, seed):
    tournament = played(folder / seed, settings=Settings(matches=8, seed=seed))
    with closing(tournament.store):
        return outcome(tournament.store)


@pretended
@EVERY_SCHEDULE
@pytest.mark.parametrize("seed", range(3))
def test_a_tournament_that_is_often_interrupted_has_the_same_results(tmp_path, chosen, bots, seed):
    run_on(tmp_path / "at once", bots, chosen)
    random = Random(seed)
    while not run_on(tmp_path / "often", bots, chosen, on_progress=stops(random.randrange(60))):
        pass
    assert found(tmp_path / "often") == found(tmp_path / "at once")


@pretended
@examples(max_examples=25, suppress_health_check=list(HealthCheck))
@given(st.lists(st.integers(0, 12), max_size=8), st.sampled_from(["random", "swiss", "staged"]))
def test_after_any_interruptions_no_match_is_played_twice(tmp_path_factory, places, schedule):
    folder = tmp_path_factory.mktemp("stopped")
    bots, chosen = make_bots(9, bad=1), Settings(matches=12, schedule=schedule)
    submitted = Counter()
    for place in places:
        run_on(folder, bots, chosen, on_progress=stops(place))
    with closing(Tournament.open(folder, bots, chosen).store) as store:
        before = {number for (number,) in store.database.connection.execute("SELECT number FROM matches")}
    assert len(before) == min(27, sum(place + 1 for place in places))

    class Counting(InProcess):
        def submit(self, task, job):
            submitted[job.match] += 1
            return super().submit(task, job)

    run_on(folder, bots, chosen, Counting())
    assert submitted == Counter(set(range(27)) - before)


@pretended
def test_asking_for_strengths_in_between_changes_nothing(tmp_path):
    chosen, bots = SCHEDULES[1]
    run_on(tmp_path / "unwatched", bots, chosen)
    run_on(tmp_path / "watched", bots, chosen, on_progress=lambda tournament: tournament.strengths())
    assert found(tmp_path / "watched") == found(tmp_path / "unwatched")


@pretended
def test_a_match_that_was_not_stored_is_played_again(tmp_path, monkeypatch):
    run_on(tmp_path / "at once", make_bots(), EIGHT)
    add = Store.add_match

    def interrupted(self, number, table, report, **more):
        if report.match == 5:
            monkeypatch.setattr(Store, "add_match", add)
            report = report._replace(endings={}, seconds=Stopped)  # which no database takes
        add(self, number, table, report, **more)

    monkeypatch.setattr(Store, "add_match", interrupted)
    with pytest.raises(Unavailable):
        run_on(tmp_path / "stopped", make_bots(), EIGHT)
    with closing(Store.existing(tmp_path / "stopped")) as store:
        assert store.played == 5
    run_on(tmp_path / "stopped", make_bots(), EIGHT)
    assert found(tmp_path / "stopped") == found(tmp_path / "at once")


@pretended
def test_a_finished_tournament_plays_no_more_matches(tmp_path):
    first = played(tmp_path)
    assert (first.over, first.played, first.planned) == (True, 12, 12)
    first.store.close()
    again = played(tmp_path, on_progress=stops(0))
    assert (again.over, again.played, again.planned) == (True, 12, 12)
    again.store.close()


class Deadly(InProcess):
    """An executor whose workers die with these matches."""

    def __init__(self, *matches):
        super().__init__()
        self.matches = matches

    def submit(self, task, job):
        if job.match in self.matches:
            future = Future()
            future.set_exception(WorkerDied("given up"))
            return future
        return super().submit(task, job)


@pretended
def test_a_match_that_kills_its_workers_does_not_stop_the_others(tmp_path):
    run_on(tmp_path / "at once", make_bots(), EIGHT)
    tournament = played(tmp_path / "later", executor=Deadly(2, 7))
    with closing(tournament.store) as store:
        assert (tournament.over, tournament.played, tournament.lost, tournament.planned) == (True, 10, 2, 12)
        assert store.settings["planned"] == 12  # so it is not finished
    tournament = played(tmp_path / "later")
    with closing(tournament.store) as store:
        assert (tournament.over, tournament.played, tournament.lost, tournament.planned) == (True, 12, 0, 12)
    assert found(tmp_path / "later") == found(tmp_path / "at once")


def test_the_seed_and_the_built_in_players_of_a_tournament_are_stored(tmp_path):
    assert (seed_so_far(tmp_path), built_in_so_far(tmp_path)) == (None, ())
    bots = make_bots()._replace(entrants=(Entrant("@greedy"), Entrant("@random"), *make_bots().entrants))
    Tournament.open(tmp_path, bots, Settings(seed="x/y")).store.close()
    changes = Changes(disqualify=("@random",), why="it is boring")
    Tournament.open(tmp_path, bots, Settings(seed="x/y"), changes=changes).store.close()
    assert (seed_so_far(tmp_path), built_in_so_far(tmp_path)) == ("x/y", ("@greedy",))


def test_the_hash_of_a_seed_proves_it():
    assert seed_hash("2026") == "158a323a7ba44870f23d96f1516dd70aa48e9a72db4ebb026b0a89e212a208ab"
    assert len({seed_hash("1"), seed_hash("\udcff"), seed_hash("")}) == 3


# Fair


@pretended
@pytest.mark.parametrize("schedule", ["random", "swiss"])
@pytest.mark.parametrize(("bots", "matches"), [(4, 3), (5, 8), (11, 12)])
def test_every_bot_plays_equally_often_and_equally_often_in_each_seat(tmp_path, schedule, bots, matches):
    tournament = played(tmp_path, make_bots(bots), Settings(matches=matches, schedule=schedule))
    with closing(tournament.store) as store:
        counts = Counter((seat.bot, seat.seat) for seat in store.seats())
        assert counts == {(bot, seat): -(-matches // 4) for bot in range(bots) for seat in range(4)}
        assert all(len(set(table)) == 4 for each in store.rounds for table in each.tables)


@pretended
def test_in_a_staged_tournament_the_better_bots_go_on(tmp_path):
    tournament = played(tmp_path, make_bots(40), Settings(matches=20, schedule="staged"))
    with closing(tournament.store) as store:
        stages = {each.stage: each.bots for each in store.rounds}
        assert [(stage, len(bots)) for stage, bots in stages.items()] == [("all", 40), ("final", 10)]
        assert min(stages["final"]) > 20  # the numbers in their names are their strengths
        matches = Counter(seat.bot for seat in store.seats())
        assert {matches[bot] for bot in stages["final"]} == {20}
        assert {matches[bot] for bot in stages["all"]} == {4, 20}


@pretended
def test_a_bot_with_too_many_errors_is_out_and_the_others_go_on(tmp_path):
    tournament = played(tmp_path, make_bots(9, bad=2), Settings(matches=24, errors=5))
    with closing(tournament.store) as store:
        errors, matches = store.errors_by_bot(), Counter(seat.bot for seat in store.seats())
        assert set(errors) == {0, 1}
        assert all(5 <= count <= 8 for count in errors.values())  # it is out when the round is over
        assert all(matches[bot] < 24 for bot in (0, 1))
        assert {matches[bot] for bot in range(2, 9)} == {24}
        assert tournament.active() == list(range(2, 9))
        assert tournament.planned == tournament.played < 9 * 6


@pretended
def test_a_single_error_may_be_enough(tmp_path):
    tournament = played(tmp_path, make_bots(9, bad=1), Settings(matches=12, errors=1))
    with closing(tournament.store) as store:
        assert len([1 for each in store.rounds if 0 in each.bots]) == 1


@pretended
def test_it_ends_when_fewer_than_four_are_left(tmp_path):
    tournament = played(tmp_path, make_bots(5, bad=2), Settings(matches=100, errors=3))
    with closing(tournament.store):
        assert tournament.active() == [2, 3, 4]
        assert tournament.over
        assert tournament.planned == tournament.played < 125


def test_an_offender_is_last_and_the_others_are_not_ranked(tmp_path):
    with closing(Store.create(tmp_path, EIGHT.as_data(), make_bots(4).entrants, {})) as store:
        assert [each.shape for each in stored_results(store)[0]] == [(0, 4), (0, 4)]
    jobs = [MatchJob(match, "phazed", str(match), make_bots(4, bad=1).entrants) for match in range(6)]
    with closing(Store.existing(tmp_path)) as store:
        for job in reversed(jobs):
            store.add_match(0, (2, 0, 3, 1), pretend(job))
        (seats, ranks), _ = stored_results(store)
        for match, job in enumerate(jobs):
            report = pretend(job)
            assert seats[match].tolist() == [2, 0, 3, 1]
            assert ranks[match].tolist() == ([4, 0, 0, 0] if report.error else list(report.ranks))
        assert {row[1] for row in ranks.tolist()} > {0}


@pretended
def test_strengths_are_those_of_the_rating(tmp_path):
    tournament = played(tmp_path, make_bots(8, bad=1), Settings(matches=40))
    with closing(tournament.store) as store:
        expected = fit(stored_results(store)[0], 8)
        for _ in range(2):  # the second time from what the first found
            assert np.allclose(tournament.strengths(), expected.mu, atol=1e-6)
        assert tournament.ranked()[:2] == [7, 6]
        assert 0 not in tournament.active()
        assert sorted(tournament.ranked()) == tournament.active()


@pretended
def test_equally_strong_bots_are_ranked_by_number(tmp_path):
    tournament = Tournament.open(tmp_path, make_bots(6), EIGHT)
    with closing(tournament.store):
        assert tournament.ranked() == [0, 1, 2, 3, 4, 5]


# What is stored


class Clock:
    """Clocks that go on by half a second whenever a match is played."""

    def __init__(self, monkeypatch):
        self.now = 10.0
        monkeypatch.setattr(module.time, "monotonic", lambda: self.now)
        monkeypatch.setattr(module, "play", self.play)

    def play(self, job):
        self.now += 0.5
        return pretend(job)


def noted(store):
    return {name: store.settings[name] for name in ("started", "isolation", "planned", "seconds", "matches")}


def test_start_isolation_and_duration_are_stored(tmp_path, monkeypatch):
    clock = Clock(monkeypatch)
    monkeypatch.setattr(module.time, "strftime", lambda form: "at noon")
    tournament = Tournament.open(tmp_path, make_bots(), EIGHT)
    with closing(tournament.store) as store:
        with pytest.raises(Stopped):
            tournament.run(InProcess(), max_pending=1, on_progress=stops(4), isolation="full")
        assert noted(store) == {
            "started": "at noon",
            "isolation": "full",
            "planned": 12,
            "seconds": 2.5,
            "matches": 8,
        }
        assert (tournament.played, tournament.planned, tournament.over) == (5, 12, False)
    monkeypatch.setattr(module.time, "strftime", lambda form: "in the evening")
    clock.now += 3600
    tournament = played(tmp_path, isolation="partial")
    with closing(tournament.store) as store:
        assert noted(store) == {
            "started": "at noon",
            "isolation": "partial",
            "planned": 12,
            "seconds": 6.0,
            "matches": 8,
        }


def test_the_duration_so_far_is_stored_with_every_match(tmp_path, monkeypatch):
    """A process that is killed stores nothing at its end."""
    Clock(monkeypatch)
    seen = []
    with closing(played(tmp_path, on_progress=lambda one: seen.append(one.store.settings["seconds"])).store):
        assert seen == [0.5 * (match + 1) for match in range(12)]


@pretended
def test_a_second_writer_is_refused_and_changes_nothing(tmp_path):
    def intrude(tournament):
        before = tournament.store.settings
        second = Tournament.open(tmp_path, make_bots(), Settings(matches=40))
        with closing(second.store), pytest.raises(StoreError) as error:
            second.run(InProcess(), max_pending=1, isolation="none")
        assert str(error.value) == f"{tmp_path}: another tournament is currently writing its results to this folder"
        assert tournament.store.settings == before

    tournament = played(tmp_path, on_progress=intrude)
    with closing(tournament.store):
        assert tournament.played == 12


# Continuing


def refusal(folder, bots=None, chosen=EIGHT):
    before = (folder / "results.db").read_bytes()
    with pytest.raises(StoreError) as error:
        Tournament.open(folder, bots or make_bots(), chosen)
    assert (folder / "results.db").read_bytes() == before
    where, said = str(error.value).split(": ", 1)
    assert where == str(folder)
    return said.removeprefix("these results ").removeprefix("the bots ")


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"game": "phasedout"}, "game phazed, not with game phasedout"),
        ({"seed": "2"}, "a seed with the SHA-256 6b86b273..., not with a seed with the SHA-256 d4735e3a..."),
        ({"schedule": "swiss"}, "schedule random, not with schedule swiss"),
        ({"matches": 7}, "matches 8, not with matches 7"),
        ({"errors": 3}, "errors 10, not with errors 3"),
        ({"packages": ("numpy", "attrs")}, "no packages, not with the packages numpy, attrs"),
        ({"limits": Limits(play=0.5)}, "play limit 4, not with play limit 0.5"),
        ({"limits": Limits(memory=96 * MEGABYTE)}, "memory limit 512 MB, not with memory limit 96 MB"),
        (
            {"errors": 3, "limits": Limits(start=3.0)},
            "errors 10 and start limit 2, not with errors 3 and start limit 3",
        ),
    ],
)
def test_the_error_for_other_settings_names_the_differences(tmp_path, changes, what):
    Tournament.open(tmp_path, make_bots(), EIGHT).store.close()
    end = "; use the old settings or choose another folder"
    assert refusal(tmp_path, chosen=EIGHT._replace(**changes)) == f"were played with {what}{end}"


def test_the_same_settings_are_accepted_however_they_are_stored(tmp_path):
    chosen = Settings("phazed_bonus", "a \udcff", "staged", 99, Limits(0.1, 0.2, 0.3, 4.0, 10**8, 7), ("a", "b"), 1)
    for _ in range(2):
        Tournament.open(tmp_path, make_bots(), chosen).store.close()
    assert json.loads(json.dumps(chosen.as_data())) == chosen.as_data()


def renamed(bots, **names):
    return bots._replace(entrants=tuple(bot._replace(name=names.get(bot.name, bot.name)) for bot in bots.entrants))


def test_the_error_for_other_bots_names_the_differences(tmp_path):
    bots = make_bots(6)
    Tournament.open(tmp_path, bots, EIGHT).store.close()
    end = "; or choose another folder to start a new tournament"
    changed = bots._replace(entrants=(*bots.entrants[:5], bots.entrants[5]._replace(main="other.py")))
    replace = "to continue with the new version of bot5, use --replace bot5"
    assert refusal(tmp_path, changed) == f"differ from those in these results: bot5 has changed; {replace}{end}"
    without = "to continue without bot5, use --disqualify bot5 --why TEXT"
    assert refusal(tmp_path, make_bots(5)) == f"differ from those in these results: bot5 is missing; {without}{end}"
    assert (
        refusal(tmp_path, make_bots(7))
        == f"differ from those in these results: bot6 is new; to let bot6 join, use --add bot6{end}"
    )
    assert refusal(tmp_path, renamed(bots, bot1="zoe\x1b[2J")) == (
        "differ from those in these results: bot1 is missing, zoe[2J is new; to continue without bot1, use "
        "--disqualify bot1 --why TEXT; "
        f"to let zoe[2J join, use --add zoe[2J{end}"
    )
    many = renamed(bots, **{f"bot{number}": f"new{number}" for number in range(4)})
    gone = ", ".join(f"bot{number} is missing" for number in range(4))
    assert refusal(tmp_path, many).startswith(f"differ from those in these results: {gone}, new0 is new, and 3 more; ")


def test_the_order_of_the_bots_does_not_matter_later(tmp_path):
    bots = make_bots(6)
    Tournament.open(tmp_path, bots, EIGHT).store.close()
    tournament = Tournament.open(tmp_path, bots._replace(entrants=bots.entrants[::-1]), EIGHT)
    with closing(tournament.store):
        assert tournament.entrants == list(bots.entrants)


@pretended
@pytest.mark.parametrize("schedule", ["random", "swiss"])
def test_adding_matches_later_gives_the_same_results(tmp_path, schedule):
    more = Settings(matches=24, schedule=schedule)
    run_on(tmp_path / "in two", make_bots(), more._replace(matches=10))
    run_on(tmp_path / "in two", make_bots(), more)
    run_on(tmp_path / "in one", make_bots(), more)
    assert found(tmp_path / "in two") == found(tmp_path / "in one")
    with closing(Store.existing(tmp_path / "in two")) as store:
        assert (store.settings["matches"], store.settings["planned"]) == (24, 36)
    assert refusal(tmp_path / "in two", chosen=more._replace(matches=23)).startswith("were played with matches 24")


def test_no_matches_can_be_added_to_a_staged_tournament(tmp_path):
    Tournament.open(tmp_path, make_bots(), Settings(matches=8, schedule="staged")).store.close()
    refused = refusal(tmp_path, chosen=Settings(matches=12, schedule="staged"))
    assert refused.startswith("were played with matches 8, not with matches 12;")


@pytest.mark.parametrize(
    ("count", "some"),
    [(0, "there are none"), (1, "there is only bot0"), (3, "there are only bot0, bot1, bot2")],
)
def test_a_tournament_needs_four_bots(tmp_path, count, some):
    with pytest.raises(StoreError) as error:
        Tournament.open(tmp_path / "results", make_bots(count), EIGHT)
    assert str(error.value) == (
        f"a tournament needs at least four bots, but {some}: add built-in players, such as --with @greedy"
    )
    assert not (tmp_path / "results").exists()


# Real matches


@pytest.fixture(scope="module")
def real(tmp_path_factory):
    """A tournament of files, played in this process."""
    folder = tmp_path_factory.mktemp("real")
    bots = write_bots(
        folder / "bots", simple=SIMPLE, tired=tires(3), wrong="phasedout_play = 3", broken="import nothing"
    )
    tournament = played(
        folder / "results", load_entrants(bots, ("@random", "@greedy")), Settings("phasedout", matches=16, errors=3)
    )
    with closing(tournament.store):
        yield tournament


def test_worker_processes_give_the_same_results(real, tmp_path):
    with ResilientPool(2) as pool:
        other = played(tmp_path, LoadedEntrants(real.entrants, {}), real.settings, pool)
    with closing(other.store):
        assert outcome(other.store) == outcome(real.store)


def test_the_evidence_of_every_error_is_kept(real):
    faults = {real.entrants[fault.bot].name: fault for fault in real.store.faults(1)}
    assert {name: (fault.kind, fault.reason) for name, fault in faults.items()} == {
        "broken": ("start", "it cannot be imported: ModuleNotFoundError: No module named 'nothing'"),
        "tired": ("exception", "RuntimeError: no more"),
        "wrong": ("start", "it does not define phasedout_play, which is required to play phasedout"),
    }
    assert faults["tired"].traceback.splitlines()[0] == "Traceback (most recent call last):"
    assert '  File "tired.py", line 11, in play' in faults["tired"].traceback
    assert faults["tired"].traceback.endswith("RuntimeError: no more\n")
    assert faults["tired"].printed == "I am so tired\n"
    assert 'File "broken.py", line 1' in faults["broken"].traceback
    for fault in real.store.faults(100):
        name, arguments = read_call(fault.call)
        assert (name, arguments["player_id"]) == ("phasedout_play", fault.seat)
        assert len(arguments["hand"]) in (10, 11)
        assert all("/" not in said for said in fault if isinstance(said, str))


def test_bots_with_errors_are_out_and_the_others_played_on(real):
    names = [real.entrants[bot].name for bot in real.active()]
    assert names == ["@random", "@greedy", "simple"]
    assert (real.over, real.planned) == (True, real.played)


def test_the_luck_of_every_match_is_kept_also_of_those_that_an_error_ended(real):
    luck = stored_results(real.store)[1]
    spoilt = [fault.match for fault in real.store.faults(100) if fault.kind == "exception"]
    assert spoilt
    assert all((abs(luck[match]) > 0).any() for match in spoilt)
    assert len(luck) == real.played


def test_the_records_of_real_matches_replay(real):
    reasons = {fault.match: fault.reason for fault in real.store.faults(100)}
    for match in range(real.played):
        *_, end = replay(real.store.record(match))
        assert (end.error and end.error.reason) == reasons.get(match)


def test_results_that_cannot_be_opened_are_closed_again(tmp_path, monkeypatch):
    bots = make_bots(5)
    Tournament.open(tmp_path, bots, EIGHT).store.close()
    with closing(sqlite3.connect(tmp_path / "results.db")) as base:
        base.executescript("DROP TABLE matches")
    opened = []
    connect = sqlite3.connect

    def noted(*given, **more):
        opened.append(connect(*given, **more))
        return opened[-1]

    monkeypatch.setattr(sqlite3, "connect", noted)
    with pytest.raises(Unavailable, match="no such table: matches"):
        Tournament.open(tmp_path, bots, EIGHT)
    assert opened
    for connection in opened:
        with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
            connection.execute("SELECT 1")
