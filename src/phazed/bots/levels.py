"""Players of four levels, for learners; none loses on purpose.

- `beginner` concentrates on its phase: it takes the top discard only to complete the phase, discards the most expensive
  card that its nearest plan can spare, and lays off at most one card per turn.
- `casual` follows its nearest plan: it takes and keeps the cards of this plan, and lays off cards that fit.
- `strong` compares all plans by exact values, and considers the next player's needs. It does not look ahead.
- `expert` samples the hidden hands and plays out every option.
"""

from __future__ import annotations

from phazed.bots.greedy import GreedyBot, best_phase
from phazed.bots.plans import lacking
from phazed.rules.cards import JOKER, POINTS, in_order, without
from phazed.rules.legality import open_accumulation
from phazed.rules.plays import DISCARD, LAY_OFF, SKIP
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import LayOff, Play

LEVELS = ("beginner", "casual", "strong", "expert")
"""The levels, weakest first."""


class CasualBot(GreedyBot):
    """A player that follows its nearest plan."""

    def _last_play(self, view: View) -> Play:
        """Return a skip of the next player or, without a joker, a discard of the most expensive unneeded card."""
        if JOKER in view.hand:
            return (SKIP, (view.seat + 1) % SEATS)
        due = view.rules.due(view.status[view.seat]) if view.table[view.seat][0] is None else ()

        def spared(card: Card) -> tuple[int, int]:
            rest = without(view.hand, (card,))
            lack = min((lacking(view.rules.phases[phase - 1], rest) for phase in due), default=0)
            return -lack, POINTS[card]

        return (DISCARD, max(dict.fromkeys(in_order(view.hand)), key=spared))


class BeginnerBot(CasualBot):
    """A player that concentrates on its phase."""

    def _takes(self, view: View) -> bool:
        if view.discard in (None, JOKER) or view.table[view.seat][0] is not None:
            return False
        return best_phase(view._replace(hand=(*view.hand, view.discard))) is not None

    def _lays_off(self, view: View, lay_offs: list[LayOff]) -> bool:
        if open_accumulation(view.rules, view.table) is not None:  # the turn cannot end like this
            return True
        begun = any(kind == LAY_OFF for kind, _ in view.history[-1][1])
        seat = lay_offs[0][1][1][0]
        return not begun and view.table[seat][0] not in view.rules.accumulation_phases
