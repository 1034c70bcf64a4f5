"""Thinks without end, and catches every exception."""

EXPECTED = "timeout"
LIMITS = {"play": 0.3, "match": 1.0, "idle": 100.0}


def phazed_play(*arguments):
    while True:
        try:
            while True:
                pass
        except BaseException:
            continue
