"""Reviews of bots based on their matches in a tournament, stored beside the results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phazed.coach.bot_games import judged_game, key, load, save
from phazed.coach.bot_review import review_bot
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import ruleset
from phazed.text import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phazed.answers.bot_review import BotReview
    from phazed.storage.results.rows import BotNumber, MatchNumber, Seat
    from phazed.storage.results.store import Store

FOLDER = "reviews"
MAX_MATCHES = 40
"""Maximum number of matches in a bot's review."""
MIN_MATCHES = 4
EFFORT = 0.2
SEED = 0


class NotReviewed(PhazedError):
    """An error for a bot that cannot be reviewed."""


def review_matches(
    store: Store, name: str, on_match: Callable[[int, int], object] = lambda done, total: None
) -> BotReview:
    """Review a bot's decisions in its matches, and store the evaluations after each match."""
    bots = {bot.name: number for number, bot in enumerate(store.bots) if not bot.built_in}
    if name not in bots:
        known = ", ".join(sorted(printable(each) for each in bots)) or "there are none"
        raise NotReviewed(f"{store.folder}: these results have no bot {printable(name)!r}; bots: {known}")
    chosen = matches_of(store, bots[name])
    if len(chosen) < MIN_MATCHES:
        raise NotReviewed(
            f"{printable(name)} has played {counted(len(chosen), 'match', 'matches')} not ended by another bot's "
            "error; "
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
    return review_bot(name, ruleset(store.settings["game"]), [found[match] for match in chosen])


def kept_review(store: Store, bot: BotNumber) -> BotReview | None:
    """Return a bot's stored review, or `None` if it has none."""
    if not _path(store, bot).exists():
        return None
    found = load(*_place(store, bot))
    if len(found) < MIN_MATCHES:
        return None
    return review_bot(store.bots[bot].name, ruleset(store.settings["game"]), list(found.values()))


def _place(store: Store, bot: BotNumber) -> tuple[Path, str]:
    """Return the file of a bot's review and the key with which it is stored."""
    rules = ruleset(store.settings["game"])
    return _path(store, bot), key(rules, store.bots[bot].digest, EFFORT, SEED, FOLDER)


def _path(store: Store, bot: BotNumber) -> Path:
    return store.folder / FOLDER / f"bot-{bot}.review"


def matches_of(store: Store, bot: BotNumber) -> dict[MatchNumber, Seat]:
    """Return an even selection of the bot's matches that were not ended by another bot, with its seat in each."""
    offenders = store.offenders()
    own = [(each.match, each.seat) for each in store.seats() if each.bot == bot]
    whole = [(match, seat) for match, seat in own if offenders[match] in (None, seat)]
    count = min(MAX_MATCHES, len(whole))
    return dict(whole[index * len(whole) // count] for index in range(count))
