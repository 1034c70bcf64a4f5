"""The oracle of the environments: a game on top of the plain rules."""

from __future__ import annotations

from phazed.core import layout
from phazed.env.actions import NOTHING, Actions
from phazed.env.layout import OFFERED, REWARDS
from phazed.env.observation import observe
from phazed.game.games import start
from phazed.rules.plays import LAY_PHASE
from phazed.rules.scoring import points
from phazed.rules.state import apply


class RulesEnv:
    """A game for four seats, of which the rules decide everything."""

    def __init__(self, rules, *, actions="cards", rewards="win"):
        self.rewarded = REWARDS[rewards]
        self.actions = Actions(rules, OFFERED[actions])
        self.rules = rules

    def reset(self, decks):
        self.decks = iter(decks)
        self.standing = start(self.rules)
        self.rewards = [0.0] * 4
        self.deal()

    def deal(self):
        self.state = self.standing.deal(next(self.decks))
        self.progress = NOTHING

    @property
    def legal_actions(self):
        return [] if self.standing.over else self.actions.legal(self.state, self.progress)

    def observe(self, seat):
        progress = self.progress if seat == self.state.seat else None
        return observe(self.state, seat, self.standing.scores, self.standing.hands, progress)

    def step(self, action):
        assert action in self.legal_actions
        self.rewards = [0.0] * 4
        seat = self.state.seat
        plays, self.progress = self.actions.plays(self.state, self.progress, action)
        for play in plays:
            if play[0] == LAY_PHASE and self.rewarded == layout.SHAPED:
                self.rewards[seat] += 1.0
            self.state = apply(self.state, play)
        if self.state.ending:
            self.end_hand()

    def end_hand(self):
        self.standing = self.standing.after(self.state)
        if self.rewarded == layout.SHAPED:
            for seat, hand in enumerate(self.state.hands):
                self.rewards[seat] -= points(hand) / 100
        if not self.standing.over:
            self.deal()
            return
        ranks = self.standing.ranks
        for seat, rank in enumerate(ranks):
            self.rewards[seat] += (rank == 1) / ranks.count(1) - (self.rewarded == layout.ZERO_SUM) / 4
