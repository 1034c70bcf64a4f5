"""What a bot is sent: the six arguments of a course function, as the bytes that `marshal` reads in the bot's process.

A bot gets fresh lists at every call, so everything travels every time. But a hand's history only grows: its bytes are
put together once, turn by turn, and kept for all four players. That is most of what a long hand's call costs here.

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

if TYPE_CHECKING:
    from typing import Any

    from phazed.game.view import View
    from phazed.rules.legality import Table
    from phazed.rules.plays import Turn

PLAIN = 2
"""The last version of marshal's format in which no part refers to another, so that parts can be put together."""
HEAD = len(marshal.dumps((), PLAIN))
SIX = marshal.dumps((None,) * 6, PLAIN)[:HEAD]


SEATS = [marshal.dumps(seat, PLAIN) for seat in range(4)]


class Wire:
    """Encodes the views of one match."""

    def __init__(self) -> None:
        self._table: Table | None = None
        self._table_bytes = b""
        self._turns = 0
        self._last: Turn | None = None
        self._past = b""

    def encode(self, view: View) -> bytes:
        """The bytes of `view.to_course()`."""
        return b"".join(
            (
                SIX,
                SEATS[view.seat],
                self._laid(view.table),
                self._history(view.history),
                _parts((list(view.status), list(view.hand), view.discard)),
            )
        )

    def _laid(self, table: Table) -> bytes:
        """The table, which few plays change."""
        if table is not self._table:
            self._table = table
            self._table_bytes = _short(marshal.dumps(table_listed(table), PLAIN))
        return self._table_bytes

    def _history(self, history: tuple[Turn, ...]) -> bytes:
        """All turns: those that are over from what is kept, the last one, which may go on, anew."""
        if self._turns and (len(history) <= self._turns or history[self._turns - 1] is not self._last):
            self._turns, self._last, self._past = 0, None, b""  # another hand
        if len(history) - 1 > self._turns:
            self._past += b"".join(map(_turn, history[self._turns : -1]))
            self._turns = len(history) - 1
            self._last = history[-2]
        now = _turn(history[-1]) if history else b""
        return b"".join((b"[", len(history).to_bytes(4, "little"), self._past, now))


def _turn(turn: Turn) -> bytes:
    seat, plays = turn
    return _short(marshal.dumps((seat, listed(plays)), PLAIN))


def _parts(values: tuple[Any, ...]) -> bytes:
    """The items of a tuple, without the tuple."""
    return _short(marshal.dumps(values, PLAIN)[HEAD:])


def _short(data: bytes) -> bytes:
    """The same with cards in the newer, shorter form of a text, which is read faster."""
    return data.replace(b"u\x02\x00\x00\x00", b"z\x02")
