"""The command `phazed similar`, for teachers."""

from __future__ import annotations

import argparse
import sys

from phazed.cli.arena import needs_the_arena, number
from phazed.cli.terminal import OK, UsageError, check_new, json_option, print_json, read, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from phazed.storage.entrant import Entrant


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
        help="folder with a .py file, a notebook, a folder with one of them, or a .zip of either for each student",
    )
    similar.add_argument(
        "--template",
        action="append",
        default=[],
        metavar="FILE",
        help="code that all students were given, which is ignored like the file of phazed new; may be repeated",
    )
    similar.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="PATH",
        help="compare with other programs as well: last year's submissions (a folder) or a public solution (a file); "
        "may be repeated. What Phazed ships is always among them.",
    )
    similar.add_argument(
        "--threshold",
        type=_percent,
        metavar="P",
        help="percent of one submission that must be in the other (default: chosen from what most pairs share)",
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
    """Find submissions that share code, with each other or with programs of other years.

    Changed names, literals, type hints, comments, layout and order do not hide it, and a copied function is found.
    """
    from pathlib import Path

    with needs_the_arena():
        from phazed.answers.form import to_json
        from phazed.course.grading.folder import load_submissions
        from phazed.course.similarity import find_similar, with_sources
        from phazed.site.export import similarity_page
        from phazed.terminal.similarity import similarity_text
    from phazed.progress import Progress
    from phazed.text import counted, printable

    if chosen.out:
        check_new(chosen.out, force=chosen.force)
    folder = Path(chosen.submissions)
    others = [Path(each) for each in (chosen.out, *chosen.template, *chosen.against) if each]
    loaded = load_submissions(folder, others)
    for name, problem in loaded.problems.items():
        print(f"{printable(name)} is not compared: {printable(problem)}", file=sys.stderr)
    if not loaded.entrants or (len(loaded.entrants) < 2 and not chosen.against):
        raise UsageError(f"{chosen.submissions}: the folder contains fewer than two submissions")
    sources, references = _sources(loaded.entrants), _references(chosen)
    told = Progress(sys.stderr).begin("submissions")
    threshold = None if chosen.threshold is None else chosen.threshold / 100
    found = find_similar(sources, [*_templates(chosen)], threshold, told, references=references)
    if chosen.out:
        write(chosen.out, similarity_page(with_sources(found, sources, references), similarity_text(found)))
    if chosen.json:
        print_json(to_json(found))
        return OK
    if text := similarity_text(found):
        print(text)
    where = f"; page: {chosen.out}" if chosen.out else ""
    pairs = counted(len(found.pairs), "similar pair")
    print(f"{counted(len(loaded.entrants), 'submission')}, {pairs} from {found.threshold:.0%} on{where}")
    return OK


def _sources(entrants: Iterable[Entrant]) -> dict[str, dict[str, str]]:
    """Return the Python files of each submission."""
    return {
        bot.name: {path: data.decode("utf-8", "replace") for path, data in bot.files if path.endswith(".py")}
        for bot in entrants
    }


def _references(chosen: argparse.Namespace) -> dict[str, dict[str, str]]:
    """Return the programs with which submissions are compared: those of --against, and Phazed itself."""
    from pathlib import Path

    from phazed.course.grading.folder import load_submissions
    from phazed.course.similarity import shipped

    found = {shipped.NAME: shipped.shipped_sources()}
    for each in chosen.against:
        path = Path(each)
        if path.is_dir():
            loaded = load_submissions(path)
            if not loaded.entrants:
                raise UsageError(f"{each}: the folder contains no programs to compare with")
            found |= {f"{path.name}/{name}": files for name, files in _sources(loaded.entrants).items()}
        else:
            found[path.name] = {path.name: read(each, "Python source")}
    return found


def _templates(chosen: argparse.Namespace) -> Iterator[str]:
    """Yield the code that is ignored."""
    from phazed.game.starter import starter
    from phazed.rules.rulesets import RULESETS

    yield from (starter(game, "my_bot.py") for game in RULESETS)
    yield from (read(file, "Python source") for file in chosen.template)
