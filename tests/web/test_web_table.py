"""At the table: whole games of every kind, taking back, hints, the builder's questions, and bots that are watched."""

from __future__ import annotations

from random import Random

import pytest
from clients import Plain, of_kind

from phazed.bots import make
from phazed.bots.levels import LEVELS
from phazed.game.notation import format_play
from phazed.game.records import loads, replay
from phazed.rules.course import read_play
from phazed.rules.errors import NotNow
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE
from phazed.rules.rulesets import PHASEDOUT, PHAZED, RULESETS
from phazed.storage.tables import Seat
from phazed.web.tables import bots
from phazed.web.tables.table import Table


@pytest.mark.parametrize("game", RULESETS)
def test_a_person_plays_a_whole_game_against_three_bots(server, company, game):
    made = server.make("greedy", "you", "beginner", "casual", game=game, seed="12", name="Ann")
    for path in ("frames", "log", "record"):
        status, answer = server.get(f"/api/games/{made['id']}/{path}")
        assert (status, answer) == (
            409,
            {"error": "the game is not over yet; its replay, log and record are available at the end"},
        )
    ann = company.come(made)
    ann.game(Plain(Random(4)))
    assert sorted(ann.table["over"]["ranks"])[0] == 1
    assert len(ann.table["sheet"]) == ann.table["hand"]["number"] + 1
    assert ann.error("next") == "the game is over"
    status, headers, body = server.request("GET", f"/api/games/{made['id']}/record")
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="phazed-record.json"')
    record = loads(body.decode())
    assert (record.names, record.outcome.ranks) == (("Mira", "Ann", "Pia", "Kai"), tuple(ann.table["over"]["ranks"]))
    assert len(list(replay(record))) > 100  # which judges every play again
    status, headers, body = server.request("GET", f"/api/games/{made['id']}/log")
    assert (status, headers["Content-Disposition"]) == (200, 'attachment; filename="phazed-match.log"')
    assert b"Ann" in body
    status, frames = server.get(f"/api/games/{made['id']}/frames")
    assert (status, frames["end"]["scores"]) == (200, ann.table["over"]["scores"])
    assert server.get(f"/api/games/{made['id']}")[1]["over"]


@pytest.mark.parametrize("level", LEVELS)
def test_players_of_every_level_play_at_a_table(server, company, level, monkeypatch):
    monkeypatch.setattr(bots, "THINKING_SECONDS", 0.02)
    ann = company.come(server.make(level, "you", "casual", level, seed="3"))
    for _ in range(3):
        ann.at_turn()
        ann.turn(Plain())
    ann.at_turn()
    assert {step[0] for step in ann.table["hand"]["steps"]} == {0, 1, 2, 3}


def test_a_hint_comes_in_three_steps_at_every_stage(server, company):
    ann = company.come(server.make("casual", "you", "casual", "casual", game="phasedout", seed="3"))
    stages = set()
    plain = Plain()
    while len(stages) < 4:
        turn = ann.at_turn()
        if turn is None:
            ann.ask("next")
            continue
        laid = any(step[:2] == [1, "phase"] for step in ann.table["hand"]["steps"])
        stage = (turn["stage"], "laid" if laid else "way" if of_kind(turn, LAY_PHASE) else "")
        if stage not in stages:
            hint = ann.ask("hint", **ann.now())
            assert (hint["kind"], len(hint["hints"])) == ("hint", 3)
            assert all(hint["hints"])
            assert hint["options"][0]["words"] == format_play(read_play(PHASEDOUT, hint["play"]))
            assert hint["legend"].startswith("The chances to win the game")
            for option in hint["options"]:
                for chance, low, high in (option["win"], option["phase"], option["out"]):
                    assert 0 <= low <= chance <= high <= 1
            stages.add(stage)
            assert ann.play(hint["play"])["kind"] == "done"
        else:
            assert ann.play(plain(ann.table))["kind"] == "done"
    assert {stage for stage, _ in stages} == {"before", "during"}


def test_undo_takes_cards_back_one_by_one_but_never_the_pick_up(server, company):
    ann = company.come(server.make("casual", "you", "casual", "casual", game="phasedout", seed="3"))
    watching = company.come({"id": ann.table["id"]}, watch=True)
    plain, taken_back = Plain(), 0
    while taken_back < 3:
        while ann.at_turn() is None:
            ann.ask("next")
        assert not ann.table["turn"].get("undo")
        assert "a pick-up cannot be undone" in ann.error("undo", **ann.now())
        assert ann.play(plain(ann.table))["kind"] == "done"
        assert "a pick-up cannot be undone" in ann.error("undo", **ann.now())
        before = [ann.table["turn"]], [ann.now()["at"]]
        while (turn := ann.table["turn"]) and of_kind(turn, LAY_PHASE, LAY_OFF) and len(before[0]) < 4:
            assert ann.play(plain(ann.table))["kind"] == "done"
            if ann.table["turn"] is None:
                break
            before[0].append(ann.table["turn"])
            before[1].append(ann.now()["at"])
        if ann.table["turn"] is None:
            continue
        while len(before[0]) > 1:
            before[0].pop()
            before[1].pop()
            answer = ann.undo()
            assert answer["kind"] == "done"
            assert (ann.table["turn"], ann.now()["at"]) == (before[0][-1], before[1][-1])
            taken_back += 1
        assert "a pick-up cannot be undone" in ann.error("undo", **ann.now())
        seen = [step[:2] for step in ann.table["hand"]["steps"]]
        watching.until(lambda table, seen=seen: [step[:2] for step in table["hand"]["steps"]] == seen)
        plain.stuck = True
        ann.turn(plain)


