"""The check of a single bot: whether it works, whether its answers are correct, and why it loses.

The bot is imported in its sandbox, answers `questions` with the functions that it defines, and plays `games`.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from math import inf
from typing import TYPE_CHECKING, cast

from phazed.answers.check import Check, Output
from phazed.arena.check.bot_session import BotSession
from phazed.arena.check.coaching import next_step, verdict
from phazed.arena.check.examples import FUNCTIONS, functions_of
from phazed.arena.check.explanations import misordered
from phazed.arena.check.games import GameCheck
from phazed.arena.check.problems import problem
from phazed.arena.check.questions import ask
from phazed.arena.entrants import BadBot
from phazed.arena.seeds import match_seeds
from phazed.bots.thinking import Effort
from phazed.game.referee import Offence
from phazed.rules.rulesets import PLAY_FUNCTIONS, ruleset
from phazed.sandbox.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phazed.answers.ranking import Limits as LimitsUsed
    from phazed.storage.entrant import Entrant

LIMITS = Limits()
GAMES = 24
"""Default number of games against three greedy players, over all rulesets."""
SECONDS = 90.0
"""Time limit for all games in wall-clock seconds, unless a number of games is given."""
BRIEF = Effort(worlds=50, seconds=0.2)
"""Effort of the expert; with its default effort, a game with three experts takes half a minute."""
SIMILARITY = 0.75
"""Minimum similarity at which a name is taken for a misspelt course function."""


def check(
    bot: Entrant,
    game: str | None = None,
    *,
    games: int | None = None,
    functions_only: bool = False,
    seed: str = "0",
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
    on_progress: Callable[[str, int, int], None] = lambda what, done, total: None,
    effort: Effort = BRIEF,
    seconds: float | None = None,
    on_page: bool = False,
) -> Check:
    """Check the bot with the given ruleset or, by default, with each ruleset that it can play.

    `games` is the number of games of each kind against three greedy players; there are fewer against the others. The
    default is 24, divided among the kinds of games that the bot plays. Games stop after `seconds`; the default is 90,
    or no limit if `games` is given. With `functions_only`, no games are played. With `on_page`, the next step names no
    commands. `on_progress` gets the current activity, the completed part of it, and its size.
    """
    if bot.built_in:
        raise BadBot(f"{bot.name} is a built-in player: give a bot's file or folder")
    wanted = FUNCTIONS if game is None else functions_of(ruleset(game))
    session = BotSession(bot, wanted, limits, packages, match_seeds(seed, "check").bots, trusted=trusted)
    result = Check(
        bot.name, cast("LimitsUsed", limits._asdict()), None, 0.0, 0, None, None, (), wanted, "", (), (), (), ()
    )
    try:
        on_progress("importing", 0, 1)
        try:
            process = session.restart(seed)
        except Offence as offence:
            failure = problem(offence, "", session.context)
            session.stop()
            failed = result._replace(failure=failure, printed_at_import=_at_import(session.printed))
            return _advised(failed, on_page=on_page)
        on_progress("importing", 1, 1)
        functions = process.functions
        play = ruleset(game).play_function if game else ""
        result = result._replace(
            started=process.started,
            printed_at_import=_at_import(process.printed),
            functions=functions,
            missing=play if play not in functions else "",
            near_misses=tuple(near_misses(bot, functions, wanted)),
            misordered=tuple(misordered(bot, functions)),
            functions_only=functions_only,
        )
        answers = [ask(session, function, seed, on_progress) for function in functions]
        playing = [rules.name for name, rules in PLAY_FUNCTIONS.items() if name in functions and not functions_only]
        if seconds is None:
            seconds = SECONDS if games is None else inf
        of_each = GAMES // max(len(playing), 1) if games is None else games
        plays = [
            GameCheck(session, name, seed, effort, on_progress).play(of_each, seconds / len(playing))
            for name in playing
        ]
    finally:
        session.stop()
    return _advised(
        result._replace(
            memory=session.memory,
            printed=Output("While it was asked", session.lines, session.printed) if session.printed else None,
            answers=tuple(each for each in answers if each.examples or each.made),
            plays=tuple(plays),
        ),
        on_page=on_page,
    )


def _at_import(text: str) -> Output | None:
    return Output("When it was imported", len(text.splitlines()), text) if text else None


def _advised(result: Check, *, on_page: bool) -> Check:
    return result._replace(verdict=verdict(result), next=next_step(result, on_page=on_page))


def near_misses(bot: Entrant, functions: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the bot's functions with misspelt names, each with the name of the missing function it resembles."""
    source = dict(bot.files)[bot.main].decode("utf-8", "replace")
    for name in re.findall(r"^(?:async +)?def +(\w+)", source, re.MULTILINE):
        for meant in get_close_matches(name.lower(), wanted, n=1, cutoff=SIMILARITY):
            if name not in FUNCTIONS and meant not in functions:
                yield name, meant
