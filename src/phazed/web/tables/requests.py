"""Reading what a browser sends: checked text in, a declared `Request` out, or `InvalidMessage`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from phazed.bots.levels import LEVELS
from phazed.game.notation import parse_play
from phazed.rules.cards import cards
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation, PhazedError, shown
from phazed.rules.rulesets import SEATS
from phazed.web.tables import messages

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset
    from phazed.web.tables.messages import JoinRequest, Request

    Fields = Mapping[str, Any]
    """A JSON object whose values have not been checked."""

MAX_CHARACTERS = 4096
"""Length of a message from a browser."""


class InvalidMessage(PhazedError):
    """A message that cannot be understood: what is wrong with it, and what would be right."""


def parse(text: str) -> Fields:
    """The JSON object in the text, with a text as `"do"`; its other fields are not checked."""
    if len(text) > MAX_CHARACTERS:
        raise InvalidMessage(f"a message has at most {MAX_CHARACTERS:,} characters, not {len(text):,}")
    fields = from_json(text, "a message must be a JSON object")
    if not isinstance(fields, dict) or not isinstance(fields.get("do"), str):
        raise InvalidMessage('a message must be a JSON object with a text as "do", such as {"do": "play", ...}')
    return fields


def from_json(text: str | bytes, otherwise: str) -> Any:
    """The value of the JSON text; if it is not JSON, `InvalidMessage` with the text `otherwise`."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidMessage(otherwise) from None


def join_request(fields: Fields) -> JoinRequest:
    """The first message of a connection."""
    if fields["do"] != "join":
        raise InvalidMessage('the first message must be {"do": "join", "token": ..., "name": ...}')
    token, name = (None if fields.get(key) is None else text_in(fields, key) for key in ("token", "name"))
    return messages.JoinRequest(token, name)


def request(rules: Ruleset, fields: Fields) -> Request:
    """What a browser that has joined asks for."""
    read = READERS.get(fields["do"])
    if read is None:
        raise InvalidMessage(f'"do" must be one of {", ".join(READERS)}, not {shown(fields["do"])}')
    return read(rules, fields)


def number_in(fields: Fields, name: str, least: int = 0, most: int = 2**31) -> int:
    """The whole number of that name."""
    value = fields.get(name)
    if type(value) is not int or not least <= value <= most:
        raise InvalidMessage(f'"{name}" must be a whole number from {least} to {most}, not {shown(value)}')
    return value


def text_in(fields: Fields, name: str) -> str:
    """The text of that name."""
    value = fields.get(name)
    if not isinstance(value, str):
        raise InvalidMessage(f'"{name}" must be a text, not {shown(value)}')
    return value


def _position(fields: Fields) -> tuple[int, int]:
    """The hand, and the number of its steps, that the browser knows."""
    return number_in(fields, "hand"), number_in(fields, "at")


def _seat(fields: Fields) -> int:
    return number_in(fields, "seat", 0, SEATS - 1)


def _play(rules: Ruleset, fields: Fields) -> Play:
    """The play, in the notation of the records."""
    try:
        return read_play(rules, parse_play(text_in(fields, "play")))
    except InvalidNotation as error:
        raise InvalidMessage(str(error)) from None


def _groups(rules: Ruleset, fields: Fields) -> tuple[int, Groups]:
    """The phase, and its groups as far as they have been put together."""
    phase = number_in(fields, "phase", 1, len(rules.phases))
    groups, count = fields.get("groups"), rules.group_counts[phase]
    if not isinstance(groups, list) or len(groups) != count or not all(isinstance(group, str) for group in groups):
        raise InvalidMessage(f'"groups" must be a list of {count} texts such as "2S 2S AH", not {shown(groups)}')
    try:
        return phase, tuple(cards(group) for group in groups)
    except InvalidNotation as error:
        raise InvalidMessage(str(error)) from None


def _level(fields: Fields) -> str:
    who = text_in(fields, "who")
    if who not in LEVELS:
        raise InvalidMessage(f'"who" must be one of {", ".join(LEVELS)}, not {shown(who)}')
    return who


READERS: dict[str, Callable[[Ruleset, Fields], Request]] = {
    "play": lambda rules, fields: messages.PlayRequest(_play(rules, fields), *_position(fields)),
    "undo": lambda _, fields: messages.UndoRequest(*_position(fields)),
    "check": lambda rules, fields: messages.CheckRequest(*_groups(rules, fields)),
    "hint": lambda _, fields: messages.HintRequest(*_position(fields)),
    "next": lambda *_: messages.NextRequest(),
    "advance": lambda *_: messages.AdvanceRequest(),
    "name": lambda _, fields: messages.NameRequest(text_in(fields, "name")),
    "fill": lambda _, fields: messages.FillRequest(_seat(fields), _level(fields)),
    "stand-in": lambda _, fields: messages.StandInRequest(_seat(fields)),
    "rematch": lambda *_: messages.RematchRequest(),
}
"""What a browser can ask for, by `"do"`."""
