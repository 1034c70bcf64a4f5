"""The report of a tournament: HTML pages, ranking files, replays, and the scoreboard on the terminal."""
