"""The information in a view about the hidden cards: the size of each hand, the known cards, and the rest of the deck.

A course function receives only a view, so everything is derived from the history. A card taken from the pile is known
until it is played. The first discard is seen only by the player who takes it or finds it on top; for the others it
remains unseen.

A view may be untrusted, and the C code that uses it checks nothing. The history is therefore replayed with the rules,
as far as this is possible without the hidden cards. A view that corresponds to no possible game raises `Contradiction`
with the reason: a turn that is illegal or out of order, a table that does not follow from the history, or too many
copies of a card. The result of `read` can therefore be reached by legal plays.
"""

from __future__ import annotations

from collections import Counter

from phazed.core.beliefs import FREE_ORDER, LAID
from phazed.core.encoding import CODES, kinds_of, new_hand, put_status, put_table
from phazed.core.habits import Habits
from phazed.core.trace import Trace
from phazed.rules.cards import JOKER
from phazed.rules.errors import PhazedError
from phazed.rules.legality import NOTHING_LAID, joined, put, refuse
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import HAND_SIZE, MAX_TURNS, SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from phazed.core.hand import Hand
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.legality import Table
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Status
else:
    from phazed.rules.namedtuples import NamedTuple

NO_CARD = -1


class Contradiction(PhazedError):
    """The view does not correspond to any possible game."""


class SeatEvidence(NamedTuple):
    """The history's evidence about one player: the size of the hand, and the known cards in it."""

    size: int
    known: list[int]


class Knowledge(NamedTuple):
    """A hand as one seat knows it, without the hidden cards."""

    hand: Hand
    evidence: tuple[SeatEvidence, ...]
    unseen: list[int]
    habits: Habits
    """The habits of all players in the hand's turns so far."""


