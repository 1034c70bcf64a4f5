"""Calls that test one rule each: the rules' own examples, and calls that they forbid.

They are written once for all games: a group is looked up in the game's phases, and parts that a game does not have,
such as accumulations in Phased Out, are left out. The right answers are those of our own functions.

>>> rule, arguments = next(iter(examples("phazed_score")))
>>> rule, arguments
('1.5', (['2S'],))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phazed.game.pasted import game_and_question
from phazed.rules.cards import JOKER, VALUES
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, LAY_OFF, LAY_PHASE, SKIP, TAKE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.rules.rulesets import Ruleset

    Example = tuple[str, tuple[Any, ...]]
    """A rule, and the arguments of a call that tests it."""

_GROUPS = {
    "1.1": ("0S 0H 0D", "0C JS QC KS"),
    "1.3": ("2C 2S AC", "4H 4S AC 4C", "2C 2C 4C KC 9C AH JC"),
    "1.4": ("2C AS AC", "4H AC AS AD", "4H AC AS AD AH AC AS AD", "2C AS AH AD AC AS AH", "4H 4S AC AD", "4H AC AS 7D"),
    "2": (
        *("2S 2S 2H", "2S 2S", "2S 2H 3D", "KS KH KD KC", "KS KH KD QC", "5S 5H 5D 5C 5S", "7D"),
        *("2C 7C 7C 8C JC QC KC", "2C 7C 7C 8C JC QS KC", "2C 7C 7C 8C JC QC", "2C 7C 7C 8C JC QC KC KC"),
        *("4H 5S 6C 7C 8H 9H 0S", "2S 3C 4C"),
    ),
    "2.1": (
        *("4H 5S 6C 7C 8H 9H 0S JC", "4H 5S 6C 8H 7C 9H 0S JC", "JC 0S 9H 8H 7C 6C 5S 4H", "4H 5S 6C 7C 8H 9H 0S QC"),
        *("QC KS 2D 3H 4C 5S 6S 7H", "AC 2S 3D 4H 5C 6S 7S 8H", "6S 7D 8D 9C 0S JH QD AS"),
        *("2S 3C 4C 5S", "5S 4C 3C 2S", "KC 2S 3C 4C", "AS 2C 3S 4C", "JS QC KS AC", "2S 3C 4C 6S", "4H 5D 7H AC"),
    ),
    "2.2": ("4H 5D AC 7H", "4H 5D 6S 7H", "4C AD AH 7S"),
}
_TOTALS = {
    "1.3": ("KS 0S 8S 2S AS", "KS 0D 8C 2S AH", "9S 9S 9S 6S AH"),
    "2": ("KS 0D 8C 3S", "KS 0D 8C 2S", "KS 0D 8C 4S", "KS 0C 8C 3S", "KH 0D 8H 3D", "KS KH 8D"),
    "2.3": ("2C 2C 4C KC 9C AS 3C", "KS 0C 8C 3S", "2H 3H 3H 4H 5H 7H 0H"),
}
"""Groups with accumulations, which Phased Out does not have (rule 2.4)."""
_MALFORMED_GROUPS: tuple[Any, ...] = ([], None, "2C", ["2C", "2S", "XX"], ["10S", "0S", "0H"], [JOKER, "2S", "2H"])
_PHASES = {
    "1.4": ("2C AS AC / 7H 7C AH",),
    "2.1": (
        "4H 5S AC 8H 7C AH 0S JC",
        "QC KS 2D 3H 4C 5S 6S 7H",
        "KC 2S 3C 4C / 7C 7S 7D 7D",
        "2C 4S 3C 5C / 7C 7S 7D 7D",
    ),
    "3.1": ("7S 7H 7D / 7C 7H AH", "2S 2H 2D 2C / 2S 2H 2D AC"),
    "3.2": (
        *("2C 2S 2H / 7H 7C AH", "2C 2C 4C KC 9C AH JC", "KS 0D 8C 3S / 6C 9D 9S 9S AH", "4H 4S AC 4C / 7H 7C AH AC"),
        *("4H 5S AC 7C 8H AH 0S JC", "3S 8C 0C KS / 2D 9H 0D KH", "4H 5D AC 7H / 7H 7C AH AS", "2C 2S 2H"),
        *("7H 7C AH AS / 4H 5D AC 7H", "2C 2S 2H / 7H 7C 8H", "2C 2S 3H / 7H 7C 7H", "2C 2S 2H / 7H 7C AH / 9S 9S 9D"),
        *(
            "2C 2C 4C KC 9C AH JC / 7H 7C AH",
            "KS 0D 8C 3S",
            "KS 0D 8C 3S / 6C 9D 9S 9S AH AH",
            "2C 2S 2H / 4H 4S AC 4C",
        ),
        *("3S 8C 0C KS / 2D 9H 0D KS", "4H 5D AC 7H", "4H 5D 6C 7H / 7H 7C AH AS"),
    ),
}
_MALFORMED_PHASES: tuple[Any, ...] = ([], None, [None], [["2C", "2S", "XX"], ["7H", "7C", "7D"]])
_HANDS = ("", "9D 9S 9D 0D 0S 0D", "2D 9S AD 0D", "3D JC AS", "AS AH AD AC", "KS QS JS 0S", "2C 3C 4C 5C 6C 7C 8C 9C")


def examples(function: str) -> Iterator[Example]:
    """Yield the rules that the function can test, each with the arguments of a call."""
    rules, question = game_and_question(function)
    if question == "group_type":
        yield from ((rule, (text.split(),)) for rule, texts in _GROUPS.items() for text in texts)
        totals = ((rule, text) for rule, texts in _TOTALS.items() for text in texts)
        yield from ((rule if rules.accumulation_phases else "2.4", (text.split(),)) for rule, text in totals)
        yield from (("2.5", (group,)) for group in _MALFORMED_GROUPS)
    elif question == "phase_type":
        for rule, texts in _PHASES.items():
            yield from ((rule, ([group.split() for group in text.split(" / ")],)) for text in texts)
        yield from (("3.2" if phase == [] else "2.5", (phase,)) for phase in _MALFORMED_PHASES)
    elif question == "score":
        hands = [[value + "S"] for value in VALUES] + [text.split() for text in _HANDS]
        jokers = [[JOKER], [JOKER, "AS", "2D"]] if rules.has_jokers else []
        yield from (("1.5", (hand,)) for hand in (*hands, *jokers))
    elif question == "is_valid_play":
        board = _Board(rules)
        yield from _picking_up(board)
        yield from _laying(board)
        yield from _adding(board)
        yield from _ending(board)
        yield from _malformed(board)


class _Board:
    """Example positions of a game: player 0 plays, and player 1 may have a phase on the table."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.sets, self.suits, self.fours = self._phase(1, 1), self._phase(2), self._phase(3, 3)
        self.run, self.colour_run = self._phase(4), self._phase(5, 3)
        self.totals, self.colour_totals = self._phase(6, 6), self._phase(7, 7)

    def _phase(self, *types: int) -> int:
        """Return the phase of groups of these types; 0 if the game has none."""
        made_of = [tuple(kind.number for kind in kinds) for kinds in self.rules.phases]
        return made_of.index(types) + 1 if types in made_of else 0

    def laying(self, phase: int, *groups: str) -> Any:
        """Return the play that lays these groups as the phase."""
        lists = [group.split() for group in groups]
        return (LAY_PHASE, (phase, lists) if self.rules.declares else lists)

    def call(
        self,
        play: Any,
        hand: str = "8S JS 4D",
        *,
        own: Any = (),
        other: Any = (),
        turn: tuple[Any, ...] = ((DRAW, HIDDEN),),
        done: int | None = None,
        discard: str | None = "9D",
    ) -> tuple[Any, ...]:
        """Return the arguments.

        `own` and `other` are a phase and its groups. `turn` has the plays of player 0 in the current turn.
        """
        entries = [(laid[0], [group.split() for group in laid[1:]]) if laid else (None, []) for laid in (own, other)]
        completed = [done if done is not None else own[0] if own else 0, other[0] if other else 0, 0, 0]
        status = [self._status(number) for number in completed]
        history = [(3, [(DRAW, HIDDEN), (DISCARD, "9D")]), *([(0, list(turn))] if turn else [])]
        return (play, 0, [*entries, (None, []), (None, [])], history, status, hand.split(), discard)

    def _status(self, completed: int) -> Any:
        status = self.rules.nothing
        for phase in range(1, completed + 1):
            status = self.rules.complete(status, phase)
        return status


