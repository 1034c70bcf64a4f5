"""The referee, which runs a game between four players.

A player is a callable with the course's signature or an object with a method `choose(view) -> play`. The referee passes
views or fresh copies of their contents, validates every answer, and ends the game at the first error (rule 7.4).

>>> from phazed.rules.rulesets import PHAZED
>>> def stubborn(player_id, table, turn_history, phase_status, hand, discard):
...     return (1, None)
>>> outcome = play_game(PHAZED, [stubborn] * 4, seed=1).outcome
>>> print(outcome.error.seat, outcome.error.reason)
1 a card has already been picked up in this turn (rule 6.1)
"""

from __future__ import annotations

from phazed.game.game import Game
from phazed.game.games import DEFAULT_NAMES, PlayerError, shuffles
from phazed.game.view import view
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation, PhazedError, in_words, shown
from phazed.rules.legality import refuse
from phazed.rules.plays import LAY_OFF

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any, Protocol

    from phazed.game.games import Event
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.cards import Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

    class ViewPlayer(Protocol):
        """A player that chooses from a view."""

        def choose(self, view: View) -> Play: ...

    CoursePlayer = Callable[..., Any]
    Player = ViewPlayer | CoursePlayer


class Unplayable(PhazedError):
    """A failure that stops the game but is not a player's error."""


class Offence(Exception):
    """A player's error, which ends the game.

    A proxy for a bot in another process raises it if that process fails.
    """

    def __init__(self, kind: str, reason: str, *, answer: str = "", traceback: str = "") -> None:
        super().__init__(reason)
        self.kind = kind
        self.reason = reason
        self.answer = answer
        """The `repr` of the player's answer."""
        self.traceback = traceback


def play_game(
    rules: Ruleset,
    players: Sequence[Player],
    seed: object,
    *,
    names: Sequence[str] | None = None,
    watch: Callable[[Event], object] | None = None,
) -> Record:
    """Play a game and return its record; `watch` is called with each event as it happens."""
    game = Game(rules, seed=seed, auto_deal=False)
    for event in _events(game, players, shuffles(rules, seed)):
        if watch:
            watch(event)
    return game.record(names or DEFAULT_NAMES)


def referee(rules: Ruleset, players: Sequence[Player], decks: Iterable[Cards]) -> Iterator[Event]:
    """Play a game with the given decks and yield its events."""
    return _events(Game(rules, auto_deal=False), players, decks)


def _events(game: Game, players: Sequence[Player], decks: Iterable[Cards]) -> Iterator[Event]:
    asks = [_asker(player) for player in players]
    for deck in decks:
        dealt = game.deal(deck)
        yield dealt
        state = dealt.state
        while not state.ending:
            seen = view(state, state.seat)
            try:
                play = _answer(asks[seen.seat], seen)
                events = game.advance(play)
                if play[0] == LAY_OFF and game.is_blocked:
                    game.undo()
                    raise Offence("blocked", _BLOCKED, answer=shown(play))
            except Offence as offence:
                yield game.end(_error(seen, offence))
                return
            yield from events
            state = events[0].after
        if game.over:
            return


_BLOCKED = "the player can neither discard nor play, with an accumulation between two stages (rule 4.6)"


def _asker(player: Any) -> Callable[[View], Any]:
    """Return a function that asks the player for a play: it calls `choose`, or the player with fresh arguments."""
    choose: Callable[[View], Any] | None = getattr(player, "choose", None)
    return choose or (lambda seen: player(*seen.to_course()))


def _answer(ask: Callable[[View], Any], seen: View) -> Play:
    """Ask for a play, validate it, and return it."""
    try:
        answer = ask(seen)
    except (Offence, Unplayable):
        raise
    except (Exception, SystemExit) as error:  # an exception in an untrusted program is the player's error
        raise Offence("exception", in_words(error), traceback=_traceback(error)) from None
    try:
        play = read_play(seen.rules, answer)
    except InvalidNotation as error:
        raise Offence("malformed", f"{error} (rule 6.7)", answer=shown(answer, most=1000)) from None
    except (Exception, SystemExit) as error:  # even a subclass of list or tuple may raise when it is read
        reason = f"the answer cannot be read ({type(error).__name__}, rule 6.7)"
        raise Offence("malformed", reason, answer=shown(answer, most=1000)) from None
    refusal = refuse(seen, play)
    if refusal is not None:
        raise Offence("illegal", str(refusal), answer=shown(play, most=1000))
    return play


def _traceback(error: BaseException) -> str:
    """Return the traceback without the referee's own frames."""
    from traceback import format_exception

    frames = error.__traceback__
    while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    return "".join(format_exception(type(error), error, frames))


def called(function: str, arguments: Iterable[Any]) -> str:
    """Return the call as Python source."""
    return f"{function}({', '.join(map(repr, arguments))})"


def _error(seen: View, offence: Offence) -> PlayerError:
    return PlayerError(
        seat=seen.seat,
        kind=offence.kind,
        reason=offence.reason,
        call=called(seen.rules.play_function, seen.to_course()),
        answer=offence.answer,
        traceback=offence.traceback,
    )
