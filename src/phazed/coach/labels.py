"""Labels of mistakes, which say in a few words what is wrong with the play made."""

from __future__ import annotations

from phazed.core.duel import (
    DISCARDED,
    IN_PHASE,
    LAID_OFF,
    OTHERS_PHASES,
    OTHERS_POINTS,
    OWN_PHASE,
    OWN_POINTS,
    TAKEN,
)
from phazed.rules.cards import VALUE
from phazed.rules.groups import Accumulation, Run, SameSuit, SameValue
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.bots.contrast import Contrast
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.groups import GroupKind

LEAST = 0.05
"""Minimum difference in the fate of a card for a label."""
USELESS = 0.1
"""Frequency of being played to the table below which a card is considered useless."""


def label_of(view: View, contrast: Contrast) -> str:
    """Return the label for the worse play, the second in the contrast; empty if no fault stands out."""
    best, made = contrast.play[0], contrast.other[0]
    if LAY_PHASE in (best, made):
        if best != made:
            return "held the phase back" if best == LAY_PHASE else "laid the phase too early"
        same = phase_and_groups(contrast.play[1])[0] == phase_and_groups(contrast.other[1])[0]
        return "laid the phase with the wrong cards" if same else "laid the wrong phase"
    if LAY_OFF in (best, made):
        return "kept cards that could be laid off" if best == LAY_OFF else "laid off too early"
    if SKIP in (best, made):
        if best != made:
            return "kept a joker" if best == SKIP else "played a joker too early"
        return "skipped the wrong player"
    if made != DISCARD:
        return "took a card that helps too little" if made == TAKE else "left a useful card on the pile"
    return _discard_label(view, contrast)


def _discard_label(view: View, contrast: Contrast) -> str:
    """Return the label for the discard's effect on the seat's own cards or, if it matters more, on the next player."""
    thrown = str(contrast.other[1])
    own = contrast.parts[OWN_PHASE] + contrast.parts[OWN_POINTS]
    others = contrast.parts[OTHERS_PHASES] + contrast.parts[OTHERS_POINTS]
    used = {_broken(view, thrown): _gain(contrast, IN_PHASE), "threw away a lay-off": _gain(contrast, LAID_OFF)}
    label, effect = max(used.items(), key=lambda pair: pair[1])
    feeds = -_gain(contrast, TAKEN) >= LEAST
    if effect >= LEAST and not (feeds and others > own):
        return label
    if feeds:
        return "fed the next player"
    played = contrast.others[IN_PHASE] + contrast.others[LAID_OFF]
    fate_known = contrast.others[DISCARDED] + played > 0
    return "kept a card that fits nothing" if fate_known and played < USELESS else ""


def _gain(contrast: Contrast, outcome: int) -> float:
    return contrast.gain(outcome) if contrast.rises(outcome, 0.0) or contrast.falls(outcome, 0.0) else 0.0


def _broken(view: View, card: Card) -> str:
    """Return the label for discarding a card that was needed for the phase."""
    status = view.status[view.seat]
    kinds: set[type[GroupKind]] = {
        type(kind) for phase in view.rules.due(status) for kind in view.rules.phases[phase - 1]
    }
    alike = sum(VALUE[other] == VALUE[card] for other in view.hand)
    if SameValue in kinds and VALUE[card] and alike > 1:
        return "broke a pair" if alike == 2 else "broke a set"
    if SameSuit in kinds and VALUE[card]:
        return "discarded a card of the suit"
    if Accumulation in kinds:
        return "discarded a card of an accumulation"
    return "broke a run" if Run in kinds and VALUE[card] else "discarded a card that the phase needed"
