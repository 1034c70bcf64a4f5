"""The rulebook: complete, true to the rules that are played, and the same wherever it is read."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

import phazed
from phazed.game import rulebook, svg
from phazed.game.render import COLOURED, PLAIN
from phazed.game.rulebook import blocks, find, for_browser, for_docs, for_terminal, pictures_of, write_docs
from phazed.rules.cards import POINTS, cards
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation
from phazed.rules.groups import ACCUMULATION_34, RUN_OF_8, STAGES
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.text import columns

ROOT = Path(__file__).parent.parent.parent
RULES = [
    f"{section}.{number}"
    for section, last in {1: 5, 2: 5, 3: 4, 4: 6, 5: 7, 6: 8, 7: 4}.items()
    for number in range(1, last + 1)
]
TEXT = rulebook.rulebook()

# The numbers


@pytest.mark.parametrize("number", RULES)
def test_every_rule_is_found_by_its_number(number):
    rule = find(number)
    assert rule.startswith(f"**{number}** ")
    assert rule in TEXT
    assert len(re.findall(r"^\*\*\d", rule, re.MULTILINE)) == 1


def test_there_are_no_other_rules():
    assert re.findall(r"^\*\*([\d.]+)\*\*", TEXT, re.MULTILINE) == RULES


@pytest.mark.parametrize("number", range(1, 8))
def test_a_section_holds_its_rules_and_no_others(number):
    section = find(str(number))
    assert section.startswith(f"## {number} ")
    assert re.findall(r"^\*\*([\d.]+)\*\*", section, re.MULTILINE) == [
        rule for rule in RULES if rule.startswith(f"{number}.")
    ]


def test_the_sections_make_the_book():
    assert TEXT.endswith("\n\n".join(find(str(number)) for number in range(1, 8)) + "\n")


def test_a_rule_comes_with_its_example():
    assert "```cards\n34 and 21 more make 55: " in find("5.5")
    assert "```" not in find("5.6")


@pytest.mark.parametrize("number", ["0", "8", "1.0", "1.6", "7.5", "5.", ".4", "5.4.1", "", "x", "*", "²", "1.1** A"])
def test_what_is_no_rule_is_told_which_there_are(number):
    with pytest.raises(InvalidNotation) as error:
        find(number)
    assert str(error.value) == f"there is no rule {number}: the rules are 1.1 to 7.4, the sections 1 to 7"


def rules_cited():
    """Every rule's number that stands alone in a string of the source or in brackets at a sentence's end."""
    for path in sorted((ROOT / "src" / "phazed").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"\d\.\d", node.value) and path.parent.name == "rules":
                    yield path.name, node.value
                yield from ((path.name, number) for number in re.findall(r"\(rules? (\d\.\d)\)", node.value))


def test_every_rule_that_a_refusal_cites_is_in_the_book():
    cited = set(rules_cited())
    assert {"6.7", "5.4", "3.2", "4.6"} <= {number for _, number in cited}
    assert {(name, number) for name, number in cited if number not in RULES} == set()


# The examples


def examples():
    """The label and the groups, each with the sign before it, of every example."""
    for block in re.findall(r"```cards\n(.*?)\n```", TEXT, re.DOTALL):
        for line in block.splitlines():
            label, shown = line.split(": ")
            parts = re.split(r" ([/+]) ", shown)
            yield label, [cards(group) for group in parts[::2]], parts[1::2]


EXAMPLES = {label: (groups, signs) for label, groups, signs in examples()}
LABELS = pytest.mark.parametrize("label", EXAMPLES)


def test_there_is_an_example_of_every_kind_and_of_every_phase():
    kinds = [f"{kind.number} {kind.name}" for kind in PHAZED.kinds]
    phases = [f"phase {phase}" for phase in range(1, 8)]
    others = [
        "a run that turns the corner",
        "2, 6 and 7 at once",
        "before the first or behind the last",
        "34 and 21 more make 55",
    ]
    assert sorted(EXAMPLES) == sorted(kinds + phases + others)


@pytest.mark.parametrize("kind", PHAZED.kinds, ids=repr)
def test_an_example_of_a_kind_is_of_the_kind(kind):
    (group,), _ = EXAMPLES[f"{kind.number} {kind.name}"]
    assert kind.flaw(group) is None
    assert kind.number in phazed.phazed_group_type(list(group))


@pytest.mark.parametrize("phase", range(1, 8))
def test_an_example_of_a_phase_is_that_phase(phase):
    groups, signs = EXAMPLES[f"phase {phase}"]
    assert phase in phazed.phazed_phase_type(groups)
    assert signs == ["/"] * (len(PHAZED.phases[phase - 1]) - 1)


def test_the_other_examples_are_what_they_say():
    (corner,), _ = EXAMPLES["a run that turns the corner"]
    assert phazed.phazed_group_type(corner) == [4]
    assert phazed.phasedout_group_type(corner) is None
    assert {"K", "2"} <= {card[0] for card in corner}
    (at_once,), _ = EXAMPLES["2, 6 and 7 at once"]
    assert phazed.phazed_group_type(at_once) == [2, 6, 7]


def test_the_examples_of_added_cards_may_be_added():
    ((before,), run, (behind,)), signs = EXAMPLES["before the first or behind the last"]
    assert signs == ["+", "+"]
    assert RUN_OF_8.flaw(run) is None
    assert RUN_OF_8.refuse(run, before, 0) is None
    assert RUN_OF_8.refuse(run, behind, len(run)) is None
    (total, added), signs = EXAMPLES["34 and 21 more make 55"]
    assert signs == ["+"]
    assert ACCUMULATION_34.flaw(total) is None
    for card in added:
        assert ACCUMULATION_34.refuse(total, card, len(total)) is None
        total = (*total, card)
    assert sum(POINTS[card] for card in total) == 55


@LABELS
def test_no_example_needs_a_card_more_often_than_it_exists(label):
    used = [card for group in EXAMPLES[label][0] for card in group]
    assert max(map(used.count, used)) <= 2


# What the book says of the games


def rows(after):
    """The cells of the first table after the words, without its head."""
    text = TEXT[TEXT.index(after) :].replace(rulebook.FOR_BOTS, "")
    table = next(block for block in blocks(text) if block.startswith("|"))
    return [[cell.strip() for cell in row.split("|")[1:-1]] for row in table.splitlines()[2:]]


def test_the_table_of_groups_is_that_of_the_game():
    assert [row[:2] for row in rows("## 2 Groups")] == [[str(kind.number), kind.name] for kind in PHAZED.kinds]
    assert [row[3] for row in rows("## 2 Groups")] == ["yes" if kind.ordered else "no" for kind in PHAZED.kinds]


@pytest.mark.parametrize(("rules", "column"), [(PHAZED, 1), (BONUS, 1), (PHASEDOUT, 2)], ids=str)
def test_the_table_of_phases_is_that_of_the_games(rules, column):
    words = {
        (1, 1): "two sets of three",
        (2,): "seven of one suit",
        (3, 3): "two sets of four",
        (4,): "a run of eight",
        (5, 3): "a run of four of one colour, then a set of four",
        (6, 6): "two accumulations to 34",
        (7, 7): "two accumulations to 34, each of one colour",
    }
    told = [row[column] for row in rows("## 3 Phases") if row[column]]
    assert told == [words[tuple(kind.number for kind in kinds)] for kinds in rules.phases]


def test_the_numbers_in_the_text_are_those_of_the_games():
    assert f"{len(PHAZED.deck)} cards" in find("1.1")
    assert f"{len(BONUS.deck)} cards" in find("1.2")
    assert f"{', '.join(map(str, STAGES))}, that is" in find("5.5")
    assert f"until {PHAZED.max_hands} hands" in find("7.1")
    assert f"({PHASEDOUT.max_hands} in Phased Out)" in " ".join(find("7.1").split())


@pytest.mark.parametrize("row", rows("## 6 Plays"), ids=str)
def test_the_plays_of_the_table_are_of_a_right_form(row):
    play = ast.literal_eval(row[0].strip("`"))
    rules = BONUS if play[0] == 6 else PHAZED
    assert read_play(rules, play)[0] == play[0]


# The terminal


@pytest.mark.parametrize("style", [PLAIN, COLOURED], ids=["plain", "coloured"])
@pytest.mark.parametrize("width", [40, 50, 80, 100])
def test_the_book_is_no_wider_than_the_terminal(style, width):
    lines = for_terminal(TEXT, style, width).splitlines()
    assert [line for line in lines if columns(line) > width] == []


def test_the_terminal_shows_no_marks_of_markdown():
    shown = for_terminal(TEXT)
    for mark in ("**", "`", "## ", "|---", "*phase*"):
        assert mark not in shown


def test_the_terminal_shows_every_word_of_the_book():
    def words(text):
        return sorted(re.findall(r"\w+", re.sub(r"```cards|\|-.*", "", text)))

    for number in "1457":  # the others have tables, whose cells are broken
        assert words(for_terminal(find(number))) == words(find(number))
    assert words(for_terminal(TEXT, width=200)) == words(TEXT)


def test_a_rule_in_the_terminal_begins_with_its_number():
    assert for_terminal(find("1.4"), PLAIN, 60).splitlines() == [
        "1.4 A natural card is one that is neither an ace nor a",
        "joker. Every set and every run needs at least two of them.",
    ]
    assert for_terminal(find("1.4"), COLOURED).startswith("\x1b[1m1.4\x1b[0m A natural card")


def test_an_example_in_the_terminal_shows_its_cards():
    assert for_terminal(find("2.3")).endswith("  2, 6 and 7 at once: 2C 2C 3C 4C 9C KC AS")
    assert "10\u2666" in for_terminal(find("5.5"), COLOURED)
    assert "3S 8C 0D KS + 9S QH" in for_terminal(find("5.5"))
    assert "2S 2S 2C / 5S 5S AS" in for_terminal(find("3"))


def test_a_heading_in_the_terminal_is_strong():
    assert for_terminal("## 5 Adding", COLOURED) == "\x1b[1m5 Adding\x1b[0m"
    assert for_terminal("# The rules\n\nare these") == "The rules\n\nare these"


TABLE = "| a | long words |\n|---|---|\n| `x` | one two three four |\n| **y** | |"


def test_a_table_in_the_terminal_has_columns():
    assert for_terminal(TABLE) == "a  long words\nx  one two three four\ny"


def test_a_table_that_is_too_wide_is_broken_in_its_cells():
    assert for_terminal(TABLE, width=14) == "a  long words\nx  one two\n   three four\ny"
    assert for_terminal(TABLE, width=5) == "a  long\n   words\nx  one two\n   three\n   four\ny"


# The documentation


def contents(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.*")}


def test_the_documentation_is_what_the_rulebook_makes_of_itself(tmp_path):
    """If this fails: `make docs`."""
    write_docs(tmp_path)
    kept = {name: text for name, text in contents(ROOT / "docs").items() if name.startswith("pictures/")}
    kept["rules.md"] = (ROOT / "docs" / "rules.md").read_bytes()
    assert contents(tmp_path) == kept


def test_the_documentation_may_be_written_again(tmp_path):
    write_docs(tmp_path)
    before = contents(tmp_path)
    write_docs(tmp_path)
    assert contents(tmp_path) == before


def test_the_documentation_is_made_by_the_module_itself(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["rulebook", str(tmp_path / "new")])
    runpy.run_path(rulebook.__file__, run_name="__main__")
    assert (tmp_path / "new" / "rules.md").is_file()


def test_every_example_is_a_picture_in_the_documentation():
    page, pictures = for_docs(TEXT), pictures_of(TEXT)
    linked = re.findall(r"!\[([^]]*)\]\(pictures/([^)]*)\)", page)
    assert [tuple(alt.split()) for alt, _ in linked] == [group for groups, _ in EXAMPLES.values() for group in groups]
    assert sorted(file for _, file in linked) == sorted(pictures)
    assert len({file for _, file in linked}) == len(linked)
    assert "```" not in page
    assert page.count("+ ![") == 3
    for picture in pictures.values():
        assert picture.startswith("<svg ")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_the_book_names_every_game(rules):
    names = {"phazed": "**Phazed** is", "phazed_bonus": "**Phazed Bonus** adds", "phasedout": "**Phased Out** is"}
    assert names[rules.name] in TEXT


# The browser


class Page(HTMLParser):
    """What a browser makes of the text: every element's tag and attributes, the words, and whether all are closed."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.words, self.opened = [], [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        self.opened.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.opened.pop() == tag

    def handle_data(self, data):
        if "svg" not in self.opened:
            self.words += re.findall(r"\w+", data)

    def ids(self):
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]

    def count(self, tag):
        return sum(each == tag for each, _ in self.elements)


