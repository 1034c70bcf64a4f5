"""Plays (rules 4.2 and 6), in the course's own form: a pair of the kind's number and its content.

| kind | content |
|---|---|
| `DRAW` | `None`: the top card of the deck is picked up, and only that player sees it |
| `TAKE` | the top discard, which is picked up |
| `LAY_PHASE` | `(phase, groups)`, laid on the table at once; in `phasedout`, which declares no number, `groups` |
| `LAY_OFF` | `(card, (seat, group, index))`: the card joins that seat's group so that it has that index |
| `DISCARD` | the card that goes to the discard pile and ends the turn |
| `SKIP` | the seat that misses its next turn; a joker goes to the pile and ends the turn |

Our plays contain tuples only; `course` reads the lists of the course's functions.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final, Literal

    from phazed.rules.cards import Card, Cards

    Groups = tuple[Cards, ...]
    PhaseContent = tuple[int, Groups] | Groups
    """The phase and its groups, or the groups alone where the game declares no number."""
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
    """A seat and what it has played, in order."""

DRAW: Final = 1
TAKE: Final = 2
LAY_PHASE: Final = 3
LAY_OFF: Final = 4
DISCARD: Final = 5
SKIP: Final = 6
KINDS = (DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD, SKIP)
PICK_UPS = frozenset({DRAW, TAKE})
LAST_PLAYS = frozenset({DISCARD, SKIP})
"""The kinds that end a turn."""
HIDDEN = "XX"
FROM_THE_DECK: Play = (DRAW, None)
"""A player's draw."""
DRAWN: Play = (DRAW, HIDDEN)
"""A draw in a turn history, where the card is hidden."""


def phase_and_groups(content: Any) -> tuple[int | None, Groups]:
    """Return the phase, `None` where the game declares no number, and the groups of a phase play."""
    return content if content and isinstance(content[0], int) else (None, content)
