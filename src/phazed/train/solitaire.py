"""Computation of the exact solitaire values of `core.values`, by value iteration.

One player picks up a card and discards a card in each turn until the phase is complete. A state describes ten cards by
the facts that matter for the phase. Each phase has its own states; the solver is the same for all phases. For every
state of ten cards and every kind of card, `Solitaire` contains the resulting state of eleven cards with its
probability; for every state of eleven cards, it contains the states of ten cards that a discard can leave.
"""

from __future__ import annotations

from itertools import chain, combinations_with_replacement, product
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from phazed.core.encoding import kinds_of
from phazed.core.finder import Finder
from phazed.core.values import GAMMA
from phazed.rules.rulesets import PHAZED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from numpy.typing import NDArray

    State = tuple[int, ...]
    Added = tuple[State, int, bool]
    """The state after adding a kind of card, the number of unseen cards of that kind, and whether they are aces."""

ACES_OFFERED = 0.15
"""Frequency of aces among top discards, relative to draws; aces are rarely discarded."""
OFFERED = 0.6
"""Frequency of a wanted card among top discards, relative to draws."""
COPIES = 8
"""Number of cards of each value, and of aces, in two decks."""


class Solitaire(NamedTuple):
    """The solitaire game of a phase, as arrays with a column per kind of card; -1 stands for no state."""

    adds: NDArray[Any]
    """The state of eleven cards after each kind of card."""
    chances: NDArray[Any]
    """The probability that each kind is drawn."""
    offers: NDArray[Any]
    """The probability that each kind is the top discard."""
    removes: NDArray[Any]
    """The states of ten cards that a discard from each state of eleven can leave."""
    complete: NDArray[Any]
    """Whether each state of eleven cards contains the phase."""


