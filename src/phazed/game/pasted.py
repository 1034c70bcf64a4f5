"""Explanation of calls of the course's functions that a student pastes from a prompt, a test or an error report.

Nothing is evaluated: the text is parsed, and arguments must be literals.

>>> read_call(">>> print(phazed_score(['3D', 'JC', 'AS']))")
('phazed_score', {'hand': ['3D', 'JC', 'AS']})
"""

from __future__ import annotations

import ast

from phazed.game.justification import why_group, why_phase
from phazed.game.rulebook import find, for_terminal
from phazed.rules.cards import POINTS
from phazed.rules.course import explain, not_a_card, read_cards, read_groups
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.rulesets import RULESETS
from phazed.rules.scoring import points
from phazed.text import WIDTH, block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NamedTuple

    from phazed.rules.cards import Cards
    from phazed.rules.plays import Groups
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple

_POSITION = ("player_id", "table", "turn_history", "phase_status", "hand", "discard")
PARAMETERS = {
    "group_type": ("group",),
    "phase_type": ("phase",),
    "score": ("hand",),
    "is_valid_play": ("play", *_POSITION),
    "play": _POSITION,
}
"""The parameters of the course's functions, by the last part of the function's name."""
_FUNCTIONS = {
    rules.play_function if question == "play" else f"{rules.name}_{question}": (rules, question)
    for rules in RULESETS.values()
    for question in PARAMETERS
}
"""The game and the question of each function, by its name."""


def game_and_question(name: str) -> tuple[Ruleset, str]:
    """Return the game of a course function and the question that the function answers.

    >>> game_and_question("phasedout_is_valid_play")
    (<Ruleset phasedout>, 'is_valid_play')
    """
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    raise InvalidNotation(f"{name} is not a function of the course, such as phazed_is_valid_play")


