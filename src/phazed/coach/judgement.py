"""The value of a play, given what its seat could know.

The expert's search finds the best play. The play made is then compared with it in worlds that the search has not used,
so the difference is not the search's own luck. Both plays are played out in the same worlds. These come from a random
walk, in which neighbouring worlds are alike, so the standard error is estimated from the means of batches.
"""

from __future__ import annotations

from itertools import islice
from math import sqrt
from statistics import fmean, stdev
from zlib import crc32

from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import BETWEEN, WARM_UP, Effort, Thinker
from phazed.core.duel import Duel
from phazed.core.encoding import CODES, perform
from phazed.core.knowledge import read
from phazed.core.policy import GREEDY
from phazed.rules.plays import DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

SEARCH_WORLDS, DUEL_WORLDS, VALUE_WORLDS = 300, 1800, 360
"""Worlds at effort 1: of the search per option, of the comparison of two plays, and of the value of the best play.
"""
BATCHES = 12
NO_LIMIT = 1e9
"""Seconds; a review must not depend on the clock."""

PICK_UP, PHASE, LAYING_OFF, DISCARDING, SKIPPING = KINDS = ("pick-up", "phase", "lay-off", "discard", "skip")
"""Kinds of decisions."""


class Judgement(NamedTuple):
    """A play, compared with the best one."""

    best: Play
    kind: str
    """Kind of the decision, one of `KINDS`."""
    win: float
    """Chance of the seat to win after the play made."""
    best_win: float
    effects: tuple[float, ...]
    """Changes of each seat's chance to win by the play made, compared with the best one; they sum to 0."""
    errors: tuple[float, ...]
    """Standard errors of the effects."""
    seat: int

    @property
    def loss(self) -> float:
        """Loss of chance to win by the play; below 0 if it turned out better than the search's choice."""
        return -self.effects[self.seat]

    @property
    def error(self) -> float:
        """Standard error of the loss."""
        return self.errors[self.seat]


class Judge:
    """Judges plays of one game."""

    def __init__(self, rules: Ruleset, effort: float = 1.0, seed: object = 0) -> None:
        self._thinker = Thinker(rules, Effort(max(round(effort * SEARCH_WORLDS), 40), NO_LIMIT), seed)
        self._factor = effort
        self._seed = seed

    def judge(self, view: View, play: Play, scores: Sequence[float] = (0.0,) * SEATS) -> Judgement | None:
        """Return the judgement of the play in the view; `None` if it was the only legal one."""
        if is_forced(view):
            return None
        with self._thinker.lock:
            knowledge = read(view)
            best = self._thinker.options(view, knowledge, scores, Stopwatch())[0].play
            alike = best == play or self._is_alike(view, knowledge, best, play)
            if alike:
                best = play
            return self._measured(view, knowledge, best, play, scores)

    def _measured(self, view: View, knowledge: Knowledge, best: Play, play: Play, scores: Sequence[float]) -> Judgement:
        thinker = self._thinker
        sampler = thinker.new_sampler(view, knowledge, crc32(repr((self._seed, "judge", *view[1:])).encode()))
        playout = thinker.new_playout({seat: (thinker.theirs, GREEDY) for seat in range(SEATS) if seat != view.seat})
        duel = Duel(playout, thinker.futures, sampler, view.seat, list(scores), BETWEEN)
        first, first_draws = _after(view, knowledge.hand, best)
        second, second_draws = (first, first_draws) if best == play else _after(view, knowledge.hand, play)
        wanted = VALUE_WORLDS if best == play else DUEL_WORLDS
        size = max(round(self._factor * wanted / BATCHES), 2)
        duel.warm_up(WARM_UP)
        rounds = [duel.round(size, first, first_draws, second, second_draws) for _ in range(BATCHES)]
        best_win = fmean(row[0][view.seat] for row in rounds)
        differences = [[row[1][seat] - row[0][seat] for row in rounds] for seat in range(SEATS)]
        effects = tuple(map(fmean, differences))
        return Judgement(
            best=best,
            kind=kind_of(play, best),
            win=best_win + effects[view.seat],
            best_win=best_win,
            effects=effects,
            errors=tuple(stdev(each) / sqrt(BATCHES) for each in differences),
            seat=view.seat,
        )

    def _is_alike(self, view: View, knowledge: Knowledge, best: Play, play: Play) -> bool:
        """Return whether the two plays differ only in the order of lay-offs or of the cards of a phase."""
        if best[0] != play[0]:
            return False
        if play[0] == LAY_OFF:
            return CODES[play[1][0]] in [card for card, _, _ in self._thinker.policy.plan(knowledge.hand)]
        if play[0] == LAY_PHASE:
            ours, theirs = (phase_and_groups(each[1]) for each in (best, play))
            return ours[0] == theirs[0] and [*map(sorted, ours[1])] == [*map(sorted, theirs[1])]
        return False


def _after(view: View, hand: Hand, play: Play) -> tuple[Hand, bool]:
    """Return the position after the play, as its seat knows it, and whether a card must still be drawn in it."""
    if play[0] == DRAW:
        return hand, True
    after = hand.duplicate()
    perform(after, view, play)
    return after, False


def is_forced(view: View) -> bool:
    """Return whether there is only one legal play."""
    return len(list(islice(view.legal_plays, 2))) < 2


def kind_of(play: Play, best: Play) -> str:
    """Return the kind of the decision between the two plays."""
    kinds = (best[0], play[0])
    for number, kind in ((LAY_PHASE, PHASE), (LAY_OFF, LAYING_OFF), (SKIP, SKIPPING)):
        if number in kinds:
            return kind
    return PICK_UP if play[0] in (DRAW, TAKE) else DISCARDING
