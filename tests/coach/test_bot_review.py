"""Reviews of bots: games, leaks and their costs."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest
from coached import LITTLE

from phazed.bots import make
from phazed.coach.bot_games import OPPONENTS, dumps, key, load, loads, save, seating
from phazed.coach.bot_review import MAX_ERRORS, review_bot
from phazed.coach.leaks import BY_NAME, ERROR, OTHER
from phazed.game.pasted import read_call
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT, PHAZED, SEATS

GAMES = 4


@pytest.fixture(autouse=True)
def _quick_expert(monkeypatch):
    """The expert plays without imagining deals."""
    monkeypatch.setattr("phazed.coach.bot_games.EXPERT_WORLDS", 0)


def player(choose):
    """Plays games with what `choose` makes at the bot's seat."""

    def play(place):
        names = place.by_seat("")
        seats = [
            make(name, place.rules, f"{place.seed}/{seat}") if name else choose() for seat, name in enumerate(names)
        ]
        return play_game(place.rules, seats, place.seed)

    return play


@cache
def reviewed():
    return review_bot(PHASEDOUT, "my_bot", player(lambda: make("beginner", PHASEDOUT, 0)), games=GAMES, effort=LITTLE)


class Tires:
    """Plays well until its turn of that number, and then answers nothing."""

    def __init__(self, turns):
        self.bot = make("strong", PHASEDOUT, 0)
        self.turns = turns

    def choose(self, view):
        self.turns -= 1
        return self.bot.choose(view) if self.turns >= 0 else None


def test_a_bot_sits_in_every_seat_before_and_after_every_opponent():
    seatings = [seating(PHAZED, number, "seed") for number in range(12)]
    assert Counter(place.seat for place in seatings) == dict.fromkeys(range(SEATS), 3)
    for place in seatings:
        names = place.by_seat("bot")
        assert names[place.seat] == "bot"
        assert set(names) == {"bot", *OPPONENTS}
    for step in range(1, SEATS):
        neighbours = Counter(place.by_seat("bot")[(place.seat + step) % SEATS] for place in seatings)
        assert neighbours == dict.fromkeys(OPPONENTS, 4)
    assert len({place.seed for place in seatings}) == 12


@pytest.mark.no_cover
def test_the_costs_add_up_to_what_all_decisions_lose():
    found = reviewed()
    assert sum(cost.cost.value for cost in found.costs) == pytest.approx(found.total.value)
    for game in found.games:
        assert game.losses.keys() == game.times.keys()
        assert sum(game.times.values()) <= game.decisions
    assert found.total.value > 0
    order = [cost.cost.value - cost.cost.error for cost in found.costs]
    assert order == sorted(order, reverse=True)
    assert all(0.0 <= cost.sure <= 1.0 for cost in found.costs)


def test_the_expert_plays_the_same_games():
    found = reviewed()
    assert found.behind.value == pytest.approx(found.expert_won.value - found.won.value)
    assert found.won.error > 0
    again = review_bot(PHASEDOUT, "other", player(lambda: make("strong", PHASEDOUT, 0)), games=2, effort=0.02)
    assert [game.expert for game in again.games] == [game.expert for game in found.games[:2]]


def test_examples_are_calls_with_clear_losses():
    found = reviewed()
    assert any(len(cost.examples) == 3 for cost in found.costs)
    for cost in found.costs:
        assert len(cost.examples) <= 3
        for each in cost.examples:
            assert each.leak == cost.leak.name
            assert each.loss > 3 * each.error
            assert each.play != each.best
            assert each.reasons
            name, arguments = read_call(each.call)
            assert name == "phasedout_play"
            assert list(arguments.values())[4] == each.cards.split()


def test_a_review_goes_on_from_what_is_known(tmp_path):
    found = reviewed()
    digest = key(PHASEDOUT, "bot", LITTLE, 0)
    kept = tmp_path / "my_bot.py.review"
    save(kept, digest, {game.number: game for game in found.games[:2]})
    known, told = load(kept, digest), []
    assert tuple(known.values()) == found.games[:2]
    again = review_bot(
        PHASEDOUT,
        "my_bot",
        player(lambda: make("beginner", PHASEDOUT, 0)),
        games=GAMES,
        effort=LITTLE,
        known=known,
        on_game=told.append,
    )
    assert again == found
    assert told == [3, 4]
    assert [*known] == [0, 1, 2, 3]


