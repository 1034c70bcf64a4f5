"""The store: nothing is lost by a restart or a kill, nothing is sent that is not saved, old games are deleted."""

from __future__ import annotations

import json
import shutil
import signal
import sqlite3
import stat
from contextlib import ExitStack, closing
from random import Random

import pytest
from clients import LONG, Client, Clients, Plain, Process, connect, next_hand, served, together, token_in

from phazed.bots import make
from phazed.rules.plays import LAY_OFF, LAY_PHASE
from phazed.rules.rulesets import RULESETS
from phazed.storage import tables as stores
from phazed.storage.database import StoreError, Unavailable
from phazed.storage.results.store import NAME
from phazed.storage.results.store import Store as Results
from phazed.storage.tables import (
    DAY,
    FINISHED,
    GAMES,
    PERSON,
    UNFINISHED,
    WAITING,
    Seat,
    Store,
    StoreInUse,
    TableSettings,
    Transfer,
)
from phazed.web.tables import live_table, updates
from phazed.web.tables import registry as registry_module
from phazed.web.tables.table import Table
from waiting import wait_until


def people():
    return [
        Seat(PERSON, "Ann", "a"),
        Seat("casual", "Bot"),
        Seat(PERSON, "Bob", "b", taken=False),
        Seat(PERSON, "C", "c", stand_in="casual"),
    ]


def seen(table):
    """Everything that anybody is told of the table, and what is not told."""
    told = [updates.game_view(table, seat) for seat in (None, 0, 1, 2, 3)]
    seats = [(seat.who, seat.name, seat.token, seat.taken, seat.stand_in) for seat in table.seats]
    return json.loads(
        json.dumps([told, seats, str(table.seed), [list(hand) for hand in getattr(table.state, "hands", ())]])
    )


def found_again(file, game):
    with closing(Store(file)) as store:
        return Table.restored(store.load(game))


# Nothing is lost


@pytest.mark.parametrize("game", RULESETS)
def test_a_table_is_restored_at_any_moment(file, game):
    random, rules = Random(game), RULESETS[game]
    table = Table(rules, "seed", people())
    with closing(Store(file)) as store:
        number = store.add_game(table, "host")
    assert seen(found_again(file, number)) == seen(table)
    bots = [make("greedy", rules, seat) for seat in range(4)]
    compared = set()
    store = Store(file)
    while not table.over:
        moment = None
        if table.between_hands:
            table.deal()
            store.save_hand(number, table)
            moment = "dealt"
        since, play = len(table.plays), bots[table.turn].choose(table.view(table.turn))
        table.play(play)
        store.save_plays(number, table, since)
        moment = "between hands" if table.between_hands else moment
        if play[0] in (LAY_PHASE, LAY_OFF) and table.can_undo and random.random() < 0.5:
            table.undo()
            store.save_plays(number, table, len(table.plays))
            moment = "taken back"
            if random.random() < 0.5:
                table.play(play)
                store.save_plays(number, table, since)
                moment = "made again"
        if moment not in compared or table.over or random.random() < 0.02:
            compared.add(moment)
            store.close()
            assert seen(found_again(file, number)) == seen(table)
            store = Store(file)
    store.close()
    assert {"dealt", "between hands", "taken back", "made again", None} <= compared
    assert found_again(file, number).record() == table.record()


PEOPLE = (None, 1, 2)
"""Whose turn it is when the bots have played: nobody's, Ann's or Bob's."""


def whose(table):
    return table["turn"] and table["turn"]["seat"]


def at_rest(server, made):
    """What somebody is told who comes to the table when no bot is to play, but for who is there just now."""
    with ExitStack() as stack:
        Clients(server, stack).come(made).until(lambda table: whose(table) in PEOPLE)
        told = Clients(server, stack).come(made).table
        return {key: value for key, value in told.items() if key != "seats"}


def test_a_restarted_server_continues_exactly_where_it_was(file, monkeypatch):
    plain, key, before = Plain(), None, None
    with served(file, monkeypatch) as server:
        made = server.make("casual", "you", "person", "casual", game="phasedout", seed="4", name="Ann")
        before = at_rest(server, made)
    for plays in (0, 0, 1, 2, 5, 20, 60):
        with served(file, monkeypatch) as server, ExitStack() as stack:
            company = Clients(server, stack)
            ann = company.come(made)
            assert {name: ann.table[name] for name in before} == before
            if key is None:
                key = token_in(ann.table["links"]["2"])
            else:
                bob = company.come(made, key, "Bob")
                for _ in range(plays):
                    ann.until(lambda table: table["started"] and whose(table) in PEOPLE)
                    person = bob if whose(ann.table) == 2 else ann
                    if whose(ann.table) is None:
                        next_hand(ann, bob)
                    else:
                        person.at_turn()
                        assert person.play(plain(person.table))["kind"] == "done"
                        ann.until(lambda table, person=person: len(table["hand"]["steps"]) >= person.now()["at"])
                ann.socket.close()
                bob.socket.close()
            before = at_rest(server, made)


