"""The effects that the unseen cards could have on a hand, for the reasons of plays."""

from __future__ import annotations

from collections import Counter

from phazed.bots.plans import lacking, nearest, promise
from phazed.core.encoding import CODES, NAMES, kinds_of, new_policy
from phazed.rules.cards import ACES, COLOUR, JOKER, POINTS, SUITS, VALUE, VALUES, in_order, total_worth, without
from phazed.rules.groups import Accumulation, next_stage
from phazed.text import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping
    from typing import NamedTuple

    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
else:
    from phazed.rules.namedtuples import NamedTuple

MAX_THROWS = 3
"""Number of discards after a pick-up whose prospects are compared: those that keep the best plans."""
_NUMBERS = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
_VALUE_NAMES = dict(zip(VALUES, (*_NUMBERS, "jacks", "queens", "kings", "aces")))
_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


class Place(NamedTuple):
    """A group on the table."""

    seat: int
    number: int
    kind: GroupKind
    cards: Cards


class Helping(NamedTuple):
    """The unseen cards that help a hand without a complete phase."""

    phases: tuple[int, ...]
    """The phases that they complete or, if none, the one that they bring nearer."""
    lack: int
    """Number of cards missing for the nearest phase without them."""
    completes: bool
    cards: tuple[Card, ...]


class Prospects:
    """The prospects of hands in one position."""

    def __init__(self, view: View, knowledge: Knowledge) -> None:
        self._view = view
        self._rules = view.rules
        hand, self.evidence, unseen, _ = knowledge
        self._hand = hand.duplicate()  # its hand is replaced for questions about other hands
        self.unseen = Counter(NAMES[card] for card in unseen)
        self._policy = new_policy(view.rules)
        self.has_laid = view.table[view.seat][0] is not None
        self._due = () if self.has_laid else view.rules.due(view.status[view.seat])

    @property
    def is_last_turn(self) -> bool:
        """True if the hand ends with this turn, because the deck is used up."""
        return bool(self._hand.drawn == len(self._rules.deck))

    @property
    def skips(self) -> list[bool]:
        """The seats that are to be skipped."""
        return [bool(skip) for skip in self._hand.skips]

    @property
    def average_points(self) -> float:
        """The average points of an unseen card."""
        return sum(POINTS[card] * count for card, count in self.unseen.items()) / max(self.unseen.total(), 1)

    def count(self, cards: Iterable[Card]) -> int:
        """Return the number of unseen cards among these."""
        return sum(self.unseen[card] for card in cards)

    # Phases

    def phases_in(self, cards: Cards) -> list[int]:
        """Return the phases due that the cards contain."""
        kinds = kinds_of(self._rules)
        return sorted(kinds.index(kind) + 1 for kind in self._policy.holds(self.holding(cards)))

    def by_nearness(self, cards: Cards) -> list[tuple[int, int]]:
        """Return the phases due and the number of cards that each lacks, nearest first."""
        lacks = [(phase, lacking(self._rules.phases[phase - 1], cards)) for phase in self._due]
        return sorted(lacks, key=lambda pair: pair[1])

    def kept(self, cards: Cards) -> tuple[Cards, ...]:
        """Return the parts of the cards that belong to the nearest phase."""
        phases = self.by_nearness(cards)
        return nearest(self._rules.phases[phases[0][0] - 1], in_order(cards)) if phases else ()

    def holding(self, cards: Cards) -> Hand:
        """Return the position as the core encodes it, with these cards in the player's hand."""
        self._hand.put_cards(self._view.seat, [CODES[card] for card in cards])
        return self._hand

    def left_after(self, cards: Cards) -> int:
        """Return the minimum number of cards left after a phase that they contain and all lay-offs."""
        kinds = kinds_of(self._rules)
        return min(self._policy.leaves(self.holding(cards), kinds[phase - 1]) for phase in self.phases_in(cards))

    def helping(self, hand: Cards) -> Helping:
        """Return the unseen cards that complete a phase of the hand or, if none does, bring the nearest one nearer."""
        phase, lack = self.by_nearness(hand)[0]
        found = {card: self.phases_in((*hand, card)) for card in self.unseen}
        if completing := tuple(card for card, phases in found.items() if phases):
            return Helping(tuple(sorted({each for card in completing for each in found[card]})), lack, True, completing)
        kinds = self._rules.phases[phase - 1]
        return Helping(
            (phase,), lack, False, tuple(card for card in self.unseen if lacking(kinds, (*hand, card)) < lack)
        )

    def after_taking(self, card: Card) -> list[Cards]:
        """Return the possible hands after the pick-up of the card and a discard of another, the best plans first."""
        hand = self._view.hand
        kinds = self._rules.phases[self.by_nearness((*hand, card))[0][0] - 1]
        rests = [without((*hand, card), (discarded,)) for discarded in dict.fromkeys(hand) if discarded != card]
        return sorted(rests, key=lambda rest: -promise(kinds, in_order(rest)))[:MAX_THROWS]

    def ways(self, hand: Cards) -> int:
        """Return the number of plans for the nearest phase, weighted by distance."""
        return promise(self._rules.phases[self.by_nearness(hand)[0][0] - 1], in_order(hand))

    def going_out_at_once(self, hand: Cards) -> int:
        """Return the number of unseen cards with which the hand's phase can be laid and the hand ended in one turn."""
        return self.count(card for card in self.unseen if self.left_after((*hand, card)) <= 1)

    # The table

    def laid_off(self, cards: Cards) -> Cards:
        """Return the cards that can be laid off on the current table."""
        return tuple(NAMES[card] for card, _, _ in self._policy.plan(self.holding(cards)))

    def fitting(self, hand: Cards) -> tuple[tuple[Card, ...], int]:
        """Return the unseen cards with which more can be laid off, and the number with which the player goes out."""
        now = len(self.laid_off(hand))
        plans = {card: len(self.laid_off((*hand, card))) for card in self.unseen}
        out = self.count(card for card, count in plans.items() if count >= len(hand))
        return tuple(card for card, count in plans.items() if count > now), out

    def groups(self) -> Iterator[Place]:
        """Yield every group on the table."""
        for seat, (phase, groups) in enumerate(self._view.table):
            if phase is not None:
                for number, (kind, group) in enumerate(zip(self._rules.phases[phase - 1], groups)):
                    yield Place(seat, number, kind, group)

    def place_for(self, card: Card) -> Place | None:
        """Return a group that the card alone can join; an accumulation only if it reaches its next stage."""
        for place in self.groups():
            kind, group = place.kind, place.cards
            if isinstance(kind, Accumulation) and total_worth((*group, card)) != next_stage(total_worth(group)):
                continue
            if any(kind.refuse(group, card, index) is None for index in (0, len(group))):
                return place
        return None

    # In words

    def of_the_unseen(self, cards: Collection[Card]) -> str:
        """Return the number of unseen cards among these, in words."""
        count = "all" if len(cards) == len(self.unseen) else self.count(cards) or "none"
        return f"{count} of the {self.unseen.total()} unseen cards"

    def which(self, cards: Collection[Card]) -> str:
        """Return a description of the unseen cards among these, unless it is none or all."""
        others = [card for card in self.unseen if card not in cards]
        if not cards or not others:
            return ""
        if len(others) < len(cards) / 3:
            return f": all but {kinds_of_cards(others, self.unseen)}"
        return f": {kinds_of_cards(cards, self.unseen)}"


