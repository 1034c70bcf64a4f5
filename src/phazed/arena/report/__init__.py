"""The report on a tournament: summary, pages, ranking files, replays, and the scoreboard in the terminal."""
