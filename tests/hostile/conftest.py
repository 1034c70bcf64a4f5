"""The hostile bots are no tests, and nobody may import them outside of a sandbox: not even to look for doctests."""

collect_ignore_glob = ["*.py"]