class HistoryReader:
    """Replays a view's history, turn by turn, up to the seat's next play."""

    def __init__(self, view: View) -> None:
        rules, seat, _, history, *_ = view
        self.rules = rules
        self.sizes = [HAND_SIZE] * SEATS
        self.known: list[list[Card]] = [[] for _ in range(SEATS)]
        self.turns = [0] * SEATS
        """Number of turns that each seat has completed or started."""
        self.trace, self.habits = Trace(), Habits()
        self.leader = history[0][0] if history else seat
        self.turn = 0
        self.skips = [0] * SEATS
        self.pile: list[Card | None] = [None]
        """The discard pile; the first discard is `None` until it is seen."""
        self.drawn = HAND_SIZE * SEATS + 1
        self.table: Table = (NOTHING_LAID,) * SEATS
        self.status = tuple(_status_before(view, each) for each in range(SEATS))
        self.in_turn = False
        for number, (player, plays) in enumerate(history):
            if number:
                self._next_turn(player)
            self._read_turn(player, plays)
        if history and not (self.in_turn and player == seat):
            self._next_turn(seat)

    def _next_turn(self, player: int) -> None:
        """Advance to the player's turn; the players in between must have been skipped."""
        if self.in_turn:
            raise Contradiction(f"the turn of player {self._seat} has not ended")
        if self.drawn == len(self.rules.deck):
            raise Contradiction("the hand is over: the deck is exhausted")
        self.turn += 1
        while self.skips[self._seat]:
            self.skips[self._seat] = 0
            self.turn += 1
        if self.turn >= MAX_TURNS * SEATS:
            raise Contradiction(f"the hand is over: every player has had {MAX_TURNS} turns")
        if self._seat != player:
            raise Contradiction(f"it is player {self._seat}'s turn, not player {player}'s")

    @property
    def _seat(self) -> int:
        return (self.leader + self.turn) % SEATS

    def _read_turn(self, player: int, plays: tuple[Play, ...]) -> None:
        model, size = self._model(player), self.sizes[player]
        offered = self.pile[-1] if self.pile else None
        took = False
        self.in_turn = True
        if not plays:
            raise Contradiction(f"turn {self.turns[player]} of player {player} must contain a play")
        for position, play in enumerate(plays):
            cards = self._cards_of(player, play)
            self._check(player, plays[:position], play, cards)
            if play[0] == DRAW:
                self.drawn += 1
                if offered is not None:
                    self.trace.tell("passes", player, CODES[offered], len(self.pile))
            elif play[0] == TAKE:
                took, offered = True, play[1]
                self.trace.tell("takes", player, CODES[offered], len(self.pile))
                self.pile.pop()
                self.known[player].append(offered)
            elif play[0] == LAY_PHASE:
                self._lay_phase(player, play[1])
            elif play[0] == LAY_OFF:
                self.table = joined(self.table, *play[1])
            else:
                self.pile.append(cards[0])
                if play[0] == SKIP:
                    self.skips[play[1]] = 1
                self.in_turn = False
            if cards:
                self._lose(player, cards)
                self._show(player, cards)
            else:
                self.sizes[player] += 1
        if not self.in_turn:
            left, thrown = self.sizes[player], _code(self.pile[-1])
            turn = self.turns[player]
            self.habits.record_turn(self.trace, player, model, turn, _code(offered), took, size - left, left, thrown)
        self.turns[player] += 1

    def _model(self, player: int) -> int:
        """Return the player's model in `core.beliefs`, like `model_of`."""
        if self.table[player][0] is not None:
            return LAID
        due = self.rules.due(self.status[player])
        return kinds_of(self.rules)[due[0] - 1] if len(due) == 1 else FREE_ORDER

    def _show(self, player: int, cards: Cards) -> None:
        """Record cards that the player has revealed by laying down or discarding."""
        for card in cards:
            self.trace.tell("plays" if self.in_turn else "throws", player, CODES[card])

    def _check(self, player: int, so_far: tuple[Play, ...], play: Play, cards: Cards) -> None:
        """Check the play with the rules, assuming a hand that contains the cards played."""
        if not self.in_turn:
            raise Contradiction(f"player {player} cannot play after the discard")
        if len(cards) > self.sizes[player]:
            raise Contradiction(f"player {player} plays {len(cards)} cards but has only {self.sizes[player]}")
        spare = () if len(cards) == self.sizes[player] else cards[:1]
        history = ((player, so_far),) if so_far else ()
        top = self.pile[-1] if self.pile else None
        if play[0] == TAKE and self.pile and top is None:
            top = play[1]
        refusal = refuse((self.rules, player, self.table, history, self.status, (*cards, *spare), top), play)
        if refusal is not None:
            raise Contradiction(f"turn {self.turns[player]} of player {player}: {refusal}")
        if play[0] == DRAW and self.drawn == len(self.rules.deck):
            raise Contradiction("the hand is over: the deck is exhausted")

    def _cards_of(self, player: int, play: Play) -> Cards:
        """Return the cards that leave the hand with the play."""
        if play[0] == LAY_PHASE:
            _, groups = self.rules.declared(play[1], self.status[player])
            return tuple(card for group in groups for card in group)
        if play[0] == LAY_OFF:
            return (play[1][0],)
        if play[0] == DISCARD:
            return (play[1],)
        return (JOKER,) if play[0] == SKIP else ()

    def _lay_phase(self, player: int, content: object) -> None:
        phase, groups = self.rules.declared(content, self.status[player])
        self.table = put(self.table, player, (phase, groups))
        self.status = put(self.status, player, self.rules.complete(self.status[player], phase))

    def _lose(self, player: int, cards: Cards) -> None:
        self.sizes[player] -= len(cards)
        for card in cards:
            if card in self.known[player]:
                self.known[player].remove(card)
        if not self.sizes[player]:
            raise Contradiction(f"the hand is over: player {player} has no cards left")
        if self.sizes[player] < len(self.known[player]):
            raise Contradiction(f"player {player} has taken more cards than they hold")


