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
from random import Random

from phazed.course.similarity import find_similar
from phazed.game.starter import starter

FUNCTIONS = 30
COPIED = 20
"""Number of submissions per copy."""
TEMPLATE = starter("phazed", "my_bot.py")


def expression(rng: Random, names: list[str], depth: int = 3) -> str:
    kind = rng.randrange(7) if depth else 0
    if kind < 2:
        return rng.choice([*names, str(rng.randrange(99)), repr(rng.choice(names))])
    one, other = expression(rng, names, depth - 1), expression(rng, names, depth - 1)
    return [
        f"({one} {rng.choice('+-*/%')} {other})",
        f"{rng.choice(names)}({one}, {other})",
        f"[{one}, {other}]",
        f"({one} if {other} else {rng.choice(names)})",
        f"[{one} for {rng.choice(names)} in {other}]",
    ][kind - 2]


def function(rng: Random, number: int, names: list[str]) -> str:
    lines = [f"def function_{number}({', '.join(names[:2])}):"]
    for _ in range(rng.randint(2, 5)):
        one = expression(rng, names)
        lines += rng.choice(
            [
                [f"    {rng.choice(names)} = {one}"],
                [f"    if {one} > {rng.choice(names)}:", f"        return {expression(rng, names)}"],
                [f"    for {rng.choice(names)} in {one}:", f"        {rng.choice(names)} += 1"],
            ]
        )
    return "\n".join([*lines, f"    return {expression(rng, names)}"])


def program(seed: int, names: list[str], *, backwards: bool = False) -> str:
    rng = Random(seed)
    functions = [function(rng, number, names) for number in range(FUNCTIONS)]
    return "\n\n\n".join([TEMPLATE, *(reversed(functions) if backwards else functions)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=500)
    count = parser.parse_args().submissions
    sources, copies = {}, set()
    for number in range(count):
        copy = number % COPIED == COPIED - 1
        text = program(number - 1 if copy else number, list("pqrs") if copy else list("abcd"), backwards=copy)
        sources[f"student {number:04}"] = {"bot.py": text}
        if copy:
            copies.add((f"student {number - 1:04}", f"student {number:04}"))
    begun, used = time.perf_counter(), time.process_time()
    found = {(pair.first, pair.second) for pair in find_similar(sources, [TEMPLATE])}
    taken, used = time.perf_counter() - begun, time.process_time() - used
    lines = len(sources["student 0000"]["bot.py"].splitlines())
    print(f"{count} submissions of {lines} lines: {taken:.1f} s, {used:.1f} CPU seconds")
    print(f"{len(found & copies)} of {len(copies)} copies found, {len(found - copies)} other pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
