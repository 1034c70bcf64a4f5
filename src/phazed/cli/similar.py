"""The command `phazed similar`, for teachers."""

from __future__ import annotations

import argparse
import sys

from phazed.cli.arena import needs_the_arena, number
from phazed.cli.terminal import OK, UsageError, check_new, json_option, print_json, read, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def add(commands: Any) -> None:
    """Add the command to the parser."""
    similar = commands.add_parser(
        "similar",
        help="find submissions of a class that share code",
        description=_similar.__doc__,
        epilog="Shared code is a reason to look at two submissions, not a proof of anything.",
    )
    similar.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        help="folder with a .py file, a folder with bot.py or program.py, or a .zip of either for each student",
    )
    similar.add_argument(
        "--template",
        action="append",
        default=[],
        metavar="FILE",
        help="code that all students were given, which is ignored like the file of phazed new; may be repeated",
    )
    similar.add_argument(
        "--threshold",
        type=_percent,
        default=50.0,
        metavar="P",
        help="percent of one submission that must be in the other (default: 50)",
    )
    similar.add_argument("--out", metavar="HTML", help="write a page that shows the pairs side by side")
    similar.add_argument("--force", action="store_true", help="overwrite the page if it exists")
    json_option(similar, "print the pairs")
    similar.set_defaults(run=_similar)


def _percent(text: str) -> float:
    value = number(text)
    if not 1 <= value <= 100:
        raise argparse.ArgumentTypeError(f"a share is from 1 to 100 percent, not {text!r}")
    return value


def _similar(chosen: argparse.Namespace) -> int:
    """Find pairs of submissions that share code.

    Changed names, literals, comments, layout and order do not hide it.
    """
    from pathlib import Path

    with needs_the_arena():
        from phazed.answers.form import to_json
        from phazed.course.grading.folder import load_submissions
        from phazed.course.similarity import find_similar, with_sources
        from phazed.site.export import similarity_page
        from phazed.terminal.similarity import pairs_text
    from phazed.progress import Progress
    from phazed.text import counted, printable

    if chosen.out:
        check_new(chosen.out, force=chosen.force)
    loaded = load_submissions(Path(chosen.submissions))
    for name, problem in loaded.problems.items():
        print(f"{printable(name)} is not compared: {printable(problem)}", file=sys.stderr)
    if len(loaded.entrants) < 2:
        raise UsageError(f"{chosen.submissions}: the folder contains fewer than two submissions")
    sources = {
        bot.name: {path: data.decode("utf-8", "replace") for path, data in bot.files if path.endswith(".py")}
        for bot in loaded.entrants
    }
    told = Progress(sys.stderr).begin("submissions")
    pairs = find_similar(sources, [*_templates(chosen)], chosen.threshold / 100, told)
    if chosen.out:
        write(chosen.out, similarity_page(with_sources(pairs, sources), pairs_text(pairs)))
    if chosen.json:
        print_json(to_json(pairs))
        return OK
    if pairs:
        print(pairs_text(pairs))
    where = f"; page: {chosen.out}" if chosen.out else ""
    print(f"{counted(len(loaded.entrants), 'submission')}, {counted(len(pairs), 'similar pair')}{where}")
    return OK


def _templates(chosen: argparse.Namespace) -> Iterator[str]:
    """Yield the code that is ignored."""
    from phazed.game.starter import starter
    from phazed.rules.rulesets import RULESETS

    yield from (starter(game, "my_bot.py") for game in RULESETS)
    yield from (read(file, "Python source") for file in chosen.template)
