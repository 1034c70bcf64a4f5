"""Games that have come to a known point, so that a test in the browser need not hope for good cards.

A table is made of decks and plays, so a test that wants a certain hand writes down the cards that matter, and `deck`
puts the others behind them. Ann, the person of the tests, sits in seat 1, which leads in the first hand; the others
sit in the seats of bots and, as far as their plays are told here, throw what they have drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from phazed.game.notation import parse_play
from phazed.rules.course import read_play
from phazed.rules.plays import DISCARD, FROM_THE_DECK
from phazed.rules.rulesets import HAND_SIZE, SEATS, ruleset
from phazed.storage.tables import PERSON, Seat, Store
from phazed.web.tables.seats import new_token
from phazed.web.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

ANN = 1
COPIES = {"fresh": 48, "laid": 32, "ready": 32, "busy": 24}
"""How many games there are of a kind for one server, of others six; a test that plays needs one of its own."""

WINNING = {
    "phazed": (
        ("2S 2H 2D / 5S 5H 5D", "2C AS AH AD AC"),
        ("2S 3S 4S 5S 6S 7S 8S", "9S 0S JS QS"),
    ),
    "phasedout": (
        ("2S 2H 2D / 5S 5H 5D", "2C AS AH AD AC"),
        ("2S 3S 4S 5S 6S 7S 8S", "9S 0S JS QS"),
        ("2S 2H 2D 2C / 5S 5H 5D 5C", "AS AH AD"),
        ("2S 3H 4D 5C 6S 7H 8D 9C", "0S JH QD"),
        ("2S 3S 4S 5S / 9S 9H 9D 9C", "6S 7S 8S"),
    ),
}
"""For each hand of a game the phase that Ann lays in her first turn, and what she then adds to its first group."""


class Kept(NamedTuple):
    """A game in a server's file."""

    id: str
    tokens: list[str | None]
    """The keys to the seats that are people's."""

    def path(self, seat: int | None = ANN) -> str:
        """Where that seat plays; without a seat, where one watches."""
        return f"/table/{self.id}" + ("" if seat is None else f"#seat={self.tokens[seat]}")


def deck(rules, leader: int, hands: Mapping[int, str], discard: str = "", draws: str = ""):
    """A deck that deals those cards, turns up that discard and has those to be drawn next.

    >>> from phazed.rules.state import deal
    >>> state = deal(ruleset("phazed"), deck(ruleset("phazed"), 1, {1: "2S 2S", 0: "KC"}, "6H", "7D 8D"), 0)
    >>> state.hands[1][:2], state.hands[0][:1], state.pile, state.deck[41:43]
    (('2S', '2S'), ('KC',), ('6H',), ('7D', '8D'))
    """
    wanted = [hands.get(seat, "").split() for seat in range(SEATS)]
    rest = Counter(rules.deck)
    rest.subtract([*discard.split(), *draws.split(), *(card for hand in wanted for card in hand)])
    assert min(rest.values()) >= 0, "there are two of each card only"
    left = iter(sorted(rest.elements(), key=lambda card: (card in ("ZZ",) or card[0] == "A", mixed(card))))
    full = [hand + [next(left) for _ in range(HAND_SIZE - len(hand))] for hand in wanted]
    dealt = [full[(leader + number) % SEATS][turn] for turn in range(HAND_SIZE) for number in range(SEATS)]
    return (*dealt, *(discard.split() or [next(left)]), *draws.split(), *left)


def mixed(card: str) -> int:
    """Some order of the cards in which no neighbours belong together."""
    return (ord(card[0]) * 37 + ord(card[1]) * 101) % 53


