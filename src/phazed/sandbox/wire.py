"""The encoding of a course function's six arguments as `marshal` data, which the bot's process decodes.

A bot gets fresh lists with every call, so every call contains all the data. Since encoding takes most of the time of a
call late in a hand, the history, which only grows, is encoded turn by turn, and the bytes are reused for all players.

>>> from phazed.game.view import view
>>> from phazed.rules.rulesets import PHAZED
>>> from phazed.rules.state import deal
>>> seen = view(deal(PHAZED, PHAZED.deck, dealer=0), 1)
>>> marshal.loads(Wire().encode(seen)) == seen.to_course()
True
"""

from __future__ import annotations

import marshal
from typing import TYPE_CHECKING

from phazed.game.view import listed, table_listed
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from typing import Any

    from phazed.game.view import View
    from phazed.rules.legality import Table
    from phazed.rules.plays import Turn

PLAIN = 2
"""Last version of the marshal format without references between objects, in which encoded parts can be concatenated."""
TUPLE_HEADER_SIZE = len(marshal.dumps((), PLAIN))
SIX_TUPLE_HEADER = marshal.dumps((None,) * 6, PLAIN)[:TUPLE_HEADER_SIZE]
SEAT_BYTES = [marshal.dumps(seat, PLAIN) for seat in range(SEATS)]


class Wire:
    """An encoder for the views in a match."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._table_bytes = b""
        self._encoded_turns = 0
        self._last_encoded: Turn | None = None
        self._past = b""

    def encode(self, view: View) -> bytes:
        """Return the bytes of `view.to_course()`."""
        return b"".join(
            (
                SIX_TUPLE_HEADER,
                SEAT_BYTES[view.seat],
                self._laid(view.table),
                self._history(view.history),
                _parts((list(view.status), list(view.hand), view.discard)),
            )
        )

    def _laid(self, table: Table) -> bytes:
        """Return the encoded table, which is cached because few plays change it."""
        if table is not self._table:
            self._table = table
            self._table_bytes = _short(marshal.dumps(table_listed(table), PLAIN))
        return self._table_bytes

    def _history(self, history: tuple[Turn, ...]) -> bytes:
        """Return the encoded turns; only new turns and the last one, which may still grow, are encoded."""
        done = self._encoded_turns
        if done and (len(history) <= done or history[done - 1] is not self._last_encoded):  # a new hand
            done, self._encoded_turns, self._last_encoded, self._past = 0, 0, None, b""
        if len(history) - 1 > done:
            self._past += b"".join(map(_turn, history[done:-1]))
            self._encoded_turns = len(history) - 1
            self._last_encoded = history[-2]
        current = _turn(history[-1]) if history else b""
        return b"".join((b"[", len(history).to_bytes(4, "little"), self._past, current))


def _turn(turn: Turn) -> bytes:
    seat, plays = turn
    return _short(marshal.dumps((seat, listed(plays)), PLAIN))


def _parts(values: tuple[Any, ...]) -> bytes:
    """Return the encoded items of a tuple, without the tuple's header."""
    return _short(marshal.dumps(values, PLAIN)[TUPLE_HEADER_SIZE:])


def _short(data: bytes) -> bytes:
    """Encode cards as short ASCII strings, a newer type of the marshal format that is decoded faster."""
    return data.replace(b"u\x02\x00\x00\x00", b"z\x02")
