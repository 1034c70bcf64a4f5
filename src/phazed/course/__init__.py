"""A class: its people and submissions, the ladder, the final, and the grading of the course's functions."""
