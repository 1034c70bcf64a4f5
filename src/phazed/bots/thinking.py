"""The expert's search: selection and comparison of the plays worth considering.

A `Thinker` returns the options in a view, best first. Each option has a prior: the fast policy's evaluation as a chance
of winning the game. If there are several options, the search plays them all out in the same sampled worlds and drops
those that are clearly worse, so that the effort goes to close decisions. The final value is an average of the search's
estimate and the prior, weighted by their errors.

>>> from phazed.game.view import view
>>> from phazed.rules.rulesets import PHAZED
>>> from phazed.rules.state import deal
>>> state = deal(PHAZED, PHAZED.deck[::-1], dealer=0)
>>> thought = Thinker(PHAZED, Effort(worlds=20)).think(view(state, state.seat))
>>> sorted(option.play for option in thought)
[(1, None), (2, '4S')]
"""

from __future__ import annotations

from collections import Counter
from threading import Lock
from zlib import crc32

from phazed.bots.sparring import ALL_STYLES, policy_of
from phazed.bots.stopwatch import Stopwatch
from phazed.core.constants import TWO_COLOUR_TOTALS, TWO_TOTALS
from phazed.core.encoding import CODES, NAMES, new_beliefs, new_futures, new_hand, new_policy, new_styles, play_of
from phazed.core.knowledge import read
from phazed.core.playout import Playout
from phazed.core.policy import FAST, VALUE_WEIGHT
from phazed.core.sampler import Sampler
from phazed.core.search import Search
from phazed.core.sparring import Sparring
from phazed.rules.cards import JOKER
from phazed.rules.legality import BEFORE
from phazed.rules.plays import DISCARD, DRAW, FROM_THE_DECK, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import SEATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import NamedTuple

    from phazed.core.habits import Habits
    from phazed.core.hand import Hand
    from phazed.core.knowledge import Knowledge
    from phazed.core.policy import Policy
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset
else:
    from phazed.rules.namedtuples import NamedTuple


class Effort(NamedTuple):
    """A limit on the search for a play."""

    worlds: int = 1500
    """Mean number of worlds per option; if it is 0, the fast policy decides."""
    seconds: float = 0.7
    """Maximum time for a play, in CPU time and in wall-clock time."""


DEFAULT = Effort()


class Option(NamedTuple):
    """A play and its evaluation."""

    play: Play
    prior: float
    """The fast policy's evaluation, as a difference in the chance of winning."""
    value: float = 0.0
    """The chance of winning relative to the policy's favourite, estimated from the search and the prior."""
    win: float = 0.0
    """The chance of winning the game, estimated by the search."""
    error: float = 0.0
    """The standard error of `win`."""
    phase: float = 0.0
    """The chance of completing a phase in this hand, including by this play."""
    out: float = 0.0
    """The chance of going out."""
    worlds: int = 0
    """Number of worlds in which the option was played out."""
    place: float = 0.0
    """The expected share of the other players who place behind, if places count."""


if TYPE_CHECKING:
    Candidate = tuple[Option, int, int]
    """An option, and the kind and content of its play in the form used by the search."""

MAX_OPTIONS, BESIDE_SKIPS = 10, 3
"""Maximum number of discards to consider, in hands without and with a joker."""
FIRST_ROUND, GROWTH = 24, 1.5
"""Number of worlds in the first round, and factor by which rounds grow."""
WARM_UP, BETWEEN = 200, 40
"""Steps of the random walk before the first world and between two worlds."""
USUAL_STYLE = "greedy"
"""Default style of the other players in playouts: like most bots, it does not look beyond its own turn."""
CLEAR_STYLE = 0.5
"""Probability of a style above which a player is assumed to have it."""
CLOSE = 2.5
"""Number of standard errors by which an option must be worse to be dropped."""
PRIOR_ERROR = 0.03
"""Standard error of the prior, as a chance of winning."""
POINT = 0.0005
"""Approximate value of a point, as a chance of winning."""
MIN_WORLDS = 40
"""Minimum number of worlds; errors estimated from fewer are often far too small, so the prior decides alone."""
ACCUMULATIONS = frozenset({TWO_TOTALS, TWO_COLOUR_TOTALS})
"""The phases made of accumulations, which may be worth holding back in order to go out in one turn."""


