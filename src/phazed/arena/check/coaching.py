"""The verdict on a bot and its author's next step, from the results of its check."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from phazed.answers.check import TIMEOUT
from phazed.rules.plays import DRAW, LAY_OFF, TAKE
from phazed.rules.rulesets import PLAY_FUNCTIONS, SEATS
from phazed.text import counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.check import Check, Matchup, Plays, Problem, Side

EQUAL = 1 / SEATS
"""Share of games won by each of four equally strong players."""
MIN_HELD = 5
"""Minimum number of turns ended with an unlaid phase before a hint mentions them."""
MIN_HANDS = 8
"""Minimum number of hands from which a conclusion is drawn."""
RARELY = 0.25
"""An action is rare if the bot takes it less than this fraction as often as the built-in player."""
HALF = 0.5


def verdict(result: Check) -> str:
    """Return one or two sentences about the bot."""
    if result.failure:
        return "It cannot be imported, so nothing else could be checked."
    if not result.functions:
        return "It defines none of the course's functions, so there was nothing to check."
    failed = [plays.function for plays in result.plays if plays.errors]
    wrong = [each.function for each in result.answers if not each.right and each.function not in failed]
    parts = [f"{joined(wrong)} {'gives' if len(wrong) == 1 else 'give'} wrong answers." if wrong else ""]
    parts += [_games_verdict(each) for each in result.plays]
    if result.functions_only:
        parts.append("" if wrong else "All its answers are correct. No games were played.")
    elif not result.plays:
        rest = "All its answers are correct" if not wrong else ""
        parts.append(f"{rest}{', but it' if rest else 'It'} defines no function that plays.")
    return " ".join(filter(None, parts))


def _games_verdict(plays: Plays) -> str:
    if plays.errors:
        ended = f"{plays.errors} of its {counted(plays.games, 'game')} of {plays.game} ended with an error"
        return f"It is not ready for a tournament: {ended}."
    if not plays.games:
        return f"No game of {plays.game} was completed in time, so its strength is unknown."
    by_strength: dict[str, list[str]] = {}
    for matchup in plays.matchups:
        if matchup.games:
            by_strength.setdefault(_relative_strength(matchup), []).append(matchup.opponent)
    found = "; ".join(f"{strength} than {joined(names, 'and')}" for strength, names in by_strength.items())
    return f"It played {counted(plays.games, 'game')} of {plays.game} without an error: {found}."


def _relative_strength(matchup: Matchup) -> str:
    """Return a comparison with the opponent, based on the confidence interval of the share of games won."""
    if matchup.low > EQUAL:
        return "stronger"
    return "weaker" if matchup.high < EQUAL else "not clearly stronger or weaker"


def next_step(result: Check, *, on_page: bool = False) -> str:
    """Return the most useful next step: with commands for a terminal or, for a page of a class, without."""
    return next(_steps(result, LINKS if on_page else COMMANDS))


class Tools(NamedTuple):
    """Names of the tools that a next step recommends."""

    costs: str
    """Sentence about the costs of a bot's habits."""
    reasons: str
    """Sentence about the reasons why a bot loses."""
    explain: str
    begin: str
    define: str
    """Parts of sentences about a wrong answer, a first bot, and a missing function."""


COMMANDS = Tools(
    "phazed review BOT shows how much this costs.",
    "Find out why it loses games: phazed review BOT lists its weaknesses, what each costs, and better plays. "
    "phazed compare OLD NEW shows whether a change made it stronger.",
    " above; phazed explain CALL gives the reason",
    ": phazed new my_bot creates a simple one to start from",
    ": phazed new my_bot creates a file with one",
)
LINKS = Tools(
    "“Why does it lose?” on its page shows how much this costs.",
    "Find out why it loses games: “Why does it lose?” on its page lists its weaknesses, what each costs, and better "
    "plays.",
    "",
    "",
    "",
)


