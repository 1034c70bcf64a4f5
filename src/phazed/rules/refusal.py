"""The reason why something is not allowed.

Code reads `refusal.rule`, people read `refusal.reason`. The sentence is formatted only on access, so a refusal costs
next to nothing if only its existence matters.
"""

from __future__ import annotations

from phazed.rules.cards import ORDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phazed.rules.cards import Cards


class Refusal:
    """The reason why something is not allowed: the rule's number, a sentence, and the cards concerned.

    >>> refusal = Refusal("1.4", "needs at least two natural cards: {}", ("2S", "AH", "AD"))
    >>> refusal.rule, refusal.reason
    ('1.4', 'needs at least two natural cards: 2S AH AD')
    >>> refusal.cards
    ('2S', 'AH', 'AD')
    >>> print(refusal.about("group {}", 2))
    group 2 needs at least two natural cards: 2S AH AD (rule 1.4)
    """

    __slots__ = ("_parts", "_sentence", "rule")

    def __init__(self, rule: str, sentence: str, *parts: object) -> None:
        self.rule = rule
        self._sentence = sentence
        self._parts = parts

    def about(self, subject: str, *parts: object, rule: str = "") -> Refusal:
        """Return the refusal with a subject before its sentence, and with another rule if one is given."""
        return Refusal(rule or self.rule, f"{subject} {self._sentence}", *parts, *self._parts)

    def kept(self) -> Refusal:
        """Return a copy that is unaffected by later changes to the lists in it."""
        return Refusal(self.rule, self._sentence, *(tuple(p) if isinstance(p, list) else p for p in self._parts))

    @property
    def reason(self) -> str:
        return self._sentence.format(*map(_in_words, self._parts))

    @property
    def cards(self) -> Cards:
        """The cards named in the sentence, in order."""
        found: list[str] = []
        for part in self._parts:
            parts = part if isinstance(part, (list, tuple)) else (part,)
            found += [each for each in parts if type(each) is str and each in ORDER]
        return tuple(found)

    def __str__(self) -> str:
        return f"{self.reason} (rule {self.rule})"

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.reason!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refusal):
            return NotImplemented
        return (self.rule, self.reason) == (other.rule, other.reason)

    def __hash__(self) -> int:
        return hash((self.rule, self.reason))


def _in_words(part: object) -> str:
    if isinstance(part, (list, tuple)):
        return " ".join(map(str, part)) or "no cards"
    return str(part)
