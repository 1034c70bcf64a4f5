"""Bots with one planted weakness each: the strong built-in player, but for one kind of decision.

Each deviation is given the position and what the strong player would play, and returns what the bot plays instead, or
`None` where the weakness does not show.
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.bots import make
from phazed.bots.greedy import plan_lay_offs
from phazed.bots.plans import lacking, promise
from phazed.game.referee import play_game
from phazed.rules.cards import ACES, JOKER, POINTS, VALUE, without
from phazed.rules.groups import Run, SameSuit, SameValue
from phazed.rules.legality import BEFORE, open_accumulation
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.coach.bot_games import Seating
    from phazed.game.records import Record
    from phazed.game.view import View

FROM_THE_DECK = (DRAW, None)


class Plant(NamedTuple):
    """A planted weakness."""

    leak: str
    """The name of the leak that should come first."""
    game: str
    deviate: Callable[[View, Any], Any]


class PlantedBot:
    """The strong player with a weakness."""

    def __init__(self, rules: Ruleset, seed: object, plant: Plant) -> None:
        self._base = make("strong", rules, seed)
        self._plant = plant

    def choose(self, view: View) -> Any:
        play = self._base.choose(view)
        other = self._plant.deviate(view, play)
        return play if other is None or view.refuse(other) is not None else other


def player(plant: Plant) -> Callable[[Seating], Record]:
    """Plays a game with the bot."""

    def play(place: Seating) -> Record:
        rules, seed = place.rules, place.seed
        names = place.by_seat("")
        seats = [
            make(name, rules, f"{seed}/{seat}") if name else PlantedBot(rules, seed, plant)
            for seat, name in enumerate(names)
        ]
        return play_game(rules, seats, seed)

    return play


def has_laid(view: View) -> bool:
    return view.table[view.seat][0] is not None


def phases(view: View) -> list[Any]:
    return [] if has_laid(view) else [view.rules.phases[phase - 1] for phase in view.rules.due(view.status[view.seat])]


def lack(view: View, cards: tuple[str, ...]) -> int:
    return min(lacking(kinds, cards) for kinds in phases(view))


def lack_with_discard(view: View) -> int:
    cards = (*view.hand, view.discard)
    if lack(view, cards) == 0:
        return 0
    return min(lack(view, without(cards, (thrown,))) for thrown in set(view.hand))


def can_take(view: View) -> bool:
    return view.stage == BEFORE and view.discard not in (None, JOKER)


def fits(view: View, *cards: str) -> bool:
    return bool(plan_lay_offs(view.rules, view.table, cards))


def takes_unneeded(view, play):
    """Takes any discard that does not bring its phase nearer."""
    if play[0] == DRAW and can_take(view) and not has_laid(view) and lack_with_discard(view) >= lack(view, view.hand):
        return (TAKE, view.discard)
    return None


def takes_for_nothing(view, play):
    """Takes discards that fit nothing, once its phase is laid."""
    if play[0] == DRAW and can_take(view) and has_laid(view) and not fits(view, view.discard, *view.hand):
        return (TAKE, view.discard)
    return None


def misses_its_phase(view, play):
    """Does not take the discard that completes its phase."""
    if play[0] == TAKE and not has_laid(view) and lack_with_discard(view) == 0:
        return FROM_THE_DECK
    return None


def misses_help(view, play):
    """Takes discards to complete its phase only."""
    if play[0] == TAKE and not has_laid(view) and lack_with_discard(view) > 0:
        return FROM_THE_DECK
    return None


def misses_lay_offs(view, play):
    """Always draws once its phase is laid."""
    if play[0] == TAKE and has_laid(view):
        return FROM_THE_DECK
    return None


def waits(view, play):
    """Keeps its phase until its eighth turn."""
    own = sum(seat == view.seat for seat, _ in view.history)
    if play[0] == LAY_PHASE and own < 8:
        return dearest(view, view.hand)
    return None


def no_lay_off(view, play):
    """Never lays off."""
    if play[0] == LAY_OFF and open_accumulation(view.rules, view.table) is None:
        return dearest(view, view.hand)
    return None


def dearest(view, cards):
    card = max((card for card in cards if card != JOKER), key=POINTS.__getitem__, default=None)
    return card and (DISCARD, card)


def throws(kind, choose):
    """Throws what `choose` finds when one of the phases due has a group of the kind."""

    def deviate(view, play):
        if play[0] == DISCARD and any(isinstance(each, kind) for kinds in phases(view) for each in kinds):
            card = choose(view)
            return card and (DISCARD, card)
        return None

    return deviate


def of_a_pair(view):
    values = [VALUE[card] for card in view.hand if VALUE[card]]
    return next((card for card in view.hand if VALUE[card] and values.count(VALUE[card]) > 1), None)


def of_the_suit(view):
    suits = [card[1] for card in view.hand if VALUE[card]]
    return next(card for card in view.hand if VALUE[card] and card[1] == max(suits, key=suits.count))


def of_the_run(view):
    values = {VALUE[card] for card in view.hand}
    single = [card for card in view.hand if VALUE[card] and [VALUE[each] for each in view.hand].count(VALUE[card]) == 1]
    return max(single, key=lambda card: len(values & {VALUE[card] + step for step in range(-3, 4)}), default=None)


def throws_aces(view, play):
    """Throws aces to be rid of their points."""
    if play[0] == DISCARD and phases(view):
        card = next((card for card in view.hand if card in ACES), None)
        return card and (DISCARD, card)
    return None


def by_points(view, play):
    """Throws the dearest card that its nearest plan can spare."""
    if play[0] == DISCARD and phases(view):
        spare = [card for card in view.hand if card not in ACES]
        least = min(lack(view, without(view.hand, (card,))) for card in spare)
        return dearest(view, [card for card in spare if lack(view, without(view.hand, (card,))) == least])
    return None


def keeps_useless(view, play):
    """Of the cheap cards that its nearest plan can spare, throws the one that the most other plans use."""
    if play[0] == DISCARD and phases(view):
        spare = [card for card in view.hand if card not in ACES]
        least = min(lack(view, without(view.hand, (card,))) for card in spare)
        equal = [card for card in spare if lack(view, without(view.hand, (card,))) == least]
        return (DISCARD, min(equal, key=lambda card: (promises(view, card), POINTS[card])))
    return None


def promises(view, card):
    return sum(promise(kinds, without(view.hand, (card,))) for kinds in phases(view))


def keeps_dear_after(view, play):
    """Throws its cheapest card once its phase is laid."""
    if play[0] == DISCARD and has_laid(view):
        return (DISCARD, min(view.hand, key=POINTS.__getitem__))
    return None


def feeds(view, play):
    """Throws what the next player can lay off."""
    if play[0] == DISCARD and view.table[(view.seat + 1) % SEATS][0] is not None and phases(view):
        return next(((DISCARD, card) for card in view.hand if card not in ACES and fits(view, card)), None)
    return None


def wrong_skip(view, play):
    """Skips the player who is furthest behind."""
    if play[0] == SKIP:
        others = [seat for seat in range(SEATS) if seat != view.seat]
        behind = min(others, key=lambda seat: (sum(view.status[seat]), -view.sizes[seat]))
        return (SKIP, behind)
    return None


def keeps_jokers(view, play):
    """Discards its dearest card instead of a joker."""
    if play[0] == SKIP:
        return dearest(view, view.hand)
    return None


def wrong_groups(view, play):
    """Lays its phase with as many aces as it can."""
    if play[0] == LAY_PHASE:
        ways = takewhile(lambda way: way[0] == LAY_PHASE, view.legal_plays)
        return max(ways, key=lambda way: str(way[1]).count("A"))
    return None


def wrong_phase(view, play):
    """Lays the easiest phase that it holds."""
    if play[0] == LAY_PHASE:
        return min(takewhile(lambda way: way[0] == LAY_PHASE, view.legal_plays), key=lambda way: way[1][0])
    return None


PLANTS = (
    Plant("takes unneeded", "phasedout", takes_unneeded),
    Plant("takes for nothing", "phasedout", takes_for_nothing),
    Plant("misses its phase", "phasedout", misses_its_phase),
    Plant("misses help", "phasedout", misses_help),
    Plant("misses lay-offs", "phasedout", misses_lay_offs),
    Plant("waits", "phasedout", waits),
    Plant("no lay-off", "phasedout", no_lay_off),
    Plant("breaks sets", "phasedout", throws(SameValue, of_a_pair)),
    Plant("breaks suits", "phasedout", throws(SameSuit, of_the_suit)),
    Plant("breaks runs", "phasedout", throws(Run, of_the_run)),
    Plant("discards aces", "phasedout", throws_aces),
    Plant("by points", "phasedout", by_points),
    Plant("keeps useless", "phasedout", keeps_useless),
    Plant("keeps dear after", "phasedout", keeps_dear_after),
    Plant("feeds", "phasedout", feeds),
    Plant("wrong skip", "phazed_bonus", wrong_skip),
    Plant("keeps jokers", "phazed_bonus", keeps_jokers),
    Plant("wrong groups", "phazed", wrong_groups),
    Plant("wrong phase", "phazed_bonus", wrong_phase),
)
