"""The database of a class: people, submissions and rounds in a SQLite file."""