_SETS = ("2S 2S 2C", "5S 5S AS")
_PICKED = (DRAW, HIDDEN)


def _picking_up(board: _Board) -> Iterator[Example]:
    own = (board.sets, *_SETS)
    for content in (HIDDEN, "7D", None):
        yield "6.1", board.call((DRAW, content), turn=())
    yield "6.1", board.call((DRAW, HIDDEN))
    yield "6.1", board.call((DRAW, HIDDEN), turn=((TAKE, "9D"),), discard=None)
    yield "6.1", board.call((DRAW, HIDDEN), turn=(_PICKED, board.laying(board.sets, *_SETS)), own=own)
    yield "6.1", board.call((DRAW, HIDDEN), turn=(_PICKED, (DISCARD, "9D")))
    yield "6.2", board.call((TAKE, "9D"), turn=())
    yield "6.2", board.call((TAKE, "9S"), turn=())
    yield "6.2", board.call((TAKE, "9D"), turn=(), discard=None)
    yield "6.2", board.call((TAKE, "9D"))
    yield "6.2", board.call((TAKE, "9D"), turn=(_PICKED, (DISCARD, "9D")))
    if board.rules.has_jokers:
        yield "4.5", board.call((TAKE, JOKER), turn=(), discard=JOKER)


def _laying(board: _Board) -> Iterator[Example]:
    rules, sets = board.rules, board.laying(board.sets, *_SETS)
    hand = "AS 2S 2S 2C 5S 5S 7S 8S 9S 0S JS"
    yield "6.3", board.call(sets, hand)
    yield "6.3", board.call(sets, hand, turn=((TAKE, "JS"),))
    yield "6.3", board.call(sets, "2S 2S 2C 5S 5S AS")
    yield "6.3", board.call(sets, hand, turn=())
    yield "6.3", board.call(sets, "AS 2S 2C 5S 5S 7S 8S 9S 0S JS QS")
    yield "6.3", board.call(sets, "2S 2S 2C 5S 5S 7S 8S 9S 0S JS QS")
    yield "6.3", board.call(sets, hand, turn=(_PICKED, (DISCARD, "9D")))
    yield "3.1", board.call(board.laying(board.sets, "2S 2S 2C", "2C 2H AS"), "AS 2S 2S 2C 2C 2H JS")
    yield "1.4", board.call(board.laying(board.sets, "2S 2S 2C", "5S AH AS"), "AS AH 2S 2S 2C 5S 5S JS")
    yield "3.2", board.call(board.laying(board.sets, "2S 2S 2C", "5S 5S 6S"), "6S 2S 2S 2C 5S 5S JS")
    yield "3.2", board.call(board.laying(board.sets, "2S 2S 2C"), hand)
    yield "3.3", board.call(sets, hand, own=(board.sets, *_SETS))
    yield "3.3" if rules.declares else "3.2", board.call(sets, hand, done=1)
    run = "4H 5S AC 7C 8H AH 0S JC"
    yield "6.3", board.call(board.laying(board.run, run), f"{run} KS", done=board.run - 1)
    yield "2.1", board.call(board.laying(board.run, "4H 5S AC 8H 7C AH 0S JC"), f"{run} KS", done=board.run - 1)
    corner = "QC KS 2D 3H 4C 5S 6S 7H"
    yield "2.1", board.call(board.laying(board.run, corner), f"{corner} KS", done=board.run - 1)
    mixed, wanted = (
        ("KC 2S AD 4C" if rules.kinds[3].flaw(tuple(corner.split())) is None else "2C 3S AD 5C"),
        "7C 7S 7D 7D",
    )
    last = len(rules.phases) - 1
    yield "2.2", board.call(board.laying(board.colour_run, mixed, wanted), f"{mixed} {wanted} KS", done=last)
    yield (
        "2.2",
        board.call(board.laying(board.colour_run, "4C 5S 6D 7C", wanted), f"4C 5S 6D 7C {wanted} KS", done=last),
    )
    yield "3.2", board.call(board.laying(board.colour_run, wanted, mixed), f"{mixed} {wanted} KS", done=last)
    if rules.declares:
        yield "3.3", board.call(board.laying(9, *_SETS), hand)
    if rules.declares and not rules.any_order:
        yield "3.3", board.call(board.laying(board.fours, "2S 2S 2C 2C", "5S 5S 5D AS"), "2S 2S 2C 2C 5S 5S 5D AS")
        yield "3.3", board.call(sets, hand, done=len(rules.phases))
    if board.totals:
        first, second = "KS 0D 8C 2S AS", "6C 9D 9S 0S"
        yield "1.3", board.call(board.laying(3, first, second), f"{first} {second} 2D", done=2)
        yield "3.2", board.call(board.laying(3, first, "6C 9D 9S 9S"), f"{first} 6C 9D 9S 9S 2D", done=2)
        yield "3.2", board.call(board.laying(6, first, second), f"{first} {second} 2D", done=5)
    if rules.any_order:
        four = board.laying(board.fours, "2S 2S 2C 2C", "5S 5S 5D AS")
        yield "3.3", board.call(four, "2S 2S 2C 2C 5S 5S 5D AS 7D")


