"""The job of playing a match, as plain data that can be sent to another process or machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from phazed.coach.control import Model
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import MatchNumber


class MatchJob(NamedTuple):
    """The job of playing a match."""

    match: MatchNumber
    game: str
    seed: str
    """Seed of the deals and of the random choices of built-in players."""
    entrants: tuple[Entrant, ...]
    """Players by seat. A job that is sent to a worker has content hashes in place of files: see `executors.codec`."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    """Packages that bots may import."""
    trusted: bool = False
    """Whether bots may run unconfined on a system that cannot confine them."""
    bot_seed: str = ""
    """Seed of the random numbers of sandboxed bots. They can read it, so it must not reveal `seed`: see `seeds`."""
    models: tuple[Model, ...] = ()
    """Models of the players for measuring the luck of the deals: see `coach.control`."""
