"""Who may see and do what on the server of a class: every address, by role."""

from __future__ import annotations

import json
import time
from contextlib import closing

import pytest
from class_clients import TestedClass, Visitor
from clients import served

from classes import hand_in, make_class, passed, student
from phazed.site.page import PAGES
from phazed.storage.course.people import STUDENT, TEACHER
from phazed.web.classroom import access
from phazed.web.classroom.access import ANYBODY, COOKIE, CSRF_HEADER, GUEST, ROLES, SingleSignOn
from phazed.web.routes import TABLE, TOURNAMENT, classroom

PLACES = {"{submission}": "1", "{student}": "999", "{person}": "999", "{match}": "0", "{kind}": "review"}


@pytest.fixture(scope="module")
def school(tmp_path_factory):
    """A class whose ladder does not play, on its server."""
    path = tmp_path_factory.mktemp("class")
    with closing(make_class(path, ladder=False)) as folder:
        passed(folder)  # submission 1, of Ada
        hand_in(folder, "1912")
        folder.submissions.set_checked(2, {"text": "failed"}, able=False)
    with pytest.MonkeyPatch.context() as patch, served(path, patch, TestedClass) as running:
        yield running


def visited(each):
    path = each.path
    for place, value in PLACES.items():
        path = path.replace(place, value)
    return path


@pytest.mark.parametrize("each", classroom(), ids=lambda each: f"{each.method} {each.path}")
def test_every_address_answers_those_who_may_and_refuses_all_others(school, folder, alan, teacher, each):
    folder.change_settings({"guests": False})
    needed = STUDENT if each.role == GUEST else each.role
    for role, visitor in ((ANYBODY, Visitor(school)), (STUDENT, alan), (TEACHER, teacher)):
        if each.path in ("/api/class/sign-out", "/api/class/key") and role != ANYBODY:
            continue  # it would end the session of the other tests
        status, _ = visitor.request(each.method, visited(each), b"{}" if each.method == "POST" else None)
        allowed = ROLES.index(role) >= ROLES.index(needed)
        if allowed:
            assert status not in (401, 403), (each.path, role)
        else:
            assert status == (401 if role == ANYBODY else 403), (each.path, role)


def test_every_page_that_is_named_exists():
    assert {
        each.handler for each in (*TABLE, *TOURNAMENT, *classroom()) if isinstance(each.handler, str)
    } <= PAGES.keys()


def test_guests_see_the_scoreboard_if_the_teacher_allows_it(school, folder):
    for guests, status in ((True, 200), (False, 401)):
        folder.change_settings({"guests": guests})
        assert Visitor(school).request("GET", "/api/class/scoreboard")[0] == status
        assert Visitor(school).request("GET", "/api/class/bots/1")[0] == status


def test_a_change_needs_the_token_of_its_session(school, ada, teacher):
    body = b'{"nickname": "Countess"}'
    for headers in ({CSRF_HEADER: ""}, {CSRF_HEADER: "x"}, {CSRF_HEADER: teacher.csrf}):
        status, answer = ada.request("POST", "/api/class/nickname", body, **headers)
        assert (status, json.loads(answer)["error"]) == (403, "this page is out of date: reload it")
    assert ada.request("POST", "/api/class/nickname", body)[0] == 200


def test_a_page_of_another_site_can_change_nothing(ada):
    status, _ = ada.request("POST", "/api/class/nickname", b'{"nickname": "evil"}', Origin="https://evil.example")
    assert status == 403


def test_the_cookie_is_for_the_server_alone(ada):
    said = ada.set_cookie.lower()
    assert "httponly" in said
    assert "samesite=lax" in said
    assert "secure" not in said  # without TLS, a browser would not send it


def test_behind_tls_the_cookie_is_sent_by_tls_only(tmp_path, monkeypatch):
    make_class(tmp_path, ladder=False).close()
    with served(tmp_path, monkeypatch, TestedClass, names=("class.example.org",)) as server:
        assert "secure" in Visitor(server, server.teacher_key).set_cookie.lower()
        assert server.shared == ["https://class.example.org"]


@pytest.mark.parametrize("cookie", ["", "1", "1.2.3", "999.1.x", "\xff", "1" * 500, "\u0661.2.3"])
def test_a_forged_cookie_is_nobody(school, cookie):
    sent = f"{COOKIE}={cookie}".encode("latin-1", "replace")
    status, answer = Visitor(school).request("GET", "/api/class/me", cookie=sent)
    assert (status, json.loads(answer)["role"]) == (200, None)


def test_a_key_in_the_header_needs_no_cookie_and_no_token(school, folder):
    headers = {"Authorization": f"Bearer {folder.key_of(student(folder))}"}
    status, _, answer = school.request("GET", "/api/class/submissions", headers=headers)
    assert (status, len(json.loads(answer))) == (200, 1)
    status, _, answer = school.request("GET", "/api/class/submissions", headers={"Authorization": "Bearer 1.x"})
    assert status == 401
    assert json.loads(answer)["error"] == "this key is not valid: ask the teacher for a new sign-in link"


