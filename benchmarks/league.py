"""All built-in players against each other, for the tables of docs/strength.md.

    python benchmarks/league.py --jobs 2                             play the missing games, print the tables
    python benchmarks/league.py --jobs 2 --write                     the same, and write them to docs/strength.md
    python benchmarks/league.py --games 2000 --expert-games 400      more games, in addition to those played before
    python benchmarks/league.py --game phazed --players @strong --opponents @greedy @denier
    python benchmarks/league.py --games 0 --expert-games 0 --write   write the games played so far

In each of the three games, @greedy, @strong and @expert play against three of each opponent, and @expert plays against
@strong and @strong against @greedy two against two. All pairings have the same deals, and each player has every seat
equally often. If it narrows the interval, the luck of the deals is subtracted.

Every finished game is immediately appended to the results file, so an interrupted run loses only the games in progress,
and the same command continues. The file contains a hash of the players' code and tables; results from other versions of
the players or with another seed are moved to another file.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import phazed
from command import number_from, unordered
from league_tables import Pairing, Played, inserted, markdown
from phazed.arena.luck import TABLE_MODELS
from phazed.bots import NAMES, SPARRING
from phazed.coach.control import DealControl
from phazed.core import is_compiled
from phazed.progress import Progress
from phazed.rules.rulesets import RULESETS
from phazed.text import counted
from phazed.writing import write
from strength import play, seat_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from league_tables import Results

    Job = tuple[Pairing, int, str]
    """A game to play: the pairing, the game number and the seed."""

PLAYERS = ("@greedy", "@strong", "@expert")
OPPONENTS = ("@beginner", "@casual", "@greedy", "@strong", *(f"@{name}" for name in SPARRING))
TWO_AGAINST_TWO = (("@expert", "@strong"), ("@strong", "@greedy"))
SLOW = "@expert"
SECONDS, SLOW_SECONDS = 0.15, 6.0
"""Approximate seconds per game without the expert, and additional seconds per expert."""
BLOCK = 20
"""Number of games before the next pairing's turn, so that an interrupted run has some games of each pairing."""
DOCUMENT = Path(__file__).parent.parent / "docs" / "strength.md"
RESULTS = Path(__file__).parent.parent / "build" / "league.jsonl"
ORDER = [f"@{name}" for name in NAMES]


class IllegalPlay(Exception):
    """A built-in player made an illegal play."""


def pairings(games: Iterable[str], players: Sequence[str], opponents: Sequence[str]) -> Iterator[Pairing]:
    """Yield the pairings of these players with these opponents, excluding those of a player with itself."""
    for game in games:
        for opponent in opponents:
            yield from (Pairing(game, player, opponent, 1) for player in players if player != opponent)
        for player, opponent in TWO_AGAINST_TWO:
            if player in players and opponent in opponents:
                yield Pairing(game, player, opponent, 2)


def play_one(job: Job) -> tuple[Pairing, int, Played]:
    pairing, number, seed = job
    rules = RULESETS[pairing.game]
    control = DealControl(rules, TABLE_MODELS, f"{seed}/{number}")
    _, entries = play(rules, pairing.names, seed, number, control.watch)
    for entry in entries:
        if entry.errors:
            raise IllegalPlay(f"{entry.name} made an illegal play: {pairing}, seed {seed}, game {number}")
    mine = [place for place, name in enumerate(pairing.names) if name == pairing.player]
    luck = [
        sum(
            deal.after[seat_of(place, number)] - deal.expected[seat_of(place, number)]
            for deal in deals
            for place in mine
        )
        for deals in control.luck
    ]
    times = {
        name: (
            sum(same.plays for same in those),
            sum(same.seconds for same in those),
            max(same.longest for same in those),
        )
        for name in dict.fromkeys(pairing.names)
        for those in [[entry for entry in entries if entry.name == name]]
    }
    return pairing, number, Played(sum(entries[place].wins for place in mine), luck, times)


# The file of results


def version() -> str:
    """Return a hash of everything that determines how the built-in players play."""
    digest = sha256(f"{phazed.__version__} compiled={is_compiled()}".encode())
    folder = Path(phazed.__file__).parent
    for file in sorted(file for package in ("rules", "game", "core", "bots") for file in (folder / package).iterdir()):
        if file.suffix in (".py", ".pxd", ".bin"):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


class ResultsFile:
    """The results file: one line of JSON per game, after a line with the players' hash and the seed."""

    def __init__(self, path: Path, seed: str, keep: bool) -> None:
        self.path = path
        self.results: Results = {}
        self.head = {"players": version(), "seed": seed}
        path.parent.mkdir(parents=True, exist_ok=True)
        head, games = _parsed(path)
        if head and (head["seed"] != seed or not (keep or head == self.head)):
            self._put_aside(head)
            head, games = _parsed(path)
        if head:
            self.head = head
            for game in games:
                self._add(*game)
        else:
            write(path, _line(self.head))
        self._file = path.open("ab")

    def _put_aside(self, head: dict[str, str]) -> None:
        """Move results of other players or another seed to another file; continue matching earlier results, if any."""
        aside, earlier = (
            self.path.with_name(f"{self.path.stem}.{each['players']}.{quote(each['seed'], '')}{self.path.suffix}")
            for each in (head, self.head)
        )
        self.path.replace(aside)
        what = "the players have changed" if head["players"] != self.head["players"] else "the seed has changed"
        print(f"{what}: starting again; the previous results are now in {aside}", file=sys.stderr)
        if earlier.exists():
            earlier.replace(self.path)
            print(f"continuing with {earlier}", file=sys.stderr)

    def add(self, pairing: Pairing, number: int, played: Played) -> None:
        """Append a game to the file."""
        self._file.write(_line([*pairing, number, *played]))
        self._file.flush()
        self._add(pairing, number, played)

    def _add(self, pairing: Pairing, number: int, played: Played) -> None:
        self.results.setdefault(pairing, {})[number] = played

    def of(self, chosen: Iterable[Pairing]) -> Results:
        """Return the results of these pairings."""
        return {pairing: self.results[pairing] for pairing in chosen if pairing in self.results}


