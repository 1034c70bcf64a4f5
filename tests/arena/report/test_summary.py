"""The summary of a tournament: every number compared with a plain count."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import closing

import pytest

from phazed.arena import tournament
from phazed.arena.entrants import LoadedEntrants
from phazed.arena.jobs import MatchJob
from phazed.arena.ratings import rate, stored_results
from phazed.arena.report import summary as module
from phazed.arena.report.summary import MAX_EVIDENCE, MAX_FAULTS, TOP, shown_faults, summarize
from phazed.arena.settings import seed_hash
from phazed.arena.tournament import Changes, Settings
from phazed.storage.entrant import Entrant
from phazed.storage.results.rows import Fault
from phazed.storage.results.store import Store
from tournaments import make_bots, played, pretend


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A tournament of nine bots, two of which make errors, and one that cannot take part."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tournament, "play", pretend)
        done = played(
            tmp_path_factory.mktemp("results"), make_bots(9, bad=2, late="it came late"), Settings(matches=20, errors=8)
        )
    with closing(done.store) as store:
        yield store


@pytest.fixture(scope="module")
def summary(store):
    return summarize(store, replays={0, 3}, planned=45)


@pytest.fixture(scope="module")
def by_match(store):
    """Bot, rank and points of every seat, by match."""
    return {
        match: [(seat.bot, seat.rank, seat.points) for seat in store.seats() if seat.match == match]
        for match in range(store.played)
    }


def row(summary, name):
    return next(bot for bot in summary["bots"] if bot["name"] == name)


def numbers(store, summary):
    """The bots' numbers in the store, in the order of the summary."""
    names = [bot.name for bot in store.bots]
    return [names.index(bot["name"]) for bot in summary["bots"] if bot["rank"] is not None]


def test_a_summary_is_plain_data(summary):
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary


def test_the_summary_says_what_was_played(store, summary):
    head = {name: value for name, value in summary.items() if isinstance(value, str | int | float)}
    assert head == {
        "title": "Phazed tournament",
        "game": "phazed",
        "seed_hash": seed_hash("1"),
        **({"seed": "1"} if store.played == 45 else {}),
        "schedule": "random",
        "stage": "all",
        "planned": 45,
        "played": store.played,
        "finished": store.played == 45,
        "started": store.settings["started"],
        "seconds": store.settings["seconds"],
        "isolation": "",
        "version": module.__version__,
    }
    assert summary["limits"] == store.settings["limits"]
    assert summary["phases"][0] == "two sets of three of one value"
    assert len(summary["phases"]) == 7


@pytest.mark.parametrize(("planned", "said", "finished"), [(None, 0, True), (10**6, 10**6, False), (5, 0, True)])
def test_a_tournament_is_finished_when_all_planned_matches_are_played(store, planned, said, finished):
    summary = summarize(store, planned=planned)
    assert (summary["planned"], summary["finished"]) == (max(said, store.played), finished)


def test_the_seed_is_not_shown_before_the_end(store):
    assert summarize(store, planned=10**6)["seed"] is None
    assert summarize(store, planned=10**6)["seed_hash"] == seed_hash("1")
    assert summarize(store, planned=store.played)["seed"] == "1"
    store.set_setting("over", False)  # as between the last round of the schedule and the extra ones
    assert summarize(store, planned=store.played)["seed"] is None
    store.set_setting("over", True)


def test_what_happened_is_listed(store, summary):
    first, *out, last = summary["events"]
    assert first["what"] == "The tournament started with 9 bots; 1 bot set aside"
    assert {event["what"].partition(" after ")[0] for event in out} == {"bad0 is out", "bad1 is out"}
    assert last["what"] == "All matches were played"
    assert (first["played"], last["played"]) == (0, store.played)


def test_removed_bots_are_not_ranked_and_their_matches_count_for_the_others(tmp_path, monkeypatch):
    monkeypatch.setattr(tournament, "play", pretend)
    chosen = Settings(matches=8, errors=3)
    played(tmp_path, make_bots(8, bad=1), chosen).store.close()
    changes = Changes(disqualify=("bot7",), why="it cheats")
    with closing(played(tmp_path, make_bots(8, bad=1), chosen, changes=changes).store) as store:
        summary = summarize(store)
        ratings = rate(stored_results(store)[0], 8)
    best, bad, gone = summary["bots"][0], summary["bots"][-2], summary["bots"][-1]
    assert [bot["rank"] for bot in summary["bots"]] == [1, 2, 3, 4, 5, 6, 7, None]
    assert (gone["name"], gone["state"], gone["low"], gone["high"]) == ("bot7", "removed", None, None)
    assert gone["status"] == "disqualified after 15 matches: it cheats"
    assert 7 <= gone["matches"] <= 8
    assert (bad["name"], bad["state"]) == ("bad0", "out")
    assert (best["state"], best["mu"]) == ("", round(ratings[6].mu, 2))
    assert all(bot["high"] <= 7 for bot in summary["bots"][:-1])
    assert summary["head_to_head"]["bots"] == list(range(7))