def read(view: View, upcard: Card | None = None) -> Knowledge:
    """Return the information in the view; raise `Contradiction` if it does not correspond to any possible game.

    `upcard` is the first card turned up. Everyone has seen it, but a view does not contain it once it is covered.
    """
    rules, seat, table, _, status, cards, top = view
    past = HistoryReader(view)
    if past.pile and past.pile[0] is None:
        past.pile[0] = upcard
    if past.sizes[seat] != len(cards):
        raise Contradiction(f"according to the history, player {seat} has {past.sizes[seat]} cards, not {len(cards)}")
    if Counter(past.known[seat]) - Counter(cards):
        raise Contradiction(f"player {seat} has taken {' '.join(past.known[seat])} but does not hold all of them")
    _check_table(table, past.table)
    _settle_pile(past.pile, top)
    unseen = _unseen(view, past)
    hand = new_hand(rules)
    hand.trace = past.trace
    hand.leader, hand.turns, hand.drawn = past.leader, past.turn, past.drawn
    hand.picked_up, hand.skips = int(past.in_turn), past.skips
    put_table(hand, rules, past.table)
    put_status(hand, rules, past.table, status)
    hand.put_cards(seat, _codes(cards))
    hand.size = past.sizes  # the sizes of the other hands are known, and the policy needs them
    hand.put_pile([max(_code(card), 0) for card in past.pile])
    evidence = tuple(SeatEvidence(size, _codes(known)) for size, known in zip(past.sizes, past.known))
    return Knowledge(hand, evidence, unseen, past.habits)


def after_taking(view: View, upcard: Card | None = None) -> View | None:
    """Return the view after taking the top discard, or `None` if the card below it is unknown."""
    *below, taken = HistoryReader(view).pile
    taken = view.discard if taken is None else taken
    if below and below[0] is None:
        below[0] = upcard
    if taken is None or (below and below[-1] is None):
        return None
    history = (*view.history, (view.seat, ((TAKE, taken),)))
    return view._replace(history=history, hand=(*view.hand, taken), discard=below[-1] if below else None)


def _code(card: Card | None) -> int:
    return NO_CARD if card is None else CODES[card]


def _codes(cards: Cards | list[Card]) -> list[int]:
    return [CODES[card] for card in cards]


def _status_before(view: View, seat: int) -> Status:
    """Return the phases that the seat had completed before the hand."""
    rules, status, phase = view.rules, view.status[seat], view.table[seat][0]
    if phase is not None:
        if phase not in rules.completed(status) or (isinstance(status, int) and phase != status):
            raise Contradiction(f"player {seat} has laid phase {phase}, but phase_status says otherwise")
        status = phase - 1 if isinstance(status, int) else (*status[: phase - 1], False, *status[phase:])
    if rules.is_finished(status):
        raise Contradiction(f"the game is over: player {seat} had completed every phase before this hand")
    return status


def _check_table(shown: Table, built: Table) -> None:
    """Check that the history leads to the table, apart from the order of cards in a group."""
    for seat, (one, other) in enumerate(zip(shown, built)):
        if one[0] != other[0] or [sorted(group) for group in one[1]] != [sorted(group) for group in other[1]]:
            raise Contradiction(f"the table does not match the cards played on player {seat}'s phase")


def _settle_pile(pile: list[Card | None], top: Card | None) -> None:
    """Put the visible card on top of the pile if the history does not show it."""
    if bool(pile) != (top is not None):
        raise Contradiction(
            "the pile is empty" if top is not None else "the pile must have a top card, as it is not empty"
        )
    if top is not None:
        if pile[-1] not in (None, top):
            raise Contradiction(f"the top discard is {pile[-1]}, the last card discarded, not {top}")
        pile[-1] = top


def _unseen(view: View, past: HistoryReader) -> list[int]:
    """Return the cards that the seat has not seen: in hands, in the deck, and possibly the first discard."""
    deck = view.rules.deck
    others = [s for s in range(SEATS) if s != view.seat]
    left = Counter(deck)
    left.subtract(view.hand)
    left.subtract(card for _, groups in past.table for group in groups for card in group)
    left.subtract(card for card in past.pile if card is not None)
    for s in others:
        left.subtract(past.known[s])
    for card, count in left.items():
        if count < 0:
            raise Contradiction(f"there are more copies of {card} than the game has")
    return _codes(list(left.elements()))
