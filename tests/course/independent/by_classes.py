"""A solution of the same tasks with classes."""

RED = {"H", "D"}


class Card:
    def __init__(self, text):
        self.rank, self.suit = text

    @property
    def wild(self):
        return self.rank == "A"

    @property
    def number(self):
        try:
            return int(self.rank) or 10
        except ValueError:
            return {"J": 11, "Q": 12, "K": 13, "A": 1}[self.rank]

    @property
    def colour(self):
        return "red" if self.suit in RED else "black"


class Group:
    def __init__(self, texts):
        self.cards = list(map(Card, texts))
        self.natural = list(filter(lambda card: not card.wild, self.cards))

    def same(self, size, what):
        if len(self.cards) != size or len(self.natural) < 2:
            return False
        first = getattr(self.natural[0], what)
        return not any(getattr(card, what) != first for card in self.natural)

    def run(self, size):
        if len(self.cards) != size or len(self.natural) < 2:
            return False
        for start in range(2, 14):
            numbers = [(start - 2 + step) % 12 + 2 for step in range(size)]
            if all(card.wild or card.number == number for card, number in zip(self.cards, numbers)):
                return True
        return False

    def adds_up(self):
        total = 0
        for card in self.cards:
            total = total + card.number
        return total == 34


def phazed_group_type(group):
    cards = Group(group)
    tests = {
        1: lambda: cards.same(3, "rank"),
        2: lambda: cards.same(7, "suit"),
        3: lambda: cards.same(4, "rank"),
        4: lambda: cards.run(8),
        5: lambda: cards.run(4) and cards.same(4, "colour"),
        6: cards.adds_up,
        7: lambda: cards.adds_up() and len({card.colour for card in cards.cards}) == 1,
    }
    return [number for number in tests if tests[number]()]


def phazed_score(hand):
    total = 0
    for text in hand:
        card = Card(text)
        if card.wild:
            total += 25
        else:
            total += card.number
    return total
