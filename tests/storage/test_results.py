"""Results on disk: stored completely or not at all, by one writer, nothing lost or stored twice, whatever bots say."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
import zlib
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phazed.arena.jobs import MatchJob
from phazed.arena.ratings import stored_results
from phazed.coach.control import DealLuck
from phazed.game.games import PlayerError
from phazed.game.records import dumps
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT
from phazed.storage.database import StoreError, Unavailable, storable
from phazed.storage.entrant import Entrant
from phazed.storage.results.rows import Round
from phazed.storage.results.store import MAX_PRINTED, NAME, Store
from tournaments import make_bots, pretend

SETTINGS = {"game": "phasedout", "seed": "1"}
TABLE = (3, 1, 0, 2)
SOME_BOT = Entrant("bot1", "bot.py")


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "results"


@pytest.fixture
def store(folder):
    with closing(Store.create(folder, SETTINGS, make_bots(6).entrants, {"zed": "it is a cat", "ann": "no"})) as made:
        yield made


def report(match, **changes):
    return pretend(MatchJob(match, "phasedout", f"1/{match}", (SOME_BOT,) * 4))._replace(**changes)


def erred(match, seat=2, printed="", **changes):
    error = PlayerError(seat, "exception", "why", "phasedout_play()", "", "Traceback")._replace(**changes)
    seats = tuple(each._replace(printed=printed) for each in report(match).seats)
    return report(match, ranks=None, error=error, seats=seats)


def rows(base):
    tables = ("settings", "bots", "removed", "absent", "events", "rounds", "matches", "seats", "errors")
    return {table: base.execute(f"SELECT * FROM {table}").fetchall() for table in tables}


# Creating and opening


def test_what_is_stored_is_found_again(store, folder):
    for each in (store, Store.existing(folder)):
        with closing(each):
            assert each.settings == SETTINGS
            assert each.bots == [(bot.name, False, bot.digest, bot.name, None) for bot in make_bots(6).entrants]
            assert list(each.absent.items()) == [("ann", "no"), ("zed", "it is a cat")]
            assert (each.rounds, each.played, list(each.seats())) == ([], 0, [])
            assert (each.errors_by_bot(), list(each.faults(9))) == ({}, [])


def test_a_setting_is_added_or_changed(store):
    store.set_setting("started", "today")
    store.set_setting("seed", ["any", {"thing": None}])
    assert store.settings == {"game": "phasedout", "seed": ["any", {"thing": None}], "started": "today"}


def test_what_happens_to_bots_is_stored(store):
    bots = make_bots(7).entrants
    assert store.add_bot(bots[6], "bot6 (2)") == 6
    store.remove_bot(2, "disqualified: \udcff")
    store.add_event("at noon", "bot2 left")
    store.add_match(0, TABLE, report(0))
    store.add_event("at one", "bot6 came")
    assert store.bots[6] == ("bot6 (2)", False, bots[6].digest, "bot6", None)
    assert [bot.removed for bot in store.bots].count(None) == 6
    assert store.bots[2].removed == "disqualified: \\udcff"
    assert [tuple(event.values()) for event in store.events] == [
        ("at noon", 0, "bot2 left"),
        ("at one", 1, "bot6 came"),
    ]


def test_a_bot_that_was_set_aside_and_joins_is_absent_no_more(folder):
    bot = make_bots(1).entrants[0]
    with closing(Store.create(folder, SETTINGS, [], {"bot0": "it failed", "zoe": "no"}, {"bot0": bot.digest})) as store:
        assert store.failed == {"bot0": bot.digest}
        store.add_bot(bot, "bot0")
        assert store.absent == {"zoe": "no"}


def test_the_duration_is_stored_with_a_match(store):
    store.add_match(0, TABLE, report(0), seconds=12.345)
    assert store.settings["seconds"] == 12.3


def test_parent_folders_are_created(tmp_path):
    Store.create(tmp_path / "a" / "b", SETTINGS, (), {}).close()
    assert (tmp_path / "a" / "b" / NAME).is_file()


@pytest.mark.parametrize("made", [False, True])
def test_a_folder_without_results_is_an_error(folder, made):
    if made:
        folder.mkdir()
    with pytest.raises(StoreError) as error:
        Store.existing(folder)
    assert str(error.value) == f"{folder}: this folder contains no tournament results"
    assert folder.exists() == made


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", " is not a file of results: choose another folder"),
        (b"my diary" * 1000, " cannot be used: file is not a database"),
        (b"SQLite format 3\0" + b"\xff" * 5000, " cannot be used: file is not a database"),
    ],
)
def test_another_file_is_refused_and_left_unchanged(folder, content, why):
    folder.mkdir()
    (folder / NAME).write_bytes(content)
    with pytest.raises(StoreError) as error:
        Store.existing(folder)
    assert str(error.value) == f"{folder / NAME}{why}"
    assert (folder / NAME).read_bytes() == content


def test_results_of_another_version_are_refused(store, folder):
    store.database.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match=r"was written by another version of phazed: choose another folder$"):
        Store.existing(folder)


def test_a_file_instead_of_a_results_folder_is_an_error(folder):
    folder.write_text("a letter")
    with pytest.raises(StoreError) as error:
        Store.create(folder, SETTINGS, (), {})
    assert str(error.value) == f"{folder} cannot be used for the results: it is not a folder"
    assert folder.read_text() == "a letter"


@pytest.mark.parametrize("where", ["/proc/self", "/proc/self/results"])
def test_a_folder_that_cannot_be_written_to_is_named(where):
    with pytest.raises(OSError, match=f"'{where}"):
        Store.create(Path(where), SETTINGS, (), {})


@pytest.mark.parametrize("new", [False, True])
def test_a_file_that_sqlite_cannot_open_is_named(folder, monkeypatch, new):
    def fail(*_, **__):
        raise sqlite3.OperationalError("unable to open database file")

    if not new:
        Store.create(folder, SETTINGS, (), {}).close()
    monkeypatch.setattr(sqlite3, "connect", fail)
    with pytest.raises(StoreError) as error:
        Store.create(folder, SETTINGS, (), {}) if new else Store.existing(folder)
    assert str(error.value) == f"{folder / NAME} cannot be used: unable to open database file"


def test_an_incomplete_file_of_a_killed_process_is_filled(folder):
    folder.mkdir()
    (folder / NAME).touch()
    with closing(Store.create(folder, SETTINGS, make_bots(4).entrants, {})) as made:
        assert len(made.bots) == 4
    assert sorted(path.name for path in folder.iterdir()) == ["lock", NAME]


def test_creating_an_existing_store_opens_it(store, folder):
    with closing(Store.create(folder, {"game": "phazed"}, (), {})) as second:
        assert second.settings == store.settings


# One writer


def test_only_one_process_writes_at_a_time(store, folder):
    with closing(Store.existing(folder)) as other:
        with store.writing():
            before = rows(other.database.connection)
            with pytest.raises(StoreError) as error, other.writing():
                raise AssertionError("it was not refused")
            assert str(error.value) == f"{folder}: another tournament is currently writing its results to this folder"
            with pytest.raises(StoreError, match="another tournament"):
                Store.create(folder, {"game": "phazed"}, (), {})
            assert rows(other.database.connection) == before
        with other.writing():
            other.add_round(Round("all", (TABLE,)))
        assert len(store.rounds) == 1


def test_the_write_lock_is_released_after_an_exception(store, folder):
    def stop():
        with store.writing():
            store.add_round(Round("all", (TABLE,)))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stop()
    with closing(Store.existing(folder)) as other, other.writing():
        assert len(other.rounds) == 1


def test_results_can_be_read_while_they_are_written(store, folder):
    with store.writing():
        store.add_round(Round("all", (TABLE,) * 2))
        store.add_match(0, TABLE, report(0))
        with closing(Store.existing(folder)) as reader:
            assert reader.played == 1
            store.add_match(0, TABLE, report(1))
            assert reader.played == 2


def test_after_writing_all_data_is_in_one_file(store, folder):
    with store.writing():
        store.add_round(Round("all", (TABLE,)))
        store.add_match(0, TABLE, report(0))
    assert (folder / f"{NAME}-wal").stat().st_size == 0
    with closing(sqlite3.connect(":memory:")) as copy:
        copy.deserialize((folder / NAME).read_bytes()[:18] + b"\1\1" + (folder / NAME).read_bytes()[20:])
        assert copy.execute("SELECT count(*) FROM matches").fetchone() == (1,)


# The luck of the deals


def lucky(number, *, by_model):
    """A report of a match of one hand, in which the deal was worth this much to each seat."""
    even = (0.25,) * 4
    deals = tuple((DealLuck(tuple(0.25 + each for each in seats), even),) for seats in by_model)
    return report(number)._replace(luck=deals)


GREEDY, FAST = (0.3, -0.1, -0.1, -0.1), (0.0, 0.2, 0.0, -0.2)


def test_the_luck_of_every_match_is_stored(store):
    assert store.luck() == {}
    store.add_match(0, TABLE, report(0))
    store.add_match(0, TABLE, lucky(1, by_model=(GREEDY, FAST)))
    assert store.luck().keys() == {1}
    assert stored_results(store)[1] == pytest.approx(np.array([[[0.0, 0.0]] * 4, list(zip(GREEDY, FAST))]))


# Rounds and matches


def test_matches_are_numbered_through_all_rounds(store):
    rounds = [Round("all", ((0, 1, 2, 3), (3, 2, 1, 0))), Round("all", (TABLE,)), Round("final", (TABLE, TABLE))]
    for each in rounds:
        store.add_round(each)
    assert store.rounds == rounds
    assert store.unplayed(0) == [(0, (0, 1, 2, 3)), (1, (3, 2, 1, 0))]
    assert store.unplayed(1) == [(2, TABLE)]
    assert store.unplayed(2) == [(3, TABLE), (4, TABLE)]


def test_a_match_that_is_stored_is_not_played_again(store):
    store.add_round(Round("all", (TABLE, (0, 1, 2, 3), TABLE)))
    store.add_match(0, TABLE, report(2))
    assert store.unplayed(0) == [(0, TABLE), (1, (0, 1, 2, 3))]
    store.add_match(0, TABLE, report(0))
    assert store.unplayed(0) == [(1, (0, 1, 2, 3))]
    assert store.played == 2


def test_every_seat_of_a_match_is_stored(store):
    played = report(7, ranks=(2, 1, 4, 2), scores=(5, 6, 7, 8))
    store.add_match(0, TABLE, played)
    assert [tuple(seat) for seat in store.seats()] == [
        (7, 0, 3, 2, 5),
        (7, 1, 1, 1, 6),
        (7, 2, 0, 4, 7),
        (7, 3, 2, 2, 8),
    ]
    columns = "completed, plays, cpu, slowest, waited, memory, printed, phases"
    assert store.database.connection.execute(f"SELECT {columns} FROM seats WHERE seat = 1").fetchone() == (
        *(2, 9, 0.9, 0.2, 1.2, 1001, "hello", "[[3, 1], [2, 0]]"),
    )
    match = store.database.connection.execute("SELECT * FROM matches").fetchone()
    assert match == (7, 0, None, played.hands, json.dumps(played.endings), played.seconds, played.record)


def test_after_an_error_no_seat_has_a_rank_and_the_evidence_is_kept(store):
    store.add_match(0, TABLE, erred(5, seat=2, printed="oh", answer="(5, 'XX')"))
    assert [seat.rank for seat in store.seats()] == [None] * 4
    assert store.database.connection.execute("SELECT offender FROM matches").fetchone() == (2,)
    (fault,) = store.faults(1)
    assert fault == (5, 2, TABLE[2], "exception", "why", "Traceback", "phasedout_play()", "(5, 'XX')", "oh")
    assert store.errors_by_bot() == {TABLE[2]: 1}


def test_the_first_errors_of_each_bot_are_listed(store):
    for match in (9, 1, 5, 3):
        store.add_match(0, (0, 1, 2, 3), erred(match, seat=2))
    store.add_match(0, (0, 1, 2, 3), erred(7, seat=1))
    assert store.errors_by_bot() == {1: 1, 2: 4}
    assert [(fault.match, fault.bot) for fault in store.faults(2)] == [(1, 2), (3, 2), (7, 1)]
    assert [fault.match for fault in store.faults(50)] == [1, 3, 5, 7, 9]


def test_long_output_is_kept_only_with_an_error(store):
    much = "x" * (MAX_PRINTED * 3)
    store.add_match(0, TABLE, erred(0, printed=much))
    assert next(store.faults(1)).printed == much
    assert store.database.connection.execute("SELECT DISTINCT length(printed) FROM seats").fetchall() == [
        (MAX_PRINTED,)
    ]


def test_a_match_is_never_stored_twice(store):
    store.add_match(0, TABLE, report(3))
    before = rows(store.database.connection)
    with pytest.raises(Unavailable):
        store.add_match(0, (0, 1, 2, 3), erred(3))
    assert rows(store.database.connection) == before


def test_a_match_that_cannot_be_stored_completely_is_not_stored_at_all(store):
    before = rows(store.database.connection)
    with pytest.raises(IndexError):
        store.add_match(0, (0, 1, 2), report(0))
    with pytest.raises(Unavailable):
        store.add_match(0, TABLE, erred(0, seat=2, kind="x")._replace(hands=None))
    assert rows(store.database.connection) == before
    store.add_match(0, TABLE, report(0))
    assert store.played == 1


WRITER = """
import sys
from pathlib import Path
from phazed.arena.jobs import MatchJob
from phazed.arena.ratings import stored_results
from phazed.storage.results.store import Store
sys.path.append(sys.argv[2])
from tournaments import make_bots, pretend
store = Store.existing(Path(sys.argv[1]))
with store.writing():
    for match in range(store.played, 10**6):
        store.add_match(0, (0, 1, 2, 3), pretend(MatchJob(match, "phazed", str(match), make_bots(4, bad=1).entrants)))
        print(match, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_it_had_stored(store, folder):
    for reads in (1, 57, 20):
        command = [sys.executable, "-c", WRITER, str(folder), str(Path(__file__).parents[1])]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            printed = [writer.stdout.readline() for _ in range(reads)]
            writer.kill()
            printed += writer.stdout
        count = store.played
        last = int([line for line in printed if line.endswith("\n")][-1])
        assert last in (count - 1, count - 2)  # the last one may have been stored but not printed
        numbers = [
            number for (number,) in store.database.connection.execute("SELECT number FROM matches ORDER BY number")
        ]
        assert numbers == list(range(count))
        assert len(list(store.seats())) == 4 * count
        offenders = store.database.connection.execute(
            "SELECT number FROM matches WHERE offender IS NOT NULL ORDER BY number"
        )
        assert [(fault.match,) for fault in store.faults(10**9)] == offenders.fetchall()
        assert store.database.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


# Records


def test_the_record_of_a_match_is_read(store):
    from phazed.bots import make

    record = play_game(PHASEDOUT, [make("greedy", PHASEDOUT, seat) for seat in range(4)], seed=3)
    store.add_match(0, TABLE, report(4, record=zlib.compress(dumps(record).encode())))
    assert store.record(4) == record


def test_a_missing_match_is_an_error(store, folder):
    with pytest.raises(StoreError) as error:
        store.record(0)
    assert str(error.value) == f"{folder}: there is no match 0 in these results; no match has been played yet"
    for match in (2, 5):
        store.add_match(0, TABLE, report(match))
    with pytest.raises(StoreError) as error:
        store.record(6)
    assert str(error.value) == f"{folder}: there is no match 6 in these results; the matches are numbered from 0 to 5"


@pytest.mark.parametrize("record", [b"", b"nothing", zlib.compress(b"\xff"), zlib.compress(b"{}"), zlib.compress(b"[")])
def test_a_damaged_record_is_named(store, folder, record):
    store.add_match(0, TABLE, report(1, record=record))
    with pytest.raises(StoreError) as error:
        store.record(1)
    assert str(error.value).startswith(f"{folder}: the record of match 1 is damaged (")


# Untrusted text

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()), max_size=50)


