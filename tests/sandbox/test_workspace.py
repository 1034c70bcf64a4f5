"""Workspaces: bots' folders, and sandbox servers that are replaced."""

from __future__ import annotations

import os
import signal

import pytest
from sandboxed_bots import QUICK, ask, assert_ends, bot

from phazed.rules.errors import PhazedError
from phazed.sandbox import server as module
from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.protection import Protection
from phazed.sandbox.server import SandboxServer
from phazed.sandbox.unconfined import NotConfined
from phazed.sandbox.workspace import Workspace, workspace
from phazed.storage.entrant import Entrant


def test_without_protection_only_trusted_bots_run(monkeypatch):
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


def test_a_path_out_of_the_bots_folder_is_refused(shared_workspace):
    with pytest.raises(PhazedError, match="points outside the bot's folder"):
        shared_workspace.bot_folder(Entrant("bot", "bot.py", (("../bot.py", b""),)))


def test_the_least_recently_used_folders_are_removed(monkeypatch):
    made = Workspace()
    monkeypatch.setattr("phazed.sandbox.folders.MAX_BYTES", 25)
    first, second = made.bot_folder(bot("1" * 10)), made.bot_folder(bot("2" * 10))
    assert made.bot_folder(bot("1" * 10)) == first
    third = made.bot_folder(bot("3" * 10))
    assert [path.exists() for path in (first, second, third)] == [True, False, True]
    made.close()
    assert not made.folder.exists()


def test_only_workspaces_of_ended_processes_are_removed(tmp_path, monkeypatch):
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


def test_a_zygote_that_has_ended_is_replaced(shared_workspace):
    first = shared_workspace.server
    os.kill(first.pid, signal.SIGKILL)
    one = shared_workspace.start(bot("def play():\n    return 1"), ["play"], QUICK, "seed")
    one.begin()
    assert ask(one) == 1
    assert shared_workspace.server is not first
    os.kill(shared_workspace.server.pid, signal.SIGKILL)
    assert_ends(one.pid)
    with pytest.raises(SandboxServerFailed, match="phazed doctor"):
        ask(one)
    assert one.close().code == -signal.SIGKILL
    one.free()


def test_a_start_is_tried_again_with_a_new_zygote(shared_workspace, monkeypatch):
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


def test_the_files_of_a_bot_that_starts_again_are_compiled(shared_workspace):
    source = bot(
        "import helper, os\ndef play():\n    return [os.path.exists(x) for x in (__cached__, helper.__cached__)]",
        helper="x = 1",
        broken="def (:",
    )
    answers = []
    for _ in range(3):
        one = shared_workspace.start(source, ["play"], QUICK, "seed")
        one.begin()
        answers.append(ask(one))
        one.free()
    assert answers == [[False, False], [True, True], [True, True]]


def test_a_file_that_takes_too_long_to_compile_is_not_compiled(shared_workspace):
    folder = shared_workspace.bot_folder(bot("x = 1", other="y = 2"))
    assert all(shared_workspace.server.compile(folder, ["bot.py", "other.py"], QUICK))
    os.mkfifo(folder / "pipe.py")  # to read it takes for ever
    quick = QUICK._replace(start=0.3)
    compiled = shared_workspace.server.compile(folder, ["bot.py", "pipe.py", "other.py"], quick)
    assert [bool(code) for code in compiled] == [True, False, False]
