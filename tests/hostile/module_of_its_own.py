"""Has a module object that raises when an attribute is looked up."""

EXPECTED = "start"
REASON = "cannot be imported"


def __getattr__(name):
    raise SystemError(name)
