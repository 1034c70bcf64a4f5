"""Sandboxed bots: their answers, their limits, and the errors when their processes end."""

from __future__ import annotations

import marshal
import os
import signal
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from sandboxed_bots import QUICK, ask, begun, bot, offence, wait_for_zombie

from phazed.game.referee import Offence
from phazed.sandbox import bot as bot_module
from phazed.sandbox.bot import SandboxedBot
from phazed.sandbox.limits import MEGABYTE


@pytest.fixture(autouse=True)
def _time_for_the_stack(monkeypatch):
    """Whoever writes their stack may take as long as a busy machine needs."""
    monkeypatch.setattr("phazed.sandbox.bot.STACK_TIMEOUT", 60.0)


def test_a_bot_answers_every_call(start_bot):
    one = begun(start_bot("count = 0\ndef play(x):\n    global count\n    count += 1\n    return (count, [x, None])"))
    assert [ask(one, "2S"), ask(one, "3S")] == [[1, ["2S", None]], [2, ["3S", None]]]
    assert one.functions == ("play",)
    assert one.calls == 2
    assert 0 < one.slowest <= one.cpu


def test_a_bot_can_import_and_read_its_own_files(start_bot):
    source = "import helper\ndef play():\n    return helper.NUMBER, open('helper.py').read()"
    assert ask(begun(start_bot(source, helper="NUMBER = 7"))) == [7, "NUMBER = 7"]


def test_a_bots_module_may_have_the_name_of_a_library_module(start_bot):
    assert ask(begun(start_bot("import statistics\ndef play():\n    return statistics.OWN", statistics="OWN = 1"))) == 1


def test_random_numbers_depend_on_the_seed_only(shared_workspace):
    source = bot("import random\ndef play():\n    return random.random(), list({'2S', '3S', '4S', '5S'})")
    answers = []
    for seed in ("a", "a", "b"):
        one = shared_workspace.start(source, ["play"], QUICK, seed)
        one.begin()
        answers.append(ask(one))
        one.free()
    assert answers[0] == answers[1] != answers[2]


def test_output_is_kept_up_to_the_limit(start_bot):
    one = begun(start_bot("print('hello')\ndef play():\n    print('x' * 99)\n    return 1", QUICK._replace(output=20)))
    ask(one)
    assert one.printed == "hello\n" + "x" * 14
    one.free()
    assert one.printed == ""


def test_changed_arguments_are_detected_when_watched(start_bot):
    one = begun(start_bot("def play(x):\n    x.append(1)\ndef other(x):\n    return True"))
    assert one.call_watching_arguments("play", marshal.dumps(([],))) == (None, True)
    assert one.call_watching_arguments("other", marshal.dumps(([],))) == (True, False)
    assert one.call("other", marshal.dumps(([],))) is True


def test_the_traceback_of_an_exception_has_the_bots_own_frames(start_bot):
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


def test_a_late_answer_is_a_timeout(start_bot, monkeypatch):
    monkeypatch.setattr(SandboxedBot, "_check", lambda *_: None)  # no check in between
    source = "import time\ndef play():\n    while time.process_time() < 1: pass"
    assert offence(begun(start_bot(source, QUICK._replace(play=0.2)))).kind == "timeout"


def test_all_plays_of_a_match_have_a_common_limit(start_bot):
    source = "import time\ndef play():\n    end = time.process_time() + 0.3\n    while time.process_time() < end: pass"
    one = begun(start_bot(source, QUICK._replace(match=0.5)))
    ask(one)
    assert offence(one).reason == "its plays in this match take more than 0.5 s (rule 7.4)"


def test_importing_has_a_limit_too(start_bot):
    with pytest.raises(Offence, match=r"more than 0.2 s to import \(rule 7.4\)"):
        start_bot("while True: pass", QUICK._replace(start=0.2)).begin()


def test_a_bot_that_sleeps_too_long_is_stopped(start_bot):
    found = offence(
        begun(start_bot("import time\ndef play():\n    time.sleep(60)", QUICK._replace(play=0.2, idle=0.4)))
    )
    assert (found.kind, found.reason) == ("timeout", "it waited for more than 0.4 s in this match without computing")
    assert found.traceback.splitlines()[1:] == ['  File "bot.py", line 3, in play']


@pytest.mark.parametrize("explained", [1.0, None], ids=["pressure", "unknown"])
def test_a_bot_is_not_blamed_for_delays_that_the_machine_may_have_caused(start_bot, monkeypatch, explained):
    """The clock runs much faster than the bot: as if neither it nor the referee had had a processor for long."""
    begun_at = time.monotonic()
    fast = SimpleNamespace(monotonic=lambda: begun_at + 1000 * (time.monotonic() - begun_at), sleep=time.sleep)
    monkeypatch.setattr(bot_module, "time", fast)
    monkeypatch.setattr(bot_module, "pressure", lambda: explained and explained * fast.monotonic())
    one = begun(start_bot("def play():\n    return 1", QUICK._replace(idle=0.5)))
    while one.waited < 4 * 0.5:
        ask(one)
    assert ask(one) == 1


def test_a_bot_that_sleeps_briefly_and_often_is_stopped_if_the_machine_has_time(start_bot, monkeypatch):
    monkeypatch.setattr(bot_module, "pressure", lambda: 0.0)
    one = begun(start_bot("import time\ndef play():\n    time.sleep(0.03)", QUICK._replace(idle=0.3)))
    with pytest.raises(Offence, match="without computing"):
        ask_often(one, 200)


def ask_often(one, times):
    for _ in range(times):
        ask(one)


