"""SandboxServer: bots in processes of their own, what they answer, and what becomes of them when they do not."""

from __future__ import annotations

import marshal
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from phazed.arena.entrants import Entrant
from phazed.game.referee import Offence
from phazed.rules.errors import PhazedError
from phazed.sandbox import landlock, seccomp
from phazed.sandbox import server as module
from phazed.sandbox.bot import SandboxedBot, SandboxServerFailed
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.sandbox.protection import Protection, protection
from phazed.sandbox.server import SandboxServer
from phazed.sandbox.workspace import NotConfined, Workspace, workspace

QUICK = Limits(start=5.0, play=1.0, match=2.0, patience=60.0)


def bot(source: str, **others: str) -> Entrant:
    files = {"bot.py": source, **{f"{name}.py": text for name, text in others.items()}}
    return Entrant("bot", "bot.py", tuple(sorted((name, text.encode()) for name, text in files.items())))


@pytest.fixture(scope="module")
def shared_workspace():
    made = Workspace()
    yield made
    made.close()


@pytest.fixture
def start_bot(shared_workspace):
    """Starts bots, and ends them all."""
    started = []

    def start(source: str, limits: Limits = QUICK, **others: str):
        one = shared_workspace.start(bot(source, **others), ["play", "other"], limits, "seed")
        started.append(one)
        return one

    yield start
    for each in started:
        each.free()


def ask(one, *arguments):
    return one.call("play", marshal.dumps(arguments))


def gone(pid: int) -> None:
    """Wait until the process is no more."""
    deadline = time.monotonic() + 60
    while Path(f"/proc/{pid}").exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def begun(one):
    one.begin()
    return one


def offence(one, *arguments) -> Offence:
    with pytest.raises(Offence) as error:
        ask(one, *arguments)
    return error.value


def test_a_bot_answers_as_often_as_it_is_asked(start_bot):
    one = begun(start_bot("count = 0\ndef play(x):\n    global count\n    count += 1\n    return (count, [x, None])"))
    assert [ask(one, "2S"), ask(one, "3S")] == [[1, ["2S", None]], [2, ["3S", None]]]
    assert one.functions == ("play",)
    assert one.calls == 2
    assert 0 < one.slowest <= one.cpu


def test_a_bot_may_have_siblings_and_read_its_own_files(start_bot):
    source = "import helper\ndef play():\n    return helper.NUMBER, open('helper.py').read()"
    assert ask(begun(start_bot(source, helper="NUMBER = 7"))) == [7, "NUMBER = 7"]


def test_a_siblings_name_may_be_that_of_the_librarys(start_bot):
    assert ask(begun(start_bot("import statistics\ndef play():\n    return statistics.OWN", statistics="OWN = 1"))) == 1


def test_chance_is_the_seeds_alone(shared_workspace):
    source = bot("import random\ndef play():\n    return random.random(), list({'2S', '3S', '4S', '5S'})")
    answers = []
    for seed in ("a", "a", "b"):
        one = shared_workspace.start(source, ["play"], QUICK, seed)
        one.begin()
        answers.append(ask(one))
        one.free()
    assert answers[0] == answers[1] != answers[2]


def test_what_a_bot_prints_is_kept_as_far_as_there_is_room(start_bot):
    one = begun(start_bot("print('hello')\ndef play():\n    print('x' * 99)\n    return 1", QUICK._replace(output=20)))
    ask(one)
    assert one.printed == "hello\n" + "x" * 14
    one.free()
    assert one.printed == ""


def test_arguments_that_a_bot_changes_are_noticed_when_watched(start_bot):
    one = begun(start_bot("def play(x):\n    x.append(1)\ndef other(x):\n    return True"))
    assert one.call_watching_arguments("play", marshal.dumps(([],))) == (None, True)
    assert one.call_watching_arguments("other", marshal.dumps(([],))) == (True, False)
    assert one.call("other", marshal.dumps(([],))) is True


