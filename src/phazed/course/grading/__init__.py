"""Grading of the course's functions: cases with right answers, what a submission answers, and what that is worth.

`cases_for` makes the cases, `grade_submission` asks a submission in the sandbox and grades it, `page` shows the grade
to its author. `batch` asks many submissions and keeps their answers.
"""

from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import Graded, grade, grade_submission
from phazed.course.grading.pages import page
from phazed.course.grading.scheme import read_scheme, shipped_scheme

__all__ = ["Graded", "cases_for", "grade", "grade_submission", "page", "read_scheme", "shipped_scheme"]
