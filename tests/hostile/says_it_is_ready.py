"""Reports that it is ready, with functions that do not exist, and sleeps in its import."""

import os
import time

from attempts import frame

EXPECTED = "start"
os.write(4, frame(b'["ready", [["phazed_play"], {"phazed_play": 1}, 5]]', bytes(4)))
time.sleep(1000)
