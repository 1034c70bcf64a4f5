"""Handlers for new and open tables, finished games, and the results of a tournament."""

from __future__ import annotations

from contextlib import suppress
from io import BytesIO
from typing import TYPE_CHECKING, Any, TypeVar, cast

from starlette.responses import HTMLResponse, PlainTextResponse, Response

from phazed import __version__
from phazed.answers.ranking import presentable
from phazed.bots.levels import LEVELS
from phazed.game.frames import frames_of, phases
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.game.rulebook import for_browser, rulebook
from phazed.rules.course import read_play
from phazed.rules.rulesets import RULESETS
from phazed.site.page import page
from phazed.storage.database import Unavailable
from phazed.storage.tables import NO_SUCH_GAME
from phazed.web.exercises import attempt, plays
from phazed.web.fields import InvalidMessage, number_in, text_in
from phazed.web.server.visit import Denied, with_browser_id
from phazed.web.tables.creation import make, moment_in, new_lesson, play_on
from phazed.web.tables.daily import new_daily
from phazed.web.tables.lobby import UnknownCode
from phazed.web.token_bucket import TokenBucket

if TYPE_CHECKING:
    from collections.abc import Callable

    from phazed.answers.game_review import PlayChoices, ReviewReply, TriedPlay
    from phazed.answers.lobby import DailyDeal, FoundTable, GameOption, GameSummary, NewTable, OpenTables, Options
    from phazed.answers.ranking import Progress, Ranking
    from phazed.answers.replay import Phase
    from phazed.game.records import Record
    from phazed.web.server.visit import Visit

T = TypeVar("T")

MAX_IDS = 20
"""Maximum number of games in one request for summaries."""
MAX_DIGITS = 18
"""Maximum number of digits in a number that is part of a query."""
GUESS_RATE = (20, 0.5)
"""Rate limit for a client's wrong codes: burst, and number per second."""
MAX_CLIENTS = 10_000
"""Maximum number of clients whose wrong codes are counted; when it is reached, all counts are reset."""
MAX_LINK_LENGTH = 300
NO_MATCH = "there is no such match"
LEVELS_ABOUT = {
    "beginner": "Looks only for its own phase. Good for a first game.",
    "casual": "Follows the plan closest to completion and keeps the cards for it.",
    "strong": "Considers all its plans and what its discard would give the next player.",
    "expert": "Imagines what the others hold and plays out every option.",
}


async def first_page(visit: Visit) -> Response:
    """Return the lobby or, with `?now`, the page that creates a table immediately."""
    name = "now" if "now" in visit.request.query_params else "index"
    return with_browser_id(visit.request, HTMLResponse(page(name)))


async def rules(visit: Visit) -> Response:
    """Return the rulebook."""
    return HTMLResponse(for_browser(rulebook(), four_colours=visit.query("suits") == "four"))


# ------------------------------------------------------------------------------------------- tables


async def options(visit: Visit) -> Options:
    """Return the games and levels to choose from, and facts about the server."""
    games: list[GameOption] = [
        {
            "name": name,
            "title": rules.title,
            "about": rules.about,
            "phases": cast("list[Phase]", phases(rules)),
            "any_order": rules.any_order,
            "max_hands": rules.max_hands,
        }
        for name, rules in RULESETS.items()
    ]
    return {
        "games": games,
        "levels": [{"name": name, "title": name.capitalize(), "about": LEVELS_ABOUT[name]} for name in LEVELS],
        "results": visit.server.results is not None,
        "classroom": any(getattr(route, "path", "") == "/class" for route in visit.request.app.routes),
        "version": __version__,
        "share": visit.server.share,
    }


def _count_new_table(visit: Visit) -> None:
    if not visit.server.new_tables.take():
        raise Denied(429, "too many tables are being created: wait a moment and try again")


async def make_table(visit: Visit) -> NewTable:
    """Create a table."""
    _count_new_table(visit)
    fields, store = await visit.fields(), visit.server.store
    name = fields.get("name")
    if "daily" in fields:
        return new_daily(store, name)
    if "lesson" in fields:
        return new_lesson(store, name)
    return await _play_on(visit, fields["from"], name) if "from" in fields else make(store, fields)


async def _play_on(visit: Visit, source: Any, name: object) -> NewTable:
    """Create a table that continues from a position in a finished game or in a match of the tournament."""
    if not isinstance(source, dict):
        raise InvalidMessage('"from" must be an object such as {"game": ..., "hand": 0, "plays": 12, "seat": 1}')
    moment = moment_in(source)
    if "match" in source and visit.server.results is not None:
        record, _ = await visit.server.results.record(number_in(source, "match"))
        players = [each.removeprefix("@") if each.startswith("@") else "" for each in record.names]
    else:
        table = visit.table(text_in(source, "game")).table
        record, players = table.record(), [seat.who for seat in table.seats]
    return play_on(visit.server.store, record, players, moment, name)


async def open_tables(visit: Visit) -> OpenTables:
    """Return the tables that are waiting for players."""
    return {"tables": visit.server.lobby.open_tables()}


async def find(visit: Visit) -> FoundTable:
    """Return the table with a code."""
    code = visit.request.path_params["code"]
    return _limited(visit, lambda: visit.server.lobby.find(code, visit.browser))


async def join(visit: Visit) -> NewTable:
    """Take a free seat at the table with a code or, without a code, at any table."""
    fields = await visit.fields()
    name = "" if fields.get("name") is None else text_in(fields, "name")
    if "code" in fields:
        code = text_in(fields, "code")
        return _limited(visit, lambda: visit.server.lobby.join(code, name, visit.browser))
    _count_new_table(visit)
    return visit.server.lobby.join_any(name, visit.browser)


