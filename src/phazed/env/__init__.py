"""Environments for learning programs, and data of games.

- `phazed_v0`, `phazed_bonus_v0`, `phasedout_v0`: the three games as PettingZoo environments.
- `vector`: many games at once as a Gymnasium vector environment.
- `layout`: the meaning of the numbers of observations and actions, the same in all environments.
- `dataset`: every decision of many games, as a Parquet file.

Importing this package imports none of them. The environments need the extra `env`, the data the extra `data`.
"""
