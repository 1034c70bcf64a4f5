"""Grades as text, for one submission or for a class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, counted, printable, seconds, shown_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.grade import Finding, Grade, Gradebook


SEQUENCE = "The last call alone is answered rightly; after the calls before it, made in the same process, it is not."


def grade_text(grade: Grade, width: int = WIDTH) -> str:
    """Return the grade of a submission as text; calls are not wrapped so that they can be pasted."""
    head = [f"{shown_name(grade.name)}: {grade.points:g} of {grade.total:g} points", *map(printable, grade.notes)]
    if grade.failure is not None:
        failure = grade.failure
        reasons = ". ".join(filter(None, [failure.where, failure.explanation]))
        head += [f"It could not be graded: {printable(failure.got)}", printable(reasons)]
        return f"{block(head, width)}\n{failure.traceback}"
    findings = (line for finding in grade.findings for line in _finding(finding, width))
    return "\n".join([block([*head, "", *_functions(grade)], width), *findings])


def _functions(grade: Grade) -> Iterator[str]:
    for each in grade.functions:
        points = f"{grade.total * each.weight * each.mark:.3g} of {grade.total * each.weight:.3g} points"
        time = f", {seconds(each.seconds)} per call" if each.seconds else ""
        notes = f"; {each.notes}" if each.notes else ""
        yield (
            f"{each.function}: {100 * each.mark:.1f} %, {points}, {each.right} of {each.cases} cases right{time}{notes}"
        )


def _finding(finding: Finding, width: int) -> Iterator[str]:
    about = "with this rule" if finding.rule else "of the function"
    times = f"{finding.times} of {counted(finding.of, 'case')} {about}"
    free = "" if finding.lost else "; does not count"
    shown = f": {'; '.join(finding.aspects)}" if finding.aspects else ""
    yield block(["", f"{finding.function} {finding.title}{shown} ({times}{free})"], width)
    if finding.earlier:
        yield block([SEQUENCE], width)
    yield from finding.earlier
    yield finding.call
    rule = f"Rule {finding.rule}: {finding.sentence}" if finding.rule else ""
    lines = [f"expected {finding.expected}, got {printable(finding.got)}", finding.why, finding.where, rule]
    yield block([*filter(None, lines)], width)


def gradebook_text(book: Gradebook) -> str:
    """Return the grades of a class as text, with one line per submission."""
    return "\n".join(f"{row.points:>6g} of {book.total:g}  {shown_name(row.name)}" for row in book.rows)
