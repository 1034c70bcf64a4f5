"""Modules and tables that one file holds as text. `phazed export` copies this class into the file that it writes."""

from __future__ import annotations

import builtins
import lzma
from binascii import a2b_base64
from importlib.machinery import ModuleSpec
from types import ModuleType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Bundle:
    """Runs modules under names of their own, each when it is first imported by another one of them.

    An import of theirs that names the package finds its modules here, and never one that is installed under that name.
    They are not in `sys.modules`, so that nobody else finds them either.
    """

    def __init__(self, package: str, prefix: str, file: str) -> None:
        self._package = package
        self._prefix = prefix
        self._file = file
        self._sources: dict[str, tuple[int, str]] = {}
        self._tables: dict[str, tuple[int, str]] = {}
        self._modules: dict[str, ModuleType] = {}
        self._builtins = {**vars(builtins), "__import__": self._import}

    def add_module(self, name: str, line: int, source: str) -> None:
        """Hold a module whose source begins in that line of the file."""
        self._sources[name] = (line, source)

    def add_table(self, name: str, width: int, text: str) -> None:
        """Hold a table that `packed` has made."""
        self._tables[name] = (width, text)

    def get_data(self, path: str) -> bytes:
        """The content of a table; of the path only the name matters. Python's loaders have this method, too."""
        width, text = self._tables[path.replace("\\", "/").rpartition("/")[2]]
        planes = lzma.decompress(a2b_base64(text))
        table = bytearray(len(planes))
        size = len(planes) // width
        for place in range(width):
            table[place::width] = planes[place * size : (place + 1) * size]
        return bytes(table)

    def load_all(self) -> None:
        """Run all modules that have not been imported yet."""
        for name in self._sources:
            self.load(name)

    def load(self, name: str) -> ModuleType:
        """The module of that name, which is run if it has not been yet."""
        if name in self._modules:
            return self._modules[name]
        parent, _, last = name.rpartition(".")
        package = self.load(parent) if parent else None
        is_package = any(each.startswith(f"{name}.") for each in self._sources)
        if name not in self._sources and not is_package:
            raise ModuleNotFoundError(f"{name} is not part of this file", name=name)
        module = ModuleType(f"{self._prefix}.{name}")
        spec = ModuleSpec(module.__name__, self, origin=self._file, is_package=is_package)  # type: ignore[arg-type]
        vars(module).update(__spec__=spec, __file__=self._file, __builtins__=self._builtins)
        self._modules[name] = module
        if package is not None:
            setattr(package, last, module)
        try:
            if name in self._sources:
                line, source = self._sources[name]
                padded = "\n" * (line - 1) + source  # so that a traceback names the lines of the file
                exec(compile(padded, self._file, "exec", dont_inherit=True), vars(module))  # noqa: S102 - our own code
        except BaseException:
            del self._modules[name]
            raise
        return module

    def _import(
        self, name: str, its_globals: Any = None, its_locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> ModuleType:
        """What the modules have in the place of `__import__`, which is what their import statements call."""
        if level or name.partition(".")[0] != self._package:
            return builtins.__import__(name, its_globals, its_locals, fromlist, level)
        module = self.load(name)
        if not fromlist:
            return self._modules[self._package]
        for each in fromlist:
            if not hasattr(module, each) and f"{name}.{each}" in self._sources:
                self.load(f"{name}.{each}")
        return module
