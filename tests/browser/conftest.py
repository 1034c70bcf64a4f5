"""The tests in a real browser: the system's Chromium, and a server in a process of its own.

Each test has a fresh window; whatever its pages complain about on the console, and whatever they ask of another
server, fails it. Chromium's headless shell draws the same pages without windows around them, for half the processor
time, so it is preferred where it is installed. `PHAZED_BROWSER` names another browser of that family.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import arranged
import pytest
from browser_players import Player, Problems
from browser_servers import Server

from tournaments import SIMPLE, tires, write_bots

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Playwright

HERE = Path(__file__).parent
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
BROWSER = os.environ.get("PHAZED_BROWSER") or next(filter(None, map(shutil.which, NAMES)), None)
NONE_HERE = f"no browser is installed here: the tests in it are left out (they look for {', '.join(NAMES)})"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
LAPTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


class Started:
    """The browser, which is started when the first test wants it. It ends with the last test of this folder: as long as
    it is driven from this thread, asyncio believes a loop to run in it, which other tests cannot have."""

    def __init__(self) -> None:
        self._driver: Playwright | None = None
        self._browser: Browser | None = None

    def browser(self) -> Browser:
        from playwright.sync_api import expect, sync_playwright

        if self._browser is None:
            expect.set_options(timeout=60_000)
            self._driver = sync_playwright().start()
            self._browser = self._driver.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)
        return self._browser

    def end(self) -> None:
        if self._browser is not None:
            self._browser.close()
            self._driver.stop()
        self._browser = self._driver = None


STARTED = Started()


def _is_ours(item) -> bool:
    return item is not None and HERE in item.path.parents


def pytest_collection_modifyitems(items):
    if BROWSER is None:
        for item in filter(_is_ours, items):
            item.add_marker(pytest.mark.skip(reason=NONE_HERE))


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item, nextitem):
    if not _is_ours(nextitem):
        STARTED.end()


def pytest_terminal_summary(terminalreporter):
    if BROWSER is None:
        terminalreporter.write_line(NONE_HERE)


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A place for the files of the servers."""
    return tmp_path_factory.mktemp("browser")


class SharedServer:
    """The server that most tests share, with games of every kind that `arranged` knows."""

    def __init__(self, server: Server, games: dict[str, list[arranged.Kept]]) -> None:
        self.server = server
        self._games = games

    def take(self, kind: str) -> arranged.Kept:
        """A game of that kind, which no other test has."""
        return self._games[kind].pop()

    def look(self, kind: str) -> arranged.Kept:
        """A game of that kind in which nobody plays."""
        return self._games[kind][0]


@pytest.fixture(scope="session")
def shared(folder):
    """The server that most tests share."""
    games = arranged.keep(folder / "games.db")
    with Server(folder / "games.db") as server:
        yield SharedServer(server, games)


@pytest.fixture
def serve(tmp_path):
    """Start a server of one's own on a file of games; it ends with the test."""
    started = []

    def start(file=None, *more, **how) -> Server:
        started.append(Server(file or tmp_path / "games.db", *more, **how).start())
        return started[-1]

    yield start
    for server in started:
        server.kill()


@pytest.fixture
def problems():
    """What the pages of the test complain about; a test that expects complaints allows them by a pattern."""
    found = Problems()
    yield found
    found.check()


@pytest.fixture
def new_context(problems):
    """Open a window of its own for the pages of an address."""
    contexts = []

    def open_window(address: str, *, phone=False, motion=False, **more) -> BrowserContext:
        size = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": LAPTOP}
        calm = "no-preference" if motion else "reduce"
        context = STARTED.browser().new_context(
            base_url=address, **{**size, "reduced_motion": calm, "locale": "en-GB", **more}
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        problems.listen(context, address)
        return context

    yield open_window
    for context in contexts:
        context.close()


@pytest.fixture
def new_player(new_context):
    """Open the window of a new player, with the given settings and without the tour."""

    def come(server: Server, *, settings=None, tour=True, name=None, **how) -> Player:
        context = new_context(server.address, **how)
        return Player(context, {"pace": "instant", **(settings or {})}, tour=tour, name=name)

    return come


@pytest.fixture
def ann(shared, new_player):
    """Ann, who can sit down at any of the arranged tables: `ann("fresh")`."""

    def sit(kind: str, **how) -> Player:
        player = new_player(shared.server, **how)
        player.sit(shared.take(kind).path())
        return player

    return sit


@pytest.fixture(scope="session")
def results(folder):
    """The results of a small tournament."""
    bots = write_bots(folder / "bots", simple=SIMPLE, plain=SIMPLE, tired=tires(9))
    words = ["tournament", bots, "--out", folder / "results", "--matches", 3, "--with", "@greedy", "--with", "@random"]
    subprocess.run([sys.executable, "-m", "phazed", *map(str, words), "--seed", "1"], check=True, capture_output=True)
    return folder / "results"
