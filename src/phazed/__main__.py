"""The command `phazed`, as `python -m phazed`."""

import sys

from phazed.cli import main

sys.exit(main())
