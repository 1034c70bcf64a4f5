"""What the tests of the table and of a class share: servers that are stopped, and clients that are closed."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from types import SimpleNamespace

import pytest
from class_clients import Visitor
from clients import Clients, Gate, served

from classes import student
from phazed.course.folder import ClassFolder
from phazed.web import token_bucket


@pytest.fixture
def file(tmp_path):
    return tmp_path / "games.db"


@pytest.fixture(scope="module")
def _shared_server(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch, served(tmp_path_factory.mktemp("table") / "games.db", patch) as running:
        yield running


@pytest.fixture
def server(_shared_server):
    """The server of a whole module, which has nothing to complain of."""
    yield _shared_server
    assert _shared_server.log == []


@pytest.fixture
def company(server):
    with ExitStack() as stack:
        yield Clients(server, stack)


@pytest.fixture
def gate():
    gate = Gate()
    yield gate
    gate.open()


# People of a class; each module has its own fixture `school`, a server of a class


@pytest.fixture
def folder(school):
    """The folder of the class, opened beside the server."""
    with closing(ClassFolder(school.path)) as opened:
        yield opened


@pytest.fixture
def ada(school, folder):
    return Visitor(school, folder.key_of(student(folder)))


@pytest.fixture
def alan(school, folder):
    return Visitor(school, folder.key_of(student(folder, "1912")))


@pytest.fixture
def teacher(school):
    return Visitor(school, school.teacher_key)


@pytest.fixture
def standing_clock(monkeypatch):
    """No rate limit becomes laxer while the test runs, however long that takes."""
    now = time.monotonic()
    monkeypatch.setattr(token_bucket, "time", SimpleNamespace(monotonic=lambda: now))
