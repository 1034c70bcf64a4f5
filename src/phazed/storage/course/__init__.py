"""The database of a class: one SQLite file. All SQL of the package is here."""
