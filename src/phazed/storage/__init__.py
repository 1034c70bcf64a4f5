"""SQLite files: opening, formats, transactions and errors."""