def test_lone_surrogates_are_escaped():
    assert storable("é \U0001f600 \0 \udcff") == "é \U0001f600 \0 \\udcff"


@settings(suppress_health_check=list(HealthCheck), max_examples=30)
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_of_a_bot_can_be_stored(store, one, other, third):
    store.database.connection.execute("PRAGMA synchronous = OFF")
    store.database.connection.execute("DELETE FROM matches")
    store.database.connection.execute("DELETE FROM seats")
    store.database.connection.execute("DELETE FROM errors")
    store.add_match(0, TABLE, erred(0, reason=one, traceback=other, answer=third, call=one, printed=other))
    (fault,) = store.faults(1)
    assert fault[4:] == tuple(map(storable, (one, other, one, third, other)))


def test_any_name_of_a_bot_can_be_stored(folder):
    names = [
        "<img src=x onerror=alert(1)>",
        "a\nb",
        "'\"; DROP TABLE bots",
        "\udcff",
        "\\udcff",
        "",
        "@greedy",
        "@greedy",
    ]
    entrants = [Entrant(name, "bot.py") for name in names]
    with closing(Store.create(folder, SETTINGS, entrants, {"\udcff": "\udc80", "\\udcff": "no", "\0": ""})) as made:
        assert [bot.name for bot in made.bots] == list(map(storable, names))
        assert made.absent == {"\0": "", "\\udcff": "\\udc80"}


def test_a_folder_with_files_of_another_tournament_is_refused(tmp_path):
    (tmp_path / "replays").mkdir()
    with pytest.raises(StoreError, match="this folder contains replays from another tournament, but not its results"):
        Store.create(tmp_path, {}, [], {})
