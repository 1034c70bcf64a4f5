"""Advice: the plays worth considering in a position, with their chances of winning and reasons.

The expert's search compares the plays in many sampled deals of the hidden cards, and `reasons` describes the effects of
each play. All of it is computed from the view, so advice reveals no card that the player cannot know.

>>> from phazed.bots.thinking import Effort
>>> from phazed.game.view import View
>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> hand = cards("7S 7D QH QC QD 2S 4D 5D 9H KD")
>>> seen = View(PHAZED, 0, ((None, ()),) * 4, (), (0,) * 4, hand, "7C")
>>> for hint in advise(seen, Effort(worlds=100)).hints:
...     print(hint)
Look at QC QD QH 7D 7S: does 7C go with them?
Take 7C.
7C completes phase 1. After the phase and all lay-offs 5 cards are left. ...
"""

from __future__ import annotations

from itertools import zip_longest

from phazed.answers.advice import Advice, AdvisedPlay, Chance
from phazed.bots.contrast import PLACE_WEIGHT, PlayDuel, value_places
from phazed.bots.reasons import PLAYERS, Reasons
from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import WARM_UP, Effort, Thinker
from phazed.core.encoding import CODES, kinds_of
from phazed.core.knowledge import Contradiction, read
from phazed.game.notation import format_play
from phazed.intervals import Z_95, wilson
from phazed.rules.errors import PhazedError
from phazed.rules.legality import OVER, refuse
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP
from phazed.rules.rulesets import SEATS
from phazed.text import joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phazed.bots.thinking import Option
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

EFFORT = Effort(worlds=1200, seconds=2.0)
"""Effort for advice and for hints during a game. It takes about 0.2 s; the time limit is for slow machines."""
CLOSE = 0.005
"""Maximum difference in value between two plays that are described as about equally good."""
MAX_EXPLAINED, MAX_EQUAL = 3, 4
"""Maximum numbers of plays that get reasons, and of plays that are listed as about equally good."""


class NoAdvice(PhazedError):
    """Raised if a position cannot occur in a game or has no legal play that leads to the end of the turn."""


def advise(
    view: View,
    effort: Effort = EFFORT,
    scores: Sequence[float] = (0.0,) * SEATS,
    *,
    seed: object = 0,
    names: Sequence[str] = PLAYERS,
    upcard: Card | None = None,
) -> Advice:
    """Return the expert's advice for the position.

    `scores` are the points of all players and `upcard` is the first card turned up in the hand, if known.
    """
    if view.stage is OVER:
        raise NoAdvice("there is nothing to play in this position: the turn is over")
    try:
        knowledge = read(view, upcard)
    except Contradiction as error:
        raise NoAdvice(f"this position cannot be in a game: {error}") from None
    adviser = _Adviser(view.rules, effort._replace(worlds=max(effort.worlds, 1)), seed, exact=any(scores))
    options = [option for option in adviser.advise(view, knowledge, scores) if refuse(view, option.play) is None]
    if not options:  # rule 4.6
        raise NoAdvice("no play brings this turn to its end, because an accumulation cannot be completed")
    reasons = Reasons(view, knowledge, names)
    advised = [
        AdvisedPlay(
            option.play,
            format_play(option.play),
            Chance(option.win, max(option.win - Z_95 * option.error, 0.0), min(option.win + Z_95 * option.error, 1.0)),
            _share(option.phase, option.worlds),
            _share(option.out, option.worlds),
            3 * option.place,
            option.worlds,
            said,
            reasons.cards(option.play),
        )
        for option, said in zip(options, adviser.reasons(reasons, view, knowledge, scores, options))
    ]
    due = () if view.table[view.seat][0] is not None else view.rules.due(view.status[view.seat])
    best, *rest = advised
    equal = [option.words for option in rest if _value(best) - _value(option) < CLOSE]
    play = f"lay {best.words}" if best.play[0] == LAY_PHASE else best.words
    hints = reasons.look(options[0].play), f"{play[0].upper()}{play[1:]}.{_equally_good(equal)}", " ".join(best.reasons)
    return Advice(tuple(advised), due, len(equal), hints)


def _value(option: AdvisedPlay) -> float:
    return option.win.chance + PLACE_WEIGHT * option.points / 3


