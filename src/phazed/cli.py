"""The command line: `phazed match`, `replay`, `explain`, `advise`, `score`, `rules` and `train`.

Each command reads its arguments, calls the packages below, and prints. What a user gets wrong is one clear message and
exit code 2; a log that does not replay or a play that is not valid is an answer, with exit code 1. Everything but the
parser is imported when a command needs it, so that `phazed --help` answers at once.
"""

from __future__ import annotations

import argparse
import os
import sys
from io import TextIOWrapper

from phazed import __version__
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS, SEATS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from phazed.game.games import Event, PlayerError
    from phazed.game.render import Style
    from phazed.rules.rulesets import Ruleset

OK, NO, USAGE, INTERRUPTED = 0, 1, 2, 130
PACE = 0.25
"""Seconds between two turns that a person watches."""


class UsageError(PhazedError):
    """Something that the user can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    if sys.stdout is None:  # closed by whoever called us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the process ends
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # what a terminal cannot show is no reason to fail
    if not hasattr(chosen, "run"):
        parser.print_help()
        return OK
    try:
        return chosen.run(chosen)  # type: ignore[no-any-return]
    except PhazedError as error:
        print(f"phazed {chosen.command}: {error}", file=sys.stderr)
        return USAGE
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # whoever read our output has seen enough
            return OK
        where = f"{error.filename}: " if error.filename else ""
        print(f"phazed {chosen.command}: {where}{error.strerror}", file=sys.stderr)
        return USAGE
    except (KeyboardInterrupt, EOFError):
        print("\ninterrupted", file=sys.stderr)
        return INTERRUPTED


class _Version(argparse.Action):
    """Prints the version, and whether the core is compiled, which is looked up only here."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # what the core warns of is our answer
            from phazed.core import is_compiled
        slower = "core not compiled: the expert player is much slower; install a C compiler, then phazed again"
        print(f"phazed {__version__} ({'core compiled' if is_compiled() else slower})")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="phazed", description="The card game Phazed: play, replay and explain it.")
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show the version, and whether the core is compiled"
    )
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    match = commands.add_parser("match", help="let four players play a game", description=_match.__doc__)
    match.add_argument(
        "players",
        nargs="*",
        metavar="PLAYER",
        help="@greedy, @random, or a .py file that defines the course's function, which runs with your rights; "
        "four of them, or one for all seats (default: @greedy)",
    )
    _game_option(match, default="phazed")
    match.add_argument("--seed", help="decides the deals and what built-in players draw (default: a new one)")
    match.add_argument("--log", metavar="FILE", help="write the original tournament's match log")
    match.add_argument("--record", metavar="FILE", help="write the record, as JSON")
    match.add_argument("--force", action="store_true", help="overwrite files that exist")
    match.add_argument("--show", action="store_true", help="tell the game turn by turn")
    match.add_argument("--pace", type=seconds, help=f"with --show: seconds between turns (terminal: {PACE}, else 0)")
    match.set_defaults(run=_match)

    replay = commands.add_parser("replay", help="check and show a recorded game", description=_replay.__doc__)
    replay.add_argument("file", metavar="FILE", help="a match log or a record; - for standard input")
    _game_option(replay, default=None)
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
        help="a call of phazed_play or its kin, quoted, or a file with it; without it, from stdin",
    )
    advise.add_argument("--worlds", type=worlds, help="how many deals of the hidden cards to imagine (default: 800)")
    advise.add_argument("--seed", default="0", help="decides the deals that are imagined (default: 0)")
    advise.add_argument("--json", action="store_true", help="print the advice as JSON")
    advise.set_defaults(run=_advise)

    score = commands.add_parser("score", help="count the points of a hand", description=_score.__doc__)
    score.add_argument("cards", nargs="*", metavar="CARD", help="such as 3D JC AS")
    _game_option(score, default="phazed")
    score.set_defaults(run=_score)

    rules = commands.add_parser("rules", help="show the rules, or one of them", description=_rules.__doc__)
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="a rule such as 5.4, or a section such as 5")
    rules.set_defaults(run=_rules)

    train = commands.add_parser("train", help="make the expert's tables anew", description=_train.__doc__)
    train.add_argument(
        "what",
        nargs="?",
        choices=["solitaire", "futures", "all"],
        default="all",
        help="the exact solitaire values, the win chances by standing, or both (default: all)",
    )
    train.add_argument("--game", choices=list(RULESETS), help="the win chances of this game only")
    train.add_argument("--seed", default="1", help="decides the hands played (default: 1, as in what is shipped)")
    train.add_argument("--samples", type=hands, default=4000, help="hands from every standing (default: 4000)")
    train.add_argument("--out", default="trained", metavar="DIR", help="the folder to make them in (default: trained)")
    train.add_argument("--install", action="store_true", help="then put the tables where the players read them")
    train.add_argument("--force", action="store_true", help="overwrite what was made otherwise")
    train.set_defaults(run=_train)
    return parser


