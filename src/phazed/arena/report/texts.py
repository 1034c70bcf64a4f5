"""How much of a bot's texts is shown: enough to find its mistake, little enough for a report of hundreds of bots."""

from __future__ import annotations

MAX_REASON = 400
MAX_TEXTS = {"reason": MAX_REASON, "traceback": 4000, "call": 30_000, "answer": 1000, "printed": 1500}
"""Characters that are shown of each text of an error. A call that is cut cannot be pasted; few are that long."""


def cut(text: str, most: int) -> str:
    """The text, with its middle left out if it is too long.

    >>> cut("abcdefgh" * 10, 40)
    'abcdefghabcdef … (56 characters left out) … ghabcdefgh'
    """
    if len(text) <= most:
        return text
    end = most // 4
    start = max(0, most - end - 16)
    return f"{text[:start]} … ({len(text) - start - end} characters left out) … {text[len(text) - end :]}"
