"""Step 5: after laying its phase, the bot lays off cards that fit, and takes discards that it can lay off."""

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


# --8<-- [start:layoff]
def place_for(card, table):
    """Return the position at which the card can be laid off, on a set or at an end of a run, or None."""
    for player, (phase, groups) in enumerate(table):
        for number, group in enumerate(groups):
            natural = next((i for i, each in enumerate(group) if value(each)), 0)
            first = group[natural]
            if phase in (1, 4) or (phase == 7 and number == 1):
                if value(card) in (0, value(first)):
                    return (player, number, len(group))
            elif phase == 2:
                if not value(card) or card[1] == first[1]:
                    return (player, number, len(group))
            elif phase in (5, 7) and len(group) < 12:
                wrong_colour = phase == 7 and value(card) and suit_colour(card) != suit_colour(first)
                after = (value(first) - 2 - natural + len(group)) % 12 + 2
                before = (value(first) - 2 - natural - 1) % 12 + 2
                if not wrong_colour and value(card) in (0, after):
                    return (player, number, len(group))
                if not wrong_colour and value(card) == before:
                    return (player, number, 0)
    return None


STAGES = (34, 55, 68, 76, 81, 84, 86, 87, 88)


def fill_accumulation(hand, table, *, only_open):
    """Return a lay-off towards an accumulation's next stage, or None; `only_open` skips accumulations at a stage."""
    for player, (phase, groups) in enumerate(table):
        for number, group in enumerate(groups if phase in (3, 6) else []):
            total = sum(value(card) or 1 for card in group)
            gap = min((stage - total for stage in STAGES if stage > total), default=0)
            fitting = [card for card in hand if phase == 3 or suit_colour(card) == suit_colour(group[0])]
            if gap and (total not in STAGES or not only_open):
                for size in range(len(fitting), 0, -1):
                    for cards in combinations(fitting, size):
                        if sum(value(card) or 1 for card in cards) == gap:
                            return (4, (cards[0], (player, number, len(group))))
    return None


def lay_off(hand, table):
    """Return a lay-off, or None."""
    play = fill_accumulation(hand, table, only_open=True)
    if play:
        return play
    for card in sorted(hand, key=value, reverse=True):
        place = place_for(card, table)
        if place:
            return (4, (card, place))
    return fill_accumulation(hand, table, only_open=False)


# --8<-- [end:layoff]


# --8<-- [start:play]
def takes(phase, hand, discard):
    """Return whether exchanging a card for the top discard brings the hand closer to its nearest plan."""
    now = min(plans(phase, hand), default=9)
    return any(min(plans(phase, [*without(hand, [card]), discard]), default=9) < now for card in hand)


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    phase = phase_status[player_id] + 1
    has_laid = table[player_id][0] is not None
    if not turn_history or turn_history[-1][0] != player_id:
        if discard and (place_for(discard, table) if has_laid else takes(phase, hand, discard)):
            return (2, discard)
        return (1, None)
    if has_laid:
        return lay_off(hand, table) or (5, max(hand, key=lambda card: value(card) or 25))
    groups = find_phase(phase, hand)
    if groups:
        return (3, (phase, groups))
    return (5, max(hand, key=lambda card: (promise(phase, without(hand, [card])), value(card))))


# --8<-- [end:play]
