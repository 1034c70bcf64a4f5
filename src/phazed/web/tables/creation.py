"""New tables: on request, for named people, for a lesson, from a finished game, and for a rematch."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.answers.lobby import NewTable
from phazed.bots import BOTS
from phazed.bots.levels import LEVELS
from phazed.game.game import Game
from phazed.game.games import read_seed, shuffled
from phazed.rules.cards import ACES, VALUE, cards, without
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.rulesets import HAND_SIZE, PHAZED, SEATS, ruleset
from phazed.storage.tables import CLOCKS, PERSON, Seat, TableSettings
from phazed.web.fields import InvalidMessage, choice_in, flag_in, number_in
from phazed.web.tables.seats import BOT_NAMES, address_of, clean_name, distinct, nameless, new_seed, new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from phazed.game.records import Record
    from phazed.rules.cards import Card, Cards
    from phazed.storage.tables import Store
    from phazed.web.fields import Fields
    from phazed.web.tables.attendance import Attendance

YOU = "you"
MAX_SEED_LENGTH = 100
SEATED_BOT = "casual"
"""Built-in player in seats without a name, for `seat_people`."""
LEARNER = 1
"""Seat of the newcomer, who leads in the first hand."""
LESSON_HAND = cards("7S 2D QC KS QD 5C 7H 9H QH QS")
"""The newcomer's cards. The third seven for the first phase is turned up, and the fourth queen can be laid off."""
LESSON_DISCARD, LESSON_DRAW = "7D", "4C"
"""First upcard of the lesson, and the card drawn if it is declined."""
LESSON_OPPONENT = "casual"
CONTINUING_BOT = "strong"
"""Built-in player that replaces people and bots from files when a finished game is continued."""


class SeatedTable(NamedTuple):
    """A table created for named people."""

    id: str
    code: str
    addresses: tuple[str | None, ...]
    """Address of each person's seat; `None` for a bot's seat."""


class Moment(NamedTuple):
    """A point in a finished game, and the seat that a person takes there."""

    hand: int
    plays: int
    """Number of plays made in the hand."""
    seat: int | None
    """Seat to take; `None` means the seat whose turn it is."""


# ------------------------------------------------------------------------------------------- as asked for


def make(store: Store, fields: Fields, *, fills_at: float | None = None) -> NewTable:
    """Store the requested table; at the time `fills_at`, bots take the seats that are still free."""
    try:
        rules = ruleset(str(fields.get("game", "phazed")))
    except InvalidNotation as error:
        raise InvalidMessage(str(error)) from None
    wanted = _seats_in(fields)
    alone = PERSON not in wanted
    seats = [_seat(number, who, fields.get("name"), alone=alone) for number, who in enumerate(wanted)]
    number = wanted.index(YOU) if YOU in wanted else None
    # A host who only watches also gets a token if there are free seats to give away.
    token = seats[number].token if number is not None else new_token() if PERSON in wanted else None
    seed = _seed_in(fields)
    table = Table(rules, new_seed() if seed is None else seed, seats, seeded=seed is not None)
    game = store.add_game(table, token, settings=_settings_in(fields)._replace(fills_at=fills_at))
    return NewTable(game, number, token, address_of(game, token))


def _seats_in(fields: Fields) -> list[str]:
    allowed = (YOU, PERSON, *BOTS)
    seats = fields.get("seats", [YOU, "casual", "casual", "casual"])
    if not isinstance(seats, list) or len(seats) != SEATS or not all(seat in allowed for seat in seats):
        choice = ", ".join((YOU, PERSON, *LEVELS))
        raise InvalidMessage(f'"seats" must be a list of four, each one of {choice}, not {shown(seats)}')
    if seats.count(YOU) > 1:
        raise InvalidMessage(f'only one of the seats can be "{YOU}"; use "{PERSON}" for other people')
    return seats


def _seat(number: int, who: str, name: object, *, alone: bool) -> Seat:
    if who == YOU:
        return Seat(PERSON, clean_name(name) or ("You" if alone else nameless(number)), new_token())
    if who == PERSON:
        return Seat(PERSON, nameless(number), new_token(), taken=False)
    return Seat(who, BOT_NAMES[number])


def _settings_in(fields: Fields) -> TableSettings:
    """Return the requested settings; by default, a table is listed in the lobby."""
    listed = flag_in(fields, "listed") if "listed" in fields else True
    return TableSettings(listed, choice_in(fields, "clock", CLOCKS) if "clock" in fields else CLOCKS[0])


def _seed_in(fields: Fields) -> int | str | None:
    """Return the requested seed, or `None` if there is none."""
    seed = fields.get("seed")
    if seed is None or seed == "":
        return None
    if not isinstance(seed, (str, int)) or len(str(seed)) > MAX_SEED_LENGTH:
        raise InvalidMessage(
            f'"seed" must be a text of at most {MAX_SEED_LENGTH} characters or a number, not {shown(seed)}'
        )
    return read_seed(str(seed).encode("utf-8", "backslashreplace").decode())


# ------------------------------------------------------------------------------------------- for certain people