def _line(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":")).encode() + b"\n"


def _parsed(path: Path) -> tuple[dict[str, str] | None, list[tuple[Pairing, int, Played]]]:
    """Return the first line and the games of a file; remove an incomplete last line left by a killed process."""
    text = path.read_bytes() if path.exists() else b""
    complete = text[: text.rfind(b"\n") + 1]
    try:
        head, *lines = map(json.loads, complete.splitlines() or [text or b"null"])
        games = [(Pairing(*line[:4]), int(line[4]), Played(*line[5:])) for line in lines]
        if head is not None:
            head = {"players": str(head["players"]), "seed": str(head["seed"])}
    except (ValueError, TypeError, KeyError, IndexError):
        raise ValueError(f"{path} is not a results file; name another file with --out") from None
    if complete and complete != text:
        write(path, complete)
    return head, games


# Playing


def missing(file: ResultsFile, chosen: Iterable[Pairing], games: int, slow_games: int) -> list[Job]:
    """Return the games that have not been played yet, in order."""
    jobs = [
        (pairing, number, file.head["seed"])
        for pairing in chosen
        for number in range(slow_games if SLOW in pairing.names else games)
        if number not in file.results.get(pairing, {})
    ]
    return sorted(jobs, key=lambda job: job[1] // BLOCK)


def expected_seconds(pairing: Pairing) -> float:
    return SECONDS + SLOW_SECONDS * Counter(pairing.names)[SLOW]


def run(file: ResultsFile, jobs: list[Job], processes: int) -> None:
    """Play the games, and append each finished game to the file."""
    total, done = sum(expected_seconds(pairing) for pairing, *_ in jobs), 0.0
    told = Progress(sys.stderr).begin(counted(len(jobs), "game", spec=","))
    for number, (pairing, game, result) in enumerate(unordered(play_one, jobs, processes), 1):
        file.add(pairing, game, result)
        done += expected_seconds(pairing)
        told(total if number == len(jobs) else min(done, 0.999 * total), total)


# The command


def player(text: str) -> str:
    """Parse the name of a built-in player, with or without @."""
    if text.removeprefix("@") not in NAMES:
        raise argparse.ArgumentTypeError(f"there is no built-in player {text!r}; choose from {', '.join(NAMES)}")
    return f"@{text.removeprefix('@')}"


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=number_from(0), default=400, help="games per pairing (400)")
    parser.add_argument("--expert-games", type=number_from(0), default=100, help="games per pairing with @expert (100)")
    parser.add_argument("--game", nargs="+", choices=list(RULESETS), default=list(RULESETS), help="only these games")
    parser.add_argument("--players", nargs="+", type=player, default=PLAYERS, metavar="PLAYER")
    parser.add_argument("--opponents", nargs="+", type=player, default=OPPONENTS, metavar="PLAYER")
    parser.add_argument("--jobs", type=number_from(1), default=1, help="number of worker processes")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--out", type=Path, default=RESULTS, metavar="FILE", help="results file (build/league.jsonl)")
    parser.add_argument("--keep", action="store_true", help="continue even if the players' code has changed")
    parser.add_argument("--write", action="store_true", help=f"write all tables to {DOCUMENT.name}")
    return parser


def in_order(chosen: Iterable[Pairing]) -> list[Pairing]:
    games = list(RULESETS)
    return sorted(
        chosen, key=lambda each: (games.index(each.game), ORDER.index(each.opponent), ORDER.index(each.player))
    )


def document() -> str:
    """Return the document; raise `ValueError` if it lacks the markers."""
    text = DOCUMENT.read_text(encoding="utf-8")
    inserted(text, "")
    return text


def main() -> int:
    parser = arguments()
    asked = parser.parse_args()
    chosen = list(pairings(asked.game, asked.players, asked.opponents))
    if not chosen:
        parser.error("a player cannot be compared with itself; name other players or opponents")
    try:
        if asked.write:
            document()  # a missing marker must be found before hours of games
        file = ResultsFile(asked.out, asked.seed, asked.keep)
        jobs = missing(file, chosen, asked.games, asked.expert_games)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        if jobs:
            run(file, jobs, asked.jobs)
        measured = f"version {phazed.__version__}, players {file.head['players']}, seed {asked.seed}"
        note = f"Measured by `benchmarks/league.py` ({measured})."
        if asked.write:
            tables = markdown(file.of(in_order(file.results)), note)
            write(DOCUMENT, inserted(document(), tables).encode())
            print(f"{DOCUMENT} now has the tables of {counted(len(file.results), 'pairing')}")
        else:
            print(markdown(file.of(in_order(chosen)), note))
    except (OSError, ValueError, IllegalPlay) as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        print(f"\ninterrupted; the games so far are in {asked.out}, and the same command continues", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
