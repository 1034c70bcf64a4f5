"""Entrants: files, folders, built-in players, and what cannot take part."""

from __future__ import annotations

import os

import pytest

from phazed.arena import entrants
from phazed.arena.entrants import BadBot, Entrant, load_entrant, load_entrants


def test_a_file_is_a_bot_named_after_it(tmp_path):
    (tmp_path / "alice.py").write_text("X = 1\n")
    assert load_entrant(str(tmp_path / "alice.py")) == Entrant("alice", "alice.py", (("alice.py", b"X = 1\n"),))


@pytest.mark.parametrize("main", ["bot.py", "program.py"])
def test_a_folder_is_a_bot_with_its_siblings(tmp_path, main):
    folder = tmp_path / "alice"
    (folder / "data").mkdir(parents=True)
    (folder / main).write_text("import other\n")
    (folder / "other.py").write_text("")
    (folder / "data" / "weights.json").write_text("[]")
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__" / "other.pyc").write_text("old")
    bot = load_entrant(str(folder))
    assert (bot.name, bot.main) == ("alice", main)
    assert [name for name, _ in bot.files] == sorted([main, "other.py", "data/weights.json"])


def test_bot_py_takes_precedence_over_program_py(tmp_path):
    (tmp_path / "bot.py").write_text("")
    (tmp_path / "program.py").write_text("")
    assert load_entrant(str(tmp_path)).main == "bot.py"


def test_a_built_in_player_has_no_files():
    assert load_entrant("@greedy") == Entrant("@greedy")
    assert load_entrant("@greedy").built_in


def test_a_change_anywhere_changes_the_digest():
    one = Entrant("a", "a.py", (("a.py", b"x"),))
    assert one.digest == one._replace(name="b").digest
    others = [
        one._replace(main="b.py"),
        one._replace(files=(("a.py", b"y"),)),
        one._replace(files=(("a.p", b"yx"),)),
        one._replace(files=(("a.py", b"x"), ("b.py", b""))),
    ]
    assert len({one.digest, *(other.digest for other in others)}) == 5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: "@gready", "there is no built-in player @gready: choose one of @beginner"),
        (lambda path: path / "nobody.py", "there is no such file; a bot is a .py file or a folder"),
        (lambda path: (path / "bot.txt").touch() or path / "bot.txt", "a bot's file ends in .py"),
        (lambda path: path, "there is neither bot.py nor program.py in it"),
        (lambda path: os.mkfifo(path / "pipe.py") or path / "pipe.py", "there is no such regular file"),
    ],
)
def test_the_error_for_a_file_that_is_not_a_bot_says_what_would_be_one(tmp_path, make, said):
    with pytest.raises(BadBot) as error:
        load_entrant(str(make(tmp_path)))
    assert said in str(error.value)


def test_a_link_out_of_the_folder_is_refused_and_one_within_is_not(tmp_path):
    folder = tmp_path / "alice"
    folder.mkdir()
    (folder / "bot.py").write_text("")
    (folder / "same.py").symlink_to("bot.py")
    assert len(load_entrant(str(folder)).files) == 2
    (tmp_path / "secret").write_text("secret")
    (folder / "data").symlink_to(tmp_path / "secret")
    with pytest.raises(BadBot, match="this link leads out of the bot's folder"):
        load_entrant(str(folder))


def test_a_link_to_a_folder_outside_is_refused(tmp_path):
    folder = tmp_path / "alice"
    folder.mkdir()
    (folder / "bot.py").write_text("")
    (folder / "all").symlink_to(tmp_path)
    with pytest.raises(BadBot, match="this link leads out"):
        load_entrant(str(folder))


def test_the_size_of_a_bot_is_limited(tmp_path, monkeypatch):
    monkeypatch.setattr(entrants, "MAX_BYTES", 10)
    (tmp_path / "bot.py").write_text("x" * 11)
    for path in (tmp_path, tmp_path / "bot.py"):
        with pytest.raises(BadBot, match="a bot has at most"):
            load_entrant(str(path))


def test_the_bots_of_a_folder_are_ordered_by_name(tmp_path):
    (tmp_path / "zoe.py").write_text("")
    (tmp_path / "alice").mkdir()
    (tmp_path / "alice" / "bot.py").write_text("")
    (tmp_path / "empty").mkdir()
    (tmp_path / "README.txt").write_text("no bot")
    (tmp_path / ".hidden.py").write_text("")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "bob.py").symlink_to("/etc/passwd")
    (tmp_path / "@greedy.py").write_text("")
    found = load_entrants(tmp_path, ("@greedy", "@greedy", "@random"))
    assert [each.name for each in found.entrants] == ["@greedy", "@random", "alice", "zoe"]
    assert found.problems["empty"] == "there is neither bot.py nor program.py in it"
    assert "begins with @, like that of a built-in player" in found.problems["@greedy"]
    assert "this link leads out" in found.problems["bob"]


def test_a_file_and_a_folder_with_the_same_name_get_different_names(tmp_path):
    (tmp_path / "alice").mkdir()
    (tmp_path / "alice" / "bot.py").write_text("")
    (tmp_path / "alice.py").write_text("")
    assert sorted(each.name for each in load_entrants(tmp_path).entrants) == ["alice", "alice.py"]


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(BadBot, match="there is no such folder of bots"):
        load_entrants(tmp_path / "nowhere")