@pytest.fixture(scope="module")
def page():
    return Page(for_browser(TEXT))


def test_the_browser_finds_every_section_and_every_rule_by_its_number(page):
    sections = [f"section-{number}" for number in range(1, 8)]
    assert sorted(page.ids()) == sorted(sections + [f"rule-{number.replace('.', '-')}" for number in RULES])
    assert page.opened == []
    assert (page.count("h1"), page.count("h2"), page.count("h3")) == (0, 7, len(RULES))


def test_the_browser_shows_every_word_of_the_book_that_is_for_players(page):
    text = re.sub(r"^> .*$", "", TEXT.removeprefix("# The rules of Phazed\n"), flags=re.MULTILINE)
    text = re.sub(r"^(\d.*|[^:\n]*): [0-9A-Z /+]*$", r"\1", text, flags=re.MULTILINE)  # the examples' cards are drawn
    assert page.words == re.findall(r"\w+", re.sub(r"```(cards)?|\|-.*", "", text))


def test_the_rules_for_players_have_no_notation_of_plays_and_those_for_bots_do():
    notation = re.compile(r"\(\d, |\bindex\b|phase_status|'XX'|play type")
    assert not notation.search(for_browser(TEXT).replace("&#x27;", "'"))
    assert len(notation.findall(for_docs(TEXT))) > 8
    assert len(notation.findall(for_terminal(TEXT))) > 8


