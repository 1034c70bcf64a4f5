"""The coach: the value of each play of a game, luck and skill, and the weaknesses of bots."""
