"""Seeds: none reveals another, and bots get none that is derived from the deals."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from phazed.arena.check.session import check
from phazed.arena.entrants import LoadedEntrants
from phazed.arena.executors.pool import ResilientPool
from phazed.arena.jobs import MatchJob
from phazed.arena.match import play
from phazed.arena.seeds import derive, match_seeds, stretch
from phazed.arena.tournament import Settings, Tournament
from phazed.storage.entrant import Entrant

HOSTILE = Path(__file__).parent.parent / "hostile"
PRINTS_ITS_NUMBERS = """
import random
print(random.getrandbits(64))
def phazed_play(player_id, table, turn_history, phase_status, hand, discard):
    return (5, hand[0]) if turn_history and turn_history[-1][0] == player_id else (1, None)
"""


def printing_bot(source: str = PRINTS_ITS_NUMBERS) -> Entrant:
    return Entrant("bot", "bot.py", (("bot.py", source.encode()),))


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", ["2026", pytest.param("7", marks=pytest.mark.thorough)])
def test_a_bot_does_not_find_the_short_seed_of_its_tournament(tmp_path, seed):
    guesser = printing_bot((HOSTILE / "finds_a_short_seed.py").read_text())
    bots = LoadedEntrants(tuple(guesser._replace(name=f"bot {number}") for number in range(4)), {})
    tournament = Tournament.open(tmp_path, bots, Settings(seed=seed, matches=4))
    with ResilientPool(1) as pool:
        tournament.run(pool, max_pending=2)
    errors = tournament.store.errors_by_bot()
    tournament.store.close()
    assert errors == {}


def test_the_random_numbers_of_bots_do_not_depend_on_the_deals():
    def numbers(seed: str, bot_seed: str) -> list[str]:
        job = MatchJob(0, "phazed", seed, (printing_bot(),) * 4, bot_seed=bot_seed)
        return [seat.printed for seat in play(job).seats]

    first = numbers("1", "a")
    assert len(set(first)) == 4
    assert numbers("2", "a") == first
    assert not set(numbers("1", "b")) & set(first)


@pytest.mark.no_cover
def test_the_check_gives_a_bot_nothing_that_reveals_its_deals():
    source = f"import random\nprint(random.getstate()[1][:4])\n{PRINTS_ITS_NUMBERS}"
    printed = check(printing_bot(source), games=4, seed="0").printed_at_import
    assert printed
    guesses = [f"0{game}{seat}" for game in ("", "/phazed/@greedy/0", "/check/bots") for seat in ("", "/0", "/1")]
    assert all(str(Random(guess).getstate()[1][:4]) not in printed for guess in guesses)


def test_seeds_are_derived_by_a_key_that_is_slow_to_compute():
    assert stretch("2026") != stretch("2027")
    assert len(stretch("")) == 64
    seeds = match_seeds("2026", "5")
    assert seeds.deals == derive(stretch("2026"), "5/deals") != seeds.bots
