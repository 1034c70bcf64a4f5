"""Messages from browsers to a table, each with a class that declares its fields and performs its action.

A message is a JSON object; `"do"` names its type. The class validates the fields and raises `InvalidMessage` if they
are wrong. The server's answers are declared in `phazed.answers.table`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from phazed.bots.levels import LEVELS
from phazed.rules.cards import cards
from phazed.rules.course import read_play
from phazed.rules.errors import IllegalPlay, InvalidNotation, NotNow, PhazedError, shown
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import SEATS
from phazed.storage.tables import CLOCKS
from phazed.web.fields import InvalidMessage, choice_in, flag_in, from_json, number_in, text_in
from phazed.web.tables.bots import hint
from phazed.web.tables.choices import check
from phazed.web.tables.creation import rematch
from phazed.web.tables.people import name_spectator
from phazed.web.tables.seats import clean_name, nameless
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.answers.table import CheckReply, HintReply, RefusedReply, RematchMessage, Reply, TransferReply
    from phazed.rules.rulesets import Ruleset
    from phazed.web.fields import Fields
    from phazed.web.tables.attendance import Connection
    from phazed.web.tables.live_table import LiveTable

T = TypeVar("T")

MAX_CHARACTERS = 4096
"""Maximum length of a message from a browser."""
REACTIONS = ("well-played", "thanks", "oops", "hurry", "luck")
"""Ready-made reactions, for which the pages have texts. There is no free chat."""
REACTION_RATE = (3, 0.2)
"""Rate limit for a seat's reactions and nudges: burst, and number per second."""
NOT_BEGUN = "the game has not started yet: there are free seats"
RESIGNED = "you have resigned from this game: a bot plays for you until the end"
NO_HINTS = "the host has turned hints off at this table"
NO_HINTS_AMONG_PEOPLE = "hints are off when two or more people are playing, unless the host turns them on"


def parse(text: str) -> Fields:
    """Return the JSON object in the text after checking that `"do"` is a text; other fields are not checked."""
    if len(text) > MAX_CHARACTERS:
        raise InvalidMessage(f"a message can have at most {MAX_CHARACTERS:,} characters, not {len(text):,}")
    fields = from_json(text, "a message must be a JSON object")
    if not isinstance(fields, dict) or not isinstance(fields.get("do"), str):
        raise InvalidMessage('a message must be a JSON object with a text as "do", such as {"do": "play", ...}')
    return fields


def token_and_name(fields: Fields) -> tuple[str | None, str | None]:
    """Return the seat's token and the player's name from the first message of a connection."""
    if fields["do"] != "join":
        raise InvalidMessage('the first message must be {"do": "join", "token": ..., "name": ...}')
    token, name = (None if fields.get(key) is None else text_in(fields, key) for key in ("token", "name"))
    return token, name


async def handle(live: LiveTable, connection: Connection, fields: Fields) -> None:
    """Carry out a browser's request and send the reply or the reason for refusing it."""
    number = fields["id"] if type(fields.get("id")) is int else None
    try:
        kind = MESSAGES.get(fields["do"])
        if kind is None:
            raise InvalidMessage(f'"do" must be one of {", ".join(MESSAGES)}, not {shown(fields["do"])}')
        reply = await kind(live.table.rules, fields).act(live, connection) or {"kind": "done"}
        reply["re"] = number
        connection.send(reply)
    except PhazedError as error:
        connection.send({"kind": "error", "re": number, "reason": str(error)})


class Field(Generic[T]):
    """A field in a message; `Field(number_in, 0, 3)`, for example, is read by `number_in(fields, name, 0, 3)`."""

    def __init__(self, read: Callable[..., T], *arguments: object) -> None:
        self._read = read
        self._arguments = arguments

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, message: Message, _: type) -> T:
        value: T = message.values[self.name]
        return value

    def read(self, fields: Fields) -> T:
        """Validate and return the value of the field."""
        return self._read(fields, self.name, *self._arguments)


def _optional(fields: Fields, name: str, read: Callable[..., T], *arguments: object) -> T | None:
    """Return the value of a field, or `None` if it is missing."""
    return read(fields, name, *arguments) if name in fields else None


class Message:
    """A message from a browser that has joined."""

    fields: ClassVar[tuple[Field[Any], ...]]

    def __init_subclass__(cls, do: str | None = None) -> None:
        cls.fields = tuple(each for kind in cls.__mro__ for each in vars(kind).values() if isinstance(each, Field))
        if do is not None:
            MESSAGES[do] = cls

    def __init__(self, rules: Ruleset, fields: Fields) -> None:
        """Read the message's fields, for a table with these rules."""
        self.values = {each.name: each.read(fields) for each in self.fields}

    async def act(self, live: LiveTable, connection: Connection) -> Reply | None:
        """Perform the action and return the reply; `None` confirms that it was done."""
        raise NotImplementedError


MESSAGES: dict[str, type[Message]] = {}
"""The types of messages, by the value of `"do"`."""


