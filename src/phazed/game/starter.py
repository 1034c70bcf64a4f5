"""Source of a first bot for each game, with comments on its arguments and the possible plays.

>>> print(starter("phazed", "my_bot.py").splitlines()[0])
\"\"\"My bot for Phazed.
"""

from __future__ import annotations

import keyword
import sys
from pathlib import Path
from string import Template

from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import ruleset

TEMPLATE = Path(__file__).with_name("starter.txt")
_NUMBERS = """\
    phase_status  for each player, the last phase completed in the game: [0, 1, 0, 2]"""
_FLAGS = """\
    phase_status  for each player, seven booleans: whether phases 1 to 7 have been completed, such as
                  (True, False, False, False, False, False, False) after phase 1"""
_LAY = """\
    (3, (1, [['2S', '2S', '2C'], ['5S', '5S', 'AS']]))
                              lay a phase, here phase 1; at most one per hand"""
_BEGUN = """\
    my_turn_has_begun = bool(turn_history) and turn_history[-1][0] == player_id"""
_JOKERS = """;
                  a joker is 'ZZ'"""
_SKIP = """
    (6, 3)                    discard a joker, which ends the turn; player 3 misses a turn"""
_BEGUN_AFTER_SKIPS = """\
    last_player, last_plays = turn_history[-1] if turn_history else (None, [])
    # The last turn may be my own previous turn, if all the others were skipped.
    my_turn_has_begun = last_player == player_id and last_plays[-1][0] not in (5, 6)"""
_NO_JOKERS = """\
    cards = [card for card in hand if card != "ZZ"]  # a joker cannot be discarded with play 5"""


class BadName(PhazedError):
    """A name that a bot cannot have; the message says why."""


def starter(game: str, file: str) -> str:
    """Return the source of a first bot for the game; its comments mention the file."""
    rules = ruleset(game)
    return Template(TEMPLATE.read_text(encoding="utf-8")).substitute(
        title=rules.title,
        function=rules.play_function,
        game=game,
        file=file,
        status=_FLAGS if rules.any_order else _NUMBERS,
        lay=_LAY if rules.declares else _LAY.replace("(3, (1, [", "(3, [").replace("]))", "])"),
        begun=_BEGUN_AFTER_SKIPS if rules.has_jokers else _BEGUN,
        cards=_NO_JOKERS if rules.has_jokers else "    cards = hand",
        jokers=_JOKERS if rules.has_jokers else "",
        take=", unless it is a joker" if rules.has_jokers else "",
        skip=_SKIP if rules.has_jokers else "",
    )


def file_of(name: str) -> Path:
    """Return the path of the bot's file, adding `.py` if needed; raise `BadName` if Python could not import it.

    >>> str(file_of("bots/my_bot"))
    'bots/my_bot.py'
    """
    path = Path(name)
    stem = path.stem if path.suffix == ".py" else path.name
    if not stem.isidentifier():
        raise BadName(
            f"{name}: a bot's name must consist of letters, digits and _ and not start with a digit, such as my_bot"
        )
    if keyword.iskeyword(stem) or stem in sys.stdlib_module_names or stem == "phazed":
        raise BadName(f"{name}: this name is already used by Python or Phazed; choose another, such as my_{stem}")
    return path.with_name(f"{stem}.py")
