"""Learning from a finished game: exercises from its mistakes, and playing on from one of its moments."""

from __future__ import annotations

import json
from contextlib import ExitStack, closing

import pytest
from clients import Clients, Plain, of_kind, served

from class_games import finished_game
from phazed.arena.entrants import load_entrants
from phazed.arena.tournament import Settings
from phazed.rules.cards import FACES
from phazed.rules.plays import LAY_OFF, LAY_PHASE
from phazed.rules.rulesets import PHAZED
from phazed.rules.ways import phase_ways
from phazed.storage.tables import Store
from phazed.web import exercises
from phazed.web.server.results import Results
from phazed.web.tables.creation import LEARNER, new_lesson
from phazed.web.tables.table import Table
from tournaments import played, write_bots


@pytest.fixture(autouse=True)
def little_effort(monkeypatch):
    monkeypatch.setattr(exercises, "EFFORT", 0.02)


@pytest.fixture
def game(file):
    return finished_game(file)


def post(server, path, said):
    status, _, answer = server.request("POST", path, json.dumps(said).encode())
    return status, json.loads(answer)


def frames(server, game):
    return server.get(f"/api/games/{game}/frames")[1]


# Exercises


def test_an_exercise_offers_the_plays_of_its_position_and_judges_each(server_of, game):
    server = server_of()
    steps = frames(server, game)["hands"][0]["steps"]
    kinds = set()
    for place in (0, 1, *(at for at, step in enumerate(steps) if step[1] in ("phase", "add"))):
        status, offered = server.get(f"/api/games/{game}/exercise?hand=0&place={place}")
        assert status == 200
        for each in offered["plays"][-3:]:
            kinds.add(each[0])
            asked = {"hand": 0, "place": place, "play": each}
            status, judged = post(server, f"/api/games/{game}/exercise", asked)
            assert status == 200
            assert set(judged) == {"loss", "error", "win", "grade"}
        kinds |= {each[0] for each in offered["plays"]}
    assert kinds == {1, 2, 3, 4, 5}


def test_jokers_and_forced_plays_are_exercises_too(server_of, file):
    game = finished_game(file, game="phazed_bonus", bot="greedy")
    server = server_of()
    kinds, forced = set(), 0
    for number, hand in enumerate(frames(server, game)["hands"]):
        played_steps = [step for step in hand["steps"] if step[1] != "miss"]
        for place, step in enumerate(played_steps):
            before = played_steps[place - 1] if place else None
            on_a_joker = before is not None and before[1] == "skip"
            if step[1] != "skip" and not on_a_joker:
                continue
            offered = server.get(f"/api/games/{game}/exercise?hand={number}&place={place}")[1]["plays"]
            kinds |= {each[0] for each in offered}
            if len(offered) == 1 and not forced:
                forced += 1
                asked = {"hand": number, "place": place, "play": offered[0]}
                assert post(server, f"/api/games/{game}/exercise", asked)[1]["grade"] is None
    assert 6 in kinds
    assert forced


@pytest.fixture
def server_of(file, monkeypatch):
    """Start a server on the file."""
    with ExitStack() as stack:
        yield lambda **more: stack.enter_context(served(file, monkeypatch, **more))


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"hand": 0, "place": 0, "play": [5, "ZZ"]}, "ZZ"),
        ({"hand": 0, "place": 0, "play": [3, [["2S"]]]}, "a turn must begin with a pick-up"),
        ({"hand": 99, "place": 0, "play": [1, None]}, "there is no play 0 in hand 99 of this game"),
        ({"hand": "0", "place": 0, "play": [1, None]}, '"hand" must be a whole number'),
        ({"hand": 0, "place": 0, "play": 5}, "a play must be a list or tuple, not 5"),
        ({"hand": 0, "place": 0, "play": [7, None]}, "a play's type must be a whole number from 1 to 5, not 7"),
    ],
)
def test_an_attempt_that_cannot_be_judged_is_refused(server_of, game, said, reason):
    status, answer = post(server_of(), f"/api/games/{game}/exercise", said)
    assert status == 400
    assert reason in answer["error"]


@pytest.mark.parametrize("asked", ["hand=0", "hand=x&place=0", "hand=-1&place=0", "", "hand=0&place=" + "9" * 40])
def test_an_exercise_needs_numbers(server_of, game, asked):
    assert server_of().get(f"/api/games/{game}/exercise?{asked}")[0] == 400


def test_a_game_that_goes_on_has_no_exercises(server_of, file):
    game = finished_game(file, unfinished=True)
    server = server_of()
    assert server.get(f"/api/games/{game}/exercise?hand=0&place=0")[0] == 409
    assert post(server, f"/api/games/{game}/exercise", {"hand": 0, "place": 0, "play": [1, None]})[0] == 409


# Playing on


