"""A seat's choices: legal plays, good ways to lay a phase, and flaws in a phase that is being put together."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from phazed.core.encoding import CODES, NAMES, kinds_of, new_policy
from phazed.core.knowledge import read
from phazed.rules.cards import COLOUR, JOKER, VALUE, in_order, total_worth, without
from phazed.rules.groups import AT_A_STAGE, MIN_NATURALS, Accumulation, Run, SameSuit, SameValue, next_stage
from phazed.rules.legal import last_plays, lay_offs
from phazed.rules.legality import BEFORE
from phazed.rules.plays import LAY_PHASE
from phazed.rules.scoring import points
from phazed.rules.ways import phase_ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phazed.answers.table import CheckReply, OpenGroup
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups, Play

MAX_WAYS, MAX_WAYS_COMPARED = 6, 400
"""Maximum numbers of ways to lay a phase that are proposed and that are compared to find the best ones."""


def choices(seen: View, *, ways: int = MAX_WAYS) -> list[Play]:
    """Return the seat's legal plays, with only a selection of the ways to lay each phase."""
    if seen.stage == BEFORE:
        return list(seen.legal_plays)
    hand = in_order(seen.hand)
    plays: list[Play] = []
    if seen.table[seen.seat][0] is None:
        plays += proposals(seen, ways)
    else:
        plays += lay_offs(seen, tuple(dict.fromkeys(hand)))
    if open_group(seen) is None:
        plays += last_plays(seen.seat, hand)
    return plays


def open_group(seen: View) -> OpenGroup | None:
    """Return the accumulation between two stages, which must be completed in this turn, or `None`."""
    for owner, (phase, groups) in enumerate(seen.table):
        for number, group in enumerate(groups if phase in seen.rules.accumulation_phases else ()):
            total = total_worth(group)
            stage = next_stage(total)
            if total not in AT_A_STAGE and stage is not None:
                return {"owner": owner, "group": number, "total": total, "next": stage}
    return None


def proposals(seen: View, most: int = MAX_WAYS) -> list[Play]:
    """Return at most `most` ways to lay each due phase that the hand contains.

    The phase preferred by the expert's fast policy comes first. For each phase, the policy's way is followed by those
    that leave the fewest cards and points after all lay-offs.
    """
    position, policy, kinds = read(seen).hand, new_policy(seen.rules), kinds_of(seen.rules)
    held = [kinds.index(kind) + 1 for kind in policy.holds(position)]
    if not held:
        return []
    best = kinds.index(policy.best_phase(position)) + 1
    hand = in_order(seen.hand)

    def left(phase: int, groups: Groups) -> tuple[int, int]:
        after = position.duplicate()
        after.perform(LAY_PHASE, (kinds[phase - 1],), [[CODES[card] for card in group] for group in groups])
        off = [NAMES[card] for card, _, _ in policy.plan(after)]
        rest = without(tuple(NAMES[card] for card in after.held(seen.seat)), off)
        return len(rest), points(rest)

    found: list[Play] = []
    for phase in sorted(held, key=lambda each: (each != best, each)):
        own = tuple(tuple(NAMES[card] for card in group) for group in policy.find(position, kinds[phase - 1]))
        others = islice(phase_ways(seen.rules.phases[phase - 1], hand), MAX_WAYS_COMPARED)
        ways = [own, *sorted(others, key=lambda groups: left(phase, groups))]
        distinct: dict[tuple[Cards, ...], Groups] = {}
        for way in ways:
            distinct.setdefault(tuple(sorted(map(in_order, way))), way)
        found += [seen.rules.phase_play(phase, groups) for groups in islice(distinct.values(), most)]
    return found


def check(seen: View, phase: int, groups: Groups) -> CheckReply:
    """Return the flaw in each group of a phase that is being put together, and in the whole phase."""
    kinds = seen.rules.phases[phase - 1]
    flaws = [fault(kind, group) if group else None for kind, group in zip(kinds, groups)]
    whole = seen.refuse(seen.rules.phase_play(phase, groups))
    return {
        "kind": "check",
        "flaws": flaws,
        "flaw": None if whole is None else str(whole),
    }


def fault(kind: GroupKind, cards: Cards) -> str | None:
    """Return the flaw in a group that is being put together, preferably one that further cards cannot remove.

    >>> from phazed.rules.groups import SET_OF_3, ACCUMULATION_34
    >>> fault(SET_OF_3, ("3S", "4S"))
    '3S and 4S have different values'
    >>> fault(ACCUMULATION_34, ("KS", "KD", "9C"))
    'adds up to 35, 1 more than 34'
    >>> fault(SET_OF_3, ("3S", "3D"))
    'has 2 cards, but a set of three of one value needs 3: 3S 3D'
    """
    flaw = kind.flaw(cards)
    if flaw is None:
        return None
    if JOKER in cards:
        return "contains a joker, which cannot be part of a group"
    return _lasting(kind, cards) or flaw.reason


def _lasting(kind: GroupKind, cards: Cards) -> str | None:
    naturals = [card for card in cards if VALUE[card]]
    size = kind.size
    found = None
    if isinstance(kind, SameValue):
        found = _different(naturals, VALUE.__getitem__, "values")
    elif isinstance(kind, SameSuit):
        found = _different(naturals, lambda card: card[1], "suits")
    elif isinstance(kind, Run) and kind.one_colour:
        found = _different(naturals, COLOUR.__getitem__, "colours")
    elif isinstance(kind, Accumulation):
        size = len(cards)
        found = _different(cards, COLOUR.__getitem__, "colours") if kind.one_colour else None
        if found is None and (total := total_worth(cards)) > kind.size:
            found = f"adds up to {total}, {total - kind.size} more than {kind.size}"
    if found is None and len(cards) > size:
        return f"has {len(cards) - size} more than {size} cards"
    wild = len(cards) - len(naturals)
    if found is None and not isinstance(kind, Accumulation) and wild > size - MIN_NATURALS:
        return f"has {wild} aces, but needs {MIN_NATURALS} natural cards among its {size}"
    return found


def _different(cards: Iterable[Card], feature: Callable[[Card], object], what: str) -> str | None:
    """Return a message if two of the cards differ in the feature, or `None`."""
    first: Card | None = None
    for card in cards:
        first = first or card
        if feature(card) != feature(first):
            return f"{first} and {card} have different {what}"
    return None
