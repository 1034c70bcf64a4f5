"""The random player, which makes any legal play with equal probability but avoids blocking itself."""

from __future__ import annotations

from random import Random

from phazed.rules.cards import without
from phazed.rules.legal import can_close
from phazed.rules.legality import joined
from phazed.rules.plays import LAY_OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.view import View
    from phazed.rules.plays import LayOff, Play


class RandomBot:
    """A player that chooses uniformly among the legal plays after which the turn can end, if any, else among all."""

    def __init__(self, seed: object) -> None:
        self._random = Random(f"{seed}/random")

    def choose(self, view: View) -> Play:
        plays = list(view.legal_plays)
        choice = self._random.random
        while True:
            play = plays[int(choice() * len(plays))]
            if play[0] != LAY_OFF or _leaves_a_way(view, play) or len(plays) == 1:
                return play
            plays.remove(play)


def _leaves_a_way(view: View, play: LayOff) -> bool:
    """Return whether the turn can still be ended after the card has been laid off."""
    card, target = play[1]
    return can_close(view.rules, joined(view.table, card, target), without(view.hand, (card,)))
