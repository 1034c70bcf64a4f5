"""Staff and their keys, sessions, limits of reading, health and log, and what the teacher decides about students."""

from __future__ import annotations

import csv
import io
import json
import time
from contextlib import closing

import pytest
from class_clients import TestedClass, Visitor
from clients import served

from answer_examples import GRADE
from classes import archive, hand_in, make_class, passed, student
from phazed.answers.form import to_store
from phazed.cli import main
from phazed.course.analyses import BASIS, grade_basis
from phazed.course.engine import ladder_store
from phazed.course.roster import Entry
from phazed.storage.tables import Store
from phazed.web.classroom import access
from tournaments import SIMPLE
from waiting import wait_until


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class whose ladder does not play, on its server."""
    path = tmp_path_factory.mktemp("class")
    make_class(path, ladder=False).close()
    with pytest.MonkeyPatch.context() as patch, served(path, patch, TestedClass) as running:
        yield running


def key_in(link):
    return link.partition("#")[2]


# Staff and sessions


def test_assistants_help_and_do_not_decide(school, folder, teacher):
    status, made = teacher.post("/api/class/staff", {"role": "assistant", "name": "Charles Babbage"})
    assert (status, made["role"]) == (201, "assistant")
    assistant = Visitor(school, key_in(made["link"]))
    assert assistant.get("/api/class/me")[1]["role"] == "assistant"
    ada = student(folder).id
    assert assistant.get("/api/class/overview")[0] == 200
    assert assistant.post(f"/api/class/students/{ada}/nickname")[0] == 200
    for path in ("settings", "staff", "final", f"students/{ada}/delete", f"students/{ada}/adjust", "grades"):
        assert assistant.post(f"/api/class/{path}")[0] == 403
    assert assistant.post("/api/class/nickname", {"nickname": "Babbage"})[0] == 400
    status, renewed = teacher.post(f"/api/class/staff/{made['id']}/renew")
    assert assistant.get("/api/class/me")[1]["role"] is None
    again = Visitor(school, key_in(renewed["link"]))
    assert teacher.post(f"/api/class/staff/{made['id']}/remove")[0] == 200
    assert again.get("/api/class/me")[1]["role"] is None


def test_several_teachers_have_keys_of_their_own_and_the_first_one_stays(school, folder, teacher):
    status, made = teacher.post("/api/class/staff", {"role": "teacher", "name": "Mary Somerville"})
    other = Visitor(school, key_in(made["link"]))
    members = other.get("/api/class/staff")[1]
    assert [(each["name"], each["own"]) for each in members] == [("Teacher", False), ("Mary Somerville", True)]
    first = members[0]["id"]
    assert "cannot be removed" in other.post(f"/api/class/staff/{first}/remove")[1]["error"]
    assert "your own account" in other.post(f"/api/class/staff/{made['id']}/remove")[1]["error"]
    assert teacher.post("/api/class/staff", {"role": "student", "name": "x"})[0] == 400
    assert teacher.post("/api/class/staff", {"role": "teacher", "name": " "})[0] == 400
    assert teacher.post(f"/api/class/staff/{student(folder).id}/remove")[0] == 404
    status, renewed = other.post("/api/class/key")
    assert (status, other.get("/api/class/me")[1]["role"]) == (200, None)
    assert Visitor(school, key_in(renewed["link"])).get("/api/class/me")[1]["role"] == "teacher"


def test_signing_out_ends_the_session_wherever_its_cookie_is(school, folder):
    key = folder.key_of(student(folder, "1930"))
    one, other = Visitor(school, key), Visitor(school, key)
    copied = Visitor(school)
    copied.cookie = one.cookie
    assert one.post("/api/class/sign-out")[0] == 200
    assert [each.get("/api/class/me")[1]["role"] for each in (one, copied, other)] == [None, None, "student"]


def test_the_link_of_somebody_else_does_not_change_the_account_unasked(school, folder):
    ada, alan = (student(folder, number) for number in ("1815", "1912"))
    browser = Visitor(school, folder.key_of(ada))
    status, answer = browser.post("/api/class/sign-in", {"key": folder.key_of(alan)})
    assert (status, answer["error"]) == (409, f"you are signed in as {ada.shown}, and this is the link of {alan.shown}")
    assert browser.get("/api/class/me")[1]["name"] == ada.name
    assert browser.post("/api/class/sign-in", {"key": folder.key_of(alan), "switch": True})[0] == 200
    assert browser.get("/api/class/me")[1]["role"] is None  # the session before has ended; this browser kept its cookie


class Told(TestedClass):
    """A server that keeps the link that it prints."""

    def _opened(self, own, shared, link):
        self.link = link
        super()._opened(own, shared, link)


def test_behind_a_name_every_link_has_it(tmp_path, monkeypatch):
    make_class(tmp_path, ladder=False).close()
    with served(tmp_path, monkeypatch, Told, names=("class.example.org",)) as server:
        assert server.link.startswith("https://class.example.org/sign-in#")


# Limits, health and log


@pytest.mark.usefixtures("standing_clock")
def test_reading_has_limits_and_those_of_heavy_answers_are_lower(school, folder, monkeypatch):
    made = passed(folder, "1939")
    for path, (burst, _) in (
        ("/api/class/submissions", access.READ_RATE),
        (f"/api/class/submissions/{made.id}/code", access.HEAVY_RATE),
    ):
        visitor = Visitor(school, folder.key_of(student(folder, "1939" if "code" in path else "1912")))
        statuses = {visitor.request("GET", path)[0] for _ in range(burst + 5)}
        assert statuses == {200, 429}, path
    assert "too many requests" in visitor.get(f"/api/class/submissions/{made.id}/code")[1]["error"]


def test_large_files_are_cut_and_the_code_comes_first(folder, ada):
    files = {f"data{number}.txt": "x" * 400_000 for number in range(9)} | {"bot.py": SIMPLE, "other.py": "y = 1\n"}
    status, made = ada.post("/api/class/submissions?title=bot.zip", body=archive(files))
    status, shown = ada.get(f"/api/class/submissions/{made['id']}/code")
    assert (status, [each["path"] for each in shown["files"]][:2]) == (200, ["bot.py", "other.py"])
    assert shown["files"][0]["text"] == SIMPLE
    assert "more bytes" in shown["files"][-1]["text"]
    assert sum(len(each["text"]) for each in shown["files"]) < 1_001_000


def test_a_monitor_learns_whether_the_server_works(school, teacher):
    status, answer = Visitor(school).get("/healthz")
    assert (status, answer) == (200, {"status": "ok", "problems": []})
    load = wait_until(lambda: teacher.get("/api/class/overview")[1]["server"])
    assert load["processors"] >= 1
    assert load["requests"] > 0
    assert load["median"] <= load["slow"]
    assert load["limit"] == 4000 << 20


def test_a_server_that_does_not_work_says_so(tmp_path, monkeypatch):
    with closing(make_class(tmp_path, ladder=False)) as folder:
        folder.ladder_file.write_text("damaged" * 1000)
    with served(tmp_path, monkeypatch, TestedClass) as server:
        assert wait_until(lambda: failing(Visitor(server))) == {
            "status": "failing",
            "problems": ["checks and matches have stopped"],
        }


def failing(visitor):
    status, answer = visitor.get("/healthz")
    return answer if status == 503 else None


def test_every_request_is_logged_without_names_and_keys(school, folder, ada):
    key = folder.key_of(student(folder))
    ada.get("/api/class/submissions/12345?title=Ada%20Lovelace")
    ada.request("GET", f"/api/class/submissions?key={key}")
    lines = (school.path / "access.log").read_text().splitlines()
    line = next(each for each in lines if "12345" in each)
    assert line.split()[2:6] == [str(student(folder).id), "GET", "/api/class/submissions/12345", "404"]
    assert not any("Lovelace" in each or key in each for each in lines)


# What the teacher decides about students


def test_an_extension_moves_the_deadline_of_one_student(folder, ada, alan, teacher):
    now = time.time()
    folder.change_settings({"deadline": now - 100})
    address = f"/api/class/students/{student(folder).id}/extension"
    assert teacher.post(address, {"deadline": now + 1000})[0] == 200
    assert not ada.post("/api/class/submissions?title=a.py", body=b"a = 1")[1]["late"]
    assert alan.post("/api/class/submissions?title=a.py", body=b"b = 1")[1]["late"]
    assert ada.get("/api/class/me")[1]["deadline"] == now + 1000
    assert teacher.post(address, {"deadline": "soon"})[0] == 400
    assert teacher.post(address, {"deadline": None})[0] == 200
    assert ada.get("/api/class/submissions")[1][0]["late"]
    folder.change_settings({"deadline": None})


def test_a_nickname_is_reset_and_names_that_could_deceive_are_refused(folder, ada, alan, teacher):
    assert ada.post("/api/class/nickname", {"nickname": "Enigma"})[0] == 200
    cyrillic = ("\u0422EACHER", "bot qw\u0435k", "\u0415nigma")
    for name in ("Teacher", *cyrillic, "admin 2", "Enigrna", "teacher1", "Student 5"):
        assert alan.post("/api/class/nickname", {"nickname": name})[0] == 400, name
    assert teacher.post(f"/api/class/students/{student(folder).id}/nickname")[0] == 200
    assert ada.get("/api/class/me")[1]["nickname"] is None
    for name in ("Enigma", "Zoë 2", "Αθηνά", "Саша", "李小龍"):
        assert alan.post("/api/class/nickname", {"nickname": name})[0] == 200, name


def test_a_resting_bot_is_woken(folder, teacher):
    made = passed(folder, "1906")
    with closing(ladder_store(folder)) as store:
        store.add_bot(made.id.name)
    folder.submissions.rest(made.id, "5 errors on the ladder")
    assert teacher.post(f"/api/class/submissions/{made.id}/wake")[0] == 200
    assert folder.submissions.get(made.id).plays


def graded(folder, number, *, now=None):
    """A submission with a current grade."""
    made = hand_in(folder, number, f"# {number}, {now}", now=now)
    folder.submissions.set_checked(made.id, None, able=False)
    folder.submissions.set_analysis(made.id, "grade", {**to_store(GRADE), BASIS: grade_basis(folder)})
    return made


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A class of its own, with its folder and its teacher."""
    with closing(make_class(tmp_path / "class", ladder=False)) as folder:
        canvas = {"Student": "Hopper, Grace", "ID": "77", "SIS User ID": "1906"}
        folder.people.add_students([Entry("Grace Hopper", "1906", "Friday", "grace@example.org", canvas)])
        with served(folder.path, monkeypatch, TestedClass) as server:
            yield folder, Visitor(server, server.teacher_key)


