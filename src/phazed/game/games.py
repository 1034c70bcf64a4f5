"""The parts of a whole game (rule 7): the standing between hands, decks, events and the outcome.

A game is a sequence of events, whether it is being played or is read from a record or a match log. All code that
displays, stores or analyses games consumes events.
"""

from __future__ import annotations

from random import Random

from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points, ranking
from phazed.rules.state import deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import NamedTuple

    from phazed.rules.cards import Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState
else:
    from phazed.rules.namedtuples import NamedTuple


class Standing(NamedTuple):
    """The state of a game between two hands.

    >>> from phazed.rules.rulesets import PHAZED
    >>> standing = start(PHAZED)
    >>> standing.dealer, standing.over, standing.deal(PHAZED.deck).seat
    (0, False, 1)
    """

    rules: Ruleset
    hands: int
    """Number of finished hands."""
    status: tuple[Status, ...]
    scores: tuple[int, ...]

    @property
    def dealer(self) -> int:
        """Seat that deals the next hand (rule 4.1)."""
        return self.hands % SEATS

    @property
    def finished(self) -> tuple[bool, ...]:
        """For each seat, whether it has completed every phase."""
        return tuple(map(self.rules.is_finished, self.status))

    @property
    def over(self) -> bool:
        return any(self.finished) or self.hands >= self.rules.max_hands

    @property
    def ranks(self) -> tuple[int, ...]:
        """Rank of each seat if the game ended now (rule 7.2)."""
        return ranking(self.scores, self.finished)

    def deal(self, deck: Cards) -> HandState:
        """Return the state after the next deal."""
        return deal(self.rules, deck, self.dealer, self.status)

    def after(self, state: HandState) -> Standing:
        """Return the standing after a completed hand."""
        scores = tuple([score + points(hand) for score, hand in zip(self.scores, state.hands)])
        return Standing(self.rules, self.hands + 1, state.status, scores)


def start(rules: Ruleset) -> Standing:
    """Return the standing before the first hand."""
    return Standing(rules, 0, (rules.nothing,) * SEATS, (0,) * SEATS)


def read_seed(text: str) -> int | str:
    """Return the seed as a number if the text is one, else as text."""
    return int(text) if text.isdecimal() and len(text) < 20 else text


def shuffled(rules: Ruleset, seed: object, hand: int) -> Cards:
    """Return the deck for one hand of the game with that seed.

    Every hand has its own random stream, so no other random choice affects a deal.
    """
    deck = list(rules.deck)
    Random(f"{seed}/deal/{hand}").shuffle(deck)
    return tuple(deck)


def deck_flaw(rules: Ruleset, deck: Cards) -> str | None:
    """Return what is wrong with a deck, or `None`.

    >>> from phazed.rules.rulesets import PHAZED
    >>> deck_flaw(PHAZED, ("2S", "2S", "2S", *PHAZED.deck[3:]))
    'expected the 104 cards of phazed; too many: 2S; missing: 2C 2D 2H'
    """
    if sorted(deck) == sorted(rules.deck):
        return None
    surplus = [card for card in sorted(set(deck)) if deck.count(card) > rules.deck.count(card)]
    missing = [card for card in sorted(set(rules.deck)) if deck.count(card) < rules.deck.count(card)]
    many, few = " ".join(surplus) or "none", " ".join(missing) or "none"
    return f"expected the {len(rules.deck)} cards of {rules.name}; too many: {many}; missing: {few}"


def shuffles(rules: Ruleset, seed: object) -> Iterator[Cards]:
    """Yield the decks of the game with that seed, in order."""
    return (shuffled(rules, seed, hand) for hand in range(rules.max_hands))


class Dealt(NamedTuple):
    """The deal that starts a hand."""

    standing: Standing
    state: HandState


class Played(NamedTuple):
    """A legal play, with the states before and after it."""

    before: HandState
    play: Play
    after: HandState


class HandEnded(NamedTuple):
    """The end of a hand; the standing includes the points of the hand."""

    state: HandState
    standing: Standing


class GameEnded(NamedTuple):
    """The end of the game, regular or because of a player's error."""

    standing: Standing
    error: PlayerError | None


class PlayerError(NamedTuple):
    """The error that ended a game early (rules 4.6 and 7.4)."""

    seat: int
    kind: str
    """`illegal`, `malformed`, `exception` or `blocked`; for a player in another process, also `start`, `timeout`,
    `limit` or `crash`."""
    reason: str
    """A sentence, with the rule's number if the play breaks a rule."""
    call: str
    """The exact call, ready to be pasted into a Python prompt."""
    answer: str
    """The `repr` of the player's answer; empty for an exception."""
    traceback: str


Event = Dealt | Played | HandEnded | GameEnded


class HandRecord(NamedTuple):
    """The deck of a hand, in the order of dealing and drawing, and the plays."""

    deck: Cards
    plays: tuple[Play, ...]


class Outcome(NamedTuple):
    """The result of a game."""

    hands: int
    """Number of finished hands."""
    status: tuple[Status, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...] | None
    """The rank of each seat; `None` if an error ended the game, in which case the offender is last."""
    error: PlayerError | None


DEFAULT_NAMES = tuple(f"Player {seat}" for seat in range(SEATS))


def hands_of(events: Iterable[Event]) -> tuple[HandRecord, ...]:
    """Return the deck and the plays of each hand, from the events of a game."""
    hands: list[tuple[Cards, list[Play]]] = []
    for event in events:
        if type(event) is Played:
            hands[-1][1].append(event.play)
        elif type(event) is Dealt:
            hands.append((event.state.deck, []))
    return tuple([HandRecord(deck, tuple(plays)) for deck, plays in hands])


def outcome_of(event: GameEnded) -> Outcome:
    """Return the outcome of a finished game."""
    standing, error = event
    return Outcome(standing.hands, standing.status, standing.scores, None if error else standing.ranks, error)
