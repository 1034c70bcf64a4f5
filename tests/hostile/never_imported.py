"""Does not finish its import."""

EXPECTED = "timeout"
REASON = "to import"
LIMITS = {"start": 0.3, "idle": 100.0}
while True:
    pass
