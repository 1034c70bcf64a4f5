"""The review of a bot: a list of leaks whose costs add up to the losses of the bot's decisions.

The cost of a leak is the loss per game from the decisions that belong to it, as a share of games won. This mean over
games includes every loss, clear or not, so it is unbiased. The games are independent, so their spread gives the
standard error.
"""

from __future__ import annotations

from statistics import NormalDist, fmean, stdev
from typing import TYPE_CHECKING

from phazed.answers.bot_review import BotError, BotReview, Example, Leak, Mean, Share
from phazed.coach.bot_games import best_examples, findings, seating
from phazed.coach.leaks import BY_NAME, OTHER

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phazed.coach.bot_games import GameFindings, PlayGame
    from phazed.rules.rulesets import Ruleset

CLEAR = 2.0
"""Number of standard errors that a leak's cost must exceed for the leak to be listed separately."""
MAX_ERRORS = 3
"""Number of games with an error by the bot after which the review stops."""


def play_games(
    rules: Ruleset,
    play: PlayGame,
    *,
    games: int,
    effort: float,
    seed: object = 0,
    known: dict[int, GameFindings] | None = None,
    on_game: Callable[[int], object] = lambda done: None,
) -> list[GameFindings]:
    """Let the bot play at least two games, and return the findings from them.

    `known` contains the findings from earlier games; new ones are added to it.
    """
    found = {} if known is None else known
    judged: list[GameFindings] = []
    for number in range(games):
        if number not in found:
            found[number] = findings(seating(rules, number, seed), play, effort, seed)
            on_game(number + 1)
        judged.append(found[number])
        if sum(bool(each.error) for each in judged) >= MAX_ERRORS:
            break
    return judged


def review_bot(bot: str, rules: Ruleset, games: Sequence[GameFindings], opponents: Sequence[str] = ()) -> BotReview:
    """Return the review of a bot, given the findings from at least two games."""
    names = [name for name in BY_NAME if any(name in game.times for game in games)]
    leaks = sorted((_leak(name, games) for name in names), key=lambda leak: leak.cost.error - leak.cost.value)
    with_expert = [(game.expert, game.share) for game in games if game.expert is not None]
    return BotReview(
        bot=bot,
        game=rules.name,
        games=len(games),
        opponents=tuple(opponents),
        decisions=sum(game.decisions for game in games),
        leaks=tuple(leak for leak in leaks if leak.leak != OTHER.name),
        unclear=_share([leak.leak for leak in leaks if not leak.clear and leak.leak != OTHER.name], games),
        other=_share([OTHER.name], games),
        total=_share(names, games),
        won=share([game.share for game in games]),
        expert_won=share([expert for expert, _ in with_expert]) if with_expert else None,
        behind=share([expert - own for expert, own in with_expert], -1.0) if with_expert else None,
        errors=tuple(game.error for game in games if game.error),
    )


def _leak(name: str, games: Sequence[GameFindings]) -> Leak:
    found = [each for game in games for each in game.examples if each.leak == name]
    examples = [each.example for each in best_examples(found)]
    cost = mean([game.losses.get(name, 0.0) for game in games])
    return Leak(
        leak=name,
        title=BY_NAME[name].title,
        advice=BY_NAME[name].advice,
        times=sum(game.times.get(name, 0) for game in games),
        cost=cost,
        sure=NormalDist().cdf(cost.value / max(cost.error, 1e-9)),
        clear=cost.value > CLEAR * cost.error,
        examples=tuple(each for each in examples if isinstance(each, Example)),
        errors=tuple(each for each in examples if isinstance(each, BotError)),
    )


def _share(names: Sequence[str], games: Sequence[GameFindings]) -> Share:
    times = sum(game.times.get(name, 0) for game in games for name in names)
    return Share(len(names), times, mean([sum(game.losses.get(name, 0.0) for name in names) for game in games]))


def mean(values: Sequence[float]) -> Mean:
    """Return the mean of at least two independent values.

    >>> mean([1.0, 3.0])
    Mean(value=2.0, error=1.0)
    """
    return Mean(fmean(values), stdev(values) / len(values) ** 0.5)


def share(values: Sequence[float], least: float = 0.0) -> Mean:
    """Return the mean of results from `least` to 1.

    The error is computed with one additional result at each extreme, so it is not 0 even if all results are equal.

    >>> share([0.0, 0.0])
    Mean(value=0.0, error=0.353...)
    """
    return Mean(fmean(values), stdev([*values, least, 1.0]) / len(values) ** 0.5)