def _seat(connection: Connection, why: str = "only players at the table can do that: you are watching") -> int:
    """Return the connection's seat; if it is a spectator's, raise `NotNow` with the given reason."""
    if connection.seat is None:
        raise NotNow(why)
    return connection.seat


# ------------------------------------------------------------------------------------------- playing


class _AtPosition(Message):
    """A message that names the position known to the browser: the hand, and its number of steps."""

    hand = Field(number_in)
    at = Field(number_in)

    def own_seat(self, live: LiveTable, connection: Connection) -> int:
        """Return the connection's seat after checking that the browser knows the current position."""
        number = _seat(connection)
        if not live.table.started:
            raise NotNow(NOT_BEGUN)
        if live.table.seats[number].resigned:
            raise NotNow(RESIGNED)
        if live.table.seats[number].stand_in is not None:
            raise NotNow("a bot is playing for you: take over first")
        if (self.hand, self.at) != (live.table.number, live.table.at):
            raise NotNow("the table has changed in the meantime, so nothing was done")
        return number


class Play(_AtPosition, do="play"):
    """A request to make a play, given in the form used by the course's functions."""

    def __init__(self, rules: Ruleset, fields: Fields) -> None:
        try:
            self.play = read_play(rules, fields.get("play"))
        except InvalidNotation as error:
            raise InvalidMessage(str(error)) from None
        super().__init__(rules, fields)

    async def act(self, live: LiveTable, connection: Connection) -> RefusedReply | None:
        seat, table = self.own_seat(live, connection), live.table
        try:
            if table.turn is None:
                raise IllegalPlay(Refusal("4.3", "the hand is over"))
            if table.turn != seat:
                raise IllegalPlay(Refusal("4.1", "it is not your turn, but {}'s", table.seats[table.turn].name))
            live.make_plays([self.play])
        except IllegalPlay as error:
            refusal = error.refusal
            return {"kind": "refused", "rule": refusal.rule, "reason": refusal.reason, "cards": list(refusal.cards)}
        return None


class Undo(_AtPosition, do="undo"):
    """A request to take back the last play of this turn."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        if self.own_seat(live, connection) != live.table.turn:
            raise NotNow("it is not your turn, so there is nothing to take back")
        live.undo()


class Check(Message, do="check"):
    """A request to check the groups of a phase that is being put together."""

    def __init__(self, rules: Ruleset, fields: Fields) -> None:
        super().__init__(rules, fields)
        self.phase = number_in(fields, "phase", 1, len(rules.phases))
        groups, count = fields.get("groups"), rules.group_counts[self.phase]
        if not isinstance(groups, list) or len(groups) != count or not all(isinstance(group, str) for group in groups):
            raise InvalidMessage(f'"groups" must be a list of {count} texts such as "2S 2S AH", not {shown(groups)}')
        try:
            self.groups = tuple(cards(group) for group in groups)
        except InvalidNotation as error:
            raise InvalidMessage(str(error)) from None

    async def act(self, live: LiveTable, connection: Connection) -> CheckReply:
        seat = _seat(connection, "only players at the table have a phase to lay: you are watching")
        return check(live.table.view(seat), self.phase, self.groups)


class Hint(_AtPosition, do="hint"):
    """A request for advice in the current position."""

    async def act(self, live: LiveTable, connection: Connection) -> HintReply:
        seat, table = self.own_seat(live, connection), live.table
        if not live.allows_hints:
            raise NotNow(NO_HINTS_AMONG_PEOPLE if live.settings.hints is None else NO_HINTS)
        if seat != table.turn:
            raise NotNow("hints are available only in your own turn")
        names = tuple(each.name for each in table.seats)
        arguments = (table.view(seat), table.standing.scores, names, table.upcard)
        return await live.hints.run(arguments, hint, *arguments)


class Next(Message, do="next"):
    """A player's consent to dealing the next hand."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        number = _seat(connection, "only players at the table can ask for the next hand: you are watching")
        if not live.table.started:
            raise NotNow(NOT_BEGUN)
        if not live.table.between_hands or live.table.over:
            raise NotNow("the game is over" if live.table.over else "the hand is not over yet")
        live.ready.add(number)
        if not live.deal_if_ready():
            live.send_seats()


class Advance(Message, do="advance"):
    """A request to play one more turn at a table with bots only."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        if not live.table.of_bots:
            raise NotNow('"advance" is only for tables without people; here the bots play on their own')
        if live.table.over:
            raise NotNow("the game is over")
        if not await live.bots.play_one_turn(connection):
            live.deal()


# ------------------------------------------------------------------------------------------- people and the host


class _AtSeat(Message):
    """A message about a seat."""

    seat = Field(number_in, 0, SEATS - 1)


class Name(Message, do="name"):
    """A change of the player's name."""

    name = Field(text_in)

    async def act(self, live: LiveTable, connection: Connection) -> None:
        name = clean_name(self.name)
        if not name:
            raise NotNow("a name needs at least one visible character")
        if connection.seat is None:
            name_spectator(live, connection, name)
        else:
            live.sit(connection.seat, name)
        live.send_seats()


