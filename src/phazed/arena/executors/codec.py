"""The format in which tasks and outcomes are sent between processes: pickled, with bots' files sent separately.

Many tasks involve the same bots, whose files may be large, so a packed task contains only the content hash of each
bot's files. Workers cache the files that they have received. If a worker lacks files because it is new or has evicted
them, the outcome is `FilesMissing`, and the task is sent again with these files attached.

>>> unpack(perform(pack(abs, (-3,), {}).message()))
3
"""

from __future__ import annotations

import io
import pickle
from threading import Lock
from traceback import format_exception
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.bot_files import MAX_BYTES
from phazed.rules.errors import in_words
from phazed.storage.entrant import Entrant

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from typing import TypeAlias

    Digest: TypeAlias = str
    """Content hash: `Entrant.digest`."""
    BotFiles: TypeAlias = tuple[str, tuple[tuple[str, bytes], ...]]
    """`Entrant.main` and `Entrant.files`."""

MAX_CACHED_BYTES = 8 * MAX_BYTES
"""Maximum total size of the files in a worker's cache: enough for two matches between the largest bots."""


class FilesMissing(Exception):
    """An error of a worker that lacks the files with these content hashes."""

    def __init__(self, digests: tuple[Digest, ...]) -> None:
        super().__init__(digests)
        self.digests = digests


class PackedTask(NamedTuple):
    """A function call packed for another process."""

    payload: bytes
    """Pickled function and arguments, without bots' files."""
    files: dict[Digest, BotFiles]
    """Files of all bots that occur in the arguments."""

    def message(self, attached: Collection[Digest] = ()) -> bytes:
        """Return the message for a worker, with the files of the given hashes attached."""
        files = {digest: self.files[digest] for digest in attached}
        return pickle.dumps((self.payload, tuple(self.files), files), pickle.HIGHEST_PROTOCOL)


class _Pickler(pickle.Pickler):
    """A pickler that replaces bots' files with their content hashes, and collects the files."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, pickle.HIGHEST_PROTOCOL)
        self.files: dict[Digest, BotFiles] = {}

    def persistent_id(self, obj: Any) -> tuple[str, Digest] | None:
        if not isinstance(obj, Entrant) or not obj.files:
            return None
        self.files[obj.digest] = (obj.main, obj.files)
        return obj.name, obj.digest


class _Unpickler(pickle.Unpickler):
    """An unpickler that restores bots' files."""

    def __init__(self, file: io.BytesIO, files: Mapping[Digest, BotFiles]) -> None:
        super().__init__(file)
        self._files = files

    def persistent_load(self, pid: Any) -> Entrant:
        name, digest = pid
        entrant = Entrant(name, *self._files[digest])
        entrant.digest = digest  # already known, so it need not be computed
        return entrant


class FileCache:
    """An LRU cache of the bots' files that a worker has received."""

    def __init__(self, max_bytes: int = MAX_CACHED_BYTES) -> None:
        self._max_bytes = max_bytes
        self._files: dict[Digest, BotFiles] = {}
        self._lock = Lock()  # a cluster worker may have several threads

    def resolve(self, needed: Iterable[Digest], attached: Mapping[Digest, BotFiles]) -> dict[Digest, BotFiles]:
        """Return the needed files and cache those attached; raise `FilesMissing` if any are missing."""
        with self._lock:
            known = {**self._files, **attached}
            missing = tuple(digest for digest in needed if digest not in known)
            found = {digest: known[digest] for digest in needed if digest in known}
            for digest in found:
                self._files.pop(digest, None)
            self._files |= found  # these are now the most recently used
            size = sum(map(_size, self._files.values())) if attached else 0
            while size > self._max_bytes:
                size -= _size(self._files.pop(next(iter(self._files))))
        if missing:
            raise FilesMissing(missing)
        return found


def _size(files: BotFiles) -> int:
    return sum(len(data) for _, data in files[1])


_cache = FileCache()


def pack(task: Callable[..., object], args: tuple[object, ...], kwargs: dict[str, object]) -> PackedTask:
    """Pack a function call for another process."""
    file = io.BytesIO()
    pickler = _Pickler(file)
    pickler.dump((task, args, kwargs))
    return PackedTask(file.getvalue(), pickler.files)


def perform(message: bytes, cache: FileCache = _cache) -> bytes:
    """Make the call and return its packed outcome: the result, or the exception with its traceback."""
    try:
        payload, needed, attached = pickle.loads(message)  # noqa: S301 - sent by the parent process
        files = cache.resolve(needed, attached)
        task, args, kwargs = _Unpickler(io.BytesIO(payload), files).load()
        return pickle.dumps((task(*args, **kwargs), None, ""), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        return pack_error(error)


def pack_error(error: BaseException) -> bytes:
    """Return the packed outcome of a task that raised this exception."""
    traceback = "".join(format_exception(error))
    if not _can_be_sent(error):
        error = RuntimeError(in_words(error))
    return pickle.dumps((None, error, traceback))


def _can_be_sent(error: BaseException) -> bool:
    """Return whether the exception can be pickled and raised in the parent without ending it."""
    try:
        return isinstance(pickle.loads(pickle.dumps(error)), Exception)  # noqa: S301 - just pickled
    except Exception:
        return False


def unpack(outcome: bytes) -> Any:
    """Return the result of a task, or raise its exception."""
    result, error, traceback = pickle.loads(outcome)  # noqa: S301 - sent by a worker process
    if error is not None:
        error.add_note(f"In the worker process:\n{traceback}")
        raise error
    return result
