"""Environments for reinforcement learning, and datasets of games.

- `phazed_v0`, `phazed_bonus_v0`, `phasedout_v0`: the three games as PettingZoo environments.
- `vector`: many games at once as a Gymnasium vector environment.
- `layout`: the meaning of the numbers in observations and actions, which is the same in all environments.
- `dataset`: every decision of many games, as a Parquet file.

Importing this package does not import these modules. The environments need the extra `env`, datasets the extra `data`.
"""
