"""The doctor: what it finds on this system, and with less protection."""

from __future__ import annotations

import json
import subprocess

import pytest

from phazed.answers.diagnosis import Attempt, Diagnosis
from phazed.answers.form import to_json
from phazed.sandbox import doctor
from phazed.sandbox.bot import SandboxServerFailed
from phazed.sandbox.doctor import ATTACKS, TIMED_ATTACKS, Attack, Canaries, examine, level
from phazed.sandbox.protection import Protection, protection
from phazed.terminal.diagnosis import diagnosis_text

confined = pytest.mark.skipif(not protection().full, reason="this system cannot confine bots")


def not_stopped(diagnosis):
    return {finding.what for finding in diagnosis.attacks if not finding.stopped}


@confined
def test_with_full_protection_all_attacks_are_stopped():
    found = examine()
    assert not_stopped(found) == set()
    assert (found.level, found.missing) == ("full", ())
    assert len(found.attacks) == len(ATTACKS) + len(TIMED_ATTACKS) >= 15
    assert all(finding.how for finding in found.attacks)


@confined
def test_level_gives_the_same_result():
    assert level() == "full"


@confined
def test_without_protection_most_attacks_succeed_and_their_harm_is_undone():
    found = examine(Protection(0, seccomp=False), ATTACKS)
    assert found.level == "none"
    assert [text.split()[0] for text in found.missing] == ["Landlock", "seccomp"]
    succeeded = not_stopped(found)
    assert {"read your files", "write files", "connect to services", "start processes", "run programs"} <= succeeded
    harm = {finding.what: finding.how for finding in found.attacks}
    assert harm["kill your processes"] == "it killed a process"
    assert harm["empty your files"] == harm["change the permissions of your files"] == "it changed a file"
    assert harm["write into their own folder"] == "it wrote a file"
    assert harm["send datagrams"] == harm["send to local services"] == "it reached a service"
    assert "exceed the memory limit" not in succeeded  # for that every system has limits


@confined
def test_without_landlock_files_are_open_and_nothing_else():
    found = examine(Protection(0, seccomp=True), ATTACKS)
    assert found.level == "partial"
    assert found.missing == (doctor.NO_LANDLOCK,)
    assert {"read your files", "read other bots' files", "write files"} <= not_stopped(found)
    assert not {"connect to services", "kill your processes", "start processes"} & not_stopped(found)


@confined
def test_without_seccomp_files_are_closed():
    found = examine(Protection(protection().landlock, seccomp=False), ATTACKS)
    assert found.level == "partial"
    assert found.missing == (doctor.NO_SECCOMP,)
    assert {"send datagrams", "start processes", "change the permissions of your files"} <= not_stopped(found)
    assert not {"read your files", "write files", "empty your files"} & not_stopped(found)


@confined
def test_promises_do_not_count_if_an_attack_succeeds():
    found = examine(attacks=[Attack("compute", "return 6 * 7"), Attack("compute more", "return 6 * 7 * 8")])
    assert found.level == "partial"
    assert found.missing == ("bots can compute (42)", "bots can compute more (336)")


@confined
def test_an_attack_with_other_limits_gets_a_new_process():
    attacks = [Attack("compute", "return 1"), TIMED_ATTACKS[1], Attack("compute", "return 2", doctor.TIGHT)]
    assert [finding.stopped for finding in examine(attacks=attacks).attacks] == [False, True, False]


def test_other_systems_have_no_protection(monkeypatch):
    monkeypatch.setattr("sys.platform", "darwin")
    found = examine()
    assert (found.level, found.missing, found.attacks) == ("none", (doctor.NOT_LINUX,), ())
    assert level() == "none"


@confined
@pytest.mark.parametrize(
    "error", [SandboxServerFailed("it has ended"), AttributeError("fork"), OSError(38, "no such call")]
)
def test_the_level_is_none_where_no_bot_can_be_started(error, monkeypatch):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(doctor, "SandboxServer", fail)
    found = examine()
    assert found.level == "none"
    assert found.missing == (f"bots cannot be started at all: {type(error).__name__}: {error}",)


def test_missing_facts_about_the_system_are_omitted(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "resource", None)
    assert dict(doctor.system_facts(Protection(0, seccomp=False))).keys() >= {"system", "Python", "Landlock", "seccomp"}


def test_the_limits_of_a_process_are_listed(monkeypatch):
    import resource

    monkeypatch.setattr(resource, "getrlimit", lambda kind: (7, 7) if kind == resource.RLIMIT_NOFILE else (-1, -1))
    assert dict(doctor.system_facts(Protection(1, seccomp=True)))["limits of a process"] == "7 open files"
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (-1, -1))
    assert dict(doctor.system_facts(Protection(1, seccomp=True)))["limits of a process"] == "none"


@confined
def test_all_targets_are_removed():
    with Canaries() as canaries:
        folder, victim = canaries.folder, canaries.victim
        assert folder.is_dir()
        assert victim.poll() is None
    assert not folder.exists()
    assert victim.poll() is not None


@confined
def test_targets_are_removed_when_their_setup_fails(monkeypatch):
    def fail(*_, **__):
        raise OSError("no more processes")

    made = []
    monkeypatch.setattr(subprocess, "Popen", fail)
    monkeypatch.setattr(Canaries, "unpacked", lambda self, _: made.append(self.folder))
    with pytest.raises(OSError, match="no more"), Canaries():
        pass
    assert made
    assert not made[0].exists()


FOUND = Diagnosis(
    "partial",
    ("seccomp is missing, so bots could use the network",),
    (Attempt("read your files", True, "refused"), Attempt("send datagrams", False, "it reached a service")),
    {"system": "Linux 5.10", "a bot starts in": "3.1 ms"},
)


def test_the_text_of_a_diagnosis():
    assert diagnosis_text(FOUND, 60).splitlines() == [
        "Protection from bots: partial. Reasons: seccomp is missing,",
        "        so bots could use the network.",
        "A tournament with bots from files needs full protection, or",
        "        --trust-bots if you trust all of them.",
        "",
        "Attacks by hostile bots:",
        "  stopped      read your files",
        "  NOT stopped  send datagrams",
        "",
        "system: Linux 5.10",
        "a bot starts in: 3.1 ms",
    ]
    assert diagnosis_text(Diagnosis("full", (), (), {})) == "Protection from bots: full."


def test_the_data_of_a_diagnosis():
    data = json.loads(json.dumps(to_json(FOUND)))
    assert data["level"] == "partial"
    assert data["missing"] == list(FOUND.missing)
    assert data["attacks"][1] == {"what": "send datagrams", "stopped": False, "how": "it reached a service"}
    assert data["system"]["system"] == "Linux 5.10"
