"""The three games as instances of one class (rules 3 and 7.1).

>>> PHAZED.phases[6]
(<Run 5: a run of four of one colour>, <SameValue 3: a set of four of one value>)
>>> PHAZED.phase_names[5:]
('two accumulations to 34 of one colour', 'a run of four of one colour and a set of four of one value')
>>> len(BONUS.deck), PHASEDOUT.max_hands
(108, 12)
>>> PHAZED.due(4), BONUS.due((True, False, False, True, True, True, True))
((5,), (2, 3))
"""

from __future__ import annotations

from itertools import product

from phazed.rules import groups
from phazed.rules.cards import FACES, JOKER
from phazed.rules.errors import InvalidNotation
from phazed.rules.groups import THE_TABLE
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, LAY_PHASE, TAKE
from phazed.rules.refusal import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from phazed.rules.cards import Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Groups, Play

    FixedOrderStatus = int
    """The number of phases that a player has completed, in games with a fixed order of phases."""
    AnyOrderStatus = tuple[bool, ...]
    """For each phase, whether the player has completed it, in games with a free order of phases."""
    Status = FixedOrderStatus | AnyOrderStatus

SEATS = 4
HAND_SIZE = 10
MAX_TURNS = 50
"""Maximum number of turns per player in a hand (rule 4.3)."""


class Ruleset:
    """A game; `phases[p - 1]` holds the kinds of the groups in phase `p`."""

    __slots__ = (
        "about",
        "accumulation_phases",
        "any_order",
        "cards",
        "deck",
        "declares",
        "discards",
        "group_counts",
        "has_jokers",
        "kinds",
        "max_hands",
        "name",
        "nothing",
        "phase_names",
        "phases",
        "pick_ups",
        "play_function",
        "statuses",
        "title",
    )

    def __init__(
        self,
        name: str,
        phases: tuple[tuple[GroupKind, ...], ...],
        *,
        title: str,
        about: str,
        play_function: str,
        max_hands: int,
        jokers: int = 0,
        any_order: bool = False,
        declares: bool = True,
    ) -> None:
        self.name = name
        """Identifier, and prefix of the names of the course's functions."""
        self.title = title
        self.about = about
        """Description in one or two sentences, for people choosing a game."""
        self.play_function = play_function
        """Name of the course's function that chooses a play."""
        self.phases = phases
        self.phase_names = tuple(_phase_name([kind.name for kind in kinds]) for kinds in phases)
        """Descriptions of the phases, in order."""
        self.max_hands = max_hands
        self.has_jokers = jokers > 0
        self.any_order = any_order
        """Whether the phases may be played in any order (rule 3.3)."""
        self.declares = declares
        """Whether a phase is played with its number, as `(3, (phase, groups))` rather than `(3, groups)`."""
        self.kinds: tuple[GroupKind, ...] = tuple(
            sorted({kind for kinds in phases for kind in kinds}, key=lambda kind: kind.number)
        )
        self.accumulation_phases = frozenset(
            phase
            for phase, kinds in enumerate(phases, 1)
            if any(isinstance(kind, groups.Accumulation) for kind in kinds)
        )
        """The phases that contain accumulations."""
        self.group_counts = {phase: len(kinds) for phase, kinds in enumerate(phases, 1)}
        """The number of groups in each phase."""
        self.deck: Cards = (*FACES, *FACES, *(JOKER,) * jokers)
        """All the cards of the game, unshuffled."""
        self.cards = frozenset(self.deck)
        self.pick_ups = frozenset([*product((DRAW,), (None, HIDDEN)), *product((DRAW, TAKE), self.cards)])
        """Every pick-up, in each form that a turn history may contain."""
        self.discards = frozenset(product((DISCARD,), self.cards))
        self.nothing: Status = (False,) * len(phases) if any_order else 0
        """The status of a player who has completed no phase yet."""
        self.statuses: frozenset[Status] = frozenset(
            product((False, True), repeat=len(phases)) if any_order else range(len(phases) + 1)
        )
        """Every possible status."""

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Ruleset], tuple[str]]:
        return (ruleset, (self.name,))

    def due(self, status: Status) -> tuple[int, ...]:
        """Return the phases that may be played next; there is at most one if the order is fixed."""
        count = len(self.phases)
        if isinstance(status, int):
            return (status + 1,) if status < count else ()
        return tuple(phase for phase in range(1, count + 1) if not status[phase - 1])

    def is_due(self, status: Status, phase: int) -> bool:
        """Return whether the phase may be played next; no phase is due for a malformed status."""
        count = len(self.phases)
        if self.any_order:
            return not isinstance(status, int) and 0 < phase <= count == len(status) and status[phase - 1] is False
        return type(status) is int and 0 < phase == status + 1 <= count

    def declared(self, content: Any, status: Status) -> tuple[int, Groups]:
        """Return the phase and the groups of a phase play; an undeclared phase is the phase due, or 0 if none is."""
        if self.declares:
            return content  # type: ignore[no-any-return]
        return next(iter(self.due(status)), 0), content

    def phase_play(self, phase: int, groups: Groups) -> Play:
        """Return the play that lays the groups as that phase."""
        return (LAY_PHASE, (phase, groups) if self.declares else groups)

    def complete(self, status: Status, phase: int) -> Status:
        """Return the status after completing that phase."""
        return phase if isinstance(status, int) else (*status[: phase - 1], True, *status[phase:])

    def completed(self, status: Status) -> tuple[int, ...]:
        """Return the completed phases."""
        if isinstance(status, int):
            return tuple(range(1, status + 1))
        return tuple(phase for phase, done in enumerate(status, 1) if done)

    def is_finished(self, status: Status) -> bool:
        """Return whether every phase is completed."""
        return not self.due(status)

    def group_types(self, cards: Cards) -> Iterator[int]:
        """Yield the types that the whole group satisfies, in ascending order (rule 2.3)."""
        return (kind.number for kind in self.kinds if kind.flaw(cards) is None)

    def phase_types(self, groups: Groups) -> Iterator[int]:
        """Yield the phases that the groups form, in ascending order (rule 3.2)."""
        return (phase for phase in range(1, len(self.phases) + 1) if self.phase_flaw(phase, groups) is None)

    def phase_flaw(self, phase: int, groups: Groups) -> Refusal | None:
        """Return the reason why the groups do not form the phase, or `None` if they do."""
        kinds = self.phases[phase - 1]
        if len(groups) != len(kinds):
            wanted = "one group" if len(kinds) == 1 else "two groups"
            return Refusal("3.2", "phase {} must consist of {}, not {}", phase, wanted, len(groups))
        for kind, group in zip(kinds, groups):
            flaw = kind.flaw(group)
            if flaw is not None:
                rule = "3.2" if flaw.rule == THE_TABLE else flaw.rule
                if len(kinds) == 1:
                    return flaw.about("phase {}", phase, rule=rule)
                number = 1 if kinds[0].flaw(groups[0]) else 2
                return flaw.about("group {} of phase {}", number, phase, rule=rule)
        return None


