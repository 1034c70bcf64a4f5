"""The files of a report: which matches are written, that they replay, and that names do no harm."""

from __future__ import annotations

import csv
import json
import os
from contextlib import closing

import pytest

from phazed.arena.entrants import LoadedEntrants, load_entrants
from phazed.arena.jobs import MatchJob
from phazed.arena.report import publish as module
from phazed.arena.report.publish import publish, publish_match
from phazed.arena.report.summary import summarize
from phazed.arena.seeds import match_seeds
from phazed.arena.tournament import Settings
from phazed.game.matchlog import MatchLog
from phazed.game.records import loads, replay
from phazed.storage.database import StoreError
from phazed.storage.entrant import Entrant
from phazed.storage.results.store import Store
from tournaments import SIMPLE, make_bots, played, pretend, tires

NAMES = ["<img src=x onerror=alert(1)>", "new\nline", "quote'\"$;", "ünï😀", "\x1b[2Jclear", "=1+1", " ", "</script>"]


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    """A tournament of bots with hostile names, half of which soon fail."""
    bots = tmp_path_factory.mktemp("bots")
    for number, name in enumerate(name.replace("/", "\\") for name in NAMES):
        (bots / f"{name}.py").write_text(SIMPLE if number % 2 else tires(number))
    done = played(
        tmp_path_factory.mktemp("results"), load_entrants(bots, ("@greedy",)), Settings("phasedout", matches=8)
    )
    with closing(done.store) as store:
        yield store


@pytest.fixture(scope="module")
def summary(store):
    return publish(store, planned=18)


def files(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}


def paged(page):
    return {"page": page} if page else {}


def test_all_matches_are_written_if_they_are_few(store, summary):
    written = {name for name in files(store.folder) if not name.startswith(("results.db", "lock"))}
    expected = {"index.html", "ranking.csv", "ranking.json"}
    expected |= {bot["page"] for bot in summary["bots"] if not bot["built_in"]}
    assert len(expected) == 3 + 8
    for match in range(18):
        expected |= {f"replays/{match}.html", f"logs/{match}.log", f"records/{match}.json"}
    assert written == expected
    assert [match[6] for match in summary["matches"]] == [1] * 18


