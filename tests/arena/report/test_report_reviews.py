"""Reviews of bots from the matches of a tournament, on their pages."""

from __future__ import annotations

import json
from contextlib import closing

import pytest

from phazed.answers.form import to_json
from phazed.arena.entrants import load_entrants
from phazed.arena.report import reviews
from phazed.arena.report.publish import publish
from phazed.arena.report.reviews import NotReviewed, kept_review, review_matches
from phazed.arena.tournament import Settings
from phazed.coach.leaks import ERROR
from phazed.storage.results.store import Store
from phazed.terminal.bot_review import bot_review_text
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


def review_on_page(store, name):
    page = next(bot["page"] for bot in publish(store)["bots"] if bot["name"] == name)
    text = (store.folder / page).read_text(encoding="utf-8")
    return json.loads(text.partition('id="data">')[2].partition("</script>")[0])["review"], text


def test_a_bot_is_reviewed_from_matches_that_nobody_else_spoilt(store, monkeypatch):
    told = []
    number = [bot.name for bot in store.bots].index("ann")
    assert kept_review(store, number) is None
    found = review_matches(store, "ann", lambda *numbers: told.append(numbers))
    total = found.games
    assert total == 4
    assert told == [(done, total) for done in range(1, total + 1)]
    offenders = store.offenders()
    assert all(offenders[match] is None for match in reviews.matches_of(store, number))
    assert (found.errors, found.expert_won, found.behind) == ((), None, None)
    costs = [*(leak.cost.value for leak in found.leaks), found.other.cost.value]
    assert sum(costs) == pytest.approx(found.total.cost.value)
    monkeypatch.setattr("phazed.arena.report.reviews.judged_game", None)  # nothing is judged again
    assert review_matches(store, "ann") == kept_review(store, number) == found


def test_a_page_shows_the_review(store):
    found = review_matches(store, "ann")
    shown, text = review_on_page(store, "ann")
    assert shown == json.loads(json.dumps(to_json(found)))
    assert any(
        leak["examples"] and leak["examples"][0]["call"].startswith("phasedout_play(") for leak in shown["leaks"]
    )
    assert "  total" in text.partition("<noscript>")[2].partition("</noscript>")[0]
    assert review_on_page(store, "new")[0] is None


def test_own_errors_are_reviewed(store, monkeypatch):
    monkeypatch.setattr(reviews, "MIN_MATCHES", 2)
    monkeypatch.setattr(reviews, "MAX_MATCHES", 40)
    found = review_matches(store, "bob")
    assert found.errors
    leak = next(leak for leak in found.leaks if leak.leak == ERROR.name)
    assert leak.errors
    assert not leak.examples
    text = bot_review_text(found._replace(leaks=(leak._replace(clear=True),)))
    assert "It ends games by errors" in text
    assert "RuntimeError" in text


def test_what_cannot_be_reviewed_is_said(store, monkeypatch):
    with pytest.raises(NotReviewed, match=r"these results have no bot 'nobody'; bots: ann, bob, new"):
        review_matches(store, "nobody")
    with pytest.raises(NotReviewed, match="these results have no bot '@greedy'"):
        review_matches(store, "@greedy")
    monkeypatch.setattr(reviews, "MIN_MATCHES", 100)
    with pytest.raises(NotReviewed, match=r"new has played \d+ matches not ended by another bot's error"):
        review_matches(store, "new")


def test_a_review_with_too_few_matches_is_not_shown(store, monkeypatch):
    review_matches(store, "ann")
    monkeypatch.setattr(reviews, "MIN_MATCHES", 100)
    assert kept_review(store, [bot.name for bot in store.bots].index("ann")) is None
