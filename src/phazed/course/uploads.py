"""Reading an upload, a Python file or a zip archive, in memory and within size limits.

>>> read_upload("my_bot.py", b"def phazed_play(*given): ...").main
'my_bot.py'
>>> read_upload("my_bot.exe", b"MZ")
Traceback (most recent call last):
...
phazed.arena.bot_files.BadBot: my_bot.exe: hand in a Python file (.py) or a zip archive (.zip)
"""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from phazed.arena.bot_files import COMPILED, ELF, IGNORED, MAX_DEPTH, MAX_PATH, BadBot
from phazed.arena.entrants import MAINS
from phazed.course.notebooks import ENDING as NOTEBOOK
from phazed.course.notebooks import python_of
from phazed.storage.entrant import Entrant
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_UPLOAD = 2 << 20
"""Maximum size of an upload, in bytes."""
MAX_UNPACKED = 8 << 20
"""Maximum total size of the files in an archive, in bytes."""
MAX_FILES = 200
MAX_TITLE = 100
ENCRYPTED = 1
"""Flag bit of an encrypted file in an archive."""
FOLDERS_OF_SYSTEMS = {*IGNORED, "__MACOSX"}


def read_upload(title: str, data: bytes) -> Entrant:
    """Return the bot in an uploaded file; raise `BadBot` if the file is not a bot."""
    shown = printable(title)[-MAX_TITLE:]
    if len(data) > MAX_UPLOAD:
        raise BadBot(
            f"{shown}: a submission has at most {MAX_UPLOAD >> 20} MB, and this has {len(data) / (1 << 20):.1f} MB"
        )
    kind = PurePosixPath(title.replace("\\", "/")).suffix.lower()
    if kind not in (".py", ".zip"):
        raise BadBot(f"{shown}: hand in a Python file (.py) or a zip archive (.zip)")
    if not data.strip():
        raise BadBot(f"{shown}: the file is empty")
    if kind == ".zip":
        return _from_archive(shown, data)
    name = PurePosixPath(title.replace("\\", "/")).name
    name = name if name.isascii() and name.removesuffix(".py").isidentifier() and len(name) <= MAX_TITLE else MAINS[0]
    return Entrant(shown, name, ((name, _source(shown, name, data)),))


def _from_archive(title: str, data: bytes) -> Entrant:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = dict(_unpacked(title, archive))
    except BadBot:
        raise
    except Exception as error:  # `zipfile` raises many exceptions for damaged, encrypted or unusual archives
        raise BadBot(f"{title}: this archive cannot be read ({printable(str(error)) or 'it is damaged'})") from None
    files = dict(_without_notebooks(_without_common_folder(files)))
    main = next((name for name in MAINS if name in files), None)
    scripts = [name for name in files if name.endswith(".py") and "/" not in name]
    if main is None and len(scripts) == 1:
        main = scripts[0]
    if main is None:
        raise BadBot(f"{title}: the archive has neither {MAINS[0]} nor {MAINS[1]} at its top, nor a single Python file")
    return Entrant(title, main, tuple(sorted(files.items())))


def _unpacked(title: str, archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file in an archive; raise `BadBot` if a limit is exceeded."""
    members = [each for each in archive.infolist() if not each.is_dir()]
    members = [each for each in members if FOLDERS_OF_SYSTEMS.isdisjoint(each.filename.split("/"))]
    if len(members) > MAX_FILES:
        raise BadBot(f"{title}: a bot has at most {MAX_FILES} files, and these are {len(members)}")
    left, seen = MAX_UNPACKED, set()
    for member in members:
        name = _safe(title, member)
        if name in seen:
            raise BadBot(f"{title}: {printable(name)} is twice in the archive")
        seen.add(name)
        with archive.open(member) as file:
            data = file.read(left + 1)  # no more than the limit, whatever size the archive claims
        left -= len(data)
        if left < 0:
            raise BadBot(f"{title}: a bot has at most {MAX_UNPACKED >> 20} MB, and unpacked this is more")
        yield name, _source(title, name, data)


def _safe(title: str, member: zipfile.ZipInfo) -> str:
    """Return a file's path in the archive; raise `BadBot` for a link or a path that leads out of the bot's folder."""
    name = member.filename
    parts = name.split("/")
    if member.flag_bits & ENCRYPTED:
        raise BadBot(f"{title}: this archive is encrypted: hand it in without a password")
    kind = member.external_attr >> 16 & 0o170000
    if kind not in (0, 0o100000):
        raise BadBot(f"{title}: {printable(name)} is a link or a special file; an archive has regular files only")
    bad = name.startswith("/") or "\\" in name or ":" in name or not name.isprintable()
    if bad or any(part in ("", ".", "..") for part in parts):
        raise BadBot(f"{title}: {printable(name)} is not a path inside of the archive")
    if len(name.encode("utf-8", "replace")) > MAX_PATH or len(parts) > MAX_DEPTH:
        raise BadBot(f"{title}: a path has at most {MAX_PATH} bytes and {MAX_DEPTH} folders")
    return name


def _source(title: str, name: str, data: bytes) -> bytes:
    """Return the file's content unchanged; raise `BadBot` for compiled code."""
    if name.lower().endswith(COMPILED) or data.startswith(ELF):
        raise BadBot(f"{title}: {printable(name)} is compiled code; a submission is Python source and its data")
    return data


def _without_notebooks(files: dict[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield the files, with each notebook as a Python file unless there is a Python file of the same name."""
    for name, data in files.items():
        source = f"{name.removesuffix(NOTEBOOK)}.py"
        if name.endswith(NOTEBOOK) and source not in files:
            yield source, python_of(data)
        else:
            yield name, data


def _without_common_folder(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files with paths relative to the innermost folder that contains all of them, if there is one."""
    tops = {name.partition("/")[0] for name in files}
    if len(tops) != 1 or not all("/" in name for name in files):
        return files
    return _without_common_folder({name.partition("/")[2]: data for name, data in files.items()})
