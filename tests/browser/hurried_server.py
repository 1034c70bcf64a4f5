"""`phazed` with clocks that run out in moments, as a program: nobody has to wait for them in a test."""

from __future__ import annotations

import sys

from phazed.cli import main
from phazed.web.tables import bots, clock, lobby

if __name__ == "__main__":
    clock.LIMITS["quick"] = clock.TurnLimits(1.0, 2.5)
    clock.GRACE_SECONDS = 1.0
    clock.NEXT_HAND_SECONDS = 3.0
    lobby.FILL_SECONDS = 4.0
    bots.STAND_IN_SECONDS = 600.0
    sys.exit(main())
