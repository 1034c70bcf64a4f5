"""Valid plays of real games with one change, most of which break a rule.

Each change is a function whose name describes it. It takes a view, a valid play in it and random numbers, and returns
the arguments of a validity function, or `None` where it does not apply. The rules decide which rule the result breaks,
if any.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.course.grading.sample_groups import altered_group, similar_card
from phazed.game.view import in_course_form
from phazed.rules.cards import ACES, JOKER
from phazed.rules.legality import put
from phazed.rules.plays import DISCARD, DRAW, DRAWN, LAY_OFF, LAY_PHASE, PICK_UPS, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from phazed.game.view import View
    from phazed.rules.plays import Groups, Play

    Arguments = tuple[Any, ...]
    Change = Callable[[View, Any, Random], Arguments | None]

LAID = (1, (("2S", "2H", "2D"), ("9S", "9H", "9D")))
"""A phase on the table."""
HIGH = "0JQK"
"""Values that increase an accumulation most."""


def arguments_of(seen: View, play: Any) -> Arguments:
    """Return the arguments of a validity function."""
    return (in_course_form(play), *seen.to_course())


# The time in the turn


def _before_the_pick_up(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen._replace(history=seen.history[:-1]), play)


def _second_pick_up(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen._replace(history=(*seen.history, (seen.seat, (DRAWN,)))), play)


def _after_the_discard(seen: View, play: Any, rng: Random) -> Arguments:
    history = seen.history if play[0] in PICK_UPS else seen.history[:-1]
    thrown: Play = (DISCARD, rng.choice(seen.rules.deck))
    return arguments_of(seen._replace(history=(*history, (seen.seat, (DRAWN, thrown)))), play)


# The hand and the discard pile


def _card_not_held(seen: View, play: Any, rng: Random) -> Arguments:
    needed = _cards_of(play)
    hand = list(seen.hand)
    hand[hand.index(rng.choice(needed))] = rng.choice([card for card in seen.rules.deck if card not in needed])
    return arguments_of(seen._replace(hand=tuple(hand)), play)


def _cards_of(play: Any) -> list[str]:
    kind, content = play
    if kind == LAY_PHASE:
        return [card for group in phase_and_groups(content)[1] for card in group]
    return [JOKER] if kind == SKIP else [content[0]] if kind == LAY_OFF else [content]


def _copy_not_held(seen: View, play: Any, rng: Random) -> Arguments:
    """Lay a phase that needs two copies of a card, of which one is held."""
    phase, groups = seen.rules.declared(play[1], seen.status[seen.seat])
    place = rng.randrange(len(groups))
    one, other = rng.sample([at for at, card in enumerate(groups[place]) if card not in ACES], 2)
    group = put(groups[place], one, groups[place][other])
    arguments = _laying(seen, phase, put(groups, place, group))
    arguments[5].remove(group[one])
    return arguments


def _other_discard(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen, (TAKE, similar_card(play[1], rng)))


def _empty_pile(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen._replace(discard=None), play)


# The phase


def _other_phase(seen: View, play: Any, rng: Random) -> Arguments | None:
    phase, groups = phase_and_groups(play[1])
    others = [each for each in range(1, len(seen.rules.phases) + 1) if each != phase]
    return arguments_of(seen, (LAY_PHASE, (rng.choice(others), groups))) if seen.rules.declares else None


def _phase_not_due(seen: View, play: Any, rng: Random) -> Arguments:
    phase, _ = seen.rules.declared(play[1], seen.status[seen.seat])
    done = seen.rules.complete(seen.status[seen.seat], phase)
    if not seen.rules.any_order and rng.random() < 0.5:
        done = max(phase - 2, 0)
    return arguments_of(seen._replace(status=put(seen.status, seen.seat, done)), play)


def _second_phase(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen._replace(table=put(seen.table, seen.seat, LAID)), play)


def _other_cards(seen: View, play: Any, rng: Random) -> Arguments:
    phase, groups = seen.rules.declared(play[1], seen.status[seen.seat])
    place = rng.randrange(len(groups))
    group = altered_group(seen.rules.phases[phase - 1][place], groups[place], rng)
    return _laying(seen, phase, put(groups, place, group))


def _groups_exchanged(seen: View, play: Any, rng: Random) -> Arguments:
    phase, groups = seen.rules.declared(play[1], seen.status[seen.seat])
    return _laying(seen, phase, groups[::-1] if len(groups) > 1 else groups * 2)


def _group_missing(seen: View, play: Any, rng: Random) -> Arguments:
    phase, groups = seen.rules.declared(play[1], seen.status[seen.seat])
    return _laying(seen, phase, groups[:-1])


def _laying(seen: View, phase: int, groups: Groups) -> Arguments:
    """Return the call that lays the groups, all of whose cards are held."""
    needed = [card for group in groups for card in group]
    hand = (*(card for card in seen.hand if card not in needed), *needed)
    return arguments_of(seen._replace(hand=hand), seen.rules.phase_play(phase, groups))


# A card that is laid off


def _without_own_phase(seen: View, play: Any, rng: Random) -> Arguments | None:
    if play[1][1][0] == seen.seat:
        return None
    return arguments_of(seen._replace(table=put(seen.table, seen.seat, (None, ()))), play)


def _other_player(seen: View, play: Any, rng: Random) -> Arguments:
    card, (player, group, index) = play[1]
    absent = [each for each in range(SEATS) if seen.table[each][0] is None]
    return arguments_of(seen, (LAY_OFF, (card, (rng.choice([player - SEATS, SEATS, *absent]), group, index))))


def _other_group(seen: View, play: Any, rng: Random) -> Arguments:
    card, (player, group, index) = play[1]
    count = len(seen.table[player][1])
    return arguments_of(seen, (LAY_OFF, (card, (player, rng.choice([group - count, count]), index))))


def _negative_index(seen: View, play: Any, rng: Random) -> Arguments:
    card, (player, group, _) = play[1]
    length = len(seen.table[player][1][group])
    return arguments_of(seen, (LAY_OFF, (card, (player, group, rng.choice([-1, -length])))))


def _index_beyond(seen: View, play: Any, rng: Random) -> Arguments:
    card, (player, group, _) = play[1]
    length = len(seen.table[player][1][group])
    return arguments_of(seen, (LAY_OFF, (card, (player, group, length + 1))))


def _other_index(seen: View, play: Any, rng: Random) -> Arguments:
    card, (player, group, _) = play[1]
    length = len(seen.table[player][1][group])
    return arguments_of(seen, (LAY_OFF, (card, (player, group, rng.randint(0, length)))))


def _other_card(seen: View, play: Any, rng: Random) -> Arguments:
    card, target = play[1]
    other = similar_card(card, rng)
    hand = tuple(other if each == card else each for each in seen.hand)
    return arguments_of(seen._replace(hand=hand), (LAY_OFF, (other, target)))


def _past_the_stage(seen: View, play: Any, rng: Random) -> Arguments | None:
    """Lay off a high card to an accumulation that has just received one."""
    card, (player, place, index) = play[1]
    phase, groups = seen.table[player]
    if phase not in seen.rules.accumulation_phases:
        return None
    other = rng.choice(HIGH) + card[1]
    table = put(seen.table, player, (phase, put(groups, place, (*groups[place], HIGH[-1] + card[1]))))
    hand = (*seen.hand, other)
    return arguments_of(seen._replace(table=table, hand=hand), (LAY_OFF, (other, (player, place, index))))


def _anywhere(seen: View, play: Any, rng: Random) -> Arguments | None:
    players = [player for player in range(SEATS) if seen.table[player][0] is not None]
    if seen.seat not in players:
        return None
    player = rng.choice(players)
    group = rng.randrange(len(seen.table[player][1]))
    index = rng.choice([0, len(seen.table[player][1][group])])
    return arguments_of(seen, (LAY_OFF, (rng.choice(seen.hand), (player, group, index))))


# The end of the turn


def _accumulation_open(seen: View, play: Any, rng: Random) -> Arguments | None:
    """End the turn, by a discard or with the last card, while an accumulation is between two stages."""
    found = [
        (player, place)
        for player, (phase, groups) in enumerate(seen.table)
        if phase in seen.rules.accumulation_phases
        for place in range(len(groups))
        if play[0] != LAY_OFF or (player, place) != play[1][1][:2]
    ]
    if not found:
        return None
    player, place = rng.choice(found)
    phase, groups = seen.table[player]
    suit = next(card for card in groups[place] if card not in ACES)[1]
    table = put(seen.table, player, (phase, put(groups, place, (*groups[place], rng.choice("23") + suit))))
    hand = (play[1][0],) if play[0] == LAY_OFF else seen.hand
    return arguments_of(seen._replace(table=table, hand=hand), play)


def _skipping_oneself(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen, (SKIP, seen.seat))


def _skipping_nobody(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen, (SKIP, rng.choice([SEATS, -1])))


def _joker_discarded(seen: View, play: Any, rng: Random) -> Arguments:
    return arguments_of(seen, (DISCARD, JOKER))


def _joker_taken(seen: View, play: Any, rng: Random) -> Arguments | None:
    return arguments_of(seen._replace(discard=JOKER), (TAKE, JOKER)) if seen.rules.has_jokers else None


# The form


def _malformed(seen: View, play: Any, rng: Random) -> Arguments:
    kind, content = play
    forms: list[Any] = [(kind,), (str(kind), content), (kind + len(CHANGES), content)]
    if kind != DRAW:
        forms.append((kind, None))
    if kind == LAY_OFF:
        forms.append((kind, (content[0], content[1][:2])))
    if kind in (TAKE, DISCARD):
        forms.append((kind, content.lower()))
    return (rng.choice(forms), *seen.to_course())


_ALWAYS: tuple[Change, ...] = (_after_the_discard, _malformed)
_PICK_UP: tuple[Change, ...] = (*_ALWAYS, _second_pick_up)
_LATER: tuple[Change, ...] = (*_ALWAYS, _before_the_pick_up, _card_not_held)
CHANGES: dict[int, tuple[Change, ...]] = {
    DRAW: _PICK_UP,
    TAKE: (*_PICK_UP, _other_discard, _empty_pile, _joker_taken),
    LAY_PHASE: (
        *(*_LATER, _copy_not_held, _other_phase, _phase_not_due, _second_phase),
        *(_other_cards, _other_cards, _groups_exchanged, _group_missing),
    ),
    LAY_OFF: (
        *(*_LATER, _without_own_phase, _other_player, _other_group, _negative_index, _index_beyond, _other_index),
        *(_other_card, _other_card, _past_the_stage, _anywhere, _accumulation_open),
    ),
    DISCARD: (*_LATER, _anywhere, _accumulation_open),
    SKIP: (*_LATER, _accumulation_open, _skipping_oneself, _skipping_nobody, _joker_discarded),
}
"""Changes that apply to each kind of play; those with many ways to go wrong are listed twice."""