def test_long_texts_of_errors_are_cut():
    long = Fault(0, 1, 2, "exception", *("x" * 70_000 for _ in range(5)))
    (shown,) = shown_faults([long], {2: 7})
    assert shown["bot"] == 7
    assert len(shown["reason"]) < 450
    assert len(shown["printed"]) < 1550
    assert sum(len(shown[name]) for name in ("traceback", "call", "answer")) < 35_200


def test_only_the_first_errors_of_a_bot_come_with_evidence():
    faults = [Fault(match, 1, match % 2, "exception", f"reason {match}", "t", "c", "a", "p") for match in range(20)]
    shown = list(shown_faults(faults, {0: 0, 1: 1}))
    assert [bool(each["call"]) for each in shown] == [match < 2 * MAX_EVIDENCE for match in range(20)]


def test_bots_are_ordered_by_rank_then_come_those_that_cannot_take_part(store, summary):
    assert [bot["rank"] for bot in summary["bots"]] == [*range(1, 10), None]
    late = summary["bots"][-1]
    assert (late["name"], late["status"], late["matches"]) == ("late", "cannot take part: it came late", 0)
    assert all(set(bot) == set(late) for bot in summary["bots"])


def test_ratings_are_those_of_the_rating(store, summary):
    ratings = rate(stored_results(store)[0], 9)
    for bot, number in zip(summary["bots"], numbers(store, summary)):
        rating = ratings[number]
        assert (bot["rank"], bot["low"], bot["high"]) == (rating.rank, rating.low, rating.high)
        assert (bot["mu"], bot["sigma"]) == (round(rating.mu, 2), round(rating.sigma, 2))


def test_matches_wins_places_and_points_are_counted(store, summary, by_match):
    for bot, number in zip(summary["bots"], numbers(store, summary)):
        mine = [(seats, seat) for seats in by_match.values() for seat in seats if seat[0] == number]
        assert bot["matches"] == len(mine)
        assert bot["places"] == [sum(rank == place for _, (_, rank, _) in mine) for place in (1, 2, 3, 4)]
        shares = [1 / [rank for _, rank, _ in seats].count(1) for seats, (_, rank, _) in mine if rank == 1]
        assert bot["wins"] == round(sum(shares), 2)
        assert bot["points"] == round(sum(points for _, (_, _, points) in mine) / len(mine), 1)
    without_errors = sum(seats[0][1] is not None for seats in by_match.values())
    assert sum(bot["wins"] for bot in summary["bots"]) == pytest.approx(without_errors, abs=0.1)
    assert any(len([1 for _, rank, _ in seats if rank == 1]) > 1 for seats in by_match.values()), "no tie was tried"


def test_errors_are_counted_and_the_ranking_says_who_is_out(store, summary):
    errors = store.errors_by_bot()
    assert set(errors) == {0, 1}
    for number, count in errors.items():
        bot = row(summary, f"bad{number}")
        assert bot["errors"] == count >= 8
        assert bot["status"] == f"out after {count} errors"
    assert {bot["status"] for bot in summary["bots"] if bot["name"].startswith("bot")} == {""}


def test_cost_and_completion_are_means_and_sums(store, summary):
    bot = row(summary, "bot8")
    assert bot["cpu"] == pytest.approx(0.1)  # 0.9 s for 9 plays
    assert bot["waited"] == pytest.approx(1.2 / 9)
    assert (bot["slowest"], bot["memory"]) == (0.2, 1003)
    assert bot["phases"] == [[3 * bot["matches"], bot["matches"]], [2 * bot["matches"], 0]]
    assert not bot["built_in"]


def test_the_best_are_compared_head_to_head(store, summary, by_match):
    order = numbers(store, summary)
    assert summary["head_to_head"]["bots"] == list(range(9))
    ahead = summary["head_to_head"]["ahead"]
    for one in range(9):
        for other in range(9):
            scores = []
            for seats in by_match.values():
                ranks = {bot: rank for bot, rank, _ in seats}
                if one != other and order[one] in ranks and order[other] in ranks and None not in ranks.values():
                    mine, theirs = ranks[order[one]], ranks[order[other]]
                    scores.append((mine < theirs) + (mine == theirs) / 2)
            expected = round(sum(scores) / len(scores), 4) if scores else None
            assert ahead[one][other] == expected
    assert sum(share is None for shares in ahead for share in shares) >= 9


def test_endings_are_added_up(store, summary):
    assert summary["endings"] == {
        "out of cards": store.database.connection.execute("SELECT sum(hands) FROM matches").fetchone()[0],
    }


