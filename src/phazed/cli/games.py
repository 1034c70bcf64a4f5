"""The commands `phazed match` and `phazed replay`."""

from __future__ import annotations

import argparse
import os
import sys

from phazed.bots import BOTS, NAMES, make
from phazed.cli.terminal import (
    NO,
    OK,
    UsageError,
    bot_options,
    check_new,
    game_option,
    json_option,
    print_json,
    read,
    seed_of,
    show_status,
    style_here,
    width,
    write,
)
from phazed.rules.rulesets import SEATS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phazed.game.games import Event, PlayerError
    from phazed.game.records import Record
    from phazed.rules.rulesets import Ruleset

PRINTED = 20
"""Maximum number of lines shown of a bot's output."""
PLAYERS = ", ".join(f"@{name}" for name in BOTS)
PACE = 0.25
"""Default number of seconds between turns in a terminal."""


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    match = commands.add_parser(
        "match",
        help="let four players play a game",
        description=_match.__doc__,
        epilog="exit code: 0 if the game was completed, 1 if a player's error ended it",
    )
    match.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help=f"a built-in player ({PLAYERS}), or a bot: a .py file that defines the course's function, or a folder "
        "with bot.py or program.py; give four players, or one for all seats (default: @greedy)",
    )
    bot_options(match)
    game_option(match, default="phazed")
    match.add_argument("--seed", help="seed of the deals and of built-in players' choices (default: a new one)")
    match.add_argument("--log", metavar="FILE", help="write a match log in the original tournament's format")
    match.add_argument("--record", metavar="FILE", help="write the record as JSON")
    match.add_argument("--force", action="store_true", help="overwrite files that exist")
    match.add_argument("--show", action="store_true", help="show the game turn by turn")
    match.add_argument(
        "--pace", type=seconds, help=f"with --show: seconds between turns (terminal: {PACE}, otherwise: 0)"
    )
    json_option(match, "print the result")
    match.set_defaults(run=_match)

    replay = commands.add_parser(
        "replay",
        help="check a recorded game and show it",
        description=_replay.__doc__,
        epilog="exit code: 0 if every play is correct, 1 if not",
    )
    replay.add_argument("file", metavar="FILE", help="a match log or a record; - for standard input")
    game_option(replay, default=None)
    replay.add_argument("--check", action="store_true", help="only check the game, without showing it")
    replay.add_argument("--step", action="store_true", help="wait for Enter after every turn")
    json_option(replay, "check the game and print the result")
    replay.set_defaults(run=_replay)


def seconds(text: str) -> float:
    """Convert a pace for argparse, which uses the name of this function in its error message."""
    pace = float(text)
    if not 0 <= pace <= 60:
        raise argparse.ArgumentTypeError("a pace must be from 0 to 60 seconds")
    return pace


def _match(chosen: argparse.Namespace) -> int:
    """Play a game between four players and show its result.

    The same seed always gives the same deals.
    """
    from phazed.game.matchlog import write_log
    from phazed.game.narration import narrate
    from phazed.game.records import dumps, record_of

    if chosen.json and chosen.show:
        raise UsageError("--json prints only the result: omit --show")
    rules, seed, players = ruleset(chosen.game), seed_of(chosen.seed), _four(chosen.players or ["@greedy"])
    for file in filter(None, (chosen.log, chosen.record)):
        check_new(file, force=chosen.force)
    if chosen.log and chosen.record and os.path.realpath(chosen.log) == os.path.realpath(chosen.record):
        raise UsageError(f"the log and the record need different files, not {chosen.log} for both")
    names = [f"{_short(player)} {seat}" for seat, player in enumerate(players)]
    seated = _seated(rules, players, seed, chosen)
    kept: list[tuple[float, Event]] = []
    game = narrate(style_here(), _with_status(_timed(rules, seated, seed, kept), chosen), names, width=width())
    if chosen.show:
        _show(game, PACE if chosen.pace is None and sys.stdout.isatty() else chosen.pace or 0)
    else:
        *_, ending = game
    record = record_of(rules, (event for _, event in kept), seed=seed, names=names)
    printed = [player.report().printed if hasattr(player, "report") else "" for player in seated]
    if chosen.json:
        print_json({**_result(record), "printed": printed})
    else:
        _print_result(record, "" if chosen.show else ending.strip(), printed)
        _print_explanation(record, seated, tuple(chosen.allow))
    if chosen.record:
        write(chosen.record, dumps(record))
    if chosen.log:
        times, events = zip(*kept)
        write(chosen.log, "\n".join(write_log(events, seed=seed, names=names, times=times)))
    return OK if record.outcome.error is None else NO


