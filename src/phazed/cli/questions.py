"""The commands that answer questions: `phazed explain`, `advise`, `score` and `rules`."""

from __future__ import annotations

import os

from phazed.cli.terminal import (
    NO,
    OK,
    UsageError,
    game_option,
    json_option,
    print_json,
    read,
    seed_of,
    style_here,
    waiting,
    whole,
    width,
)
from phazed.rules.rulesets import ruleset

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

WORLDS = 800
"""Default number of sampled deals."""
MAX_SECONDS = 60.0


def add(commands: Any) -> None:
    """Add the commands to the parser."""
    explain = commands.add_parser(
        "explain",
        help="show what a course function returns and why",
        description=_explain.__doc__,
        epilog="exit code: 0 if the play is valid or the cards are a group or phase, 1 if not, 2 if the call is wrong",
    )
    explain.add_argument(
        "call",
        nargs="?",
        default="-",
        metavar="CALL",
        help="a call of any course function, such as \"phazed_group_type(['2C', '2S', 'AH'])\", or a file that "
        "contains one; if omitted or -, the call is read from standard input",
    )
    json_option(explain, "print the explanation")
    explain.set_defaults(run=_explain)

    advise = commands.add_parser("advise", help="suggest a play, with reasons", description=_advise.__doc__)
    advise.add_argument(
        "call",
        nargs="?",
        default="-",
        metavar="CALL",
        help="a call of phazed_play, phazed_bonus or phasedout_play with all arguments, as printed by phazed match "
        "and phazed check, or a file that contains one; if omitted or -, the call is read from standard input",
    )
    advise.add_argument(
        "--worlds", type=whole(1, 100_000), help=f"number of sampled deals of the hidden cards (default: {WORLDS})"
    )
    advise.add_argument("--seed", default="0", help="seed of the sampled deals (default: 0)")
    json_option(advise, "print the advice")
    advise.set_defaults(run=_advise)

    score = commands.add_parser("score", help="count the points of a hand", description=_score.__doc__)
    score.add_argument("cards", nargs="*", metavar="CARD", help="cards, such as 3D JC AS")
    game_option(score, default="phazed")
    json_option(score, "print the points")
    score.set_defaults(run=_score)

    rules = commands.add_parser("rules", help="show the rules or a single rule", description=_rules.__doc__)
    rules.add_argument("number", nargs="?", metavar="NUMBER", help="a rule such as 5.4, or a section such as 5")
    json_option(rules, "print the Markdown text")
    rules.set_defaults(run=_rules)


def _read_call(given: str) -> tuple[str, dict[str, Any]]:
    """Return the function and arguments of a call, which is given directly, in a file or on standard input."""
    from phazed.game.pasted import read_call

    if given == "-" or os.path.isfile(given):
        return read_call(read(given, "a call of a course function"))
    if given and not set(given) & set("(\n "):
        raise UsageError(f"{given} is neither a file nor a call such as phazed_score(['3D', 'JC'])")
    return read_call(given)


def _explain(chosen: argparse.Namespace) -> int:
    """Show what a course function returns and why.

    Paste the call as it is; no part of it is executed. For a function that plays, the advice of phazed advise is shown.
    """
    from phazed.game.pasted import explained, game_and_question

    name, arguments = _read_call(chosen.call)
    if game_and_question(name)[1] == "play":
        return _print_advice(name, arguments, None, "0", as_json=chosen.json)
    found = explained(name, arguments)
    if chosen.json:
        print_json(found.as_data())
    else:
        print(found.as_text(width()))
    return OK if found.positive else NO


def _advise(chosen: argparse.Namespace) -> int:
    """Show what the expert would play in a position, with chances and reasons for each play.

    The position is a call of phazed_play, phazed_bonus or phasedout_play, pasted as it is; no part of it is executed.
    Since the call contains no scores, they are assumed to be equal.
    """
    from phazed.game.pasted import game_and_question

    name, arguments = _read_call(chosen.call)
    if game_and_question(name)[1] != "play":
        raise UsageError(
            f"{name} does not choose a play: give a call of phazed_play, phazed_bonus or phasedout_play, or use "
            "phazed explain"
        )
    return _print_advice(name, arguments, chosen.worlds, chosen.seed, as_json=chosen.json)


def _print_advice(name: str, arguments: dict[str, Any], worlds: int | None, seed: str, *, as_json: bool) -> int:
    from phazed.answers.form import to_json
    from phazed.bots.advice import EFFORT, advise
    from phazed.bots.thinking import Effort
    from phazed.game.pasted import game_and_question
    from phazed.game.view import View
    from phazed.rules.cards import in_order
    from phazed.terminal.advice import advice_text
    from phazed.text import block

    rules, _ = game_and_question(name)
    view = View.from_course(rules, *arguments.values())
    effort = Effort(worlds, seconds=MAX_SECONDS) if worlds else EFFORT
    with waiting("thinking"):
        advice = advise(view, effort, seed=seed_of(seed))
    if as_json:
        print_json({"game": rules.name, "player": view.seat, **to_json(advice)})
    else:
        top = f"top discard {view.discard}" if view.discard else "no discard"
        print(block([f"{rules.name}, player {view.seat}: {' '.join(in_order(view.hand))}, {top}"], width()))
        print(f"\n{advice_text(advice, width())}")
    return OK


def _score(chosen: argparse.Namespace) -> int:
    """Count the penalty points of the cards left in a hand."""
    import re

    from phazed.rules.cards import POINTS, card
    from phazed.rules.scoring import points

    rules, style = ruleset(chosen.game), style_here()
    hand = tuple(card(text) for text in re.findall(r"[^\s,'\"()\[\]]+", " ".join(chosen.cards)))
    for held in hand:
        if held not in rules.cards:
            raise UsageError(f"{held} is not a card of {rules.name}")
    if chosen.json:
        print_json({"game": rules.name, "cards": hand, "each": [POINTS[held] for held in hand], "points": points(hand)})
    else:
        parts = " + ".join(f"{style.card(held)} {POINTS[held]}" for held in hand)
        print(f"{points(hand)} points: {parts or 'no cards'}")
    return OK


def _rules(chosen: argparse.Namespace) -> int:
    """Show all rules, or a single rule or section."""
    from phazed.game.rulebook import find, for_terminal, rulebook

    text = find(chosen.number) if chosen.number else rulebook()
    if chosen.json:
        print_json({"number": chosen.number, "text": text})
    else:
        print(for_terminal(text, style_here(), width()))
    return OK
