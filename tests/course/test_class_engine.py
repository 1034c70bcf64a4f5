"""The work beside the pages: checks, matches of the ladder, ratings, analyses; and that nothing is lost or doubled."""

from __future__ import annotations

import itertools
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, contextmanager

import pytest

from class_games import finished_game
from classes import BROKEN, hand_in, make_class, passed, student
from phazed.arena.check import games, session
from phazed.arena.executors.pool import InProcess, ResilientPool, WorkerDied
from phazed.course import analyses, checking
from phazed.course import engine as engine_module
from phazed.course.checking import CheckJob, check_submission
from phazed.course.engine import Engine, Work, forgive, ladder_store
from phazed.course.ladder import MILESTONES
from phazed.course.league import league
from phazed.course.uploads import read_upload
from phazed.rules.errors import PhazedError
from phazed.storage.database import Unavailable
from tournaments import SIMPLE, tires
from waiting import wait_until


@contextmanager
def working(path, executor=None, jobs=1):
    """An engine that works for the class in the folder."""
    engine = Engine(path, executor or InProcess(), jobs)
    engine.start()
    try:
        yield engine
    finally:
        engine.stop()
    assert engine.failure is None


@pytest.fixture
def folder(tmp_path):
    with closing(make_class(tmp_path / "class", game="phasedout")) as made:
        yield made


def played(folder):
    with closing(ladder_store(folder)) as store:
        return store.played


def planned(folder):
    """The matches of the ladder that have been planned and not played."""
    with closing(ladder_store(folder)) as store:
        return store.planned()


def number_of(folder, submission):
    """The number of a submission's bot on the ladder; `None` if it has never taken part."""
    with closing(ladder_store(folder)) as store:
        return store.number_of(submission.id.name)


def tables(folder):
    """The bots of each match that was played."""
    with closing(ladder_store(folder)) as store:
        return [table for table, *_ in store.latest()]


# Checks


@pytest.fixture
def short_checks(monkeypatch):
    """Checks of one game, however long it takes."""
    monkeypatch.setattr(session, "GAMES", 1)
    monkeypatch.setattr(checking, "SECONDS", 1000.0)


def check_of(source, number=0, seconds=1000.0):
    return check_submission(CheckJob(number, read_upload("bot.py", source.encode()), "phasedout", seconds=seconds))


@pytest.mark.usefixtures("short_checks")
def test_a_submission_that_plays_passes_and_one_that_cannot_be_imported_fails():
    good, bad, mute = (check_of(source, number) for number, source in enumerate((SIMPLE, BROKEN, "x = 1")))
    assert (good.able, good.check["able"], good.submission) == (True, True, 0)
    assert "without an error" in good.check["verdict"]
    assert not bad.able
    assert "SyntaxError" in bad.check["failure"]["reason"]
    assert not mute.able
    assert "phasedout_play" in mute.check["wanted"]


def test_a_submission_passes_whose_time_is_up_before_its_first_game_is_over(monkeypatch):
    monkeypatch.setattr(games, "monotonic", itertools.count().__next__)
    assert check_of(SIMPLE, seconds=20.0).able
    assert not check_of(tires(3), seconds=200.0).able


@pytest.mark.usefixtures("short_checks")
def test_submissions_are_checked_in_their_order_and_the_good_ones_play(folder):
    good, bad = hand_in(folder), hand_in(folder, "1912", BROKEN)
    folder.change_settings({"ladder": False})
    with working(folder.path) as engine:
        wait_until(lambda: not folder.submissions.waiting())
        assert [folder.submissions.get(each.id).state for each in (good, bad)] == ["passed", "failed"]
        assert played(folder) == 0
        wait_until(lambda: [row for row in engine.scoreboard.standings if row.rank])
        assert [engine.scoreboard.bots[row.bot] for row in engine.scoreboard.standings if row.rank] == [good.id]


class Deadly(InProcess):
    """An executor whose workers die of every check."""

    def submit(self, fn, /, *args, **kwargs):
        if fn is not check_submission:
            return super().submit(fn, *args, **kwargs)
        future = Future()
        future.set_exception(WorkerDied("they died"))
        return future


def test_a_submission_whose_check_kills_its_workers_fails(folder):
    made = hand_in(folder)
    folder.change_settings({"ladder": False})
    with working(folder.path, Deadly()):
        wait_until(lambda: not folder.submissions.waiting())
    assert folder.submissions.found(made.id) is None


# The ladder


