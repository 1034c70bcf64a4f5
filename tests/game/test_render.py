"""A game as text: plain and coloured, within its width, and safe whatever the players are called."""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.bots import make
from phazed.game.games import HandEnded, Played, Standing, shuffles
from phazed.game.referee import referee
from phazed.game.render import (
    COLOURED,
    NAME_COLUMNS,
    PLAIN,
    Style,
    group,
    hand_end,
    hand_state,
    play_sentence,
    ranking,
    seat_line,
    table,
)
from phazed.rules import groups
from phazed.rules.cards import ALL, FACES, cards
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.scoring import ordinal
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT, deal
from phazed.text import columns, printable

NAMES = ["Ann", "Bob", "Cy", "Di"]
LONG = ["Maximilian Alexander the First", "王小明" * 5, "\x1b[31mred\x07\n", ""]
SYMBOLS = Style(symbols=True)
ANSI = re.compile(r"\x1b\[(31|35|1|0)m")

any_name = st.text(max_size=40)


class Stream:
    """As much of a stream as a style looks at."""

    def __init__(self, *, tty=True, encoding="utf-8"):
        self.tty = tty
        self.encoding = encoding

    def isatty(self):
        return self.tty


def a_hand(rules=PHAZED, **changed):
    """A hand that Ann leads, with what a test changes in it."""
    return deal(rules, rules.deck, dealer=3)._replace(**changed)


def laid(**seats):
    """The table on which these seats have laid their phases, as in `Bob=(1, "2S 2S 2C / 5S 5S AH")`."""
    entries = {name: (phase, tuple(map(cards, text.split("/")))) for name, (phase, text) in seats.items()}
    return tuple(entries.get(name, (None, ())) for name in NAMES)


@cache
def a_game(rules):
    """Some plays and every end of a hand of a whole game."""
    events = list(referee(rules, [make("greedy", rules, seat) for seat in range(4)], shuffles(rules, 3)))
    return [event for event in events if isinstance(event, Played)][::19], [
        event for event in events if isinstance(event, HandEnded)
    ]


# The style


def test_plain_cards_are_written_as_they_are_typed():
    assert [PLAIN.card(card) for card in ALL] == list(ALL)
    assert PLAIN.cards(("0H", "KS", "ZZ")) == "0H KS ZZ"


def test_symbols_show_cards_as_people_know_them():
    assert SYMBOLS.cards(cards("0H KS 2D AC ZZ")) == "10♥ K♠ 2♦ A♣ Joker"


def test_red_suits_are_red_black_ones_bold_and_the_joker_neither():
    assert COLOURED.card("0H") == "\x1b[31m10♥\x1b[0m"
    assert COLOURED.card("3D") == "\x1b[31m3♦\x1b[0m"
    assert COLOURED.card("KS") == "\x1b[1mK♠\x1b[0m"
    assert COLOURED.card("ZZ") == "\x1b[35mJoker\x1b[0m"


def test_colours_only_add_to_the_symbols():
    for card in FACES:
        assert ANSI.sub("", COLOURED.card(card)) == SYMBOLS.card(card)


def test_a_terminal_gets_colours_and_symbols():
    style = Style.for_stream(Stream(), {"TERM": "xterm"})
    assert repr(style) == "Style(colour=True, symbols=True, encoding='utf-8')"


@pytest.mark.parametrize(
    ("stream", "environ"),
    [(Stream(tty=False), {}), (Stream(), {"NO_COLOR": "1"}), (Stream(), {"TERM": "dumb"})],
    ids=["not a terminal", "colours declined", "dumb terminal"],
)
def test_what_cannot_or_must_not_be_coloured_is_plain(stream, environ):
    style = Style.for_stream(stream, environ)
    assert (style.colour, style.symbols) == (False, False)


def test_an_empty_no_color_declines_nothing():
    assert Style.for_stream(Stream(), {"NO_COLOR": ""}).colour


def test_letters_stand_for_symbols_that_the_stream_cannot_encode():
    style = Style.for_stream(Stream(encoding="latin-1"), {})
    assert style.card("0H") == "\x1b[31m0H\x1b[0m"
    assert group(style, groups.ACCUMULATION_34, cards("KS")).startswith("accumulation 13 -> 34")


def test_a_stream_that_names_no_encoding_is_taken_for_utf_8():
    assert Style.for_stream(Stream(encoding=None), {}).symbols


# Names


@given(any_name)
def test_whatever_a_player_is_called_the_name_is_printable_and_short(name):
    for style in (PLAIN, SYMBOLS, Style(encoding="ascii")):
        shown = style.name(name)
        assert shown.isprintable()
        assert columns(shown) <= NAME_COLUMNS
        assert shown.encode(style.encoding).decode(style.encoding) == shown


