"""The review of a bot: why it loses, as a list of leaks with their costs, which add up to what its decisions lose.

The cost of a leak is what its decisions lose per game, as a share of games won. It is a mean over games, in which each
loss is counted whether it is clear or not, so that it has no bias; the games are independent, so their spread gives the
standard error.
"""

from __future__ import annotations

from statistics import NormalDist, fmean, stdev

from phazed.coach.bot_games import OPPONENTS, best_examples, findings, seating
from phazed.coach.leaks import BY_NAME, OTHER
from phazed.text import WIDTH, block, counted, joined, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, NamedTuple

    from phazed.coach.bot_games import Example, GameFindings, PlayGame
    from phazed.coach.leaks import Leak
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

CLEAR = 2.0
"""Standard errors that a leak's cost must exceed to be listed by itself."""
MAX_ERRORS = 3
"""Errors of the bot after which no more games are begun."""


class Mean(NamedTuple):
    """A mean over games, with its standard error."""

    value: float
    error: float

    def __str__(self) -> str:
        return f"{100 * self.value:.1f} ± {100 * self.error:.1f}"


def mean(values: Sequence[float]) -> Mean:
    """The mean of two independent values or more.

    >>> mean([1.0, 3.0])
    Mean(value=2.0, error=1.0)
    """
    return Mean(fmean(values), stdev(values) / len(values) ** 0.5)


def share(values: Sequence[float], least: float = 0.0) -> Mean:
    """The mean of results from `least` to 1. Its error counts one more of each extreme, so that it is not 0 if all are
    equal.

    >>> share([0.0, 0.0])
    Mean(value=0.0, error=0.353...)
    """
    return Mean(fmean(values), stdev([*values, least, 1.0]) / len(values) ** 0.5)


class Cost(NamedTuple):
    """What a leak costs per game, as a share of games won."""

    leak: Leak
    times: int
    cost: Mean
    examples: tuple[Example, ...]

    @property
    def is_clear(self) -> bool:
        """Whether it certainly costs something."""
        return self.cost.value > CLEAR * self.cost.error

    @property
    def sure(self) -> float:
        """How sure it is that the leak costs anything: a one-sided confidence level."""
        return NormalDist().cdf(self.cost.value / max(self.cost.error, 1e-9))

    def as_data(self) -> dict[str, Any]:
        """The cost for JSON."""
        return {
            "leak": self.leak.name,
            "title": self.leak.title,
            "advice": self.leak.advice,
            "times": self.times,
            "cost": self.cost.value,
            "error": self.cost.error,
            "sure": self.sure,
            "examples": [each._asdict() for each in self.examples],
        }


