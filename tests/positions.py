"""Positions and calls for the tests, in few words.

A test writes down what matters to it, and `position` fills in the rest: by default it is seat 0's turn, a card has just
been drawn, the table is empty, and the jack of spades lies on the pile. Cards are written in a line, groups with a
slash between them, what lies on the table as `{seat: (phase, groups)}`.

>>> position("phazed", hand="2C KS", laid={1: (1, "2S 2S 2C / AS 5S 5S")}, done={0: 2})[1]
[(None, []), (1, [['2S', '2S', '2C'], ['AS', '5S', '5S']]), (None, []), (None, [])]
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import phazed
from phazed.bots import make
from phazed.game.games import Played, shuffled, shuffles
from phazed.game.referee import referee
from phazed.game.view import View, view
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import HandState, apply, deal

if TYPE_CHECKING:
    from phazed.rules.refusal import Refusal

GAMES = ("phazed", "phazed_bonus", "phasedout")
WITH_ACCUMULATIONS = ("phazed", "phazed_bonus")
FIXED_ORDER = ("phazed", "phasedout")

IS_VALID = {
    "phazed": phazed.phazed_is_valid_play,
    "phazed_bonus": phazed.phazed_bonus_is_valid_play,
    "phasedout": phazed.phasedout_is_valid_play,
}
ANSWER = {"phazed": phazed.phazed_play, "phazed_bonus": phazed.phazed_bonus, "phasedout": phazed.phasedout_play}
SCORE = {"phazed": phazed.phazed_score, "phazed_bonus": phazed.phazed_bonus_score, "phasedout": phazed.phasedout_score}

DRAWN = (1, "XX")
DRAW = (1, None)


def cards(text: str) -> list[str]:
    """A hand or a group."""
    return text.split()


def groups(text: str) -> list[list[str]]:
    """The groups of a phase."""
    return [part.split() for part in text.split("/")]


def phase_play(game: str, phase: int, text: str) -> tuple[int, Any]:
    """The play that lays the groups; `phasedout` declares no number."""
    return (3, groups(text)) if game == "phasedout" else (3, (phase, groups(text)))


def status(game: str, done: Any = ()) -> Any:
    """One player's phase_status: the last phase completed or, in the bonus game, a boolean for each."""
    if game == "phazed_bonus":
        completed = range(1, done + 1) if isinstance(done, int) else done
        return tuple(phase in completed for phase in range(1, 8))
    return done or 0


def position(
    game: str,
    *,
    hand: str = "",
    seat: int = 0,
    laid: dict[int, tuple[int, str]] | None = None,
    plays: Any = (DRAWN,),
    history: Any = (),
    done: dict[int, Any] | None = None,
    discard: str | None = "JS",
) -> tuple[Any, ...]:
    """The six arguments of a course function.

    `plays` is the turn in progress, empty before the pick-up; `history` the turns before it. Who has a phase on the
    table has completed that one, in the fixed order also those before it, unless `done` says otherwise.
    """
    laid, done = laid or {}, done or {}
    table: list[tuple[int | None, list[list[str]]]] = [(None, []) for _ in range(4)]
    statuses = [status(game, done.get(player, ())) for player in range(4)]
    for player, (phase, text) in laid.items():
        table[player] = (phase, groups(text))
        if player not in done:
            statuses[player] = status(game, (phase,) if game == "phazed_bonus" else phase)
    turns = list(history)
    if plays:
        turns.append((seat, list(plays)))
    return seat, table, turns, statuses, cards(hand), discard


def listed(value: Any) -> Any:
    """The same with lists only."""
    return [listed(each) for each in value] if isinstance(value, (list, tuple)) else value


def tupled(value: Any) -> Any:
    """The same with tuples only."""
    return tuple(tupled(each) for each in value) if isinstance(value, (list, tuple)) else value


def swapped(value: Any) -> Any:
    """The same with a list for every tuple and a tuple for every list."""
    if isinstance(value, list):
        return tuple(swapped(each) for each in value)
    return [swapped(each) for each in value] if isinstance(value, tuple) else value


def why(game: str, play: Any, **given: Any) -> Refusal | None:
    """Why the play is refused in the position; on the way, that all who can be asked say the same."""
    arguments = (play, *position(game, **given))
    refusal = phazed.explain(*arguments, game=game)
    for form in (lambda value: value, listed, tupled, swapped):
        call = [form(each) for each in arguments]
        assert IS_VALID[game](*call) is (refusal is None)
        other = phazed.explain(*call, game=game)
        assert (other and other.rule) == (refusal and refusal.rule)
    return refusal


def assert_allowed(game: str, play: Any, **given: Any) -> None:
    """Assert that the play is valid."""
    assert why(game, play, **given) is None


def assert_refused(rule: str, game: str, play: Any, *, names: str = "", **given: Any) -> None:
    """Assert that the play is refused by that rule, in a sentence that names these cards."""
    refusal = why(game, play, **given)
    assert refusal is not None
    assert refusal.rule == rule, str(refusal)
    for card in names.split():
        assert card in refusal.cards
        assert card in refusal.reason


def hand_state(
    game: str,
    *,
    hands: dict[int, str] | None = None,
    laid: dict[int, tuple[int, str]] | None = None,
    done: dict[int, Any] | None = None,
    pile: str | None = None,
    coming: str = "",
    left: int | None = None,
    turns: int = 0,
) -> HandState:
    """A hand that seat 0 leads, before a pick-up. `coming` are the next cards of the deck, `left` how many it has."""
    rules = RULESETS[game]
    state = deal(rules, shuffled(rules, "tests", 0), dealer=3)
    next_cards = tuple(cards(coming))
    deck = (*state.deck[: state.drawn], *next_cards, *state.deck[state.drawn + len(next_cards) :])
    _, table, _, statuses, _, _ = position(game, laid=laid, done=done)
    return state._replace(
        deck=deck if left is None else deck[: state.drawn + left],
        hands=tuple(
            tuple(cards((hands or {})[seat])) if seat in (hands or {}) else hand
            for seat, hand in enumerate(state.hands)
        ),
        pile=state.pile if pile is None else tuple(cards(pile)),
        table=tupled(table),
        status=tupled(statuses),
        turns=turns,
    )


def after(state: HandState, *plays: Any) -> HandState:
    """The state after the plays, each of which must be legal."""
    for play in plays:
        state = apply(state, tupled(play))
    return state


@cache
def real_views(game: str, bot: str, *, games: int = 1, step: int = 1) -> tuple[View, ...]:
    """What the players saw in whole games of that bot: every `step`-th position."""
    rules = RULESETS[game]
    events = [
        event
        for seed in range(games)
        for event in referee(rules, [make(bot, rules, (seed, seat)) for seat in range(4)], shuffles(rules, seed))
    ]
    seen = (view(event.before, event.before.seat) for event in events if isinstance(event, Played))
    return tuple(islice(seen, 0, None, step))
