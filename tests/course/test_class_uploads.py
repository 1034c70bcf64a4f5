"""What students hand in: files and archives, within bounds, whatever is in them."""

from __future__ import annotations

import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from classes import archive
from phazed.arena.bot_files import BadBot
from phazed.course.client import read_bot
from phazed.course.uploads import MAX_FILES, MAX_UNPACKED, MAX_UPLOAD, read_upload


def refusal(title, data):
    with pytest.raises(BadBot) as error:
        read_upload(title, data)
    return str(error.value)


@pytest.mark.parametrize(
    ("title", "main"),
    [
        ("my_bot.py", "my_bot.py"),
        ("C:\\bots\\my_bot.PY", "bot.py"),
        ("my bot (2).py", "bot.py"),
        ("../../x.py", "x.py"),
    ],
)
def test_a_file_is_imported_under_a_name_that_python_can_import(title, main):
    assert read_upload(title, b"x = 1").main == main
    assert dict(read_upload(title, b"x = 1").files) == {main: b"x = 1"}


def test_an_archive_may_have_its_files_in_a_folder():
    bot = read_upload(
        "bot.zip", archive({"my/deep/bot.py": "import helper", "my/deep/helper.py": "", "__MACOSX/x": "junk"})
    )
    assert (bot.main, [path for path, _ in bot.files]) == ("bot.py", ["bot.py", "helper.py"])


def test_a_single_script_needs_no_special_name():
    assert read_upload("bot.zip", archive({"clever.py": "x = 1", "data/table.csv": "1"})).main == "clever.py"
    assert "neither bot.py nor program.py" in refusal("bot.zip", archive({"a.py": "", "b.py": ""}))
    assert "neither bot.py nor program.py" in refusal("bot.zip", archive({}))


@pytest.mark.parametrize(
    ("title", "data", "problem"),
    [
        ("bot.txt", b"x", "hand in a Python file (.py) or a zip archive (.zip)"),
        ("bot.py", b" \n", "the file is empty"),
        ("bot.py", b"\x7fELF...", "is compiled code"),
        ("bot.py", b"x" * (MAX_UPLOAD + 1), "at most 2 MB"),
        ("bot.zip", b"PK\x03\x04 and then nothing", "cannot be read"),
        ("bot.zip", archive({"bot.py": "", "x.so": "native"}), "is compiled code"),
        ("bot.zip", archive({f"f{number}": "" for number in range(MAX_FILES + 1)}), f"at most {MAX_FILES} files"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(title, data, problem):
    assert problem in refusal(title, data)


BAD_PATHS = ["../bot.py", "/bot.py", "a/../../bot.py", "a\\bot.py", "c:bot.py", "a//bot.py", "x" * 300]


@pytest.mark.parametrize("name", BAD_PATHS)
def test_no_path_leads_out_of_the_bots_folder(name):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("bot.py", "")
        made.writestr(zipfile.ZipInfo(name), "")
    assert "path" in refusal("bot.zip", packed.getvalue())


def test_links_are_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        link = zipfile.ZipInfo("bot.py")
        link.external_attr = 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    assert "is a link or a special file" in refusal("bot.zip", packed.getvalue())


def test_a_file_that_is_twice_in_an_archive_is_refused():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("bot.py", "one")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("bot.py", "two")
    assert "is twice in the archive" in refusal("bot.zip", packed.getvalue())


def test_an_archive_that_unpacks_to_much_more_is_refused_before_it_does():
    bomb = archive({"bot.py": "", "zeros": "0" * (MAX_UNPACKED + 10)})
    assert len(bomb) < MAX_UPLOAD
    assert "unpacked this is more" in refusal("bot.zip", bomb)


def test_an_encrypted_archive_is_refused():
    data = bytearray(archive({"bot.py": "x = 1"}))
    for place in (data.index(b"PK\x03\x04") + 6, data.index(b"PK\x01\x02") + 8):
        data[place] |= 1  # the flag for encryption, in both headers
    assert "is encrypted: hand it in without a password" in refusal("bot.zip", bytes(data))


def bot_or_refusal(title, data):
    """The number of files of a bot, or why it is none."""
    try:
        return len(read_upload(title, data).files)
    except BadBot as error:
        return str(error)


@given(st.binary(max_size=300), st.sampled_from(["bot.py", "bot.zip"]))
def test_arbitrary_bytes_are_a_bot_or_refused(data, title):
    found = bot_or_refusal(title, data)
    assert found == 1 or found.startswith(title)


@given(st.integers(0, 300), st.integers(0, 255))
def test_a_damaged_archive_is_a_bot_or_refused(place, value):
    data = bytearray(archive({"bot.py": "x = 1", "helper.py": "y = 2" * 20}))
    data[place % len(data)] = value
    found = bot_or_refusal("bot.zip", bytes(data))
    assert found in (1, 2) or found.startswith("bot.zip: ")


def test_a_folder_is_handed_in_without_what_tools_have_made(tmp_path):
    for name in (".git/HEAD", "__pycache__/bot.pyc", ".venv/lib/x.py", "data/table.txt", "bot.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    bot = read_upload(*read_bot(tmp_path))
    assert [path for path, _ in bot.files] == ["bot.py", "data/table.txt"]
