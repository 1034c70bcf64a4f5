"""The features of a decision that leaks test: the effects of two plays on the phase, the points and the next player."""

from __future__ import annotations

from functools import cached_property

from phazed.bots.greedy import plan_lay_offs
from phazed.bots.plans import lacking, promise
from phazed.rules.cards import ACES, JOKER, VALUE, in_order, without
from phazed.rules.groups import Accumulation, Run, SameSuit, SameValue
from phazed.rules.plays import DISCARD, TAKE
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play

RUN_REACH = 2
"""Maximum distance at which a card is assumed to belong to the same run as a card that a player has taken."""


class Situation:
    """A position, with the play made and the best play."""

    def __init__(self, view: View, play: Play, best: Play) -> None:
        self.view = view
        self.play = play
        self.best = best
        self.kinds = (play[0], best[0])
        """Kinds of the play made and of the best play."""

    @cached_property
    def has_laid(self) -> bool:
        """Whether the seat has laid a phase in this hand."""
        return self.view.table[self.view.seat][0] is not None

    @cached_property
    def due(self) -> tuple[int, ...]:
        """Phases that the seat may lay in this hand."""
        return () if self.has_laid else self.view.rules.due(self.view.status[self.view.seat])

    def lack(self, cards: Cards) -> int:
        """Return the number of cards missing for the nearest phase due."""
        return min(lacking(self._groups(phase), cards) for phase in self.due)

    def plans(self, cards: Cards) -> int:
        """Return the number of plans for the phases due, weighted by distance."""
        return sum(promise(self._groups(phase), cards) for phase in self.due)

    def _groups(self, phase: int) -> tuple[GroupKind, ...]:
        return self.view.rules.phases[phase - 1]

    # The pick-up

    @cached_property
    def lack_with_discard(self) -> int:
        """Number of cards missing for the nearest phase after taking the top discard and discarding another card."""
        hand, top = self.view.hand, self.view.discard or JOKER
        with_it = (*hand, top)
        if self.lack(with_it) == 0:
            return 0
        return min(self.lack(without(with_it, (discarded,))) for discarded in dict.fromkeys(hand))

    @cached_property
    def discard_helps(self) -> bool:
        """Whether the top discard brings the hand closer to its nearest phase."""
        return self.lack_with_discard < self.lack(self.view.hand)

    @cached_property
    def discard_fits_the_table(self) -> bool:
        """Whether more cards can be laid off with the top discard in the hand."""
        hand, top = self.view.hand, self.view.discard or JOKER
        return len(self._laid_off((*hand, top))) > len(self._laid_off(hand))

    def _laid_off(self, cards: Cards) -> list[Card]:
        return [play[1][0] for play in plan_lay_offs(self.view.rules, self.view.table, cards)]

    # The discard

    @cached_property
    def discarded(self) -> Card:
        """Card that was discarded."""
        return str(self.play[1])

    @cached_property
    def better(self) -> Card:
        """Card that should have been discarded."""
        return str(self.best[1])

    @cached_property
    def lacks(self) -> tuple[int, int]:
        """Numbers of cards missing for the nearest phase after the discard made and after the better one."""
        return self.lack(self._after(self.discarded)), self.lack(self._after(self.better))

    @cached_property
    def plans_kept(self) -> tuple[int, int]:
        """Weighted numbers of plans after the discard made and after the better one."""
        return self.plans(self._after(self.discarded)), self.plans(self._after(self.better))

    def _after(self, card: Card) -> Cards:
        return in_order(without(self.view.hand, (card,)))

    @cached_property
    def broken(self) -> type[GroupKind]:
        """Kind of group that the discard broke up, if it increased the number of cards missing for a phase."""
        nearest = min(self.due, key=lambda phase: lacking(self._groups(phase), self.view.hand))
        first, *rest = self._groups(nearest)
        if isinstance(first, Run) and rest:
            alike = [card for card in self.view.hand if VALUE[card] == VALUE[self.discarded]]
            return SameValue if len(alike) > 1 else Run
        return type(first)

    @cached_property
    def needs_wild_cards(self) -> bool:
        """Whether aces are wild in one of the phases due, because it consists of sets or runs."""
        return any(not isinstance(self._groups(phase)[0], Accumulation) for phase in self.due)

    def use_for_next(self, card: Card) -> str:
        """Return a description of the next player's visible use for the card; empty if there is none."""
        view = self.view
        following = (view.seat + 1) % SEATS
        if view.table[following][0] is not None:
            fits = plan_lay_offs(view.rules, view.table, (card,))
            return f"the next player can lay off {card}" if fits else ""
        kinds = {type(kind) for phase in view.rules.due(view.status[following]) for kind in self._groups(phase)}
        if card in ACES:
            return f"{card} helps the next player as a wild card" if kinds - {Accumulation} else ""
        held: list[Card] = []
        for seat, plays in view.history:
            for kind, content in plays if seat == following else ():
                if kind == TAKE:
                    held.append(str(content))
                elif kind == DISCARD and content in held:
                    held.remove(content)
        other = next((other for other in held if _go_together(kinds, card, other)), None)
        return f"{card} goes with {other}, which the next player has taken" if other else ""


def _go_together(kinds: set[type[GroupKind]], card: Card, other: Card) -> bool:
    """Return whether a player who collects one of two natural cards for groups of these kinds also wants the other."""
    return (
        (SameValue in kinds and VALUE[card] == VALUE[other])
        or (SameSuit in kinds and card[1] == other[1])
        or (Run in kinds and 0 < abs(VALUE[card] - VALUE[other]) <= RUN_REACH)
    )
