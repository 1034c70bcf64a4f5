"""Rendering of games for terminals: cards, the table, plays as sentences, the end of a hand and of a game.

Every function takes a `Style` as its first argument and returns text without a trailing newline. The plain style writes
cards as they are typed, the coloured style with suit symbols.

>>> group(PLAIN, groups.ACCUMULATION_34, ("KS", "0D", "8C", "3S"))
'accumulation 34 -> 55: KS 0D 8C 3S'
>>> Style(symbols=True).cards(("KS", "0D", "ZZ"))
'K♠ 10♦ Joker'

Names are untrusted. They reach the terminal only through `Style.name`, which removes control characters and limits
their width.
"""

from __future__ import annotations

from phazed.rules import groups
from phazed.rules.cards import COLOUR, JOKER, VALUE, in_order, total_worth
from phazed.rules.groups import next_stage
from phazed.rules.plays import DISCARD, DRAW, HIDDEN, LAY_OFF, LAY_PHASE, TAKE
from phazed.rules.rulesets import MAX_TURNS, SEATS
from phazed.rules.scoring import ordinal, points
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT
from phazed.text import WIDTH, block, columns, counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from typing import TextIO

    from phazed.game.games import Standing
    from phazed.rules.cards import Card, Cards
    from phazed.rules.groups import GroupKind
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState

NAME_COLUMNS = 16
"""Maximum width of a name; longer names are cut."""
_MAX_NAME_LENGTH = 200
"""Maximum number of characters of a name that are processed, because characters may have no width."""
SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
DONE, TO_DO, ARROW, ELLIPSIS = "●○→…"
_EVERY_SIGN = "".join(SYMBOLS.values()) + DONE + TO_DO + ARROW + ELLIPSIS

_RED, _BOLD, _MAGENTA, _RESET = (f"\x1b[{code}m" for code in (31, 1, 35, 0))


class Style:
    r"""A text style: with or without colours, suit symbols or letters, and the stream's encoding.

    >>> PLAIN.cards(("0H", "KS")), COLOURED.card("0H")
    ('0H KS', '\x1b[31m10♥\x1b[0m')
    """

    __slots__ = ("colour", "encoding", "symbols")

    def __init__(self, *, colour: bool = False, symbols: bool = False, encoding: str = "utf-8") -> None:
        self.colour = colour
        self.symbols = symbols
        self.encoding = encoding

    def __repr__(self) -> str:
        return f"Style(colour={self.colour}, symbols={self.symbols}, encoding={self.encoding!r})"

    @classmethod
    def for_stream(cls, stream: TextIO, environ: Mapping[str, str]) -> Style:
        """Return the coloured style for a terminal unless colours are disabled, else the plain style."""
        encoding = getattr(stream, "encoding", None) or "utf-8"
        if not stream.isatty() or environ.get("NO_COLOR") or environ.get("TERM") == "dumb":
            return cls(encoding=encoding)
        try:
            _EVERY_SIGN.encode(encoding)
        except UnicodeEncodeError:
            return cls(colour=True, encoding=encoding)
        return cls(colour=True, symbols=True, encoding=encoding)

    def card(self, card: Card) -> str:
        if not self.symbols:
            text = card
        elif card == JOKER:
            text = "Joker"
        else:
            text = ("10" if card[0] == "0" else card[0]) + SYMBOLS[card[1]]
        return self._painted(text, {"red": _RED, "black": _BOLD, "": _MAGENTA}[COLOUR[card]])

    def cards(self, cards: Iterable[Card]) -> str:
        return " ".join(map(self.card, cards))

    def name(self, text: str) -> str:
        """Return an untrusted name in a form that is safe to print: printable, short, and in the stream's encoding.

        >>> PLAIN.name("Alexander the Great of Macedonia")
        'Alexander the G~'
        """
        clean = printable(text[:_MAX_NAME_LENGTH]).encode(self.encoding, "replace").decode(self.encoding)
        if columns(clean) <= NAME_COLUMNS:
            return clean
        while columns(clean) >= NAME_COLUMNS:
            clean = clean[:-1]
        return clean.rstrip() + (ELLIPSIS if self.symbols else "~")

    def names(self, names: Sequence[str]) -> list[str]:
        """Return the four players' names; a player without a name is named after the seat."""
        return [self.name(name) or f"Player {seat}" for seat, name in enumerate(names)]

    def phases(self, rules: Ruleset, status: Status) -> str:
        """Return the completed phases as dots, as a count or, if the order is free, as numbers.

        >>> from phazed.rules.rulesets import BONUS, PHAZED
        >>> Style(symbols=True).phases(PHAZED, 3), PLAIN.phases(PHAZED, 3)
        ('●●●○○○○', '3/7')
        >>> PLAIN.phases(BONUS, (True, False, True, False, False, False, False))
        '1-3----'
        """
        done = rules.completed(status)
        every = range(1, len(rules.phases) + 1)
        if self.symbols:
            return "".join(DONE if phase in done else TO_DO for phase in every)
        if rules.any_order:
            return "".join(str(phase) if phase in done else "-" for phase in every)
        return f"{len(done)}/{len(rules.phases)}"

    def strong(self, text: str) -> str:
        return self._painted(text, _BOLD)

    def _painted(self, text: str, code: str) -> str:
        return f"{code}{text}{_RESET}" if self.colour else text


