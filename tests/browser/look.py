"""Looks at what a window shows, light and dark: accessible, and nothing scrolls sideways.

With `PHAZED_SCREENSHOTS=FOLDER` a picture of each screen is written there, for people to look at.
"""

from __future__ import annotations

import os

from axe_playwright_python.base import AXE_SCRIPT

PICTURES = os.environ.get("PHAZED_SCREENSHOTS")
NAMES_CUT = """[...document.querySelectorAll(".plate .name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""


class Look:
    """Looks at what a window shows, light and dark."""

    def __init__(self, player, size, found):
        self.player = player
        self._size = size
        self._found = found

    def at(self, name):
        """Look at this screen: with axe in both colours, at its width; take its picture if pictures are wanted.

        The dark colours are the same at every size, so it is enough to check them once.
        """
        page = self.player.page
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            if PICTURES:
                page.screenshot(path=f"{PICTURES}/{name}-{self._size}-{scheme}.png")
            for each in [] if (self._size, scheme) == ("phone", "dark") else self._violations(scheme):
                places = "".join(f"\n    {node['html'][:160]}" for node in each["nodes"][:3])
                self._found.append(f"{name}, {self._size}, {scheme}: {each['id']}: {each['help']}{places}")
        if self.player.scrolls_sideways():
            self._found.append(f"{name}, {self._size}: the page scrolls sideways")
        self._found += [f"{name}, {self._size}: the name {cut} is cut off" for cut in page.evaluate(NAMES_CUT)]

    def _violations(self, scheme):
        """What axe finds; in other colours only contrasts can be others."""
        page = self.player.page
        if not page.evaluate("'axe' in globalThis"):
            page.evaluate(AXE_SCRIPT)
        rules = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
        options = {"resultTypes": ["violations"]} | ({"runOnly": ["color-contrast"]} if scheme == "dark" else rules)
        return page.evaluate("(options) => axe.run(options)", options)["violations"]
