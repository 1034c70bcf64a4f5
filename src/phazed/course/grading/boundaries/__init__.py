"""The boundaries of the rules, which are the same for every seed: groups, phases and plays that test each of them."""
