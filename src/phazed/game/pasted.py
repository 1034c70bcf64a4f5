"""Calls of the course's functions, as a student pastes them from a prompt, a test or an error report.

Nothing is evaluated: the text is parsed, and only literals are taken from it.

>>> read_call(">>> print(phazed_score(['3D', 'JC', 'AS']))")
('phazed_score', {'hand': ['3D', 'JC', 'AS']})
"""

from __future__ import annotations

import ast

from phazed.game.rulebook import find, for_terminal
from phazed.rules.cards import POINTS
from phazed.rules.course import explain, read_cards, read_groups
from phazed.rules.errors import InvalidNotation
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED
from phazed.rules.scoring import points
from phazed.text import WIDTH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phazed.rules.cards import Cards
    from phazed.rules.plays import Groups
    from phazed.rules.refusal import Refusal
    from phazed.rules.rulesets import Ruleset

_POSITION = ("player_id", "table", "turn_history", "phase_status", "hand", "discard")
PARAMETERS = {
    "group_type": ("group",),
    "phase_type": ("phase",),
    "score": ("hand",),
    "is_valid_play": ("play", *_POSITION),
    "play": _POSITION,
}
"""What each of the course's functions is given, by the end of its name."""
_PREFIXES = {"phazed_bonus_": BONUS, "phazed_": PHAZED, "phasedout_": PHASEDOUT}


def game_and_question(name: str) -> tuple[Ruleset, str]:
    """The game that a course function belongs to, and what it answers.

    >>> game_and_question("phasedout_is_valid_play")
    (<Ruleset phasedout>, 'is_valid_play')
    """
    if name == "phazed_bonus":
        return BONUS, "play"
    for prefix, rules in _PREFIXES.items():
        if name.startswith(prefix) and name.removeprefix(prefix) in PARAMETERS:
            return rules, name.removeprefix(prefix)
    raise InvalidNotation(f"{name} is not a function of the course; it has phazed_is_valid_play and its kin")


def read_call(text: str) -> tuple[str, dict[str, Any]]:
    """The function's name and its arguments by their names."""
    source = text.strip().removeprefix(">>>").strip()
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
        raise InvalidNotation(f"{name} is given {', '.join(sorted(twice))} twice")
    arguments |= dict(_literals(name, by_name))
    if set(arguments) != set(parameters):
        raise InvalidNotation(
            f"{name} takes {', '.join(parameters)}; here it is given {', '.join(arguments) or 'nothing'}"
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
                f"the argument {parameter} of {name} must be written out, without names or sums"
            ) from None


def explained(name: str, arguments: dict[str, Any], width: int = WIDTH) -> tuple[bool, list[str]]:
    """Whether the function's answer is a positive one, and the answer with its reasons, in lines.

    >>> for line in explained("phazed_group_type", {"group": ["2S", "2S", "AH"]})[1][:3]:
    ...     print(line)
    [1]
    type 1, a set of three of one value: yes
    type 2, a set of seven of one suit: no, it has 3 cards, and a set of seven of one suit has 7: 2S 2S AH (rule 3.2)
    """
    rules, question = game_and_question(name)
    if question == "is_valid_play":
        return _validity(explain(rules, **arguments), width)
    if question == "group_type":
        return _types(rules, read_cards(rules, arguments["group"], "the group"))
    if question == "phase_type":
        return _phases(rules, read_groups(rules, arguments["phase"]))
    if question == "score":
        hand = read_cards(rules, arguments["hand"], "the hand")
        return True, [str(points(hand)), " + ".join(f"{card} {POINTS[card]}" for card in hand) or "no cards"]
    raise InvalidNotation(
        f"{name} chooses a play, and there is nothing to explain in a choice; paste a call of another"
    )


def _validity(refusal: Refusal | None, width: int) -> tuple[bool, list[str]]:
    if refusal is None:
        return True, ["True: the play is valid"]
    return False, [f"False: {refusal}", "", for_terminal(find(refusal.rule), width=width)]


def _types(rules: Ruleset, group: Cards) -> tuple[bool, list[str]]:
    verdicts = {f"type {kind.number}, {kind.name}": kind.flaw(group) for kind in rules.kinds}
    verdicts = {what: flaw and flaw.about("it") for what, flaw in verdicts.items()}
    return _verdicts(list(rules.group_types(group)), rules, verdicts)


def _phases(rules: Ruleset, groups: Groups) -> tuple[bool, list[str]]:
    verdicts = {
        f"phase {phase}, {' and '.join(kind.name for kind in kinds)}": rules.phase_flaw(phase, groups)
        for phase, kinds in enumerate(rules.phases, 1)
    }
    return _verdicts(list(rules.phase_types(groups)), rules, verdicts)


def _verdicts(types: list[int], rules: Ruleset, verdicts: dict[str, Refusal | None]) -> tuple[bool, list[str]]:
    """The answer in the function's own form, and a line for each type or phase."""
    answer = types if rules.declares else next(iter(types), None)
    lines = [f"{what}: {'yes' if flaw is None else f'no, {flaw}'}" for what, flaw in verdicts.items()]
    return bool(types), [repr(answer), *lines]
