"""The cases of a grading: calls of the course's functions with their right answers and the rules that they test.

There are three kinds: the rules' own examples, calls from games of built-in players, and near misses, which are valid
plays, groups and phases with one change. All of them follow from the game and a seed.

>>> case = cases_for("phazed", "0").of("phazed_score")[2]
>>> case.call, case.expected, case.rules
("phazed_score(['4S'])", 4, ('1.5',))
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property, lru_cache
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import coursework
from phazed.arena.check.examples import EXAMPLES, FUNCTIONS
from phazed.arena.check.questions import material
from phazed.course.grading.labels import labels
from phazed.course.grading.near_misses import CHANGES, arguments_of
from phazed.course.grading.rule_examples import examples
from phazed.course.grading.sample_groups import altered_group, valid_group
from phazed.game.pasted import game_and_question
from phazed.game.referee import called
from phazed.rules.cards import JOKER
from phazed.rules.legal import lay_offs
from phazed.rules.legality import BEFORE, open_accumulation
from phazed.rules.plays import KINDS, LAY_OFF
from phazed.rules.rulesets import PLAY_FUNCTIONS, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

FROM_RULES, FROM_GAMES, NEAR_MISS, OWN = "rules", "games", "near miss", "own"
"""Sources of a case: a rule, a game, a near miss or the valid call from which it was made, the teacher."""
POSITIONS = 60
"""Number of positions for a function that plays, before and after the pick-up; there are more with jokers."""
OF_EACH_KIND = 12
"""Number of plays of each kind taken from games, and of groups and phases of each type."""
OF_EACH_CHANGE = 4
"""Number of near misses for each change of a valid play and each rule that it breaks."""
ATTEMPTS = 60
"""Number of plays on which each change is tried."""


class Case(NamedTuple):
    """A call with its right answer."""

    function: str
    arguments: tuple[Any, ...]
    expected: Any
    """Right answer; `None` for a function that plays, for which any legal play is right."""
    rules: tuple[str, ...]
    """Rules that it tests, the most specific first."""
    source: str

    @property
    def call(self) -> str:
        """The call as Python code."""
        return called(self.function, self.arguments)

    @property
    def rule(self) -> str:
        """Rule for which it counts."""
        return self.rules[0]

    @property
    def chooses(self) -> bool:
        """Whether the function plays."""
        return self.function in PLAY_FUNCTIONS

    @property
    def negative(self) -> bool:
        """Whether the right answer is that a play is invalid or that cards form nothing."""
        return not self.chooses and self.expected in (False, None, []) and type(self.expected) is not int


class Cases(NamedTuple):
    """All cases of a grading."""

    game: str
    functions: tuple[str, ...]
    cases: tuple[Case, ...]

    def of(self, function: str) -> list[Case]:
        """Return the cases of that function."""
        return [case for case in self.cases if case.function == function]

    def with_own(self, own: Iterable[Case]) -> Cases:
        """Return the cases together with those of the teacher."""
        return self._replace(cases=(*self.cases, *own))

    @property
    def digest(self) -> str:
        """Content hash of the calls and their answers."""
        content = sha256()
        for case in self.cases:
            content.update(f"{case.call} == {case.expected!r}\n".encode())
        return content.hexdigest()


def functions_of(game: str) -> tuple[str, ...]:
    """Return the functions of the course for the game."""
    rules = ruleset(game)
    return tuple(name for name in FUNCTIONS if game_and_question(name)[0] is rules)


@lru_cache(maxsize=8)
def cases_for(game: str, seed: str) -> Cases:
    """Return the cases for the functions of a game."""
    functions = functions_of(game)
    return Cases(game, functions, tuple(case for function in functions for case in _made(function, seed)))


def _made(function: str, seed: str) -> Iterator[Case]:
    """Yield the cases of one function, without repetitions."""
    rules, question = game_and_question(function)
    maker = _Maker(rules, function, seed)
    seen = set()
    for source, rule, arguments in maker.calls(question):
        call = repr(arguments)
        if call not in seen:
            seen.add(call)
            yield maker.case(source, rule, arguments)


def case_of(function: str, arguments: tuple[Any, ...], expected: Any, source: str, rule: str = "") -> Case:
    """Return the case with the rules that it tests; a given rule is the most specific one."""
    shown = labels(function, arguments, expected)
    return Case(function, arguments, expected, tuple(dict.fromkeys((rule, *shown) if rule else shown)), source)


def our_answer(function: str, arguments: tuple[Any, ...]) -> Any:
    """Return the answer of our own function."""
    return getattr(coursework, function)(*arguments)


class _Maker:
    """The calls of one function."""

    def __init__(self, rules: Ruleset, function: str, seed: str) -> None:
        self.rules = rules
        self.function = function
        self.seed = seed
        self.rng = Random(f"{seed}/grading/{function}")

    @cached_property
    def games(self) -> tuple[tuple[View, Play], ...]:
        return material(self.rules.name, self.seed).all

    def case(self, source: str, rule: str, arguments: tuple[Any, ...]) -> Case:
        chooses = self.function in PLAY_FUNCTIONS
        expected = None if chooses else our_answer(self.function, arguments)
        return case_of(self.function, arguments, expected, source, rule)

    def calls(self, question: str) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        """Yield each call: its source, its rule if the call alone does not show it, and its arguments."""
        yield from ((FROM_RULES, rule, arguments) for rule, arguments in examples(self.function))
        if question != "play":
            yield from ((FROM_RULES, "", each.arguments) for each in EXAMPLES.get(self.function, ()))
        yield from {
            "group_type": self._groups,
            "phase_type": self._phases,
            "score": self._hands,
            "is_valid_play": self._plays,
            "play": self._positions,
        }[question]()

    def _groups(self) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        for kind in self.rules.kinds:
            for _ in range(OF_EACH_KIND):
                group = valid_group(kind, self.rng)
                yield NEAR_MISS, "", (list(group),)
                changed = altered_group(kind, group, self.rng)
                flaw = None if any(self.rules.group_types(changed)) else kind.flaw(changed)
                yield NEAR_MISS, flaw.rule if flaw else "", (list(changed),)
        for groups in self.rng.sample(material(self.rules.name, self.seed).phases, OF_EACH_KIND):
            yield from ((FROM_GAMES, "", (group,)) for group in groups)
        for seen, _ in self.rng.sample(self.games, OF_EACH_KIND):
            yield FROM_GAMES, "", (self.rng.sample(seen.hand, min(self.rng.randint(3, 8), len(seen.hand))),)

    def _phases(self) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        for phase, kinds in enumerate(self.rules.phases, 1):
            for _ in range(OF_EACH_KIND):
                groups = [valid_group(kind, self.rng) for kind in kinds]
                yield NEAR_MISS, "", ([list(group) for group in groups],)
                place = self.rng.randrange(len(kinds))
                groups[place] = altered_group(kinds[place], groups[place], self.rng)
                lists = [list(group) for group in groups]
                yield NEAR_MISS, self._flaw(phase, lists), (lists,)
            for _ in range(OF_EACH_CHANGE):
                lists = [list(valid_group(kind, self.rng)) for kind in kinds]
                for near_miss in (lists[::-1], lists[:1], [*lists, lists[0]]):
                    yield NEAR_MISS, "3.2" if self._flaw(phase, near_miss) else "", (near_miss,)
        for phase_groups in self.rng.sample(material(self.rules.name, self.seed).phases, OF_EACH_KIND):
            yield FROM_GAMES, "", (phase_groups,)

    def _flaw(self, phase: int, lists: list[list[str]]) -> str:
        """Return the rule by which groups do not form this phase if they form no other; empty if they form one."""
        groups = tuple(map(tuple, lists))
        if any(self.rules.phase_types(groups)):
            return ""
        flaw = self.rules.phase_flaw(phase, groups)
        return flaw.rule if flaw else ""

    def _hands(self) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        for seen, _ in self.rng.sample(self.games, POSITIONS):
            yield FROM_GAMES, "", (list(seen.hand),)

    def _plays(self) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        chosen = [pair for kind in KINDS for pair in self._sample([each for each in self.games if each[1][0] == kind])]
        laid = [seen for seen, _ in self.games if seen.stage != BEFORE and seen.table[seen.seat][0] is not None]
        more = [(seen, play) for seen in laid for play in lay_offs(seen, tuple(dict.fromkeys(seen.hand)))]
        for seen, play in (*chosen, *self.rng.sample(more, min(4 * OF_EACH_KIND, len(more)))):
            yield FROM_GAMES, "", arguments_of(seen, play)
        yield from self._near_misses([pair for pair in self.games if pair[1][0] != LAY_OFF], more)

    def _sample(self, pairs: list[tuple[View, Play]]) -> list[tuple[View, Play]]:
        return self.rng.sample(pairs, min(OF_EACH_KIND, len(pairs)))

    def _near_misses(
        self, plays: list[tuple[View, Play]], added: list[tuple[View, Play]]
    ) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        """Yield, for each change of each kind of play, some calls that break each rule and some that break none."""
        for kind, changes in CHANGES.items():
            pairs = [pair for pair in (*plays, *added) if pair[1][0] == kind]
            for change in changes:
                counts: Counter[str] = Counter()
                for seen, play in self.rng.sample(pairs, min(ATTEMPTS, len(pairs))):
                    arguments = change(seen, play, self.rng)
                    if arguments is not None:
                        refusal = coursework.explain(*arguments, game=self.rules.name)
                        rule = refusal.rule if refusal else ""
                        counts[rule] += 1
                        if counts[rule] <= OF_EACH_CHANGE:
                            yield NEAR_MISS, "", arguments

    def _positions(self) -> Iterator[tuple[str, str, tuple[Any, ...]]]:
        """Yield positions of games, half of them before the pick-up.

        Positions with an accumulation between two stages are left out: only a player's own plays lead there.
        """
        before = [seen for seen, _ in self.games if seen.stage == BEFORE]
        during = [seen for seen, _ in self.games if seen.stage != BEFORE]
        after = [seen for seen in during if open_accumulation(self.rules, seen.table) is None]
        laid = [seen for seen in after if seen.table[seen.seat][0] is not None]
        jokers = [seen for seen in after if JOKER in seen.hand]
        for seen in (
            *self.rng.sample(before, POSITIONS // 2),
            *self.rng.sample(after, POSITIONS // 4),
            *self.rng.sample(laid, min(POSITIONS // 4, len(laid))),
            *self.rng.sample(jokers, min(POSITIONS // 4, len(jokers))),
        ):
            yield FROM_GAMES, "", seen.to_course()
