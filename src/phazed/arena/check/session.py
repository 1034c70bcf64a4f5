"""The check of one bot, for whoever wrote it: does it work, is it right, and why does it lose.

The bot runs in its cell all the time. It is imported, asked the questions of `examples` as far as it defines those
functions, and plays against the house with every call watched. One error ends a game, as in a tournament; other games
are begun until there are as many errors as put a bot out.
"""

from __future__ import annotations

import marshal
import re
from collections import Counter
from difflib import get_close_matches
from heapq import nlargest
from itertools import islice, takewhile
from math import ceil
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.check.findings import (
    Answers,
    Checked,
    Evidence,
    Fare,
    Plays,
    Problem,
    Repeated,
    Side,
    Slow,
    Times,
    Wrong,
)
from phazed.arena.check.findings import interval as interval_of
from phazed.arena.check.questions import EXAMPLES, FUNCTIONS, made, why
from phazed.arena.entrants import BadBot
from phazed.arena.match import Tally
from phazed.bots import make
from phazed.bots.expert import ExpertBot
from phazed.bots.thinking import Effort
from phazed.game.games import GameEnded, Played, shuffles
from phazed.game.pasted import game_and_question
from phazed.game.referee import COURSE_NAMES, Offence, called, referee
from phazed.game.view import in_course_form, view
from phazed.rules.errors import shown
from phazed.rules.plays import DISCARD, KINDS, LAY_PHASE
from phazed.rules.rulesets import SEATS, ruleset
from phazed.sandbox.limits import Limits
from phazed.sandbox.wire import PLAIN, Wire
from phazed.sandbox.workspace import house

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phazed.arena.check.questions import Question
    from phazed.arena.entrants import Entrant
    from phazed.game.games import PlayerError, Standing
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.sandbox.server import Cell

    Told = Callable[[str, int, int], None]

LIMITS = Limits()
BRIEF = Effort(worlds=50, seconds=0.2)
"""How much the expert thinks: with its usual effort a game of three of them takes half a minute."""
OPPONENTS = {"@greedy": 1, "@random": 2, "@expert": 3}
"""Against whom, and of how many games one: against the greedy player most can be learned in little time."""
BY_STRENGTH = ("@random", "@greedy", "@expert")
MADE = 200
"""Questions made from games, for each function."""
ENOUGH_SECONDS = 5.0
"""A function that took so long, by the clock on the wall, is asked no more."""
ENOUGH_ENDS = 3
"""Nor is one that has ended its process, or was too slow, so often."""
MOST_ERRORS = 10
"""So many errors put a bot out of a tournament."""
SAME_CALLS = 8
SLOWEST = 3
MOST_VIEWS = 4000
"""From so many the calls are taken that are made again."""
ALMOST_ALL = 0.95
NEARLY = 0.75
"""How alike a name must be to one of the course's to be mentioned."""
_PARTICULARS = re.compile(r"""(?:\b(?:[2-90JQKA][SHDC]|ZZ)\b[ ,]*)+|'[^']*'|"[^"]*"|(?<!rule )\b\d+\b(?!\.\d)""")


def check(
    bot: Entrant,
    game: str | None = None,
    *,
    games: int = 24,
    seed: str = "0",
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
    told: Told | None = None,
    effort: Effort = BRIEF,
    seconds: float = 90.0,
) -> Checked:
    """Check the bot: all games that it can play, or the one named.

    `games` are played against three greedy players, fewer against the others; if it plays several games, they share
    them. After `seconds` games are broken off. `told` hears what is being done, and how much of how much is done.
    """
    if bot.built_in:
        raise BadBot(f"{bot.name} is a built-in player: check a bot's file or folder")
    wanted = FUNCTIONS if game is None else tuple(_functions_of(ruleset(game)))
    desk = Desk(bot, wanted, limits, packages, trusted=trusted)
    try:
        return _Check(desk, game, seed, told or _nobody, effort).all(games, seconds)
    finally:
        desk.leave()


def _functions_of(rules: Ruleset) -> Iterator[str]:
    return (name for name in FUNCTIONS if game_and_question(name)[0] is rules)


