"""What a browser sends, one declared structure for each message, and how it is read.

A message, tagged by `"do"` in JSON, is read into one of the `Request`s, or refused as an `InvalidMessage`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.bots.levels import LEVELS
from phazed.game.notation import parse_play
from phazed.rules.cards import cards
from phazed.rules.errors import InvalidNotation, PhazedError, shown
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import CLOCKS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset

    Fields = Mapping[str, Any]
    """A JSON object whose values have not been checked."""

MAX_CHARACTERS = 4096
"""Length of a message from a browser."""
REACTIONS = ("well-played", "thanks", "oops", "hurry", "luck")
"""What players can say to each other; the pages have the words."""


class JoinRequest(NamedTuple):
    """The first message of a connection: the seat's token, if it has one, and the player's name."""

    token: str | None
    name: str | None


class PlayRequest(NamedTuple):
    """Make a play; `hand` and `at` are the position that the browser knows."""

    play: Play
    hand: int
    at: int


class UndoRequest(NamedTuple):
    """Take back the last play of this turn."""

    hand: int
    at: int


class HintRequest(NamedTuple):
    """Ask for advice on the position."""

    hand: int
    at: int


class CheckRequest(NamedTuple):
    """Ask what is wrong with the groups of a phase that is being put together."""

    phase: int
    groups: Groups


class NextRequest(NamedTuple):
    """Be ready for the next hand."""


class AdvanceRequest(NamedTuple):
    """Play one more turn at a table of bots alone."""


class NameRequest(NamedTuple):
    """Change the player's name."""

    name: str


class FillRequest(NamedTuple):
    """Give a free seat to a bot."""

    seat: int
    who: str


class StartRequest(NamedTuple):
    """Give all free seats to bots, so that the game begins."""


class RemoveRequest(NamedTuple):
    """Take a seat away from the person in it."""

    seat: int


class SettingsRequest(NamedTuple):
    """Change the settings that are not `None`."""

    listed: bool | None
    clock: str | None
    spectators: bool | None
    hints: bool | None


class StandInRequest(NamedTuple):
    """Let a bot play for a person who is away or idle."""

    seat: int


class TakeOverRequest(NamedTuple):
    """Play oneself again, instead of the stand-in."""


class ResignRequest(NamedTuple):
    """Give up the game: a bot plays it to its end."""


class TransferRequest(NamedTuple):
    """Ask for a one-time link with which to go on at another device."""


class ReactRequest(NamedTuple):
    """Show everybody a ready-made reaction."""

    reaction: str


class NudgeRequest(NamedTuple):
    """Remind a player that it is their turn."""

    seat: int


class RematchRequest(NamedTuple):
    """Ask for another game with the same four players."""


Request = (
    PlayRequest
    | UndoRequest
    | CheckRequest
    | HintRequest
    | NextRequest
    | AdvanceRequest
    | NameRequest
    | FillRequest
    | StartRequest
    | RemoveRequest
    | SettingsRequest
    | StandInRequest
    | TakeOverRequest
    | ResignRequest
    | TransferRequest
    | ReactRequest
    | NudgeRequest
    | RematchRequest
)
"""What a browser that has joined can ask for."""


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
    return JoinRequest(token, name)


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


def choice_in(fields: Fields, name: str, choices: Iterable[str]) -> str:
    """The text of that name, which is one of the choices."""
    value = text_in(fields, name)
    if value not in choices:
        raise InvalidMessage(f'"{name}" must be one of {", ".join(choices)}, not {shown(value)}')
    return value


def flag_in(fields: Fields, name: str) -> bool:
    """The truth value of that name."""
    value = fields.get(name)
    if not isinstance(value, bool):
        raise InvalidMessage(f'"{name}" must be true or false, not {shown(value)}')
    return value


def _position(fields: Fields) -> tuple[int, int]:
    """The hand, and the number of its steps, that the browser knows."""
    return number_in(fields, "hand"), number_in(fields, "at")


def _seat(fields: Fields) -> int:
    return number_in(fields, "seat", 0, SEATS - 1)


def _play(rules: Ruleset, fields: Fields) -> Play:
    """The play, in the notation of the records."""
    try:
        return parse_play(text_in(fields, "play"), rules)
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
    return choice_in(fields, "who", LEVELS)


def _settings(fields: Fields) -> SettingsRequest:
    """The settings to be changed; those that are not named stay."""
    listed, spectators, hints = (
        flag_in(fields, name) if name in fields else None for name in ("listed", "spectators", "hints")
    )
    clock = choice_in(fields, "clock", CLOCKS) if "clock" in fields else None
    return SettingsRequest(listed, clock, spectators, hints)


READERS: dict[str, Callable[[Ruleset, Fields], Request]] = {
    "play": lambda rules, fields: PlayRequest(_play(rules, fields), *_position(fields)),
    "undo": lambda _, fields: UndoRequest(*_position(fields)),
    "check": lambda rules, fields: CheckRequest(*_groups(rules, fields)),
    "hint": lambda _, fields: HintRequest(*_position(fields)),
    "next": lambda *_: NextRequest(),
    "advance": lambda *_: AdvanceRequest(),
    "name": lambda _, fields: NameRequest(text_in(fields, "name")),
    "fill": lambda _, fields: FillRequest(_seat(fields), _level(fields)),
    "start": lambda *_: StartRequest(),
    "remove": lambda _, fields: RemoveRequest(_seat(fields)),
    "settings": lambda _, fields: _settings(fields),
    "stand-in": lambda _, fields: StandInRequest(_seat(fields)),
    "take-over": lambda *_: TakeOverRequest(),
    "resign": lambda *_: ResignRequest(),
    "transfer": lambda *_: TransferRequest(),
    "react": lambda _, fields: ReactRequest(choice_in(fields, "reaction", REACTIONS)),
    "nudge": lambda _, fields: NudgeRequest(_seat(fields)),
    "rematch": lambda *_: RematchRequest(),
}
"""What a browser can ask for, by `"do"`."""