class Arranged(Table):
    """A table at which plays are written as people write them."""

    def arrange(self, hands: Mapping[int, str], discard: str = "", draws: str = "") -> None:
        """Deal the next hand with those cards."""
        self.deal(deck(self.rules, (self.standing.dealer + 1) % SEATS, hands, discard, draws))

    def plays_on(self, *plays: str) -> None:
        """Make the plays of whoever's turn it is."""
        for text in plays:
            self.play(read_play(self.rules, parse_play(text)))

    def wait_for_ann(self) -> None:
        """Let the others draw and throw what they drew, until it is Ann's turn."""
        while self.turn != ANN:
            self.play(FROM_THE_DECK)
            self.play((DISCARD, self.state.hand[-1]))

    def lay(self, number: int) -> str:
        """How Ann writes that she lays what she has for her phase of that number."""
        groups, _ = WINNING[self.rules.name][number]
        return f"phase: {groups}" if self.rules.name == "phasedout" else f"phase {number + 1}: {groups}"

    def arrange_winning(self, number: int) -> tuple[str, ...]:
        """Deal the hand in which Ann lays that phase at once and goes out; what she then adds to the first group."""
        groups, adds = WINNING[self.rules.name][number]
        cards = [*groups.replace("/", "").split(), *adds.split()]
        waits = (ANN - self.standing.dealer - 1) % SEATS
        others = ["KD", "KC", "KH"][:waits]
        self.arrange({ANN: " ".join(cards[:HAND_SIZE])}, draws=" ".join([*others, *cards[HAND_SIZE:]]))
        self.wait_for_ann()
        return tuple(adds.split())

    def win(self, number: int) -> None:
        """Play a hand that ends in Ann's first turn, with her phase of that number laid."""
        adds = self.arrange_winning(number)
        self.plays_on("draw", self.lay(number))
        for card in adds:
            self.plays_on(f"add {card} to {ANN}.0 at {len(self.state.table[ANN][1][0])}")


READY = "2S 2H 5S 5H 5D 9S JD QC KC 7D"


def fresh(table: Arranged) -> None:
    """Ann leads; the discard completes her phase, the deck does not."""
    table.arrange({ANN: READY}, discard="2D", draws="3C 4C 6C 8C 0D 0H")


def ready(table: Arranged) -> None:
    """Ann has picked up and can lay her phase."""
    fresh(table)
    table.plays_on("take 2D")


def laid(table: Arranged) -> None:
    """Ann has laid; two of her five cards go to her groups, the king does not."""
    table.arrange({ANN: "2S 2H 5S 5H 5D 2C AS KC JD 7D"}, discard="2D", draws="3C 4C 6C 8C 0D")
    table.plays_on("take 2D", table.lay(0))


def busy(table: Arranged) -> None:
    """Everybody has laid a phase, Ann has picked up a card: the fullest table that there is."""
    table.arrange(
        {
            ANN: "2S 2H 5S 5H 5D 9H JD 0C KC 7D",
            2: "3S 3H 3D 6S 6H 6D 4C 8S QD KH",
            3: "4S 4H 4D 7S 7H 7C 9S 9D JC QS",
            0: "8H 8D 8C JS JH AS QH QC KD KS",
        },
        discard="2D",
        draws="0S 0H 0D 3C 6C 2C",
    )
    table.plays_on("take 2D", table.lay(0), "discard KC")
    table.plays_on("draw", "phase 1: 3S 3H 3D / 6S 6H 6D", "discard KH")
    table.plays_on("draw", "phase 1: 4S 4H 4D / 7S 7H 7C", "discard QS")
    table.plays_on("draw", "phase 1: 8H 8D 8C / JS JH AS", "discard KS")
    table.plays_on("draw")


def totals(table: Arranged) -> None:
    """In the third hand, where Ann is to lay two accumulations, and can."""
    table.win(0)
    table.win(1)
    table.arrange({ANN: "KS KH 8S QS QH 0S 3D 8D KD 9C"}, draws="KC KC 4C")
    table.wait_for_ann()
    table.plays_on("draw")


def last_card(table: Arranged) -> None:
    """Ann has one card left, and it is her turn to throw it."""
    adds = table.arrange_winning(0)
    table.plays_on("draw", table.lay(0))
    for card in adds[:-1]:
        table.plays_on(f"add {card} to {ANN}.0 at 3")