def test_control_characters_and_hidden_marks_do_not_reach_the_terminal():
    assert printable("A\x1b[2J\x9bn\x07n\u202e\u200b") == "A[2Jnn"
    assert printable(" Ann\r\n\tof\u2028Cleves ") == "Ann of Cleves"


def test_a_long_name_is_cut():
    assert SYMBOLS.name("Maximilian Alexander") == "Maximilian Alex…"
    assert PLAIN.name("Maximilian Alexander") == "Maximilian Alex~"
    assert PLAIN.name("Maximilian the 1") == "Maximilian the 1"


def test_a_name_that_is_cut_at_a_space_does_not_keep_it():
    assert PLAIN.name("Maximilian the 1st") == "Maximilian the~"


def test_wide_characters_take_two_columns_and_marks_none():
    assert columns("王小明") == 6
    assert columns("e\u0301") == 1
    assert columns("\x1b[31m10♥\x1b[0m") == 3
    assert columns(PLAIN.name("王" * 20)) <= NAME_COLUMNS


def test_a_name_of_a_million_marks_is_cut_in_good_time():
    assert len(PLAIN.name("e" + "\u0301" * 1_000_000)) <= 200


def test_who_has_no_name_is_called_by_the_seat():
    assert PLAIN.names(["Ann", "", "\x00", " "]) == ["Ann", "Player 1", "Player 2", "Player 3"]


def test_a_name_that_the_stream_cannot_encode_loses_those_characters():
    assert Style(encoding="ascii").name("Zoë") == "Zo?"


# Small things


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0th"),
        (1, "1st"),
        (2, "2nd"),
        (3, "3rd"),
        (4, "4th"),
        (11, "11th"),
        (13, "13th"),
        (21, "21st"),
        (112, "112th"),
    ],
)
def test_places_are_counted_in_words(number, text):
    assert ordinal(number) == text


def test_completed_phases_are_dots_or_a_count():
    assert SYMBOLS.phases(PHAZED, 3) == "●●●○○○○"
    assert SYMBOLS.phases(PHASEDOUT, 5) == "●●●●●"
    assert PLAIN.phases(PHAZED, 3) == "3/7"


def test_in_any_order_it_shows_which_phases_are_completed():
    status = (True, False, True, False, False, False, True)
    assert SYMBOLS.phases(BONUS, status) == "●○●○○○●"
    assert PLAIN.phases(BONUS, status) == "1-3---7"


# Groups and the table


@pytest.mark.parametrize(
    ("kind", "text", "plain"),
    [
        (groups.SET_OF_3, "2S 2S AH", "set: 2S 2S AH"),
        (groups.SUIT_OF_7, "2S 3S 4S 5S 5S 6S AD", "suit set: 2S 3S 4S 5S 5S 6S AD"),
        (groups.RUN_OF_8, "6S 7D 8D 9C 0S JH QD AS", "run: 6S 7D 8D 9C 0S JH QD AS"),
        (groups.COLOUR_RUN_OF_4, "AS 7D 8D 9H", "red run: AS 7D 8D 9H"),
        (groups.ACCUMULATION_34, "KS KD 8C", "accumulation 34 -> 55: KS KD 8C"),
        (groups.COLOUR_ACCUMULATION_34, "AS KS KS 7C", "black accumulation 34 -> 55: AS KS KS 7C"),
        (groups.COLOUR_ACCUMULATION_34, "AD AH", "red accumulation 2 -> 34: AD AH"),
        (groups.ACCUMULATION_34, "KS KD KC KH KS KD 0C", "accumulation 88, closed: KS KD KC KH KS KD 0C"),
    ],
)
def test_a_group_says_what_it_is_and_what_it_has_to_reach(kind, text, plain):
    assert group(PLAIN, kind, cards(text)) == plain


def test_an_accumulation_points_to_its_next_stage():
    assert group(SYMBOLS, groups.ACCUMULATION_34, cards("KS KD KC KH 3S")) == "accumulation 55 → 68: K♠ K♦ K♣ K♥ 3♠"


def test_the_table_shows_each_seats_phase_and_its_groups_as_plays_name_them():
    state = a_hand(table=laid(Bob=(1, "2S 2S 2C / 5S 5S AH"), Di=(2, "2D 3D 4D 5D 6D 7D 8D")))
    assert table(PLAIN, state, NAMES) == "\n".join(
        [
            "Ann: nothing",
            "Bob: phase 1",
            "    1.0 set: 2S 2S 2C",
            "    1.1 set: 5S 5S AH",
            "Cy: nothing",
            "Di: phase 2",
            "    3.0 suit set: 2D 3D 4D 5D 6D 7D 8D",
        ]
    )


