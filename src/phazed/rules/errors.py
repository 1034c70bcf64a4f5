"""The exceptions raised by the rules.

PhazedError
├── InvalidNotation   malformed text or arguments
├── IllegalPlay       a well-formed play that breaks the rules; carries the `Refusal`
└── NotNow            an action that the current state of the game does not allow
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.refusal import Refusal


class PhazedError(Exception):
    """Base class of all errors that Phazed raises deliberately."""


class InvalidNotation(PhazedError, ValueError):
    """Text or arguments that do not describe a card, a play or a position."""


class IllegalPlay(PhazedError):
    """A play that breaks the rules."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal

    def __reduce__(self) -> tuple[type[IllegalPlay], tuple[Refusal]]:
        return (IllegalPlay, (self.refusal,))


class NotNow(PhazedError):
    """An action that the current state of the game does not allow."""


def shown(value: object, most: int = 80) -> str:
    """Return the value's `repr` for a message, shortened to `most` characters and without deeply nested parts.

    >>> shown((5, ["JS"])), shown("x" * 99, most=8)
    ("(5, ['JS'])", "'xxxx...")
    """
    try:
        text = _written(value, depth=6)
    except Exception:  # an untrusted object may have no repr
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


def _written(value: object, depth: int) -> str:
    if type(value) is not list and type(value) is not tuple:
        return repr(value)
    items = ", ".join([_written(item, depth - 1) for item in value[:100]]) if depth else "..."
    if type(value) is list:
        return f"[{items}]"
    return f"({items},)" if len(value) == 1 else f"({items})"


def in_words(error: BaseException) -> str:
    """Return an untrusted program's error in the form of the last line of a traceback.

    >>> in_words(KeyError("ace"))
    "KeyError: 'ace'"
    """
    try:
        words = str(error)
    except Exception:  # an untrusted error may have no message
        words = ""
    return f"{type(error).__name__}: {words}" if words else type(error).__name__
