"""A whole game, from the first deal to the result.

>>> game = Game(seed=1)
>>> game.seat, game.view().hand[:3], list(game.legal_plays())
(1, ('3C', '2D', 'QH'), [(1, None), (2, '2D')])
>>> game.can_play((2, "KS")), str(game.refuse((2, "KS")))
(False, 'the top discard is 2D, not KS (rule 6.2)')
>>> events = game.play((1, None))
>>> events[0].after.hand[-1]
'6S'
>>> game
Game('phazed', seed=1, plays=[(1, None)])
>>> game.undo()
(1, None)
"""

from __future__ import annotations

from itertools import chain
from random import Random

from phazed.game.games import (
    DEFAULT_NAMES,
    Dealt,
    GameEnded,
    HandEnded,
    HandRecord,
    Played,
    deck_flaw,
    outcome_of,
    shuffled,
    start,
)
from phazed.game.view import view
from phazed.rules.course import read_play
from phazed.rules.errors import IllegalPlay, InvalidNotation, NotNow
from phazed.rules.legal import LegalPlays, legal_plays
from phazed.rules.legality import open_accumulation
from phazed.rules.plays import LAY_OFF
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import PHAZED, ruleset
from phazed.rules.state import advance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phazed.game.games import Event, Outcome, PlayerError, Standing
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.cards import Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState


_make: Any = tuple.__new__
"""Creates a named tuple faster than its constructor."""