def read_call(text: str) -> tuple[str, dict[str, Any]]:
    """Parse a call; return the function's name and its arguments by parameter."""
    source = text.strip().removeprefix("the call:").strip().removeprefix(">>>").strip()
    try:
        call = ast.parse(source, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidNotation(f"this is not a Python call ({getattr(error, 'msg', None) or error})") from None
    if _called(call) == "print" and isinstance(call, ast.Call) and len(call.args) == 1:
        call = call.args[0]
    name = _called(call)
    if name is None or not isinstance(call, ast.Call):
        raise InvalidNotation("paste one whole call, such as phazed_is_valid_play((5, 'JS'), 1, ...)")
    parameters = PARAMETERS[game_and_question(name)[1]]
    if len(call.args) > len(parameters):
        raise InvalidNotation(f"{name} takes {len(parameters)} arguments, not {len(call.args)}")
    arguments = dict(_literals(name, zip(parameters, call.args)))
    by_name = [(keyword.arg or "**", keyword.value) for keyword in call.keywords]
    if twice := arguments.keys() & dict(by_name):
        raise InvalidNotation(f"{name} takes {', '.join(sorted(twice))} only once")
    arguments |= dict(_literals(name, by_name))
    if set(arguments) != set(parameters):
        raise InvalidNotation(
            f"{name} takes {', '.join(parameters)}; the call gives {', '.join(arguments) or 'nothing'}"
        )
    return name, {parameter: arguments[parameter] for parameter in parameters}


def _called(node: ast.expr) -> str | None:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def _literals(name: str, arguments: Any) -> Iterator[tuple[str, Any]]:
    for parameter, node in arguments:
        try:
            yield parameter, ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            raise InvalidNotation(
                f"the argument {parameter} of {name} must be a literal, without names or sums"
            ) from None


class Explained(NamedTuple):
    """The return value of a course function, with reasons."""

    function: str
    answer: Any
    positive: bool
    """Whether the play is valid, the cards form a group or the groups form a phase; always true for a score."""
    reasons: tuple[str, ...]
    rule: str = ""
    """The number of the rule that an invalid play breaks."""

    def as_text(self, width: int = WIDTH) -> str:
        """Return the answer, its reasons and the text of the rule for a terminal."""
        decided = isinstance(self.answer, bool)
        lines = block([f"{self.answer}: {self.reasons[0]}"] if decided else [repr(self.answer), *self.reasons], width)
        return f"{lines}\n\n{for_terminal(find(self.rule), width=width)}" if self.rule else lines

    def as_data(self) -> dict[str, Any]:
        """Return the explanation for JSON."""
        return self._asdict()


def explained(name: str, arguments: dict[str, Any]) -> Explained:
    """Return the function's answer with reasons; raise `InvalidNotation` for a function that chooses a play.

    >>> print(explained("phazed_group_type", {"group": ["2S", "2S", "AH"]}).as_text(120).partition("type 3")[0])
    [1]
    type 1, a set of three of one value: yes, 3 cards of value 2: 2S 2S, and aces are wild: AH
    type 2, a set of seven of one suit: no, it has 3 cards, but a set of seven of one suit needs 7: 2S 2S AH (rule 2)
    <BLANKLINE>
    """
    rules, question = game_and_question(name)
    if question == "play":
        raise InvalidNotation(f"{name} chooses a play: phazed advise suggests one, with reasons")
    if question == "is_valid_play":
        refusal = explain(rules, **arguments)
        if refusal is None:
            return Explained(name, answer=True, positive=True, reasons=("the play is valid",))
        return Explained(name, answer=False, positive=False, reasons=(str(refusal),), rule=refusal.rule)
    if question == "score":
        return _points(name, rules, arguments["hand"])
    try:
        if question == "group_type":
            types, reasons = _group(rules, read_cards(rules, arguments["group"], "the group"))
        else:
            types, reasons = _phase(rules, read_groups(rules, arguments["phase"]))
    except InvalidNotation as error:  # the function also has an answer for malformed arguments
        types, reasons = [], (f"{error} (rule 2.5)",)
    answer = types if rules.declares else next(iter(types), None)
    return Explained(name, answer, bool(types), reasons)


def _group(rules: Ruleset, group: Cards) -> tuple[list[int], tuple[str, ...]]:
    """Return the types of the group and, for each kind, why the cards form such a group or not."""
    verdicts = []
    for kind in rules.kinds:
        flaw = kind.flaw(group)
        verdict = f"no, {flaw.about('it')}" if flaw else f"yes, {why_group(kind, group)}"
        verdicts.append(f"type {kind.number}, {kind.name}: {verdict}")
    return list(rules.group_types(group)), tuple(verdicts)


def _phase(rules: Ruleset, groups: Groups) -> tuple[list[int], tuple[str, ...]]:
    """Return the phases that the groups form and, for each phase, why they form it or not."""
    verdicts = []
    for phase, kinds in enumerate(rules.phases, 1):
        flaw = rules.phase_flaw(phase, groups)
        verdict = f"no, {flaw}" if flaw else f"yes, {why_phase(rules, phase, groups)}"
        verdicts.append(f"phase {phase}, {' and '.join(kind.name for kind in kinds)}: {verdict}")
    return list(rules.phase_types(groups)), tuple(verdicts)


def _points(name: str, rules: Ruleset, hand: Any) -> Explained:
    """Return the points of a hand; anything that is not a card is ignored."""
    if not isinstance(hand, (list, tuple)):
        return Explained(name, 0, positive=True, reasons=(f"the hand must be a list or tuple, not {shown(hand)}",))
    cards = [card for card in hand if isinstance(card, str) and card in rules.cards]
    parts = " + ".join(f"{card} {POINTS[card]}" for card in cards)
    others = [f"{not_a_card(card)} and counts 0" for card in hand if card not in cards]
    reasons = tuple(filter(None, [parts, *others])) or ("no cards",)
    return Explained(name, points(tuple(cards)), positive=True, reasons=reasons)
