"""The review of a game: every decision judged, mistakes graded, and luck told apart from skill.

>>> from phazed.bots import make
>>> from phazed.game.referee import play_game
>>> from phazed.rules.rulesets import PHASEDOUT
>>> record = play_game(PHASEDOUT, [make("casual", PHASEDOUT, seat) for seat in range(4)], seed=2)
>>> found = review(record, effort=0.02)
>>> balances = [seat.balance for seat in found.seats]
>>> [abs(each.final - each.initial - (each.own + each.others + each.luck)) < 1e-9 for each in balances]
[True, True, True, True]
"""

from __future__ import annotations

from collections import Counter

from phazed.bots.reasons import Reasons
from phazed.coach.balance import balance
from phazed.coach.grades import GRADES, accuracy, grade
from phazed.coach.judgement import KINDS, Judge
from phazed.core.knowledge import read
from phazed.game.games import Dealt, Played
from phazed.game.notation import format_play
from phazed.game.records import replay
from phazed.game.view import view
from phazed.rules.rulesets import SEATS
from phazed.text import WIDTH, block, columns, counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, NamedTuple

    from phazed.coach.balance import Balance, Moment, SeatBalance
    from phazed.coach.judgement import Judgement
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.plays import Play

    Judged = dict[Moment, Judgement | None]
    """What was judged of each play; `None` for a forced one."""
else:
    from phazed.rules.namedtuples import NamedTuple

NAME_WIDTH = 12
SHOWN = 12
"""How many mistakes are shown in a terminal, the most costly ones."""


class Position(NamedTuple):
    """A play of a game, and the position in which its seat made it."""

    hand: int
    place: int
    """The number of the play in its hand."""
    turn: int
    """The number of the turn in its hand, from 1."""
    view: View
    play: Play
    scores: tuple[int, ...]
    """Everybody's points before the hand."""

    @property
    def moment(self) -> Moment:
        return self.hand, self.place