def test_the_browser_draws_every_example(page):
    shown = for_browser(TEXT)
    groups = [group for groups, _ in EXAMPLES.values() for group in groups]
    assert page.count("figure") == page.count("figcaption") == len(EXAMPLES)
    assert page.count("svg") == len(groups)
    assert all(svg.group(group) in shown for group in groups)
    assert shown.count('<span class="sign">+</span>') == 3


def test_the_browser_gets_nothing_that_its_policy_forbids(page):
    for tag, attributes in page.elements:
        assert tag not in {"script", "style", "img", "link"}
        assert not [name for name in attributes if name == "style" or name.startswith("on")]


def test_a_rule_in_the_browser_holds_its_example():
    assert Page(for_browser(find("5.5"))).elements[:4] == [
        ("section", {"class": "rule", "id": "rule-5-5"}),
        ("h3", {}),
        ("p", {}),
        ("div", {"class": "examples"}),
    ]


def test_a_rule_that_names_another_links_to_it():
    assert '(see <a href="#rule-5-6">5.6</a>)' in for_browser(find("4.6"))


def test_the_browser_takes_no_text_for_markup():
    text = '## 1 <b>\n\n**1.1** a < b & `<i>` *c* "d"\n\n| <u> |\n|---|\n| </td> |\n\n```cards\n<s>: 2S\n```'
    shown = for_browser(text)
    assert [tag for tag, _ in Page(shown).elements if tag in {"b", "i", "u", "s"}] == []
    assert "<p>a &lt; b &amp; <code>&lt;i&gt;</code> <em>c</em> &quot;d&quot;</p>" in shown
    assert "<figcaption>&lt;s&gt;</figcaption>" in shown


def test_what_stands_before_the_first_section_is_not_lost():
    assert for_browser("# Title\n\nSome *words*\nand **more**") == "<p>Some <em>words</em> and <b>more</b></p>"
