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
from unicodedata import category, combining, name, normalize

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


_CONFUSABLES = {
    "a": "\u0430\u03b1\u0251\u237a",
    "b": "\u042c\u044c\u0184\u0185\u13cf",
    "c": "\u0441\u03f2\u1d04\u217d",
    "d": "\u0501\u13e7\u217e",
    "e": "\u0435\u0454\u03b5\u212e\u0511\u04bd",
    "f": "\u0192\u03dd\u017f\u0584",
    "g": "\u0261\u0581\u050d\u018d",
    "h": "\u04bb\u0570\u210e\u043d\u0397\u041d\u12d0",
    "i": "\u0456\u03b9\u0131\u13a5\u04cf\u026a\u01c0|!1l\u217c\u0399\u0406\u05d5\u0627",
    "j": "\u0458\u03f3\u0237",
    "k": "\u043a\u03ba\u039a\u041a\u13e6\u0138",
    "m": "\u043c\u217f\u028d",
    "n": "\u0578\u057c\u043f\u03b7\u0438",
    "o": "\u043e\u03bf0\u03c3\u0585\u0d20\u0966\u06f0\u0660\u3007\u0398\u0472\u04e9\u00f8\u0555\u101d",
    "p": "\u0440\u03c1\u2374\u0420",
    "q": "\u051b\u0563\u0566",
    "r": "\u0433\u1d26\u0491",
    "s": "\u0455\u01bd\ua731\u13f5$5",
    "t": "\u0442\u03c4\u0422\u1d1b",
    "u": "\u057d\u03c5\u028b\u0446\u1d1c",
    "v": "\u03bd\u0475\u05d8\u2174\u1d20\u13d9",
    "w": "\u0461\u051d\u0561\u1d21\u03c9\u0448\u0449",
    "x": "\u0445\u04b3\u03c7\u2179\u00d7",
    "y": "\u0443\u03b3\u04af\u028f\u10e7",
    "z": "\u1d22\u13c3",
    "3": "\u0437\u04e0\u0417\u01b7\u021c",
    "2": "\u01a7",
    "4": "\u13ce",
    "6": "\u0431\u13ee",
    "8": "\u0222\u0223",
    "-": "\u2010\u2011\u2012\u2013\u2014_\u2212",
    "'": "`\u2018\u2019\u02bc\u00b4",
}
"""For each character, those that look like it: the letters of Unicode's confusables (UTS 39) that keyboards have."""
_PROTOTYPES = {ord(sign): form for form, signs in _CONFUSABLES.items() for sign in signs}
_UNITED = frozenset({"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"})
"""Scripts that are written together."""


def skeleton(text: str) -> str:
    """Return the skeleton of a name as in UTS 39; names with the same skeleton can be confused with each other.

    >>> skeleton("Teacher") == skeleton("\u0422e\u0430cher"), skeleton("P\u00e5l") == skeleton("Pa1"), skeleton("rn")
    (True, True, 'm')
    """
    signs = (sign for sign in normalize("NFD", plain(text)) if not combining(sign))
    return " ".join("".join(signs).translate(_PROTOTYPES).replace("rn", "m").replace("vv", "w").split())


def scripts(text: str) -> set[str]:
    """Return the scripts of a name's letters; Chinese, Japanese and Korean ones count as one.

    >>> sorted(scripts("bot q\u0435k 2"))
    ['Cyrillic', 'Latin']
    """
    letters = {name(sign, "?").split()[0] for sign in normalize("NFKC", text) if sign.isalpha()}
    letters -= {"MODIFIER", "FEMININE", "MASCULINE"}
    return {("Chinese, Japanese and Korean" if each in _UNITED else each.capitalize()) for each in letters}


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
