"""A folder of submissions: `.py` files, folders with `bot.py` or `program.py`, and ZIP archives of either.

A submission that cannot be read is listed with the reason, and the others are graded. An archive is read in memory,
within the bounds of `uploads`; nothing is written to the disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.arena.bot_files import BadBot
from phazed.arena.entrants import LoadedEntrants, check_name, load_entrants
from phazed.course.uploads import MAX_UPLOAD, read_upload
from phazed.names import alike
from phazed.text import printable

if TYPE_CHECKING:
    from pathlib import Path

    from phazed.storage.entrant import Entrant

ENDING = ".zip"


def load_submissions(folder: Path) -> LoadedEntrants:
    """Return the submissions in a folder, ordered by name, and the reasons why others cannot be graded."""
    loaded = load_entrants(folder)
    found = {each.name: each for each in loaded.entrants}
    problems = dict(loaded.problems)
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() != ENDING or path.name.startswith((".", "_")):
            continue
        name = path.name if path.stem in {*found, *problems} else path.stem
        try:
            check_name(name)
            if path.is_symlink() or not path.is_file():
                raise BadBot("it is not a regular file; replace it by the archive itself")
            found[name] = _from_archive(path, name)
        except BadBot as error:
            problems[name] = str(error)
    for name, other in alike(found).items():
        problems[name] = f"its name looks like that of {printable(other)!r}: rename one of them"
    return LoadedEntrants(tuple(found[name] for name in sorted(found) if name not in problems), problems)


def _from_archive(path: Path, name: str) -> Entrant:
    """Return the submission in an archive; messages do not name the file, because they are listed by name."""
    if path.stat().st_size > MAX_UPLOAD:
        raise BadBot(f"a submission has at most {MAX_UPLOAD >> 20} MB")
    try:
        return read_upload(path.name, path.read_bytes())._replace(name=name)
    except BadBot as error:
        raise BadBot(str(error).removeprefix(f"{printable(path.name)}: ")) from None
