"""Grading of the course's functions: cases with expected answers, a submission's answers, and the marks for them.

`cases_for` creates the cases, and `grade_submission` runs a submission on them in the sandbox and grades it. `batch`
runs many submissions and stores their answers.
"""

from phazed.answers.grade import Grade
from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import grade, grade_submission
from phazed.course.grading.scheme import read_scheme, shipped_scheme

__all__ = ["Grade", "cases_for", "grade", "grade_submission", "read_scheme", "shipped_scheme"]
