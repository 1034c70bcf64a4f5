"""Changes of a begun tournament: what was played stays, each change is named, and the newcomers catch up."""

from __future__ import annotations

from collections import Counter
from contextlib import closing

import pytest

from phazed.arena import tournament as module
from phazed.arena.tournament import Changes, Settings, Tournament
from phazed.storage.database import StoreError
from phazed.storage.entrant import Entrant
from phazed.storage.results.store import NAME, Store
from tournaments import make_bots, outcome, played, pretend

TWELVE = Settings(matches=12)


class Stopped(BaseException):
    """An interruption, like Ctrl-C."""


@pytest.fixture(autouse=True)
def _pretended(monkeypatch):
    """Simulate matches instead of playing them, at noon."""
    monkeypatch.setattr(module, "play", lambda job: pretend(job._replace(entrants=tuple(map(strip, job.entrants)))))
    monkeypatch.setattr(module.time, "strftime", lambda form: "at noon")


def strip(bot):
    """The bot with a name that `pretend` reads a strength from."""
    return bot._replace(name=bot.name.partition(" ")[0])


@pytest.fixture
def begun(tmp_path):
    """A tournament of six bots that was stopped after eight of its matches."""

    def stop(tournament):
        if tournament.played == 8:
            raise Stopped

    with pytest.raises(Stopped):
        played(tmp_path, make_bots(6), TWELVE, on_progress=stop)
    return tmp_path


def changed(bots, name):
    """The same bots, one of them with another file."""
    return bots._replace(
        entrants=tuple(
            each._replace(files=(("bot.py", b"better"),)) if each.name == name else each for each in bots.entrants
        )
    )


def matches_of(store):
    return Counter(seat.bot for seat in store.seats())


def first_matches(store, count=8):
    rows = store.database.connection.execute("SELECT match, seat, bot, rank FROM seats WHERE match < ?", (count,))
    return rows.fetchall()


def refusal(folder, bots, changes, **options):
    with closing(Store.existing(folder)) as store:
        before = (outcome(store), store.events)
    with pytest.raises(StoreError) as error:
        Tournament.open(folder, bots, TWELVE, changes=changes, **options)
    with closing(Store.existing(folder)) as store:
        assert (outcome(store), store.events) == before
    assert str(error.value).startswith(f"{folder}: ")
    return str(error.value).removeprefix(f"{folder}: ")


def test_a_new_bot_joins_and_catches_up(begun):
    with closing(Store.existing(begun)) as store:
        before = first_matches(store)
    tournament = played(begun, make_bots(7), TWELVE, changes=Changes(add=("bot6",)))
    with closing(tournament.store) as store:
        assert first_matches(store) == before
        matches = matches_of(store)
        assert matches[6] == 12
        assert all(12 <= matches[bot] <= 16 for bot in range(6))
        assert [each["what"] for each in store.events] == [
            "The tournament started with 6 bots",
            "bot6 joined",
            "All matches were played",
        ]
        assert [each["played"] for each in store.events] == [0, 8, tournament.played]
        assert {each["time"] for each in store.events} == {"at noon"}
    played(begun, make_bots(7), TWELVE).store.close()  # the same command without the option continues


def test_a_replaced_bot_keeps_its_matches_and_the_new_one_has_none_of_them(begun):
    with closing(Store.existing(begun)) as store:
        old = matches_of(store)[3]
    tournament = played(begun, changed(make_bots(6), "bot3"), TWELVE, changes=Changes(replace=("bot3",)))
    with closing(tournament.store) as store:
        bots = store.bots
        assert [bot.name for bot in bots][3:] == ["bot3", "bot4", "bot5", "bot3 (2)"]
        assert bots[3].removed == "replaced by bot3 (2) after 8 matches"
        assert bots[6].source == "bot3"
        assert tournament.entrants[6].name == "bot3 (2)"
        assert tournament.active() == [0, 1, 2, 4, 5, 6]
        matches = matches_of(store)
        assert (matches[3], matches[6]) == (old, 12)
        assert store.events[1]["what"] == "bot3 was replaced by bot3 (2)"
    again = changed(make_bots(6), "bot3")
    played(begun, again, TWELVE).store.close()


