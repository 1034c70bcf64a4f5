"""Phazed: a four-player card game of the rummy family, two variants of it, and the platform around them.

Most users need only this module: `Game`, the course's functions and `explain`. It depends only on the standard library.
The rest of the API is in the packages `rules`, `game` and `bots`.
"""

from phazed.coursework import (
    explain,
    phasedout_group_type,
    phasedout_is_valid_play,
    phasedout_phase_type,
    phasedout_play,
    phasedout_score,
    phazed_bonus,
    phazed_bonus_is_valid_play,
    phazed_bonus_score,
    phazed_group_type,
    phazed_is_valid_play,
    phazed_phase_type,
    phazed_play,
    phazed_score,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.game import Game

__version__ = "0.1.0"

__all__ = [
    "Game",
    "__version__",
    "explain",
    "phasedout_group_type",
    "phasedout_is_valid_play",
    "phasedout_phase_type",
    "phasedout_play",
    "phasedout_score",
    "phazed_bonus",
    "phazed_bonus_is_valid_play",
    "phazed_bonus_score",
    "phazed_group_type",
    "phazed_is_valid_play",
    "phazed_phase_type",
    "phazed_play",
    "phazed_score",
]


def __getattr__(name: str) -> object:
    """Import `Game` on first use, because most bots do not use it and must start fast."""
    if name != "Game":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from phazed.game.game import Game

    return Game
