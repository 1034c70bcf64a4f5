"""Points and ranks (rules 1.5, 4.4 and 7.2)."""

from __future__ import annotations

from phazed.rules.cards import POINTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phazed.rules.cards import Card


def points(hand: Iterable[Card]) -> int:
    """Return the penalty points of the cards left in a hand.

    >>> points(("3D", "JC", "AS"))
    39
    """
    return sum([POINTS[card] for card in hand])


def ranking(scores: Sequence[int], finished: Sequence[bool]) -> tuple[int, ...]:
    """Rank players who completed every phase first, then by score; tied players share a rank.

    >>> ranking([430, 200, 510, 200], [True, False, True, False])
    (1, 3, 2, 3)
    """
    keys = [(not done, score) for done, score in zip(finished, scores)]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


def ordinal(number: int) -> str:
    """Return the number as an ordinal.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    if number // 10 % 10 != 1 and 0 < number % 10 < 4:
        return f"{number}{('st', 'nd', 'rd')[number % 10 - 1]}"
    return f"{number}th"
