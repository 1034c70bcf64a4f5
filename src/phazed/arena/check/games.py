"""The games of a bot being checked, each against three copies of one built-in player, with all calls recorded.

As in a tournament, an error ends a game, and the bot is out after a certain number of errors.
"""

from __future__ import annotations

import marshal
from collections import Counter
from heapq import nlargest
from itertools import takewhile
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any

from phazed.answers.check import Evidence, Matchup, Plays, Repeated, Side, SlowPlay, Times
from phazed.arena.check.problems import Problems
from phazed.arena.match import Tally
from phazed.bots import make
from phazed.bots.expert import ExpertBot
from phazed.game.games import GameEnded, Played, shuffles
from phazed.game.referee import called, referee
from phazed.game.view import in_course_form, view
from phazed.intervals import wilson
from phazed.rules.errors import shown
from phazed.rules.plays import DISCARD, KINDS, LAY_PHASE
from phazed.rules.rulesets import SEATS, ruleset
from phazed.sandbox.wire import PLAIN, Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phazed.arena.check.bot_session import Answer, BotSession
    from phazed.bots.thinking import Effort
    from phazed.game.games import PlayerError, Standing
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.storage.results.rows import Seat

OPPONENTS = {"@greedy": 1, "@random": 2, "@expert": 3}
"""Built-in opponents, and the divisor of the number of games against each. Games against the greedy player are the most
useful."""
BY_STRENGTH = ("@random", "@greedy", "@expert")
MAX_TIMEOUTS = 3
"""Number of timeouts after which no more games are started: each takes long and shows nothing new."""
MAX_ERRORS = 10
"""Number of errors after which no more games are started; in a tournament the bot would be out."""
REPEATED_CALLS = 8
MAX_REPEAT_SECONDS = 5.0
"""Wall-clock seconds after which no more calls are repeated."""
NOT_REPEATED = Repeated(0, 0, 0, "", ())
SLOWEST = 3
MAX_VIEWS = 4000
"""Maximum number of views kept for repeating calls."""
PERCENTILE = 0.95


class CallLog:
    """A record of the calls to the bot's play function."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.views: list[View] = []
        self.seconds: list[float] = []
        """CPU time of each call, in seconds."""
        self.matches: list[float] = []
        """Total CPU time of each match, in seconds."""
        self.slowest: list[tuple[float, int, View]] = []
        self.changed: list[View] = []
        """Calls in which the bot changed its arguments."""
        self.held: list[tuple[View, Play]] = []
        """Turns that ended without laying a phase that the bot held, with the play that would have laid it."""

    def add(self, seen: View, answer: Answer) -> None:
        """Record a call and its answer."""
        if len(self.views) < MAX_VIEWS:
            self.views.append(seen)
        self.seconds.append(answer.seconds)
        self.slowest = nlargest(SLOWEST, [*self.slowest, (answer.seconds, -len(self.seconds), seen)])
        if answer.changed:
            self.changed.append(seen)

    def turn_ended(self, seen: View) -> None:
        """Record the turn if the bot could have laid a phase before its discard."""
        if seen.table[seen.seat][0] is not None:
            return
        for play in takewhile(lambda play: play[0] == LAY_PHASE, seen.legal_plays):  # they come first
            if seen.rules.declared(play[1], seen.status[seen.seat])[0] not in seen.rules.accumulation_phases:
                self.held.append((seen, play))
                return

    def call(self, seen: View) -> str:
        """Return the call as Python code."""
        return called(self.function, seen.to_course())

    @property
    def times(self) -> Times:
        ordered = sorted(self.seconds) or [0.0]
        return Times(
            sum(ordered) / len(ordered),
            ordered[int(PERCENTILE * (len(ordered) - 1))],
            ordered[-1],
            max(self.matches, default=0.0),
            tuple(SlowPlay(seconds, self.call(seen)) for seconds, _, seen in self.slowest),
        )

    @property
    def changed_arguments(self) -> Evidence:
        return Evidence(len(self.changed), self.call(min(self.changed, key=_turns))) if self.changed else Evidence(0)

    @property
    def held_phases(self) -> Evidence:
        if not self.held:
            return Evidence(0)
        seen, play = min(self.held, key=lambda each: _turns(each[0]))
        return Evidence(len(self.held), self.call(seen), shown(in_course_form(play), most=300))


def _turns(seen: View) -> int:
    return len(seen.history)


class RecordedPlayer:
    """The bot as a player, in a new process and with all calls recorded."""

    def __init__(self, session: BotSession, seed: str, log: CallLog) -> None:
        self._session = session
        self._seed = seed
        self.log = log
        self._wire = Wire()
        self.seconds = 0.0
        session.stop()

    def choose(self, seen: View) -> Any:
        """Return the bot's answer, which may be anything."""
        answer = self._session.call(self.log.function, self._wire.encode(seen), self._seed)
        if answer.offence:
            raise answer.offence
        self.seconds += answer.seconds
        self.log.add(seen, answer)
        return answer.value


