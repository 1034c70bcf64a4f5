"""A class on its server: its folder, its background work, and its visitors."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, cast

from starlette.responses import Response

from phazed.arena.settings import seed_hash
from phazed.course.final import finals, is_over, next_hash, seed_of
from phazed.course.ladder import MILESTONES
from phazed.storage.course.submissions import BotId
from phazed.web.classroom.request_log import PERSON
from phazed.web.jobs import Jobs
from phazed.web.server.results import Results
from phazed.web.server.visit import Denied, Visit

if TYPE_CHECKING:
    from starlette.requests import Request

    from phazed.answers.classroom import FinalState, LadderRow, LadderStanding
    from phazed.course.engine import Engine, Scoreboard
    from phazed.course.final import FinalRunner
    from phazed.course.folder import ClassFolder
    from phazed.course.ladder import Standing
    from phazed.storage.course.people import Person
    from phazed.storage.course.submissions import Submission
    from phazed.web.classroom.access import Access, Visitor
    from phazed.web.classroom.request_log import RequestLog

PRESENT_SECONDS = 20.0
"""Number of seconds for which a person counts as present after their page has requested the round."""
BOARD_SECONDS = 5.0
"""Maximum age of the scoreboard's rows, in seconds; new nicknames and disqualifications change them, too."""
DAY = 86_400.0


class Presence:
    """The people who have the class page open."""

    def __init__(self) -> None:
        self._seen: dict[int, float] = {}

    def note(self, person: int) -> None:
        """Record that the person's page has sent a request."""
        self._seen[person] = time.monotonic()

    def present(self) -> list[int]:
        """Return the people who are present, in order of arrival."""
        limit = time.monotonic() - PRESENT_SECONDS
        self._seen = {person: seen for person, seen in self._seen.items() if seen > limit}
        return list(self._seen)