class Mistake(NamedTuple):
    """A decision that clearly cost something."""

    position: Position
    judgement: Judgement
    grade: str

    def reasons(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Why the other play is better: what it does."""
        seen = self.position.view
        return Reasons(seen, read(seen), names).of(self.judgement.best, over=self.position.play)

    def as_data(self, names: tuple[str, ...]) -> dict[str, Any]:
        """The mistake for JSON."""
        (hand, place, turn, seen, play, _), judged, grade = self
        return {
            "hand": hand,
            "place": place,
            "turn": turn,
            "seat": seen.seat,
            "grade": grade,
            "kind": judged.kind,
            "play": play,
            "words": format_play(play),
            "best": judged.best,
            "best_words": format_play(judged.best),
            "win": judged.win,
            "best_win": judged.best_win,
            "loss": judged.loss,
            "error": judged.error,
            "reasons": self.reasons(names),
        }


class SeatReview(NamedTuple):
    """What one seat made of its game."""

    name: str
    rank: int | None
    decisions: int
    """Number of plays for which there was a choice."""
    accuracy: float
    grades: dict[str, int]
    """Number of mistakes by grade."""
    kinds: dict[str, int]
    """Number of mistakes by what they are about."""
    balance: SeatBalance


class GameReview(NamedTuple):
    """The review of a game."""

    record: Record
    judged: Judged
    balance: Balance
    seats: tuple[SeatReview, ...]
    mistakes: tuple[Mistake, ...]
    """In the order of the game."""

    def as_data(self) -> dict[str, Any]:
        """The review for JSON."""
        names = self.record.names
        return {
            "game": self.record.rules.name,
            "names": list(names),
            "seats": [
                {**seat._asdict(), "balance": {**seat.balance._asdict(), "adjusted": seat.balance.adjusted}}
                for seat in self.seats
            ],
            "mistakes": [mistake.as_data(names) for mistake in self.mistakes],
            "chances": [[point._asdict() for point in points] for points in self.balance.points],
            "luck": [luck._asdict() for luck in self.balance.luck],
        }

    def as_text(self, width: int = WIDTH, seat: int | None = None) -> str:
        """The review for a terminal, of all seats or of one."""
        return block(self._lines(seat), width)

    def _lines(self, only: int | None) -> Iterator[str]:
        yield from self._table()
        yield ""
        error = 100 * max(seat.balance.error for seat in self.seats)
        yield (
            "In percent of games won. The chance at the start, own play, others' mistakes and luck add up to the "
            f"result; the standard error of the luck, and of the other two together, is up to {error:.1f}. "
            "Accuracy is 100 without any loss."
        )
        mistakes = [each for each in self.mistakes if only in (None, each.position.view.seat)]
        costly = sorted(mistakes, key=lambda each: -each.judgement.loss)[:SHOWN]
        if not costly:
            yield ""
            yield "No clear mistake was found."
        for mistake in costly:
            yield ""
            yield from self._described(mistake)
        if len(mistakes) > len(costly):
            yield ""
            yield f"and {counted(len(mistakes) - len(costly), 'smaller one')}"

    def _table(self) -> Iterator[str]:
        """A column for each seat."""
        names = [printable(seat.name) for seat in self.seats]
        balances = [seat.balance for seat in self.seats]
        rows = [
            ("", [name if len(name) <= NAME_WIDTH else f"{name[: NAME_WIDTH - 1]}…" for name in names]),
            ("place", ["-" if seat.rank is None else str(seat.rank) for seat in self.seats]),
            ("accuracy", [f"{seat.accuracy:.0f}" for seat in self.seats]),
            *((_plural(grade), [str(seat.grades[grade]) for seat in self.seats]) for grade in reversed(GRADES)),
            ("at the start", [f"{100 * each.initial:.1f}" for each in balances]),
            ("own play", [f"{100 * each.own:+.1f}" for each in balances]),
            ("others' mistakes", [f"{100 * each.others:+.1f}" for each in balances]),
            ("luck", [f"{100 * each.luck:+.1f}" for each in balances]),
            ("result", [f"{100 * each.final:.1f}" for each in balances]),
            ("without the luck", [f"{100 * each.adjusted:.1f}" for each in balances]),
        ]
        widths = [max(columns(row[1][seat]) for row in rows) for seat in range(SEATS)]
        for title, cells in rows:
            numbers = [" " * (wide - columns(text)) + text for text, wide in zip(cells, widths)]
            yield "  ".join([title.ljust(16), *numbers]).rstrip()

    def _described(self, mistake: Mistake) -> Iterator[str]:
        (hand, _, turn, seen, play, _), judged, grade = mistake
        name = printable(self.record.names[seen.seat])
        yield f"Hand {hand + 1}, turn {turn}, {name}: {' '.join(seen.hand)}"
        cost = f"costs {100 * judged.loss:.1f} ± {100 * judged.error:.1f} %"
        yield f"  {format_play(play)}, {100 * judged.win:.1f} %: {_article(grade)}, {cost}"
        reasons = " ".join(mistake.reasons(self.record.names))
        yield f"  {format_play(judged.best)}, {100 * judged.best_win:.1f} %: {reasons}"


def _article(grade: str) -> str:
    return f"{'an' if grade[0] in 'aeiou' else 'a'} {grade}"


def _plural(grade: str) -> str:
    return f"{grade[:-1]}ies" if grade.endswith("y") else f"{grade}s"


def positions(record: Record) -> Iterator[Position]:
    """Every play of the game, with its position."""
    for event in replay(record):
        if isinstance(event, Dealt):
            standing, place = event.standing, 0
        elif isinstance(event, Played):
            before = event.before
            seen = view(before, before.seat)
            yield Position(standing.hands, place, before.turns + 1, seen, event.play, standing.scores)
            place += 1


def review(
    record: Record,
    *,
    effort: float = 1.0,
    seed: object = 0,
    known: Judged | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> GameReview:
    """Review a game. `known` is what has been judged of it already, with the same effort and seed; it is added to."""
    judged: Judged = {} if known is None else known
    judge = Judge(record.rules, effort, seed)
    every = list(positions(record))
    for done, position in enumerate(every):
        if position.moment not in judged:
            on_progress(done, len(every))
            judged[position.moment] = judge.judge(position.view, position.play, position.scores)
    on_progress(len(every), len(every))
    return summed_up(record, every, judged)


def summed_up(record: Record, every: list[Position], judged: Judged) -> GameReview:
    """The review of a game whose plays have all been judged."""
    decided = {moment: judgement for moment, judgement in judged.items() if judgement is not None}
    balanced = balance(record.rules, replay(record), decided)
    mistakes = []
    losses: list[list[float]] = [[] for _ in range(SEATS)]
    for position in every:
        judgement = decided.get(position.moment)
        if judgement is not None:
            losses[position.view.seat].append(judgement.loss)
            graded = grade(judgement.loss, judgement.error)
            if graded is not None:
                mistakes.append(Mistake(position, judgement, graded))
    seats = []
    for seat, name in enumerate(record.names):
        own = [mistake for mistake in mistakes if mistake.position.view.seat == seat]
        grades = Counter(mistake.grade for mistake in own)
        kinds = Counter(mistake.judgement.kind for mistake in own)
        seats.append(
            SeatReview(
                name=name,
                rank=None if record.outcome.ranks is None else record.outcome.ranks[seat],
                decisions=len(losses[seat]),
                accuracy=accuracy(losses[seat]),
                grades={grade: grades[grade] for grade in GRADES},
                kinds={kind: kinds[kind] for kind in KINDS},
                balance=balanced.seats[seat],
            )
        )
    return GameReview(record, judged, balanced, tuple(seats), tuple(mistakes))
