"""The aspects of a call: its special features, each with the rule that covers it.

If a function refuses valid calls, it breaks the rule of an aspect that the refused calls share and the others lack;
`findings` infers this aspect. The rule that an invalid play breaks is named by `explain`.

>>> for aspect in aspects("phazed_group_type", (["QS", "KC", "2S", "AD"],), [5])[1:4]:
...     print(aspect.rule, aspect.what)
2.2 an ace of the other colour
2.2 two suits of one colour
2.1 a run round the corner
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.game.pasted import game_and_question
from phazed.game.view import View
from phazed.rules.cards import ACES, COLOUR, VALUE, total_worth
from phazed.rules.course import explain, read_cards, read_groups, read_play
from phazed.rules.errors import InvalidNotation
from phazed.rules.groups import MIN_NATURALS, STAGES, THE_TABLE, Accumulation, Run, SameSuit
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset

MALFORMED = "2.5"
"""Rule for groups and phases that are not lists of cards."""
MALFORMED_PLAY = "6.7"
POINTS_RULE = "1.5"
RULE_OF_KIND = {DRAW: "6.1", TAKE: "6.2", LAY_PHASE: "6.3", LAY_OFF: "6.4", DISCARD: "6.5", SKIP: "6.6"}
"""Rule for each kind of play."""


class Aspect(NamedTuple):
    """A special feature of a call."""

    rule: str
    what: str


def aspects(function: str, arguments: tuple[Any, ...], expected: Any) -> tuple[Aspect, ...]:
    """Return the aspects of a call, given its expected answer."""
    rules, question = game_and_question(function)
    if question == "score":
        found = _of_hand(arguments[0])
    elif question == "group_type":
        found = _of_group(rules, arguments[0], numbers(expected))
    elif question == "phase_type":
        found = _of_phase(rules, arguments[0], numbers(expected))
    elif question == "play":
        found = _of_position(View.from_course(rules, *arguments))
    else:
        refusal = explain(rules, *arguments)
        if refusal is not None:
            found = _of_refusal(rules, refusal.rule, arguments)
        else:
            found = _of_valid_play(View.from_course(rules, *arguments[1:]), read_play(rules, arguments[0]))
    return tuple(dict.fromkeys(found))


def numbers(answer: object) -> list[int]:
    """Return the numbers in an answer, which may be a sequence, a single number, or something else."""
    return [each for each in (answer if isinstance(answer, (list, tuple)) else [answer]) if type(each) is int]


def flaw_aspects(function: str, argument: Any, number: int) -> list[Aspect]:
    """Return the reasons why a group is not of this type, or why groups do not make this phase."""
    rules, question = game_and_question(function)
    try:
        groups = read_groups(rules, argument if question == "phase_type" else [argument])
    except InvalidNotation:
        return [Aspect(MALFORMED, "")]
    if question == "phase_type":
        if not 0 < number <= len(rules.phases):
            return []
        flaw, kinds = rules.phase_flaw(number, groups), rules.phases[number - 1]
        found = [*_wrong_group(rules, number, groups)]
    elif not groups[0]:
        return [Aspect(MALFORMED, "")]
    elif number > len(rules.kinds):
        return [] if rules.accumulation_phases else [Aspect("2.4", "")]
    else:
        kinds = (rules.kinds[number - 1],)
        flaw, found = kinds[0].flaw(groups[0]), []
    for kind, group in zip(kinds, groups):
        naturals = [card for card in group if card not in ACES]
        if isinstance(kind, Accumulation) and len(naturals) < len(group):
            one, other = (len({COLOUR[card] for card in cards}) for cards in (naturals, group))
            if total_worth(group) != kind.size:
                found.append(Aspect("1.3", "what an ace counts in an accumulation"))
            elif kind.one_colour and one < other:
                found.append(Aspect("1.3", "an ace of the other colour in an accumulation"))
    return [*([Aspect(flaw.rule, "")] if flaw else []), *found]


def _of_hand(hand: Any) -> Iterator[Aspect]:
    yield Aspect(POINTS_RULE, "the points of a hand")


def _of_group(rules: Ruleset, group: Any, types: list[int]) -> Iterator[Aspect]:
    try:
        cards = read_cards(rules, group, "group")
    except InvalidNotation:
        cards = ()
    if not cards:
        yield Aspect(MALFORMED, "")
        return
    for number in types:
        yield Aspect(THE_TABLE, f"groups of type {number}")
    for number in types:
        yield from _of_cards(rules.kinds[number - 1], cards)
    if len(types) > 2:
        yield Aspect("2.3", "three types at once")
    if len(types) > 1:
        yield Aspect("2.3", "several types at once")
    if not types:
        sized = (kind for kind in rules.kinds if kind.size == len(cards))
        rule = max((str(flaw.rule) for kind in sized if (flaw := kind.flaw(cards))), default=THE_TABLE)
        yield Aspect(rule, "")
    else:
        yield Aspect(THE_TABLE, "all groups")


def _of_cards(kind: GroupKind, cards: Cards) -> Iterator[Aspect]:
    """Yield the aspects of a group of the given kind."""
    aces = [card for card in cards if card in ACES]
    if isinstance(kind, Accumulation):
        if aces:
            yield Aspect("1.3", "an ace in an accumulation")
            if len(aces) > 1:
                yield Aspect("1.3", "several aces in an accumulation")
        return
    naturals = [card for card in cards if card not in ACES]
    noun = "a run" if isinstance(kind, Run) else "a suit set" if isinstance(kind, SameSuit) else "a set"
    if isinstance(kind, Run):
        if kind.one_colour and any(COLOUR[ace] != COLOUR[naturals[0]] for ace in aces):
            yield Aspect("2.2", "an ace of the other colour")
        if kind.one_colour and len({card[1] for card in naturals}) > 1:
            yield Aspect("2.2", "two suits of one colour")
        if _turns(kind, cards):
            if len(naturals) == len(cards):
                yield Aspect("2.1", "a run round the corner without aces")
            yield Aspect("2.1", "a run round the corner")
        if aces:
            if cards[0] in ACES:
                yield Aspect("1.3", "an ace at the front of a run")
            if cards[-1] in ACES:
                yield Aspect("1.3", "an ace at the end of a run")
            if any(one in ACES and other in ACES for one, other in pairwise(cards)):
                yield Aspect("1.3", "two aces side by side in a run")
    if len(naturals) == MIN_NATURALS and len(aces) > 1:  # with a single ace, this is an ordinary set of three
        yield Aspect("1.4", f"two natural cards in {noun}")
        yield Aspect("1.4", "two natural cards")
    if aces:
        if len(aces) > 1:
            yield Aspect("1.3", f"several aces in {noun}")
        yield Aspect("1.3", f"an ace in {noun}")
        yield Aspect("1.3", "an ace in a set or run")
    if isinstance(kind, Run):
        yield Aspect("2.1", "runs")


def _turns(kind: Run, cards: Cards) -> bool:
    """Return whether a run continues from king to two."""
    at, value = next((at, VALUE[card]) for at, card in enumerate(cards) if VALUE[card])
    return kind.wraps and not 2 <= value - at <= 14 - len(cards)


def _of_phase(rules: Ruleset, phase: Any, phases: list[int]) -> Iterator[Aspect]:
    try:
        groups = read_groups(rules, phase)
    except InvalidNotation:
        yield Aspect(MALFORMED, "")
        return
    yield from (Aspect("3.2", f"phase {number}") for number in phases)
    for number in phases:
        yield from _of_groups(rules.phases[number - 1], groups)
    if len(phases) > 1:
        yield Aspect("3.2", "several phases at once")
    yield Aspect("3.2", "all phases" if phases else "")
    if not phases:
        for number in range(1, len(rules.phases) + 1):
            yield from _wrong_group(rules, number, groups)


def _wrong_group(rules: Ruleset, phase: int, groups: Groups) -> Iterator[Aspect]:
    """Yield the group that keeps the groups from making the phase, if there is exactly one."""
    kinds = rules.phases[phase - 1]
    flawed = [number for number, (kind, group) in enumerate(zip(kinds, groups), 1) if kind.flaw(group)]
    if len(kinds) == len(groups) and len(flawed) == 1:
        yield Aspect("3.2", f"group {flawed[0]} of phase {phase}")


def _of_groups(kinds: tuple[GroupKind, ...], groups: Groups) -> Iterator[Aspect]:
    """Yield the aspects of the groups of a phase."""
    if len(groups) > 1 and not any(isinstance(kind, (Accumulation, Run)) for kind in kinds):
        values = [{VALUE[card] for card in group} - {0} for group in groups]
        if values[0] == values[1]:
            yield Aspect("3.1", "two sets of the same value")
    for kind, group in zip(kinds, groups):
        yield from _of_cards(kind, group)


def _of_position(seen: View) -> Iterator[Aspect]:
    """Yield the rule about the player's options: picking up a card, discarding one, or laying cards off as well."""
    if seen.stage is BEFORE:
        yield Aspect("6.1", "before the pick-up")
    elif seen.table[seen.seat][0] is None:
        yield Aspect("6.5", "without a phase on the table")
    else:
        yield Aspect("6.4", "with a phase on the table")


