"""Sparring partners: players of many styles, for training and evaluating other players.

Each differs from the greedy player in a habit that is common in students' bots, and none is weaker than the beginner.
They are available by name, but are not levels at the table.

The held-out partners combine several habits and are weaker than most of the others. They are excluded from training, to
show whether it generalizes.

>>> sorted(STYLES)
['collector', 'denier', 'drawer', 'erratic', 'hoarder', 'holder', 'keeper', 'late', 'nearest', 'runner', 'shedder']
>>> sorted(HELD_OUT)
['careless', 'magpie', 'novice', 'slow', 'tardy']
"""

from __future__ import annotations

from zlib import crc32

from phazed.bots.greedy import GreedyBot
from phazed.core.encoding import CODES, FREE_ORDER_WEIGHTS, NAMES, data, new_beliefs, new_preferences, play_of, wraps
from phazed.core.knowledge import Contradiction, read
from phazed.core.sparring import Sparring
from phazed.core.values import Values
from phazed.rules.cards import JOKER
from phazed.rules.legality import BEFORE, refuse
from phazed.rules.plays import DISCARD, FROM_THE_DECK, LAY_OFF, LAY_PHASE, SKIP, TAKE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.core.hand import Hand
    from phazed.core.policy import Policy
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

STYLES: dict[str, dict[str, float]] = {
    "collector": {"taking": 2},
    "denier": {"denies": 1},
    "drawer": {"taking": 1},
    "erratic": {"random_share": 0.2},
    "hoarder": {"hoards_aces": 1},
    "holder": {"holding": 3},
    "keeper": {"laying_off": 2},
    "late": {"laying_off": 1},
    "nearest": {"throwing": 1},
    "runner": {"ignores_colours": 1},
    "shedder": {"throwing": 2},
}
"""The habits of the partners used in training, as attributes of `core.sparring.Sparring`."""

HELD_OUT: dict[str, dict[str, float]] = {
    "careless": {"throwing": 1, "random_share": 0.25},
    "magpie": {"taking": 2, "throwing": 1, "laying_off": 1},
    "novice": {"taking": 1, "throwing": 1},
    "slow": {"holding": 2, "throwing": 1, "laying_off": 1},
    "tardy": {"taking": 1, "throwing": 1, "laying_off": 1},
}
"""The habits of the held-out partners."""
HABITS = STYLES | HELD_OUT

CORE_STYLES = ("greedy", "fast")
"""The styles of the core's own policies, indexed by their numbers in `core.policy`."""
ALL_STYLES = (*CORE_STYLES, *STYLES)


def new_partner(rules: Ruleset, name: str, seed: int) -> Sparring:
    """Create the policy of the partner with that name; the seed determines its random choices."""
    partner = Sparring(wraps(rules), Values(wraps(rules), data()), new_beliefs(rules), new_preferences(rules), seed)
    if rules.any_order:
        partner.weight = FREE_ORDER_WEIGHTS
    for habit, number in HABITS[name].items():
        setattr(partner, habit, number)
    return partner


def policy_of(rules: Ruleset, style: str, core: Policy, seed: int) -> tuple[Policy, int]:
    """Return the policy for a style, either `core` or a new partner, and the number of the core style that it plays."""
    if style in CORE_STYLES:
        return core, CORE_STYLES.index(style)
    return new_partner(rules, style, seed), 0


class SparringBot:
    """A sparring partner as a player that chooses plays from views."""

    def __init__(self, rules: Ruleset, name: str, seed: object = 0) -> None:
        self._rules = rules
        self._partner = new_partner(rules, name, crc32(repr(seed).encode()))

    def choose(self, view: View) -> Play:
        try:
            play = self._choose(view, read(view).hand)
        except Contradiction:  # an untrusted view may not correspond to any possible game
            return GreedyBot().choose(view)
        return play if refuse(view, play) is None else GreedyBot().choose(view)

    def _choose(self, view: View, hand: Hand) -> Play:
        partner = self._partner
        if view.stage == BEFORE:
            if view.discard in (None, JOKER) or not partner.takes(hand):
                return FROM_THE_DECK
            return (TAKE, view.discard)
        if not hand.laid[view.seat]:
            kind = partner.phase_to_lay(hand)
            if kind >= 0:
                return play_of(self._rules, view.table, LAY_PHASE, (kind,), partner.find(hand, kind))
        elif plan := partner.lay_offs(hand):
            return play_of(self._rules, view.table, LAY_OFF, plan[0], [])
        card = partner.discard_of(hand)
        if card == CODES[JOKER]:
            return (SKIP, partner.skips(hand))
        return (DISCARD, NAMES[card])
