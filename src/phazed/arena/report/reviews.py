"""Reviews of bots from the matches of their tournament: kept beside the results, and shown on the bots' pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.arena.report.markup import Markup, boxed, element, table, text_boxes
from phazed.coach.bot_games import judged_game, key, load, save
from phazed.coach.bot_review import BotReview
from phazed.coach.leaks import OTHER
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import ruleset
from phazed.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from phazed.arena.jobs import BotNumber, MatchNumber, Seat
    from phazed.arena.results.store import Store
    from phazed.coach.bot_review import Cost

FOLDER = "reviews"
MAX_MATCHES = 40
"""How many matches of a bot are reviewed."""
MIN_MATCHES = 4
EFFORT = 0.2
SEED = 0


class NotReviewed(PhazedError):
    """A bot that cannot be reviewed, and why."""


def review_matches(
    store: Store, name: str, on_match: Callable[[int, int], object] = lambda done, total: None
) -> BotReview:
    """Review a bot's decisions in its matches, and keep what was found after each of them."""
    bots = {bot.name: number for number, bot in enumerate(store.bots) if not bot.built_in}
    if name not in bots:
        known = ", ".join(sorted(printable(each) for each in bots)) or "there are none"
        raise NotReviewed(f"{store.folder}: there is no bot {printable(name)!r} in these results; bots: {known}")
    chosen = matches_of(store, bots[name])
    if len(chosen) < MIN_MATCHES:
        raise NotReviewed(
            f"{printable(name)} has played {counted(len(chosen), 'match', 'matches')} that no other bot's error ended; "
            f"a review needs {MIN_MATCHES}"
        )
    path, digest = _place(store, bots[name])
    found = load(path, digest)
    for done, (match, seat) in enumerate(chosen.items(), 1):
        if match not in found:
            found[match] = judged_game(match, store.record(match), seat, EFFORT, SEED)
            path.parent.mkdir(exist_ok=True)
            save(path, digest, found)
        on_match(done, len(chosen))
    return BotReview(name, ruleset(store.settings["game"]), tuple(found[match] for match in chosen))


def kept_review(store: Store, bot: BotNumber) -> BotReview | None:
    """The review of a bot that was made before, if there is one."""
    if not _path(store, bot).exists():
        return None
    found = load(*_place(store, bot))
    if len(found) < MIN_MATCHES:
        return None
    return BotReview(store.bots[bot].name, ruleset(store.settings["game"]), tuple(found.values()))


def _place(store: Store, bot: BotNumber) -> tuple[Path, str]:
    """The file in which a bot's review is kept, and the key of what is in it."""
    rules = ruleset(store.settings["game"])
    return _path(store, bot), key(rules, store.bots[bot].digest, EFFORT, SEED, FOLDER)


def _path(store: Store, bot: BotNumber) -> Path:
    return store.folder / FOLDER / f"bot-{bot}.review"


def matches_of(store: Store, bot: BotNumber) -> dict[MatchNumber, Seat]:
    """An even selection of the bot's matches that no other's error ended, with its seat in each."""
    offenders = store.offenders()
    own = [(each.match, each.seat) for each in store.seats() if each.bot == bot]
    whole = [(match, seat) for match, seat in own if offenders[match] in (None, seat)]
    count = min(MAX_MATCHES, len(whole))
    return dict(whole[index * len(whole) // count] for index in range(count))


def review_section(review: BotReview) -> Iterator[Markup]:
    """The leaks of a bot as HTML."""
    costs = [cost for cost in review.costs if cost.leak is not OTHER]
    clear = [cost for cost in costs if cost.is_clear]
    yield element("h2", "Why it loses")
    yield element(
        "p",
        f"Its decisions in {counted(len(review.games), 'match', 'matches')}, each compared with the best play from "
        "what the bot could know. Costs are in percent of matches won, with their standard errors; they add up to "
        "what all its decisions lose.",
    )
    listed = [*clear, *(cost for cost in costs if not cost.is_clear)]
    rows = [[str(cost.cost), _level(cost.sure), str(cost.times), f"It {cost.leak.title}"] for cost in listed]
    rows += [[str(cost.cost), "", str(cost.times), OTHER.title] for cost in review.costs if cost.leak is OTHER]
    rows.append([str(review.total), "", str(sum(cost.times for cost in review.costs)), "together"])
    yield table("Why it loses", ["cost", "sure", "times", "what it does"], rows)
    for cost in clear:
        yield _examples(cost)


def _level(sure: float) -> str:
    return "> 99 %" if sure > 0.99 else f"{100 * sure:.0f} %"


def _examples(cost: Cost) -> Markup:
    parts = [element("p", cost.leak.advice)]
    for example in cost.examples:
        reasons = " ".join(example.reasons)
        if example.best:
            gain = f"{100 * example.loss:.1f} ± {100 * example.error:.1f} %"
            better = f"It plays {example.play}; {example.best} is better by {gain}. {reasons}"
            parts.append(element("p", f"Match {example.game}, hand {example.hand + 1}: {better}", "muted"))
        else:
            parts.append(element("p", f"Match {example.game}: {reasons}", "muted"))
        parts += text_boxes({"The call": example.call})
    return boxed(element("span", f"It {cost.leak.title}"), parts)
