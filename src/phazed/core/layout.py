# cython: language_level=3
# cython: auto_pickle=False
"""The layout of the environments' observations and actions.

`AT_...` are the indices in an observation at which its parts start, `ACT_...` the first action of each kind, and
`GROUP_...` indices within the numbers for one group on the table. `phazed.env.layout` describes the parts; the numbers
are here because the core, which may not import `phazed.env`, writes the observations.

`GROUP_WIDTH` comprises four kinds, four suits, thirteen values that may join at the end (2 to K, then the ace:
`JOINERS`), as many at a run's start, the length and the total.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    JOINERS, GROUP_WIDTH = 13, 36
    GROUP_SUITS, GROUP_END, GROUP_START, GROUP_LENGTH, GROUP_TOTAL = 4, 8, 21, 34, 35
    AT_HAND, AT_DISCARD, AT_PILE, AT_KNOWN, AT_GROUPS = 0, 53, 106, 159, 318
    AT_COMPLETED, AT_LAID, AT_SIZES, AT_SKIPS, AT_SCORES = 606, 634, 662, 666, 670
    AT_HAND_NUMBER, AT_DECK, AT_TURNS, AT_PICKED_UP = 674, 675, 676, 677
    AT_LAYING, AT_FIRST, AT_SECOND, AT_CHOSEN = 678, 685, 738, 791
    OBSERVATION_SIZE = 844
    ACT_DRAW, ACT_TAKE, ACT_PHASE, ACT_CARD, ACT_SPOT = 0, 1, 2, 9, 61
    ACT_DISCARD, ACT_SKIP, ACT_LAY_BEST, ACT_LAY_OFF_ALL, ACTIONS = 77, 129, 132, 139, 140
    CARD_BY_CARD, MACROS, ALL_ACTIONS = 0, 1, 2
    """Sets of available actions."""
    WINS, ZERO_SUM, SHAPED = 0, 1, 2
    """Reward schemes."""
    LEARNER, PLAYS_RANDOM, PLAYS_GREEDY, PLAYS_FAST = 0, 1, 2, 3
    """Possible players in a seat."""
