"""The course's functions, with the handout's names, signatures and forms of answer.

They never raise and never change what they are given, and they take lists and tuples alike. Importing them costs a few
milliseconds; the players behind `phazed_play` and its kin are imported when they are first asked.

>>> phazed_group_type(["2C", "2C", "4C", "KC", "9C", "AS", "3C"])
[2, 6, 7]
>>> phazed_phase_type([["2C", "KC", "QS", "7C"], ["3H", "7H", "0D", "KD", "AD"]])
[3, 6]
>>> phazed_score(["2D", "9S", "AD", "0D"])
46
>>> empty = [(None, []), (None, []), (None, []), (None, [])]
>>> phazed_is_valid_play((5, "KS"), 0, empty, [(0, [(1, "XX")])], [0, 0, 0, 0], ["2C", "3H"], "JS")
False
>>> print(explain((5, "KS"), 0, empty, [(0, [(1, "XX")])], [0, 0, 0, 0], ["2C", "3H"], "JS"))
KS is not in the hand: 2C 3H (rule 6.5)
"""

from __future__ import annotations

from phazed.rules.cards import POINTS
from phazed.rules.course import explain as _explain
from phazed.rules.course import is_valid, read_cards, read_groups
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phazed.rules.refusal import Refusal
    from phazed.rules.rulesets import Ruleset


def phazed_group_type(group: Any) -> list[int]:
    """The types of group that the cards, all of them, make: a sorted list, empty if they make none."""
    return _group_types(PHAZED, group)


def phazed_phase_type(phase: Any) -> list[int]:
    """The phases that the groups make: a sorted list, empty if they make none."""
    return _phase_types(PHAZED, phase)


def phazed_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Whether the play is valid; `explain` says why it is not."""
    return is_valid(PHAZED, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_score(hand: Any) -> int:
    """The penalty points of the cards left in a hand; what is not a card of the game counts nothing."""
    return _score(PHAZED, hand)


def phazed_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """The play that our player makes."""
    return _play(PHAZED, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """The play that our player makes in the bonus game."""
    return _play(BONUS, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Whether the play is valid in the bonus game."""
    return is_valid(BONUS, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_score(hand: Any) -> int:
    """The penalty points of the cards left in a hand of the bonus game."""
    return _score(BONUS, hand)


def phasedout_group_type(group: Any) -> int | None:
    """The type of group that the cards make, or `None`."""
    return next(iter(_group_types(PHASEDOUT, group)), None)


def phasedout_phase_type(phase: Any) -> int | None:
    """The phase that the groups make, or `None`."""
    return next(iter(_phase_types(PHASEDOUT, phase)), None)


def phasedout_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Whether the play is valid in Phased Out."""
    return is_valid(PHASEDOUT, play, player_id, table, turn_history, phase_status, hand, discard)


def phasedout_score(hand: Any) -> int:
    """The penalty points of the cards left in a hand of Phased Out."""
    return _score(PHASEDOUT, hand)


def phasedout_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """The play that our player makes in Phased Out."""
    return _play(PHASEDOUT, player_id, table, turn_history, phase_status, hand, discard)


def explain(
    play: Any,
    player_id: Any,
    table: Any,
    turn_history: Any,
    phase_status: Any,
    hand: Any,
    discard: Any,
    *,
    game: str = "phazed",
) -> Refusal | None:
    """Why the play is not valid in the game: a `Refusal` with `rule`, `reason` and `cards`, or `None` if it is valid.

    >>> explain((2, "JS"), 0, [(None, [])] * 4, [], [0] * 4, ["2C"], None)
    Refusal('6.2', 'the discard pile is empty, so JS cannot be taken')
    """
    return _explain(ruleset(game), play, player_id, table, turn_history, phase_status, hand, discard)


def _group_types(rules: Ruleset, group: Any) -> list[int]:
    try:
        return list(rules.group_types(read_cards(rules, group, "group")))
    except Exception:  # whatever a stranger's object raises, it is no group
        return []


def _phase_types(rules: Ruleset, phase: Any) -> list[int]:
    try:
        return list(rules.phase_types(read_groups(rules, phase)))
    except Exception:  # whatever a stranger's object raises, it is no phase
        return []


def _score(rules: Ruleset, hand: Any) -> int:
    total = 0
    try:
        for card in hand if isinstance(hand, (list, tuple)) else ():
            if isinstance(card, str) and card in rules.cards:
                total += POINTS[card]
    except Exception:  # whatever a stranger's object raises, it is no card
        return total
    return total


def _play(rules: Ruleset, *arguments: Any) -> Any:
    from phazed.bots import answer

    return answer("expert", rules, arguments)
