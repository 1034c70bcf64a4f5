"""The accuracy of the expert's predictions of whether the next player would take a discard.

    python benchmarks/decisions.py make --games 100 --styles greedy tardy --worlds 1 --out build/decisions_phazed.pkl
    python benchmarks/foresight.py build/decisions_phazed.pkl

The benchmark uses the discards in the file that come before the player's phase, if the next player has not laid a phase
either. Each card in the hand is offered to the next player, who decides like the fast policy. The predicted chance that
the card is taken is the share of sampled hands that would take it; the outcome is whether the true hand would. The
result is the log loss in nats per card, averaged over the decisions, for each way of sampling hands, with a 95 %
interval of its advantage over the previous row:

    average   no sampling: every card has the same chance, the overall mean
    uniform   any unseen cards
    shared    according to beliefs that are the same for all players
    followed  according to beliefs that follow the players' habits, as in the expert

The results include the errors due to the finite number of samples.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from math import log
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from command import number_from, unordered
from decisions import Chooser, Decision, interval, read_file
from phazed.core.beliefs import MODELS, WIDTH
from phazed.core.encoding import CODES, new_beliefs, new_policy
from phazed.core.habits import Habits
from phazed.core.knowledge import read
from phazed.game.view import View
from phazed.progress import Progress
from phazed.rules.plays import DISCARD
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phazed.core.hand import Hand
    from phazed.core.policy import Policy

SAMPLED = ("uniform", "shared", "followed")
WARM_UP, BETWEEN = 2000, 100
"""Steps of the random walk before the first hand and between two hands: more than in a game, for independence."""


class Job(NamedTuple):
    """A decision whose discards are offered."""

    game: str
    number: int
    samples: int
    decision: Decision


class Offer(NamedTuple):
    """A card offered to the next player."""

    taken: bool
    chances: tuple[float, ...]
    """The predicted chance that the card is taken, for each way of sampling."""


@cache
def choosers(game: str) -> dict[str, Chooser]:
    found = {name: Chooser(RULESETS[game]) for name in SAMPLED}
    found["uniform"]._beliefs = new_beliefs(RULESETS[game], np.zeros((MODELS, WIDTH)))
    return found


@cache
def judge(game: str) -> Policy:
    return new_policy(RULESETS[game])


def offers_of(job: Job) -> list[Offer]:
    """Offer every card in the hand to the next player."""
    seen = View(RULESETS[job.game], *job.decision.view)  # type: ignore[arg-type]
    after = (seen.seat + 1) % SEATS
    if job.decision.kind != "discard" or seen.table[after][0] is not None:
        return []
    knowledge = read(seen)
    before = Habits()
    before.put(job.decision.habits)
    knowledge.habits.add(before)
    samples = []
    for name, chooser in choosers(job.game).items():
        for seat in range(SEATS):
            if name == "followed" and seat != seen.seat:
                chooser.style_of(knowledge, seat)
        sampler = chooser.new_sampler(seen, knowledge, job.number)
        sampler.hands(WARM_UP, 1)
        samples.append([hands[after] for hands in sampler.hands(BETWEEN, job.samples)])
    truth = [CODES[card] for card in job.decision.hands[after]]
    found = []
    for card in sorted({CODES[card] for card in seen.hand}):
        hand = knowledge.hand.duplicate()
        hand.put_cards(seen.seat, [CODES[card] for card in seen.hand])
        hand.perform(DISCARD, (card,), [])
        if not hand.ended:
            shares = (sum(takes(job.game, hand, after, cards) for cards in each) for each in samples)
            chances = tuple((share + 0.5) / (job.samples + 1) for share in shares)
            found.append(Offer(takes(job.game, hand, after, truth), chances))
    return found


def takes(game: str, hand: Hand, seat: int, cards: list[int]) -> bool:
    """Return whether the seat, whose turn it is, would take the top discard with these cards."""
    hand.put_cards(seat, cards)
    return judge(game).takes(hand)


def loss(taken: bool, chance: float) -> float:
    return -log(chance if taken else 1.0 - chance)


def report(decisions: Sequence[Sequence[Offer]]) -> None:
    """Print the loss of each way of sampling, given the offers of each decision."""
    taken = [offer.taken for offers in decisions for offer in offers]
    share = fmean(taken)
    print(f"{counted(len(taken), 'card', spec=',')}, of which {100 * share:.1f} % would be taken; nats per card:")
    above = [fmean(loss(offer.taken, share) for offer in offers) for offers in decisions]
    print(f"  average   {fmean(above):.4f}")
    for number, name in enumerate(SAMPLED):
        losses = [fmean(loss(offer.taken, offer.chances[number]) for offer in offers) for offers in decisions]
        better = interval([before - now for before, now in zip(above, losses)], 4)
        print(f"  {name:9} {fmean(losses):.4f}, better by {better}")
        above = losses


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, metavar="FILE", help="file written by `decisions.py make`")
    parser.add_argument("--samples", type=number_from(2), default=100, help="samples of the hidden hands (100)")
    parser.add_argument("--limit", type=number_from(1), help="maximum number of decisions per style")
    parser.add_argument("--jobs", type=number_from(1), default=1, help="number of worker processes")
    return parser


def main() -> int:
    parser = arguments()
    asked = parser.parse_args()
    try:
        made = read_file(asked.file)
    except (OSError, ValueError) as error:
        parser.error(str(error))
    if asked.limit:
        made = made.limited(asked.limit)
    jobs = [Job(made.game, number, asked.samples, decision) for number, decision in enumerate(made.decisions)]
    told = Progress(sys.stderr).begin(counted(len(jobs), "decision"))
    offered: list[list[Offer]] = []
    interrupted = False
    try:
        for done, found in enumerate(unordered(offers_of, jobs, asked.jobs), 1):
            offered += [found] if found else []
            told(done, len(jobs))
    except KeyboardInterrupt:
        interrupted = True
        print("\ninterrupted; the results include only the decisions so far", file=sys.stderr)
    if len(offered) < 2:
        parser.error(f"{asked.file} must contain at least two discards before the phase; make more decisions")
    report(offered)
    return 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
