"""Grading on Gradescope and in GitHub Classroom: functions and bot, by the same cases and scheme as everywhere.

A submission is assessed once (`assess`); its results are written in the form of either platform.

- Gradescope: `results.json` with the score of each function and of the bot, and a leaderboard.
- GitHub Classroom: a runner's result, which the action `autograding-grading-reporter` reads.
"""

from __future__ import annotations

import json
import time
from base64 import b64encode
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed.arena.bot_files import BadBot
from phazed.arena.entrants import load_entrant
from phazed.arena.jobs import MatchJob
from phazed.arena.match import play
from phazed.arena.seeds import match_seeds
from phazed.course.client import read_bot
from phazed.course.grading.cases import cases_for
from phazed.course.grading.grade import grade_submission
from phazed.course.grading.own_cases import read_own_cases
from phazed.course.grading.scheme import read_scheme, shipped_scheme
from phazed.course.uploads import read_upload
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.sandbox.limits import Limits
from phazed.text import counted, printable

if TYPE_CHECKING:
    from pathlib import Path

    from phazed.answers.grade import Finding, Grade
    from phazed.storage.entrant import Entrant

OPPONENTS = ("@beginner", "@casual", "@greedy")
MAX_MATCHES = 200
MAX_FINDINGS = 5
"""Maximum number of mistakes of a function that are shown."""
VERSION = 1
"""Version of the settings' format, and of the results of GitHub Classroom's runners."""


class AutograderSettings(NamedTuple):
    """What an autograder grades, and how."""

    game: str = "phazed"
    seed: str = "0"
    """Seed of the cases and of the matches."""
    scheme: str = ""
    """Text of the grading scheme; empty for the default one."""
    cases: str = ""
    """Text of the teacher's own cases."""
    bot_points: float = 20.0
    """Points for the bot, beside those for the functions; 0 if it is not graded."""
    matches: int = 12
    """Number of the bot's matches against built-in players."""
    leaderboard: bool = True
    trusted: bool = False
    """Whether submissions run without isolation where the system has none; a container of the platform is one."""


class BotResult(NamedTuple):
    """The matches of a bot against built-in players."""

    matches: int
    whole: int
    """Number of matches without an error of the bot."""
    ahead: float
    """Share of the opponents that it placed ahead of; a tie counts half, an error nothing."""
    error: str
    """Its first error; empty if it has made none."""

    @property
    def share(self) -> float:
        """Share of the points: half for matches without an error, half for placing ahead."""
        return (self.whole / self.matches + self.ahead) / 2


class Assessment(NamedTuple):
    """An assessed submission."""

    grade: Grade | None
    bot: BotResult | None
    bot_points: float
    failure: str
    """Reason why it could not be assessed; empty if it was."""
    seconds: float

    @property
    def points(self) -> float:
        """Points for functions and bot."""
        bot = 0.0 if self.bot is None else round(self.bot.share * self.bot_points, 2)
        return bot + (0.0 if self.grade is None else self.grade.points)

    @property
    def total(self) -> float:
        return self.bot_points + (0.0 if self.grade is None else self.grade.total)


