"""The results of a final and the grades of a class, as each role may see them."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing

import pytest
from class_clients import TestedClass, Visitor
from clients import served

from classes import hand_in, make_class, passed, student
from tournaments import SIMPLE, tires
from waiting import wait_until

SECRET = "I am so tired"
"""What Ada's bot prints before it fails."""


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class that has played its final, and some matches of the ladder."""
    path = tmp_path_factory.mktemp("class")
    with closing(make_class(path, game="phasedout", final_matches=4)) as folder:
        passed(folder, source=tires(3))
        passed(folder, "1912")
        passed(folder, "1906", source=f"{SIMPLE}\ndef phasedout_score(cards):\n    return 0\n")
        hand_in(folder, "1930", "nothing = 1")
        folder.submissions.set_checked(4, {"text": ""}, able=False)
        folder.people.set_nickname(student(folder).id, "Countess")
    with pytest.MonkeyPatch.context() as patch, served(path, patch, TestedClass) as running:
        yield running


def spoilt_match(visitor, submission=1):
    """A match that the bot's own error ended, with its seat."""
    found = visitor.get(f"/api/class/bots/{submission}")[1]
    return next((each for each in found["matches"] if each["error"] == each["seat"]), None)


def test_the_errors_of_a_bot_on_the_ladder_are_for_its_author_and_the_teacher(folder, ada, alan, teacher):
    folder.change_settings({"errors": 2})
    wait_until(lambda: spoilt_match(teacher))
    folder.change_settings({"ladder": False})
    match = spoilt_match(teacher)["match"]
    for visitor, sees in ((ada, True), (alan, False), (teacher, True)):
        assert (SECRET in visitor.request("GET", "/api/class/bots/1")[1].decode()) == sees
    for visitor, sees in ((alan, False), (ada, False), (teacher, True)):
        status, shown = visitor.get(f"/api/class/matches/{match}")
        assert (status, "Countess v1" in shown["names"]) == (200, True)
        assert bool(shown["end"]["error"]["traceback"]) == sees
    assert alan.get("/api/class/matches/99999")[0] == alan.get("/api/class/matches/x")[0] == 404
    board = alan.get("/api/class/scoreboard")[1]
    assert {row["name"] for row in board["rows"]} >= {"@casual", "Countess"}
    assert board["own"] == [2]
    rows = list(csv.DictReader(io.StringIO(teacher.request("GET", "/api/class/ladder.csv")[1].decode("utf-8-sig"))))
    assert {row["full_name"] for row in rows} >= {"Ada Lovelace", "Alan Turing"}
    milestones = alan.get("/api/class/bots/2")[1]["milestones"]
    assert sum(each["met"] for each in milestones) >= sum(each["ahead"] for each in milestones) >= 0


def test_the_final_is_shown_live_and_says_nothing_about_the_code_of_others(school, folder, ada, alan, teacher):
    folder.change_settings({"ladder": False, "guests": True})
    status, answer = alan.get("/api/results/summary")
    assert (status, answer["error"]) == (404, "the final has not begun")
    promised = alan.get("/api/class/me")[1]["final"]["seed_hash"]
    status, begun = teacher.post("/api/class/final", {"why": ""})
    assert (status, begun) == (201, {"name": "final", "bots": 3})
    wait_until(lambda: alan.get("/api/class/me")[1]["final"]["state"] == "over")
    final = alan.get("/api/class/me")[1]["final"]
    assert (final["seed_hash"], len(final["seed"])) == (promised, 32)
    assert alan.get("/api/results/progress")[1]["finished"]
    for visitor, sees in ((ada, True), (alan, False), (teacher, True), (Visitor(school), False)):
        status, summary = visitor.get("/api/results/summary")
        assert status == 200
        assert "Countess" in [bot["name"] for bot in summary["bots"]]
        assert summary["errors"]
        assert (SECRET in json.dumps(summary)) == sees
    number = next(each for each in teacher.get("/api/results/summary")[1]["errors"])["match"]
    for visitor, sees in ((ada, True), (alan, False), (teacher, True)):
        error = visitor.get(f"/api/results/matches/{number}")[1]["end"]["error"]
        assert bool(error["traceback"]) == sees
    assert alan.get("/api/results/matches/x")[0] == 404
    rows = list(csv.DictReader(io.StringIO(teacher.request("GET", "/results/ranking.csv")[1].decode("utf-8-sig"))))
    assert {row["id"] for row in rows if not row["name"].startswith(("@", "'@"))} == {"1815", "1912", "1906"}
    assert teacher.post("/api/class/final", {"why": ""})[0] == 400
    overview = teacher.get("/api/class/overview")[1]
    assert (overview["final"]["state"], overview["failure"]) == ("over", None)
    teacher.post("/api/class/submissions/1/disqualify", {"why": "copied"})
    wait_until(lambda: "copied" in teacher.request("GET", "/api/results/summary")[1].decode())


def graded(teacher):
    """The grades by student number, or `None` while some are being made."""
    rows = teacher.get("/api/class/grades")[1]["rows"]
    done = all(row["current"] and (row["points"] is not None or row["submission"] is None) for row in rows)
    return {row["number"]: row for row in rows} if done else None


def test_grades_are_made_when_the_teacher_asks_and_shown_when_they_are_published(folder, ada, alan, teacher):
    folder.change_settings({"ladder": False})
    (folder.path / "scheme.toml").write_text("total = 50\n[weights]\nphasedout_score = 1\nphasedout_play = 1\n")
    (folder.path / "cases.txt").write_text("phasedout_score(['3D']) == 3\n")
    assert teacher.get("/api/class/grades")[1]["rows"][0]["points"] is None
    assert alan.request("GET", "/grades/2")[0] == 404
    status, asked = teacher.post("/api/class/grades")
    assert (status, asked["asked"]) == (202, 4)
    rows = wait_until(lambda: graded(teacher))
    assert rows["1939"]["submission"] is None
    assert (rows["1930"]["points"], rows["1930"]["total"]) == (0, 50)
    assert rows["1906"]["functions"]["phasedout_score"] == 0
    assert teacher.post("/api/class/grades")[1] == {"asked": 0}
    table = list(csv.DictReader(io.StringIO(teacher.request("GET", "/api/class/grades.csv")[1].decode("utf-8-sig"))))
    assert {row["student number"] for row in table if row["points"]} == {"1815", "1912", "1906", "1930"}
    for published in (False, True):
        folder.change_settings({"grades": published})
        assert alan.request("GET", "/grades/2")[0] == (200 if published else 404)
        assert ada.request("GET", "/grades/2")[0] == 404
        status, html = teacher.request("GET", "/grades/2")
        assert (status, b"Alan Turing" in html) == (200, True)


def test_similar_submissions_are_shown_to_the_teacher_only(folder, alan, teacher):
    folder.change_settings({"ladder": False})
    assert teacher.get("/api/class/similar")[1]["found"] is None
    assert teacher.request("GET", "/teacher/similar/pairs")[0] == 404
    assert teacher.post("/api/class/similar")[0] == 202
    wait_until(lambda: teacher.get("/api/class/similar")[1]["found"])
    found = teacher.get("/api/class/similar")[1]["found"]
    assert found["submissions"] == 4
    status, page = teacher.request("GET", "/teacher/similar/pairs")
    assert (status, b"Alan Turing" in page) == (200, True)
    assert alan.request("GET", "/teacher/similar/pairs")[0] == 403
