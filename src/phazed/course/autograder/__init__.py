"""Autograders for Gradescope and GitHub Classroom: the assessment of a submission, its results, and the files."""
