"""The arguments of the course's functions, read with care (rules 6.7 and 6.8), and written.

Whatever a student's program hands over comes through here, and nothing of it is trusted: what does not have the form
that the course describes is an `InvalidNotation` that says what was wrong and what would be right.
"""

from __future__ import annotations

from phazed.rules.cards import ALL, ORDER
from phazed.rules.errors import InvalidNotation
from phazed.rules.legality import JUDGES, NOTHING_LAID
from phazed.rules.plays import DISCARD, DRAW, DRAWN, FROM_THE_DECK, HIDDEN, LAY_OFF, LAY_PHASE, SKIP, TAKE
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
    """Why the play is not valid; `None` if it is. Never raises, whatever it is given.

    The forms are checked as far as the play's validity depends on them, and the usual form, lists in a list, is let
    through at a glance: this function is asked millions of times.
    """
    try:
        kind, content = play
        if not (
            type(kind) is int
            and type(player_id) is int
            and type(play) is tuple
            and type(table) is type(turn_history) is type(phase_status) is type(hand) is list
            and len(table) == len(phase_status) == SEATS
            and 0 <= player_id < SEATS
        ):
            _check_form(rules, play, player_id, table, turn_history, phase_status, hand)
        if kind > TAKE and not rules.cards.issuperset(hand):
            read_cards(rules, hand, "hand")
        if discard is not None:
            _card(rules, discard)
        position = (rules, player_id, table, turn_history, phase_status, hand, discard)
        return JUDGES[kind](position, _CONTENT[kind](rules, content))
    except InvalidNotation as error:
        return Refusal("6.7", "{}", error)
    except Exception as error:  # a stranger's object may raise anything when it is compared, hashed or unpacked
        return Refusal("6.7", "the arguments do not have the form that the course describes ({})", type(error).__name__)


def _check_form(
    rules: Ruleset, play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any
) -> None:
    _kind(rules, play)
    read_player(player_id)
    _sequence(table, "table", SEATS)
    _sequence(turn_history, "turn_history")
    _sequence(phase_status, "phase_status", SEATS)
    _sequence(hand, "hand")


def _kind(rules: Ruleset, play: Any) -> int:
    kind = _sequence(play, "a play", 2)[0]
    if type(kind) is not int or kind not in _CONTENT:
        raise InvalidNotation(
            f"a play's type is a whole number from 1 to {6 if rules.has_jokers else 5}, not {shown(kind)}"
        )
    return kind


def _draw(rules: Ruleset, content: Any) -> None:
    if content is not None and content != HIDDEN:
        _card(rules, content)


def _phase_play(rules: Ruleset, content: Any) -> Any:
    groups = content
    if rules.declares:
        phase, groups = _sequence(content, "a phase play's content", 2)
        if type(phase) is not int:
            raise InvalidNotation(f"a phase is a whole number, not {shown(phase)}")
    for group in _sequence(groups, "the groups of a phase"):
        if type(group) is not list:
            _sequence(group, "a group")
    return content


def _lay_off(rules: Ruleset, content: Any) -> Any:
    _, target = _sequence(content, "the content of a play to the table", 2)
    for number in _sequence(target, "a position on the table", 3):
        if type(number) is not int:
            raise InvalidNotation(f"a position on the table is made of whole numbers, not {shown(target)}")
    return content


def _card(rules: Ruleset, content: Any) -> Card:
    try:
        known = content in rules.cards
    except Exception:  # not even hashable
        known = False
    if not known:
        raise InvalidNotation(f"{shown(content)} is not a card of this game")
    return content  # type: ignore[no-any-return]


def _player(_: Ruleset, content: Any) -> int:
    if type(content) is not int:
        raise InvalidNotation(f"a player is a whole number from 0 to 3, not {shown(content)}")
    return content


_CONTENT = {DRAW: _draw, TAKE: _card, LAY_PHASE: _phase_play, LAY_OFF: _lay_off, DISCARD: _card, SKIP: _player}
"""What each kind of play contains, checked."""


def _sequence(value: Any, what: str, length: int | None = None) -> Sequence[Any]:
    """The value, if it is a list or a tuple (of that length)."""
    if type(value) is not list and not isinstance(value, (tuple, list)):
        raise InvalidNotation(f"{what} is a list or tuple, not {shown(value)}")
    if length is not None and len(value) != length:
        raise InvalidNotation(f"{what} has {length} elements, not {len(value)}: {shown(value)}")
    return value


