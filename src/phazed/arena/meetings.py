"""How often each bot placed ahead of each other one."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.arena.ratings import Floats, Results


class Meetings(NamedTuple):
    """For each pair of bots, in the order given: matches that both played to the end, and those in which the one of the
    row placed ahead; equal places count one half."""

    ahead: Floats
    met: Floats

    def row(self, bot: int) -> tuple[list[float], list[int]]:
        """The counts of one bot with all others."""
        return self.ahead[bot].tolist(), self.met[bot].astype(int).tolist()


def meetings(results: Results, order: Sequence[int]) -> Meetings:
    """Count the meetings of all bots, which are numbered by their places in `order`."""
    ahead, met = np.zeros((len(order), len(order))), np.zeros((len(order), len(order)))
    finished = (results.ranks > 0).all(axis=1)
    places, ranks = np.argsort(order)[results.seats[finished]], results.ranks[finished]
    for one, other in permutations(range(SEATS), 2):
        row, column = places[:, one], places[:, other]
        score = (ranks[:, one] < ranks[:, other]) + (ranks[:, one] == ranks[:, other]) / 2
        np.add.at(ahead, (row, column), score)
        np.add.at(met, (row, column), 1)
    return Meetings(ahead, met)
