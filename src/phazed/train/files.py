"""The files of a training folder: the hands played so far, and the list of finished files.

Files are written atomically. The hands of a game are stored with their settings, and `made.json` contains the settings
of every finished file. The same command therefore resumes after an interruption, and other files in the folder are
neither used nor overwritten.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from phazed.rules.errors import PhazedError, shown
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Key = dict[str, Any]
    """Everything that determines a result: the game, seed, number of samples, and code."""

LIST = "made.json"
SAVED = 2.0
"""Minimum seconds between two saves of the hands played."""


class TrainingError(PhazedError):
    """A problem with training that the user can fix."""


def folder(path: Path) -> Path:
    """Create the folder if it does not exist, and return it."""
    if path.exists() and not path.is_dir():
        raise TrainingError(f"{path} is not a folder, so the tables cannot be written there")
    if not path.resolve().parent.is_dir():
        raise TrainingError(f"{path} cannot be created: there is no folder {path.parent}")
    path.mkdir(exist_ok=True)
    return path


def writable(path: Path) -> Path:
    """Check that files can be written to the folder, and return it."""
    write(path / ".writable", b"")
    (path / ".writable").unlink()
    return path


def _read_json(text: bytes) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


class Made:
    """The keys and hashes of the finished files in a folder, by name."""

    def __init__(self, path: Path, *, force: bool) -> None:
        self.path = path
        self.force = force
        self.list = path / LIST
        self.files: dict[str, Any] = {}
        if self.list.exists():
            found = _read_json(self.list.read_bytes())
            if isinstance(found, dict):
                self.files = found
            elif not force:
                raise TrainingError(f"{self.list} was not written by phazed train; --force replaces it")

    def has(self, name: str, key: Key) -> bool:
        """Return whether the file is finished and has the key; unless forced, refuse any other file with its name."""
        file = self.path / name
        if not file.exists():
            return False
        if self.files.get(name) == _entry(key, file.read_bytes()):
            return True
        if not self.force:
            raise TrainingError(f"{file} already exists and was made with other settings; --force overwrites it")
        return False

    def add(self, key: Key, contents: dict[str, bytes]) -> None:
        """Write the list and then the files, so that a file missing after a crash is made again."""
        self.files |= {name: _entry(key, content) for name, content in contents.items()}
        write(self.list, json.dumps(self.files, indent=2, sort_keys=True).encode() + b"\n")
        for name, content in contents.items():
            write(self.path / name, content)


def _entry(key: Key, content: bytes) -> dict[str, Any]:
    return {**key, "sha256": sha256(content).hexdigest()}


class Kept:
    """The finished parts of a task, such as hands, which all have the same length."""

    def __init__(self, file: Path, key: Key, length: int, clock: Callable[[], float], *, force: bool) -> None:
        self.file = file
        self.key = {"kept by": "phazed train", **key}
        self.length = length
        self.clock = clock
        self.saved = clock()
        body = self._load(force=force)
        self.parts = [body[i : i + length] for i in range(0, len(body), length)]
        self.unsaved = 0

    def _load(self, *, force: bool) -> bytes:
        if not self.file.exists():
            return b""
        head, _, body = self.file.read_bytes().partition(b"\n")
        found = _read_json(head)
        flaw = self._flaw(found if isinstance(found, dict) else {}, body)
        if not flaw:
            return body
        if not force:
            raise TrainingError(f"{self.file} {flaw}; --force starts again, --out names another folder")
        return b""

    def _flaw(self, found: dict[str, Any], body: bytes) -> str:
        """Return the reason why the file cannot be used, or an empty string."""
        if found.get("kept by") != self.key["kept by"]:
            return "was not written by phazed train"
        for name, wanted in self.key.items():
            if found.get(name) != wanted:
                return f"was started with {name} {shown(found.get(name))}, not {shown(wanted)}"
        if found != _entry(self.key, body) or len(body) % self.length:
            return "is damaged"
        return ""

    def add(self, part: bytes) -> None:
        """Add the next part, and save unless the last save was recent."""
        self.parts.append(part)
        self.unsaved += 1
        if self.clock() - self.saved >= SAVED:
            self.save()

    def save(self) -> None:
        """Write the file if any parts are unsaved."""
        if self.unsaved:
            body = b"".join(self.parts)
            write(self.file, json.dumps(_entry(self.key, body), sort_keys=True).encode() + b"\n" + body)
            self.unsaved, self.saved = 0, self.clock()

    def forget(self) -> None:
        """Remove the file once the table is finished."""
        self.file.unlink(missing_ok=True)
