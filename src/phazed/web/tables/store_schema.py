"""The format of the file of games: its SQL tables, and the steps from each earlier format to it."""

from __future__ import annotations

APPLICATION = 0x50687A64
"""SQLite's application id of our files (`Phzd`), so that we never write into another program's."""
FORMAT = 4
FIRST_MARKED = 2
"""The first format whose files have the application id."""
SCHEMA = """
CREATE TABLE games (
    id TEXT PRIMARY KEY, rules TEXT NOT NULL, seed TEXT NOT NULL, host TEXT, touched REAL NOT NULL,
    started INTEGER NOT NULL DEFAULT 0, over INTEGER NOT NULL DEFAULT 0, rematch TEXT,
    seeded INTEGER NOT NULL DEFAULT 0, daily TEXT, accuracy TEXT, code TEXT, listed INTEGER NOT NULL DEFAULT 0,
    clock TEXT NOT NULL DEFAULT 'off', spectators INTEGER NOT NULL DEFAULT 1, hints INTEGER, fills_at REAL, played REAL
) STRICT;
CREATE TABLE seats (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, seat INTEGER NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
    token TEXT, taken INTEGER NOT NULL, stand_in TEXT, browser TEXT, transfer TEXT, transfer_until REAL,
    resigned INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE hands (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, number INTEGER NOT NULL, deck TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE plays (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, hand INTEGER NOT NULL, number INTEGER NOT NULL,
    play TEXT NOT NULL, PRIMARY KEY (game, hand, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE removed (
    game TEXT NOT NULL REFERENCES games ON DELETE CASCADE, browser TEXT NOT NULL, PRIMARY KEY (game, browser)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX codes ON games (code) WHERE over = 0;
"""
UNMARKED: tuple[tuple[int, set[str]], ...] = ((0, set()), (1, {"games", "seats", "hands", "plays"}))
"""Versions and SQL tables of our files without the application id: new ones, and those of the first format."""
FROM_FORMAT_1 = (
    "ALTER TABLE games ADD COLUMN seeded INTEGER NOT NULL DEFAULT 0",
    # Generated seeds have sixteen hexadecimal digits.
    """UPDATE games SET seeded = seed NOT LIKE '"________________"' OR seed GLOB '*[^0-9a-f"]*'""",
)
FROM_FORMAT_2 = (
    "ALTER TABLE games ADD COLUMN daily TEXT",  # the day of which it is the daily deal
    "ALTER TABLE games ADD COLUMN accuracy TEXT",  # of the four seats, once the game is reviewed
)
FROM_FORMAT_3 = (
    "ALTER TABLE games ADD COLUMN code TEXT",  # which the store gives to all games that are not over
    "ALTER TABLE games ADD COLUMN listed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT 'off'",
    "ALTER TABLE games ADD COLUMN spectators INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE games ADD COLUMN hints INTEGER",
    "ALTER TABLE games ADD COLUMN fills_at REAL",
    "ALTER TABLE games ADD COLUMN played REAL",  # the time of the last play
    "UPDATE games SET played = touched WHERE started",
    "ALTER TABLE seats ADD COLUMN browser TEXT",  # the hash of the id of the browser that has taken the seat
    "ALTER TABLE seats ADD COLUMN transfer TEXT",  # the token of a one-time link to another device
    "ALTER TABLE seats ADD COLUMN transfer_until REAL",
    "ALTER TABLE seats ADD COLUMN resigned INTEGER NOT NULL DEFAULT 0",
    *SCHEMA.strip().split(";")[-3:-1],  # removed, codes
)
MARK = (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {FORMAT}")
MIGRATIONS = {
    0: (*SCHEMA.strip().split(";")[:-1], *MARK),
    1: (*FROM_FORMAT_1, *FROM_FORMAT_2, *FROM_FORMAT_3, *MARK),
    2: (*FROM_FORMAT_2, *FROM_FORMAT_3, *MARK),
    3: (*FROM_FORMAT_3, *MARK),
    FORMAT: (),
}
"""Statements that bring a file to the current format, by the format that it has."""
