"""Step 3: the bot lays its phase as soon as possible."""

from itertools import combinations

VALUES = "234567890JQK"


def value(card):
    """Return the card's value, 2 to 13; an ace has none."""
    return VALUES.index(card[0]) + 2 if card[0] in VALUES else 0


# --8<-- [start:find]
def suit_colour(card):
    """Return the colour of the card's suit."""
    return "red" if card[1] in "HD" else "black"


def split(hand):
    """Return the natural cards grouped by value, and the aces."""
    naturals = {}
    for card in hand:
        if value(card):
            naturals.setdefault(value(card), []).append(card)
    return naturals, [card for card in hand if not value(card)]


def find_sets(hand, size):
    """Yield sets of that many cards of one value, those with few aces first."""
    naturals, aces = split(hand)
    for wild in range(min(len(aces), size - 2) + 1):
        for cards in naturals.values():
            if len(cards) >= size - wild:
                yield cards[: size - wild] + aces[:wild]


def find_suit(hand):
    """Return seven cards of one suit, or None."""
    for suit in "SHDC":
        cards = [card for card in hand if card[1] == suit and value(card)]
        aces = [card for card in hand if not value(card)]
        if len(cards) >= 2 and len(cards) + len(aces) >= 7:
            return (cards + aces)[:7] if len(cards) < 7 else cards[:7]
    return None


def find_runs(hand, size, colour=None):
    """Yield runs of that many cards, which may continue from king to two."""
    by_value = {value(card): card for card in hand if value(card) and colour in (None, suit_colour(card))}
    for low in range(12):
        aces = [card for card in hand if not value(card)]
        run = [by_value.get((low + step) % 12 + 2) for step in range(size)]
        if run.count(None) <= min(len(aces), size - 2):
            yield [card or aces.pop() for card in run]


def accumulations(hand, colours):
    """Return every accumulation to 34 in one of the colours, as indices of the hand."""
    worths = [value(card) or 1 for card in hand]
    found = []
    for colour in colours:
        places = [i for i, card in enumerate(hand) if colour in (None, suit_colour(card))]
        for size in range(3, 9):
            found += [set(group) for group in combinations(places, size) if sum(worths[i] for i in group) == 34]
    return found


def find_two_accumulations(hand, colours):
    """Return two accumulations to 34, each in one of the colours, with as many cards as possible, or None."""
    groups = combinations(accumulations(hand, colours), 2)
    pairs = [(first, second) for first, second in groups if not first & second]
    most = max(pairs, key=lambda pair: len(pair[0]) + len(pair[1]), default=())
    return [[hand[i] for i in group] for group in most] or None


def without(hand, cards):
    """Return the hand without these cards."""
    rest = list(hand)
    for card in cards:
        rest.remove(card)
    return rest


def find_two_sets(hand, size):
    """Return two sets of that many cards each, or None."""
    for first in find_sets(hand, size):
        for second in find_sets(without(hand, first), size):
            return [first, second]
    return None


def find_phase(phase, hand):
    """Return the groups of the phase, or None if the hand does not contain it."""
    if phase in (1, 4):
        return find_two_sets(hand, 3 if phase == 1 else 4)
    if phase == 2:
        suit = find_suit(hand)
        return [suit] if suit else None
    if phase == 3:
        return find_two_accumulations(hand, [None])
    if phase == 5:
        return next(([run] for run in find_runs(hand, 8)), None)
    if phase == 6:
        return find_two_accumulations(hand, ["red", "black"])
    for colour in ("red", "black"):
        for run in find_runs(hand, 4, colour):
            for four in find_sets(without(hand, run), 4):
                return [run, four]
    return None


# --8<-- [end:find]


# --8<-- [start:play]
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    if table[player_id][0] is None:  # I have not laid a phase in this hand
        phase = phase_status[player_id] + 1
        groups = find_phase(phase, hand)
        if groups:
            return (3, (phase, groups))
    return (5, max(hand, key=value))


# --8<-- [end:play]
