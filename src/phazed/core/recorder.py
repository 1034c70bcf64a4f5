# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""Recording of every decision in games that the fast policy plays in all seats, as rows of numbers.

A row contains the position before a play as seen by the acting seat, the legal actions, and the play;
`phazed.env.schema` converts rows to named columns. A list is stored as its length, followed by space for the longest
possible list: `HAND_ROOM` cards, `OPTIONS_ROOM` actions (a turn has at most eleven cards to lay off, eleven to discard
and three skips), and four hands of eleven known cards.

`GAME_ROWS`: each of a hand's 200 turns has a pick-up and a discard, at most four phases are laid, and at most the
deck's 108 cards are laid off, so twenty hands have at most 20 * (400 + 4 + 108) = 10,240 plays.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    from phazed.core.constants import (
        AT_START,
        CARDS,
        DECK_ROOM,
        DISCARD,
        DRAW,
        GROUPS,
        HAND_ROOM,
        JOKER,
        LAY_OFF,
        LAY_PHASE,
        OPTIONS_ROOM,
        RUN,
        SEATS,
        SKIP,
        TAKE,
        TOTAL,
    )
    from phazed.core.episode import Episode
    from phazed.core.futures import Futures
    from phazed.core.hand import Hand
    from phazed.core.layout import ACT_DRAW, ACT_TAKE, CARD_BY_CARD, PLAYS_FAST, WINS
    from phazed.core.policy import FAST, Policy

    KNOWN_ROOM = SEATS * (HAND_ROOM - 1)
    ROW_HAND, ROW_TURN, ROW_SEAT, ROW_PICKED_UP, ROW_DISCARD, ROW_PILE, ROW_DECK, ROW_SIZES = range(8)
    ROW_COMPLETED = ROW_SIZES + SEATS
    ROW_LAID = ROW_COMPLETED + SEATS
    ROW_SCORES = ROW_LAID + SEATS
    ROW_SKIPS = ROW_SCORES + SEATS
    ROW_GROUPS = ROW_SKIPS + SEATS
    OF_GROUP_KIND, OF_GROUP_KEY, OF_GROUP_LOW, OF_GROUP_LENGTH, OF_GROUP_TOTAL, GROUP_NUMBERS = range(6)
    ROW_CARDS = ROW_GROUPS + GROUPS * GROUP_NUMBERS
    ROW_KNOWN = ROW_CARDS + 1 + HAND_ROOM
    ROW_LEGAL = ROW_KNOWN + 1 + KNOWN_ROOM
    ROW_KIND = ROW_LEGAL + 1 + OPTIONS_ROOM
    ROW_CARD, ROW_PHASE, ROW_PLACE, ROW_AT_START, ROW_TARGET, ROW_FIRST = range(ROW_KIND + 1, ROW_KIND + 7)
    ROW_SECOND = ROW_FIRST + 1 + HAND_ROOM
    ROW_POINTS = ROW_SECOND + 1 + HAND_ROOM
    ROW_WIDTH = ROW_POINTS + 1
    KNOWN_SEAT = 64
    """Factor of the seat in the code of a known card, which is `KNOWN_SEAT * seat + card`."""
    GAME_ROWS, MAX_GAME_HANDS = 10240, 20


