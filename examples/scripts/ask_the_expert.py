"""Get the expert's advice on a position: the plays worth considering, their chances, and the reasons."""

from __future__ import annotations

from phazed.bots.advice import advise
from phazed.game.view import View
from phazed.rules.cards import cards
from phazed.rules.rulesets import PHAZED
from phazed.terminal.advice import advice_text

hand = cards("7S 7D QH QC QD 2S 4D 5D 9H KD")
empty = ((None, ()),) * 4
view = View(PHAZED, seat=0, table=empty, history=(), status=(0, 0, 0, 0), hand=hand, discard="7C")
print(advice_text(advise(view)))
