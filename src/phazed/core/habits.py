# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""The habits of players, counted from their turns, and the styles that they indicate.

A turn is counted in several columns: whether the top discard was taken, whether a phase was laid and how many cards
were left, how many cards were laid off, and the discard. Each style has a probability for each outcome, learned by
`phazed train styles` from games of sparring partners. Bayes' rule converts a player's counts into the posterior
probabilities (shares) of the styles. One share belongs to an unknown style, whose outcomes are closer to equally
likely. The styles' belief weights are averaged with these shares. The unknown style's weights are zero, so beliefs
become weaker if a player does not behave like any known style.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from math import exp, log

    from phazed.core.beliefs import LAID, MODELS, PAIR_FEATURES, Beliefs
    from phazed.core.constants import FIRST_ACE, JOKER, SEATS
    from phazed.core.trace import KEPT, THROWN, Trace

    COLUMNS = 33
    PICK_UP, LAYING, LAY_OFFS, VALUE, AGAIN, COLOUR, FOR_ITSELF, FOR_NEXT = 0, 6, 18, 21, 25, 27, 29, 31
    """The first column of each question."""

QUESTIONS = (2, 2, 2, 3, 3, 3, 3, 3, 4, 2, 2, 2, 2)
"""Number of outcomes of each question, in the order of the columns: pick-ups by the top discard, layings by the turn,
lay-offs, and discards by value, by earlier discards, by colour, and by the cards that the player and the next keep."""
EVIDENCE = 0.75
"""Weight of an outcome, less than 1 because the questions in a turn and a player's turns are correlated."""
UNKNOWN_STYLE = 0.05
"""Prior share of the unknown style."""
EVEN = 0.25
"""Weight of the uniform distribution in the unknown style's outcomes; the rest is the mean of all styles."""