def _print_result(record: Record, ending: str, printed: list[str]) -> None:
    """Print the result of a game, the evidence for an error, and the bots' last output."""
    if ending:
        print(ending)
    if record.outcome.error is not None:
        print(_evidence(record.outcome.error))
    for name, text in zip(record.names, printed):
        _show_printed(name, text)
    print(f"seed {record.seed}")


def _print_explanation(record: Record, seated: list[Any], packages: tuple[str, ...]) -> None:
    """Explain a bot's error whose own message is misleading, such as that of a package that is not allowed."""
    error = record.outcome.error
    bot = getattr(seated[error.seat], "bot", None) if error else None
    if error is None or bot is None:
        return
    from phazed.arena.check.explanations import Context, explanation
    from phazed.sandbox.limits import Limits
    from phazed.text import block, printable

    words = explanation(error, record.rules.play_function, Context(bot, packages, Limits()))
    if words:
        print(block([f"explanation: {printable(words)}"], width()))


def _result(record: Record) -> dict[str, Any]:
    """Return a game's result as JSON data."""
    outcome = record.outcome
    error = outcome.error and outcome.error._asdict()
    return {
        "game": record.rules.name,
        "seed": record.seed,
        "players": record.names,
        **outcome._asdict(),
        "error": error,
    }


def _with_status(events: Iterable[Event], chosen: argparse.Namespace) -> Iterator[Event]:
    """Yield the events; unless the game is being shown, show the number of the current hand in a terminal."""
    from phazed.game.games import Dealt

    try:
        for event in events:
            if isinstance(event, Dealt) and not chosen.show:
                show_status(f"hand {event.standing.hands + 1}")
            yield event
    finally:
        if not chosen.show:
            show_status("")


def _show_printed(name: str, text: str) -> None:
    """Show the last lines of a bot's output."""
    from phazed.text import printable

    lines = text.splitlines()
    if lines:
        print(f"{printable(name)} printed{' (the last lines)' if len(lines) > PRINTED else ''}:")
        print("\n".join(f"  {printable(line)}" for line in lines[-PRINTED:]))


