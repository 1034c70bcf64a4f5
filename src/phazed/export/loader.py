"""A loader for modules and tables that one file contains as text; `phazed export` copies it into the file."""

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
    """A set of modules in text form, each of which runs when it is first imported.

    Within the bundle, imports of the package find the bundle's modules, never an installed package with the same name.
    The modules are not in `sys.modules`, so no other code finds them.
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
        """Add a module whose source starts at that line of the file."""
        self._sources[name] = (line, source)

    def add_table(self, name: str, width: int, text: str) -> None:
        """Add a table encoded by `packed`."""
        self._tables[name] = (width, text)

    def get_data(self, path: str) -> bytes:
        """Return the content of a table, like the method of Python's loaders; the path's folders are ignored."""
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
        """Return the module with that name, and run it if it has not run yet."""
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
                padded = "\n" * (line - 1) + source  # so that tracebacks have the line numbers of the file
                exec(compile(padded, self._file, "exec", dont_inherit=True), vars(module))  # noqa: S102 - trusted code
        except BaseException:
            del self._modules[name]
            raise
        return module

    def _import(
        self, name: str, its_globals: Any = None, its_locals: Any = None, fromlist: Any = (), level: int = 0
    ) -> ModuleType:
        """Implement `__import__` for the bundle's modules."""
        if level or name.partition(".")[0] != self._package:
            return builtins.__import__(name, its_globals, its_locals, fromlist, level)
        module = self.load(name)
        if not fromlist:
            return self._modules[self._package]
        for each in fromlist:
            if not hasattr(module, each) and f"{name}.{each}" in self._sources:
                self.load(f"{name}.{each}")
        return module