def row_of(teacher, number):
    return next(row for row in teacher.get("/api/class/grades")[1]["rows"] if row["number"] == number)


def test_marks_are_adjusted_with_a_comment_that_the_student_sees(own):
    folder, teacher = own
    made = graded(folder, "1815")
    before = row_of(teacher, "1815")
    assert before["points"] == GRADE.points
    function = next(iter(before["functions"]))
    address = f"/api/class/students/{student(folder).id}/adjust"
    assert teacher.post(address, {"function": "", "mark": 2.5, "comment": "well explained"})[0] == 200
    assert row_of(teacher, "1815")["points"] == GRADE.points + 2.5
    assert teacher.post(address, {"function": function, "mark": 1.0, "comment": "our mistake"})[0] == 200
    row = row_of(teacher, "1815")
    assert (row["functions"][function], row["adjusted"][function]["comment"]) == (1.0, "our mistake")
    assert row["points"] > GRADE.points + 2.5
    page = teacher.request("GET", f"/grades/{made.id}")[1].decode()
    assert "our mistake" in page
    assert "well explained" in page
    for wrong in ({"mark": 1.5}, {"mark": "x"}, {"function": "phazed_magic"}, {"comment": " "}):
        assert teacher.post(address, {"function": function, "mark": 1.0, "comment": "why", **wrong})[0] == 400, wrong
    for name in (function, ""):
        assert teacher.post(address, {"function": name, "mark": None})[0] == 200
    assert row_of(teacher, "1815") == before


