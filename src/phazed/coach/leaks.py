"""Leaks: recurring weaknesses of a player, each defined by a test on decisions.

Every decision that is not the best one belongs to exactly one leak: the first of `LEAKS` that fits, or else `OTHER`.
`LEAKS` is ordered from specific to general.

>>> from phazed.game.view import View
>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> hand = cards("7S 7D QH QC QD 2S 4D 5D 9H KD")
>>> seen = View(PHAZED, 0, ((None, ()),) * 4, (), (0, 0, 0, 0), hand, "7C")
>>> leak_of(seen, (1, None), (2, "7C")).title
'does not take discards that complete its phase'
"""

from __future__ import annotations

from phazed.coach.situation import Situation
from phazed.rules.cards import ACES, POINTS
from phazed.rules.groups import Accumulation, Run, SameSuit, SameValue
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NamedTuple

    from phazed.game.view import View
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play
else:
    from phazed.rules.namedtuples import NamedTuple


class Leak(NamedTuple):
    """A recurring weakness."""

    name: str
    title: str
    """Description of the weakness, without a subject."""
    advice: str
    """Description of better play."""
    fits: Callable[[Situation], bool]
    """Test for whether a decision that is not the best one shows the weakness."""
    why: Callable[[Situation], str] = lambda found: ""
    """Function that explains such a decision, for weaknesses that the reasons for the best play do not explain."""


def _phase_of(play: Play) -> int | None:
    return phase_and_groups(play[1])[0]


def _pick_up(found: Situation, play: int, *, has_laid: bool) -> bool:
    """Return whether the given pick-up was made instead of the better one, with or without a phase on the table."""
    return found.kinds == ((TAKE, DRAW) if play == TAKE else (DRAW, TAKE)) and found.has_laid == has_laid


def _discard(found: Situation, *, has_laid: bool) -> bool:
    return found.kinds == (DISCARD, DISCARD) and found.has_laid == has_laid


def _breaks(kind: type[GroupKind]) -> Callable[[Situation], bool]:
    def fits(found: Situation) -> bool:
        return _discard(found, has_laid=False) and found.lacks[0] > found.lacks[1] and found.broken is kind

    return fits


def _discards_an_ace(found: Situation) -> bool:
    return (
        _discard(found, has_laid=False)
        and found.discarded in ACES
        and found.better not in ACES
        and found.needs_wild_cards
    )


def _feeds(found: Situation) -> bool:
    return found.kinds == (DISCARD, DISCARD) and bool(
        found.use_for_next(found.discarded) and not found.use_for_next(found.better)
    )


def _loses_plans(found: Situation) -> bool:
    return _discard(found, has_laid=False) and found.plans_kept[0] < found.plans_kept[1]


def _is_dearer(found: Situation) -> bool:
    return POINTS[found.discarded] > POINTS[found.better]


