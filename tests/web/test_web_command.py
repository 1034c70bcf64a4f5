"""`phazed play`: ports, files, the browser, and what it says when something is not as it should be."""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from clients import LONG

from phazed.cli.classroom import lower_priority
from phazed.cli.table import needs_the_web
from phazed.cli.terminal import UsageError
from phazed.storage import tables as stores
from phazed.storage.tables import Store
from phazed.web.server import serve as serving


@pytest.fixture
def opened(monkeypatch):
    """The addresses that a browser is asked to open."""
    asked = []
    monkeypatch.setattr(webbrowser, "open", asked.append)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr(stores, "LOCK_TIMEOUT", 0.01)
    return asked


@pytest.fixture(params=[1])
def interrupted(monkeypatch, request):
    """Ctrl-C, once or more often, as soon as the server answers."""

    class Ending(serving._Server):
        async def startup(self, sockets=None):
            await super().startup(sockets)
            for thread in threading.enumerate():
                if thread.daemon and "open" in thread.name:
                    thread.join(LONG)
            for _ in range(request.param):
                os.kill(os.getpid(), signal.SIGINT)

    monkeypatch.setattr(serving, "_Server", Ending)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_without_a_display_no_browser_is_opened(opened, monkeypatch):
    serving.open_browser("http://127.0.0.1:1/")
    assert opened == ["http://127.0.0.1:1/"]
    monkeypatch.setattr(sys, "platform", "linux")
    for name in serving.DISPLAY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    serving.open_browser("http://127.0.0.1:2/")
    assert opened == ["http://127.0.0.1:1/"]


@pytest.mark.parametrize("interrupted", [1, 3], indirect=True)
def test_the_table_is_opened_in_the_browser_and_closed_by_ctrl_c(phazed, file, opened, interrupted):
    port = free_port()
    code, out, err = phazed("play", "--games", file, "--port", port)
    assert (code, err) == (0, "")
    assert out == (
        f"The table is open: http://127.0.0.1:{port}/\nPress Ctrl-C to stop; the games are saved.\n"
        "\nThe table is closed. Your games are saved.\n"
    )
    while not opened:
        pass
    assert opened == [f"http://127.0.0.1:{port}/?now"]


def test_no_browser_option_opens_no_browser(phazed, file, opened, interrupted):
    code, out, _ = phazed("play", "--games", file, "--port", 0, "--no-browser")
    assert (code, opened) == (0, [])
    assert out.startswith("The table is open: http://127.0.0.1:")


def test_the_addresses_for_others_are_printed(phazed, file, opened, interrupted):
    port = free_port()
    code, out, _ = phazed("play", "--games", file, "--port", port, "--no-browser", "--host", "0.0.0.0")
    assert code == 0
    assert f"The table is open: http://127.0.0.1:{port}/\n" in out


def test_results_are_opened_if_they_are_asked_for(phazed, tmp_path, file, opened, interrupted):
    from phazed.storage.results.store import Store as Results

    with closing(Results.create(tmp_path / "results", {"game": "phazed"}, (), {})):
        pass
    code, _, _ = phazed("play", "--games", file, "--port", 0, "--results", tmp_path / "results")
    assert code == 0
    while not opened:
        pass
    assert opened[0].endswith("/results")
    assert phazed("play", "--games", file, "--results", tmp_path) == (
        2,
        "",
        f"phazed play: {tmp_path}: this folder contains no tournament results\n",
    )


def test_the_default_file_is_in_the_users_data_directory(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert serving.games_file() == tmp_path / ".local" / "share" / "phazed" / "tables.db"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert serving.games_file() == tmp_path / "data" / "phazed" / "tables.db"
    monkeypatch.setattr("sys.platform", "win32")
    assert serving.games_file() == tmp_path / "AppData" / "Local" / "phazed" / "tables.db"
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert serving.games_file() == tmp_path / "local" / "phazed" / "tables.db"


def test_a_file_in_use_opens_the_running_server(phazed, monkeypatch, tmp_path, opened):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with closing(Store(serving.games_file())) as store:
        code, out, err = phazed("play")
        assert (code, out, opened) == (2, "", [])
        assert "are in use by another server; choose another file" in err
        store.publish_address("http://127.0.0.1:8310")
        assert phazed("play") == (0, "The table is already open: http://127.0.0.1:8310/\n", "")
        assert opened == ["http://127.0.0.1:8310/?now"]
        assert phazed("play", "--no-browser")[0] == 0
        for wish in (["--port", 0], ["--host", "0.0.0.0"], ["--name", "table.example"]):
            code, _, err = phazed("play", *wish)
            assert (code, "are in use by another server at http://127.0.0.1:8310" in err) == (2, True)
    assert len(opened) == 1


@pytest.mark.parametrize(
    ("port", "said"), [("70000", "70000 is not between 0 and 65535"), ("x", "'x' is not a whole number")]
)
def test_an_invalid_port_is_refused(phazed, file, port, said):
    code, _, err = phazed("play", "--games", file, "--port", port)
    assert code == 2
    assert said in err
    assert not file.exists()


def test_the_error_names_the_address_that_cannot_be_listened_at(phazed, file):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        code, out, err = phazed("play", "--games", file, "--port", port, "--no-browser")
        assert (code, out) == (2, "")
        assert err == f"phazed play: cannot listen at 127.0.0.1, port {port}: Address already in use\n"
    code, _, err = phazed("play", "--games", file, "--host", "nowhere.invalid", "--no-browser")
    assert code == 2
    assert err.startswith("phazed play: cannot listen at nowhere.invalid, port 8310: ")
    Store(file).close()  # which nobody has any more


def test_without_a_port_the_default_one_is_used_or_any(monkeypatch):
    monkeypatch.setattr(serving, "PORT", free_port())
    with serving.listening("127.0.0.1", None) as first, serving.listening("127.0.0.1", None) as second:
        assert first.getsockname()[1] == serving.PORT
        assert second.getsockname()[1] != serving.PORT


def test_a_socket_is_bound_without_reuse_on_windows(monkeypatch):
    monkeypatch.setattr(serving.os, "name", "nt")
    with serving.listening("127.0.0.1", 0) as bound:
        assert bound.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR) == 0


