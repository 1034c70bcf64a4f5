"""The handlers of a class server: sign-in, submissions, the scoreboard, rounds, and the teacher's page."""
