"""The built-in players at the table: who thinks, for how long, and what the strongest advises."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.bots import make

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.bots import Bot
    from phazed.game.view import View
    from phazed.rules.rulesets import Ruleset
    from phazed.web.tables.messages import Message

THINKERS = frozenset({"strong", "expert"})
"""Players that need the core, which takes a moment to load, or think for long: they do so in a thread."""
THINKING_SECONDS = 0.25
"""The most CPU time that the expert takes for a play at the table."""
HINT_SECONDS = 0.5


def hint(view: View, scores: Sequence[int], names: Sequence[str]) -> Message:
    """Three steps of advice from the strongest player."""
    from phazed.bots.advice import advise
    from phazed.bots.thinking import Effort

    advice = advise(view, Effort(seconds=HINT_SECONDS), scores, names=names)
    return {"kind": "hint", "hints": advice.hints, "cards": advice.best.cards, "play": advice.best.words}


def player(name: str, rules: Ruleset, seed: object) -> Bot:
    """The built-in player of that name, with the time that it has at a table."""
    if name == "expert":
        from phazed.bots.expert import ExpertBot
        from phazed.bots.thinking import Effort

        return ExpertBot(rules, seed, Effort(seconds=THINKING_SECONDS))
    return make(name, rules, seed)
