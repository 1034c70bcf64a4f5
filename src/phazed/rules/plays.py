"""Plays (rules 4.2 and 6), in the course's form: a pair of a kind and its content.

| kind | content |
|---|---|
| `DRAW` | `None`: the player picks up the top card of the deck, which nobody else sees |
| `TAKE` | the top discard, which the player picks up |
| `LAY_PHASE` | `(phase, groups)`, or `groups` alone in `phasedout`, where phases are not declared |
| `LAY_OFF` | `(card, (seat, group, index))`: the card joins that seat's group at that index |
| `DISCARD` | the card that goes on the discard pile, which ends the turn |
| `SKIP` | the seat that misses its next turn; a joker goes on the pile, which ends the turn |

Plays contain only tuples; `course` converts the lists in the arguments of the course's functions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Literal

    from phazed.rules.cards import Card, Cards

    Groups = tuple[Cards, ...]
    PhaseContent = tuple[int, Groups] | Groups
    """The phase and its groups, or the groups alone in games where phases are not declared."""
    Target = tuple[int, int, int]
    """A seat, the number of one of its groups, and an index in the group."""
    Draw = tuple[Literal[1], str | None]
    Take = tuple[Literal[2], Card]
    LayPhase = tuple[Literal[3], PhaseContent]
    LayOff = tuple[Literal[4], tuple[Card, Target]]
    Discard = tuple[Literal[5], Card]
    Skip = tuple[Literal[6], int]
    Play = Draw | Take | LayPhase | LayOff | Discard | Skip
    Turn = tuple[int, tuple[Play, ...]]
    """A seat and its plays, in order."""

DRAW: Final = 1
TAKE: Final = 2
LAY_PHASE: Final = 3
LAY_OFF: Final = 4
DISCARD: Final = 5
SKIP: Final = 6
KINDS = (DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD, SKIP)
PICK_UPS = frozenset({DRAW, TAKE})
LAST_PLAYS = frozenset({DISCARD, SKIP})
"""The kinds of play that end a turn."""
HIDDEN = "XX"
FROM_THE_DECK: Play = (DRAW, None)
"""A draw as the player makes it."""
DRAWN: Play = (DRAW, HIDDEN)
"""A draw as it appears in a turn history, with the card hidden."""


def phase_and_groups(content: Any) -> tuple[int | None, Groups]:
    """Return the phase and the groups of a phase play; the phase is `None` in games where phases are not declared."""
    return content if content and isinstance(content[0], int) else (None, content)
