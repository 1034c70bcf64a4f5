"""The expert player: it searches before every play, remembers earlier hands, and limits its time.

It can answer any view, even in the middle of a game. It remembers the time spent on the game, to keep a long game
within a minute; the cards left in hands, to estimate the scores; and the players' habits, to recognize their styles.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Lock

from phazed.bots.greedy import GreedyBot
from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import DEFAULT, Effort, Thinker
from phazed.core.habits import Habits
from phazed.core.knowledge import Contradiction, read
from phazed.rules.legality import refuse
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

GAME_SECONDS = 40.0
"""Time budget for a game in seconds; plays get less effort as it runs out."""
PER_CARD = 8.0
"""Average points of a card left at the end of a hand."""


class Memory:
    """Knowledge about a game, collected from one seat's successive views."""

    def __init__(self) -> None:
        self.scores = [0.0] * SEATS
        self.spent = 0.0
        self.habits = Habits()
        """The habits observed in earlier hands."""
        self._last: View | None = None
        self._held = [0.0] * SEATS

    def look(self, view: View) -> None:
        """Update the memory with a view of the same hand, of another hand in the game, or of another game."""
        last = self._last
        if last is None or not self._may_follow(last, view):
            self.__init__()  # type: ignore[misc]  # another game: forget everything
        elif not _goes_on(last, view):
            self.scores = [score + held for score, held in zip(self.scores, self._held)]
            with suppress(Contradiction):  # an untrusted view may not correspond to any possible game
                self.habits.add(read(last).habits)
        self._held = [PER_CARD * max(size, 0) for size in view.sizes]
        self._held[view.seat] = float(points(view.hand))
        self._last = view

    def _may_follow(self, last: View, view: View) -> bool:
        """Return whether the view may belong to the same game as the last view."""
        completed = view.rules.completed
        if any(not set(completed(old)) <= set(completed(new)) for old, new in zip(last.status, view.status)):
            return False
        nobody = all(not completed(status) for status in view.status)
        return not (nobody and self.spent > GAME_SECONDS and not _goes_on(last, view))


def _goes_on(last: View, view: View) -> bool:
    """Return whether the view belongs to the same hand as the last view."""
    if not last.history:
        return True
    if len(view.history) < len(last.history):
        return False
    *before, (seat, plays) = last.history
    *then, (player, so_far) = view.history[: len(last.history)]
    return then == before and player == seat and so_far[: len(plays)] == plays


class ExpertBot:
    """The strongest built-in player. Calls from several threads are serialized."""

    def __init__(self, rules: Ruleset, seed: object = 0, effort: Effort = DEFAULT) -> None:
        self._effort = effort
        self._thinker = Thinker(rules, effort, seed)
        self._lock = Lock()
        self.memory = Memory()

    def choose(self, view: View) -> Play:
        with self._lock:
            watch = Stopwatch()
            self.memory.look(view)
            play = self._best(view)
            self.memory.spent += watch.seconds()
            return play

    def _best(self, view: View) -> Play:
        self._thinker.effort = self._affordable()
        try:
            play = self._thinker.think(view, self.memory.scores, self.memory.habits)[0].play
        except Contradiction:  # an untrusted view may not correspond to any possible game
            return GreedyBot().choose(view)
        if refuse(view, play) is not None:
            return GreedyBot().choose(view)
        return play

    def _affordable(self) -> Effort:
        """Return the effort for a play, which decreases once half of the game's time is spent."""
        left = max(GAME_SECONDS - self.memory.spent, 0.0)
        share = min(left / (GAME_SECONDS / 2), 1.0)
        return Effort(int(self._effort.worlds * share), self._effort.seconds * share)