def _phase_name(groups: list[str]) -> str:
    first, last = groups[0], groups[-1]
    if len(groups) == 1:
        return first
    if first != last:
        return f"{first} and {last}"
    _, noun, rest = first.split(" ", 2)
    return f"two {noun}s {rest}"


_PHAZED_PHASES: tuple[tuple[GroupKind, ...], ...] = (
    (groups.SET_OF_3, groups.SET_OF_3),
    (groups.SUIT_OF_7,),
    (groups.ACCUMULATION_34, groups.ACCUMULATION_34),
    (groups.SET_OF_4, groups.SET_OF_4),
    (groups.RUN_OF_8,),
    (groups.COLOUR_ACCUMULATION_34, groups.COLOUR_ACCUMULATION_34),
    (groups.COLOUR_RUN_OF_4, groups.SET_OF_4),
)

PHAZED = Ruleset(
    "phazed",
    _PHAZED_PHASES,
    title="Phazed",
    about="Seven phases, one after the other: sets, a suit set, accumulations and runs. Aces are wild, and a run may "
    "continue from king to two.",
    play_function="phazed_play",
    max_hands=20,
)
BONUS = Ruleset(
    "phazed_bonus",
    _PHAZED_PHASES,
    title="Phazed Bonus",
    about="The same seven phases in any order you like, and four jokers, each of which makes another player "
    "miss a turn.",
    play_function="phazed_bonus",
    max_hands=20,
    jokers=4,
    any_order=True,
)
PHASEDOUT = Ruleset(
    "phasedout",
    (
        (groups.SET_OF_3, groups.SET_OF_3),
        (groups.SUIT_OF_7,),
        (groups.SET_OF_4, groups.SET_OF_4),
        (groups.STRAIGHT_RUN_OF_8,),
        (groups.STRAIGHT_COLOUR_RUN_OF_4, groups.SET_OF_4),
    ),
    title="Phased Out",
    about="The older game: five phases, no accumulations, and runs end at the king. The quickest of the three.",
    play_function="phasedout_play",
    max_hands=12,
    declares=False,
)
RULESETS = {rules.name: rules for rules in (PHAZED, BONUS, PHASEDOUT)}
PLAY_FUNCTIONS = {rules.play_function: rules for rules in RULESETS.values()}
"""The game for each of the course's functions that choose a play."""


def ruleset(name: str) -> Ruleset:
    """Return the game with that name."""
    if name not in RULESETS:
        raise InvalidNotation(f"there is no game {name!r}: choose one of {', '.join(RULESETS)}")
    return RULESETS[name]
