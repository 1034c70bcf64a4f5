"""Changes to a tournament in progress: bots can be added, replaced or disqualified.

The bots in the folder are compared with those in the stored results. The organiser must confirm each difference with a
command-line option, so that no bot is changed by mistake. A bot keeps its number and its results. A new version of a
bot counts as another bot, with its own number.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, NamedTuple

from phazed.storage.database import StoreError, storable
from phazed.storage.entrant import Entrant
from phazed.text import counted, joined, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phazed.arena.entrants import LoadedEntrants
    from phazed.storage.results.rows import BotNumber, StoredBot
    from phazed.storage.results.store import Store

MAX_NAMED = 5
"""Maximum number of differences listed in an error message."""


class Changes(NamedTuple):
    """The names of the bots that the organiser adds, replaces and disqualifies."""

    add: tuple[str, ...] = ()
    replace: tuple[str, ...] = ()
    disqualify: tuple[str, ...] = ()
    why: str = ""
    """Reason for disqualifications."""


class Newcomer(NamedTuple):
    """A bot that joins the tournament."""

    entrant: Entrant
    name: str
    """Name in the tournament."""
    replaces: BotNumber | None


class Lineup(NamedTuple):
    """The bots of a tournament after its changes."""

    entrants: list[Entrant]
    """Previous bots, by number, under their names in the tournament. Bots that no longer play have no files."""
    newcomers: list[Newcomer]
    disqualified: list[BotNumber]


def lineup(store: Store, bots: LoadedEntrants, changes: Changes) -> Lineup:
    """Match the stored bots with those in the folder; raise `StoreError` for a difference that no option confirms."""
    return _Matching(store, bots, changes).lineup()


class _Matching:
    """A comparison of the stored bots with those in the folder."""

    def __init__(self, store: Store, bots: LoadedEntrants, changes: Changes) -> None:
        self._store = store
        self._stored = store.bots
        self._changes = changes
        self._failed = store.failed
        self._problems = {storable(name): problem for name, problem in bots.problems.items()}
        self._current = {storable(each.name): each for each in bots.entrants}
        self._playing = {bot.source: number for number, bot in enumerate(self._stored) if bot.removed is None}

    def lineup(self) -> Lineup:
        disqualified = [self._find(name) for name in dict.fromkeys(self._changes.disqualify)]
        leaving = {self._stored[number].source for number in disqualified}
        staying = {source: number for source, number in self._playing.items() if source not in leaving}
        gone = [source for source in staying if source not in self._current]
        changed = [
            source
            for source, number in staying.items()
            if source in self._current and self._current[source].digest != self._stored[number].digest
        ]
        new = [source for source, bot in self._current.items() if source not in self._playing and self._is_new(bot)]
        replaced = self._named("--replace", self._changes.replace, changed, "has not changed")
        added = self._named("--add", self._changes.add, self._addable(), "already takes part")
        self._explain(
            [source for source in changed if source not in replaced],
            gone,
            [source for source in new if source not in added],
        )
        entrants = [self._entrant(number, bot, staying) for number, bot in enumerate(self._stored)]
        taken = {bot.name for bot in self._stored}
        newcomers = [
            Newcomer(self._current[source], _free_name(source, taken), staying.get(source))
            for source in (*replaced, *added)
        ]
        return Lineup(entrants, newcomers, disqualified)

    def _is_new(self, bot: Entrant) -> bool:
        """Return whether the bot was never disqualified and its current files have not failed the pre-check."""
        source = storable(bot.name)
        left = any(each.source == source and each.removed is not None for each in self._stored)
        return not left and self._failed.get(source) != bot.digest

    def _addable(self) -> list[str]:
        """Return the bots that can join; a built-in player that was removed cannot rejoin."""
        removed = {each.source for each in self._stored if each.built_in and each.removed is not None}
        return [source for source in self._current if source not in self._playing and source not in removed]

    def _entrant(self, number: BotNumber, bot: StoredBot, staying: dict[str, BotNumber]) -> Entrant:
        current = self._current.get(bot.source)
        if current is None or staying.get(bot.source) != number or current.digest != bot.digest:
            return Entrant(bot.name)  # it no longer plays
        return current if current.built_in else current._replace(name=bot.name)

    def _find(self, name: str) -> BotNumber:
        """Return the number of the bot with this name, either in the tournament or in the folder."""
        names = {bot.name: number for number, bot in enumerate(self._stored) if bot.removed is None}
        number = names.get(storable(name), self._playing.get(storable(name)))
        if number is None:
            raise self._unknown("--disqualify", name, names)
        return number

    def _named(self, option: str, names: Iterable[str], possible: Sequence[str], otherwise: str) -> list[str]:
        """Return the bots named by an option; raise `StoreError` for a name that is not in `possible`."""
        found = [storable(name) for name in dict.fromkeys(names)]
        for name in found:
            if name not in possible:
                if name in self._playing and name in self._current:
                    raise StoreError(f"{self._store.folder}: {option} {printable(name)}: this bot {otherwise}")
                raise self._unknown(option, name, possible)
        return found

    def _unknown(self, option: str, name: str, known: Iterable[str]) -> StoreError:
        close = get_close_matches(name, list(known), n=3)
        meant = f"; did you mean {joined(map(printable, close), 'or')}?" if close else ""
        where = "in this tournament" if option == "--disqualify" else "in the folder"
        return StoreError(
            f"{self._store.folder}: {option} {printable(name)}: there is no bot with this name {where}{meant}"
        )

    def _gone(self, source: str) -> str:
        """Describe why a bot of the tournament is missing from the folder."""
        problem = self._problems.get(source)
        return "is missing" if problem is None else f"can no longer take part ({printable(problem)})"

    def _explain(self, changed: list[str], gone: list[str], new: list[str]) -> None:
        """Raise `StoreError` if there are differences that no option confirms."""
        differences = [
            *(
                (source, "has changed", "to continue with the new version of {}, use --replace {}")
                for source in changed
            ),
            *(
                (source, self._gone(source), "to continue without {}, use --disqualify {} --why TEXT")
                for source in gone
            ),
            *((source, "is new", "to let {} join, use --add {}") for source in new),
        ]
        if not differences:
            return
        parts = [f"{printable(source)} {what}" for source, what, _ in differences[:MAX_NAMED]]
        if len(differences) > MAX_NAMED:
            parts.append(f"and {len(differences) - MAX_NAMED} more")
        hints: dict[str, str] = {}
        for source, _, hint in differences:
            hints.setdefault(hint, hint.format(printable(source), printable(source)))
        raise StoreError(
            f"{self._store.folder}: the bots differ from those in these results: {', '.join(parts)}; "
            f"{'; '.join(hints.values())}; or choose another folder to start a new tournament"
        )


def _free_name(source: str, taken: set[str]) -> str:
    """Return a name that no bot has or had, numbered if necessary, and add it to `taken`."""
    number = 1
    name = source
    while name in taken:
        number += 1
        name = f"{source} ({number})"
    taken.add(name)
    return name


def apply(store: Store, found: Lineup, changes: Changes, now: str) -> list[Entrant]:
    """Store the changes and return all entrants, by number."""
    entrants = list(found.entrants)
    if not (found.newcomers or found.disqualified):
        return entrants
    played = counted(store.played, "match", "matches", ",")
    with store.writing(), store.transaction():
        for number in found.disqualified:
            store.remove_bot(number, f"disqualified after {played}: {changes.why}")
            store.add_event(now, f"{store.bots[number].name} was disqualified: {changes.why}")
        for entrant, name, replaces in found.newcomers:
            number = store.add_bot(entrant, name)
            entrants.append(entrant if entrant.built_in else entrant._replace(name=name))
            if replaces is None:
                store.add_event(now, f"{name} joined")
            else:
                store.remove_bot(replaces, f"replaced by {name} after {played}")
                store.add_event(now, f"{store.bots[replaces].name} was replaced by {name}")
    return entrants
