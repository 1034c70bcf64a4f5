"""What was played: the database of a tournament, and its summary."""