def test_bots_meet_milestones_and_are_rated(folder):
    made = [passed(folder, number) for number in ("1815", "1912", "1906")]
    folder.submissions.disqualify(made[2].id, "copied")
    late = passed(folder, "1930", late=True)
    with working(folder.path, ResilientPool(2), jobs=2) as engine:
        wait_until(lambda: engine.scoreboard.played >= 12)
        board = engine.scoreboard
    names = {board.bots[row.bot]: row for row in board.standings}
    assert {*MILESTONES, *(each.id for each in (*made[:2], late))} <= set(names)
    assert [names[each.id].rank > 0 for each in (*made[:2], late)] == [True, True, False]
    assert sum(row.matches for row in board.standings) == 4 * board.played
    assert folder.submissions.ratings(made[0].id)
    assert number_of(folder, made[2]) is None


def test_a_bot_that_errs_too_often_rests_until_the_next_version(folder):
    made = passed(folder, source=tires(1))
    folder.change_settings({"errors": 2})
    with working(folder.path):
        wait_until(lambda: folder.submissions.get(made.id).resting)
        assert folder.submissions.get(made.id).resting == "2 errors on the ladder: hand in a new version"
        count = played(folder)
        better = passed(folder)
        wait_until(lambda: played(folder) > count + 1)
    after = {bot for table in tables(folder)[count + 2 :] for bot in table}
    assert number_of(folder, made) not in after
    assert number_of(folder, better) is not None


def test_a_bot_that_rests_plays_again_if_its_errors_are_forgiven_or_more_are_allowed(folder):
    made = passed(folder, source=tires(1))
    folder.change_settings({"errors": 2})
    with working(folder.path) as engine:
        wait_until(lambda: folder.submissions.get(made.id).resting)
        folder.change_settings({"errors": 3})
        engine.wake()
        wait_until(lambda: (folder.submissions.get(made.id).resting or "").startswith("3 errors"))
        forgive(folder, folder.submissions.get(made.id))
        assert folder.submissions.get(made.id).resting is None
        engine.wake()
        with closing(ladder_store(folder)) as store:
            number = store.number_of(made.id.name)
            wait_until(lambda: store.counts([number])[number].errors > 3)


def test_a_stopped_ladder_goes_on_where_it_was_and_plays_no_match_twice(folder):
    for number in ("1815", "1912"):
        passed(folder, number)
    for count in (2, 5):
        with working(folder.path, ResilientPool(2), jobs=2):
            wait_until(lambda count=count: played(folder) >= count)
        with closing(ladder_store(folder)) as store:
            left = dict(store.planned())
            assert not left.keys() & set(store.recorded)
            assert len(store.recorded) == store.played
        before = {match: table for match, table in left.items() if match < played(folder)}
    with closing(ladder_store(folder)) as store:
        assert all(store.table_of(match) in (table, None) for match, table in before.items())


def test_while_a_final_is_played_the_ladder_pauses(folder):
    passed(folder)
    with working(folder.path) as engine:
        engine.paused.set()
        wait_until(lambda: engine.scoreboard.standings)
        count = played(folder)
        engine.wake()
        time.sleep(0.2)
        assert played(folder) <= count + 1
        engine.paused.clear()
        engine.wake()
        wait_until(lambda: played(folder) > count + 1)


def ranked(scoreboard):
    """Return the submissions and milestones in the standings."""
    return [scoreboard.bots[row.bot] for row in scoreboard.standings]


def test_a_submission_that_was_deleted_plays_no_more(folder):
    made = passed(folder)
    with working(folder.path) as engine:
        wait_until(lambda: played(folder) > 0)
        folder.people.delete(student(folder).id)
        engine.wake()
        assert wait_until(lambda: made.id not in ranked(engine.scoreboard))


def test_planned_matches_of_a_deleted_submission_are_not_played(folder):
    made = [passed(folder, number) for number in ("1815", "1912")]
    with working(folder.path, Cancelled(), jobs=2):  # it plans matches, none of which is played
        wait_until(lambda: planned(folder))
    deleted = number_of(folder, made[0])
    first = next(match for match, table in planned(folder) if deleted in table)
    folder.people.delete(student(folder).id)
    with working(folder.path):
        wait_until(lambda: first not in dict(planned(folder)))  # so the engine has come to that table
        count = played(folder)
        wait_until(lambda: played(folder) > count)
    assert not any(deleted in table for table in tables(folder))


# Analyses


def test_an_analysis_of_a_deleted_submission_is_dropped_and_the_next_one_is_made(folder):
    deleted, other = passed(folder), passed(folder, "1912")
    folder.people.delete(student(folder).id)
    folder.change_settings({"ladder": False})
    with working(folder.path) as engine:
        engine.ask(deleted.id, "review")
        engine.ask(other.id, "review")
        wait_until(lambda: folder.submissions.analysis(other.id, "review"))
        assert not engine.is_asked(deleted.id, "review")
    assert folder.submissions.analysis(deleted.id, "review") is None


