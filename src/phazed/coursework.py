"""The course's functions, with the handout's names, signatures and return types.

They never raise exceptions, never change their arguments, and accept lists as well as tuples. Importing them takes a
few milliseconds; the players behind `phazed_play` and its variants are imported on first use.

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
    """Return the sorted types of the group that the cards form; the list is empty if they form none.

    1: three of one value; 2: seven of one suit; 3: four of one value; 4: a run of eight; 5: a run of four of one
    colour; 6: an accumulation to 34; 7: an accumulation to 34 of one colour. The order of the cards matters in runs.

    >>> phazed_group_type(["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"])
    [4]
    """
    return _group_types(PHAZED, group)


def phazed_phase_type(phase: Any) -> list[int]:
    """Return the sorted phases that the groups form; the list is empty if they form none.

    >>> phazed_phase_type([["5C", "5H", "AH"], ["QC", "QC", "AS"]])
    [1]
    """
    return _phase_types(PHAZED, phase)


def phazed_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid; if it is not, `explain` returns the reason.

    See `phazed_play` for plays and the other six arguments. A draw may also name its card: `(1, 'XX')` or `(1, '7D')`.

    >>> nothing = [(None, []), (None, []), (None, []), (None, [])]
    >>> phazed_is_valid_play((2, "QC"), 1, nothing, [], [0, 0, 0, 0], ["5C", "5H", "AH"], "QC")
    True
    """
    return is_valid(PHAZED, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand, ignoring anything that is not a card of the game.

    The cards 2 to 10 count their value, J 11, Q 12, K 13 and an ace 25.

    >>> phazed_score(["3D", "JC", "AS"])
    39
    """
    return _score(PHAZED, hand)


def phazed_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play. A bot defines its own function with this name and these parameters; this one is the expert player.

    The function is called for each play of a turn, from the pick-up to the discard. Cards are strings such as `'0H'`,
    the ten of hearts.

    - `player_id`: the bot's seat, 0 to 3.
    - `table`: for each player, the phase laid in this hand and its groups, or `(None, [])`:
      `[(None, []), (1, [['5C', '5H', 'AH'], ['QC', 'QC', 'AS']]), (None, []), (None, [])]`.
    - `turn_history`: the turns of this hand, as pairs of a player and plays, with `'XX'` for a card drawn from the
      deck: `[(0, [(1, 'XX'), (5, '9D')]), (1, [(2, '9D')])]`. After the bot's pick-up, the last turn is its own.
    - `phase_status`: for each player, the last phase completed in the game: `[0, 1, 0, 0]`.
    - `hand`: the bot's cards; the card picked up comes last: `['6D', 'QH', '0S']`.
    - `discard`: the top card of the discard pile, or `None` if the pile is empty.

    Return one of:

    - `(1, None)`: draw from the deck; `(2, 'QC')`: take the top discard. A turn begins with one of these plays.
    - `(3, (1, [['5C', '5H', 'AH'], ['QC', 'QC', 'AS']]))`: lay a phase, here phase 1; at most one per hand.
    - `(4, ('QH', (1, 0, 3)))`: lay off a card, here on group 0 of player 1, where it takes index 3; only after laying
      a phase in this hand.
    - `(5, '0S')`: discard, which ends the turn.

    >>> nothing = [(None, []), (None, []), (None, []), (None, [])]
    >>> phazed_play(1, nothing, [(1, [(1, 'XX')])], [0, 0, 0, 0], ["KH"], "2C")
    (5, 'KH')
    """
    return _play(PHAZED, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play in the bonus game. A bot defines its own function with this name; this one is the expert player.

    Arguments and plays are those of `phazed_play`, with these differences. A joker is `'ZZ'`. The phases may be played
    in any order, and `phase_status` has seven booleans per player, `True` for each completed phase. `(6, 3)` discards a
    joker, which ends the turn, and player 3 misses a turn. If all the others are skipped, the last turn in
    `turn_history` may be the bot's own previous turn.
    """
    return _play(BONUS, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid in the bonus game; see `phazed_bonus` for plays and arguments."""
    return is_valid(BONUS, play, player_id, table, turn_history, phase_status, hand, discard)


def phazed_bonus_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand of the bonus game."""
    return _score(BONUS, hand)


def phasedout_group_type(group: Any) -> int | None:
    """Return the type of the group that the cards form, or `None`."""
    return next(iter(_group_types(PHASEDOUT, group)), None)


def phasedout_phase_type(phase: Any) -> int | None:
    """Return the phase that the groups form, or `None`."""
    return next(iter(_phase_types(PHASEDOUT, phase)), None)


def phasedout_is_valid_play(
    play: Any, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
) -> bool:
    """Return whether the play is valid in Phased Out; see `phasedout_play` for plays and arguments."""
    return is_valid(PHASEDOUT, play, player_id, table, turn_history, phase_status, hand, discard)


def phasedout_score(hand: Any) -> int:
    """Return the penalty points of the cards left in a hand of Phased Out."""
    return _score(PHASEDOUT, hand)


def phasedout_play(player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any) -> Any:
    """Choose a play in Phased Out. A bot defines its own function with this name; this one is the expert player.

    Arguments and plays are those of `phazed_play`, except that a phase is laid without its number:
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
    """Return why the play is invalid, as a `Refusal` with `rule`, `reason` and `cards`, or `None` if it is valid.

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
