"""System calls, and systems with less protection."""

from __future__ import annotations

import sys

import pytest
from sandboxed_bots import QUICK, ask

from phazed.sandbox import landlock, seccomp
from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.protection import Protection, protection
from phazed.sandbox.server import SandboxServer


def test_the_filter_has_every_system_call_once():
    for machine, (_, column) in seccomp.MACHINES.items():
        numbers = [numbers[column] for numbers in seccomp.CALLS.values() if numbers[column] is not None]
        assert len(numbers) == len(set(numbers))
        assert seccomp.program(machine).endswith(seccomp.instruction(seccomp.RETURN, seccomp.ERRNO | seccomp.EPERM))
    assert set(seccomp.TESTS) <= set(seccomp.CALLS)


def test_a_system_other_than_linux_has_no_protection(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    assert protection() == Protection(0, seccomp=False)
    assert not protection().full
    assert landlock.version() == 0


def test_protection_that_the_kernel_lacks_is_not_used(tmp_path):
    (tmp_path / "bot.py").write_text("def play():\n    return open('/etc/hostname').read() != ''")
    made = SandboxServer(tmp_path, protected=Protection(0, seccomp=False))
    one = made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    one.begin()
    assert ask(one) is True
    one.free()
    made.close()


def test_a_failed_confinement_is_not_a_bots_error(tmp_path, monkeypatch):
    monkeypatch.setattr(landlock, "second_layer", lambda _: [(str(tmp_path), 1 << 40)])
    (tmp_path / "bot.py").write_text("def play():\n    return 1")
    made = SandboxServer(tmp_path)
    one = made.start(tmp_path, "bot.py", ["play"], QUICK, "seed")
    with pytest.raises(SandboxServerFailed, match=r"cannot be confined \(OSError: .* Invalid argument\)"):
        one.begin()
    one.free()
    made.close()