def test_a_bot_can_be_replaced_more_than_once(begun):
    for number, content in ((2, b"better"), (3, b"best")):
        bots = make_bots(6)
        new = bots.entrants[3]._replace(files=(("bot.py", content),))
        bots = bots._replace(entrants=(*bots.entrants[:3], new, *bots.entrants[4:]))
        with closing(Tournament.open(begun, bots, TWELVE, changes=Changes(replace=("bot3",))).store) as store:
            assert store.bots[-1].name == f"bot3 ({number})"
    assert [bot.removed is None for bot in found(begun)] == [True, True, True, False, True, True, False, True]


def found(folder):
    with closing(Store.existing(folder)) as store:
        return store.bots


@pytest.mark.parametrize("stays", [True, False])
def test_a_disqualified_bot_plays_no_more_and_its_matches_stay(begun, stays):
    bots = make_bots(6) if stays else make_bots(6)._replace(entrants=make_bots(6).entrants[:5])
    with closing(Store.existing(begun)) as store:
        before = first_matches(store)
    tournament = played(begun, bots, TWELVE, changes=Changes(disqualify=("bot5",), why="it is a copy of bot4"))
    with closing(tournament.store) as store:
        assert first_matches(store) == before
        assert store.bots[5].removed == "disqualified after 8 matches: it is a copy of bot4"
        assert store.events[1]["what"] == "bot5 was disqualified: it is a copy of bot4"
        assert max(seat.match for seat in store.seats() if seat.bot == 5) < 8
        assert {matches_of(store)[bot] for bot in range(5)} <= {12, 13, 14}
    played(begun, bots, TWELVE).store.close()


def test_a_replacement_is_disqualified_by_the_name_of_its_file_too(begun):
    bots = changed(make_bots(6), "bot3")
    Tournament.open(begun, bots, TWELVE, changes=Changes(replace=("bot3",))).store.close()
    with closing(Tournament.open(begun, bots, TWELVE, changes=Changes(disqualify=("bot3",), why="no")).store) as store:
        assert store.bots[6].removed == "disqualified after 8 matches: no"


def test_a_disqualified_bot_can_be_added_again_as_another(begun):
    Tournament.open(begun, make_bots(6), TWELVE, changes=Changes(disqualify=("bot5",), why="no")).store.close()
    with closing(Tournament.open(begun, make_bots(6), TWELVE, changes=Changes(add=("bot5",))).store) as store:
        assert (store.bots[6].name, store.bots[6].removed) == ("bot5 (2)", None)


def test_a_built_in_player_joins_and_leaves_once(begun):
    with_greedy = make_bots(6)._replace(entrants=(Entrant("@greedy"), *make_bots(6).entrants))
    with closing(Tournament.open(begun, with_greedy, TWELVE, changes=Changes(add=("@greedy",))).store) as store:
        assert store.bots[6].name == "@greedy"
    Tournament.open(begun, with_greedy, TWELVE, changes=Changes(disqualify=("@greedy",), why="no")).store.close()
    said = refusal(begun, with_greedy, Changes(add=("@greedy",)))
    assert said == "--add @greedy: there is no bot with this name in the folder"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (Changes(add=("bot5",)), "--add bot5: this bot already takes part"),
        (Changes(replace=("bot5",)), "--replace bot5: this bot has not changed"),
        (Changes(add=("zoe",)), "--add zoe: there is no bot with this name in the folder"),
        (Changes(replace=("zoe",)), "--replace zoe: there is no bot with this name in the folder"),
        (
            Changes(disqualify=("bot55",), why="x"),
            "--disqualify bot55: there is no bot with this name in this tournament; did you mean bot5, bot4 or bot3?",
        ),
        (Changes(disqualify=("zoe",), why="x"), "--disqualify zoe: there is no bot with this name in this tournament"),
    ],
)
def test_a_change_that_is_none_is_refused(begun, changes, said):
    assert refusal(begun, make_bots(6), changes) == said


def test_a_bot_that_cannot_be_read_any_more_is_named_with_the_reason(begun):
    bots = make_bots(6)._replace(entrants=make_bots(6).entrants[:5], problems={"bot5": "it is a link"})
    said = refusal(begun, bots, Changes())
    assert said.startswith(
        "the bots differ from those in these results: bot5 can no longer take part (it is a link); to continue "
    )


