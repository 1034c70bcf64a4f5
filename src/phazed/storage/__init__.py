"""SQLite files for the games of tables, the results of tournaments and the data of a class."""
