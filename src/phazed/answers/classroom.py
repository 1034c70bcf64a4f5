"""A class: its people, submissions, ladder, rounds, final and grades. Times are in seconds since the epoch."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from phazed.answers.bot_review import BotReview  # noqa: TC001 (read by get_type_hints)
from phazed.answers.check import Check  # noqa: TC001 (read by get_type_hints)
from phazed.answers.lobby import TableOverview  # noqa: TC001 (read by get_type_hints)
from phazed.answers.ranking import Error  # noqa: TC001 (read by get_type_hints)

# ------------------------------------------------------------------------------------------- everybody


class FinalState(TypedDict):
    """Public information about the final."""

    state: Literal["planned", "running", "over"]
    seed_hash: str
    seed: NotRequired[str | None]
    why: NotRequired[str]
    """Reason why the final is played again; empty for the first final."""
    bots: NotRequired[int]


class Me(TypedDict):
    """The person who is signed in, and information about the class."""

    title: str
    game: str
    game_title: str
    deadline: float | None
    guests: bool
    final: FinalState
    role: Literal["student", "assistant", "teacher"] | None
    name: NotRequired[str]
    nickname: NotRequired[str | None]
    shown: NotRequired[str]
    csrf: NotRequired[str]
    key: NotRequired[str | None]


class CurrentRound(TypedDict):
    """A student's seat in their latest round."""

    round: int | None
    address: NotRequired[str]
    over: NotRequired[bool]


# ------------------------------------------------------------------------------------------- the ladder


class LadderStanding(TypedDict):
    """A bot's rating and rank on the ladder."""

    mu: float
    sigma: float
    rank: int
    """0 for a bot without a rank."""
    low: int
    high: int
    matches: int
    wins: float
    beats: list[str]
    """Names of the milestones that are weaker than the bot with a probability of at least 95 %."""


class LadderRow(LadderStanding):
    """A row of the scoreboard; milestones have no submission, and real names are for the teacher only."""

    name: str
    milestone: bool
    submission: NotRequired[int]
    version: NotRequired[int]
    late: NotRequired[bool]
    resting: NotRequired[str | None]
    disqualified: NotRequired[str | None]
    moved: NotRequired[int | None]
    """Ranks gained since yesterday."""
    person: NotRequired[int]
    full_name: NotRequired[str]
    number: NotRequired[str | None]
    section: NotRequired[str]


class Board(TypedDict):
    """The ladder's scoreboard."""

    played: int
    waiting: int
    paused: bool
    own: list[int]
    """The visitor's active and ranked submissions."""
    rows: list[LadderRow]


class LadderMatch(TypedDict):
    """One of a bot's matches on the ladder."""

    match: int
    names: list[str]
    ranks: list[int]
    seat: int
    error: int | None
    """Seat of the bot that made an error."""
    recorded: bool
    """Whether the match can be replayed; the records of old matches are deleted."""


class MilestoneResult(TypedDict):
    """A bot's results against a milestone."""

    name: str
    met: int
    ahead: int
    """Number of matches in which the bot placed ahead of the milestone."""


class LadderResults(TypedDict):
    """A bot's results on the ladder."""

    played: int
    matches: list[LadderMatch]
    milestones: list[MilestoneResult]
    errors: list[Error] | None
    """The bot's errors, for its author and the teacher only."""


class Rating(TypedDict):
    """A bot's rating at a certain time."""

    time: float
    matches: int
    mu: float
    sigma: float
    rank: int
    low: int
    high: int


class BotVersion(TypedDict):
    """A version of a bot; only its author and the teacher see versions that have not passed their check."""

    id: int
    version: int
    submitted: float


class LadderBot(LadderResults):
    """A bot on the ladder."""

    submission: int
    name: str
    version: int
    submitted: float
    state: Literal["waiting", "passed", "failed"]
    late: bool
    active: bool
    entered: bool
    """Whether the version is ranked and plays in the final."""
    resting: str | None
    disqualified: str | None
    standing: LadderStanding | None
    history: list[Rating]
    versions: list[BotVersion]
    private: bool
    """Whether the visitor may see the bot's private data."""
    analyses: list[str]


# ------------------------------------------------------------------------------------------- submissions


class Version(TypedDict):
    """A submission in its author's list."""

    id: int
    version: int
    title: str
    submitted: float
    late: bool
    state: Literal["waiting", "passed", "failed"]
    active: bool
    entered: bool
    """Whether the version is ranked and plays in the final because it was active at the deadline."""
    resting: str | None
    disqualified: str | None
    standing: LadderStanding | None
    graded: bool
    """Whether the submission has a published grade."""


