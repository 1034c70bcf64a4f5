"""The command `phazed grade`, for teachers."""

from __future__ import annotations

import os
import sys

from phazed.cli.arena import check_isolation, executor_of, jobs_option, needs_the_arena, seconds_option
from phazed.cli.report import roster_of
from phazed.cli.terminal import INTERRUPTED, OK, UsageError, bot_options, game_option, print_json, read, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from phazed.answers.grade import Grade
    from phazed.arena.entrants import LoadedEntrants
    from phazed.course.grading.batch import Asking
    from phazed.course.grading.scheme import Scheme


def add(commands: Any) -> None:
    """Add the command to the parser."""
    grade = commands.add_parser(
        "grade",
        help="grade the functions of a class, rule by rule",
        description=_grade.__doc__,
        epilog="The folder given by --out gets index.html for the teacher, a page for each student in "
        "students, grades.csv and grades.json. The submissions' answers are stored in answers: the same command "
        "continues after an interruption, and runs only new submissions.",
    )
    grade.add_argument(
        "submissions",
        metavar="SUBMISSIONS",
        help="folder with a .py file, a notebook, a folder with one of them, or a .zip of either for each student",
    )
    grade.add_argument("--out", default="grades", metavar="DIR", help="folder for the grades (default: grades)")
    game_option(grade, default="phazed")
    grade.add_argument("--seed", default="0", help="seed of the cases (default: 0); choose one that no student knows")
    grade.add_argument("--scheme", metavar="TOML", help="weights of functions, caps and rounding")
    grade.add_argument("--cases", metavar="FILE", help="your own cases: lines such as phazed_score(['3D']) == 3")
    grade.add_argument(
        "--roster", metavar="CSV", help="file with the columns name and id; grades.csv gets the id of every student"
    )
    grade.add_argument("--json", action="store_true", help="print the grades as JSON")
    jobs_option(grade, "submissions graded")
    bot_options(grade)
    seconds_option(grade, "--call-limit", 1.0, "CPU seconds for a call in time (default: 1); three times that ends it")
    seconds_option(grade, "--function-limit", 20.0, "CPU seconds for all calls of a function (default: 20)")
    grade.add_argument("--memory", type=whole(32, 1 << 20), default=512, metavar="MB", help="memory (default: 512 MB)")
    grade.set_defaults(run=_grade)


def _grade(chosen: argparse.Namespace) -> int:
    """Grade the course's functions in all submissions of a folder.

    Each function runs in a sandbox. It is asked for examples of every rule, positions of real games, and near misses of
    valid plays, and its answers are compared with the right ones.
    """
    from pathlib import Path

    with needs_the_arena():
        from phazed.answers.form import to_json
        from phazed.course.grading.batch import KeptAnswers, ask_all
        from phazed.course.grading.folder import load_submissions
        from phazed.course.grading.gradebook import gradebook, write_gradebook
        from phazed.terminal.grade import gradebook_text
    from phazed.progress import Progress
    from phazed.text import counted, printable

    out = Path(chosen.out)
    asking, scheme = _asking(chosen), _scheme(chosen)
    roster = roster_of(chosen)
    own_files = (chosen.out, chosen.scheme, chosen.cases, chosen.roster)
    loaded = load_submissions(Path(chosen.submissions), [Path(each) for each in own_files if each])
    if not loaded.entrants and not loaded.problems:
        raise UsageError(
            f"{chosen.submissions}: the folder contains no submissions (.py files, notebooks, folders or .zip archives)"
        )
    for name, problem in loaded.problems.items():
        print(f"{printable(name)} cannot be graded: {printable(problem)}", file=sys.stderr)
    check_isolation(asking.packages, trusted=asking.trusted, attacked=True)
    kept = KeptAnswers(out / "answers", asking)
    try:
        with executor_of(chosen) as executor:
            told = Progress(sys.stderr).begin("submissions")
            answers = ask_all(loaded.entrants, asking, kept, executor, max_pending=2 * executor.jobs, on_progress=told)
    except KeyboardInterrupt:
        print("\ninterrupted; the same command continues from here", file=sys.stderr)
        return INTERRUPTED
    grades = _graded(loaded, answers, asking, scheme)
    write_gradebook(out, grades, roster)
    if roster is not None:
        from phazed.arena.report.roster import unlisted

        said = unlisted([each.name for each in grades], roster)
        print(said, end="\n" if said else "", file=sys.stderr)
    if chosen.json:
        print_json(to_json(grades))
        return OK
    if grades:
        print(gradebook_text(gradebook(grades)))
    print(f"{counted(len(grades), 'submission')}; grades: {os.path.join(chosen.out, 'index.html')}")
    return OK


def _asking(chosen: argparse.Namespace) -> Asking:
    """Return the settings by which submissions are asked."""
    from phazed.course.grading.answers import LIMITS
    from phazed.course.grading.batch import Asking
    from phazed.course.grading.own_cases import disputed, read_own_cases
    from phazed.sandbox.limits import MEGABYTE

    own = [] if chosen.cases is None else read_own_cases(read(chosen.cases, "cases"), chosen.cases, chosen.game)
    for case in disputed(own):
        print(f"note: the reference function does not return {case.expected!r} for {case.call}", file=sys.stderr)
    limits = LIMITS._replace(play=chosen.call_limit, match=chosen.function_limit, memory=chosen.memory * MEGABYTE)
    packages = tuple(sorted(set(chosen.allow)))
    return Asking(chosen.game, chosen.seed, tuple(own), limits, packages, chosen.trust_bots)


def _scheme(chosen: argparse.Namespace) -> Scheme:
    from phazed.course.grading.cases import functions_of
    from phazed.course.grading.scheme import read_scheme, shipped_scheme

    if chosen.scheme is None:
        return shipped_scheme()
    scheme = read_scheme(read(chosen.scheme, "a TOML file"), chosen.scheme)
    if not any(scheme.weight(each, chosen.game) for each in functions_of(chosen.game)):
        names = ", ".join(functions_of(chosen.game))
        raise UsageError(f"{chosen.scheme}: no function of {chosen.game} has a weight; its functions are {names}")
    return scheme


def _graded(loaded: LoadedEntrants, answers: dict[str, Any], asking: Asking, scheme: Scheme) -> list[Grade]:
    """Return the grades of all submissions by name, including those that cannot be read."""
    from phazed.course.grading.answers import Answers, Fault
    from phazed.course.grading.grade import Marking
    from phazed.storage.entrant import Entrant

    marking = Marking(asking.cases, scheme)
    found = [marking.grade(bot, answers[bot.digest]) for bot in loaded.entrants]
    found += [
        marking.grade(Entrant(name), Answers((), Fault(0, "unreadable", problem), ()))
        for name, problem in loaded.problems.items()
    ]
    return sorted(found, key=lambda each: each.name)
