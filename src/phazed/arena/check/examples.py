"""The examples in the course's documents, as questions with known answers for the course's functions.

The examples in running text are included. `questions` makes more questions from games.

>>> EXAMPLES["phazed_group_type"][7]
Question(arguments=(['2C', '2C', '4C', 'KC', '9C', 'AS', '3C'],), expected=[2, 6, 7])
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.game.pasted import game_and_question

if TYPE_CHECKING:
    from phazed.rules.rulesets import Ruleset

FUNCTIONS = (
    "phazed_group_type",
    "phazed_phase_type",
    "phazed_is_valid_play",
    "phazed_score",
    "phazed_play",
    "phazed_bonus",
    "phazed_bonus_is_valid_play",
    "phazed_bonus_score",
    "phasedout_group_type",
    "phasedout_phase_type",
    "phasedout_is_valid_play",
    "phasedout_score",
    "phasedout_play",
)
"""All functions of the course."""


def functions_of(rules: Ruleset) -> tuple[str, ...]:
    """Return the functions of the course for one game."""
    return tuple(name for name in FUNCTIONS if game_and_question(name)[0] is rules)


class Question(NamedTuple):
    """The arguments of a call and the expected answer."""

    arguments: tuple[Any, ...]
    expected: Any


def _groups(*rows: tuple[str, Any]) -> tuple[Question, ...]:
    return tuple(Question((text.split(),), expected) for text, expected in rows)


def _phases(*rows: tuple[str, Any]) -> tuple[Question, ...]:
    return tuple(Question(([group.split() for group in text.split("/")],), expected) for text, expected in rows)


def _laid(*others: Any) -> list[Any]:
    """Return a table on which only player 1 has laid a phase."""
    return [(None, []), *(others or [(None, [])]), (None, []), (None, [])]


_SETS = [["2S", "2S", "2C"], ["AS", "5S", "5S"]]
_SUIT = [["2S", "2S", "AS", "5S", "5S", "7S", "JS"]]
_RUN = ["2C", "3H", "4D", "AD", "6S", "7C", "8S", "9H"]
_ELEVEN = ["AS", "2S", "2S", "2C", "5S", "5S", "7S", "8S", "9S", "0S", "JS"]
_NOBODY = [0, 0, 0, 0]
_FIRST_TURN = (0, [(2, "JS"), (5, "JS")])
_GROWN = (1, [_SETS[0], [*_SETS[1], "5D"]])


def _one_play_of_each_form(sets: Any) -> tuple[Question, ...]:
    """Return a valid play in each form shown in the course's documents, with its table and history."""
    history = [_FIRST_TURN, (1, [(2, "JS"), (3, sets)])]
    return tuple(
        Question(arguments, expected=True)
        for arguments in (
            ((1, "JS"), 1, _laid(), history[:1], _NOBODY, _ELEVEN[1:], "JS"),
            ((2, "2C"), 0, _laid(), [], _NOBODY, _ELEVEN[1:], "2C"),
            ((2, "JS"), 1, _laid(), history[:1], _NOBODY, _ELEVEN[:-1], "JS"),
            ((5, "JS"), 0, _laid(), [(0, [(2, "JS")])], _NOBODY, _ELEVEN, None),
            ((3, sets), 1, _laid(), [_FIRST_TURN, (1, [(2, "JS")])], _NOBODY, _ELEVEN, None),
            ((4, ("AD", (1, 0, 3))), 1, _laid(_GROWN), history, [0, 1, 0, 0], ["AD", "8S", "JS"], None),
            ((5, "JS"), 1, _laid(_GROWN), history, [0, 1, 0, 0], ["8S", "JS"], None),
        )
    )


