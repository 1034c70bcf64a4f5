"""The grade of a submission, computed from its answers and the scheme."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.answers.check import TIMEOUT
from phazed.answers.grade import FunctionGrade, Grade, GradingFailure, RuleShare
from phazed.course.grading.answers import EXCEPTION, LIMITS, ask_submission, in_turn
from phazed.course.grading.findings import find_mistakes, sentence
from phazed.course.grading.marks import OWN_RULE, best_constant, corrected, mark, rule_of, weights
from phazed.course.grading.scheme import shipped_scheme
from phazed.rules.rulesets import ruleset

if TYPE_CHECKING:
    from collections.abc import Collection

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
    """Run the submission on all cases in the sandbox and grade its answers."""
    answers = ask_submission(bot, cases, limits=limits, packages=packages, trusted=trusted)
    return grade(bot, answers, cases, scheme or shipped_scheme())


def grade(bot: Entrant, answers: Answers, cases: Cases, scheme: Scheme) -> Grade:
    """Grade the answers of one submission."""
    return Marking(cases, scheme).grade(bot, answers)


class Marking:
    """Cases with a scheme's weights, for grading many submissions."""

    def __init__(self, cases: Cases, scheme: Scheme) -> None:
        self._cases = cases
        self._scheme = scheme
        self._plans = {function: _Plan(function, cases, scheme) for function in cases.functions}

    def grade(self, bot: Entrant, answers: Answers) -> Grade:
        """Grade the answers of a submission."""
        by_name = {each.function: each for each in answers.functions}
        grades, findings = [], []
        for function, plan in self._plans.items():
            made, found = plan.grade(by_name.get(function))
            if answers.failure is not None:
                made = made._replace(note="it was not asked")
            grades.append(made)
            findings += found
        lost = sum((1 - each.mark) * each.weight for each in grades)
        failure, scheme = answers.failure, self._scheme
        return Grade(
            bot.name,
            bot.digest,
            self._cases.game,
            ruleset(self._cases.game).title,
            scheme.points(1 - lost),
            scheme.total,
            tuple(grades),
            tuple(findings),
            failure and GradingFailure(failure.got, failure.where, failure.explanation, failure.traceback),
            answers.notes,
        )


class _Plan:
    """A function's cases with their weights."""

    def __init__(self, function: str, cases: Cases, scheme: Scheme) -> None:
        self._function = function
        self._scheme = scheme
        self._weight = scheme.weight(function, cases.game)
        self._own = cases.of(function)
        self._order = in_turn(self._own)
        self._weighed = weights(self._own, scheme.rule_weight(function), scheme.own_cases)
        self._chance = best_constant(self._own, self._weighed, scheme.tolerance)

    def grade(self, answers: FunctionAnswers | None) -> tuple[FunctionGrade, list[Finding]]:
        """Return the function's mark and its mistakes."""
        function, own, weighed = self._function, self._own, self._weighed
        if answers is None:
            shares = _rule_shares(own, weighed, set(), range(len(own)), {})
            note = "the submission does not define it"
            return FunctionGrade(function, 0.0, self._weight, 0, len(own), shares, 0.0, 0.0, 0, note), []
        asked = set(self._order[: answers.asked])
        right = asked - {fault.place for fault in answers.faults if not fault.right}
        share, credit_of = mark(own, weighed, right, asked, self._scheme.tolerance)
        found = corrected(share, self._chance) if any(weighed) else 1.0  # all its rules may have weight 0
        cap, notes = _cap(answers, weighed, self._scheme, found)
        if answers.stopped:
            notes = [f"{answers.asked} of {len(own)} cases were asked, because {answers.stopped}", *notes]
        graded = FunctionGrade(
            function,
            min(found, cap),
            self._weight,
            sum(1 for place in right if weighed[place]),
            sum(1 for place in asked if weighed[place]),
            _rule_shares(own, weighed, right, asked, credit_of),
            answers.seconds / max(answers.asked, 1),
            answers.slowest,
            answers.changed,
            "; ".join(notes),
        )
        return graded, find_mistakes(own, weighed, answers.faults)


def _cap(answers: FunctionAnswers, weighed: list[float], scheme: Scheme, found: float) -> tuple[float, list[str]]:
    """Return the highest mark that the function can get, and the reason if this lowers its mark."""
    kinds = {fault.kind for fault in answers.faults if weighed[fault.place]}
    caps = {TIMEOUT: scheme.caps.timeout, EXCEPTION: scheme.caps.exception}
    kind = min((kind for kind in caps if kind in kinds), key=caps.__getitem__, default="")
    words = {TIMEOUT: "ran out of time", EXCEPTION: "raised an exception"}
    if not kind or found <= caps[kind]:
        return 1.0, []
    return caps[kind], [f"at most {caps[kind]:.0%}, because it {words[kind]}"]


def _rule_shares(
    cases: list[Case], weighed: list[float], right: set[int], asked: Collection[int], credit_of: dict[str, float]
) -> tuple[RuleShare, ...]:
    """Return the weight of each rule and the number of right answers to its cases, ordered by rule."""
    counts: dict[str, list[int]] = {}
    totals: dict[str, float] = {}
    for place, case in enumerate(cases):
        if weighed[place] and place in asked:
            rule = rule_of(case)
            totals[rule] = totals.get(rule, 0.0) + weighed[place]
            count = counts.setdefault(rule, [0, 0, 0, 0])
            count[case.negative] += 1
            count[2 + case.negative] += place in right
    return tuple(
        RuleShare(
            rule,
            sum(count[2:]),
            sum(count[:2]),
            count[1],
            totals[rule],
            credit_of.get(rule, 0.0),
            "The teacher's own cases." if rule == OWN_RULE else sentence(rule),
        )
        for rule, count in sorted(counts.items())
    )