def test_the_files_show_the_summary(store, summary):
    pages = {bot["number"]: bot.get("page") for bot in summary["bots"]}
    found = summarize(store, replays=range(18), planned=18)
    assert summary == {**found, "bots": [bot | paged(pages[bot["number"]]) for bot in found["bots"]]}
    ranking = json.loads((store.folder / "ranking.json").read_text())
    assert ranking["bots"] == summary["bots"]
    with open(store.folder / "ranking.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["rank"] for row in rows] == [str(bot["rank"]) for bot in summary["bots"]]
    assert [row["errors"] for row in rows] == [str(bot["errors"]) for bot in summary["bots"]]


def test_records_and_logs_replay_as_the_same_game(store, summary):
    errors = {fault.match: fault.reason for fault in store.faults(100)}
    assert len(errors) > 3
    for match in range(18):
        record = loads((store.folder / "records" / f"{match}.json").read_text(encoding="utf-8"))
        assert record == store.record(match)
        events = list(replay(record))
        log = MatchLog((store.folder / "logs" / f"{match}.log").read_text(encoding="utf-8"), record.rules)
        assert str(log.seed) == record.seed == match_seeds("1", str(match)).deals
        logged = list(log.events())
        assert [type(event) for event in logged] == [type(event) for event in events]
        assert logged[-1].standing == events[-1].standing
        assert (events[-1].error and events[-1].error.reason) == errors.get(match)


def test_bots_names_are_text_in_every_file(store, summary):
    for name, path in files(store.folder).items():
        if name.startswith(("results.db", "lock")):
            continue
        text = path.read_text(encoding="utf-8")
        assert "\x1b" not in text
        if path.suffix == ".html":
            assert "<img" not in text
            assert text.count("</script>") == text.count("<script") == 2
    names = MatchLog((store.folder / "logs" / "0.log").read_text(encoding="utf-8")).names
    assert all(name == " ".join(name.split()) for name in names)


def test_players_without_a_name_are_called_by_their_seats(tmp_path):
    bots = LoadedEntrants(
        tuple(Entrant(name, "bot.py", (("bot.py", b""),)) for name in ("", " ", "\x01", "\u200b")), {}
    )
    done = played(tmp_path, bots, Settings("phasedout", matches=1))
    with closing(done.store) as store:
        publish_match(store, 0)
    log = MatchLog((tmp_path / "logs" / "0.log").read_text())
    assert log.names == ("Player 0", "Player 1", "Player 2", "Player 3")
    assert "does not define phasedout_play" in list(log.events())[-1].error.reason


def test_a_name_that_is_not_valid_unicode_can_be_published(tmp_path):
    bots = LoadedEntrants(
        tuple(Entrant(f"{seat}\udcff", "bot.py", (("bot.py", b""),)) for seat in range(4)), {"\udc80": "x"}
    )
    done = played(tmp_path, bots, Settings("phasedout", matches=1))
    with closing(done.store) as store:
        publish(store)
        assert loads((tmp_path / "records" / "0.json").read_text()) == store.record(0)
    for path in files(tmp_path).values():
        if path.suffix != ".db":
            path.read_text(encoding="utf-8")


@pytest.mark.skipif(os.name != "posix", reason="names are texts there")
def test_a_file_whose_name_is_not_valid_unicode_plays(tmp_path):
    bots = tmp_path / "bots"
    bots.mkdir()
    for number in range(4):
        with open(os.path.join(os.fsencode(bots), b"%d\xff.py" % number), "w") as file:
            file.write(tires(number))
    done = played(tmp_path / "results", load_entrants(bots), Settings("phasedout", matches=1))
    with closing(done.store) as store:
        assert {fault.reason for fault in store.faults(9)} == {"RuntimeError: no more"}
        summary = publish(store)
    assert sorted(bot["name"] for bot in summary["bots"]) == ["0\\udcff", "1\\udcff", "2\\udcff", "3\\udcff"]


# Once more


def test_existing_files_of_a_match_are_not_overwritten(store, summary, tmp_path):
    kept = store.folder / "replays" / "3.html"
    before = kept.read_text()
    kept.write_text("my notes")
    gone = store.folder / "logs" / "5.log"
    log = gone.read_text()
    gone.unlink()
    progress = []
    again = publish(store, planned=18, on_progress=lambda done, total: progress.append((done, total)))
    assert again == summary
    assert kept.read_text() == "my notes"
    assert gone.read_text() == log
    assert progress == [(done, 18) for done in range(1, 19)]
    kept.write_text(before)


def test_a_single_match_is_written_again_on_request(store, summary):
    page, log, record = publish_match(store, 7)
    places = [str(path.relative_to(store.folder)) for path in (page, log, record)]
    assert places == ["replays/7.html", "logs/7.log", "records/7.json"]
    before = page.read_text()
    page.write_text("")
    publish_match(store, 7)
    assert page.read_text() == before
    assert "Match 7" in before
    assert "../index.html" in before


def test_a_missing_match_is_not_written(store, summary):
    before = set(files(store.folder))
    with pytest.raises(
        StoreError, match=r"there is no match 18 in these results; the matches are numbered from 0 to 17$"
    ):
        publish_match(store, 18)
    assert set(files(store.folder)) == before


def test_a_failed_write_leaves_the_old_file(store, summary, monkeypatch):
    before = (store.folder / "index.html").read_text()

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(OSError, match="No space left"):
        publish(store)
    assert (store.folder / "index.html").read_text() == before


def test_other_files_among_the_replays_are_ignored(store, summary):
    other = store.folder / "replays" / "notes.html"
    other.write_text("")
    assert publish(store, planned=18) == summary
    other.unlink()


# Which matches


@pytest.fixture
def many(tmp_path, monkeypatch):
    """Two hundred simulated matches, and the numbers of those that are written."""
    bots = make_bots(6, bad=1).entrants
    written = []
    monkeypatch.setattr(module, "publish_match", lambda store, match: written.append(match))
    for part in ("_publish_bots", "ranking_csv", "ranking_json", "report_page"):
        monkeypatch.setattr(module, part, lambda *_, **__: "")
    with closing(Store.create(tmp_path, Settings().as_data(), bots, {})) as store:
        with store.writing():
            for match in range(200):
                table = [match % 6, (match + 1) % 6, (match + 2) % 6, (match + 4) % 6]
                job = MatchJob(match, "phazed", str(match), tuple(bots[bot] for bot in table))
                store.add_match(0, table, pretend(job))
        yield store, written


@pytest.mark.parametrize("limit", [0, 1, 2, 3, 7, 40, 150, 200, 1000])
def test_the_given_number_of_matches_is_written_each_once(many, limit):
    store, written = many
    publish(store, max_matches=limit)
    assert len(written) == len(set(written)) == min(limit, 200)
    assert set(written) <= set(range(200))


def test_the_first_match_with_each_error_is_written_then_the_latest_then_an_even_selection(many):
    store, written = many
    publish(store, max_matches=40)
    first = {}
    for fault in store.faults(1000):
        first.setdefault(fault.reason, fault.match)
    assert len(first) == 3
    assert written[:3] == sorted(first.values())
    assert written[3:13] == list(range(199, 189, -1))
    gaps = [after - before for before, after in zip(sorted(written), sorted(written)[1:])]
    assert max(gaps) <= 10


def test_at_most_half_of_the_selected_matches_are_chosen_for_their_errors(many):
    store, written = many
    store.database.connection.execute("UPDATE errors SET reason = match")
    publish(store, max_matches=8)
    erred = {fault.match for fault in store.faults(1000)}
    assert set(written[:4]) <= erred
    assert 199 in written
    assert 198 in written


def test_by_default_at_most_200_matches_are_written(many):
    store, written = many
    bots = make_bots(6, bad=1).entrants
    store.add_match(0, (1, 2, 3, 4), pretend(MatchJob(200, "phazed", "1", bots[1:5])))
    publish(store)
    assert len(written) == 200
