"""The coach: what each play of a game was worth, what was luck, and what can be learnt from both."""
