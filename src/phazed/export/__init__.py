"""Export of a player as a single file of plain Python, for referees without Phazed.

`needed` finds the modules and tables that the course's functions depend on, `file` combines them into one text, and
`loader` is the part of that text that runs them.
"""
