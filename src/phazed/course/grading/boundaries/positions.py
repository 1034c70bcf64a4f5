"""Positions constructed to order: the deck is stacked so that players lay, lay off and hold given cards.

The hand is played from its deal with the rules' own `apply`, so its history leads to the table, the hand and the top
discard, and every play in it is legal.

>>> from random import Random
>>> from phazed.rules.rulesets import PHAZED
>>> seen = Hand(PHAZED, Random(1)).lays(1, 1, "2S 2H 2D", "9S 9H AC").lays(0, 1, "3S 3H 3D", "KS KH AD").view("2C")
>>> seen.stage, "2C" in seen.hand, seen.table[(seen.seat + 1) % 4]
('during', True, (1, (('2S', '2H', '2D'), ('9S', '9H', 'AC'))))
"""

from __future__ import annotations

from collections import Counter, deque
from typing import TYPE_CHECKING, NamedTuple

from phazed.game.view import view
from phazed.rules.cards import ACES, JOKER
from phazed.rules.errors import PhazedError
from phazed.rules.groups import STAGES
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import HAND_SIZE, SEATS
from phazed.rules.state import apply, deal

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random
    from typing import Any

    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Groups, Play
    from phazed.rules.rulesets import Ruleset, Status

BEFORE, FROM_DECK, FROM_PILE, FINISHED = "before", "deck", "pile", "finished"
"""Moments of a position: before the player's pick-up, after a pick-up from the deck or the pile, after the discard."""
MAX_ROUNDS = 9


class Impossible(PhazedError):
    """A position that no hand leads to."""


class _Addition(NamedTuple):
    """A card to add to a group, which is given by its relative seat and number."""

    card: Card
    seat: int
    group: int
    at: int
    """Index in the group; -1 for the end."""


class _Turn(NamedTuple):
    seat: int
    kind: int
    """Kind of pick-up."""
    plays: list[Play]
    """Plays after the pick-up."""


