"""A right solution of a third style: classes for groups, with sums, sets and windows."""

from itertools import accumulate

ORDER = "234567890JQK"
STEPS = (34, 21, 13, 8, 5, 3, 2, 1, 1)
STAGES = set(accumulate(STEPS))


def worth(card):
    return 1 if card[0] == "A" else ORDER.find(card[0]) + 2


def colour(card):
    return {"S": 0, "C": 0, "H": 1, "D": 1}[card[1]]


class Group:
    def __init__(self, cards):
        self.cards = list(cards)
        self.natural = [card for card in self.cards if not card.startswith("A")]
        self.size = len(self.cards)

    def enough(self):
        return len(self.natural) >= 2

    def same_value(self):
        return self.enough() and len(set(card[0] for card in self.natural)) == 1

    def same_suit(self):
        return self.enough() and len(set(card[1] for card in self.natural)) == 1

    def same_colour(self, cards):
        return len(set(map(colour, cards))) == 1

    def windows(self):
        """All sequences of values of this length, round the corner as well."""
        twice = ORDER + ORDER
        return [twice[start : start + self.size] for start in range(12)]

    def run(self):
        if not self.enough() or self.size > 12:
            return None
        for window in self.windows():
            if all(card[0] in ("A", value) for card, value in zip(self.cards, window)):
                return window
        return None

    def total(self):
        return sum(map(worth, self.cards))

    def types(self):
        tests = [
            self.size == 3 and self.same_value(),
            self.size == 7 and self.same_suit(),
            self.size == 4 and self.same_value(),
            self.size == 8 and self.run() is not None,
            self.size == 4 and self.run() is not None and self.same_colour(self.natural),
            self.total() == 34,
            self.total() == 34 and self.same_colour(self.cards),
        ]
        return [number for number, passed in enumerate(tests, 1) if passed]


class SetOfValue:
    def __init__(self, group):
        self.group = group

    def takes(self, card, index):
        return card[0] in ("A", self.group.natural[0][0])


class SetOfSuit(SetOfValue):
    def takes(self, card, index):
        return card[0] == "A" or card[1] == self.group.natural[0][1]


class Sequence(SetOfValue):
    def takes(self, card, index):
        if self.group.size == 12:
            return False
        window = self.group.run()
        if index == 0:
            value = ORDER[ORDER.index(window[0]) - 1]
        elif index == self.group.size:
            value = ORDER[(ORDER.index(window[-1]) + 1) % 12]
        else:
            return False
        return card[0] in ("A", value)


class ColourSequence(Sequence):
    def takes(self, card, index):
        fits = super().takes(card, index)
        return fits and (card[0] == "A" or colour(card) == colour(self.group.natural[0]))


class Total(SetOfValue):
    def takes(self, card, index):
        before = self.group.total()
        later = sorted(stage for stage in STAGES if stage > before)
        return bool(later) and before + worth(card) <= later[0]


class ColourTotal(Total):
    def takes(self, card, index):
        return colour(card) == colour(self.group.cards[0]) and super().takes(card, index)


KINDS = {
    1: (SetOfValue, SetOfValue),
    2: (SetOfSuit,),
    3: (Total, Total),
    4: (SetOfValue, SetOfValue),
    5: (Sequence,),
    6: (ColourTotal, ColourTotal),
    7: (ColourSequence, SetOfValue),
}
PHASES = {1: [1, 1], 2: [2], 3: [6, 6], 4: [3, 3], 5: [4], 6: [7, 7], 7: [5, 3]}


def phazed_group_type(group):
    return Group(group).types() if group else []


def phazed_phase_type(phase):
    types = [phazed_group_type(group) for group in phase]
    found = []
    for number, wanted in PHASES.items():
        if len(wanted) == len(types) and all(kind in given for kind, given in zip(wanted, types)):
            found.append(number)
    return found


POINTS = dict(zip("A234567890JQK", [25, *range(2, 14)]))


def phazed_score(hand):
    return sum(POINTS[value] for value, _ in hand)


class Turn:
    def __init__(self, player_id, table, turn_history, phase_status, hand, discard):
        self.me = player_id
        self.table = table
        self.status = phase_status
        self.hand = list(hand)
        self.top = discard
        mine = bool(turn_history) and turn_history[-1][0] == player_id
        self.kinds = [kind for kind, _ in turn_history[-1][1]] if mine else []

    @property
    def started(self):
        return self.kinds != []

    @property
    def over(self):
        return 5 in self.kinds

    def settled(self, extra=None):
        """Whether every accumulation stands at a stage, after a card has joined one."""
        for player in range(4):
            phase, groups = self.table[player]
            if phase in (3, 6):
                for number, group in enumerate(groups):
                    total = Group(group).total()
                    if extra and extra[1][:2] == (player, number):
                        total += worth(extra[0])
                    if total not in STAGES:
                        return False
        return True

    def valid_1(self, content):
        return not self.started

    def valid_2(self, content):
        return not self.started and content is not None and content == self.top

    def valid_3(self, content):
        number, groups = content
        if not self.started or self.table[self.me][0]:
            return False
        if number != self.status[self.me] + 1 or number not in phazed_phase_type(groups):
            return False
        cards = sum(groups, [])
        return all(cards.count(card) <= self.hand.count(card) for card in cards)

    def valid_4(self, content):
        card, (player, number, index) = content
        if not self.started or not self.table[self.me][0] or card not in self.hand:
            return False
        if player not in (0, 1, 2, 3) or not self.table[player][0]:
            return False
        phase, groups = self.table[player]
        if not 0 <= number < len(groups) or not 0 <= index <= len(groups[number]):
            return False
        if not KINDS[phase][number](Group(groups[number])).takes(card, index):
            return False
        return len(self.hand) > 1 or self.settled((card, (player, number, index)))

    def valid_5(self, content):
        return self.started and content in self.hand and self.settled()


def phazed_is_valid_play(play, player_id, table, turn_history, phase_status, hand, discard):
    try:
        turn = Turn(player_id, table, turn_history, phase_status, hand, discard)
        return not turn.over and getattr(turn, f"valid_{play[0]}")(play[1])
    except (TypeError, ValueError, AttributeError, KeyError, IndexError):
        return False
