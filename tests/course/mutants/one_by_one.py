"""A right solution of another style: every task written out by itself, without shared tables of kinds."""

from copy import deepcopy

VALUES = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "0": 10, "J": 11, "Q": 12, "K": 13}
TARGETS = [34, 55, 68, 76, 81, 84, 86, 87, 88]


def is_wild(card):
    return card[0] == "A"


def num(card):
    if is_wild(card):
        return 1
    return VALUES[card[0]]


def is_black(card):
    return card[1] == "S" or card[1] == "C"


def following(value):
    if value == 13:
        return 2
    return value + 1


def preceding(value):
    if value == 2:
        return 13
    return value - 1


def count_naturals(group):
    count = 0
    for card in group:
        if not is_wild(card):
            count += 1
    return count


def check_set(group, size):
    if len(group) != size:
        return False
    if count_naturals(group) < 2:
        return False
    seen = None
    for card in group:
        if is_wild(card):
            continue
        if seen is None:
            seen = card[0]
        if card[0] != seen:
            return False
    return True


def check_suit(group):
    if len(group) != 7 or count_naturals(group) < 2:
        return False
    suits = []
    for card in group:
        if not is_wild(card):
            suits.append(card[1])
    return suits.count(suits[0]) == len(suits)


def expected_values(group):
    """The value that every card of a run has, from the first natural card."""
    place = 0
    while is_wild(group[place]):
        place += 1
    value = num(group[place])
    for _ in range(place):
        value = preceding(value)
    values = []
    for _ in group:
        values.append(value)
        value = following(value)
    return values


def check_sequence(group):
    if count_naturals(group) < 2:
        return False
    values = expected_values(group)
    for i in range(len(group)):
        if not is_wild(group[i]) and num(group[i]) != values[i]:
            return False
    return True


def check_run(group):
    return len(group) == 8 and check_sequence(group)


def check_colour_run(group):
    if len(group) != 4 or not check_sequence(group):
        return False
    colours = set()
    for card in group:
        if not is_wild(card):
            colours.add(is_black(card))
    return len(colours) == 1


def add_up(group):
    total = 0
    for card in group:
        total += num(card)
    return total


def one_colour(group):
    for card in group:
        if is_black(card) != is_black(group[0]):
            return False
    return True


def phazed_group_type(group):
    if not group:
        return []
    result = []
    if check_set(group, 3):
        result.append(1)
    if check_suit(group):
        result.append(2)
    if check_set(group, 4):
        result.append(3)
    if check_run(group):
        result.append(4)
    if check_colour_run(group):
        result.append(5)
    if add_up(group) == 34:
        result.append(6)
        if one_colour(group):
            result.append(7)
    return result


def phazed_phase_type(phase):
    kinds = []
    for group in phase:
        kinds.append(phazed_group_type(group))
    if len(kinds) == 1:
        if 2 in kinds[0]:
            return [2]
        if 4 in kinds[0]:
            return [5]
        return []
    if len(kinds) != 2:
        return []
    first, second = kinds
    result = []
    if 1 in first and 1 in second:
        result.append(1)
    if 6 in first and 6 in second:
        result.append(3)
    if 3 in first and 3 in second:
        result.append(4)
    if 7 in first and 7 in second:
        result.append(6)
    if 5 in first and 3 in second:
        result.append(7)
    return sorted(result)


def phazed_score(hand):
    score = 0
    for card in hand:
        if card[0] == "A":
            score += 25
        elif card[0] == "K":
            score += 13
        elif card[0] == "Q":
            score += 12
        elif card[0] == "J":
            score += 11
        elif card[0] == "0":
            score += 10
        else:
            score += int(card[0])
    return score


def my_plays(player_id, turn_history):
    """The plays of the turn in progress."""
    if not turn_history:
        return []
    player, plays = turn_history[-1]
    if player != player_id:
        return []
    return plays


def unfinished(table):
    for phase, groups in table:
        if phase in (3, 6):
            for group in groups:
                if add_up(group) not in TARGETS:
                    return True
    return False


def first_natural(group):
    for card in group:
        if not is_wild(card):
            return card


