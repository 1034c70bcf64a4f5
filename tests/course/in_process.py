"""Grades of trusted sources without a sandbox, for studies of thousands of programs."""

from __future__ import annotations

import marshal
import signal
from functools import lru_cache

from submissions import submission

from phazed.arena.check.questions import same_answer
from phazed.course.grading.answers import EXCEPTION, WRONG, Answers, Fault, FunctionAnswers, in_turn
from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import Marking
from phazed.course.grading.scheme import shipped_scheme
from phazed.coursework import explain
from phazed.game.pasted import game_and_question
from phazed.rules.errors import shown

MAX_SECONDS = 5


@lru_cache(maxsize=64)
def asked(game, seed, function):
    """The cases of a function, with encoded arguments and the order in which they are asked."""
    cases = cases_for(game, seed).of(function)
    return cases, [marshal.dumps(case.arguments) for case in cases], in_turn(cases)


def _late(*_):
    raise TimeoutError


def quick_answers(function, call, game, seed):
    """The answers of a function that is called in this process."""
    cases, encoded, order = asked(game, seed, function)
    faults = []
    for place in order:
        case = cases[place]
        arguments = marshal.loads(encoded[place])
        try:
            answer = call(*arguments)
        except RecursionError:
            faults.append(Fault(place, "crash", "RecursionError"))
            continue
        except TimeoutError:
            raise
        except Exception as error:
            faults.append(Fault(place, EXCEPTION, type(error).__name__))
            continue
        text = shown(answer, most=300)
        if case.chooses:
            refusal = explain(answer, *case.arguments, game=game_and_question(function)[0].name)
            if refusal:
                faults.append(Fault(place, WRONG, text, refusal.rule))
        elif not (type(answer) is type(case.expected) and answer == case.expected) and not same_answer(
            answer, case.expected
        ):
            faults.append(Fault(place, WRONG, text))
    return FunctionAnswers(function, len(order), tuple(faults), 0.0, 0.0, 0, "")


@lru_cache(maxsize=32)
def marking(game, seed, functions):
    """The marking of these functions by the shipped scheme; of all, if none are named."""
    cases = cases_for(game, seed)
    return Marking(cases._replace(functions=functions or cases.functions), shipped_scheme())


def quick_grade(namespace, game="phazed", seed="0", functions=None):
    """The grade of the functions in a namespace."""
    cases = cases_for(game, seed)
    if functions is not None:
        cases = cases._replace(functions=functions)
    signal.signal(signal.SIGALRM, _late)
    made = []
    for function in cases.functions:
        if function in namespace:
            signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
            try:
                made.append(quick_answers(function, namespace[function], game, seed))
            except TimeoutError:
                made.append(FunctionAnswers(function, 1, (Fault(0, "timeout", "too long"),), 0.0, 0.0, 0, "too slow"))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
    return marking(game, seed, functions).grade(submission(""), Answers(tuple(made), None, ()))


def namespace_of(source):
    found = {"__name__": "bot"}
    exec(compile(source, "bot.py", "exec"), found)
    return found
