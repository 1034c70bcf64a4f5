"""The pages of a grading, each one HTML file that needs nothing else: a student's own, and the teacher's.

A student's page shows nothing of other students. Everything that comes from a submission is escaped.
"""

from __future__ import annotations

from collections import Counter
from statistics import mean, median
from typing import TYPE_CHECKING

from phazed.arena.report.markup import Markup, boxed, element, facts, table, text_boxes
from phazed.course.grading.findings import DIRECTIONS, sentence
from phazed.game.frames import TITLES, short_name
from phazed.site.export import plain_page
from phazed.text import counted, printable, seconds

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.course.grading.findings import Finding
    from phazed.course.grading.grade import FunctionGrade, Graded

MAX_FINDINGS = 12
"""How many mistakes of a function are shown."""
WIDE = ".bot-page { max-width: 1200px; }\n"
"""The style of the teacher's page, which has many columns."""
MAX_COMMON = 20
"""How many mistakes the teacher's page lists."""


def page(graded: Graded) -> str:
    """The page of one student."""
    name = short_name(graded.name) or "(no name)"
    title = f"{TITLES[graded.game]}: grade"
    parts = [
        element("p", title, "overline"),
        element("h1", name, "name"),
        *_failure(graded),
        *(element("p", note, "notice") for note in graded.notes),
        facts([("Points", f"{graded.points:g} of {graded.total:g}", "")]),
    ]
    if graded.failure is None:
        parts += [
            element("h2", "Functions"),
            element(
                "p",
                "A mark is the share of right answers, corrected for chance: a function that always gives the same "
                "answer gets 0 %, one without mistakes 100 %. All rules weigh about the same.",
            ),
            _functions(graded),
            *(part for function in graded.functions for part in _mistakes(graded, function)),
            *_rules(graded),
        ]
    return plain_page(f"{name}: {title}", Markup().join(parts))


def _failure(graded: Graded) -> Iterator[Markup]:
    failure = graded.failure
    if failure is None:
        return
    yield element("p", f"It could not be graded: {failure.got}", "notice")
    said = ". ".join(filter(None, [failure.where, failure.explanation]))
    if said:
        yield element("p", said, "muted")
    yield from text_boxes({"Traceback": failure.traceback})


def _functions(graded: Graded) -> Markup:
    rows = [
        [
            element("code", each.function),
            f"{100 * each.mark:.1f} %",
            f"{graded.total * each.weight * each.mark:.3g} of {graded.total * each.weight:.3g}",
            f"{each.right} of {each.cases}",
            f"{seconds(each.seconds)}, at most {seconds(each.slowest)}" if each.seconds else "-",
            "; ".join(filter(None, [each.note, "changes its arguments" if each.changed else ""])),
        ]
        for each in graded.functions
    ]
    return table("Functions", ["function", "mark", "points", "right", "time per call", ""], rows)


def _mistakes(graded: Graded, function: FunctionGrade) -> Iterator[Markup]:
    found = [each for each in graded.findings if each.function == function.function]
    if not found:
        return
    yield element("h2", f"Mistakes of {function.function}")
    yield element("p", "Each with the smallest call that shows it, which can be pasted into a Python prompt.")
    for finding in found[:MAX_FINDINGS]:
        yield _mistake(finding)
    if len(found) > MAX_FINDINGS:
        yield element("p", f"And {counted(len(found) - MAX_FINDINGS, 'mistake')} more.", "muted")


def _mistake(finding: Finding) -> Markup:
    head = Markup(" ").join([element("b", f"It {finding.title}"), element("span", f"rule {finding.rule}", "kind")])
    call = f"{finding.call}\n# expected: {finding.expected}\n# got: {printable(finding.got)}"
    texts = {"The call": call, "Traceback": finding.traceback}
    return boxed(
        head,
        [
            *([element("p", finding.why, "reason")] if finding.why else []),
            *([element("p", finding.where, "reason")] if finding.where else []),
            *text_boxes(texts),
            element("p", f"{finding.rule} {finding.sentence}", "muted"),
            element("p", f"{finding.times} of {counted(finding.of, 'case')} with this rule", "muted"),
        ],
    )


def _rules(graded: Graded) -> Iterator[Markup]:
    rows = [
        [
            element("code", each.function),
            share.rule,
            f"{share.right} of {share.cases}",
            f"{100 * share.right / share.cases:.0f} %",
            sentence(share.rule),
        ]
        for each in graded.functions
        for share in each.rules
    ]
    yield element("h2", "Rules")
    yield element("p", "How many of the cases about each rule were answered rightly.")
    yield table("Rules", ["function", "rule", "right", "share", "the rule"], rows)


def index_page(grades: Sequence[Graded], paths: Sequence[str]) -> str:
    """The teacher's page, with links to the students' pages."""
    title = f"{TITLES[grades[0].game]}: grades" if grades else "Grades"
    parts = [element("p", "For the teacher", "overline"), element("h1", title)]
    if grades:
        points = [each.points for each in grades]
        total = grades[0].total
        full = sum(each == total for each in points)
        parts += [
            facts(
                [
                    ("Submissions", f"{len(grades)}", ""),
                    ("Mean", f"{mean(points):.1f} of {total:g}", f"median {median(points):.1f}"),
                    ("All points", f"{full}", counted(full, "submission")),
                    (
                        "Not graded",
                        f"{sum(each.failure is not None for each in grades)}",
                        "could not be read or imported",
                    ),
                ]
            ),
            element("h2", "Submissions"),
            _ranking(grades, paths),
            *_common(grades),
        ]
    return plain_page(title, Markup().join(parts), WIDE)


def _common(grades: Sequence[Graded]) -> Iterator[Markup]:
    """The mistakes that most submissions share."""
    counts = Counter(
        mistake
        for each in grades
        for mistake in dict.fromkeys((found.function, found.rule, found.direction) for found in each.findings)
    )
    if not counts:
        return
    rows = [
        [f"{times}", element("code", function), rule, f"It {DIRECTIONS.get(direction, direction)}."]
        for (function, rule, direction), times in counts.most_common(MAX_COMMON)
    ]
    yield element("h2", "Common mistakes")
    yield table("Common mistakes", ["submissions", "function", "rule", ""], rows)


def _ranking(grades: Sequence[Graded], paths: Sequence[str]) -> Markup:
    functions = [each.function.removeprefix(f"{grades[0].game}_") for each in grades[0].functions]
    rows = [
        [
            element("a", short_name(graded.name) or "(no name)", "name", href=path),
            f"{graded.points:g}",
            *(f"{100 * each.mark:.0f} %" for each in graded.functions),
            "-" if graded.failure else f"{len(graded.findings)}",
        ]
        for graded, path in zip(grades, paths)
    ]
    return table("Submissions", ["name", "points", *functions, "mistakes"], rows)
