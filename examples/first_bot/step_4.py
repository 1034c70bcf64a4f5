"""Step 4: the bot keeps the cards that its phase needs, and takes the top discard if that helps its nearest plan."""

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


# --8<-- [start:plans]
def plans(phase, hand):
    """Return the number of missing cards for each plan for the phase."""
    naturals, aces = split(hand)
    wild = len(aces)
    if phase in (1, 4):
        size = 3 if phase == 1 else 4
        counts = [min(len(cards), size) for cards in naturals.values()]
        twice = [max(2 * size - len(cards) - wild, 4 - len(cards), 0) for cards in naturals.values()]
        pairs = combinations(counts, 2)
        return twice + [max(2 * size - one - two - wild, 2 - min(one, 2) + 2 - min(two, 2)) for one, two in pairs]
    if phase == 2:
        suits = [sum(1 for card in hand if card[1] == suit and value(card)) for suit in "SHDC"]
        return [max(7 - count - wild, 0) for count in suits]
    if phase == 5:
        runs = [sum((low + step) % 12 + 2 in naturals for step in range(8)) for low in range(12)]
        return [max(8 - count - wild, 0) for count in runs]
    if phase == 7:
        pairs = runs_and_sets(hand, naturals)
        return [max(8 - run - four - wild, 2 - min(run, 2) + 2 - min(four, 2)) for run, four in pairs]
    return plans_for_accumulations(phase, hand)


def runs_and_sets(hand, naturals):
    """Yield, for each colour run and each set, how many cards in the hand belong to the run and to the set."""
    for colour in ("red", "black"):
        own = {value(card) for card in hand if value(card) and suit_colour(card) == colour}
        for low in range(12):
            window = {(low + step) % 12 + 2 for step in range(4)} & own
            for number, cards in naturals.items():
                shared = number in window and len(cards) <= 4  # a card cannot be in both
                if window:
                    yield len(window), min(len(cards), 4) - shared


def plans_for_accumulations(phase, hand):
    """Return the number of missing cards for each plan, with a plan per card that completes a second accumulation."""
    colours = [None] if phase == 3 else ["red", "black"]
    groups = accumulations(hand, colours)
    if not groups:
        return [3]
    helpful = set()
    for group in groups:
        rest = [card for i, card in enumerate(hand) if i not in group]
        for colour in colours:
            sums = reachable([card for card in rest if colour in (None, suit_colour(card))])
            if 34 in sums:
                return [0]
            helpful |= {(colour, worth) for worth in range(1, 14) if 34 - worth in sums}
    return [2] + [1] * len(helpful)


def reachable(cards):
    """Return the sums of all subsets of the cards."""
    sums = {0}
    for card in cards:
        sums |= {total + (value(card) or 1) for total in sums}
    return sums


def promise(phase, hand):
    """Return a rating of the hand for the phase, in which nearer plans count more."""
    return sum(5.0**-lack for lack in plans(phase, hand))


# --8<-- [end:plans]


# --8<-- [start:play]
def takes(phase, hand, discard):
    """Return whether exchanging a card for the top discard brings the hand closer to its nearest plan."""
    now = min(plans(phase, hand), default=9)
    return any(min(plans(phase, [*without(hand, [card]), discard]), default=9) < now for card in hand)


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    phase = phase_status[player_id] + 1
    has_laid = table[player_id][0] is not None
    if not turn_history or turn_history[-1][0] != player_id:
        if discard and not has_laid and takes(phase, hand, discard):
            return (2, discard)
        return (1, None)
    if has_laid:
        return (5, max(hand, key=value))
    groups = find_phase(phase, hand)
    if groups:
        return (3, (phase, groups))
    return (5, max(hand, key=lambda card: (promise(phase, without(hand, [card])), value(card))))


# --8<-- [end:play]
