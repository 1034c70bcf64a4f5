"""Replay data for JSON, from which every moment of a game can be reconstructed.

Each hand consists of its deal and one step per play, which contains only the changes. Programs in any language can
apply the steps without knowing the rules:

| step | effect |
|---|---|
| `[seat, "draw", card]` | the top card of the deck is appended to the seat's hand |
| `[seat, "take", card]` | the top discard is appended to the seat's hand |
| `[seat, "phase", phase, groups]` | the groups' cards move from the hand to the table; the phase is completed |
| `[seat, "add", card, owner, group, index]` | the card moves from the hand to the owner's group, at that index |
| `[seat, "discard", card]` | the card moves from the hand to the discard pile |
| `[seat, "skip", other]` | a joker moves from the hand to the discard pile; the other seat will miss a turn |
| `[seat, "miss"]` | the seat has missed its turn |

A group is a string, such as `"2S 2S 2C"`. If a hand contains equal cards, the first of them is removed.

>>> from phazed.bots import make
>>> from phazed.game.games import shuffles
>>> from phazed.game.referee import referee
>>> from phazed.rules.rulesets import PHAZED
>>> events = referee(PHAZED, [make("greedy", PHAZED, 0)] * 4, shuffles(PHAZED, 7))
>>> shown = frames(events, ["Ann", "Bob", "Cy", "Di"], seed=7)
>>> shown["hands"][0]["dealt"][1], shown["hands"][0]["discard"]
('3S AS 8S JS 6S 8S QS QD 7C 3H', '6H')
>>> shown["hands"][0]["steps"][:2]
[[1, 'draw', '9S'], [1, 'discard', 'JS']]
>>> shown["hands"][0]["end"]["why"], shown["end"]["ranks"]
('out of cards', [1, 2, 4, 3])
"""

from __future__ import annotations

from phazed.game.games import Dealt, GameEnded, HandEnded, Played
from phazed.game.records import replay
from phazed.rules import groups
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, LAY_OFF, LAY_PHASE, TAKE
from phazed.rules.rulesets import SEATS
from phazed.rules.scoring import points
from phazed.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phazed.game.games import Event, Standing
    from phazed.game.records import Record
    from phazed.rules.rulesets import Ruleset

    Step = list[Any]

FORMAT, VERSION = "phazed-frames", 1
LONGEST_NAME = 200


def frames(events: Iterable[Event], names: Sequence[str], *, seed: object = None) -> dict[str, Any]:
    """Return the replay of a game, which may still be in progress, from its events."""
    hands: list[dict[str, Any]] = []
    end: dict[str, Any] | None = None
    standing: Standing | None = None
    for event in events:
        if isinstance(event, Played):
            hands[-1]["steps"] += steps_of(event)
        elif isinstance(event, Dealt):
            standing = event.standing
            hands.append(deal_of(event))
        elif isinstance(event, HandEnded):
            hands[-1]["end"] = hand_end(event)
        else:
            standing = event.standing
            end = game_end(event)
    if standing is None:
        raise ValueError("a replay needs at least one event")
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": standing.rules.name,
        "seed": None if seed is None else str(seed),
        "names": [short_name(name) or f"Player {seat}" for seat, name in enumerate(names)],
        "phases": phases(standing.rules),
        "any_order": standing.rules.any_order,
        "stages": list(groups.STAGES),
        "hands": hands,
        "end": end,
    }


def frames_of(record: Record) -> dict[str, Any]:
    """Return the replay of a recorded game."""
    return frames(replay(record), record.names, seed=record.seed)


def short_name(name: str) -> str:
    """Return an untrusted name in a form that is safe to show: one line, no invisible characters, not too long."""
    return printable(name[:LONGEST_NAME])


def phases(rules: Ruleset) -> list[dict[str, Any]]:
    """Return the name and the groups of each phase.

    >>> from phazed.rules.rulesets import PHAZED
    >>> [phase["name"] for phase in phases(PHAZED)][3:5]
    ['two sets of four of one value', 'a run of eight']
    """
    return [
        {
            "name": name,
            "groups": [{"noun": kind.noun, "one_colour": kind.one_colour} for kind in kinds],
        }
        for name, kinds in zip(rules.phase_names, rules.phases)
    ]


def seen_deal(dealt: Sequence[str], seat: int | None) -> list[str]:
    """Return the dealt hands as a seat sees them; `None` is a spectator.

    >>> seen_deal(["2S 3S", "KD AD"], 1)
    ['XX XX', 'KD AD']
    """
    return [hand if holder == seat else " ".join([HIDDEN] * len(hand.split())) for holder, hand in enumerate(dealt)]


def seen_step(step: Step, seat: int | None) -> Step:
    """Return the step as a seat sees it: only cards drawn by other seats are hidden.

    >>> seen_step([1, "draw", "KD"], 1), seen_step([1, "draw", "KD"], 2), seen_step([1, "take", "KD"], 2)
    ([1, 'draw', 'KD'], [1, 'draw', 'XX'], [1, 'take', 'KD'])
    """
    return [step[0], "draw", HIDDEN] if step[1] == "draw" and step[0] != seat else step


def deal_of(event: Dealt) -> dict[str, Any]:
    """Return the data of a deal, without steps."""
    standing, state = event
    return {
        "dealer": standing.dealer,
        "scores": list(standing.scores),
        "done": _done(standing),
        "dealt": [" ".join(hand) for hand in state.hands],
        "discard": state.discard,
        "deck": len(state.deck) - state.drawn,
        "steps": [],
        "end": None,
    }


def _done(standing: Standing) -> list[list[int]]:
    return [list(standing.rules.completed(status)) for status in standing.status]


def steps_of(event: Played) -> list[Step]:
    """Return the step for a play and one for each turn missed after it."""
    before, play, after = event
    seat = before.seat
    step: Step
    if play[0] == DRAW:
        step = [seat, "draw", before.deck[before.drawn]]
    elif play[0] == TAKE:
        step = [seat, "take", play[1]]
    elif play[0] == LAY_PHASE:
        phase, laid = before.rules.declared(play[1], before.status[seat])
        step = [seat, "phase", phase, [" ".join(group) for group in laid]]
    elif play[0] == LAY_OFF:
        step = [seat, "add", play[1][0], *play[1][1]]
    elif play[0] == DISCARD:
        step = [seat, "discard", play[1]]
    else:
        step = [seat, "skip", play[1]]
    missed = range(before.turns + 1, after.turns)
    return [step, *([(before.leader + turn) % SEATS, "miss"] for turn in missed)]


def hand_end(event: HandEnded) -> dict[str, Any]:
    """Return the data for the end of a hand."""
    state, standing = event
    return {"why": state.ending, "points": list(map(points, state.hands)), "scores": list(standing.scores)}


def game_end(event: GameEnded) -> dict[str, Any]:
    """Return the data for the end of the game."""
    standing, error = event
    return {
        "ranks": None if error else list(standing.ranks),
        "scores": list(standing.scores),
        "done": _done(standing),
        "error": None if error is None else error._asdict(),
    }
