"""Replacement of illegal plays by legal ones.

In a game, the built-in players' plays are legal. However, a view may describe a position that cannot occur in a game,
or a turn started by another program, which left an accumulation that cannot be completed (rule 4.6).

>>> from phazed.game.view import View
>>> from phazed.rules.cards import cards
>>> from phazed.rules.rulesets import PHAZED
>>> table = ((3, (cards("5C 7H 0S QD 8D"), cards("9S QS KC"))), *((None, ()),) * 3)
>>> seen = View(PHAZED, 0, table, ((0, ((1, None),)),), (3, 0, 0, 0), cards("4D JH"), None)
>>> legal_or_any(seen, (5, "JH"))
(4, ('4D', (0, 0, 5)))
"""

from __future__ import annotations

from phazed.rules.cards import in_order
from phazed.rules.legal import last_plays
from phazed.rules.plays import FROM_THE_DECK, LAY_OFF
from phazed.rules.ways import phase_ways

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.game.view import View
    from phazed.rules.plays import Play


def legal_or_any(view: View, play: Play) -> Play:
    """Return the play if it is legal, otherwise some legal play or, if there is none, the play itself."""
    legal = view.legal_plays
    if play in legal:
        return play
    return next((other for other in _candidates(view) if other in legal), play)


def _candidates(view: View) -> Iterator[Play]:
    """Yield plays of every kind, including a legal one if there is any; plays that end the turn come first.

    If a group on the table is malformed, such as one without cards, the view's legal plays cannot be listed, but single
    plays can be checked.
    """
    rules, hand = view.rules, in_order(view.hand)
    yield FROM_THE_DECK
    yield from last_plays(view.seat, hand)
    if view.table[view.seat][0] is None:
        for phase in rules.due(view.status[view.seat]):
            yield from (rules.phase_play(phase, groups) for groups in phase_ways(rules.phases[phase - 1], hand))
        return
    for seat, (_, groups) in enumerate(view.table):
        for number, group in enumerate(groups):
            for index in dict.fromkeys((len(group), 0)):
                yield from ((LAY_OFF, (card, (seat, number, index))) for card in dict.fromkeys(hand))