def _limited(visit: Visit, find: Callable[[], T]) -> T:
    """Look something up by its code; a client that tries too many wrong codes has to wait."""
    guesses = visit.server.guesses
    bucket = guesses.get(visit.client)
    if bucket is not None and bucket.is_empty():
        raise Denied(429, "too many wrong codes: wait a minute and try again")
    try:
        return find()
    except UnknownCode:
        if len(guesses) >= MAX_CLIENTS:
            guesses.clear()
        guesses.setdefault(visit.client, TokenBucket(*GUESS_RATE)).take()
        raise


async def qr_code(visit: Visit) -> Response:
    """Return a link to this server as a QR code in SVG format."""
    import segno

    link = text_in(await visit.fields(), "link")
    host = visit.request.headers.get("host", "")
    origins = (*visit.server.share, f"http://{host}", f"https://{host}")
    if len(link) > MAX_LINK_LENGTH or not any(link.startswith(f"{origin}/") for origin in origins):
        raise InvalidMessage('"link" must be a link to this server')
    picture = BytesIO()
    segno.make(link, error="m", micro=False).save(picture, kind="svg", light="#fff", xmldecl=False)
    return Response(picture.getvalue(), media_type="image/svg+xml")


async def daily(visit: Visit) -> DailyDeal:
    """Return the results of today's deal, with the visitor's own game marked if the query names it."""
    return visit.server.daily.results(visit.query("game"))


# ------------------------------------------------------------------------------------------- games


async def summary(visit: Visit) -> GameSummary:
    """Return public information about a game."""
    found = visit.server.store.summaries([visit.game])
    if not found:
        raise Denied(404, NO_SUCH_GAME)
    return cast("GameSummary", found[visit.game])


async def summaries(visit: Visit) -> dict[str, GameSummary]:
    """Return public information about the games that still exist."""
    found = visit.server.store.summaries(visit.query("ids").split(",")[:MAX_IDS])
    return cast("dict[str, GameSummary]", found)


def _record(visit: Visit) -> Record:
    return visit.table(visit.game).table.record()


async def _from_record(visit: Visit, function: Callable[[Record], T]) -> T:
    """Call the function with the record in a thread and return the result."""
    return await visit.server.jobs.run((function, visit.game), function, _record(visit))


async def frames(visit: Visit) -> dict[str, Any]:
    """Return a finished game for a replay."""
    return await _from_record(visit, _frames)


def _frames(record: Record) -> dict[str, Any]:
    return {"game_title": record.rules.title, **frames_of(record)}


async def log(visit: Visit) -> Response:
    """Return a finished game as a log in the original tournament's format."""
    text = await _from_record(visit, _log)
    return PlainTextResponse(f"{text}\n", headers=_download("phazed-match.log"))


def _log(record: Record) -> str:
    return "\n".join(write_log(replay(record), seed=record.seed, names=record.names))


async def record(visit: Visit) -> Response:
    """Return a finished game as a record."""
    text = dumps(_record(visit))
    return Response(f"{text}\n", media_type="application/json", headers=_download("phazed-record.json"))


def _download(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{name}"'}


async def review(visit: Visit) -> ReviewReply:
    """Return the review of a finished game, or its progress."""
    store = visit.server.store
    found = await visit.server.reviews.get(visit.game, _record(visit), store.review_file(visit.game))
    if found["state"] == "done":
        with suppress(Unavailable):  # the statistics lack the accuracy until the next request
            store.set_accuracy(visit.game, [seat.accuracy for seat in found["review"].seats])
    return found


async def exercise(visit: Visit) -> PlayChoices:
    """Return the possible plays in a position of a finished game."""
    numbers = [visit.query(name) for name in ("hand", "place")]
    if not all(text.isdecimal() and len(text) <= MAX_DIGITS for text in numbers):
        raise InvalidMessage('"hand" and "place" must be whole numbers')
    arguments = (_record(visit), *map(int, numbers))
    return await visit.server.jobs.run((plays, *numbers, visit.game), plays, *arguments)


async def try_play(visit: Visit) -> TriedPlay:
    """Return the cost of a play in a position of a finished game."""
    fields, record = await visit.fields(), _record(visit)
    asked = (number_in(fields, "hand"), number_in(fields, "place"), read_play(record.rules, fields.get("play")))
    return await visit.server.jobs.run((attempt, *asked, visit.game), attempt, record, *asked)


# ------------------------------------------------------------------------------------------- results of a tournament


async def ranking(visit: Visit) -> Ranking:
    """Return the ranking for the report page."""
    return presentable(await visit.results.summary())


async def ranking_csv(visit: Visit) -> Response:
    """Return the ranking for spreadsheets."""
    return Response(await visit.results.ranking("csv"), media_type="text/csv")


async def ranking_json(visit: Visit) -> Response:
    """Return the ranking for programs."""
    return Response(await visit.results.ranking("json"), media_type="application/json")


async def progress(visit: Visit) -> Progress:
    """Return the progress of the tournament."""
    return await visit.results.progress()


async def match(visit: Visit) -> dict[str, Any]:
    """Return a match for a replay."""
    return await visit.results.match(visit.number("number", NO_MATCH))


async def match_review(visit: Visit) -> ReviewReply:
    """Return the review of a match, or its progress."""
    number = visit.number("number", NO_MATCH)
    return await visit.server.reviews.get(("match", number), *await visit.results.record(number))
