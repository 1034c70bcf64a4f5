"""The rules of the three games, as data and functions: cards, groups, plays, hands, and the reasons of refusals.

This package is the authority for every other one, and it needs the standard library alone.
From the bottom up: `errors`, `cards`, `groups`, `rulesets`, `plays`, `state`, `legality`, `ways`, `legal`, `scoring`;
`course` reads the argument lists of the course's functions.
"""
