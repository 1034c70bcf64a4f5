"""SVG pictures of cards, for separate files and for pages with several pictures.

>>> picture = group(("2S", "2C", "AH"), "set")
>>> picture[picture.index("viewBox") : picture.index("</title>")]
'viewBox="-2 -2 200 179"><title>set: two of spades, two of clubs, ace of hearts'

The suits are paths, so they need no font; only the values are text. There are no ids and no style sheets, which would
affect the page around a picture. Every card has its own background and border, so it looks the same on white and on
black. One user unit is a hundredth of a card's width.
"""

from __future__ import annotations

from html import escape
from math import cos, radians, sin

from phazed.rules import cards as deck
from phazed.text import columns, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from phazed.rules.cards import Card, Cards

WIDTH, HEIGHT = 100, 140
MIDDLE = WIDTH // 2
STEP = 48
"""Visible width of a card covered by the next one: the corner with the value, the suit and an ace's mark."""
FAN_TURN, FAN_RADIUS = 4, 660
"""Angle between two cards of a hand, in degrees, and distance from the centre of rotation to a card's upper edge."""
MARGIN = 2
"""Margin for the borders of the outermost cards."""
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"

PAPER, EDGE, TAG, TAG_INK = "#ffffff", "#8c959f", "#eaeef2", "#32383f"
TWO_COLOURS = {"S": "#1f2328", "H": "#cf222e", "D": "#cf222e", "C": "#1f2328"}
FOUR_COLOURS = {"S": "#1f2328", "H": "#cf222e", "D": "#0a5bd3", "C": "#176f2c"}
WILD, MOTLEY = "#bf8700", "#7a3fc4"
"""Colours of an ace's mark and of the joker."""

_VALUE_NAMES = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
_SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}

SUIT_PATHS = {
    "S": "M0-48C9-31 44-12 44 14C44 27 34 36 23 36C14 36 8 32 4 26C5 36 9 43 17 48H-17C-9 43-5 36-4 26"
    "C-8 32-14 36-23 36C-34 36-44 27-44 14C-44-12-9-31 0-48Z",
    "H": "M0 46C-10 27-46 10-46-18C-46-33-35-44-22-44C-12-44-4-38 0-29C4-38 12-44 22-44C35-44 46-33 46-18"
    "C46 10 10 27 0 46Z",
    "D": "M0-50C10-31 23-14 38 0C23 14 10 31 0 50C-10 31-23 14-38 0C-23-14-10-31 0-50Z",
    "C": "M0-48A22 22 0 0 1 17-12A22 22 0 1 1 4 24C5 35 9 43 17 48H-17C-9 43-5 35-4 24A22 22 0 1 1-17-12"
    "A22 22 0 0 1 0-48Z",
}
"""Paths of the suits; like the other shapes, each is about 100 by 100 units and centred on the origin."""
_CROWNS = {
    "J": "M-30 12H30V20H-30ZM-30 8L-34-4L-13 1L0-9L13 1L34-4L30 8Z"
    "M-34-7A5 5 0 1 1-33.9-7ZM0-12A5 5 0 1 1 .1-12ZM34-7A5 5 0 1 1 34.1-7Z",
    "Q": "M-30 12H30V20H-30ZM-30 8L-38-12L-23-2L-18-18L-5-4L0-22L5-4L18-18L23-2L38-12L30 8Z",
    "K": "M-30 12H30V20H-30ZM-30 8L-38-16L-17-3L0-28L17-3L38-16L30 8Z",
}
"""Paths of the marks of jack, queen and king."""
SPARK = "M0-50C6-14 14-6 50 0C14 6 6 14 0 50C-6 14-14 6-50 0C-14-6-6-14 0-50Z"
"""Path of the mark of a wild card."""
_PALE = ' fill-opacity=".14"'
_PAPER = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="9" fill="{PAPER}" stroke="{EDGE}" stroke-width="1.5"/>'
_SHADOW = f'<rect x="-3" width="20" height="{HEIGHT}" rx="9" fill-opacity=".1"/>'
_PLACE = (
    f'<rect width="{WIDTH}" height="{HEIGHT}" rx="9" fill="none" stroke="{EDGE}" stroke-width="1.5" '
    'stroke-dasharray="6 5"/>'
)


def name(card: Card) -> str:
    """Return the name of a card.

    >>> name("0H"), name("ZZ")
    ('ten of hearts', 'joker')
    """
    if deck.card(card) == deck.JOKER:
        return "joker"
    return f"{_VALUE_NAMES[deck.VALUES.index(card[0])]} of {_SUIT_NAMES[card[1]]}"


def card(text: Card, *, four_colours: bool = False) -> str:
    """Return a picture of a card; with `four_colours`, diamonds are blue and clubs green."""
    return _picture(name(text), (0, 0, WIDTH, HEIGHT), _face(text, four_colours))


def group(cards: Iterable[Card], label: str = "", *, four_colours: bool = False) -> str:
    """Return a picture of overlapping cards in a row above a caption; without cards, show an empty place."""
    row = tuple(map(deck.card, cards))
    caption = printable(label)
    body = "".join(_at(STEP * place, 0, face) for place, face in enumerate(_faces(row, four_colours))) or _PLACE
    left, width, height = 0.0, float(STEP * max(len(row) - 1, 0) + WIDTH), HEIGHT
    if caption:
        tag = 9.6 * columns(caption) + 24  # the width of the font is unknown: this fits the widest common one
        body += _at(width / 2, HEIGHT + 21, _tag(caption, tag))
        left, width, height = min(0, (width - tag) / 2), max(width, tag), HEIGHT + 35
    return _picture(_title(row, caption), (left, 0, width, height), body)


