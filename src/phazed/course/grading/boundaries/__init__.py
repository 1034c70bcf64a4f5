"""The boundaries of the rules: groups, phases and plays that test each of them, the same for every seed."""