def _game_option(parser: argparse.ArgumentParser, default: str | None) -> None:
    shown = f"default: {default}" if default else "default: what the file shows"
    parser.add_argument("--game", choices=list(RULESETS), default=default, help=f"which game ({shown})")


def seconds(text: str) -> float:
    """A pace, which argparse calls by this function's name when it is none."""
    pace = float(text)
    if not 0 <= pace <= 60:
        raise argparse.ArgumentTypeError("a pace is from 0 to 60 seconds")
    return pace


def hands(text: str) -> int:
    """A number of hands, which argparse calls by this function's name when it is none."""
    number = int(text)
    if not 2 <= number <= 100_000:
        raise argparse.ArgumentTypeError("from every standing 2 to 100000 hands are played")
    return number


def worlds(text: str) -> int:
    """A number of worlds, which argparse calls by this function's name when it is none."""
    number = int(text)
    if not 1 <= number <= 100_000:
        raise argparse.ArgumentTypeError("the number of worlds is from 1 to 100000")
    return number


def _style() -> Style:
    from phazed.game.render import Style

    return Style.for_stream(sys.stdout, os.environ)


def _width() -> int:
    """The width to write for: the terminal's, within reason."""
    import shutil

    return max(40, min(100, shutil.get_terminal_size().columns))


def _match(chosen: argparse.Namespace) -> int:
    """Let four players play a game, and show how it ended. The same seed makes the same game again."""
    from phazed.game.matchlog import write_log
    from phazed.game.narration import narrate
    from phazed.game.records import dumps, record_of

    rules, seed, players = ruleset(chosen.game), _seed(chosen.seed), _four(chosen.players or ["@greedy"])
    for file in filter(None, (chosen.log, chosen.record)):
        _check_new(file, force=chosen.force)
    if chosen.log and chosen.record and os.path.realpath(chosen.log) == os.path.realpath(chosen.record):
        raise UsageError(f"the log and the record need two files, not {chosen.log} for both")
    names = [f"{_short(player)} {seat}" for seat, player in enumerate(players)]
    kept: list[tuple[float, Event]] = []
    blocks = narrate(_style(), _timed(rules, players, seed, kept), names, width=_width())
    if chosen.show:
        _tell(blocks, PACE if chosen.pace is None and sys.stdout.isatty() else chosen.pace or 0)
    else:
        *_, ending = blocks
        print(ending.strip())
    record = record_of(rules, (event for _, event in kept), seed=seed, names=names)
    if record.outcome.error is not None:
        print(_evidence(record.outcome.error))
    print(f"seed {seed}")
    if chosen.record:
        _write(chosen.record, dumps(record))
    if chosen.log:
        times, events = zip(*kept)
        _write(chosen.log, "\n".join(write_log(events, seed=seed, names=names, times=times)))
    return OK if record.outcome.error is None else NO


def _seed(text: str | None) -> int | str:
    from random import SystemRandom

    from phazed.game.games import read_seed

    return SystemRandom().randrange(2**31) if text is None else read_seed(text)