def _of_refusal(rules: Ruleset, rule: str, arguments: tuple[Any, ...]) -> Iterator[Aspect]:
    """Yield the rule that an invalid play breaks and, for a phase, the group that is wrong."""
    yield Aspect(rule, "")
    if rule in ("1.3", "1.4", "2.1", "2.2", "2.5", "3.2"):
        phase, groups = rules.declared(read_play(rules, arguments[0])[1], arguments[4][arguments[1]])
        yield from _wrong_group(rules, phase, groups)
        yield Aspect("3.2", "the groups of a phase")


def _of_valid_play(seen: View, play: Play) -> Iterator[Aspect]:
    kind, content = play
    if kind == LAY_PHASE:
        phase, groups = seen.rules.declared(content, seen.status[seen.seat])
        yield Aspect("3.2", f"phase {phase}")
        yield from _of_groups(seen.rules.phases[phase - 1], groups)
        if seen.rules.any_order:
            earlier = all(seen.status[seen.seat][: phase - 1])  # type: ignore[index]
            if not earlier:
                yield Aspect("3.3", "a phase out of order")
    elif kind == LAY_OFF:
        yield from _of_lay_off(seen, content)
    elif kind == DISCARD:
        yield from _of_discard(seen, content)
    elif kind == SKIP:
        if any(total_worth(group) > STAGES[0] for group in _accumulations(seen)):
            yield Aspect("5.6", "an accumulation at a later stage")
    elif kind == DRAW:
        if seen.history and seen.history[-1][0] == seen.seat:
            yield Aspect("6.1", "a second turn in a row")
        yield Aspect("6.1", "the first turn" if not seen.history else "a later turn")
    elif kind == TAKE:
        yield Aspect("6.2", "the first turn" if not seen.history else "a later turn")
    if len(seen.history) and seen.history[-1][1][0][0] == TAKE and kind not in (DRAW, TAKE):
        yield Aspect(RULE_OF_KIND[kind], "after a pick-up of the discard")
    if len(seen.history) == 1 and kind not in (DRAW, TAKE):
        yield Aspect(RULE_OF_KIND[kind], "in the first turn of the hand")
    if kind == LAY_PHASE:
        yield Aspect("3.3", "the phase due")
    yield Aspect(RULE_OF_KIND[kind], "all plays of the kind")


