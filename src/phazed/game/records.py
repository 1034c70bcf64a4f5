"""Records of games as JSON: decks, plays and outcome.

A record stores the decks themselves, so a replay does not depend on the shuffling algorithm. Each play has its own
line, which gives readable diffs.

>>> from phazed.bots import make
>>> from phazed.game.referee import play_game
>>> from phazed.rules.rulesets import PHASEDOUT
>>> record = play_game(PHASEDOUT, [make("random", PHASEDOUT, seat) for seat in range(4)], seed=7)
>>> text = dumps(record)
>>> loads(text) == record
True
>>> print(text[:69])
{
  "format": "phazed-record",
  "version": 1,
  "game": "phasedout",
"""

from __future__ import annotations

import json
import re

from phazed.game.game import Game
from phazed.game.games import (
    DEFAULT_NAMES,
    GameEnded,
    HandRecord,
    Outcome,
    PlayerError,
    deck_flaw,
    hands_of,
    outcome_of,
)
from phazed.game.notation import format_play, parse_play
from phazed.rules.cards import cards
from phazed.rules.course import read_player, read_statuses
from phazed.rules.errors import InvalidNotation, PhazedError, shown
from phazed.rules.rulesets import SEATS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any, NamedTuple

    from phazed.game.games import Event
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

FORMAT, VERSION = "phazed-record", 1


class InvalidRecord(PhazedError, ValueError):
    """A record or log that does not describe a game; the message names the place and the expected content."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what

    def __reduce__(self) -> tuple[type[InvalidRecord], tuple[str, str]]:
        return (InvalidRecord, (self.where, self.what))


class Record(NamedTuple):
    """A whole game that can be replayed."""

    rules: Ruleset
    seed: Any
    names: tuple[str, ...]
    hands: tuple[HandRecord, ...]
    outcome: Outcome

    def _repr_html_(self) -> str:
        from phazed.game.notebook import record_html

        return record_html(self)


def record_of(
    rules: Ruleset, events: Iterable[Event], *, seed: object = None, names: Sequence[str] | None = None
) -> Record:
    """Return the record of a finished game, from its events."""
    made = tuple(events)
    return Record(
        rules=rules,
        seed=seed,
        names=tuple(names or DEFAULT_NAMES),
        hands=hands_of(made),
        outcome=next(outcome_of(event) for event in made if isinstance(event, GameEnded)),
    )


def replay(record: Record) -> Iterator[Event]:
    """Yield the events of a recorded game; raise `InvalidRecord` at the first mistake in it."""
    game = Game(record.rules, seed=record.seed, auto_deal=False)
    expected = record.outcome.error
    for number, (deck, plays) in enumerate(record.hands):
        if game.over:
            raise InvalidRecord(f"hand {number}", "expected no more hands, because the game is over")
        if flaw := deck_flaw(record.rules, deck):
            raise InvalidRecord(f"hand {number}, deck", flaw)
        yield game.deal(deck)
        ended: Sequence[Event] = ()
        for place, play in enumerate(plays):
            refusal = game.state.refuse(play)
            if refusal is not None:
                raise InvalidRecord(
                    f"hand {number}, play {place}",
                    f"player {game.state.seat} cannot play {format_play(play)!r}: {refusal}",
                )
            played, *ended = game.advance(play)
            yield played
        if ended:
            yield ended[0]
            continue
        if expected is None or number + 1 < len(record.hands):
            what = f"expected another play by player {game.seat}, because the hand is not over"
            raise InvalidRecord(f"hand {number}, play {len(plays)}", what)
        if expected.seat != game.seat:
            what = f"expected an error by player {game.seat}, whose turn it is, not by player {expected.seat}"
            raise InvalidRecord("outcome", what)
        game.end(expected)
    _check_outcome(record, game.result)
    yield game.events[-1]


def _check_outcome(record: Record, result: Outcome | None) -> None:
    expected = record.outcome.error
    if expected is not None and (result is None or result.error is None):
        raise InvalidRecord("outcome", "expected no error, because every hand was completed")
    if result is None:
        last = len(record.hands) - 1
        raise InvalidRecord("outcome", f"expected another hand after hand {last}: the game is not over")
    for field, value, found in zip(Outcome._fields, result, record.outcome):
        if found != value:
            raise InvalidRecord("outcome", f"expected {field} {shown(value)}, not {shown(found)}")


def dumps(record: Record) -> str:
    """Return the record as JSON."""
    rules, seed, names, hands, outcome = record
    error = None if outcome.error is None else outcome.error._asdict()
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "game": rules.name,
            "seed": seed,
            "players": names,
            "hands": [
                {"deck": " ".join(deck), "plays": [format_play(play) for play in plays]} for deck, plays in hands
            ],
            "outcome": {**outcome._asdict(), "error": error},
        },
        indent=2,
    )


def loads(text: str) -> Record:
    """Parse a JSON record without checking its plays, which `replay` does."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidRecord("record", f"expected JSON ({error})") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord("record", f'expected an object with "format": "{FORMAT}"')
    if data.get("version") != VERSION:
        raise InvalidRecord("record", f'expected "version": {VERSION}, not {shown(data.get("version"))}')
    try:
        rules = ruleset(_field(data, "game", str))
        hands = [_hand(rules, hand, number) for number, hand in enumerate(_field(data, "hands", list))]
        names = _texts(_field(data, "players", list), "players")
        return Record(rules, data.get("seed"), names, tuple(hands), _read_outcome(rules, _field(data, "outcome", dict)))
    except InvalidNotation as error:
        raise InvalidRecord("record", str(error)) from None


