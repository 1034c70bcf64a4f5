"""Reviews on disk."""

from __future__ import annotations

from coached import game, reviewed

from phazed.coach.kept import digest, dumps, load, loads, save


def test_what_was_judged_is_read_back_exactly(tmp_path):
    judged = reviewed().judged
    save(tmp_path / "reviews" / "game.review", "key", judged)
    assert load(tmp_path / "reviews" / "game.review", "key") == judged
    assert [path.name for path in (tmp_path / "reviews").iterdir()] == ["game.review"]


def test_what_is_of_another_game_or_damaged_is_not_used(tmp_path):
    text = dumps("key", reviewed().judged)
    assert loads(text, "other") == {}
    for damaged in ("", "[]", "{}", text[:-3], text.replace("judged", "judge"), text.replace("[0, 0,", "[0,", 1)):
        assert loads(damaged, "key") == {}
    path = tmp_path / "game.review"
    assert load(path, "key") == {}
    path.write_bytes(b"\xff")
    assert load(path, "key") == {}


def test_a_digest_is_of_the_game_and_how_it_is_reviewed():
    one, other = game(), game(seed=4)
    keys = [digest(one, 1.0, 0), digest(one, 2.0, 0), digest(one, 1.0, 1), digest(other, 1.0, 0)]
    assert len(set(keys)) == 4
    assert digest(one, 1.0, "0") == digest(one, 1.0, 0)