class Thinker:
    """Compares plays; it keeps no state between calls except working memory.

    Calls are serialized, because the core uses the working memory without holding the GIL.
    """

    def __init__(self, rules: Ruleset, effort: Effort = DEFAULT, seed: object = 0, *, keeps_all: bool = False) -> None:
        self.rules = rules
        self.effort = effort
        self.keeps_all = keeps_all
        """Whether clearly worse options are played out in as many worlds as the others."""
        self._seed = seed
        self.lock = Lock()
        self.policy = new_policy(rules)
        self.theirs = new_policy(rules)
        self.futures = new_futures(rules)
        """Evaluates the ends of hands; with a `place_weight`, places count in addition to the chance of winning."""
        self.beliefs = new_beliefs(rules)
        self._styles = new_styles(rules)
        self._players: dict[str, tuple[Policy, int]] = {}
        self._world, self.work = new_hand(rules), new_hand(rules)

    def think(self, view: View, scores: Sequence[float] = (0.0,) * SEATS, before: Habits | None = None) -> list[Option]:
        """Return the options, best first; raise `Contradiction` if the view does not correspond to any possible game.

        `before` contains the players' habits in earlier hands.
        """
        with self.lock:
            watch = Stopwatch()
            knowledge = read(view)
            if before is not None:
                knowledge.habits.add(before)
            return self.options(view, knowledge, scores, watch)

    def options(self, view: View, knowledge: Knowledge, scores: Sequence[float], watch: Stopwatch) -> list[Option]:
        hand = knowledge.hand
        if view.stage == BEFORE:
            candidates = self._pick_ups(view, knowledge)
        elif hand.laid[view.seat]:
            plan = self.policy.plan(hand)
            if plan:
                return [Option(play_of(self.rules, view.table, LAY_OFF, plan[0], []), 0.0)]
            candidates = self.last_plays(view, knowledge)
        else:
            candidates = self._layings(view, knowledge) or self.last_plays(view, knowledge)
        if len(candidates) == 1 or not self.effort.worlds:
            best = max(option.prior for option, *_ in candidates)
            options = [option._replace(value=option.prior - best) for option, *_ in candidates]
            return sorted(options, key=lambda option: -option.value)
        return self.compare(view, knowledge, candidates, scores, watch)

    def _pick_ups(self, view: View, knowledge: Knowledge) -> list[Candidate]:
        draw = (Option(FROM_THE_DECK, 0.0), DRAW, -1)
        if view.discard is None or view.discard == JOKER:
            return [draw]
        hand = knowledge.hand
        takes = self.policy.takes(hand)
        if hand.laid[view.seat]:
            prior = 10 * POINT
        elif self.policy.holds(hand):
            takes = self._shortens(view, hand)
            prior = 10 * POINT
        elif self.policy.phase_with_discard(hand) >= 0:
            prior = self.futures.stake(hand, view.seat) * (1.0 - self._chance_to_draw_it(view, knowledge))
        else:
            prior = self.futures.stake(hand, view.seat) * abs(self.policy.best - self.policy.deck)
        return [draw, (Option((TAKE, view.discard), prior if takes else -prior), TAKE, -1)]

    def _shortens(self, view: View, hand: Hand) -> bool:
        """Return whether laying a phase with the top discard leaves at most as many cards as without it."""
        cards = hand.held(view.seat)
        without_it = self._least_left(hand)
        hand.put_cards(view.seat, [*cards, CODES[view.discard or JOKER]])
        with_it = self._least_left(hand)
        hand.put_cards(view.seat, cards)
        return with_it <= without_it

    def _least_left(self, hand: Hand) -> int:
        return min(self.policy.leaves(hand, kind) for kind in self.policy.holds(hand))

    def _chance_to_draw_it(self, view: View, knowledge: Knowledge) -> float:
        """Return the share of the unseen cards that would complete a phase."""
        hand, _, unseen, _ = knowledge
        cards = hand.held(view.seat)
        completing = 0
        for card, count in Counter(unseen).items():
            hand.put_cards(view.seat, [*cards, card])
            completing += count if self.policy.holds(hand) else 0
        hand.put_cards(view.seat, cards)
        return completing / max(len(unseen), 1)

    def _layings(self, view: View, knowledge: Knowledge) -> list[Candidate]:
        """Return the phases that can be laid and, if it may be better, the option of holding them back.

        Two accumulations may be worth holding back in order to go out in one turn. If several phases are due, any of
        them may be worth keeping, because a player with an easy phase left can end hands early.
        """
        hand = knowledge.hand
        stake = self.futures.stake(hand, view.seat)
        kinds = self.policy.holds(hand)
        favourite = self.policy.best_phase(hand)
        found = []
        for kind in kinds:
            groups = self.policy.find(hand, kind)
            play = play_of(self.rules, view.table, LAY_PHASE, (kind,), groups)
            found.append((Option(play, 0.0 if kind == favourite else -stake / 10), LAY_PHASE, kind))
        if not kinds:
            return []
        for_going_out = ACCUMULATIONS.issuperset(kinds) and self.policy.leaves(hand, favourite) > 1
        if for_going_out or len(self.rules.due(view.status[view.seat])) > 1:
            option, kind, what = max(self.last_plays(view, knowledge), key=lambda candidate: candidate[0].prior)
            prior = stake / 20 if self.policy.keeps_back(hand) else -stake / 5
            found.append((option._replace(prior=prior), kind, what))
        return found

    def last_plays(self, view: View, knowledge: Knowledge) -> list[Candidate]:
        hand = knowledge.hand
        # once the phase is laid, a preference of 1 is worth about two points
        worth = 2 * POINT if hand.laid[view.seat] else self.futures.stake(hand, view.seat) / VALUE_WEIGHT
        opinions = dict(zip(hand.held(view.seat), self.policy.opinions(hand)))
        joker = opinions.pop(CODES[JOKER], None)
        best = sorted(opinions, key=lambda card: -opinions[card])[: MAX_OPTIONS if joker is None else BESIDE_SKIPS]
        found = [(Option((DISCARD, NAMES[card]), worth * opinions[card]), DISCARD, card) for card in best]
        if joker is not None:
            favourite = self.policy.skips(hand)
            for target in range(SEATS):
                if target != view.seat:
                    prior = worth * joker - (0.0 if target == favourite else 10 * POINT)
                    found.append((Option((SKIP, target), prior), SKIP, target))
        return found

    def compare(
        self,
        view: View,
        knowledge: Knowledge,
        candidates: list[Candidate],
        scores: Sequence[float],
        watch: Stopwatch,
    ) -> list[Option]:
        priors = [option.prior for option, *_ in candidates]
        favourite = priors.index(max(priors))
        search = self.new_search(view, knowledge)
        search.consider([(kind, what) for _, kind, what in candidates], list(scores))
        for steps in watch.slices(WARM_UP, self.effort.seconds):
            search.warm_up(steps)
        alive, values = self._narrow(search, watch, favourite, priors)
        options = []
        for i, (row, (option, *_)) in enumerate(zip(search.results(), candidates)):
            value = values[i] if i in alive else min(values[i], max(values[j] for j in alive) - 1e-9)
            options.append(self.tried(option, row)._replace(value=value))
        return sorted(options, key=lambda option: -option.value)

    def tried(self, option: Option, row: tuple[float, float, float, float, int, float]) -> Option:
        """Return the option with the search's results."""
        value, error, phase, out, worlds, place = row
        win = value - self.futures.place_weight * place
        return option._replace(win=win, error=error, phase=phase, out=out, worlds=worlds, place=place)

    def _narrow(
        self, search: Search, watch: Stopwatch, favourite: int, priors: list[float]
    ) -> tuple[list[int], list[float]]:
        """Sample worlds until one option is clearly best or the effort is spent; return the rest and all values."""
        everything = list(range(len(priors)))
        alive, values = everything[:], priors
        budget = self.effort.worlds * len(priors)
        used, size = 0, FIRST_ROUND
        start = watch.seconds()
        while len(alive) > 1 and used < budget and self._has_time(search, watch, start):
            size = min(size, max((budget - used) // len(alive), 1))
            target = search.worlds_so_far() + size
            for worlds in watch.slices(size, self.effort.seconds):
                search.round(worlds)
                used += worlds * len(alive)
                if not self._has_time(search, watch, start):
                    break
            if search.worlds_so_far() < min(target, MIN_WORLDS):
                break  # the time limit ended the round with too few results
            values = self._values(search, alive, favourite, priors)
            best = max(alive, key=values.__getitem__)
            clear = {i for i in alive if i != best and self._is_clear(search, best, i, values)}
            for i in clear - {favourite}:
                search.drop(i)
                alive.remove(i)
            if clear.issuperset(set(alive) - {best}):
                break
            size = int(size * GROWTH)
        in_haste = search.worlds_so_far() < MIN_WORLDS and used < budget and len(alive) > 1
        if in_haste or self.effort.worlds < MIN_WORLDS:
            return everything, [prior - priors[favourite] for prior in priors]
        return alive, values

    def _has_time(self, search: Search, watch: Stopwatch, start: float) -> bool:
        """Return whether time is left; after the first tenth of the time, it must also suffice for a comparison."""
        now, worlds, limit = watch.seconds(), search.worlds_so_far(), self.effort.seconds
        spent, left = now - start, limit - now
        return left > 0 and (spent < limit / 10 or worlds + left * worlds / spent >= MIN_WORLDS)

    def _is_clear(self, search: Search, best: int, other: int, values: list[float]) -> bool:
        _, error = search.gap(best, other)
        return not self.keeps_all and bool(values[best] - values[other] > CLOSE * error * _trust(error) ** 0.5)

    def _values(self, search: Search, alive: list[int], favourite: int, priors: list[float]) -> list[float]:
        """Return the value of each option relative to the policy's favourite, from the search and the prior."""
        rows = search.results()
        values = []
        for i, prior in enumerate(priors):
            gap, error = search.gap(i, favourite) if i in alive else (rows[i][0] - rows[favourite][0], rows[i][1])
            trust = _trust(error)
            values.append(trust * gap + (1.0 - trust) * (prior - priors[favourite]))
        return values

    def new_search(self, view: View, knowledge: Knowledge) -> Search:
        """Return a search in which every other seat plays in its most likely style."""
        seed = self.seed_of(view)
        playout = self.new_playout(self.opponents(view, knowledge, seed))
        sampler = self.new_sampler(view, knowledge, seed)
        search = Search(self.policy, playout, self.futures, sampler, knowledge.hand, self._world)
        search.between = BETWEEN
        return search

    def seed_of(self, view: View) -> int:
        """Return the seed of the sampled worlds in a position."""
        return crc32(repr((self._seed, *view[1:])).encode())

    def opponents(self, view: View, knowledge: Knowledge, seed: int) -> dict[int, tuple[Policy, int]]:
        """Return the policies of the other seats; the sampler then uses the seats' habits to weight their hands."""
        styles = {seat: self.style_of(knowledge, seat) for seat in range(SEATS) if seat != view.seat}
        return {seat: self._player(style, seed) for seat, style in styles.items()}

    def new_playout(self, others: Mapping[int, tuple[Policy, int]], hand: Hand | None = None) -> Playout:
        """Return a playout between the given policies, with their styles, and the fast policy in the other seats."""
        playout = Playout(self.work if hand is None else hand, self.policy, self.rules.max_hands, 0)
        players = [others.get(seat, (self.policy, FAST)) for seat in range(SEATS)]
        playout.seat([policy for policy, _ in players], [style for _, style in players])
        return playout

    def style_of(self, knowledge: Knowledge, seat: int) -> str:
        """Return the seat's most likely style according to its habits, or the usual style if none is clear."""
        *shares, _ = self._styles.follow(knowledge.habits, seat, self.beliefs)
        return ALL_STYLES[shares.index(max(shares))] if max(shares) > CLEAR_STYLE else USUAL_STYLE

    def _player(self, style: str, seed: int) -> tuple[Policy, int]:
        """Return the policy for a style, and the number of the core style that it plays."""
        if style not in self._players:
            self._players[style] = policy_of(self.rules, style, self.theirs, seed)
        policy, asked = self._players[style]
        if isinstance(policy, Sparring):
            policy.begin(seed)
        return policy, asked

    def new_sampler(self, view: View, knowledge: Knowledge, seed: int) -> Sampler:
        """Return a sampler of the hidden cards."""
        hand, evidence, unseen, _ = knowledge
        sampler = Sampler(hand, view.seat, self.beliefs, seed)
        for seat, (size, known) in enumerate(evidence):
            if seat != view.seat:
                sampler.know(seat, known, size - len(known))
        sampler.begin(unseen)
        return sampler


def _trust(error: float) -> float:
    """Return the weight of the search's estimate; the prior gets the rest."""
    return PRIOR_ERROR**2 / (PRIOR_ERROR**2 + error**2)
