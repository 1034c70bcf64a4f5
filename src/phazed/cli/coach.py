"""The command `phazed review`: reviews of games and of bots."""

from __future__ import annotations

import argparse
import sys

from phazed.cli.arena import check_own_bots, limit_options, limits_of, needs_the_arena, number, print_found
from phazed.cli.terminal import NO, OK, UsageError, bot_options, read, seed_of, whole
from phazed.rules.rulesets import PLAY_FUNCTIONS, RULESETS, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from phazed.coach.bot_games import GameFindings, PlayGame, Seating
    from phazed.game.records import Record
    from phazed.progress import Report
    from phazed.storage.entrant import Entrant

GAMES, BOT_EFFORT = 40, 0.2
"""Default number of games and effort for a bot; many games with little effort are more informative than few games with
much effort."""
MIN_GAMES = 4
"""Minimum number of games, one in each seat."""


def add(commands: Any) -> None:
    """Add the command to the parser."""
    review = commands.add_parser(
        "review",
        help="evaluate each play in a game, or find out why a bot loses",
        description=_review.__doc__,
        epilog="exit code: 0, or 1 if an error by the bot ended a game",
    )
    review.add_argument(
        "game",
        metavar="GAME|BOT",
        help="a game: a record, a match log, or a results folder with --match; or a bot: a .py file, a folder with "
        "bot.py or program.py, or a built-in player such as @casual",
    )
    review.add_argument(
        "--effort",
        type=_effort,
        help=f"computing effort for each play, from 0.01 to 100 (default: 1; for a bot: {BOT_EFFORT})",
    )
    review.add_argument("--seed", default="0", help="seed of the sampled deals, and of a bot's games (default: 0)")
    review.add_argument("--again", action="store_true", help="review again instead of reading the stored review")
    review.add_argument("--json", action="store_true", help="print the review as JSON")
    game = review.add_argument_group("options for a game")
    game.add_argument("--match", type=whole(0, 10**9), metavar="ID", help="number of a match in the results folder")
    game.add_argument("--seat", type=whole(0, 3), help="show only this seat's mistakes")
    bot = review.add_argument_group("options for a bot")
    bot.add_argument("--games", type=whole(MIN_GAMES, 10_000), metavar="N", help=f"games to play (default: {GAMES})")
    bot.add_argument(
        "--game", dest="rules", choices=list(RULESETS), help="game (default: the first one that the bot plays)"
    )
    bot_options(bot)
    limit_options(review)
    review.set_defaults(run=_review)


def _effort(text: str) -> float:
    value = number(text)
    if not 0.01 <= value <= 100:
        raise argparse.ArgumentTypeError(f"an effort must be from 0.01 to 100, not {text!r}")
    return value


def _review(chosen: argparse.Namespace) -> int:
    """Evaluate every decision in a game, or find out why a bot loses.

    A decision is evaluated with the information that its seat had. The review of a game shows the chances of winning
    after each play and after the best one, the mistakes with their reasons, and luck. For the review of a bot, the bot
    plays games against built-in players, and its weaknesses are listed with their costs, examples and better plays. The
    review is stored next to the game or bot, so it can be shown again immediately. After Ctrl-C, the same command
    continues.
    """
    if _is_bot(chosen):
        return _review_bot(chosen)
    for option, value in (("--games", chosen.games), ("--game", chosen.rules), ("--allow", chosen.allow)):
        if value:
            raise UsageError(f"{option} is only for reviewing a bot: a .py file or a folder with bot.py or program.py")
    chosen.effort = chosen.effort or 1.0
    return _review_game(chosen)


def _is_bot(chosen: argparse.Namespace) -> bool:
    """Return whether the argument names a bot rather than a game."""
    from pathlib import Path

    path = Path(chosen.game)
    if chosen.game.startswith("@") or path.suffix == ".py":
        return True
    return chosen.match is None and any((path / name).is_file() for name in ("bot.py", "program.py"))


