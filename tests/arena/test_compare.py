"""Comparing two bots: fair pairs, a sequential test that is valid at any time, and the text of its result."""

from __future__ import annotations

import json
from random import Random
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from phazed.answers.comparison import Comparison, GameError
from phazed.answers.form import to_json
from phazed.arena.compare import BadComparison, SequentialTest, compare
from phazed.arena.seeds import match_seeds
from phazed.game.games import PlayerError
from phazed.sandbox.limits import Limits
from phazed.storage.entrant import Entrant
from phazed.storage.results.rows import MatchReport
from phazed.terminal.comparison import comparison_text

ALICE, BOB = Entrant("alice", "alice.py"), Entrant("bob", "bob.py")
SCORES = st.lists(st.sampled_from([0.0, 1 / 6, 0.25, 1 / 3, 0.5, 2 / 3, 0.75, 5 / 6, 1.0]), max_size=60)


def looked_at(scores, sure=0.95):
    """The test after the scores that it needs for a verdict."""
    test = SequentialTest(sure)
    for score in scores:
        test.add(score)
        if test.verdict:
            break
    return test


def drawn(random, chance, pairs=500):
    """Scores of pairs whose games are each won with that probability."""
    return [((random.random() < chance) + (random.random() < chance)) / 2 for _ in range(pairs)]


# The test


def test_two_equal_bots_get_a_verdict_no_more_often_than_promised():
    random = Random(1)
    alarms = [looked_at(drawn(random, 0.5, pairs=120)).verdict for _ in range(300)]
    assert 0 < sum(map(bool, alarms)) <= 0.05 * 300
    assert {"A", "B"} <= set(alarms)


def test_the_true_mean_hardly_ever_leaves_the_interval():
    random, left = Random(2), 0
    for _ in range(100):
        test, inside = SequentialTest(0.9), True
        for place, score in enumerate(drawn(random, 0.3, pairs=60)):
            test.add(score)
            if place % 10 == 0:
                low, high = test.interval
                inside = inside and low <= 0.3 <= high
        left += not inside
    assert left <= 10


@pytest.mark.parametrize(("chance", "pairs"), [(1.0, 8), (0.9, 15), (0.75, 40), (0.65, 100)])
def test_the_clearer_the_difference_the_sooner_it_is_found(chance, pairs):
    random = Random(3)
    tests = [looked_at(drawn(random, chance)) for _ in range(40)]
    assert {test.verdict for test in tests} == {"A"}
    assert sorted(test.pairs for test in tests)[20] <= pairs


def test_the_smallest_difference_that_is_mostly_found_in_500_pairs_is_a_few_percent():
    random = Random(4)
    assert sum(looked_at(drawn(random, 0.56)).verdict == "A" for _ in range(40)) >= 28


def test_a_higher_confidence_takes_more_pairs():
    scores = drawn(Random(5), 0.7)
    assert looked_at(scores, 0.9).pairs < looked_at(scores, 0.95).pairs < looked_at(scores, 0.999).pairs


def test_nothing_is_known_before_the_first_pair():
    test = SequentialTest()
    assert (test.pairs, test.mean, test.interval, test.p_value, test.verdict) == (0, 0.5, (0.0, 1.0), 1.0, None)


def test_draws_alone_never_give_a_verdict_and_narrow_the_interval():
    test = SequentialTest()
    for _ in range(500):
        test.add(0.5)
    low, high = test.interval
    assert test.verdict is None
    assert test.p_value == 1.0
    assert 0.49 < low < 0.5 < high < 0.51


def test_a_bot_that_always_wins_has_an_interval_up_to_1():
    winner, loser = SequentialTest(), SequentialTest()
    for _ in range(50):
        winner.add(1.0)
        loser.add(0.0)
    assert winner.interval == (pytest.approx(0.9, abs=0.02), 1.0)
    assert loser.interval == (0.0, pytest.approx(0.1, abs=0.02))


def test_a_verdict_stays_and_the_evidence_is_the_strongest_so_far():
    test = SequentialTest()
    for _ in range(8):
        test.add(1.0)
    p_value = test.p_value
    for _ in range(30):
        test.add(0.0)
    assert test.verdict == "A"
    assert test.p_value <= p_value <= 0.05


