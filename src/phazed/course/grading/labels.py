"""The rules that a call of a course function tests, the most specific first.

A function with a wrong answer breaks one of them; `findings` infers from all calls which one.

>>> labels("phazed_group_type", (["QS", "KC", "2S", "AD"],), [5])
('2.2', '1.3', '2.1', '2')
>>> labels("phazed_score", (["3D"],), 3)
('1.5',)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.game.pasted import game_and_question
from phazed.game.view import View
from phazed.rules.cards import ACES, COLOUR, VALUE, total_worth
from phazed.rules.course import explain, read_cards, read_groups, read_play
from phazed.rules.errors import InvalidNotation
from phazed.rules.groups import MIN_NATURALS, STAGES, THE_TABLE, Accumulation, Run, SameValue
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset

MALFORMED = "2.5"
"""Rule of groups and phases that are not lists of cards."""
POINTS_RULE = "1.5"
MALFORMED_PLAY = "6.7"
RULE_OF_KIND = {DRAW: "6.1", TAKE: "6.2", LAY_PHASE: "6.3", LAY_OFF: "6.4", DISCARD: "6.5", SKIP: "6.6"}
"""Rule about each kind of play."""
GROUP_RULES = frozenset({"1.4", "2.1", "2.2", "2.5"})
"""Rules that the groups of a phase may break."""


def labels(function: str, arguments: tuple[Any, ...], expected: Any) -> tuple[str, ...]:
    """Return the rules that the call tests, given the right answer."""
    rules, question = game_and_question(function)
    if question == "score":
        return (POINTS_RULE,)
    if question == "group_type":
        found = _of_group(rules, arguments[0], numbers(expected))
    elif question == "phase_type":
        found = _of_phase(rules, arguments[0], numbers(expected))
    elif question == "play":
        found = _of_position(View.from_course(rules, *arguments))
    else:
        refusal = explain(rules, *arguments)
        if refusal is not None:
            found = _of_refusal(refusal.rule, arguments[0])
        else:
            found = _of_valid_play(View.from_course(rules, *arguments[1:]), read_play(rules, arguments[0]))
    return tuple(dict.fromkeys(found))


def numbers(answer: object) -> list[int]:
    """Return the types in an answer of a function that returns types: a list of them, or one, or none."""
    return [each for each in (answer if isinstance(answer, (list, tuple)) else [answer]) if type(each) is int]


def _of_group(rules: Ruleset, group: Any, types: list[int]) -> Iterator[str]:
    try:
        cards = read_cards(rules, group, "group")
    except InvalidNotation:
        cards = ()
    if not cards:
        yield MALFORMED
        return
    if len(types) > 1:
        yield "2.3"
    for number in types:
        yield from _of_cards(rules.kinds[number - 1], cards)
    if not types:
        sized = (kind for kind in rules.kinds if kind.size == len(cards))
        yield from sorted((str(flaw.rule) for kind in sized if (flaw := kind.flaw(cards))), reverse=True)
    yield THE_TABLE


def _of_cards(kind: GroupKind, cards: Cards) -> Iterator[str]:
    """Yield the rules that a group of that kind tests."""
    aces = [card for card in cards if card in ACES]
    if not isinstance(kind, Accumulation):
        naturals = [card for card in cards if card not in ACES]
        if isinstance(kind, Run) and kind.one_colour and any(COLOUR[ace] != COLOUR[naturals[0]] for ace in aces):
            yield "2.2"
        if len(aces) > 1 and len(naturals) == MIN_NATURALS:  # with one ace, this is a set of three like any other
            yield "1.4"
    if aces:
        yield "1.3"
    if isinstance(kind, Run):
        yield "2.1"


def _of_phase(rules: Ruleset, phase: Any, phases: list[int]) -> Iterator[str]:
    try:
        groups = read_groups(rules, phase)
    except InvalidNotation:
        yield MALFORMED
        return
    for number in phases:
        yield from _of_groups(rules.phases[number - 1], groups)
    yield "3.2"


def _of_groups(kinds: tuple[GroupKind, ...], groups: Groups) -> Iterator[str]:
    """Yield the rules that the groups of a phase test."""
    if len(groups) > 1 and all(isinstance(kind, SameValue) for kind in kinds):
        values = [{VALUE[card] for card in group} - {0} for group in groups]
        if values[0] == values[1]:
            yield "3.1"
    for kind, group in zip(kinds, groups):
        yield from _of_cards(kind, group)


def _of_position(seen: View) -> Iterator[str]:
    """Yield the rules about the player's options: to pick up a card, to discard one, or to lay cards off as well."""
    if seen.stage is BEFORE:
        yield "6.1"
    else:
        yield "6.5" if seen.table[seen.seat][0] is None else "6.4"


def _of_refusal(rule: str, play: Any) -> Iterator[str]:
    """Yield the rule that an invalid play breaks, and those that forbid the same for all plays of its kind."""
    yield rule
    if rule != MALFORMED_PLAY:
        if play[0] == LAY_PHASE and rule in GROUP_RULES:
            yield "3.2"
        yield RULE_OF_KIND[play[0]]


def _of_valid_play(seen: View, play: Play) -> Iterator[str]:
    kind, content = play
    if kind == LAY_PHASE:
        phase, groups = seen.rules.declared(content, seen.status[seen.seat])
        yield from _of_groups(seen.rules.phases[phase - 1], groups)
    elif kind == LAY_OFF:
        yield from _of_lay_off(seen, content)
    elif kind == DISCARD:
        if seen.history[-1][1][0] == (TAKE, content):
            yield "4.5"
        if any(total_worth(group) > STAGES[0] for group in _accumulations(seen)):
            yield "5.6"
    yield RULE_OF_KIND[kind]
    if kind == LAY_PHASE:
        yield "3.3"


def _of_lay_off(seen: View, content: Any) -> Iterator[str]:
    card, (target, number, index) = content
    phase, groups = seen.table[target]
    kind, group = seen.rules.phases[(phase or 0) - 1][number], groups[number]  # the play is valid, so there is a phase
    others = (each for each in seen.rules.kinds if each is not kind and each.flaw(group) is None)
    if any(each.refuse(group, card, index) for each in others):
        yield "5.2"
    if len(seen.hand) == 1 and _accumulations(seen):
        yield "5.6"
    yield "5.5" if isinstance(kind, Accumulation) else "5.4" if isinstance(kind, Run) else "5.3"
    if card in ACES:
        yield "1.3"
    if any(play[0] == LAY_PHASE for play in seen.history[-1][1]):
        yield "4.2"
    if target != seen.seat:
        yield "5.1"


def _accumulations(seen: View) -> list[Cards]:
    """Return all accumulations on the table."""
    return [group for phase, groups in seen.table if phase in seen.rules.accumulation_phases for group in groups]
