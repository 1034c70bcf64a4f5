"""The pages of a report: self-contained, complete, and safe against untrusted text."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import pytest

from phazed.arena.report.ranking import ranking_csv, ranking_json
from phazed.bots import make
from phazed.game import svg
from phazed.game.frames import frames
from phazed.game.games import Played
from phazed.game.records import InvalidRecord, loads, replay
from phazed.game.referee import play_game
from phazed.game.render import Style, group, play_sentence
from phazed.rules.plays import SKIP, TAKE
from phazed.rules.rulesets import PHAZED, RULESETS, SEATS
from phazed.site import export
from phazed.site.assets import SITE, without_imports
from phazed.terminal.ranking import ranking_lines

GOLDEN = Path(__file__).parent.parent / "golden"
ASSETS = {
    path.name: path
    for folder in ("bodies", "components", "pages/report")
    for path in SITE.joinpath(folder).iterdir()
    if path.name.endswith((".js", ".css", ".html"))
}
HOSTILE = [
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<!--<script>",
    "{{script}}",
    '" onload="alert(1)',
    "\u2028\u2029\ud800",
    "=HYPERLINK(1)",
]
REPLAY = ("cards.js", "game-state.js", "narration.js")
"""The modules of the replay that draw nothing."""
NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="there is no node on this machine")


def golden(game="phazed"):
    return loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8"))


def bot(name, rank, **other):
    row = {
        "name": name,
        "source": name,
        "state": "",
        "built_in": name in ("@greedy", "@random"),
        "rank": rank,
        "low": rank,
        "high": rank,
        "mu": 25.0 - (rank or 0),
        "sigma": 1.5,
        "matches": 10,
        "wins": 2.5,
        "places": [2, 3, 3, 1],
        "errors": 1,
        "cpu": 0.0003,
        "slowest": 0.01,
        "waited": 0.0004,
        "memory": 12_345_678,
        "points": 201.5,
        "phases": [[10, 9], [9, 4]],
        "status": "",
    }
    return {**row, **other}


def summary(names=("@greedy", *HOSTILE), **other):
    bots = [bot(name, rank) for rank, name in enumerate(names, 1)]
    bots.append(
        bot(
            *("absent", None),
            mu=None,
            sigma=None,
            matches=0,
            phases=[],
            state="absent",
            status="cannot take part: no phazed_play",
        )
    )
    error = {"match": 1, "bot": 1, "seat": 2, "kind": "exception", "reason": HOSTILE[0], "traceback": HOSTILE[1]}
    return {
        "title": "Phazed tournament",
        "game": "phazed",
        "seed": None,
        "seed_hash": "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
        "schedule": "random",
        "stage": "final",
        "planned": 3,
        "played": 2,
        "finished": False,
        "started": "2026-11-16 09:00",
        "seconds": 12.5,
        "isolation": "full",
        "version": "0.1.0",
        "events": [{"time": "2026-11-16 09:00", "played": 0, "what": f"The tournament started with {HOSTILE[0]}"}],
        "limits": {"start": 2.0, "play": 4.0, "match": 60.0, "memory": 1 << 29},
        "phases": ["two sets of three", "seven of one suit"],
        "bots": bots,
        "head_to_head": {"bots": [0, 1], "ahead": [[None, 0.75], [0.25, None]]},
        "endings": {"out of cards": 20, "deck exhausted": 1},
        "errors": [{**error, "printed": HOSTILE[2], "call": "phazed_play(2, [])", "answer": ""}],
        "matches": [
            [0, [0, 1, 2, 3], [1, 2, 2, 4], None, 9, [10, 20, 20, 400], 1],
            [1, [1, 0, 2, 3], None, 0, 3, [0, 0, 5, 9], 0],
        ],
        **other,
    }


class Page(HTMLParser):
    """A parsed page: its elements, and the text of its scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.texts, self._open = [], {}, None
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._open = dict(attrs).get("type", tag)

    def handle_endtag(self, tag):
        self._open = None if tag in ("script", "style") else self._open

    def handle_data(self, data):
        if self._open:
            self.texts[self._open] = self.texts.get(self._open, "") + data

    def count(self, tag):
        return sum(name == tag for name, _ in self.elements)

    @property
    def data(self):
        return json.loads(self.texts["application/json"])

    @property
    def policy(self):
        metas = [attributes for tag, attributes in self.elements if tag == "meta"]
        return next(meta["content"] for meta in metas if meta.get("http-equiv") == "Content-Security-Policy")


