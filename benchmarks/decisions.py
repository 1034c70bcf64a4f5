"""The value of a search's choices in the true world, a far more precise measure than the results of games.

    python benchmarks/decisions.py make --game phazed --games 36 --out build/decisions_phazed.pkl
    python benchmarks/decisions.py compare build/decisions_phazed.pkl worlds=800 worlds=3200 worlds=800,prior_error=0.02

`make` plays games of `@strong` or `@expert` against three players of one style. It samples some of the decisions and
plays out each of their options in the true world: with the true hands, the rest of the deck reshuffled, the fast policy
in this seat and the opponents' own policies in their seats. In games of `@strong`, the gains are the values of single
choices of a search. In games of `@expert`, they add up to its advantage over `@strong` (performance difference lemma)
if the win chances are correct.

With `--judge beliefs`, the options are instead played out in the worlds of the expert's own search: with its beliefs
about the hidden hands, its estimate of the scores, and the styles that it recognizes. Such values cannot show whether
the beliefs are correct, but they are far less noisy, so they show the gain from more worlds.

`compare` runs a search with each of the settings in these decisions. The gain is the value of the search's choice minus
the value of the fast policy's choice, times the number of decisions in a game, in percentage points of games won, with
a 95 % interval: over all decisions, by the opponents' style, and by the kind of decision. Further settings are compared
with the first setting, decision by decision. The values contain errors, too, but these do not favour any setting.

A setting is a comma-separated list of NAME=VALUE, or `default`:

    worlds=N              worlds per option; there is no time limit
    hands=true            the search knows the true hands
    habits=WHICH          the habits used for beliefs: of the whole game (game), of this hand (hand), or none
    others=STYLE          the others' style in the search: greedy, fast, a sparring partner, or true for their own
    between=N, prior_error=X, ...     any numeric constant of bots/thinking.py
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
import time
from collections import Counter, defaultdict
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from statistics import fmean, pvariance
from typing import TYPE_CHECKING, NamedTuple

from command import number_from, unordered
from phazed.bots import make, thinking
from phazed.bots.expert import ExpertBot
from phazed.bots.sparring import ALL_STYLES, HELD_OUT
from phazed.bots.thinking import DEFAULT, Effort, Thinker
from phazed.core.encoding import CODES
from phazed.core.habits import Habits
from phazed.core.sampler import Sampler
from phazed.game.game import Game
from phazed.game.view import View
from phazed.intervals import Z_95
from phazed.progress import Progress
from phazed.rules import plays, rulesets
from phazed.rules.plays import LAY_PHASE, PICK_UPS, SKIP
from phazed.rules.rulesets import RULESETS, SEATS
from phazed.text import counted
from phazed.writing import write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.bots.stopwatch import Stopwatch
    from phazed.bots.thinking import Candidate, Option
    from phazed.core.knowledge import Knowledge
    from phazed.rules.cards import Cards
    from phazed.rules.plays import Play

FAST = "fast"
STYLES = (*ALL_STYLES, *HELD_OUT)
EFFORTS = {"strong": Effort(worlds=0), "expert": DEFAULT}
"""Players whose games provide decisions, and their effort."""
NO_LIMIT = 600.0
"""Time limit for a decision in seconds, long enough that only the number of worlds limits the search."""
CONSTANTS = {
    name.lower(): type(value)
    for name, value in vars(thinking).items()
    if name.isupper() and type(value) in (int, float) and not hasattr(plays, name) and not hasattr(rulesets, name)
}
"""Types of the constants of `bots.thinking` that a setting may change, by name."""
del CONSTANTS["max_options"]  # more options would need more values


class Decision(NamedTuple):
    """A position with several options, and their values in the true world."""

    style: str
    view: tuple[object, ...]
    """The view without the rules."""
    scores: tuple[float, ...]
    """All players' points, as estimated by the player."""
    habits: list[list[list[int]]]
    """Counts of the players' habits in earlier hands."""
    hands: tuple[Cards, ...]
    choice: Play
    """The player's choice."""
    favourite: Play
    """The fast policy's choice."""
    values: dict[Play, float]
    """The chance of winning the game after each play."""

    def gain(self, play: Play) -> float:
        """Return the value of the play minus the value of the fast policy's choice."""
        return self.values[play] - self.values[self.favourite]

    @property
    def kind(self) -> str:
        kinds = {play[0] for play in self.values}
        if kinds <= set(PICK_UPS):
            return "pick-up"
        if LAY_PHASE in kinds:
            return "phase"
        if SKIP in kinds:
            return "skip"
        table, seat = self.view[1], self.view[0]
        return "discard" if table[seat][0] is None else "discard after the phase"  # type: ignore[index]


