"""Plays as text, one per line.

>>> from phazed.rules.rulesets import PHAZED
>>> for text in ["draw", "take 2C", "phase 1: 2S 2S 2C / 5S 5S 9D", "add AD to 1.0 at 3", "discard JS", "skip 2"]:
...     play = parse_play(text)
...     assert format_play(play) == text
...     print(play)
(1, None)
(2, '2C')
(3, (1, (('2S', '2S', '2C'), ('5S', '5S', '9D'))))
(4, ('AD', (1, 0, 3)))
(5, 'JS')
(6, 2)

`add AD to 1.0 at 3` lays the card off on group 0 of player 1, where it takes index 3. In `phasedout`, a phase is laid
without its number: `phase: 2S 2S 2C / 5S 5S 9D`.
"""

from __future__ import annotations

from phazed.rules.cards import card, cards
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation
from phazed.rules.plays import DISCARD, DRAW, FROM_THE_DECK, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

FORMS = (
    "draw",
    "take CARD",
    "phase NUMBER: CARDS / CARDS",
    "add CARD to PLAYER.GROUP at INDEX",
    "discard CARD",
    "skip PLAYER",
)


def format_play(play: Play) -> str:
    """Return the play as text."""
    if play[0] == DRAW:
        return "draw"
    if play[0] == TAKE:
        return f"take {play[1]}"
    if play[0] == LAY_PHASE:
        phase, groups = phase_and_groups(play[1])
        laid = " / ".join(" ".join(group) for group in groups)
        return f"phase: {laid}" if phase is None else f"phase {phase}: {laid}"
    if play[0] == LAY_OFF:
        added, (seat, group, index) = play[1]
        return f"add {added} to {seat}.{group} at {index}"
    return f"discard {play[1]}" if play[0] == DISCARD else f"skip {play[1]}"


def parse_play(text: str, rules: Ruleset | None = None) -> Play:
    """Parse a play, which must be well-formed for the game if `rules` are given.

    >>> parse_play("discard the queen")
    Traceback (most recent call last):
    ...
    phazed.rules.errors.InvalidNotation: 'discard the queen' is not a play: write one of draw, take CARD, ...
    """
    play = _parse(text)
    if rules is None:
        return play
    try:
        return read_play(rules, play)
    except InvalidNotation as error:
        raise InvalidNotation(f"{text!r} is not a play of {rules.name}: {error}") from None


def _parse(text: str) -> Play:
    try:
        match text.split():
            case ["draw"]:
                return FROM_THE_DECK
            case ["take", taken]:
                return (TAKE, card(taken))
            case ["discard", dropped]:
                return (DISCARD, card(dropped))
            case ["skip", seat]:
                return (SKIP, int(seat))
            case ["add", added, "to", place, "at", index]:
                seat, group = place.split(".")
                return (LAY_OFF, (card(added), (int(seat), int(group), int(index))))
            case ["phase:", *_]:
                return (LAY_PHASE, _groups(text))
            case ["phase", number, *_] if number.endswith(":"):
                return (LAY_PHASE, (int(number[:-1]), _groups(text)))
    except InvalidNotation as error:
        raise InvalidNotation(f"{text!r} is not a play: {error}") from None
    except ValueError:  # not a number
        pass
    raise InvalidNotation(f"{text!r} is not a play: write one of {', '.join(FORMS)}")


def _groups(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(cards(group) for group in text.partition(":")[2].split("/"))
