r"""Detection of names that look alike.

A name may contain any visible characters. In a ranking, names that differ only in case, width or invisible characters
would be mistaken for each other.

>>> plain("Alice"), plain("ali\u200bce"), plain("\uff41lice")
('alice', 'alice', 'alice')
>>> invisible("ali\u200bce")
'U+200B ZERO WIDTH SPACE'
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING
from unicodedata import category, name, normalize

from phazed.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable

_IGNORABLE: list[int | range] = [
    *(0xAD, 0x34F, 0x61C, range(0x115F, 0x1161), range(0x17B4, 0x17B6), range(0x180B, 0x1810), range(0x200B, 0x2010)),
    *(range(0x202A, 0x202F), range(0x2060, 0x2070), 0x2800, 0x3164, range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0),
    *(range(0xFFF0, 0xFFF9), range(0x1BCA0, 0x1BCA4), range(0x1D173, 0x1D17B), range(0xE0000, 0xE1000)),
]
IGNORABLE = frozenset(chr(code) for part in _IGNORABLE for code in ([part] if isinstance(part, int) else part))
"""Invisible characters: Unicode's default ignorable code points and the empty Braille pattern."""
VARIATIONS = frozenset("\ufe0e\ufe0f")
"""Ignorable characters that select an emoji's style and are therefore allowed in names."""


def plain(text: str) -> str:
    """Return the plain form of a name; names with the same plain form look alike."""
    kept = "".join(sign for sign in normalize("NFKC", printable(text)) if sign not in IGNORABLE)
    return printable(normalize("NFKC", normalize("NFKC", kept).casefold()))


def invisible(text: str) -> str | None:
    """Return the Unicode name of the first invisible or direction-changing character, or `None`."""
    found = next((sign for sign in text if _is_invisible(sign)), None)
    return None if found is None else f"U+{ord(found):04X} {name(found, '')}".strip()


def _is_invisible(sign: str) -> bool:
    return (sign in IGNORABLE or category(sign) == "Cf") and sign not in VARIATIONS


def without_invisible(text: str) -> str:
    r"""Return the name without invisible characters.

    >>> without_invisible("ali\u200bce")
    'alice'
    """
    return "".join(sign for sign in text if not _is_invisible(sign))


def spelled(text: str) -> str:
    r"""Return the name with its invisible characters written as code points.

    >>> print(spelled("ali\u200bce"))
    ali[U+200B]ce
    """
    return "".join(f"[U+{ord(sign):04X}]" if _is_invisible(sign) else sign for sign in text)


def alike(names: Iterable[str]) -> dict[str, str]:
    """Map each name that looks like another one to that other name.

    A name that equals its own plain form counts as the original and is left out.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for each in names:
        groups[plain(each)].append(each)
    return {
        each: next(other for other in (form, *group) if other in group and other != each)
        for form, group in groups.items()
        for each in group
        if len(group) > 1 and each != form
    }
