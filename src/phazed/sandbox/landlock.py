"""The files that a bot may open: rules for Landlock, the kernel's access control for unprivileged processes.

A bot may read the standard library, the system's libraries, the packages that the organiser allows, and its own folder.
Accesses must be allowed by two layers of rules. The first restricts the zygote. It is built once and has some hundred
rules, which list every part of the standard library except the packages installed beside it, such as this one. The
second is built for every bot and has only a few rules. Among the bots' folders, it allows only the bot's own.
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
    """A path, and the accesses allowed to this path and everything below it."""

WRITE_FILE, READ_FILE, READ_DIR = 1 << 1, 1 << 2, 1 << 3
READ = READ_FILE | READ_DIR
FILES_HANDLED = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 5: (1 << 16) - 1}
"""All file accesses that Landlock can restrict, by the first version that can restrict them."""
TCP, SCOPES = 3, 3
"""Flags for bind and connect (since version 4), and for abstract sockets and signals to other processes (since version
6)."""
CREATE_RULESET, VERSION_FLAG = 444, 1

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")
SYSTEM_FILES = ("/etc/ld.so.cache", "/etc/localtime", "/usr/share/zoneinfo", "/dev/urandom", "/dev/random", "/dev/zero")


def version() -> int:
    """Return the kernel's version of Landlock, or 0 if it has none."""
    if sys.platform != "linux":
        return 0
    libc = ctypes.CDLL(None, use_errno=True)
    return max(0, int(libc.syscall(CREATE_RULESET, None, 0, VERSION_FLAG)))


def attributes(version: int) -> bytes:
    """Return the version's `struct landlock_ruleset_attr`, which lists the accesses that need a rule."""
    files = FILES_HANDLED[max(each for each in FILES_HANDLED if each <= version)]
    packed = struct.pack("=Q", files)
    if version >= 4:
        packed += struct.pack("=Q", TCP)
    if version >= 6:
        packed += struct.pack("=Q", SCOPES)
    return packed


class Package(NamedTuple):
    """A package that bots may import."""

    name: str
    origin: str
    """File that Python executes when it imports the package."""
    paths: tuple[str, ...]
    """Paths that the package's modules read."""


def package(name: str) -> Package:
    """Return the installed package with this name."""
    spec = find_spec(name) if name.isidentifier() else None
    if spec is None or spec.origin is None or not Path(spec.origin).is_file():
        raise PhazedError(f"the package {name!r} is not installed: install it or do not allow it")
    if name == "phazed" or name in sys.stdlib_module_names:
        why = "bots must not import phazed" if name == "phazed" else "bots can always import the standard library"
        raise PhazedError(f"{name!r} cannot be allowed: {why}")
    origin = Path(spec.origin)
    if not spec.submodule_search_locations:
        return Package(name, str(origin), (str(origin),))
    libraries = origin.parent.with_name(f"{name}.libs")
    return Package(name, str(origin), (str(origin.parent), *([str(libraries)] if libraries.is_dir() else [])))


def standard_library() -> list[Path]:
    """Return the folders of the standard library."""
    found = [sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib", vars={"platbase": sys.base_exec_prefix})]
    return [Path(path) for path in dict.fromkeys(found) if os.path.isdir(path)]


def first_layer(bots: Path, packages: Iterable[Package]) -> list[Rule]:
    """Return the rules for all bots; `bots` is the parent of their folders."""
    rules = _common(packages)
    rules.append((str(bots), READ))
    for folder in standard_library():
        rules.append((str(folder), READ_DIR))
        rules += [(str(path), READ) for path in folder.iterdir() if path.name not in ("site-packages", "dist-packages")]
    for folder in _libraries():
        if all(map(_is_unrelated, folder.iterdir())):
            rules.append((str(folder), READ))
        else:
            rules += [(str(path), READ) for path in folder.iterdir() if _is_unrelated(path)]
    return rules


def _is_unrelated(path: Path) -> bool:
    """Return whether the path has nothing to do with Python or this package."""
    return not path.name.startswith("python") and not Path(__file__).resolve().is_relative_to(os.path.realpath(path))


def second_layer(packages: Iterable[Package]) -> list[Rule]:
    """Return the additional rules for a single bot, except that for its own folder."""
    folders = [*standard_library(), *_libraries()]
    return [*_common(packages), *((str(path), READ) for path in folders)]


def _common(packages: Iterable[Package]) -> list[Rule]:
    files = [path for path in SYSTEM_FILES if Path(path).exists()]
    named = [path for each in packages for path in each.paths]
    return [("/dev/null", READ_FILE | WRITE_FILE), *((path, READ) for path in [*files, *named])]


def _libraries() -> list[Path]:
    """Return the folders of shared libraries, without folders inside others."""
    real = [Path(path).resolve() for path in (*LIBRARIES, sysconfig.get_config_var("LIBDIR") or LIBRARIES[0])]
    found = [path for path in dict.fromkeys(real) if os.path.isdir(path)]  # skips folders that this process may not see
    return [path for path in found if not any(other != path and path.is_relative_to(other) for other in found)]
