"""The commands of a class: `phazed class`, `phazed submit`, and what they say when something is wrong."""

from __future__ import annotations

import signal
from contextlib import closing
from socketserver import BaseRequestHandler, TCPServer
from threading import Thread

import pytest
from class_clients import TestedClass
from class_kills import ClassProcess
from clients import served

from classes import BROKEN, make_class, passed, student
from phazed.cli import main
from phazed.course import checking, client
from phazed.course.folder import ClassFolder
from tournaments import SIMPLE


def run(capsys, *arguments):
    """The exit code, and what was printed."""
    try:
        code = main(list(map(str, arguments)))
    except SystemExit as ended:
        code = ended.code
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def school(tmp_path, monkeypatch):
    monkeypatch.setattr(checking, "SECONDS", 0.5)
    monkeypatch.setattr(checking, "MIN_SECONDS", 0.5)
    monkeypatch.setattr(client, "POLL_SECONDS", 0.1)
    make_class(tmp_path / "class", ladder=False, game="phasedout").close()
    with served(tmp_path / "class", monkeypatch, TestedClass) as server:
        yield server


def link_of(server, number="1815"):
    with closing(ClassFolder(server.path)) as folder:
        return f"{server.own}/sign-in#{folder.key_of(student(folder, number))}"


def test_a_bot_is_handed_in_from_the_command_line(school, tmp_path, capsys):
    (tmp_path / "my_bot.py").write_text(SIMPLE)
    code, out, _ = run(capsys, "submit", tmp_path / "my_bot.py", "--to", link_of(school))
    assert code == 0
    assert out.startswith("my_bot.py is version 1, handed in.")
    assert out.endswith("It plays on the ladder.\n")


def test_a_folder_is_packed_and_a_broken_bot_is_an_answer(school, tmp_path, capsys):
    bot = tmp_path / "bot"
    (bot / "__pycache__").mkdir(parents=True)
    (bot / "__pycache__" / "x.pyc").write_bytes(b"junk")
    (bot / "bot.py").write_text(BROKEN)
    code, out, _ = run(capsys, "submit", bot, "--to", link_of(school))
    assert code == 1
    assert "SyntaxError" in out
    assert out.endswith("It cannot play on the ladder: correct it, and hand it in again.\n")


def test_nobody_needs_to_wait_for_the_check(school, tmp_path, capsys):
    with closing(ClassFolder(school.path)) as folder:
        folder.change_settings({"deadline": 1.0})
    (tmp_path / "my_bot.py").write_text(SIMPLE)
    code, out, _ = run(capsys, "submit", tmp_path / "my_bot.py", "--to", link_of(school), "--no-wait")
    assert (code, out) == (0, "my_bot.py is version 1, handed in after the deadline.\n")


@pytest.mark.parametrize(
    ("file", "link", "problem"),
    [
        ("bot.py", "class.example.org", "--to is your personal sign-in link"),
        ("bot.py", "http://127.0.0.1:1/sign-in#1.x", "http://127.0.0.1:1 cannot be reached"),
        ("nothing.py", "http://127.0.0.1:1/sign-in#1.x", "No such file or directory"),
        ("bot.txt", None, "the server refuses: bot.txt: hand in a Python file"),
        ("bot.py", "{own}/sign-in#1.forged", "the server refuses: this key is not valid"),
    ],
)
def test_what_is_wrong_with_a_submission_is_said_in_one_line(school, tmp_path, capsys, file, link, problem):
    for name in ("bot.py", "bot.txt"):
        (tmp_path / name).write_text(SIMPLE)
    to = link_of(school) if link is None else link.format(own=school.own)
    code, out, err = run(capsys, "submit", tmp_path / file, "--to", to)
    assert (code, out) == (2, "")
    assert err.startswith("phazed submit: ")
    assert problem in err


def test_a_folder_with_too_many_files_is_not_packed(school, tmp_path, capsys):
    bot = tmp_path / "many"
    bot.mkdir()
    for number in range(client.MAX_FILES + 1):
        (bot / f"{number}.txt").write_text("")
    code, _, err = run(capsys, "submit", bot, "--to", link_of(school))
    assert code == 2
    assert "a bot has at most 200 files" in err


@pytest.mark.parametrize(
    "answer", [b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc", b"HTTP/1.1 500 Oh\r\n\r\n", b"junk\r\n\r\n"]
)
def test_an_answer_that_is_not_ours_is_an_error_with_a_reason(tmp_path, capsys, answer):
    class Other(BaseRequestHandler):
        def handle(self):
            self.request.recv(65536)
            self.request.sendall(answer)

    (tmp_path / "bot.py").write_text(SIMPLE)
    with TCPServer(("127.0.0.1", 0), Other) as server:
        Thread(target=server.handle_request).start()
        code, _, err = run(
            capsys, "submit", tmp_path / "bot.py", "--to", f"http://127.0.0.1:{server.server_address[1]}/x#k"
        )
    assert code == 2
    assert err.startswith("phazed submit: the server")


# The teacher's commands


def test_a_class_is_copied_exported_and_a_student_deleted(tmp_path, capsys):
    path = tmp_path / "class"
    with closing(make_class(path)) as folder:
        passed(folder)
    code, out, _ = run(capsys, "class", "backup", path, tmp_path / "copy")
    assert (code, "is a copy of the class" in out) == (0, True)
    code, out, _ = run(capsys, "class", "export", path, tmp_path / "files")
    assert (code, "as files" in out) == (0, True)
    code, out, _ = run(capsys, "class", "delete", path, "1815")
    assert (code, out) == (
        0,
        "Ada Lovelace was deleted, with all submissions; earlier backups and exports are not changed.\n",
    )
    with closing(ClassFolder(path)) as folder:
        assert student(folder) is None
    code, _, err = run(capsys, "class", "delete", path, "1815")
    assert (code, "there is no student with the number 1815" in err) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["class", "one", "two"], "give only the folder of a class, or: backup DIR TO"),
        (["class", "backup", "nowhere"], "give only the folder of a class, or: backup DIR TO"),
        (["class", "backup", "nowhere", "out"], "there is no class in this folder"),
        (["class", "new", "--user-header", "X-User"], "--user-header and --trust-proxy belong together"),
        (["class", "new", "--user-header", "X", "--trust-proxy", "localhost"], "give an IP address such as 127.0.0.1"),
        (["class", "new", "--roster", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_what_is_wrong_with_a_command_is_said_in_one_line(tmp_path, monkeypatch, capsys, arguments, problem):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("phazed class: ")
    assert problem in err


def test_the_game_of_a_ladder_that_has_begun_stays(tmp_path, capsys):
    with closing(make_class(tmp_path)) as folder:
        folder.ladder_file.write_text("")
    code, _, err = run(capsys, "class", tmp_path, "--game", "phasedout")
    assert (code, "the ladder plays phazed: begin another class for another game" in err) == (2, True)


def test_a_class_runs_until_ctrl_c_and_only_once(tmp_path, capsys):
    roster = tmp_path / "roster.csv"
    roster.write_text("name,student number\nAda,1815\n")
    make_class(tmp_path / "class", students=0).close()
    server = ClassProcess(tmp_path / "class")
    try:
        code, out, err = run(capsys, "class", tmp_path / "class", "--no-browser", "--roster", roster)
        assert (code, out) == (2, "")
        assert "another server runs this class already" in err
        server.process.send_signal(signal.SIGINT)
        out, err = server.process.communicate(timeout=120)
    finally:
        if server.process.poll() is None:
            server.kill()
    assert (server.process.returncode, err) == (0, "")
    assert "The class is closed. Everything is saved." in out
