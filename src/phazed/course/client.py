"""Client for submitting a bot from the command line with a student's personal link.

The requests use only the standard library.
"""

from __future__ import annotations

import io
import json
import time
import zipfile
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import Request, urlopen

from phazed.storage.course.database import ClassError
from phazed.storage.course.submissions import WAITING
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.course.folder import ClassFolder

POLL_SECONDS = 1.0
TIMEOUT = 30.0
MAX_FILES = 200
MADE = frozenset({"__pycache__", "node_modules", "venv", "__MACOSX"})
"""Folders that tools create next to a bot."""


def submit(path: str, link: str) -> dict[str, Any]:
    """Submit a bot and return the server's data about the new version."""
    server, key = read_link(link)
    title, data = read_bot(Path(path))
    made: dict[str, Any] = ask(f"{server}/api/class/submissions?title={quote(title)}", key, data)
    return made


def wait_for_check(link: str, submission: int, on_wait: Callable[[float], object]) -> dict[str, Any]:
    """Wait until a submission has been checked; call `on_wait` with the number of seconds elapsed."""
    server, key = read_link(link)
    begun = time.monotonic()
    while True:
        found: dict[str, Any] = ask(f"{server}/api/class/submissions/{submission}", key)
        if found["state"] != WAITING:
            return found
        on_wait(time.monotonic() - begun)
        time.sleep(POLL_SECONDS)


def read_link(link: str) -> tuple[str, str]:
    """Return the server's address and the key from a personal sign-in link."""
    parts = urlsplit(link)
    if parts.scheme not in ("http", "https") or not parts.netloc or not parts.fragment:
        raise ClassError("--to is your personal sign-in link, such as https://class.example.org/sign-in#12.Xy...")
    return f"{parts.scheme}://{parts.netloc}", parts.fragment


def read_bot(path: Path) -> tuple[str, bytes]:
    """Return the name and the content of the upload; a folder is packed as a zip archive."""
    if not path.is_dir():
        try:
            return path.name, path.read_bytes()
        except OSError as error:
            raise ClassError(f"{path}: {error.strerror}") from None
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        files = [each for each in sorted(path.rglob("*")) if each.is_file() and _belongs(each.relative_to(path))]
        if len(files) > MAX_FILES:
            raise ClassError(f"{path}: a bot has at most {MAX_FILES} files, and there are {len(files)}")
        for file in files:
            archive.write(file, file.relative_to(path).as_posix())
    return f"{path.resolve().name}.zip", packed.getvalue()


def delete_on_server(folder: ClassFolder, number: str) -> str:
    """Have the running server delete the student with this number, and return the student's name."""
    person = folder.people.by_number(number)
    if person is None:
        raise ClassError(f"{folder.path}: there is no student with the number {printable(number)}")
    try:
        address = folder.tables_file.with_name(f"{folder.tables_file.name}.address").read_text(encoding="utf-8")
    except OSError:
        raise ClassError(f"{folder.path}: the server of this class has just started: try again in a moment") from None
    ask(f"{address}/api/class/students/{person.id}/delete", folder.key_of(folder.people.teacher()), b"{}")
    return person.name


def _belongs(file: Path) -> bool:
    """Return whether a file is part of the bot; hidden files, such as Git's, and files created by tools are not."""
    return not any(part.startswith(".") or part in MADE for part in file.parts) and not file.name.endswith(".pyc")


def ask(address: str, key: str, data: bytes | None = None) -> Any:
    """Send a request to the server and return its answer, decoded from JSON."""
    request = Request(address, data, {"Authorization": f"Bearer {key}", "Content-Type": "application/octet-stream"})  # noqa: S310 - http or https
    try:
        with urlopen(request, timeout=TIMEOUT) as answer:  # noqa: S310
            return json.load(answer)
    except HTTPError as error:
        try:
            reason = json.load(error)["error"]
        except (ValueError, KeyError, TypeError):
            reason = f"it answered with the status {error.code}"
        raise ClassError(f"the server refuses: {printable(str(reason))}") from None
    except URLError as error:
        raise ClassError(f"{printable(address.partition('/api')[0])} cannot be reached: {error.reason}") from None
    except (ValueError, OSError, HTTPException) as error:
        raise ClassError(f"the server's answer cannot be read: {error}") from None
