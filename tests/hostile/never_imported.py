"""Does not finish its import."""

EXPECTED = "timeout"
REASON = "to import"
LIMITS = {"start": 0.3, "patience": 100.0}
while True:
    pass
