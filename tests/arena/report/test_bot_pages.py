"""The pages of bots: they stand alone, show all about one bot, and nothing of the others' programs."""

from __future__ import annotations

import json
import re
from contextlib import closing
from html import unescape

import pytest

from phazed.arena import tournament as module
from phazed.arena.entrants import load_entrants
from phazed.arena.jobs import MatchJob
from phazed.arena.report.publish import publish
from phazed.arena.tournament import Settings
from phazed.storage.results.store import Store
from phazed.writing import file_names
from tournaments import SIMPLE, make_bots, played, pretend, tires, write_bots

HOSTILE = "<img src=x onerror=alert(1)>{{policy}}"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of a small tournament, by name of the bot."""
    folder = tmp_path_factory.mktemp("tournament")
    secret = tires(1).replace("no more", "a secret of dave").replace("I am so tired", "dave says")
    bots = load_entrants(
        write_bots(folder / "bots", ann=SIMPLE, bob=tires(9), dave=secret, **{HOSTILE: SIMPLE + "print('hi')"}),
        ("@greedy",),
    )
    tournament = played(
        folder / "results",
        bots._replace(problems={"late": "it came <late>"}),
        Settings("phasedout", matches=8),
    )
    with closing(tournament.store) as store:
        summary = publish(store)
    return {
        bot["name"]: (folder / "results" / bot["page"]).read_text(encoding="utf-8")
        for bot in summary["bots"]
        if "page" in bot
    }


def data_of(page):
    """The answer that a page embeds."""
    return json.loads(page.partition('<script type="application/json" id="data">')[2].partition("</script>")[0])


def text_of(page):
    """What a page shows where scripts are off."""
    return unescape(page.partition("<noscript>")[2].partition("</noscript>")[0])


def test_every_bot_that_was_handed_in_has_a_page(pages):
    assert set(pages) == {"ann", "bob", "dave", HOSTILE, "late"}


def test_a_page_needs_nothing_else(pages):
    for page in pages.values():
        assert "default-src 'none'; script-src 'sha256-" in page
        assert not re.search(r"\b(fetch|XMLHttpRequest|WebSocket|import)\b *[({]", page)
        assert not re.search(r"<[^>]* (?:href|src)=\"(?!data:image/)", page)


def test_untrusted_text_is_text(pages):
    for page in pages.values():
        assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;{{policy}}" in pages[HOSTILE]
    assert "it came &lt;late&gt;" in pages["late"]


def test_a_page_has_the_bots_figures_errors_matches_and_prints(pages):
    data, text = data_of(pages["bob"]), text_of(pages["bob"])
    assert f"Rank {data['bot']['rank']} of 5" in text
    assert data["ranked"] == 5
    assert data["errors"][0]["reason"] in text
    assert "RuntimeError: no more" in text
    assert "phasedout_play(" in text
    assert 'File "bob.py", line 11, in play' in text
    assert "I am so tired" in text
    assert data["spoilt"] > 0
    assert text.count(": another bot's error") == data["spoilt"]
    assert text.count(": own error") == data["bot"]["errors"] == len(data["errors"])
    assert "Printed in match" in text_of(pages[HOSTILE])
    assert data_of(pages[HOSTILE])["printed"][0]["text"] == "hi\n"
    for opponent in data["opponents"]:
        assert 0 <= opponent["ahead"] <= opponent["met"]
    assert sum(each["due"] for each in data["phases"]) <= sum(each["all_due"] for each in data["phases"])


def test_a_page_shows_nothing_of_what_others_printed_or_where_they_failed(pages):
    for name, page in pages.items():
        assert ("a secret of dave" in page) == ("dave says" in page) == ("dave.py" in page) == (name == "dave")


def test_a_bot_that_took_no_part_has_a_page_with_the_reason(pages):
    assert "cannot take part: it came <late>" in text_of(pages["late"])
    assert data_of(pages["late"])["matches"] == []


def test_names_of_files_are_safe_and_different():
    names = ["ann", "ANN", "Ann", "a/b", "..", "", "x" * 300, "x" * 301, "NUL", "\udcff", "@greedy", "a b"]
    found = file_names(names)
    assert len({name.lower() for name in found}) == len(names)
    assert all(re.fullmatch(r"[\w-]{1,66}", name, re.ASCII) for name in found)
    assert found[0] == "ann"


def test_a_report_of_noisy_bots_stays_small(tmp_path):
    """Forty bots, each of which prints 64 KB in every match and makes an error in many of them."""
    bots = make_bots(40, bad=40).entrants
    noise = "".join(f"I hold card {number}\n" for number in range(6000))[: 64 << 10]
    with closing(Store.create(tmp_path, Settings().as_data(), bots, {})) as store:
        with store.writing():
            for match in range(400):
                table = [(match * 7 + step * 11) % 40 for step in range(4)]
                report = pretend(MatchJob(match, "phazed", str(match), tuple(bots[bot] for bot in table)))
                seats = tuple(each._replace(printed=f"{match}{seat}{noise}") for seat, each in enumerate(report.seats))
                error = report.error and report.error._replace(
                    reason=f"{match}: {'why ' * 9999}", call=f"phazed_play({match}, {'[], ' * 2000})", traceback=noise
                )
                store.add_match(0, table, report._replace(seats=seats, error=error))
        assert sum(store.errors_by_bot().values()) > 300
        publish(store, max_matches=0)
    assert (tmp_path / "index.html").stat().st_size < 3 << 20
    assert max(path.stat().st_size for path in (tmp_path / "bots").iterdir()) < 1 << 20


def test_a_bot_that_has_not_played_has_a_short_page(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "play", pretend)
    bots = make_bots(5)
    with closing(Store.create(tmp_path, Settings().as_data(), bots.entrants, {})) as store:
        job = MatchJob(0, "phazed", "1", bots.entrants[:4])
        report = pretend(job)
        seats = (report.seats[0]._replace(memory=0), *report.seats[1:])
        store.add_match(0, (0, 1, 2, 3), report._replace(ranks=(1, 2, 3, 4), seats=seats))
        store.remove_bot(1, "disqualified: it cheats")
        publish(store, max_matches=0)
    unplayed, removed = (data_of((tmp_path / "bots" / f"{name}.html").read_text()) for name in ("bot4", "bot1"))
    assert (unplayed["matches"], unplayed["opponents"]) == ([], [])
    assert removed["bot"]["status"].startswith("disqualified: it cheats")
    first = data_of((tmp_path / "bots" / "bot0.html").read_text())
    assert {each["name"] for each in first["opponents"]} == {"bot1", "bot2", "bot3"}
    assert not any(match["replay"] for match in first["matches"])
