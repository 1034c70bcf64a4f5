"""Keys, cookies and CSRF tokens: only what the class itself has made is accepted."""

from __future__ import annotations

from contextlib import closing

from hypothesis import given
from hypothesis import strategies as st

from classes import make_class, student
from phazed.course.keys import MAX_AGE, Keys

KEYS = Keys("secret")
NOW = 1_000_000.0


@given(st.text(max_size=60))
def test_arbitrary_text_is_neither_a_key_nor_a_cookie_nor_a_token(text):
    assert not KEYS.is_key(text, 7, 0)
    assert not KEYS.is_cookie(text, 7, 0, NOW)
    assert not KEYS.is_csrf(text, "cookie")
    number = Keys.person_in(text)
    assert number is None or 0 <= number < 10**9


def test_what_was_made_is_accepted_for_that_person_only():
    cookie = KEYS.cookie(7, 2, NOW)
    assert KEYS.is_cookie(cookie, 7, 2, NOW + MAX_AGE - 1)
    for person, generation, now in ((8, 2, NOW), (7, 3, NOW), (7, 2, NOW + MAX_AGE + 1), (7, 2, NOW - 2)):
        assert not KEYS.is_cookie(cookie, person, generation, now)
    assert not Keys("other").is_cookie(cookie, 7, 2, NOW)
    assert KEYS.is_csrf(KEYS.csrf(cookie), cookie)
    assert not KEYS.is_csrf(KEYS.csrf(cookie), KEYS.cookie(7, 2, NOW + 1))


def test_a_key_is_not_a_cookie_and_the_other_way_round():
    assert not KEYS.is_cookie(KEYS.key(7, 0), 7, 0, NOW)
    assert not KEYS.is_key(KEYS.cookie(7, 0, NOW), 7, 0)


def test_a_new_key_makes_the_old_one_and_its_cookies_invalid(tmp_path):
    with closing(make_class(tmp_path)) as folder:
        person = student(folder)
        key, cookie = folder.key_of(person), folder.keys.cookie(person.id, person.generation, NOW)
        assert folder.person_with_key(key) == folder.person_with_cookie(cookie, NOW) == person
        folder.people.renew_key(person.id)
        assert folder.person_with_key(key) is folder.person_with_cookie(cookie, NOW) is None
        assert folder.person_with_key(folder.key_of(student(folder))) == student(folder)
        assert (
            folder.person_with_key("") is folder.person_with_key("9.x") is folder.person_with_cookie("x", NOW) is None
        )
