"""Advice: the plays worth considering in a position, their chances, and reasons.

The expert's search compares the plays in many imagined deals of the hidden cards; `reasons` describes the effects of
each play. Everything comes from the view, so advice reveals no card that the player cannot know.

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
7C completes phase 1. After the phase and all lay-offs 5 cards are left.
"""

from __future__ import annotations

from phazed.bots.reasons import PLAYERS, Reasons
from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import WARM_UP, Effort, Thinker
from phazed.core.encoding import CODES, kinds_of
from phazed.core.knowledge import Contradiction, HistoryReader, read
from phazed.game.notation import format_play
from phazed.intervals import Z_95, wilson
from phazed.rules.errors import PhazedError
from phazed.rules.legality import OVER, refuse
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS
from phazed.text import WIDTH, block, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, NamedTuple

    from phazed.bots.thinking import Option
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

EFFORT = Effort(worlds=1200, seconds=2.0)
"""Effort for advice and for a hint at the table. It takes about 0.2 s; the time limit is for slow machines."""
CLOSE = 0.005
"""Maximum difference between the chances to win of two plays that are called about equally good."""
MAX_SHOWN, MAX_EXPLAINED, MAX_EQUAL = 6, 3, 4
"""Maximum numbers of plays: with chances, with reasons, and named as about equally good."""


class NoAdvice(PhazedError):
    """A position that does not belong to a game, or without a legal play."""


class Chance(NamedTuple):
    """An estimated chance and its 95 % interval."""

    chance: float
    low: float
    high: float


class Advised(NamedTuple):
    """A play with its chances and reasons."""

    play: Play
    win: Chance
    """The chance to win the game."""
    phase: Chance
    """The chance to have completed a phase at the end of this hand."""
    out: Chance
    """The chance to go out in this hand."""
    worlds: int
    """Number of imagined deals behind the chances."""
    reasons: tuple[str, ...]
    cards: Cards
    """The cards of the player's hand that the play concerns."""
    look: str
    """A question that leads a player to the play."""

    @property
    def words(self) -> str:
        """The play as text."""
        return format_play(self.play)


class Advice(NamedTuple):
    """The plays worth considering, best first."""

    options: tuple[Advised, ...]
    due: tuple[int, ...]
    """The phases that the player could lay in this hand; none if one is laid."""

    @property
    def best(self) -> Advised:
        return self.options[0]

    @property
    def equal(self) -> tuple[Advised, ...]:
        """The other plays that are about as good as the best one."""
        win = self.best.win.chance
        return tuple(option for option in self.options[1:] if win - option.win.chance < CLOSE)

    @property
    def hints(self) -> tuple[str, str, str]:
        """A hint in three steps: a question, the play and the reasons."""
        best = self.best
        play = f"lay {best.words}" if best.play[0] == LAY_PHASE else best.words
        return best.look, f"{play[0].upper()}{play[1:]}.{self._equal_words()}", " ".join(best.reasons)

    def _equal_words(self) -> str:
        names = [option.words for option in self.equal]
        if len(names) > MAX_EQUAL:
            names[MAX_EQUAL - 1 :] = [f"{len(names) - MAX_EQUAL + 1} others"]
            return f" About equally good: {joined(names)}."
        return f" About equally good: {joined(names, 'or')}." if names else ""

    def as_data(self) -> dict[str, Any]:
        """Return the advice for JSON."""
        options = [{**option._asdict(), "words": option.words} for option in self.options]
        for option in options:
            option |= {name: option[name]._asdict() for name in ("win", "phase", "out")}
        return {"options": options, "due": self.due, "hints": self.hints}

    def as_text(self, width: int = WIDTH) -> str:
        """Return the advice for a terminal: a table with the chances of the best plays, and the reasons for some."""
        shown = self.options[:MAX_SHOWN]
        lines = self._table(shown, width)
        if others := len(self.options) - len(shown):
            lines.append(f"and {others} worse")
        lines += ["", self.legend]
        for option in shown[:MAX_EXPLAINED]:
            lines += ["", f"{option.words}: {self._explained(option)}"]
        return block(lines, width)

    def _explained(self, option: Advised) -> str:
        """Return the reasons, for all plays but the best without those that the best play has, too."""
        same = set(self.best.reasons).intersection(option.reasons)
        if option is self.best or not same:
            return " ".join(option.reasons)
        own = [reason for reason in option.reasons if reason not in same]
        return " ".join([*own, f"{'Otherwise' if own else 'All'} as with {self.best.words}."])

    def _table(self, shown: Sequence[Advised], width: int) -> list[str]:
        """Return the plays beside their chances or, without enough room, above them."""
        columns = [
            ["win", *(f"{100 * option.win.chance:.1f} %" for option in shown)],
            ["95 % interval", *(f"{100 * option.win.low:.1f} to {100 * option.win.high:.1f} %" for option in shown)],
            ["phase", *(_percent(option.phase.chance) for option in shown)],
            ["out", *(_percent(option.out.chance) for option in shown)],
        ]
        if not self.due:
            del columns[2]
        widths = [max(map(len, column)) for column in columns]
        numbers = ["  ".join(text.rjust(wide) for text, wide in zip(row, widths)) for row in zip(*columns)]
        words = ["", *(option.words for option in shown)]
        widest = max(map(len, words))
        if widest + 2 + len(numbers[0]) <= width:
            return [f"{what:{widest}}  {chances}" for what, chances in zip(words, numbers)]
        parts = [f"    {numbers[0]}"]
        for what, chances in zip(words[1:], numbers[1:]):
            parts += [what, f"    {chances}"]
        return parts

    @property
    def legend(self) -> str:
        """An explanation of the chances."""
        what = f"phase {self.due[0]}" if len(self.due) == 1 else "a phase"
        due = f", to complete {what}" if self.due else ""
        where = f"from {self.best.worlds} imagined deals of the hidden cards"
        equal = len(self.equal) + 1
        close = f" The first {equal} are about equally good." if equal > 1 else ""
        return f"The chances to win the game{due} and to go out in this hand, {where}.{close}"