class Fill(_AtSeat, do="fill"):
    """A request to give a free seat to a bot."""

    who = Field(choice_in, LEVELS)

    async def act(self, live: LiveTable, connection: Connection) -> None:
        seat = live.table.seats[self.seat]
        if not live.gives_seats(connection):
            raise NotNow("only the host of the table can give its seats away")
        if seat.taken:
            raise NotNow(f"that seat is {seat.name}'s")
        if not connection.is_host and seat.name != nameless(self.seat):
            raise NotNow(f"that seat is kept for {seat.name}")
        live.give_to_bots([self.seat], self.who)


class Start(Message, do="start"):
    """A request to start the game with bots in all free seats."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        if not live.gives_seats(connection):
            raise NotNow("only the host of the table can start the game")
        live.fill_free_seats()


class Remove(_AtSeat, do="remove"):
    """The host's request to remove a person from the table."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        seat = live.table.seats[self.seat]
        if not connection.is_host:
            raise NotNow("only the host of the table can remove people")
        if self.seat == connection.seat:
            raise NotNow("you cannot remove yourself; to give up, resign")
        if not seat.is_person or not seat.taken or live.table.over:
            raise NotNow("the game is over" if live.table.over else "there is no person in that seat")
        live.remove_person(self.seat)


class Settings(Message, do="settings"):
    """The host's changes to settings; fields that are missing stay unchanged."""

    listed = Field(_optional, flag_in)
    spectators = Field(_optional, flag_in)
    hints = Field(_optional, flag_in)
    clock = Field(_optional, choice_in, CLOCKS)

    async def act(self, live: LiveTable, connection: Connection) -> None:
        if not connection.is_host:
            raise NotNow("only the host of the table can change its settings")
        chosen = {name: value for name, value in self.values.items() if value is not None}
        live.change_settings(live.settings._replace(**chosen))


class StandIn(_AtSeat, do="stand-in"):
    """A request to let a bot play for a person who is away or idle."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        _seat(connection, "only players at the table can ask for a bot to play on: you are watching")
        if not live.table.started:
            raise NotNow("the game has not started yet")
        seat = live.table.seats[self.seat]
        if seat.stand_in is not None and not seat.is_active:
            raise NotNow(f"a bot is already playing for {seat.name}")
        if not seat.is_active or (live.is_here(self.seat) and not live.clock.is_overdue(self.seat)):
            raise NotNow(f"{seat.name} is here")
        live.let_stand_in(self.seat)


class TakeOver(Message, do="take-over"):
    """A person's request to take over from the stand-in."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        live.take_over(connection, _seat(connection))


class Resign(Message, do="resign"):
    """A player's resignation, after which a bot plays for them until the end of the game."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        number = _seat(connection)
        if not live.table.started or live.table.over:
            raise NotNow("the game is over" if live.table.over else "the game has not started yet")
        if live.table.seats[number].resigned:
            raise NotNow("you have already resigned")
        live.resign(number)


class Transfer(Message, do="transfer"):
    """A request for a one-time link for continuing on another device."""

    async def act(self, live: LiveTable, connection: Connection) -> TransferReply:
        return {"kind": "transfer", "address": live.new_transfer(_seat(connection))}


class React(Message, do="react"):
    """A ready-made reaction to show to everybody."""

    reaction = Field(choice_in, REACTIONS)

    async def act(self, live: LiveTable, connection: Connection) -> None:
        number = _seat(connection)
        _limit(live, number)
        live.send_to_all({"kind": "reaction", "seat": number, "reaction": self.reaction})


class Nudge(_AtSeat, do="nudge"):
    """A request to remind a player that it is their turn."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        by = _seat(connection)
        if live.table.turn != self.seat or not live.table.seats[self.seat].is_active or self.seat == by:
            raise NotNow("you can only nudge another person whose turn it is")
        _limit(live, by)
        live.send_to_all({"kind": "nudge", "seat": self.seat, "by": live.table.seats[by].name, "left": None})


def _limit(live: LiveTable, number: int) -> None:
    if not live.reactions.setdefault(number, TokenBucket(*REACTION_RATE)).take():
        raise NotNow("too many at once: wait a few seconds")


class Rematch(Message, do="rematch"):
    """A request for another game with the same players."""

    async def act(self, live: LiveTable, connection: Connection) -> None:
        if connection.seat is None and not live.table.of_bots:
            raise NotNow("only players at the table can ask for a rematch: you are watching")
        if not live.table.over:
            raise NotNow("the game is not over yet")
        if live.rematch_tokens() is None:
            live.rematch = rematch(live.store, live, connection.seat)
        by = None if connection.seat is None else live.table.seats[connection.seat].name
        for each in live.connections:
            message: RematchMessage = {"kind": "rematch", "address": live.rematch_address(each)}
            if each is not connection:
                message["by"] = by
            each.send(message)
