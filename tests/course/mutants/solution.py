"""A right solution of the course's tasks in all three games, as a careful student would write it from the rules."""

VALUES = "234567890JQK"
RED = "HD"
STAGES = [34, 55, 68, 76, 81, 84, 86, 87, 88]
PHAZED = {
    "wraps": True,
    "numbered": True,
    "jokers": False,
    "phases": [(1, 1), (2,), (6, 6), (3, 3), (4,), (7, 7), (5, 3)],
}
BONUS = {**PHAZED, "jokers": True}
PHASEDOUT = {"wraps": False, "numbered": False, "jokers": False, "phases": [(1, 1), (2,), (3, 3), (4,), (5, 3)]}


def is_card(card, game):
    if type(card) is not str:
        return False
    if card == "ZZ":
        return game["jokers"]
    return len(card) == 2 and card[0] in VALUES + "A" and card[1] in "SHDC"


def is_list(value):
    return isinstance(value, (list, tuple))


def is_cards(cards, game):
    return is_list(cards) and all(is_card(card, game) for card in cards)


def is_number(value):
    return type(value) is int


def is_ace(card):
    return card[0] == "A"


def value(card):
    return VALUES.index(card[0]) + 2


def worth(card):
    return 1 if is_ace(card) else value(card)


def colour(card):
    return "red" if card[1] in RED else "black"


def naturals(cards):
    return [card for card in cards if not is_ace(card)]


def is_run(cards, wraps):
    places = [(place, value(card)) for place, card in enumerate(cards) if not is_ace(card)]
    first_place, first_value = places[0]
    start = first_value - first_place
    if wraps:
        return all((number - start - place) % 12 == 0 for place, number in places)
    if start < 2 or start + len(cards) - 1 > 13:
        return False
    return all(number == start + place for place, number in places)


def is_type(kind, cards, wraps):
    plain = naturals(cards)
    if kind in (6, 7):
        if sum(worth(card) for card in cards) != 34:
            return False
        return kind == 6 or len({colour(card) for card in cards}) == 1
    if len(cards) != {1: 3, 2: 7, 3: 4, 4: 8, 5: 4}[kind]:
        return False
    if len(plain) < 2:
        return False
    if kind in (1, 3):
        return len({card[0] for card in plain}) == 1
    if kind == 2:
        return len({card[1] for card in plain}) == 1
    if kind == 5 and len({colour(card) for card in plain}) != 1:
        return False
    return is_run(cards, wraps)


def group_types(group, game):
    if not is_cards(group, game) or not group or "ZZ" in group:
        return []
    kinds = sorted({kind for kinds in game["phases"] for kind in kinds})
    return [kind for kind in kinds if is_type(kind, group, game["wraps"])]


def makes(phase, groups, game):
    kinds = game["phases"][phase - 1]
    if len(groups) != len(kinds):
        return False
    return all(kind in group_types(group, game) for kind, group in zip(kinds, groups))


def phase_types(groups, game):
    if not is_list(groups):
        return []
    return [phase for phase in range(1, len(game["phases"]) + 1) if makes(phase, groups, game)]


def score(hand):
    total = 0
    for card in hand:
        if card == "ZZ":
            total += 15
        elif is_ace(card):
            total += 25
        else:
            total += value(card)
    return total


def is_open(table, game):
    for phase, groups in table:
        if phase is not None and game["phases"][phase - 1][0] in (6, 7):
            for group in groups:
                if sum(worth(card) for card in group) not in STAGES:
                    return True
    return False


def can_join(kind, group, card, index, wraps):
    plain = naturals(group)
    if card == "ZZ":
        return False
    if kind in (1, 3):
        return is_ace(card) or card[0] == plain[0][0]
    if kind == 2:
        return is_ace(card) or card[1] == plain[0][1]
    if kind in (6, 7):
        if kind == 7 and colour(card) != colour(group[0]):
            return False
        total = sum(worth(each) for each in group)
        if total >= 88:
            return False
        stage = min(each for each in STAGES if each > total)
        return total + worth(card) <= stage
    if index not in (0, len(group)):
        return False
    if len(group) >= 12:
        return False
    if kind == 5 and not is_ace(card) and colour(card) != colour(plain[0]):
        return False
    return is_run([card, *group] if index == 0 else [*group, card], wraps)


