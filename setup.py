"""Compilation of the core; everything else about the package is declared in `pyproject.toml`.

Cython translates every `src/phazed/core/*.py` that has a `.pxd` of the same name to C in `build/`, and the C compiler
compiles it; both work on several modules at once. The compiled modules import each other's C functions, so either all
of them are compiled or none: after any failure, or with PHAZED_UNCOMPILED=1 in the environment, the compiled modules
are removed and the same `.py` files run as plain Python. The reason is printed and, because pip hides output, written
to `core/not_compiled.txt`. With PHAZED_REQUIRE_CORE=1 a core that cannot be compiled is an error instead.

The functions that Cython adds to every module are in one module, `phazed.core._cython`, so they are compiled once.

The compiler optimises with -O3 and writes no debug information, which takes a quarter of its time, unless CFLAGS says
otherwise.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = Path("src")
CORE = SOURCE / "phazed" / "core"
TRANSLATED = Path("build", "cython")
SHARED = "phazed.core._cython"
SHARED_C = TRANSLATED / CORE / "_cython.c"
REASON = "not_compiled.txt"
WITHOUT = """\
the core of phazed is NOT compiled: {reason}
Phazed works all the same, but its expert player thinks much less in its time.\
"""
INSTALL_COMPILER = "install a C compiler, such as gcc, then phazed again"
INSTALL_HEADERS = "install Python's headers (the package python3-dev or python3-devel), then phazed again"
REPORT = "this is a defect of phazed or of the compiler, please report it"


class CompilationFailed(Exception):
    """The compiler's first error, with advice for the user."""

    def __init__(self, reason: str, advice: str) -> None:
        super().__init__(reason)
        self.advice = advice


class BuildCore(build_ext):
    """A build step that compiles every module of the core, or none."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True  # one compiler process per processor

    def run(self) -> None:
        if _is_set("PHAZED_UNCOMPILED"):
            self._go_without("PHAZED_UNCOMPILED asked for that")
            return
        inplace = self.inplace
        try:
            super().run()
            self._record(None)
            return
        except CompilationFailed as error:
            reason = f"{error.args[0]}; {error.advice}"
        except Exception as error:  # plain Python works whatever is missing or broken here
            reason = f"{type(error).__name__}: {' '.join(str(error).split())}; {REPORT}"
        self.inplace = inplace
        self._go_without(reason)
        if _is_set("PHAZED_REQUIRE_CORE"):
            raise SystemExit("PHAZED_REQUIRE_CORE asks for a compiled core")

    def _go_without(self, reason: str) -> None:
        self._remove_compiled()
        self._record(reason)
        self.extensions = []
        self.warn(WITHOUT.format(reason=reason))

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        modules = [extension for extension in self.extensions if extension.name != SHARED]
        translated = cythonize(
            modules,
            build_dir=str(TRANSLATED),
            include_path=[str(SOURCE)],
            nthreads=os.cpu_count() or 1,
            quiet=True,
            shared_utility_qualified_name=SHARED,
        )
        _write_shared_module()
        for extension, in_c in zip(modules, translated, strict=True):
            extension.sources = in_c.sources
        for extension in self.extensions:
            if self.compiler.compiler_type != "msvc":
                flags = os.environ.get("CFLAGS", "")
                extension.extra_compile_args = [
                    flag for option, flag in (("-O", "-O3"), ("-g", "-g0")) if option not in flags
                ]
        self.compiler.call = _with_reasons(self.compiler.call)
        super().build_extensions()

    def _folders(self) -> list[Path]:
        """Return the folders in which this or an earlier build has put compiled modules."""
        return [Path(self.build_lib, "phazed", "core")] + [CORE] * bool(self.inplace)

    def _remove_compiled(self) -> None:
        """Remove the modules compiled for this version of Python."""
        for folder in self._folders():
            for file in (file for suffix in EXTENSION_SUFFIXES for file in folder.glob(f"*{suffix}")):
                file.unlink(missing_ok=True)

    def _record(self, reason: str | None) -> None:
        """Record why the core is not compiled, or remove the record."""
        for folder in self._folders():
            (folder / REASON).unlink(missing_ok=True)
            if reason is not None and folder.exists():
                (folder / REASON).write_text(f"{reason}\n", encoding="utf-8")


def _with_reasons(call: Callable[..., None]) -> Callable[..., None]:
    """Wrap a compiler's `call` so that it raises `CompilationFailed` with the compiler's first error message."""

    def call_and_read(command: list[str], **options: Any) -> None:
        with TemporaryFile() as file:
            failure = None
            try:
                call(command, stdout=file, stderr=subprocess.STDOUT, **options)
            except OSError as error:
                raise CompilationFailed(f"{command[0]}: {error.strerror or error}", INSTALL_COMPILER) from None
            except subprocess.CalledProcessError as error:
                failure = f"{command[0]} ended with exit code {error.returncode}"
            file.seek(0)
            printed = file.read().decode(errors="replace")
        sys.stderr.write(printed)
        if failure is not None:
            reason = next((line for line in printed.splitlines() if re.search(r"\berror\b", line)), failure)
            raise CompilationFailed(reason, INSTALL_HEADERS if "Python.h" in reason else REPORT)

    return call_and_read


def _is_set(switch: str) -> bool:
    return os.environ.get(switch, "0") not in ("", "0")


def _write_shared_module() -> None:
    """Write the C file of the module with Cython's own functions, unless it is newer than this file."""
    if not SHARED_C.exists() or SHARED_C.stat().st_mtime < Path("setup.py").stat().st_mtime:
        SHARED_C.parent.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "cython", f"--generate-shared={SHARED_C}"]
        subprocess.run(command, check=True)  # noqa: S603, the command is ours


def extensions() -> list[Extension]:
    """Return the core's modules: every `.py` file with a `.pxd` of the same name, and the one that they share."""
    types = sorted(CORE.glob("*.pxd"))
    needed = ["setup.py", *map(str, types)]
    shared = Extension(SHARED, [str(SHARED_C)], depends=["setup.py"])
    return [shared] + [
        Extension(f"phazed.core.{path.stem}", [str(path.with_suffix(".py"))], depends=needed)
        for path in types
        if path.with_suffix(".py").exists()
    ]


if __name__ == "__main__":  # the processes that translate in parallel may import this file
    setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCore})