def _field(data: Any, name: str, kind: type) -> Any:
    value = data.get(name) if isinstance(data, dict) else None
    if not isinstance(value, kind):
        words = {dict: "an object", list: "a list", str: "a string", int: "a whole number"}
        raise InvalidNotation(f'expected {words[kind]} as "{name}", not {shown(value)}')
    return value


def _texts(values: list[Any], name: str) -> tuple[str, ...]:
    if len(values) != SEATS or not all(isinstance(value, str) for value in values):
        raise InvalidNotation(f'expected four strings as "{name}", not {shown(values)}')
    return tuple(values)


def _hand(rules: Ruleset, data: Any, number: int) -> HandRecord:
    where = f"hand {number}"
    try:
        deck = cards(_field(data, "deck", str))
        plays = []
        for place, play in enumerate(_field(data, "plays", list)):
            where = f"hand {number}, play {place}"
            plays.append(parse_play(str(play), rules))
        return HandRecord(deck, tuple(plays))
    except InvalidNotation as error:
        raise InvalidRecord(where, str(error)) from None


def _read_outcome(rules: Ruleset, data: Any) -> Outcome:
    error = data.get("error")
    ranks = data.get("ranks")
    if error is not None:
        kinds = {"seat": int, "kind": str, "reason": str, "call": str, "answer": str, "traceback": str}
        error = PlayerError(**{name: _field(error, name, kind) for name, kind in kinds.items()})
        read_player(error.seat)
    return Outcome(
        hands=_field(data, "hands", int),
        status=read_statuses(rules, data.get("status")),
        scores=tuple(_field(data, "scores", list)),
        ranks=None if ranks is None else tuple(_field(data, "ranks", list)),
        error=error,
    )


def line_of(text: str, where: str) -> int | None:
    """Return the line of the JSON text that `InvalidRecord.where` refers to, or `None` if it is unknown."""
    place = re.fullmatch(r"hand (\d+)(?:, (?:deck|play (\d+)))?", where)
    if place is None:
        found = re.search(r'"outcome"', text) if where == "outcome" else None
        return None if found is None else text.count("\n", 0, found.start()) + 1
    hands = list(re.finditer(r'"deck"\s*:', text))
    if int(place[1]) >= len(hands):
        return None
    offset = hands[int(place[1])].start()
    if place[2] is not None:
        start_of_plays = re.compile(r'"plays"\s*:\s*\[').search(text, offset)
        for number, play in enumerate(
            re.compile(r'"(?:[^"\\]|\\.)*"').finditer(text, start_of_plays.end() if start_of_plays else offset)
        ):
            if number == int(place[2]):
                offset = play.start()
                break
    return text.count("\n", 0, offset) + 1
