"""The core, compiled and not: what an install makes of it, what it says, and that it runs in either case."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from phazed import __version__, core
from phazed.core import is_compiled

ROOT = Path(__file__).parent.parent.parent
SWITCHES = ("CC", "CFLAGS", "PHAZED_REQUIRE_CORE", "PHAZED_UNCOMPILED", "PYTHONWARNINGS")
MODULES = sorted(path.stem for path in (ROOT / "src" / "phazed" / "core").glob("*.pxd"))
SHARED = Path("build", "cython", "src", "phazed", "core", "_cython.c")
"""The C file of the module that the compiled ones share; it is the same for every core."""
COMPILED = f"phazed {__version__} (core compiled)\n"
UNCOMPILED = f"phazed {__version__} (core not compiled, so the expert is much slower: %s)\n"
NOT_INSTALLED = "phazed is not installed; install it with pip, or run make setup"
HEADER = Path(sysconfig.get_path("include"), "Python.h")
COMPILER = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
CAN_COMPILE = shutil.which(COMPILER) is not None and HEADER.exists()
QUICK = "-O0 -g0"
"""What is compiled here runs for a moment."""
needs_a_compiler = pytest.mark.skipif(not CAN_COMPILE, reason="there is no C compiler here")

SMALL_CORE = {
    "table.py": "def doubled(number):\n    return 2 * number\n",
    "table.pxd": "cpdef int doubled(int number)\n",
    "player.py": "from phazed.core import table\n\ndef quadrupled(n):\n    return table.doubled(table.doubled(n))\n",
    "player.pxd": "cpdef int quadrupled(int n)\n",
    "plain.py": "# This one has no C types beside it, and is never compiled.\n",
}
SMALL = ["_cython", "player", "table"]


def run(*arguments, folder=None, importing=None, **changes):
    """Run Python in a process of its own; returns its exit code, standard output and standard error."""
    kept = {name: os.environ[name] for name in os.environ if name not in SWITCHES}
    place = {"PYTHONPATH": str(importing)} if importing else {}
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=kept | place | changes,
        capture_output=True,
        encoding="utf-8",
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def compiled_in(folder):
    return sorted(path.name.split(".")[0] for suffix in EXTENSION_SUFFIXES[:1] for path in folder.rglob(f"*{suffix}"))


@pytest.fixture
def source(tmp_path):
    """A copy of the sources without anything compiled."""
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "*.egg-info", "__pycache__")
    return shutil.copytree(ROOT / "src", tmp_path / "src", ignore=left_out)


@pytest.fixture
def project(source):
    """A copy of the project with a core of two small modules, which is quickly compiled."""
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source.parent)
    core = source / "phazed" / "core"
    for path in core.iterdir():
        if path.name != "__init__.py":
            path.unlink()
    for name, text in SMALL_CORE.items():
        (core / name).write_text(text, encoding="utf-8")
    if (ROOT / SHARED).exists():  # to write it anew takes a second
        (source.parent / SHARED).parent.mkdir(parents=True)
        shutil.copy(ROOT / SHARED, source.parent / SHARED)
    return source.parent


def install(project, **changes):
    """Install the project with pip, from what is on this machine alone; returns where, and all that was said."""
    place = project / "installed"
    options = ["--no-index", "--no-deps", "--no-build-isolation", "--target", place]
    code, out, err = run("-m", "pip", "install", "--verbose", *options, ".", folder=project, CFLAGS=QUICK, **changes)
    assert code == 0, out + err
    return place, out + err


def build_in_place(project):
    code, out, err = run("setup.py", "build_ext", "--inplace", folder=project, CFLAGS=QUICK)
    assert code == 0, out + err
    return out + err


def quadrupled_3(folder):
    code, out, _ = run("-W", "ignore", "-c", "import phazed.core.player as p; print(p.quadrupled(3))", importing=folder)
    return code, out


# As it is here


@needs_a_compiler
@pytest.mark.skipif("PHAZED_UNCOMPILED" in os.environ, reason="it was asked for")
def test_where_there_is_a_compiler_the_core_is_compiled():
    assert is_compiled(), "`make setup` compiles the core and says what went wrong"
    assert compiled_in(Path(core.__file__).parent) == ["_cython", *MODULES]


# Uncompiled


def test_an_uncompiled_core_runs_and_warns_once(source):
    every = "\n".join(f"import phazed.core.{module}" for module in MODULES)
    code, out, err = run(
        "-W", "always", "-c", f"{every}\nprint(phazed.core.is_compiled(), phazed.__file__)", importing=source
    )
    assert (code, out) == (0, f"False {source / 'phazed' / '__init__.py'}\n")
    assert err.count("RuntimeWarning: ") == err.count("Warning: ") == 1
    assert "the core of phazed is not compiled" in err
    assert "searches much less in the same time" in err
    assert NOT_INSTALLED in err


@pytest.mark.parametrize(
    ("options", "changes"),
    [(["-W", "ignore"], {}), ([], {"PHAZED_UNCOMPILED": "1"}), (["-W", "error"], {"PHAZED_UNCOMPILED": "1"})],
)
def test_the_warning_can_be_silenced(source, options, changes):
    script = "import phazed.core; print(phazed.core.is_compiled())"
    assert run(*options, "-c", script, importing=source, **changes) == (0, "False\n", "")


@pytest.mark.parametrize("value", ["", "0"])
def test_a_switch_that_is_off_silences_nothing(source, value):
    code, _, err = run("-c", "import phazed.core", importing=source, PHAZED_UNCOMPILED=value)
    assert code == 0
    assert "RuntimeWarning" in err


def test_the_version_says_that_the_core_is_not_compiled(source):
    assert run("-W", "error", "-m", "phazed", "--version", importing=source) == (0, UNCOMPILED % NOT_INSTALLED, "")


@pytest.mark.parametrize(("option", "imported"), [("--version", "['phazed.core']"), ("--help", "[]")])
def test_the_command_line_answers_without_the_modules_of_the_core(option, imported):
    script = f"""
