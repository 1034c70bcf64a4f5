"""A seeded fuzzer of what strangers can ask the core: the course's players and `advise`.

    python tests/core/fuzz.py [--calls N] [--seed N]

Each call begins as a real position of a game. Lawless positions have been changed so that they are still well-formed
but, nearly always, describe no game: groups without natural cards, accumulations beyond the last stage, turns without
a pick-up, hands of any size. Malformed calls have arbitrary objects in them. Whatever it is, the course's function must
answer with a play, which is legal if any is, and `advise` must give advice or raise a `PhazedError`. `make sanitize`
runs it on a core that is compiled with AddressSanitizer and UBSan, so that an access outside of an array ends the
process. Before the calls, four experts play a whole game of each kind.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from phazed import bots
from phazed.bots.advice import advise
from phazed.bots.expert import ExpertBot
from phazed.bots.fallback import legal_or_any
from phazed.bots.thinking import Effort
from phazed.core import is_compiled
from phazed.game.referee import play_game
from phazed.game.view import View
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import HAND_SIZE, RULESETS
from positions import ANSWER, GAMES, listed, real_views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from phazed.rules.rulesets import Ruleset

    Position = list[Any]
    """The six arguments of a course function, lists all the way down."""

FEW = Effort(worlds=4, seconds=0.5)
SEAT, TABLE, HISTORY, STATUS, HAND, DISCARD = range(6)
GARBAGE = (None, True, -1, 4, 7, 9, 10**30, 0.5, float("nan"), "", "XX", "ZZ", "10S", "2S", b"2S", [], [[]], {}, {1: 2})


# Lawless positions: well-formed, but of no game


def change_hand(rules: Ruleset, position: Position, chance: Random) -> None:
    size = chance.choice((0, 1, 2, 5, 9, 10, 11, 12, 13, 30, 200))
    position[HAND] = chance.choices(rules.deck, k=size)


def change_some_cards(rules: Ruleset, position: Position, chance: Random) -> None:
    hand = position[HAND]
    for place in range(len(hand)):
        if chance.random() < 0.5:
            hand[place] = chance.choice((chance.choice(rules.deck), "AS", hand[0]))


def change_discard(rules: Ruleset, position: Position, chance: Random) -> None:
    position[DISCARD] = chance.choice((None, *chance.sample(rules.deck, 2), rules.deck[-1]))


def change_seat(rules: Ruleset, position: Position, chance: Random) -> None:
    position[SEAT] = chance.randrange(4)


def change_status(rules: Ruleset, position: Position, chance: Random) -> None:
    position[STATUS] = [listed(chance.choice(sorted(rules.statuses))) for _ in range(4)]


def lay_anything(rules: Ruleset, position: Position, chance: Random) -> None:
    """Put groups of all kinds on the table that nobody could lay, or that nobody has laid."""
    cards = [card for card in rules.deck if card != "ZZ" or chance.random() < 0.1]
    aces, kings = [card for card in cards if card[0] == "A"], [card for card in cards if card[0] == "K"]
    for seat in range(4):
        if chance.random() < 0.7:
            phase = chance.choice([*rules.accumulation_phases, *range(1, len(rules.phases) + 1)])
            pools = [chance.choice((cards, aces, kings)) for _ in range(rules.group_counts[phase])]
            sizes = [chance.choice((0, 0, 1, 3, 4, 7, 8, 12, 13, 40, 300)) for _ in pools]
            position[TABLE][seat] = [phase, [chance.choices(pool, k=size) for pool, size in zip(pools, sizes)]]


def empty_the_groups(rules: Ruleset, position: Position, chance: Random) -> None:
    for _, groups in position[TABLE]:
        groups[:] = [chance.choice((group, [], group[:1], group * 2)) for group in groups]


def lose_turns(rules: Ruleset, position: Position, chance: Random) -> None:
    position[HISTORY] = [turn for turn in position[HISTORY] if chance.random() < 0.8]


def repeat_turns(rules: Ruleset, position: Position, chance: Random) -> None:
    position[HISTORY] = (position[HISTORY] * chance.choice((2, 9, 70)))[:700]


def lose_plays(rules: Ruleset, position: Position, chance: Random) -> None:
    for _, plays in position[HISTORY]:
        plays[:] = [play for play in plays if chance.random() < 0.8]


def repeat_plays(rules: Ruleset, position: Position, chance: Random) -> None:
    for _, plays in position[HISTORY]:
        if plays and chance.random() < 0.3:
            plays[:] = plays + [chance.choice(plays)] * chance.choice((1, 2, 20))


def add_plays(rules: Ruleset, position: Position, chance: Random) -> None:
    """Put plays into the turns that do not belong there."""
    card = chance.choice(rules.deck)
    groups = [chance.choices(rules.deck, k=chance.choice((0, 3, 4, 8, 40))) for _ in range(2)]
    for _, plays in position[HISTORY][-3:]:
        play = chance.choice(
            (
                [1, "XX"],
                [2, card],
                [3, [chance.randint(-1, 9), groups] if rules.declares else groups],
                [4, [card, [chance.randint(-1, 4), chance.randint(-1, 2), chance.randint(-1, 300)]]],
                [5, card],
                [6, chance.randint(-2, 9)],
            )
        )
        plays.insert(chance.randint(0, len(plays)), play)


def change_players(rules: Ruleset, position: Position, chance: Random) -> None:
    for turn in position[HISTORY]:
        if chance.random() < 0.3:
            turn[0] = chance.randrange(4)


def same_cards_everywhere(rules: Ruleset, position: Position, chance: Random) -> None:
    """Many copies of one card: in the hand, in the groups and among the discards."""
    card = chance.choice(rules.deck)
    position[HAND] = [card] * len(position[HAND])
    for _, groups in position[TABLE]:
        groups[:] = [[card] * len(group) for group in groups]


CHANGES = (
    change_hand,
    change_some_cards,
    change_discard,
    change_seat,
    change_status,
    lay_anything,
    empty_the_groups,
    lose_turns,
    repeat_turns,
    lose_plays,
    repeat_plays,
    add_plays,
    change_players,
    same_cards_everywhere,
)


# Malformed calls


def with_garbage(value: Any, chance: Random) -> Any:
    """The same with an arbitrary object somewhere in it."""
    if not isinstance(value, list) or not value or chance.random() < 0.15:
        return chance.choice(GARBAGE)
    place = chance.randrange(len(value))
    return [*value[:place], with_garbage(value[place], chance), *value[place + 1 :]]


# What is asked


def calls(count: int, seed: int) -> Iterator[tuple[str, Position]]:
    """So many calls: every fifth malformed, the others lawless."""
    chance = Random(seed)
    for number in range(count):
        game = GAMES[number % len(GAMES)]
        rules = RULESETS[game]
        position = listed(chance.choice(real_views(game, "greedy", games=2)).to_course())
        if number % 5 == 4:
            for _ in range(chance.randint(1, 3)):
                position = with_garbage(position, chance)
        else:
            for change in chance.sample(CHANGES, k=chance.randint(1, 3)):
                change(rules, position, chance)
        yield game, position


def is_play(answer: Any) -> bool:
    """Whether the answer has the form of a play."""
    return isinstance(answer, tuple) and len(answer) == 2 and answer[0] in range(1, 7)


def ask(game: str, position: Any) -> str:
    """Ask the course's function and `advise`; what became of it."""
    arguments = position if isinstance(position, list) and len(position) == 6 else [position] * 6
    answer = ANSWER[game](*arguments)
    assert is_play(answer), (game, position, answer)
    try:
        view = View.from_course(RULESETS[game], *arguments)
    except PhazedError:
        return "malformed"
    looked_at = view._replace(hand=view.hand[: HAND_SIZE + 1])
    assert legal_or_any(looked_at, answer) == answer, (game, position, answer)
    try:
        advice = advise(view, FEW)
    except PhazedError:
        return "refused"
    assert all(view.refuse(option.play) is None for option in advice.options), (game, position)
    return "advised"