def test_after_a_new_scheme_everybody_is_graded_again(own):
    folder, teacher = own
    graded(folder, "1815")
    assert teacher.post("/api/class/grades")[1] == {"asked": 0}
    (folder.path / "scheme.toml").write_text("total = 50\n[weights]\nphazed_score = 1\n")
    assert not row_of(teacher, "1815")["current"]
    assert teacher.post("/api/class/grades")[1] == {"asked": 1}
    row = wait_until(lambda: current(row_of(teacher, "1815")))
    assert (row["total"], set(row["functions"])) == (50, {*row["functions"]})
    (folder.path / "scheme.toml").write_text("total = [")
    status, answer = teacher.post("/api/class/grades")
    assert (status, "this is not TOML" in answer["error"]) == (400, True)


def current(row):
    return row if row["current"] else None


def test_a_late_submission_loses_points_for_each_day_and_the_better_one_counts(own):
    folder, teacher = own
    now = time.time()
    folder.change_settings({"deadline": now - 1.5 * 86_400})
    early = graded(folder, "1815", now=now - 2 * 86_400)
    late, alone = graded(folder, "1815", now=now), graded(folder, "1906", now=now)
    assert row_of(teacher, "1815")["submission"] == early.id
    assert row_of(teacher, "1906")["submission"] is None
    folder.change_settings({"late_percent": 10})
    row = row_of(teacher, "1906")
    assert (row["submission"], row["late"], row["points"]) == (alone.id, True, round(0.8 * GRADE.points, 2))
    assert "2 days late: 80% of the points" in row["remarks"]
    assert row_of(teacher, "1815")["submission"] == early.id != late.id
    folder.extend(student(folder, "1906").id, now + 10)
    assert row_of(teacher, "1906")["points"] == GRADE.points
    folder.extend(student(folder, "1906").id, None)
    folder.change_settings({"late_days": 1})
    assert row_of(teacher, "1906")["submission"] is None


