"""A player with a browser: what they see and what they do, by mouse, touch or keyboard."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, WebSocket

PATIENCE = 120
"""Seconds after which what a test waits for will not come any more."""
REMEMBER = """
for (const [name, value] of Object.entries(%s)) {
  try {
    if (localStorage.getItem(name) === null) localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // a page that may keep nothing
  }
}
"""


class Problems:
    """What pages complain about, and what they ask of others."""

    def __init__(self) -> None:
        self._found: list[str] = []
        self._allowed: list[str] = []

    def listen(self, context: BrowserContext, address: str) -> None:
        """Note all that goes wrong in that window."""
        own = (f"{address}/", f"{address.replace('http', 'ws', 1)}/")
        ours = (*own, "data:", "blob:", "about:")
        context.on("console", lambda said: said.type in ("error", "warning") and self.note(f"{said.type}: {said.text}"))
        context.on("weberror", lambda error: self.note(f"uncaught: {error.error}"))
        context.on("request", lambda asked: asked.url.startswith(ours) or self.note(f"foreign request: {asked.url}"))

    def note(self, text: str) -> None:
        self._found.append(text)

    def allow(self, pattern: str) -> None:
        """Complaints that match are expected by this test."""
        self._allowed.append(pattern)

    def check(self) -> None:
        left = [text for text in self._found if not any(re.search(allowed, text) for allowed in self._allowed)]
        assert not left, "the pages complained:\n" + "\n".join(left)


class Player:
    """A player with a browser window."""

    def __init__(self, context: BrowserContext, settings: dict[str, Any], *, tour: bool, name: str | None) -> None:
        kept: dict[str, Any] = {"phazed-settings": settings, "phazed-tour": tour}
        if name is not None:
            kept["phazed-name"] = name
        context.add_init_script(REMEMBER % json.dumps(kept))
        self.page: Page = context.new_page()
        self.heard: list[str] = []
        """Every message that came from the server."""
        self.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self.heard.append(str(text)))

    # ------------------------------------------------------------------------------------------ what is seen

    @property
    def table(self) -> Locator:
        return self.page.locator("#table")

    def sit(self, path: str) -> Player:
        """Sit down and wait for one's turn."""
        self.page.goto(path)
        self.wait_for_turn()
        return self

    def wait_for_turn(self) -> None:
        """Wait until all has been shown and it is one's own turn, or the hand is over."""
        self.page.wait_for_selector('#table[data-busy="false"]:not([data-turn="other"])')

    def wait_for_stage(self, stage: str) -> None:
        """Wait for the own turn before (`before`) or after (`during`) the pick-up."""
        self.page.wait_for_selector(f'#table[data-busy="false"][data-turn="yours"][data-stage="{stage}"]')

    @property
    def is_over(self) -> bool:
        return self.table.get_attribute("data-turn") == "over"

    def hand(self) -> str:
        """The own cards as they are shown."""
        return self.page.evaluate("[...document.querySelectorAll('.held')].map((each) => each.dataset.card).join(' ')")

    def card(self, card: str) -> Locator:
        return self.page.locator(f'#hand [data-card="{card}"]').first

    def pile(self, name: str) -> Locator:
        return self.page.locator(f'[data-pile="{name}"]')

    def group(self, owner: int, group: int) -> Locator:
        return self.page.locator(f'figure[data-owner="{owner}"][data-group="{group}"]')

    def lying(self, owner: int, group: int, card: str) -> Locator:
        """The card in that group, by the name that a screen reader tells."""
        return (
            self.group(owner, group)
            .locator(".card")
            .and_(self.page.get_by_role("img", name=card_name(card), exact=True))
        )

    def target(self, owner: int, group: int, *, lit: bool = True) -> Locator:
        """Where the chosen card can be put to that group."""
        name = ".target.lit" if lit else ".target"
        return self.page.locator(f'{name}[data-owner="{owner}"][data-group="{group}"]').first

    def slot(self, group: int) -> Locator:
        """A group of the phase builder."""
        return self.page.locator(f'#builder [data-slot="{group}"]')

    def built(self, group: int) -> str:
        return self.page.evaluate(
            "(at) => [...document.querySelectorAll(`[data-slot='${at}'] .built`)]"
            ".map((each) => each.dataset.card).join(' ')",
            group,
        )

    def button(self, action: str) -> Locator:
        return self.page.locator(f'[data-action="{action}"]:visible').first

    @property
    def bubble(self) -> Locator:
        """What is said at the place of a refusal."""
        return self.page.locator(".bubble[role=alert]")

    @property
    def hint(self) -> Locator:
        return self.page.locator(".bubble.hint")

    @property
    def log(self) -> Locator:
        return self.page.locator("#log")

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    def refused(self, *words: str) -> None:
        """Check that a refusal with those words is shown."""
        for word in words:
            expect(self.bubble).to_contain_text(word)

    # ------------------------------------------------------------------------------------------ what is done

    def draw(self) -> None:
        self.pile("deck").click()
        self.wait_for_stage("during")

    def throw(self, card: str) -> None:
        """Throw a card by clicks, and wait until the others have played."""
        self.card(card).click()
        self.pile("discard").click()
        expect(self.page.locator("#table:is([data-turn=over], [data-stage=before])[data-busy=false]")).to_be_visible()

    def add(self, card: str, owner: int, group: int) -> None:
        self.card(card).click()
        self.target(owner, group).click()
        expect(self.lying(owner, group, card)).not_to_have_count(0)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def drag(self, source: Locator, target: Locator, *, at: float = 0.5) -> None:
        """Drag by mouse; `at` is where across the target to let go."""
        mouse = self.page.mouse
        mouse.move(*_middle(source))
        mouse.down()
        mouse.move(*_near(source), steps=2)
        mouse.move(*_middle(target, at), steps=6)
        mouse.move(*_middle(target, at))
        mouse.up()

    def drag_by_finger(self, source: Locator, target: Locator, *, at: float = 0.5) -> None:
        """Drag by a finger, as a touch screen reports it."""
        fingers = self.page.context.new_cdp_session(self.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            places = [{"x": x, "y": y} for x, y in points]
            fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": places})

        (x, y), beside = _middle(source), _near(source)
        touch("touchStart", (x, y))
        touch("touchMove", beside)
        goal = _middle(target, at)
        for step in range(1, 7):
            touch("touchMove", (x + (goal[0] - x) * step / 6, y + (goal[1] - y) * step / 6))
        touch("touchEnd")
        fingers.detach()

    def until(self, condition: str) -> None:
        """Wait until the page finds that so. (Playwright's own waiting needs what the pages' policy forbids.)"""
        last = time.monotonic() + PATIENCE
        while not self.page.evaluate(condition):
            assert time.monotonic() < last, f"it never came so far: {condition}"
            self.page.wait_for_timeout(20)

    def focused(self) -> str:
        """What has the focus: its tag, or how it is called."""
        return self.page.evaluate(
            "document.activeElement === document.body ? 'BODY' : "
            "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent.trim()"
        )

    def scrolls_sideways(self) -> bool:
        return self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth")


VALUES = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def card_name(card: str) -> str:
    """A card as it is told.

    >>> card_name("0D"), card_name("ZZ")
    ('ten of diamonds', 'joker')
    """
    return "joker" if card == "ZZ" else f"{VALUES['234567890JQKA'.index(card[0])]} of {SUITS[card[1]]}"


def _middle(place: Locator, across: float = 0.5) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None, "it cannot be seen"
    return box["x"] + box["width"] * across, box["y"] + box["height"] / 2


def _near(place: Locator) -> tuple[float, float]:
    x, y = _middle(place)
    return x + 4, y - 12
