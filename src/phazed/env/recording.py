"""Recording of games as rows of numbers, played by the core if possible, otherwise by players with the referee."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, NamedTuple

from phazed.bots import make
from phazed.core import layout
from phazed.core import recorder as places
from phazed.core.constants import AT_START, SEATS
from phazed.core.encoding import CODES, encode, new_futures, new_hand, new_policy, perform
from phazed.core.recorder import Recorder
from phazed.env.actions import NOTHING, Actions
from phazed.env.extra import needs
from phazed.env.observation import known_cards
from phazed.env.schema import SEAT_CODE, Game, table
from phazed.game.games import Dealt, HandEnded, Played, shuffles
from phazed.game.referee import referee
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import ruleset
from phazed.rules.scoring import points, ranking

with needs("data"):
    import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    import pyarrow as pa

    from phazed.core.futures import Futures
    from phazed.game.games import Standing
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
    from phazed.rules.state import HandState

    Numbers = np.ndarray[Any, np.dtype[Any]]

IN_THE_CORE = "strong"
"""The player that uses the core's fast policy."""


class Settings(NamedTuple):
    """The settings that, together with a game's number, determine its rows."""

    game: str
    players: tuple[str, ...]
    seed: int | str
    chances: bool
    exact: bool

    @property
    def by_core(self) -> bool:
        """Whether the core plays all seats."""
        return not self.exact and all(name.removeprefix("@") == IN_THE_CORE for name in self.players)

    def seats(self, number: int) -> list[int]:
        """Return the player in each seat; the players move by one seat per game."""
        return [(seat - number) % SEATS for seat in range(SEATS)]


def record(settings: Settings, numbers: Sequence[int]) -> pa.Table:
    """Play the games with these numbers, and return their rows."""
    return (_by_core if settings.by_core else _by_players)(settings, numbers)


def game_seed(settings: Settings, number: int) -> int:
    """Return the seed of a game played by the core."""
    return Random(f"{settings.seed}/games/{number}").getrandbits(63)


def new_recorder(rules: Ruleset, rows: Numbers, chances: Numbers) -> Recorder:
    """Return a recorder that writes to these arrays."""
    policy = new_policy(rules)
    futures = new_futures(rules)
    return Recorder(new_hand(rules), policy, rules.max_hands, futures, rows.reshape(-1), chances.reshape(-1))


def _by_core(settings: Settings, numbers: Sequence[int]) -> pa.Table:
    import pyarrow as pa

    rules = ruleset(settings.game)
    room = 4 * int(places.GAME_ROWS)
    rows = np.zeros((room, places.ROW_WIDTH), dtype=np.int16)
    chances = np.zeros((room, SEATS), dtype=np.float32)
    recorder = new_recorder(rules, rows, chances)
    tables, games = [], []
    for number in numbers:
        count, scores = recorder.play(game_seed(settings, number))
        ranks = ranking(tuple(scores), tuple(recorder.completed()))
        games.append(Game(number, count, ranks, settings.seats(number)))
        if not recorder.has_room() or number == numbers[-1]:
            kept = recorder.recorded
            tables.append(table(rows[:kept], games, chances[:kept] if settings.chances else None))
            recorder.clear()
            games = []
    return pa.concat_tables(tables).combine_chunks()


def _by_players(settings: Settings, numbers: Sequence[int]) -> pa.Table:
    rules = ruleset(settings.game)
    actions, futures = Actions(rules, layout.CARD_BY_CARD), new_futures(rules)
    rows: list[Numbers] = []
    chances: list[list[float]] = []
    games = []
    for number in numbers:
        seats = settings.seats(number)
        players = [make(settings.players[seats[seat]], rules, (settings.seed, number, seat)) for seat in range(SEATS)]
        before = len(rows)
        standing = None
        for event in referee(rules, players, shuffles(rules, f"{settings.seed}/{number}")):
            if isinstance(event, Dealt):
                standing, first = event.standing, len(rows)
                chance = standing_chances(futures, event.state, standing)
            elif isinstance(event, Played):
                assert standing is not None  # noqa: S101 - a deal comes before its plays
                rows.append(row(actions, event.before, event.play, standing))
                chances.append(chance)
            elif isinstance(event, HandEnded):
                standing = event.standing
                for each in rows[first:]:
                    each[places.ROW_POINTS] = points(event.state.hands[each[places.ROW_SEAT]])
        assert standing is not None  # noqa: S101 - built-in players finish their games
        games.append(Game(number, len(rows) - before, standing.ranks, seats))
    found = np.array(chances, dtype=np.float32) if settings.chances else None
    return table(np.array(rows, dtype=np.int16), games, found)


