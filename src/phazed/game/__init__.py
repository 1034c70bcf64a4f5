"""Whole games over the rules: a seat's view, the referee, notation, records and match logs, and how they are shown.

From the bottom up: `view`, `games`, `notation`, `render`, `svg`, `referee`, `records`, `matchlog`. The standard library
is enough here too.
"""
