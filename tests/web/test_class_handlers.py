"""What students and teachers do on the server of a class."""

from __future__ import annotations

import csv
import io
import time
from contextlib import closing

import pytest
from class_clients import TestedClass, Visitor
from clients import served

from class_games import finished_game
from classes import archive, hand_in, make_class, passed, student
from phazed.course import analyses
from phazed.storage.course.submissions import BotId
from phazed.storage.tables import DAY, Store
from phazed.web.classroom import bots
from tournaments import SIMPLE
from waiting import wait_until


@pytest.fixture
def school(tmp_path, monkeypatch):
    """A new class whose ladder does not play, on its server."""
    make_class(tmp_path / "class", ladder=False).close()
    with served(tmp_path / "class", monkeypatch, TestedClass) as running:
        yield running


def submit(visitor, source=SIMPLE, title="bot.py"):
    body = source if isinstance(source, bytes) else source.encode()
    return visitor.post(f"/api/class/submissions?title={title}", body=body)


def checked(submission):
    """Return the submission if it has been checked, else `None`."""
    return None if submission["state"] == "waiting" else submission


def test_a_submission_is_checked_and_then_plays(folder, ada):
    status, made = submit(ada)
    assert (status, made["version"], made["state"], made["late"]) == (201, 1, "waiting", False)
    found = wait_until(lambda: checked(ada.get(f"/api/class/submissions/{made['id']}")[1]))
    assert (found["state"], found["active"]) == ("passed", True)
    assert "without an error" in found["check"]["verdict"]
    assert ada.get(f"/api/class/submissions/{made['id']}/code")[1]["files"] == [{"path": "bot.py", "text": SIMPLE}]
    assert [each["id"] for each in ada.get("/api/class/submissions")[1]] == [made["id"]]


def test_what_is_no_bot_is_refused_and_nothing_is_stored(folder, ada):
    for title, body, problem in (
        ("bot.txt", b"x", "hand in a Python file"),
        ("bot.zip", b"x", "cannot be read"),
        ("bot.py", b"x" * 3_000_000, "a request can have at most"),
    ):
        status, answer = submit(ada, body, title)
        assert status == 400
        assert problem in answer["error"]
    assert folder.submissions.all() == []


def test_the_same_file_again_is_not_a_new_version(folder, ada):
    made = passed(folder)
    status, answer = submit(ada)
    assert (status, answer["id"]) == (200, made.id)


def test_not_too_many_submissions_wait_at_a_time(folder, ada, monkeypatch):
    monkeypatch.setattr(bots, "MAX_WAITING", 0)
    status, answer = submit(ada)
    assert (status, answer["error"]) == (429, "0 of your submissions wait for their check: wait until one is done")


def test_a_submission_after_the_deadline_is_late(folder, ada):
    folder.change_settings({"deadline": time.time() - 1})
    assert submit(ada, archive({"bot.py": SIMPLE}), "bot.zip")[1]["late"]


def test_the_teacher_hands_in_nothing(teacher):
    status, answer = submit(teacher)
    assert status == 400
    assert "students hand in bots" in answer["error"]


def test_another_version_can_be_made_the_one_that_plays(folder, ada):
    one = passed(folder)
    two = passed(folder, source=f"{SIMPLE}\n# better")
    bad = hand_in(folder, source="x = 1")
    folder.submissions.set_checked(bad.id, {"text": ""}, able=False)
    assert ada.post(f"/api/class/submissions/{one.id}/activate")[0] == 200
    assert [each.id for each in folder.submissions.current()] == [one.id]
    assert ada.post(f"/api/class/submissions/{bad.id}/activate") == (
        409,
        {"error": "this version has not passed its check, so it cannot play"},
    )
    assert ada.post(f"/api/class/submissions/{two.id + 7}/activate")[0] == 404


def test_an_analysis_says_why_there_is_nothing_to_analyse(folder, ada):
    made = passed(folder)
    assert ada.post(f"/api/class/submissions/{made.id}/analyses", {"kind": "magic"})[0] == 400
    assert ada.get(f"/api/class/submissions/{made.id}/analyses/magic")[0] == 404
    assert ada.post(f"/api/class/submissions/{made.id}/analyses", {"kind": "review"})[0] == 202
    while (found := ada.get(f"/api/class/submissions/{made.id}/analyses/review")[1])["found"] is None:
        assert found["waiting"] in (True, False)
    assert found["found"]["error"].startswith("it has 0 matches on the ladder that can be")


