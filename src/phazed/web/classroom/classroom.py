"""A class on its server: the folder, the work beside the pages, the tables, and who may do what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from phazed.arena.settings import seed_hash
from phazed.course.analyses import GRADE
from phazed.course.final import finals, is_over, next_hash, seed_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from phazed.course.engine import Engine
    from phazed.course.final import FinalRunner
    from phazed.course.folder import ClassFolder
    from phazed.course.ladder import Standing
    from phazed.course.store.people import Person
    from phazed.course.store.submissions import Submission
    from phazed.web.classroom.access import Access, Visitor
    from phazed.web.classroom.bots import Boards
    from phazed.web.classroom.finals import FinalResults
    from phazed.web.classroom.playing import Presence
    from phazed.web.jobs import Jobs
    from phazed.web.tables.registry import GameRegistry


class Classroom(NamedTuple):
    """What the handlers of a class work with."""

    folder: ClassFolder
    engine: Engine
    final: FinalRunner
    access: Access
    presence: Presence
    boards: Boards
    final_results: FinalResults
    jobs: Jobs
    addresses: tuple[str, ...]
    """Where the server can be reached, for links: the first one is for others, if there is one."""

    def link_of(self, person: Person) -> str:
        """The personal sign-in link; the key is in the fragment, which browsers do not send."""
        return f"{self.addresses[0]}/sign-in#{self.folder.key_of(person)}"

    def name_of(self, bot: str) -> str:
        """What everybody sees of a bot of the ladder: its author's nickname and its version."""
        if not bot.startswith("s"):
            return bot
        submission = self.folder.submissions.get(int(bot[1:]))
        person = None if submission is None else self.folder.people.get(submission.person)
        return "deleted" if submission is None or person is None else f"{person.shown} v{submission.version}"

    def standing_of(self, submission: int) -> Standing | None:
        """The standing of a submission on the ladder."""
        board = self.engine.scoreboard
        return next((row for row in board.standings if board.names[row.bot] == f"s{submission}"), None)

    def standing_data(self, row: Standing) -> dict[str, Any]:
        """A standing, as JSON data."""
        names = self.engine.scoreboard.names
        return {**row._asdict(), "beats": [names[each] for each in row.beats]}

    def is_graded(self, submission: Submission) -> bool:
        """Whether its author may see a grade of the submission."""
        return self.folder.settings.grades and "points" in (
            self.folder.submissions.analysis(submission.id, GRADE) or {}
        )

    def final_data(self) -> dict[str, Any]:
        """What everybody may know about the final."""
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


class Visit(NamedTuple):
    """A request, and who sends it."""

    room: Classroom
    request: Request
    visitor: Visitor

    @property
    def registry(self) -> GameRegistry:
        """The tables of the server."""
        registry: GameRegistry = self.request.app.state.registry
        return registry

    @property
    def person(self) -> Person:
        """The person who is signed in; only where a role was asked for."""
        return cast("Person", self.visitor.person)

    def number(self, name: str) -> int:
        """A number in the address; 0, which nothing has, for other text."""
        text = str(self.request.path_params[name])
        return int(text) if text.isascii() and text.isdecimal() and len(text) <= 12 else 0

    def submission(self, *, own: bool) -> Submission | None:
        """The submission that the address names, if there is one and, where asked for, the visitor may see it all."""
        found = self.room.folder.submissions.get(self.number("submission"))
        if found is None or (own and not self.visitor.may_see(found.person)):
            return None
        return found
