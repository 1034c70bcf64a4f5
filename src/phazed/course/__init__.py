"""A class: its people and their submissions, the ladder, the final, and the grading of the course's functions.

It stands on the arena, which runs the submissions, and serves the command line and the pages of the class.
"""
