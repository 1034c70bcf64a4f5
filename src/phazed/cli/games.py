"""The commands of the game itself: `phazed match`, `replay`, `explain`, `advise`, `score` and `rules`."""

from __future__ import annotations

import argparse
import os
import sys

from phazed.bots import BOTS, make
from phazed.cli.terminal import (
    NO,
    OK,
    UsageError,
    bot_options,
    check_new,
    game_option,
    read,
    seed_of,
    style_here,
    whole,
    width,
    write,
)
from phazed.rules.rulesets import SEATS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phazed.game.games import Event, PlayerError
    from phazed.rules.rulesets import Ruleset

PRINTED = 20
"""Lines of a bot's output that are shown."""
PACE = 0.25
"""Seconds between two turns that a person watches."""


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    match = commands.add_parser("match", help="let four players play a game", description=_match.__doc__)
    match.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help="a built-in player, such as @expert, or a bot: a .py file that defines the course's function, or a folder "
        "with bot.py or program.py; four of them, or one for all seats (default: @greedy)",
    )
    bot_options(match)
    game_option(match, default="phazed")
    match.add_argument("--seed", help="decides the deals and what built-in players draw (default: a new one)")
    match.add_argument("--log", metavar="FILE", help="write the original tournament's match log")
    match.add_argument("--record", metavar="FILE", help="write the record, as JSON")
    match.add_argument("--force", action="store_true", help="overwrite files that exist")
    match.add_argument("--show", action="store_true", help="show the game turn by turn")
    match.add_argument("--pace", type=seconds, help=f"with --show: seconds between turns (terminal: {PACE}, else 0)")
    match.set_defaults(run=_match)

    replay = commands.add_parser("replay", help="check and show a recorded game", description=_replay.__doc__)
    replay.add_argument("file", metavar="FILE", help="a match log or a record; - for standard input")
    game_option(replay, default=None)
    replay.add_argument("--check", action="store_true", help="check only, show nothing of the game")
    replay.add_argument("--step", action="store_true", help="wait for Enter after every turn")
    replay.set_defaults(run=_replay)

    explain = commands.add_parser("explain", help="say why a play is not valid", description=_explain.__doc__)
    explain.add_argument(
        "call", nargs="?", default="-", metavar="CALL", help="the call, quoted; without it, from stdin"
    )
    explain.set_defaults(run=_explain)

    advise = commands.add_parser("advise", help="say what to play, and why", description=_advise.__doc__)
    advise.add_argument(
        "call",
        nargs="?",
        default="-",
        metavar="CALL",
        help="a call of phazed_play, phazed_bonus or phasedout_play, quoted, or a file; without it, from stdin",
    )
    advise.add_argument(
        "--worlds", type=whole(1, 100_000), help="number of sampled deals of the hidden cards (default: 800)"
    )
    advise.add_argument("--seed", default="0", help="decides which deals are sampled (default: 0)")
    advise.add_argument("--json", action="store_true", help="print the advice as JSON")
    advise.set_defaults(run=_advise)

    score = commands.add_parser("score", help="count the points of a hand", description=_score.__doc__)
    score.add_argument("cards", nargs="*", metavar="CARD", help="such as 3D JC AS")
    game_option(score, default="phazed")
    score.set_defaults(run=_score)

    rules = commands.add_parser("rules", help="show the rules, or one of them", description=_rules.__doc__)
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="a rule such as 5.4, or a section such as 5")
    rules.set_defaults(run=_rules)


def seconds(text: str) -> float:
    """A pace; argparse uses the function's name in its error message."""
    pace = float(text)
    if not 0 <= pace <= 60:
        raise argparse.ArgumentTypeError("a pace is from 0 to 60 seconds")
    return pace


