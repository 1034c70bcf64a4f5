"""The report of a tournament: summary, pages, ranking files, replays, and the scoreboard in the terminal."""
