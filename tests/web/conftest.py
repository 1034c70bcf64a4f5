"""What the tests of the table share: a server that is stopped, and clients that are closed."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from clients import Clients, Gate, served


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
