"""The cases of a grading: calls of the course's functions, with the expected answers and the rules that they test.

Most cases are built from a table of rules and their boundaries (`boundaries`). The table is the same for every seed;
the seed chooses the cards. The other cases are the documents' examples and calls from games between built-in players.

>>> case = next(case for case in cases_for("phazed", "0").of("phazed_score") if case.boundary == "a 4")
>>> case.call[:15], case.expected, case.rule
("phazed_score(['", 4, '1.5')
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from itertools import chain
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import coursework
from phazed.arena.check.examples import EXAMPLES, FUNCTIONS
from phazed.arena.check.questions import material
from phazed.course.grading.aspects import Aspect, aspects
from phazed.course.grading.boundaries.groups import SUITS, Row, group_rows, phase_rows
from phazed.course.grading.boundaries.plays import play_rows, position_views
from phazed.game.pasted import game_and_question
from phazed.game.referee import called
from phazed.game.view import in_course_form
from phazed.rules.cards import JOKER, VALUES
from phazed.rules.legality import BEFORE, open_accumulation
from phazed.rules.plays import KINDS, LAY_PHASE
from phazed.rules.rulesets import PLAY_FUNCTIONS, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

FROM_RULES, FROM_DOCUMENTS, FROM_GAMES, OWN = "rules", "documents", "games", "own"
"""Sources of a case: a boundary of a rule, an example in the course's documents, a game, or the teacher."""
OF_EACH_KIND = 12
"""Maximum number of plays of each kind that are taken from games."""
POSITIONS = 10
"""Maximum number of positions per kind of play in the games, for a function that chooses plays."""
HANDS = 40


class Case(NamedTuple):
    """A call with its expected answer."""

    function: str
    arguments: tuple[Any, ...]
    expected: Any
    """Expected answer; `None` for a function that chooses a play, for which any legal play is right."""
    rule: str
    """Rule that the case counts towards."""
    boundary: str
    """Boundary of the rule that the case tests."""
    aspects: tuple[Aspect, ...]
    source: str

    @property
    def call(self) -> str:
        """The call as Python code."""
        return called(self.function, self.arguments)

    @property
    def chooses(self) -> bool:
        """Whether the function chooses a play."""
        return self.function in PLAY_FUNCTIONS

    @property
    def negative(self) -> bool:
        """Whether the expected answer is that a play is invalid or that cards form nothing."""
        return not self.chooses and self.expected in (False, None, []) and type(self.expected) is not int


class Cases(NamedTuple):
    """All cases of a grading."""

    game: str
    functions: tuple[str, ...]
    cases: tuple[Case, ...]

    def of(self, function: str) -> list[Case]:
        """Return the cases for a function."""
        return [case for case in self.cases if case.function == function]

    def with_own(self, own: Iterable[Case]) -> Cases:
        """Return the cases together with the teacher's own."""
        return self._replace(cases=(*self.cases, *own))

    @property
    def digest(self) -> str:
        """Content hash of the calls and their expected answers."""
        content = sha256()
        for case in self.cases:
            content.update(f"{case.call} == {case.expected!r}\n".encode())
        return content.hexdigest()


def functions_of(game: str) -> tuple[str, ...]:
    """Return the course's functions for the game."""
    rules = ruleset(game)
    return tuple(name for name in FUNCTIONS if game_and_question(name)[0] is rules)


@lru_cache(maxsize=8)
def cases_for(game: str, seed: str) -> Cases:
    """Return the cases for a game's functions."""
    functions = functions_of(game)
    return Cases(game, functions, tuple(case for function in functions for case in _made(function, seed)))


def _made(function: str, seed: str) -> Iterator[Case]:
    """Yield the cases for one function, without repetitions."""
    seen = set()
    for source, row in _Maker(function, seed).rows():
        call = repr(row.arguments)
        if call not in seen:
            seen.add(call)
            expected = None if function in PLAY_FUNCTIONS else our_answer(function, row.arguments)
            yield case_of(function, row.arguments, expected, source, row.rule, row.boundary)


def case_of(
    function: str, arguments: tuple[Any, ...], expected: Any, source: str, rule: str = "", boundary: str = ""
) -> Case:
    """Return the case; without a rule, it counts towards the rule of its first aspect."""
    found = aspects(function, arguments, expected)
    rule = rule or found[0].rule
    own = Aspect(rule, boundary.partition(" @")[0])
    if boundary and own not in found:
        found = (*found, own) if source == FROM_RULES else found
    return Case(function, arguments, expected, rule, boundary or source, found, source)


