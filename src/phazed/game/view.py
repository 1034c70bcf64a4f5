"""The view of a hand from one seat.

A view consists of the game and the course's arguments as nested tuples, and contains no hidden cards.
"""

from __future__ import annotations

from phazed.rules.course import read_cards, read_history, read_player, read_statuses, read_table
from phazed.rules.legal import LegalPlays
from phazed.rules.legality import refuse, stage_of
from phazed.rules.plays import DISCARD, LAY_PHASE, PICK_UPS, phase_and_groups
from phazed.rules.rulesets import HAND_SIZE, SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple

    from phazed.rules.cards import Card, Cards
    from phazed.rules.legality import Table
    from phazed.rules.plays import Play, Turn
    from phazed.rules.refusal import Refusal
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState
else:
    from phazed.rules.namedtuples import NamedTuple


class View(NamedTuple):
    """A hand as seen from one seat.

    >>> from phazed.rules.rulesets import PHAZED
    >>> from phazed.rules.state import deal
    >>> seen = view(deal(PHAZED, PHAZED.deck, dealer=0), 1)
    >>> seen.hand, seen.discard, seen.stage
    (('2C', '3C', '4C', '5C', '6C', '7C', '8C', '9C', '0C', 'JC'), 'QC', 'before')
    >>> View.from_course(PHAZED, *seen.to_course()) == seen
    True
    """

    rules: Ruleset
    seat: int
    table: Table
    history: tuple[Turn, ...]
    """All turns of the hand, with the turn in progress last."""
    status: tuple[Status, ...]
    hand: Cards
    discard: Card | None

    @property
    def stage(self) -> str:
        """The stage of this seat's turn."""
        return stage_of(self.rules, self.seat, self.history)

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards in each hand, computed from the history."""
        sizes = [HAND_SIZE] * SEATS
        for seat, plays in self.history:
            for kind, content in plays:
                if kind in PICK_UPS:
                    sizes[seat] += 1
                elif kind == LAY_PHASE:
                    sizes[seat] -= sum(map(len, phase_and_groups(content)[1]))
                else:
                    sizes[seat] -= 1
        return tuple(sizes)

    @property
    def legal_plays(self) -> LegalPlays:
        return LegalPlays(self)

    def refuse(self, play: Play) -> Refusal | None:
        """Return the reason why the seat may not make the play, or `None` if it may."""
        return refuse(self, play)

    def to_course(self) -> tuple[Any, ...]:
        """Return the six arguments of a course function as fresh lists, which the receiver may change."""
        return (
            self.seat,
            table_listed(self.table),
            [(seat, listed(plays)) for seat, plays in self.history],
            list(self.status),
            list(self.hand),
            self.discard,
        )

    def _repr_html_(self) -> str:
        from phazed.game.notebook import view_html

        return view_html(self)

    @classmethod
    def from_course(
        cls, rules: Ruleset, player_id: Any, table: Any, turn_history: Any, phase_status: Any, hand: Any, discard: Any
    ) -> View:
        """Create a view from a course function's arguments; raise `InvalidNotation` if they are malformed."""
        return cls(
            rules,
            read_player(player_id),
            read_table(rules, table),
            read_history(rules, turn_history),
            read_statuses(rules, phase_status),
            read_cards(rules, hand, "hand"),
            None if discard is None else read_cards(rules, (discard,), "discard")[0],
        )


_make: Any = tuple.__new__


def view(state: HandState, seat: int) -> View:
    """Return the state as seen from a seat."""
    return _make(View, state.position(seat))  # type: ignore[no-any-return]  # faster than calling the class


def table_listed(table: Table) -> list[Any]:
    """Return the table as fresh lists."""
    return [(phase, [list(group) for group in groups]) for phase, groups in table]


def listed(plays: tuple[Play, ...]) -> list[Any]:
    """Return a turn's plays in a fresh list, with the groups of phases as fresh lists."""
    if len(plays) == 2 and plays[1][0] == DISCARD:  # as in most turns of a history
        return list(plays)
    return [in_course_form(play) for play in plays]


def in_course_form(play: Play) -> Any:
    """Return the play in the course's form, with the groups of a phase as fresh lists."""
    kind, content = play
    if kind != LAY_PHASE:
        return play
    phase, groups = phase_and_groups(content)
    lists = [list(group) for group in groups]
    return (kind, lists if phase is None else (phase, lists))
