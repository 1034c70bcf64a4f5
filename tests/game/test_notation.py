"""Plays in words: every play is written and read back, and nothing else is read."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.bots import make
from phazed.game.games import Dealt, Played, shuffles
from phazed.game.notation import FORMS, format_play, parse_play
from phazed.game.referee import referee
from phazed.rules.cards import ALL
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation
from phazed.rules.legal import legal_plays
from phazed.rules.rulesets import RULESETS

PLAYS = [
    ((1, None), "draw"),
    ((2, "0H"), "take 0H"),
    ((3, (1, (("2S", "2S", "2C"), ("5S", "5S", "AS")))), "phase 1: 2S 2S 2C / 5S 5S AS"),
    ((3, (2, (("2C", "3C", "4C", "5C", "6C", "7C", "8C"),))), "phase 2: 2C 3C 4C 5C 6C 7C 8C"),
    ((3, (("2S", "2S", "2C"), ("5S", "5S", "AS"))), "phase: 2S 2S 2C / 5S 5S AS"),
    ((3, (("2C", "3C", "4C", "5C", "6C", "7C", "8C"),)), "phase: 2C 3C 4C 5C 6C 7C 8C"),
    ((4, ("AD", (1, 0, 3))), "add AD to 1.0 at 3"),
    ((4, ("AD", (-1, 2, -30))), "add AD to -1.2 at -30"),
    ((5, "JS"), "discard JS"),
    ((6, 2), "skip 2"),
    ((6, -1), "skip -1"),
]


@pytest.mark.parametrize(("play", "text"), PLAYS)
def test_a_play_is_written_and_read(play, text):
    assert format_play(play) == text
    assert parse_play(text) == play


def test_the_hidden_draw_of_a_history_is_a_draw():
    assert format_play((1, "XX")) == "draw"


@pytest.mark.parametrize(("play", "text"), PLAYS)
def test_spaces_do_not_matter(play, text):
    assert parse_play(f"  {'   '.join(text.split())}\n") == play
    assert parse_play(text.replace(" / ", "/")) == play


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
@given(seed=st.integers(0, 2**32), skipped=st.integers(0, 400))
@settings(max_examples=4)
def test_every_legal_play_of_a_game_survives_the_way_through_its_words(rules, seed, skipped):
    players = [make(("greedy", "random")[seat % 2], rules, (seed, seat)) for seat in range(4)]
    for number, event in enumerate(referee(rules, players, shuffles(rules, seed))):
        if skipped <= number < skipped + 40 and isinstance(event, (Dealt, Played)):
            for play in legal_plays(event[-1]):
                text = format_play(play)
                assert parse_play(text) == play
                assert read_play(rules, parse_play(text)) == play
        elif number >= skipped + 40:
            break


CARDS = st.sampled_from(ALL)
GROUPS = st.lists(st.lists(CARDS, max_size=8).map(tuple), min_size=1, max_size=3).map(tuple)
NUMBERS = st.integers(-9, 99)
ANY_PLAY = st.one_of(
    st.just((1, None)),
    st.tuples(st.sampled_from([2, 5]), CARDS),
    st.tuples(st.just(3), GROUPS),
    st.tuples(st.just(3), st.tuples(NUMBERS, GROUPS)),
    st.tuples(st.just(4), st.tuples(CARDS, st.tuples(NUMBERS, NUMBERS, NUMBERS))),
    st.tuples(st.just(6), NUMBERS),
)


@given(ANY_PLAY)
def test_any_play_of_a_right_form_survives_the_way_through_its_words_legal_or_not(play):
    assert parse_play(format_play(play)) == play


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "fold",
        "Draw",
        "draw 2S",
        "take",
        "take 2S 3S",
        "discard",
        "discard 2S 3S",
        "skip",
        "skip me",
        "skip 1 2",
        "add",
        "add AD",
        "add AD to 1.0",
        "add AD to 1 at 3",
        "add AD to 1.0.0 at 3",
        "add AD to a.b at c",
        "add AD to 1.0 at",
        "add AD to 1.0 at 3 now",
        "phase",
        "phase 1",
        "phase 1 2S 2S 2S / 3S 3S 3S",
        "phase one: 2S 2S 2S / 3S 3S 3S",
        f"skip {'9' * 5000}",
    ],
)
def test_what_is_no_play_is_told_the_forms(text):
    with pytest.raises(InvalidNotation) as error:
        parse_play(text)
    assert str(error.value) == f"{text!r} is not a play: write one of {', '.join(FORMS)}"


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("take 10S", "'10S'"),
        ("discard XX", "'XX'"),
        ("discard 2s", "'2s'"),
        ("add 1D to 1.0 at 3", "'1D'"),
        ("phase 1: 2S 2S S2 / 3S 3S 3S", "'S2'"),
        ("phase: 2S 2S 2S | 3S 3S 3S", "'|'"),
        ("phase: 2S 2S 2S: 3S 3S 3S", "'2S:'"),
    ],
)
def test_what_is_no_card_is_named(text, card):
    with pytest.raises(InvalidNotation) as error:
        parse_play(text)
    assert str(error.value).startswith(f"{text!r} is not a play: {card} is not a card: ")


WORDS = st.sampled_from(["draw", "take", "phase", "phase:", "1:", "add", "to", "1.0", "at", "2", "skip", "/", *ALL[:4]])


@pytest.mark.no_cover
@given(st.one_of(st.text(), st.lists(WORDS, max_size=9).map(" ".join)))
def test_any_text_is_a_play_or_an_invalid_notation(text):
    try:
        play = parse_play(text)
    except InvalidNotation:
        return
    assert parse_play(format_play(play)) == play