def _nobody(what: str, done: int, total: int) -> None:
    """Who is told when nobody wants to know."""


class Said(NamedTuple):
    """What the bot answered, or how it failed."""

    answer: Any
    offence: Offence | None = None
    changed: bool = False
    seconds: float = 0.0

    def words(self, *, plays: bool) -> str:
        """What it said, as Python prints it; of a play, the pair that will have become a list on the way."""
        if self.offence:
            return f"{self.offence.kind}: {self.offence.reason}"
        pair = plays and type(self.answer) is list
        return shown(tuple(self.answer) if pair else self.answer, most=300)


class Desk:
    """The bot's processes, one at a time, and what they used and printed."""

    def __init__(
        self, bot: Entrant, functions: Sequence[str], limits: Limits, packages: tuple[str, ...], *, trusted: bool
    ) -> None:
        self.bot = bot
        self.limits = limits
        self.wanted = tuple(functions)
        self.memory = 0
        self.printed = ""
        """Of the first process that printed anything after its import."""
        self.lines = 0
        """How many lines all of them printed."""
        self._packages = packages
        self._trusted = trusted
        self._cell: Cell | None = None
        self._at_import = 0

    def fresh(self, seed: str) -> Cell:
        """A new process, with the bot imported; `Offence` if that fails."""
        self.leave()
        rooms = house(self._packages)
        self._cell = cell = rooms.start(self.bot, self.wanted, self.limits, seed, trusted=self._trusted)
        cell.begin()
        self._at_import = len(cell.printed)
        return cell

    def ask(self, function: str, arguments: bytes, seed: str) -> Said:
        """What the bot says, in the process that there is, or else a new one."""
        try:
            cell = self._cell or self.fresh(seed)
            before = cell.cpu
            answer, changed = cell.watched(function, arguments)
            return Said(answer, None, changed, cell.cpu - before)
        except Offence as offence:
            if offence.kind != "exception":  # the process has ended, or who knows what it will send next
                self.leave()
            return Said(None, offence)

    def leave(self) -> None:
        """End the process."""
        cell, self._cell = self._cell, None
        if cell is not None:
            cell.close()
            self.memory = max(self.memory, cell.memory)
            text = cell.printed[self._at_import :]
            self.printed = self.printed or text
            self.lines += len(text.splitlines())
            cell.free()


class Problems:
    """Collects errors, those alike once."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Problem] = {}

    def add(self, error: PlayerError) -> None:
        """One more; of those alike the one with the shortest call is kept."""
        key = (error.kind, _likeness(error))
        before = self._found.get(key)
        times = before.times + 1 if before else 1
        if before is None or len(error.call) < len(before.call):
            before = Problem(error.kind, error.reason, times, error.call, error.answer, error.traceback)
        self._found[key] = before._replace(times=times)

    @property
    def found(self) -> tuple[Problem, ...]:
        """The most frequent first."""
        return tuple(sorted(self._found.values(), key=lambda problem: -problem.times))


def _likeness(error: PlayerError) -> str:
    """What is the same in errors that are alike: the line of the program, or the sentence without its cards and texts.

    Numbers do not count either, but for the rule's.
    """
    return _place(error.traceback) or _PARTICULARS.sub("#", error.reason)


def _place(traceback: str) -> str:
    """The line of the program in which an error arose."""
    return "".join(re.findall(r'File "[^"]*", line \d+', traceback)[-1:])


class Notes:
    """What is noted of the calls of one game's function."""

    def __init__(self, function: str) -> None:
        self.function = function
        self.views: list[View] = []
        self.seconds: list[float] = []
        self.matches: list[float] = []
        self.slowest: list[tuple[float, int, View]] = []
        self.changed: list[View] = []
        self.held: list[tuple[View, Play]] = []

    def add(self, seen: View, said: Said) -> None:
        """A call that was answered."""
        if len(self.views) < MOST_VIEWS:
            self.views.append(seen)
        self.seconds.append(said.seconds)
        self.slowest = nlargest(SLOWEST, [*self.slowest, (said.seconds, -len(self.seconds), seen)])
        if said.changed:
            self.changed.append(seen)

    def ended_turn(self, seen: View) -> None:
        """It throws a card: see whether it holds a phase that it could have laid instead."""
        if seen.table[seen.seat][0] is not None:
            return
        for play in takewhile(lambda play: play[0] == LAY_PHASE, seen.legal_plays):  # they come first
            if seen.rules.declared(play[1], seen.status[seen.seat])[0] not in seen.rules.total_phases:
                self.held.append((seen, play))
                return

    def call(self, seen: View) -> str:
        return called(self.function, seen.to_course())

    @property
    def times(self) -> Times:
        ordered = sorted(self.seconds) or [0.0]
        return Times(
            sum(ordered) / len(ordered),
            ordered[int(ALMOST_ALL * (len(ordered) - 1))],
            ordered[-1],
            max(self.matches, default=0.0),
            tuple(Slow(seconds, self.call(seen)) for seconds, _, seen in self.slowest),
        )

    def evidence(self, views: Sequence[View]) -> Evidence:
        """How many there are, and a short call of them."""
        return Evidence(len(views), self.call(min(views, key=_turns))) if views else Evidence(0)

    @property
    def held_phases(self) -> Evidence:
        if not self.held:
            return Evidence(0)
        seen, play = min(self.held, key=lambda each: _turns(each[0]))
        return Evidence(len(self.held), self.call(seen), shown(in_course_form(play), most=300))