def test_an_exception_is_told_with_the_bots_own_frames(start_bot):
    found = offence(begun(start_bot("def play():\n    return 1 / 0")))
    assert (found.kind, found.reason) == ("exception", "ZeroDivisionError: division by zero")
    assert found.traceback.splitlines()[:2] == [
        "Traceback (most recent call last):",
        '  File "bot.py", line 2, in play',
    ]


def test_a_bot_that_cannot_be_imported_says_why(start_bot):
    with pytest.raises(Offence) as error:
        start_bot("import nothing_like_this").begin()
    assert error.value.kind == "start"
    assert error.value.reason.startswith("it cannot be imported: ModuleNotFoundError")
    assert 'File "bot.py", line 1' in error.value.traceback


def test_a_bot_that_thinks_too_long_is_stopped(start_bot):
    one = begun(start_bot("def play():\n    while True: pass", QUICK._replace(play=0.2)))
    assert (found := offence(one)).kind == "timeout"
    assert found.reason == "its play takes more than 0.2 s (rule 7.4)"
    assert one.cpu > 0.2


def test_a_bot_that_answers_too_late_is_too_late(start_bot, monkeypatch):
    monkeypatch.setattr(SandboxedBot, "_check", lambda *_: None)  # nobody has looked in between
    source = "import time\ndef play():\n    while time.process_time() < 1: pass"
    assert offence(begun(start_bot(source, QUICK._replace(play=0.2)))).kind == "timeout"


def test_the_plays_of_a_match_have_a_limit_together(start_bot):
    source = "import time\ndef play():\n    end = time.process_time() + 0.3\n    while time.process_time() < end: pass"
    one = begun(start_bot(source, QUICK._replace(match=0.5)))
    ask(one)
    assert offence(one).reason == "its plays of this match take more than 0.5 s (rule 7.4)"


def test_importing_has_a_limit_too(start_bot):
    with pytest.raises(Offence, match=r"more than 0.2 s to import \(rule 7.4\)"):
        start_bot("while True: pass", QUICK._replace(start=0.2)).begin()


def test_a_bot_that_sleeps_is_woken_for_good(start_bot):
    found = offence(
        begun(start_bot("import time\ndef play():\n    time.sleep(60)", QUICK._replace(play=0.2, patience=2)))
    )
    assert (found.kind, found.reason[:27]) == ("timeout", "no answer within 0.4 s, of ")


def test_a_bot_that_writes_byte_by_byte_is_watched(start_bot):
    source = (
        "import os, time\ndef play():\n    os.write(3, (60000).to_bytes(4, 'little'))\n"
        "    while True:\n        os.write(3, b'x'); time.sleep(0.02)"
    )
    one = begun(start_bot(source, QUICK._replace(play=0.2)))
    assert offence(one).kind in ("timeout", "malformed")


def test_a_process_that_ends_itself_or_crashes_says_how(start_bot):
    assert offence(begun(start_bot("import os\ndef play():\n    os._exit(3)"))).reason == (
        "its process ended itself, with exit code 3"
    )
    crash = offence(begun(start_bot("import os\ndef play():\n    os.abort()")))
    assert (crash.kind, crash.reason) == ("crash", "its process crashed (SIGABRT)")


def test_a_crash_while_importing_is_a_failed_start(start_bot):
    with pytest.raises(Offence) as error:
        start_bot("import os\nos._exit(0)").begin()
    assert (error.value.kind, error.value.reason) == ("start", "its process ended itself, with exit code 0")


def test_an_ended_process_is_noticed_at_the_next_call(start_bot):
    one = begun(start_bot("import os, threading\ndef play():\n    threading.Timer(0.01, os._exit, [0]).start()"))
    ask(one)
    while Path(f"/proc/{one.pid}/stat").read_text().split(")")[1].split()[0] != "Z":
        time.sleep(0.01)
    assert offence(one).kind == "crash"


def test_a_connection_that_breaks_off_is_a_crash(start_bot):
    one = begun(start_bot("import os\ndef play():\n    os._exit(3)"))
    channel = one._channel

    class Broken:
        send, close = channel.send, channel.close

        def recv(self, _):
            raise ConnectionResetError

    one._channel = Broken()
    assert offence(one).kind == "crash"