def test_a_new_bot_that_fails_when_it_is_asked_is_refused(begun):
    asked = []

    def ask(entrants):
        asked.extend(each.name for each in entrants)
        return {"bot6": "it cannot be imported"}

    said = refusal(begun, make_bots(7), Changes(add=("bot6",)), ask=ask)
    assert (said, asked) == ("bot6 cannot join: it cannot be imported; nothing was changed", ["bot6"])


def test_no_bot_joins_when_the_seed_is_published(begun):
    played(begun, make_bots(6), TWELVE).store.close()
    said = refusal(begun, make_bots(7), Changes(add=("bot6",)))
    assert said.startswith("this tournament is over and its seed is published, so a new bot could know all cards; ")


def test_no_bot_joins_a_staged_tournament(tmp_path):
    staged = Settings(matches=12, schedule="staged")
    Tournament.open(tmp_path, make_bots(6), staged).store.close()
    with pytest.raises(StoreError, match="no bot can join a staged tournament that has started"):
        Tournament.open(tmp_path, make_bots(7), staged, changes=Changes(add=("bot6",)))


def test_only_a_begun_tournament_can_be_changed(tmp_path):
    with pytest.raises(StoreError, match="there is no tournament in this folder that could be changed"):
        Tournament.open(tmp_path, make_bots(7), TWELVE, changes=Changes(add=("bot6",)))
    assert list(tmp_path.iterdir()) == []


# Before the first match


def test_a_bot_that_fails_when_it_is_asked_is_set_aside_once_and_for_all(tmp_path):
    tournament = played(tmp_path, make_bots(6), TWELVE, ask=lambda entrants: {"bot2": "no"})
    with closing(tournament.store) as store:
        assert store.absent == {"bot2": "no"}
        assert [bot.name for bot in store.bots] == ["bot0", "bot1", "bot3", "bot4", "bot5"]
        assert store.events[0]["what"] == "The tournament started with 5 bots; 1 bot set aside"
        results = outcome(store)
    again = played(tmp_path, make_bots(6), TWELVE, ask=lambda entrants: {each.name: "by chance" for each in entrants})
    with closing(again.store) as store:
        assert outcome(store) == results
    others = make_bots(6)._replace(entrants=tuple(each for each in make_bots(6).entrants if each.name != "bot2"))
    with closing(played(tmp_path / "without", others, TWELVE).store) as store:
        assert outcome(store) == results


def test_a_bot_that_was_set_aside_joins_when_it_has_been_fixed(tmp_path):
    Tournament.open(tmp_path, make_bots(6), TWELVE, ask=lambda entrants: {"bot2": "no"}).store.close()
    fixed = changed(make_bots(6), "bot2")
    assert "bot2 is new; to let bot2 join, use --add bot2" in refusal(tmp_path, fixed, Changes())
    with closing(Tournament.open(tmp_path, fixed, TWELVE, changes=Changes(add=("bot2",))).store) as store:
        assert (store.bots[5].name, store.absent) == ("bot2", {})


def test_the_bots_that_are_left_must_be_enough(tmp_path):
    with pytest.raises(StoreError) as error:
        Tournament.open(tmp_path / "results", make_bots(4), TWELVE, ask=lambda entrants: {"bot1": "no"})
    assert str(error.value) == (
        "a tournament needs at least four bots, but there are only bot0, bot2, bot3, since 1 bot cannot take part: "
        "add built-in players, such as --with @greedy"
    )
    assert not (tmp_path / "results" / NAME).exists()


def test_more_matches_are_an_event(tmp_path):
    played(tmp_path, make_bots(6), Settings(matches=4)).store.close()
    with closing(played(tmp_path, make_bots(6), TWELVE).store) as store:
        assert [each["what"] for each in store.events][1:] == [
            "All matches were played",
            "12 matches per bot instead of 4",
        ]


def test_a_bot_that_is_out_is_an_event_once(tmp_path):
    for matches in (12, 24):
        with closing(played(tmp_path, make_bots(7, bad=1), Settings(matches=matches, errors=2)).store) as store:
            said = [each["what"] for each in store.events]
    assert [what for what in said if "out after" in what] == [f"bad0 is out after {store_errors(tmp_path)} errors"]


def store_errors(folder):
    with closing(Store.existing(folder)) as store:
        return store.errors_by_bot()[0]
