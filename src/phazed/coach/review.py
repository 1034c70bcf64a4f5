"""The review of a game: judged decisions, graded mistakes, luck and skill.

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

from phazed.answers import game_review as answers
from phazed.coach.balance import balance
from phazed.coach.grades import GRADES, accuracy, grade
from phazed.coach.judgement import KINDS, Judge
from phazed.game.games import Dealt, Played
from phazed.game.notation import format_play
from phazed.game.records import replay
from phazed.game.view import view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import NamedTuple

    from phazed.coach.balance import Balance, Moment
    from phazed.coach.grades import MistakeGrade
    from phazed.coach.judgement import Judgement
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play

    Judged = dict[Moment, Judgement | None]
    """Judgement of each play; `None` if the play was forced."""
else:
    from phazed.rules.namedtuples import NamedTuple


class Position(NamedTuple):
    """A play in a game, and the position in which it was made."""

    hand: int
    place: int
    """Number of the play in the hand."""
    turn: int
    """Number of the turn in the hand, from 1."""
    view: View
    play: Play
    scores: tuple[int, ...]
    """Points of all players before the hand."""
    upcard: Card
    """First card turned up in the hand."""

    @property
    def moment(self) -> Moment:
        return self.hand, self.place


class Decision(NamedTuple):
    """A judged play; mistakes have a grade."""

    position: Position
    judgement: Judgement
    grade: MistakeGrade | None

    def answer(self) -> answers.Decision:
        """Return the decision in the form shown to users."""
        (hand, place, turn, seen, play, *_), judged, grade = self
        return answers.Decision(
            hand=hand,
            place=place,
            turn=turn,
            seat=seen.seat,
            cards=" ".join(seen.hand),
            grade=grade,
            kind=judged.kind,
            play=play,
            words=format_play(play),
            best=judged.best,
            best_words=format_play(judged.best),
            win=judged.win,
            best_win=judged.best_win,
            loss=judged.loss,
            error=judged.error,
            points=judged.points,
            label=judged.label,
            reasons=judged.reasons,
            candidates=judged.candidates,
        )


class GameReview(NamedTuple):
    """The review of a game."""

    record: Record
    judged: Judged
    balance: Balance
    seats: tuple[answers.SeatReview, ...]
    decisions: tuple[Decision, ...]
    """Decisions in the order in which they were made."""

    @property
    def mistakes(self) -> tuple[Decision, ...]:
        """The decisions that count as mistakes."""
        return tuple(each for each in self.decisions if each.grade is not None)

    def answer(self) -> answers.GameReview:
        """Return the review in the form shown to users."""
        return answers.GameReview(
            game=self.record.rules.name,
            names=self.record.names,
            seats=self.seats,
            decisions=tuple(decision.answer() for decision in self.decisions),
            chances=self.balance.points,
            luck=self.balance.luck,
        )


def positions(record: Record) -> Iterator[Position]:
    """Yield every play in the game with its position."""
    for event in replay(record):
        if isinstance(event, Dealt):
            standing, place = event.standing, 0
        elif isinstance(event, Played):
            before = event.before
            seen = view(before, before.seat)
            yield Position(standing.hands, place, before.turns + 1, seen, event.play, standing.scores, before.upcard)
            place += 1


def review(
    record: Record,
    *,
    effort: float = 1.0,
    seed: object = 0,
    known: Judged | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> GameReview:
    """Review a game.

    `known` contains earlier judgements made with the same effort and seed; new ones are added to it.
    """
    judged: Judged = {} if known is None else known
    judge = Judge(record.rules, effort, seed, record.names)
    every = list(positions(record))
    for done, position in enumerate(every):
        if position.moment not in judged:
            on_progress(done, len(every))
            judged[position.moment] = judge.judge(position.view, position.play, position.scores, position.upcard)
    on_progress(len(every), len(every))
    return summed_up(record, every, judged)


def summed_up(record: Record, every: list[Position], judged: Judged) -> GameReview:
    """Return the review of a game whose plays have all been judged."""
    decided = {moment: judgement for moment, judgement in judged.items() if judgement is not None}
    balanced = balance(record.rules, replay(record), decided)
    decisions = [
        Decision(position, judgement, grade(judgement.loss, judgement.error))
        for position in every
        if (judgement := decided.get(position.moment)) is not None
    ]
    seats = []
    for seat, name in enumerate(record.names):
        own = [each for each in decisions if each.position.view.seat == seat]
        grades = Counter(each.grade for each in own)
        kinds = Counter(each.judgement.kind for each in own if each.grade is not None)
        seats.append(
            answers.SeatReview(
                name=name,
                rank=None if record.outcome.ranks is None else record.outcome.ranks[seat],
                decisions=len(own),
                accuracy=accuracy([each.judgement.loss for each in own]),
                grades={grade: grades[grade] for grade in GRADES},
                kinds={kind: kinds[kind] for kind in KINDS},
                balance=balanced.seats[seat],
            )
        )
    return GameReview(record, judged, balanced, tuple(seats), tuple(decisions))
