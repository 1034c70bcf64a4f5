"""Fixtures for gradings of small submissions."""

from __future__ import annotations

import pytest
from submissions import submission

from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import grade_submission


@pytest.fixture
def graded():
    """Grades a source; only the functions that are named, if any are."""

    def of(source, *functions, game="phazed", seed="0", scheme=None, own=(), **options):
        cases = cases_for(game, seed).with_own(own)
        if functions:
            chosen = tuple(case for case in cases.cases if case.function in functions)
            cases = cases._replace(functions=functions, cases=chosen)
        return grade_submission(submission(source), cases, scheme, **options)

    return of
