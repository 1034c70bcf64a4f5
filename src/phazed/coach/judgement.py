"""The value of a play, given what its seat could know.

The expert's search finds the best play. The play made is then compared with the best one in worlds that the search has
not used, so that the search's luck does not bias the difference.
"""

from __future__ import annotations

from itertools import islice
from zlib import crc32

from phazed.answers.game_review import Candidate
from phazed.bots.contrast import NO_LIMIT, PlayDuel, value_places
from phazed.bots.reasons import PLAYERS, Reasons
from phazed.bots.stopwatch import Stopwatch
from phazed.bots.thinking import Effort, Thinker
from phazed.coach.grades import CLEAR
from phazed.coach.labels import label_of
from phazed.core.duel import PLACE, VALUE, WIN
from phazed.core.encoding import CODES
from phazed.core.knowledge import after_taking, read
from phazed.core.policy import GREEDY
from phazed.game.notation import format_play
from phazed.rules.plays import DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NamedTuple

    from phazed.bots.contrast import Contrast, Line
    from phazed.core.knowledge import Knowledge
    from phazed.game.view import View
    from phazed.rules.cards import Card
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

SEARCH_WORLDS, DUEL_WORLDS, CLOSE_WORLDS, VALUE_WORLDS = WORLDS = (120, 800, 270, 120)
"""Numbers of worlds at effort 1: per option in the search, for the comparison of two plays, for the comparison of two
plays that the search finds close, and for the value of the best play."""
CLOSE = 0.004
"""Maximum difference in value between two plays that the search considers close."""
MAX_CANDIDATES = 5
"""Maximum number of plays that are kept for a decision."""

PICK_UP, PHASE, LAYING_OFF, DISCARDING, SKIPPING = KINDS = ("pick-up", "phase", "lay-off", "discard", "skip")
"""Kinds of decisions."""


class Judgement(NamedTuple):
    """A play, compared with the best one."""

    best: Play
    kind: str
    """Kind of the decision, one of `KINDS`."""
    win: float
    """The seat's chance of winning after the play made."""
    best_win: float
    effects: tuple[float, ...]
    """Changes in each seat's chance of winning due to the play made, relative to the best one; they sum to 0."""
    errors: tuple[float, ...]
    """Standard errors of the effects."""
    seat: int
    loss: float
    """Loss in value, which is the chance of winning plus, with less weight, the final place; negative if the play
    turned out to be better than the search's choice."""
    error: float
    """Standard error of the loss."""
    points: float
    """Loss in expected points for the final place (3, 2, 1 or 0)."""
    label: str = ""
    """Short description of what is wrong with a clearly worse play; empty if nothing stands out."""
    candidates: tuple[Candidate, ...] = ()
    """The best plays according to the search, best first."""
    reasons: tuple[str, ...] = ()
    """Reasons why the best play is clearly better; empty if it is not."""


class Judge:
    """Judges plays in one game; `names` are the players' names to be used in the reasons."""

    def __init__(self, rules: Ruleset, effort: float = 1.0, seed: object = 0, names: Sequence[str] = PLAYERS) -> None:
        self._thinker = Thinker(rules, Effort(max(round(effort * SEARCH_WORLDS), 40), NO_LIMIT), seed)
        value_places(self._thinker.futures, exact=True)
        self._factor = effort
        self._seed = seed
        self._names = names

    def judge(
        self, view: View, play: Play, scores: Sequence[float] = (0.0,) * SEATS, upcard: Card | None = None
    ) -> Judgement | None:
        """Return the judgement of the play made in the view, or `None` if it was the only legal play."""
        if is_forced(view):
            return None
        with self._thinker.lock:
            knowledge = read(view, upcard)
            options = self._thinker.options(view, knowledge, scores, Stopwatch())
            best = options[0].play
            if self._is_alike(view, knowledge, best, play):
                best = play
            close = {option.play for option in options if options[0].value - option.value < CLOSE}
            candidates = [
                Candidate(format_play(option.play), option.win, 3 * option.place, option.play in close)
                for option in options[: MAX_CANDIDATES if len(options) > 1 else 0]
            ]
            line = (play,) if play[0] != TAKE or best[0] == TAKE else self._turn(view, play, scores, upcard)
            contrast = self._compared(view, knowledge, best, line, scores, is_close=play in close)
            effects = tuple(-contrast.gain(WIN + seat) for seat in range(SEATS))
            errors = contrast.errors[WIN : WIN + SEATS]
            loss, error = contrast.gain(VALUE), contrast.errors[VALUE]
            is_worse = loss > CLEAR * error
            return Judgement(
                best=best,
                kind=kind_of(play, best),
                win=contrast.others[WIN + view.seat],
                best_win=contrast.outcomes[WIN + view.seat],
                effects=effects,
                errors=errors,
                seat=view.seat,
                loss=loss,
                error=error,
                points=3 * contrast.gain(PLACE),
                candidates=tuple(candidates),
                label=label_of(view, contrast) if is_worse else "",
                reasons=Reasons(view, knowledge, self._names).of(best, contrast) if is_worse else (),
            )

    def _compared(
        self, view: View, knowledge: Knowledge, best: Play, line: Line, scores: Sequence[float], *, is_close: bool
    ) -> Contrast:
        """Compare the best play with the line that starts with the play made.

        The number of worlds depends only on the search, which uses other worlds, so the difference is unbiased.
        """
        thinker = self._thinker
        seed = crc32(repr((self._seed, "judge", *view[1:])).encode())
        others = {seat: (thinker.theirs, GREEDY) for seat in range(SEATS) if seat != view.seat}
        duel = PlayDuel(thinker, view, knowledge, ((best,), line), scores, seed, others)
        worlds = VALUE_WORLDS if best == line[0] else CLOSE_WORLDS if is_close else DUEL_WORLDS
        return duel.run(round(self._factor * worlds))

    def _turn(self, view: View, take: Play, scores: Sequence[float], upcard: Card | None) -> Line:
        """Return the pick-up from the pile and the best play after it, which the fast policy might not find."""
        after = after_taking(view, upcard)
        if after is None:
            return (take,)
        return take, self._thinker.options(after, read(after, upcard), scores, Stopwatch())[0].play

    def _is_alike(self, view: View, knowledge: Knowledge, best: Play, play: Play) -> bool:
        """Return whether the plays are equal, or differ only in the order of lay-offs or of the cards in a phase."""
        if best[0] != play[0] or best == play:
            return best == play
        if play[0] == LAY_OFF:
            return CODES[play[1][0]] in [card for card, _, _ in self._thinker.policy.plan(knowledge.hand)]
        if play[0] == LAY_PHASE:
            ours, theirs = (phase_and_groups(each[1]) for each in (best, play))
            return ours[0] == theirs[0] and [*map(sorted, ours[1])] == [*map(sorted, theirs[1])]
        return False


def is_forced(view: View) -> bool:
    """Return whether there is only one legal play."""
    return len(list(islice(view.legal_plays, 2))) < 2


def kind_of(play: Play, best: Play) -> str:
    """Return the kind of decision between the two plays."""
    kinds = (best[0], play[0])
    for number, kind in ((LAY_PHASE, PHASE), (LAY_OFF, LAYING_OFF), (SKIP, SKIPPING)):
        if number in kinds:
            return kind
    return PICK_UP if play[0] in (DRAW, TAKE) else DISCARDING
