"""The games in a bot's review: their seatings, and the findings from each game.

A bot plays against three different built-in players, in each seat equally often. The expert then plays the same deals
in the same seat against the same players. The findings from a game are plain data, so they can be stored in a file.
"""

from __future__ import annotations

import hashlib
import json

from phazed import __version__
from phazed.answers.bot_review import BotError, Example
from phazed.bots import make
from phazed.bots.contrast import NO_LIMIT
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort
from phazed.coach import judgement
from phazed.coach.grades import CLEAR
from phazed.coach.judgement import Judge
from phazed.coach.leaks import BY_NAME, ERROR, leak_of
from phazed.coach.review import positions
from phazed.coach.situation import Situation
from phazed.game.notation import format_play
from phazed.game.referee import called, play_game
from phazed.game.view import in_course_form
from phazed.rules.rulesets import SEATS
from phazed.writing import write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import Any, NamedTuple

    from phazed.coach.judgement import Judgement
    from phazed.coach.leaks import Leak
    from phazed.coach.review import Position
    from phazed.game.games import Outcome
    from phazed.game.records import Record
    from phazed.rules.rulesets import Ruleset

    PlayGame = Callable[["Seating"], Record]
    """Function that plays a game with the bot in the seat given by the seating."""
else:
    from phazed.rules.namedtuples import NamedTuple

FORMAT, VERSION = "phazed-bot-review", 2
OPPONENTS = ("@strong", "@casual", "@greedy")
EXPERT_WORLDS = 100
"""Number of deals that the expert samples for each play; more would hardly make it stronger."""
EQUAL = 1 / SEATS
EXAMPLES = 3
"""Maximum number of examples of a leak, per game and in the review."""


class Seating(NamedTuple):
    """The players, seats and seed of a game."""

    rules: Ruleset
    number: int
    seat: int
    """Seat of the bot."""
    others: tuple[str, ...]
    """The other players, clockwise from the bot's left."""
    seed: str
    """Seed for the deals and, together with the seat, for each of the other players."""

    def by_seat(self, bot: str) -> tuple[str, ...]:
        """Return the names of all players by seat."""
        clockwise = (bot, *self.others)
        return tuple(clockwise[(seat - self.seat) % SEATS] for seat in range(SEATS))


def seating(rules: Ruleset, number: int, seed: object) -> Seating:
    """Return the seating for a game; the bot takes each seat, and precedes and follows each opponent, equally often.

    >>> from phazed.rules.rulesets import PHAZED
    >>> seating(PHAZED, 5, "0").by_seat("my_bot")
    ('@strong', 'my_bot', '@casual', '@greedy')
    """
    shift = number // SEATS % len(OPPONENTS)
    return Seating(rules, number, number % SEATS, OPPONENTS[shift:] + OPPONENTS[:shift], f"{seed}/{number}")


class Found(NamedTuple):
    """An example of a leak."""

    leak: str
    weight: float
    """Priority of the example: a lower bound on the loss of the play, divided by the length of the call."""
    example: Example | BotError


class GameFindings(NamedTuple):
    """The findings from one game."""

    number: int
    share: float
    """Share of first place: 1 for a win, a fraction for a tie."""
    expert: float | None
    """The expert's share in the same seat; `None` if the expert did not play."""
    decisions: int
    times: dict[str, int]
    """Number of decisions that belong to each leak."""
    losses: dict[str, float]
    """Total loss due to each leak, as a chance of winning."""
    examples: tuple[Found, ...]
    error: str
    """Reason why the bot's error ended the game; empty otherwise."""


def findings(place: Seating, play: PlayGame, effort: float, seed: object) -> GameFindings:
    """Play a game with the bot and with the expert, and judge the bot's decisions."""
    found = judged_game(place.number, play(place), place.seat, effort, seed)
    return found._replace(expert=_share(_play_expert(place).outcome, place.seat))