@settings(max_examples=50, deadline=None)
@given(SCORES)
def test_mean_interval_and_verdict_agree(scores):
    test = looked_at(scores)
    low, high = test.interval
    assert 0 <= low <= test.mean + 1e-9
    assert test.mean - 1e-9 <= high <= 1
    assert {"A": low > 0.5, "B": high < 0.5, None: low <= 0.5 <= high}[test.verdict]
    assert (test.p_value <= 0.05) == (test.verdict is not None)


@settings(max_examples=30, deadline=None)
@given(SCORES)
def test_swapping_the_bots_mirrors_everything(scores):
    one, other = looked_at(scores), looked_at([1 - score for score in scores])
    assert (one.pairs, one.verdict) == (other.pairs, {"A": "B", "B": "A", None: None}[other.verdict])
    assert one.p_value == pytest.approx(other.p_value)
    assert one.interval == pytest.approx(tuple(1 - end for end in reversed(other.interval)))


@pytest.mark.parametrize("sure", [0.3, 1.0, 95, float("nan")])
def test_an_impossible_confidence_is_refused(sure):
    with pytest.raises(BadComparison, match=r"must be at least 0\.5 and less than 1"):
        SequentialTest(sure)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan")])
def test_a_score_is_between_0_and_1(score):
    with pytest.raises(ValueError, match="between 0 and 1"):
        SequentialTest().add(score)


# Whole comparisons


def report(match, ranks=None, error=None):
    return MatchReport(match, ranks, error, (0,) * 4, (0,) * 4, 1, {}, (), 0.1, b"")


def error_of(seat, reason="it is wrong"):
    return PlayerError(seat, "exception", reason, "phazed_play(1)", "", "a traceback")


def player(chance, seed=0, behind=0, log=None):
    """Plays jobs: alice wins with that probability; reports are delayed by so many jobs, the latest first."""

    def play(orders):
        waiting = []
        for order in orders:
            if log is not None:
                log.append(order)
            random = Random(f"{seed}/{order.match}")
            winner = ALICE if random.random() < chance else BOB
            seat = random.choice([seat for seat in range(4) if order.entrants[seat] is winner])
            waiting.append(report(order.match, tuple(1 if each == seat else 2 for each in range(4))))
            if len(waiting) > behind:
                yield waiting.pop()
        yield from waiting

    return play


def always(make):
    """Plays jobs: `make` makes the report of each."""
    return lambda orders: (make(order) for order in orders)


def test_pairs_have_mirrored_seats_and_the_same_seed():
    log = []
    limits = Limits(play=1.0)
    asked = {"limits": limits, "packages": ("numpy",), "trusted": True}
    compare(player(0.5, log=log), (ALICE, BOB), "phasedout", "s", max_pairs=3, **asked)
    assert [order.match for order in log] == list(range(6))
    pairs = [(order.seed, order.bot_seed) for order in log]
    assert pairs == [match_seeds("s", f"pair/{pair}") for pair in (0, 0, 1, 1, 2, 2)]
    for order in log:
        assert order.entrants == ((ALICE, BOB) * 2 if order.match % 2 == 0 else (BOB, ALICE) * 2)
        assert (order.limits, order.packages, order.trusted) == (limits, ("numpy",), True)
        assert order.game == "phasedout"


@pytest.mark.parametrize(("chance", "stronger"), [(0.8, 0), (0.2, 1)])
def test_the_stronger_bot_is_found_and_no_more_games_are_played(chance, stronger):
    log = []
    found = compare(player(chance, log=log), (ALICE, BOB), "phazed", "s")
    assert found.stronger == stronger
    assert found.sure >= 0.95
    assert (found.low > 0.5, found.high < 0.5) == (stronger == 0, stronger == 1)
    assert len(log) == 2 * found.pairs < 100


def test_the_result_does_not_depend_on_the_order_of_the_reports():
    one = compare(player(0.7), (ALICE, BOB), "phazed", "s")
    for behind in (1, 2, 7, 30):
        assert compare(player(0.7, behind=behind), (ALICE, BOB), "phazed", "s") == one