PLAIN = Style()
COLOURED = Style(colour=True, symbols=True)


def group(style: Style, kind: GroupKind, cards: Cards) -> str:
    """Return a group with its kind and, for an accumulation, its sum and next stage.

    >>> group(PLAIN, groups.COLOUR_RUN_OF_4, ("AS", "7D", "8D", "9H"))
    'red run: AS 7D 8D 9H'
    >>> group(PLAIN, groups.ACCUMULATION_34, ("KS", "KD", "8C"))
    'accumulation 34 -> 55: KS KD 8C'
    """
    words = kind.noun
    if isinstance(kind, groups.Accumulation):
        total = total_worth(cards)
        stage = next_stage(total)
        words += f" {total}, closed" if stage is None else f" {total} {ARROW if style.symbols else '->'} {stage}"
    if kind.one_colour:  # a run's colour is that of its naturals; in an accumulation any card has it
        words = f"{COLOUR[next((card for card in cards if VALUE[card]), cards[0])]} {words}"
    return f"{words}: {style.cards(cards)}"


def table(style: Style, state: HandState, names: Sequence[str], *, width: int = WIDTH) -> str:
    """Return the phase and the groups of each seat; groups have the numbers used in plays."""
    lines = []
    for seat, name in enumerate(style.names(names)):
        phase = state.table[seat][0]
        laid = "nothing" if phase is None else f"phase {phase}"
        lines += [f"{style.strong(name)}: {laid}", *_laid(style, state, seat)]
    return block(lines, width)


def _laid(style: Style, state: HandState, seat: int) -> list[str]:
    laid = zip(_kinds(state, seat), state.table[seat][1])
    return [f"    {seat}.{number} {group(style, kind, cards)}" for number, (kind, cards) in enumerate(laid)]


def _kinds(state: HandState, seat: int) -> tuple[GroupKind, ...]:
    phase = state.table[seat][0]
    return () if phase is None else state.rules.phases[phase - 1]


def seat_line(style: Style, state: HandState, seat: int, names: Sequence[str], scores: Sequence[int]) -> str:
    """Return a line about a seat: a mark if it is its turn, name, completed phases, number of cards, score."""
    name = _aligned(style, names)[seat]
    turn = ">" if seat == state.seat and not state.ending else " "
    phases = style.phases(state.rules, state.status[seat])
    held = counted(len(state.hands[seat]), "card")
    line = f"{turn} {name}  {phases}  {held:>8}  {counted(scores[seat], 'point')}"
    return f"{line}, will be skipped" if state.skips[seat] else line


def hand_state(
    style: Style,
    state: HandState,
    names: Sequence[str],
    scores: Sequence[int],
    *,
    show: Collection[int] = (),
    width: int = WIDTH,
) -> str:
    """Return a hand between two plays: deck and discard, then every seat with its groups.

    Only the cards of the seats in `show` are visible.
    """
    where = f"Hand over, {state.ending}." if state.ending else f"Round {state.turns // SEATS + 1}."
    discard = style.card(state.discard) if state.discard else "none"
    lines = [f"{where} Deck: {counted(len(state.deck) - state.drawn, 'card')}. Discard: {discard}"]
    for seat, hand in enumerate(state.hands):
        lines += [seat_line(style, state, seat, names, scores), *_laid(style, state, seat)]
        if seat in show:
            lines.append(f"    hand: {style.cards(in_order(hand)) or 'no cards'}")
    return block(lines, width)