def test_a_game_goes_on_from_a_moment_with_a_person_in_the_seat_whose_turn_it_is(server_of, game):
    server = server_of()
    old = frames(server, game)
    status, made = server.post({"from": {"game": game, "hand": 1, "plays": 3}, "name": "Ann"})
    assert status == 201
    with ExitStack() as stack:
        ann = Clients(server, stack).come(made)
        table = ann.table
        assert table["names"][made["seat"]] == "Ann"
        assert [seat["who"] for seat in table["seats"]].count("person") == 1
        assert {seat["who"] for seat in table["seats"]} == {"greedy", "person"}
        assert table["hand"]["number"] == 1
        assert table["turn"]["seat"] == made["seat"] == old["hands"][1]["steps"][3][0]
        assert table["hand"]["dealt"][made["seat"]] == old["hands"][1]["dealt"][made["seat"]]
        assert [row["points"] for row in table["sheet"]] == [old["hands"][0]["end"]["points"]]
        ann.hand(Plain())


def test_a_person_may_take_another_seat_and_has_a_name_of_their_own(server_of, game):
    server = server_of()
    _, made = server.post({"from": {"game": game, "hand": 0, "plays": 0, "seat": 3}, "name": "mira"})
    with ExitStack() as stack:
        ann = Clients(server, stack).come(made)
        assert (made["seat"], ann.table["names"]) == (3, ["Mira", "Otto", "Pia", "mira 2"])
        assert ann.at_turn()["seat"] == 3
    assert server.post({"from": {"game": game, "hand": 0, "plays": 0}})[0] == 201


@pytest.mark.parametrize(
    ("source", "status", "reason"),
    [
        (5, 400, '"from" must be an object'),
        ({"hand": 0, "plays": 0}, 400, '"game" must be a string'),
        ({"game": "nowhere", "hand": 0, "plays": 0}, 404, "there is no such game"),
        ({"game": "", "hand": 99, "plays": 0}, 400, "a game can be continued only from a moment within"),
        ({"game": "", "hand": 0, "plays": 9999}, 400, "a game can be continued only from a moment within"),
        ({"game": "", "hand": 0}, 400, '"plays" must be a whole number'),
        ({"game": "", "hand": 0, "plays": 0, "seat": 4}, 400, '"seat" must be a whole number from 0 to 3'),
        ({"match": 0, "hand": 0, "plays": 0}, 400, '"game" must be a string'),
    ],
)
def test_a_moment_that_is_not_there_is_refused(server_of, game, source, status, reason):
    if isinstance(source, dict) and source.get("game") == "":
        source = {**source, "game": game}
    answer = server_of().post({"from": source})
    assert answer[0] == status
    assert reason in answer[1]["error"]


def test_an_unfinished_game_does_not_go_on_elsewhere(server_of, file):
    game = finished_game(file, unfinished=True)
    assert server_of().post({"from": {"game": game, "hand": 0, "plays": 0}})[0] == 409


def test_a_match_goes_on_too_and_bots_that_are_not_built_in_are_replaced(server_of, tmp_path):
    four = load_entrants(write_bots(tmp_path / "bots", mine=BOT), ("@greedy", "@random", "@casual"))
    with closing(played(tmp_path / "out", four, Settings(game="phasedout", matches=1)).store):
        pass
    server = server_of(results=Results(tmp_path / "out"))
    names = server.get("/api/results/matches/0")[1]["names"]
    mine = names.index("mine")
    status, made = server.post({"from": {"match": 0, "hand": 0, "plays": 0, "seat": (mine + 1) % 4}})
    assert status == 201
    with ExitStack() as stack:
        table = Clients(server, stack).come(made).table
    assert table["seats"][mine]["who"] == "strong"
    assert table["names"][made["seat"]] == "You"
    assert server.post({"from": {"match": 99, "hand": 0, "plays": 0}})[0] == 404


BOT = """
def phasedout_play(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return 1, None
    return 5, hand[0]


def phasedout_phase_type(group):
    return None


phasedout_group_type = phasedout_is_valid_play = phasedout_score = phasedout_phase_type
"""


# The guided first hand


def test_a_newcomer_is_dealt_a_first_hand_that_can_be_laid_at_once(server_of):
    server = server_of()
    status, made = server.post({"lesson": True, "name": "Ann"})
    assert (status, made["seat"]) == (201, 1)
    with ExitStack() as stack:
        ann = Clients(server, stack).come(made)
        assert ann.table["names"][1] == "Ann"
        assert ann.table["turn"]["seat"] == 1
        assert ann.table["hand"]["discard"] == "7D"
        assert ann.play("take 7D")["kind"] == "done"
        ways = of_kind(ann.table["turn"], LAY_PHASE)
        assert {phase for _, (phase, _) in ways} == {1}
        assert ann.play(ways[0])["kind"] == "done"
        assert any(card[0] == "Q" for _, (card, _) in of_kind(ann.table["turn"], LAY_OFF))
        ann.hand(Plain())
    other = server.post({"lesson": True})[1]
    with ExitStack() as stack:
        table = Clients(server, stack).come(other).table
    assert table["names"][1] == "You"
    assert table["hand"]["dealt"][1] == ann.table["hand"]["dealt"][1]


def test_no_card_lets_another_player_of_the_guided_hand_lay_a_phase_in_the_first_round(file):
    with closing(Store(file)) as store:
        for _ in range(5):
            game, *_ = new_lesson(store, "Ann")
            state = Table.restored(store.load(game)).game.state
            hands = [hand for seat, hand in enumerate(state.hands) if seat != LEARNER]
            assert len(hands) == 3
            for hand in hands:
                assert not any(any(phase_ways(PHAZED.phases[0], (*hand, card))) for card in FACES)
