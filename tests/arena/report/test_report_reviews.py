"""Reviews of bots from the matches of a tournament, on their pages."""

from __future__ import annotations

import re
from contextlib import closing
from html import unescape

import pytest

from phazed.arena.entrants import load_entrants
from phazed.arena.report import reviews
from phazed.arena.report.publish import publish
from phazed.arena.report.reviews import NotReviewed, kept_review, review_matches, review_section
from phazed.arena.results.store import Store
from phazed.arena.tournament import Settings
from phazed.coach.leaks import ERROR
from tournaments import SIMPLE, played, tires, write_bots


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """The results of a small tournament, in which one bot fails now and then."""
    folder = tmp_path_factory.mktemp("tournament")
    bots = load_entrants(
        write_bots(folder / "bots", ann=SIMPLE, bob=tires(40), new=SIMPLE + "#"), ("@greedy", "@casual", "@beginner")
    )
    played(folder / "results", bots, Settings("phasedout", matches=10)).store.close()
    return folder / "results"


@pytest.fixture
def store(results, monkeypatch):
    monkeypatch.setattr(reviews, "EFFORT", 0.02)
    monkeypatch.setattr(reviews, "MAX_MATCHES", 4)
    with closing(Store.existing(results)) as store:
        yield store


def text_of(markup):
    return " ".join(unescape(re.sub("<[^>]+>", " ", "".join(markup))).split())


def test_a_bot_is_reviewed_from_matches_that_nobody_else_spoilt(store, monkeypatch):
    told = []
    number = [bot.name for bot in store.bots].index("ann")
    assert kept_review(store, number) is None
    found = review_matches(store, "ann", lambda *numbers: told.append(numbers))
    total = len(found.games)
    assert total == 4
    assert told == [(done, total) for done in range(1, total + 1)]
    offenders = store.offenders()
    assert all(offenders[game.number] is None for game in found.games)
    assert (found.errors, found.expert_won, found.behind) == ([], None, None)
    assert sum(cost.cost.value for cost in found.costs) == pytest.approx(found.total.value)
    monkeypatch.setattr("phazed.arena.report.reviews.judged_game", None)  # nothing is judged again
    assert review_matches(store, "ann") == kept_review(store, number) == found


def test_a_page_shows_the_review(store):
    found = review_matches(store, "ann")
    section = text_of(review_section(found))
    assert section.startswith("Why it loses Its decisions in ")
    assert "together" in section
    assert "phasedout_play(" in section
    assert " is better by " in section
    page = next(bot["page"] for bot in publish(store)["bots"] if bot["name"] == "ann")
    assert section in text_of((store.folder / page).read_text(encoding="utf-8"))
    page = next(bot["page"] for bot in publish(store)["bots"] if bot["name"] == "new")
    assert "Why it loses" not in (store.folder / page).read_text(encoding="utf-8")


def test_own_errors_are_reviewed(store, monkeypatch):
    monkeypatch.setattr(reviews, "MIN_MATCHES", 2)
    monkeypatch.setattr(reviews, "MAX_MATCHES", 40)
    found = review_matches(store, "bob")
    assert found.errors
    assert ERROR.name in [cost.leak.name for cost in found.costs]
    failed = [game for game in found.games if game.error]
    section = text_of(review_section(found._replace(games=(*failed, *failed))))
    assert "It ends games by errors" in section
    assert "RuntimeError" in section


def test_what_cannot_be_reviewed_is_said(store, monkeypatch):
    with pytest.raises(NotReviewed, match=r"there is no bot 'nobody' in these results; bots: ann, bob, new"):
        review_matches(store, "nobody")
    with pytest.raises(NotReviewed, match="there is no bot '@greedy'"):
        review_matches(store, "@greedy")
    monkeypatch.setattr(reviews, "MIN_MATCHES", 100)
    with pytest.raises(NotReviewed, match=r"new has played \d+ matches that no other bot's error ended"):
        review_matches(store, "new")


def test_a_review_with_too_few_matches_is_not_shown(store, monkeypatch):
    review_matches(store, "ann")
    monkeypatch.setattr(reviews, "MIN_MATCHES", 100)
    assert kept_review(store, [bot.name for bot in store.bots].index("ann")) is None