def test_a_review_is_made_from_the_matches_of_the_ladder(folder, monkeypatch):
    monkeypatch.setattr(analyses, "MAX_REVIEWED", 4)
    monkeypatch.setattr(analyses, "EFFORT", 0.05)
    made = passed(folder)
    with working(folder.path) as engine:
        engine.ask(made.id, "review")
        wait_until(lambda: folder.submissions.analysis(made.id, "review"))
        assert "a review needs 4" in folder.submissions.analysis(made.id, "review")["error"]
        wait_until(lambda: played(folder) >= 5)
        folder.change_settings({"ladder": False})
        engine.ask(made.id, "review")
        engine.ask(999, "review")
        assert engine.is_asked(made.id, "review")
        wait_until(lambda: "leaks" in folder.submissions.analysis(made.id, "review"))
        assert not engine.is_asked(made.id, "review")
    found = folder.submissions.analysis(made.id, "review")
    assert found["leaks"][0]["cost"]["value"] > 0


def test_the_results_of_people_are_stored_and_computed_without_the_luck(folder, monkeypatch):
    monkeypatch.setattr(analyses, "PEOPLE_EFFORT", 0.02)
    game = finished_game(folder.tables_file, people=True)
    people = [person.id for person in folder.people.all()]
    folder.rounds.add("phasedout", "off", [(game, seat, people[seat], f"/{seat}") for seat in range(4)])
    folder.rounds.add("phasedout", "off", [("deleted", 0, people[0], "/gone")])
    folder.change_settings({"ladder": False})
    with working(folder.path):
        wait_until(lambda: sum(place.adjusted is not None for place in folder.rounds.places()) == 4)
    *places, lost = folder.rounds.places()
    assert sum(place.adjusted for place in places) == pytest.approx(1, abs=0.01)
    assert sorted(place.rank for place in places)[0] == 1
    assert (lost.came, lost.rank) == (0, None)
    assert sum(row.points for row in league(folder)) == 6


def test_a_result_that_cannot_be_stored_is_stored_later(folder):
    engine, stored, full = Engine(folder.path, InProcess(), 1), [], [True, True]

    def store(result):
        if full:
            full.pop()
            raise Unavailable("the disk is full")
        stored.append(result)

    engine.submit(Work("match", 1, store), abs, -3)
    for _ in range(3):
        assert stored == []
        engine.wait()
    assert stored == [3]


def test_what_fails_unexpectedly_is_known_and_does_not_end_the_work(folder):
    engine, lost = Engine(folder.path, InProcess(), 1), []
    engine.submit(Work("check", 7, lambda result: None, lost.append), divmod, 1)
    engine.wait()
    assert isinstance(lost[0], TypeError)
    assert engine.problem.startswith("check 7: TypeError")
    assert engine.free_slots() == 1


def test_an_engine_that_nobody_wakes_looks_for_work_after_a_while(folder, monkeypatch):
    monkeypatch.setattr(engine_module, "IDLE_SECONDS", 0.01)
    engine = Engine(folder.path, InProcess(), 1)
    engine.wait()
    assert engine.free_slots() == 1


def test_what_was_cancelled_is_not_stored(folder):
    engine = Engine(folder.path, Cancelled(), 1)
    engine.submit(Work("match", 1, lambda result: 1 / 0, lambda error: 1 / 0), abs, -3)
    engine.wait()
    assert engine.free_slots() == 1


class Cancelled(InProcess):
    """An executor that is being shut down."""

    def submit(self, fn, /, *args, **kwargs):
        future = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


def test_submissions_without_files_do_not_stop_the_others(folder):
    gone, lost = passed(folder), hand_in(folder, "1912", f"{SIMPLE}\n# lost")
    folder.database.connection.execute("DELETE FROM files")
    passed(folder, "1906", source=f"{SIMPLE}\n# there")
    with working(folder.path) as engine:
        wait_until(lambda: folder.submissions.get(lost.id).state == "failed")
        wait_until(lambda: played(folder) > 0)
        assert gone.id not in engine.scoreboard.bots.values()


def test_what_ends_the_thread_is_known(folder):
    class Failing(InProcess):
        def submit(self, fn, /, *args, **kwargs):
            raise PhazedError("no more processes")

    passed(folder)
    engine = Engine(folder.path, Failing(), 1)
    engine.start()
    wait_until(lambda: engine.failure)
    engine.stop()
    assert str(engine.failure) == "no more processes"


def test_a_new_ladder_may_be_opened_by_several_threads_at_once(folder):
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: bots_of(folder), range(8)))
    assert found == [dict(zip(MILESTONES, range(len(MILESTONES))))] * 8


def bots_of(folder):
    """The bots of the ladder, from a connection of their own."""
    with closing(ladder_store(folder)) as store:
        return store.numbers()
