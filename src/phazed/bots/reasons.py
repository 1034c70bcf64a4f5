"""Why a play is good or bad, in plain words, from what the player sees and nothing else.

What a play keeps, which of the unseen cards then help, what it sheds, and what it hands to the next player: all of it
is counted, none of it is guessed. How much it all matters is for the search to say, in `advice`.
"""

from __future__ import annotations

from collections import Counter

from phazed.bots.plans import lacking, nearest
from phazed.core.encoding import CODES, NAMES, kinds_of, new_policy
from phazed.rules.cards import ACES, COLOUR, JOKER, POINTS, SUITS, VALUE, VALUES, in_order, total_worth, without
from phazed.rules.groups import Run, SameSuit, SameValue, Total, next_stage
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.text import counted, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play

PLAYERS = tuple(f"player {seat}" for seat in range(SEATS))
_NUMBERS = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens")
_VALUE_NAMES = dict(zip(VALUES, (*_NUMBERS, "jacks", "queens", "kings", "aces")))
_SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_GROUP_NAMES: dict[type[GroupKind], str] = {SameValue: "set", SameSuit: "suit set", Run: "run", Total: "accumulation"}


class Reasons:
    """Gives the reasons for plays in one position; `names` are the four players'."""

    def __init__(self, view: View, knowledge: Knowledge, names: Sequence[str] = PLAYERS) -> None:
        self._view = view
        self._names = names
        self._rules = view.rules
        hand, self._evidence, unseen, _ = knowledge
        self._hand = hand.duplicate()  # whose own cards are replaced to ask about others
        self._unseen = Counter(NAMES[card] for card in unseen)
        self._top = view.discard or JOKER  # at a pick-up there is a top discard: the pile is empty within turns only
        self._policy = new_policy(view.rules)
        self._has_laid = view.table[view.seat][0] is not None
        self._due = () if self._has_laid else view.rules.due(view.status[view.seat])

    def of(self, play: Play) -> tuple[str, ...]:
        """The reasons for or against the play, in sentences."""
        kind, content = play
        say: dict[int, Callable[[Any], Iterable[str]]] = {
            DRAW: self._draw,
            TAKE: self._take,
            LAY_PHASE: self._lay_phase,
            LAY_OFF: self._lay_off,
            DISCARD: self._discard,
            SKIP: self._skip,
        }
        return tuple(f"{sentence[0].upper()}{sentence[1:]}." for sentence in say[kind](content))

    def cards(self, play: Play) -> Cards:
        """The cards that the play is about: what a first hint points at."""
        if play[0] == LAY_PHASE:
            _, groups = self._rules.declared(play[1], self._view.status[self._view.seat])
            return tuple(card for group in groups for card in group)
        if play[0] == LAY_OFF:
            return (play[1][0],)
        if play[0] == SKIP:
            return (JOKER,)
        if play[0] == DISCARD:
            kept = self._kept(without(self._view.hand, (play[1],)))
            return tuple(card for part in kept for card in part) or (play[1],)
        return (self._top,)

    # The pick-up

    def _draw(self, _: None) -> Iterator[str]:
        yield from self._prospects(self._view.hand)
        if self._top == JOKER:
            yield "a joker on the pile cannot be taken"

    def _take(self, card: Card) -> Iterator[str]:
        hand = self._view.hand
        with_it = (*hand, card)
        if self._has_laid:
            yield from self._take_to_lay_off(card, with_it)
        elif phases := self._phases_in(with_it):
            left = min(self._left_after(phase, with_it) for phase in phases)
            if here := self._phases_in(hand):
                fits = left <= min(self._left_after(phase, hand) for phase in here)
                yield f"{_phases(here)} is in your hand already"
                yield f"{card} {'can be laid with it' if fits else 'would be left over'}"
            else:
                yield f"{card} completes {_phases(phases)}"
            yield "you go out with it" if left <= 1 else f"after the phase and all lay-offs {left} cards are left"
        else:
            yield self._how_near_with(card)
            thrown = NAMES[self._policy.throws(self._holding(with_it))]
            if thrown == card:
                yield f"you would throw {card} again"
            else:
                yield from self._prospects(without(with_it, (thrown,)), f"if you throw {thrown}, ")

    def _how_near_with(self, card: Card) -> str:
        """Whether the card brings a phase nearer when another one is thrown."""
        hand = self._view.hand
        kept = [without((*hand, card), (thrown,)) for thrown in dict.fromkeys(hand)]
        changes = [
            (min(lacking(self._rules.phases[phase - 1], cards) for cards in kept), lack, phase)
            for phase, lack in self._by_nearness(hand)
        ]
        if nearer := [change for change in changes if change[0] < change[1]]:
            then, lack, phase = min(nearer)
            return f"{card} brings phase {phase} nearer: it lacks {counted(then, 'card')} then instead of {lack}"
        _, lack, phase = changes[0]
        return f"{card} does not bring phase {phase} nearer: it still lacks {counted(lack, 'card')}"

    def _take_to_lay_off(self, card: Card, with_it: Cards) -> Iterator[str]:
        before, after = self._laid_off(self._view.hand), self._laid_off(with_it)
        where = self._place_for(card)
        if len(after) <= len(before):
            yield f"{card} cannot be laid off and costs {counted(POINTS[card], 'point')}"
        elif where is not None:
            yield f"{card} can be laid off on {where}"
        else:
            yield f"{card} can be laid off together with other cards of yours"
        if len(after) >= len(with_it) - 1:
            yield "you go out with it"

    # The phase and the table

    def _lay_phase(self, content: Any) -> Iterator[str]:
        view = self._view
        phase, groups = self._rules.declared(content, view.status[view.seat])
        yield f"completes phase {phase}: {_phase_name(self._rules.phases[phase - 1])}"
        after = self._holding(view.hand).duplicate()
        kind = kinds_of(self._rules)[phase - 1]
        after.perform(LAY_PHASE, (kind,), [[CODES[card] for card in group] for group in groups])
        off = in_order(NAMES[card] for card, _, _ in self._policy.plan(after))
        left = without(in_order(NAMES[card] for card in after.held(view.seat)), off)
        if off:
            yield f"then {' '.join(off)} can be laid off"
        yield _what_is_left(left)

    def _lay_off(self, content: tuple[Card, tuple[int, int, int]]) -> Iterator[str]:
        card, (seat, number, _) = content
        kind, group = next((kind, group) for *place, kind, group in self._groups() if place == [seat, number])
        off = in_order(self._laid_off(self._view.hand))
        yield f"{card} fits {self._group_name(seat, number, kind)}: {' '.join(group)}"
        if isinstance(kind, Total):
            yield f"the accumulation goes from {total_worth(group)} to {next_stage(total_worth(group))}"
        if len(off) > 1:
            yield f"in this turn {' '.join(off)} can be laid off, {counted(points(off), 'point')}"
        yield _what_is_left(in_order(without(self._view.hand, off)))

    # The end of the turn

    def _discard(self, card: Card) -> Iterator[str]:
        rest = without(self._view.hand, (card,))
        if not rest:
            yield "it is your last card, so you go out"
            return
        if (kept := self._kept(rest)) and not self._phases_in(rest):
            phase = self._by_nearness(rest)[0][0]
            make = ", which make 34" if phase in self._rules.total_phases else ""
            yield f"keeps {joined(' '.join(part) for part in kept)}{make}"
        if self._hand.drawn == len(self._rules.deck):
            yield f"the hand ends with this turn, because the deck is used up; sheds {counted(POINTS[card], 'point')}"
            return
        yield from self._prospects(rest, "then ")
        yield f"sheds {counted(POINTS[card], 'point')}{f' and leaves {points(rest)}' if self._has_laid else ''}"
        yield from self._feeding(card)

    def _skip(self, target: int) -> Iterator[str]:
        view = self._view
        name = self._names[target]
        if self._hand.skips[target]:
            yield f"{name} is to be skipped already, so this changes nothing"
        if view.table[target][0] is not None:
            yield f"{name} has laid a phase and holds {counted(self._evidence[target].size, 'card')}"
        else:
            done = [len(self._rules.completed(status)) for status in view.status]
            most = max(count for seat, count in enumerate(done) if seat not in (view.seat, target))
            yield f"{name} has completed {counted(done[target], 'phase')}{', the most' if done[target] > most else ''}"
        if target == self._next_seat():
            yield f"{name} would play next"
        yield f"sheds the joker, {counted(POINTS[JOKER], 'point')}"

    def _feeding(self, card: Card) -> Iterator[str]:
        """What the next player could do with the card."""
        seat = self._next_seat()
        who = f"{self._names[seat]}, who plays next,"
        if self._view.table[seat][0] is not None:
            if where := self._place_for(card):
                yield f"but {who} can lay it off on {where}"
            elif any(kind.refuse(group, card, len(group)) is None for *_, kind, group in self._groups()):
                yield f"but {who} may have cards to lay off with it"
            else:
                yield f"{who} cannot lay it off"
            return
        due = [self._rules.phases[phase - 1] for phase in self._rules.due(self._view.status[seat])]
        shapes = {type(kind) for kinds in due for kind in kinds}
        if card in ACES and shapes - {Total}:
            yield f"but an ace helps {who} with almost any phase"
            return
        known = in_order(NAMES[code] for code in self._evidence[seat].known)
        alike = tuple(
            held
            for held in known
            if (SameValue in shapes and held[0] == card[0]) or (shapes == {SameSuit} and held[1] == card[1])
        )
        if alike:
            yield f"but {who} has picked up {' '.join(alike)} and may want it"

    # What is counted

    def _prospects(self, hand: Cards, when: str = "") -> Iterator[str]:
        """Which of the unseen cards would help a hand that waits for its next card."""
        if self._has_laid:
            yield from self._prospects_of_going_out(hand, when)
        elif held := self._phases_in(hand):
            yield (
                f"{_phases(held)} is in your hand already"
                if not when
                else f"keeps {_phases(held)} back, to lay it later"
            )
        else:
            found = {card: self._phases_in((*hand, card)) for card in self._unseen}
            if completing := [card for card, phases in found.items() if phases]:
                phases = sorted({phase for card in completing for phase in found[card]})
                yield f"{when}{self._of_the_unseen(completing)} complete {_phases(phases)}{self._which(completing)}"
                return
            phase, lack = self._by_nearness(hand)[0]
            kinds = self._rules.phases[phase - 1]
            nearer = [card for card in self._unseen if lacking(kinds, (*hand, card)) < lack]
            it_lacks = f"phase {phase}, which lacks {counted(lack, 'card')}, nearer"
            yield f"{when}{self._of_the_unseen(nearer)} bring {it_lacks}{self._which(nearer)}"

    def _prospects_of_going_out(self, hand: Cards, when: str) -> Iterator[str]:
        now = len(self._laid_off(hand))
        plans = {card: len(self._laid_off((*hand, card))) for card in self._unseen}
        fitting = [card for card, count in plans.items() if count > now]
        yield f"{when}{self._of_the_unseen(fitting)} can be laid off{self._which(fitting)}"
        if out := sum(self._unseen[card] for card, count in plans.items() if count >= len(hand)):
            yield f"with {out} of the unseen cards you go out"

    def _of_the_unseen(self, cards: Collection[Card]) -> str:
        count = "all" if len(cards) == len(self._unseen) else sum(self._unseen[card] for card in cards) or "none"
        return f"{count} of the {self._unseen.total()} unseen cards"

    def _which(self, cards: Collection[Card]) -> str:
        others = [card for card in self._unseen if card not in cards]
        if not cards or not others:
            return ""
        if len(others) < len(cards) / 3:
            return f": all but {kinds_of_cards(others, self._unseen)}"
        return f": {kinds_of_cards(cards, self._unseen)}"

    def _phases_in(self, cards: Cards) -> list[int]:
        """The phases due that the cards hold."""
        kinds = kinds_of(self._rules)
        return sorted(kinds.index(kind) + 1 for kind in self._policy.holds(self._holding(cards)))

    def _by_nearness(self, cards: Cards) -> list[tuple[int, int]]:
        """The phases due and how many cards each lacks, the nearest first."""
        lacks = [(phase, lacking(self._rules.phases[phase - 1], cards)) for phase in self._due]
        return sorted(lacks, key=lambda pair: pair[1])

    def _kept(self, cards: Cards) -> tuple[Cards, ...]:
        """What the nearest phase would be made of."""
        phases = self._by_nearness(cards)
        return nearest(self._rules.phases[phases[0][0] - 1], in_order(cards)) if phases else ()

    def _holding(self, cards: Cards) -> Hand:
        """The position as the core has it, with these cards in the own hand."""
        self._hand.put_cards(self._view.seat, [CODES[card] for card in cards])
        return self._hand

    def _left_after(self, phase: int, cards: Cards) -> int:
        return self._policy.leaves(self._holding(cards), kinds_of(self._rules)[phase - 1])

    def _laid_off(self, cards: Cards) -> Cards:
        """The cards that can be laid off on the table as it is."""
        return tuple(NAMES[card] for card, _, _ in self._policy.plan(self._holding(cards)))

    def _groups(self) -> Iterator[tuple[int, int, GroupKind, Cards]]:
        """Every group on the table: whose it is, which of the two, its kind and its cards."""
        for seat, (phase, groups) in enumerate(self._view.table):
            if phase is not None:
                for number, (kind, group) in enumerate(zip(self._rules.phases[phase - 1], groups)):
                    yield seat, number, kind, group

    def _place_for(self, card: Card) -> str | None:
        """A group that the card can join alone, an accumulation so that it reaches its next stage."""
        for seat, number, kind, group in self._groups():
            if isinstance(kind, Total) and total_worth((*group, card)) != next_stage(total_worth(group)):
                continue
            if any(kind.refuse(group, card, index) is None for index in (0, len(group))):
                return f"{self._group_name(seat, number, kind)}, {' '.join(group)}"
        return None

    def _group_name(self, seat: int, number: int, kind: GroupKind) -> str:
        noun = _GROUP_NAMES[type(kind)]
        return f"your own {noun}" if seat == self._view.seat else f"the {noun} of {self._names[seat]}"

    def _next_seat(self) -> int:
        """Who plays next."""
        seats = [(self._view.seat + step) % SEATS for step in range(1, SEATS + 1)]
        return next((seat for seat in seats if not self._hand.skips[seat]), seats[0])