def seat_people(
    store: Store,
    rules_name: str,
    names: Sequence[str | None],
    *,
    clock: str = "off",
    listed: bool = False,
    fills_at: float | None = None,
) -> SeatedTable:
    """Store a table for people with the given names; a seat without a name is given to a bot.

    At the time `fills_at`, bots take the seats of people who have not come.
    """
    if len(names) != SEATS:
        raise InvalidMessage(f"a table needs {SEATS} names, one for each seat, not {len(names)}")
    settings = TableSettings(listed=listed, clock=choice_in({"clock": clock}, "clock", CLOCKS), fills_at=fills_at)
    called: dict[int, str] = {}
    for number, name in enumerate(names):
        if name is not None:
            called[number] = distinct(clean_name(name) or nameless(number), called.values())
    seats = [
        Seat(PERSON, called[number], new_token(), taken=False)
        if number in called
        else Seat(SEATED_BOT, distinct(BOT_NAMES[number], called.values()))
        for number in range(SEATS)
    ]
    game = store.add_game(Table(ruleset(rules_name), new_seed(), seats), None, settings=settings)
    addresses = tuple(address_of(game, seat.token) if seat.is_person else None for seat in seats)
    return SeatedTable(game, store.load(game).code or "", addresses)


def rematch(store: Store, played: Attendance, asking: int | None) -> str:
    """Store a table for the same four players; the person who asked is the host, and the others have yet to join."""
    seats = [
        seat._replace(
            token=new_token() if seat.is_person else None,
            taken=number == asking or seat.bot is not None,
            stand_in=None if number == asking else seat.stand_in,
            transfer=None,
            resigned=False,
        )
        for number, seat in enumerate(played.table.seats)
    ]
    host = None if asking is None else seats[asking].token
    settings = played.settings._replace(listed=False, fills_at=None)
    made = store.add_game(Table(played.table.rules, new_seed(), seats), host, settings=settings)
    store.set_rematch(played.game, made)
    return made


# ------------------------------------------------------------------------------------------- the guided first hand


def new_lesson(store: Store, name: object) -> NewTable:
    """Store a game with an arranged first hand, in which the newcomer can lay the phase in the first turn."""
    token = new_token()
    seats = [Seat(LESSON_OPPONENT, bot) for bot in BOT_NAMES]
    seats[LEARNER] = Seat(PERSON, clean_name(name) or "You", token)
    table = Table(PHAZED, new_seed(), seats)
    game = store.add_game(table, token)
    table.deal(_lesson_deck(table.seed))
    store.save_hand(game, table)
    return NewTable(game, LEARNER, token, address_of(game, token))


def _lesson_deck(seed: object) -> Cards:
    """Return a deck with the arranged cards that gives the other players no phase they could lay immediately."""
    left = list(without(shuffled(PHAZED, seed, 0), [*LESSON_HAND, LESSON_DISCARD, LESSON_DRAW]))
    hands = [LESSON_HAND, *(_slow_hand(left) for _ in range(SEATS - 1))]
    dealt = [hand[turn] for turn in range(HAND_SIZE) for hand in hands]
    return (*dealt, LESSON_DISCARD, LESSON_DRAW, *left)


def _slow_hand(left: list[Card]) -> list[Card]:
    """Remove and return ten cards, without aces and with at most two of each value."""
    hand: list[Card] = []
    values: Counter[int] = Counter()
    for card in tuple(left):
        if len(hand) < HAND_SIZE and card not in ACES and values[VALUE[card]] < 2:
            values[VALUE[card]] += 1
            hand.append(card)
            left.remove(card)
    return hand


# ------------------------------------------------------------------------------------------- from a finished game


def moment_in(fields: Mapping[str, Any]) -> Moment:
    """Return the requested moment."""
    seat = None if fields.get("seat") is None else number_in(fields, "seat", 0, SEATS - 1)
    return Moment(number_in(fields, "hand"), number_in(fields, "plays"), seat)


def play_on(store: Store, record: Record, players: Sequence[str], moment: Moment, name: object) -> NewTable:
    """Store a game that repeats the finished one up to the given moment.

    `players` are those of the finished game, by seat; built-in players keep their seats. Later hands are dealt anew.
    """
    turn = _turn(record, moment)
    own = turn if moment.seat is None else moment.seat
    seats = [
        Seat(who if who in BOTS else CONTINUING_BOT, called)
        for who, called in zip(players, map(clean_name, record.names))
    ]
    others = [seat.name for number, seat in enumerate(seats) if number != own]
    token = new_token()
    seats[own] = Seat(PERSON, distinct(clean_name(name) or "You", others), token)
    table = Table(record.rules, new_seed(), seats)
    game = store.add_game(table, token)
    for number, (deck, plays) in enumerate(record.hands[: moment.hand + 1]):
        table.deal(deck)
        store.save_hand(game, table)
        for play in plays[: moment.plays] if number == moment.hand else plays:
            table.play(play)
        store.save_plays(game, table, 0)
    return NewTable(game, own, token, address_of(game, token))


def _turn(record: Record, moment: Moment) -> int:
    """Return the seat whose turn it is at the moment, which must be within a hand."""
    if moment.hand >= len(record.hands) or moment.plays >= len(record.hands[moment.hand].plays):
        raise InvalidMessage("a game can be continued only from a moment within one of its hands")
    *earlier, (_, plays) = record.hands[: moment.hand + 1]
    made = [*chain.from_iterable(hand.plays for hand in earlier), *plays[: moment.plays]]
    return Game(record.rules, decks=[hand.deck for hand in record.hands], plays=made).state.seat