class Game:
    """A game in progress.

    `rules` is a `Ruleset` or its name. The seed, random by default, determines the decks; `decks` replaces those of the
    first hands. The constructor makes the given `plays`. Each hand is dealt as soon as the previous one is over, unless
    `auto_deal` is false; the caller then deals each hand with `deal`.
    """

    __slots__ = ("_deals", "_decks", "_error", "_plays", "_state", "auto_deal", "rules", "seed", "standing")

    def __init__(
        self,
        rules: Ruleset | str = PHAZED,
        *,
        seed: object = None,
        decks: Iterable[Cards] = (),
        plays: Iterable[Any] = (),
        auto_deal: bool = True,
    ) -> None:
        self.rules = ruleset(rules) if isinstance(rules, str) else rules
        self.seed = Random().getrandbits(32) if seed is None else seed
        self.auto_deal = auto_deal
        self.standing: Standing = start(self.rules)
        """The standing before the current hand or, between hands, after the last one."""
        self._decks = {number: self._checked(deck) for number, deck in enumerate(decks)}
        self._deals: list[Dealt] = []
        self._plays: list[list[Play]] = []
        self._state: HandState | None = None
        self._error: PlayerError | None = None
        if auto_deal:
            self.deal()
        for play in plays:
            if self.seat is None and not self.over:
                self.deal()
            self.play(play)

    def __repr__(self) -> str:
        shown = [repr(self.rules.name), f"seed={self.seed!r}"]
        if any(deck != shuffled(self.rules, self.seed, number) for number, deck in self._decks.items()):
            shown.append(f"decks={list(self._decks.values())!r}")
        if plays := list(chain.from_iterable(self._plays)):
            shown.append(f"plays={plays!r}")
        if not self.auto_deal:
            shown.append("auto_deal=False")
        return f"Game({', '.join(shown)})"

    @property
    def state(self) -> HandState:
        """The current hand with all cards visible, or the last hand if none is in progress."""
        if self._state is None:
            raise NotNow("no hand has been dealt yet")
        return self._state

    @property
    def seat(self) -> int | None:
        """The seat whose turn it is; `None` if no hand is in progress."""
        return None if self._state is None or self._state.ending or self._error else self._state.seat

    @property
    def started(self) -> bool:
        return self._state is not None

    @property
    def over(self) -> bool:
        return self._error is not None or (self.standing.over and self.seat is None)

    @property
    def result(self) -> Outcome | None:
        """The outcome of the game; `None` until it is over."""
        return outcome_of(GameEnded(self.standing, self._error)) if self.over else None

    @property
    def hands(self) -> tuple[HandRecord, ...]:
        """The decks and plays of all hands."""
        return tuple([HandRecord(dealt.state.deck, tuple(plays)) for dealt, plays in zip(self._deals, self._plays)])

    @property
    def events(self) -> list[Event]:
        """All events so far, recomputed from the decks and plays."""
        events: list[Event] = []
        for number, (dealt, plays) in enumerate(zip(self._deals, self._plays), 1):
            events.append(dealt)
            after = dealt.state
            for play in plays:
                before, after = after, advance(after, play)
                events.append(Played(before, play, after))
            if after.ending:
                standing = self._deals[number].standing if number < len(self._deals) else self.standing
                events.append(HandEnded(after, standing))
        if self.over:
            events.append(GameEnded(self.standing, self._error))
        return events

    @property
    def is_blocked(self) -> bool:
        """Whether a lay-off has left its player without any legal play (rule 4.6)."""
        state = self.state
        if not state.plays or state.plays[-1][0] != LAY_OFF or open_accumulation(self.rules, state.table) is None:
            return False
        return not legal_plays(state)

    def view(self, seat: int | None = None) -> View:
        """Return the hand as seen from a seat, by default the one whose turn it is."""
        return view(self.state, self.state.seat if seat is None else seat)

    def legal_plays(self) -> LegalPlays:
        """Return the current seat's legal plays, computed lazily; there are none if no hand is in progress."""
        return LegalPlays(None if self.seat is None else self.state.position(self.seat))

    def refuse(self, play: Any) -> Refusal | None:
        """Return the reason why the current seat may not make the play, or `None` if it may."""
        return self._refusal(read_play(self.rules, play))

    def can_play(self, play: object) -> bool:
        """Return whether the argument is a legal play."""
        return play in self.legal_plays()

    def play(self, play: Any) -> tuple[Played, *tuple[Event, ...]]:
        """Make a play and return its events; raise `IllegalPlay` if the rules refuse it."""
        read = read_play(self.rules, play)
        refusal = self._refusal(read)
        if refusal is not None:
            raise IllegalPlay(refusal)
        return self.advance(read)

    def advance(self, play: Play) -> tuple[Played, *tuple[Event, ...]]:
        """Make a play that is known to be legal and return its events."""
        before = self._state or self.state
        after = self._state = advance(before, play)
        self._plays[-1].append(play)
        played: Played = _make(Played, (before, play, after))
        return (played, *self._end_hand(after)) if after.ending else (played,)

    def _end_hand(self, state: HandState) -> Iterator[Event]:
        self.standing = self.standing.after(state)
        yield HandEnded(state, self.standing)
        if self.standing.over:
            yield GameEnded(self.standing, None)
        elif self.auto_deal:
            yield self.deal()

    def undo(self) -> Play:
        """Take back the last play and everything that followed it; return the play."""
        made = [hand for hand, plays in enumerate(self._plays) if plays]
        if not made:
            raise NotNow("there is no play to take back")
        hand = made[-1]
        del self._deals[hand + 1 :], self._plays[hand + 1 :]
        play = self._plays[hand].pop()
        self._error = None
        self.standing, state = self._deals[hand]
        for earlier in self._plays[hand]:
            state = advance(state, earlier)
        self._state = state
        return play

    def deal(self, deck: Cards | None = None) -> Dealt:
        """Deal the next hand from the given deck, by default the game's own; return the event."""
        if self.over:
            raise NotNow("the game is over")
        if self.seat is not None:
            raise NotNow("the hand is not over yet")
        number = self.standing.hands
        if deck is not None:
            self._decks[number] = self._checked(deck)
        elif number not in self._decks:
            self._decks[number] = shuffled(self.rules, self.seed, number)
        self._state = self.standing.deal(self._decks[number])
        dealt = Dealt(self.standing, self._state)
        self._deals.append(dealt)
        self._plays.append([])
        return dealt

    def end(self, error: PlayerError) -> GameEnded:
        """End the game because of a player's error (rule 7.4); return the event."""
        if self.over:
            raise NotNow("the game is over")
        self._error = error
        return GameEnded(self.standing, error)

    def record(self, names: Sequence[str] = DEFAULT_NAMES) -> Record:
        """Return the record of the finished game."""
        from phazed.game.records import Record

        result = self.result
        if result is None:
            raise NotNow("the game is not over yet")
        return Record(self.rules, self.seed, tuple(names), self.hands, result)

    def _refusal(self, play: Play) -> Refusal | None:
        if self._error is not None:
            return Refusal("7.4", "an error by player {} has ended the game", self._error.seat)
        return self.state.refuse(play)

    def _checked(self, deck: Iterable[str]) -> Cards:
        """Return the deck; raise `InvalidNotation` unless it contains exactly the cards of the game."""
        cards = tuple(deck)
        flaw = deck_flaw(self.rules, cards)
        if flaw is not None:
            raise InvalidNotation(flaw)
        return cards
