"""The course's functions, with the handout's names, signatures and forms of answer.

They never raise an exception and never change their arguments, and they accept lists and tuples. Importing them takes a
few milliseconds; the players behind `phazed_play` and the like are imported when they are first asked.

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
    """Return the types of the group that all the cards make, as a sorted list; it is empty if they make none.

    1: three of one value; 2: seven of one suit; 3: four of one value; 4: a run of eight; 5: a run of four of one
    colour; 6: an accumulation to 34; 7: an accumulation to 34 of one colour. In runs the order of the cards counts.

    >>> phazed_group_type(["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"])
    [4]
    """
    return _group_types(PHAZED, group)


def phazed_phase_type(phase: Any) -> list[int]:
    """Return the phases that the groups make, as a sorted list; it is empty if they make none.

    >>> phazed_phase_type([["5C", "5H", "AH"], ["QC", "QC", "AS"]])
    [1]
    """
    return _phase_types(PHAZED, phase)


def phazed_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid; `explain` returns the reason if it is not.

    `phazed_play` describes plays and the other six arguments. A draw may also name its card: `(1, 'XX')` or
    `(1, '7D')`.

    >>> nothing = [(None, []), (None, []), (None, []), (None, [])]
    >>> phazed_is_valid_play((2, "QC"), 1, nothing, [], [0, 0, 0, 0], ["5C", "5H", "AH"], "QC")
    True
    """
    return is_valid(PHAZED, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand; anything that is not a card of the game counts nothing.

    2 to 10 count their value, J 11, Q 12, K 13, an ace 25.

    >>> phazed_score(["3D", "JC", "AS"])
    39
    """
    return _score(PHAZED, hand)


def phazed_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play. A bot defines a function with this name and these parameters; this one asks the expert player.

    It is called for each play of a turn: first for the pick-up, last for the discard. Cards are strings such as `'0H'`,
    the ten of hearts.

    - `player_id`: its own seat, 0 to 3.
    - `table`: for each player the phase that they have laid in this hand and its groups, `(None, [])` for none:
      `[(None, []), (1, [['5C', '5H', 'AH'], ['QC', 'QC', 'AS']]), (None, []), (None, [])]`.
    - `turn_history`: the turns of this hand, each a player and their plays; a card drawn from the deck shows as
      `'XX'`: `[(0, [(1, 'XX'), (5, '9D')]), (1, [(2, '9D')])]`. The last turn is its own once it has picked up a card.
    - `phase_status`: for each player the last phase that they have completed in the game: `[0, 1, 0, 0]`.
    - `hand`: its own cards, the one picked up last: `['6D', 'QH', '0S']`.
    - `discard`: the top card of the discard pile, `None` if it is empty.

    The answers:

    - `(1, None)`: draw from the deck; `(2, 'QC')`: take the top discard. A turn begins with one of them.
    - `(3, (1, [['5C', '5H', 'AH'], ['QC', 'QC', 'AS']]))`: lay a phase, here phase 1; at most one in a hand.
    - `(4, ('QH', (1, 0, 3)))`: play a card to a group, here to group 0 of player 1, so that it has index 3 there; only
      after having laid a phase in this hand.
    - `(5, '0S')`: discard, which ends the turn.

    >>> nothing = [(None, []), (None, []), (None, []), (None, [])]
    >>> phazed_play(1, nothing, [(1, [(1, 'XX')])], [0, 0, 0, 0], ["KH"], "2C")
    (5, 'KH')
    """
    return _play(PHAZED, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play in the bonus game. A bot defines a function with this name; this one asks the expert player.

    Arguments and answers are those of `phazed_play`, with these differences. A joker is `'ZZ'`. The phases may be
    played in any order, and `phase_status` has seven booleans per player: `True` for each completed phase. `(6, 3)`
    discards a joker, which ends the turn, and player 3 misses a turn. If the others are skipped, the last turn of
    `turn_history` may be the bot's own previous turn.
    """
    return _play(BONUS, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid in the bonus game; `phazed_bonus` describes plays and arguments."""
    return is_valid(BONUS, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand of the bonus game."""
    return _score(BONUS, hand)


def phasedout_group_type(group: Any) -> int | None:
    """Return the type of the group that the cards make, or `None`."""
    return next(iter(_group_types(PHASEDOUT, group)), None)


def phasedout_phase_type(phase: Any) -> int | None:
    """Return the phase that the groups make, or `None`."""
    return next(iter(_phase_types(PHASEDOUT, phase)), None)


def phasedout_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid in Phased Out; `phasedout_play` describes plays and arguments."""
    return is_valid(PHASEDOUT, play, player_id, table, turn_history, phase_status, hand, discard)


def phasedout_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand of Phased Out."""
    return _score(PHASEDOUT, hand)


def phasedout_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play in Phased Out. A bot defines a function with this name; this one asks the expert player.

    Arguments and answers are those of `phazed_play`, except that a phase is laid without its number:
    `(3, [['5C', '5H', 'AH'], ['QC', 'QC', 'AS']])`.
    """
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
    """Return the reason why the play is not valid, a `Refusal` with `rule`, `reason` and `cards`, or `None`.

    >>> explain((2, "JS"), 0, [(None, [])] * 4, [], [0] * 4, ["2C"], None)
    Refusal('6.2', 'the discard pile is empty, so JS cannot be taken')
    """
    return _explain(ruleset(game), play, player_id, table, turn_history, phase_status, hand, discard)


def _group_types(rules: Ruleset, group: Any) -> list[int]:
    try:
        return list(rules.group_types(read_cards(rules, group, "group")))
    except Exception:  # an untrusted object that raises is not a group
        return []


def _phase_types(rules: Ruleset, phase: Any) -> list[int]:
    try:
        return list(rules.phase_types(read_groups(rules, phase)))
    except Exception:  # an untrusted object that raises is not a phase
        return []


def _score(rules: Ruleset, hand: Any) -> int:
    total = 0
    try:
        for card in hand if isinstance(hand, (list, tuple)) else ():
            if isinstance(card, str) and card in rules.cards:
                total += POINTS[card]
    except Exception:  # an untrusted object that raises is not a card
        return total
    return total


def _play(rules: Ruleset, *arguments: Any) -> Any:
    from phazed.bots import answer

    return answer("expert", rules, arguments)
