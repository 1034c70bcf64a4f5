"""Conversion of cards, games, states and plays between the forms used by the rules and by the core."""

from __future__ import annotations

from array import array
from functools import cache
from pathlib import Path

from phazed.core.beliefs import MODELS, PAIR_FEATURES, WIDTH, Beliefs
from phazed.core.constants import AT_END, AT_START
from phazed.core.futures import Futures
from phazed.core.habits import COLUMNS, Styles
from phazed.core.hand import Hand
from phazed.core.policy import Policy
from phazed.core.preferences import Preferences
from phazed.core.simulator import Simulator
from phazed.core.values import Values
from phazed.rules import groups
from phazed.rules.cards import JOKER
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP
from phazed.rules.rulesets import PHAZED
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phazed.game.view import View
    from phazed.rules.legality import Table
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState

NAMES = [value + suit for value in "234567890JQKA" for suit in "SCHD"] + [JOKER]
"""The card for each code."""
CODES = {name: code for code, name in enumerate(NAMES)}


@cache
def kinds_of(rules: Ruleset) -> tuple[int, ...]:
    """Return the kind of each phase in the game; kinds are numbered from 0 in the order of Phazed's phases."""
    numbers = [tuple(kind.number for kind in kinds) for kinds in PHAZED.phases]
    return tuple(numbers.index(tuple(kind.number for kind in kinds)) for kinds in rules.phases)


def wraps(rules: Ruleset) -> bool:
    """Return whether runs may continue from king to two."""
    return any(isinstance(kind, groups.Run) and kind.wraps for kind in rules.kinds)


def new_hand(rules: Ruleset, kind: type[Hand] = Hand) -> Hand:
    """Return a hand of the game, of class `kind`, before the deal."""
    return kind(list(kinds_of(rules)), wraps(rules), rules.any_order, len(rules.deck) - 104)


def done_bits(rules: Ruleset, status: Status) -> int:
    """Return the phases that a player has completed, as bits."""
    return sum(1 << (phase - 1) for phase in rules.completed(status))


def put_table(hand: Hand, rules: Ruleset, table: Table) -> None:
    """Set the hand's groups on the table and the phase laid by each seat."""
    kinds = kinds_of(rules)
    for seat, (phase, laid) in enumerate(table):
        if phase is not None:
            hand.put_groups(seat, kinds[phase - 1], [[CODES[card] for card in group] for group in laid])
    hand.laid = [0 if phase is None else kinds[phase - 1] + 1 for phase, _ in table]


def put_status(hand: Hand, rules: Ruleset, table: Table, status: tuple[Status, ...]) -> None:
    """Set the phases completed by each seat, now and before this hand."""
    done = [done_bits(rules, one) for one in status]
    hand.done = done
    hand.before = [bits if phase is None else bits & ~(1 << (phase - 1)) for bits, (phase, _) in zip(done, table)]


def encode(state: HandState) -> Hand:
    """Return the state as a hand of the core."""
    rules = state.rules
    hand = new_hand(rules)
    hand.leader, hand.turns, hand.drawn = state.leader, state.turns, state.drawn
    hand.put_deck([CODES[card] for card in state.deck])
    hand.put_pile([CODES[card] for card in state.pile])
    for seat, cards in enumerate(state.hands):
        hand.put_cards(seat, [CODES[card] for card in cards])
    put_table(hand, rules, state.table)
    put_status(hand, rules, state.table, state.status)
    hand.skips = [int(skipped) for skipped in state.skips]
    hand.picked_up = int(bool(state.plays))
    hand.ended = (None, OUT_OF_CARDS, DECK_EXHAUSTED, TURN_LIMIT).index(state.ending)
    hand.out = state.hands.index(()) if hand.ended == 1 else -1
    return hand


def perform(hand: Hand, state: HandState | View, play: Play) -> None:
    """Apply a legal play to the hand that encodes the state."""
    if play[0] == LAY_PHASE:
        phase, laid = state.rules.declared(play[1], state.status[state.seat])
        codes = [[CODES[card] for card in group] for group in laid]
        hand.perform(LAY_PHASE, (kinds_of(state.rules)[phase - 1],), codes)
    elif play[0] == LAY_OFF:
        card, (seat, number, index) = play[1]
        at_start = index == 0 and state.rules.phases[(state.table[seat][0] or 0) - 1][number].ordered
        hand.perform(LAY_OFF, (CODES[card], 2 * seat + number, AT_START if at_start else AT_END), [])
    elif play[0] == SKIP:
        hand.perform(SKIP, (play[1],), [])
    elif play[0] == DISCARD:
        hand.perform(DISCARD, (CODES[play[1]],), [])
    else:
        hand.perform(play[0], (), [])


