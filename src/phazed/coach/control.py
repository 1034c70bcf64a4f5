"""The luck of the deals, used as a control variate for the results of games.

Before a hand, the deck is in random order, independent of the players. A model, which is a fixed style for each seat,
plays the hand out with the actual deck and with other random decks. The difference between the chances of winning with
the actual deck and their mean over the other decks has expectation 0, whatever the real players do and however badly
the model fits them. A model's estimates for all deals in a game can therefore be subtracted from the game's result
without introducing bias. The better the model fits, the less luck remains. `docs/coach.md` contains the proof.

>>> from phazed.bots import make
>>> from phazed.game.games import shuffles
>>> from phazed.game.referee import referee
>>> from phazed.rules.rulesets import PHASEDOUT
>>> control = DealControl(PHASEDOUT, [(GREEDY,) * 4], seed="1")
>>> events = referee(PHASEDOUT, [make("greedy", PHASEDOUT, seat) for seat in range(4)], shuffles(PHASEDOUT, 1))
>>> hands = sum(isinstance(event, Dealt) for event in control.watch(events))
>>> (rows,) = control.luck
>>> len(rows) == hands, [round(sum(row.after), 9) for row in rows[:3]]
(True, [1.0, 1.0, 1.0])
"""

from __future__ import annotations

from hashlib import sha256

from phazed.core.baseline import Baseline
from phazed.core.encoding import encode, new_futures, new_hand, new_policy
from phazed.game.games import Dealt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import NamedTuple

    from phazed.game.games import Event
    from phazed.rules.rulesets import Ruleset

    Model = tuple[int, ...]
    """Assumed style of each seat."""
    Chances = tuple[float, ...]
    """Each seat's chance of winning the game."""
else:
    from phazed.rules.namedtuples import NamedTuple


class DealLuck(NamedTuple):
    """A model's estimate of a deal."""

    after: Chances
    """Chances with the actual deck."""
    expected: Chances
    """Mean chances over other decks, which are sampled independently of the actual one."""


GREEDY, FAST = STYLES = (0, 1)
DECKS = 8
"""Number of random decks used to estimate the expectation; more decks reduce the noise but take longer."""


class DealControl:
    """Observes a game, and records each model's estimates of its deals."""

    def __init__(self, rules: Ruleset, models: Sequence[Model], seed: str) -> None:
        self.luck: list[list[DealLuck]] = [[] for _ in models]
        """Estimates by model and hand."""
        self._models = models
        self._seed = seed
        self._baseline = Baseline(new_policy(rules), new_futures(rules), new_hand(rules))

    def watch(self, events: Iterable[Event]) -> Iterator[Event]:
        """Yield the same events, and record the luck of each hand as soon as it has been dealt.

        Recording it at the end of the hand would introduce bias: hands that an error ends would be missing, and errors
        may depend on the deal.
        """
        for event in events:
            if isinstance(event, Dealt):
                self._add(event)
            yield event

    def _add(self, dealt: Dealt) -> None:
        start = encode(dealt.state)
        scores = [float(score) for score in dealt.standing.scores]
        digest = sha256(f"{self._seed}/control/{dealt.standing.hands}".encode()).digest()
        seed = int.from_bytes(digest[:8], "little")
        for model, rows in zip(self._models, self.luck):
            self._baseline.suppose(list(model), scores)
            after, expected = self._baseline.after(start), self._baseline.expected(start, DECKS, seed)
            rows.append(DealLuck(tuple(after), tuple(expected)))