import sys
from phazed.cli import main
try:
    main(["{option}"])
except SystemExit:
    print(sorted(name for name in sys.modules if name.startswith("phazed.core")))
"""
    code, out, err = run("-c", script)
    assert (code, out.splitlines()[-1], err) == (0, imported, "")


# Installing


@needs_a_compiler
@pytest.mark.long
def test_an_install_compiles_every_module_that_has_its_c_types_beside_it(project):
    place, _ = install(project)
    assert compiled_in(place / "phazed" / "core") == SMALL
    assert (place / "phazed" / "core" / "table.pxd").exists()
    assert quadrupled_3(place) == (0, "12\n")
    assert run("-m", "phazed", "--version", importing=place) == (0, COMPILED, "")
    assert not list((project / "src").rglob("*.c"))
    assert compiled_in(project / "src") == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        (
            {"CC": "/nonexistent"},
            "/nonexistent: No such file or directory; install a C compiler, such as gcc, then phazed again",
        ),
        ({"PHAZED_UNCOMPILED": "1", "PHAZED_REQUIRE_CORE": "1"}, "PHAZED_UNCOMPILED asked for that"),
    ],
)
def test_without_a_compiler_an_install_succeeds_and_says_why_once(project, changes, reason):
    place, said = install(project, **changes)
    assert said.count("NOT compiled: ") == 1
    assert said.split("NOT compiled: ")[1].splitlines()[0] == reason
    assert compiled_in(place) == []
    assert quadrupled_3(place) == (0, "12\n")
    assert run("-m", "phazed", "--version", importing=place) == (0, UNCOMPILED % reason, "")


@needs_a_compiler
@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "broken", "reason"),
    [
        ("player.pxd", "cpdef int quadrupled(wrong n)\n", "CompileError: src/phazed/core/player.py; this is a defect"),
        (
            "table.pxd",
            'cdef extern from "nowhere.h":\n    int nothing\ncpdef int doubled(int number)\n',
            "error: nowhere.h: No such file or directory; this is a defect",
        ),
    ],
    ids=["Cython refuses it", "the C compiler refuses it"],
)
def test_either_all_modules_are_compiled_or_none(project, name, broken, reason):
    assert "NOT compiled" not in build_in_place(project)
    assert compiled_in(project / "src") == SMALL
    assert quadrupled_3(project / "src") == (0, "12\n")
    types = project / "src" / "phazed" / "core" / name
    types.write_text(broken, encoding="utf-8")
    said = build_in_place(project)
    assert said.count("NOT compiled") == 1
    assert reason in said.split("NOT compiled")[1].splitlines()[0]
    assert reason in run("-m", "phazed", "--version", importing=project / "src")[1]
    code, _, err = run("setup.py", "build_ext", "--inplace", folder=project, CFLAGS=QUICK, PHAZED_REQUIRE_CORE="1")
    assert code != 0
    assert reason in err.split("NOT compiled")[1].splitlines()[0]
    assert "PHAZED_REQUIRE_CORE asks for a compiled core" in err
    assert compiled_in(project) == []
    assert quadrupled_3(project / "src") == (0, "12\n")
    types.write_text(SMALL_CORE[name], encoding="utf-8")
    assert "NOT compiled" not in build_in_place(project)
    assert compiled_in(project / "src") == SMALL


@pytest.mark.long
@pytest.mark.parametrize(("flags", "level"), [("", "-O3"), ("-Wall", "-O3"), ("-O1 -g", "-O1")])
def test_the_level_of_optimisation_can_be_chosen(project, flags, level):
    said = run("setup.py", "--verbose", "build_ext", "--inplace", folder=project, CC="true", CFLAGS=flags)[1]
    (compiling, *_) = [line for line in said.splitlines() if "table.c" in line and " -c " in line]
    assert [option for option in compiling.split() if option.startswith("-O")][-1] == level
