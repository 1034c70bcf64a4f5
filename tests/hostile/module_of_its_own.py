"""Makes up every attribute that its module is asked for, and raises when it is."""

EXPECTED = "start"
REASON = "cannot be imported"


def __getattr__(name):
    raise SystemError(name)