class Classroom:
    """A class with everything that its handlers need."""

    def __init__(
        self,
        folder: ClassFolder,
        engine: Engine,
        final: FinalRunner,
        access: Access,
        addresses: tuple[str, ...],
        log: RequestLog,
    ) -> None:
        self.folder = folder
        self.engine = engine
        self.final = final
        self.access = access
        self.addresses = addresses
        """Addresses of the server for links; the first one can be reached from other machines, if any can."""
        self.log = log
        self.presence = Presence()
        self.jobs = Jobs(at_once=2)
        self._standings: tuple[Scoreboard, dict[BotId | str, Standing]] = (engine.scoreboard, {})
        self._boards: dict[bool, tuple[Scoreboard, float, list[LadderRow], bytes]] = {}
        self._results: dict[str, Results] = {}

    def enter(self, request: Request, role: str, *, heavy: bool) -> ClassVisit:
        """Return the visit that a request represents; raise `Denied` if the request is not allowed."""
        visitor = self.access.visitor(request)
        if visitor.person is not None:
            request.scope[PERSON] = visitor.person.id
        self.access.check(request, visitor, role, heavy=heavy)
        return ClassVisit(request, self, visitor)

    def link_of(self, person: Person) -> str:
        """Return a person's sign-in link; the key is in the fragment, which browsers do not send to the server."""
        return f"{self.folder.settings.address or self.addresses[0]}/sign-in#{self.folder.key_of(person)}"

    def name_of(self, bot: str) -> str:
        """Return the public name of a bot on the ladder: its author's nickname and the version."""
        number = BotId.parse(bot)
        if number is None:
            return bot
        submission = self.folder.submissions.get(number)
        person = None if submission is None else self.folder.people.get(submission.person)
        return "deleted" if submission is None or person is None else f"{person.shown} v{submission.version}"

    def standing_of(self, submission: BotId) -> LadderStanding | None:
        """Return a submission's standing on the ladder, or `None` if there is none."""
        board = self.engine.scoreboard
        if self._standings[0] is not board:
            self._standings = (board, {board.bots[row.bot]: row for row in board.standings})
        row = self._standings[1].get(submission)
        return None if row is None else _standing(row, board)

    def is_graded(self, submission: Submission) -> bool:
        """Return whether the submission has a grade that its author may see."""
        return self.folder.settings.grades and self.folder.submissions.has_points(submission.id)

    def board(self, *, for_teacher: bool) -> tuple[list[LadderRow], bytes]:
        """Return the rows of the scoreboard, best first, and their JSON; rows for the teacher include real names."""
        board, made = self.engine.scoreboard, self._boards.get(for_teacher)
        if made is None or made[0] is not board or time.monotonic() - made[1] > BOARD_SECONDS:
            rows = self._rows(board, for_teacher=for_teacher)
            made = self._boards[for_teacher] = (board, time.monotonic(), rows, json.dumps(rows).encode())
        return made[2:]

    def _rows(self, board: Scoreboard, *, for_teacher: bool) -> list[LadderRow]:
        people = {person.id: person for person in self.folder.people.all()}
        # Some bots in the standings may since have been replaced or deleted.
        submissions = {each.id: each for each in self.folder.submissions.current() if each.person in people}
        before = self.folder.submissions.ratings_before(time.time() - DAY)
        rows: list[LadderRow] = []
        shown = [(row, board.bots[row.bot]) for row in board.standings]
        for row, bot in [each for each in shown if each[1] in MILESTONES or each[1] in submissions]:
            if isinstance(bot, str):
                rows.append(cast("LadderRow", {**_standing(row, board), "name": bot, "milestone": True}))
                continue
            each = submissions[bot]
            person = people[each.person]
            public = {
                "name": person.shown,
                "milestone": False,
                "submission": each.id,
                "version": each.version,
                "late": not each.entered,
                "resting": each.resting,
                "disqualified": each.disqualified,
                "moved": before[each.id] - row.rank if row.rank and before.get(each.id) else None,
            }
            names = {
                "person": person.id,
                "full_name": person.name,
                "number": person.number,
                "section": person.section,
            }
            rows.append(cast("LadderRow", {**_standing(row, board), **public, **(names if for_teacher else {})}))
        return rows

    def final_results(self) -> Results:
        """Return the results of the latest final; raise `Denied` if there is none."""
        decided = finals(self.folder)
        if not decided:
            raise Denied(404, "the final has not begun")
        name = decided[-1].name
        if name not in self._results:
            self._results[name] = Results(self.folder.path / name)
        return self._results[name]

    def final_state(self) -> FinalState:
        """Return public information about the final."""
        decided = finals(self.folder)
        if not decided:
            return {"state": "planned", "seed_hash": next_hash(self.folder)}
        latest = decided[-1]
        over = is_over(self.folder.path / latest.name)
        seed = seed_of(self.folder, latest.name)
        return {
            "state": "over" if over else "running",
            "seed_hash": seed_hash(seed),
            "seed": seed if over else None,
            "why": latest.why,
            "bots": len(latest.bots),
        }


def _standing(row: Standing, board: Scoreboard) -> LadderStanding:
    """Return a standing in the form used by the pages."""
    return {
        "mu": row.mu,
        "sigma": row.sigma,
        "rank": row.rank,
        "low": row.low,
        "high": row.high,
        "matches": row.matches,
        "wins": row.wins,
        "beats": [str(board.bots[each]) for each in row.beats],
    }


def csv_download(name: str, text: str) -> Response:
    """Return a response with a CSV file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    # Without a byte order mark, spreadsheet programs assume a legacy encoding.
    return Response(text.encode("utf-8-sig", "backslashreplace"), media_type="text/csv; charset=utf-8", headers=headers)


class ClassVisit(Visit):
    """A request to a class server, with its sender."""

    def __init__(self, request: Request, classroom: Classroom, visitor: Visitor) -> None:
        super().__init__(request)
        self.classroom = classroom
        self.visitor = visitor

    @property
    def folder(self) -> ClassFolder:
        return self.classroom.folder

    @property
    def person(self) -> Person:
        """The person who is signed in; only for handlers that require a role."""
        return cast("Person", self.visitor.person)

    @property
    def for_teacher(self) -> bool:
        """Whether the request was sent by a teacher or an assistant."""
        return self.visitor.person is not None and self.visitor.person.is_staff

    def submission(self, *, own: bool, otherwise: str) -> Submission:
        """Return the submission in the address; with `own`, raise `Denied` unless the visitor may see private data."""
        found = self.folder.submissions.get(self.number("submission", otherwise))
        if found is None or (own and not self.visitor.may_see(found.person)):
            raise Denied(404, otherwise)
        return found
