"""The strength of players: four players play many games, each in every seat equally often.

    python benchmarks/strength.py @greedy @random @random @random --games 200
    python benchmarks/strength.py my_bot.py @greedy @greedy @greedy --game phasedout --seed 7
    python benchmarks/strength.py @expert:100 @strong @casual @beginner --jobs 2
    python benchmarks/strength.py                  the built-in players against each other, in all three games

`@expert:100` is the expert with that many worlds per play. For every player, the output contains the share of games won
(a tie for first place is split), the mean rank, how often the phase due was completed in a hand, by phase (in the bonus
game, any phase), and the mean and maximum CPU time of a play. Intervals are 95 % intervals. Ctrl-C shows the games
played so far.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from contextlib import ExitStack
from functools import partial
from multiprocessing import Pool
from typing import TYPE_CHECKING, Any

from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.match import SandboxedPlayer, make_players
from phazed.bots import BOTS, make
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort
from phazed.game.games import Dealt, GameEnded, HandEnded, Standing, shuffles
from phazed.game.referee import referee
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS, SEATS, Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phazed.game.games import Event
    from phazed.game.view import View

    Watch = Callable[[Iterable[Event]], Iterable[Event]]

FIGURES = (("@greedy", "@random", "@random", "@random"), ("@greedy",) * SEATS, ("@expert", *("@greedy",) * 3))
PLAYERS = ", ".join(f"@{name}" for name in BOTS)


class Entry:
    def __init__(self, name: str) -> None:
        self.name = name
        self.wins = 0.0
        self.places: list[int] = []
        self.errors = self.plays = 0
        self.seconds = self.longest = 0.0
        self.due: Counter[int] = Counter()
        self.completed: Counter[int] = Counter()

    def seated(self, rules: Ruleset, seed: str) -> Any:
        """Create the player for one game, with a timer; a bot from a file has its own process."""
        if not self.name.startswith("@"):
            return make_players(MatchJob(0, rules.name, seed, (load_entrant(self.name),)))[0]
        name, _, worlds = self.name.partition(":")
        if worlds:
            return self._timed(ExpertBot(rules, seed, Effort(int(worlds))).choose)
        return self._timed(make(name, rules, seed).choose)

    def add(self, other: Entry) -> None:
        """Add the counts of another entry for the same player."""
        self.wins += other.wins
        self.places += other.places
        self.errors += other.errors
        self.plays += other.plays
        self.seconds += other.seconds
        self.longest = max(self.longest, other.longest)
        self.due += other.due
        self.completed += other.completed

    def _timed(self, choose: Any) -> Any:
        entry = self

        class Timed:
            def choose(self, view: View) -> Any:
                start = time.process_time()
                play = choose(view)
                taken = time.process_time() - start
                entry.seconds += taken
                entry.longest = max(entry.longest, taken)
                entry.plays += 1
                return play

        return Timed()


def seat_of(entry: int, game: int) -> int:
    """Return a player's seat in a game, given its index in the command; each player has every seat equally often."""
    return (entry - game) % SEATS


def play(
    rules: Ruleset, names: tuple[str, ...], seed: str, game: int, watch: Watch | None = None
) -> tuple[int, list[Entry]]:
    """Play one game through `watch`, if given; return the number of hands and the statistics of every player."""
    entries = [Entry(name) for name in names]
    order = sorted(entries, key=lambda entry: seat_of(entries.index(entry), game))
    players = [entry.seated(rules, f"{seed}/{game}/{seat}") for seat, entry in enumerate(order)]
    hands = 0
    events = referee(rules, players, shuffles(rules, f"{seed}/{game}"))
    for event in watch(events) if watch else events:
        if isinstance(event, Dealt):
            before = event.standing
        elif isinstance(event, HandEnded):
            hands += 1
            count_phases(order, before, event.standing)
        elif isinstance(event, GameEnded):
            count_places(order, event)
    for entry, player in zip(order, players):
        if isinstance(player, SandboxedPlayer):
            player.close()
            entry.plays, entry.seconds, entry.longest, *_ = player.report()
    return hands, entries


def count_phases(order: list[Entry], before: Standing, after: Standing) -> None:
    rules = before.rules
    for seat, entry in enumerate(order):
        for phase in (0,) if rules.any_order else rules.due(before.status[seat]):
            entry.due[phase] += 1
            entry.completed[phase] += after.status[seat] != before.status[seat]


def count_places(order: list[Entry], event: GameEnded) -> None:
    if event.error is not None:
        order[event.error.seat].errors += 1
        return
    ranks = event.standing.ranks
    for entry, rank in zip(order, ranks):
        entry.places.append(rank)
        entry.wins += (rank == 1) / ranks.count(1)


def report(rules: Ruleset, entries: list[Entry], games: int, hands: int) -> None:
    print(f"{rules.name}: {games} games, {hands / games:.2f} hands per game")
    for entry in entries:
        count = max(len(entry.places), 1)
        rate, place = entry.wins / count, sum(entry.places) / count
        spread = math.sqrt(sum((each - place) ** 2 for each in entry.places) / count / count)
        phases = " ".join(f"{100 * entry.completed[p] / entry.due[p]:.0f}" for p in sorted(entry.due))
        print(
            f"  {entry.name:12} wins {rate:6.1%} ± {1.96 * math.sqrt(rate * (1 - rate) / count):.1%}"
            f"  rank {place:.2f} ± {1.96 * spread:.2f}  phases % {phases}"
            f"  {entry.seconds / max(entry.plays, 1) * 1e3:.2f} ms per play, at most {entry.longest * 1e3:.0f}"
            f"  {entry.errors} errors"
        )


def run(rules: Ruleset, names: tuple[str, ...], games: int, seed: str, jobs: int) -> None:
    entries = [Entry(name) for name in names]
    hands = played = 0
    begin = time.monotonic()
    one = partial(play, rules, names, seed)
    with ExitStack() as stack:
        results: Iterator[tuple[int, list[Entry]]] = map(one, range(games))
        if jobs > 1:
            results = stack.enter_context(Pool(jobs)).imap_unordered(one, range(games))
        try:
            for count, counted in results:
                hands += count
                played += 1
                for entry, more in zip(entries, counted):
                    entry.add(more)
                if sys.stderr.isatty():
                    left = (time.monotonic() - begin) / played * (games - played)
                    print(f"\r{played} of {games} games, {left:.0f} s left ", end="", file=sys.stderr, flush=True)
        finally:
            if sys.stderr.isatty():
                print("\r\033[K", end="", file=sys.stderr)
            if played:
                report(rules, entries, played, hands)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("players", nargs="*", metavar="PLAYER", help=f"four of {PLAYERS}, or .py files")
    parser.add_argument("--game", choices=list(RULESETS), help="play only this game")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=1, help="number of worker processes")
    chosen = parser.parse_args()
    if len(chosen.players) not in (0, SEATS):
        parser.error(f"expected four players, not {len(chosen.players)}")
    try:
        for rules in [RULESETS[chosen.game]] if chosen.game else RULESETS.values():
            for names in [tuple(chosen.players)] if chosen.players else FIGURES:
                run(rules, names, chosen.games, chosen.seed, chosen.jobs)
    except PhazedError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
