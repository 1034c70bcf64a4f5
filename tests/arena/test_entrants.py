"""Entrants: files, folders, built-in players, and what cannot take part."""

from __future__ import annotations

import os
import subprocess

import pytest

from phazed.arena.entrants import BadBot, load_entrant, load_entrants
from phazed.names import invisible, spelled
from phazed.storage.entrant import Entrant


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
        (lambda path: path / "nobody.py", "there is no such file; a bot must be a .py file or a folder"),
        (lambda path: (path / "bot.txt").touch() or path / "bot.txt", "a bot's file must end in .py"),
        (lambda path: path, "a bot's folder must contain bot.py or program.py"),
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
    with pytest.raises(BadBot, match="this link points outside the bot's folder"):
        load_entrant(str(folder))


def test_a_link_to_a_folder_outside_is_refused(tmp_path):
    folder = tmp_path / "alice"
    folder.mkdir()
    (folder / "bot.py").write_text("")
    (folder / "all").symlink_to(tmp_path)
    with pytest.raises(BadBot, match="this link points outside"):
        load_entrant(str(folder))


# Bounds


@pytest.fixture
def submission(tmp_path):
    """A folder of bots, and one that is about to exceed a bound; its folders may be too deep for `shutil.rmtree`."""
    bots = tmp_path / "bots"
    (bots / "wide").mkdir(parents=True)
    (bots / "wide" / "bot.py").write_text("")
    (bots / "good.py").write_text("")
    yield bots / "wide"
    subprocess.run(["rm", "-rf", bots], check=True)


def set_aside(submission):
    """Why the submission is set aside; the other one is not."""
    found = load_entrants(submission.parent)
    assert [each.name for each in found.entrants] == ["good"]
    assert list(found.problems) == ["wide"]
    return found.problems["wide"]