class BotReview(NamedTuple):
    """Why a bot loses."""

    bot: str
    rules: Ruleset
    games: tuple[GameFindings, ...]

    @property
    def costs(self) -> list[Cost]:
        """The leaks that showed, the most costly first, by what each costs at least: less its standard error."""
        found = [self._cost(name) for name in BY_NAME if any(name in game.times for game in self.games)]
        return sorted(found, key=lambda cost: cost.cost.error - cost.cost.value)

    def _cost(self, name: str) -> Cost:
        examples = [example for game in self.games for example in game.examples if example.leak == name]
        return Cost(
            BY_NAME[name],
            sum(game.times.get(name, 0) for game in self.games),
            mean([game.losses.get(name, 0.0) for game in self.games]),
            tuple(best_examples(examples)),
        )

    @property
    def total(self) -> Mean:
        """What all decisions lose per game: the sum of all leaks' costs."""
        return self._loss([*BY_NAME])

    def _loss(self, names: Sequence[str]) -> Mean:
        return mean([sum(game.losses.get(name, 0.0) for name in names) for game in self.games])

    @property
    def won(self) -> Mean:
        """The bot's share of games won."""
        return share([game.share for game in self.games])

    @property
    def expert_won(self) -> Mean | None:
        """The expert's share in the same seats and deals, if it played them."""
        played = self._with_expert
        return share([expert for expert, _ in played]) if played else None

    @property
    def behind(self) -> Mean | None:
        """How many games more the expert wins, as a share; the games are paired."""
        played = self._with_expert
        return share([expert - own for expert, own in played], -1.0) if played else None

    @property
    def _with_expert(self) -> list[tuple[float, float]]:
        """The shares of the expert and of the bot in the games that both played."""
        return [(game.expert, game.share) for game in self.games if game.expert is not None]

    @property
    def errors(self) -> list[str]:
        """The errors by which the bot ended games."""
        return [game.error for game in self.games if game.error]

    def as_data(self) -> dict[str, Any]:
        """The review for JSON."""
        return {
            "bot": self.bot,
            "game": self.rules.name,
            "games": len(self.games),
            "opponents": list(OPPONENTS),
            "decisions": sum(game.decisions for game in self.games),
            "leaks": [cost.as_data() for cost in self.costs],
            "total": self.total._asdict(),
            "won": self.won._asdict(),
            "expert_won": self.expert_won and self.expert_won._asdict(),
            "behind": self.behind and self.behind._asdict(),
            "errors": self.errors,
        }

    def as_text(self, width: int = WIDTH) -> str:
        """The review for a terminal. Calls are not broken, so that they can be pasted; the list of leaks is last."""
        name = printable(self.bot)
        if len(self.errors) == len(self.games):
            reason = f"{name} cannot be reviewed, because all its games ended with its error: {self.errors[0]}"
            return block([printable(reason), "phazed check explains the error, with the call that shows it."], width)
        clear = [cost for cost in self.costs if cost.is_clear and cost.leak is not OTHER]
        calls: list[str] = []
        opponents = joined(OPPONENTS)
        lines = [f"{name}: {counted(len(self.games), 'game')} of {self.rules.name}, each against {opponents}"]
        for number, cost in enumerate(clear, 1):
            lines += ["", *_described(number, cost, calls)]
        numbered = (f"\n[{number}]\n{call}" for number, call in enumerate(calls, 1))
        return "\n".join([block(lines, width), *numbered, block(self._summary(clear), width)])

    def _summary(self, clear: Sequence[Cost]) -> Iterator[str]:
        yield ""
        yield from self._table(clear)
        yield ""
        expert = f"; in the same seats and deals the expert wins {self.expert_won} %, which is {self.behind} more"
        yield (
            f"Costs are in percent of games won, ± one standard error. It won {self.won} % of the games"
            f"{expert if self.expert_won else ''}."
        )
        if self.errors:
            yield f"{counted(len(self.errors), 'game')} ended with its error: {printable(self.errors[0])}"
        if not clear:
            yield "No leak is clear. More games (--games) show smaller ones."
        elif self.errors:
            yield "Next: correct the error; phazed check explains it."
        else:
            yield "Next: correct the first leak, and measure the change with phazed compare OLD NEW."

    def _table(self, clear: Sequence[Cost]) -> Iterator[str]:
        yield " cost     ±     sure  times  leak"
        for cost in clear:
            yield _row(cost.cost, cost.sure, cost.times, cost.leak.title)
        rest = [cost for cost in self.costs if cost not in clear and cost.leak is not OTHER]
        if rest:
            what = counted(len(rest), "leak that is not clear", "leaks that are not clear")
            yield _row(self._loss([cost.leak.name for cost in rest]), None, sum(cost.times for cost in rest), what)
        other = self._cost(OTHER.name)
        if other.times:
            yield _row(other.cost, None, other.times, OTHER.title)
        yield _row(self.total, None, sum(cost.times for cost in self.costs), "together")


def _row(cost: Mean, sure: float | None, times: int, what: str) -> str:
    level = "" if sure is None else "> 99 %" if sure > 0.99 else f"{100 * sure:.0f} %"
    return f"{100 * cost.value:5.1f} {100 * cost.error:5.1f}  {level:>7}  {times:5}  {what}"


def _described(number: int, cost: Cost, calls: list[str]) -> Iterator[str]:
    """A leak with its examples; their calls are added to `calls`."""
    yield f"{number}. It {cost.leak.title}: {cost.cost} % of games won. {cost.leak.advice}"
    for example in cost.examples:
        calls.append(example.call)
        reasons = printable(" ".join(example.reasons))
        if example.best:
            top = f", top discard {example.discard}" if example.discard else ""
            yield f"   [{len(calls)}] {example.cards}{top}"
            gain = f"{100 * example.loss:.1f} ± {100 * example.error:.1f} %"
            yield f"       it plays {example.play}; {example.best} is better by {gain}: {reasons}"
        else:
            yield f"   [{len(calls)}] {reasons}"


def review_bot(
    rules: Ruleset,
    bot: str,
    play: PlayGame,
    *,
    games: int,
    effort: float,
    seed: object = 0,
    known: dict[int, GameFindings] | None = None,
    on_game: Callable[[int], object] = lambda done: None,
) -> BotReview:
    """Review a bot, which `play` lets play at least two games.

    `known` is what has been found in games already; it is added to. After `MAX_ERRORS` games with an error of the bot
    no more are begun.
    """
    found = {} if known is None else known
    kept: list[GameFindings] = []
    for number in range(games):
        if number not in found:
            found[number] = findings(seating(rules, number, seed), play, effort, seed)
            on_game(number + 1)
        kept.append(found[number])
        if sum(bool(each.error) for each in kept) >= MAX_ERRORS:
            break
    return BotReview(bot, rules, tuple(kept))