def test_a_signal_without_a_name_is_told_by_its_number(start_bot):
    one = begun(start_bot("def play():\n    import time; time.sleep(60)"))
    os.kill(one.pid, signal.SIGRTMIN + 1)
    assert f"signal {signal.SIGRTMIN + 1}" in offence(one).reason


def test_the_systems_own_limit_of_time_is_a_timeout(start_bot, monkeypatch):
    one = begun(start_bot("def play():\n    while True: pass", QUICK._replace(play=0.1)))
    monkeypatch.setattr(SandboxedBot, "_check", lambda *_: os.kill(one.pid, signal.SIGXCPU))
    while one.cpu_clock() < 0.5 and not (one.calls or one.ended):
        found = offence(one)
    assert found.kind in ("timeout", "crash")


def test_a_bot_that_does_not_read_is_found_out(start_bot):
    one = begun(start_bot("def play():\n    pass"))
    os.kill(one.pid, signal.SIGSTOP)
    with pytest.raises(Offence, match="it does not read its calls"):
        one.call("play", bytes(1 << 24))


def test_too_many_threads_are_a_limit(start_bot):
    source = (
        "import threading, time\nthreading.stack_size(65536)\ndef play():\n"
        "    for _ in range(80): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    time.sleep(60)"
    )
    found = offence(begun(start_bot(source, QUICK._replace(play=20.0, match=60.0))))
    assert (found.kind, found.reason) == ("limit", "it has more than 64 threads")


def test_memory_is_bounded(start_bot):
    one = begun(start_bot("def play():\n    return len(bytearray(1 << 30))", QUICK._replace(memory=256 * MEGABYTE)))
    assert offence(one).reason == "MemoryError"
    assert 0 == one.memory < one.close().memory < 256 * MEGABYTE
    assert one.memory > 0


def test_packages_that_are_allowed_can_be_imported_and_others_cannot():
    shared_workspace = Workspace(["numpy"])
    try:
        source = "import numpy\ndef play():\n    import msgspec\n    return 1"
        one = shared_workspace.start(bot(source), ["play"], Limits(start=20.0, play=5.0), "seed")
        one.begin()
        assert "ModuleNotFoundError" in offence(one).reason
        one.free()
    finally:
        shared_workspace.close()


def test_a_package_that_is_one_module_can_be_allowed(tmp_path, monkeypatch):
    (tmp_path / "single_module_package.py").write_text("ANSWER = 42\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = landlock.package("single_module_package")
    assert found.paths == (str(tmp_path / "single_module_package.py"),)
    shared_workspace = Workspace(["single_module_package"])
    try:
        one = shared_workspace.start(
            bot("import single_module_package as s\ndef play():\n    return s.ANSWER"), ["play"], QUICK, ""
        )
        one.begin()
        assert ask(one) == 42
        one.free()
    finally:
        shared_workspace.close()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no_such_package", "install it or omit it"),
        ("not a name", "there is no package"),
        ("phazed", "must not use phazed itself"),
        ("json", "bots have the standard library anyway"),
    ],
)
def test_what_cannot_be_allowed_is_refused(name, said):
    with pytest.raises(PhazedError, match=said):
        landlock.package(name)


def test_when_the_zygote_is_gone_there_is_a_new_one(shared_workspace):
    first = shared_workspace.server
    os.kill(first.pid, signal.SIGKILL)
    one = shared_workspace.start(bot("def play():\n    return 1"), ["play"], QUICK, "seed")
    one.begin()
    assert ask(one) == 1
    assert shared_workspace.server is not first
    os.kill(shared_workspace.server.pid, signal.SIGKILL)
    gone(one.pid)
    with pytest.raises(SandboxServerFailed, match="phazed doctor"):
        ask(one)
    assert one.close().code == -signal.SIGKILL
    one.free()