def test_a_long_group_is_broken_between_its_cards():
    state = a_hand(table=laid(Ann=(5, "2D 3D 4D 5D 6D 7D 8D 9D 0D JD QD KD")))
    assert table(PLAIN, state, NAMES, width=40).splitlines()[1:3] == [
        "    0.0 run: 2D 3D 4D 5D 6D 7D 8D 9D 0D",
        "        JD QD KD",
    ]


# Seats and the hand


def test_a_seats_line_shows_turn_name_phases_cards_and_score():
    state = a_hand(status=(3, 0, 0, 7))
    assert seat_line(PLAIN, state, 0, NAMES, (120, 1, 0, 0)) == "> Ann  3/7  10 cards  120 points"
    assert seat_line(PLAIN, state, 1, NAMES, (120, 1, 0, 0)) == "  Bob  0/7  10 cards  1 point"
    assert seat_line(SYMBOLS, state, 3, NAMES, (120, 1, 0, 0)) == "  Di   ●●●●●●●  10 cards  0 points"


def test_one_card_is_no_cards():
    state = a_hand(hands=(("2S",),) * 4)
    assert seat_line(PLAIN, state, 0, NAMES, (0,) * 4) == "> Ann  0/7    1 card  0 points"


def test_who_is_to_miss_a_turn_is_marked():
    state = a_hand(BONUS, skips=(False, True, False, False))
    assert seat_line(PLAIN, state, 1, NAMES, (0,) * 4).endswith("0 points, will be skipped")


def test_a_hand_shows_round_deck_discard_and_every_seat():
    state = a_hand(table=laid(Bob=(3, "KS KD 8C / 0S 0D KC AH")), turns=9)
    assert hand_state(PLAIN, state, NAMES, (0, 10, 20, 30)) == "\n".join(
        [
            "Round 3. Deck: 63 cards. Discard: QC",
            "  Ann  0/7  10 cards  0 points",
            "> Bob  0/7  10 cards  10 points",
            "    1.0 accumulation 34 -> 55: KS KD 8C",
            "    1.1 accumulation 34 -> 55: 0S 0D KC AH",
            "  Cy   0/7  10 cards  20 points",
            "  Di   0/7  10 cards  30 points",
        ]
    )


def test_what_is_held_stays_hidden_unless_it_is_asked_for():
    state = a_hand(hands=(cards("2S 3S"), cards("KH"), (), cards("QH")), pile=())
    hidden = hand_state(PLAIN, state, NAMES, (0,) * 4)
    assert "hand:" not in hidden
    assert not any(card in hidden for card in cards("2S 3S KH QH"))
    shown = hand_state(PLAIN, state, NAMES, (0,) * 4, show=(0, 2))
    assert "    hand: 2S 3S" in shown
    assert "    hand: no cards" in shown
    assert "KH" not in shown
    assert "QH" not in shown


def test_an_empty_pile_has_no_discard():
    assert hand_state(PLAIN, a_hand(pile=()), NAMES, (0,) * 4).startswith("Round 1. Deck: 63 cards. Discard: none\n")


def test_when_the_hand_is_over_it_is_nobodys_turn():
    shown = hand_state(PLAIN, a_hand(ending=TURN_LIMIT), NAMES, (0,) * 4)
    assert shown.startswith("Hand over, turn limit. ")
    assert ">" not in shown


@pytest.mark.no_cover
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short names", "long names"])
@pytest.mark.parametrize("style", [PLAIN, COLOURED], ids=["plain", "coloured"])
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_whatever_is_shown_of_a_game_keeps_within_the_width(rules, width, style, names):
    plays, ends = a_game(rules)
    blocks = []
    for before, play, after in plays:
        blocks.append(hand_state(style, after, names, (5321, 1, 20, 300), show=range(4), width=width))
        blocks.append(table(style, after, names, width=width))
        if width == 80:
            blocks.append(play_sentence(style, before, play, names))
    for state, standing in ends:
        blocks.append(hand_end(style, state, standing, names, width=width))
        blocks.append(ranking(style, standing, names, width=width))
    for line in "\n".join(blocks).splitlines():
        assert columns(line) <= width
        assert ANSI.sub("", line).isprintable()
        assert line == line.rstrip()


def test_a_break_takes_the_spaces_around_it_away():
    for width in (10, 11, 12):
        lines = hand_state(PLAIN, a_hand(), NAMES, (0,) * 4, width=width).splitlines()
        assert lines[lines.index("> Ann  0/7") + 1] == "        10"


@given(st.lists(any_name, min_size=4, max_size=4), st.integers(40, 100))
@settings(deadline=None)
def test_no_names_break_the_lines_of_a_hand(names, width):
    shown = hand_state(PLAIN, a_hand(), names, (9999,) * 4, show=(0,), width=width)
    assert all(line.isprintable() and columns(line) <= width for line in shown.split("\n"))