def test_an_adjusted_score_is_within_its_reach():
    test = SequentialTest(reach=0.5)
    test.add(1.0, 1.5)
    with pytest.raises(ValueError, match=r"from -0.5 to 1.5, not 1.6"):
        test.add(1.0, 1.6)


def test_scores_and_adjusted_scores_have_means_of_their_own():
    test = SequentialTest(reach=1.0)
    for score, adjusted in ((1.0, 0.7), (0.0, 0.5)):
        test.add(score, adjusted)
    assert (test.plain_mean, test.mean) == (0.5, pytest.approx(0.6))


def test_adjusted_scores_settle_small_differences_in_half_the_pairs():
    def pairs(seed: int, *, adjusted: bool) -> int:
        random, test = Random(seed), SequentialTest(reach=0.75)
        while test.verdict is None:
            luck = random.choice((-0.4, 0.4))
            score = 0.52 + luck + random.choice((-0.05, 0.05))
            test.add(score, score - luck if adjusted else score)
        return test.pairs

    plain, better = (median(pairs(seed, adjusted=adjusted) for seed in range(9)) for adjusted in (False, True))
    assert better < plain / 2


def test_on_progress_is_called_after_every_pair():
    heard = []
    found = compare(player(0.8, behind=5), (ALICE, BOB), "phazed", "s", on_progress=heard.append)
    assert heard == list(range(1, found.pairs + 1))


def test_running_games_are_cancelled_after_the_verdict():
    ended = []

    def play(orders):
        try:
            yield from player(1.0)(orders)
        finally:
            ended.append(True)

    compare(play, (ALICE, BOB), "phazed", "s")
    assert ended == [True]


def test_no_more_jobs_are_supplied_after_the_verdict():
    left = []

    class Eager:
        def __init__(self, orders):
            self.orders = orders

        def __iter__(self):
            for order in self.orders:
                yield report(order.match, tuple(1 if bot is ALICE else 2 for bot in order.entrants))

        def close(self):
            left.extend(self.orders)

    assert compare(Eager, (ALICE, BOB), "phazed", "s").stronger == 0
    assert left == []


def test_a_bot_against_itself_gives_no_verdict():
    twin = Entrant("alice", "alice.py")

    def same_game(order):
        first = Random(order.seed).sample(range(4), Random(order.seed).randint(1, 3))
        return report(order.match, tuple(1 if seat in first else 4 for seat in range(4)))

    found = compare(always(same_game), (ALICE, twin), "phazed", "s", max_pairs=200)
    assert (found.stronger, found.share, found.sure) == (None, 0.5, 0.0)
    assert found.names == ("alice (the first)", "alice (the second)")


@pytest.mark.parametrize(
    ("ranks", "share"),
    [((1, 2, 3, 4), 1.0), ((2, 1, 3, 4), 0.0), ((1, 1, 3, 4), 0.5), ((1, 1, 1, 4), 2 / 3), ((1, 1, 1, 1), 0.5)],
)
def test_the_score_of_a_game_is_the_share_of_the_first_place(ranks, share):
    def play(orders):
        for order in orders:
            turned = ranks if order.match % 2 == 0 else (*ranks[1:], ranks[0])
            yield report(order.match, turned)

    assert compare(play, (ALICE, BOB), "phazed", "s", max_pairs=1).share == pytest.approx(share)


def test_an_error_loses_the_game_and_is_counted():
    def careless(order):
        seat = next(seat for seat in range(4) if order.entrants[seat] is BOB)
        return report(order.match, error=error_of(seat, f"error in match {order.match}"))

    found = compare(always(careless), (ALICE, BOB), "phazed", "s")
    assert (found.stronger, found.share, found.pairs, found.errors) == (0, 1.0, 9, (0, 18))
    assert found.first_errors == (None, GameError(*error_of(1, "error in match 0")))
    assert (
        comparison_text(found, 200).splitlines()[1] == "bob lost 18 games because of an error, first: error in match 0"
    )


def test_two_bots_that_always_fail_are_equal():
    found = compare(always(lambda order: report(order.match, error=error_of(1))), (ALICE, BOB), "phazed", "s")
    assert (found.stronger, found.share, found.errors) == (None, 0.5, (500, 500))


