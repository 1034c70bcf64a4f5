"""Bots without a sandbox, as on systems other than Linux."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from sandboxed_bots import ask, begun, bot, offence, wait_for_zombie

from phazed.game.referee import Offence
from phazed.sandbox import unconfined
from phazed.sandbox import workspace as module
from phazed.sandbox.limits import Limits
from phazed.sandbox.unconfined import NotConfined, UnconfinedWorkspace

GENEROUS = Limits(start=120.0, play=60.0, match=120.0)
"""These are on the clock, so that an honest bot needs as much time as a busy machine takes."""


@pytest.fixture(autouse=True)
def _time_for_the_stack(monkeypatch):
    monkeypatch.setattr(unconfined, "STACK_TIMEOUT", 60.0)


@pytest.fixture
def start_alone():
    """Starts bots without a sandbox, and removes everything after the test."""
    made, started = UnconfinedWorkspace(), []

    def start(source, limits=GENEROUS, **others):
        started.append(made.start(bot(source, **others), ["play", "other"], limits, "seed", trusted=True))
        return started[-1]

    yield start
    for each in started:
        each.free()
        assert each.ended
    made.close()
    assert not made.folder.exists()


def test_a_bot_plays_and_prints_as_in_its_sandbox(start_alone):
    one = begun(
        start_alone("import helper\nprint('hello')\ndef play(x):\n    return (helper.KIND, x)", helper="KIND = 5")
    )
    assert [ask(one, "2S"), ask(one, "3S")] == [[5, "2S"], [5, "3S"]]
    assert (one.functions, one.calls, one.memory, one.printed) == (("play",), 2, 0, "hello\n")
    assert 0 < one.slowest <= one.cpu < one.waited
    one.stop_if_busy()
    one.free()
    assert one.printed == ""


def test_a_bot_imports_the_standard_library_only(start_alone):
    for name in ("phazed", "numpy", "attempts"):
        with pytest.raises(Offence, match=f"No module named '{name}'"):
            begun(start_alone(f"import {name}"))


def test_a_bot_may_import_an_allowed_package():
    made = UnconfinedWorkspace(("msgspec",))
    one = made.start(
        bot("import msgspec\ndef play():\n    return msgspec.__name__"), ["play"], GENEROUS, "seed", trusted=True
    )
    assert ask(begun(one)) == "msgspec"
    one.free()
    made.close()


def test_a_bot_that_is_not_trusted_does_not_start():
    made = UnconfinedWorkspace()
    with pytest.raises(NotConfined, match="--trust-bots"):
        made.start(bot("def play():\n    return 1"), ["play"], GENEROUS, "seed")
    made.close()


def test_an_endless_play_is_stopped_and_its_line_is_named(start_alone):
    source = "print('before')\ndef deeper():\n    while True:\n        pass\ndef play():\n    deeper()"
    one = begun(start_alone(source, GENEROUS._replace(play=0.2)))
    found = offence(one)
    assert (found.kind, found.reason) == ("timeout", "its play takes more than 0.2 s (rule 7.4)")
    lines = found.traceback.splitlines()
    assert lines[0] == "Stack when time ran out (most recent call last):"
    assert lines[1] == '  File "bot.py", line 6, in play'
    assert lines[2] in ('  File "bot.py", line 3, in deeper', '  File "bot.py", line 4, in deeper')
    assert one.printed == "before\n"


def test_a_play_that_is_slightly_too_long_is_late(start_alone):
    one = begun(
        start_alone("import time\ndef play():\n    time.sleep(0.25)\n    return 1", GENEROUS._replace(play=0.2))
    )
    assert offence(one).reason == "its play takes more than 0.2 s (rule 7.4)"


def test_an_endless_import_is_stopped(start_alone):
    with pytest.raises(Offence, match=r"more than 0.5 s to import") as error:
        begun(start_alone("while True:\n    pass", GENEROUS._replace(start=0.5)))
    assert 'File "bot.py", line' in error.value.traceback


def test_a_bot_that_does_not_tell_its_stack_is_stopped_without_it(start_alone, monkeypatch):
    monkeypatch.setattr(unconfined, "STACK_TIMEOUT", 0.1)
    source = "import faulthandler\ndef play():\n    faulthandler.cancel_dump_traceback_later()\n    while True: pass"
    found = offence(begun(start_alone(source, GENEROUS._replace(play=0.2))))
    assert (found.reason, found.traceback) == ("its play takes more than 0.2 s (rule 7.4)", "")


def test_the_error_says_how_the_process_ended(start_alone):
    assert offence(begun(start_alone("import os\ndef play():\n    os._exit(3)"))).reason.endswith("exited with code 3")
    one = begun(start_alone("def play():\n    return 1"))
    os.kill(one.pid, signal.SIGKILL)
    wait_for_zombie(one.pid)
    assert offence(one).reason == "its process crashed (SIGKILL)"
    one.close()
    assert offence(one).reason == "its process crashed (SIGKILL)"


def test_other_systems_run_bots_without_a_sandbox(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(module, "_workspaces", {})
    made = module.workspace()
    assert isinstance(made, UnconfinedWorkspace)
    made.close()


FOREIGN = """
import multiprocessing.connection, os, select, signal, sys, time
for name in ("fcntl", "resource", "pwd", "termios"):
    sys.modules[name] = None
hidden = {
    os: "fork memfd_create sched_getaffinity sched_setaffinity uname sysconf pread",
    select: "poll",
    signal: "pthread_sigmask SIGUSR1 SIGSTOP SIGCONT SIGHUP",
    time: "clock_gettime",
}
for module, names in hidden.items():
    for name in names.split():
        delattr(module, name)
sys.platform = "win32"
from phazed.cli import main
sys.exit(main(sys.argv[1:]))
"""
"""Hides what Windows does not have, as far as this system allows, and runs a command."""
SIMPLE = """
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    return (5, hand[0]) if turn_history and turn_history[-1][0] == player_id else (1, None)
"""


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (["check", "BOT", "--games", "4"], "phazed_play"),
        (["match", "BOT", "@greedy", "@greedy", "@greedy", "--seed", "1"], "seed 1"),
    ],
)
def test_an_own_bot_is_checked_and_played_where_nothing_can_be_isolated(tmp_path, command, expected):
    file = tmp_path / "my_bot.py"
    file.write_text(SIMPLE)
    words = [str(file) if word == "BOT" else word for word in command]
    done = subprocess.run([sys.executable, "-c", FOREIGN, *words], capture_output=True, text=True, check=False)
    assert done.stderr == "This system cannot isolate bots, so your bot runs with your own permissions.\n"
    assert expected in done.stdout
    assert done.returncode == 0


def test_a_tournament_of_strangers_is_refused_there(tmp_path):
    for number in range(4):
        (tmp_path / f"bot_{number}.py").write_text(SIMPLE)
    words = ["tournament", str(tmp_path), "--out", str(tmp_path / "out")]
    done = subprocess.run([sys.executable, "-c", FOREIGN, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "phazed tournament: " in done.stderr
