"""Fingerprints of sequences by winnowing (Schleimer, Wilkerson and Aiken, 2003).

Runs of `RUN` tokens are hashed, and the smallest hash in each window of `WINDOW` successive hashes is a fingerprint.
Few hashes are kept, yet two sequences that share a run of `GUARANTEED` tokens anywhere also share a fingerprint.

>>> first, second = [1] * 40 + list(range(40)), list(range(40)) + [2] * 40
>>> shared = set(fingerprints(first).values()) & set(fingerprints(second).values())
>>> len(fingerprints(first)) < 20, len(shared) > 0
(True, True)
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

RUN = 24
"""Number of tokens in a run; shorter shared runs are not found."""
WINDOW = 9
"""Number of successive hashes of which one is kept."""
GUARANTEED = RUN + WINDOW - 1
"""Minimum length of shared runs that are always found."""
BASE, MODULUS = 1_000_003, (1 << 61) - 1


def run_hashes(codes: Sequence[int]) -> list[int]:
    """Return the hash of the run that starts at each index, using a rolling polynomial hash (Karp and Rabin, 1987)."""
    if len(codes) < RUN:
        return []
    highest = pow(BASE, RUN - 1, MODULUS)
    value = 0
    for code in codes[:RUN]:
        value = (value * BASE + code) % MODULUS
    found = [value]
    for leaving, entering in zip(codes, codes[RUN:]):
        value = ((value - leaving * highest) * BASE + entering) % MODULUS
        found.append(value)
    return found


def fingerprints(codes: Sequence[int]) -> dict[int, int]:
    """Return the fingerprints by index."""
    return winnow(run_hashes(codes))


def winnow(hashes: Sequence[int]) -> dict[int, int]:
    """Return the hashes that are kept, by index."""
    if len(hashes) < WINDOW:
        smallest = min(range(len(hashes)), key=hashes.__getitem__, default=None)
        return {} if smallest is None else {smallest: hashes[smallest]}
    found: dict[int, int] = {}
    chosen = -1
    ascending: deque[int] = deque()  # indices in the window with ascending hashes, so the smallest is the first
    for place, value in enumerate(hashes):
        while ascending and hashes[ascending[-1]] >= value:
            ascending.pop()
        ascending.append(place)
        if ascending[0] <= place - WINDOW:
            ascending.popleft()
        if place >= WINDOW - 1:
            smallest = ascending[0]  # the last of equal hashes, unless the previous choice is still in the window
            if chosen <= place - WINDOW or hashes[chosen] != hashes[smallest]:
                chosen = smallest
                found[chosen] = hashes[chosen]
    return found