def solve(game: Solitaire, gamma: float = GAMMA, precision: float = 1e-6) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the value of each state of ten cards, and the value of drawing from the deck."""
    values = np.zeros(len(game.adds))
    missed = 1.0 - game.offers.sum(axis=1)
    while True:
        left = np.where(game.removes >= 0, values[game.removes], -1.0).max(axis=1)
        eleven = np.where(game.complete, 1.0, left)
        after = np.where(game.adds >= 0, eleven[game.adds], 0.0)
        draw = (game.chances * after).sum(axis=1)
        offered = np.maximum(after, draw[:, None])
        new = gamma * ((game.offers * offered).sum(axis=1) + missed * draw)
        change = float(np.abs(new - values).max())
        values = new
        if change < precision:
            return values, draw


def described(
    tens: Iterable[State],
    adds: Callable[[State], Iterator[Added]],
    removes: Callable[[State], Iterator[State]],
    complete: Callable[[State], bool],
) -> tuple[list[State], Solitaire]:
    """Return the sorted states of ten cards and the arrays of the game, from functions that yield successors."""
    states = sorted(set(tens))
    number = {state: i for i, state in enumerate(states)}
    elevens: dict[State, int] = {}
    rows = [
        [(elevens.setdefault(after, len(elevens)), copies, ace) for after, copies, ace in adds(state)]
        for state in states
    ]
    shape = (len(states), max(map(len, rows)))
    to, chances, offers = np.full(shape, -1), np.zeros(shape), np.zeros(shape)
    for i, row in enumerate(rows):
        all_copies = sum(copies for _, copies, _ in row)
        for j, (after_number, copies, ace) in enumerate(row):
            to[i, j] = after_number
            chances[i, j] = copies / all_copies
            offers[i, j] = copies / all_copies * (ACES_OFFERED if ace else 1.0)
    left = [sorted({number[state] for state in removes(eleven)}) for eleven in elevens]
    kept = np.full((len(left), max(map(len, left))), -1)
    for i, few in enumerate(left):
        kept[i, : len(few)] = few
    return states, Solitaire(to, chances, offers, kept, np.array([complete(eleven) for eleven in elevens]))


def _partitions(total: int, most: int) -> Iterator[State]:
    """Yield the partitions of the total into parts of at most `most`, in descending order."""
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in _partitions(total - part, part):
            yield (part, *rest)


def two_sets(size: int) -> NDArray[Any]:
    """Return the values for two sets; a state is the number of aces and the counts of the values, descending."""
    tens = ((aces, *part) for aces in range(COPIES + 1) for part in _partitions(10 - aces, COPIES))
    states, game = described(tens, _sets_adds, _sets_removes, lambda state: _sets_complete(state, size))
    table = np.zeros((2, 6 * 4 * 3 * 3 * 2 * 9))
    for state, *both in zip(states, *solve(game)):
        aces, *counts = state
        held = [counts.count(k) for k in range(6)]
        many = int(max(counts) >= 6)
        index = ((((held[2] * 4 + held[3]) * 3 + held[4]) * 3 + held[5]) * 2 + many) * 9 + aces
        if (
            max(counts) <= 6 or not table[0, index]
        ):  # counts of seven and more share the index of six, which is more frequent
            table[:, index] = both
    return table


def _sets_adds(state: State) -> Iterator[Added]:
    aces, *counts = state
    if aces < COPIES:
        yield (aces + 1, *counts), COPIES - aces, True
    for count in sorted(set(counts) - {COPIES}):
        grown = list(counts)
        grown[counts.index(count)] += 1
        yield (aces, *sorted(grown, reverse=True)), counts.count(count) * (COPIES - count), False
    yield (aces, *counts, 1), (12 - len(counts)) * COPIES, False


def _sets_removes(state: State) -> Iterator[State]:
    aces, *counts = state
    if aces:
        yield (aces - 1, *counts)
    for count in sorted(set(counts)):
        shrunk = list(counts)
        shrunk[counts.index(count)] -= 1
        yield (aces, *sorted(filter(None, shrunk), reverse=True))


def _sets_complete(state: State, size: int) -> bool:
    aces, *counts = state
    first, second, *_ = (*counts, 0, 0)
    if first >= 4 and 2 * size - first <= aces:
        return True  # both sets have the same value
    return second >= 2 and max(size - first, 0) + max(size - second, 0) <= aces


def suit_of_seven() -> NDArray[Any]:
    """Return the values for seven of a suit; a state is the number of aces and the counts of the suits, descending."""
    everything = [
        (aces, *counts, 10 - aces - sum(counts))
        for aces, *counts in product(range(COPIES + 1), range(11), range(11), range(11))
        if sum(counts) <= 10 - aces
    ]
    states, game = described((_by_suit(*each) for each in everything), _suit_adds, _suit_removes, _suit_complete)
    number = {state: i for i, state in enumerate(states)}
    values, draw = solve(game)
    table = np.zeros((2, 11 * 11 * 11 * 9))
    for aces, s, c, h, d in everything:
        i = number[_by_suit(aces, s, c, h, d)]
        table[:, ((s * 11 + c) * 11 + h) * 9 + aces] = values[i], draw[i]
    return table


def _by_suit(aces: int, *counts: int) -> State:
    return (aces, *sorted(counts, reverse=True))


def _suit_adds(state: State) -> Iterator[Added]:
    aces, *counts = state
    if aces < COPIES:
        yield _by_suit(aces + 1, *counts), COPIES - aces, True
    for i, count in enumerate(counts):
        yield _by_suit(aces, *counts[:i], count + 1, *counts[i + 1 :]), 24 - count, False


def _suit_removes(state: State) -> Iterator[State]:
    aces, *counts = state
    if aces:
        yield _by_suit(aces - 1, *counts)
    for i, count in enumerate(counts):
        if count:
            yield _by_suit(aces, *counts[:i], count - 1, *counts[i + 1 :])


def _suit_complete(state: State) -> bool:
    aces, longest, *_ = state
    return longest >= 2 and longest + aces >= 7


def run_of_eight(*, wraps: bool) -> NDArray[Any]:
    """Return the values for a run of eight; a state is the set of values held, as bits, and the number of aces."""
    bits = np.array([bin(mask).count("1") for mask in range(4096)])
    starts = range(12 if wraps else 5)
    windows = [sum(1 << (low + i) % 12 for i in range(8)) for low in starts]
    best = np.max([bits[np.arange(4096) & window] for window in windows], axis=0)
    masks, aces = np.divmod(np.arange(4096 * 9), 9)
    eleven = np.arange(4096 * 9)  # states of eleven cards have the same numbers; the remaining cards are duplicates
    possible = bits[masks] + aces <= 10
    adds = np.full((4096 * 9, 14), -1)
    chances = np.zeros((4096 * 9, 14))
    for value in range(12):
        has = masks >> value & 1 == 1
        adds[:, value] = np.where(has, eleven, (masks | 1 << value) * 9 + aces)
        chances[:, value] = np.where(has, COPIES - 1, COPIES)
    adds[:, 12] = np.where(aces < COPIES, masks * 9 + aces + 1, -1)
    chances[:, 12] = COPIES - aces
    chances /= chances.sum(axis=1)[:, None]
    offers = chances.copy()
    offers[:, 12] *= ACES_OFFERED
    doubles = 11 - bits[masks] - aces
    removes = np.full((4096 * 9, 14), -1)
    for value in range(12):
        removes[:, value] = np.where(masks >> value & 1 == 1, (masks & ~(1 << value)) * 9 + aces, -1)
    removes[:, 12] = np.where(aces > 0, masks * 9 + aces - 1, -1)
    removes[:, 13] = np.where(doubles > 0, eleven, -1)
    complete = (best[masks] >= 2) & (best[masks] + aces >= 8)
    values, draw = solve(Solitaire(adds, chances, offers, removes, complete))
    return np.where(possible, [values, draw], 0.0)


def two_totals(
    holds: Callable[[list[int]], bool],
    on_progress: Callable[[float], None],
    *,
    worths: int = 13,
    cards: int = 10,
) -> NDArray[Any]:
    """Return the values for two accumulations; a state is a multiset of worths, numbered by its rank."""
    tens, elevens = _multisets(worths, cards), _multisets(worths, cards + 1)
    on_progress(0.07)
    adds = np.full((len(tens), worths), -1, dtype=np.int32)
    chances = np.zeros((len(tens), worths), dtype=np.float32)
    for worth in range(worths):
        grown = np.sort(np.column_stack([tens, np.full(len(tens), worth, dtype=np.int8)]), axis=1)
        adds[:, worth] = _rank(grown, worths)
        chances[:, worth] = np.maximum(COPIES - (tens == worth).sum(axis=1), 0)
    chances /= chances.sum(axis=1)[:, None]
    on_progress(0.15)
    removes = np.column_stack([_rank(np.delete(elevens, i, axis=1), worths) for i in range(cards + 1)])
    on_progress(0.26)
    complete = np.array([holds([worth + 1 for worth in row]) for row in elevens.tolist()])
    on_progress(0.51)
    return np.stack(solve(Solitaire(adds, chances, chances, removes.astype(np.int32), complete), precision=1e-5))


def _multisets(worths: int, cards: int) -> NDArray[Any]:
    """Return all multisets of that many cards, sorted by rank, each in ascending order."""
    listed = chain.from_iterable(combinations_with_replacement(range(worths), cards))
    rows = np.fromiter(listed, dtype=np.int8).reshape(-1, cards)
    return rows[np.argsort(_rank(rows, worths))]


def _rank(rows: NDArray[Any], worths: int) -> NDArray[Any]:
    """Return the rank of each multiset, in the order of `core.values`."""
    ranks = np.zeros(len(rows), dtype=np.int64)
    for i in range(rows.shape[1]):
        ranks += np.array([comb(worth + i, i + 1) for worth in range(worths)])[rows[:, i]]
    return ranks


def holds_totals() -> Callable[[list[int]], bool]:
    """Return a function that tells whether cards of given worths contain two accumulations; suits do not matter."""
    finder, phase = Finder(1), kinds_of(PHAZED)[2]
    card = [0, 48, *range(0, 48, 4)]  # a card of each worth; the ace is worth one
    return lambda worths: finder.holds(phase, [card[worth] for worth in worths])


def run_and_set_plan() -> NDArray[Any]:
    """Return the values of a plan for a colour run of four and a set of four, by the cards each lacks and the aces."""
    values = np.zeros((5, 5, 9))
    rate = (1.0 + OFFERED) / 94.0
    for _ in range(200):
        for run, four, aces in product(range(5), range(5), range(9)):
            if run <= 2 and four <= 2 and run + four <= aces:
                values[run, four, aces] = 1.0
                continue
            parts = [(rate * 4 * run, (run - 1, four, aces))] if run else []
            parts += [(rate * (4 + four), (run, four - 1, aces))] if four else []
            parts += [(8 / 94.0 * (1.0 + OFFERED * ACES_OFFERED), (run, four, aces + 1))] if aces < 8 else []
            stay = 1.0 - sum(chance for chance, _ in parts)
            values[run, four, aces] = GAMMA * (
                stay * values[run, four, aces] + sum(chance * values[where] for chance, where in parts)
            )
    return values.reshape(-1)


def tables(on_progress: Callable[[float, float], None]) -> NDArray[Any]:
    """Return all tables, concatenated in the format of `core.values`."""
    parts = [two_sets(3), two_sets(4), suit_of_seven()]
    on_progress(0.002, 1)
    for wraps in (True, False):
        parts.append(run_of_eight(wraps=wraps))
        on_progress(0.03 if wraps else 0.06, 1)
    plan = run_and_set_plan()
    on_progress(0.07, 1)
    parts += [two_totals(holds_totals(), lambda share: on_progress(0.07 + 0.93 * share, 1)), plan]
    on_progress(1, 1)
    return np.round(np.concatenate([part.reshape(-1) for part in parts]) * 65535).astype("<u2")
