# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Sums that some cards can make while other cards form a first accumulation."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import FIRST_STAGE


def beside_first_stage(worths: cython.p_int, n: cython.int) -> cython.ulonglong:
    """Return the sums, as bits, that cards can make beside an accumulation of 34; 0 if there is no accumulation.

    A card's worth is at most 13, or 0 if it does not count. Bit t of `sums[13 + s]` is set if disjoint subsets of the
    cards so far sum to s and t. The loop skips every s that the cards so far cannot reach or the remaining cards cannot
    complete.
    """
    sums = cython.declare(cython.ulonglong[48])
    total = 0
    rest = 0
    for s in range(48):
        sums[s] = 0
    sums[13] = 1
    for i in range(n):
        rest += worths[i]
    for i in range(n):
        worth = worths[i]
        total += worth
        rest -= worth
        for s in range(13 + min(total, FIRST_STAGE), 12 + max(FIRST_STAGE - rest, 0), -1):
            sums[s] |= sums[s] << worth | sums[s - worth]
    return sums[13 + FIRST_STAGE]
