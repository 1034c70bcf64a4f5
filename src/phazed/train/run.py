"""The command `phazed train`, which builds tables in a folder, can be resumed, and installs tables on request."""

from __future__ import annotations

import time
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import __version__, core
from phazed.core import encoding
from phazed.train import curve, futures
from phazed.train.files import Kept, Made, TrainingError, folder, writable
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from phazed.progress import Progress
    from phazed.rules.rulesets import Ruleset
    from phazed.train.beliefs import Array, Report
    from phazed.train.files import Key

PACKAGE = Path(core.__file__).parent
"""The folder from which the core reads its tables."""
VALUES = "values.bin"
VERSION = {"version": __version__}


class TrainingPlan(NamedTuple):
    """The tables to build: solitaire values, and each game's beliefs, preferences, styles and win chances."""

    solitaire: bool
    beliefs: bool
    preferences: bool
    styles: bool
    futures: bool
    games: Sequence[Ruleset]
    seed: object
    samples: int
    """Hands per part, for the win chances."""


class Training:
    """Carries out a plan in a folder."""

    def __init__(self, out: Path, progress: Progress, *, install: bool = False, force: bool = False) -> None:
        self.out = writable(folder(out))
        self.package = writable(PACKAGE) if install else None
        self.made = Made(self.out, force=force)
        self.progress = progress
        self.force = force

    def run(self, plan: TrainingPlan) -> Iterator[str]:
        """Build the requested tables in dependency order, and report each as one line."""
        self._check(plan)
        if plan.solitaire:
            yield from self._values()
        for rules in plan.games:
            if plan.beliefs:
                yield from self._beliefs(rules, plan)
            if plan.preferences:
                yield from self._preferences(rules, plan)
            if plan.styles:
                yield from self._styles(rules, plan)
            if plan.futures:
                yield from self._futures(rules, plan)

    def _check(self, plan: TrainingPlan) -> None:
        """Raise `TrainingError` before any work starts if the plan cannot be carried out."""
        if plan.solitaire:
            self.made.has(VALUES, VERSION)
        for rules in plan.games:
            if plan.beliefs:
                self.made.has(_beliefs_file(rules), _beliefs_key(rules, plan))
            if plan.preferences and not self._has(_preferences_files(rules), _preferences_key(rules, plan)):
                self._kept_rounds(rules, plan)
            if plan.styles:
                self.made.has(_styles_file(rules), _styles_key(rules, plan))
            if plan.futures and not self._has(_futures_files(rules), _key(rules, plan)):
                self._kept(rules, plan)
                with _needs_extra("the win chances"):
                    import numpy  # noqa: F401  # needed after all hands are played

    def _values(self) -> Iterator[str]:
        if not self.made.has(VALUES, VERSION):
            with _needs_extra("the solitaire values"):
                from phazed.train.solitaire import tables
            self.made.add(VERSION, {VALUES: tables(self.progress.begin("solitaire values")).tobytes()})
        yield from self._finish(VALUES)

    def _beliefs(self, rules: Ruleset, plan: TrainingPlan) -> Iterator[str]:
        def learn(report: Report) -> tuple[Array, ...]:
            from phazed.train import beliefs

            return (beliefs.table(rules, plan.seed, report),)

        yield from self._in_one_go("beliefs", rules, _beliefs_file(rules), _beliefs_key(rules, plan), learn)

    def _styles(self, rules: Ruleset, plan: TrainingPlan) -> Iterator[str]:
        def learn(report: Report) -> tuple[Array, ...]:
            from phazed.train import styles

            return styles.tables(rules, plan.seed, report)

        yield from self._in_one_go("styles", rules, _styles_file(rules), _styles_key(rules, plan), learn)

    def _in_one_go(
        self, what: str, rules: Ruleset, file: str, key: Key, learn: Callable[[Report], tuple[Array, ...]]
    ) -> Iterator[str]:
        """Build a file of tables that are learned together; training cannot be resumed after an interruption."""
        if not self.made.has(file, key):
            on_progress = self.progress.begin(f"{what} of {rules.name}")
            with _needs_extra(f"the {what}"):
                tables = learn(on_progress)
            self.made.add(key, {file: b"".join(table.astype("<f8").tobytes() for table in tables)})
            on_progress(1, 1)
        yield from self._finish(file)

    def _preferences(self, rules: Ruleset, plan: TrainingPlan) -> Iterator[str]:
        table, strength = files = _preferences_files(rules)
        key = _preferences_key(rules, plan)
        if not self._has(files, key):
            kept = self._kept_rounds(rules, plan)
            with _needs_extra("the preferences"):
                from phazed.train import preferences
            on_progress = self.progress.begin(f"preferences of {rules.name}", len(kept.parts))
            try:
                for part in preferences.rounds(rules, plan.seed, kept.parts):
                    kept.add(part)
                    on_progress(len(kept.parts), preferences.ROUNDS)
            finally:
                kept.save()
            on_progress = self.progress.begin(f"learning curve of {rules.name}")
            points = [{"games": games, "won": won} for games, won in preferences.progress(rules, plan.seed, kept.parts)]
            weights = preferences.finished(kept.parts)
            self.made.add(key, {table: weights.astype("<f8").tobytes(), strength: curve.table(points)})
            kept.forget()
            on_progress(1, 1)
        yield from self._finish(table, strength)

    def _kept_rounds(self, rules: Ruleset, plan: TrainingPlan) -> Kept:
        with _needs_extra("the preferences"):
            from phazed.train import preferences
        file = self.out / f"rounds_{rules.name}.part"
        return Kept(file, _preferences_key(rules, plan), preferences.LENGTH, time.monotonic, force=self.force)

    def _futures(self, rules: Ruleset, plan: TrainingPlan) -> Iterator[str]:
        table, learning = _futures_files(rules)
        if not self._has((table, learning), _key(rules, plan)):
            kept = self._kept(rules, plan)
            hands = self._hands(rules, plan, kept)
            on_progress = self.progress.begin(f"win chances of {rules.name}")
            numbers = futures.worths(rules, hands)
            points = curve.table([point._asdict() for point in curve.learning(rules, hands)])
            contents = {table: pack(f"<{len(numbers)}d", *numbers), learning: points}
            self.made.add(_key(rules, plan), contents)
            kept.forget()
            on_progress(1, 1)
        yield from self._finish(table, learning)

    def _has(self, files: tuple[str, ...], key: Key) -> bool:
        has = [self.made.has(file, key) for file in files]
        return all(has)

    def _kept(self, rules: Ruleset, plan: TrainingPlan) -> Kept:
        file = self.out / f"hands_{rules.name}.part"
        length = plan.samples * futures.ROW
        return Kept(file, _key(rules, plan), length, time.monotonic, force=self.force)

    def _hands(self, rules: Ruleset, plan: TrainingPlan, kept: Kept) -> dict[int, bytes]:
        """Return the hands of every part, playing only the missing parts."""
        policy = encoding.new_policy(rules)
        on_progress = self.progress.begin(f"hands of {rules.name}", len(kept.parts))
        try:
            for part in range(len(kept.parts), futures.PARTS):
                kept.add(futures.play_hands(rules, plan.seed, part, plan.samples, policy))
                on_progress(len(kept.parts), futures.PARTS)
        finally:
            kept.save()
        return dict(enumerate(kept.parts))

    def _finish(self, table: str, *others: str) -> Iterator[str]:
        """Report the files, and install the table if requested."""
        for name in (table, *others):
            yield f"{self.out / name}: {(self.out / name).stat().st_size} bytes"
        if self.package:
            write(self.package / table, (self.out / table).read_bytes())
            encoding.data.cache_clear()  # later hands use the new table
            encoding.belief_weights.cache_clear()
            encoding.style_tables.cache_clear()
            encoding.preference_weights.cache_clear()
            encoding.win_chances.cache_clear()
            yield f"{self.package / table}: installed; the players now use it"