class OpponentTally:
    """Counts from the games against three copies of one built-in player."""

    def __init__(self, rules: Ruleset, opponent: str) -> None:
        self.rules = rules
        self.opponent = opponent
        self.games = self.errors = 0
        self.won = 0.0
        sides = (True, False)
        self._hands = dict.fromkeys(sides, 0)
        self._points = dict.fromkeys(sides, 0)
        self._plays: dict[bool, Counter[int]] = {side: Counter() for side in sides}
        self._due = {side: [(0, 0)] * len(rules.phases) for side in sides}

    def play(
        self, player: RecordedPlayer, others: Sequence[Any], seat: Seat, seed: str, deadline: float
    ) -> PlayerError | None:
        """Play a game, until the deadline at the latest, with the bot in the given seat; return its error, if any."""
        players = [*others[:seat], player, *others[seat:]]
        tally, plays = Tally(self.rules), {True: Counter[int](), False: Counter[int]()}
        for event in tally.count(referee(self.rules, players, shuffles(self.rules, seed))):
            if isinstance(event, Played):
                if monotonic() > deadline:
                    return None
                own = event.before.seat == seat
                plays[own][event.play[0]] += 1
                if own and event.play[0] == DISCARD:
                    player.log.turn_ended(view(event.before, seat))
            elif isinstance(event, GameEnded):
                standing, error = event
        self._count(standing, error, seat, tally)
        for own, count in plays.items():
            self._plays[own].update(count)
        return error

    def _count(self, standing: Standing, error: PlayerError | None, seat: Seat, tally: Tally) -> None:
        self.games += 1
        self.errors += error is not None
        if error is None and standing.ranks[seat] == 1:
            self.won += 1 / standing.ranks.count(1)
        for each in range(SEATS):
            own = each == seat
            self._hands[own] += standing.hands
            self._points[own] += standing.scores[each]
            self._due[own] = [
                (due + more, done + too) for (due, done), (more, too) in zip(self._due[own], tally.phases(each))
            ]

    @property
    def matchup(self) -> Matchup:
        low, high = wilson(self.won, self.games)
        own, theirs = self._side(own=True), self._side(own=False)
        return Matchup(self.opponent, self.games, self.won, low, high, self.errors, own, theirs)

    def _side(self, *, own: bool) -> Side:
        plays = tuple(self._plays[own][kind] for kind in KINDS)
        return Side(self._hands[own], self._points[own], tuple(self._due[own]), plays)


