"""Small tournaments for tests: bots as files, and simulated matches, since real ones take longer."""

from __future__ import annotations

import zlib
from random import Random

from phazed.arena.entrants import LoadedEntrants
from phazed.arena.executors.pool import InProcess
from phazed.arena.tournament import Settings, Tournament
from phazed.game.games import PlayerError
from phazed.storage.entrant import Entrant
from phazed.storage.results.rows import MatchReport, SeatReport

FUNCTIONS = ("phazed_play", "phazed_bonus", "phasedout_play")
SIMPLE = """
def play(player_id, table, turn_history, phase_status, hand, discard):
    mine = turn_history[-1][1] if turn_history and turn_history[-1][0] == player_id else []
    return (5, hand[0]) if any(kind in (1, 2) for kind, _ in mine) else (1, None)

phazed_play = phazed_bonus = phasedout_play = play
"""
"""A bot that draws a card and discards another, in every game."""


def tires(turns: int) -> str:
    """A bot that does the same for so many turns, then prints a line and fails."""
    return f"""
left = {turns}

def play(player_id, table, turn_history, phase_status, hand, discard):
    global left
    mine = turn_history[-1][1] if turn_history and turn_history[-1][0] == player_id else []
    if not any(kind in (1, 2) for kind, _ in mine):
        left -= 1
        if left < 0:
            print("I am so tired")
            raise RuntimeError("no more")
        return (1, None)
    return (5, hand[0])

phazed_play = phazed_bonus = phasedout_play = play
"""


def write_bots(folder, **sources):
    """Write bots as files to a folder, and return the folder."""
    folder.mkdir(exist_ok=True)
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source)
    return folder


def make_bots(count: int = 6, bad: int = 0, **problems: str) -> LoadedEntrants:
    """`count` bots, the first `bad` of which make errors."""
    names = [f"bad{number}" if number < bad else f"bot{number}" for number in range(count)]
    return LoadedEntrants(tuple(Entrant(name, "bot.py", (("bot.py", name.encode()),)) for name in names), problems)


def pretend(job) -> MatchReport:
    """Simulate a match: the numbers in the names are strengths, and bad bots make errors."""
    random = Random(f"{job.seed}/{[each.name for each in job.entrants]}")
    offenders = [seat for seat, each in enumerate(job.entrants) if "bad" in each.name and random.random() < 0.7]
    results = [round(random.gauss(int(each.name[3:]), 2)) for each in job.entrants]
    ranks = tuple(1 + sum(other > result for other in results) for result in results)
    hands = random.randint(1, 9)
    error = None
    if offenders:
        number = random.randint(1, 3)
        error = PlayerError(offenders[0], "illegal", f"reason {number}", "phazed_play()", "(9, 9)", "")
    return MatchReport(
        match=job.match,
        ranks=None if error else ranks,
        error=error,
        scores=tuple(random.randint(0, 500) for _ in results),
        completed=(1, 2, 3, 4),
        hands=hands,
        endings={"out of cards": hands},
        seats=tuple(SeatReport(9, 0.9, 0.2, 1000 + seat, "hello", ((3, 1), (2, 0)), 1.2) for seat in range(4)),
        seconds=random.random(),
        record=zlib.compress(b"{}"),
    )


def played(folder, bots=None, settings=None, executor=None, **options) -> Tournament:
    """Play a tournament to its end, or to an interruption."""
    opened = {name: options.pop(name) for name in ("changes", "replay_spoilt", "ask") if name in options}
    tournament = Tournament.open(folder, bots or make_bots(), settings or Settings(matches=8), **opened)
    try:
        tournament.run(executor or InProcess(), max_pending=4, **options)
    except BaseException:
        tournament.store.close()
        raise
    return tournament


def outcome(store):
    """All results of a tournament, without times."""
    return (
        store.bots,
        store.rounds,
        store.database.connection.execute(
            "SELECT number, round, offender, hands, endings, record FROM matches ORDER BY number"
        ).fetchall(),
        store.database.connection.execute(
            "SELECT match, seat, bot, rank, points, completed, plays, printed, phases FROM seats ORDER BY match, seat"
        ).fetchall(),
        store.database.connection.execute("SELECT * FROM errors ORDER BY match").fetchall(),
    )