def kinds_of_cards(cards: Collection[Card], among: Mapping[Card, int]) -> str:
    """The cards in few words, where they are all of their suit, value or colour among those that are there.

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
    """The wanted cards of a value, and of which colour: all cards of the value or of the colour, or one by one."""
    there = [card for card in among if card[0] == value]
    chosen = [card for card in there if card in wanted]
    if not chosen or chosen == there:
        return "", [_VALUE_NAMES[value]] if chosen else []
    colour = COLOUR[chosen[0]]
    if chosen == [card for card in there if COLOUR[card] == colour]:
        return colour, [_VALUE_NAMES[value]]
    return "", chosen


def _what_is_left(cards: Cards) -> str:
    if len(cards) <= 1:
        return "you go out"
    return f"{' '.join(cards)} are left, {counted(points(cards), 'point')}"


def _phase_name(kinds: Sequence[GroupKind]) -> str:
    """What the phase is made of.

    >>> from phazed.rules.rulesets import PHAZED
    >>> _phase_name(PHAZED.phases[0]), _phase_name(PHAZED.phases[5])
    ('two sets of three of one value', 'two accumulations to 34 of one colour')
    >>> _phase_name(PHAZED.phases[6])
    'a run of four of one colour and a set of four of one value'
    """
    first, *others = dict.fromkeys(kind.name for kind in kinds)
    if len(kinds) == 1 or others:
        return joined([first, *others])
    _, noun, rest = first.split(" ", 2)
    return f"two {noun}s {rest}"


def _phases(phases: Sequence[int]) -> str:
    return f"phase {joined(map(str, phases), 'or')}"
