"""The built-in players at the table: their time limits, and hints from the strongest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.bots import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.answers.table import HintReply
    from phazed.bots import Bot
    from phazed.game.view import View
    from phazed.rules.rulesets import Ruleset

THINKERS = frozenset({"strong", "expert"})
"""Players that run in a thread, because they load the core or search for a long time."""
THINKING_SECONDS = 0.25
"""CPU time limit of the expert for a play at the table."""


def hint(view: View, scores: Sequence[int], names: Sequence[str]) -> HintReply:
    """What `phazed advise` prints, in three steps and as a table of chances."""
    from phazed.bots.advice import MAX_SHOWN, advise

    advice = advise(view, scores=scores, names=names)
    return {
        "kind": "hint",
        "hints": list(advice.hints),
        "cards": list(advice.best.cards),
        "play": advice.best.words,
        "options": [
            {"play": each.words, "win": list(each.win), "phase": list(each.phase), "out": list(each.out)}
            for each in advice.options[:MAX_SHOWN]
        ],
        "due": list(advice.due),
        "legend": advice.legend,
    }


def player(name: str, rules: Ruleset, seed: object) -> Bot:
    """The built-in player of that name, with its time limit at a table."""
    if name == "expert":
        from phazed.bots.expert import ExpertBot
        from phazed.bots.thinking import Effort

        return ExpertBot(rules, seed, Effort(seconds=THINKING_SECONDS))
    return make(name, rules, seed)
