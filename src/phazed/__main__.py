"""`python -m phazed` is the command `phazed`."""

import sys

from phazed.cli import main

sys.exit(main())
