"""The arena's commands: their output, their exit codes, and tournaments that are killed."""

from __future__ import annotations

import csv
import fcntl
import hashlib
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import Future
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from phazed.answers.check import Check
from phazed.answers.comparison import Comparison
from phazed.answers.diagnosis import Diagnosis
from phazed.arena.entrants import load_entrants
from phazed.arena.executors import pool
from phazed.arena.executors.pool import InProcess
from phazed.arena.match import play
from phazed.arena.report import scoreboard
from phazed.arena.report.publish import publish, publish_match
from phazed.arena.tournament import Settings, Tournament
from phazed.cli.arena import needs_the_arena
from phazed.game.pasted import read_call
from phazed.rules.errors import PhazedError
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.sandbox.protection import Protection
from phazed.storage.results.store import NAME, Store
from phazed.terminal.check import check_text
from phazed.terminal.diagnosis import diagnosis_text
from tournaments import SIMPLE, outcome, played, tires, write_bots
from waiting import wait_until


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    """Run in a temporary folder, as on a system with full protection, and without worker processes, which are slow."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: "full")
    monkeypatch.setattr(pool, "ResilientPool", lambda jobs: InProcess())


@pytest.fixture
def bots(tmp_path):
    """A folder with bots that soon fail, so that matches are short."""
    return write_bots(tmp_path / "bots", **{f"tired{turns}": tires(turns) for turns in (1, 2, 3, 4)})


QUICK = ("--game", "phasedout", "--seed", "1", "--matches", "4")


# A tournament


def test_a_tournament_shows_the_ranking_and_where_the_report_is(phazed, bots):
    code, out, err = phazed("tournament", bots, "--out", "results", "--with", "@random", *QUICK)
    assert code == 0
    head, *ranks, legend, more, matches, seed, last = out.splitlines()
    assert legend.startswith("rating: 25 is the mean; ")
    assert more.endswith(" ended by another bot's error")
    assert head.split() == ["rank", "95", "%", "name", "rating", "wins", "errors"]
    assert {line.split()[2] for line in ranks} == {"@random", "tired1", "tired2", "tired3", "tired4"}
    assert [line.split()[0] for line in ranks] == ["1", "2", "3", "4", "5"]
    assert re.fullmatch(r"5 matches in \d+ s, 5 errors", matches)
    assert (seed, last) == ("seed: 1", f"report: {os.path.join('results', 'index.html')}")
    assert err.splitlines()[-1].startswith("5 of 5 matches (100 %), 0 s left, 5 errors; ")
    files = {path.name for path in Path("results").iterdir()} - {f"{NAME}-wal", f"{NAME}-shm"}
    assert files == {"bots", "index.html", "lock", "logs", "ranking.csv", "ranking.json", "records", "replays", NAME}


def test_the_same_command_again_plays_nothing_and_prints_the_same(phazed, bots):
    arguments = ("tournament", bots, "--out", "results", *QUICK)
    _, first, _ = phazed(*arguments)
    with closing(Store.existing(Path("results"))) as store:
        before = outcome(store)
    code, again, err = phazed(*arguments)
    first, again = (re.sub(r"matches in .*,", "matches,", text) for text in (first, again))
    assert (code, again, err) == (0, first, "")
    with closing(Store.existing(Path("results"))) as store:
        assert outcome(store) == before


def test_the_order_in_which_built_in_players_are_named_does_not_matter(phazed, bots):
    players = ["--with", "@random", "--with", "@greedy"]
    assert phazed("tournament", bots, "--out", "results", *QUICK, *players)[0] == 0
    swapped = ["--with", "@greedy", "--with", "@random", "--with", "@greedy"]
    assert phazed("tournament", bots, "--out", "results", *QUICK, *swapped)[0] == 0


def test_more_matches_can_be_added_later(phazed, bots):
    assert phazed("tournament", bots, "--out", "results", *QUICK)[0] == 0
    code, _, err = phazed("tournament", bots, "--out", "results", *QUICK, "--matches", "8")
    assert code == 0
    assert err.splitlines()[-1].startswith("8 of 8 matches")


def test_every_option_reaches_the_tournament(phazed, bots):
    arguments = ["--game", "phasedout", "--matches", 3, "--schedule", "swiss", "--seed", "x", "--errors", 2]
    arguments += ["--start-limit", "3", "--play-limit", "0.5", "--match-limit", 7.5, "--memory", 128, "--replays", 2]
    assert phazed("tournament", bots, "--out", "results", "--allow", "numpy", "--allow", "msgspec", *arguments)[0] == 0
    with closing(Store.existing(Path("results"))) as store:
        chosen = Settings(
            *("phasedout", "x", "swiss", 3, Limits(3.0, 0.5, 7.5, memory=128 * MEGABYTE), ("msgspec", "numpy"), 2)
        )
        assert {name: store.settings[name] for name in chosen.as_data()} == chosen.as_data()
        assert store.settings["isolation"] == "full"
    assert len(list(Path("results", "logs").iterdir())) == 2


def test_built_in_players_need_no_protection(phazed, tmp_path, monkeypatch):
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: pytest.fail("nobody had to ask"))
    (tmp_path / "none").mkdir()
    players = [part for name in ("@random", "@beginner", "@greedy", "@casual") for part in ("--with", name)]
    assert phazed("tournament", "none", "--out", "results", *players, *QUICK, "--matches", "1")[0] == 0
    with closing(Store.existing(Path("results"))) as store:
        assert store.settings["isolation"] == "none needed"


def test_bots_that_cannot_take_part_are_named_and_listed_in_the_ranking(phazed, bots):
    (bots / "empty\x1b[2J").mkdir()
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert code == 0
    assert err.splitlines()[0].startswith("empty[2J cannot take part: ")
    assert err.splitlines()[0].endswith(" a bot's folder must contain bot.py or program.py")
    assert "\x1b" not in out + err
    ranking = json.loads(Path("results", "ranking.json").read_text())
    assert ranking["bots"][-1]["status"].startswith("cannot take part: ")


def test_a_results_folder_among_the_bots_is_not_a_bot(phazed, bots, monkeypatch):
    monkeypatch.chdir(bots)
    for _ in range(2):
        code, _, err = phazed("tournament", ".", "--out", "results", *QUICK)
        assert (code, "cannot take part" in err) == (0, False)


def test_the_ranking_says_who_is_out(phazed, bots):
    write_bots(bots, good=SIMPLE)
    assert phazed("tournament", bots, "--out", "results", "--errors", "1", *QUICK)[0] == 0
    with open(Path("results", "ranking.csv"), newline="", encoding="utf-8") as file:
        status = {row["name"]: (row["errors"], row["status"]) for row in csv.DictReader(file)}
    for name, (errors, said) in status.items():
        assert said == ("" if errors == "0" else f"out after {errors} error{'' if errors == '1' else 's'}"), name
    assert status["good"] == ("0", "")


def test_the_call_of_an_error_can_be_pasted(phazed, bots):
    phazed("tournament", bots, "--out", "results", *QUICK)
    with closing(Store.existing(Path("results"))) as store:
        fault = next(store.faults(1))
    assert read_call(fault.call)[0] == "phasedout_play"
    assert phazed("advise", fault.call, "--worlds", "1")[0] == 0


def test_any_text_can_be_a_seed(phazed, bots):
    for number, seed in enumerate(("\udcff", "")):
        assert phazed("tournament", bots, "--out", f"results{number}", "--seed", seed, *QUICK)[0] == 0


def test_the_default_seed_is_new_and_stored(phazed, bots):
    seeds = []
    for results in ("one", "one", "other"):
        assert phazed("tournament", bots, "--out", results, "--game", "phasedout", "--matches", "4")[0] == 0
        with closing(Store.existing(Path(results))) as store:
            seeds.append(store.settings["seed"])
    assert seeds[0] == seeds[1] != seeds[2]
    assert all(len(seed) == 32 for seed in seeds)


def test_a_tournament_without_enough_bots_ends_early(phazed, bots):
    code, out, _ = phazed("tournament", bots, "--out", "results", "--errors", "1", "--matches", "40")
    assert code == 0
    assert "\nended early: 1 bot of 4 made too many errors, so fewer than 4 are left\n" in out


def test_any_file_name_can_be_a_bots_name(phazed, bots):
    for name in ("<img src=x onerror=alert(1)>", "new\nline", "quote'\"$;", "ünï😀", "\x1b[2Jclear", " "):
        (bots / f"{name}.py").write_text(tires(2))
    (bots / "\x1b[2J bad").mkdir()
    for _ in range(2):
        code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
        assert code == 0
        assert "\x1b" not in out + err
        assert len(out.splitlines()) == 18
        assert "not ranked: [2J bad, cannot take part: a bot's folder must contain bot.py" in out
    assert phazed("report", "results")[0] == 0


# Errors of the user


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "nowhere: there is no such folder of bots"),
        (
            ["empty"],
            "a tournament needs at least four bots, but there are none: add built-in players, such as --with @greedy",
        ),
        (
            ["empty", "--with", "@greedy", "--with", "@greedy", "--with", "@random"],
            "a tournament needs at least four bots, but there are only @greedy, @random: add built-in players, such as "
            "--with @greedy",
        ),
        (
            ["bots", "--with", "@nobody"],
            "there is no built-in player @nobody: choose one of @beginner, @casual, @expert, @greedy, @random, @strong",
        ),
        (["bots", "--allow", "no.such"], "the package 'no.such' is not installed"),
        (["bots", "--allow", "nosuchpackage"], "the package 'nosuchpackage' is not installed"),
        (["bots", "--allow", "phazed"], "'phazed' cannot be allowed: bots must not import phazed"),
        (["bots", "--out", "letter"], "letter cannot be used for the results: it is not a folder"),
        (["bots", "--out", "letter/in/it"], "letter/in/it: Not a directory"),
        (["bots", "--out", "/proc/self/results"], "/proc/self/results: No such file or directory"),
        (["bots", "--out", "/proc/self"], "/proc/self/lock: "),
    ],
)
def test_errors_are_reported_in_one_line(phazed, bots, arguments, said):
    Path("empty").mkdir()
    Path("letter").write_text("Dear teacher")
    if "--out" not in arguments:
        arguments = [*arguments, "--out", "results"]
    code, out, err = phazed("tournament", *arguments, *QUICK)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed tournament: {said}")
    assert err.count("\n") == 1
    assert Path("letter").read_text() == "Dear teacher"
    assert not Path("results").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--matches", "0"], "argument --matches: 0 is not between 1 and 100000"),
        (["--matches", "many"], "argument --matches: 'many' is not a whole number"),
        (["--matches", "1.5"], "argument --matches: '1.5' is not a whole number"),
        (["--jobs", "0"], "argument --jobs: 0 is not between 1 and 1024"),
        (["--errors", "-1"], "argument --errors: -1 is not between 1 and 1000000"),
        (["--memory", "16"], "argument --memory: 16 is not between 32 and 1048576"),
        (["--replays", "-1"], "argument --replays: -1 is not between 0 and 1000000"),
        (["--play-limit", "0"], "argument --play-limit: a limit must be from 0.01 to 86400 seconds, not '0'"),
        (["--play-limit", "nan"], "argument --play-limit: a limit must be from 0.01 to 86400 seconds, not 'nan'"),
        (["--match-limit", "inf"], "argument --match-limit: a limit must be from 0.01 to 86400 seconds, not 'inf'"),
        (["--start-limit", "soon"], "argument --start-limit: a limit must be from 0.01 to 86400 seconds, not 'soon'"),
        (["--schedule", "knockout"], "argument --schedule: invalid choice: 'knockout'"),
        (["--game", "bridge"], "argument --game: invalid choice: 'bridge'"),
    ],
)
def test_bad_numbers_are_refused(phazed, bots, arguments, said):
    code, out, err = phazed("tournament", bots, "--out", "results", *arguments)
    assert (code, out) == (2, "")
    assert f"phazed tournament: error: {said}" in err
    assert not Path("results").exists()


@pytest.mark.parametrize("arguments", [["bots"], ["--out", "results"]])
def test_bots_and_results_must_be_named(phazed, arguments):
    code, _, err = phazed("tournament", *arguments)
    assert code == 2
    assert "the following arguments are required" in err


def test_other_settings_and_other_bots_are_refused(phazed, bots):
    phazed("tournament", bots, "--out", "results", *QUICK)
    before = Path("results", NAME).read_bytes()
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK, "--seed", "2")
    assert (code, out) == (2, "")
    assert err == (
        "phazed tournament: results: these results were played with a seed with the SHA-256 6b86b273..., not with "
        "a seed with the SHA-256 d4735e3a...; use the old settings or choose another folder\n"
    )
    with open(bots / "tired1.py", "a") as file:
        file.write("# better now\n")
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (2, "")
    assert err == (
        "phazed tournament: results: the bots differ from those in these results: tired1 has changed; to "
        "continue with the new "
        "version of tired1, use --replace tired1; or choose another folder to start a new tournament\n"
    )
    assert Path("results", NAME).read_bytes() == before


@pytest.mark.parametrize("command", [["report"], ["tournament", "bots", *QUICK, "--out"]])
@pytest.mark.parametrize("content", [b"", b"my diary " * 1000])
def test_another_programs_file_is_left_unchanged(phazed, bots, command, content):
    Path("results").mkdir()
    Path("results", NAME).write_bytes(content)
    code, out, err = phazed(*command, "results")
    assert (code, out) == (2, "")
    reason = "cannot be used: file is not a database" if content else "is not a file of results: choose another folder"
    assert err == f"phazed {command[0]}: {Path('results', NAME)} {reason}\n"
    assert Path("results", NAME).read_bytes() == content


@pytest.mark.parametrize("command", [["report"], ["tournament", "bots", *QUICK, "--out"]])
def test_a_damaged_file_is_named(phazed, bots, command):
    phazed("tournament", bots, "--out", "results", *QUICK)
    path = Path("results", NAME)
    with closing(sqlite3.connect(path)) as base:
        base.execute("PRAGMA journal_mode = DELETE")
        root, size = base.execute(
            "SELECT rootpage, (SELECT page_size FROM pragma_page_size) FROM sqlite_master WHERE name = 'matches'"
        ).fetchone()
    content = bytearray(path.read_bytes())
    content[(root - 1) * size : root * size] = b"\xaa" * size
    path.write_bytes(content)
    code, out, err = phazed(*command, "results")
    assert (code, out) == (2, "")
    assert err == f"phazed {command[0]}: {path} cannot be read at the moment: database disk image is malformed\n"


def test_two_tournaments_do_not_write_to_one_folder(phazed, bots):
    phazed("tournament", bots, "--out", "results", *QUICK)
    before = Path("results", NAME).read_bytes()
    with open(Path("results", "lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        code, out, err = phazed("tournament", bots, "--out", "results", *QUICK, "--matches", "80")
    assert (code, out) == (2, "")
    assert err == "phazed tournament: results: another tournament is currently writing its results to this folder\n"
    assert Path("results", NAME).read_bytes() == before


@pytest.mark.parametrize("found", ["partial", "none"])
def test_without_full_protection_bots_must_be_trusted(phazed, bots, monkeypatch, found):
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: found)
    command = ["tournament", bots, "--out", "results", *QUICK]
    code, out, err = phazed(*command)
    assert (code, out) == (2, "")
    assert err == (
        f"phazed tournament: this system's protection from bots is {found}, so a bot could read or change your files; "
        "phazed doctor shows what is missing. If you trust all these bots, use --trust-bots\n"
    )
    assert not Path("results").exists()
    assert phazed(*command, "--trust-bots")[0] == 0
    with closing(Store.existing(Path("results"))) as store:
        assert store.settings["isolation"] == found


@pytest.mark.parametrize("missing", ["numpy", "msgspec"])
def test_missing_requirements_of_the_arena_are_named(missing):
    said = f"this needs the package {missing}: pip install 'phazed[arena]'"
    with pytest.raises(PhazedError, match=re.escape(said)), needs_the_arena():
        raise ModuleNotFoundError(name=missing)
    program = f"import sys; sys.modules[{missing!r}] = None; from phazed.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", program, "tournament", ".", "--out", "results"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"phazed tournament: {said}\n")


def test_other_missing_modules_are_not_reported_as_requirements():
    with pytest.raises(ModuleNotFoundError, match="nothing_like_this"), needs_the_arena():
        import nothing_like_this  # noqa: F401


# Stopped in the middle


@pytest.fixture
def stopped(monkeypatch):
    """Press Ctrl-C after so many matches."""

    def after(matches):
        update = scoreboard.Scoreboard.update

        def press(board, tournament):
            update(board, tournament)
            if tournament.played == matches:
                raise KeyboardInterrupt

        monkeypatch.setattr(scoreboard.Scoreboard, "update", press)

    return after


def test_ctrl_c_stops_and_the_same_command_continues(phazed, bots, stopped):
    command = ["tournament", bots, "--out", "results", *QUICK, "--matches", "12"]
    stopped(3)
    code, out, err = phazed(*command)
    assert code == 130
    assert err.endswith("stopped; writing the report (press Ctrl-C to skip the remaining replays)\n")
    assert out.splitlines()[-2:] == [
        "stopped after 3 of 12 matches; the same command continues",
        f"report: {os.path.join('results', 'index.html')}",
    ]
    assert json.loads(Path("results", "ranking.json").read_text())["finished"] is False
    stopped(12)
    assert phazed(*command)[0] == 130
    stopped(0)
    code, out, err = phazed(*command)
    assert (code, err) == (0, "")
    assert json.loads(Path("results", "ranking.json").read_text())["finished"] is True


def test_sigterm_stops_like_ctrl_c(phazed, bots, monkeypatch):
    before = signal.getsignal(signal.SIGTERM)
    monkeypatch.setattr(scoreboard.Scoreboard, "update", lambda *_: signal.raise_signal(signal.SIGTERM))
    code, out, _ = phazed("tournament", bots, "--out", "results", *QUICK)
    assert code == 130
    assert "stopped after 1 of 4 matches; the same command continues\n" in out
    assert signal.getsignal(signal.SIGTERM) == before


def test_ctrl_c_before_the_first_match_prints_no_ranking(phazed, bots, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(Tournament, "run", press)
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (130, "")
    assert err.endswith("stopped before the first match was completed; the same command continues\n")


def test_the_block_on_the_terminal_is_always_erased(phazed, bots, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    def fail(*_, **__):
        raise OSError(28, "No space left on device", "results")

    monkeypatch.setattr("phazed.arena.report.publish.publish", fail)
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (2, "")
    assert "\x1b[5A\x1b[J" in err
    assert err.endswith("phazed tournament: results: No space left on device\n")


def test_a_full_disk_is_reported_and_loses_nothing(phazed, bots, monkeypatch):
    add = Store.add_match

    def full(self, number, table, report, **more):
        if report.match == 2:
            with self.transaction():
                raise sqlite3.OperationalError("database or disk is full")
        add(self, number, table, report, **more)

    monkeypatch.setattr(Store, "add_match", full)
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (2, "")
    reason = "this change could not be saved and was not made: database or disk is full"
    assert err.endswith(f"phazed tournament: {Path('results', NAME)}: {reason}\n")
    monkeypatch.setattr(Store, "add_match", add)
    assert phazed("tournament", bots, "--out", "results", *QUICK)[0] == 0


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ((2,), "1 match is missing: every process that tried it died; the same command retries"),
        ((0, 3), "2 matches are missing: every process that tried them died; the same command retries"),
    ],
)
def test_lost_matches_are_reported_and_tried_again(phazed, bots, monkeypatch, gone, said):
    class Deadly(InProcess):
        def submit(self, task, order):
            if task is play and order.match in gone:
                future = Future()
                future.set_exception(pool.WorkerDied("given up"))
                return future
            return super().submit(task, order)

    monkeypatch.setattr(pool, "ResilientPool", lambda jobs: Deadly())
    code, out, _ = phazed("tournament", bots, "--out", "results", *QUICK)
    assert said in out.splitlines()
    monkeypatch.setattr(pool, "ResilientPool", lambda jobs: InProcess())
    code, out, _ = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, "missing" in out) == (0, False)
    with closing(Store.existing(Path("results"))) as store:
        assert store.played == 4


# Before the first match


def test_a_bot_that_fails_at_once_is_set_aside_and_plays_no_match(phazed, bots):
    write_bots(bots, broken="import nothing", asleep=tires(0))
    for _ in range(2):  # the second time, nobody is asked
        code, _, err = phazed("tournament", bots, "--out", "results", *QUICK)
        assert code == 0
    assert err == ""
    with closing(Store.existing(Path("results"))) as store:
        assert set(store.absent) == {"asleep", "broken"}
        assert [bot.name for bot in store.bots] == ["tired1", "tired2", "tired3", "tired4"]
    rows = json.loads(Path("results", "ranking.json").read_text())["bots"]
    assert [row["name"] for row in rows if row["rank"] is None] == ["asleep", "broken"]
    assert rows[4]["status"] == (
        "cannot take part: asked for its first play: RuntimeError: no more (asleep.py, line 11)"
    )


def test_few_of_the_bots_that_are_not_ranked_are_listed(phazed, bots):
    for number in range(7):
        (bots / f"empty{number}").mkdir()
    _, out, _ = phazed("tournament", bots, "--out", "results", *QUICK)
    assert out.count("not ranked: empty") == 5
    assert "not ranked: 2 more; the report lists them\n" in out


def test_bots_that_fail_at_once_are_named(phazed, bots):
    write_bots(bots, broken="import nothing")
    _, _, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert re.search(r"^testing bots: done in .* s\nbroken cannot take part: ", err, re.MULTILINE)


def test_ctrl_c_while_bots_are_asked_stores_nothing(phazed, bots, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("phazed.arena.precheck.ask_all", press)
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (130, "")
    assert err.endswith("stopped while bots were being tested; the same command starts over\n")
    assert not Path("results", NAME).exists()


def test_the_hash_of_the_seed_is_printed_before_the_start_and_the_seed_at_the_end(phazed, bots, stopped):
    command = ["tournament", bots, "--out", "results", *QUICK, "--seed", "0123456789abcdef"]
    hashed = hashlib.sha256(b"0123456789abcdef").hexdigest()
    stopped(2)
    _, out, err = phazed(*command)
    assert err.splitlines()[0] == f"SHA-256 of the seed (the seed is shown at the end): {hashed}"
    shown = "".join(
        path.read_text() for path in Path("results").glob("*.*") if path.suffix in (".html", ".json", ".csv")
    )
    assert "0123456789abcdef" not in out + shown
    assert hashed in shown
    stopped(0)
    _, out, err = phazed(*command)
    assert "seed: 0123456789abcdef" in out.splitlines()
    assert json.loads(Path("results", "ranking.json").read_text())["seed"] == "0123456789abcdef"


def test_a_short_seed_is_warned_of(phazed, bots):
    _, _, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert err.splitlines()[0] == (
        "warning: a seed with fewer than 16 characters can be guessed and then reveals all cards; "
        "without --seed, a long one is generated"
    )
    players = [part for name in ("@random", "@beginner", "@greedy", "@casual") for part in ("--with", name)]
    Path("none").mkdir()
    _, _, err = phazed("tournament", "none", "--out", "other", *players, *QUICK, "--matches", "1")
    assert "warning" not in err


def test_the_results_are_printed_as_json(phazed, bots):
    code, out, _ = phazed("tournament", bots, "--out", "results", *QUICK, "--json")
    found = json.loads(out)
    assert (code, found["played"], found["finished"], found["seed"], found["lost"]) == (0, 4, True, "1", 0)
    assert [bot["rank"] for bot in found["bots"]] == [1, 2, 3, 4]
    assert all(Path(path).exists() for path in found["files"].values())


# Changes


def test_a_begun_tournament_is_changed(phazed, bots, stopped):
    command = ["tournament", bots, "--out", "results", *QUICK, "--matches", "12"]
    stopped(3)
    phazed(*command)
    write_bots(bots, zoe=tires(5), tired2=tires(6))
    code, _, err = phazed(*command)
    assert code == 2
    assert "tired2 has changed, zoe is new; " in err
    stopped(0)
    changes = ["--add", "zoe", "--add", "@random", "--replace", "tired2", "--disqualify", "tired1", "--why", "a copy"]
    code, _, err = phazed(*command, *changes)
    assert code == 0, err
    assert phazed(*command)[::2] == (0, "")
    rows = {row["name"]: row for row in json.loads(Path("results", "ranking.json").read_text())["bots"]}
    assert set(rows) == {"tired1", "tired2", "tired3", "tired4", "tired2 (2)", "zoe", "@random"}
    assert rows["tired1"]["status"] == "disqualified after 3 matches: a copy"
    assert (rows["tired2"]["rank"], rows["tired2"]["status"]) == (None, "replaced by tired2 (2) after 3 matches")
    assert all(rows[name]["matches"] >= 12 for name in ("zoe", "@random", "tired2 (2)"))


@pytest.mark.parametrize(
    "arguments", [["--disqualify", "tired1"], ["--why", "so"], ["--disqualify", "x", "--why", " "]]
)
def test_a_disqualification_has_a_reason(phazed, bots, arguments):
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK, *arguments)
    assert (code, out) == (2, "")
    assert err == "phazed tournament: use --disqualify NAME and --why TEXT together: the report shows the reason\n"


def test_spoilt_matches_are_played_again_on_request(phazed, bots):
    write_bots(bots, **{f"good{number}": SIMPLE for number in range(4)})
    command = ["tournament", bots, "--out", "results", *QUICK, "--errors", "1"]
    assert phazed(*command)[0] == 0
    before = json.loads(Path("results", "ranking.json").read_text())
    assert phazed(*command, "--replay-spoilt")[0] == 0
    after = json.loads(Path("results", "ranking.json").read_text())
    assert after["played"] > before["played"]
    for row in after["bots"]:
        assert row["name"].startswith("tired") or sum(row["places"]) >= 4


def test_the_reports_folder_of_bots_is_not_that_of_the_submissions(phazed, bots):
    code, _, err = phazed("tournament", bots, "--out", ".", *QUICK)
    assert code == 2
    assert err == (
        f"phazed tournament: {bots} conflicts with the report's folder bots: choose another folder with --out\n"
    )


# A second Ctrl-C


def test_a_second_ctrl_c_leaves_out_the_rest_of_the_matches(phazed, bots, stopped, monkeypatch):
    def press(store, match):
        if match == 1:
            raise KeyboardInterrupt
        return publish_match(store, match)

    monkeypatch.setattr("phazed.arena.report.publish.publish_match", press)
    stopped(3)
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert code == 130
    assert "stopped after 3 of 4 matches; the same command continues" in out.splitlines()
    assert err.endswith("stopped; the report is written without the remaining replays\n")
    assert Path("results", "index.html").exists()
    Path("results", "index.html").unlink()
    code, out, err = phazed("report", "results")
    assert (code, Path("results", "index.html").exists()) == (130, True)
    assert "stopped; the report is written without the remaining replays\n" in err


def test_a_third_ctrl_c_leaves_out_the_report_and_says_how_to_write_it(phazed, bots, stopped, monkeypatch):
    def press(*_, **__):
        raise KeyboardInterrupt

    stopped(2)
    with monkeypatch.context() as patch:
        patch.setattr("phazed.arena.report.publish.summarize", press)
        code, out, err = phazed("tournament", bots, "--out", "results", *QUICK)
    assert (code, out) == (130, "")
    assert err.endswith("the report was not written; to write it: phazed report results\n")
    assert phazed("report", "results")[0] == 0


# A roster


def test_the_ranking_has_the_ids_of_a_roster(phazed, bots):
    Path("class.csv").write_text("\ufeffid,Name\n17,tired1\n18,tired2\n=1+1,tired3\n20,zoe\n", encoding="utf-8")
    command = ["tournament", bots, "--out", "results", *QUICK, "--with", "@random"]
    code, _, err = phazed(*command, "--roster", "class.csv")
    assert code == 0
    assert err.splitlines()[-1] == "tired4 is not in the roster; zoe is in the roster but has not submitted a bot"
    for _ in range(2):
        with open(Path("results", "ranking.csv"), newline="", encoding="utf-8") as file:
            ids = {row["name"]: row["id"] for row in csv.DictReader(file)}
        assert ids == {"tired1": "17", "tired2": "18", "tired3": "'=1+1", "tired4": "", "'@random": ""}
        assert phazed("report", "results", "--roster", "class.csv")[0] == 0


def test_a_roster_without_the_columns_is_refused_before_the_first_match(phazed, bots):
    Path("class.csv").write_text("student,number\n1,2\n")
    code, out, err = phazed("tournament", bots, "--out", "results", *QUICK, "--roster", "class.csv")
    assert (code, out) == (2, "")
    assert err == (
        "phazed tournament: class.csv: a roster must have the columns name and id in its first line, but there is "
        "student and number\n"
    )
    assert phazed("tournament", bots, "--out", "results", *QUICK, "--roster", "none.csv")[0] == 2


# On a cluster


def test_the_cluster_option_selects_the_executor(phazed, bots, monkeypatch):
    seen = []

    @contextmanager
    def connect(address, packages=()):
        seen.append((address, packages))
        with InProcess() as executor:
            yield executor

    monkeypatch.setattr("phazed.arena.executors.cluster.connect", connect)
    code, _, _ = phazed("tournament", bots, "--out", "results", *QUICK, "--cluster", "local:3", "--allow", "numpy")
    assert (code, seen) == (0, [("local:3", ("numpy",))])


# A report


@pytest.fixture
def results(phazed, bots):
    phazed("tournament", bots, "--out", "results", *QUICK, "--replays", "1")
    return Path("results")


def test_a_report_is_written_again(phazed, results):
    for name in ("index.html", "ranking.csv", "ranking.json"):
        (results / name).unlink()
    code, out, err = phazed("report", results)
    assert code == 0
    assert len(out.splitlines()) == 6
    assert out.splitlines()[-1] == f"report: {results / 'index.html'}"
    assert re.fullmatch(r"matches: done in .* s\n", err)
    assert len(list((results / "replays").iterdir())) == 4
    assert json.loads((results / "ranking.json").read_text())["finished"] is True
    assert (results / "index.html").is_file()


def test_a_report_without_replays_shows_no_progress(phazed, results):
    code, _, err = phazed("report", results, "--replays", "0")
    assert (code, err) == (0, "")


def test_single_matches_are_written_on_request(phazed, results):
    code, out, err = phazed("report", results, "--match", "3", "--match", "1")
    assert (code, err) == (0, "")
    places = [("replays", "html"), ("logs", "log"), ("records", "json")]
    paths = [str(results / place / f"{match}.{end}") for match in (3, 1) for place, end in places]
    assert out.splitlines() == [*paths, f"to add links to the report: phazed report {results}"]
    assert all(Path(path).is_file() for path in paths)
    assert phazed("replay", results / "records" / "3.json", "--check")[0] == 0
    assert phazed("replay", results / "logs" / "3.log", "--check", "--game", "phasedout")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["results", "--match", "4"],
            "results: there is no match 4 in these results; the matches are numbered from 0 to 3",
        ),
        (["nowhere"], "nowhere: this folder contains no tournament results"),
        (["bots"], "bots: this folder contains no tournament results"),
    ],
)
def test_errors_of_report_are_reported_in_one_line(phazed, results, arguments, said):
    assert phazed("report", *arguments) == (2, "", f"phazed report: {said}\n")


@pytest.mark.parametrize("number", ["-1", "one"])
def test_a_match_is_named_by_its_number(phazed, results, number):
    code, out, err = phazed("report", results, "--match", number)
    assert (code, out) == (2, "")
    assert "phazed report: error: argument --match: " in err


def test_a_tournament_without_a_match_has_no_report(phazed, bots):
    Tournament.open(Path("results"), load_entrants(bots), Settings()).store.close()
    assert phazed("report", "results") == (2, "", "phazed report: results: no match has been played yet\n")


# Check, compare and doctor


def check_result(*, passed):
    missing = "" if passed else "phazed_play"
    functions = ("phazed_score",)
    return Check("bot", Limits()._asdict(), None, 0.1, 0, None, None, functions, functions, missing, (), (), (), ())


@pytest.mark.parametrize(("passed", "code"), [(True, 0), (False, 1)])
def test_check_prints_the_result_and_its_exit_code_is_the_outcome(phazed, bots, monkeypatch, passed, code):
    asked = []

    def check(bot, game, **choices):
        asked.append((bot.name, game, choices.pop("on_progress"), choices))
        return check_result(passed=passed)

    monkeypatch.setattr("phazed.arena.check.session.check", check)
    monkeypatch.setenv("COLUMNS", "77")
    assert phazed("check", bots / "tired1.py") == (code, f"{check_text(check_result(passed=passed), 77)}\n", "")
    arguments = ["--game", "phazed", "--games", 12, "--seed", "x", "--allow", "numpy", "--trust-bots", "--memory", "64"]
    arguments.append("--functions")
    exit_code, out, err = phazed("check", bots / "tired2.py", "--json", *arguments)
    assert (exit_code, json.loads(out)["passed"], err) == (code, passed, "")
    usual = {"seed": "0", "limits": Limits(), "packages": (), "trusted": False, "games": None, "functions_only": False}
    chosen = {"seed": "x", "limits": Limits(memory=64 * MEGABYTE), "packages": ("numpy",), "trusted": True}
    chosen |= {"games": 12, "functions_only": True}
    assert [(name, game, choices) for name, game, _, choices in asked] == [
        ("tired1", None, usual),
        ("tired2", "phazed", chosen),
    ]


def test_check_shows_its_progress_on_a_terminal(phazed, bots, monkeypatch):
    def check(bot, game, *, on_progress, **_):
        on_progress("games", 1, 2)
        on_progress("games", 2, 2)
        return check_result(passed=True)

    monkeypatch.setattr("phazed.arena.check.session.check", check)
    assert phazed("check", bots / "tired1.py")[2] == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert phazed("check", bots / "tired1.py")[2] == "\rgames: 1 of 2\x1b[K\r\x1b[K"


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("@greedy", "@greedy is a built-in player: give a bot's file or folder"),
        (
            "nowhere.py",
            "nowhere.py: there is no such file; a bot must be a .py file or a folder that contains bot.py or "
            "program.py",
        ),
        ("letter.txt", "letter.txt: the name of a bot's file must end in .py"),
        (".", ".: a bot's folder must contain bot.py or program.py"),
    ],
)
def test_files_that_are_not_bots_are_not_checked(phazed, bot, said):
    Path("letter.txt").write_text("")
    assert phazed("check", bot) == (2, "", f"phazed check: {said}\n")


def test_two_bots_are_compared(phazed, bots, monkeypatch):
    asked = []

    def compare(play_all, entrants, game, seed, **choices):
        choices.pop("on_progress")(SimpleNamespace(pairs=3))
        asked.append(([each.name for each in entrants], game, seed, choices, list(play_all([]))))
        return Comparison(("@random", "@greedy"), 3, 0.1, 0.0, 0.4, 0.96, 1, None, (0, 0), (None, None))

    monkeypatch.setattr("phazed.arena.compare.compare", compare)
    with monkeypatch.context() as unprotected:
        unprotected.setattr("phazed.sandbox.protection.protection", lambda: Protection(0, seccomp=True))
        unprotected.setattr("phazed.sandbox.doctor.level", lambda: "partial")
        assert phazed("compare", bots / "tired1.py", "@greedy")[0] == 2
    code, out, err = phazed("compare", "@random", "@greedy", "--json", "--pairs", "7", "--sure", "0.9")
    assert (code, json.loads(out)["stronger"], err) == (0, 1, "")
    usual = {"max_pairs": 7, "sure": 0.9, "limits": Limits(), "packages": (), "trusted": False}
    assert asked == [(["@random", "@greedy"], "phazed", "0", usual, [])]


def test_two_built_in_players_are_compared_in_real_games(phazed):
    code, out, _ = phazed("compare", "@random", "@greedy", "--pairs", "1", "--game", "phasedout")
    assert code == 0
    assert "@greedy" in out


@pytest.mark.parametrize("text", ["0.5", "1", "nan", "very"])
def test_a_confidence_level_is_between_a_half_and_one(phazed, text):
    code, _, err = phazed("compare", "@random", "@greedy", "--sure", text)
    assert code == 2
    said = f"a confidence level must be between 0.5 and 1, such as 0.99, not {text!r}"
    assert f"phazed compare: error: argument --sure: {said}\n" in err


@pytest.mark.parametrize(("level", "code"), [("full", 0), ("partial", 1), ("none", 1)])
def test_the_exit_code_of_doctor_is_0_for_full_protection_only(phazed, monkeypatch, level, code):
    monkeypatch.setattr("phazed.sandbox.doctor.examine", lambda: Diagnosis(level, (), (), {}))
    monkeypatch.setenv("COLUMNS", "50")
    assert phazed("doctor") == (code, f"{diagnosis_text(Diagnosis(level, (), (), {}), 50)}\n", "")
    assert json.loads(phazed("doctor", "--json")[1])["level"] == level


@pytest.mark.parametrize("name", ["tournament", "report", "check", "compare", "doctor"])
def test_every_command_has_its_help(phazed, name):
    code, out, err = phazed(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: phazed {name} ")


# A match with bot files


def test_a_match_says_what_a_forbidden_import_means(phazed, bots):
    write_bots(bots, counting="import numpy\n" + SIMPLE, wrong=SIMPLE.replace("return", "return 5 or", 1))
    code, out, _ = phazed("match", bots / "counting.py", "--game", "phasedout", "--seed", "1")
    assert code == 1
    assert "explanation: bots may import only the standard library" in out
    code, out, _ = phazed("match", bots / "wrong.py", "--game", "phasedout", "--seed", "1")
    assert code == 1
    assert "what it means" not in out


def test_bots_from_files_play_a_match_in_sandboxes(phazed, bots):
    write_bots(bots, spy="import os\n" + SIMPLE.replace("mine =", "print(os.listdir('/'))\n    mine ="))
    code, out, _ = phazed("match", bots / "spy.py", "--game", "phasedout", "--seed", "1")
    assert code == 1
    assert "PermissionError: [Errno 13] Permission denied: '/'" in out
    assert "the call: phasedout_play(1, " in out
    assert '  File "spy.py", line 4, in play' in out


def test_bots_from_files_play_against_built_in_players(phazed, bots):
    write_bots(bots / "simple", bot=SIMPLE)
    players = [bots / "simple", "random", "@greedy", bots / "tired3.py"]
    code, out, _ = phazed("match", *players, "--game", "phasedout", "--seed", "1", "--record", "game.json")
    names = json.loads(Path("game.json").read_text())["players"]
    assert names == ["simple 0", "random 1", "greedy 2", "tired3 3"]
    assert code == 1
    assert "RuntimeError: no more" in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["nowhere.py"],
            "nowhere.py: there is no such file; a bot must be a .py file or a folder that contains bot.py or "
            "program.py",
        ),
        (["bots/tired1.py", "--allow", "nosuchpackage"], "the package 'nosuchpackage' is not installed"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(phazed, bots, arguments, said):
    code, out, err = phazed("match", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed match: {said}")


def test_a_match_without_full_protection_needs_trust(phazed, bots, monkeypatch):
    monkeypatch.setattr("phazed.sandbox.protection.protection", lambda: Protection(0, seccomp=False))
    monkeypatch.setattr("phazed.sandbox.doctor.level", lambda: "none")
    code, out, err = phazed("match", bots / "tired1.py")
    assert (code, out) == (2, "")
    assert err.startswith("phazed match: this system's protection from bots is none, so a bot could")
    assert phazed("match", bots / "tired1.py", "--trust-bots")[0] == 1


def test_a_package_can_be_allowed_in_a_match(phazed, bots):
    write_bots(bots, counting="import numpy\n" + tires(2))
    assert "No module named 'numpy'" in phazed("match", bots / "counting.py")[1]
    assert "RuntimeError: no more" in phazed("match", bots / "counting.py", "--allow", "numpy")[1]


# In separate processes

TIMES = ("cpu", "slowest", "waited", "memory")


class Command:
    """A tournament in separate processes, which are recognised by their working directory."""

    def __init__(self, folder, bots, matches):
        self.folder, self.bots, self.matches = folder, bots, matches
        (folder / "tmp").mkdir()
        self.results = folder / "results"
        self.others = set()

    @contextmanager
    def begun(self):
        self.others = {number for number, _ in self._processes()}  # those of this process, which play in it
        command = [sys.executable, "-m", "phazed", "tournament", str(self.bots), "--out", "results", "--jobs", "2"]
        process = subprocess.Popen(
            [
                *command,
                "--game",
                "phasedout",
                "--matches",
                str(self.matches),
                "--replays",
                "3",
                "--errors",
                "1000",
                "--seed",
                "1",
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env={**os.environ, "TMPDIR": str(self.folder / "tmp"), "PYTHONIOENCODING": "utf-8"},
            encoding="utf-8",
            start_new_session=True,
        )
        try:
            yield process
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.communicate()

    def played(self):
        """Number of stored matches."""
        with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{self.results / NAME}?mode=ro", uri=True)) as base:
            return base.execute("SELECT count(*) FROM matches").fetchone()[0]
        return 0

    def wait_for(self, process, matches):
        wait_until(lambda: self.played() >= matches or process.poll() is not None)

    def left(self):
        """The processes that have not ended after some time."""
        until = time.monotonic() + 120
        while (
            found := [each for each in self._processes() if each[0] not in self.others]
        ) and time.monotonic() < until:
            time.sleep(0.02)
        return found

    def _processes(self):
        for path in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                where, state = os.readlink(path / "cwd"), (path / "stat").read_text().rpartition(")")[2].split()[0]
                if where.startswith(str(self.folder)) and state != "Z":
                    yield path.name, (path / "cmdline").read_bytes()

    def ranking(self):
        with open(self.results / "ranking.csv", newline="", encoding="utf-8") as file:
            return [{name: value for name, value in row.items() if name not in TIMES} for row in csv.DictReader(file)]

    def check(self, expected):
        """Check that every match was played once, with the results of the uninterrupted tournament."""
        with closing(Store.existing(self.results)) as store:
            assert store.database.connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            assert outcome(store) == expected.matches
        assert self.ranking() == expected.ranking


@pytest.fixture
def command(tmp_path, monkeypatch):
    """A tournament to be killed, and its results without interruptions."""

    def begin(matches):
        sources = {f"tired{turns}": tires(turns) for turns in (1, 2, 3, 5, 8, 13)}
        made = Command(tmp_path, write_bots(tmp_path / "bots", **sources), matches)
        (tmp_path / "once").mkdir()
        once = Command(tmp_path / "once", made.bots, matches)
        settings = Settings("phasedout", matches=matches, errors=1000)
        with closing(played(once.results, load_entrants(made.bots), settings).store) as store:
            publish(store, max_matches=3)
            return made, SimpleNamespace(matches=outcome(store), ranking=once.ranking())

    return begin


def test_a_tournament_that_is_killed_and_interrupted_has_the_same_results(command):
    process_of, expected = command(20)  # 30 matches
    with process_of.begun() as process:
        process_of.wait_for(process, 5)
        process.kill()
    assert process_of.left() == []
    assert 5 <= process_of.played() < 30
    with process_of.begun() as process:
        process_of.wait_for(process, process_of.played() + 5)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it
        out, err = process.communicate(timeout=300)
    stored = process_of.played()
    assert (process.returncode, "Traceback" in err) == (130, False), err
    assert f"stopped after {stored} of 30 matches; the same command continues\n" in out
    assert process_of.left() == []
    with process_of.begun() as process:
        out, err = process.communicate(timeout=300)
    assert (process.returncode, "Traceback" in err) == (0, False), err
    assert process_of.left() == []
    assert list((process_of.folder / "tmp").glob("phazed-bots-*")) == []
    process_of.check(expected)


@pytest.mark.long
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 8))])
def test_after_any_kill_no_match_is_lost_or_played_twice(command, seed):
    process_of, expected = command(100)
    random = Random(seed)
    for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGKILL, signal.SIGKILL):
        with process_of.begun() as process:
            process_of.wait_for(process, process_of.played() + random.randrange(1, 12))
            time.sleep(random.random() * 0.1)
            before = process_of.played()
            process.send_signal(how)
            out, err = process.communicate(timeout=300)
        assert process.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130), err
        assert "Traceback" not in err
        assert ("; the same command continues\n" in out) == (how != signal.SIGKILL)
        assert process_of.played() >= before
        assert process_of.left() == []
    with process_of.begun() as process:
        assert process.communicate(timeout=300)[1].count("Traceback") == 0
    assert process.returncode == 0
    process_of.check(expected)