class Habits:
    """The outcomes of each seat's turns, counted by the seat's model in `beliefs` before the turn."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.count = [[[0] * COLUMNS for _ in range(MODELS)] for _ in range(SEATS)]

    def clear(self) -> None:
        for s in range(SEATS):
            for m in range(MODELS):
                for c in range(COLUMNS):
                    self.count[s][m][c] = 0

    def record_turn(
        self,
        trace: Trace,
        seat: cython.int,
        model: cython.int,
        turn: cython.int,
        offered: cython.int,
        took: cython.int,
        played: cython.int,
        left: cython.int,
        thrown: cython.int,
    ) -> None:
        """Validate the arguments and call `count_turn`."""
        if not (0 <= seat < SEATS and 0 <= model < MODELS and turn >= 0 and played >= 0):
            raise ValueError(f"there is no turn {turn} of seat {seat} with model {model} and {played} cards played")
        if not (0 <= thrown <= JOKER and -1 <= offered <= JOKER):
            raise ValueError(f"there is no card {thrown}, or no card {offered}")
        self.count_turn(trace, seat, model, turn, offered, took, played, left, thrown)

    def count_turn(
        self,
        trace: Trace,
        seat: cython.int,
        model: cython.int,
        turn: cython.int,
        offered: cython.int,
        took: cython.int,
        played: cython.int,
        left: cython.int,
        thrown: cython.int,
    ) -> cython.void:
        """Count a turn that ended with a discard, which the trace includes.

        `turn` is the seat's number of previous turns, `offered` the top discard at the start of the turn (-1 if it is
        unknown), `played` the number of cards played to the table, and `left` the number of cards left in the hand.
        """
        same_colour = -1  # excludes the current discard
        other_colour = 0
        next_seat = (seat + 1) & 3
        if 0 <= offered < JOKER:
            value = offered >> 2
            column = PICK_UP + (took != 0)
            if offered < FIRST_ACE:
                i = self._of_value(trace, seat, THROWN, value) - (thrown >> 2 == value)
                column += 2 if i > 0 else 4
            self.count[seat][model][column] += 1
        if model == LAID:
            self.count[seat][model][LAY_OFFS + min(played, 2)] += 1
        else:
            column = LAYING + 3 * min(turn, 3)
            self.count[seat][model][column + (0 if played == 0 else 1 if left <= 2 else 2)] += 1
        if thrown >= JOKER:
            return
        value = thrown >> 2
        self.count[seat][model][VALUE + min(value // 4, 2) + (thrown >= FIRST_ACE)] += 1
        for i in range(13):
            same_colour += trace.count[seat][THROWN][((thrown & 3) >> 1) * 13 + i]
            other_colour += trace.count[seat][THROWN][(1 - ((thrown & 3) >> 1)) * 13 + i]
        if same_colour + other_colour > 0:
            i = self._of_value(trace, seat, THROWN, value) > 1
            self.count[seat][model][AGAIN + i] += 1
        if thrown < FIRST_ACE and same_colour != other_colour:
            self.count[seat][model][COLOUR + (same_colour > other_colour)] += 1
        if self._any(trace, seat):
            i = self._of_value(trace, seat, KEPT, value) > 0
            self.count[seat][model][FOR_ITSELF + i] += 1
        if self._any(trace, next_seat):
            i = self._of_value(trace, next_seat, KEPT, value) > 0
            self.count[seat][model][FOR_NEXT + i] += 1

    def _of_value(self, trace: Trace, seat: cython.int, tally: cython.int, value: cython.int) -> cython.int:
        return trace.count[seat][tally][value] + trace.count[seat][tally][13 + value]

    def _any(self, trace: Trace, seat: cython.int) -> cython.int:
        """Return whether the seat keeps a card that it took from the pile."""
        for i in range(26):
            if trace.count[seat][KEPT][i]:
                return 1
        return 0

    def add(self, other: Habits) -> None:
        for s in range(SEATS):
            for m in range(MODELS):
                for c in range(COLUMNS):
                    self.count[s][m][c] += other.count[s][m][c]

    def counts(self) -> list[list[list[int]]]:
        """Return the counts by seat, model and column."""
        return [[[self.count[s][m][c] for c in range(COLUMNS)] for m in range(MODELS)] for s in range(SEATS)]

    def put(self, counts: list[list[list[int]]]) -> None:
        """Replace the counts with these, which have the form of `counts`."""
        for s in range(SEATS):
            for m in range(MODELS):
                for c in range(COLUMNS):
                    self.count[s][m][c] = counts[s][m][c]


class Styles:
    """The styles that players are compared with: log-probabilities of outcomes, and belief weights."""

    def __init__(self, chances: Any, weights: Any, shared: Any) -> None:
        size = len(chances)
        if chances.shape != (size, MODELS, COLUMNS) or weights.shape != (size, MODELS, PAIR_FEATURES):
            raise ValueError(f"tables with the shapes {chances.shape} and {weights.shape} do not fit together")
        if not cython.compiled:
            self.unknown = [[0.0] * COLUMNS for _ in range(MODELS)]
        self.chances = chances
        self.weights = weights
        self.shared = shared
        self.size = size
        self._fill_unknown()

    def _fill_unknown(self) -> None:
        """Compute the unknown style's log-probabilities: the mean of all styles, mixed with a uniform distribution."""
        for m in range(MODELS):
            c = 0
            for outcomes in QUESTIONS:
                for _ in range(outcomes):
                    usual = 0.0
                    for k in range(self.size):
                        usual += exp(self.chances[k, m, c]) / self.size
                    self.unknown[m][c] = log((1.0 - EVEN) * usual + EVEN / outcomes)
                    c += 1

    def shares(self, habits: Habits, seat: cython.int) -> list[float]:
        """Return the posterior share of each style for a seat's habits; the unknown style comes last."""
        if not 0 <= seat < SEATS:
            raise ValueError(f"there is no seat {seat}")
        unknown = 0.0
        logs = []
        for k in range(self.size):
            total = unknown = 0.0
            for m in range(MODELS):
                for c in range(COLUMNS):
                    if habits.count[seat][m][c]:
                        total += habits.count[seat][m][c] * self.chances[k, m, c]
                        unknown += habits.count[seat][m][c] * self.unknown[m][c]
            logs.append(log((1.0 - UNKNOWN_STYLE) / self.size) + EVIDENCE * total)
        logs.append(log(UNKNOWN_STYLE) + EVIDENCE * unknown)
        most = max(logs)
        likely = [exp(one - most) for one in logs]
        return [one / sum(likely) for one in likely]

    def follow(self, habits: Habits, seat: cython.int, beliefs: Beliefs) -> list[float]:
        """Set the seat's belief weights to an average weighted by the styles' shares; return the shares."""
        shares = self.shares(habits, seat)
        known = 1.0 - shares[self.size]
        for m in range(MODELS):
            for i in range(PAIR_FEATURES):
                beliefs.weights[seat][m][i] = known * self.shared[m, i]
        for k in range(self.size):
            more = shares[k] - known / self.size
            for m in range(MODELS):
                for i in range(PAIR_FEATURES):
                    beliefs.weights[seat][m][i] += more * (self.weights[k, m, i] - self.shared[m, i])
        return shares
