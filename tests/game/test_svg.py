"""Cards as pictures: well-formed, named for those who do not see them, readable for those who do."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.game import svg
from phazed.rules.cards import ACES, ALL, FACES, JOKER, cards
from phazed.rules.errors import InvalidNotation

SVG = "{http://www.w3.org/2000/svg}"
some_cards = st.lists(st.sampled_from(ALL), max_size=16)


def parsed(picture):
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    return root


def title(picture):
    return parsed(picture)[0].text


def texts(picture):
    return [each.text for each in parsed(picture).iter(f"{SVG}text")]


def fills(picture):
    return {each.get("fill") for each in parsed(picture).iter() if each.get("fill")}


def box(picture):
    return [float(part) for part in parsed(picture).get("viewBox").split()]


def contrast(ink, paper):
    """The contrast ratio of two colours as WCAG 2 defines it."""

    def luminance(colour):
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(ink), luminance(paper)))
    return (lighter + 0.05) / (darker + 0.05)


def test_every_card_has_a_name_of_its_own():
    assert len({svg.name(card) for card in ALL}) == len(ALL)
    assert svg.name("0H") == "ten of hearts"
    assert svg.name("KD") == "king of diamonds"
    assert svg.name("2C") == "two of clubs"
    assert svg.name("AS") == "ace of spades"
    assert svg.name("ZZ") == "joker"


@pytest.mark.parametrize("four_colours", [False, True])
@pytest.mark.parametrize("card", ALL)
def test_every_card_is_a_picture_that_says_its_name(card, four_colours):
    assert title(svg.card(card, four_colours=four_colours)) == svg.name(card)


def test_every_card_looks_different():
    for four_colours in (False, True):
        pictures = {svg.card(card, four_colours=four_colours).partition("</title>")[2] for card in ALL}
        assert len(pictures) == len(ALL)


@given(some_cards, st.text(max_size=20), st.booleans())
@settings(deadline=None)
def test_any_group_under_any_caption_is_well_formed_and_names_all_its_cards(group, label, four_colours):
    said = title(svg.group(group, label, four_colours=four_colours))
    assert said.endswith(", ".join(map(svg.name, group)) or "no cards")


@given(st.lists(st.sampled_from(ALL), max_size=12), st.booleans())
@settings(deadline=None)
def test_any_hand_is_well_formed_and_names_all_its_cards(hand, four_colours):
    assert title(svg.hand(hand, four_colours=four_colours)) == (", ".join(map(svg.name, hand)) or "no cards")


@given(some_cards)
@settings(deadline=None)
def test_nothing_in_a_picture_could_reach_into_the_page_around_it(group):
    for picture in (svg.group(group, "label"), svg.hand(group)):
        tags = {each.tag.removeprefix(SVG) for each in parsed(picture).iter()}
        assert tags <= {"svg", "title", "g", "rect", "path", "circle", "text"}
        assert not any({"id", "class", "style"} & set(each.attrib) for each in parsed(picture).iter())


def test_a_group_says_its_caption_before_its_cards():
    picture = svg.group(cards("4H 5H"), "run")
    assert title(picture) == "run: four of hearts, five of hearts"
    assert texts(picture)[-1] == "run"


def test_a_group_without_a_caption_says_only_its_cards():
    assert title(svg.group(cards("4H 5H"))) == "four of hearts, five of hearts"


def test_a_caption_is_escaped_and_loses_what_xml_cannot_hold():
    picture = svg.group(["2S"], "<b>&\x00\x1b \ud800\uffffsets</b>")
    assert title(picture) == "<b>& sets</b>: two of spades"
    assert texts(picture)[-1] == "<b>& sets</b>"


def test_a_caption_of_nothing_printable_is_no_caption():
    assert svg.group(["2S"], "\x00\n") == svg.group(["2S"])


def test_a_long_caption_widens_the_picture_evenly():
    left, _, width, _ = box(svg.group(["2S"], "a caption that is wider than one card"))
    assert width > 300
    assert left + width / 2 == pytest.approx(50, abs=0.01)


def test_the_ten_is_shown_as_10_though_it_is_written_0():
    assert texts(svg.card("0H")) == ["10", "10"]
    assert texts(svg.card("7H")) == ["7", "7"]


def test_every_value_can_be_read_in_a_row_of_overlapping_cards():
    assert texts(svg.group(cards("9S 0D JC"))) == ["9", "10", "J", "J"]
    assert svg.STEP < svg.WIDTH
    assert box(svg.group(cards("9S 0D JC")))[2] < 3 * svg.WIDTH


def test_the_covered_cards_keep_their_suit_and_mark():
    row = svg.group(cards("AS 2H"))
    assert svg.WILD in fills(row)
    assert svg.TWO_COLOURS["S"] in fills(row)


def test_no_cards_leave_an_empty_place():
    for picture in (svg.group(()), svg.hand(())):
        assert title(picture) == "no cards"
        assert "stroke-dasharray" in picture
        assert box(picture) == [-2, -2, 104, 144]


@pytest.mark.parametrize("card", FACES)
def test_aces_and_only_aces_bear_the_mark_of_a_wild(card):
    assert (svg.WILD in fills(svg.card(card))) == (card in ACES)


def test_the_joker_has_a_face_of_its_own_covered_or_not():
    assert "".join(texts(svg.card(JOKER))) == "JOKERJOKER"
    assert "".join(texts(svg.group([JOKER, "2S"]))) == "JOKER22"


def test_hearts_and_diamonds_are_red_and_spades_and_clubs_black():
    assert svg.TWO_COLOURS["H"] == svg.TWO_COLOURS["D"] != svg.TWO_COLOURS["S"] == svg.TWO_COLOURS["C"]
    for suit, ink in svg.TWO_COLOURS.items():
        assert fills(svg.card(f"5{suit}")) == {svg.PAPER, ink}


def test_with_four_colours_every_suit_has_its_own():
    assert len(set(svg.FOUR_COLOURS.values())) == 4
    for suit, ink in svg.FOUR_COLOURS.items():
        assert fills(svg.card(f"5{suit}", four_colours=True)) == {svg.PAPER, ink}


@pytest.mark.parametrize("ink", {*svg.TWO_COLOURS.values(), *svg.FOUR_COLOURS.values(), svg.MOTLEY})
def test_every_ink_stands_out_on_the_paper(ink):
    assert contrast(ink, svg.PAPER) >= 4.5


def test_a_caption_stands_out_on_its_tag_and_the_edge_on_white_and_black():
    assert contrast(svg.TAG_INK, svg.TAG) >= 7
    for page in ("#ffffff", "#0d1117"):
        assert contrast(svg.EDGE, page) >= 3


def test_a_fan_stays_within_its_picture():
    for size in range(1, 12):
        picture = svg.hand(FACES[:size])
        left, top, width, height = box(picture)
        turns = [float(turn) for turn in re.findall(r"rotate\((-?[\d.]+) 50 660\)", picture)]
        assert turns == pytest.approx([-turn for turn in reversed(turns)])
        for turn in turns:
            for x, y in ((0, 0), (100, 0), (0, 140), (100, 140)):
                across, down = turned(x - 50, y - 660, turn)
                assert left <= across + 50 <= left + width
                assert top <= down + 660 <= top + height


def turned(x, y, degrees):
    point = complex(x, y) * complex(0, 1) ** (degrees / 90)
    return point.real, point.imag


def test_what_is_no_card_has_no_picture():
    for draw in (svg.card, svg.name, lambda text: svg.group([text]), lambda text: svg.hand([text])):
        with pytest.raises(InvalidNotation, match="10H"):
            draw("10H")
