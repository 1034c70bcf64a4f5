"""Reviews of finished games at the table and of a tournament's matches: computed once, with progress, and kept."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest
from clients import served

from class_games import finished_game
from phazed.arena.entrants import load_entrants
from phazed.arena.tournament import Settings
from phazed.coach import judgement
from phazed.storage.tables import FINISHED
from phazed.web import reviews
from phazed.web.server.results import Results
from tournaments import played, write_bots


@pytest.fixture(autouse=True)
def little_effort(monkeypatch):
    monkeypatch.setattr(reviews, "EFFORT", 0.01)


def reviewed(server, address):
    """The review at the address, once it is there, and the answers before it."""
    before = []
    while True:
        status, answer = server.get(address)
        assert status == 200, answer
        if answer["state"] == "done":
            return answer["review"], before
        before.append(answer)


def test_a_finished_game_is_reviewed_with_progress(file, monkeypatch, gate):
    game = finished_game(file)
    judge = judgement.Judge.judge

    def waiting(*arguments):
        gate.wait()
        return judge(*arguments)

    monkeypatch.setattr(judgement.Judge, "judge", waiting)
    monkeypatch.setattr(reviews, "PROGRESS_SECONDS", 0.01)
    gate.shut()
    with served(file, monkeypatch) as server:
        address = f"/api/games/{game}/review"
        assert server.get(address)[1]["state"] == "running"
        gate.until_entered()
        status, answer = server.get(address)
        assert (status, answer["state"], answer["done"]) == (200, "running", 0)
        assert answer["total"] > 100
        gate.open()
        monkeypatch.setattr(reviews, "PROGRESS_SECONDS", 0.5)
        review, _ = reviewed(server, address)
        assert review["names"] == ["Mira", "Otto", "Pia", "Kai"]
        assert len(review["chances"]) == len(review["seats"]) == 4
        assert server.get(address) == (200, {"state": "done", "review": review})


def no_judge(*_):
    raise AssertionError("what is kept is not judged again")


def test_a_review_is_kept_and_deleted_with_its_game(file, monkeypatch):
    game = finished_game(file)
    with served(file, monkeypatch) as server:
        review, _ = reviewed(server, f"/api/games/{game}/review")
    folder = file.with_name("games.db.reviews")
    assert [each.name for each in folder.iterdir()] == [f"{game}.review"]
    assert folder.stat().st_mode & 0o077 == 0
    monkeypatch.setattr(judgement.Judge, "judge", no_judge)
    with served(file, monkeypatch) as server:
        assert reviewed(server, f"/api/games/{game}/review")[0] == review
        assert server.do(server.store.delete_old_games, 2 * FINISHED + 1e10) == 1
    assert list(folder.iterdir()) == []


def test_a_review_that_cannot_be_kept_is_shown_all_the_same(file, monkeypatch):
    game = finished_game(file)
    file.with_name("games.db.reviews").write_text("no folder")
    with served(file, monkeypatch) as server:
        review, _ = reviewed(server, f"/api/games/{game}/review")
        assert review["seats"]


def test_only_a_few_reviews_are_held_in_memory(file, monkeypatch):
    monkeypatch.setattr(reviews, "MAX_FOUND", 1)
    first, second = finished_game(file), finished_game(file)
    with served(file, monkeypatch) as server:
        one = reviewed(server, f"/api/games/{first}/review")[0]
        reviewed(server, f"/api/games/{second}/review")
        monkeypatch.setattr(judgement.Judge, "judge", no_judge)
        assert reviewed(server, f"/api/games/{first}/review")[0] == one


def test_a_server_that_stops_leaves_a_review_and_keeps_what_was_judged(file, monkeypatch, gate):
    game = finished_game(file)
    judge, judged = judgement.Judge.judge, []

    def counted(*arguments):
        judged.append(arguments[1])
        if len(judged) == 60:
            gate.shut()
        gate.wait()
        return judge(*arguments)

    monkeypatch.setattr(judgement.Judge, "judge", counted)
    monkeypatch.setattr(reviews, "PROGRESS_SECONDS", 0.01)
    stop = reviews.Reviews.stop
    monkeypatch.setattr(reviews.Reviews, "stop", lambda own: (stop(own), gate.open()))
    with served(file, monkeypatch) as server:
        assert server.get(f"/api/games/{game}/review")[1]["state"] == "running"
        gate.until_entered()
    with served(file, monkeypatch) as server:
        reviewed(server, f"/api/games/{game}/review")
    assert len(judged) == len({(view.history, view.hand, view.status) for view in judged})


def test_only_finished_games_are_reviewed(file, monkeypatch):
    game = finished_game(file, unfinished=True)
    with served(file, monkeypatch) as server:
        status, answer = server.get(f"/api/games/{game}/review")
        assert (status, "the game is not over yet" in answer["error"]) == (409, True)
        assert server.get("/api/games/nowhere/review")[0] == 404
        assert server.request("GET", f"/review/{game}")[0] == 200


def test_the_list_of_games_says_who_won(file, monkeypatch):
    game, other = finished_game(file), finished_game(file, unfinished=True)
    with closing(sqlite3.connect(file)) as base:
        base.execute(
            "INSERT INTO games (id, rules, seed, touched, over) SELECT 'damaged', rules, seed, touched, over "
            "FROM games WHERE id = ?",
            (game,),
        )
        base.commit()
    with served(file, monkeypatch) as server:
        for _ in range(2):
            found = server.get(f"/api/games?ids={game},{other},damaged")[1]
            assert sorted(found[game]["ranks"])[0] == 1
            assert found[other]["ranks"] is None
            assert found["damaged"]["ranks"] is None


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tournament of four built-in players."""
    base = tmp_path_factory.mktemp("results")
    four = load_entrants(write_bots(base / "bots"), ("@greedy", "@random", "@beginner", "@casual"))
    with closing(played(base / "out", four, Settings(game="phasedout", matches=1)).store):
        return base / "out"


def test_a_match_of_a_tournament_is_reviewed_and_the_review_is_kept_in_its_folder(folder, tmp_path, file, monkeypatch):
    copy = shutil.copytree(folder, tmp_path / "copy")
    with served(file, monkeypatch, results=Results(copy)) as server:
        review, _ = reviewed(server, "/api/results/matches/0/review")
        assert len(review["seats"]) == 4
        assert [each.name for each in (copy / "reviews").iterdir()] == ["0.review"]
        assert server.request("GET", "/review/match/0")[0] == 200
        for number in ("99", "x", "-1"):
            status, answer = server.get(f"/api/results/matches/{number}/review")
            assert (status, "there is no" in answer["error"]) == (404, True)
