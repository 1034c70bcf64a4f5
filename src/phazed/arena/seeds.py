"""Match seeds, none of which reveals any other.

A bot can find out the seed of its `random` module. This seed must not reveal the deals, even to a bot that tries all
short seeds, so the user's seed is first stretched with scrypt. All other seeds are HMACs of the result, with separate
ones for a match's deals and for its bots' random numbers.

>>> one, other = match_seeds("2026", "0"), match_seeds("2026", "1")
>>> len({one.deals, one.bots, other.deals, other.bots}), one == match_seeds("2026", "0")
(4, True)
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from hashlib import scrypt
from typing import NamedTuple

COST, BLOCK_SIZE = 1 << 16, 8
"""Parameters of scrypt; with these, one attempt takes 64 MB and about 0.2 s."""
SALT = b"phazed"


class MatchSeeds(NamedTuple):
    """The seeds of one match."""

    deals: str
    """Seed of the deals and of the random choices of built-in players."""
    bots: str
    """Seed of the random numbers of sandboxed bots."""


def match_seeds(seed: str, match: str) -> MatchSeeds:
    """Return the seeds of a match, given the seed of its tournament or other event."""
    key = stretch(seed)
    return MatchSeeds(derive(key, f"{match}/deals"), derive(key, f"{match}/bots"))


@lru_cache(maxsize=8)
def stretch(seed: str) -> bytes:
    """Derive a key from the seed, deliberately slowly."""
    memory = 128 * BLOCK_SIZE * (COST + 2)
    return scrypt(seed.encode(), salt=SALT, n=COST, r=BLOCK_SIZE, p=1, maxmem=2 * memory)


def derive(key: bytes, label: str) -> str:
    """Derive a seed from which neither the key nor any other seed can be computed."""
    return hmac.new(key, label.encode(), "sha256").hexdigest()