def test_missing_reports_are_not_counted():
    def stopped(orders):
        return iter([report(order.match, (1, 2, 3, 4)) for order in orders if order.match in (0, 1, 3, 4, 5)])

    found = compare(stopped, (ALICE, BOB), "phazed", "s", max_pairs=3)
    assert (found.pairs, found.stronger) == (1, None)


def test_at_least_one_pair_is_needed():
    with pytest.raises(BadComparison, match="0 pairs of games are too few"):
        compare(player(0.5), (ALICE, BOB), "phazed", "s", max_pairs=0)


# Words

FOUND = Comparison(("alice", "bob"), 46, 0.614, 0.512, 0.703, 0.9512, 0, None, (0, 0), (None, None))


def test_the_text_of_a_verdict():
    words = "alice is stronger than bob: it wins 61.4 % (51.2 to 70.3 %) of 46 pairs of games; confidence 95 %."
    assert comparison_text(FOUND, 200) == words


def test_the_shares_in_the_text_are_those_of_the_stronger_bot():
    found = FOUND._replace(share=0.25, low=0.1, high=0.4, stronger=1, pairs=1, sure=0.9996)
    words = "bob is stronger than alice: it wins 75.0 % (60.0 to 90.0 %) of 1 pair of games; confidence 99.9 %."
    assert comparison_text(found, 200) == words


@pytest.mark.parametrize(("sure", "percent"), [(0.9599, "95"), (0.99, "99"), (0.9951, "99.5"), (1.0, "99.9")])
def test_the_confidence_is_never_rounded_up(sure, percent):
    assert comparison_text(FOUND._replace(sure=sure), 200).endswith(f"confidence {percent} %.")


def test_the_text_without_a_verdict_says_what_is_known():
    found = FOUND._replace(pairs=5, share=0.6, low=0.12, high=0.95, sure=0.2, stronger=None)
    words = "It is not clear yet whether alice or bob is stronger: in 5 pairs of games "
    words += "alice wins 60.0 % (12.0 to 95.0 %)."
    assert comparison_text(found, 200) == f"{words} More pairs may give a clear result: use --pairs."
    found = found._replace(more_pairs=95)
    assert (
        comparison_text(found, 300)
        == f"{words} If that is its true share, about 100 pairs are needed: use --pairs 200."
    )


def test_bots_whose_interval_is_narrow_are_about_equal():
    found = FOUND._replace(pairs=500, share=0.5, low=0.47, high=0.53, sure=0.2, stronger=None)
    words = "alice and bob are about equally strong: in 500 pairs of games alice wins 50.0 % (47.0 to 53.0 %)."
    assert comparison_text(found, 200) == words
    assert "not clear yet" in comparison_text(found._replace(high=0.56), 200)


def test_the_number_of_further_pairs_is_estimated_from_those_played():
    scores = (1.0, 0.5, 0.5, 1.0, 0.0)
    for turned in (False, True):
        test = SequentialTest()
        assert test.more_pairs is None
        for score in scores:
            test.add(1 - score if turned else score)
        expected = test.more_pairs
        assert expected > 20
        while test.verdict is None:
            for score in scores:
                test.add(1 - score if turned else score)
        assert test.pairs <= expected + 2 * len(scores)
        assert test.more_pairs is None
    test = SequentialTest()
    test.add(0.5)
    assert test.more_pairs is None


def test_the_text_without_any_pair():
    assert comparison_text(FOUND._replace(pairs=0)) == "No pair of games between alice and bob was completed."


def test_the_text_fits_the_terminal():
    found = FOUND._replace(errors=(1, 0), first_errors=(error_of(0), None))
    assert max(map(len, comparison_text(found, 40).splitlines())) <= 40
    assert "alice lost 1 game because of an error:\n        it is" in comparison_text(found, 40)


def test_a_comparison_can_be_written_as_json():
    found = FOUND._replace(errors=(0, 1), first_errors=(None, error_of(1)))
    data = json.loads(json.dumps(to_json(found)))
    assert (data["names"], data["pairs"], data["stronger"], data["share"]) == (["alice", "bob"], 46, 0, 0.614)
    assert data["first_errors"][0] is None
    assert data["first_errors"][1]["call"] == "phazed_play(1)"
    assert data["words"].startswith("alice is stronger than bob")
