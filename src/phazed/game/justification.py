"""Explanations of why cards form a group and groups form a phase.

>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> why_group(PHAZED.kinds[3], cards("4H 5S AC 7C 8H AH 0S JC"))
'its values ascend by one: 4H 5S AC=6 7C 8H AH=9 0S JC'
>>> why_group(PHAZED.kinds[6], cards("KS 0C 8C 3S"))
'13 + 10 + 8 + 3 = 34, all black'
"""

from __future__ import annotations

from phazed.rules.cards import COLOUR, POINTS, VALUE, WORTH, value_name
from phazed.rules.groups import Accumulation, Run, SameValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups
    from phazed.rules.rulesets import Ruleset


def why_group(kind: GroupKind, cards: Cards) -> str:
    """Return the reason why the cards form a group of this kind; they are known to form one."""
    colour = f", all {next(COLOUR[card] for card in cards if VALUE[card])}" if kind.one_colour else ""
    if isinstance(kind, Accumulation):
        return f"{' + '.join(str(WORTH[card]) for card in cards)} = {kind.size}{colour}"
    if isinstance(kind, Run):
        return f"its values ascend by one{colour}: {_run(kind, cards)}"
    naturals, aces = [card for card in cards if VALUE[card]], [card for card in cards if not VALUE[card]]
    what = f"value {value_name(VALUE[naturals[0]])}" if isinstance(kind, SameValue) else f"suit {naturals[0][1]}"
    wild = f", and aces are wild: {' '.join(aces)}" if aces else ""
    return f"{len(cards)} cards of {what}: {' '.join(naturals)}{wild}"


def _run(kind: Run, cards: Cards) -> str:
    """Return the cards of a run, with the value that each ace stands for."""
    window = next(values for values in kind.windows if _fits(values, cards))
    return " ".join(card if VALUE[card] else f"{card}={value_name(value)}" for card, value in zip(cards, window))


def _fits(values: tuple[int, ...], cards: Cards) -> bool:
    return all(VALUE[card] in (0, value) for card, value in zip(cards, values))


def why_phase(rules: Ruleset, phase: int, groups: Groups) -> str:
    """Return the reason why the groups form the phase; they are known to form it."""
    kinds = rules.phases[phase - 1]
    reasons = [why_group(kind, group) for kind, group in zip(kinds, groups)]
    return reasons[0] if len(reasons) == 1 else "; ".join(f"group {n}: {why}" for n, why in enumerate(reasons, 1))


def why_points(cards: Cards) -> str:
    """Return the penalty points of the cards as a written sum.

    >>> why_points(("3D", "JC", "AS"))
    '3 + 11 + 25'
    """
    return " + ".join(str(POINTS[card]) for card in cards) or "no cards"