@pytest.mark.parametrize("end", [lambda theirs: theirs.shutdown(socket.SHUT_WR), socket.socket.close])
def test_a_zygote_that_ends_before_its_answer_or_before_the_question_has_failed(tmp_path, end):
    made = SandboxServer(tmp_path)
    made._control.close()  # which ends the real one
    made._control, theirs = socket.socketpair()
    with theirs:
        end(theirs)
        with pytest.raises(SandboxServerFailed, match="phazed doctor"):
            made.kill_and_reap(1)
    assert not made.alive


def test_a_zygote_that_ends_at_the_wrong_moment_is_replaced(shared_workspace, monkeypatch):
    start, failures = SandboxServer.start, [SandboxServerFailed("it has ended")]

    def fails_once(self, *arguments):
        if failures:
            raise failures.pop()
        return start(self, *arguments)

    monkeypatch.setattr(SandboxServer, "start", fails_once)
    one = shared_workspace.start(bot("def play():\n    return 1"), ["play"], QUICK, "seed")
    one.begin()
    assert ask(one) == 1
    one.free()


def test_a_zygote_that_does_not_end_is_killed(tmp_path):
    made = SandboxServer(tmp_path)
    os.kill(made._process.pid, signal.SIGSTOP)
    made._process.wait = _impatient(made._process.wait)
    made.close()
    assert not made.alive
    with pytest.raises(SandboxServerFailed, match="phazed doctor"):
        made.kill_and_reap(1)


def _impatient(wait):
    return lambda timeout=None: wait(None if timeout is None else 0.1)


def test_an_interrupt_between_question_and_answer_ends_the_zygote(tmp_path, monkeypatch):
    made = SandboxServer(tmp_path)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.socket, "send_fds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    assert not made.alive
    made.close()


def test_bots_end_with_whoever_called_them(tmp_path):
    """Even when that process is killed."""
    (tmp_path / "bot.py").write_text("def play():\n    while True: pass")
    program = (
        "import sys; from pathlib import Path\n"
        "from phazed.sandbox.server import SandboxServer; from phazed.arena.jobs import Limits\n"
        "folder = Path(sys.argv[1]); server = SandboxServer(folder)\n"
        "one = server.start(folder, 'bot.py', ['play'], Limits(), 'seed')\n"
        "one.begin(); print(one.pid, flush=True); one.call('play', bytes([41, 0]))"
    )
    with subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE, text=True) as caller:
        pid = int(caller.stdout.readline())
        caller.kill()
    gone(pid)


def test_what_the_kernel_lacks_is_left_out(tmp_path):
    (tmp_path / "bot.py").write_text("def play():\n    return open('/etc/hostname').read() != ''")
    made = SandboxServer(tmp_path, protected=Protection(0, seccomp=False))
    one = made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    one.begin()
    assert ask(one) is True
    one.free()
    made.close()


def test_a_process_that_cannot_be_confined_is_nobodys_error(tmp_path, monkeypatch):
    monkeypatch.setattr(landlock, "second_layer", lambda _: [(str(tmp_path), 1 << 40)])
    (tmp_path / "bot.py").write_text("def play():\n    return 1")
    made = SandboxServer(tmp_path)
    one = made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    with pytest.raises(SandboxServerFailed, match=r"cannot be confined \(OSError: .* Invalid argument\)"):
        one.begin()
    one.free()
    made.close()


def test_without_protection_bots_run_only_when_they_are_trusted(monkeypatch):
    monkeypatch.setattr(module, "protection", lambda: Protection(0, seccomp=False))
    shared_workspace = Workspace()
    try:
        with pytest.raises(NotConfined, match="--trust-bots"):
            shared_workspace.start(bot("def play():\n    return 1"), ["play"], QUICK, "seed")
        one = shared_workspace.start(bot("def play():\n    return 1"), ["play"], QUICK, "seed", trusted=True)
        one.begin()
        assert ask(one) == 1
        one.free()
    finally:
        shared_workspace.close()


