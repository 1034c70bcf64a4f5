"""The overhead of the arena: starting a bot, calling it, refereeing a match, and a tournament of 432 small bots.

The CPU time of a match between sandboxed bots, in all processes, is compared with that of the same bots called in one
process. The two alternate in one run, because times vary on a shared machine, but their ratio varies much less.

    python benchmarks/arena.py
    python benchmarks/arena.py --matches 5000      a longer tournament, to show that the parent's memory is constant

The share of referee and transport is the share of the wall-clock time in which no bot is computing, with bots that
compute for 0.3 ms per play. Everything runs on one core.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from phazed.arena.entrants import LoadedEntrants
from phazed.arena.executors.pool import ResilientPool
from phazed.arena.jobs import MatchJob
from phazed.arena.match import play
from phazed.arena.tournament import Settings, Tournament
from phazed.bots import make
from phazed.game.games import Played, shuffles
from phazed.game.referee import play_game, referee
from phazed.game.view import View, view
from phazed.rules.rulesets import PHAZED
from phazed.sandbox.limits import Limits
from phazed.sandbox.wire import Wire
from phazed.sandbox.workspace import workspace
from phazed.storage.entrant import Entrant

THINKS = 0.0003
SMALL = """
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    values = {"A": 25, "0": 10, "J": 11, "Q": 12, "K": 13}
    return (5, max(hand, key=lambda card: values.get(card[0]) or int(card[0])))
"""
THINKING = f"""
from time import perf_counter
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    end = perf_counter() + {THINKS}
    while perf_counter() < end:
        pass
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    return (5, hand[0])
"""


def bot(name: str, source: str) -> Entrant:
    return Entrant(name, "bot.py", (("bot.py", source.encode()),))


def long_view(turns: int) -> View:
    """Return a view with this many turns in its history."""
    for event in referee(PHAZED, [make("random", PHAZED, seat) for seat in range(4)], shuffles(PHAZED, 1)):
        if isinstance(event, Played) and len(event.before.history) == turns:
            return view(event.before, event.before.seat)
    raise AssertionError(turns)


def starts(count: int) -> float:
    """Return the seconds needed to start and import a small bot."""
    taken = []
    for _ in range(count):
        begun = time.perf_counter()
        process = workspace().start(bot("small", SMALL), ["phazed_play"], Limits(), "1")
        process.begin()
        taken.append(time.perf_counter() - begun)
        process.free()
    return statistics.median(taken)


def calls(turns: int, count: int) -> float:
    """Return the seconds needed to call a bot that does nothing, with this many turns of history."""
    seen, wire = long_view(turns), Wire()
    nothing = "def phazed_play(*_):\n    return (1, None)\n"
    process = workspace().start(bot("nothing", nothing), ["phazed_play"], Limits(), "1")
    process.begin()
    taken = []
    for _ in range(count):
        begun = time.perf_counter()
        process.call("phazed_play", wire.encode(seen))
        taken.append(time.perf_counter() - begun)
    process.free()
    return statistics.median(taken)


def share(matches: int) -> tuple[float, int]:
    """Return the minimum share of a match's time in which no bot is computing, and its number of plays."""
    shares = []
    for number in range(matches):
        begun = time.perf_counter()
        report = play(MatchJob(number, "phazed", str(number), (bot("thinking", THINKING),) * 4))
        taken = time.perf_counter() - begun
        plays = sum(seat.plays for seat in report.seats)
        shares.append(1 - plays * THINKS / taken)
    return min(shares), plays


def in_one_process(matches: int) -> float:
    """Return the CPU seconds of a match between small bots that are called directly."""
    names: dict[str, Any] = {}
    exec(SMALL, names)
    begun = time.process_time()
    for number in range(matches):
        play_game(PHAZED, [names["phazed_play"]] * 4, seed=str(number))
    return (time.process_time() - begun) / matches


def in_sandboxes(matches: int) -> float:
    """Return the CPU seconds, in all processes, of the same match between sandboxed bots."""
    begun = time.process_time() + children()
    for number in range(matches):
        play(MatchJob(number, "phazed", str(number), (bot("small", SMALL),) * 4))
    workspace().server.close()  # the CPU time of the zygote and its bots is known only after it has exited
    return (time.process_time() + children() - begun) / matches


def children() -> float:
    """Return the CPU seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def compare(rounds: int, matches: int) -> None:
    pairs = [(in_one_process(matches), in_sandboxes(matches)) for _ in range(rounds)]
    ratio = statistics.median(sandboxed / direct for direct, sandboxed in pairs)
    rate = 1 / statistics.median(sandboxed for _, sandboxed in pairs)
    print(f"matches of small bots per CPU second: {rate:.1f}; {ratio:.1f} times the CPU time in one process")


def resident() -> float:
    """Return the resident memory of this process in megabytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


def tournament(bots: int, matches: int) -> None:
    entrants = LoadedEntrants(tuple(bot(f"bot {number}", f"{SMALL}# {number}\n") for number in range(bots)), {})
    with tempfile.TemporaryDirectory() as folder:
        run = Tournament.open(Path(folder), entrants, Settings(matches=4 * -(-matches // bots)))
        begun = time.perf_counter()

        def on_progress(run: Tournament) -> None:
            if run.played % max(1, matches // 5) == 0:
                rate = run.played / (time.perf_counter() - begun)
                print(f"  {run.played:6} matches: {rate:5.1f} per second, the parent uses {resident():.0f} MB")
            if run.played >= matches:
                raise KeyboardInterrupt

        with ResilientPool(1) as pool, suppress(KeyboardInterrupt):
            run.run(pool, max_pending=2, on_progress=on_progress)
        run.store.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=200, help="matches in the tournament")
    chosen = parser.parse_args()
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    print(f"a bot starts in {starts(100) * 1e3:.1f} ms")
    for turns in (10, 40, 120):
        print(f"a call with {turns} turns: {calls(turns, 2000) * 1e6:.0f} µs")
    part, plays = share(5)
    print(f"referee and transport: {part:.1%} of a match of {plays} plays of {THINKS * 1e3} ms")
    compare(7, 10)
    print("432 small bots:")
    tournament(432, chosen.matches)
    return 0


if __name__ == "__main__":
    sys.exit(main())
