"""Compiles the core; everything else about the package stands in `pyproject.toml`.

Every `src/phazed/core/*.py` that has a `.pxd` of the same name beside it is translated by Cython, with the C in
`build/`, and compiled. The compiled modules import each other's C functions, so either all of them are compiled or none
is: when anything goes wrong, or with PHAZED_UNCOMPILED=1 in the environment, what was compiled is removed, and the same
`.py` files run as plain Python.
"""

from __future__ import annotations

import os
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

SOURCE = Path("src")
CORE = SOURCE / "phazed" / "core"
WITHOUT = """\
the core of phazed is NOT compiled: {reason}.
Phazed works all the same, but its expert player thinks much less in its time.
To have the core compiled, install a C compiler, such as gcc, and Python's headers; then install phazed again.\
"""


class BuildCore(build_ext):
    """Compiles all of the core, or goes without."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or True  # as many at once as there are processors

    def run(self) -> None:
        inplace = self.inplace
        reason = "PHAZED_UNCOMPILED asks for that"
        try:
            if os.environ.get("PHAZED_UNCOMPILED", "0") in ("", "0"):
                super().run()
                return
        except Exception as error:  # whatever is missing or broken here, plain Python works
            reason = f"{type(error).__name__}: {' '.join(str(error).split())}".rstrip(": .")
        self.inplace = inplace
        self._remove_compiled()
        self.extensions = []
        self.warn(WITHOUT.format(reason=reason))

    def build_extensions(self) -> None:
        from Cython.Build import cythonize

        translated = cythonize(self.extensions, build_dir="build/cython", include_path=[str(SOURCE)])
        for extension, in_c in zip(self.extensions, translated, strict=True):
            extension.sources = in_c.sources
            if self.compiler.compiler_type != "msvc":
                extension.extra_compile_args = ["-O3"]
        super().build_extensions()

    def _remove_compiled(self) -> None:
        """Remove what this build, or one before it, has compiled for this Python."""
        folders = [Path(self.build_lib, "phazed", "core")] + [CORE] * bool(self.inplace)
        for file in (file for folder in folders for suffix in EXTENSION_SUFFIXES for file in folder.glob(f"*{suffix}")):
            file.unlink(missing_ok=True)


def extensions() -> list[Extension]:
    """The core's modules: every file that has its C types beside it."""
    types = sorted(CORE.glob("*.pxd"))
    needed = ["setup.py", *map(str, types)]
    return [
        Extension(f"phazed.core.{path.stem}", [str(path.with_suffix(".py"))], depends=needed)
        for path in types
        if path.with_suffix(".py").exists()
    ]


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildCore})