def kinds_of_cards(cards: Collection[Card], among: Mapping[Card, int]) -> str:
    """Return the cards in few words, by suit, value or colour if all available cards of it are included.

    >>> there = dict.fromkeys(["7S", "7H", "7D", "QS", "QH", "QD", "KS", "KH", "AC", "2C"], 1)
    >>> kinds_of_cards(["7S", "7H", "7D", "QH", "QD", "KH", "AC"], there)
    'sevens and aces; red queens and kings'
    >>> kinds_of_cards(["7S", "7H", "QS", "AC"], there)
    '7H, 7S and aces; black queens'
    >>> kinds_of_cards(["7S", "QS", "KS"], there)
    'spades'
    """
    wanted, naturals = set(cards), [card for card in in_order(among) if VALUE[card]]
    suits = {card[1] for card in wanted if VALUE[card]}
    words: dict[str, list[str]] = {"": [], "black": [], "red": []}
    if len(suits) < len(SUITS) and wanted.issuperset(card for card in naturals if card[1] in suits):
        words[""] = [_SUIT_NAMES[suit] for suit in sorted(suits)]
    else:
        for value in VALUES[:-1]:
            colour, names = _of_value(value, wanted, naturals)
            words[colour] += names
    words[""] += [_VALUE_NAMES["A"]] * bool(wanted & ACES) + ["jokers"] * (JOKER in wanted)
    return "; ".join(f"{colour} {joined(names)}".strip() for colour, names in words.items() if names)


def _of_value(value: str, wanted: Collection[Card], among: Iterable[Card]) -> tuple[str, list[str]]:
    """Return the wanted cards of a value in words: all of the value, all of a colour, or one by one."""
    there = [card for card in among if card[0] == value]
    chosen = [card for card in there if card in wanted]
    if not chosen or chosen == there:
        return "", [_VALUE_NAMES[value]] if chosen else []
    colour = COLOUR[chosen[0]]
    if chosen == [card for card in there if COLOUR[card] == colour]:
        return colour, [_VALUE_NAMES[value]]
    return "", chosen