def _turns(seen: View) -> int:
    return len(seen.history)


class Watched:
    """The bot as a player, in a process of its own for the game, each call noted."""

    def __init__(self, desk: Desk, seed: str, notes: Notes) -> None:
        self._desk = desk
        self._seed = seed
        self.notes = notes
        self._wire = Wire()
        self.seconds = 0.0
        desk.leave()

    def choose(self, seen: View) -> Any:
        """Its answer, whatever it is."""
        said = self._desk.ask(self.notes.function, self._wire.encode(seen), self._seed)
        if said.offence:
            raise said.offence
        self.seconds += said.seconds
        self.notes.add(seen, said)
        return said.answer


class Table:
    """Counts what happens in games against three of one player."""

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

    def play(self, player: Watched, others: Sequence[Any], seat: int, seed: str, deadline: float) -> PlayerError | None:
        """One game with the bot at that seat; its error, if it makes one. At the deadline the game is broken off."""
        players = [*others[:seat], player, *others[seat:]]
        tally, plays = Tally(self.rules), {True: Counter[int](), False: Counter[int]()}
        for event in tally.counted(referee(self.rules, players, shuffles(self.rules, seed))):
            if isinstance(event, Played):
                if monotonic() > deadline:
                    return None
                own = event.before.seat == seat
                plays[own][event.play[0]] += 1
                if own and event.play[0] == DISCARD:
                    player.notes.ended_turn(view(event.before, seat))
            elif isinstance(event, GameEnded):
                standing, error = event
        self._count(standing, error, seat, tally)
        for own, count in plays.items():
            self._plays[own].update(count)
        return error

    def _count(self, standing: Standing, error: PlayerError | None, seat: int, tally: Tally) -> None:
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
    def fare(self) -> Fare:
        low, high = interval_of(self.won, self.games)
        return Fare(
            self.opponent,
            self.games,
            self.won,
            low,
            high,
            self.errors,
            self._side(own=True),
            self._side(own=False),
        )

    def _side(self, *, own: bool) -> Side:
        plays = tuple(self._plays[own][kind] for kind in KINDS)
        return Side(self._hands[own], self._points[own], tuple(self._due[own]), plays)


