"""The sandbox server: requests to the zygote, and the end of the zygote."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from sandboxed_bots import QUICK, assert_ends

from phazed.sandbox import server as module
from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.server import SandboxServer


@pytest.mark.parametrize("end", [lambda theirs: theirs.shutdown(socket.SHUT_WR), socket.socket.close])
def test_a_zygote_that_ends_during_a_request_has_failed(tmp_path, end):
    made = SandboxServer(tmp_path)
    made._control.close()  # which ends the real one
    made._control, theirs = socket.socketpair()
    with theirs:
        end(theirs)
        with pytest.raises(SandboxServerFailed, match="phazed doctor"):
            made.kill_and_reap(1)
    assert not made.alive


def test_a_zygote_that_does_not_exit_is_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "EXIT_TIMEOUT", 0.1)
    made = SandboxServer(tmp_path)
    os.kill(made.pid, signal.SIGSTOP)
    made.close()
    assert not made.alive
    with pytest.raises(SandboxServerFailed, match="phazed doctor"):
        made.kill_and_reap(1)


def test_an_interrupted_request_ends_the_zygote(tmp_path, monkeypatch):
    made = SandboxServer(tmp_path)

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(module.socket, "send_fds", interrupted)
    with pytest.raises(KeyboardInterrupt):
        made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    assert not made.alive
    made.close()


def test_bots_end_with_the_process_that_called_them(tmp_path):
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
        assert Path(f"/proc/{pid}").exists()
        caller.kill()
    assert_ends(pid)