@pytest.mark.usefixtures("standing_clock")
def test_a_link_that_is_not_valid_is_refused_and_guessing_is_slow(school):
    visitor = Visitor(school)
    statuses = [visitor.post("/api/class/sign-in", {"key": f"1.{number}"})[0] for number in range(40)]
    assert statuses[0] == 401
    assert statuses[-1] == 429
    assert Visitor(school, school.teacher_key).cookie  # who has a valid link is not affected
    headers = {"Authorization": "Bearer 1.x"}
    assert school.request("GET", "/api/class/me", headers=headers)[0] == 429  # keys are guessed no faster elsewhere


def test_a_new_link_ends_all_sessions_with_the_old_one(school, folder, teacher):
    grace = student(folder, "1906")
    key = folder.key_of(grace)
    browser = Visitor(school)
    browser.cookie = f"{COOKIE}={folder.keys.cookie(grace.id, grace.generation, time.time())}"
    assert browser.get("/api/class/me")[1]["role"] == STUDENT
    status, answer = teacher.post(f"/api/class/students/{grace.id}/renew")
    assert (status, answer["link"].endswith(folder.key_of(student(folder, "1906")))) == (200, True)
    assert browser.get("/api/class/me")[1]["role"] is None
    assert folder.person_with_key(key) is None


def test_nobody_sees_the_code_or_the_errors_of_another_student(folder, ada, alan, teacher):
    folder.change_settings({"guests": True})
    for path in ("", "/code", "/analyses/review"):
        address = f"/api/class/submissions/1{path}"
        assert [each.request("GET", address)[0] for each in (ada, alan, teacher)] == [200, 404, 200]
    for change in ("activate", "analyses"):
        assert alan.post(f"/api/class/submissions/1/{change}", {"kind": "review"})[0] == 404
    for visitor, private in ((ada, True), (alan, False), (teacher, True)):
        found = visitor.get("/api/class/bots/1")[1]
        assert (found["private"], found["errors"] is not None, bool(found["analyses"])) == (private,) * 3


def test_only_the_teacher_sees_names_and_numbers(folder, ada, alan, teacher):
    folder.change_settings({"guests": True})
    secret = ("Lovelace", "1815", "Monday")
    for path in ("/api/class/scoreboard", "/api/class/bots/1", "/api/class/league"):
        assert not any(word in alan.request("GET", path)[1].decode() for word in secret)
    assert all(word in teacher.request("GET", "/api/class/overview")[1].decode() for word in secret)


@pytest.mark.usefixtures("standing_clock")
def test_too_many_changes_are_slowed_down(ada):
    statuses = [ada.post("/api/class/nickname", {"nickname": "Countess"})[0] for _ in range(access.CHANGE_RATE[0] + 5)]
    assert statuses[-1] == 429


def test_the_rates_of_the_latest_addresses_are_remembered(monkeypatch):
    monkeypatch.setattr(access, "MAX_BUCKETS", 2)
    buckets = access.Buckets((1, 0.001))
    assert [buckets.take(name) for name in ("a", "b", "b", "c", "a")] == [True, True, False, True, True]


def test_single_sign_on_is_believed_from_the_trusted_proxy_only(tmp_path, monkeypatch):
    make_class(tmp_path, ladder=False).close()
    for proxy, role in (("127.0.0.1", "student"), ("192.0.2.7", None)):
        trust = SingleSignOn("X-Remote-User", frozenset({proxy}))
        with served(tmp_path, monkeypatch, TestedClass, single_sign_on=trust) as server:
            visitor = Visitor(server)
            status, answer = visitor.request("GET", "/api/class/me", **{"X-Remote-User": "1815"})
            found = json.loads(answer)
            assert (status, found["role"]) == (200, role)
            if role is None:
                forged = {"X-Remote-User": "1815", "X-Forwarded-For": "192.0.2.7"}
                assert json.loads(visitor.request("GET", "/api/class/me", **forged)[1])["role"] is None
                continue
            change = (b'{"nickname": "Ada L"}', "/api/class/nickname")
            assert visitor.request("POST", change[1], change[0], **{"X-Remote-User": "1815"})[0] == 403
            visitor.csrf = found["csrf"]
            assert visitor.request("POST", change[1], change[0], **{"X-Remote-User": "1815"})[0] == 200
            status, answer = visitor.request("GET", "/api/class/me", **{"X-Remote-User": "4711"})
            assert status == 403
            assert json.loads(answer)["error"] == "you are not on the roster of this class: ask the teacher"


def test_signing_out_deletes_the_cookie(school, folder):
    visitor = Visitor(school, folder.key_of(student(folder, "1930")))
    status, headers, _ = school.request("POST", "/api/class/sign-out", b"", visitor.headers())
    assert status == 200
    assert f'{COOKIE}=""' in headers["set-cookie"]
