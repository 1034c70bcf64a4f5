"""A solution of two tasks with counters."""

from collections import Counter


def phazed_score(hand):
    faces = {"A": 25, "K": 13, "Q": 12, "J": 11, "0": 10}
    return sum(faces[card[0]] if card[0] in faces else int(card[0]) for card in hand)


def phazed_group_type(group):
    result = []
    wild = Counter(card[0] == "A" for card in group)[True]
    ranks = Counter(card[0] for card in group if card[0] != "A")
    suits = Counter(card[1] for card in group if card[0] != "A")
    enough = len(group) - wild >= 2
    if enough and len(ranks) == 1:
        if len(group) == 3:
            result.append(1)
        elif len(group) == 4:
            result.append(3)
    if enough and len(group) == 7 and len(suits) == 1:
        result.append(2)
    if enough and ascending(group):
        if len(group) == 8:
            result.append(4)
        if len(group) == 4 and (set(suits) <= set("SC") or set(suits) <= set("HD")):
            result.append(5)
    points = {**{str(n): n for n in range(2, 10)}, "0": 10, "J": 11, "Q": 12, "K": 13, "A": 1}
    if sum(points[card[0]] for card in group) == 34:
        result.append(6)
        if len({card[1] in "HD" for card in group}) == 1:
            result.append(7)
    return sorted(result)


def ascending(group):
    order = "234567890JQK"
    expected = None
    for card in group:
        if card[0] == "A":
            expected = None if expected is None else (expected + 1) % 12
            continue
        here = order.index(card[0])
        if expected is not None and here != expected:
            return False
        expected = (here + 1) % 12
    return True