def judged_game(number: int, record: Record, bot: int, effort: float, seed: object) -> GameFindings:
    """Judge the decisions made by the bot's seat in a game."""
    judge = Judge(record.rules, effort, seed)
    decisions, left = 0, EQUAL
    times: dict[str, int] = {}
    losses: dict[str, float] = {}
    examples: list[Found] = []
    for position in positions(record):
        judged = None
        if position.view.seat == bot:
            judged = judge.judge(position.view, position.play, position.scores, position.upcard)
        if judged is None:
            continue
        decisions, left = decisions + 1, judged.win
        if judged.best != position.play:
            leak = leak_of(position.view, position.play, judged.best)
            times[leak.name] = times.get(leak.name, 0) + 1
            losses[leak.name] = losses.get(leak.name, 0.0) + judged.loss
            if judged.loss > CLEAR * judged.error:
                examples.append(_example(leak, number, position, judged))
    error = record.outcome.error
    if error is not None and error.seat == bot:
        times[ERROR.name], losses[ERROR.name] = 1, left
        examples.append(Found(ERROR.name, left, BotError(number, len(record.hands) - 1, error.call, error.reason)))
    return GameFindings(
        number=number,
        share=_share(record.outcome, bot),
        expert=None,
        decisions=decisions,
        times=times,
        losses=losses,
        examples=tuple(best_examples(examples)),
        error=error.reason if error is not None and error.seat == bot else "",
    )


def _share(outcome: Outcome, seat: int) -> float:
    """Return the seat's share of first place, which is 0 after an error."""
    return 0.0 if outcome.ranks is None or outcome.ranks[seat] > 1 else 1 / outcome.ranks.count(1)


def _play_expert(place: Seating) -> Record:
    rules, seed = place.rules, place.seed
    expert = ExpertBot(rules, seed, Effort(EXPERT_WORLDS, NO_LIMIT))
    names = place.by_seat("")
    return play_game(
        rules, [make(name, rules, f"{seed}/{seat}") if name else expert for seat, name in enumerate(names)], seed
    )


def _example(leak: Leak, game: int, position: Position, judged: Judgement) -> Found:
    seen = position.view
    why = leak.why(Situation(seen, position.play, judged.best))
    example = Example(
        game=game,
        hand=position.hand,
        turn=position.turn,
        cards=" ".join(seen.hand),
        discard=seen.discard or "",
        call=called(seen.rules.play_function, seen.to_course()),
        play=format_play(position.play),
        best=format_play(judged.best),
        answer=repr(in_course_form(judged.best)),
        loss=judged.loss,
        error=judged.error,
        reasons=(*([f"{why[0].upper()}{why[1:]}."] if why else ()), *judged.reasons),
    )
    return Found(leak.name, (judged.loss - CLEAR * judged.error) / (SEATS + len(seen.history)), example)


def best_examples(examples: list[Found]) -> Iterator[Found]:
    """Yield the best examples of each leak."""
    counts: dict[str, int] = {}
    for found in sorted(examples, key=lambda each: -each.weight):
        counts[found.leak] = counts.get(found.leak, 0) + 1
        if counts[found.leak] <= EXAMPLES:
            yield found


# On disk


def key(rules: Ruleset, bot: str, effort: float, seed: object, *settings: object) -> str:
    """Return the key for stored findings, which are only reused with the same key; `bot` is the bot's digest."""
    own = (__version__, VERSION, judgement.WORLDS, OPPONENTS, EXPERT_WORLDS)
    text = repr((own, [*BY_NAME], rules.name, bot, effort, str(seed), settings))
    return hashlib.sha256(text.encode()).hexdigest()


def dumps(digest: str, found: dict[int, GameFindings]) -> str:
    """Return the findings as JSON."""
    return json.dumps({"format": FORMAT, "version": VERSION, "key": digest, "games": list(found.values())})


def loads(text: str, digest: str) -> dict[int, GameFindings]:
    """Return the findings by game number; return none if the text is damaged or has another key."""
    try:
        content: Any = json.loads(text)
        if (content["format"], content["version"], content["key"]) != (FORMAT, VERSION, digest):
            return {}
        return {row[0]: _read(GameFindings(*row)) for row in content["games"]}
    except (ValueError, LookupError, TypeError):
        return {}


def _read(found: GameFindings) -> GameFindings:
    return found._replace(
        examples=tuple(Found(leak, weight, _shown(fields)) for leak, weight, fields in found.examples)
    )


def _shown(fields: Any) -> Example | BotError:
    if len(fields) == len(BotError._fields):
        return BotError(*fields)
    example = Example(*fields)
    return example._replace(reasons=tuple(example.reasons))


def load(path: Path, digest: str) -> dict[int, GameFindings]:
    """Return the findings in the file; return none if it cannot be read."""
    try:
        return loads(path.read_text(encoding="utf-8"), digest)
    except (OSError, UnicodeDecodeError):
        return {}


def save(path: Path, digest: str, found: dict[int, GameFindings]) -> None:
    """Write the findings to the file, atomically."""
    write(path, dumps(digest, found).encode())
