"""A picture of a game as an array of pixels, drawn only with NumPy; it is small, but every card is legible.

The top discard is in the first row. Each seat has two more rows: its hand and the groups of its phase. A mark on the
left shows whose turn it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.env.extra import needs
from phazed.rules.cards import COLOUR, JOKER, in_order
from phazed.rules.rulesets import SEATS

with needs("env"):
    import numpy as np

if TYPE_CHECKING:
    from typing import Any

    from phazed.rules.cards import Card, Cards
    from phazed.rules.state import HandState

    Pixels = np.ndarray[Any, np.dtype[np.uint8]]

CARD_WIDTH, CARD_HEIGHT, GAP = 16, 26, 3
ROW = CARD_HEIGHT + GAP
MARGIN = 12
PLACES = 34
"""Maximum number of cards in a row."""
WIDTH, HEIGHT = 2 * MARGIN + PLACES * (CARD_WIDTH + GAP), 2 * MARGIN + (2 * SEATS + 1) * ROW
TABLE, PAPER, EDGE, MARK = (22, 92, 62), (255, 255, 255), (140, 149, 159), (255, 214, 10)
INK = {"black": (31, 35, 40), "red": (207, 34, 46), "": (122, 63, 196)}

_GLYPHS = {
    "2": "0e 11 01 06 08 10 1f",
    "3": "0e 11 01 06 01 11 0e",
    "4": "02 06 0a 12 1f 02 02",
    "5": "1f 10 1e 01 01 11 0e",
    "6": "06 08 10 1e 11 11 0e",
    "7": "1f 01 02 04 04 08 08",
    "8": "0e 11 11 0e 11 11 0e",
    "9": "0e 11 11 0f 01 02 0c",
    "0": "0e 11 13 15 19 11 0e",
    "J": "07 02 02 02 02 12 0c",
    "Q": "0e 11 11 11 15 12 0d",
    "K": "11 12 14 18 14 12 11",
    "A": "0e 11 11 1f 11 11 11",
    "Z": "1f 01 02 04 08 10 1f",
    "S": "04 0e 1f 1f 15 04 0e",
    "H": "00 0a 1f 1f 0e 04 00",
    "D": "04 0e 1f 1f 1f 0e 04",
    "C": "0e 0e 15 1f 15 04 0e",
}
"""Bitmaps of values and suits, in seven rows of five pixels."""


def _bitmap(rows: str) -> np.ndarray[Any, np.dtype[np.bool_]]:
    return np.array([[int(row, 16) >> (4 - column) & 1 for column in range(5)] for row in rows.split()], dtype=bool)


BITMAPS = {name: _bitmap(rows) for name, rows in _GLYPHS.items()}


def picture(state: HandState) -> Pixels:
    """Return the hand, with all cards visible, as an array with the axes height, width and colour."""
    pixels: Pixels = np.empty((HEIGHT, WIDTH, 3), dtype=np.uint8)
    pixels[:] = TABLE
    _draw_cards(pixels, 0, (state.pile[-1:],))
    for seat, hand in enumerate(state.hands):
        row = 2 * seat + 1
        if seat == state.seat and not state.ending:
            pixels[MARGIN + row * ROW : MARGIN + row * ROW + CARD_HEIGHT, 3:8] = MARK
        _draw_cards(pixels, row, (in_order(hand),))
        _draw_cards(pixels, row + 1, state.table[seat][1])
    return pixels


def _draw_cards(pixels: Pixels, row: int, groups: tuple[Cards, ...]) -> None:
    """Draw a row of groups with gaps between them; cards beyond the end of the row are omitted."""
    place = 0
    for group in groups:
        for card in group:
            if place < PLACES:
                _draw_card(pixels, MARGIN + row * ROW, MARGIN + place * (CARD_WIDTH + GAP), card)
            place += 1
        place += 1


def _draw_card(pixels: Pixels, top: int, left: int, card: Card) -> None:
    paper = pixels[top : top + CARD_HEIGHT, left : left + CARD_WIDTH]
    paper[:] = EDGE
    paper[1:-1, 1:-1] = PAPER
    for line, sign in enumerate(card if card != JOKER else "ZZ"):
        paper[3 + 11 * line : 10 + 11 * line, 5:10][BITMAPS[sign]] = INK[COLOUR[card]]
