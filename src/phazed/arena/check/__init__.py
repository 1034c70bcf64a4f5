"""The check of one bot for its author: the problems that a tournament would find."""