def _to(card: str, player: Any, group: Any, index: Any) -> Any:
    return (LAY_OFF, (card, (player, group, index)))


def _adding(board: _Board) -> Iterator[Example]:
    sets, suit = (board.sets, *_SETS), (board.suits, "2S 2S AS 5S 5S 7S JS")
    laid = board.laying(board.sets, *_SETS)
    hand = "2H 5D AD 8S KC"
    yield "6.4", board.call(_to("2H", 0, 0, 3), hand, own=sets)
    yield "6.4", board.call(_to("2H", 0, 0, 3), hand, own=sets, turn=())
    yield "6.4", board.call(_to("2H", 1, 0, 3), hand, other=sets)
    yield "6.4", board.call(_to("2D", 0, 0, 3), hand, own=sets)
    yield "6.4", board.call(_to("2H", 0, 0, 3), hand, own=sets, turn=(_PICKED, (DISCARD, "9D")))
    yield "4.2", board.call(_to("2H", 0, 0, 3), hand, own=sets, turn=(_PICKED, laid))
    yield "5.1", board.call(_to("5D", 1, 1, 0), hand, own=suit, other=sets)
    for player, group, index in ((2, 0, 0), (4, 0, 0), (-4, 0, 0), (0, 2, 0), (0, -1, 0), (0, 0, 4), (0, 0, -1)):
        yield "5.1", board.call(_to("2H", player, group, index), hand, own=sets)
    yield "5.1", board.call(_to("8S", 0, 1, 0), hand, own=suit)
    for index in (0, 1, 3):
        yield "5.3", board.call(_to("AD", 0, 0, index), hand, own=sets)
        yield "5.3", board.call(_to("2H", 0, 0, index), hand, own=sets)
    yield "5.3", board.call(_to("KC", 0, 0, 3), hand, own=sets)
    yield "5.3", board.call(_to("2H", 0, 1, 3), hand, own=sets)
    yield "5.3", board.call(_to("8S", 0, 0, 4), hand, own=suit)
    yield "5.3", board.call(_to("AD", 0, 0, 2), hand, own=suit)
    yield "5.3", board.call(_to("KC", 0, 0, 0), hand, own=suit)
    run = (board.run, "4H 5S AC 7C 8H AH 0S JC")
    for card, index in (
        ("3D", 0),
        ("QS", 8),
        ("AD", 0),
        ("AD", 8),
        ("KC", 8),
        ("4S", 0),
        ("QS", 0),
        ("6D", 2),
        ("AD", 3),
    ):
        yield "5.4", board.call(_to(card, 1, 0, index), "3D QS AD KC 4S 6D", own=sets, other=run)
    ended = (board.run, "6S 7D 8D 9C 0S JH QD AS")
    yield "5.4", board.call(_to("2C", 1, 0, 8), "2C 5D AD", own=sets, other=ended)
    yield "5.4", board.call(_to("AD", 1, 0, 8), "2C 5D AD", own=sets, other=ended)
    begun = (board.run, "2C 3D 4H 5S 6C 7C 8H 9H")
    yield "5.4", board.call(_to("KD", 1, 0, 0), "KD AD 5D", own=sets, other=begun)
    yield "5.4", board.call(_to("AD", 1, 0, 0), "KD AD 5D", own=sets, other=begun)
    full = (board.run, "2C 3D 4H 5S 6C 7C 8H 9H 0S JC QS KC")
    yield "5.4", board.call(_to("2D", 1, 0, 12), "2D KD AD 5D", own=sets, other=full)
    yield "5.4", board.call(_to("AD", 1, 0, 12), "2D KD AD 5D", own=sets, other=full)
    colours = (board.colour_run, "4H 5D AC 7H", "7C 7S 7D 7D")
    for card, index in (("3D", 0), ("8H", 4), ("3S", 0), ("8C", 4), ("AS", 4)):
        yield "5.4", board.call(_to(card, 1, 0, index), "3D 8H 3S 8C AS", own=sets, other=colours)
    if board.totals:
        yield from _accumulating(board)
    if board.rules.has_jokers:
        yield "5.3", board.call(_to(JOKER, 0, 0, 3), f"{JOKER} 2H", own=sets)


