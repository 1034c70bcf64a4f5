"""The addresses of the server: its pages, what a table can be made of, and the results of a tournament."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sqlite3
from contextlib import closing
from posixpath import join, normpath
from typing import is_typeddict

import pytest
from clients import served

from phazed import __version__
from phazed.answers import table
from phazed.answers.typescript import answers, declarations
from phazed.arena.entrants import load_entrants
from phazed.arena.tournament import Settings
from phazed.game import svg
from phazed.rules.rulesets import RULESETS
from phazed.site.assets import text
from phazed.site.page import PAGES, page
from phazed.storage.results.store import NAME, Store
from phazed.web.server.guard import HEADERS, names_of_this_machine
from phazed.web.server.results import Results
from phazed.web.tables.messages import MESSAGES
from tournaments import played, write_bots


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?now",
        "/table/any",
        "/replay/any",
        "/review/any",
        "/rules",
        "/site/shell/site.css",
        "/site/components/replay.js",
    ],
)
def test_pages_are_served_with_a_policy_that_allows_nothing_foreign(server, path):
    status, headers, body = server.request("GET", path)
    assert status == 200
    assert body
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert headers["server"] is None


def test_scripts_and_style_sheets_are_compressed(server):
    for path in ("/site/pages/table/table.css", "/site/components/replay.js", "/site/pages/report/report.js"):
        _, _, plain = server.request("GET", path)
        _, headers, compressed = server.request("GET", path, headers={"Accept-Encoding": "gzip"})
        assert headers["content-encoding"] == "gzip"
        assert gzip.decompress(compressed) == plain
        assert {name: headers[name] for name in HEADERS} == HEADERS


@pytest.mark.parametrize("name", PAGES)
def test_a_page_loads_what_is_there_and_names_every_module_that_it_needs(server, name):
    text = page(name)
    assert "{{" not in text
    named = re.findall(r'(?:href|src)="(/site/[^"]+)"', text)
    once = [address for address in named if not address.endswith(".svg")]
    assert len(once) == len(set(once))
    for address in named:
        status, headers, body = server.request("GET", address)
        assert status == 200
        folder = address.rpartition("/")[0]
        if headers["content-type"].startswith("text/javascript"):
            imported = re.findall(r'from "([^"]+)";', body.decode())
            assert {normpath(join(folder, each)) for each in imported} <= set(named)


def test_the_rules_are_a_piece_of_a_page(server):
    status, headers, body = server.request("GET", "/api/rules")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert b"<h2" in body
    assert b"<script" not in body


def test_the_rules_examples_are_drawn_in_the_colours_of_the_readers_choice(server):
    two, four = (server.request("GET", f"/api/rules?suits={each}")[2].decode() for each in ("two", "four"))
    blue = svg.FOUR_COLOURS["D"]
    assert (blue in two, blue in four) == (False, True)
    assert re.sub("#[0-9a-f]{6}", "", two) == re.sub("#[0-9a-f]{6}", "", four)


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/site/pages/nowhere.js", "/site/pages/../assets.py", "/site/pages/%2e%2e/assets.py", "/results"],
)
def test_an_unknown_address_gets_a_page(server, path):
    status, headers, _ = server.request("GET", path)
    assert (status, headers["content-type"].partition(";")[0]) == (404, "text/html")


@pytest.mark.parametrize(
    "path", ["/api/nowhere", "/api/games/nowhere", "/api/games/nowhere/log", "/api/results/summary"]
)
def test_an_unknown_api_address_gets_json(server, path):
    status, answer = server.get(path)
    assert status == 404
    assert "there is no" in answer["error"] or answer["error"] == "there is nothing at this address"


def test_summaries_of_the_games_that_still_exist(server):
    made = server.make("you", "person", "casual", "casual", name="Ann")
    asked = f"nowhere,{made['id']},,%00,{'x' * 500}"
    status, found = server.get(f"/api/games?ids={asked}")
    assert (status, list(found)) == (200, [made["id"]])
    assert found[made["id"]] == server.get(f"/api/games/{made['id']}")[1]
    assert server.get("/api/games") == (200, {})


def test_the_options_are_all_games_and_levels(server):
    status, options = server.get("/api/options")
    assert (status, options["version"], options["results"], options["share"]) == (200, __version__, False, [])
    assert [game["name"] for game in options["games"]] == list(RULESETS)
    assert [len(game["phases"]) for game in options["games"]] == [7, 7, 5]
    assert [level["name"] for level in options["levels"]] == ["beginner", "casual", "strong", "expert"]
    assert all(each["about"] and each["title"] for each in (*options["games"], *options["levels"]))


def test_the_host_names_of_this_machine(monkeypatch):
    monkeypatch.setattr("socket.gethostname", lambda: "Box.example")
    assert names_of_this_machine("Table") == {"localhost", "table", "box.example", "box.local"}


# The results of a tournament


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A tournament of four built-in players."""
    base = tmp_path_factory.mktemp("results")
    four = load_entrants(write_bots(base / "bots"), ("@greedy", "@random", "@beginner", "@casual"))
    with closing(played(base / "out", four, Settings(game="phasedout", matches=2)).store):
        return base / "out"