def _steps(result: Check, tools: Tools) -> Iterator[str]:
    """Yield steps, the most useful first; there is always at least one."""
    yield from _corrections(result, tools)
    for plays in result.plays:
        if not plays.games:
            yield f"Make {plays.function} faster: no game was completed. If it sleeps or waits, remove that."
        yield from (f"{hint} {tools.costs}" for hint in _hints(plays))
    if result.functions_only and not PLAY_FUNCTIONS.keys().isdisjoint(result.functions):
        yield "Check how it plays: run the same check without --functions."
    if not result.plays:
        yield f"Write phazed_play next{tools.begin}."
    yield tools.reasons


def _corrections(result: Check, tools: Tools) -> Iterator[str]:
    """Yield the corrections that are needed, the most severe first."""
    if result.failure:
        what = (
            "Make its import faster, which ran out of time"
            if result.failure.kind == TIMEOUT
            else "First fix the import"
        )
        yield f"{what}{_what_to_fix(result.failure)}."
    if not result.functions or result.missing:
        yield _definition_step(result, tools)
    for sentence in result.misordered:
        yield f"Put the parameters in the right order. {sentence}"
    for plays in result.plays:
        for problem in plays.problems[:1]:
            yield f"First fix the {problem.name} in {plays.function}{_what_to_fix(problem)}."
    for answers in result.answers:
        if not answers.right:
            yield f"Correct {answers.function}: see its first wrong answer{tools.explain}."


def _what_to_fix(problem: Problem) -> str:
    """Return the location of the error and its explanation or, if it has none, its message."""
    known = problem.kind == TIMEOUT or "line " in problem.reason
    place = "" if known or not problem.where else f" ({problem.where.partition(',')[0]})"
    said = printable(problem.explanation or problem.reason)
    return f"{place}: {said}"


def _definition_step(result: Check, tools: Tools) -> str:
    for name, meant in result.near_misses:
        if not result.missing or meant == result.missing:
            return f"Rename {name} to {meant}."
    name = result.missing or "phazed_play"
    return f"Define {name}, which is called when it is the bot's turn{tools.define}."


def _hints(plays: Plays) -> Iterator[str]:
    """Yield likely weaknesses of the bot, mostly from a comparison with @greedy in the same games."""
    if _often_holds_phases(plays):
        yield f"Have it lay its phase when it can: it ended {plays.held.times} turns without doing so."
    matchup = next(matchup for matchup in plays.matchups if matchup.opponent == "@greedy")
    own, theirs = matchup.own, matchup.theirs
    for phase, (due, completed) in enumerate(own.phases, 1):
        if due >= MIN_HANDS and not completed and theirs.completes(phase) > RARELY:
            they = f"@greedy lays it in {100 * theirs.completes(phase):.0f} %"
            yield f"It never laid phase {phase}, which was due in {due} hands; {they} of its hands. Start there."
    takes_rarely = own.hands >= MIN_HANDS and _discards_taken(own) < RARELY * _discards_taken(theirs)
    for phase, (due, _) in enumerate(own.phases, 1):
        if due >= MIN_HANDS and own.completes(phase) < HALF * theirs.completes(phase):
            rates = f"{100 * own.completes(phase):.0f} % of the hands, @greedy in {100 * theirs.completes(phase):.0f} %"
            take = ", and take the top discard when it is one of them" if takes_rarely else ""
            yield f"Have it keep the cards that its phase needs{take}: it completes phase {phase} in {rates}."
    if (
        own.hands >= MIN_HANDS
        and own.plays[LAY_OFF - 1] / own.hands < RARELY * theirs.plays[LAY_OFF - 1] / theirs.hands
    ):
        yield "Have it lay off cards once its phase is laid: it hardly ever does."
    if takes_rarely:
        yield "Have it take the top discard when that helps its phase: it hardly ever does."


def _often_holds_phases(plays: Plays) -> bool:
    """Return whether it often ends a turn without laying the phase it holds, compared with how often it lays one."""
    laid = sum(completed for matchup in plays.matchups for _, completed in matchup.own.phases)
    return plays.held.times >= max(MIN_HELD, RARELY * laid)


def _discards_taken(side: Side) -> float:
    """Return the share of pick-ups that came from the discard pile."""
    return side.plays[TAKE - 1] / max(side.plays[TAKE - 1] + side.plays[DRAW - 1], 1)