def test_a_system_that_is_not_linux_protects_nobody(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert protection() == Protection(0, seccomp=False)
    assert not protection().full
    assert landlock.version() == 0


def test_output_needs_no_more_than_a_file(monkeypatch, start_bot):
    monkeypatch.delattr(os, "memfd_create")
    one = begun(start_bot("print('hello')\ndef play():\n    return 1"))
    assert one.printed == "hello\n"


def test_a_clock_or_a_process_that_is_gone_shows_nothing(start_bot):
    one = begun(start_bot("def play():\n    return 1"))
    one.close()
    assert one.thread_count() == 0
    assert one.cpu_clock() == 0.0


def test_a_file_that_would_lie_outside_is_refused(shared_workspace):
    with pytest.raises(PhazedError, match="leads out of the bot's folder"):
        shared_workspace.bot_folder(Entrant("bot", "bot.py", (("../bot.py", b""),)))


def test_old_folders_make_room(monkeypatch):
    made = Workspace()
    monkeypatch.setattr("phazed.sandbox.workspace.MAX_BYTES", 25)
    first, second = made.bot_folder(bot("1" * 10)), made.bot_folder(bot("2" * 10))
    assert made.bot_folder(bot("1" * 10)) == first
    third = made.bot_folder(bot("3" * 10))
    assert [path.exists() for path in (first, second, third)] == [True, False, True]
    made.close()
    assert not made.folder.exists()


def test_what_a_killed_process_left_is_swept_and_nothing_else(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    living = Workspace()
    for name in ("left", "without-lock", "linked"):
        (tmp_path / f"phazed-bots-{name}").mkdir()
    (tmp_path / "phazed-bots-left" / "lock").touch()
    (tmp_path / "phazed-bots-linked" / "lock").symlink_to(tmp_path)
    Workspace().close()
    found = {path.name for path in tmp_path.iterdir()}
    assert found == {living.folder.name, "phazed-bots-without-lock", "phazed-bots-linked"}
    living.close()
    living.close()


def test_a_process_has_one_workspace_for_each_set_of_packages():
    assert workspace() is workspace()
    assert workspace() is not workspace(("numpy",))


def test_the_filter_names_every_call_once_for_each_machine():
    for machine, (_, column) in seccomp.MACHINES.items():
        numbers = [numbers[column] for numbers in seccomp.CALLS.values() if numbers[column] is not None]
        assert len(numbers) == len(set(numbers))
        assert seccomp.program(machine).endswith(seccomp.instruction(seccomp.RETURN, seccomp.ERRNO | seccomp.EPERM))
    assert set(seccomp.TESTS) <= set(seccomp.CALLS)


@pytest.mark.parametrize(("version", "size"), [(1, 8), (2, 8), (3, 8), (4, 16), (5, 16), (6, 24), (7, 24)])
def test_a_ruleset_says_what_the_kernels_version_knows(version, size):
    assert len(landlock.attributes(version)) == size


def test_packages_beside_the_standard_library_are_not_among_what_bots_may_read(tmp_path):
    rules = dict(landlock.first_layer(tmp_path, []))
    library = landlock.standard_library()[0]
    assert rules[str(library / "json")] == landlock.READ
    assert str(library / "site-packages") not in rules
    assert rules[str(library)] == landlock.READ_DIR


def test_where_libraries_and_packages_share_a_folder_the_packages_are_left_out(tmp_path, monkeypatch):
    for name in ("python3", "x86_64-linux-gnu"):
        (tmp_path / "lib" / name).mkdir(parents=True)
    (tmp_path / "lib64").mkdir()
    monkeypatch.setattr(landlock, "LIBRARIES", (str(tmp_path / "lib"), str(tmp_path / "lib64"), str(tmp_path / "none")))
    monkeypatch.setattr(landlock.sysconfig, "get_config_var", lambda _: str(tmp_path / "lib" / "x86_64-linux-gnu"))
    rules = dict(landlock.first_layer(tmp_path, []))
    assert str(tmp_path / "lib" / "x86_64-linux-gnu") in rules
    assert str(tmp_path / "lib") not in rules
    assert str(tmp_path / "lib" / "python3") not in rules
    assert str(tmp_path / "lib64") in rules
