"""The hostile bots are not tests and must not be imported outside a sandbox, not even to look for doctests."""

collect_ignore_glob = ["*.py"]
