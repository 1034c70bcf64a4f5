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
"""Schedules to which matches and bots can be added later."""
MIN_SEED = 16
"""Length of a seed that cannot be found by trying; a generated one has this number of hexadecimal digits."""


class Settings(NamedTuple):
    """The settings that, with the bots, determine the results of a tournament."""

    game: str = "phazed"
    seed: str = "1"
    """A bot that guesses it knows all cards, and `seeds` only slows guessing down: use a long one for untrusted
    bots."""
    schedule: str = "random"
    matches: int = 100
    """Matches of each bot or, in a staged tournament, of each finalist."""
    limits: Limits = Limits()
    packages: tuple[str, ...] = ()
    errors: int = 10
    """Number of errors after which a bot is out."""

    def as_data(self) -> dict[str, Any]:
        """Return the settings as JSON data, which has no tuples."""
        return {**self._asdict(), "limits": self.limits._asdict(), "packages": list(self.packages)}


def seed_hash(seed: str) -> str:
    """Return the hash of the seed, which is published before the end as proof that the seed was not changed later."""
    return sha256(seed.encode("utf-8", "backslashreplace")).hexdigest()


def check_settings(store: Store, settings: Settings) -> None:
    """Raise `StoreError` if the stored results have other settings; more matches are allowed."""
    stored, wanted = _flat(store.settings), _flat(settings.as_data())
    if settings.schedule in EXTENDABLE and stored["matches"] <= settings.matches:
        wanted["matches"] = stored["matches"]
    differing = [name for name, value in wanted.items() if stored[name] != value]
    if differing:
        old, new = (" and ".join(_setting_text(name, each[name]) for name in differing) for each in (stored, wanted))
        raise StoreError(
            f"{store.folder}: these results were played with {old}, not with {new}; "
            "use the old settings, or name another folder"
        )


def _flat(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings, each limit as a separate one."""
    limits = {f"{name} limit": value for name, value in settings["limits"].items()}
    return {name: value for name, value in settings.items() if name != "limits"} | limits


def _setting_text(name: str, value: Any) -> str:
    if name == "seed":  # it is secret
        return f"a seed with the SHA-256 {seed_hash(value)[:8]}..."
    if name == "packages":
        return f"the packages {', '.join(value)}" if value else "no packages"
    if name == "memory limit":
        return f"{name} {value / MEGABYTE:g} MB"
    return f"{name} {value:g}" if isinstance(value, float) else f"{name} {value}"