def test_a_nickname_is_shown_instead_of_the_name(folder, ada, teacher):
    assert ada.post("/api/class/nickname", {"nickname": " Enchantress  of Numbers "}) == (
        200,
        {"nickname": "Enchantress of Numbers"},
    )
    assert ada.post("/api/class/nickname", {"nickname": "@casual"})[0] == 400
    me = ada.get("/api/class/me")[1]
    assert (me["role"], me["shown"], me["title"]) == ("student", "Enchantress of Numbers", "Phazed class")
    assert me["key"] == folder.key_of(student(folder))
    assert teacher.get("/api/class/me")[1]["key"] is None


# The teacher


def test_a_roster_is_added_and_its_links_open_accounts(school, folder, teacher):
    body = "name;student number;group\r\n=Evil();4711;M\xfcller\r\n".encode("cp1252")
    assert teacher.post("/api/class/roster", body=body) == (200, {"new": 1, "known": 0})
    status, text = teacher.request("GET", "/api/class/links.csv")
    rows = list(csv.DictReader(io.StringIO(text.decode("utf-8-sig"))))
    assert (status, len(rows)) == (200, 6)
    evil = next(row for row in rows if row["student number"] == "4711")
    assert (evil["name"], evil["group"]) == ("'=Evil()", "Müller")
    assert Visitor(school, evil["link"].partition("#")[2]).get("/api/class/me")[1]["name"] == "=Evil()"
    status, answer = teacher.post("/api/class/roster", body=b"nothing")
    assert status == 400
    assert "a roster must have the columns" in answer["error"]


def test_the_overview_shows_every_student_and_what_happened(folder, teacher):
    made = passed(folder)
    found = teacher.get("/api/class/overview")[1]
    ada = next(each for each in found["students"] if each["number"] == "1815")
    assert (ada["name"], ada["versions"], ada["active"]["id"], ada["joined"]) == ("Ada Lovelace", 1, made.id, None)
    assert found["failure"] is None
    assert found["final"]["state"] == "planned"
    assert len(found["final"]["seed_hash"]) == 64


def test_settings_are_changed_by_the_teacher(folder, teacher):
    status, answer = teacher.post("/api/class/settings", {"title": "COMP10001", "deadline": 2e9})
    assert (status, answer["title"], folder.settings.deadline) == (200, "COMP10001", 2e9)
    assert teacher.post("/api/class/settings", {"deadline": "tomorrow"}) == (
        400,
        {"error": "deadline: give a time, or none"},
    )


def test_a_deleted_student_is_gone(school, folder, teacher, ada):
    passed(folder)
    person = student(folder)
    assert teacher.post(f"/api/class/students/{person.id}/delete") == (200, {})
    assert student(folder) is None
    assert ada.get("/api/class/me")[1]["role"] is None
    assert teacher.post(f"/api/class/students/{person.id}/delete")[0] == 404
    assert teacher.post(f"/api/class/students/{folder.people.teacher().id}/delete")[0] == 404


def test_a_disqualification_has_a_reason_and_can_be_taken_back(folder, teacher):
    made = passed(folder)
    address = f"/api/class/submissions/{made.id}/disqualify"
    assert teacher.post(address, {"why": " copied "})[1] == {"disqualified": "copied"}
    assert not folder.submissions.get(made.id).plays
    assert teacher.post(address, {"why": ""})[1] == {"disqualified": None}
    assert folder.submissions.get(made.id).plays
    assert teacher.post("/api/class/submissions/99/disqualify", {"why": "x"})[0] == 404


# Rounds of people