def _four(players: list[str]) -> list[str]:
    if len(players) not in (1, SEATS):
        raise UsageError(f"give four players, or one for all four seats, not {len(players)}")
    return players * (SEATS // len(players))


def _short(player: str) -> str:
    from pathlib import Path

    return Path(player).stem.removeprefix("@")


def _seated(rules: Ruleset, players: list[str], seed: object, chosen: argparse.Namespace) -> list[Any]:
    """Return one player per seat; bots from files run in sandboxed processes."""
    if all(player.removeprefix("@") in NAMES for player in players):
        return [make(player, rules, f"{seed}/{seat}") for seat, player in enumerate(players)]
    from phazed.cli.arena import check_own_bots, needs_the_arena

    with needs_the_arena():
        from phazed.arena.entrants import load_entrant
        from phazed.arena.jobs import MatchJob
        from phazed.arena.match import make_players
        from phazed.arena.seeds import match_seeds
    bots = tuple(load_entrant(f"@{player}" if player in NAMES else player) for player in players)
    packages = tuple(chosen.allow)
    check_own_bots(chosen)
    return make_players(
        MatchJob(
            match=0,
            game=rules.name,
            seed=str(seed),
            entrants=bots,
            packages=packages,
            trusted=chosen.trust_bots,
            bot_seed=match_seeds(str(seed), "match").bots,
        )
    )


def _timed(rules: Ruleset, seated: list[Any], seed: object, kept: list[tuple[float, Event]]) -> Iterator[Event]:
    """Play the game and yield its events, appending each to `kept` with the seconds since the start."""
    import time

    from phazed.game.games import shuffles
    from phazed.game.referee import referee

    begin = time.monotonic()
    for event in referee(rules, seated, shuffles(rules, seed)):
        kept.append((time.monotonic() - begin, event))
        yield event


def _show(blocks: Iterable[str], pace: float = 0, *, step: bool = False) -> None:
    """Print the blocks, at a given pace or one by one when Enter is pressed."""
    import time

    for block in blocks:
        print(block, flush=True)
        if step:
            input("-- Enter to continue, Ctrl-C to stop -- ")
        else:
            time.sleep(pace)


def _evidence(error: PlayerError) -> str:
    """Return the traceback, call and answer of a player's error, for reproducing it in Python."""
    from phazed.text import printable

    parts = [*error.traceback.splitlines(), f"the call: {error.call}"]
    if error.answer:
        parts.append(f"the answer: {error.answer}")
    return "\n".join(" " * (len(part) - len(part.lstrip(" "))) + printable(part) for part in parts)


def _replay(chosen: argparse.Namespace) -> int:
    """Check every line of a recorded game, show it turn by turn, and report the first difference."""
    from phazed.game.narration import narrate
    from phazed.game.records import InvalidRecord

    if chosen.step and (chosen.json or chosen.check):
        raise UsageError("--step shows the game turn by turn: omit --json and --check")
    if chosen.step and not sys.stdin.isatty():
        raise UsageError("--step works only in a terminal, where you can press Enter")
    text = read(chosen.file, "a match log or a record")
    found: dict[str, Any] = {"file": chosen.file, "correct": True, "plays": 0}
    try:
        names, events = open_game(text, ruleset(chosen.game) if chosen.game else None)
        blocks = narrate(style_here(), _noted(events, found), names, width=width())
        if chosen.check or chosen.json:
            *_, ending = blocks
            found |= {"players": names, "words": ending.strip()}
        else:
            _show(blocks, step=chosen.step)
    except InvalidRecord as error:
        found |= {"correct": False, "where": _place(text, error.where), "why": error.what}
    if chosen.json:
        print_json(found)
    elif found["correct"]:
        print(
            "\n".join([*filter(None, [found.get("words")]), f"{chosen.file}: all {found['plays']} plays are correct"])
        )
    else:
        print(f"{chosen.file}, {found['where']}: {found['why']}")
    return OK if found["correct"] else NO


def _noted(events: Iterable[Event], found: dict[str, Any]) -> Iterator[Event]:
    """Yield the events, storing the number of plays and the result of the game in `found`."""
    from phazed.game.games import GameEnded, Played

    for event in events:
        found["plays"] += isinstance(event, Played)
        if isinstance(event, GameEnded):
            (rules, hands, status, scores), error = event
            ranks = None if error else event.standing.ranks
            found |= {"game": rules.name, "hands": hands, "status": status, "scores": scores, "ranks": ranks}
            found["error"] = error and error._asdict()
        yield event


def open_game(text: str, chosen: Ruleset | None) -> tuple[Sequence[str], Iterable[Event]]:
    """Return the players' names and the events of a record or log."""
    from phazed.game.matchlog import MatchLog
    from phazed.game.records import InvalidRecord, loads, replay

    if not text.lstrip().startswith("{"):
        log = MatchLog(text, chosen)
        return log.names, log.events()
    record = loads(text)
    if chosen not in (None, record.rules):
        raise InvalidRecord("record", f"expected a game of {chosen.name}, found a game of {record.rules.name}")
    return record.names, replay(record)


def _place(text: str, where: str) -> str:
    from phazed.game.records import line_of

    line = None if where.startswith("line") else line_of(text, where)
    return where if line is None else f"line {line} ({where})"
