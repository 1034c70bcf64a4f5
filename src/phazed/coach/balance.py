"""Luck and skill: the causes of the difference between a seat's initial chance of winning a game and its result.

A seat's chance of winning, given what the seat can know, changes for three reasons. Its own decisions change the chance
by their losses, measured against the best play. Mistakes by others change it by their effect on this seat. Everything
else is luck: the cards dealt and drawn, and the others' plays between two of the seat's decisions. For every seat,

    result - chance at the start = own play + others' mistakes + luck

This holds exactly, because each change is the difference between two successive values of the same chance. A mistake
takes from one seat exactly what it gives to the others, so luck sums to 0 over the four seats in every game.
"""

from __future__ import annotations

from math import sqrt

from phazed.answers.game_review import Luck, Point, SeatBalance
from phazed.core.encoding import new_futures, new_hand, put_status
from phazed.game.games import Dealt, GameEnded, HandEnded, Played
from phazed.rules.legality import NOTHING_LAID
from phazed.rules.plays import DISCARD, DRAW, SKIP
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import NamedTuple

    from phazed.coach.judgement import Judgement
    from phazed.game.games import Event, Standing
    from phazed.rules.rulesets import Ruleset

    Moment = tuple[int, int]
    """A play in a game: the number of the hand and the play's number in it."""
else:
    from phazed.rules.namedtuples import NamedTuple

DEAL, DREW, WAITED = SOURCES = ("deal", "draw", "others")
"""Sources of luck: the cards dealt, the card drawn, and the others' plays before the next decision."""


class Balance(NamedTuple):
    """Luck and skill in a game."""

    seats: tuple[SeatBalance, ...]
    luck: tuple[Luck, ...]
    points: tuple[tuple[Point, ...], ...]
    """Each seat's chances throughout the game."""


class _Account:
    """One seat's chance throughout the game."""

    def __init__(self, seat: int, initial: float) -> None:
        self.seat = seat
        self.initial = self.now = initial
        self.own = self.others = self.pending = self.variance = 0.0
        self.source = DEAL
        self.luck: list[Luck] = []
        self.points = [Point(0, 0, initial)]

    def arrive(self, hand: int, place: int, win: float) -> None:
        """Record a new chance; the change that is not due to the others' mistakes is luck."""
        self.luck.append(Luck(self.seat, hand, place, self.source, win - self.now - self.pending))
        self.points.append(Point(hand, place, win))
        self.others += self.pending
        self.pending = 0.0
        self.now = win

    def revise(self, hand: int, place: int, win: float) -> None:
        """Record a later estimate in the same turn, with no card drawn since the previous one.

        Nothing has happened by chance in between, so the difference corrects the luck recorded before.
        """
        last = self.luck[-1]
        self.luck[-1] = last._replace(amount=last.amount + win - self.now)
        self.points.append(Point(hand, place, win))
        self.now = win

    def balance(self) -> SeatBalance:
        luck = sum(each.amount for each in self.luck)
        return SeatBalance(self.initial, self.now, self.own, self.others, luck, sqrt(self.variance))


def balance(rules: Ruleset, events: Iterable[Event], judged: Mapping[Moment, Judgement]) -> Balance:
    """Return the balance of a game, given its events and the judgements of its plays."""
    values = _Standings(rules)
    accounts: list[_Account] = []
    hand = place = 0
    last: int | None = None
    for event in events:
        if isinstance(event, Dealt):
            hand, place = event.standing.hands, 0
            accounts = accounts or [_Account(seat, win) for seat, win in enumerate(values.chances(event.standing))]
            for account in accounts:
                account.source = DEAL
        elif isinstance(event, Played):
            seat = event.before.seat
            if (hand, place) in judged:
                _decide(accounts, seat, hand, place, judged[hand, place], goes_on=seat == last)
                last = seat
            if event.play[0] in (DRAW, DISCARD, SKIP):
                last = None
            accounts[seat].source = DREW if event.play[0] == DRAW else WAITED
            place += 1
        elif isinstance(event, GameEnded) or not event.standing.over:
            for account, win in zip(accounts, _values(event, values)):
                account.arrive(hand, place, win)
    return Balance(
        seats=tuple(account.balance() for account in accounts),
        luck=tuple(sorted((each for account in accounts for each in account.luck), key=lambda luck: luck[1:3])),
        points=tuple(tuple(account.points) for account in accounts),
    )


def _decide(
    accounts: Sequence[_Account], seat: int, hand: int, place: int, judgement: Judgement, *, goes_on: bool
) -> None:
    """Record a seat's decision in all accounts; `goes_on` if no card has been drawn since the last one in the turn."""
    enter = accounts[seat].revise if goes_on else accounts[seat].arrive
    enter(hand, place, judgement.best_win)
    for account, effect, error in zip(accounts, judgement.effects, judgement.errors):
        account.variance += error**2
        if account.seat == seat:
            account.own += effect
            account.now += effect
        else:
            account.pending += effect


def _values(event: HandEnded | GameEnded, values: _Standings) -> Sequence[float]:
    """Return each seat's chance after a hand, or its share of first place after the game.

    After an error, the offender has lost, and the others have their chances in the standing, scaled to sum to 1.
    """
    if isinstance(event, HandEnded):
        return values.chances(event.standing)
    if event.error is not None:
        left = [0.0 if seat == event.error.seat else win for seat, win in enumerate(values.chances(event.standing))]
        return [win / sum(left) for win in left]
    first = [rank == 1 for rank in event.standing.ranks]
    return [won / sum(first) for won in first]


class _Standings:
    """The chances of winning between two hands."""

    def __init__(self, rules: Ruleset) -> None:
        self._rules = rules
        self._futures = new_futures(rules)
        self._hand = new_hand(rules)

    def chances(self, standing: Standing) -> Sequence[float]:
        """Return every seat's chance of winning, given the standing."""
        put_status(self._hand, self._rules, (NOTHING_LAID,) * SEATS, standing.status)
        return self._futures.chances(self._hand, [float(score) for score in standing.scores])