def stage_of(player_id, turn_history, game):
    if not turn_history or turn_history[-1][0] != player_id:
        return "before"
    if turn_history[-1][1][-1][0] in (5, 6):
        return "before" if game["jokers"] else "over"
    return "during"


def is_due(phase, status, game):
    if not 1 <= phase <= len(game["phases"]):
        return False
    if game["jokers"]:
        return not status[phase - 1]
    return phase == status + 1


def is_valid_phase(content, player_id, table, phase_status, hand, game):
    status = phase_status[player_id]
    if table[player_id][0] is not None:
        return False
    if game["numbered"]:
        phase, groups = content
    else:
        phase, groups = status + 1, content
    if not is_number(phase) or not is_due(phase, status, game):
        return False
    if not is_list(groups) or not makes(phase, groups, game):
        return False
    left = list(hand)
    for group in groups:
        for card in group:
            if card not in left:
                return False
            left.remove(card)
    return True


def is_valid_lay_off(content, player_id, table, hand, game):
    card, position = content
    target, number, index = position
    if not (is_number(target) and is_number(number) and is_number(index)):
        return False
    if table[player_id][0] is None:
        return False
    if card not in hand:
        return False
    if target not in range(4) or table[target][0] is None:
        return False
    phase, groups = table[target]
    if number not in range(len(groups)):
        return False
    group = groups[number]
    if index not in range(len(group) + 1):
        return False
    if not can_join(game["phases"][phase - 1][number], group, card, index, game["wraps"]):
        return False
    if len(hand) == 1:
        after = [[phase, [list(each) for each in groups]] for phase, groups in table]
        after[target][1][number].insert(index, card)
        return not is_open(after, game)
    return True


def decide(play, player_id, table, turn_history, phase_status, hand, discard, game):
    kind, content = play
    if not is_number(kind):
        return False
    stage = stage_of(player_id, turn_history, game)
    if kind == 1:
        return stage == "before"
    if kind == 2:
        return stage == "before" and is_card(content, game) and content == discard and content != "ZZ"
    if stage != "during":
        return False
    if kind == 3:
        return is_valid_phase(content, player_id, table, phase_status, hand, game)
    if kind == 4:
        return is_valid_lay_off(content, player_id, table, hand, game)
    if kind == 5:
        return is_card(content, game) and content != "ZZ" and content in hand and not is_open(table, game)
    if kind == 6 and game["jokers"]:
        others = [0, 1, 2, 3]
        others.remove(player_id)
        return "ZZ" in hand and is_number(content) and content in others and not is_open(table, game)
    return False


def is_valid(arguments, game):
    try:
        return decide(*arguments, game)
    except (TypeError, ValueError, IndexError):
        return False


def choose(player_id, turn_history, hand, game):
    if stage_of(player_id, turn_history, game) == "before":
        return (1, None)
    plain = [card for card in hand if card != "ZZ"]
    if not plain:
        return (6, (player_id + 1) % 4)
    return (5, max(plain, key=lambda card: score([card])))


def phazed_group_type(group):
    return group_types(group, PHAZED)


def phazed_phase_type(phase):
    return phase_types(phase, PHAZED)


def phazed_score(hand):
    return score(hand)


def phazed_is_valid_play(play, player_id, table, turn_history, phase_status, hand, discard):
    return is_valid((play, player_id, table, turn_history, phase_status, hand, discard), PHAZED)


def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    return choose(player_id, turn_history, hand, PHAZED)


def phazed_bonus_score(hand):
    return score(hand)


def phazed_bonus_is_valid_play(play, player_id, table, turn_history, phase_status, hand, discard):
    return is_valid((play, player_id, table, turn_history, phase_status, hand, discard), BONUS)


def phazed_bonus(player_id, table, turn_history, phase_status, hand, discard):
    return choose(player_id, turn_history, hand, BONUS)


def phasedout_group_type(group):
    types = group_types(group, PHASEDOUT)
    return types[0] if types else None


def phasedout_phase_type(phase):
    phases = phase_types(phase, PHASEDOUT)
    return phases[0] if phases else None


def phasedout_score(hand):
    return score(hand)


def phasedout_is_valid_play(play, player_id, table, turn_history, phase_status, hand, discard):
    return is_valid((play, player_id, table, turn_history, phase_status, hand, discard), PHASEDOUT)


def phasedout_play(player_id, table, turn_history, phase_status, hand, discard):
    return choose(player_id, turn_history, hand, PHASEDOUT)