def test_everybody_who_is_here_is_seated_at_once(school, folder, teacher):
    status, answer = teacher.post("/api/class/rounds", {"game": "phazed", "clock": "off"})
    assert status == 400
    assert answer["error"].startswith("nobody is here")
    people = [Visitor(school, folder.key_of(person)) for person in folder.people.all()]
    for each in people:
        assert each.get("/api/class/round") == (200, {"round": None})
    assert teacher.get("/api/class/tables")[1]["present"] == 5
    assert teacher.post("/api/class/rounds", {"game": "chess", "clock": "off"})[0] == 400
    status, made = teacher.post("/api/class/rounds", {"game": "phasedout", "clock": "quick"})
    assert (status, made) == (201, {"round": 1, "people": 5, "tables": 2})
    places = [each.get("/api/class/round")[1] for each in people]
    assert len({place["address"] for place in places}) == 5
    assert not any(place["over"] for place in places)
    tables = teacher.get("/api/class/tables")[1]["tables"]
    assert sorted(sum(seat["kind"] == "person" for seat in table["seats"]) for table in tables) == [2, 3]
    assert teacher.get("/api/class/league")[1] == {"rounds": 1, "rows": []}


def test_the_league_has_the_results_of_those_who_came(tmp_path, monkeypatch):
    monkeypatch.setattr(analyses, "PEOPLE_EFFORT", 0.02)
    with closing(make_class(tmp_path / "class", ladder=False)) as folder:
        game = finished_game(folder.tables_file, people=True)
        people = [person.id for person in folder.people.all()]
        folder.rounds.add("phasedout", "off", [(game, seat, people[seat], f"/{seat}") for seat in range(4)])
        with served(folder.path, monkeypatch, TestedClass) as server:
            ada = Visitor(server, folder.key_of(student(folder)))
            teacher = Visitor(server, server.teacher_key)
            assert ada.get("/api/class/round")[1]["over"]
            rows = wait_until(lambda: ada.get("/api/class/league")[1]["rows"])
            assert sum(row["points"] for row in rows) == 6
            assert [row["place"] for row in rows] == [1, 2, 3, 4]
            assert not any("full_name" in row for row in rows)
            wait_until(lambda: all(row["adjusted"] is not None for row in teacher.get("/api/class/league")[1]["rows"]))
            rows = teacher.get("/api/class/league")[1]["rows"]
            assert sum(row["adjusted"] for row in rows) == pytest.approx(1, abs=0.01)
            assert {row["full_name"] for row in rows} <= {person.name for person in folder.people.all()}


def test_the_games_of_rounds_are_never_deleted(tmp_path):
    with closing(make_class(tmp_path / "class")) as folder:
        game, other = (finished_game(folder.tables_file, people=True) for _ in range(2))
        folder.rounds.add("phasedout", "off", [(game, 0, student(folder).id, "/0")])
        with closing(Store(folder.tables_file, shared=True)) as store:
            store.kept = folder.rounds.games
            assert store.delete_old_games(time.time() + 1000 * DAY) == 1
            assert store.over([game, other]) == {game: True}


def test_a_bot_that_does_not_play_has_a_page_for_its_author_and_the_teacher_only(school, folder, ada, alan, teacher):
    made = hand_in(folder)
    folder.submissions.set_checked(made.id, {"text": ""}, able=False)
    assert alan.get(f"/api/class/bots/{made.id}") == (404, {"error": "there is no such bot"})
    for visitor in (ada, teacher):
        assert visitor.get(f"/api/class/bots/{made.id}")[1]["state"] == "failed"
        assert visitor.get(f"/api/class/submissions/{made.id}/code")[1]["main"] == "bot.py"
    (version,) = teacher.get(f"/api/class/students/{student(folder).id}")[1]["all"]
    assert (version["id"], version["state"]) == (made.id, "failed")
    assert ada.get("/api/class/bots/x")[0] == 404


def test_a_bot_has_a_page_before_its_first_match(folder, ada):
    made = passed(folder)
    found = ada.get(f"/api/class/bots/{made.id}")[1]
    assert (found["played"], found["matches"], found["errors"]) == (0, [], [])


def test_without_a_ladder_there_are_no_matches(tmp_path):
    assert bots.read_matches(tmp_path / "ladder.db", BotId(1), private=False)["played"] == 0
    assert bots.read_frames(tmp_path / "ladder.db", 1) is None


def test_a_database_that_stays_locked_is_reported_and_nothing_is_changed(folder, ada):
    with folder.database.transaction():
        status, answer = ada.post("/api/class/nickname", {"nickname": "Countess"})
    assert status == 503
    assert "could not be saved" in answer["error"]
    assert student(folder).nickname is None