def our_answer(function: str, arguments: tuple[Any, ...]) -> Any:
    """Return the answer of Phazed's own function."""
    return getattr(coursework, function)(*arguments)


class _Maker:
    """Creates the calls of one function."""

    def __init__(self, function: str, seed: str) -> None:
        self.function = function
        self.rules, self.question = game_and_question(function)
        self.seed = seed
        self.rng = Random(f"{seed}/grading/{function}")

    @property
    def games(self) -> tuple[tuple[View, Play], ...]:
        return material(self.rules.name, self.seed).all

    def rows(self) -> Iterator[tuple[str, Row]]:
        """Yield each call with its source."""
        built: dict[str, Any] = {"group_type": group_rows, "phase_type": phase_rows, "is_valid_play": play_rows}
        if self.question in built:
            yield from ((FROM_RULES, row) for row in built[self.question](self.rules, self.rng))
        if self.question == "score":
            yield from ((FROM_RULES, row) for row in hand_rows(self.rules, self.rng))
        if self.question != "play":
            yield from ((FROM_DOCUMENTS, Row("", "", each.arguments)) for each in EXAMPLES.get(self.function, ()))
        from_games = {
            "group_type": self._groups,
            "phase_type": self._phases,
            "score": self._hands,
            "is_valid_play": self._plays,
            "play": self._positions,
        }[self.question]()
        yield from ((FROM_GAMES, row) for row in from_games)

    def _groups(self) -> Iterator[Row]:
        for groups in self.rng.sample(material(self.rules.name, self.seed).phases, OF_EACH_KIND):
            yield from (Row("", "", (group,)) for group in groups)

    def _phases(self) -> Iterator[Row]:
        for groups in self.rng.sample(material(self.rules.name, self.seed).phases, OF_EACH_KIND):
            yield Row("", "", (groups,))

    def _hands(self) -> Iterator[Row]:
        for seen, _ in self.rng.sample(self.games, HANDS):
            yield Row("1.5", "hands of games", (list(seen.hand),))

    def _plays(self) -> Iterator[Row]:
        for kind in KINDS:
            pairs = [pair for pair in self.games if pair[1][0] == kind]
            for seen, play in self.rng.sample(pairs, min(OF_EACH_KIND, len(pairs))):
                yield Row("", "", (in_course_form(play), *seen.to_course()))

    def _positions(self) -> Iterator[Row]:
        """Yield positions from games, for each kind of play made there, and positions at the rules' boundaries.

        Positions with an accumulation between two stages are left out, because only a player's own plays lead there.
        """
        by_play: dict[object, list[View]] = {}
        for seen, play in self.games:
            if seen.stage == BEFORE or open_accumulation(self.rules, seen.table) is None:
                phase = seen.status[seen.seat] if play[0] == LAY_PHASE else JOKER in seen.hand
                by_play.setdefault((play[0], phase, seen.table[seen.seat][0] is None), []).append(seen)
        for key in sorted(by_play, key=repr):
            for seen in self.rng.sample(by_play[key], min(POSITIONS, len(by_play[key]))):
                yield Row("", "", seen.to_course())
        for seen in position_views(self.rules, self.rng):
            yield Row("", "", seen.to_course())


def hand_rows(rules: Ruleset, rng: Random) -> Iterator[Row]:
    """Yield the calls of a function that counts the points in a hand."""
    rank = {"A": "an ace", "0": "a ten", "J": "a jack", "Q": "a queen", "K": "a king"}
    for value, suit in chain(zip(VALUES, SUITS * 4), zip(VALUES, "HCSD" * 4)):
        yield Row("1.5", rank.get(value, f"a {value}"), ([value + suit],))
    yield Row("1.5", "no cards", ([],))
    yield Row("1.5", "aces", (["AS", "AH", "AD", "AC"],))
    yield Row("1.5", "aces", (["AS", "AS"],))
    for count in (2, 3, 5, 10):
        yield Row("1.5", "several cards", ([rng.choice(VALUES[:8]) + rng.choice(SUITS) for _ in range(count)],))
        yield Row("1.5", "a card twice", ([rng.choice(VALUES[:8]) + rng.choice(SUITS)] * 2,))
    yield Row("1.5", "every value", ([value + rng.choice(SUITS) for value in VALUES],))
    if rules.has_jokers:
        for count in (1, 2, 4):
            yield Row("1.5", "a joker", ([JOKER] * count,))
        yield Row("1.5", "a joker", ([JOKER, "AS", "2D"],))
