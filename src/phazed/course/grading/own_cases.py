"""A teacher's own cases: a file of calls with expected values, one per line.

    # comments, and empty lines
    phazed_score(['3D']) == 3
    phazed_group_type(['2C', '2S', 'AC']) == [1]

The file is parsed but never evaluated; arguments and values must be literals.

>>> read_own_cases("phazed_score(['3D']) == 3", "cases.txt", "phazed")[0].expected
3
"""

from __future__ import annotations

import ast
from typing import Any

from phazed.course.grading.cases import OWN, Case, case_of, our_answer
from phazed.game.pasted import game_and_question, read_call
from phazed.rules.errors import InvalidNotation, PhazedError

EXAMPLE = "phazed_score(['3D']) == 3"


class BadCases(PhazedError):
    """A file of cases that cannot be used; the message names the line, the problem and a remedy."""


def read_own_cases(text: str, file: str, game: str) -> list[Case]:
    """Return the cases in a file's text, for a game's functions."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(_case(line, game))
            except InvalidNotation as error:
                raise BadCases(f"{file}, line {number}: {error}") from None
    if not found:
        raise BadCases(f"{file}: there are no cases in it; write one on a line, such as {EXAMPLE}")
    return found


def _case(line: str, game: str) -> Case:
    try:
        node = ast.parse(line.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise InvalidNotation(f"this is not Python ({getattr(error, 'msg', None) or error})") from None
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.Is)):
        raise InvalidNotation(f"write a call, == and the right answer, such as {EXAMPLE}")
    function, arguments = read_call(ast.unparse(node.left))
    rules, question = game_and_question(function)
    if rules.name != game:
        raise InvalidNotation(f"{function} is a function of {rules.name}, and --game is {game}")
    if question == "play":
        raise InvalidNotation(f"{function} has more than one right answer; it is asked in positions of games")
    expected = _value(function, question, node.comparators[0])
    values = tuple(arguments.values())
    return case_of(function, values, our_answer(function, values), OWN)._replace(expected=expected)


def disputed(cases: list[Case]) -> list[Case]:
    """Return the cases whose expected answer differs from that of Phazed's own function."""
    return [case for case in cases if our_answer(case.function, case.arguments) != case.expected]


def _value(function: str, question: str, node: ast.expr) -> Any:
    """Return the expected answer, which must be one that the function can give."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise InvalidNotation(f"the right answer of {function} must be written out, without names or sums") from None
    single = function.startswith("phasedout")
    forms: dict[str, tuple[str, bool]] = {
        "score": ("a whole number", type(value) is int),
        "is_valid_play": ("True or False", type(value) is bool),
    }
    numbers = ("a number or None", value is None or type(value) is int)
    if not single:
        numbers = ("a list of numbers", type(value) is list and all(type(each) is int for each in value))
    wanted, fits = forms.get(question, numbers)
    if not fits:
        raise InvalidNotation(f"the answer of {function} is {wanted}, not {value!r}")
    return value
