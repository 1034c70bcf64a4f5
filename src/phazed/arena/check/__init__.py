"""The check of one bot, for its author: finds out what a tournament would say about it."""