def test_a_killed_server_loses_nothing_that_was_sent(file):
    table = Table(RULESETS["phazed"], "seed", [Seat("casual", "Bot"), Seat(PERSON, "Ann", "a"), *people()[1:2] * 2])
    with closing(Store(file)) as store:
        game = store.add_game(table, "a")
    plain, before = Plain(), None
    for plays in (1, 3, 8):
        server = Process(file)
        with connect(server.address(game)) as socket:
            ann = Client(socket, {"do": "join", "token": "a", "name": None})
            ann.until("table")
            assert before is None or ann.table == before
            for _ in range(plays):
                if ann.at_turn() is None:
                    ann.ask("next")
                else:
                    assert ann.play(plain(ann.table))["kind"] == "done"
            ann.at_turn()
            before = ann.table
            server.end(signal.SIGKILL)
    kept = found_again(file, game)
    assert json.loads(json.dumps(updates.game_view(kept, 1))) == {
        key: before[key] for key in updates.game_view(kept, 1)
    }


def test_ctrl_c_stops_the_server_and_says_that_the_games_are_saved(file):
    server = Process(file)
    address = file.with_name("games.db.address")
    assert address.read_text() == f"http://127.0.0.1:{server.port}"
    code, out, err = server.end(signal.SIGINT)
    assert (code, err) == (0, "")
    assert out.endswith("\nThe table is closed. Your games are saved.\n")
    assert not address.exists()


# What cannot be kept has not happened


FAILED = "this change could not be saved and was not made: attempt to write a readonly database"


@pytest.fixture
def writable(server):
    """Let the file be one that can be written to, or not."""

    def change(can):
        server.do(lambda: server.store.database.connection.execute(f"PRAGMA query_only = {not can}"))

    yield change
    change(True)


def test_the_store_reports_a_full_disk_and_recovers(file):
    with closing(Store(file)) as store:
        (pages,) = store.database.connection.execute("PRAGMA page_count").fetchone()
        store.database.connection.execute(f"PRAGMA max_page_count = {pages}")
        table, kept = Table(RULESETS["phazed"], "seed", people()), []
        with pytest.raises(Unavailable, match="was not made: database or disk is full"):
            kept.extend(store.add_game(table, None) for _ in range(1000))
        assert all(seen(Table.restored(store.load(game))) == seen(table) for game in kept)
        store.database.connection.execute("PRAGMA max_page_count = 100000")
        assert seen(Table.restored(store.load(store.add_game(table, None)))) == seen(table)


def test_seats_that_cannot_be_saved_are_rolled_back(server, company, writable):
    made = server.make("you", "person", "casual", "casual", name="Ann")
    ann = company.come(made)
    key = token_in(ann.table["links"]["1"])
    writable(False)
    assert ann.error("name", name="Anna") == FAILED
    assert ann.error("fill", seat=1, who="beginner") == FAILED
    socket = company.socket(made["id"])
    socket.send(json.dumps({"do": "join", "token": key, "name": "Bob"}))
    assert json.loads(socket.recv(timeout=LONG)) == {"kind": "error", "re": None, "reason": FAILED, "final": True}
    assert server.post({}) == (503, {"error": FAILED})
    assert company.come(made, watch=True).table["names"] == ["Ann", "Player 2", "Pia", "Kai"]
    assert server.do(lambda: [each.seat for each in server.registry.in_memory[made["id"]].connections].count(1)) == 0
    writable(True)
    bob = company.come(made, key, "Bob")
    assert bob.table["names"] == ["Ann", "Bob", "Pia", "Kai"]


