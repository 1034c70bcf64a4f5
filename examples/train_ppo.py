"""Train a player from scratch with PPO, in one file, using the vector environment.

    pip install '.[ppo]'
    python examples/train_ppo.py --minutes 50 --out ppo

The learner plays games against three of the compiled core's greedy players, with macro actions and shaped rewards: 1
for each phase, minus a penalty for the points left in its hand. It is evaluated in whole games against three
`@beginner`; one of four equal players would win 25 %. `ppo/curve.csv` contains the learning curve, `ppo/model.pt` the
weights. To evaluate them:

    python examples/train_ppo.py --evaluate ppo/model.pt --games 200

The network scores every card with the same small function of the card's relation to the hand and the table, so that it
generalizes from one card to all others; the other actions are scored from the whole position and the top discard.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from phazed.bots import make
from phazed.core import layout
from phazed.env.actions import NOTHING, Actions
from phazed.env.layout import ACTION_COUNT, ACTIONS, FACES, GROUP, OBSERVATION_SIZE, parts
from phazed.env.observation import observe
from phazed.env.vector import VectorEnv
from phazed.game.game import Game
from phazed.rules.rulesets import PHAZED

GAMMA, LAMBDA, CLIP, ENTROPY, VALUE_WEIGHT, MAX_NORM = 0.98, 0.95, 0.2, 0.01, 0.5, 0.5
EPOCHS, MINIBATCHES = 3, 8
CURVE = ("seconds", "steps", "reward", "entropy", "wins", "games")
LOOKED_AT = 12
"""Number of cards scored: at most eleven in the hand, and the top discard."""
NEAR = (-3, -2, -1, 1, 2, 3)
"""Distances between neighbouring values that matter for runs."""


class Features(NamedTuple):
    """The network's input for many positions."""

    places: torch.Tensor
    """Cards to score: those in the hand, then others; the top discard comes last."""
    cards: torch.Tensor
    """Facts about each card, given the hand and the table."""
    whole: torch.Tensor
    """Facts about the whole position."""


def features(observation: torch.Tensor) -> Features:
    """Compute the features of observations."""
    part = parts(observation.float())
    hand = part["hand"][:, :FACES].reshape(-1, 13, 4)  # by value and suit
    shape = hand.shape
    naturals, aces = hand[:, :12], hand[:, 12].sum(1)
    values, suits = naturals.sum(2), naturals.sum(1)
    colours = torch.stack([naturals[:, :, :2].sum(2), naturals[:, :, 2:].sum(2)], 2)  # by value and colour
    present, by_colour = (values > 0).float(), (colours > 0).float()
    due = part["completed"][:, 0].sum(1).long().clamp(max=6)
    has_laid = part["laid"][:, 0].sum(1)
    phase = nn.functional.one_hot(due, 7).float() * (1 - has_laid)[:, None]

    def of_value(numbers: torch.Tensor) -> torch.Tensor:
        """Return each card's number, given the numbers for the values 2 to K; aces get 0."""
        return nn.functional.pad(numbers, (0, 1))[:, :, None].expand(shape)

    def of_colour(numbers: torch.Tensor) -> torch.Tensor:
        return nn.functional.pad(numbers, (0, 0, 0, 1)).repeat_interleave(2, 2)

    def of_all(number: torch.Tensor) -> torch.Tensor:
        return number[:, None, None].expand(shape)

    group = parts(part["groups"], GROUP)
    joins = (group["end"] + group["start"]).clamp(max=1)[:, :, :, None] * group["suits"][:, :, None, :]
    ace = torch.zeros(shape)
    ace[:, 12] = 1
    worth = ((torch.arange(13).float() + 2).clamp(max=13) / 13)[None, :, None].expand(shape)
    top = part["discard"][:, :FACES]
    found = [hand / 2, of_value(values) / 4, suits[:, None].expand(shape) / 7, ace, top.reshape(shape), worth]
    found += [of_value(torch.roll(present, shift, 1)) for shift in NEAR]
    found += [of_colour(torch.roll(by_colour, shift, 1)) for shift in NEAR]
    found += [
        joins.amax(1),
        of_all(aces / 4),
        of_all(part["picked_up"]),
        of_all(has_laid),
        of_all(part["sizes"][:, 0] / 11),
    ]
    found += [of_all(phase[:, number]) for number in range(7)]
    cards = torch.stack(found, 3).reshape(len(observation), FACES, -1)
    places = ((hand.flatten(1) > 0).float() + 0.5 * top).topk(LOOKED_AT - 1, dim=1).indices
    places = torch.cat([places, top.argmax(1, keepdim=True)], 1)
    whole = [values / 4, suits / 7, present, by_colour.flatten(1), aces[:, None] / 4, phase, has_laid[:, None]]
    whole += [part["sizes"] / 11, part["completed"].sum(2) / 7, part["laid"].sum(2), part["picked_up"][:, None]]
    whole += [part["deck"][:, None] / 63, part["turns"][:, None] / 40, top.sum(1, keepdim=True)]
    return Features(places, cards.gather(1, places[:, :, None].expand(-1, -1, cards.shape[2])), torch.cat(whole, 1))


