"""Whole games: `Game`, a seat's view, the referee, notation, records, match logs, text and pictures.

From the bottom up: `view`, `games`, `game`, `notation`, `render`, `svg`, `records`, `referee`, `matchlog`. This package
needs only the standard library.
"""
