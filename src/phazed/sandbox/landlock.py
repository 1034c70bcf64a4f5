"""Which files a bot may reach: rules for the kernel's Landlock.

A bot reads the standard library, the system's libraries, the packages that the organiser names and its own folder.
There are two layers, and both must agree. The first binds the zygote and names every part of the standard library but
the packages that others have installed beside it, ours among them; it has some hundred rules and is made once. The
second has a few rules, is made for every bot, and of all the bots' folders names only its own.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from phazed.rules.errors import PhazedError

if TYPE_CHECKING:
    from collections.abc import Iterable

    Rule = tuple[str, int]
    """A path, and what may be done there and below."""

WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
READ = READ_FILE | READ_DIR
FILES_HANDLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All that Landlock can forbid of files, by the version that brought it."""
TCP, SCOPES = 3, 3
"""Binding and connecting, from version 4; abstract sockets and signals to others, from version 6."""
CREATE_RULESET, VERSION_FLAG = 444, 1

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom", "/dev/random", "/dev/zero")


def version() -> int:
    """The kernel's version of Landlock; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(CREATE_RULESET, None, 0, VERSION_FLAG)))


def attributes(version: int) -> bytes:
    """What a ruleset forbids unless a rule allows it, as the kernel of that version reads it."""
    files = FILES_HANDLED[max(each for each in FILES_HANDLED if each <= version)]
    packed = struct.pack("=Q", files)
    if version >= 4:
        packed += struct.pack("=Q", TCP)
    if version >= 6:
        packed += struct.pack("=Q", SCOPES)
    return packed


class Package(NamedTuple):
    """A package that bots may import: its name, the file that Python begins with, and the places it reads."""

    name: str
    origin: str
    places: tuple[str, ...]


def package(name: str) -> Package:
    """The installed package of that name."""
    spec = find_spec(name) if name.isidentifier() else None
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        raise PhazedError(f"there is no package {name!r} here that bots could be allowed: install it, or leave it out")
    if name == "phazed" or name in sys.stdlib_module_names:
        why = "that is ours" if name == "phazed" else "the standard library is allowed anyway"
        raise PhazedError(f"{name!r} cannot be allowed: {why}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return Package(name, str(origin), (str(origin),))
    libraries = origin.parent.with_name(f"{name}.libs")
    return Package(name, str(origin), (str(origin.parent), *([str(libraries)] if libraries.is_dir() else [])))


def standard_library() -> list[Path]:
    """The folders of the standard library."""
    found = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars={"platbase": sys.base_exec_prefix})]
    return [path for path in map(Path, dict.fromkeys(found)) if path.is_dir()]


def first_layer(bots: Path, packages: Iterable[Package]) -> list[Rule]:
    """What bots may reach at all; `bots` is where their folders are."""
    rules = _common(packages)
    rules.append((str(bots), READ))
    for folder in standard_library():
        rules.append((str(folder), READ_DIR))
        rules += [(str(path), READ) for path in folder.iterdir() if path.name not in ("site-packages", "dist-packages")]
    for folder in _libraries():
        if all(map(_is_foreign, folder.iterdir())):
            rules.append((str(folder), READ))
        else:
            rules += [(str(path), READ) for path in folder.iterdir() if _is_foreign(path)]
    return rules


def _is_foreign(path: Path) -> bool:
    """Whether what is there has nothing to do with Python, nor with us."""
    return not path.name.startswith("python") and not Path(__file__).resolve().is_relative_to(os.path.realpath(path))


def second_layer(packages: Iterable[Package]) -> list[Rule]:
    """What every bot may reach beside its own folder, as far as the first layer allows it."""
    folders = [*standard_library(), *_libraries()]
    return [*_common(packages), *((str(path), READ) for path in folders)]


def _common(packages: Iterable[Package]) -> list[Rule]:
    files = [path for path in SYSTEM_FILES if Path(path).exists()]
    named = [place for each in packages for place in each.places]
    return [("/dev/null", READ_FILE | WRITE_FILE), *((path, READ) for path in [*files, *named])]


def _libraries() -> list[Path]:
    """Where shared libraries are; each place once, whatever it is called."""
    real = [Path(path).resolve() for path in (*LIBRARIES, sysconfig.get_config_var("LIBDIR") or LIBRARIES[0])]
    found = [path for path in dict.fromkeys(real) if path.is_dir()]
    return [path for path in found if not any(other != path and path.is_relative_to(other) for other in found)]
