# cython: language_level=3
# cython: auto_pickle=False
"""Named constants: codes of cards, kinds of groups, phases and plays, and array sizes.

C does not check indices, so each array size is justified here. Data is checked where it enters the core: in
`knowledge.read`, which refuses views that correspond to no possible game, and in the methods of the core's classes that
take lists.

- `SEATS`, `SUITS`, `COLOURS`, `VALUES` (2 to K; the ace, 12, comes after them), `CARDS` (52 and the joker): facts of
  the game. `GROUPS`: each seat has at most one phase on the table, with at most two groups. `PHASES`: the maximum in
  any game.
- `DECK_ROOM`: the largest deck, in the bonus game, has 108 cards. The pile, the groups on the table and the unseen
  cards are parts of one deck, so they fit as well.
- `HAND_ROOM`: a hand has ten cards before the pick-up and eleven after it; the last element is for a card that is tried
  with a full hand. A laid group and the cards that leave a hand in one turn come from one hand. `HAND_SUBSETS` and
  `VALUE_SUBSETS` are the sizes of arrays indexed by subsets of a hand and by sets of values.
- `HAND_TURNS`: a hand ends after 50 turns of each seat (rule 4.3).
- `LAST_STAGE`: an accumulation is closed at 88 (rule 5.5), so arrays indexed by sums have 89 elements.
- `COLOURED_VALUES`: the values in both colours. `RUN_VALUES`: the values, followed by the first three again, so that a
  run of four can wrap.
- `TALLY`: counts of cards by colour and value, including aces (26), and by suit (4).
- `LISTED_ROOM`: the maximum number of groups that the finder lists; it checks this limit. Hands of eleven cards contain
  at most C(11, 5) = 462 accumulations, since none contains another, and fewer groups of the other kinds.
- `OPTIONS_ROOM`: a decision has at most eleven lay-offs, eleven discards and three skips.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import cython
else:
    from phazed.core import uncompiled as cython
if not cython.compiled:
    VALUE_SET, SUIT_SET, RUN, TOTAL = 1, 2, 3, 4
    """The kinds of groups."""
    TWO_SETS_OF_3, SUIT_OF_7, TWO_TOTALS, TWO_SETS_OF_4, RUN_OF_8, TWO_COLOUR_TOTALS, RUN_AND_SET = range(7)
    """The kinds of phases."""
    DRAW, TAKE, LAY_PHASE, LAY_OFF, DISCARD, SKIP = range(1, 7)
    """The kinds of plays, with the numbers of `rules.plays`."""
    OUT_OF_CARDS, DECK_EXHAUSTED, TURN_LIMIT = 1, 2, 3
    """The reasons why a hand has ended; 0 means that it is in progress."""
    AT_END, AT_START = 1, 2
    """The ends at which a card may join a group; `AT_START` applies only to runs."""
    ACE, FIRST_ACE, JOKER = 12, 48, 52
    """The value of aces, the first card that is an ace, and the joker."""
    ANY_COLOUR = 2
    """The key of a run or an accumulation that is not of one colour."""
    FIRST_STAGE, LAST_STAGE = 34, 88
    """The first sum of an accumulation, and the sum at which it is closed."""
    SEATS, GROUPS, PHASES, SUITS, COLOURS, VALUES, CARDS = 4, 8, 7, 4, 2, 12, 53
    DECK_ROOM, HAND_ROOM, HAND_SUBSETS, VALUE_SUBSETS = 108, 12, 4096, 4096
    HAND_TURNS = 200
    RUN_VALUES, COLOURED_VALUES, TALLY = 15, 24, 30
    LISTED_ROOM, OPTIONS_ROOM = 1024, 32
