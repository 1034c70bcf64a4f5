"""Formatting of plain text: wrapping, plurals, printable strings."""

from __future__ import annotations

import re
from unicodedata import category, east_asian_width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST_NAME = 200
WIDTH = 80
"""Default width of a line, in columns."""
_ANSI = re.compile(r"\x1b\[\d*m")
_WITHOUT_WIDTH = frozenset({"Mn", "Me"})
"""The Unicode categories of combining marks."""


def printable(text: str) -> str:
    r"""Return the text as one line without control characters, invisible characters or repeated spaces.

    >>> printable("Ann\x1b[2J\r\nB\u202eob")
    'Ann[2J Bob'
    """
    kept = (sign if sign.isprintable() else " " if sign.isspace() else "" for sign in text)
    return " ".join("".join(kept).split())


def shown_name(name: str) -> str:
    r"""Return an untrusted name in a form that is safe to show: one line, no invisible characters, not too long.

    >>> shown_name("Ann\u202e"), shown_name("")
    ('Ann', '(no name)')
    """
    return printable(name[:LONGEST_NAME]) or "(no name)"


def columns(text: str) -> int:
    """Return the width of the text in a terminal: colour codes take no column, most East Asian characters two."""
    plain = _ANSI.sub("", text)
    return sum(1 + (east_asian_width(sign) in "WF") for sign in plain if category(sign) not in _WITHOUT_WIDTH)


def counted(number: int, noun: str, nouns: str = "", spec: str = "") -> str:
    """Return the number with its noun in the singular or plural; `spec` formats the number.

    >>> counted(1, "card"), counted(2, "card"), counted(1234, "match", "matches", ",")
    ('1 card', '2 cards', '1,234 matches')
    """
    return f"{number:{spec}} {noun if number == 1 else nouns or f'{noun}s'}"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Return the words joined by commas and a final "and".

    >>> joined(["a"]), joined(["a", "b", "c"])
    ('a', 'a, b and c')
    """
    *first, end = words
    return f"{', '.join(first)} {last} {end}" if first else end


def as_sentence(text: str) -> str:
    """Return the text, made printable, as a sentence; empty text stays empty.

    >>> as_sentence("it is late"), as_sentence("play() is missing")
    ('It is late.', 'play() is missing.')
    """
    text = printable(text)
    begins_with_a_name = not text.partition(" ")[0].isalpha()
    return text and f"{text if begins_with_a_name else text[:1].upper() + text[1:]}."


def seconds(time: float) -> str:
    """Return a time in seconds as text with a suitable unit.

    >>> seconds(0.00003), seconds(0.0123), seconds(0.7), seconds(1.5)
    ('30 µs', '12.3 ms', '0.70 s', '1.5 s')
    """
    if time < 1e-3:
        return f"{time * 1e6:.0f} µs"
    return f"{time * 1e3:.3g} ms" if time < 0.5 else f"{time:.2f} s" if time < 1 else f"{time:.3g} s"


def block(lines: Iterable[str], width: int) -> str:
    """Join the lines; lines that are too wide are wrapped at spaces."""
    return "\n".join(line if columns(line) <= width else _wrapped(line, width) for line in lines)


def _wrapped(line: str, width: int) -> str:
    """Wrap a line at spaces, with indented continuation lines."""
    first, *rest = line.split(" ")
    done = [first]
    for word in rest:
        if columns(done[-1]) + 1 + columns(word) <= width:
            done[-1] += f" {word}"
        elif word:
            done.append(f"        {word}")
    return "\n".join(part.rstrip() for part in done)