def last_turn(table: Arranged) -> None:
    """The last hand of a game: Ann has laid all phases and has one card left."""
    for number in range(4):
        table.win(number)
    adds = table.arrange_winning(4)
    table.plays_on("draw", table.lay(4))
    for at, card in enumerate(adds[:-1]):
        table.plays_on(f"add {card} to {ANN}.0 at {4 + at}")


def finished(table: Arranged) -> None:
    """A game that is over; Ann has won it."""
    for number in range(5):
        table.win(number)


def misplayed(table: Arranged) -> None:
    """A game that is over, in which Ann threw aces and waited with her first phase before she won."""
    groups, adds = WINNING["phasedout"][0]
    cards = [*groups.replace("/", "").split(), *adds.split()]
    table.arrange({ANN: " ".join(cards[:HAND_SIZE])}, draws=f"{cards[-1]} KD KC KH 2D JD QD JC 2S")
    for ace in ("AS", "AH"):
        table.plays_on("draw", f"discard {ace}")
        table.wait_for_ann()
    table.plays_on("draw", table.lay(0))
    for card in ("2C", "AD", "AC", "2D", "2S"):
        table.plays_on(f"add {card} to {ANN}.0 at 3")
    for number in range(1, 5):
        table.win(number)


def jokers(table: Arranged) -> None:
    """The bonus game: Ann has picked up, holds a joker, and two phases can be laid."""
    table.arrange({ANN: "2S 2H 2D 5S 5H 5D ZZ KS KH 8S"}, discard="9C", draws="QS 3C")
    table.plays_on("draw")


def not_begun(table: Arranged) -> None:
    """Nobody has been dealt anything."""


BOTS = ("greedy", PERSON, "greedy", "greedy")
PEOPLE = (PERSON, PERSON, "greedy", "greedy")
KINDS: dict[str, tuple[str, tuple[str, ...], Callable[[Arranged], None]]] = {
    "fresh": ("phazed", BOTS, fresh),
    "ready": ("phazed", BOTS, ready),
    "laid": ("phazed", BOTS, laid),
    "busy": ("phazed", ("casual", PERSON, "strong", "expert"), busy),
    "totals": ("phazed", BOTS, totals),
    "last card": ("phazed", BOTS, last_card),
    "last turn": ("phasedout", BOTS, last_turn),
    "finished": ("phasedout", BOTS, finished),
    "misplayed": ("phasedout", BOTS, misplayed),
    "jokers": ("phazed_bonus", BOTS, jokers),
    "two people": ("phazed", PEOPLE, fresh),
    "last of two": ("phazed", PEOPLE, last_card),
    "two finished": ("phasedout", PEOPLE, finished),
    "watched": ("phasedout", ("greedy",) * 4, not_begun),
}
"""By name: the game, who sits where, and what has been played."""


def arranged(kind: str, name: str = "Ann") -> Arranged:
    """A game of that kind."""
    game, sitting, play = KINDS[kind]
    called = {ANN: name, 0: "Bob"} if sitting.count(PERSON) > 1 else {ANN: name}
    seats = [
        Seat(who, called[number], new_token()) if who == PERSON else Seat(who, ("Mira", "Otto", "Pia", "Kai")[number])
        for number, who in enumerate(sitting)
    ]
    table = Arranged(ruleset(game), "arranged", seats)
    play(table)
    return table


def keep(file: Path, kinds: Iterable[str] = KINDS) -> dict[str, list[Kept]]:
    """Write enough games of each kind into a file for a server."""
    store = Store(file)
    kept: dict[str, list[Kept]] = {}
    for kind in kinds:
        for _ in range(COPIES.get(kind, 6)):
            table = arranged(kind)
            kept.setdefault(kind, []).append(Kept(write(store, table), [seat.token for seat in table.seats]))
    store.close()
    return kept


def write(store: Store, table: Arranged) -> str:
    """Keep a table that has been played at as if it had been played at in this store."""
    again = Table(table.rules, table.seed, table.seats)
    game = store.add_game(again, table.seats[ANN].token)
    for deck_of_hand, plays in table.hands:
        again.deal(deck_of_hand)
        store.save_hand(game, again)
        for play in plays:
            again.play(play)
        store.save_plays(game, again, 0)
    return game
