"""The grade of a submission, from its answers and the scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.answers.grade import FunctionGrade, Grade, GradingFailure, RuleShare
from phazed.course.grading.answers import EXCEPTION, LIMITS, ask_submission
from phazed.course.grading.findings import find_mistakes, sentence
from phazed.course.grading.marks import best_constant, corrected, weights
from phazed.course.grading.scheme import shipped_scheme
from phazed.rules.rulesets import ruleset

if TYPE_CHECKING:
    from phazed.answers.grade import Finding
    from phazed.course.grading.answers import Answers, FunctionAnswers
    from phazed.course.grading.cases import Case, Cases
    from phazed.course.grading.scheme import Scheme
    from phazed.sandbox.limits import Limits
    from phazed.storage.entrant import Entrant


def grade_submission(
    bot: Entrant,
    cases: Cases,
    scheme: Scheme | None = None,
    *,
    limits: Limits = LIMITS,
    packages: tuple[str, ...] = (),
    trusted: bool = False,
) -> Grade:
    """Ask the submission all cases in the sandbox and grade its answers."""
    answers = ask_submission(bot, cases, limits=limits, packages=packages, trusted=trusted)
    return grade(bot, answers, cases, scheme or shipped_scheme())


def grade(bot: Entrant, answers: Answers, cases: Cases, scheme: Scheme) -> Grade:
    """Grade the answers."""
    by_name = {each.function: each for each in answers.functions}
    grades, findings = [], []
    for function in cases.functions:
        made, found = _grade_function(function, by_name.get(function), cases, scheme)
        if answers.failure is not None:
            made = made._replace(note="it was not asked")
        grades.append(made)
        findings += found
    lost = sum((1 - each.mark) * each.weight for each in grades)
    failure = answers.failure
    return Grade(
        bot.name,
        bot.digest,
        cases.game,
        ruleset(cases.game).title,
        scheme.points(1 - lost),
        scheme.total,
        tuple(grades),
        tuple(findings),
        failure and GradingFailure(failure.got, failure.where, failure.explanation, failure.traceback),
        answers.notes,
    )


def _grade_function(
    function: str, answers: FunctionAnswers | None, cases: Cases, scheme: Scheme
) -> tuple[FunctionGrade, list[Finding]]:
    """Return the mark of a function and its mistakes."""
    own = cases.of(function)
    weighed = weights(own, scheme.own_cases, scheme.ignore)
    weight = scheme.weight(function, cases.game)
    if answers is None:
        shares = _rule_shares(own, weighed, set())
        note = "the submission does not define it"
        return FunctionGrade(function, 0.0, weight, 0, len(own), shares, 0.0, 0.0, 0, note), []
    right = set(range(answers.asked)) - {fault.place for fault in answers.faults}
    share = sum(weighed[place] for place in right)
    mark = corrected(share, best_constant(own, weighed)) if any(weighed) else 1.0  # all its rules may be ignored
    cap, note = _cap(answers, weighed, scheme)
    graded = FunctionGrade(
        function,
        min(mark, cap),
        weight,
        sum(1 for place in right if weighed[place]),
        sum(map(bool, weighed)),
        _rule_shares(own, weighed, right),
        answers.seconds / max(answers.asked, 1),
        answers.slowest,
        answers.changed,
        f"not all cases were asked, because {answers.stopped}" if answers.stopped else note if mark > cap else "",
    )
    return graded, find_mistakes(own, weighed, answers.faults)


def _cap(answers: FunctionAnswers, weighed: list[float], scheme: Scheme) -> tuple[float, str]:
    """Return the largest mark that the function can get, and the reason."""
    kinds = {fault.kind for fault in answers.faults if weighed[fault.place]}
    caps = {"timeout": scheme.caps.timeout, EXCEPTION: scheme.caps.exception}
    kind = min((kind for kind in caps if kind in kinds), key=caps.__getitem__, default="")
    words = {"timeout": "ran out of time", EXCEPTION: "raised an exception"}
    return (caps[kind], f"at most {caps[kind]:.0%}, because it {words[kind]}") if kind else (1.0, "")


def _rule_shares(cases: list[Case], weighed: list[float], right: set[int]) -> tuple[RuleShare, ...]:
    """Return the share of right answers for each rule, in the order of the rules."""
    counts: dict[str, list[int]] = {}
    for place, case in enumerate(cases):
        if weighed[place]:
            count = counts.setdefault(case.rule, [0, 0])
            count[0] += place in right
            count[1] += 1
    return tuple(RuleShare(rule, right, asked, sentence(rule)) for rule, (right, asked) in sorted(counts.items()))
