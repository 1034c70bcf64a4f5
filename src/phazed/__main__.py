"""Entry point of `python -m phazed`."""

import sys

from phazed.cli import main

sys.exit(main())