class Recorder(Episode):
    """Plays games and writes their rows to the given array; `recorded` is the number of rows so far."""

    def __init__(self, hand: Hand, policy: Policy, max_hands: int, futures: Futures, rows: Any, chances: Any) -> None:
        Episode.__init__(self, hand, policy, max_hands, CARD_BY_CARD, WINS, [PLAYS_FAST] * SEATS)
        if not cython.compiled:
            self.decks = [[0] * DECK_ROOM for _ in range(MAX_GAME_HANDS)]
            self.standing = [0.0] * SEATS
        self.room = len(rows) // ROW_WIDTH
        if self.room < GAME_ROWS or len(chances) < SEATS * self.room or max_hands > MAX_GAME_HANDS:
            raise ValueError(
                f"a game needs {GAME_ROWS} rows, but there are {self.room} rows and {len(chances)} chances"
            )
        self.futures = futures
        self.rows = rows
        self.chances = chances
        self.recorded = self.hand_start = 0

    def clear(self) -> None:
        self.recorded = 0

    def has_room(self) -> bool:
        """Return whether there is room for another game."""
        return self.recorded + GAME_ROWS <= self.room

    def play(self, seed: cython.ulonglong) -> tuple[int, list[int]]:
        """Play the game for a seed, and return its number of rows and each seat's points."""
        if not self.has_room():
            raise ValueError("there is no room for another game; clear the rows first")
        before = self.recorded
        self.start(seed)
        return self.recorded - before, [self.score[s] for s in range(SEATS)]

    def completed(self) -> list[bool]:
        """Return, for each seat, whether it completed every phase in the last game."""
        everything = (1 << self.hand.phases) - 1
        return [self.hand.done[s] == everything for s in range(SEATS)]

    def dealt(self) -> list[list[int]]:
        """Return the decks of the last game, one per hand."""
        return [[self.decks[n][i] for i in range(self.hand.deck_size)] for n in range(self.number)]

    def hand_dealt(self) -> cython.void:
        scores = cython.declare(cython.double[SEATS])
        found = cython.declare(cython.double[SEATS])
        Episode.hand_dealt(self)
        for i in range(self.hand.deck_size):
            self.decks[self.number][i] = self.hand.deck[i]
        for i in range(SEATS):
            scores[i] = self.score[i] - self.hand.points(i)
        self.futures.all_chances(self.hand, scores, found)
        for i in range(SEATS):
            self.standing[i] = found[i]
        self.hand_start = self.recorded

    def hand_ended(self) -> cython.void:
        """Write the seats' points to the rows of the hand."""
        points = cython.declare(cython.int[SEATS])
        for i in range(SEATS):
            points[i] = self.hand.points(i)
        for i in range(self.hand_start, self.recorded):
            at = ROW_WIDTH * i
            self.rows[at + ROW_POINTS] = points[self.rows[at + ROW_SEAT]]

    def play_turn(self) -> cython.int:
        """Play a turn with the fast policy, and write a row for each play."""
        s = self.hand.seat()
        if self.policy.wants(self.hand, FAST):
            self._row(TAKE, self.hand.pile[self.hand.pile_size - 1])
            self.act(ACT_TAKE)
        else:
            self._row(DRAW, -1)
            self.act(ACT_DRAW)
        if not self.hand.laid[s]:
            at = self._row(LAY_PHASE, -1)
            kind = self.policy.kind_to_lay(self.hand)
            if kind >= 0:
                self.policy.find_way(self.hand, kind)
            if kind < 0 or self.policy.waits(self.hand, kind):
                self.recorded -= 1
            else:
                self.policy.lay_found(self.hand, kind)
                for i in range(self.hand.phases):
                    if self.hand.laid[s] == self.hand.kinds[i] + 1:
                        self.rows[at + ROW_PHASE] = i + 1
                size = self.policy.finder.first_size
                self.rows[at + ROW_FIRST] = size
                for i in range(size):
                    self.rows[at + ROW_FIRST + 1 + i] = self.policy.finder.first[i]
                    self.forget(s, self.policy.finder.first[i])
                size = self.policy.finder.second_size
                self.rows[at + ROW_SECOND] = size
                for i in range(size):
                    self.rows[at + ROW_SECOND + 1 + i] = self.policy.finder.second[i]
                    self.forget(s, self.policy.finder.second[i])
        if not self.hand.ended and self.hand.laid[s]:
            self.policy.planner.plan(self.hand.table, self.hand.cards[s], self.hand.size[s])
            for i in range(self.policy.planner.count):
                card = self.policy.planner.card[i]
                at = self._row(LAY_OFF, card)
                self.rows[at + ROW_PLACE] = self.policy.planner.group[i]
                self.rows[at + ROW_AT_START] = self.policy.planner.where[i] == AT_START
                self.forget(s, card)
                self.hand.lay_off(card, self.policy.planner.group[i], self.policy.planner.where[i])
        if not self.hand.ended:
            card = self.hand.cards[s][self.policy.choose(self.hand, FAST)]
            if card == JOKER:
                target = self.policy.victim(self.hand)
                at = self._row(SKIP, -1)
                self.rows[at + ROW_TARGET] = target
                self.hand.skip(target)
            else:
                self._row(DISCARD, card)
                self.forget(s, card)
                self.hand.discard(card)
        return 1

    def _row(self, kind: cython.int, card: cython.int) -> cython.Py_ssize_t:
        """Write a row with the position before a play and the play's kind and card; return where the row starts."""
        s = self.hand.seat()
        n = 0
        at = ROW_WIDTH * self.recorded
        for i in range(ROW_WIDTH):
            self.rows[at + i] = 0
        self.rows[at + ROW_HAND] = self.number
        self.rows[at + ROW_TURN] = self.hand.turns
        self.rows[at + ROW_SEAT] = s
        self.rows[at + ROW_PICKED_UP] = self.hand.picked_up
        self.rows[at + ROW_DISCARD] = self.hand.pile[self.hand.pile_size - 1] if self.hand.pile_size else -1
        self.rows[at + ROW_PILE] = self.hand.pile_size
        self.rows[at + ROW_DECK] = self.hand.deck_size - self.hand.drawn
        for i in range(SEATS):
            self.rows[at + ROW_SIZES + i] = self.hand.size[i]
            self.rows[at + ROW_COMPLETED + i] = self.hand.done[i]
            for k in range(self.hand.phases):
                if self.hand.laid[i] == self.hand.kinds[k] + 1:
                    self.rows[at + ROW_LAID + i] = k + 1
            self.rows[at + ROW_SCORES + i] = self.score[i]
            self.rows[at + ROW_SKIPS + i] = self.hand.skips[i]
            self.chances[SEATS * self.recorded + i] = self.standing[i]
            for k in range(CARDS):
                if self.known[i][k] and i != s:
                    for j in range(self.known[i][k]):
                        n += 1
                        self.rows[at + ROW_KNOWN + n] = KNOWN_SEAT * i + k
        self.rows[at + ROW_KNOWN] = n
        self._groups(at + ROW_GROUPS)
        self.rows[at + ROW_CARDS] = self.hand.size[s]
        for i in range(self.hand.size[s]):
            self.rows[at + ROW_CARDS + 1 + i] = self.hand.cards[s][i]
        self.choose()
        self.rows[at + ROW_LEGAL] = self.count
        for i in range(self.count):
            k = i
            while k and self.rows[at + ROW_LEGAL + k] > self.choices[i]:  # in ascending order
                self.rows[at + ROW_LEGAL + 1 + k] = self.rows[at + ROW_LEGAL + k]
                k -= 1
            self.rows[at + ROW_LEGAL + 1 + k] = self.choices[i]
        self.rows[at + ROW_KIND] = kind
        self.rows[at + ROW_CARD] = card
        self.rows[at + ROW_PLACE] = -1
        self.rows[at + ROW_TARGET] = -1
        self.recorded += 1
        return at

    def _groups(self, at: cython.Py_ssize_t) -> cython.void:
        """Write each group's kind, key, first value (of a run), length and total (of an accumulation)."""
        for i in range(GROUPS):
            kind = self.hand.table.kind[i]
            if kind:
                self.rows[at + OF_GROUP_KIND] = kind
                self.rows[at + OF_GROUP_KEY] = self.hand.table.key[i]
                self.rows[at + OF_GROUP_LOW] = self.hand.table.low[i] if kind == RUN else 0
                self.rows[at + OF_GROUP_LENGTH] = self.hand.table.length[i]
                self.rows[at + OF_GROUP_TOTAL] = self.hand.table.total[i] if kind == TOTAL else 0
            at += GROUP_NUMBERS
