"""The results of a tournament: its database, and a summary of it."""
