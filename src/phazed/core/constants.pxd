cpdef enum:
    VALUE_SET = 1
    SUIT_SET = 2
    RUN = 3
    TOTAL = 4

    TWO_SETS_OF_3 = 0
    SUIT_OF_7 = 1
    TWO_TOTALS = 2
    TWO_SETS_OF_4 = 3
    RUN_OF_8 = 4
    TWO_COLOUR_TOTALS = 5
    RUN_AND_SET = 6

    DRAW = 1
    TAKE = 2
    LAY_PHASE = 3
    LAY_OFF = 4
    DISCARD = 5
    SKIP = 6

    OUT_OF_CARDS = 1
    DECK_EXHAUSTED = 2
    TURN_LIMIT = 3

    AT_END = 1
    AT_START = 2

    ACE = 12
    FIRST_ACE = 48
    JOKER = 52
    ANY_COLOUR = 2

    FIRST_STAGE = 34
    LAST_STAGE = 88

    SEATS = 4
    GROUPS = 8
    PHASES = 7
    SUITS = 4
    COLOURS = 2
    VALUES = 12
    CARDS = 53
    DECK_ROOM = 108
    HAND_ROOM = 12
    HAND_SUBSETS = 4096
    VALUE_SUBSETS = 4096
    HAND_TURNS = 200
    RUN_VALUES = 15
    COLOURED_VALUES = 24
    TALLY = 30
    LISTED_ROOM = 1024
    OPTIONS_ROOM = 32
