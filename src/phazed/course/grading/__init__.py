"""Grading of the course's functions: cases with right answers, the answers of a submission, and their marks.

`cases_for` makes the cases, `grade_submission` asks a submission in the sandbox and grades it. `batch` asks many
submissions and stores their answers.
"""

from phazed.answers.grade import Grade
from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import grade, grade_submission
from phazed.course.grading.scheme import read_scheme, shipped_scheme

__all__ = ["Grade", "cases_for", "grade", "grade_submission", "read_scheme", "shipped_scheme"]