def play_of(rules: Ruleset, table: Table, kind: int, content: tuple[int, ...], laid: list[list[int]]) -> Play:
    """Convert a play from the core's form to the rules' form."""
    if kind == LAY_PHASE:
        phase = kinds_of(rules).index(content[0]) + 1
        return rules.phase_play(phase, tuple(tuple(NAMES[card] for card in group) for group in laid if group))
    if kind == LAY_OFF:
        card, place, where = content
        seat, number = divmod(place, 2)
        return (LAY_OFF, (NAMES[card], (seat, number, 0 if where == AT_START else len(table[seat][1][number]))))
    return (SKIP, content[0]) if kind == SKIP else (DISCARD, NAMES[content[0]])


def _numbers(kind: str, file: str) -> memoryview:
    """Return the numbers in a file of this package; `kind` is a type code of `array`.

    The module's loader reads the file, because exported files contain modules and tables and have their own loader.
    """
    loader: Any = __spec__.loader
    table = array(kind)
    table.frombytes(loader.get_data(str(Path(__file__).with_name(file))))
    return memoryview(table)


@cache
def data() -> memoryview:
    """Return the solitaire values, which are read once per process."""
    return _numbers("H", "values.bin")


FREE_ORDER_WEIGHTS = [1.0, 1.3, 0.8, 1.8, 1.1, 1.1, 1.4]
"""The worth of each kind of phase if the order is free; rarer phases are worth more. With these weights, one of four
otherwise equal players wins 30 % of games instead of 25 %."""


@cache
def belief_weights(name: str) -> memoryview[float]:
    """Return the weights learned by `train.beliefs` for a game, which are read once per process."""
    return _numbers("d", f"beliefs_{name}.bin").cast("B").cast("d", (MODELS, WIDTH))


def new_beliefs(rules: Ruleset, weights: Any = None) -> Beliefs:
    """Return the beliefs about hidden hands in the game, with the shipped weights by default."""
    beliefs = Beliefs(Values(wraps(rules), data()), belief_weights(rules.name) if weights is None else weights)
    if rules.any_order:
        beliefs.phase_weight = FREE_ORDER_WEIGHTS
    return beliefs


@cache
def style_tables(name: str) -> tuple[memoryview[float], memoryview[float]]:
    """Return each style's log-probabilities of outcomes and belief weights, learned by `train.styles`."""
    numbers = _numbers("d", f"styles_{name}.bin")
    size = len(numbers) // (MODELS * (COLUMNS + PAIR_FEATURES))
    of_outcomes = size * MODELS * COLUMNS
    chances = numbers[:of_outcomes].cast("B").cast("d", (size, MODELS, COLUMNS))
    return chances, numbers[of_outcomes:].cast("B").cast("d", (size, MODELS, PAIR_FEATURES))


def new_styles(rules: Ruleset) -> Styles:
    """Return the styles that the game's players are compared with."""
    return Styles(*style_tables(rules.name), belief_weights(rules.name))


@cache
def preference_weights(name: str) -> memoryview[float]:
    """Return the weights learned by `train.preferences` for a game, which are read once per process."""
    return _numbers("d", f"preferences_{name}.bin").cast("B").cast("d")


def new_preferences(rules: Ruleset, weights: Any = None) -> Preferences:
    """Return the preferences of the fast policy in the game, with the shipped weights by default."""
    return Preferences(preference_weights(rules.name) if weights is None else weights)


def new_policy(rules: Ruleset, beliefs: Beliefs | None = None, preferences: Preferences | None = None) -> Policy:
    """Return the policy for the game, with the shipped beliefs and preferences by default."""
    policy = Policy(
        wraps(rules),
        Values(wraps(rules), data()),
        new_beliefs(rules) if beliefs is None else beliefs,
        new_preferences(rules) if preferences is None else preferences,
    )
    if rules.any_order:
        policy.weight = FREE_ORDER_WEIGHTS
    return policy


def new_simulator(rules: Ruleset, seed: int) -> Simulator:
    """Return a simulator of whole games."""
    return Simulator(new_hand(rules), new_policy(rules), rules.max_hands, seed)


@cache
def win_chances(name: str) -> memoryview:
    """Return the numbers computed by `train.futures` for a game, which are read once per process."""
    return _numbers("d", f"futures_{name}.bin")


def new_futures(rules: Ruleset) -> Futures:
    """Return the model of the chances of winning the game."""
    return Futures(len(rules.phases), win_chances(rules.name))
