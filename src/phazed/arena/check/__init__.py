"""The check of a single bot, which shows its author the problems that it would have in a tournament."""