def _four(players: list[str]) -> list[str]:
    if len(players) not in (1, SEATS):
        raise UsageError(f"a game needs four players, or one for all four seats, not {len(players)}")
    return players * (SEATS // len(players))


def _short(player: str) -> str:
    from pathlib import Path

    return Path(player).stem.removeprefix("@")


def _check_new(file: str, *, force: bool) -> None:
    """Find out before the game whether the file can be written after it."""
    from pathlib import Path

    path = Path(file)
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise UsageError(
            f"{file} cannot be written: {'it is a folder' if path.is_dir() else 'there is no such folder'}"
        )
    if path.exists() and not force:
        raise UsageError(f"{file} exists already; --force overwrites it")


def _write(file: str, text: str) -> None:
    try:
        with open(file, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(f"{text}\n")
    except OSError as error:
        error.filename = file  # which a full disk does not say
        raise


def _player(name: str, rules: Ruleset, seed: object, seat: int) -> Any:
    from pathlib import Path

    from phazed.bots import make
    from phazed.bots.files import load_player

    if name.endswith(".py") or os.sep in name:
        return load_player(Path(name), rules)
    return make(name, rules, f"{seed}/{seat}")


def _timed(rules: Ruleset, players: list[str], seed: object, kept: list[tuple[float, Event]]) -> Iterator[Event]:
    """The events of the game as it is played, each kept with the seconds since the start."""
    import time

    from phazed.game.games import shuffles
    from phazed.game.referee import referee

    begin = time.monotonic()
    seated = [_player(name, rules, seed, seat) for seat, name in enumerate(players)]
    for event in referee(rules, seated, shuffles(rules, seed)):
        kept.append((time.monotonic() - begin, event))
        yield event


def _tell(blocks: Iterable[str], pace: float = 0, *, step: bool = False) -> None:
    """Print the blocks, at a pace or one for each Enter."""
    import time

    for block in blocks:
        print(block, flush=True)
        if step:
            input("-- Enter for the next, Ctrl-C to stop -- ")
        else:
            time.sleep(pace)


def _evidence(error: PlayerError) -> str:
    """What a player's error looked like, to be seen again in a Python prompt."""
    from phazed.game.render import printable

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
    text = _read(chosen.file, "a match log or a record")
    plays = 0

    def counted(events: Iterable[Event]) -> Iterator[Event]:
        nonlocal plays
        for event in events:
            plays += isinstance(event, Played)
            yield event

    try:
        names, events = _open(text, ruleset(chosen.game) if chosen.game else None)
        blocks = narrate(_style(), counted(events), names, width=_width())
        if chosen.check:
            *_, ending = blocks
            print(ending.strip())
        else:
            _tell(blocks, step=chosen.step)
    except InvalidRecord as error:
        print(f"{chosen.file}, {_place(text, error.where)}: {error.what}")
        return NO
    print(f"{chosen.file}: every one of {plays} plays is as it must be")
    return OK


def _read(file: str, expected: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read().removeprefix("\ufeff")
        with open(file, encoding="utf-8-sig") as stream:
            return stream.read()
    except UnicodeDecodeError:
        raise UsageError(f"{file} is not a text file: expected {expected}") from None


def _open(text: str, chosen: Ruleset | None) -> tuple[Sequence[str], Iterable[Event]]:
    """Who played, and the events of a record or a log."""
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
    """Say what a course function answers and why. The call is pasted as it stands; nothing of it is run."""
    from phazed.game.pasted import explained, read_call
    from phazed.game.render import block

    text = _read("-", "a call of a course function") if chosen.call == "-" else chosen.call
    positive, lines = explained(*read_call(text), width=_width())
    print(block("\n".join(lines).splitlines(), _width()))
    return OK if positive else NO


def _advise(chosen: argparse.Namespace) -> int:
    """Say what the expert would play in a position, with the chances and the reasons of each play.

    The position is a call of phazed_play, phazed_bonus or phasedout_play, pasted as it stands; nothing of it is run.
    It does not tell the scores, so they count as equal.
    """
    from phazed.bots.advice import EFFORT, advise
    from phazed.bots.thinking import Effort
    from phazed.game.games import read_seed
    from phazed.game.pasted import game_and_question, read_call
    from phazed.game.render import block
    from phazed.game.view import View
    from phazed.rules.cards import in_order

    is_file = chosen.call == "-" or os.path.isfile(chosen.call)
    name, arguments = read_call(_read(chosen.call, "a call of a course function") if is_file else chosen.call)
    rules, question = game_and_question(name)
    if question != "play":
        raise UsageError(f"{name} does not choose a play; paste a call of phazed_play, phazed_bonus or phasedout_play")
    view = View.from_course(rules, *arguments.values())
    effort = Effort(chosen.worlds, seconds=60.0) if chosen.worlds else EFFORT
    advice = advise(view, effort, seed=read_seed(chosen.seed))
    if chosen.json:
        import json

        print(json.dumps({"game": rules.name, "player": view.seat, **advice.as_data()}, indent=2))
    else:
        top = f"top discard {view.discard}" if view.discard else "no discard"
        print(block([f"{rules.name}, player {view.seat}: {' '.join(in_order(view.hand))}, {top}"], _width()))
        print(f"\n{advice.as_text(_width())}")
    return OK


def _score(chosen: argparse.Namespace) -> int:
    """Count the penalty points of the cards left in a hand."""
    import re

    from phazed.rules.cards import POINTS, card
    from phazed.rules.scoring import points

    rules, style = ruleset(chosen.game), _style()
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

    print(for_terminal(find(chosen.number) if chosen.number else rulebook(), _style(), _width()))
    return OK


def _train(chosen: argparse.Namespace) -> int:
    """Make the tables that the expert thinks with. The same seed makes the same tables again, and the same command goes
    on where it was stopped."""
    from pathlib import Path

    from phazed.train.progress import Progress
    from phazed.train.run import Order, Training

    if chosen.game and chosen.what == "solitaire":
        raise UsageError("the solitaire values are the same for all games: leave --game out")
    games = [ruleset(chosen.game)] if chosen.game else list(RULESETS.values())
    order = Order(
        chosen.what != "futures", games if chosen.what != "solitaire" else [], _seed(chosen.seed), chosen.samples
    )
    training = Training(Path(chosen.out), Progress(sys.stderr), install=chosen.install, force=chosen.force)
    try:
        for line in training.fill(order):
            print(line, flush=True)
    except KeyboardInterrupt:
        print("\nstopped; the same command goes on from here", file=sys.stderr)
        return INTERRUPTED
    return OK
