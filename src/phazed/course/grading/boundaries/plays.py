"""Plays at every boundary of the rules: each kind of play, stage of an accumulation, end of a run, index and moment.

The boundaries are the same for every seed; the seed chooses the cards. Every position comes from a hand that was played
from its deal (`positions`).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from phazed.course.grading.boundaries.accumulations import Accumulations
from phazed.course.grading.boundaries.discards import Discards
from phazed.course.grading.boundaries.phases import Phases
from phazed.course.grading.boundaries.pick_ups import PickUps
from phazed.course.grading.boundaries.positions import Impossible
from phazed.course.grading.boundaries.runs import Runs
from phazed.course.grading.boundaries.sets import Sets
from phazed.game.view import View
from phazed.rules.cards import ACES
from phazed.rules.legality import DURING, open_accumulation
from phazed.rules.rulesets import HAND_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from phazed.course.grading.boundaries.groups import Row
    from phazed.rules.rulesets import Ruleset

MAKERS = (PickUps, Phases, Sets, Runs, Accumulations, Discards)
LATER = (Sets, Runs, Accumulations, Discards)
"""Makers of positions after the pick-up, for functions that choose a play."""
OF_EACH_PART = 24
"""Number of positions from each part, for functions that choose a play."""
ATTEMPTS = 40
"""Maximum number of hands tried for a boundary; some boundaries need cards that are not always available."""


def play_rows(rules: Ruleset, rng: Random) -> Iterator[Row]:
    """Yield the calls of a function that decides whether a play is valid."""
    for maker in MAKERS:
        for part in maker(rules, rng).parts():
            for make in part():
                yield _made(make)


def _made(make: Callable[[], Row]) -> Row:
    reason: Impossible | None = None
    for _ in range(ATTEMPTS):
        try:
            return make()
        except Impossible as error:
            reason = error
    raise Impossible(f"no hand leads to the position: {reason}")


def position_views(rules: Ruleset, rng: Random) -> Iterator[View]:
    """Yield positions after the pick-up: hands with the cards of each phase, and groups to which cards may be added."""
    maker = Phases(rules, rng)
    for phase, due in product(range(1, len(rules.phases) + 1), repeat=2):
        cards = [card for group in maker.groups(phase) for card in group]
        while ACES.intersection(cards) or max(map(cards.count, cards)) > 2:
            cards = [card for group in maker.groups(phase) for card in group]
        extra = ["AS", "AH", "AD"][: HAND_SIZE + 1 - len(cards)] if phase == due else []
        for held in (cards, [*cards, *extra]) if extra else (cards,):
            yield maker.hand().has_completed(0, maker.status(due - 1)).view(" ".join(held))
    for each in LATER:
        for part in each(rules, rng).parts():
            makers = list(part())
            for make in rng.sample(makers, min(len(makers), OF_EACH_PART)):
                _, *arguments = _made(make).arguments
                seen = View.from_course(rules, *arguments)
                if seen.stage is DURING and open_accumulation(rules, seen.table) is None:
                    yield seen