class Decisions(NamedTuple):
    """The content of a file."""

    game: str
    decisions: list[Decision]
    games: Counter[str]
    """Number of games by style."""
    counts: Counter[str]
    """Number of decisions in these games, by style."""
    wins: Counter[str]
    """Number of these games won by the player, by style."""

    def per_game(self, decision: Decision, gain: float) -> float:
        """Return the sum of such gains over a game, in percentage points of games won."""
        return 100 * gain * self.counts[decision.style] / self.games[decision.style]

    def of(self, style: str) -> list[Decision]:
        return [decision for decision in self.decisions if decision.style == style]

    def limited(self, most: int) -> Decisions:
        """Return at most `most` decisions per style."""
        return self._replace(decisions=[decision for style in self.games for decision in self.of(style)[:most]])

    def to_bytes(self) -> bytes:
        counters = (dict(counter) for counter in (self.games, self.counts, self.wins))
        return pickle.dumps((self.game, [tuple(each) for each in self.decisions], *counters))

    @classmethod
    def from_bytes(cls, data: bytes) -> Decisions:
        game, decisions, *counters = pickle.loads(data)
        return cls(game, [Decision(*each) for each in decisions], *map(Counter, counters))


# Reports


def interval(values: Sequence[float], places: int = 2) -> str:
    """Return the mean with the half-width of its 95 % interval."""
    half = Z_95 * (pvariance(values) / max(len(values) - 1, 1)) ** 0.5
    return f"{fmean(values):+.{places}f} ± {half:.{places}f}"


def report(made: Decisions, gains: list[float], title: str, note: str, first: list[float] | None = None) -> None:
    """Print the gains of the decisions, in percentage points of games won."""
    print(f"{title}: {interval(gains)} points, {note}")
    if first is not None:
        print(f"  compared with the first: {interval([gain - base for gain, base in zip(gains, first)])}")
    styles, kinds = defaultdict[str, list[float]](list), defaultdict[str, float](float)
    for gain, decision in zip(gains, made.decisions):
        styles[decision.style].append(gain)
        kinds[decision.kind] += gain / len(gains)
    print("  against " + ", ".join(f"{style} {interval(styles[style])}" for style in sorted(styles)))
    print("  from " + ", ".join(f"{kind} {kinds[kind]:+.2f}" for kind in sorted(kinds)), flush=True)


# Searches


def true_sampler(thinker: Thinker, seen: View, knowledge: Knowledge, hands: Sequence[Cards], seed: int) -> Sampler:
    """Return a sampler with the true hands, which only shuffles the deck."""
    sampler = Sampler(knowledge.hand, seen.seat, thinker.beliefs, seed)
    deck = Counter(knowledge.unseen)
    for seat, evidence in enumerate(knowledge.evidence):
        if seat != seen.seat:
            cards = [CODES[card] for card in hands[seat]]
            deck -= Counter(cards) - Counter(evidence.known)
            sampler.know(seat, cards, 0)
    sampler.begin(list(deck.elements()))
    return sampler


class Chooser(Thinker):
    """A thinker that may know the true hands and the others' style."""

    hands: Sequence[Cards] | None = None
    style: str | None = None
    follows = True

    def style_of(self, knowledge: Knowledge, seat: int) -> str:
        followed = super().style_of(knowledge, seat) if self.follows else thinking.USUAL_STYLE
        return self.style or followed

    def new_sampler(self, seen: View, knowledge: Knowledge, seed: int) -> Sampler:
        if self.hands is None:
            return super().new_sampler(seen, knowledge, seed)
        return true_sampler(self, seen, knowledge, self.hands, seed)


class Judge(Chooser):
    """Evaluates every option by playing it out in the same number of worlds, with the true hands if they are given."""

    def compare(
        self,
        seen: View,
        knowledge: Knowledge,
        candidates: list[Candidate],
        scores: Sequence[float],
        watch: Stopwatch,
    ) -> list[Option]:
        search = self.new_search(seen, knowledge)
        search.consider([(kind, what) for _, kind, what in candidates], list(scores))
        search.round(self.effort.worlds)
        return [option._replace(win=row[0]) for (option, *_), row in zip(candidates, search.results())]


# Making decisions


