"""What a view tells of the hidden cards: who holds how many, which of them are known, what is left in the deck.

The course's functions are given a view and nothing else, so everything is read from its history. Cards picked up from
the discards are known until they are shown again; the first card turned up is seen only by who takes it or finds it
on top, so later it is one of the unseen. A view that describes no hand of a game (too many copies of a card, a hand
of a size that cannot be) is told by `Contradiction`.
"""

from __future__ import annotations

from collections import Counter

from phazed.core.encoding import CODES, new_hand, put_status, put_table
from phazed.rules.cards import JOKER
from phazed.rules.errors import PhazedError
from phazed.rules.plays import DISCARD, LAST_PLAYS, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import HAND_SIZE, MOST_TURNS, SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    from phazed.core.hand import Hand
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play, Turn
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

NO_CARD = NEVER = -1


class Contradiction(PhazedError):
    """The view describes no hand of a game."""


class Told(NamedTuple):
    """A player as far as the history tells."""

    size: int
    known: list[int]
    lay_turn: int
    turns: list[tuple[int, int, int, list[int]]]
    """Each turn: the card offered, the card taken, the card thrown, and the cards played otherwise."""


class Knowledge(NamedTuple):
    """A hand as one seat knows it: what is hidden is left open in it."""

    hand: Hand
    told: tuple[Told, ...]
    unseen: list[int]
    need: tuple[int, ...]
    """The phases that each seat could have laid before it laid one in this hand, as bits."""


class _Chronicle:
    """What the history tells, turn by turn."""

    def __init__(self, rules: Ruleset, history: tuple[Turn, ...], seat: int) -> None:
        self.rules = rules
        self.sizes = [HAND_SIZE] * SEATS
        self.known: list[list[int]] = [[] for _ in range(SEATS)]
        self.lay_turn = [NEVER] * SEATS
        self.turns: list[list[tuple[int, int, int, list[int]]]] = [[] for _ in range(SEATS)]
        self.leader = history[0][0] if history else seat
        self.turn = 0
        self.skips = [0] * SEATS
        self.pile: list[int] = [NO_CARD]
        self.drawn = HAND_SIZE * SEATS + 1
        for number, (player, plays) in enumerate(history):
            if not plays:
                raise Contradiction("a turn without a play")
            if number:
                self._next_turn(player)
            self._read_turn(player, plays)
        self.in_turn = bool(history) and history[-1][0] == seat and history[-1][1][-1][0] not in LAST_PLAYS
        if history and not self.in_turn:
            self._next_turn(seat)

    def _read_turn(self, player: int, plays: tuple[Play, ...]) -> None:
        offered = self.pile[-1] if self.pile else NO_CARD
        took = thrown = NO_CARD
        others: list[int] = []
        for kind, content in plays:
            if kind == TAKE:
                took = CODES[content]
                self._take(player, took)
            elif kind == LAY_PHASE:
                self.lay_turn[player] = len(self.turns[player])
                groups = content[1] if self.rules.declares else content
                others += [CODES[card] for group in groups for card in group]
            elif kind == LAY_OFF:
                others.append(CODES[content[0]])
            elif kind == DISCARD:
                thrown = CODES[content]
            elif kind == SKIP:
                thrown = CODES[JOKER]
                self.skips[content] = 1
            else:
                self.drawn += 1
                self.sizes[player] += 1
        for card in others if thrown == NO_CARD else [*others, thrown]:
            self.sizes[player] -= 1
            if card in self.known[player]:
                self.known[player].remove(card)
        if len(others) > HAND_SIZE + 1 or self.sizes[player] < len(self.known[player]):
            raise Contradiction("a hand of this size cannot be")
        if thrown != NO_CARD:
            self.pile.append(thrown)
        self.turns[player].append((took if took != NO_CARD else offered, took, thrown, others))

    def _take(self, player: int, card: int) -> None:
        if not self.pile:
            raise Contradiction("a card was taken from an empty pile")
        self.pile.pop()
        self.known[player].append(card)
        self.sizes[player] += 1

    def _next_turn(self, player: int) -> None:
        """Go on to the player's turn; who is passed over on the way had been skipped."""
        self.turn += 1
        while (self.leader + self.turn) % SEATS != player:
            self.skips[(self.leader + self.turn) % SEATS] = 0
            self.turn += 1


def read(view: View) -> Knowledge:
    """What the view tells."""
    rules, seat, table, history, status, cards, top = view
    past = _Chronicle(rules, history, seat)
    _settle_pile(past.pile, top)
    if past.drawn + (not past.in_turn) > len(rules.deck) or past.turn >= MOST_TURNS * SEATS:
        raise Contradiction("the hand would be over by now")
    if past.sizes[seat] != len(cards) or min(past.sizes) < 0 or max(past.sizes) > HAND_SIZE + 1:
        raise Contradiction("a hand of this size cannot be")
    unseen = _unseen(view, past)
    hand = new_hand(rules)
    hand.leader, hand.turns, hand.drawn = past.leader, past.turn, past.drawn
    hand.picked_up, hand.skips = int(past.in_turn), past.skips
    put_table(hand, rules, table)
    put_status(hand, rules, table, status)
    hand.put_cards(seat, [CODES[card] for card in cards])
    hand.put_pile([max(card, 0) for card in past.pile])
    told = tuple(Told(*each) for each in zip(past.sizes, past.known, past.lay_turn, past.turns))
    return Knowledge(hand, told, unseen, tuple(_need(hand, s) for s in range(SEATS)))


def _settle_pile(pile: list[int], top: Card | None) -> None:
    """Put the card that is seen on top of the pile, where it may be one that the history has not told."""
    if bool(pile) != (top is not None):
        raise Contradiction("the pile is empty, or it is not")
    if top is not None:
        if pile[-1] not in (NO_CARD, CODES[top]):
            raise Contradiction("the top discard is another than the last one thrown")
        pile[-1] = CODES[top]


def _unseen(view: View, past: _Chronicle) -> list[int]:
    """The cards that the seat has not seen: hidden in hands, in the deck, or the first card turned up, buried."""
    rules, seat, table, _, _, cards, _ = view
    left = Counter(CODES[card] for card in rules.deck)
    left.subtract(CODES[card] for card in cards)
    left.subtract(CODES[card] for _, groups in table for group in groups for card in group)
    left.subtract(card for card in past.pile if card != NO_CARD)
    others = [s for s in range(SEATS) if s != seat]
    for s in others:
        left.subtract(past.known[s])
    if min(left.values()) < 0:
        raise Contradiction("there are more copies of a card than the game has")
    unseen = list(left.elements())
    hidden = sum(past.sizes[s] - len(past.known[s]) for s in others)
    if len(unseen) != hidden + len(rules.deck) - past.drawn + past.pile.count(NO_CARD):
        raise Contradiction("the cards do not add up")
    return unseen


def _need(hand: Hand, seat: int) -> int:
    """The phases that the seat could have laid before it laid one in this hand, as bits."""
    done: int = hand.before[seat]
    everything = (1 << hand.phases) - 1
    return everything & ~done if hand.any_order else (done + 1) & everything