def test_plays_that_cannot_be_saved_are_rolled_back(server, company, writable):
    made = server.make("casual", "you", "person", "casual", game="phasedout", seed="3", name="Ann")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["2"]), "Bob")
    ann.until(lambda table: table["started"])
    plain = Plain()
    ann.at_turn()
    writable(False)
    assert ann.error("play", play=[1, None], **ann.now()) == FAILED
    assert company.come(made).table["hand"] == ann.table["hand"]
    writable(True)
    assert ann.play("draw")["kind"] == "done"
    while not (ann.at_turn() or {}).get("undo"):
        for person in (ann, bob):
            person.until(lambda table: table["turn"] is None or table["turn"]["seat"] in (1, 2))
        if ann.table["turn"] is None:
            next_hand(ann, bob)
        elif ann.table["turn"]["seat"] == 1:
            assert ann.play(plain(ann.table))["kind"] == "done"
        if ann.table["turn"] and ann.table["turn"]["seat"] != 1:
            bob.at_turn()
            bob.turn(plain)
    writable(False)
    assert ann.error("undo", **ann.now()) == FAILED
    assert company.come(made).table["hand"] == ann.table["hand"]
    bob.socket.close()
    ann.until(lambda table: not table["seats"][2]["here"])
    assert ann.error("stand-in", seat=2) == FAILED
    writable(True)
    assert ann.undo()["kind"] == "done"
    assert ann.ask("stand-in", seat=2)["kind"] == "done"


def test_a_deal_that_cannot_be_saved_is_rolled_back(server, company, writable):
    made = server.make("you", "person", "casual", "casual", game="phasedout", seed="3")
    ann = company.come(made)
    bob = company.come(made, token_in(ann.table["links"]["1"]))
    together(ann, bob)
    ann.ask("next")
    writable(False)
    bob.socket.close()
    assert ann.until("error")["reason"] == FAILED
    assert ann.error("next") == FAILED
    assert (ann.table["hand"]["number"], ann.table["ready"]) == (0, [0])
    writable(True)
    ann.ask("next")
    assert ann.table["hand"]["number"] == 1


# The file


def test_the_file_is_readable_by_its_owner_only(tmp_path):
    with closing(Store(tmp_path / "new" / "games.db")) as store:
        store.publish_address("http://127.0.0.1:1")
        for path in [tmp_path / "new", *(tmp_path / "new").glob("games.db*")]:
            if path.suffix == ".address":  # which is no secret
                continue
            assert not stat.S_IMODE(path.stat().st_mode) & 0o077


def test_a_file_that_another_server_has_is_in_use(file, monkeypatch):
    monkeypatch.setattr(stores, "LOCK_TIMEOUT", 0.01)
    with closing(Store(file)) as store:
        with pytest.raises(StoreInUse, match=r"are in use by another server; choose another file") as raised:
            Store(file)
        assert raised.value.address == ""
        store.publish_address("http://127.0.0.1:8310")
        with pytest.raises(
            StoreInUse, match=r"are in use by another server at http://127\.0\.0\.1:8310; choose another"
        ) as raised:
            Store(file)
        assert raised.value.address == "http://127.0.0.1:8310"
    Store(file).close()


def test_a_file_of_another_format_is_refused_and_not_changed(tmp_path):
    text = tmp_path / "text"
    text.write_text("x" * 4096)
    with pytest.raises(StoreError, match="cannot be used: file is not a database"):
        Store(text)
    assert text.read_text() == "x" * 4096
    with pytest.raises(StoreError, match="cannot be used: unable to open"):
        Store(tmp_path)


OTHERS = {
    "notes": "CREATE TABLE notes (text); INSERT INTO notes VALUES ('mine')",
    "of a version": "PRAGMA user_version = 99",
    "marked": "PRAGMA application_id = 99",
    "with tables of such names": "CREATE TABLE games (id); CREATE TABLE seats (id)",
    "of our first version": "CREATE TABLE notes (text); PRAGMA user_version = 1",
    "marked, of our first version": f"{GAMES.schema} PRAGMA user_version = 1; PRAGMA application_id = 99",
    "with a log": "PRAGMA journal_mode = WAL; CREATE TABLE notes (text)",
    "a view": "CREATE VIEW one AS SELECT 1",
}
ANOTHERS = "is not a file of games: choose another with --games"


def left_alone(file, said):
    """Whether the file is refused so, again and again, and neither it nor anything beside it changes."""
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    for _ in range(2):  # and it is not kept locked
        with pytest.raises(StoreError, match=said):
            Store(file)
    return {path: path.read_bytes() for path in file.parent.iterdir()} == before


@pytest.mark.parametrize("script", OTHERS.values(), ids=OTHERS)
def test_another_programs_database_is_refused_and_not_changed(file, script):
    with closing(sqlite3.connect(file)) as base:
        base.executescript(script)
    assert left_alone(file, ANOTHERS)


def test_a_database_that_another_program_has_open_is_refused_and_not_changed(file):
    with closing(sqlite3.connect(file)) as base:
        base.executescript("CREATE TABLE notes (text); PRAGMA journal_mode = WAL; INSERT INTO notes VALUES ('mine')")
        assert left_alone(file, ANOTHERS)


