"""The rules of three games, as data and functions: cards, groups, plays, hands, and why a play is refused.

This package is the authority that everything else is measured against, and it needs the standard library alone.
From the bottom up: `errors`, `cards`, `groups`, `rulesets`, `plays`, `state`, `legality`, `ways`, `legal`, `scoring`;
`course` reads the argument lists of the course's functions.
"""