class Job(NamedTuple):
    """A game to play, and the settings for sampling its decisions."""

    game: str
    style: str
    number: int
    seed: str
    share: float
    worlds: int
    judge: str
    player: str


def decisions_of(job: Job) -> tuple[str, bool, int, list[Decision]]:
    """Play a game; return its style, whether the player won, the number of decisions, and the sampled decisions."""
    rules, name = RULESETS[job.game], f"{job.seed}/{job.style}/{job.number}"
    chance, hero = random.Random(name), job.number % SEATS
    fast, player = Thinker(rules, EFFORTS["strong"]), ExpertBot(rules, name, EFFORTS[job.player])
    judge = Judge(rules, Effort(job.worlds, NO_LIMIT), "judge")
    others = [make("strong" if job.style == FAST else job.style, rules, f"{name}/{seat}") for seat in range(SEATS)]
    game, count, found = Game(rules, seed=name), 0, []
    while not game.over:
        seen, state = game.view(), game.state
        if state.seat == hero:
            play = player.choose(seen)
            options = fast.think(seen, player.memory.scores)
            if len(options) > 1:
                count += 1
                if chance.random() < job.share:
                    scores, habits = player.memory.scores, player.memory.habits
                    known = tuple(scores), habits.counts()
                    if job.judge == "truth":
                        judge.hands, judge.style, scores = state.hands, job.style, game.standing.scores
                    values = {each.play: each.win for each in judge.think(seen, scores, habits)}
                    choices = play, options[0].play
                    found.append(Decision(job.style, tuple(seen[1:]), *known, state.hands, *choices, values))
        else:
            play = others[state.seat].choose(seen)
        game.play(play)
    return job.style, game.standing.ranks[hero] == 1, count, found


def make_decisions(asked: argparse.Namespace) -> int:
    jobs = [
        Job(asked.game, style, number, asked.seed, asked.share, asked.worlds, asked.judge, asked.player)
        for number in range(asked.games)
        for style in asked.styles
    ]
    made = Decisions(asked.game, [], Counter(), Counter(), Counter())
    told = Progress(sys.stderr).begin(counted(len(jobs), "game"))
    interrupted = False
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    try:
        for number, (style, won, count, found) in enumerate(unordered(decisions_of, jobs, asked.jobs), 1):
            made.games[style] += 1
            made.wins[style] += won
            made.counts[style] += count
            made.decisions.extend(found)
            told(number, len(jobs))
    except KeyboardInterrupt:
        interrupted = True
        print("\ninterrupted; only the games so far are written", file=sys.stderr)
    if made.decisions:
        write(asked.out, made.to_bytes())
        gains = [made.per_game(decision, decision.gain(decision.choice)) for decision in made.decisions]
        report(made, gains, f"@{asked.player}", counted(len(gains), "decision", spec=","))
    for style in made.games:
        decisions = f"{len(made.of(style)):,} of {made.counts[style]:,} decisions"
        print(f"  {style}: {made.wins[style]} of {counted(made.games[style], 'game')} won, {decisions} valued")
    return 130 if interrupted else 0


# Comparing settings


class Setting(NamedTuple):
    """A configuration of a search."""

    text: str
    worlds: int
    true_hands: bool
    habits: str
    others: str | None
    constants: tuple[tuple[str, float], ...]


def read_setting(text: str) -> Setting:
    """Parse a setting, such as `worlds=800,others=greedy`."""
    worlds, true_hands, habits, others, constants = DEFAULT.worlds, False, "game", None, []
    for part in text.split(",") if text != "default" else ():
        name, _, value = part.partition("=")
        try:
            if name == "worlds":
                worlds = number_from(0)(value)
            elif name == "hands" and value in ("true", "hidden"):
                true_hands = value == "true"
            elif name == "habits" and value in ("game", "hand", "none"):
                habits = value
            elif name == "others" and value in ("true", *STYLES):
                others = value
            else:
                constants.append((name.upper(), CONSTANTS[name](value)))
        except (KeyError, ValueError):
            names = ", ".join(sorted(CONSTANTS))
            known = "worlds=N, hands=true, habits=game, hand or none, others=STYLE"
            message = f"{part!r} is not a setting; choose from {known}, and a number for {names}"
            raise argparse.ArgumentTypeError(message) from None
    return Setting(text, worlds, true_hands, habits, others, tuple(constants))


@contextmanager
def changed_constants(setting: Setting) -> Iterator[None]:
    """Temporarily change the constants of `bots.thinking` to those of the setting."""
    before = {name: getattr(thinking, name) for name, _ in setting.constants}
    for name, value in setting.constants:
        setattr(thinking, name, value)
    try:
        yield
    finally:
        for name, value in before.items():
            setattr(thinking, name, value)


