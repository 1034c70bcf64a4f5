"""The columns of datasets, and their conversion from the rows of the core's recorder.

`docs/data.md` describes every column. A row represents one play: the seat's view, the legal actions, the play, and the
results of the hand and the game for the seat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.core import recorder as places
from phazed.core.constants import CARDS, GROUPS, HAND_ROOM, OPTIONS_ROOM, SEATS
from phazed.env.extra import needs

with needs("data"):
    import numpy as np
    import pyarrow as pa

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    Numbers = np.ndarray[Any, np.dtype[Any]]

SEAT_CODE = 64
"""Factor of the seat in the code of a known card, which is `SEAT_CODE * seat + card`."""
KNOWN_ROOM = int(SEATS * (HAND_ROOM - 1))
_ONE_BYTE = pa.uint8()

_NUMBERS = {
    "hand_number": (places.ROW_HAND, _ONE_BYTE),
    "turn": (places.ROW_TURN, _ONE_BYTE),
    "seat": (places.ROW_SEAT, _ONE_BYTE),
    "picked_up": (places.ROW_PICKED_UP, pa.bool_()),
    "discard": (places.ROW_DISCARD, pa.int8()),
    "pile": (places.ROW_PILE, _ONE_BYTE),
    "deck": (places.ROW_DECK, _ONE_BYTE),
}
_BY_SEAT = {
    "sizes": (places.ROW_SIZES, _ONE_BYTE),
    "completed": (places.ROW_COMPLETED, _ONE_BYTE),
    "laid": (places.ROW_LAID, _ONE_BYTE),
    "scores": (places.ROW_SCORES, pa.int16()),
    "skips": (places.ROW_SKIPS, _ONE_BYTE),
}
_LISTS = {
    "cards": (places.ROW_CARDS, HAND_ROOM),
    "known": (places.ROW_KNOWN, KNOWN_ROOM),
    "legal": (places.ROW_LEGAL, OPTIONS_ROOM),
}
_PLAY = {
    "kind": (places.ROW_KIND, _ONE_BYTE),
    "card": (places.ROW_CARD, pa.int8()),
    "phase": (places.ROW_PHASE, _ONE_BYTE),
    "place": (places.ROW_PLACE, pa.int8()),
    "at_start": (places.ROW_AT_START, pa.bool_()),
    "target": (places.ROW_TARGET, pa.int8()),
}
_LAID = {"first": (places.ROW_FIRST, HAND_ROOM), "second": (places.ROW_SECOND, HAND_ROOM)}
GROUP_WIDTH = int(GROUPS * places.GROUP_NUMBERS)


class Game(NamedTuple):
    """The result of a game, which is added to its rows."""

    number: int
    rows: int
    ranks: Sequence[int]
    players: Sequence[int]
    """The player in each seat, as its index in `Settings.players`."""


def schema(*, chances: bool) -> pa.Schema:
    """Return the names and types of the columns."""
    fields = [("game", pa.int32()), ("player", _ONE_BYTE)]
    fields += [(name, kind) for name, (_, kind) in _NUMBERS.items()]
    fields += [(name, pa.list_(kind, int(SEATS))) for name, (_, kind) in _BY_SEAT.items()]
    fields += [("groups", pa.list_(_ONE_BYTE, GROUP_WIDTH))]
    fields += [(name, pa.list_(_ONE_BYTE)) for name in _LISTS]
    fields += [("chances", pa.list_(pa.float32(), int(SEATS)))] * chances
    fields += [(name, kind) for name, (_, kind) in _PLAY.items()]
    fields += [(name, pa.list_(_ONE_BYTE)) for name in _LAID]
    fields += [("points", pa.int16()), ("rank", _ONE_BYTE), ("win", pa.float32())]
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields])


def table(rows: Numbers, games: Sequence[Game], chances: Numbers | None) -> pa.Table:
    """Return the table of these games, whose rows are given one game after the other."""
    described = schema(chances=chances is not None)
    counts = [game.rows for game in games]
    seats = rows[:, places.ROW_SEAT]
    of_row = np.repeat(np.arange(len(games)), counts)
    ranks = np.array([game.ranks for game in games], dtype=np.uint8).reshape(-1, SEATS)
    shares = (ranks == 1) / np.maximum((ranks == 1).sum(axis=1, keepdims=True), 1)
    players = np.array([game.players for game in games], dtype=np.uint8).reshape(-1, SEATS)
    columns = {
        "game": np.repeat([game.number for game in games], counts),
        "player": players[of_row, seats],
        "points": rows[:, places.ROW_POINTS],
        "rank": ranks[of_row, seats],
        "win": shares[of_row, seats],
    }
    columns |= {name: rows[:, place] for name, (place, _) in (_NUMBERS | _PLAY).items()}
    arrays = {name: _plain(described, name, column) for name, column in columns.items()}
    for name, (place, _) in _BY_SEAT.items():
        arrays[name] = _fixed(described, name, rows[:, place : place + SEATS])
    arrays["groups"] = _fixed(described, "groups", rows[:, places.ROW_GROUPS : places.ROW_GROUPS + GROUP_WIDTH])
    if chances is not None:
        arrays["chances"] = _fixed(described, "chances", chances)
    for name, (place, room) in (_LISTS | _LAID).items():
        arrays[name] = _list(described, name, rows, place, room)
    return pa.table([arrays[name] for name in described.names], schema=described)


def _plain(described: pa.Schema, name: str, column: Numbers) -> pa.Array:
    kind = described.field(name).type
    return pa.array(column.astype(kind.to_pandas_dtype()), kind)


def _fixed(described: pa.Schema, name: str, block: Numbers) -> pa.Array:
    """Return a column of lists of fixed length."""
    kind = described.field(name).type
    numbers = np.ascontiguousarray(block).astype(kind.value_type.to_pandas_dtype()).reshape(-1)
    return pa.FixedSizeListArray.from_arrays(pa.array(numbers, kind.value_type), type=kind)


def _list(described: pa.Schema, name: str, rows: Numbers, place: int, room: int) -> pa.Array:
    """Return a column of lists, each of which follows its length in the row."""
    counts = rows[:, place]
    block = rows[:, place + 1 : place + 1 + room]
    values = block[np.arange(block.shape[1]) < counts[:, None]].astype(np.uint8)
    offsets = np.concatenate([[0], np.cumsum(counts, dtype=np.int32)]).astype(np.int32)
    return pa.ListArray.from_arrays(pa.array(offsets), pa.array(values, _ONE_BYTE), type=described.field(name).type)


def known_of(codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the seats and cards in the column `known`.

    >>> list(known_of([0, 64 + 51]))
    [(0, 0), (1, 51)]
    """
    return (divmod(code, SEAT_CODE) for code in codes)


assert CARDS <= SEAT_CODE  # noqa: S101 - a seat and a card must fit into one byte
