"""The settings of a tournament, which are stored with its results."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.storage.database import StoreError

if TYPE_CHECKING:
    from typing import Any

    from phazed.storage.results.store import Store

EXTENDABLE = ("random", "swiss")
"""Schedules that allow matches and bots to be added later."""
MIN_SEED = 16
"""Number of hexadecimal digits in a generated seed, enough to rule out a brute-force search."""


class Settings(NamedTuple):
    """The settings that, together with the bots, determine the results of a tournament."""

    game: str = "phazed"
    seed: str = "1"
    """Seed of all deals. A bot that guesses the seed knows all cards, and `seeds` only slows guessing down, so use a
    long seed if bots are untrusted."""
    schedule: str = "random"
    matches: int = 100
    """Number of matches per bot or, in a staged tournament, per finalist."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    errors: int = 10
    """Number of errors after which a bot is out."""

    def as_data(self) -> dict[str, Any]:
        """Return the settings as JSON data, without tuples."""
        return {**self._asdict(), "limits": self.limits._asdict(), "packages": list(self.packages)}


def seed_hash(seed: str) -> str:
    """Return the hash of the seed; publishing it in advance proves later that the seed was not changed."""
    return sha256(seed.encode("utf-8", "backslashreplace")).hexdigest()


def check_settings(store: Store, settings: Settings) -> None:
    """Raise `StoreError` if the settings differ from the stored ones, apart from a higher number of matches."""
    stored, wanted = _flat(store.settings), _flat(settings.as_data())
    if settings.schedule in EXTENDABLE and stored["matches"] <= settings.matches:
        wanted["matches"] = stored["matches"]
    differing = [name for name, value in wanted.items() if stored[name] != value]
    if differing:
        old, new = (" and ".join(_setting_text(name, each[name]) for name in differing) for each in (stored, wanted))
        raise StoreError(
            f"{store.folder}: these results were played with {old}, not with {new}; "
            "use the old settings or choose another folder"
        )


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings with each limit as a separate entry."""
    limits = {f"{name} limit": value for name, value in settings["limits"].items()}
    return {name: value for name, value in settings.items() if name != "limits"} | limits


def _setting_text(name: str, value: Any) -> str:
    if name == "seed":  # the seed is secret
        return f"a seed with the SHA-256 {seed_hash(value)[:8]}..."
    if name == "packages":
        return f"the packages {', '.join(value)}" if value else "no packages"
    if name == "memory limit":
        return f"{name} {value / MEGABYTE:g} MB"
    return f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
