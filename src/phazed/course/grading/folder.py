"""A folder of submissions: Python files, notebooks, folders, and ZIP archives of any of these.

Every file and folder is either a submission or reported with the reason why it is not one; only hidden ones are
skipped. Archives are read in memory, within the limits in `uploads`; nothing is written to disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.arena.bot_files import IGNORED, BadBot, check_link, read_bot_file, read_bot_folder
from phazed.arena.entrants import MAINS, LoadedEntrants, check_name, load_entrants
from phazed.course.notebooks import ENDING as NOTEBOOK
from phazed.course.notebooks import python_of
from phazed.course.uploads import MAX_UPLOAD, read_upload
from phazed.names import alike, spelled
from phazed.storage.entrant import Entrant
from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

ARCHIVE = ".zip"
SOURCES = (".py", ".pyw")
FORMS = "a submission is a Python file (.py), a notebook (.ipynb), a folder with one of them, or a .zip of either"


def load_submissions(folder: Path, others: Collection[Path] = ()) -> LoadedEntrants:
    """Return the submissions in a folder, ordered by name, and the reasons why other entries cannot be graded.

    `others` are the teacher's files and folders, which are skipped if they are in the folder.
    """
    loaded = load_entrants(folder)
    known = {path.resolve() for path in others}
    found = {each.name: each for each in loaded.entrants}
    problems = dict(loaded.problems)
    for path in sorted(folder.iterdir()):
        plain = path.suffix == ".py" and not path.name.startswith("_")
        if path.name.startswith(".") or path.name in IGNORED:
            continue
        if path.resolve() in known:
            found.pop(path.stem if plain else path.name, None)
            problems.pop(spelled(path.stem if plain else path.name), None)
            continue
        if plain and path.is_file():
            continue  # loaded by load_entrants
        if path.is_dir() and (path.name in found or (path / MAINS[0]).exists() or (path / MAINS[1]).exists()):
            continue
        problems.pop(spelled(path.name), None)
        graded = path.suffix.lower() in (*SOURCES, NOTEBOOK, ARCHIVE)
        name = path.stem if graded and not path.is_dir() and path.stem not in {*found, *problems} else path.name
        try:
            check_name(name)
            found[name] = _read(path, name, folder)
        except (BadBot, OSError) as error:
            problems[spelled(name)] = str(error).removeprefix(f"{path}: ")
    for name, other in alike(found).items():
        problems[name] = f"its name looks like that of {printable(other)!r}: rename one of them"
    return LoadedEntrants(tuple(found[name] for name in sorted(found) if name not in problems), problems)


def _read(path: Path, name: str, folder: Path) -> Entrant:
    """Return the submission in a file or folder of a form that tournaments do not accept."""
    if path.name.startswith("_"):
        raise BadBot("its name begins with _, by which files are left out: rename it")
    check_link(path, folder.resolve())
    if path.is_symlink() or not (path.is_file() or path.is_dir()):
        raise BadBot("it is not a regular file; replace it by the file itself")
    if path.is_dir():
        return _from_folder(path, name)
    ending = path.suffix.lower()
    if ending == ARCHIVE:
        return _from_archive(path, name)
    if ending not in (*SOURCES, NOTEBOOK):
        raise BadBot(FORMS)
    file = read_bot_file(path)
    return Entrant(name, f"{path.stem}.py", ((f"{path.stem}.py", _source(path.name, file.data)),))


def _source(name: str, data: bytes) -> bytes:
    return python_of(data) if name.lower().endswith(NOTEBOOK) else data


def _from_folder(folder: Path, name: str) -> Entrant:
    """Return the submission in a folder with a single Python file or notebook, whatever its name."""
    files = {file.path: file.data for file in read_bot_folder(folder)}
    mains = [path for path in files if "/" not in path and path.lower().endswith((*SOURCES, NOTEBOOK))]
    if len(mains) != 1:
        count = "several Python files" if mains else "no Python file"
        raise BadBot(f"there is neither {MAINS[0]} nor {MAINS[1]} in it, and {count}")
    main = f"{mains[0].rpartition('.')[0]}.py"
    files[main] = _source(mains[0], files.pop(mains[0]))
    return Entrant(name, main, tuple(sorted(files.items())))


def _from_archive(path: Path, name: str) -> Entrant:
    """Return the submission in an archive; error messages omit the file's name, because they are listed by name."""
    if path.stat().st_size > MAX_UPLOAD:
        raise BadBot(f"a submission has at most {MAX_UPLOAD >> 20} MB")
    try:
        return read_upload(path.name, path.read_bytes())._replace(name=name)
    except BadBot as error:
        raise BadBot(str(error).removeprefix(f"{printable(path.name)}: ")) from None
