"""The coach: the value of each play in a game, luck and skill, and the weaknesses of bots."""