def test_a_check_says_what_is_wrong_with_each_group_and_with_the_whole(server, company):
    ann = company.come(server.make("casual", "you", "casual", "casual", seed="7"))
    assert ann.ask("check", phase=1, groups=["2S 2S", ""]) == {
        "kind": "check",
        "re": 1,
        "flaws": [ann.ask("check", phase=1, groups=["2S 2S", ""])["flaws"][0], None],
        "flaw": ann.ask("check", phase=1, groups=["2S 2S", ""])["flaw"],
    }
    assert "has 2 cards" in ann.ask("check", phase=1, groups=["2S 2S", ""])["flaws"][0]
    assert ann.ask("check", phase=1, groups=["2S 2S 2C", "5S 5S 5D"])["flaws"] == [None, None]
    for wrong in ({"phase": 0}, {"phase": 8}, {"groups": ["2S"]}, {"groups": [2, 3]}, {"groups": ["2S", "rubbish"]}):
        assert ann.error("check", **{"phase": 1, "groups": ["", ""], **wrong})
    plain = Plain()
    while True:
        turn = ann.at_turn()
        if turn is None:
            ann.ask("next")
        elif of_kind(turn, LAY_PHASE):
            break
        else:
            ann.play(plain(ann.table))
    for _, (phase, groups) in of_kind(ann.table["turn"], LAY_PHASE):
        answer = ann.ask("check", phase=phase, groups=[" ".join(group) for group in groups])
        assert (set(answer["flaws"]), answer["flaw"]) == ({None}, None)


def test_every_offered_choice_is_legal_and_every_other_card_is_refused(server, company):
    ann = company.come(server.make("casual", "you", "casual", "casual", game="phazed_bonus", seed="9"))
    ann.at_turn()
    ann.play("draw")
    offered = {card for _, card in of_kind(ann.table["turn"], DISCARD)}
    absent = next(card for card in RULESETS["phazed_bonus"].deck if card not in offered and card != "ZZ")
    refused = ann.play(f"discard {absent}")
    assert (refused["kind"], refused["cards"][0]) == ("refused", absent)
    assert refused["reason"].startswith(f"{absent} is not in the hand")
    assert ann.play(f"discard {offered.pop()}")["kind"] == "done"


def test_four_bots_play_at_the_pace_of_the_watchers(server, company):
    made = server.make("greedy", "greedy", "greedy", "strong", game="phasedout", seed="6")
    ann, bob = company.come(made, watch=True), company.come(made, watch=True)
    for do in ("play", "undo", "hint", "next", "check", "stand-in"):
        assert ann.error(do, hand=0, at=0, play=[1, None], phase=1, groups=["", ""], seat=1)
    assert ann.error("rematch") == "the game is not over yet"
    for _ in range(40):  # both at once: each turn is played once
        ann.tell({"do": "advance"})
        bob.tell({"do": "advance"})
    while ann.table["over"] is None:
        assert ann.ask("advance")["kind"] == "done"
    assert ann.error("advance") == "the game is over"
    bob.until(lambda table: table["over"])
    assert ann.table["sheet"] == bob.table["sheet"]
    assert ann.ask("rematch")["kind"] == "done"
    address = company.come(made).table["rematch"]
    assert bob.until("rematch") == {"kind": "rematch", "address": address, "by": None}


def test_a_table_refuses_to_deal_or_play_out_of_order():
    table = Table(PHAZED, 7, [Seat("casual", f"Bot {number}") for number in range(4)])
    with pytest.raises(NotNow, match="there are free seats"):
        table.play((1, None))
    table.deal()
    with pytest.raises(NotNow, match="the hand is not over yet"):
        table.deal()
    with pytest.raises(NotNow, match="the game is not over yet"):
        table.record()
    bots = [make("casual", PHAZED, seat) for seat in range(4)]
    while not table.over:
        if table.turn is None:
            table.deal()
        table.play(bots[table.turn].choose(table.view(table.turn)))
    with pytest.raises(NotNow, match="the game is over"):
        table.deal()
