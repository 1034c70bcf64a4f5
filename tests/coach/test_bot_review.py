"""Reviews of bots: games, leaks and their costs."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest
from coached import LITTLE

from phazed.answers.bot_review import BotReview
from phazed.answers.form import from_json, from_store, to_json, to_store
from phazed.bots import make
from phazed.coach.bot_games import OPPONENTS, dumps, key, load, loads, save, seating
from phazed.coach.bot_review import MAX_ERRORS, play_games, review_bot
from phazed.coach.leaks import BY_NAME, ERROR, OTHER
from phazed.game.pasted import read_call
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT, PHAZED, SEATS
from phazed.terminal.bot_review import bot_review_text

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
def games():
    return play_games(PHASEDOUT, player(lambda: make("beginner", PHASEDOUT, 0)), games=GAMES, effort=LITTLE)


@cache
def reviewed():
    return review_of(games())


def review_of(found):
    return review_bot("my_bot", PHASEDOUT, found, OPPONENTS)


def costs(found):
    """The costs of all leaks and of the other decisions."""
    return [*(leak.cost.value for leak in found.leaks), found.other.cost.value]


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
    assert sum(costs(found)) == pytest.approx(found.total.cost.value)
    for game in games():
        assert game.losses.keys() == game.times.keys()
        assert sum(game.times.values()) <= game.decisions
    assert found.total.cost.value > 0
    order = [leak.cost.value - leak.cost.error for leak in found.leaks]
    assert order == sorted(order, reverse=True)
    assert all(0.0 <= leak.sure <= 1.0 for leak in found.leaks)


def test_the_expert_plays_the_same_games():
    found = reviewed()
    assert found.behind.value == pytest.approx(found.expert_won.value - found.won.value)
    assert found.won.error > 0
    again = play_games(PHASEDOUT, player(lambda: make("strong", PHASEDOUT, 0)), games=2, effort=0.02)
    assert [game.expert for game in again] == [game.expert for game in games()[:2]]


def test_examples_are_calls_with_clear_losses():
    found = reviewed()
    assert any(len(leak.examples) == 3 for leak in found.leaks)
    for leak in found.leaks:
        assert len(leak.examples) + len(leak.errors) <= 3
        for each in leak.examples:
            assert each.turn >= 1
            assert each.loss > 3 * each.error
            assert each.play != each.best
            assert each.reasons
            name, arguments = read_call(each.call)
            assert name == "phasedout_play"
            assert list(arguments.values())[4] == each.cards.split()


def test_a_review_goes_on_from_what_is_known(tmp_path):
    found = games()
    digest = key(PHASEDOUT, "bot", LITTLE, 0)
    kept = tmp_path / "my_bot.py.review"
    save(kept, digest, {game.number: game for game in found[:2]})
    known, told = load(kept, digest), []
    assert list(known.values()) == found[:2]
    again = play_games(
        PHASEDOUT,
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
    text = dumps("key", {0: games()[0]})
    assert loads(text, "key") == {0: games()[0]}
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
    text = bot_review_text(reviewed(), width)
    lines = [line for line in text.splitlines() if not line.startswith("phasedout_play(")]
    assert max(map(len, lines)) <= width
    calls = [line for line in text.splitlines() if line.startswith("phasedout_play(")]
    assert calls
    assert f"[{len(calls)}]" in lines
    assert "  total" in text
    assert lines[-1].endswith("phazed compare OLD NEW.") or width == 60


def test_the_data_is_json_with_every_leak():
    found = reviewed()
    data = json.loads(json.dumps(to_json(found)))
    assert [leak["cost"]["value"] for leak in data["leaks"]] == [leak.cost.value for leak in found.leaks]
    assert {leak["leak"] for leak in data["leaks"]} <= set(BY_NAME)
    assert from_json(BotReview, data) == found
    assert from_store(BotReview, json.loads(json.dumps(to_store(found)))) == found
    assert from_store(BotReview, {**to_store(found), "version": 0}) is None
    assert (data["bot"], data["game"], data["games"], data["errors"]) == ("my_bot", "phasedout", GAMES, [])


def test_a_review_without_clear_leaks_says_so():
    game = games()[0]._replace(times={}, losses={}, examples=())
    text = bot_review_text(review_of([game, game]))
    assert "No leak is clear. More games (--games) reveal smaller leaks." in text
    assert "unclear leaks" not in text
    unclear = game._replace(times={"waits": 1, OTHER.name: 2}, losses={"waits": 0.1, OTHER.name: 0.1})
    text = bot_review_text(review_of([game, unclear]))
    assert "1 unclear leak" in text
    assert "other decisions" in text


def test_an_error_costs_the_chance_that_was_left():
    turns = iter([30, 20, 10_000])
    found = play_games(PHASEDOUT, player(lambda: Tires(next(turns))), games=3, effort=0.02)
    assert [bool(game.error) for game in found] == [True, True, False]
    for game in found[:2]:
        assert game.share == 0.0
        assert game.times[ERROR.name] == 1
        assert 0.0 < game.losses[ERROR.name] < 1.0
    leak = next(leak for leak in review_of(found).leaks if leak.leak == ERROR.name)
    assert not leak.examples
    assert leak.errors[0].call.startswith("phasedout_play(")
    text = bot_review_text(review_of(found[:2] * 3 + found[2:]), 100)
    assert "6 games ended with an error by the bot: " in text
    assert "It ends games by errors: " in text
    assert "Next: fix the error; phazed check explains it." in text


def test_no_more_games_are_begun_after_some_errors():
    found = play_games(PHASEDOUT, player(lambda: Tires(0)), games=50, effort=0.02)
    review = review_of(found)
    assert len(found) == len(review.errors) == MAX_ERRORS
    text = bot_review_text(review)
    assert text.startswith("my_bot cannot be reviewed because its errors ended all games: ")
    assert found[0].losses == {ERROR.name: 0.25}
