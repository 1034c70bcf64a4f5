"""Validation of the course functions' arguments, which are untrusted (rules 6.7 and 6.8).

All data from students' programs passes through this module. Malformed data raises `InvalidNotation` with a message that
names the faulty part and the expected form.
"""

from __future__ import annotations

from phazed.rules.cards import ALL, ORDER
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.legality import JUDGES, NOTHING_LAID, refuse
from phazed.rules.plays import (
    DISCARD,
    DRAW,
    DRAWN,
    FROM_THE_DECK,
    HIDDEN,
    LAY_OFF,
    LAY_PHASE,
    SKIP,
    TAKE,
)
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phazed.rules.cards import Card, Cards
    from phazed.rules.legality import Laid, Table
    from phazed.rules.plays import Groups, Play, Turn
    from phazed.rules.rulesets import Ruleset, Status


def is_valid(
    rules: Ruleset,
    play: Any,
    player_id: Any,
    table: Any,
    turn_history: Any,
    phase_status: Any,
    hand: Any,
    discard: Any,
) -> bool:
    """Return whether the play is valid; never raise.

    This function is called millions of times. It applies the rules first, because they read only a few of the
    arguments, and checks the form of the arguments only if the rules allow the play.
    """
    try:
        kind, content = play
        position = (rules, player_id, table, turn_history, phase_status, hand, discard)
        if JUDGES[kind](position, content) is not None:
            return False
        if not (
            type(kind) is type(player_id) is int
            and type(play) is tuple
            and type(table) is type(turn_history) is type(phase_status) is type(hand) is list
            and len(table) == len(phase_status) == SEATS
            and 0 <= player_id < SEATS
        ):
            _check_form(rules, play, player_id, table, turn_history, phase_status, hand)
        if not _PLAIN[kind](rules, content):
            read_play(rules, play)
        _check_context(rules, table, turn_history, phase_status, hand, discard)
    except (Exception, SystemExit):  # an untrusted object may raise anything when it is compared or unpacked
        return False
    return True


def explain(
    rules: Ruleset,
    play: Any,
    player_id: Any,
    table: Any,
    turn_history: Any,
    phase_status: Any,
    hand: Any,
    discard: Any,
) -> Refusal | None:
    """Return the reason why the play is invalid, or `None` if and only if it is valid; never raise."""
    arguments = (player_id, table, turn_history, phase_status, hand, discard)
    if is_valid(rules, play, *arguments):
        return None
    try:
        refusal = refuse((rules, *arguments), _read_all(rules, play, *arguments))
        return refusal.kept() if refusal else Refusal("6.7", "the arguments changed while they were being read")
    except InvalidNotation as error:
        return Refusal("6.7", "{}", str(error))
    except (Exception, SystemExit) as error:
        return Refusal("6.7", "the arguments do not have the form described by the course ({})", type(error).__name__)


def _read_all(rules: Ruleset, play: Any, *arguments: Any) -> Play:
    """Return the play as nested tuples, after checking its form and that of all other arguments."""
    player_id, table, turn_history, phase_status, hand, discard = arguments
    read = read_play(rules, play)
    read_player(player_id)
    read_table(rules, table)
    read_history(rules, turn_history)
    read_statuses(rules, phase_status)
    read_cards(rules, hand, "hand")
    if discard is not None:
        _own(rules, discard)
    return read


def _check_form(
    rules: Ruleset, play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any
) -> None:
    """Check the types of the arguments, without looking into sequences."""
    _kind(rules, play)
    read_player(player_id)
    _sequence(table, "table", SEATS)
    _sequence(turn_history, "turn_history")
    _sequence(phase_status, "phase_status", SEATS)
    _sequence(hand, "hand")


