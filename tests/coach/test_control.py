"""The luck of the deals: zero on average, whatever is played."""

from __future__ import annotations

from statistics import fmean, stdev

import pytest

from phazed.bots import make
from phazed.coach.control import DECKS, FAST, GREEDY, DealControl
from phazed.core.baseline import Baseline
from phazed.core.encoding import encode, new_futures, new_hand, new_policy
from phazed.game.games import Dealt, HandEnded, Standing, shuffled, shuffles, start
from phazed.game.referee import referee
from phazed.rules.rulesets import PHAZED, RULESETS

MIXED = (GREEDY, FAST, FAST, GREEDY)


def luck_of_deals(rules, standing, count: int, models) -> list[list[tuple[float, ...]]]:
    """What random deals from a standing were worth; nothing is played but by the models."""
    found = [[] for _ in models]
    for number in range(count):
        control = DealControl(rules, models, str(number))
        dealt = Dealt(standing, standing.deal(shuffled(rules, f"deal {number}", standing.hands)))
        list(control.watch([dealt, HandEnded(dealt.state, standing)]))
        for rows, ((after, expected),) in zip(found, control.luck):
            rows.append(tuple(one - other for one, other in zip(after, expected)))
    return found


@pytest.mark.no_cover
@pytest.mark.parametrize("game", RULESETS)
def test_the_luck_of_random_deals_is_zero_on_average(game):
    rules = RULESETS[game]
    ahead = rules.nothing if rules.any_order else 3
    standing = Standing(rules, 5, (ahead, *start(rules).status[1:]), (150, 200, 90, 210))
    for rows in luck_of_deals(rules, standing, 1500, [(GREEDY,) * 4, MIXED]):
        for seat in range(4):
            values = [row[seat] for row in rows]
            assert abs(fmean(values)) < 4 * stdev(values) / len(values) ** 0.5
            assert stdev(values) > 0.005


def test_what_a_deal_gives_to_one_it_takes_from_others():
    for rows in luck_of_deals(PHAZED, start(PHAZED), 20, [MIXED]):
        assert all(sum(row) == pytest.approx(0.0, abs=1e-12) for row in rows)


def test_the_luck_of_a_game_is_the_same_each_time():
    def luck(seed):
        control = DealControl(PHAZED, [(GREEDY,) * 4, MIXED], seed)
        players = [make("greedy", PHAZED, seat) for seat in range(4)]
        hands = sum(
            isinstance(event, HandEnded) for event in control.watch(referee(PHAZED, players, shuffles(PHAZED, 3)))
        )
        assert [len(rows) for rows in control.luck] == [hands, hands]
        return control.luck

    assert luck("a") == luck("a") != luck("b")


def test_the_expectation_is_a_mean_over_random_decks():
    baseline = Baseline(new_policy(PHAZED), new_futures(PHAZED), new_hand(PHAZED))
    dealt = encode(start(PHAZED).deal(shuffled(PHAZED, 1, 0)))
    baseline.suppose(list(MIXED), [0.0] * 4)
    assert baseline.after(dealt) == baseline.after(dealt)
    few = [baseline.expected(dealt, DECKS, seed) for seed in range(100)]
    many = baseline.expected(dealt, 100 * DECKS, 1)
    for seat in range(4):
        values = [row[seat] for row in few]
        assert fmean(values) == pytest.approx(many[seat], abs=4 * stdev(values) / 10 + 0.02)
        assert sum(many) == pytest.approx(1.0)


@pytest.mark.parametrize(("styles", "scores"), [([0] * 3, [0.0] * 4), ([0] * 4, [0.0] * 5), ([0, 1, 2, 0], [0.0] * 4)])
def test_styles_and_scores_are_those_of_four_seats(styles, scores):
    baseline = Baseline(new_policy(PHAZED), new_futures(PHAZED), new_hand(PHAZED))
    with pytest.raises(ValueError, match="there must be 4 valid styles and 4 scores"):
        baseline.suppose(styles, scores)
