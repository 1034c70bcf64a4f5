# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Subset sums: what cards can add up to beside a first accumulation."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import FIRST_STAGE


def beside_first_stage(worths: cython.p_int, n: cython.int) -> cython.ulonglong:
    """What the cards can add up to beside an accumulation to 34, as bits; 0 if they make none.

    A worth is at most 13, and 0 for a card that counts nothing. Bit t of `sums[13 + s]` says that the cards so far make
    s and, beside it, t. Only those s are looked at that the cards so far can make and those to come can complete.
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