class GameCheck:
    """The check of how a bot plays one ruleset."""

    def __init__(
        self,
        session: BotSession,
        game: str,
        seed: str,
        effort: Effort,
        on_progress: Callable[[str, int, int], None],
    ) -> None:
        self.session = session
        self.rules = ruleset(game)
        self.seed = seed
        self.effort = effort
        self.on_progress = on_progress
        self.log = CallLog(ruleset(game).play_function)

    def play(self, games: int, seconds: float) -> Plays:
        """Play the scheduled games within the given time, then repeat some of the calls."""
        deadline = monotonic() + seconds
        game, problems = self.rules.name, Problems(self.log.function, self.session.context)
        planned = list(schedule(games))
        tallies = {opponent: OpponentTally(self.rules, opponent) for opponent in BY_STRENGTH if opponent in OPPONENTS}
        stopped = ""
        for number, (opponent, seat) in enumerate(planned):
            errors = sum(tally.errors for tally in tallies.values())
            if errors >= MAX_ERRORS:
                stopped = (
                    f"No more games were started after {MAX_ERRORS} errors; in a tournament, the bot would be out."
                )
                break
            if problems.timeouts >= MAX_TIMEOUTS:
                stopped = f"No more games were started after {MAX_TIMEOUTS} timeouts."
                break
            if monotonic() > deadline:
                played = sum(tally.games for tally in tallies.values())
                stopped = (
                    f"{played} of {len(planned)} planned games were completed within {seconds:g} s. With --games, "
                )
                stopped += "there is no time limit."
                break
            self.on_progress(f"playing {game} against {opponent}", number, len(planned))
            error = self._play_game(tallies[opponent], number, seat, deadline)
            if error is not None:
                problems.add(error)
        self.on_progress(f"playing {game}", len(planned), len(planned))
        return Plays(
            game=game,
            function=self.log.function,
            games=sum(tally.games for tally in tallies.values()),
            errors=sum(tally.errors for tally in tallies.values()),
            problems=problems.found,
            calls=len(self.log.seconds),
            changed=self.log.changed_arguments,
            held=self.log.held_phases,
            repeated=NOT_REPEATED if problems.timeouts else self._repeat_calls(),
            times=self.log.times,
            matchups=tuple(tally.matchup for tally in tallies.values()),
            stopped=stopped,
        )

    def _play_game(self, tally: OpponentTally, number: int, seat: Seat, deadline: float) -> PlayerError | None:
        seed = f"{self.seed}/{self.rules.name}/{tally.opponent}/{number}"
        others: list[Any] = [
            ExpertBot(self.rules, f"{seed}/{each}", self.effort)
            if tally.opponent == "@expert"
            else make(tally.opponent, self.rules, f"{seed}/{each}")
            for each in range(SEATS - 1)
        ]
        player = RecordedPlayer(self.session, f"{seed}/{seat}", self.log)
        error = tally.play(player, others, seat, seed, deadline)
        self.log.matches.append(player.seconds)
        return error

    def _repeat_calls(self) -> Repeated:
        """Repeat some calls, each twice in one new process and once in another."""
        step = max(len(self.log.views) // REPEATED_CALLS, 1)
        asked, elsewhere, again, begun = 0, 0, 0, monotonic()
        call = ""
        answers: tuple[str, ...] = ()
        for number, seen in enumerate(self.log.views[step // 2 :: step][:REPEATED_CALLS]):
            if asked and monotonic() - begun > MAX_REPEAT_SECONDS:
                break
            self.on_progress("repeating calls", number, REPEATED_CALLS)
            given = [self._repeat(seen, seed, fresh=fresh) for seed, fresh in (("1", True), ("1", False), ("2", True))]
            first, second, other = (each.text(is_play=True) for each in given)
            asked += 1
            elsewhere += first != other
            again += first != second
            if not call and len({first, second, other}) > 1:
                call = self.log.call(seen)
                answers = (first, other) if first != other else (first, second)
        return Repeated(asked, elsewhere, again, call, answers)

    def _repeat(self, seen: View, seed: str, *, fresh: bool) -> Answer:
        if fresh:
            self.session.stop()
        arguments = marshal.dumps(seen.to_course(), PLAIN)
        return self.session.call(self.log.function, arguments, f"{self.seed}/again/{seed}")


def schedule(games: int) -> Iterator[tuple[str, Seat]]:
    """Yield the opponent and seat for each game; `games` is the number of games against @greedy.

    >>> Counter(opponent for opponent, _ in schedule(24))
    Counter({'@greedy': 24, '@random': 12, '@expert': 8})
    >>> list(schedule(1))
    [('@greedy', 0), ('@random', 0), ('@expert', 0)]
    """
    counts = {opponent: ceil(games / part) for opponent, part in OPPONENTS.items()}
    for first in range(0, max(counts.values()), SEATS):
        for opponent, count in counts.items():
            yield from ((opponent, number % SEATS) for number in range(first, min(first + SEATS, count)))