def play_sentence(style: Style, before: HandState, play: Play, names: Sequence[str]) -> str:
    """Return a sentence about a play, made in the state `before`; a hidden draw stays hidden.

    >>> from phazed.rules.rulesets import PHAZED
    >>> from phazed.rules.state import deal
    >>> before = deal(PHAZED, PHAZED.deck, dealer=3)
    >>> play_sentence(PLAIN, before, (1, None), ["Ann", "Bob", "Cy", "Di"])
    'Ann draws QD.'
    >>> play_sentence(PLAIN, before, (1, "XX"), ["Ann", "Bob", "Cy", "Di"])
    'Ann draws a card.'
    """
    called = style.names(names)
    return f"{style.strong(called[before.seat])} {_predicate(style, before, play, called)}."


def turn_sentence(
    style: Style, plays: Sequence[tuple[HandState, Play]], names: Sequence[str], *, width: int = WIDTH
) -> str:
    """Return a sentence about a turn, given as pairs of a play and the state before it."""
    called = style.names(names)
    predicates = "; ".join(_predicate(style, before, play, called) for before, play in plays)
    return block([f"{style.strong(called[plays[0][0].seat])} {predicates}."], width)


def _predicate(style: Style, before: HandState, play: Play, called: list[str]) -> str:
    if play[0] == DRAW:
        return "draws a card" if play[1] == HIDDEN else f"draws {style.card(before.deck[before.drawn])}"
    if play[0] == TAKE:
        return f"takes {style.card(play[1])}"
    if play[0] == LAY_PHASE:
        phase, laid = before.rules.declared(play[1], before.status[before.seat])
        return f"lays phase {phase}: {' | '.join(map(style.cards, laid))}"
    if play[0] == LAY_OFF:
        card, (seat, number, _) = play[1]
        owner = "their own" if seat == before.seat else f"{style.strong(called[seat])}'s"
        return f"adds {style.card(card)} to {owner} {_which_group(before, seat, number)}"
    if play[0] == DISCARD:
        return f"discards {style.card(play[1])}"
    return f"skips {style.strong(called[play[1]])}"


def _which_group(state: HandState, seat: int, number: int) -> str:
    """Return the name of the group's kind, with "first" or "second" if the phase has two groups of that kind."""
    nouns = [kind.noun for kind in _kinds(state, seat)]
    noun = nouns[number]
    return noun if nouns.count(noun) == 1 else f"{('first', 'second')[number]} {noun}"


def hand_end(style: Style, state: HandState, standing: Standing, names: Sequence[str], *, width: int = WIDTH) -> str:
    """Return the reason for the end of the hand, its points, and the scores of the standing after it."""
    why: dict[str | None, str] = {
        OUT_OF_CARDS: f"{style.names(names)[state.seat]} has no cards left",
        DECK_EXHAUSTED: "the deck is used up",
        TURN_LIMIT: f"every player has had {MAX_TURNS} turns",
    }
    lines = [f"The hand has ended: {why[state.ending]}."]
    for name, hand, score in zip(_aligned(style, names), state.hands, standing.scores):
        left = style.cards(in_order(hand)) or "no cards"
        lines.append(f"{name}  {left}: {counted(points(hand), 'point')}, {score} in all")
    return block(lines, width)


def ranking(style: Style, standing: Standing, names: Sequence[str], *, width: int = WIDTH) -> str:
    """Return the players sorted by rank; tied players share a rank.

    >>> from phazed.game.games import Standing
    >>> from phazed.rules.rulesets import PHAZED
    >>> print(ranking(PLAIN, Standing(PHAZED, 20, (6, 7, 5, 6), (310, 402, 280, 310)), ["Ann", "Bob", "Cy", "Di"]))
    1st  Bob  7/7  402 points
    2nd  Cy   5/7  280 points
    3rd  Ann  6/7  310 points
    3rd  Di   6/7  310 points
    """
    called = _aligned(style, names)
    lines = []
    for rank, seat in sorted((rank, seat) for seat, rank in enumerate(standing.ranks)):
        phases = style.phases(standing.rules, standing.status[seat])
        lines.append(f"{ordinal(rank)}  {called[seat]}  {phases}  {counted(standing.scores[seat], 'point')}")
    return block(lines, width)


def _aligned(style: Style, names: Sequence[str]) -> list[str]:
    """Return the names, padded to equal width."""
    called = style.names(names)
    widest = max(map(columns, called))
    return [style.strong(name) + " " * (widest - columns(name)) for name in called]
