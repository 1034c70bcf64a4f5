"""The rules of the three games, as data and functions: cards, groups, plays, hands, and the reasons of refusals.

All other packages rely on it, and it needs only the standard library.
From the bottom up: `errors`, `cards`, `groups`, `rulesets`, `plays`, `state`, `legality`, `ways`, `legal`, `scoring`;
`course` reads the argument lists of the course's functions.
"""