def _of_discard(seen: View, card: Any) -> Iterator[Aspect]:
    plays = seen.history[-1][1]
    if plays[0] == (TAKE, card):
        yield Aspect("4.5", "the card taken")
    totals = {total_worth(group) for group in _accumulations(seen)} - {STAGES[0]}
    yield from _of_stages(totals)
    if totals:
        yield Aspect("5.6", "an accumulation at a later stage")
    if _accumulations(seen):
        yield Aspect("5.6", "an accumulation on the table")
    if len(seen.hand) == 1:
        yield Aspect("6.5", "the last card")
    if len(plays) > 1:
        yield Aspect("6.5", "after other plays of the turn")
    if card in ACES:
        yield Aspect("6.5", "an ace")


def _of_stages(totals: set[int]) -> Iterator[Aspect]:
    """Yield the later stages that accumulations have reached."""
    yield from (Aspect("5.5", f"the stage {total}") for total in sorted(totals))
    yield from (
        Aspect("5.5", f"an accumulation at {stage} or more") for stage in STAGES[2:] if max(totals, default=0) >= stage
    )


def _of_lay_off(seen: View, content: Any) -> Iterator[Aspect]:
    card, (target, number, index) = content
    phase, groups = seen.table[target]
    kind, group = seen.rules.phases[(phase or 0) - 1][number], groups[number]  # the play is valid, so there is a phase
    others = [each for each in seen.rules.kinds if each is not kind and each.flaw(group) is None]
    if any(each.refuse(group, card, index) for each in others):
        yield Aspect("5.2", "cards that are also of another type")
    if kind.flaw(group) is not None:
        yield Aspect("5.2", "a group that has grown")
    if len(seen.hand) == 1:
        yield Aspect("5.6", "the last card" if _accumulations(seen) else "the last card, without accumulations")
        if not isinstance(kind, Accumulation):
            yield from _of_stages({total_worth(group) for group in _accumulations(seen)} - {STAGES[0]})
    ace = card in ACES
    if isinstance(kind, Accumulation):
        yield from _of_accumulation(kind, group, card, index)
    elif isinstance(kind, Run):
        yield from _of_run(kind, group, card, index)
    else:
        noun = "a suit set" if isinstance(kind, SameSuit) else "a set"
        if ace:
            yield Aspect("5.3", f"an ace for {noun}")
            yield Aspect("5.3", "an ace for a set")
        if group[0] in ACES:
            yield Aspect("5.3", "a set that begins with an ace")
        if any(each in ACES for each in group):
            yield Aspect("5.3", "a set with an ace")
        if len(group) > kind.size:
            yield Aspect("5.3", "a set that has grown")
        place = "the front" if not index else "the end" if index == len(group) else "a place inside"
        yield Aspect("5.3", f"a card at {place} of a set")
        if index < len(group):
            yield Aspect("5.3", "a card that is not at the end of a set")
        yield Aspect("5.3", f"a card for {noun}")
        yield Aspect("5.3", "cards for sets")
    if ace:
        yield Aspect(
            "1.3", "an ace for a set or run" if not isinstance(kind, Accumulation) else "an ace for an accumulation"
        )
    if any(play[0] == LAY_PHASE for play in seen.history[-1][1]):
        yield Aspect("4.2", "in the turn of the phase")
    elif len(seen.history[-1][1]) > 1:
        yield Aspect("4.2", "a further card in a turn")
    if len(seen.hand) == 2 and isinstance(kind, Accumulation):
        yield Aspect("5.6", "the last card but one")
    if number == 1:
        yield Aspect("5.1", "the second group")
    yield Aspect("5.1", f"a group of player {target}")
    yield Aspect("5.1", "a group of another player" if target != seen.seat else "a group of one's own")