def test_errors_come_with_their_evidence_and_the_bots_place(store, summary):
    assert len(summary["errors"]) == sum(store.errors_by_bot().values())
    seen = set()
    for error, fault in zip(summary["errors"], store.faults(MAX_FAULTS)):
        assert summary["bots"][error["bot"]]["name"] == store.bots[fault.bot].name
        assert (error["match"], error["seat"], error["kind"], error["reason"]) == (
            *(fault.match, fault.seat, fault.kind, fault.reason),
        )
        evidence = [error[name] for name in ("call", "answer", "traceback", "printed")]
        first = (fault.bot, fault.reason) not in seen
        assert evidence == ([fault.call, fault.answer, fault.traceback, fault.printed] if first else [""] * 4)
        seen.add((fault.bot, fault.reason))
    assert len(seen) == 6


def test_every_match_is_listed(store, summary, by_match):
    order = numbers(store, summary)
    offenders = dict(store.database.connection.execute("SELECT number, offender FROM matches"))
    assert [match[0] for match in summary["matches"]] == list(by_match)
    for match, places, ranks, offender, _, points, replay in summary["matches"]:
        assert [order[place] for place in places] == [bot for bot, _, _ in by_match[match]]
        assert (ranks or [None] * 4) == [rank for _, rank, _ in by_match[match]]
        assert points == [points for _, _, points in by_match[match]]
        assert (offender, replay) == (offenders[match], int(match in (0, 3)))
    assert Counter(ranks is None for _, _, ranks, *_ in summary["matches"])[True] == len(summary["errors"])


def test_before_the_first_match_there_is_a_summary_too(tmp_path):
    with closing(Store.create(tmp_path, Settings().as_data(), make_bots(4).entrants, {})) as store:
        summary = summarize(store, planned=100)
    assert json.loads(json.dumps(summary, allow_nan=False)) == summary
    assert (summary["played"], summary["finished"], summary["stage"], summary["matches"]) == (0, False, "", [])
    assert (summary["started"], summary["seconds"]) == ("", 0.0)
    for bot in summary["bots"]:
        assert (bot["mu"], bot["sigma"], bot["matches"], bot["cpu"], bot["phases"]) == (25.0, 8.33, 0, 0.0, [])
    assert summary["head_to_head"]["ahead"] == [[None] * 4] * 4


def test_a_bot_without_matches_is_in_the_summary(tmp_path):
    bots = (Entrant("@random"), *make_bots(4).entrants)
    with closing(Store.create(tmp_path, Settings().as_data(), bots, {})) as store:
        store.add_match(0, (1, 2, 3, 4), pretend(MatchJob(0, "phazed", "1", bots[1:])))
        bot = row(summarize(store), "@random")
    assert (bot["matches"], bot["wins"], bot["places"], bot["built_in"]) == (0, 0, [0, 0, 0, 0], True)


def test_only_the_best_bots_are_compared_head_to_head(tmp_path):
    bots = make_bots(TOP + 6)
    with closing(Store.create(tmp_path, Settings().as_data(), bots.entrants, {})) as store:
        with store.writing():
            for match in range(60):
                table = [(match * 7 + step * 11) % len(bots.entrants) for step in range(4)]
                entrants = tuple(bots.entrants[bot] for bot in table)
                store.add_match(0, table, pretend(MatchJob(match, "phazed", str(match), entrants)))
        summary = summarize(store)
    ahead = summary["head_to_head"]["ahead"]
    assert summary["head_to_head"]["bots"] == list(range(TOP))
    assert [len(shares) for shares in ahead] == [TOP] * TOP
    for one in range(TOP):
        for other in range(TOP):
            if ahead[one][other] is not None:
                assert ahead[one][other] + ahead[other][one] == pytest.approx(1, abs=2e-4)


def test_the_number_of_errors_shown_per_bot_is_limited(tmp_path):
    bots = make_bots(4, bad=1).entrants
    with closing(Store.create(tmp_path, Settings().as_data(), bots, {})) as store:
        with store.writing():
            for match in range(MAX_FAULTS * 2):
                store.add_match(0, (0, 1, 2, 3), pretend(MatchJob(match, "phazed", str(match), bots)))
        summary = summarize(store)
    assert len(summary["errors"]) == MAX_FAULTS < row(summary, "bad0")["errors"]
    assert row(summary, "bad0")["status"].startswith("out after")


def test_a_summary_can_contain_any_name(tmp_path):
    names = ["<img src=x onerror=alert(1)>", "a\n\x1b[2J", "\udcff", "\u202egreedy"]
    bots = LoadedEntrants(tuple(Entrant(name, "bot.py") for name in names), {"\udc80": "\udc81"})
    with closing(Store.create(tmp_path, Settings().as_data(), bots.entrants, bots.problems)) as store:
        summary = summarize(store)
    assert json.dumps(summary).encode()
    assert "".join(bot["name"] for bot in summary["bots"]).encode()
