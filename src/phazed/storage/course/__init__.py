"""The databases of a class: its people, submissions and rounds in one SQLite file, and its ladder in another."""
