"""A game as text: every hand, every turn and the end.

`narrate` yields the text in blocks, so the caller can show them all at once, with pauses, or step by step.
"""

from __future__ import annotations

from phazed.game.games import Dealt, GameEnded, HandEnded, Played
from phazed.game.render import hand_end, hand_state, ranking, table, turn_sentence
from phazed.text import WIDTH, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phazed.game.games import Event
    from phazed.game.render import Style
    from phazed.rules.plays import Play
    from phazed.rules.state import HandState


def narrate(style: Style, events: Iterable[Event], names: Sequence[str], *, width: int = WIDTH) -> Iterator[str]:
    """Yield the game in words, with all cards face up."""
    turn: list[tuple[HandState, Play]] = []
    for event in events:
        if isinstance(event, Played):
            turn.append((event.before, event.play))
            if event.after.plays:
                continue
        if turn:
            yield turn_sentence(style, turn, names, width=width)
            turn = []
        if isinstance(event, Dealt):
            yield _hand_begins(style, event, names, width)
        elif isinstance(event, HandEnded):
            yield _hand_ends(style, event, names, width)
        elif isinstance(event, GameEnded):
            yield _game_ends(style, event, names, width)


def _hand_begins(style: Style, event: Dealt, names: Sequence[str], width: int) -> str:
    standing, state = event
    title = style.strong(f"Hand {standing.hands + 1}, dealt by {style.names(names)[standing.dealer]}")
    return f"\n{title}\n{hand_state(style, state, names, standing.scores, show=range(4), width=width)}\n"


def _hand_ends(style: Style, event: HandEnded, names: Sequence[str], width: int) -> str:
    laid = table(style, event.state, names, width=width)
    return f"\n{laid}\n\n{hand_end(style, event.state, event.standing, names, width=width)}"


def _game_ends(style: Style, event: GameEnded, names: Sequence[str], width: int) -> str:
    standing, error = event
    if error is not None:
        name = style.names(names)[error.seat]
        return f"\n{style.strong(f'{name} made an error, which ends the game')}: {printable(error.reason)}"
    hands = f"{standing.hands} hand{'s' if standing.hands > 1 else ''}"
    return f"\n{style.strong(f'The game is over after {hands}')}\n{ranking(style, standing, names, width=width)}"
