"""Games and positions for the tests of the core, on top of those in `positions`."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from phazed.bots import make
from phazed.core.encoding import CODES, NAMES, new_beliefs, new_policy, play_of
from phazed.core.knowledge import read
from phazed.core.sampler import Sampler
from phazed.game.games import Played, shuffles
from phazed.game.referee import referee
from phazed.game.view import view
from phazed.rules.plays import DRAWN, LAY_OFF
from phazed.rules.rulesets import RULESETS
from positions import hand_state, status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from phazed.core.knowledge import Knowledge
    from phazed.core.policy import Policy
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.state import HandState

PICKED_UP = 10
"""Where a snapshot says whether the seat to play has picked up a card."""


def codes(cards: str | Iterable[str]) -> list[int]:
    """Cards, in a line or one by one, as the core numbers them."""
    return [CODES[card] for card in (cards.split() if isinstance(cards, str) else cards)]


def names(cards: list[int]) -> tuple[str, ...]:
    """The other way round."""
    return tuple(NAMES[card] for card in cards)


@cache
def policy_of(game: str) -> Policy:
    return new_policy(RULESETS[game])


@cache
def played(game: str, bots: str = "greedy random", seeds: int = 2) -> tuple[Played, ...]:
    """Every play of whole games in which these bots sit in turn."""
    rules, seats = RULESETS[game], (bots.split() * 4)[:4]
    return tuple(
        event
        for seed in range(seeds)
        for event in referee(rules, [make(bot, rules, (seed, n)) for n, bot in enumerate(seats)], shuffles(rules, seed))
        if isinstance(event, Played)
    )


def in_turn(game: str, hand: str, **given: Any) -> HandState:
    """Seat 0's turn after its pick-up, with this hand; what else is given is as `hand_state` takes it."""
    return hand_state(game, hands={0: hand}, **given)._replace(plays=(DRAWN,))


def due_alone(game: str, phase: int) -> Any:
    """The status in which that phase is due, and no other."""
    if game == "phazed_bonus":
        return status(game, [other for other in range(1, 8) if other != phase])
    return phase - 1


def as_lay_off(state: HandState, step: tuple[int, int, int]) -> Play:
    """A step of a plan as the rules write it."""
    return play_of(state.rules, state.table, LAY_OFF, step, [])


def sampler_of(seen: View, seed: int = 1) -> tuple[Knowledge, Sampler]:
    """What the view tells, and a sampler of what it does not, as the expert makes it."""
    knowledge = read(seen)
    sampler = Sampler(knowledge.hand, seen.seat, new_beliefs(seen.rules), seed)
    for seat, told in enumerate(knowledge.evidence):
        if seat != seen.seat:
            sampler.know(seat, told.known, told.size - len(told.known))
    sampler.begin(knowledge.unseen)
    return knowledge, sampler


def own_view(state: HandState) -> View:
    """What the seat to play sees."""
    return view(state, state.seat)
