"""What goes into a match and what comes out of it: plain data that can be sent to another process or machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from phazed.coach.control import Model
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import MatchNumber


class MatchJob(NamedTuple):
    """A match to be played."""

    match: MatchNumber
    game: str
    seed: str
    """Decides the deals and the random choices of built-in players."""
    entrants: tuple[Entrant, ...]
    """The players, by seat. A job that is sent to a worker names their files by content hash: see `executors.codec`."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    """The packages that bots may import."""
    trusted: bool = False
    """Whether bots may run unconfined on a system that cannot confine them."""
    bot_seed: str = ""
    """Decides the random numbers of bots in sandboxes. They can read it, so it must not reveal `seed`: see `seeds`."""
    models: tuple[Model, ...] = ()
    """Models of the players, by which the luck of the deals is measured: see `coach.control`."""