def at(number, port=5):
    """A socket that is bound there."""
    return SimpleNamespace(getsockname=lambda: (number, port))


@pytest.mark.parametrize(
    ("host", "number", "own", "shared"),
    [
        ("127.0.0.1", "127.0.0.1", "http://127.0.0.1:5", []),
        ("localhost", "127.0.0.1", "http://localhost:5", []),
        ("box", "127.0.1.1", "http://box:5", []),
        ("box", "192.168.1.5", "http://box:5", ["http://box:5"]),
        ("::1", "::1", "http://[::1]:5", []),
        ("192.168.1.5", "192.168.1.5", "http://192.168.1.5:5", ["http://192.168.1.5:5"]),
        ("2001:db8::5", "2001:db8::5", "http://[2001:db8::5]:5", ["http://[2001:db8::5]:5"]),
        ("0.0.0.0", "0.0.0.0", "http://127.0.0.1:5", ["http://10.0.0.9:5"]),
        ("::", "::", "http://127.0.0.1:5", ["http://10.0.0.9:5"]),
    ],
)
def test_addresses_for_this_machine_and_for_others(monkeypatch, host, number, own, shared):
    monkeypatch.setattr(serving, "_network_address", lambda: "10.0.0.9")
    assert serving.addresses(host, at(number)) == (own, shared)
    assert serving.addresses(host, at(number), ["table.example"]) == (own, ["https://table.example", *shared])


def test_the_names_of_a_proxy_are_printed(phazed, file, opened, interrupted):
    names = ("--name", "Table.Example", "--name", "cards.example")
    code, out, _ = phazed("play", "--games", file, "--port", 0, "--no-browser", *names)
    assert code == 0
    assert "Others join at:    https://table.example/\nOthers join at:    https://cards.example/\n" in out


@pytest.mark.parametrize(
    "name", ["https://table.example", "table.example/", "table.example:443", "-a.example", "a..b", "a b", "tablé", ""]
)
def test_an_invalidhost_name_is_refused(phazed, file, name):
    code, _, err = phazed("play", "--games", file, f"--name={name}")
    assert code == 2
    assert f"{name!r} is not a host name: give one without https://, port and path, such as table.example.org" in err
    assert not file.exists()


def test_a_machine_without_a_network_has_no_address_to_share(monkeypatch):
    class Lonely(socket.socket):
        def connect(self, address):
            raise OSError(f"there is no way to {address}")

    monkeypatch.setattr(socket, "socket", Lonely)
    assert serving.addresses("0.0.0.0", at("0.0.0.0")) == ("http://127.0.0.1:5", [])


def test_a_machine_with_a_network_knows_its_address(monkeypatch):
    class Connected(socket.socket):
        def connect(self, address):
            super().connect(("127.0.0.1", address[1]))

    monkeypatch.setattr(socket, "socket", Connected)
    assert serving.addresses("0.0.0.0", at("0.0.0.0")) == ("http://127.0.0.1:5", ["http://127.0.0.1:5"])


def test_a_package_that_is_not_installed_is_named():
    for name in ("starlette", "uvicorn", "websockets"):
        said = rf"this needs the package {name}: pip install 'phazed\[web\]'"
        with pytest.raises(UsageError, match=said), needs_the_web():
            raise ModuleNotFoundError(name=name)
    with pytest.raises(ModuleNotFoundError), needs_the_web():
        raise ModuleNotFoundError(name="something_of_ours")


# A class


def test_a_class_is_opened_in_the_browser_with_the_teachers_link_and_closed_by_ctrl_c(
    phazed, tmp_path, opened, interrupted
):
    (tmp_path / "roster.csv").write_text("name,student number\nAda,1815\n")
    port = free_port()
    arguments = ("--port", port, "--roster", tmp_path / "roster.csv", "--title", "COMP10001", "--host", "0.0.0.0")
    trust = ("--user-header", "X-User", "--trust-proxy", "127.0.0.1", "--jobs", "1")
    code, out, err = phazed("class", tmp_path / "class", *arguments, *trust)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "Roster: 1 student new, 0 known"
    assert lines[1] == f"The class is open:  http://127.0.0.1:{port}/"
    own = next(line for line in lines if line.startswith("Your own link:")).split()[-1]
    assert lines[-1] == "The class is closed. Everything is saved."
    while not opened:
        pass
    assert opened == [own]


def test_a_class_can_play_on_a_cluster(phazed, tmp_path, opened, interrupted):
    code, out, err = phazed("class", tmp_path / "class", "--port", 0, "--no-browser", "--cluster", "local:1")
    gc.collect()  # what Dask left unfinished at its end is logged now, not during another test that allows no log
    assert (code, err) == (0, "")
    assert "The class is open" in out


def test_workers_of_a_class_yield_to_the_server(monkeypatch):
    asked = []
    monkeypatch.setattr(os, "nice", asked.append)
    lower_priority()
    assert asked == [19]
