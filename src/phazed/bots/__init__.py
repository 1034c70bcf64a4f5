"""The built-in players by name, and sparring partners for training and evaluating other players.

>>> sorted(BOTS)
['beginner', 'casual', 'expert', 'greedy', 'random', 'strong']
>>> SPARRING[:3]
('careless', 'collector', 'denier')
"""

from __future__ import annotations

from threading import Lock

from phazed.rules.errors import InvalidNotation
from phazed.rules.plays import FROM_THE_DECK
from phazed.rules.rulesets import HAND_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Protocol

    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

    class Bot(Protocol):
        """A player that chooses a play from a view."""

        def choose(self, view: View) -> Play: ...


def _random(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.random import RandomBot

    return RandomBot(seed)


def _greedy(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.greedy import GreedyBot

    return GreedyBot()


def _beginner(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.levels import BeginnerBot

    return BeginnerBot()


def _casual(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.levels import CasualBot

    return CasualBot()


def _strong(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.expert import ExpertBot
    from phazed.bots.thinking import Effort

    return ExpertBot(rules, seed, Effort(worlds=0))


def _expert(rules: Ruleset, seed: object) -> Bot:
    from phazed.bots.expert import ExpertBot

    return ExpertBot(rules, seed)


BOTS: dict[str, Callable[[Ruleset, Any], Bot]] = {
    "random": _random,
    "beginner": _beginner,
    "casual": _casual,
    "greedy": _greedy,
    "strong": _strong,
    "expert": _expert,
}


SPARRING = (
    "careless",
    "collector",
    "denier",
    "drawer",
    "erratic",
    "hoarder",
    "holder",
    "keeper",
    "late",
    "magpie",
    "nearest",
    "novice",
    "runner",
    "shedder",
    "slow",
    "tardy",
)
"""The sparring partners of `bots.sparring`."""
NAMES = (*BOTS, *SPARRING)
"""All names that `make` accepts."""


def make(name: str, rules: Ruleset, seed: object) -> Bot:
    """Create the player with that name, with or without `@`; the seed determines its random choices."""
    plain = name.removeprefix("@")
    if plain in SPARRING:
        from phazed.bots.sparring import SparringBot

        return SparringBot(rules, plain, seed)
    maker = BOTS.get(plain)
    if maker is None:
        raise InvalidNotation(f"there is no built-in player {name!r}: choose one of {', '.join(sorted(BOTS))}")
    return maker(rules, seed)


_players: dict[tuple[str, str, Any], Bot] = {}
_lock = Lock()


def answer(name: str, rules: Ruleset, arguments: tuple[Any, ...]) -> Any:
    """Return the named player's answer to the arguments of a course function, in the course's form.

    The answer is legal if any play is. If the arguments do not describe a position, the answer is to draw. Hands larger
    than any in a game are truncated, because searching them has no time limit. Each seat has its own player, which
    lives as long as the process and remembers earlier hands.
    """
    from phazed.bots.fallback import legal_or_any
    from phazed.game.view import View, in_course_form

    try:
        view = View.from_course(rules, *arguments)
        view = view._replace(hand=view.hand[: HAND_SIZE + 1])
        key = (name, rules.name, view.seat)
        with _lock:
            if key not in _players:
                _players[key] = make(name, rules, None)
        try:
            play = _players[key].choose(view)
        except Exception:  # a group on the table may be malformed
            play = legal_or_any(view, FROM_THE_DECK)
        return in_course_form(play)
    except Exception:  # untrusted arguments may describe anything
        return FROM_THE_DECK