class _Check:
    """One check, step by step."""

    def __init__(self, desk: Desk, game: str | None, seed: str, told: Told, effort: Effort) -> None:
        self.desk = desk
        self.game = game
        self.seed = seed
        self.told = told
        self.effort = effort

    def all(self, games: int, seconds: float) -> Checked:
        """Everything, as far as the bot lets us."""
        desk = self.desk
        self.told("importing", 0, 1)
        checked = Checked(desk.bot.name, desk.limits, None, 0.0, 0, "", "", 0, (), desk.wanted, "", (), (), ())
        try:
            cell = desk.fresh(self.seed)
        except Offence as offence:
            failure = Problem(offence.kind, offence.reason, 1, "", offence.answer, offence.traceback)
            desk.leave()
            return checked._replace(failure=failure, printed_at_import=desk.printed)
        self.told("importing", 1, 1)
        functions = cell.functions
        checked = checked._replace(
            started=cell.started,
            printed_at_import=cell.printed,
            functions=functions,
            missing=COURSE_NAMES[self.game] if self.game and COURSE_NAMES[self.game] not in functions else "",
            meant=tuple(near_misses(desk.bot, functions, desk.wanted)),
        )
        playing = [name for name, function in COURSE_NAMES.items() if function in functions]
        answers = [self._asked(function) for function in functions]
        plays = [self._played(name, games // len(playing), seconds / len(playing)) for name in playing]
        desk.leave()
        return checked._replace(
            memory=desk.memory,
            printed=desk.printed,
            printed_lines=desk.lines,
            answers=tuple(each for each in answers if each.examples or each.made),
            plays=tuple(plays),
        )

    # Questions.

    def _asked(self, function: str) -> Answers:
        """How the function answers the questions that there are for it."""
        examples = EXAMPLES.get(function, ())
        questions = [*examples, *(islice(made(function, self.seed), MADE) if _has_one_answer(function) else ())]
        self.desk.leave()
        wrong: list[list[tuple[Any, Wrong]]] = [[], []]
        asked, ends, begun, stopped = 0, 0, monotonic(), ""
        for asked, question in enumerate(questions):
            if ends >= ENOUGH_ENDS or (asked and monotonic() - begun > ENOUGH_SECONDS):
                stopped = f"no more were asked, because it {'fails so often' if ends >= ENOUGH_ENDS else 'is so slow'}"
                break
            said = self.desk.ask(function, marshal.dumps(question.arguments, PLAIN), self.seed)
            ends += said.offence is not None and said.offence.kind != "exception"
            if said.offence or not _same(said.answer, question.expected):
                wrong[asked >= len(examples)].append(_wrong(function, question, said))
            self.told(f"asking {function}", asked + 1, len(questions))
        else:
            asked = len(questions)
        return Answers(
            function,
            min(asked, len(examples)),
            tuple(each for _, each in wrong[0]),
            max(asked - len(examples), 0),
            tuple(_merged(wrong[1])),
            stopped,
        )

    # Games.

    def _played(self, game: str, games: int, seconds: float) -> Plays:
        """How it plays."""
        deadline = monotonic() + seconds
        rules = ruleset(game)
        notes, problems = Notes(COURSE_NAMES[game]), Problems()
        schedule = list(_schedule(games))
        tables = {opponent: Table(rules, opponent) for opponent in BY_STRENGTH if opponent in OPPONENTS}
        stopped = ""
        for number, (opponent, seat) in enumerate(schedule):
            errors = sum(table.errors for table in tables.values())
            if errors >= MOST_ERRORS:
                stopped = f"No more games were begun after {MOST_ERRORS} errors, which put a bot out of a tournament."
                break
            if monotonic() > deadline:
                stopped = f"Of {len(schedule)} games planned only these were played, because they take so long."
                break
            self.told(f"playing {game} against {opponent}", number, len(schedule))
            error = self._game(tables[opponent], number, seat, notes, deadline)
            if error is not None:
                problems.add(error)
        self.told(f"playing {game}", len(schedule), len(schedule))
        return Plays(
            game=game,
            function=notes.function,
            games=sum(table.games for table in tables.values()),
            errors=sum(table.errors for table in tables.values()),
            problems=problems.found,
            calls=len(notes.seconds),
            changed=notes.evidence(notes.changed),
            held=notes.held_phases,
            repeated=self._repeated(notes),
            times=notes.times,
            fares=tuple(table.fare for table in tables.values()),
            stopped=stopped,
        )

    def _game(self, table: Table, number: int, seat: int, notes: Notes, deadline: float) -> PlayerError | None:
        rules = table.rules
        seed = f"{self.seed}/{rules.name}/{table.opponent}/{number}"
        others: list[Any] = [
            ExpertBot(rules, f"{seed}/{each}", self.effort)
            if table.opponent == "@expert"
            else make(table.opponent, rules, f"{seed}/{each}")
            for each in range(SEATS - 1)
        ]
        player = Watched(self.desk, f"{seed}/{seat}", notes)
        error = table.play(player, others, seat, seed, deadline)
        notes.matches.append(player.seconds)
        return error

    def _repeated(self, notes: Notes) -> Repeated:
        """Some of the calls again: in a new process, a second time in the same, and in another."""
        step = max(len(notes.views) // SAME_CALLS, 1)
        asked, elsewhere, again, begun = 0, 0, 0, monotonic()
        call = ""
        answers: tuple[str, ...] = ()
        for number, seen in enumerate(notes.views[step // 2 :: step][:SAME_CALLS]):
            if asked and monotonic() - begun > ENOUGH_SECONDS:
                break
            self.told("asking again", number, SAME_CALLS)
            said = [
                self._said(notes, seen, seed, fresh=fresh) for seed, fresh in (("1", True), ("1", False), ("2", True))
            ]
            first, second, other = (each.words(plays=True) for each in said)
            asked += 1
            elsewhere += first != other
            again += first != second
            if not call and len({first, second, other}) > 1:
                call = notes.call(seen)
                answers = (first, other) if first != other else (first, second)
        return Repeated(asked, elsewhere, again, call, answers)

    def _said(self, notes: Notes, seen: View, seed: str, *, fresh: bool) -> Said:
        if fresh:
            self.desk.leave()
        return self.desk.ask(notes.function, marshal.dumps(seen.to_course(), PLAIN), f"{self.seed}/again/{seed}")


def near_misses(bot: Entrant, functions: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names in the bot's main file that are nearly one of those wanted, which it does not define."""
    source = dict(bot.files)[bot.main].decode("utf-8", "replace")
    for name in re.findall(r"^(?:async +)?def +(\w+)", source, re.MULTILINE):
        for meant in get_close_matches(name.lower(), wanted, n=1, cutoff=NEARLY):
            if name not in FUNCTIONS and meant not in functions:
                yield name, meant


def _has_one_answer(function: str) -> bool:
    return function not in COURSE_NAMES.values()


def _same(answer: object, expected: object) -> bool:
    """Whether they are equal and of the same types; over the wire, tuples have become lists."""
    return shown(answer, most=1000) == shown(_listed(expected), most=1000)


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, (list, tuple)) else value


def _wrong(function: str, question: Question, said: Said) -> tuple[Any, Wrong]:
    """The wrong answer, and what is the same in those that are alike."""
    answered = said.words(plays=not _has_one_answer(function))
    expected = shown(question.expected, most=300)
    call = called(function, question.arguments)
    if said.offence:
        traceback = said.offence.traceback
        return (said.offence.kind, _place(traceback)), Wrong(call, expected, answered, "", traceback, 1)
    reason = why(function, question, said.answer)
    alike: tuple[Any, ...] = (expected, answered, reason.rpartition("(")[2])
    if function.endswith("_is_valid_play"):
        alike += (question.arguments[0][0],)  # the kind of play
    return () if function.endswith("_score") else alike, Wrong(call, expected, answered, reason, "", 1)


def _merged(wrong: Iterable[tuple[Any, Wrong]]) -> Iterator[Wrong]:
    """Those alike as one, the one with the shortest call; the most frequent first."""
    alike: dict[Any, list[Wrong]] = {}
    for key, each in wrong:
        alike.setdefault(key, []).append(each)
    for group in sorted(alike.values(), key=len, reverse=True):
        yield min(group, key=lambda each: len(each.call))._replace(times=len(group))


def _schedule(games: int) -> Iterator[tuple[str, int]]:
    """Against whom and at which seat, game by game: in rounds, each of which has every seat once.

    >>> Counter(opponent for opponent, _ in _schedule(24))
    Counter({'@greedy': 24, '@random': 12, '@expert': 8})
    """
    rounds = {opponent: max(ceil(games / (SEATS * part)), 1) for opponent, part in OPPONENTS.items()}
    for number in range(max(rounds.values())):
        for opponent, most in rounds.items():
            if number < most:
                yield from ((opponent, seat) for seat in range(SEATS))
