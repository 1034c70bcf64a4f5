"""Reviews of whole games: mistakes, accuracy, and the balance of luck and skill."""

from __future__ import annotations

import json
from statistics import fmean, stdev

import pytest
from coached import LITTLE, game, reviewed

from phazed.answers.form import to_json
from phazed.bots import make
from phazed.coach.balance import SOURCES
from phazed.coach.grades import GRADES, THRESHOLDS, accuracy, grade
from phazed.coach.judgement import KINDS
from phazed.coach.review import positions, review
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHASEDOUT, PHAZED, RULESETS
from phazed.terminal.game_review import game_review_text


@pytest.mark.no_cover
@pytest.mark.parametrize("name", RULESETS)
def test_result_less_start_is_skill_plus_luck(name):
    found = reviewed(name)
    for seat, (points, who) in enumerate(zip(found.balance.points, found.seats)):
        start, final, own, others, luck, error = who.balance
        assert final - start == pytest.approx(own + others + luck, abs=1e-9)
        assert who.balance.adjusted == pytest.approx(final - luck)
        assert error >= 0.0
        assert points[0].win == start == pytest.approx(0.25, abs=1e-6)
        assert points[-1].win == final == (1.0 if found.record.outcome.ranks[seat] == 1 else 0.0)
        events = [each for each in found.balance.luck if each.seat == seat]
        assert sum(each.amount for each in events) == pytest.approx(luck)
        assert {each.source for each in events} <= set(SOURCES)
    assert sum(seat.balance.luck for seat in found.seats) == pytest.approx(0.0, abs=1e-9)
    assert sum(seat.balance.final for seat in found.seats) == pytest.approx(1.0)


@pytest.mark.no_cover
@pytest.mark.parametrize("games", [5, pytest.param(12, marks=pytest.mark.thorough)])
def test_luck_sums_to_zero_over_games_of_equal_players(games):
    luck = [[] for _ in range(4)]
    for seed in range(games):
        players = [make("greedy", PHASEDOUT, f"{seed}/{seat}") for seat in range(4)]
        found = review(play_game(PHASEDOUT, players, seed=seed), effort=0.02)
        for seat, each in enumerate(found.seats):
            luck[seat].append(each.balance.luck)
    spread = stdev(amount for each in luck for amount in each)
    for each in luck:
        assert abs(fmean(each)) < 3.5 * spread / len(each) ** 0.5
    assert sum(map(sum, luck)) == pytest.approx(0.0, abs=1e-9)


def test_weak_players_make_more_mistakes():
    beginner, casual, strong, _ = review(game(), effort=0.5).seats
    assert beginner.accuracy < strong.accuracy
    assert beginner.balance.own + casual.balance.own < strong.balance.own
    assert sum(beginner.grades.values()) > sum(strong.grades.values())


def test_mistakes_are_clear_and_counted_once():
    found = reviewed()
    assert found.mistakes
    for mistake in found.mistakes:
        judged = mistake.judgement
        assert mistake.grade == grade(judged.loss, judged.error)
        assert judged.loss >= THRESHOLDS[mistake.grade]
        assert mistake.position.play != judged.best
    for seat, who in enumerate(found.seats):
        own = [each for each in found.mistakes if each.position.view.seat == seat]
        assert sum(who.grades.values()) == sum(who.kinds.values()) == len(own)
        assert list(who.grades) == list(GRADES)
        assert list(who.kinds) == list(KINDS)
        decided = [each for each in found.judged.values() if each is not None and each.seat == seat]
        assert who.decisions == len(decided)
        assert who.accuracy == accuracy([each.loss for each in decided])


def test_a_review_goes_on_from_what_is_known():
    record = game()
    whole = reviewed()
    known = dict(list(whole.judged.items())[:40])
    told = []
    again = review(record, effort=LITTLE, known=known, on_progress=lambda *numbers: told.append(numbers))
    assert again == whole
    total = len(list(positions(record)))
    assert told[0] == (40, total)
    assert told[-1] == (total, total)


def test_a_review_is_json_and_text():
    found = reviewed()
    data = json.loads(json.dumps(to_json(found.answer())))
    assert data["names"] == ["beginner", "casual", "strong", "greedy"]
    assert len(data["decisions"]) == len(found.decisions)
    assert all(each["reasons"] and each["loss"] > 0 for each in data["decisions"] if each["grade"])
    assert data["seats"][0]["balance"]["adjusted"] == pytest.approx(found.seats[0].balance.adjusted)
    for width in (60, 100):
        text = game_review_text(found.answer(), width)
        assert max(map(len, text.splitlines())) <= width
        assert "without the luck" in text
    only = game_review_text(found.answer(), 100, seat=0)
    assert ", casual:" not in only.partition("Accuracy is 100")[2]


def test_a_game_without_mistakes_says_so():
    found = reviewed()._replace(decisions=())
    assert "No clear mistake was found." in game_review_text(found.answer())


def test_a_long_list_of_mistakes_is_cut():
    found = reviewed()
    many = found._replace(decisions=found.decisions * 20)
    assert f"and {len(many.mistakes) - 12} smaller ones" in game_review_text(many.answer())


def test_after_an_error_the_offender_has_lost():
    def stops(*_):
        return None

    players = [make("greedy", PHAZED, seat) for seat in range(3)]
    found = review(play_game(PHAZED, [*players[:2], stops, players[2]], seed=1), effort=LITTLE)
    assert found.seats[2].balance.final == 0.0
    assert sum(seat.balance.final for seat in found.seats) == pytest.approx(1.0)
    assert [seat.rank for seat in found.seats] == [None] * 4
    assert "place" in game_review_text(found.answer())


def test_grades_need_a_loss_beyond_its_error():
    assert grade(0.06, 0.0) == "blunder"
    assert grade(0.06, 0.02) is None
    assert grade(-0.1, 0.0) is None


def test_accuracy_falls_with_the_average_loss():
    values = [accuracy([loss]) for loss in (-0.01, 0.0, 0.001, 0.01, 0.1, 1.0)]
    assert values[0] == values[1] == 100.0
    assert values[1:] == sorted(values[1:], reverse=True)
    assert 0.0 <= values[-1] < 1e-9