def _of_run(kind: Run, group: Cards, card: Any, index: int) -> Iterator[Aspect]:
    where = "front" if index == 0 else "end"
    noun = "a colour run" if kind.one_colour else "a run"
    at, value = next((at, VALUE[each]) for at, each in enumerate(group) if VALUE[each])
    joins = value - at - 1 if index == 0 else value - at + len(group)
    turned = kind.wraps and not 2 <= value - at <= 14 - len(group)
    if (joins - 2) % 12 + 2 in (2, 13) and kind.wraps and ((joins - 2) % 12 + 2 == 2) is (index != 0):
        yield Aspect("5.4", f"round the corner at the {where}")
        yield Aspect("5.4", "round the corner")
    if turned:
        yield Aspect("5.4", "a run that turns the corner")
    if len(group) == 11:
        yield Aspect("5.4", "the twelfth card")
    if len(group) > kind.size:
        yield Aspect("5.4", f"{noun} that has grown")
    if len(group) >= 8 and kind.one_colour:
        yield Aspect("5.4", "a colour run of eight or more cards")
    if card in ACES:
        if kind.one_colour and COLOUR[card] != COLOUR[group[at]]:
            yield Aspect("5.4", "an ace of the other colour")
        yield Aspect("5.4", f"an ace at the {where}")
        yield Aspect("5.4", "an ace for a run")
    elif group[0 if index == 0 else -1] in ACES:
        yield Aspect("5.4", f"beside an ace at the {where}")
        yield Aspect("5.4", "beside an ace")
    if any(each in ACES for each in group):
        yield Aspect("5.4", "a run with an ace")
    yield Aspect("5.4", f"the {where} of {noun}")
    yield Aspect("5.4", f"the {where} of a run")
    yield Aspect("5.4", f"cards for {noun}")
    yield Aspect("5.4", "cards for runs")


def _of_accumulation(kind: Accumulation, group: Cards, card: Any, index: int) -> Iterator[Aspect]:
    total = total_worth(group)
    after = total + total_worth([card])
    if after in STAGES:
        yield Aspect("5.5", f"the stage {after}")
        yield Aspect("5.5", "up to a stage")
    yield from (Aspect("5.5", f"an accumulation at {stage} or more") for stage in STAGES[1:] if total >= stage)
    low = max((stage for stage in STAGES if stage <= total), default=0)
    yield Aspect("5.5", f"an accumulation from {low} on")
    if after not in STAGES:
        yield Aspect("5.5", "a total between two stages")
    if total not in STAGES:
        yield Aspect("5.7", "from a total between two stages")
    if card in ACES:
        yield Aspect("5.5", "an ace for an accumulation")
    if kind.one_colour:
        yield Aspect("5.5", "a card for an accumulation of one colour")
    if index < len(group):
        yield Aspect("5.5", "a card that is not at the end of an accumulation")
    yield Aspect("5.5", "cards for accumulations")


def _accumulations(seen: View) -> list[Cards]:
    """Return all accumulations on the table."""
    return [group for phase, groups in seen.table if phase in seen.rules.accumulation_phases for group in groups]