def hand(cards: Iterable[Card], *, four_colours: bool = False) -> str:
    """Return a picture of cards in a fan, in the given order."""
    held = tuple(map(deck.card, cards))
    outermost = FAN_TURN * max(len(held) - 1, 0) / 2
    body = "".join(
        f'<g transform="rotate({_number(FAN_TURN * place - outermost)} {MIDDLE} {FAN_RADIUS})">{face}</g>'
        for place, face in enumerate(_faces(held, four_colours))
    )
    # The fan's width is given by the upper corners of the outermost cards, its height by their outer lower corners.
    along, across = cos(radians(outermost)), sin(radians(outermost))
    half = FAN_RADIUS * across + MIDDLE * along
    low = FAN_RADIUS - (FAN_RADIUS - HEIGHT) * along + MIDDLE * across
    return _picture(_title(held, ""), (MIDDLE - half, 0, 2 * half, low), body or _PLACE)


def _title(cards: Cards, caption: str) -> str:
    names = ", ".join(map(name, cards)) or "no cards"
    return f"{caption}: {names}" if caption else names


def _picture(title: str, box: tuple[float, float, float, float], body: str) -> str:
    left, top, width, height = box
    view = [_number(part) for part in (left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{view[2]}" height="{view[3]}" '
        f'viewBox="{" ".join(view)}"><title>{escape(title)}</title>{body}</svg>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _at(x: float, y: float, body: str) -> str:
    return f'<g transform="translate({_number(x)} {_number(y)})">{body}</g>'


def _shape(path: str, x: float, y: float, size: float, ink: str, extra: str = "") -> str:
    return f'<path transform="translate({x} {y}) scale({_number(size / 100)})" fill="{ink}"{extra} d="{path}"/>'


def _words(text: str, y: float, size: float, ink: str, extra: str = "") -> str:
    return (
        f'<text y="{y}" font-family="{FONT}" font-size="{size}" font-weight="700" fill="{ink}" '
        f'text-anchor="middle"{extra}>{escape(text)}</text>'
    )


def _tag(caption: str, width: float) -> str:
    """Return a caption with its own background, readable on black and on white."""
    box = f'x="{_number(-width / 2)}" y="-14" width="{_number(width)}" height="28" rx="14"'
    return f'<rect {box} fill="{TAG}" stroke="{EDGE}"/>' + _words(caption, 5.5, 16, TAG_INK)


def _faces(cards: Cards, four_colours: bool) -> Iterator[str]:
    """Yield the cards' pictures; each card covers part of the one before it."""
    for place, each in enumerate(cards):
        yield (_SHADOW if place else "") + _face(each, four_colours, covered=place < len(cards) - 1)


def _face(text: Card, four_colours: bool, *, covered: bool = False) -> str:
    """Return a card; on a covered card, a pale suit replaces the middle one, which would be cut in half."""
    if text == deck.JOKER:
        letters = "".join(_words(letter, 24 + 14 * place, 13, MOTLEY) for place, letter in enumerate("JOKER"))
        corner, foot = _at(15, 0, letters), _at(18, 116, _hat(0.38))
        middle = _at(MIDDLE, 71, _hat(0.66))
    else:
        value, suit = text[0], text[1]
        ink = (FOUR_COLOURS if four_colours else TWO_COLOURS)[suit]
        shape = SUIT_PATHS[suit]
        shown = _words("10", 29, 26, ink, ' letter-spacing="-2"') if value == "0" else _words(value, 29, 27, ink)
        corner, foot = _at(19, 0, shown) + _shape(shape, 19, 45, 19, ink), _shape(shape, 19, 114, 28, ink, _PALE)
        if value in _CROWNS:
            middle = _shape(_CROWNS[value], MIDDLE, 55, 52, ink) + _shape(shape, MIDDLE, 88, 42, ink)
        else:
            middle = _shape(shape, MIDDLE, 70, 54, ink)
        if text in deck.ACES:
            corner += _shape(SPARK, 19, 65, 13, WILD)
            middle += _shape(SPARK, MIDDLE, 70, 20, PAPER)
    if covered:
        return _PAPER + corner + foot
    return f'{_PAPER}{corner}<g transform="rotate(180 {MIDDLE} 70)">{corner}</g>{middle}'


def _hat(size: float) -> str:
    """Return the joker's cap and bells."""
    return (
        f'<g transform="scale({size})"><path fill="{MOTLEY}" d="M-20 16C-21 4-25-1-34-2C-28-22-6-20-2 16Z"/>'
        '<path fill="#0f7b83" d="M20 16C21 4 25-1 34-2C28-22 6-20 2 16Z"/>'
        '<path fill="#cf222e" d="M-12 16C-11-4-6-18 0-28C6-18 11-4 12 16Z"/>'
        f'<g fill="{WILD}"><rect x="-21" y="15" width="42" height="9" rx="4.5"/><circle cx="-34" cy="2" r="4.5"/>'
        '<circle cx="34" cy="2" r="4.5"/><circle cy="-31" r="4.5"/></g></g>'
    )