def think_little() -> None:
    """Make the expert behind the course's functions think as little as the sanitizers' slowness asks for."""
    bots.BOTS["expert"] = lambda rules, seed: ExpertBot(rules, seed, FEW)


def play_games(seed: int, report: Callable[[str], object]) -> None:
    """Let four experts play a whole game of each kind."""
    for rules in RULESETS.values():
        outcome = play_game(rules, [ExpertBot(rules, seat, FEW) for seat in range(4)], seed=seed).outcome
        assert outcome.error is None
        report(f"{rules.name}: a game of {outcome.hands} hands")


def run(count: int, seed: int, report: Callable[[str], object]) -> dict[str, int]:
    """Ask so many calls; how many of them were malformed, refused and advised."""
    found = {"malformed": 0, "refused": 0, "advised": 0}
    slowest, start = 0.0, time.monotonic()
    for number, (game, position) in enumerate(calls(count, seed), 1):
        begun = time.monotonic()
        found[ask(game, position)] += 1
        slowest = max(slowest, time.monotonic() - begun)
        if number % 500 == 0 or number == count:
            left = (time.monotonic() - start) / number * (count - number)
            report(f"{number:,} of {count:,} calls, {found}, slowest {slowest:.2f} s, about {left:.0f} s left")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Ask the players lawless and malformed positions.")
    parser.add_argument("--calls", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    think_little()
    report(f"the core is {'compiled' if is_compiled() else 'plain Python'}: {bots.__file__}")
    play_games(asked.seed, report)
    run(asked.calls, asked.seed, report)


def report(line: str) -> None:
    print(line, flush=True)


if __name__ == "__main__":
    main()
