"""A hand from the deal to its end (rule 4), as immutable states.

A state is a tuple with names. `apply(state, play)` gives the state after a play or raises `IllegalPlay`; nothing is
ever changed or copied in depth: what a play does not touch, the new state shares with the old.

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
"""Why a hand has ended (rule 4.3)."""


class HandState(NamedTuple):
    """A hand between two plays. Everything is here, hidden cards included; `game.view` shows what one seat may know."""

    rules: Ruleset
    leader: int
    turns: int
    """How many turns are over, those missed to a skip included."""
    deck: Cards
    """The whole deck as it was shuffled, in the order in which it is dealt and drawn."""
    drawn: int
    """How many cards of it are gone."""
    pile: Cards
    """The discards, the top one last."""
    hands: tuple[Cards, ...]
    """What each seat holds, in the order of the deal with each picked-up card last."""
    table: Table
    history: tuple[Turn, ...]
    """The turns that are over."""
    plays: tuple[Play, ...]
    """The turn in progress."""
    status: tuple[Status, ...]
    skips: tuple[bool, ...]
    """Who is to miss their next turn."""
    ending: str | None
    """Why the hand has ended; `None` while it goes on."""

    @property
    def seat(self) -> int:
        """The seat to play."""
        return (self.leader + self.turns) % SEATS

    @property
    def stage(self) -> str:
        if self.ending:
            return OVER
        return DURING if self.plays else BEFORE

    @property
    def hand(self) -> Cards:
        """What the seat to play holds."""
        return self.hands[self.seat]

    @property
    def discard(self) -> Card | None:
        return self.pile[-1] if self.pile else None

    def position(self, seat: int) -> Position:
        """What that seat knows, as `legality` takes it: the history includes the turn in progress."""
        rules, _, _, _, _, pile, hands, table, history, plays, status, _, _ = self
        if plays:
            history = (*history, (self.seat, plays))
        return (rules, seat, table, history, status, hands[seat], pile[-1] if pile else None)

    def refuse(self, play: Play) -> Refusal | None:
        """Why the seat to play may not make the play; `None` if it may."""
        if self.ending:
            return Refusal("4.3", "the hand is over: {}", self.ending)
        return refuse(self.position(self.seat), play)


def deal(rules: Ruleset, deck: Cards, dealer: int, status: tuple[Status, ...] | None = None) -> HandState:
    """The state in which the seat after the dealer is to play: ten cards each, dealt one at a time, one turned up."""
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
    """The state after a play of the seat to play."""
    refusal = state.refuse(play)
    if refusal is not None:
        raise IllegalPlay(refusal)
    return advance(state, play)


_make: Any = tuple.__new__


def advance(state: HandState, play: Play) -> HandState:
    """The state after a play that is known to be legal."""
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
    return _make(  # type: ignore[no-any-return]  # half the price of calling the class
        HandState,
        (rules, leader, turns, deck, drawn, pile, hands, table, history, plays, status, skips, ending),
    )


def _next_turn(leader: int, turns: int, skips: tuple[bool, ...]) -> tuple[int, tuple[bool, ...], str | None]:
    """Count the turn that is over, and those missed after it (rules 4.3 and 6.6)."""
    turns += 1
    while True in skips and turns < MAX_TURNS * SEATS and skips[(leader + turns) % SEATS]:
        skips = put(skips, (leader + turns) % SEATS, False)
        turns += 1
    return turns, skips, TURN_LIMIT if turns == MAX_TURNS * SEATS else None
