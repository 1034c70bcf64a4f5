"""What can go wrong, as exceptions.

PhazedError
├── InvalidNotation   text or arguments that cannot be read at all
└── IllegalPlay       a play that can be read and is against the rules; it carries the `Refusal`
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.refusal import Refusal


class PhazedError(Exception):
    """Base of every error that this package raises on purpose."""


class InvalidNotation(PhazedError, ValueError):
    """Text or arguments that do not describe a card, a play or a position."""


class IllegalPlay(PhazedError):
    """A play against the rules."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
