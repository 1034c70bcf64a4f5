"""Programs made at random from a grammar."""

from __future__ import annotations

from random import Random


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


def program(seed: int, names: list[str], *, backwards: bool = False, head: str = "", functions: int = 30) -> str:
    """Return a program; programs of different seeds have little in common."""
    rng = Random(seed)
    made = [function(rng, number, names) for number in range(functions)]
    return "\n\n\n".join([head, *(reversed(made) if backwards else made)])