@cache
def chooser(game: str, setting: Setting) -> Chooser:
    return Chooser(RULESETS[game], Effort(setting.worlds, NO_LIMIT))


class OtherOptions(Exception):
    """The search chose a play whose value is unknown."""


def gain_of(job: tuple[int, str, Setting, Decision]) -> tuple[int, float, float]:
    """Return the decision's number, the gain of the search's choice, and the search's CPU seconds."""
    number, game, setting, decision = job
    search = chooser(game, setting)
    search.hands = decision.hands if setting.true_hands else None
    search.style = decision.style if setting.others == "true" else setting.others
    search.follows = setting.habits != "none"
    before = Habits()
    if setting.habits == "game":
        before.put(decision.habits)
    begun = time.process_time()
    with changed_constants(setting):
        seen = View(RULESETS[game], *decision.view)  # type: ignore[arg-type]
        play = search.think(seen, decision.scores, before)[0].play
    if play not in decision.values:
        raise OtherOptions("the players consider different options since this file was made; make it again")
    return number, decision.gain(play), time.process_time() - begun


def compare(asked: argparse.Namespace) -> int:
    made = read_file(asked.file)
    if asked.limit:
        made = made.limited(asked.limit)
    first: list[float] | None = None
    try:
        for setting in asked.settings:
            jobs = [(number, made.game, setting, decision) for number, decision in enumerate(made.decisions)]
            gains, seconds = [0.0] * len(jobs), 0.0
            told = Progress(sys.stderr).begin(setting.text)
            for done, (number, gain, taken) in enumerate(unordered(gain_of, jobs, asked.jobs), 1):
                gains[number] = made.per_game(made.decisions[number], gain)
                seconds += taken
                told(done, len(jobs))
            report(made, gains, setting.text, f"{1000 * seconds / len(gains):.1f} ms per decision", first)
            first = first or gains
    except KeyboardInterrupt:
        print("\ninterrupted", file=sys.stderr)
        return 130
    return 0


def read_file(path: Path) -> Decisions:
    try:
        made = Decisions.from_bytes(path.read_bytes())
        if made.decisions and made.game in RULESETS:
            return made
    except (pickle.UnpicklingError, EOFError, TypeError, AttributeError, ImportError, IndexError, ValueError):
        pass
    raise ValueError(f"{path} is not a file of decisions; make one with `decisions.py make`")


# The command


def share(text: str) -> float:
    with suppress(ValueError):
        if 0 < float(text) <= 1:
            return float(text)
    raise argparse.ArgumentTypeError(f"must be a number greater than 0 and at most 1, not {text!r}")


def arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="make | compare")
    making = commands.add_parser("make", help="sample decisions and evaluate their options")
    making.set_defaults(run=make_decisions)
    making.add_argument("--game", choices=list(RULESETS), default="phazed")
    making.add_argument("--games", type=number_from(1), default=36, help="number of games against each style")
    making.add_argument("--player", choices=list(EFFORTS), default="strong", help="whose decisions are sampled")
    making.add_argument("--styles", nargs="+", choices=STYLES, default=ALL_STYLES, metavar="STYLE")
    making.add_argument("--share", type=share, default=0.3, help="share of the decisions to sample (0.3)")
    making.add_argument("--worlds", type=number_from(1), default=400, help="playouts per option")
    making.add_argument("--judge", choices=["truth", "beliefs"], default="truth", help="worlds for playouts (truth)")
    making.add_argument("--seed", default="0")
    making.add_argument("--out", type=Path, required=True, metavar="FILE")
    comparing = commands.add_parser("compare", help="evaluate the choices of searches")
    comparing.set_defaults(run=compare)
    comparing.add_argument("file", type=Path, metavar="FILE")
    comparing.add_argument("settings", nargs="+", type=read_setting, metavar="SETTING")
    comparing.add_argument("--limit", type=number_from(1), help="maximum number of decisions per style")
    for command in (making, comparing):
        command.add_argument("--jobs", type=number_from(1), default=1, help="number of worker processes")
    return parser


def main() -> int:
    parser = arguments()
    asked = parser.parse_args()
    try:
        return int(asked.run(asked))
    except (OSError, ValueError, OtherOptions) as error:
        parser.error(str(error))


if __name__ == "__main__":
    sys.exit(main())
