"""The tables that are played at: games, seats, rooms, the bots' turns, and where they are stored."""
