"""The results of a tournament in a SQLite file."""