def _match(chosen: argparse.Namespace) -> int:
    """Play a game of four players, and show how it ended. The same seed gives the same deals again."""
    from phazed.game.matchlog import write_log
    from phazed.game.narration import narrate
    from phazed.game.records import dumps, record_of

    rules, seed, players = ruleset(chosen.game), seed_of(chosen.seed), _four(chosen.players or ["@greedy"])
    for file in filter(None, (chosen.log, chosen.record)):
        check_new(file, force=chosen.force)
    if chosen.log and chosen.record and os.path.realpath(chosen.log) == os.path.realpath(chosen.record):
        raise UsageError(f"the log and the record need two files, not {chosen.log} for both")
    names = [f"{_short(player)} {seat}" for seat, player in enumerate(players)]
    seated = _seated(rules, players, seed, chosen)
    kept: list[tuple[float, Event]] = []
    blocks = narrate(style_here(), _timed(rules, seated, seed, kept), names, width=width())
    if chosen.show:
        _show(blocks, PACE if chosen.pace is None and sys.stdout.isatty() else chosen.pace or 0)
    else:
        *_, ending = blocks
        print(ending.strip())
    record = record_of(rules, (event for _, event in kept), seed=seed, names=names)
    if record.outcome.error is not None:
        print(_evidence(record.outcome.error))
    for name, player in zip(names, seated):
        if hasattr(player, "report"):
            _show_printed(name, player.report().printed)
    print(f"seed {seed}")
    if chosen.record:
        write(chosen.record, dumps(record))
    if chosen.log:
        times, events = zip(*kept)
        write(chosen.log, "\n".join(write_log(events, seed=seed, names=names, times=times)))
    return OK if record.outcome.error is None else NO


def _show_printed(name: str, text: str) -> None:
    """Show the last of what a bot printed."""
    from phazed.text import printable

    lines = text.splitlines()
    if lines:
        print(f"{printable(name)} printed{' (the last lines)' if len(lines) > PRINTED else ''}:")
        print("\n".join(f"  {printable(line)}" for line in lines[-PRINTED:]))