def test_the_results_of_a_tournament_are_refused_and_not_changed(tmp_path):
    with closing(Results.create(tmp_path / "results", {"game": "phazed"}, (), {})):
        pass
    assert left_alone(tmp_path / "results" / NAME, ANOTHERS)


def test_a_file_of_a_newer_version_is_refused_and_not_changed(file):
    Store(file).close()
    with closing(sqlite3.connect(file)) as base:
        base.execute("PRAGMA user_version = 99")
    assert left_alone(file, "was written by another version of phazed: choose another with --games")


def test_an_empty_file_is_a_new_one_and_ours_from_then_on(file):
    file.touch()
    with closing(Store(file)) as store:
        assert store.database.connection.execute("PRAGMA application_id").fetchone() == (GAMES.application,)
        game = store.add_game(Table(RULESETS["phazed"], "seed", people()), None)
    assert found_again(file, game).seed == "seed"


def test_a_new_file_is_ours_even_if_the_server_is_killed_at_once(file, tmp_path):
    killed = tmp_path / "killed"
    killed.mkdir()
    with closing(Store(file)) as store:
        game = store.add_game(Table(RULESETS["phazed"], "seed", people()), None)
        for path in (file, file.with_name(f"{file.name}-wal")):
            shutil.copy(path, killed)
    assert found_again(killed / file.name, game).seed == "seed"


def test_codes_are_unique_among_the_tables_that_are_not_over(file, monkeypatch):
    drawn = iter(["BCDFG", "BCDFG", "BCDFG", "HJKMN", "BCDFG"])
    monkeypatch.setattr(stores, "new_code", lambda: next(drawn))
    with closing(Store(file)) as store:
        first, second = (store.add_game(Table(RULESETS["phazed"], "seed", people()), None) for _ in range(2))
        assert [store.load(game).code for game in (first, second)] == ["BCDFG", "HJKMN"]
        store.database.connection.execute("UPDATE games SET over = 1 WHERE id = ?", (first,))
        third = store.add_game(Table(RULESETS["phazed"], "seed", people()), None)
        assert (store.load(third).code, store.game_of_code("BCDFG"), store.game_of_code("ZZZZZ")) == (
            "BCDFG",
            third,
            None,
        )


def test_settings_seats_and_removed_browsers_are_stored(file):
    table, settings = Table(RULESETS["phazed"], "seed", people()), TableSettings(True, "quick", False, True, 12.5)
    with closing(Store(file)) as store:
        game = store.add_game(table, "host", settings=TableSettings(hints=False))
        assert store.load(game).settings == TableSettings(hints=False)
        store.save_settings(game, settings)
        table.seats[0] = table.seats[0]._replace(browser="hash", transfer=Transfer("t", 9.5))
        table.seats[3] = table.seats[3]._replace(resigned=True)
        for browser in ("one", "two", "one"):
            store.save_seats(game, table, "another", removed=browser)
        found = store.load(game)
        assert (found.settings, found.host, found.removed) == (settings, "another", {"one", "two"})
        assert [(seat.browser, seat.transfer, seat.resigned) for seat in found.seats] == [
            ("hash", ("t", 9.5), False),
            (None, None, False),
            (None, None, False),
            (None, None, True),
        ]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games SET rules = 'chess'",
        "UPDATE games SET seed = '{'",
        "UPDATE games SET clock = 'sundial'",
        "DELETE FROM seats WHERE seat = 2",
        "UPDATE seats SET who = 'wizard' WHERE seat = 2",
        "UPDATE hands SET deck = 'rubbish'",
        "UPDATE hands SET deck = '2S 3S'",
        "UPDATE plays SET play = 'rubbish'",
        "UPDATE plays SET play = 'discard 2S'",
        "UPDATE plays SET play = 'skip 9'",
        "DELETE FROM plays WHERE number = 0",
    ],
)
def test_a_damaged_game_is_reported_and_affects_no_other(server, company, damage):
    made, other = (server.make("casual", "you", "casual", "casual") for _ in range(2))
    ann = company.come(made)
    ann.at_turn()
    ann.turn(Plain())
    ann.socket.close()

    def change():
        server.registry.in_memory.pop(made["id"])
        table = damage.split()[1] if damage.startswith("UPDATE") else damage.split()[2]
        column = "id" if table == "games" else "game"
        joined = "AND" if "WHERE" in damage else "WHERE"
        server.store.database.connection.execute(f"{damage} {joined} {column} = ?", (made["id"],))

    server.do(change)
    status, answer = server.get(f"/api/games/{made['id']}/frames")
    assert status == 404
    assert answer["error"].startswith("this game's data is damaged")
    socket = company.socket(made["id"])
    assert json.loads(socket.recv(timeout=LONG))["reason"] == answer["error"]
    assert company.come(other).table["started"]