def nest(folder, name, times):
    """Make folders inside each other, though the path of the last is longer than any call takes."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(times):
        os.mkdir(name, dir_fd=here)
        below = os.open(name, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)


@pytest.mark.parametrize("times", [17, 1500, 3000])
def test_deeply_nested_folders_set_a_bot_aside(submission, times):
    nest(submission, "d", times)
    deep = "/".join("d" * 17)
    assert set_aside(submission) == f"a bot's folders can be at most 16 levels deep; {deep} is deeper"


def test_folders_at_the_bound_are_read(submission):
    nest(submission, "d", 16)
    (submission / "/".join("d" * 16) / "data.txt").write_text("deep")
    found = load_entrants(submission.parent)
    assert found.problems == {}
    assert found.entrants[1].files[1] == ("/".join([*("d" * 16), "data.txt"]), b"deep")


def test_a_long_path_sets_a_bot_aside(submission):
    nest(submission, "n" * 250, 16)
    long = "n" * 28
    assert set_aside(submission) == f"a path in a bot can have at most 200 bytes; {long} … {long} has 250"


@pytest.mark.parametrize(
    ("kind", "said"), [("files", "a bot can have at most 500 files"), ("folders", "a bot can have at most 500 folders")]
)
def test_too_many_files_or_folders_set_a_bot_aside(submission, kind, said):
    for number in range(501):
        path = submission / str(number)
        path.touch() if kind == "files" else path.mkdir()
    assert set_aside(submission) == f"{said}; this one has more"


def test_too_large_files_set_a_bot_aside_and_are_not_read(submission):
    with open(submission / "weights", "wb") as file:
        file.truncate(1 << 40)
    assert set_aside(submission) == "a bot can have at most 16 MB; up to weights it has 1048576.0 MB"
    (submission.parent / "wide.py").write_bytes(b"#" * ((16 << 20) + 1))
    assert "a bot can have at most 16 MB" in load_entrants(submission.parent).problems["wide.py"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("fast.so", b""),
        ("Fast.PYD", b""),
        ("fast.dll", b""),
        ("fast.dylib", b""),
        ("other.pyc", b""),
        ("weights.bin", b"\x7fELF\x02\x01"),
    ],
)
def test_native_code_sets_a_bot_aside(submission, name, content):
    (submission / name).write_bytes(content)
    assert set_aside(submission) == (f"{name} is compiled code; a bot can contain only Python source and data files")


def test_only_regular_files_are_read_each_once(submission):
    (submission / "data").mkdir()
    (submission / "data" / "a.txt").write_text("")
    (submission / "again").symlink_to("data")
    (submission / "data" / "loop").symlink_to("..")
    os.mkfifo(submission / "data" / "pipe")
    assert [name for name, _ in load_entrants(submission.parent).entrants[1].files] == ["bot.py", "data/a.txt"]


def test_a_link_to_another_submission_sets_a_bot_aside(submission):
    (submission / "other.py").symlink_to("../good.py")
    assert "this link points outside the bot's folder" in set_aside(submission)
    (submission / "other.py").unlink()
    (submission.parent / "copy.py").symlink_to("good.py")
    (submission.parent / "loop.py").symlink_to("loop.py")
    problems = load_entrants(submission.parent).problems
    assert problems == dict.fromkeys(
        ("copy", "loop"), "it is a link to another submission; replace it with the file itself"
    )


def test_a_hard_link_between_submissions_sets_both_aside(submission):
    os.link(submission / "bot.py", submission / "same.py")
    assert load_entrants(submission.parent).problems == {}
    (submission.parent / "good.py").unlink()
    os.link(submission / "bot.py", submission.parent / "good.py")
    (submission.parent / "third.py").write_text("")
    found = load_entrants(submission.parent)
    assert [each.name for each in found.entrants] == ["third"]
    assert found.problems == {
        "good": "good.py and a file of wide are the same file (a hard link): replace it with a copy",
        "wide": "same.py and a file of good are the same file (a hard link): replace it with a copy",
    }


# Names


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gre\u200bedy", "its name contains an invisible character (U+200B ZERO WIDTH SPACE): rename it"),
        ("\u202eydeerg", "its name contains an invisible character (U+202E RIGHT-TO-LEFT OVERRIDE): rename it"),
        ("a\u3164", "its name contains an invisible character (U+3164 HANGUL FILLER): rename it"),
        ("a\U000e0fff", "its name contains an invisible character (U+E0FFF): rename it"),
        ("@greedy", "its name begins with @, which is reserved for built-in players: rename it"),
        ("\uff20greedy", "its name begins with @, which is reserved for built-in players: rename it"),
        ("\ufe6bgreedy", "its name begins with @, which is reserved for built-in players: rename it"),
        (" @greedy", "its name begins with @, which is reserved for built-in players: rename it"),
        ("ALICE", "its name looks like that of 'alice': rename one of them"),
        ("al\uff49ce", "its name looks like that of 'alice': rename one of them"),
        ("alice ", "its name looks like that of 'alice': rename one of them"),
    ],
)
def test_a_name_that_could_be_taken_for_another_sets_a_bot_aside(tmp_path, name, said):
    for each in ("alice", name):
        (tmp_path / f"{each}.py").write_text("")
    found = load_entrants(tmp_path, ("@greedy",))
    assert [each.name for each in found.entrants] == ["@greedy", "alice"]
    assert found.problems == {spelled(name): said}
    assert not any(invisible(each) for each in found.problems)


def test_if_no_name_is_the_plain_one_all_that_look_alike_are_set_aside(tmp_path):
    for name in ("Ann", "ANN", "Bob", "\u2764\ufe0f"):
        (tmp_path / f"{name}.py").write_text("")
    found = load_entrants(tmp_path)
    assert [each.name for each in found.entrants] == ["Bob", "\u2764\ufe0f"]
    assert found.problems == {
        "ANN": "its name looks like that of 'Ann': rename one of them",
        "Ann": "its name looks like that of 'ANN': rename one of them",
    }


# The bots of a folder


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
    assert found.problems["empty"] == "a bot's folder must contain bot.py or program.py"
    assert "begins with @, which is reserved for built-in players" in found.problems["@greedy"]
    assert "this link points outside" in found.problems["bob"]


def test_a_file_and_a_folder_with_the_same_name_get_different_names(tmp_path):
    (tmp_path / "alice").mkdir()
    (tmp_path / "alice" / "bot.py").write_text("")
    (tmp_path / "alice.py").write_text("")
    assert sorted(each.name for each in load_entrants(tmp_path).entrants) == ["alice", "alice.py"]


def test_a_missing_folder_is_refused(tmp_path):
    with pytest.raises(BadBot, match="there is no such folder of bots"):
        load_entrants(tmp_path / "nowhere")
