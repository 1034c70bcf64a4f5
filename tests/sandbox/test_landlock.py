"""Files and packages that bots may read."""

from __future__ import annotations

import pytest
from sandboxed_bots import QUICK, ask, bot, offence

from phazed.rules.errors import PhazedError
from phazed.sandbox import landlock
from phazed.sandbox.limits import Limits
from phazed.sandbox.workspace import Workspace


def test_only_allowed_packages_can_be_imported():
    shared_workspace = Workspace(["numpy"])
    try:
        source = "import numpy\ndef play():\n    import msgspec\n    return 1"
        one = shared_workspace.start(bot(source), ["play"], Limits(start=20.0, play=5.0), "seed")
        one.begin()
        assert "ModuleNotFoundError" in offence(one).reason
        one.free()
    finally:
        shared_workspace.close()


def test_a_single_module_can_be_allowed(tmp_path, monkeypatch):
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
        ("no_such_package", "install it or do not allow it"),
        ("not a name", "the package 'not a name' is not installed"),
        ("phazed", "must not import phazed"),
        ("json", "bots can always import the standard library"),
    ],
)
def test_packages_that_cannot_be_allowed_are_refused(name, said):
    with pytest.raises(PhazedError, match=said):
        landlock.package(name)


@pytest.mark.parametrize(("version", "size"), [(1, 8), (2, 8), (3, 8), (4, 16), (5, 16), (6, 24), (7, 24)])
def test_a_ruleset_has_the_attributes_of_the_kernels_version(version, size):
    assert len(landlock.attributes(version)) == size


def test_bots_cannot_read_the_packages_beside_the_standard_library(tmp_path):
    rules = dict(landlock.first_layer(tmp_path, []))
    library = landlock.standard_library()[0]
    assert rules[str(library / "json")] == landlock.READ
    assert str(library / "site-packages") not in rules
    assert rules[str(library)] == landlock.READ_DIR


def test_packages_that_share_a_folder_with_libraries_are_omitted(tmp_path, monkeypatch):
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
