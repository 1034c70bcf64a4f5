"""A player as one file of plain Python, for referees that do not have Phazed.

`needed` finds the modules and tables behind the course's functions, `file` writes them into one text, and `loader` is
the part of that text that runs them.
"""
