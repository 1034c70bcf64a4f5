"""The time needed to compare a class's submissions: random programs from a grammar, some of them copies of others.

    python benchmarks/similarity.py
    python benchmarks/similarity.py --submissions 1000

Each program has 30 functions with about 4,000 tokens. One in twenty is a copy of another program, with different names
and the functions in a different order; all of them start with the same template.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from phazed.course.similarity import find_similar
from phazed.game.starter import starter

sys.path.append(str(Path(__file__).parent.parent / "tests" / "course"))

from random_programs import program

COPIED = 20
"""Number of submissions for each copy."""
TEMPLATE = starter("phazed", "my_bot.py")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=500)
    count = parser.parse_args().submissions
    sources, copies = {}, set()
    for number in range(count):
        copy = number % COPIED == COPIED - 1
        text = program(
            number - 1 if copy else number, list("pqrs") if copy else list("abcd"), backwards=copy, head=TEMPLATE
        )
        sources[f"student {number:04}"] = {"bot.py": text}
        if copy:
            copies.add((f"student {number - 1:04}", f"student {number:04}"))
    begun, used = time.perf_counter(), time.process_time()
    found = {(pair.first, pair.second) for pair in find_similar(sources, [TEMPLATE]).pairs}
    taken, used = time.perf_counter() - begun, time.process_time() - used
    lines = len(sources["student 0000"]["bot.py"].splitlines())
    print(f"{count} submissions of {lines} lines: {taken:.1f} s, {used:.1f} CPU seconds")
    print(f"{len(found & copies)} of {len(copies)} copies found, {len(found - copies)} other pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