class Hand:
    """Builds a hand. Seats are relative: the player has seat 0, and the next player seat 1."""

    def __init__(self, rules: Ruleset, rng: Random) -> None:
        self._rules = rules
        self._rng = rng
        self._me = rng.randrange(SEATS)
        self._pool = Counter(rules.deck)
        self._laid: dict[int, tuple[int, Groups]] = {}
        self._batches: deque[list[_Addition]] = deque()
        self._now: list[tuple[str, Any]] = []
        self._left = HAND_SIZE
        """Number of the player's cards after the pick-up."""
        self._ends: list[tuple[int, int | None]] = []
        self._status: dict[int, Status] = {}
        self._upcard: Card | None = None

    def take(self, card: Card) -> Card:
        """Reserve a card of the deck."""
        if not self._pool[card]:
            raise Impossible(f"there are not so many {card}")
        self._pool[card] -= 1
        return card

    def lays(self, seat: int, phase: int, *groups: str) -> Hand:
        """Let a player lay a phase in an earlier turn."""
        self._laid[seat] = (phase, tuple(tuple(map(self.take, group.split())) for group in groups))
        return self

    def grows(self, seat: int, group: int, cards: str, index: int | None = None) -> Hand:
        """Let players add cards to a group in earlier turns; cards joined by + are added in the same turn.

        Each card is added at the end of the group, or at `index` if it is given.
        """
        for batch in cards.split():
            self._batches.append(
                [_Addition(self.take(card), seat, group, -1 if index is None else index) for card in batch.split("+")]
            )
        return self

    def lays_now(self, phase: int, *groups: str) -> Hand:
        """Let the player lay a phase in the turn in progress."""
        self._now.append(("phase", (phase, tuple(tuple(map(self.take, group.split())) for group in groups))))
        return self

    def adds_now(self, seat: int, group: int, card: Card, index: int = -1) -> Hand:
        """Let the player add a card in the turn in progress."""
        self._now.append(("card", _Addition(self.take(card), seat, group, index)))
        return self

    def has_completed(self, seat: int, status: Status) -> Hand:
        """Set the phases that a player has completed before the hand."""
        self._status[seat] = status
        return self

    def skips(self, *turns: tuple[int, int | None]) -> Hand:
        """End the last turns before the player's with skips, given as pairs of the acting and the skipped seat."""
        self._ends = list(turns)
        return self

    def view(
        self,
        hand: str = "",
        *,
        absent: Iterable[Card] = (),
        size: int | None = None,
        at: str = FROM_DECK,
        rounds: int | None = None,
        top: Card | None = None,
        seat: int = 0,
    ) -> View:
        """Return the view of a player who holds these cards and, unless a size is given, further ones.

        `absent` are cards that the player does not hold. `top` is the top discard before the pick-up.
        """
        held = [self.take(card) for card in hand.split()]
        turns = self._earlier(rounds)
        top = self.take(top) if top else self._filler({*absent})
        taken = top if at == FROM_PILE else None
        now = self._current(at, taken, held, size)
        deck, leader = self._stacked(turns, now, held, top, {*absent})
        state = deal(self._rules, deck, (leader - 1) % SEATS, self._statuses())
        for turn in (*turns, *([] if at == BEFORE else [now])):
            if state.seat != self._seat(turn.seat):
                raise Impossible("another player is to play")
            state = apply(state, (DRAW, None) if turn.kind == DRAW else (TAKE, state.discard or ""))
            for play in turn.plays:
                state = apply(state, play)
        if state.ending:
            raise Impossible("the hand is over")
        if at == FINISHED:
            spare = next(card for card in state.hand if card not in held)
            state = apply(state, (DISCARD, spare))
        return view(state, self._seat(seat))

    def _seat(self, relative: int) -> int:
        return (self._me + relative) % SEATS

    def _statuses(self) -> tuple[Status, ...]:
        rules, found = self._rules, []
        for seat in range(SEATS):
            relative = (seat - self._me) % SEATS
            laid = self._laid.get(relative) or next(
                (c for what, c in self._now if what == "phase" and not relative), None
            )
            if relative in self._status:
                found.append(self._status[relative])
            elif rules.any_order:
                done = [self._rng.random() < 0.3 for _ in rules.phases]
                if laid:
                    done[laid[0] - 1] = False
                found.append(tuple(done) if not all(done) else rules.nothing)
            else:
                found.append(laid[0] - 1 if laid else self._rng.randrange(len(rules.phases)))
        return tuple(found)

    def _filler(self, absent: set[Card]) -> Card:
        cards = [card for card, count in self._pool.items() if count and card not in absent and card != JOKER]
        return self.take(self._rng.choice(sorted(cards)))

    # The turns

    def _earlier(self, rounds: int | None) -> list[_Turn]:
        """Return the turns before the one in progress; each ends with a discard or a skip."""
        self._grown = {seat: [list(group) for group in groups] for seat, (_, groups) in self._laid.items()}
        least = rounds if rounds is not None else (1 if self._laid or self._batches else self._rng.randint(1, 3))
        if self._batches:
            self._hire()
        size, on_table = dict.fromkeys(range(SEATS), HAND_SIZE), set[int]()
        turns: list[_Turn] = []
        for number in range(MAX_ROUNDS):
            if number >= least and not self._batches:
                break
            for seat in range(SEATS):
                plays: list[Play] = []
                size[seat] += 1
                if seat in self._laid and seat not in on_table:
                    on_table.add(seat)
                    phase, groups = self._laid[seat]
                    plays.append(self._rules.phase_play(phase, groups))
                    size[seat] -= sum(map(len, groups))
                kept = 2 if seat else 3 if number else HAND_SIZE  # the player adds cards only if the others cannot
                while seat in on_table and self._batches:
                    batch = self._batches[0]
                    if batch[0].seat not in on_table or size[seat] - len(batch) < kept:
                        break
                    self._batches.popleft()
                    plays += [self._joining(each) for each in batch]
                    size[seat] -= len(batch)
                turns.append(_Turn(seat, DRAW, [*plays, (DISCARD, "")]))
                size[seat] -= 1
        if self._batches:
            raise Impossible("too many cards are added")
        self._left = size[0] + 1
        for (seat, target), place in zip(reversed(self._ends), range(len(turns) - 1, -1, -1)):
            turns[place] = _Turn(seat, DRAW, [(DISCARD, "") if target is None else (SKIP, self._seat(target))])
        return turns

    def _hire(self) -> None:
        """Let the other players lay sets, so that they can add cards to groups."""
        values = [value for value in "23456789" if all(self._pool[value + suit] for suit in "SHD")]
        for seat in range(1, SEATS):
            if seat not in self._laid:
                one, other = (values.pop(self._rng.randrange(len(values))) for _ in range(2))
                self.lays(seat, 1, *(" ".join(value + suit for suit in "SHD") for value in (one, other)))
                self._grown[seat] = [list(group) for group in self._laid[seat][1]]

    def _joining(self, added: _Addition) -> Play:
        group = self._grown[added.seat][added.group]
        index = len(group) if added.at < 0 else added.at
        group.insert(index, added.card)
        return (LAY_OFF, (added.card, (self._seat(added.seat), added.group, index)))

    def _current(self, at: str, taken: Card | None, held: list[Card], size: int | None) -> _Turn:
        """Return the turn in progress, in which the player plays cards until the hand has the requested size."""
        plays: list[Play] = []
        left = self._left
        last: list[Play] = []
        for what, content in self._now:
            if what == "phase":
                self._grown[0] = [list(group) for group in content[1]]
                plays.append(self._rules.phase_play(*content))
                left -= sum(map(len, content[1]))
            else:
                last.append(self._joining(content))
                left -= 1
        if size is not None:
            if left < size:
                raise Impossible("the hand is too small")
            for _ in range(left - size):
                group = self._grown[0][0]
                value = next(card for card in group if card not in ACES)[0]
                copies = [value + suit for suit in "SHDC" if self._pool[value + suit] and value + suit not in held]
                if not copies:
                    raise Impossible("the set is complete")
                plays.append(self._joining(_Addition(self.take(self._rng.choice(copies)), 0, 0, -1)))
        return _Turn(0, TAKE if taken else DRAW, plays + last)

    # The deck

    def _stacked(
        self, turns: list[_Turn], now: _Turn, held: list[Card], top: Card, absent: set[Card]
    ) -> tuple[Cards, int]:
        """Return the deck that gives every player the required cards in time, and the leader's seat.

        The first cards that a player needs are dealt; the others are drawn.
        """
        leader = turns[0].seat if turns else 0
        needed: dict[int, list[Card]] = {seat: [] for seat in range(SEATS)}
        for place, turn in enumerate(turns):
            last = place == len(turns) - 1
            if turn.plays[-1] == (DISCARD, ""):
                turn.plays[-1] = (DISCARD, top if last else self._filler(absent))
            for play in turn.plays:
                needed[turn.seat] += self._cards(play)
        for play in now.plays:
            needed[0] += self._cards(play)
        draws = Counter(turn.seat for turn in turns)
        draws[0] += now.kind == DRAW
        slots = {seat: HAND_SIZE + draws[seat] for seat in range(SEATS)}
        needed[0] += held
        if len(needed[0]) > slots[0]:
            raise Impossible("the hand is too small for these cards")
        dealt: dict[int, list[Card]] = {}
        drawn: dict[int, list[Card]] = {}
        for seat in range(SEATS):
            other = absent if not seat else set()
            cards = needed[seat] + [self._filler(other) for _ in range(slots[seat] - len(needed[seat]))]
            dealt[seat], drawn[seat] = cards[:HAND_SIZE], cards[HAND_SIZE:]
            self._rng.shuffle(dealt[seat])
        upcard = top if not turns else self._filler(absent)
        order = [(leader + step) % SEATS for step in range(SEATS)]
        deck = [dealt[seat][place] for place in range(HAND_SIZE) for seat in order]
        deck.append(upcard)
        deck += [drawn[turn.seat].pop(0) for turn in (*turns, now) if turn.kind == DRAW]
        rest = list(self._pool.elements())
        self._rng.shuffle(rest)
        return (*deck, *rest), self._seat(leader)

    def _cards(self, play: Play) -> list[Card]:
        """Return the cards that a play removes from a hand."""
        kind, content = play
        if kind == LAY_PHASE:
            groups: Any = content[1] if self._rules.declares else content  # type: ignore[index]
            return [card for group in groups for card in group]
        if kind == SKIP:
            return [self.take(JOKER)]
        return [content[0]] if kind == LAY_OFF else [content]  # type: ignore[index,list-item]


def building(base: int, goal: int, suits: str) -> str:
    """Return the cards that take an accumulation from one of its stages to another total, in the notation of `grows`.

    >>> building(34, 76, "SC"), building(84, 87, "HD")
    ('KS+8C KS 8C', '2H AD')
    """
    values = {13: "K", 12: "Q", 11: "J", 10: "0", 1: "A", **{number: str(number) for number in range(2, 10)}}
    total, parts, turn = base, [], 0
    for stage in STAGES:
        if total < stage <= goal:
            step = []
            while total < stage:
                worth = min(stage - total, 13)
                step.append(values[worth] + suits[turn % len(suits)])
                turn += 1
                total += worth
            parts.append("+".join(step))
    return " ".join(parts)