class CheckedVersion(Version):
    """A submission with its check."""

    check: Check | None


class CodeFile(TypedDict):
    """A file in a submission."""

    path: str
    text: str


class Code(TypedDict):
    """The files of a submission."""

    main: str
    files: list[CodeFile]


class AnalysisFailure(TypedDict):
    """The reason why an analysis failed."""

    error: str


class AnalysisReply(TypedDict):
    """An analysis of a submission."""

    waiting: bool
    found: BotReview | AnalysisFailure | None


# ------------------------------------------------------------------------------------------- rounds


class LeagueTableRow(TypedDict):
    """A person in the league."""

    person: int
    place: int
    name: str
    full_name: NotRequired[str]
    games: int
    places: list[int]
    """Number of games finished in each place, from first to last."""
    points: float
    adjusted: float | None
    """Mean of the luck-adjusted results."""


class League(TypedDict):
    """The league of all rounds."""

    rounds: int
    rows: list[LeagueTableRow]


class LiveTables(TypedDict):
    """The tables shown by the projector."""

    tables: list[TableOverview]
    present: int
    address: str


# ------------------------------------------------------------------------------------------- the teacher


class StudentVersion(TypedDict):
    """A student's submission in the teacher's list."""

    id: int
    version: int
    state: str
    submitted: float
    late: bool
    active: bool
    entered: bool
    resting: str | None
    disqualified: str | None


class Student(TypedDict):
    """A student, as shown to the teacher."""

    id: int
    name: str
    number: str | None
    section: str
    nickname: str | None
    joined: float | None
    email: str
    extension: float | None
    """Individual deadline."""
    link: str
    versions: int
    active: StudentVersion | None
    latest: StudentVersion | None


class StudentVersions(Student):
    """A student with all versions, latest first."""

    all: list[StudentVersion]


class StaffMember(TypedDict):
    """A teacher or an assistant."""

    id: int
    role: str
    name: str
    joined: float | None
    link: str
    own: bool
    """Whether this is the visitor's own account."""


class ClassSettings(TypedDict):
    """The settings of a class."""

    title: str
    game: str
    deadline: float | None
    guests: bool
    ladder: bool
    final_matches: int
    grades: bool
    errors: int
    space: int
    """Size of the folder, in megabytes, above which records of old matches are deleted."""
    late_percent: float
    late_days: int
    address: str


class ClassEvent(TypedDict):
    """An event in the class."""

    time: float
    what: str


class PlayedRound(TypedDict):
    """A round of games."""

    id: int
    time: float
    game: str
    clock: str


class ServerLoad(TypedDict):
    """The load of the server."""

    load: float
    """Load average over the last minute."""
    processors: int
    queue: dict[str, int]
    """Number of running computations by kind, and number of requested analyses."""
    requests: int
    """Number of requests in the last minute."""
    median: float
    """Median response time, in seconds."""
    slow: float
    """95th percentile of the response times, in seconds."""
    used: int
    """Size of the class folder, in bytes."""
    limit: int
    free: int
    """Free disk space, in bytes."""


class ClassOverview(TypedDict):
    """The content of the teacher's page."""

    settings: ClassSettings
    final: FinalState
    students: list[Student]
    present: list[int]
    events: list[ClassEvent]
    matches: int
    waiting: int
    failure: str | None
    rounds: list[PlayedRound]
    features: list[str]
    server: ServerLoad


class AdjustedMark(TypedDict):
    """A mark that the teacher has changed."""

    mark: float
    comment: str


class StudentGrade(TypedDict):
    """A student's grade."""

    person: int
    name: str
    number: str | None
    section: str
    submission: int | None
    """The submission that counts; `None` if there is none."""
    version: int | None
    late: bool
    points: float | None
    total: float | None
    functions: dict[str, float]
    adjusted: dict[str, AdjustedMark]
    """The teacher's adjustments by function; an empty name stands for added points."""
    remarks: str
    waiting: bool
    current: bool
    """Whether the submission was graded with the current scheme and cases."""


class Grades(TypedDict):
    """The grades of all students."""

    published: bool
    functions: list[str]
    formats: list[str]
    """Learning platforms for which a gradebook file is available."""
    rows: list[StudentGrade]


class SimilarSubmissions(TypedDict):
    """The result of a comparison of submissions."""

    time: float
    pairs: int
    submissions: int


class Comparing(TypedDict):
    """The latest comparison of submissions."""

    found: SimilarSubmissions | None
    waiting: bool
