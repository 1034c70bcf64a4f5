"""What training keeps in its folder: whole files only, and nothing of anybody else's."""

from __future__ import annotations

import os

import pytest

from phazed.train import files
from phazed.train.files import Kept, Made, TrainingError, folder, writable
from phazed.writing import write

KEY = {"game": "phazed", "seed": "1", "samples": 2}


def failing(*_):
    raise OSError(28, "No space left on device")


def kept(path, key=KEY, *, force=False, clock=lambda: 0.0):
    return Kept(path / "hands.part", key, 3, clock, force=force)


# Files and folders


def test_a_file_is_written_in_full_or_not_at_all(tmp_path, monkeypatch):
    file = tmp_path / "a"
    write(file, b"old")
    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OSError, match="No space left") as full:
        write(file, b"new")
    assert full.value.filename == str(file)
    assert file.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]


def test_a_folder_is_made_where_there_is_none(tmp_path):
    assert folder(tmp_path / "new").is_dir()
    assert folder(tmp_path / "new") == tmp_path / "new"


def test_what_is_no_folder_is_refused(tmp_path):
    (tmp_path / "file").write_text("precious", encoding="utf-8")
    with pytest.raises(TrainingError, match=r"file is not a folder, so the tables cannot be written there"):
        folder(tmp_path / "file")
    with pytest.raises(TrainingError, match=r"b cannot be created: there is no folder .*a"):
        folder(tmp_path / "a" / "b")


def test_a_folder_that_cannot_be_written_is_found_out(tmp_path, monkeypatch):
    assert writable(tmp_path) == tmp_path
    assert os.listdir(tmp_path) == []
    monkeypatch.setattr(os, "replace", failing)
    with pytest.raises(OSError, match="No space left"):
        writable(tmp_path)


# Which files are finished


def test_a_finished_file_is_known_again(tmp_path):
    Made(tmp_path, force=False).add(KEY, {"a": b"1", "b": b"2"})
    made = Made(tmp_path, force=False)
    assert made.has("a", KEY)
    assert made.has("b", KEY)
    assert not made.has("c", KEY)
    assert sorted(os.listdir(tmp_path)) == ["a", "b", "made.json"]


def test_a_file_that_is_gone_is_to_be_made_again(tmp_path):
    made = Made(tmp_path, force=False)
    made.add(KEY, {"a": b"1"})
    (tmp_path / "a").unlink()
    assert not made.has("a", KEY)


@pytest.mark.parametrize("key", [KEY, KEY | {"seed": "2"}])
def test_a_file_made_otherwise_is_not_overwritten_without_force(tmp_path, key):
    Made(tmp_path, force=False).add(KEY, {"a": b"1"})
    if key == KEY:
        (tmp_path / "a").write_bytes(b"changed")
    with pytest.raises(
        TrainingError, match=r"a already exists and was made with other settings; --force overwrites it"
    ):
        Made(tmp_path, force=False).has("a", key)
    assert not Made(tmp_path, force=True).has("a", key)


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff", b"[" * 100_000])
def test_a_list_that_is_not_ours_is_replaced_by_force_only(tmp_path, content):
    (tmp_path / files.LIST).write_bytes(content)
    with pytest.raises(TrainingError, match=r"made.json was not written by phazed train; --force replaces it"):
        Made(tmp_path, force=False)
    Made(tmp_path, force=True).add(KEY, {"a": b"1"})
    assert Made(tmp_path, force=False).has("a", KEY)


# The hands played so far


def test_hands_are_kept_and_read_again(tmp_path):
    first = kept(tmp_path)
    assert first.parts == []
    first.add(b"abc")
    first.add(b"d\nf")
    first.save()
    again = kept(tmp_path)
    assert again.parts == [b"abc", b"d\nf"]
    again.forget()
    again.forget()
    assert os.listdir(tmp_path) == []


def test_hands_are_written_down_every_other_second(tmp_path):
    now = 0.0
    hands = kept(tmp_path, clock=lambda: now)
    hands.add(b"abc")
    assert os.listdir(tmp_path) == []
    now = 2.5
    hands.add(b"def")
    assert kept(tmp_path).parts == [b"abc", b"def"]
    now = 4
    hands.add(b"ghi")
    assert kept(tmp_path).parts == [b"abc", b"def"]
    hands.save()
    assert kept(tmp_path).parts == [b"abc", b"def", b"ghi"]


def test_nothing_is_written_where_nothing_is_new(tmp_path):
    kept(tmp_path).save()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda content: content[:-1], "is damaged"),
        (lambda content: content[:-3], "is damaged"),
        (lambda content: content.replace(b"abc", b"abd"), "is damaged"),
        (lambda content: content[:20], "was not written by phazed train"),
        (lambda content: b"", "was not written by phazed train"),
        (lambda content: b"[1]\n", "was not written by phazed train"),
        (lambda content: b"precious", "was not written by phazed train"),
        (lambda content: content.replace(b'"seed": "1"', b'"seed": "2"'), "was started with seed '2', not '1'"),
        (lambda content: content.replace(b'"samples": 2', b'"samples": 4'), "was started with samples 4, not 2"),
    ],
)
def test_other_hands_are_neither_used_nor_lost(tmp_path, change, said):
    hands = kept(tmp_path)
    hands.add(b"abc")
    hands.save()
    file = tmp_path / "hands.part"
    changed = change(file.read_bytes())
    file.write_bytes(changed)
    with pytest.raises(TrainingError) as refused:
        kept(tmp_path)
    assert str(refused.value) == f"{file} {said}; --force starts again, --out names another folder"
    assert file.read_bytes() == changed
    assert kept(tmp_path, force=True).parts == []


def test_hands_that_are_whole_but_of_another_length_are_damaged(tmp_path):
    longer = Kept(tmp_path / "hands.part", KEY, 4, lambda: 0.0, force=False)
    longer.add(b"abcd")
    longer.save()
    with pytest.raises(TrainingError, match="is damaged"):
        kept(tmp_path)