def shown(value: object) -> str:
    """A value for a message: what Python prints, within reason."""
    try:
        text = repr(value)
    except Exception:  # a stranger's object need not have a repr, and a very deep list has none
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 80 else f"{text[:77]}..."


def read_play(rules: Ruleset, play: Any) -> Play:
    """A play in our form, made of tuples and of nothing that a stranger could change later.

    >>> from phazed.rules.rulesets import PHAZED
    >>> read_play(PHAZED, [3, (1, [["2S", "2S", "2C"], ["AS", "5S", "5S"]])])
    (3, (1, (('2S', '2S', '2C'), ('AS', '5S', '5S'))))
    >>> read_play(PHAZED, (5, "10S"))
    Traceback (most recent call last):
    ...
    phazed.rules.errors.InvalidNotation: '10S' is not a card of this game
    """
    kind = _kind(rules, play)
    content = _CONTENT[kind](rules, play[1])
    if kind == DRAW:
        return FROM_THE_DECK
    if kind == LAY_OFF:
        card, target = content
        return (kind, (_own(rules, card), tuple(target)))
    if kind != LAY_PHASE:
        return (kind, content if kind == SKIP else _own(rules, content))
    if rules.declares:
        return (kind, (content[0], read_groups(rules, content[1])))
    return (kind, read_groups(rules, content))


def _own(rules: Ruleset, card: Any) -> Card:
    """Our own string for the card."""
    return ALL[ORDER[_card(rules, card)]]


def read_player(player_id: Any) -> int:
    """A seat."""
    if type(player_id) is not int or not 0 <= player_id < SEATS:
        raise InvalidNotation(f"player_id is a whole number from 0 to 3, not {shown(player_id)}")
    return player_id


def read_cards(rules: Ruleset, texts: Any, what: str) -> Cards:
    """A hand or a group in our form."""
    return tuple([_own(rules, text) for text in _sequence(texts, what)])


def read_groups(rules: Ruleset, groups: Any) -> Groups:
    """The groups of a phase in our form."""
    return tuple([read_cards(rules, group, "a group") for group in _sequence(groups, "the groups of a phase")])


def read_table(rules: Ruleset, table: Any) -> Table:
    """The table in our form."""
    return tuple(
        [_laid(rules, *_sequence(entry, "an entry of the table", 2)) for entry in _sequence(table, "table", SEATS)]
    )


def _laid(rules: Ruleset, phase: Any, groups: Any) -> Laid:
    if phase is None:
        return NOTHING_LAID
    if type(phase) is not int or not 0 < phase <= len(rules.phases):
        raise InvalidNotation(
            f"the phase of an entry of the table is None or 1 to {len(rules.phases)}, not {shown(phase)}"
        )
    laid = read_groups(rules, groups)
    if len(laid) != len(rules.phases[phase - 1]):
        raise InvalidNotation(f"phase {phase} has {len(rules.phases[phase - 1])} groups, not {shown(groups)}")
    return phase, laid


def read_history(rules: Ruleset, history: Any) -> tuple[Turn, ...]:
    """A turn history in our form, whatever it shows for the cards drawn."""
    turns = []
    for turn in _sequence(history, "turn_history"):
        seat, plays = _sequence(turn, "a turn of turn_history", 2)
        read = [read_play(rules, play) for play in _sequence(plays, "the plays of a turn")]
        turns.append((read_player(seat), tuple([DRAWN if play[0] == DRAW else play for play in read])))
    return tuple(turns)


def read_statuses(rules: Ruleset, phase_status: Any) -> tuple[Status, ...]:
    """What every player has completed, in our form."""
    return tuple([_status(rules, status) for status in _sequence(phase_status, "phase_status", SEATS)])


def _status(rules: Ruleset, status: Any) -> Status:
    count = len(rules.phases)
    if not rules.any_order:
        if type(status) is not int or not 0 <= status <= count:
            raise InvalidNotation(f"a player's phase_status is a whole number from 0 to {count}, not {shown(status)}")
        return status
    flags = tuple(_sequence(status, "a player's phase_status", count))
    if not all(type(flag) is bool for flag in flags):
        raise InvalidNotation(f"a player's phase_status is made of {count} booleans, not {shown(status)}")
    return flags