def _check_context(rules: Ruleset, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> None:
    """Check that the rest of the position is well-formed; parse in detail only parts that fail the quick checks."""
    cards = rules.cards
    if not cards.issuperset(hand):
        read_cards(rules, hand, "hand")
    if discard is not None and discard not in cards:
        _own(rules, discard)
    if rules.any_order or not rules.statuses.issuperset(phase_status):
        read_statuses(rules, phase_status)
    for phase, groups in table:
        if (phase is not None or groups) and not _is_plainly_laid(rules, phase, groups):
            _laid(rules, phase, groups)
    _check_turns(rules, turn_history)


def _check_turns(rules: Ruleset, turn_history: Any) -> None:
    pick_ups, discards = rules.pick_ups, rules.discards
    for seat, plays in turn_history:
        if type(plays) is list and 0 < len(plays) <= 2:
            first, last = plays[0], plays[-1]
            if (
                type(first) is type(last) is tuple
                and type(seat) is type(first[0]) is int
                and 0 <= seat < SEATS
                and first in pick_ups
                and (last is first or (last in discards if type(last[1]) is str else last[0] == LAY_PHASE))
            ):
                continue
        read_history(rules, [(seat, plays)])


def _is_plainly_laid(rules: Ruleset, phase: Any, groups: Any) -> bool:
    if type(phase) is not int or len(groups) != rules.group_counts.get(phase):
        return False
    for group in groups:  # noqa: SIM110 - a loop is faster
        if type(group) is not list or not rules.cards.issuperset(group):
            return False
    return True


def _is_plain_draw(rules: Ruleset, content: Any) -> bool:
    return content is None or (type(content) is str and (content in rules.cards or content == HIDDEN))


def _is_plain_card(rules: Ruleset, content: Any) -> bool:
    return type(content) is str and content in rules.cards


def _is_plain_phase_play(rules: Ruleset, content: Any) -> bool:
    groups = content
    if rules.declares:
        phase, groups = content
        if type(phase) is not int or type(content) is not tuple:
            return False
    for group in groups:
        if type(group) is not list:
            return False
    return type(groups) is list


def _is_plain_lay_off(rules: Ruleset, content: Any) -> bool:
    card, target = content
    seat, group, index = target
    return (
        type(content) is type(target) is tuple
        and type(seat) is type(group) is type(index) is int
        and type(card) is str
        and card in rules.cards
    )


def _is_plain_player(_: Ruleset, content: Any) -> bool:
    return type(content) is int


_PLAIN = {
    DRAW: _is_plain_draw,
    TAKE: _is_plain_card,
    LAY_PHASE: _is_plain_phase_play,
    LAY_OFF: _is_plain_lay_off,
    DISCARD: _is_plain_card,
    SKIP: _is_plain_player,
}
"""A quick check of the form of each kind of play, applied once the rules allow the play."""


def _sequence(value: Any, what: str, length: int | None = None) -> Sequence[Any]:
    """Return the value if it is a list or a tuple, of the given length if there is one."""
    if type(value) is not list and not isinstance(value, (tuple, list)):
        raise InvalidNotation(f"{what} must be a list or tuple, not {shown(value)}")
    if length is not None and len(value) != length:
        raise InvalidNotation(f"{what} must have {length} elements, not {len(value)}: {shown(value)}")
    return value


def read_play(rules: Ruleset, play: Any) -> Play:
    """Return the play as nested tuples, so that nobody can change it later.

    >>> from phazed.rules.rulesets import PHAZED
    >>> read_play(PHAZED, [3, (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]])])
    (3, (1, (('2S', '2S', '2C'), ('AS', '5S', '5S'))))
    >>> read_play(PHAZED, (5, "10S"))
    Traceback (most recent call last):
    ...
    phazed.rules.errors.InvalidNotation: '10S' is not a card of this game
    """
    kind, content = _kind(rules, play), play[1]
    if kind == DRAW:
        if content is not None and not (isinstance(content, str) and content == HIDDEN):
            _own(rules, content)
        return FROM_THE_DECK
    if kind == LAY_PHASE:
        if not rules.declares:
            return (LAY_PHASE, read_groups(rules, content))
        phase, groups = _sequence(content, "a phase play's content", 2)
        return (LAY_PHASE, (_number(phase, "a phase must be a whole number"), read_groups(rules, groups)))
    if kind == LAY_OFF:
        card, target = _sequence(content, "the content of a play to the table", 2)
        numbers = _sequence(target, "a position on the table", 3)
        if not all(type(number) is int for number in numbers):
            raise InvalidNotation(f"a position on the table must consist of whole numbers, not {shown(target)}")
        seat, group, index = numbers
        return (LAY_OFF, (_own(rules, card), (seat, group, index)))
    if kind == SKIP:
        return (SKIP, _number(content, "a player must be a whole number from 0 to 3"))
    return (TAKE, _own(rules, content)) if kind == TAKE else (DISCARD, _own(rules, content))


def _kind(rules: Ruleset, play: Any) -> int:
    kind = _sequence(play, "a play", 2)[0]
    if type(kind) is not int or kind not in _PLAIN:
        last = SKIP if rules.has_jokers else DISCARD
        raise InvalidNotation(f"a play's type must be a whole number from 1 to {last}, not {shown(kind)}")
    return kind


def _number(value: Any, wanted: str) -> int:
    if type(value) is not int:
        raise InvalidNotation(f"{wanted}, not {shown(value)}")
    return value


def _own(rules: Ruleset, card: Any) -> Card:
    """Return the card as a string of `ALL`, because the argument may belong to a subclass of `str`."""
    if not isinstance(card, str) or card not in rules.cards:
        raise InvalidNotation(not_a_card(card))
    return ALL[ORDER[card]]


def not_a_card(card: Any) -> str:
    """Return the error message for a value that is not a card.

    >>> not_a_card("10S")
    "'10S' is not a card of this game; a ten is written '0S'"
    """
    ten = isinstance(card, str) and len(card) == 3 and card.startswith("10")
    return f"{shown(card)} is not a card of this game{f'; a ten is written {shown(card[1:])}' if ten else ''}"


def read_player(player_id: Any) -> int:
    """Return the seat, or raise `InvalidNotation`."""
    if type(player_id) is not int or not 0 <= player_id < SEATS:
        raise InvalidNotation(f"player_id must be a whole number from 0 to 3, not {shown(player_id)}")
    return player_id


def read_cards(rules: Ruleset, texts: Any, what: str) -> Cards:
    """Return a hand or a group as a tuple."""
    return tuple([_own(rules, text) for text in _sequence(texts, what)])


def read_groups(rules: Ruleset, groups: Any) -> Groups:
    """Return the groups of a phase as nested tuples."""
    return tuple([read_cards(rules, group, "a group") for group in _sequence(groups, "a phase")])


def read_table(rules: Ruleset, table: Any) -> Table:
    """Return the table as nested tuples."""
    return tuple(
        [_laid(rules, *_sequence(entry, "an entry in the table", 2)) for entry in _sequence(table, "table", SEATS)]
    )


def _laid(rules: Ruleset, phase: Any, groups: Any) -> Laid:
    laid = read_groups(rules, groups)
    if phase is None:
        if laid:
            raise InvalidNotation(f"an empty entry in the table must be (None, []), not {shown((phase, groups))}")
        return NOTHING_LAID
    if type(phase) is not int or phase not in rules.group_counts:
        last = len(rules.phases)
        raise InvalidNotation(f"the phase in a table entry must be None or 1 to {last}, not {shown(phase)}")
    if len(laid) != rules.group_counts[phase]:
        raise InvalidNotation(f"phase {phase} must have {rules.group_counts[phase]} groups, not {shown(groups)}")
    return phase, laid


def read_history(rules: Ruleset, history: Any) -> tuple[Turn, ...]:
    """Return a turn history as nested tuples, with cards drawn from the deck hidden."""
    turns = []
    for turn in _sequence(history, "turn_history"):
        seat, plays = _sequence(turn, "a turn in turn_history", 2)
        read = [read_play(rules, play) for play in _sequence(plays, "the second part of a turn")]
        turns.append((read_player(seat), tuple([DRAWN if play[0] == DRAW else play for play in read])))
    return tuple(turns)


def read_statuses(rules: Ruleset, phase_status: Any) -> tuple[Status, ...]:
    """Return the status of every player as nested tuples."""
    return tuple([_status(rules, status) for status in _sequence(phase_status, "phase_status", SEATS)])


def _status(rules: Ruleset, status: Any) -> Status:
    count = len(rules.phases)
    if not rules.any_order:
        if type(status) is not int or not 0 <= status <= count:
            raise InvalidNotation(
                f"a player's phase_status must be a whole number from 0 to {count}, not {shown(status)}"
            )
        return status
    flags = tuple(_sequence(status, "a player's phase_status", count))
    if not all(type(flag) is bool for flag in flags):
        raise InvalidNotation(f"a player's phase_status must consist of {count} booleans, not {shown(status)}")
    return flags