class Agent(nn.Module):
    """A network that scores actions and evaluates positions."""

    def __init__(self, width: int = 96) -> None:
        super().__init__()
        _, cards, whole = features(torch.zeros(1, OBSERVATION_SIZE))
        self.body = nn.Sequential(nn.Linear(whole.shape[1], width), nn.Tanh(), nn.Linear(width, width), nn.Tanh())
        self.context = nn.Linear(width, 16)
        self.card = nn.Sequential(nn.Linear(cards.shape[2] + 16, 48), nn.ReLU(), nn.Linear(48, 48), nn.ReLU())
        self.card_score = nn.Linear(48, 1)
        self.others = nn.Sequential(nn.Linear(width + 48, width), nn.Tanh(), nn.Linear(width, ACTION_COUNT))
        self.value = nn.Sequential(nn.Linear(width, width), nn.Tanh(), nn.Linear(width, 1))
        for head in (self.card_score, self.others[-1]):
            nn.init.orthogonal_(head.weight, 0.01)

    def forward(self, given: Features, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logits of the actions, which are very low for illegal actions, and the value."""
        body = self.body(given.whole)
        context = self.context(body)[:, None].expand(-1, LOOKED_AT, -1)
        scored = self.card(torch.cat([given.cards, context], 2))
        logits = self.others(torch.cat([body, scored[:, -1]], 1))
        discards = ACTIONS["discard"].start + given.places[:, :-1]
        logits = logits.scatter_add(1, discards, self.card_score(scored[:, :-1])[:, :, 0])
        return logits.masked_fill(mask == 0, -1e9), self.value(body)[:, 0]


def wins_against(name: str, agent: Agent, games: int, seed: int) -> float:
    """Return the share of whole games that the agent wins against three players with that name."""
    actions, won = Actions(PHAZED, layout.MACROS), 0.0
    for number in range(games):
        own = number % 4
        bots = [make(name, PHAZED, (seed, number, seat)) for seat in range(4)]
        game = Game(PHAZED, seed=(seed, number))
        while not game.over:
            state = game.state
            if state.seat != own:
                game.play(bots[state.seat].choose(game.view()))
                continue
            seen = observe(state, own, game.standing.scores, game.standing.hands)
            mask = torch.zeros(1, ACTION_COUNT)
            mask[0, actions.legal(state, NOTHING)] = 1
            with torch.no_grad():
                logits, _ = agent(features(torch.from_numpy(seen)[None]), mask)
            for play in actions.plays(state, NOTHING, int(logits.argmax()))[0]:
                game.play(play)
        ranks = game.standing.ranks
        won += (ranks[own] == 1) / ranks.count(1)
    return won / games


class Rollout:
    """The observations, actions and rewards of a number of steps in all games."""

    def __init__(self, agent: Agent, env: VectorEnv, length: int) -> None:
        self.agent, self.env, self.length = agent, env, length
        shape = (length, env.num_envs)
        self.given: list[Features] = []
        self.masks = torch.zeros((*shape, ACTION_COUNT), dtype=torch.uint8)
        self.actions = torch.zeros(shape, dtype=torch.int64)
        self.log_probabilities, self.rewards, self.ends, self.values = (torch.zeros(shape) for _ in range(4))
        self.seen, _ = env.reset(seed=1)

    def collect(self) -> None:
        self.given = []
        for step in range(self.length):
            self.given.append(features(torch.from_numpy(self.seen["observation"])))
            self.masks[step] = torch.from_numpy(self.seen["action_mask"])
            with torch.no_grad():
                logits, self.values[step] = self.agent(self.given[-1], self.masks[step])
            chosen = torch.distributions.Categorical(logits=logits)
            self.actions[step] = chosen.sample()
            self.log_probabilities[step] = chosen.log_prob(self.actions[step])
            self.seen, rewards, ends, _, _ = self.env.step(self.actions[step].numpy())
            self.rewards[step] = torch.from_numpy(rewards)
            self.ends[step] = torch.from_numpy(ends)

    def advantages(self) -> torch.Tensor:
        """Return the generalized advantage estimates."""
        with torch.no_grad():
            given = features(torch.from_numpy(self.seen["observation"]))
            _, following = self.agent(given, torch.from_numpy(self.seen["action_mask"]))
        found, last = torch.zeros_like(self.rewards), torch.zeros(self.env.num_envs)
        for step in reversed(range(self.length)):
            goes_on = 1 - self.ends[step]
            delta = self.rewards[step] + GAMMA * following * goes_on - self.values[step]
            last = delta + GAMMA * LAMBDA * goes_on * last
            found[step], following = last, self.values[step]
        return found


def update(agent: Agent, optimizer: torch.optim.Optimizer, rollout: Rollout) -> float:
    """Improve the agent with a rollout, and return the mean entropy of its choices."""
    advantages = rollout.advantages()
    returns = (advantages + rollout.values).flatten()
    flat = advantages.flatten()
    flat = (flat - flat.mean()) / (flat.std() + 1e-8)
    given = Features(*(torch.cat(each) for each in zip(*rollout.given)))
    masks = rollout.masks.flatten(0, 1)
    actions, before = rollout.actions.flatten(), rollout.log_probabilities.flatten()
    entropies = []
    for _ in range(EPOCHS):
        for batch in torch.randperm(len(flat)).chunk(MINIBATCHES):
            logits, values = agent(Features(*(each[batch] for each in given)), masks[batch])
            chosen = torch.distributions.Categorical(logits=logits)
            ratio = (chosen.log_prob(actions[batch]) - before[batch]).exp()
            gain = torch.min(ratio * flat[batch], ratio.clamp(1 - CLIP, 1 + CLIP) * flat[batch]).mean()
            entropy = chosen.entropy().mean()
            loss = VALUE_WEIGHT * (values - returns[batch]).square().mean() - gain - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(agent.parameters(), MAX_NORM)
            optimizer.step()
            entropies.append(entropy.item())
    return float(np.mean(entropies))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=50, help="minutes of training and evaluation (default: 50)")
    parser.add_argument("--envs", type=int, default=256, help="number of parallel games (default: 256)")
    parser.add_argument("--steps", type=int, default=64, help="steps per game between two updates (default: 64)")
    parser.add_argument("--games", type=int, default=100, help="games per evaluation (default: 100)")
    parser.add_argument("--every", type=float, default=5, help="minutes between two evaluations (default: 5)")
    parser.add_argument(
        "--opponent",
        default="greedy",
        choices=["random", "greedy", "fast"],
        help="in training",
    )
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate (default: 1e-3)")
    parser.add_argument("--threads", type=int, default=1, help="PyTorch threads (default: 1)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluate", type=Path, metavar="MODEL", help="only evaluate these weights")
    parser.add_argument("--out", type=Path, default=Path("ppo"), help="folder for the curve and the weights")
    chosen = parser.parse_args()
    torch.set_num_threads(chosen.threads)
    if chosen.evaluate:
        agent = Agent()
        agent.load_state_dict(torch.load(chosen.evaluate, weights_only=True))
        wins = wins_against("beginner", agent, chosen.games, chosen.seed)
        error = (wins * (1 - wins) / chosen.games) ** 0.5
        print(f"wins {100 * wins:.1f} % (95 % interval: plus or minus {196 * error:.1f}) of {chosen.games} games")
        return
    torch.manual_seed(chosen.seed)
    chosen.out.mkdir(exist_ok=True)
    agent = Agent()
    optimizer = torch.optim.Adam(agent.parameters(), lr=chosen.rate, eps=1e-5)
    env = VectorEnv(chosen.envs, actions="macros", rewards="shaped", opponents=[chosen.opponent] * 3)
    rollout = Rollout(agent, env, chosen.steps)
    begun, evaluated, steps = time.monotonic(), time.monotonic(), 0
    with (chosen.out / "curve.csv").open("w", newline="", encoding="utf-8") as file:
        curve = csv.writer(file)
        curve.writerow(CURVE)
        running = True
        while running:
            rollout.collect()
            steps += chosen.envs * chosen.steps
            entropy = update(agent, optimizer, rollout)
            now = time.monotonic()
            running = now - begun < 60 * chosen.minutes
            wins: float | str = ""
            if not running or now - evaluated > 60 * chosen.every:
                evaluated = now
                wins = wins_against("beginner", agent, chosen.games, chosen.seed)
                torch.save(agent.state_dict(), chosen.out / "model.pt")
            reward = rollout.rewards.mean().item()
            curve.writerow([f"{now - begun:.0f}", steps, f"{reward:.4f}", f"{entropy:.3f}", wins, chosen.games])
            file.flush()
            if wins != "" or steps // (chosen.envs * chosen.steps) % 20 == 0:
                print(
                    f"{now - begun:5.0f} s, {steps:,} steps, reward {reward:+.4f}, entropy {entropy:.3f}, wins {wins}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