@contextmanager
def _needs_extra(what: str) -> Iterator[None]:
    """Turn the failed import of a library into an error that says how to install it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise TrainingError(f"{what} need {error.name}: pip install 'phazed[train]'") from None


def _beliefs_file(rules: Ruleset) -> str:
    return f"beliefs_{rules.name}.bin"


def _beliefs_key(rules: Ruleset, plan: TrainingPlan) -> Key:
    return {**VERSION, "game": rules.name, "seed": str(plan.seed), "values": _hash(encoding.data())}


def _preferences_files(rules: Ruleset) -> tuple[str, str]:
    return f"preferences_{rules.name}.bin", f"strength_{rules.name}.json"


def _preferences_key(rules: Ruleset, plan: TrainingPlan) -> Key:
    return {**_beliefs_key(rules, plan), "beliefs": _hash(encoding.belief_weights(rules.name))}


def _styles_file(rules: Ruleset) -> str:
    return f"styles_{rules.name}.bin"


def _styles_key(rules: Ruleset, plan: TrainingPlan) -> Key:
    return {**_preferences_key(rules, plan), "preferences": _hash(encoding.preference_weights(rules.name))}


def _hash(numbers: memoryview[Any]) -> str:
    return sha256(numbers).hexdigest()[:16]


def _futures_files(rules: Ruleset) -> tuple[str, str]:
    return f"futures_{rules.name}.bin", f"learning_{rules.name}.json"


def _key(rules: Ruleset, plan: TrainingPlan) -> Key:
    """Return the key of the hands: the plan, the tables that the policy uses, and a hash of its play."""
    policy = encoding.new_policy(rules)
    play = sha256(futures.play_hands(rules, 0, 0, 40, policy)).hexdigest()[:16]
    asked = {"game": rules.name, "seed": str(plan.seed), "samples": plan.samples}
    tables = {
        "values": _hash(encoding.data()),
        "beliefs": _hash(encoding.belief_weights(rules.name)),
        "preferences": _hash(encoding.preference_weights(rules.name)),
    }
    return {**VERSION, **asked, **tables, "play": play}
