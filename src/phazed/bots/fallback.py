"""A legal play in place of an illegal one.

In a game the players' plays are legal. But a view may describe a position that belongs to no game, or a turn that
another player began and left with an accumulation that cannot be completed (rule 4.6).

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
    """Return the play if it is legal, otherwise a legal play or, if there is none, the play."""
    legal = view.legal_plays
    if play in legal:
        return play
    return next((other for other in _candidates(view) if other in legal), play)


def _candidates(view: View) -> Iterator[Play]:
    """Yield plays of every kind, among them a legal one if there is any; plays that end the turn come first.

    The legal plays of a view cannot be listed if a group on the table is malformed, such as one without cards, but each
    play can be judged.
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
