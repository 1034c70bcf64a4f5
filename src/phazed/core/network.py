# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""A small network: two hidden layers of rectified units over a context and a row, to one number, and the row's linear part.

The context is the same for all choices of a decision, so its part of the first layer is computed once. Inputs that are
zero, which most are, cost nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.features import CONTEXT, ROW

    FIRST, SECOND = 32, 16
    INPUTS = CONTEXT + ROW
    WEIGHTS = (INPUTS + 1) * FIRST + (FIRST + 1) * SECOND + SECOND + 1 + ROW


def sizes() -> tuple[int, int, int, int]:
    """How many numbers the context and a row have, and how many units the two hidden layers."""
    return CONTEXT, ROW, FIRST, SECOND


class Network:
    """The weights, and the part of the first layer that the context decides."""

    def __init__(self, weights: Any) -> None:
        if not cython.compiled:
            self.weight = [0.0] * WEIGHTS
            self.base = [0.0] * FIRST
            self.hidden = [0.0] * FIRST
            self.last = [0.0] * SECOND
        i: cython.int
        if len(weights) != WEIGHTS:
            raise ValueError(f"a network has {WEIGHTS} weights, not {len(weights)}")
        for i in range(WEIGHTS):
            self.weight[i] = weights[i]

    def begin(self, context: cython.p_double) -> cython.void:
        """Take the context of a decision."""
        i: cython.int
        j: cython.int
        at: cython.int = INPUTS * FIRST
        x: cython.double
        for j in range(FIRST):
            self.base[j] = self.weight[at + j]
        for i in range(CONTEXT):
            x = context[i]
            if x != 0.0:
                at = i * FIRST
                for j in range(FIRST):
                    self.base[j] += x * self.weight[at + j]

    def value(self, row: cython.p_double) -> cython.double:
        """The number for a row in the context taken last."""
        i: cython.int
        j: cython.int
        at: cython.int
        x: cython.double
        total: cython.double
        for j in range(FIRST):
            self.hidden[j] = self.base[j]
        for i in range(ROW):
            x = row[i]
            if x != 0.0:
                at = (CONTEXT + i) * FIRST
                for j in range(FIRST):
                    self.hidden[j] += x * self.weight[at + j]
        at = (INPUTS + 1) * FIRST + FIRST * SECOND
        for j in range(SECOND):
            self.last[j] = self.weight[at + j]
        for i in range(FIRST):
            x = self.hidden[i]
            if x > 0.0:
                at = (INPUTS + 1) * FIRST + i * SECOND
                for j in range(SECOND):
                    self.last[j] += x * self.weight[at + j]
        at = (INPUTS + 1) * FIRST + (FIRST + 1) * SECOND
        total = self.weight[at + SECOND]
        for j in range(SECOND):
            if self.last[j] > 0.0:
                total += self.last[j] * self.weight[at + j]
        at += SECOND + 1
        for i in range(ROW):
            total += row[i] * self.weight[at + i]
        return total
