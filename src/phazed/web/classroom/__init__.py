"""The pages of a class: sign-in, submissions, the scoreboard, rounds of people, and the teacher's view."""
