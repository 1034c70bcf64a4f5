"""The rules of the three games, as data and functions: cards, groups, plays, hands, and reasons for refusals.

All other packages build on this one, which depends only on the standard library. From the bottom up: `errors`, `cards`,
`groups`, `rulesets`, `plays`, `state`, `legality`, `ways`, `legal`, `scoring`. `course` parses the arguments of the
course's functions.
"""