def test_what_is_of_another_review_or_damaged_is_not_used(tmp_path):
    text = dumps("key", {0: reviewed().games[0]})
    assert loads(text, "key") == {0: reviewed().games[0]}
    assert loads(text, "other") == {}
    for damaged in ("", "[]", "{}", text[:-3], text.replace("games", "game"), text.replace("[[0,", "[[", 1)):
        assert loads(damaged, "key") == {}
    assert load(tmp_path / "nothing", "key") == {}
    (tmp_path / "binary").write_bytes(b"\xff")
    assert load(tmp_path / "binary", "key") == {}


def test_a_key_is_of_the_bot_and_how_it_is_reviewed():
    keys = [
        key(PHASEDOUT, "a", 1.0, 0),
        key(PHAZED, "a", 1.0, 0),
        key(PHASEDOUT, "b", 1.0, 0),
        key(PHASEDOUT, "a", 0.5, 0),
        key(PHASEDOUT, "a", 1.0, 1),
        key(PHASEDOUT, "a", 1.0, 0, "numpy"),
    ]
    assert len(set(keys)) == len(keys)
    assert key(PHASEDOUT, "a", 1.0, "0") == keys[0]


@pytest.mark.parametrize("width", [60, 100])
def test_the_text_fits_the_terminal_except_for_calls(width):
    text = reviewed().as_text(width)
    lines = [line for line in text.splitlines() if not line.startswith("phasedout_play(")]
    assert max(map(len, lines)) <= width
    calls = [line for line in text.splitlines() if line.startswith("phasedout_play(")]
    assert calls
    assert f"[{len(calls)}]" in lines
    assert "together" in text
    assert lines[-1].endswith("phazed compare OLD NEW.") or width == 60


def test_the_data_is_json_with_every_leak():
    found = reviewed()
    data = json.loads(json.dumps(found.as_data()))
    assert sum(leak["cost"] for leak in data["leaks"]) == pytest.approx(data["total"]["value"])
    assert {leak["leak"] for leak in data["leaks"]} <= set(BY_NAME)
    assert (data["bot"], data["game"], data["games"], data["errors"]) == ("my_bot", "phasedout", GAMES, [])


def test_a_review_without_clear_leaks_says_so():
    game = reviewed().games[0]._replace(times={}, losses={}, examples=())
    nothing = reviewed()._replace(games=(game, game))
    text = nothing.as_text()
    assert "No leak is clear. More games (--games) show smaller ones." in text
    assert "leaks that are not clear" not in text
    unclear = game._replace(times={"waits": 1, OTHER.name: 2}, losses={"waits": 0.1, OTHER.name: 0.1})
    text = nothing._replace(games=(game, unclear)).as_text()
    assert "1 leak that is not clear" in text
    assert "other decisions" in text


def test_an_error_costs_the_chance_that_was_left():
    turns = iter([30, 20, 10_000])
    found = review_bot(PHASEDOUT, "my_bot", player(lambda: Tires(next(turns))), games=3, effort=0.02)
    assert [bool(game.error) for game in found.games] == [True, True, False]
    for game in found.games[:2]:
        assert game.share == 0.0
        assert game.times[ERROR.name] == 1
        assert 0.0 < game.losses[ERROR.name] < 1.0
    error = next(cost for cost in found.costs if cost.leak is ERROR)
    assert error.examples[0].call.startswith("phasedout_play(")
    text = found._replace(games=found.games[:2] * 3 + found.games[2:]).as_text(100)
    assert "6 games ended with its error: " in text
    assert "It ends games by errors: " in text
    assert "Next: correct the error; phazed check explains it." in text


def test_no_more_games_are_begun_after_some_errors():
    found = review_bot(PHASEDOUT, "my_bot", player(lambda: Tires(0)), games=50, effort=0.02)
    assert len(found.games) == len(found.errors) == MAX_ERRORS
    assert found.as_text().startswith("my_bot cannot be reviewed, because all its games ended with its error: ")
    assert found.games[0].losses == {ERROR.name: 0.25}