def _accumulating(board: _Board) -> Iterator[Example]:
    sets = (board.sets, *_SETS)
    totals = (board.totals, "KS 0D 8C 3S", "KS 0C 8C 3S")
    held = "9S QH KD AD 8H 2H"
    for card, group, index in (("9S", 0, 4), ("KD", 0, 0), ("QH", 0, 2), ("AD", 0, 4)):
        yield "5.5", board.call(_to(card, 1, group, index), held, own=sets, other=totals)
    yield "5.2", board.call(_to("KD", 1, 1, 4), held, own=sets, other=totals)
    yield "5.2", board.call(_to("AH", 1, 0, 7), "AH 9D", own=sets, other=(board.suits, "2C 2C 4C KC 9C AS 3C"))
    opened = (board.totals, "KS 0D 8C 3S KH", "KS 0C 8C 3S")
    late = (_PICKED, _to("KH", 1, 0, 4))
    yield "5.5", board.call(_to("8H", 1, 0, 5), held, own=sets, other=opened, turn=late)
    yield "5.5", board.call(_to("9S", 1, 0, 5), held, own=sets, other=opened, turn=late)
    yield (
        "5.7",
        board.call(
            _to("KD", 1, 0, 6),
            held,
            own=sets,
            other=(board.totals, "KS 0D 8C 3S KH 8D", "KS 0C 8C 3S"),
            turn=(*late, _to("8D", 1, 0, 5)),
        ),
    )
    closed = (board.totals, "KS 0D 8C 3S KH 8H KD 8D 5C 3C 2D AC AC", "KS 0C 8C 3S")
    yield "5.5", board.call(_to("AD", 1, 0, 13), held, own=sets, other=closed)
    colours = (board.colour_totals, "KS 0C 8C 3S", "KH 0D 8H 3D")
    for card, group in (("9S", 0), ("QH", 0), ("AD", 0), ("AD", 1), ("QH", 1)):
        yield "5.5", board.call(_to(card, 1, group, 4), held, own=sets, other=colours)
    for hand, other, play in (
        ("8H", opened, _to("8H", 1, 0, 5)),
        ("2H", opened, _to("2H", 1, 0, 5)),
        ("2H", opened, _to("2H", 0, 0, 3)),
        ("2H", totals, _to("2H", 0, 0, 3)),
    ):
        yield "5.6", board.call(play, hand, own=sets, other=other, turn=late)
    yield "5.6", board.call((DISCARD, "QH"), held, own=sets, other=opened, turn=late)
    grown = (board.totals, "KS 0D 8C 3S KH 8D", "KS 0C 8C 3S")
    yield "5.6", board.call((DISCARD, "QH"), held, own=sets, other=grown, turn=late)
    if board.rules.has_jokers:
        yield "5.6", board.call((SKIP, 2), f"{JOKER} QH", own=sets, other=opened, turn=late)