LEAKS = (
    Leak(
        "waits",
        "waits with a complete phase",
        "Lay the phase as soon as it is complete.",
        lambda found: found.kinds[1] == LAY_PHASE != found.kinds[0],
    ),
    Leak(
        "lays too early",
        "lays its phase where waiting would be better",
        "If many cards would be left, keep an accumulation phase back, and go out in the turn in which you lay it.",
        lambda found: found.kinds[0] == LAY_PHASE != found.kinds[1],
    ),
    Leak(
        "wrong phase",
        "lays another phase than the best one",
        "If the hand holds several phases, lay the one that is hardest to complete.",
        lambda found: found.kinds == (LAY_PHASE, LAY_PHASE) and _phase_of(found.play) != _phase_of(found.best),
    ),
    Leak(
        "wrong groups",
        "lays its phase with the wrong cards",
        "Lay the phase in the way that leaves the fewest cards and points after all lay-offs.",
        lambda found: found.kinds == (LAY_PHASE, LAY_PHASE),
    ),
    Leak(
        "no lay-off",
        "does not lay off",
        "After the phase, play every card that fits to the groups on the table before you discard.",
        lambda found: found.kinds[1] == LAY_OFF != found.kinds[0],
    ),
    Leak(
        "wrong lay-off",
        "lays off the wrong cards",
        "Plan the lay-offs of a turn together, so that as many cards as possible are laid off.",
        lambda found: found.kinds[0] == LAY_OFF,
    ),
    Leak(
        "keeps jokers",
        "keeps jokers instead of skipping a player",
        "Play a joker at the end of the turn: it costs 15 points, and a player misses a turn.",
        lambda found: found.kinds[1] == SKIP != found.kinds[0],
    ),
    Leak(
        "wrong skip",
        "skips the wrong player",
        "Skip the player who is nearest to going out or furthest ahead.",
        lambda found: found.kinds == (SKIP, SKIP),
    ),
    Leak(
        "takes for nothing",
        "after its phase, takes discards that it cannot lay off",
        "Once the phase is laid, take a discard only if it can be laid off at once.",
        lambda found: _pick_up(found, TAKE, has_laid=True) and not found.discard_fits_the_table,
    ),
    Leak(
        "takes unneeded",
        "takes discards that no plan needs",
        "Take a discard only if fewer cards of the phase are missing with it; otherwise draw.",
        lambda found: _pick_up(found, TAKE, has_laid=False) and not found.discard_helps,
    ),
    Leak(
        "takes too much",
        "takes discards that help less than a draw",
        "Take a discard for a plan only if that plan is better than those that a drawn card could help.",
        lambda found: found.kinds == (TAKE, DRAW),
    ),
    Leak(
        "misses lay-offs",
        "does not take discards that it could lay off",
        "Once the phase is laid, take a discard that fits a group on the table.",
        lambda found: _pick_up(found, DRAW, has_laid=True),
    ),
    Leak(
        "misses its phase",
        "does not take discards that complete its phase",
        "Before you draw, check whether the top discard completes the phase.",
        lambda found: (
            _pick_up(found, DRAW, has_laid=False) and found.lack_with_discard == 0 < found.lack(found.view.hand)
        ),
    ),
    Leak(
        "misses help",
        "does not take discards that bring its phase nearer",
        "Take a discard that reduces the number of missing cards.",
        lambda found: _pick_up(found, DRAW, has_laid=False) and found.discard_helps,
    ),
    Leak("discards aces", "discards aces", "Keep aces: they are wild in sets and runs.", _discards_an_ace),
    Leak(
        "breaks sets",
        "breaks pairs and sets that its phase needs",
        "Discard single cards first if the phase needs cards of one value.",
        _breaks(SameValue),
    ),
    Leak(
        "breaks runs",
        "breaks runs that its phase needs",
        "Discard duplicate values, and those outside the longest run, first.",
        _breaks(Run),
    ),
    Leak(
        "breaks suits",
        "discards cards of the suit that its phase needs",
        "Count the cards of each suit, and discard those of the rarer suits first.",
        _breaks(SameSuit),
    ),
    Leak(
        "breaks accumulations",
        "discards cards that its accumulations need",
        "Look for two groups of 34 in the hand, and discard a card that neither needs.",
        _breaks(Accumulation),
    ),
    Leak(
        "feeds",
        "feeds the next player",
        "Among equally useless cards, discard one that the next player cannot use: not one that fits the table or goes "
        "with a card they took.",
        _feeds,
        lambda found: found.use_for_next(found.discarded),
    ),
    Leak(
        "by points",
        "discards by points instead of by need",
        "Until the phase is laid, discard the card that helps it least; points only decide between equal cards.",
        lambda found: _loses_plans(found) and _is_dearer(found),
    ),
    Leak(
        "keeps useless",
        "keeps cards that its phase does not use",
        "Discard the cards that belong to no plan for the phase first.",
        _loses_plans,
    ),
    Leak(
        "keeps dear",
        "keeps high cards that its phase does not need",
        "Among equally useless cards, discard the one that costs the most points.",
        lambda found: _discard(found, has_laid=False) and not _is_dearer(found),
    ),
    Leak(
        "keeps dear after",
        "keeps high cards after its phase is laid",
        "Once the phase is laid, first discard the cards that cost the most and fit no group.",
        lambda found: _discard(found, has_laid=True) and not _is_dearer(found),
    ),
    Leak(
        "discards fitting",
        "after its phase, discards cards that it could lay off later",
        "Keep a card for a group that is likely to grow, and discard one that fits no group.",
        lambda found: _discard(found, has_laid=True),
    ),
)
"""Leaks, from specific to general."""
OTHER = Leak(
    "other",
    "other decisions",
    "phazed advise shows what the expert would play in a position, and why.",
    lambda found: True,
)
ERROR = Leak(
    "errors",
    "ends games by errors",
    "Run phazed check: it explains every error, with the call that causes it.",
    lambda found: False,
)
"""Leak that no single decision shows: an error costs the remaining chance of winning."""
BY_NAME = {leak.name: leak for leak in (*LEAKS, OTHER, ERROR)}


def leak_of(view: View, play: Play, best: Play) -> Leak:
    """Return the leak that a play belongs to, given the best play."""
    found = Situation(view, play, best)
    return next((leak for leak in LEAKS if leak.fits(found)), OTHER)
