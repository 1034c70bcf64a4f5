"""Similar submissions as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.text import WIDTH, block, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.answers.similarity import Group, Pair, Similarity

MAX_NAMES = 6
"""Maximum number of names listed for a group."""
MAX_FUNCTIONS = 3


def similarity_text(found: Similarity, width: int = WIDTH) -> str:
    """Return the groups and pairs as text, one line each, with notes on the code that did not count."""
    lines = [*map(_group, found.groups), *map(_pair, found.pairs), *_left_out(found)]
    return "\n".join(block([line], width) for line in lines)


def _group(group: Group) -> str:
    names = group.names
    listed = ", ".join(map(printable, names[:MAX_NAMES])) + (
        f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    )
    return f"{counted(len(names), 'submission')} share {group.share:.0%} of their code: {listed}"


def _pair(pair: Pair) -> str:
    functions = ", ".join(
        each.first if each.first == each.second else f"{each.first} as {each.second}"
        for each in pair.functions[:MAX_FUNCTIONS]
    )
    more = len(pair.functions) - MAX_FUNCTIONS
    named = f"; functions: {printable(functions)}{f' and {more} more' if more > 0 else ''}" if functions else ""
    return (
        f"{100 * pair.first_share:3.0f} % of {printable(pair.first)} and {100 * pair.second_share:3.0f} % of "
        f"{printable(pair.second)}{named}"
    )


def _left_out(found: Similarity) -> Iterator[str]:
    if found.given:
        yield f"Code that was given to all does not count; {counted(found.given, 'submission')} contain it."
    for each in found.common:
        lines = ", ".join(f"{printable(file)} {first}-{last}" for file, first, last in each.parts[:MAX_NAMES])
        yield (
            f"Code that {counted(each.submissions, 'submission')} have does not count: {each.share:.0%} of one, "
            f"such as {printable(each.name)}: {lines}. It may be a handout that --template can name."
        )
    if found.skipped:
        yield f"{counted(len(found.skipped), 'submission')} with little code of their own were not compared."
