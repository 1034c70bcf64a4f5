"""Phazed: a four-player card game of the rummy family, its sibling games, and the platform around them.

What a student's bot needs is here and needs nothing but the standard library: the course's functions and `explain`.
Everything else is in the packages `rules`, `game` and `bots`.
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

__version__ = "0.1.0"

__all__ = [
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