def test_even_the_longest_accumulation_keeps_within_the_width():
    longest = " ".join([card for card in FACES if card[0] in "A234"] * 2)
    state = a_hand(table=laid(Ann=(3, f"{longest} / KS KD 8C")))
    for style in (PLAIN, COLOURED):
        assert all(columns(line) <= 80 for line in table(style, state, NAMES).splitlines())


# Plays


TABLE = laid(
    Ann=(1, "2S 2S 2C / 5S 5S AH"),
    Bob=(5, "2D 3D 4D 5D 6D 7D 8D 9D"),
    Cy=(7, "5H 6H 7H 8H / KS KS KC KD"),
    Di=(6, "KS KS 8C / KD KD 8H"),
)


@pytest.mark.parametrize(
    ("play", "sentence"),
    [
        ((1, None), "Ann draws QD."),
        ((1, "XX"), "Ann draws a card."),
        ((2, "QC"), "Ann takes QC."),
        ((3, (1, (cards("2S 2S 2C"), cards("5S 5S AH")))), "Ann lays phase 1: 2S 2S 2C | 5S 5S AH."),
        ((4, ("2H", (0, 0, 3))), "Ann adds 2H to their own first set."),
        ((4, ("0H", (1, 0, 8))), "Ann adds 0H to Bob's run."),
        ((4, ("9H", (2, 0, 4))), "Ann adds 9H to Cy's run."),
        ((4, ("KH", (2, 1, 4))), "Ann adds KH to Cy's set."),
        ((4, ("9H", (3, 1, 3))), "Ann adds 9H to Di's second accumulation."),
        ((5, "QC"), "Ann discards QC."),
        ((6, 1), "Ann skips Bob."),
    ],
)
def test_a_play_is_a_sentence(play, sentence):
    assert play_sentence(PLAIN, a_hand(table=TABLE), play, NAMES) == sentence


def test_a_phase_that_is_not_declared_is_the_one_due():
    state = a_hand(PHASEDOUT, status=(1, 0, 0, 0))
    sentence = play_sentence(PLAIN, state, (3, (cards("2S 3S 4S 5S 6S 7S 8S"),)), NAMES)
    assert sentence == "Ann lays phase 2: 2S 3S 4S 5S 6S 7S 8S."


def test_a_play_in_colour_has_bold_names_and_coloured_cards():
    sentence = play_sentence(COLOURED, a_hand(table=TABLE), (4, ("0H", (1, 0, 8))), NAMES)
    assert sentence == "\x1b[1mAnn\x1b[0m adds \x1b[31m10♥\x1b[0m to \x1b[1mBob\x1b[0m's run."


# Ends


@pytest.mark.parametrize(
    ("ending", "why"),
    [
        (OUT_OF_CARDS, "Cy has no cards left."),
        (DECK_EXHAUSTED, "the deck is used up."),
        (TURN_LIMIT, "every player has had 50 turns."),
    ],
)
def test_a_hands_end_says_why(ending, why):
    state = a_hand(turns=2, ending=ending)
    shown = hand_end(PLAIN, state, Standing(PHAZED, 1, (0,) * 4, (0,) * 4), NAMES)
    assert shown.splitlines()[0] == f"The hand has ended: {why}"


def test_a_hands_end_shows_what_each_player_was_left_with():
    state = a_hand(hands=(cards("KS 2D AH"), (), cards("0S"), cards("ZZ 4C")), turns=1, ending=OUT_OF_CARDS)
    shown = hand_end(PLAIN, state, Standing(BONUS, 1, BONUS.nothing, (140, 7, 10, 19)), NAMES)
    assert shown.splitlines()[1:] == [
        "Ann  2D KS AH: 40 points, 140 in all",
        "Bob  no cards: 0 points, 7 in all",
        "Cy   0S: 10 points, 10 in all",
        "Di   4C ZZ: 19 points, 19 in all",
    ]


def test_the_ranking_puts_equal_players_on_the_same_place():
    standing = Standing(PHAZED, 9, (6, 7, 7, 6), (310, 402, 402, 280))
    assert ranking(SYMBOLS, standing, NAMES).splitlines() == [
        "1st  Bob  ●●●●●●●  402 points",
        "1st  Cy   ●●●●●●●  402 points",
        "3rd  Di   ●●●●●●○  280 points",
        "4th  Ann  ●●●●●●○  310 points",
    ]


def test_the_columns_stay_in_line_under_wide_names():
    standing = Standing(PHAZED, 9, (0, 1, 2, 3), (4, 3, 2, 0))
    lines = ranking(PLAIN, standing, ["王小明", "Bob", "Zoe\u0301", "Di"]).splitlines()
    assert {columns(line[: line.index("/")]) for line in lines} == {14}