def _review_bot(chosen: argparse.Namespace) -> int:
    """Let a bot play games and print why it loses."""
    from pathlib import Path

    from phazed.coach import bot_games
    from phazed.coach.bot_games import OPPONENTS
    from phazed.coach.bot_review import play_games, review_bot
    from phazed.progress import Progress
    from phazed.terminal.bot_review import bot_review_text

    with needs_the_arena():
        from phazed.arena.entrants import load_entrant
    for option, value in (("--match", chosen.match), ("--seat", chosen.seat)):
        if value is not None:
            raise UsageError(f"{option} is only for reviewing a game, but {chosen.game} is a bot")
    bot, games = load_entrant(chosen.game), chosen.games or GAMES
    rules = ruleset(chosen.rules or _game_of(bot))
    effort, seed = chosen.effort or BOT_EFFORT, str(seed_of(chosen.seed))
    place = None
    if not bot.built_in:
        check_own_bots(chosen)
        path = Path(chosen.game).resolve()
        place = path.with_name(f"{path.name}.review")
    key = bot_games.key(rules, bot.digest, effort, seed, limits_of(chosen), sorted(chosen.allow))
    known: dict[int, GameFindings] = {} if place is None or chosen.again else bot_games.load(place, key)
    play = _player_of(bot, chosen, seed)
    begun = sum(number < games for number in known)
    report = Progress(sys.stderr).begin("games", already=begun) if begun < games else lambda done, total: None

    def on_game(done: int) -> None:
        nonlocal place
        if place is not None:
            place = _keep(place, key, known)
        if done < games:
            report(done, games)

    try:
        judged = play_games(rules, play, games=games, effort=effort, seed=seed, known=known, on_game=on_game)
    except KeyboardInterrupt:
        if place is not None and known:
            print(f"\n{len(known)} of {games} games are stored; the same command continues.", file=sys.stderr)
        raise
    report(games, games)
    found = review_bot(bot.name, rules, judged, OPPONENTS)
    print_found(chosen, found, bot_review_text)
    return NO if found.errors else OK


def _keep(place: Path, key: str, known: dict[int, GameFindings]) -> Path | None:
    """Store the games reviewed so far and return the file; if that fails, print the reason and return `None`."""
    from phazed.coach.bot_games import save

    try:
        save(place, key, known)
    except OSError as error:
        print(f"the review cannot be stored: {error.filename}: {error.strerror}", file=sys.stderr)
        return None
    return place


def _game_of(bot: Entrant) -> str:
    """Return the first game whose play function occurs in the bot's main file, or the first game if none does."""
    source = dict(bot.files).get(bot.main, b"")
    return next((rules.name for name, rules in PLAY_FUNCTIONS.items() if name.encode() in source), next(iter(RULESETS)))


def _player_of(bot: Entrant, chosen: argparse.Namespace, seed: str) -> PlayGame:
    """Return a function that plays games with the bot in its sandbox."""
    with needs_the_arena():
        from phazed.arena.jobs import MatchJob
        from phazed.arena.match import make_players
        from phazed.arena.seeds import match_seeds
        from phazed.storage.entrant import Entrant
    from phazed.game.referee import play_game

    def play(place: Seating) -> Record:
        names = place.by_seat("")
        players = make_players(
            MatchJob(
                match=place.number,
                game=place.rules.name,
                seed=place.seed,
                entrants=tuple(Entrant(name) if name else bot for name in names),
                limits=limits_of(chosen),
                packages=tuple(chosen.allow),
                trusted=chosen.trust_bots,
                bot_seed=match_seeds(seed, f"review/{place.number}").bots,
            )
        )
        try:
            return play_game(place.rules, players, place.seed)
        finally:
            for player in players:
                player.close()

    return play


def _review_game(chosen: argparse.Namespace) -> int:
    from phazed.coach.kept import review_and_keep
    from phazed.progress import Progress
    from phazed.terminal.game_review import game_review_text

    record, place = _game(chosen)
    report: Report | None = None

    def on_progress(done: int, total: int) -> None:
        nonlocal report
        if done < total and report is None:
            report = Progress(sys.stderr).begin("plays", already=done)
        if report is not None:
            report(done, total)

    found = review_and_keep(
        record, place, effort=chosen.effort, seed=chosen.seed, again=chosen.again, on_progress=on_progress
    )
    print_found(chosen, found.answer(), lambda answer, width: game_review_text(answer, width, chosen.seat))
    return OK


def _game(chosen: argparse.Namespace) -> tuple[Record, Path | None]:
    """Return the record of the game and the file for its review."""
    from pathlib import Path

    path = Path(chosen.game)
    if path.is_dir():
        return _match(path, chosen.match)
    if chosen.match is not None:
        raise UsageError(f"--match is only for results folders, but {chosen.game} is not a folder")
    from phazed.cli.games import open_game
    from phazed.game.games import GameEnded
    from phazed.game.records import record_of

    names, events = open_game(read(chosen.game, "a match log or a record"), None)
    played = list(events)
    rules = next(event.standing.rules for event in played if isinstance(event, GameEnded))
    record = record_of(rules, played, names=names)
    return record, None if chosen.game == "-" else path.with_name(f"{path.name}.review")


def _match(folder: Path, match: int | None) -> tuple[Record, Path]:
    from contextlib import closing

    with needs_the_arena():
        from phazed.storage.results.store import Store
    if match is None:
        raise UsageError(
            f"{folder} is not a bot, since it contains neither bot.py nor program.py; if it contains the results of a "
            "tournament, choose a match with --match ID"
        )
    with closing(Store.existing(folder)) as store:
        return store.record(match), folder / "reviews" / f"{match}.review"
