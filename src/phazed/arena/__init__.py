"""The arena: tournaments of untrusted bots, each in its own sandbox, with fair schedules, ratings and reports."""