def fits_set(group, card):
    return is_wild(card) or card[0] == first_natural(group)[0]


def fits_suit(group, card):
    return is_wild(card) or card[1] == first_natural(group)[1]


def fits_run(group, card, index):
    if len(group) >= 12:
        return False
    values = expected_values(group)
    if index == 0:
        wanted = preceding(values[0])
    elif index == len(group):
        wanted = following(values[-1])
    else:
        return False
    return is_wild(card) or num(card) == wanted


def fits_colour_run(group, card, index):
    if not fits_run(group, card, index):
        return False
    return is_wild(card) or is_black(card) == is_black(first_natural(group))


def fits_accumulation(group, card):
    total = add_up(group)
    for target in TARGETS:
        if total < target:
            return total + num(card) <= target
    return False


def fits_colour_accumulation(group, card):
    if is_black(card) != is_black(group[0]):
        return False
    return fits_accumulation(group, card)


def phazed_is_valid_play(play, player_id, table, turn_history, phase_status, hand, discard):
    try:
        return decide(play, player_id, table, turn_history, phase_status, hand, discard)
    except (TypeError, ValueError, IndexError, KeyError, AttributeError):
        return False


def decide(play, player_id, table, turn_history, phase_status, hand, discard):
    kind, content = play
    plays = my_plays(player_id, turn_history)
    if plays and plays[-1][0] == 5:
        return False
    if kind == 1:
        return not plays
    if kind == 2:
        return not plays and discard is not None and content == discard
    if not plays:
        return False
    if kind == 3:
        phase, groups = content
        if table[player_id][0] is not None:
            return False
        if phase != phase_status[player_id] + 1:
            return False
        if phase not in phazed_phase_type(groups):
            return False
        left = list(hand)
        for group in groups:
            for card in group:
                if card not in left:
                    return False
                left.remove(card)
        return True
    if kind == 4:
        card, (target, number, index) = content
        if card not in hand:
            return False
        if table[player_id][0] is None:
            return False
        if target < 0 or target > 3:
            return False
        phase, groups = table[target]
        if phase is None:
            return False
        if number < 0 or number >= len(groups):
            return False
        group = groups[number]
        if index < 0 or index > len(group):
            return False
        if phase == 1 or phase == 4:
            ok = fits_set(group, card)
        elif phase == 2:
            ok = fits_suit(group, card)
        elif phase == 3:
            ok = fits_accumulation(group, card)
        elif phase == 5:
            ok = fits_run(group, card, index)
        elif phase == 6:
            ok = fits_colour_accumulation(group, card)
        elif number == 0:
            ok = fits_colour_run(group, card, index)
        else:
            ok = fits_set(group, card)
        if not ok:
            return False
        if len(hand) == 1:
            after = deepcopy(table)
            after[target][1][number].insert(index, card)
            return not unfinished(after)
        return True
    if kind == 5:
        if content not in hand:
            return False
        return not unfinished(table)
    return False


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    if not my_plays(player_id, turn_history):
        return (1, None)
    mine = table[player_id][0]
    if mine is None:
        due = phase_status[player_id] + 1
        if due == 1 or due == 4:
            size = 3 if due == 1 else 4
            groups = []
            for value in VALUES:
                same = [card for card in hand if card[0] == value]
                if len(same) >= size:
                    groups.append(same[:size])
            if len(groups) >= 2:
                return (3, (due, groups[:2]))
        if due == 2:
            for suit in "SHDC":
                same = [card for card in hand if card[1] == suit and not is_wild(card)]
                if len(same) >= 7:
                    return (3, (2, [same[:7]]))
    else:
        for card in hand:
            for target in range(4):
                phase, groups = table[target]
                if phase in (1, 4):
                    for number in range(2):
                        if fits_set(groups[number], card):
                            return (4, (card, (target, number, len(groups[number]))))
                if phase == 5 and fits_run(groups[0], card, len(groups[0])):
                    return (4, (card, (target, 0, len(groups[0]))))
    worst = hand[0]
    for card in hand:
        if phazed_score([card]) > phazed_score([worst]):
            worst = card
    return (5, worst)