def _ending(board: _Board) -> Iterator[Example]:
    sets = (board.sets, *_SETS)
    yield "6.5", board.call((DISCARD, "JS"))
    yield "6.5", board.call((DISCARD, "JS"), "JS", own=sets)
    yield "6.5", board.call((DISCARD, "JS"), own=sets, turn=(_PICKED, board.laying(board.sets, *_SETS)))
    yield "6.5", board.call((DISCARD, "JS"), turn=())
    yield "6.5", board.call((DISCARD, "JD"))
    yield "6.5", board.call((DISCARD, "JS"), turn=(_PICKED, (DISCARD, "9D")))
    yield "4.5", board.call((DISCARD, "9D"), "8S JS 9D", turn=((TAKE, "9D"),), discard=None)
    if board.rules.has_jokers:
        held = f"8S JS {JOKER}"
        yield "6.5", board.call((DISCARD, JOKER), held)
        for target in (1, 2, 3, 0, 4, -1):
            yield "6.6", board.call((SKIP, target), held)
        yield "6.6", board.call((SKIP, 1))
        yield "6.6", board.call((SKIP, 1), held, turn=())
        yield "6.1", board.call((DRAW, HIDDEN), turn=(_PICKED, (SKIP, 1)))
    else:
        yield "6.5", board.call((SKIP, 1))


def _malformed(board: _Board) -> Iterator[Example]:
    plays: tuple[Any, ...] = ((7, None), (0, None), (5,), (5, None), (5, "XX"), (5, ["JS"]), (3, None), (4, "JS"), None)
    for play in (*plays, (4, ("JS", (0, 0))), (4, ("JS", (0, 0, "3"))), ("5", "JS"), [], 5, (2, 9)):
        yield "6.7", board.call(play, own=(board.sets, *_SETS))
    yield "6.8", board.call((DISCARD, "4D"), turn=((DRAW, HIDDEN),))
