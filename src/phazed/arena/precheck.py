"""The pre-check: before its first match, every bot is imported in its sandbox and asked for one play.

A bot that fails would end each of its matches with an error, so it is set aside with the reason and plays no match. The
position is the same for all bots and tournaments, so it reveals nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from phazed.arena.check.explanations import Context, explanation
from phazed.arena.executors.pool import play_all
from phazed.arena.jobs import MatchJob
from phazed.arena.match import SandboxedPlayer
from phazed.game.games import GameEnded, Played, shuffles
from phazed.game.referee import referee
from phazed.rules.rulesets import SEATS, ruleset
from phazed.sandbox.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

    from phazed.arena.tournament import Settings
    from phazed.storage.entrant import Entrant

SEED = "pre-check"
"""Seed of the deal and of the bot's random numbers, which is not used in any match."""

_FRAME = re.compile(r'^  File "([^"\n]{1,200})", line (\d{1,9})', re.MULTILINE)


class Verdict(NamedTuple):
    """The result of a bot's pre-check."""

    name: str
    problem: str
    """Reason why the bot cannot take part; empty if it can."""


def ask(job: MatchJob) -> Verdict:
    """Ask the job's bot for its first play; the same bot sits in all seats."""
    rules, bot = ruleset(job.game), job.entrants[0]
    player = SandboxedPlayer(bot, job, 0, Wire())
    try:
        events = referee(rules, [player] * SEATS, shuffles(rules, job.seed))
        event = next(each for each in events if isinstance(each, Played | GameEnded))
    finally:
        player.close()
    if isinstance(event, Played) or event.error is None:
        return Verdict(bot.name, "")
    imported = player.process is not None and player.process.functions
    problem = f"{'asked for its first play: ' if imported else ''}{event.error.reason}"
    for file, line in _FRAME.findall(event.error.traceback)[-1:]:
        where = f"({file}, line {line})"
        problem += "" if problem.endswith(where) else f" {where}"  # the text of a SyntaxError already ends with it
    meaning = explanation(event.error, ruleset(job.game).play_function, Context(bot, job.packages, job.limits))
    return Verdict(bot.name, f"{problem}: {meaning}" if meaning else problem)


def ask_all(
    executor: Executor,
    bots: Sequence[Entrant],
    settings: Settings,
    *,
    max_pending: int | Callable[[], int],
    trusted: bool = False,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> dict[str, str]:
    """Ask each bot except built-in players for a play; return the reasons why some cannot take part, by name."""
    asked = [bot for bot in bots if not bot.built_in]
    jobs = (
        MatchJob(0, settings.game, SEED, (bot,) * SEATS, settings.limits, settings.packages, trusted, SEED)
        for bot in asked
    )
    verdicts = play_all(
        executor,
        ask,
        jobs,
        max_pending=max_pending,
        on_worker_died=lambda job, error: Verdict(job.entrants[0].name, "every process that asked it for a play died"),
    )
    problems: dict[str, str] = {}
    for done, verdict in enumerate(verdicts, 1):
        if verdict.problem:
            problems[verdict.name] = verdict.problem
        on_progress(done, len(asked))
    return {bot.name: problems[bot.name] for bot in asked if bot.name in problems}
