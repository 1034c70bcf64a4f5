"""Generation of a dataset of many games as one Parquet file, in several processes and resumable.

The games are divided into parts. Each finished part is written atomically to a folder next to the file; when all parts
are finished, they become the row groups of the file, and the folder is removed. The same command therefore resumes
after an interruption, and always produces the same file, byte for byte.
"""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from multiprocessing import get_context
from typing import TYPE_CHECKING

from phazed import __version__
from phazed.env.extra import needs
from phazed.env.recording import Settings, record
from phazed.env.schema import schema
from phazed.rules.errors import PhazedError
from phazed.writing import write

with needs("data"):
    import pyarrow as pa
    from pyarrow import feather, parquet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from phazed.progress import Progress

CORE_PART, PLAYERS_PART = 250, 5
"""Games per part: the core plays a game in milliseconds, other players take seconds."""
PLAN = "plan.json"
METADATA = b"phazed"
"""Key of the settings in the file's metadata."""


class DatasetError(PhazedError):
    """A problem with a data file that the user can fix."""


class Generation:
    """The generation of one data file."""

    def __init__(self, settings: Settings, games: int, out: Path) -> None:
        self.settings = settings
        self.games = games
        self.out = out

    @property
    def parts(self) -> Path:
        """The folder of the parts, which exists until the file is complete."""
        return self.out.with_name(f".{self.out.name}.parts")

    def run(self, jobs: int, progress: Progress, *, force: bool = False) -> int:
        """Write the file and return its number of rows."""
        self._prepare(force=force)
        numbers = list(self._numbers())
        missing = [part for part in range(len(numbers)) if not self._part(part).exists()]
        done = self.games - sum(len(numbers[part]) for part in missing)
        told = progress.begin("games", already=done)
        for part in self._made(jobs, [(part, numbers[part]) for part in missing]):
            done += len(numbers[part])
            told(done, self.games)
        return self._join(len(numbers), progress)

    def _prepare(self, *, force: bool) -> None:
        """Create the folder for the parts; unless forced, refuse to overwrite the file or parts with other settings."""
        if self.out.is_dir() or not self.out.resolve().parent.is_dir():
            why = "it is a folder" if self.out.is_dir() else "there is no such folder"
            raise DatasetError(f"{self.out} cannot be written: {why}")
        if self.out.exists() and not force:
            raise DatasetError(f"{self.out} already exists; --force overwrites it")
        plan = self._plan()
        kept = self.parts / PLAN
        if self.parts.exists() and (not kept.exists() or kept.read_bytes() != plan):
            if not force:
                raise DatasetError(
                    f"{self.parts} contains parts made with other settings: the original command continues them, "
                    "--force removes them"
                )
            shutil.rmtree(self.parts)
        self.parts.mkdir(exist_ok=True)
        write(kept, plan)

    def _plan(self) -> bytes:
        plan = {"version": __version__, "games": self.games, **self.settings._asdict()}
        return json.dumps(plan, indent=2, sort_keys=True).encode() + b"\n"

    def _numbers(self) -> Iterator[range]:
        """Yield the range of game numbers of each part."""
        size = CORE_PART if self.settings.by_core else PLAYERS_PART
        return (range(first, min(first + size, self.games)) for first in range(0, self.games, size))

    def _part(self, number: int) -> Path:
        return self.parts / f"{number:06d}.arrow"

    def _made(self, jobs: int, parts: Sequence[tuple[int, range]]) -> Iterator[int]:
        """Play these parts, and yield the number of each part once it is written."""
        if jobs == 1 or len(parts) < 2:
            for number, games in parts:
                make_part(self.settings, games, self._part(number))
                yield number
            return
        pool = ProcessPoolExecutor(min(jobs, len(parts)), mp_context=get_context("spawn"))
        try:
            futures = {
                pool.submit(make_part, self.settings, games, self._part(number)): number for number, games in parts
            }
            while futures:
                finished, _ = wait(futures, return_when=FIRST_COMPLETED)
                for future in finished:
                    future.result()
                    yield futures.pop(future)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _join(self, parts: int, progress: Progress) -> int:
        """Combine the parts into the file, and remove them."""
        metadata = {METADATA: self._plan()}
        described = schema(chances=self.settings.chances).with_metadata(metadata)
        joined = self.parts / "joined.parquet"
        told = progress.begin("file")
        rows = 0
        with parquet.ParquetWriter(joined, described, compression="zstd", compression_level=1) as writer:
            for number in range(parts):
                part = feather.read_table(self._part(number)).replace_schema_metadata(metadata)
                writer.write_table(part, row_group_size=len(part))
                rows += len(part)
                told(number + 1, parts)
        os.replace(joined, self.out)
        shutil.rmtree(self.parts)
        return rows


def make_part(settings: Settings, games: Sequence[int], file: Path) -> None:
    """Play the games of a part and write their rows."""
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    feather.write_feather(record(settings, games), beside, compression="lz4")
    os.replace(beside, file)


def how_made(file: Path) -> dict[str, object]:
    """Return the settings with which a data file was generated."""
    try:
        metadata = parquet.read_schema(file).metadata or {}
    except pa.ArrowInvalid:
        metadata = {}
    if METADATA not in metadata:
        raise DatasetError(f"{file} was not made by phazed generate")
    return json.loads(metadata[METADATA])  # type: ignore[no-any-return]
