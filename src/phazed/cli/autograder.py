"""The command `phazed autograder`, for teachers whose students hand in on Gradescope or GitHub Classroom."""

from __future__ import annotations

from phazed.cli.arena import needs_the_arena
from phazed.cli.terminal import OK, UsageError, game_option, read, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from phazed.course.autograder.assessment import AutograderSettings


def add(commands: Any) -> None:
    """Add the command to the parser."""
    parser = commands.add_parser(
        "autograder", help="make autograders for Gradescope and GitHub Classroom", description=_autograder.__doc__
    )
    parser.add_argument("out", nargs="?", metavar="OUT", help="new folder for the autograders")
    game_option(parser, default="phazed")
    parser.add_argument("--seed", help="seed of the cases and matches (default: a random one)")
    parser.add_argument("--scheme", metavar="TOML", help="weights of functions, caps and rounding")
    parser.add_argument("--cases", metavar="FILE", help="your own cases: lines such as phazed_score(['3D']) == 3")
    parser.add_argument(
        "--bot-points", type=whole(0, 1000), default=20, metavar="N", help="points for the bot (default: 20)"
    )
    parser.add_argument(
        "--matches", type=whole(1, 200), default=12, metavar="N", help="matches of the bot (default: 12)"
    )
    parser.add_argument("--no-leaderboard", action="store_true", help="without a leaderboard on Gradescope")
    grading = parser.add_argument_group("grading one submission, as the platforms do")
    grading.add_argument("--grade", metavar="SUBMISSION", help="file or folder to be graded")
    grading.add_argument("--settings", metavar="JSON", help="settings of the autograder")
    grading.add_argument("--results", metavar="JSON", help="file for the results, in the form of Gradescope")
    grading.add_argument("--github", metavar="FILE", help="file to which the output of a GitHub workflow is added")
    parser.set_defaults(run=_autograder)


def _autograder(chosen: argparse.Namespace) -> int:
    """Make autograders for Gradescope and GitHub Classroom, which grade functions and bot as phazed grade does."""
    with needs_the_arena():
        return _grade(chosen) if chosen.grade else _make(chosen)


def _make(chosen: argparse.Namespace) -> int:
    import secrets
    from pathlib import Path

    from phazed.course.autograder.assessment import AutograderSettings, checked
    from phazed.course.autograder.files import write_autograders
    from phazed.course.grading.scheme import read_scheme, shipped_scheme
    from phazed.rules.rulesets import ruleset

    if not chosen.out:
        raise UsageError("name a new folder for the autograders, such as: phazed autograder my_autograder")
    settings = AutograderSettings(
        chosen.game,
        chosen.seed or secrets.token_hex(8),
        read(chosen.scheme, "a TOML file") if chosen.scheme else "",
        read(chosen.cases, "cases") if chosen.cases else "",
        float(chosen.bot_points),
        chosen.matches,
        not chosen.no_leaderboard,
        trusted=True,  # the container of the platform is the isolation where there is no other
    )
    checked(settings, "phazed autograder")
    scheme = read_scheme(settings.scheme, chosen.scheme) if settings.scheme else shipped_scheme()
    for path in write_autograders(Path(chosen.out), settings, scheme.total, ruleset(settings.game).title):
        print(path)
    return OK


def _grade(chosen: argparse.Namespace) -> int:
    import json
    from pathlib import Path

    from phazed.course.autograder.assessment import assess, github_result, gradescope_results
    from phazed.writing import write

    if not chosen.results and not chosen.github:
        raise UsageError("name a file for the results: --results FILE for Gradescope, --github FILE for GitHub")
    settings = _settings(chosen)
    found = assess(Path(chosen.grade), settings)
    if chosen.results:
        results = gradescope_results(found, leaderboard=settings.leaderboard)
        write(Path(chosen.results), json.dumps(results, indent=2).encode())
    if chosen.github:
        with open(chosen.github, "a", encoding="utf-8") as file:
            file.write(f"result={github_result(found)}\n")
    print(f"{found.points:g} of {found.total:g} points" if not found.failure else found.failure)
    return OK


def _settings(chosen: argparse.Namespace) -> AutograderSettings:
    from phazed.course.autograder.assessment import AutograderSettings, read_settings

    if not chosen.settings:
        return AutograderSettings(chosen.game, chosen.seed or "0", trusted=True)
    return read_settings(read(chosen.settings, "a JSON file"), chosen.settings)
