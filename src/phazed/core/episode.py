# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
# cython: auto_pickle=False
"""A game for learners: its legal actions, their effects, and the acting seat's observation.

`phazed.env` describes actions and observations, and also implements them in plain Python on top of the rules; the tests
compare the two. Seats and groups are numbered relative to the acting seat, which comes first.

Actions are not available if they would leave an accumulation between two stages with no way to reach the next stage:
they would block the player, which a referee treats like an illegal play (rule 4.6).
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
        ACE,
        ANY_COLOUR,
        AT_END,
        AT_START,
        CARDS,
        GROUPS,
        HAND_ROOM,
        JOKER,
        LAST_STAGE,
        PHASES,
        RUN,
        SEATS,
        SUIT_SET,
        SUITS,
        TOTAL,
        VALUE_SET,
        VALUES,
    )
    from phazed.core.hand import Hand
    from phazed.core.laying import Laying
    from phazed.core.layout import (
        ACT_CARD,
        ACT_DISCARD,
        ACT_DRAW,
        ACT_LAY_BEST,
        ACT_LAY_OFF_ALL,
        ACT_PHASE,
        ACT_SKIP,
        ACT_SPOT,
        ACT_TAKE,
        ACTIONS,
        AT_CHOSEN,
        AT_COMPLETED,
        AT_DECK,
        AT_DISCARD,
        AT_FIRST,
        AT_GROUPS,
        AT_HAND,
        AT_HAND_NUMBER,
        AT_KNOWN,
        AT_LAID,
        AT_LAYING,
        AT_PICKED_UP,
        AT_PILE,
        AT_SCORES,
        AT_SECOND,
        AT_SIZES,
        AT_SKIPS,
        AT_TURNS,
        CARD_BY_CARD,
        GROUP_END,
        GROUP_LENGTH,
        GROUP_START,
        GROUP_SUITS,
        GROUP_TOTAL,
        GROUP_WIDTH,
        JOINERS,
        LEARNER,
        MACROS,
        OBSERVATION_SIZE,
        PLAYS_FAST,
        PLAYS_RANDOM,
        SHAPED,
        ZERO_SUM,
    )
    from phazed.core.playout import Playout
    from phazed.core.policy import FAST, GREEDY, Policy
    from phazed.core.table import worth_of

    NOTHING = -1


class Episode(Playout):
    """Games in succession; `choices` are the `count` legal actions, `reward` is each seat's reward in the last step."""

    def __init__(
        self, hand: Hand, policy: Policy, max_hands: int, offered: int, rewarded: int, styles: list[int]
    ) -> None:
        Playout.__init__(self, hand, policy, max_hands, 0)
        if not cython.compiled:
            self.players = [0] * SEATS
            self.reward = [0.0] * SEATS
            self.known = [[0] * CARDS for _ in range(SEATS)]
            self.choices = [0] * ACTIONS
        if len(styles) != SEATS or not all(LEARNER <= style <= PLAYS_FAST for style in styles):
            raise ValueError(f"styles must be {SEATS} numbers from {LEARNER} to {PLAYS_FAST}, not {styles}")
        for seat, style in enumerate(styles):
            self.players[seat] = style
        self.laying = Laying(hand.wraps)
        self.policy = policy
        self.finder = policy.finder
        self.planner = policy.planner
        self.offered = offered
        self.rewarded = rewarded
        self.games = self.count = 0
        self.chosen = NOTHING

    def begin(self) -> cython.void:
        """Start a game; the players move by one seat."""
        for s in range(SEATS):
            self.style[(s + self.games) & 3] = self.players[s]
        self.games += 1
        self.play_game()
        if not self.over:
            self.choose()

    def hand_dealt(self) -> cython.void:
        for s in range(SEATS):
            for i in range(CARDS):
                self.known[s][i] = 0
        self.laying.clear()
        self.chosen = NOTHING

    def step(self, action: cython.int) -> cython.void:
        """Take a legal action; then the core's players play until it is a learner's turn."""
        for s in range(SEATS):
            self.reward[s] = 0.0
        self.act(action)
        self.resume_game()
        if not self.over:
            self.choose()

    def act(self, action: cython.int) -> cython.void:
        s = self.hand.seat()
        if action == ACT_DRAW:
            self.hand.draw()
        elif action == ACT_TAKE:
            self.known[s][self.hand.pile[self.hand.pile_size - 1]] += 1
            self.hand.take()
        elif action < ACT_CARD:
            self.laying.begin(self.hand.kinds[action - ACT_PHASE], self.hand.cards[s], self.hand.size[s])
        elif action < ACT_SPOT:
            self._card(action - ACT_CARD)
        elif action < ACT_DISCARD:
            spot = action - ACT_SPOT
            self.forget(s, self.chosen)
            self.hand.lay_off(self.chosen, (2 * s + (spot >> 1)) & 7, AT_START if spot & 1 else AT_END)
            self.chosen = NOTHING
        elif action < ACT_SKIP:
            self.forget(s, action - ACT_DISCARD)
            self.hand.discard(action - ACT_DISCARD)
        elif action < ACT_LAY_BEST:
            self.hand.skip((s + 1 + action - ACT_SKIP) & 3)
        elif action < ACT_LAY_OFF_ALL:
            self._lay_best(self.hand.kinds[action - ACT_LAY_BEST])
        else:
            self.policy.lay_off(self.hand)
            for i in range(self.planner.count):
                self.forget(s, self.planner.card[i])

    def _card(self, card: cython.int) -> cython.void:
        """Add a card to the phase in progress or, if there is none, choose the card to lay off."""
        s = self.hand.seat()
        if not self.laying.active:
            self.chosen = card
            return
        if not self.laying.add(card):
            return
        for i in range(self.laying.first_size):
            self.forget(s, self.laying.first[i])
        for i in range(self.laying.second_size):
            self.forget(s, self.laying.second[i])
        self.hand.lay(
            self.laying.kind,
            self.laying.first,
            self.laying.first_size,
            self.laying.second,
            self.laying.second_size,
        )
        self.laying.clear()
        if self.rewarded == SHAPED:
            self.reward[s] += 1.0

    def _lay_best(self, kind: cython.int) -> cython.void:
        s = self.hand.seat()
        self.policy.lay_kind(self.hand, kind)
        for i in range(self.finder.first_size):
            self.forget(s, self.finder.first[i])
        for i in range(self.finder.second_size):
            self.forget(s, self.finder.second[i])
        if self.rewarded == SHAPED:
            self.reward[s] += 1.0

    def forget(self, seat: cython.int, card: cython.int) -> cython.void:
        """Record that the seat has played a card face up."""
        if self.known[seat][card]:
            self.known[seat][card] -= 1

    def play_turn(self) -> cython.int:
        style = self.style[self.hand.seat()]
        if style == LEARNER:
            return 0
        if style == PLAYS_RANDOM:
            self.choose()
            self.act(self.choices[self.stream.below(self.count)])
        else:
            self._turn(FAST if style == PLAYS_FAST else GREEDY)
        return 1

    def _turn(self, style: cython.int) -> cython.void:
        """Play a turn with the policy, and update the others' knowledge of the hand."""
        held = cython.declare(cython.int[CARDS])
        s = self.hand.seat()
        laid = self.hand.laid[s]
        if self.policy.wants(self.hand, style):
            self.act(ACT_TAKE)
        else:
            self.act(ACT_DRAW)
        for i in range(CARDS):
            held[i] = 0
        for i in range(self.hand.size[s]):
            held[self.hand.cards[s][i]] += 1
        self.policy.finish(self.hand, style)
        for i in range(self.hand.size[s]):
            held[self.hand.cards[s][i]] -= 1
        for i in range(CARDS):
            self.known[s][i] = max(self.known[s][i] - held[i], 0)
        if self.rewarded == SHAPED and laid != self.hand.laid[s]:
            self.reward[s] += 1.0

    def hand_ended(self) -> cython.void:
        if self.rewarded == SHAPED:
            for s in range(SEATS):
                self.reward[s] -= self.hand.points(s) / 100.0

    def game_ended(self) -> cython.void:
        """Split the reward for winning between the winners."""
        winners = self.winners()
        count = 0
        for s in range(SEATS):
            count += winners >> s & 1
        for s in range(SEATS):
            if winners >> s & 1:
                self.reward[s] += 1.0 / count
            if self.rewarded == ZERO_SUM:
                self.reward[s] -= 1.0 / SEATS
        self.laying.clear()
        self.chosen = NOTHING
        self.count = 0

    def choose(self) -> cython.void:
        """Determine the acting seat's legal actions."""
        left = cython.declare(cython.int[HAND_ROOM])
        s = self.hand.seat()
        self.count = 0
        if self.laying.active:
            n = self.laying.n
            for i in range(n):
                left[i] = self.laying.left[i]  # `allows` changes their order
            for i in range(n):
                if not self.has_action(ACT_CARD + left[i]) and self.laying.allows(left[i]):
                    self._offer(ACT_CARD + left[i])
        elif self.chosen != NOTHING:
            totals = self._kind_of_total()
            for i in range(GROUPS):
                place = (2 * s + i) & 7
                fits = self.hand.table.fits(place, self.chosen)
                if fits & AT_END and self._may_join(self.chosen, place, AT_END, totals):
                    self._offer(ACT_SPOT + 2 * i)
                if fits & AT_START and self._may_join(self.chosen, place, AT_START, totals):
                    self._offer(ACT_SPOT + 2 * i + 1)
        elif not self.hand.picked_up:
            self._offer(ACT_DRAW)
            if self.hand.pile_size and self.hand.pile[self.hand.pile_size - 1] != JOKER:
                self._offer(ACT_TAKE)
        else:
            self._offer_turn(s)

    def _offer(self, action: cython.int) -> cython.void:
        self.choices[self.count] = action
        self.count += 1

    def has_action(self, action: cython.int) -> cython.int:
        for i in range(self.count):
            if self.choices[i] == action:
                return 1
        return 0

    def _offer_turn(self, seat: cython.int) -> cython.void:
        """Add the legal actions after the pick-up."""
        due = self.hand.due(seat)
        n = self.hand.size[seat]
        some = 0
        for i in range(self.hand.phases):
            if due >> i & 1 and self.finder.has(self.hand.kinds[i], self.hand.cards[seat], n):
                if self.offered != MACROS:
                    self._offer(ACT_PHASE + i)
                if self.offered != CARD_BY_CARD:
                    self._offer(ACT_LAY_BEST + i)
        totals = self._kind_of_total() if self.hand.laid[seat] else 0
        if self.hand.laid[seat]:
            for i in range(n):
                card = self.hand.cards[seat][i]
                again = 0
                for j in range(i):
                    if self.hand.cards[seat][j] == card:
                        again = 1
                if again:
                    continue
                for k in range(GROUPS):
                    fits = self.hand.table.fits(k, card)
                    if (fits & AT_END and self._may_join(card, k, AT_END, totals)) or (
                        fits & AT_START and self._may_join(card, k, AT_START, totals)
                    ):
                        some = 1
                        if self.offered != MACROS:
                            self._offer(ACT_CARD + card)
                        break
        if some and self.offered != CARD_BY_CARD:
            self.planner.plan(self.hand.table, self.hand.cards[seat], n)
            if self.planner.count:
                self._offer(ACT_LAY_OFF_ALL)
        if totals and self._any_open():
            return
        for i in range(n):
            card = self.hand.cards[seat][i]
            again = 0
            for j in range(i):
                if self.hand.cards[seat][j] == card:
                    again = 1
            if again:
                continue
            if card != JOKER:
                self._offer(ACT_DISCARD + card)
            else:
                for k in range(SEATS - 1):
                    self._offer(ACT_SKIP + k)

    def _kind_of_total(self) -> cython.int:
        """Return whether there is an accumulation on the table."""
        for i in range(GROUPS):
            if self.hand.table.kind[i] == TOTAL:
                return 1
        return 0

    def _any_open(self) -> cython.int:
        """Return whether an accumulation is between two stages."""
        for i in range(GROUPS):
            if self.hand.table.kind[i] == TOTAL and self.hand.table.is_open(self.hand.table.total[i]):
                return 1
        return 0

    def _may_join(self, card: cython.int, place: cython.int, where: cython.int, totals: cython.int) -> cython.int:
        """Return whether the card, which fits the group, can join without blocking its player (rules 4.6, 5.6)."""
        s = self.hand.seat()
        i = 0
        if not totals:
            return 1
        while self.hand.cards[s][i] != card:
            i += 1
        self.hand.table.add(place, card, where)
        answer = self._can_close(0, ((1 << self.hand.size[s]) - 1) & ~(1 << i))
        self.hand.table.remove(place, card, where)
        return answer

    def _can_close(self, place: cython.int, left: cython.int) -> cython.int:
        """Return whether these cards of the hand can take all open accumulations from `place` on to a stage."""
        s = self.hand.seat()
        pool = 0
        while place < GROUPS and (
            self.hand.table.kind[place] != TOTAL or not self.hand.table.is_open(self.hand.table.total[place])
        ):
            place += 1
        if place == GROUPS:
            return 1
        gap = self.hand.table.stage[self.hand.table.total[place]] - self.hand.table.total[place]
        for i in range(self.hand.size[s]):
            card = self.hand.cards[s][i]
            if left >> i & 1 and card != JOKER and worth_of(card) <= gap:
                if self.hand.table.key[place] == ANY_COLOUR or (card & 3) >> 1 == self.hand.table.key[place]:
                    pool |= 1 << i
        sub = pool
        while sub:
            total = 0
            for i in range(self.hand.size[s]):
                if sub >> i & 1:
                    total += worth_of(self.hand.cards[s][i])
            if total == gap and self._can_close(place + 1, left & ~sub):
                return 1
            sub = (sub - 1) & pool
        return 0

    def observe(self, out: Any, at: cython.Py_ssize_t, s: cython.int) -> cython.void:
        """Write the observation of seat `s` to `out`, starting at index `at`."""
        for i in range(OBSERVATION_SIZE):
            out[at + i] = 0
        for i in range(self.hand.size[s]):
            out[at + AT_HAND + self.hand.cards[s][i]] += 1
        for i in range(self.hand.pile_size):
            out[at + AT_PILE + self.hand.pile[i]] += 1
        if self.hand.pile_size:
            out[at + AT_DISCARD + self.hand.pile[self.hand.pile_size - 1]] = 1
        for i in range(SEATS):
            seat = (s + i) & 3
            if i:
                for k in range(CARDS):
                    out[at + AT_KNOWN + (i - 1) * CARDS + k] = self.known[seat][k]
            for k in range(self.hand.phases):
                out[at + AT_COMPLETED + i * PHASES + k] = self.hand.done[seat] >> k & 1
                if self.hand.laid[seat] == self.hand.kinds[k] + 1:
                    out[at + AT_LAID + i * PHASES + k] = 1
            if self.hand.laid[seat]:
                self._observe_group(out, at + AT_GROUPS + 2 * i * GROUP_WIDTH, 2 * seat)
                self._observe_group(out, at + AT_GROUPS + (2 * i + 1) * GROUP_WIDTH, 2 * seat + 1)
            out[at + AT_SIZES + i] = self.hand.size[seat]
            out[at + AT_SKIPS + i] = self.hand.skips[seat]
            out[at + AT_SCORES + i] = self.score[seat]
        out[at + AT_HAND_NUMBER] = self.number
        out[at + AT_DECK] = self.hand.deck_size - self.hand.drawn
        out[at + AT_TURNS] = self.hand.turns
        out[at + AT_PICKED_UP] = self.hand.picked_up
        if s != self.hand.seat():
            return
        if self.laying.active:
            for i in range(self.hand.phases):
                if self.hand.kinds[i] == self.laying.kind:
                    out[at + AT_LAYING + i] = 1
            for i in range(self.laying.first_size):
                out[at + AT_FIRST + self.laying.first[i]] += 1
            for i in range(self.laying.second_size):
                out[at + AT_SECOND + self.laying.second[i]] += 1
        if self.chosen != NOTHING:
            out[at + AT_CHOSEN + self.chosen] = 1

    def _observe_group(self, out: Any, at: cython.Py_ssize_t, place: cython.int) -> cython.void:
        kind = self.hand.table.kind[place]
        key = self.hand.table.key[place]
        low = self.hand.table.low[place]
        length = self.hand.table.length[place]
        total = self.hand.table.total[place]
        gap = 0
        if kind == 0:
            return
        out[at + kind - 1] = 1
        out[at + GROUP_LENGTH] = length
        for i in range(SUITS):
            if kind == SUIT_SET:
                out[at + GROUP_SUITS + i] = key == i
            else:
                out[at + GROUP_SUITS + i] = kind == VALUE_SET or key == ANY_COLOUR or key == i >> 1
        if kind == TOTAL:
            out[at + GROUP_TOTAL] = total
            if total < LAST_STAGE:
                gap = self.hand.table.stage[total] - total
            for i in range(VALUES):
                out[at + GROUP_END + i] = i + 2 <= gap
            out[at + GROUP_END + ACE] = gap > 0
        elif kind == RUN:
            if length < VALUES and (self.hand.table.wraps or low + length < VALUES):
                out[at + GROUP_END + (low + length) % VALUES] = 1
                out[at + GROUP_END + ACE] = 1
            if length < VALUES and (self.hand.table.wraps or low > 0):
                out[at + GROUP_START + (low + VALUES - 1) % VALUES] = 1
                out[at + GROUP_START + ACE] = 1
        elif kind == VALUE_SET:
            out[at + GROUP_END + key] = 1
            out[at + GROUP_END + ACE] = 1
        else:
            for i in range(JOINERS):
                out[at + GROUP_END + i] = 1

    def start(self, seed: cython.ulonglong) -> None:
        """Start the first game for a seed."""
        for i in range(self.hand.deck_size):
            self.hand.deck[i] = i % JOKER if i < 2 * JOKER else JOKER
        self.stream.seed(seed)
        self.games = 0
        for i in range(SEATS):
            self.reward[i] = 0.0
        self.begin()