@pytest.mark.parametrize(
    ("form", "heads", "row"),
    [
        ("canvas", ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"], ["Hopper, Grace", "77", "1906"]),
        ("moodle", ["First name", "Last name", "Username", "ID number", "Email address"], ["Grace", "Hopper", ""]),
        ("blackboard", ["Last Name", "First Name", "Username", "Student ID"], ["Hopper", "Grace", "1906", "1906"]),
        ("gradescope", ["First Name", "Last Name", "SID", "Email"], ["Grace", "Hopper", "1906", "grace@example.org"]),
    ],
)
def test_gradebooks_of_platforms_get_the_columns_that_they_import(own, form, heads, row):
    folder, teacher = own
    graded(folder, "1906")
    status, data = teacher.request("GET", f"/api/class/grades.csv?format={form}")
    head, *rows = csv.reader(io.StringIO(data.decode("utf-8-sig")))
    assert (status, head[: len(heads)]) == (200, heads)
    found = next(each for each in rows if each[: len(row)] == row)
    assert f"{GRADE.points:g}" in found
    assert teacher.request("GET", "/api/class/grades.csv?format=paper")[0] == 400


def test_links_for_the_mail_merge_have_addresses(own):
    _, teacher = own
    data = teacher.request("GET", "/api/class/links.csv")[1]
    assert data.startswith(b"\xef\xbb\xbf")
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["email"] for row in rows if row["student number"] == "1906"] == ["grace@example.org"]
    assert json.dumps(rows).count("sign-in#") == 5


def test_the_command_deletes_a_student_while_the_server_runs_also_from_tables_in_memory(own, capsys):
    folder, teacher = own
    folder.people.set_nickname(student(folder).id, "Countess")
    key = {"Authorization": f"Bearer {folder.key_of(student(folder))}"}
    teacher.request("GET", "/api/class/round", **key)
    assert teacher.post("/api/class/rounds", {"game": "phasedout", "clock": "off"})[0] == 201
    assert main(["class", "delete", str(folder.path), "1815"]) == 0
    assert "Ada Lovelace was deleted" in capsys.readouterr().out
    assert student(folder) is None
    with closing(Store(folder.tables_file, shared=True)) as tables:
        (name,) = {name for _, _, name in tables.named_seats()}
    assert name.startswith("Deleted student")
