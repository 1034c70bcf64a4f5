"""The pages of bots: they stand alone, show all about one bot, and nothing of the others' programs."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape

import pytest

from phazed.arena import tournament as module
from phazed.arena.entrants import load_entrants
from phazed.arena.jobs import MatchJob
from phazed.arena.report.bot_pages import file_names
from phazed.arena.report.publish import publish
from phazed.arena.results.store import Store
from phazed.arena.tournament import Settings
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


def text_of(page):
    return unescape(re.sub("<[^>]+>", " ", page.partition("<main")[2]))


def test_every_bot_that_was_handed_in_has_a_page(pages):
    assert set(pages) == {"ann", "bob", "dave", HOSTILE, "late"}


def test_a_page_needs_nothing_else(pages):
    for page in pages.values():
        assert "<script" not in page
        assert "default-src 'none'; style-src 'sha256-" in page
        links = re.findall(r'(?:href|src)="([^"]*)"', page)
        assert all(link.startswith(("data:image/", "../replays/")) for link in links)


def test_what_may_scroll_can_be_reached_by_keyboard(pages):
    assert '<div class="scroller" tabindex="0" role="region" aria-label="Matches">' in pages["bob"]
    assert pages["bob"].count("<pre") == pages["bob"].count('<pre tabindex="0">') > 2


def test_untrusted_text_is_text(pages):
    for page in pages.values():
        assert "<img" not in page
    assert "&lt;img src=x onerror=alert(1)&gt;{{policy}}" in pages[HOSTILE]
    assert "it came &lt;late&gt;" in pages["late"]


def test_a_page_shows_the_bots_figures_errors_matches_and_prints(pages):
    text = text_of(pages["bob"])
    assert re.search(r"Rank\s+\d of 5", text)
    assert "RuntimeError: no more" in text
    assert "phasedout_play(" in text
    assert 'File "bob.py", line 11, in play' in text
    assert "I am so tired" in text
    for head in ("Places", "Errors", "Phases", "Matches", "Printed"):
        assert f"<h2>{head}</h2>" in pages["bob"]
    assert text.count("another's error") > 0
    assert "its error" in text
    assert "In match" in text_of(pages[HOSTILE])


def test_a_page_shows_nothing_of_what_others_printed_or_where_they_failed(pages):
    for name, page in pages.items():
        assert ("a secret of dave" in page) == ("dave says" in page) == ("dave.py" in page) == (name == "dave")


def test_a_bot_that_took_no_part_has_a_page_with_the_reason(pages):
    assert "cannot take part: it came <late>" in text_of(pages["late"])
    assert "<h2>" not in pages["late"]


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
    assert "<h2>" not in (tmp_path / "bots" / "bot4.html").read_text()
    page = (tmp_path / "bots" / "bot0.html").read_text()
    assert "<h2>Against the others</h2>" in page
    assert 'href="../replays' not in page