def test_limits_apply_while_a_bot_writes_byte_by_byte(start_bot):
    source = (
        "import os, time\ndef play():\n    os.write(4, (60000).to_bytes(4, 'little'))\n"
        "    while True:\n        os.write(4, b'x'); time.sleep(0.02)"
    )
    one = begun(start_bot(source, QUICK._replace(play=0.2)))
    assert offence(one).kind in ("timeout", "malformed")


def test_the_error_says_how_the_process_ended(start_bot):
    assert offence(begun(start_bot("import os\ndef play():\n    os._exit(3)"))).reason == (
        "its process exited with code 3"
    )
    crash = offence(begun(start_bot("import os\ndef play():\n    os.abort()")))
    assert (crash.kind, crash.reason) == ("crash", "its process crashed (SIGABRT)")


def test_a_crash_during_the_import_is_a_start_error(start_bot):
    with pytest.raises(Offence) as error:
        start_bot("import os\nos._exit(0)").begin()
    assert (error.value.kind, error.value.reason) == ("start", "its process exited with code 0")


def test_an_ended_process_is_detected_at_the_next_call(start_bot):
    one = begun(start_bot("import os, threading\ndef play():\n    threading.Timer(0.01, os._exit, [0]).start()"))
    ask(one)
    wait_for_zombie(one.pid)
    assert offence(one).kind == "crash"


def test_a_signal_without_a_name_is_reported_by_its_number(start_bot):
    one = begun(start_bot("def play():\n    import time; time.sleep(60)"))
    os.kill(one.pid, signal.SIGRTMIN + 1)
    assert f"signal {signal.SIGRTMIN + 1}" in offence(one).reason


def test_the_cpu_limit_of_the_kernel_is_a_timeout(start_bot, monkeypatch):
    one = begun(start_bot("def play():\n    while True: pass", QUICK._replace(play=0.1)))
    monkeypatch.setattr(SandboxedBot, "_check", lambda *_: os.kill(one.pid, signal.SIGXCPU))
    while one.usage.cpu() < 0.5 and not (one.calls or one.ended):
        found = offence(one)
    assert found.kind in ("timeout", "crash")


def test_a_bot_that_does_not_read_its_calls_is_an_error(start_bot):
    one = begun(start_bot("def play():\n    pass"))
    os.kill(one.pid, signal.SIGSTOP)
    with pytest.raises(Offence, match="it does not read its calls"):
        one.call("play", bytes(1 << 24))


def test_the_number_of_threads_is_limited(start_bot):
    source = (
        "import threading, time\nthreading.stack_size(65536)\ndef play():\n"
        "    for _ in range(80): threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    time.sleep(60)"
    )
    found = offence(begun(start_bot(source, QUICK._replace(play=20.0, match=60.0))))
    assert (found.kind, found.reason) == ("limit", "it has more than 64 threads")


def test_memory_is_limited(start_bot):
    one = begun(start_bot("def play():\n    return len(bytearray(1 << 30))", QUICK._replace(memory=256 * MEGABYTE)))
    assert offence(one).reason == "MemoryError"
    assert 0 == one.memory < one.close().memory < 256 * MEGABYTE
    assert one.memory > 0


def test_output_works_without_memfd(monkeypatch, start_bot):
    monkeypatch.delattr(os, "memfd_create")
    one = begun(start_bot("print('hello')\ndef play():\n    return 1"))
    assert one.printed == "hello\n"


def test_an_ended_process_has_no_threads_and_no_clock(start_bot):
    one = begun(start_bot("def play():\n    return 1"))
    one.close()
    assert one.usage.thread_count() == 0
    assert one.usage.cpu() == 0.0


def test_an_endless_loop_is_named_by_its_line(start_bot):
    source = "print('before')\ndef deeper():\n    while True:\n        pass\ndef play():\n    deeper()"
    one = begun(start_bot(source, QUICK._replace(play=0.2)))
    lines = offence(one).traceback.splitlines()
    assert lines[0] == "Stack when time ran out (most recent call last):"
    assert lines[1] == '  File "bot.py", line 6, in play'
    assert lines[2] in ('  File "bot.py", line 3, in deeper', '  File "bot.py", line 4, in deeper')
    assert one.printed == "before\n"


def test_a_bot_that_does_not_tell_its_stack_is_stopped_without_it(start_bot, monkeypatch):
    monkeypatch.setattr("phazed.sandbox.bot.STACK_TIMEOUT", 0.1)
    source = "import signal\nsignal.signal(signal.SIGUSR1, signal.SIG_IGN)\ndef play():\n    while True: pass"
    assert offence(begun(start_bot(source, QUICK._replace(play=0.2)))).traceback == ""


def test_an_endless_import_is_named_by_its_line(start_bot):
    with pytest.raises(Offence) as error:
        begun(start_bot("import helper", QUICK._replace(start=0.3), helper="while True:\n    pass"))
    assert 'File "bot.py", line 1, in <module>' in error.value.traceback
    assert 'File "helper.py", line' in error.value.traceback


def test_a_bot_that_computes_between_calls_is_stopped_until_the_next(start_bot):
    source = """
import threading
def burn():
    while True:
        pass
def play():
    threading.Thread(target=burn, daemon=True).start()
    return 1
"""
    one = begun(start_bot(source, QUICK._replace(play=30.0, match=60.0)))
    ask(one)
    state = Path(f"/proc/{one.pid}/stat")
    while state.read_text().rpartition(")")[2].split()[0] != "T":
        one.stop_if_busy()
        time.sleep(0.01)
    one.stop_if_busy()
    assert ask(one) == 1


def test_a_signal_to_a_bot_that_has_ended_is_lost(start_bot):
    source = "import time\ndef play():\n    while time.process_time() < 0.3: pass"
    one = begun(start_bot(source))
    ask(one)
    one.close()
    one.usage.cpu = lambda: 100.0
    one.stop_if_busy()
    assert one.ended