def advise(
    view: View,
    effort: Effort = EFFORT,
    scores: Sequence[float] = (0.0,) * SEATS,
    *,
    seed: object = 0,
    names: Sequence[str] = PLAYERS,
) -> Advice:
    """Return the expert's advice for the position; `scores` are the points of all players, if known."""
    if view.stage is OVER:
        raise NoAdvice("there is nothing to play in this position: the turn is over")
    try:
        knowledge = read(view)
    except Contradiction as error:
        raise NoAdvice(f"this position cannot be in a game: {error}") from None
    reasons = Reasons(view, knowledge, names)
    adviser = _Adviser(view.rules, effort._replace(worlds=max(effort.worlds, 1)), seed)
    options = [option for option in adviser.advise(view, knowledge, scores) if refuse(view, option.play) is None]
    if not options:  # rule 4.6
        raise NoAdvice("no play brings this turn to its end, because an accumulation cannot be completed")
    due = () if view.table[view.seat][0] is not None else view.rules.due(view.status[view.seat])
    second = options[1].play if len(options) > 1 else None
    if view.discard is not None and options[0].play[0] == TAKE:
        reasons.then = _following(adviser, view, view.discard, scores)
    advised = [_advised(option, reasons, None if place else second) for place, option in enumerate(options)]
    return Advice(tuple(advised), due)


def _following(adviser: _Adviser, view: View, taken: Card, scores: Sequence[float]) -> Play | None:
    """Return the best play after a pick-up from the pile, or `None` if its next card is unknown."""
    history = (*view.history, (view.seat, ((TAKE, taken),)))
    after = view._replace(history=history, hand=(*view.hand, taken), discard=None)
    below = HistoryReader(after).pile
    if below and below[-1] is None:
        return None
    after = after._replace(discard=below[-1] if below else None)
    return adviser.thinker.think(after, scores)[0].play


def _advised(option: Option, reasons: Reasons, over: Play | None) -> Advised:
    play, _, _, win, error, phase, out, worlds = option
    return Advised(
        play,
        Chance(win, max(win - Z_95 * error, 0.0), min(win + Z_95 * error, 1.0)),
        _share(phase, worlds),
        _share(out, worlds),
        worlds,
        reasons.of(play, over=over),
        reasons.cards(play),
        reasons.look(play),
    )


def _share(share: float, count: int) -> Chance:
    """Return an observed share with its Wilson interval."""
    low, high = wilson(share * count, count)
    return Chance(share, min(low, share), max(high, share))  # at 0 and 1 the ends have a rounding error


def _percent(chance: float) -> str:
    return f"{100 * chance:.0f} %"


class _Adviser:
    """A search that tries every option in the same number of worlds, even if it is clearly worse or the only one."""

    def __init__(self, rules: Ruleset, effort: Effort, seed: object) -> None:
        self.thinker = Thinker(rules, effort, seed, keeps_all=True)

    def advise(self, view: View, knowledge: Knowledge, scores: Sequence[float]) -> list[Option]:
        """Return the options, the best first, each with its chances."""
        watch = Stopwatch()
        options = self.thinker.options(view, knowledge, scores, watch)
        if len(options) == 1:
            return [self._alone(view, knowledge, options[0], scores, watch)]
        favourite = max(options, key=lambda option: (option.prior, -abs(option.value)))
        return [option._replace(win=min(max(favourite.win + option.value, 0.0), 1.0)) for option in options]

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
        ((win, error, share, out, worlds),) = search.results()
        return option._replace(win=win, error=error, phase=share, out=out, worlds=worlds)

    def _what(self, view: View, kind: int, content: Any) -> int:
        """Return the argument of a play for the search."""
        if kind == LAY_PHASE:
            phase, _ = view.rules.declared(content, view.status[view.seat])
            return kinds_of(view.rules)[phase - 1]
        if kind == DISCARD:
            return CODES[content]
        return int(content) if kind == SKIP else -1

    def _after_lay_offs(self, view: View, knowledge: Knowledge) -> tuple[Knowledge, Play]:
        """Return the position after all lay-offs, and the play that ends the turn.

        If all cards can be laid off, the last one is discarded instead, which ends the hand in the same way.
        """
        hand = knowledge.hand.duplicate()
        for step in self.thinker.policy.plan(hand)[: len(view.hand) - 1]:
            hand.perform(LAY_OFF, step, [])
        knowledge = knowledge._replace(hand=hand)
        best = max(self.thinker.last_plays(view, knowledge), key=lambda candidate: candidate[0].prior)
        return knowledge, best[0].play