def test_a_file_that_cannot_be_read_at_the_moment_loses_no_game(server):
    made = server.make("you", "casual", "casual", "casual")
    server.do(lambda: server.store.database.connection.execute("ALTER TABLE seats RENAME TO away"))
    try:
        for address in (f"/api/games/{made['id']}", f"/api/games/{made['id']}/frames", "/api/games?ids=x"):
            status, answer = server.get(address)
            assert status == 503
            assert answer["error"].startswith("the file of games cannot be read at the moment")
    finally:
        server.do(lambda: server.store.database.connection.execute("ALTER TABLE away RENAME TO seats"))
    assert server.get(f"/api/games/{made['id']}")[0] == 200


def test_an_error_within_a_transaction_rolls_it_back(file):
    with closing(Store(file)) as store:
        with pytest.raises(AttributeError), store.transaction() as base:
            base.execute("INSERT INTO games (id, rules, seed, touched) VALUES ('x', '', '', 0)").nonsense()
        with pytest.raises(StoreError, match="there is no such game: it may"):
            store.load("x")
        with pytest.raises(Unavailable), store.transaction() as base:
            base.execute("INSERT INTO nowhere VALUES (1)")


# Sweeping


def test_games_without_activity_are_deleted_after_their_time(file):
    now = 10_000 * DAY
    with closing(Store(file)) as store:
        kinds = {"waiting": (0, 0, WAITING), "unfinished": (1, 0, UNFINISHED), "finished": (1, 1, FINISHED)}
        games = {}
        for name, (started, over, age) in kinds.items():
            for late in (-1, 1):
                game = games[name, late] = store.add_game(Table(RULESETS["phazed"], 1, people()), None)
                values = (started, over, now - age - late, game)
                store.database.connection.execute(
                    "UPDATE games SET started = ?, over = ?, touched = ? WHERE id = ?", values
                )
        assert store.delete_old_games(now, but=[games["waiting", 1]]) == 2
        assert store.delete_old_games(now) == 1
        for (_, late), game in games.items():
            assert len(store.tokens(game)) == (0 if late == 1 else 4)


def test_idle_rooms_are_removed_periodically(file, monkeypatch):
    monkeypatch.setattr(registry_module, "CLEANUP_SECONDS", 0.01)
    with served(file, monkeypatch) as server:
        made = server.make("you", "casual", "casual", "casual")
        assert server.get(f"/api/games/{made['id']}")[0] == 200
        monkeypatch.setattr(live_table, "IDLE_SECONDS", -1.0)
        while made["id"] in server.registry.in_memory:
            server.do(lambda: None)
        assert server.get(f"/api/games/{made['id']}")[0] == 200


def test_a_full_disk_does_not_stop_the_cleanup(file, monkeypatch):
    monkeypatch.setattr(registry_module, "CLEANUP_SECONDS", 0.01)
    monkeypatch.setattr(registry_module, "HOUR", 0.0)
    sweep = Store.delete_old_games
    begun = []
    monkeypatch.setattr(Store, "delete_old_games", lambda *given, **more: (begun.append(given), sweep(*given, **more)))
    with served(file, monkeypatch) as server:
        made = server.make("you", "casual", "casual", "casual")
        base = server.store.database

        def age_and_fill():
            base.execute("UPDATE games SET touched = 0")
            base.execute("PRAGMA query_only = 1")
            begun.clear()

        server.do(age_and_fill)
        wait_until(lambda: len(begun) >= 2)
        assert server.do(server.store.tokens, made["id"])
        server.do(lambda: base.connection.execute("PRAGMA query_only = 0"))
        assert server.wait_until(lambda: not server.store.tokens(made["id"]))


def test_old_games_are_deleted_periodically_unless_somebody_is_connected(file, monkeypatch):
    monkeypatch.setattr(registry_module, "CLEANUP_SECONDS", 0.01)
    monkeypatch.setattr(registry_module, "HOUR", 0.0)
    with served(file, monkeypatch) as server, ExitStack() as stack:
        here, gone = (server.make("you", "person", "casual", "casual") for _ in range(2))
        ann = Clients(server, stack).come(here)
        server.do(lambda: server.store.database.connection.execute("UPDATE games SET touched = 0"))
        while server.get(f"/api/games/{gone['id']}")[0] == 200:
            server.do(lambda: server.registry.in_memory.pop(gone["id"], None))
        bob = Clients(server, stack).come(here, token_in(ann.table["links"]["1"]))
        assert bob.table["started"]
