"""One seat's view as a single SVG picture: the groups on the table, the top discard and the seat's hand.

This module arranges the pictures of `phazed.game.svg` in rows.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from phazed.game import svg

if TYPE_CHECKING:
    from phazed.game.view import View

SPACE = 12
_SIZE = re.compile(r'width="([\d.]+)" height="([\d.]+)"')


def drawing(view: View) -> str:
    """Return the view as a standalone SVG.

    >>> from phazed.game.view import view
    >>> from phazed.rules.rulesets import PHAZED
    >>> from phazed.rules.state import deal
    >>> picture = drawing(view(deal(PHAZED, PHAZED.deck, dealer=0), 1))
    >>> picture.startswith("<svg xmlns="), picture.count("<svg"), "queen of clubs" in picture
    (True, 3, True)
    """
    rows = [
        [svg.group(group, f"player {seat}, phase {phase}") for group in groups]
        for seat, (phase, groups) in enumerate(view.table)
        if phase is not None
    ]
    rows.append([svg.group(() if view.discard is None else (view.discard,), "top discard")])
    rows.append([svg.hand(view.hand)])
    body, top, right = "", 0.0, 0.0
    for row in rows:
        left = height = 0.0
        for picture in row:
            size = _SIZE.search(picture)
            assert size is not None  # noqa: S101 - every picture states its size
            body += f'<g transform="translate({left:g} {top:g})">{picture}</g>'
            left += float(size[1]) + SPACE
            height = max(height, float(size[2]))
        top, right = top + height + SPACE, max(right, left)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{right:g}" height="{top:g}" '
        f'viewBox="0 0 {right:g} {top:g}"><title>View of player {view.seat}</title>{body}</svg>'
    )
