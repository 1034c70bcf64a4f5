"""The player written by `phazed export`: its size, its import time, and the time of its plays compared with @strong.

    python benchmarks/export.py [--games N] [--starts N]

A Python interpreter without packages imports the file `--starts` times. In whole games, both the file and the installed
player are called for every play, so that both are measured under the same load, and must return the same play.
"""

from __future__ import annotations

import argparse
import importlib.util
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from phazed.bots import answer
from phazed.core import is_compiled
from phazed.export.file import exported
from phazed.game.referee import play_game
from phazed.rules.rulesets import RULESETS

if TYPE_CHECKING:
    from collections.abc import Callable

IMPORT = """
import sys, time
sys.path.insert(0, sys.argv[1])
start = time.perf_counter()
import expert
print(time.perf_counter() - start)
"""


def import_times(folder: str, starts: int) -> list[float]:
    command = [sys.executable, "-I", "-S", "-B", "-c", IMPORT, folder]
    return sorted(float(subprocess.run(command, capture_output=True, check=True).stdout) for _ in range(starts))


def timed(function: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
    start = time.perf_counter()
    answered = function(*arguments)
    return answered, time.perf_counter() - start


def play_times(expert: Any, game: str, games: int) -> dict[str, list[float]]:
    """Return the seconds of every play by the file and by the installed player."""
    rules = RULESETS[game]
    play = getattr(expert, rules.play_function)
    taken: dict[str, list[float]] = {"the file": [], "@strong": []}

    def both(*arguments: Any) -> Any:
        by_file, seconds = timed(play, *arguments)
        taken["the file"].append(seconds)
        by_strong, seconds = timed(answer, "strong", rules, arguments)
        taken["@strong"].append(seconds)
        assert by_file == by_strong, arguments
        return by_strong

    for seed in range(games):
        assert play_game(rules, [both] * 4, seed).outcome.error is None
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=10, help="number of games of each kind")
    parser.add_argument("--starts", type=int, default=9, help="number of imports")
    asked = parser.parse_args()
    text, seconds = timed(exported)
    print(f"{len(text.encode()):,} bytes, written in {seconds:.1f} s")
    with TemporaryDirectory() as folder:
        file = Path(folder) / "expert.py"
        file.write_text(text, encoding="utf-8")
        starts = import_times(folder, asked.starts)
        print(f"import: {1000 * starts[0]:.0f} ms at best, {1000 * starts[-1]:.0f} ms at worst of {len(starts)}")
        spec = importlib.util.spec_from_file_location("expert", file)
        expert = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(expert)
    print(f"milliseconds per play (the core of @strong is {'' if is_compiled() else 'not '}compiled):")
    for game in RULESETS:
        for who, taken in play_times(expert, game, asked.games).items():
            taken.sort()
            mean, late, last = sum(taken) / len(taken), taken[int(0.99 * len(taken))], taken[-1]
            figures = f"mean {1000 * mean:.2f}, 99 % within {1000 * late:.1f}, slowest {1000 * last:.1f}"
            print(f"  {game:12}  {who:8}  {len(taken):,} plays: {figures}")


if __name__ == "__main__":
    main()