@pytest.fixture(scope="module")
def shown(folder, tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        file = tmp_path_factory.mktemp("table") / "games.db"
        with served(file, patch, results=Results(folder)) as server:
            yield server


def test_the_results_of_a_tournament_are_shown_with_its_matches(shown, folder):
    assert shown.get("/api/options")[1]["results"]
    for path in ("/results", "/results/matches/0"):
        assert shown.request("GET", path)[0] == 200
    status, summary = shown.get("/api/results/summary")
    assert status == 200
    assert shown.get("/api/results/summary") == (200, summary)  # which is not counted again
    status, frames = shown.get("/api/results/matches/0")
    assert (status, frames["title"], frames["format"]) == (200, "Match 0", "phazed-frames")
    status, headers, body = shown.request("GET", "/results/ranking.csv")
    assert (status, headers["content-type"].partition(";")[0]) == (200, "text/csv")
    assert b"greedy" in body
    status, ranking = shown.get("/results/ranking.json")
    assert status == 200
    assert "greedy" in json.dumps(ranking)


def test_a_running_tournament_shows_its_progress_and_hides_its_seed(folder, tmp_path, file, monkeypatch):
    copy = shutil.copytree(folder, tmp_path / "copy")
    with closing(Store.existing(copy)) as store, served(file, monkeypatch, results=Results(copy)) as server:
        status, over = server.get("/api/results/progress")
        assert (status, over["played"], over["planned"], over["finished"]) == (200, 4, 4, True)
        assert server.get("/api/results/summary")[1]["seed"] == "1"
        store.set_setting("planned", 8)
        _, running = server.get("/api/results/progress")
        assert (running["planned"], running["finished"]) == (8, False)
        assert running["version"] != over["version"]
        summary = server.get("/api/results/summary")[1]
        assert (summary["seed"], summary["finished"], summary["planned"]) == (None, False, 8)
        store.add_event("at noon", "something happened")
        assert server.get("/api/results/progress")[1]["version"] != running["version"]
        assert server.get("/api/results/summary")[1]["events"][-1]["what"] == "something happened"


@pytest.mark.parametrize("number", ["99", "-1", "x", "1.0", "9" * 30, "9" * 5000, "%C2%B2"])
def test_an_unknown_match_is_reported(shown, number):
    status, answer = shown.get(f"/api/results/matches/{number}")
    assert (status, "there is no" in answer["error"]) == (404, True)
    assert shown.request("GET", f"/results/matches/{number}")[0] == 200
    assert shown.request("GET", "/results/ranking.xml")[0] == 404


def test_damaged_or_missing_results_are_reported(folder, tmp_path, file, monkeypatch):
    copy = shutil.copytree(folder, tmp_path / "copy")
    with closing(sqlite3.connect(copy / NAME)) as base:
        base.execute("UPDATE matches SET record = x'00'")
        base.commit()
    with served(file, monkeypatch, results=Results(copy)) as server:
        status, answer = server.get("/api/results/matches/0")
        assert status == 400
        assert "the record of match 0 is damaged" in answer["error"]
        (copy / NAME).unlink()
        status, answer = server.get("/api/results/summary")
        assert status == 400
        assert "this folder contains no tournament results" in answer["error"]


def test_the_browser_code_has_types_for_all_messages():
    """The server's are generated, a browser's are declared."""
    structures = {each for each in vars(table).values() if is_typeddict(each)}
    assert len(structures) > 15
    assert structures <= {*answers()}
    declared = text("/site/pages/table/messages.js")
    assert not [do for do in MESSAGES if f'"{do}"' not in declared]
    fields = {each.name for message in MESSAGES.values() for each in message.fields}
    assert not [name for name in fields if f"{name}:" not in declared + declarations()]
