"""HTML for notebooks, which display views and records.

>>> from phazed.game.view import view
>>> from phazed.rules.rulesets import PHAZED
>>> from phazed.rules.state import deal
>>> html = view(deal(PHAZED, PHAZED.deck, dealer=0), 1)._repr_html_()
>>> html.count("<svg"), "queen of clubs" in html
(2, True)
"""

from __future__ import annotations

from html import escape

from phazed.game import svg
from phazed.rules.scoring import ordinal
from phazed.text import counted, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.game.records import Record
    from phazed.game.view import View
    from phazed.rules.cards import Cards

SCALE = 0.6
"""Size of cards relative to pictures in the documentation."""


def view_html(view: View) -> str:
    """Return a picture of the groups on the table, the top discard and the seat's hand."""
    parts = []
    for seat, (phase, groups) in enumerate(view.table):
        if phase is not None:
            parts.append(_row(f"Player {seat}, phase {phase}", *map(_group, groups)))
    parts.append(_row("Top discard", _group(() if view.discard is None else (view.discard,))))
    parts.append(_row(f"Player {view.seat}", _scaled(svg.hand(view.hand))))
    return f"<div>{''.join(parts)}</div>"


def record_html(record: Record) -> str:
    """Return the result of the game as a table sorted by rank."""
    hands, status, scores, ranks, error = record.outcome
    rows = []
    for seat in sorted(range(len(scores)), key=lambda seat: ranks[seat] if ranks else 0):
        done = f"{len(record.rules.completed(status[seat]))} of {len(record.rules.phases)}"
        cells = (ordinal(ranks[seat]) if ranks else "", printable(record.names[seat]), done, str(scores[seat]))
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    caption = f"{record.rules.name}, {counted(hands, 'hand')}"
    if error is not None:
        caption += f"; player {error.seat} made an error: {printable(error.reason)}"
    head = "".join(f"<th>{title}</th>" for title in ("Rank", "Player", "Phases", "Points"))
    return f"<table><caption>{escape(caption)}</caption><tr>{head}</tr>{''.join(rows)}</table>"


def _row(title: str, *pictures: str) -> str:
    return f"<p><strong>{escape(title)}</strong></p><div>{'&ensp;'.join(pictures)}</div>"


def _group(cards: Cards) -> str:
    return _scaled(svg.group(cards))


def _scaled(picture: str) -> str:
    return f'<span style="display:inline-block;zoom:{SCALE}">{picture}</span>'
