"""SQLite files: opening, transactions and errors; the games of tables, results of tournaments and data of a class."""