def index_page(given):
    return export.report_page(given, "\n".join(ranking_lines(given, 100, 99)))


def replay_page(record, **texts):
    return export.replay_page(frames(replay(record), record.names, seed=record.seed), **{"facts": "", **texts})


def both_pages():
    record = golden()._replace(names=tuple(HOSTILE[:4]))
    return [index_page(summary()), replay_page(record, title=HOSTILE[0], back='x" onclick="alert(1)')]


@pytest.mark.parametrize("text", both_pages(), ids=["index", "replay"])
def test_a_page_runs_its_own_script_and_no_untrusted_text(text):
    page = Page(text)
    assert page.count("script") == 2
    assert page.count("style") == page.count("title") == 1
    assert page.count("img") == page.count("b") == 0
    assert not [name for _, attributes in page.elements for name in attributes if name.startswith("on")]
    script, style = page.texts["module"], page.texts["style"]
    hashes = [f"'sha256-{b64encode(sha256(part.encode()).digest()).decode()}'" for part in (script, style)]
    assert page.policy.startswith(f"default-src 'none'; script-src {hashes[0]}; style-src {hashes[1]};")
    assert "unsafe" not in page.policy


@pytest.mark.parametrize("text", both_pages(), ids=["index", "replay"])
def test_a_page_makes_no_requests(text):
    assert set(re.findall(r"\w+://[^\s'\"`)<]+", text)) <= {"http://www.w3.org/2000/svg"}
    assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import)\b *[({]", text)
    assert not [attributes for tag, attributes in Page(text).elements if "src" in attributes]


@pytest.mark.parametrize("text", both_pages(), ids=["index", "replay"])
def test_data_has_no_character_that_could_end_its_script(text):
    data = Page(text).texts["application/json"]
    assert data.isascii()
    assert not set("<>&") & set(data)
    text.encode("utf-8")


def test_the_same_tournament_makes_the_same_page():
    given = summary()
    assert index_page(given) == index_page(json.loads(json.dumps(given)))
    assert given == summary()


def test_the_index_holds_the_whole_summary_with_names_fit_for_a_page():
    data = Page(index_page(summary())).data
    assert [row["name"] for row in data["bots"]][:3] == ["@greedy", *HOSTILE[:2]]
    assert data["bots"][6]["name"] == "(no name)"
    assert {**data, "bots": None} == {**summary(), "bots": None}


def test_the_page_has_the_title_of_the_tournament_and_its_ranking_where_scripts_are_off():
    page = index_page(summary(title="Phased Out <tournament>"))
    assert "<title>Phased Out &lt;tournament&gt;</title>" in page
    text = page.partition("<noscript>")[2].partition("</noscript>")[0]
    assert "@greedy" in text
    assert "=HYPERLINK(1)" in text


def test_an_index_of_432_bots_and_50_000_matches_is_no_larger_than_its_data_needs():
    match = [0, [0, 1, 2, 3], [1, 2, 2, 4], None, 9, [10, 20, 20, 400], 1]
    matches = [[number, *match[1:]] for number in range(50_000)]
    text = index_page(summary([f"bot {number}" for number in range(432)], matches=matches))
    assert len(text) < 4_000_000


@pytest.mark.parametrize("game", RULESETS)
def test_a_replay_page_holds_the_frames_of_the_game(game):
    record = golden(game)
    text = replay_page(record, title="Match 17", back="../index.html#match=17")
    page = Page(text)
    assert page.data == json.loads(json.dumps(frames(replay(record), record.names, seed=record.seed)))
    assert "<title>Match 17</title>" in text
    assert ("a", {"class": "back-link", "href": "../index.html#match=17"}) in page.elements
    assert len(text) < 120_000


def test_a_replay_page_needs_neither_a_back_link_nor_a_seed():
    players = [make("greedy", PHAZED, 0)] * 3 + [lambda *arguments: None]
    record = play_game(PHAZED, players, seed=3)._replace(seed=None)
    text = replay_page(record, title="A & B", facts="Phazed · 1 <hand>")
    assert "<h1>A &amp; B</h1>" in text
    assert "Phazed · 1 &lt;hand&gt;</p>" in text
    assert "back-link" not in text.partition("<body")[2].partition("<script")[0]
    assert Page(text).data["end"]["error"]["call"].startswith("phazed_play(3, [")


def test_an_invalid_record_makes_no_page():
    record = golden()
    with pytest.raises(InvalidRecord):
        replay_page(record._replace(hands=record.hands[:-1]), title="Match 17")


def test_ranking_json_has_every_bot_with_its_full_name():
    data = json.loads(ranking_json(summary()))
    assert data["bots"] == summary()["bots"]
    assert (data["game"], data["seed"], data["played"], data["finished"]) == ("phazed", None, 2, False)


def test_ranking_csv_has_a_row_for_every_bot():
    rows = list(csv.DictReader(io.StringIO(ranking_csv(summary()))))
    assert len(rows) == len(summary()["bots"])
    first, last = rows[0], rows[-1]
    assert (first["rank"], first["low"], first["name"], first["mu"]) == ("1", "1", "'@greedy", "24.0")
    assert (first["place_1"], first["place_4"], first["phase_2_due"], first["phase_2_completed"]) == (
        "2",
        "1",
        "9",
        "4",
    )
    assert (last["mu"], last["phase_2_due"]) == ("", "0")
    assert (last["rank"], last["status"]) == ("", "cannot take part: no phazed_play")


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(1)", "@greedy", "\t=1", "\uff1d1"])
def test_no_bots_name_is_a_formula_in_a_spreadsheet(name):
    rows = list(csv.DictReader(io.StringIO(ranking_csv(summary([name])))))
    assert rows[0]["name"] == f"'{name.strip()}"


@pytest.mark.parametrize("name", ["x;=1+1", "x; @SUM(1)", "x,+1", "x|-1", 'x";=1+1'])
@pytest.mark.parametrize("separator", [",", ";", "|"])
def test_no_part_of_a_name_is_a_formula_wherever_a_spreadsheet_splits_it(name, separator):
    text = ranking_csv(summary([name]), {name: name})
    for row in text.splitlines()[1:]:
        assert not [cell for cell in row.split(separator) if cell.strip(' "')[:1] in tuple("=+-@")]


def test_ranking_csv_quotes_everything_and_has_the_ids_of_a_roster():
    text = ranking_csv(summary(["ann", "bob"]), {"ann": "17"})
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["id"] for row in rows] == ["17", "", ""]
    assert all(line.startswith('"') and line.endswith('"') for line in text.splitlines())
    assert "id" not in next(csv.reader(io.StringIO(ranking_csv(summary()))))


def test_ranking_csv_can_always_be_written():
    assert ranking_csv(summary()).encode("utf-8")


def test_the_replay_draws_the_suits_as_the_pictures_do():
    page = Page(replay_page(golden(), title="Match 17"))
    shapes = next(each["content"] for tag, each in page.elements if tag == "meta" and each.get("name") == "card-shapes")
    assert json.loads(shapes) == {**svg.SUIT_PATHS, "wild": svg.SPARK}


@pytest.mark.parametrize("name", sorted(ASSETS))
def test_the_parts_of_the_pages_are_plain_and_contain_no_end_of_a_script(name):
    text = ASSETS[name].read_text(encoding="utf-8")
    assert "\r" not in text
    assert "innerHTML" not in text
    assert name.endswith(".html") or not re.search("</(script|style)|<!--", text)


def run_in_node(program, given):
    """The JSON that a JavaScript module prints for the given data."""
    code = f"{program}\nconst given = JSON.parse({json.dumps(json.dumps(given))});\n"
    done = subprocess.run([NODE, "--input-type=module", "-"], input=code, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout) if done.stdout else None


def with_end(names, end):
    """Scripts of the pages as a program that computes `end` from the data `given`."""
    text = "".join(ASSETS[name].read_text(encoding="utf-8") for name in names)
    text = without_imports(text)
    return f"{text}\nsetTimeout(() => console.log(JSON.stringify({end})));"


@needs_node
@pytest.mark.parametrize("text", both_pages(), ids=["index", "replay"])
def test_the_program_of_a_page_is_one_well_formed_module(text, tmp_path):
    program = tmp_path / "page.mjs"
    program.write_text(Page(text).texts["module"], encoding="utf-8")
    found = subprocess.run([NODE, "--check", program], capture_output=True, timeout=300, check=False)
    assert (found.returncode, found.stderr) == (0, b"")


def told(event, names):
    """The sentence of the rules' renderer, with the additions of the replay."""
    words = play_sentence(Style(symbols=True), event.before, event.play, names)
    if event.play[0] == TAKE:
        return words.removesuffix(".") + " from the discard pile."
    return words.replace(" skips ", " discards a joker and skips ") if event.play[0] == SKIP else words


def captions(state):
    return [
        [
            group(Style(symbols=True), kind, cards).rpartition(":")[0]
            for kind, cards in zip(state.rules.phases[phase - 1], laid)
        ]
        for phase, laid in state.table
        if phase
    ]


@needs_node
@pytest.mark.parametrize("game", RULESETS)
def test_the_replay_shows_the_states_and_describes_the_plays_of_the_rules(game):
    record = golden(game)
    events = list(replay(record))
    end = """moments(given).filter((each) => each.kind === "step").map((each) => ({
        miss: each.step[1] === "miss", hands: each.state.hands, deck: each.state.deck, pile: each.state.pile,
        skips: each.state.skips, done: each.state.done, words: inWords(given, sentence(given, each)),
        groups: each.state.table.filter((laid) => laid.phase).map((laid) => laid.groups),
        captions: each.state.table.filter((laid) => laid.phase).map((laid) =>
            laid.groups.map((cards, at) => caption(given, laid.phase, at, cards))),
    }))"""
    shown = run_in_node(with_end(REPLAY, end), frames(events, record.names))
    for event in events:
        if isinstance(event, Played):
            state = event.after
            moment = shown.pop(0)
            assert moment["words"] == told(event, record.names)
            while shown and shown[0]["miss"]:
                moment = shown.pop(0)
            assert moment["hands"] == [list(hand) for hand in state.hands]
            assert moment["pile"] == list(state.pile)
            assert moment["deck"] == len(state.deck) - state.drawn
            assert moment["skips"] == list(state.skips)
            assert moment["done"] == [list(state.rules.completed(status)) for status in state.status]
            assert moment["groups"] == [[list(cards) for cards in laid] for phase, laid in state.table if phase]
            assert moment["captions"] == captions(state)
    assert not shown


@needs_node
@pytest.mark.parametrize("game", RULESETS)
def test_sentences_about_you_use_the_second_person(game):
    record = golden(game)
    end = "moments(given).map((each) => inWords(given, sentence(given, each)))"
    shown = run_in_node(with_end(REPLAY, end), frames(replay(record), ["You"] * SEATS))
    said = [sentence.split() for sentence in shown if sentence.startswith("You ")]
    assert {verb for _, verb, *_ in said} >= {"deal,", "draw", "take", "lay", "add", "discard"}
    assert not [words for words in said if words[1].endswith("s") and words[1] != "miss"]
    assert not [sentence for sentence in shown if re.search(r"You's|skips? You|their", sentence)]
    assert any(" to your " in sentence for sentence in shown)
    assert shown[0] == "You deal, and you begin."
    assert shown[-1].endswith(("You win.", "You and You share first place."))


@needs_node
def test_every_step_of_a_replay_has_an_address():
    record = golden()
    end = """[moments(given).every((each, at, all) => found(all, "#" + address(each)) === at),
        found(moments(given), "#hand=2&step=9999&seat=1") === moments(given).findIndex((each) => each.hand === 2) - 1,
        found(moments(given), "#hand=99"), found(moments(given), "#rubbish")]"""
    shown = run_in_node(with_end(REPLAY, end), frames(replay(record), record.names))
    assert shown == [True, True, -1, -1]


@needs_node
def test_the_report_finds_sorts_and_counts():
    end = """{
        all: findMatches(given.matches, given.bots, "", "").length,
        like: findMatches(given.matches, given.bots, "SCRIPT", "").length,
        both: findMatches(given.matches, given.bots, "@greedy, nobody", "").length,
        exact: findMatches(given.matches, given.bots, '"@gree"', "").length,
        id: findMatches(given.matches, given.bots, "#1", "").map((match) => match[0]),
        failed: findMatches(given.matches, given.bots, "", "error").map((match) => match[0]),
        places: given.matches.map(inPlaces),
        groups: errorGroups(given.errors).map((group) => [group.bot, group.kind, group.errors.length]),
        down: sorted(given.bots, (bot) => bot.rank, true).map((bot) => bot.rank).slice(-2),
        means: fieldMeans(given.bots, given.phases),
        place: meanPlace(given.bots[0]),
        times: [0.00003, 0.0123, 1, 90, 3599, 7260].map(duration),
        words: [plural(1, "match"), plural(0, "match"), plural(1234, "bot"), ordinal(11), ordinal(22)],
        terms: terms('a, "b, c", #7, 8'),
    }"""
    found = run_in_node(with_end(("numbers.js", "report-data.js"), end), json.loads(json.dumps(summary())))
    assert (found["all"], found["like"], found["both"], found["exact"]) == (2, 2, 0, 0)
    assert found["id"] == found["failed"] == [1]
    assert found["places"] == [[0, 1, 2, 3], [1, 2, 3, 0]]
    assert found["groups"] == [[1, "exception", 1]]
    assert found["down"] == [1, None]
    assert found["means"] == pytest.approx([0.9, 4 / 9])
    assert found["place"] == pytest.approx((2 + 6 + 9 + 4 + 4) / 10)
    assert found["times"] == ["30 µs", "12.3 ms", "1 s", "90 s", "60 min", "2 h 01 min"]
    assert found["words"] == ["1 match", "0 matches", "1,234 bots", "11th", "22nd"]
    assert found["terms"] == [{"like": "a", "id": None}, {"exact": "b, c"}, {"id": 7}, {"like": "8", "id": 8}]


@needs_node
def test_durations_keep_their_zeros():
    file = Path(str(ASSETS["numbers.js"]))
    program = f"import {{ duration }} from {json.dumps(file.as_uri())};"
    seconds = [0.7, 0.1, 0.0305, 0.001, 0.0005, 1, 90, 300, 8000]
    shown = ["700 ms", "100 ms", "30.5 ms", "1 ms", "500 µs", "1 s", "90 s", "5 min", "2 h 13 min"]
    code = f"{program}\nconsole.log(JSON.stringify({json.dumps(seconds)}.map(duration)));"
    done = subprocess.run([NODE, "--input-type=module", "-"], input=code, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == shown