def read_settings(text: str, file: str) -> AutograderSettings:
    """Return the settings in the text of a file; raise an error that names the first problem."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise BadBot(f"{file}: this is not JSON ({error})") from None
    if not isinstance(data, dict) or data.pop("version", None) != VERSION:
        raise BadBot(f"{file}: these are no settings of phazed autograder of this version")
    unknown = [name for name in data if name not in AutograderSettings._fields]
    if unknown:
        raise BadBot(f"{file}: there is no setting {unknown[0]!r}")
    return checked(AutograderSettings(**data), file)


def checked(settings: AutograderSettings, file: str) -> AutograderSettings:
    """Return the settings; raise an error if they cannot be used."""
    if settings.game not in RULESETS:
        raise BadBot(f"{file}: there is no game {settings.game!r}; choose one of {', '.join(RULESETS)}")
    if not 1 <= settings.matches <= MAX_MATCHES or not 0 <= settings.bot_points <= 1e6:
        raise BadBot(f"{file}: a bot plays 1 to {MAX_MATCHES} matches, for 0 points or more")
    if settings.scheme:
        read_scheme(settings.scheme, f"{file}, scheme")
    if settings.cases:
        read_own_cases(settings.cases, f"{file}, cases", settings.game)
    return settings


def settings_text(settings: AutograderSettings) -> str:
    """Return the settings as the text of a file."""
    return json.dumps({"version": VERSION, **settings._asdict()}, indent=2) + "\n"


def assess(submission: Path, settings: AutograderSettings) -> Assessment:
    """Grade the functions of a submission, which is a file or a folder, and let its bot play."""
    begun = time.monotonic()
    scheme = read_scheme(settings.scheme, "scheme.toml") if settings.scheme else shipped_scheme()
    own = read_own_cases(settings.cases, "cases.txt", settings.game) if settings.cases else []
    try:
        entrant = read_upload(*read_bot(_bot_in(submission)))._replace(name="the submission")
        cases = cases_for(settings.game, settings.seed).with_own(tuple(own))
        grade = grade_submission(entrant, cases, scheme, trusted=settings.trusted)
        bot = play_matches(entrant, settings) if settings.bot_points and grade.failure is None else None
    except PhazedError as error:
        return Assessment(None, None, settings.bot_points, str(error), time.monotonic() - begun)
    return Assessment(grade, bot, settings.bot_points, "", time.monotonic() - begun)


def _bot_in(submission: Path) -> Path:
    """Return the file or the folder with the bot: an archive alone in the folder is the submission."""
    if submission.is_dir():
        files = [each for each in submission.iterdir() if not each.name.startswith(".")]
        if len(files) == 1 and files[0].suffix.lower() == ".zip":
            return files[0]
    return submission


def play_matches(bot: Entrant, settings: AutograderSettings) -> BotResult:
    """Let the bot play against built-in players, in all seats in turn and with the same deals for everybody."""
    opponents = [load_entrant(name) for name in OPPONENTS]
    whole, ahead, error = 0, 0.0, ""
    for number in range(settings.matches):
        seat = number % SEATS
        seeds = match_seeds(settings.seed, f"autograder/{number}")
        players = (*opponents[:seat], bot, *opponents[seat:])
        limits = Limits()
        report = play(
            MatchJob(
                number,
                settings.game,
                seeds.deals,
                players,
                limits,
                trusted=settings.trusted,
                bot_seed=seeds.bots,
            )
        )
        if report.ranks is None:
            error = error or (report.error.reason if report.error is not None else "")
            continue
        whole += 1
        mine = report.ranks[seat]
        ahead += sum(1.0 if rank > mine else 0.5 for rank in report.ranks if rank >= mine) - 0.5
    return BotResult(settings.matches, whole, ahead / (settings.matches * (SEATS - 1)), error)


# ------------------------------------------------------------------------------------------- results


class _Test(NamedTuple):
    """A line of the results."""

    name: str
    score: float
    most: float
    output: str

    @property
    def passed(self) -> bool:
        return self.score >= self.most


def _tests(found: Assessment) -> list[_Test]:
    """Return the points of each function and of the bot, with explanations."""
    tests = []
    if found.grade is not None:
        grade = found.grade
        scores = _divided([each.mark * each.weight * grade.total for each in grade.functions], grade.points)
        most = _divided([each.weight * grade.total for each in grade.functions], grade.total)
        for each, score, possible in zip(grade.functions, scores, most):
            findings = [finding for finding in grade.findings if finding.function == each.function]
            head = f"{each.mark:.1%} ({each.right} of {counted(each.cases, 'case')} right)"
            lines = filter(None, [head, each.notes, *map(_line, findings[:MAX_FINDINGS])])
            tests.append(_Test(each.function, score, possible, "\n".join(lines)))
    if found.bot_points:
        bot = found.bot
        score = 0.0 if bot is None else round(bot.share * found.bot_points, 2)
        said = "It could not play." if bot is None else _bot_line(bot)
        tests.append(_Test("bot", score, found.bot_points, said))
    return tests


def _divided(parts: list[float], total: float) -> list[float]:
    """Return the parts rounded to cents, so that their sum is the total: the points are rounded by the scheme."""
    rounded = [round(part, 2) for part in parts]
    rest = round(total - sum(rounded), 2)
    if rounded and rest:
        largest = max(range(len(rounded)), key=rounded.__getitem__)
        rounded[largest] = round(max(rounded[largest] + rest, 0.0), 2)
    return rounded


def _line(finding: Finding) -> str:
    shown = f"{finding.title}, rule {finding.rule}: {finding.call} returns {finding.got}, not {finding.expected}"
    return f"- {printable(shown)}"


def _bot_line(bot: BotResult) -> str:
    said = (
        f"{bot.whole} of {counted(bot.matches, 'match', 'matches')} without an error of the bot; it placed ahead of "
        f"{bot.ahead:.0%} of its opponents ({', '.join(OPPONENTS)})"
    )
    return f"{said}\nFirst error: {printable(bot.error)}" if bot.error else said


def gradescope_results(found: Assessment, *, leaderboard: bool = True) -> dict[str, Any]:
    """Return the content of Gradescope's `results.json`."""
    if found.failure:
        return {
            "score": 0.0,
            "output": f"The submission cannot be graded: {printable(found.failure)}",
            "output_format": "text",
            "execution_time": round(found.seconds, 1),
            "visibility": "visible",
            "stdout_visibility": "hidden",
        }
    tests = [
        {
            "name": test.name,
            "number": str(number),
            "score": test.score,
            "max_score": test.most,
            "status": "passed" if test.passed else "failed",
            "output": test.output,
            "output_format": "text",
            "visibility": "visible",
        }
        for number, test in enumerate(_tests(found), 1)
    ]
    results: dict[str, Any] = {
        "output": printable(found.grade.remarks) if found.grade is not None else "",
        "output_format": "text",
        "execution_time": round(found.seconds, 1),
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    if leaderboard:
        results["leaderboard"] = [
            {"name": "Points", "value": round(found.points, 2), "order": "desc"},
            {"name": "Bot ahead (%)", "value": round(100 * found.bot.ahead, 1) if found.bot else 0.0, "order": "desc"},
        ]
    return results


def github_result(found: Assessment) -> str:
    """Return the result of a runner of GitHub Classroom, as the value of its output."""
    tests = [
        {
            "name": test.name,
            "status": "pass" if test.passed else "fail",
            "score": test.score,
            "message": test.output,
            "test_code": "",
            "filename": "",
            "line_no": 0,
            "duration": 0,
        }
        for test in _tests(found)
    ]
    if found.failure:
        tests = [
            {"name": "submission", "status": "error", "score": 0, "message": printable(found.failure), "test_code": ""}
        ]
    passed = not found.failure and all(test["status"] == "pass" for test in tests)
    result = {
        "version": VERSION,
        "status": "error" if found.failure else "pass" if passed else "fail",
        "max_score": found.total,
        "tests": tests,
    }
    return b64encode(json.dumps(result).encode()).decode()
