"""How strong players are: four of them play game after game, each in every seat equally often.

    python benchmarks/strength.py @greedy @random @random @random --games 200
    python benchmarks/strength.py my_bot.py @greedy @greedy @greedy --game phasedout --seed 7
    python benchmarks/strength.py                  the built-in players against each other, in all three games

For every player: games won (a shared first place counts as its share), mean place, how often the phase due was
completed in a hand, phase by phase (in the bonus game, any phase), and the CPU time of a play. Intervals are for 95 %.
Ctrl-C shows what has been played so far.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from phazed.bots import make
from phazed.bots.files import load_player
from phazed.game.games import Dealt, GameEnded, HandEnded, Standing, shuffles
from phazed.game.referee import referee
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS, SEATS, Ruleset

if TYPE_CHECKING:
    from phazed.game.view import View

FIGURES = (("@greedy", "@random", "@random", "@random"), ("@greedy",) * SEATS)


class Entry:
    """A player and all that is counted of it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.wins = 0.0
        self.places: list[int] = []
        self.errors = self.plays = 0
        self.seconds = 0.0
        self.due: Counter[int] = Counter()
        self.completed: Counter[int] = Counter()

    def seated(self, rules: Ruleset, seed: str) -> Any:
        """The player for one game, with a clock."""
        if self.name.endswith(".py"):
            player = load_player(Path(self.name), rules)
            return self._timed(lambda view: player(*view.to_course()))
        return self._timed(make(self.name, rules, seed).choose)

    def _timed(self, choose: Any) -> Any:
        entry = self

        class Timed:
            def choose(self, view: View) -> Any:
                start = time.process_time()
                play = choose(view)
                entry.seconds += time.process_time() - start
                entry.plays += 1
                return play

        return Timed()


def play(rules: Ruleset, entries: list[Entry], game: int, seed: str) -> int:
    """Play one game, count it, and return its number of hands."""
    order = [entries[(seat + game) % SEATS] for seat in range(SEATS)]
    players = [entry.seated(rules, f"{seed}/{game}/{seat}") for seat, entry in enumerate(order)]
    hands = 0
    for event in referee(rules, players, shuffles(rules, f"{seed}/{game}")):
        if isinstance(event, Dealt):
            before = event.standing
        elif isinstance(event, HandEnded):
            hands += 1
            count_phases(order, before, event.standing)
        elif isinstance(event, GameEnded):
            count_places(order, event)
    return hands


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
    print(f"{rules.name}: {games} games, {hands / games:.2f} hands a game")
    for entry in entries:
        count = max(len(entry.places), 1)
        rate, place = entry.wins / count, sum(entry.places) / count
        spread = math.sqrt(sum((each - place) ** 2 for each in entry.places) / count / count)
        phases = " ".join(f"{100 * entry.completed[p] / entry.due[p]:.0f}" for p in sorted(entry.due))
        print(
            f"  {entry.name:12} wins {rate:6.1%} ± {1.96 * math.sqrt(rate * (1 - rate) / count):.1%}"
            f"  place {place:.2f} ± {1.96 * spread:.2f}  phases % {phases}"
            f"  {entry.seconds / max(entry.plays, 1) * 1e6:.0f} µs a play  {entry.errors} errors"
        )


def run(rules: Ruleset, names: tuple[str, ...], games: int, seed: str) -> None:
    entries = [Entry(name) for name in names]
    hands = played = 0
    begin = time.monotonic()
    try:
        for game in range(games):
            hands += play(rules, entries, game, seed)
            played += 1
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
    parser.add_argument("players", nargs="*", metavar="PLAYER", help="four of @greedy, @random, or .py files")
    parser.add_argument("--game", choices=list(RULESETS), help="one game only")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", default="0")
    chosen = parser.parse_args()
    if len(chosen.players) not in (0, SEATS):
        parser.error(f"name four players, not {len(chosen.players)}")
    try:
        for rules in [RULESETS[chosen.game]] if chosen.game else RULESETS.values():
            for names in [tuple(chosen.players)] if chosen.players else FIGURES:
                run(rules, names, chosen.games, chosen.seed)
    except PhazedError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
