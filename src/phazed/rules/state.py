"""A hand from the deal to its end (rule 4), as immutable states.

`apply(state, play)` returns the state after a play or raises `IllegalPlay`. The new state shares with the old one
everything that the play does not change.

>>> from phazed.rules.rulesets import PHAZED
>>> state = deal(PHAZED, PHAZED.deck, dealer=0)
>>> state.seat, state.hand, state.discard
(1, ('2C', '3C', '4C', '5C', '6C', '7C', '8C', '9C', '0C', 'JC'), 'QC')
>>> state = apply(state, (1, None))
>>> state.hand[-1], state.stage
('QD', 'during')
>>> apply(state, (5, "KC"))
Traceback (most recent call last):
...
phazed.rules.errors.IllegalPlay: KC is not in the hand: 2C 3C 4C 5C 6C 7C 8C 9C 0C JC QD (rule 6.5)
"""

from __future__ import annotations

from phazed.rules.cards import JOKER, without
from phazed.rules.errors import IllegalPlay
from phazed.rules.legality import BEFORE, DURING, NOTHING_LAID, OVER, joined, put, refuse
from phazed.rules.plays import DISCARD, DRAW, DRAWN, LAST_PLAYS, LAY_OFF, LAY_PHASE, TAKE
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import HAND_SIZE, MAX_TURNS, SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from phazed.rules.cards import Card, Cards
    from phazed.rules.legality import Position, Table
    from phazed.rules.plays import Play, Turn
    from phazed.rules.rulesets import Ruleset, Status
else:
    from phazed.rules.namedtuples import NamedTuple

OUT_OF_CARDS, DECK_EXHAUSTED, TURN_LIMIT = "out of cards", "deck exhausted", "turn limit"
"""The reasons why a hand can end (rule 4.3)."""


class HandState(NamedTuple):
    """A hand between two plays, hidden cards included; `game.view` shows what one seat may know."""

    rules: Ruleset
    leader: int
    turns: int
    """Number of completed turns, including skipped ones."""
    deck: Cards
    """The whole shuffled deck, in the order of dealing and drawing."""
    drawn: int
    """Number of cards of the deck that have been dealt or drawn."""
    pile: Cards
    """The discard pile, its top card last."""
    hands: tuple[Cards, ...]
    """The cards of each seat, in the order in which they were dealt and picked up."""
    table: Table
    history: tuple[Turn, ...]
    """The completed turns."""
    plays: tuple[Play, ...]
    """The plays of the turn in progress."""
    status: tuple[Status, ...]
    skips: tuple[bool, ...]
    """For each seat, whether it will miss its next turn."""
    ending: str | None
    """The reason why the hand ended; `None` while it is in progress."""

    @property
    def upcard(self) -> Card:
        """The first card turned up in this hand."""
        return self.deck[HAND_SIZE * SEATS]

    @property
    def seat(self) -> int:
        """The seat whose turn it is."""
        return (self.leader + self.turns) % SEATS

    @property
    def stage(self) -> str:
        if self.ending:
            return OVER
        return DURING if self.plays else BEFORE

    @property
    def hand(self) -> Cards:
        """The cards of the seat whose turn it is."""
        return self.hands[self.seat]

    @property
    def discard(self) -> Card | None:
        return self.pile[-1] if self.pile else None

    def position(self, seat: int) -> Position:
        """Return the seat's position for `legality`, with the turn in progress in its history."""
        rules, _, _, _, _, pile, hands, table, history, plays, status, _, _ = self
        if plays:
            history = (*history, (self.seat, plays))
        return (rules, seat, table, history, status, hands[seat], pile[-1] if pile else None)

    def refuse(self, play: Play) -> Refusal | None:
        """Return the reason why the seat whose turn it is may not make the play, or `None` if it may."""
        if self.ending:
            return Refusal("4.3", "the hand is over: {}", self.ending)
        return refuse(self.position(self.seat), play)


def deal(rules: Ruleset, deck: Cards, dealer: int, status: tuple[Status, ...] | None = None) -> HandState:
    """Deal ten cards to each seat, one at a time, and turn one up; the seat after the dealer plays first."""
    leader = (dealer + 1) % SEATS
    dealt = HAND_SIZE * SEATS
    return HandState(
        rules=rules,
        leader=leader,
        turns=0,
        deck=deck,
        drawn=dealt + 1,
        pile=(deck[dealt],),
        hands=tuple(deck[(seat - leader) % SEATS : dealt : SEATS] for seat in range(SEATS)),
        table=(NOTHING_LAID,) * SEATS,
        history=(),
        plays=(),
        status=(rules.nothing,) * SEATS if status is None else status,
        skips=(False,) * SEATS,
        ending=None,
    )


def apply(state: HandState, play: Play) -> HandState:
    """Return the state after the play; raise `IllegalPlay` if the rules refuse it."""
    refusal = state.refuse(play)
    if refusal is not None:
        raise IllegalPlay(refusal)
    return advance(state, play)


_make: Any = tuple.__new__


def advance(state: HandState, play: Play) -> HandState:
    """Return the state after a play that is known to be legal."""
    rules, leader, turns, deck, drawn, pile, hands, table, history, plays, status, skips, ending = state
    content: Any
    kind, content = play
    seat = (leader + turns) % SEATS
    hand = hands[seat]
    if kind == DRAW:
        hand = (*hand, deck[drawn])
        drawn += 1
        play = DRAWN
    elif kind == TAKE:
        hand = (*hand, content)
        pile = pile[:-1]
    elif kind == DISCARD:
        hand = without(hand, (content,))
        pile = (*pile, content)
    elif kind == LAY_PHASE:
        phase, groups = rules.declared(content, status[seat])
        for group in groups:
            hand = without(hand, group)
        table = put(table, seat, (phase, groups))
        status = put(status, seat, rules.complete(status[seat], phase))
    elif kind == LAY_OFF:
        hand = without(hand, (content[0],))
        table = joined(table, *content)
    else:
        hand = without(hand, (JOKER,))
        pile = (*pile, JOKER)
        skips = put(skips, content, True)
    hands = put(hands, seat, hand)
    plays = (*plays, play)
    if kind in LAST_PLAYS or not hand:
        history = (*history, (seat, plays))
        plays = ()
        if not hand:
            ending = OUT_OF_CARDS
        elif drawn == len(deck):
            ending = DECK_EXHAUSTED
        else:
            turns, skips, ending = _next_turn(leader, turns, skips)
    return _make(  # type: ignore[no-any-return]  # twice as fast as calling the class
        HandState,
        (rules, leader, turns, deck, drawn, pile, hands, table, history, plays, status, skips, ending),
    )


def _next_turn(leader: int, turns: int, skips: tuple[bool, ...]) -> tuple[int, tuple[bool, ...], str | None]:
    """Count the completed turn and the skipped turns after it (rules 4.3 and 6.6)."""
    turns += 1
    while True in skips and turns < MAX_TURNS * SEATS and skips[(leader + turns) % SEATS]:
        skips = put(skips, (leader + turns) % SEATS, False)
        turns += 1
    return turns, skips, TURN_LIMIT if turns == MAX_TURNS * SEATS else None