def _four(players: list[str]) -> list[str]:
    if len(players) not in (1, SEATS):
        raise UsageError(f"a game needs four players, or one for all four seats, not {len(players)}")
    return players * (SEATS // len(players))


def _short(player: str) -> str:
    from pathlib import Path

    return Path(player).stem.removeprefix("@")


def _seated(rules: Ruleset, players: list[str], seed: object, chosen: argparse.Namespace) -> list[Any]:
    """The players by seat: built-in ones here, and each bot from a file in a process of its own."""
    if all(player.removeprefix("@") in BOTS for player in players):
        return [make(player, rules, f"{seed}/{seat}") for seat, player in enumerate(players)]
    from phazed.cli.arena import check_own_bots, needs_the_arena

    with needs_the_arena():
        from phazed.arena.entrants import load_entrant
        from phazed.arena.jobs import MatchJob
        from phazed.arena.match import make_players
        from phazed.arena.seeds import match_seeds
    bots = tuple(load_entrant(f"@{player}" if player in BOTS else player) for player in players)
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
    """The events of the game as it is played, each kept with the seconds since the start."""
    import time

    from phazed.game.games import shuffles
    from phazed.game.referee import referee

    begin = time.monotonic()
    for event in referee(rules, seated, shuffles(rules, seed)):
        kept.append((time.monotonic() - begin, event))
        yield event


def _show(blocks: Iterable[str], pace: float = 0, *, step: bool = False) -> None:
    """Print the blocks, at a pace or one for each Enter."""
    import time

    for block in blocks:
        print(block, flush=True)
        if step:
            input("-- Enter for the next, Ctrl-C to stop -- ")
        else:
            time.sleep(pace)


def _evidence(error: PlayerError) -> str:
    """What shows a player's error again in a Python prompt: traceback, call and answer."""
    from phazed.text import printable

    parts = [*error.traceback.splitlines(), f"the call: {error.call}"]
    if error.answer:
        parts.append(f"the answer: {error.answer}")
    return "\n".join(" " * (len(part) - len(part.lstrip(" "))) + printable(part) for part in parts)


def _replay(chosen: argparse.Namespace) -> int:
    """Check every line of a recorded game, show it turn by turn, and report the first difference, if there is one."""
    from phazed.game.games import Played
    from phazed.game.narration import narrate
    from phazed.game.records import InvalidRecord

    if chosen.step and not sys.stdin.isatty():
        raise UsageError("--step needs a terminal to wait for Enter")
    text = read(chosen.file, "a match log or a record")
    plays = 0

    def counted(events: Iterable[Event]) -> Iterator[Event]:
        nonlocal plays
        for event in events:
            plays += isinstance(event, Played)
            yield event

    try:
        names, events = _open(text, ruleset(chosen.game) if chosen.game else None)
        blocks = narrate(style_here(), counted(events), names, width=width())
        if chosen.check:
            *_, ending = blocks
            print(ending.strip())
        else:
            _show(blocks, step=chosen.step)
    except InvalidRecord as error:
        print(f"{chosen.file}, {_place(text, error.where)}: {error.what}")
        return NO
    print(f"{chosen.file}: all {plays} plays are correct")
    return OK


def _open(text: str, chosen: Ruleset | None) -> tuple[Sequence[str], Iterable[Event]]:
    """The players' names, and the events of a record or a log."""
    from phazed.game.matchlog import MatchLog
    from phazed.game.records import InvalidRecord, loads, replay

    if not text.lstrip().startswith("{"):
        log = MatchLog(text, chosen)
        return log.names, log.events()
    record = loads(text)
    if chosen not in (None, record.rules):
        raise InvalidRecord("record", f"expected a game of {chosen.name}, found one of {record.rules.name}")
    return record.names, replay(record)


def _place(text: str, where: str) -> str:
    from phazed.game.records import line_of

    line = None if where.startswith("line") else line_of(text, where)
    return where if line is None else f"line {line} ({where})"


def _explain(chosen: argparse.Namespace) -> int:
    """Say what a course function returns and why. Paste the call as it is; nothing of it is run."""
    from phazed.game.pasted import explained, read_call
    from phazed.text import block

    text = read("-", "a call of a course function") if chosen.call == "-" else chosen.call
    positive, lines = explained(*read_call(text), width=width())
    print(block("\n".join(lines).splitlines(), width()))
    return OK if positive else NO


def _advise(chosen: argparse.Namespace) -> int:
    """Say what the expert would play in a position, with the chances and the reasons of each play.

    The position is a call of phazed_play, phazed_bonus or phasedout_play, pasted as it is; nothing of it is run.
    It contains no scores, so these are taken to be equal.
    """
    from phazed.bots.advice import EFFORT, advise
    from phazed.bots.thinking import Effort
    from phazed.game.pasted import game_and_question, read_call
    from phazed.game.view import View
    from phazed.rules.cards import in_order
    from phazed.text import block

    is_file = chosen.call == "-" or os.path.isfile(chosen.call)
    name, arguments = read_call(read(chosen.call, "a call of a course function") if is_file else chosen.call)
    rules, question = game_and_question(name)
    if question != "play":
        raise UsageError(f"{name} does not choose a play; paste a call of phazed_play, phazed_bonus or phasedout_play")
    view = View.from_course(rules, *arguments.values())
    effort = Effort(chosen.worlds, seconds=60.0) if chosen.worlds else EFFORT
    advice = advise(view, effort, seed=seed_of(chosen.seed))
    if chosen.json:
        import json

        print(json.dumps({"game": rules.name, "player": view.seat, **advice.as_data()}, indent=2))
    else:
        top = f"top discard {view.discard}" if view.discard else "no discard"
        print(block([f"{rules.name}, player {view.seat}: {' '.join(in_order(view.hand))}, {top}"], width()))
        print(f"\n{advice.as_text(width())}")
    return OK


def _score(chosen: argparse.Namespace) -> int:
    """Count the penalty points of the cards left in a hand."""
    import re

    from phazed.rules.cards import POINTS, card
    from phazed.rules.scoring import points

    rules, style = ruleset(chosen.game), style_here()
    hand = tuple(card(text) for text in re.findall(r"[^\s,'\"()\[\]]+", " ".join(chosen.cards)))
    for held in hand:
        if held not in rules.cards:
            raise UsageError(f"{held} is not a card of {rules.name}")
    parts = " + ".join(f"{style.card(held)} {POINTS[held]}" for held in hand)
    print(f"{points(hand)} points: {parts or 'no cards'}")
    return OK


def _rules(chosen: argparse.Namespace) -> int:
    """Show the rules, or one rule or section by its number."""
    from phazed.game.rulebook import find, for_terminal, rulebook

    print(for_terminal(find(chosen.number) if chosen.number else rulebook(), style_here(), width()))
    return OK