def _equally_good(names: list[str]) -> str:
    if len(names) > MAX_EQUAL:
        return f" About equally good: {joined([*names[: MAX_EQUAL - 1], f'{len(names) - MAX_EQUAL + 1} others'])}."
    return f" About equally good: {joined(names, 'or')}." if names else ""


def _share(share: float, count: int) -> Chance:
    """Return an observed share with its Wilson score interval."""
    low, high = wilson(share * count, count)
    return Chance(share, min(low, share), max(high, share))  # at 0 and 1 the bounds have a rounding error


class _Adviser:
    """A search that tries every option in the same number of worlds, including clearly worse and single options."""

    def __init__(self, rules: Ruleset, effort: Effort, seed: object, *, exact: bool) -> None:
        self.thinker = Thinker(rules, effort, seed, keeps_all=True)
        value_places(self.thinker.futures, exact=exact)

    def advise(self, view: View, knowledge: Knowledge, scores: Sequence[float]) -> list[Option]:
        """Return the options with their chances, the best first."""
        watch = Stopwatch()
        options = self.thinker.options(view, knowledge, scores, watch)
        if len(options) == 1:
            return [self._alone(view, knowledge, options[0], scores, watch)]
        favourite = max(options, key=lambda option: (option.prior, -abs(option.value)))
        value = favourite.win + PLACE_WEIGHT * favourite.place
        wins = [value + option.value - PLACE_WEIGHT * option.place for option in options]
        return [option._replace(win=min(max(win, 0.0), 1.0)) for option, win in zip(options, wins)]

    def reasons(
        self, reasons: Reasons, view: View, knowledge: Knowledge, scores: Sequence[float], options: Sequence[Option]
    ) -> Iterator[tuple[str, ...]]:
        """Yield the reasons for the best option, then those against each of the others."""
        best, *others = (option.play for option in options)
        if not others:
            yield reasons.of(best)
            return
        seed, effort = self.thinker.seed_of(view), self.thinker.effort
        opponents = self.thinker.opponents(view, knowledge, seed)
        found = [
            PlayDuel(self.thinker, view, knowledge, ((best,), (other,)), scores, seed, opponents).run(
                effort.worlds, effort.seconds / MAX_EXPLAINED
            )
            for other in others[: MAX_EXPLAINED - 1]
        ]
        yield reasons.of(best, found[0])
        for other, contrast in zip_longest(others, found):
            yield () if contrast is None else reasons.of(other, contrast.reverse, better=False)

    def _alone(
        self, view: View, knowledge: Knowledge, option: Option, scores: Sequence[float], watch: Stopwatch
    ) -> Option:
        kind, content = option.play
        if kind == LAY_OFF:
            knowledge, (kind, content) = self._after_lay_offs(view, knowledge)
        effort = self.thinker.effort
        search = self.thinker.new_search(view, knowledge)
        search.consider([(kind, self._what(view, kind, content))], list(scores))
        for steps in watch.slices(WARM_UP, effort.seconds):
            search.warm_up(steps)
        for more in watch.slices(effort.worlds, effort.seconds):
            search.round(more)
        return self.thinker.tried(option, search.results()[0])

    def _what(self, view: View, kind: int, content: Any) -> int:
        """Return the argument that represents a play's content in the search."""
        if kind == LAY_PHASE:
            phase, _ = view.rules.declared(content, view.status[view.seat])
            return kinds_of(view.rules)[phase - 1]
        if kind == DISCARD:
            return CODES[content]
        return int(content) if kind == SKIP else -1

    def _after_lay_offs(self, view: View, knowledge: Knowledge) -> tuple[Knowledge, Play]:
        """Return the position after all lay-offs, and the play that ends the turn.

        If all cards can be laid off, the last one is discarded instead, which also ends the hand.
        """
        hand = knowledge.hand.duplicate()
        for step in self.thinker.policy.plan(hand)[: len(view.hand) - 1]:
            hand.perform(LAY_OFF, step, [])
        knowledge = knowledge._replace(hand=hand)
        best = max(self.thinker.last_plays(view, knowledge), key=lambda candidate: candidate[0].prior)
        return knowledge, best[0].play
