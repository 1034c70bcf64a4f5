"""Environments for learning programs, and data of games.

- `phazed_v0`, `phazed_bonus_v0`, `phasedout_v0`: the three games as PettingZoo environments, on top of the rules.
- `vector`: many games at once as a Gymnasium vector environment, on top of the compiled core.
- `layout`: what the numbers of an observation and of an action mean; it is the same in all of them.
- `dataset`: every decision of many games, as a Parquet file.

Importing this package imports none of them. The environments need the extra `env`, the data the extra `data`.
"""
