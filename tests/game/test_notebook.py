"""Views and records as pictures in notebooks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from phazed.bots import make
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHAZED, RULESETS
from players import seen, seen_after_laying
from positions import GAMES, real_views


def parsed(html):
    """The HTML as a tree; it must be well-formed."""
    return ElementTree.fromstring(html.replace("&ensp;", " "))


@pytest.mark.parametrize("game", GAMES)
def test_a_view_shows_the_table_the_top_discard_and_the_own_hand(game):
    own = seen_after_laying(game, hand="2D 8H JD 9C KD")
    text = "".join(parsed(own._repr_html_()).itertext())
    assert "Player 0, phase 1" in text
    assert "two of spades, two of spades, two of clubs" in text
    assert "jack of clubs" in text
    assert "two of diamonds, eight of hearts, jack of diamonds, nine of clubs, king of diamonds" in text


def test_an_empty_pile_is_shown_as_an_empty_place():
    own = seen("phazed", hand="2S 3S", plays=[(2, "JS")], discard=None)
    assert "no cards" in "".join(parsed(own._repr_html_()).itertext())


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_a_game_is_a_well_formed_picture(game):
    for own in real_views(game, "greedy", step=29):
        assert len(list(parsed(own._repr_html_()).iter("{http://www.w3.org/2000/svg}svg"))) >= 2


@pytest.mark.parametrize("game", GAMES)
def test_a_record_shows_who_won(game):
    rules = RULESETS[game]
    record = play_game(rules, [make("greedy", rules, 0) for _ in range(4)], seed=3, names=["A", "<B>", "C", "D"])
    rows = [[cell.text for cell in row] for row in parsed(record._repr_html_()).iter("tr")][1:]
    assert [row[1] for row in rows] == [record.names[s] for s in sorted(range(4), key=record.outcome.ranks.__getitem__)]
    assert rows[0][0] == "1st"


def test_a_record_shows_the_error_that_ended_the_game():
    record = play_game(PHAZED, [lambda *_: (5, "<b>")] * 4, seed=1)
    caption = parsed(record._repr_html_()).find("caption").text
    assert "made an error" in caption