class DealtEpisode(Episode):
    """A game for four learners, with given decks and observations for every seat."""

    def __init__(self, hand: Hand, policy: Policy, max_hands: int, offered: int, rewarded: int) -> None:
        Episode.__init__(self, hand, policy, max_hands, offered, rewarded, [LEARNER] * SEATS)
        self.next_hand = hand.duplicate()

    def put_next_deck(self, cards: list[int]) -> None:
        """Set the deck for the next hand."""
        if len(cards) != self.hand.deck_size:
            raise ValueError(f"the deck must have {self.hand.deck_size} cards, not {len(cards)}")
        self.next_hand.put_deck(cards)

    def deal(self, leader: cython.int) -> cython.void:
        for i in range(self.hand.deck_size):
            self.hand.deck[i] = self.next_hand.deck[i]
        self.hand.start(leader)

    def begin_game(self) -> None:
        """Start a game by dealing its first hand."""
        self.begin()

    def acting_seat(self) -> int:
        return self.hand.seat()

    def legal_actions(self) -> list[int]:
        """Return the acting seat's legal actions in ascending order; there are none when the game is over."""
        return sorted([self.choices[i] for i in range(self.count)])

    def take_action(self, action: int) -> None:
        """Take an action; an illegal action raises `ValueError` and changes nothing."""
        if not self.has_action(action):
            raise ValueError(f"action {action} is not legal")
        self.step(action)

    def write_observation(self, out: Any, seat: int) -> None:
        """Write a seat's observation to an array."""
        if len(out) != OBSERVATION_SIZE or not 0 <= seat < SEATS:
            raise ValueError(f"seat {seat}'s observation does not fit an array of {len(out)} numbers")
        self.observe(out, 0, seat)