def standing_chances(futures: Futures, state: HandState, standing: Standing) -> list[float]:
    """Return each seat's chance of winning the game, estimated from the standing before the hand."""
    return futures.chances(encode(state), [float(score) for score in standing.scores])


def row(actions: Actions, state: HandState, play: Play, standing: Standing) -> Numbers:
    """Return the row for a play, in the format of the core's recorder."""
    numbers: Numbers = np.zeros(places.ROW_WIDTH, dtype=np.int16)
    hand = encode(state)
    seat = state.seat
    numbers[places.ROW_HAND] = standing.hands
    numbers[places.ROW_TURN] = state.turns
    numbers[places.ROW_SEAT] = seat
    numbers[places.ROW_PICKED_UP] = bool(state.plays)
    numbers[places.ROW_DISCARD] = -1 if state.discard is None else CODES[state.discard]
    numbers[places.ROW_PILE] = len(state.pile)
    numbers[places.ROW_DECK] = len(state.deck) - state.drawn
    for place, per_seat in (
        (places.ROW_SIZES, [len(cards) for cards in state.hands]),
        (places.ROW_COMPLETED, list(hand.done)),
        (places.ROW_LAID, [phase or 0 for phase, _ in state.table]),
        (places.ROW_SCORES, standing.scores),
        (places.ROW_SKIPS, state.skips),
    ):
        numbers[place : place + SEATS] = per_seat
    _write_groups(numbers, state)
    known = [
        SEAT_CODE * other + CODES[card]
        for other, cards in enumerate(known_cards(state))
        for card in cards
        if other != seat
    ]
    _write_list(numbers, places.ROW_CARDS, [CODES[card] for card in state.hand])
    _write_list(numbers, places.ROW_KNOWN, sorted(known))
    _write_list(numbers, places.ROW_LEGAL, actions.legal(state, NOTHING))
    _write_play(numbers, state, play)
    return numbers


def _write_list(numbers: Numbers, place: int, values: Sequence[int]) -> None:
    numbers[place] = len(values)
    numbers[place + 1 : place + 1 + len(values)] = values


def _write_groups(numbers: Numbers, state: HandState) -> None:
    snapshot: Iterable[tuple[int, ...]] = encode(state).snapshot()[6]  # type: ignore[assignment]
    groups = iter(snapshot)
    for seat, (_, laid) in enumerate(state.table):
        for number in range(len(laid)):
            at = places.ROW_GROUPS + places.GROUP_NUMBERS * (2 * seat + number)
            numbers[at : at + places.GROUP_NUMBERS] = next(groups)


class _Written:
    """A replacement for the core's hand that stores the encoded play."""

    def perform(self, kind: int, content: tuple[int, ...], groups: list[list[int]]) -> None:
        self.kind, self.content, self.groups = kind, content, groups


def _write_play(numbers: Numbers, state: HandState, play: Play) -> None:
    written = _Written()
    perform(written, state, play)  # type: ignore[arg-type]
    numbers[places.ROW_KIND] = written.kind
    numbers[places.ROW_CARD] = numbers[places.ROW_PLACE] = numbers[places.ROW_TARGET] = -1
    if written.kind == TAKE:
        numbers[places.ROW_CARD] = CODES[state.pile[-1]]
    elif written.kind == LAY_PHASE:
        numbers[places.ROW_PHASE] = state.rules.declared(play[1], state.status[state.seat])[0]
        for place, group in zip((places.ROW_FIRST, places.ROW_SECOND), written.groups):
            _write_list(numbers, place, group)
    elif written.kind == LAY_OFF:
        numbers[places.ROW_CARD], numbers[places.ROW_PLACE], where = written.content
        numbers[places.ROW_AT_START] = where == AT_START
    elif written.kind == DISCARD:
        (numbers[places.ROW_CARD],) = written.content
    elif written.kind == SKIP:
        (numbers[places.ROW_TARGET],) = written.content
