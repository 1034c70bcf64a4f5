"""A game at a table: its seats, the current hand and all plays.

A table is independent of browsers, files and time. It can be restored from its decks and plays, which are all that is
stored of a game.

>>> from phazed.rules.rulesets import PHAZED
>>> from phazed.storage.tables import Seat
>>> table = Table(PHAZED, seed=7, seats=[Seat("casual", f"Bot {number}") for number in range(4)])
>>> table.deal()
>>> table.turn, table.state.hand[:3]
(1, ('3S', 'AS', '8S'))
>>> table.play((1, None))
>>> table.hand["steps"]
[[1, 'draw', '9S']]
>>> table.undo()
Traceback (most recent call last):
...
phazed.rules.errors.NotNow: there is nothing to take back: a pick-up cannot be undone
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.game.frames import deal_of, game_end, hand_end, steps_of
from phazed.game.game import Game
from phazed.game.games import Dealt, GameEnded, HandEnded, Played
from phazed.rules.errors import NotNow
from phazed.rules.plays import LAY_OFF, LAY_PHASE
from phazed.rules.rulesets import SEATS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.answers.table import SheetRow
    from phazed.game.games import Event, HandRecord, Standing
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState
    from phazed.storage.tables import Seat, StoredGame


class Table:
    """A game with its seats."""

    def __init__(self, rules: Ruleset, seed: object, seats: Sequence[Seat], *, seeded: bool = False) -> None:
        self.game = Game(rules, seed=seed, auto_deal=False)
        self.seeded = seeded
        """Whether somebody chose the seed and could therefore know every hand."""
        self.seats = list(seats)
        self.hand: dict[str, Any] = {}
        """The current hand in the form used by `game.frames`, with every card face up."""
        self.sheet: list[SheetRow] = []
        """The score sheet, with one row for each finished hand."""

    @classmethod
    def restored(cls, stored: StoredGame) -> Table:
        """Return the table of a stored game."""
        table = cls(stored.game.rules, stored.game.seed, stored.seats, seeded=stored.seeded)
        table.game = stored.game
        for event in table.game.events:
            table._show(event)
        return table

    @property
    def rules(self) -> Ruleset:
        return self.game.rules

    @property
    def seed(self) -> object:
        return self.game.seed

    @property
    def standing(self) -> Standing:
        """The standing before the current hand or, between hands, after the last one."""
        return self.game.standing

    @property
    def started(self) -> bool:
        return self.game.started

    @property
    def state(self) -> HandState | None:
        """The current hand; `None` before the first deal."""
        return self.game.state if self.started else None

    @property
    def full(self) -> bool:
        """Whether all seats are taken, or a bot plays for the person who has not come."""
        return all(seat.taken or seat.stand_in is not None for seat in self.seats)

    @property
    def of_bots(self) -> bool:
        """Whether all players are bots, so that everybody may see all hands."""
        return not any(seat.is_person for seat in self.seats)

    @property
    def between_hands(self) -> bool:
        return self.game.seat is None

    @property
    def over(self) -> bool:
        return self.game.over

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        return self.game.seat

    @property
    def seat_to_play(self) -> int:
        """The seat whose turn it is in the current hand."""
        return self._dealt_state().seat

    @property
    def stage(self) -> str:
        """The stage of the current turn."""
        return self._dealt_state().stage

    @property
    def number(self) -> int:
        """Number of the current hand, counted from 0."""
        return len(self.hands) - 1

    @property
    def at(self) -> int:
        """Number of steps in the current hand."""
        return len(self.hand["steps"]) if self.hand else 0

    @property
    def plays(self) -> Sequence[Play]:
        """The plays in the current hand."""
        return self.hands[-1].plays

    @property
    def deck(self) -> Cards:
        """The deck of the current hand."""
        return self._dealt_state().deck

    @property
    def upcard(self) -> Card:
        """First discard of the current hand, turned up after dealing."""
        return self._dealt_state().upcard

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The decks and plays of all hands, from which the table can be restored."""
        return self.game.hands

    @property
    def can_undo(self) -> bool:
        """Whether the last play belongs to this turn and is not its pick-up."""
        return self.state is not None and bool(self.state.plays) and self.state.plays[-1][0] in (LAY_PHASE, LAY_OFF)

    def view(self, seat: int) -> View:
        """Return the seat's view of the hand."""
        self._dealt_state()
        return self.game.view(seat)

    def deal(self, deck: Cards | None = None) -> None:
        """Deal the next hand, from the given deck if there is one."""
        self._show(self.game.deal(deck))

    def play(self, play: Play) -> None:
        """Make a play for the seat whose turn it is; raise `IllegalPlay` if the rules refuse it."""
        self._dealt_state()
        for event in self.game.play(play):
            self._show(event)

    def undo(self) -> None:
        """Take back the last play of this turn if it is a phase or a lay-off."""
        if not self.can_undo:
            raise NotNow("there is nothing to take back: a pick-up cannot be undone")
        self.game.undo()
        self.hand["steps"].pop()

    def record(self) -> Record:
        """Return the record of the finished game."""
        if not self.over:
            raise NotNow("the game is not over yet; its replay, log and record are available at the end")
        return self.game.record([seat.name for seat in self.seats])

    def ending(self) -> dict[str, Any] | None:
        """Return the result of the game, or `None` if it is not over."""
        return game_end(GameEnded(self.standing, None)) if self.over else None

    def _show(self, event: Event) -> None:
        """Update the hand and the score sheet with an event."""
        if isinstance(event, Dealt):
            self.hand = deal_of(event)
        elif isinstance(event, Played):
            self.hand["steps"] += steps_of(event)
        elif isinstance(event, HandEnded):
            self._end_hand(event)

    def _end_hand(self, event: HandEnded) -> None:
        end = hand_end(event)
        self.hand["end"] = {**end, "left": [" ".join(hand) for hand in event.state.hands]}
        laid = {step[0]: step[2] for step in self.hand["steps"] if step[1] == "phase"}
        row: SheetRow = {
            "points": end["points"],
            "scores": end["scores"],
            "laid": [laid.get(seat) for seat in range(SEATS)],
        }
        self.sheet.append(row)

    def _dealt_state(self) -> HandState:
        if not self.started:
            raise NotNow("the game has not started yet: there are free seats")
        return self.game.state