_VALIDITY = (
    Question(((3, (1, _SETS)), 0, _laid(), [(0, [(2, "JS")])], _NOBODY, _ELEVEN, None), expected=True),
    Question(
        (
            (4, ("KC", (1, 0, 0))),
            1,
            _laid((2, _SUIT)),
            [_FIRST_TURN, (1, [(1, "XX"), (3, (2, _SUIT))])],
            [0, 2, 0, 0],
            ["5D", "0S", "JS", "KC"],
            "JS",
        ),
        expected=False,
    ),
    Question(
        (
            (5, "JS"),
            1,
            _laid((1, _SETS)),
            [_FIRST_TURN, (1, [(1, "XX"), (3, (1, _SETS))])],
            [0, 1, 0, 0],
            ["AD", "8S", "9S", "0S", "JS"],
            "JS",
        ),
        expected=True,
    ),
)
_SCORES = _groups(("9D 9S 9D 0D 0S 0D", 57), ("2D 9S AD 0D", 46), ("", 0), ("3D JC AS", 39))
_LAST_CARD = Question(
    (
        1,
        _laid((5, [[*_RUN, "0S", "JS"]])),
        [_FIRST_TURN, (1, [(2, "JS"), (3, (5, [_RUN])), (4, ("0S", (1, 0, 8))), (4, ("JS", (1, 0, 9)))])],
        [0, 5, 0, 0],
        ["5D"],
        None,
    ),
    expected=(5, "5D"),
)
_FIRST_DRAW = Question(
    (0, _laid(), [], _NOBODY, ["2S", "3S", "4H", "5H", "6D", "7D", "8C", "9C", "0S", "QS"], None), expected=(1, None)
)

EXAMPLES: dict[str, tuple[Question, ...]] = {
    "phazed_group_type": _groups(
        ("2C 2S 2H", [1]),
        ("2C 2C 4C KC 9C AH JC", [2]),
        ("4H 4S AC 4C", [3]),
        ("4H 5S AC 7C 8H AH 0S JC", [4]),
        ("4H 5D AC 7H", [5]),
        ("KS 0D 8C 3S", [6]),
        ("KS 0C 8C 3S", [6, 7]),
        ("2C 2C 4C KC 9C AS 3C", [2, 6, 7]),
        ("4H 5D 7C AC", []),
        ("2S 2S 2H", [1]),
        ("2C 7C 7C 8C JC QC KC", [2]),
        ("2S 3C 4C 5S", [5]),
        ("2C 2S AC", [1]),
        ("2C AS AC", []),
        ("4H 5S AC 8H 7C AH 0S JC", []),
        ("4H 5D 7H AC", []),
    ),
    "phazed_phase_type": _phases(
        ("2C 2S 2H / 7H 7C AH", [1]),
        ("2C 2C 4C KC 9C AH JC", [2]),
        ("2C KH QS 7H / 3H 7S 0D KD AD", [3]),
        ("4H 4S AC 4C / 7H 7C AH AC", [4]),
        ("4H 5S AC 7C 8H AH 0S JC", [5]),
        ("2C KC QS 7C / 3H 7H 0D KD AD", [3, 6]),
        ("4H 5D AC 7H / 7H 7C AH AS", [7]),
        ("4H 5D 7C AC / AC AS AS", []),
        ("2S 2S 2H 2D / 7H 7S 7D 7D", [4]),
        ("2S 3D 4C 5D 6C 7D 8H 9S", [5]),
        ("KC 2S 3C 4C / 7C 7S 7D 7D", [7]),
        ("4H 5S AC 8H 7C AH 0S JC", []),
        ("7H 7C AH AS / 4H 5D AC 7H", []),
    ),
    "phazed_is_valid_play": (*_VALIDITY, *_one_play_of_each_form((1, _SETS))),
    "phazed_score": _SCORES,
    "phazed_play": (_LAST_CARD,),
    "phasedout_group_type": _groups(
        ("2C 2S 2H", 1),
        ("2C 2C 4C KC 9C AH JC", 2),
        ("4H 4S AC 4C", 3),
        ("4H 5S AC 7C 8H AH 0S JC", 4),
        ("4H 5S AC 8H 7C AH 0S JC", None),
        ("4H 5D AC 7H", 5),
        ("4H 5D 7H AC", None),
        ("4H 5D 7C AC", None),
    ),
    "phasedout_phase_type": _phases(
        ("2C 2S 2H / 7H 7C AH", 1),
        ("2C 2C 4C KC 9C AH JC", 2),
        ("4H 4S AC 4C / 7H 7C AH AC", 3),
        ("4H 5S AC 7C 8H AH 0S JC", 4),
        ("4H 5S AC 8H 7C AH 0S JC", None),
        ("4H 5D AC 7H / 7H 7C AH AS", 5),
        ("7H 7C AH AS / 4H 5D AC 7H", None),
        ("4H 5D 7C AC / AC AS AS", None),
    ),
    "phasedout_is_valid_play": _one_play_of_each_form(_SETS),
    "phasedout_score": _SCORES,
    "phasedout_play": (_FIRST_DRAW,),
}
