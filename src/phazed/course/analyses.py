"""Analyses of a submission that take about a minute. They run in a worker process, on request.

- `review`: why the bot loses (`coach.bot_review`), based on its matches on the ladder;
- `grade`: how many answers of the course's functions are correct (`course.grading`), for the teacher.
"""

from __future__ import annotations

import zlib
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import __version__
from phazed.answers.bot_review import BotReview
from phazed.answers.form import from_store, to_store
from phazed.answers.grade import Grade
from phazed.arena.report.reviews import EFFORT, MIN_MATCHES, SEED
from phazed.coach.bot_games import judged_game
from phazed.coach.bot_review import review_bot
from phazed.coach.review import review
from phazed.course.grading import cases_for, grade_submission, read_scheme, shipped_scheme
from phazed.course.grading.own_cases import read_own_cases
from phazed.course.similarity import find_similar, shipped, with_sources
from phazed.game.records import dumps, loads
from phazed.rules.rulesets import ruleset
from phazed.site.export import similarity_page
from phazed.storage.course.database import ClassError
from phazed.terminal.similarity import similarity_text
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phazed.course.folder import ClassFolder
    from phazed.course.grading.cases import Case
    from phazed.course.grading.scheme import Scheme
    from phazed.sandbox.limits import Limits
    from phazed.storage.course.ladder import LadderStore
    from phazed.storage.course.submissions import Submission, Submissions
    from phazed.storage.entrant import Entrant
    from phazed.storage.results.rows import BotNumber, MatchNumber, Seat

REVIEW, GRADE = "review", "grade"
SCHEME, OWN_CASES = "scheme.toml", "cases.txt"
"""The teacher's files in the class folder: a grading scheme and additional cases."""
BASIS = "basis"
"""Field of a stored grade that holds its `grade_basis`."""
PEOPLE_EFFORT = 0.3
MAX_REVIEWED = 12
"""Maximum number of matches in a review."""


class Analysis(NamedTuple):
    """A kind of analysis."""

    prepare: Callable[[ClassFolder, LadderStore, Submission, BotNumber | None], Any]
    """Function that collects the data for a worker; raises `ClassError` if there is nothing to analyse."""
    run: Callable[[Any], Any]
    """Function that runs in a worker and returns the answer in the form in which it is stored."""
    answer: type


class ReviewJob(NamedTuple):
    """Matches whose decisions are reviewed."""

    game: str
    matches: tuple[tuple[MatchNumber, Seat, bytes], ...]
    """Number of each match, the bot's seat and the compressed record."""


def prepare_review(folder: ClassFolder, store: LadderStore, _: Submission, bot: BotNumber | None) -> ReviewJob:
    """Return a sample of the bot's matches on the ladder."""
    latest = [] if bot is None else store.matches_of(bot)
    seats = [(each, each.placing.bots.index(bot)) for each in latest if bot is not None and each.recorded]
    chosen = {each.placing.match: seat for each, seat in reversed(seats) if each.offender in (None, seat)}
    if len(chosen) < MIN_MATCHES:
        raise ClassError(
            f"it has {counted(len(chosen), 'match', 'matches')} on the ladder that can be replayed and that no other "
            f"bot's error ended, and a review needs {MIN_MATCHES}"
        )
    some = list(chosen.items())[:: max(1, len(chosen) // MAX_REVIEWED)][:MAX_REVIEWED]
    records = (zlib.compress(dumps(store.record(match)).encode("utf-8", "backslashreplace")) for match, _ in some)
    return ReviewJob(folder.settings.game, tuple((*each, record) for each, record in zip(some, records)))


def run_review(job: ReviewJob) -> dict[str, Any]:
    """Return the review of the bot in the form in which it is stored."""
    games = [
        judged_game(match, loads(zlib.decompress(record).decode()), seat, EFFORT, SEED)
        for match, seat, record in job.matches
    ]
    return to_store(review_bot("your bot", ruleset(job.game), games))


class GradeJob(NamedTuple):
    """A submission to be graded."""

    entrant: Entrant
    game: str
    seed: str
    """Secret seed of the cases, the same for all submissions."""
    limits: Limits
    scheme: Scheme
    own_cases: tuple[Case, ...]
    """The teacher's cases."""
    basis: str
    """Hash of everything that the grade depends on, apart from the submission."""


def prepare_grade(folder: ClassFolder, _: LadderStore, submission: Submission, __: BotNumber | None) -> GradeJob:
    """Return the submission, under its author's name, with all data for grading it."""
    person = folder.people.get(submission.person)
    name = "deleted" if person is None else person.name
    entrant = folder.submissions.entrant(submission)._replace(name=name)
    game = folder.settings.game
    text = _text(folder.path / OWN_CASES)
    own = tuple(read_own_cases(text, OWN_CASES, game)) if text else ()
    return GradeJob(entrant, game, folder.secret("grading"), folder.limits, scheme_of(folder), own, grade_basis(folder))


def scheme_of(folder: ClassFolder) -> Scheme:
    """Return the grading scheme of the class."""
    text = _text(folder.path / SCHEME)
    return read_scheme(text, SCHEME) if text else shipped_scheme()


def grade_basis(folder: ClassFolder) -> str:
    """Return a hash of everything that all grades depend on; a grade with a different hash is out of date."""
    parts = (__version__, folder.settings.game, folder.secret("grading"), repr(folder.limits))
    texts = (_text(folder.path / name) for name in (SCHEME, OWN_CASES))
    return sha256("\0".join([*parts, *texts]).encode("utf-8", "backslashreplace")).hexdigest()


def _text(path: Path) -> str:
    """Return the text of a file, or an empty string if there is no such file."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        raise ClassError(f"{path.name} cannot be read: {error}") from None


def run_grade(job: GradeJob) -> dict[str, Any]:
    """Return the grade in the form in which it is stored."""
    cases = cases_for(job.game, job.seed).with_own(job.own_cases)
    graded = grade_submission(job.entrant, cases, job.scheme, limits=job.limits)
    return {**to_store(graded), BASIS: job.basis}


class SimilarJob(NamedTuple):
    """Submissions to be compared with each other."""

    sources: dict[str, dict[str, str]]
    """Python files of each author, by path."""
    template: str
    """Code that all students were given."""


def compare_submissions(job: SimilarJob) -> tuple[int, str]:
    """Return the number of pairs that share much of their code, and the page that shows them."""
    references = {shipped.NAME: shipped.shipped_sources()}
    found = find_similar(job.sources, [job.template], references=references)
    page = similarity_page(with_sources(found, job.sources, references), similarity_text(found))
    return len(found.pairs), page


def adjusted_results(record: bytes) -> list[float]:
    """Return the luck-adjusted result of each seat in a finished game, as a probability of winning."""
    found = review(loads(zlib.decompress(record).decode()), effort=PEOPLE_EFFORT, seed="0")
    return [round(seat.balance.adjusted, 4) for seat in found.seats]


ANALYSES = {
    REVIEW: Analysis(prepare_review, run_review, BotReview),
    GRADE: Analysis(prepare_grade, run_grade, Grade),
}


def found_by(submissions: Submissions, number: int, kind: str) -> Any:
    """Return the stored answer of an analysis, or `{"error": reason}` if it failed, or `None` if neither is stored."""
    return read_found(submissions.analysis(number, kind), kind)


def read_found(stored: Any, kind: str) -> Any:
    """Return what `found_by` returns, given the stored data of the analysis."""
    if stored is None:
        return None
    found = {name: value for name, value in stored.items() if name != BASIS}
    return found if "error" in found else from_store(ANALYSES[kind].answer, found)
