"""What people get to see of a tournament: pages, files and a scoreboard in the terminal."""
