"""The built-in players: what all of them promise, how each one plays, and players from files."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from phazed.bots import BOTS, answer, make
from phazed.bots.greedy import GreedyBot, plan_lay_offs
from phazed.bots.plans import missing, promise
from phazed.bots.random import RandomBot
from phazed.game.games import Played, shuffles
from phazed.game.referee import play_game, referee
from phazed.game.view import in_course_form, view
from phazed.rules.cards import in_order
from phazed.rules.errors import InvalidNotation
from phazed.rules.plays import DISCARD, LAY_OFF, LAY_PHASE, SKIP, TAKE
from phazed.rules.rulesets import PHASEDOUT, PHAZED, RULESETS
from phazed.rules.ways import phase_ways
from players import BONUS_PHASES, LAID, PHASES, seen, seen_when_blocked, with_hidden_cards_mixed
from positions import GAMES, IS_VALID, WITH_ACCUMULATIONS, after, cards, hand_state, position, real_views, tupled

EVERY_GAME = pytest.mark.parametrize("game", GAMES)
DRAW = (1, None)
SEEDS = [0, *(pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 12))]


# What every player promises


class PlayerContract:
    """A player's own test class inherits these and names the player."""

    name: str

    def make(self, game, seed=0):
        return make(self.name, RULESETS[game], seed)

    @EVERY_GAME
    @pytest.mark.parametrize("seed", SEEDS)
    def test_it_plays_whole_games_without_an_illegal_play_and_never_blocks_itself(self, game, seed):
        players = [self.make(game, (seed, seat)) for seat in range(4)]
        record = play_game(RULESETS[game], players, seed)
        assert record.outcome.error is None
        assert sorted(record.outcome.ranks)[0] == 1

    @pytest.mark.no_cover
    @EVERY_GAME
    def test_the_same_seed_makes_the_same_plays(self, game):
        def once():
            return play_game(RULESETS[game], [self.make(game, (7, seat)) for seat in range(4)], "same")

        assert once() == once()

    @pytest.mark.no_cover
    @EVERY_GAME
    def test_hidden_cards_do_not_influence_it(self, game):
        rules, mixer = RULESETS[game], Random(1)
        players = [self.make(game, seat) for seat in range(4)]
        compared = 0
        for number, event in enumerate(referee(rules, players, shuffles(rules, 3))):
            if isinstance(event, Played) and number % 7 == 0:
                mixed = with_hidden_cards_mixed(event.before, mixer)
                chosen = self.make(game).choose(view(event.before, event.before.seat))
                assert self.make(game).choose(view(mixed, mixed.seat)) == chosen
                compared += mixed != event.before
        assert compared > 20

    @pytest.mark.no_cover
    @EVERY_GAME
    def test_what_it_chooses_is_legal_in_every_position_of_others_games(self, game):
        for bot in ("random", "greedy", "strong"):
            for number, own in enumerate(real_views(game, bot, step=17)):
                assert self.make(game, number).choose(own) in own.legal_plays

    @EVERY_GAME
    def test_it_answers_in_the_courses_form(self, game):
        players = [self.make(game, None) for _ in range(4)]
        for own in real_views(game, "greedy", step=13):
            arguments = own.to_course()
            given = answer(self.name, RULESETS[game], arguments)
            assert IS_VALID[game](given, *arguments)
            assert given == in_course_form(players[own.seat].choose(own))
            assert arguments == own.to_course()

    @EVERY_GAME
    @pytest.mark.parametrize("arguments", [(), (None,) * 6, (0, [], [], [], [], None)])
    def test_to_arguments_that_describe_no_position_it_answers_with_a_draw(self, game, arguments):
        assert answer(self.name, RULESETS[game], arguments) == DRAW

    @pytest.mark.no_cover
    @EVERY_GAME
    def test_it_always_has_an_answer_before_the_pick_up_whatever_it_holds(self, game):
        for own in strange_hands(game):
            assert self.make(game).choose(own) in own.legal_plays

    @pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
    def test_where_it_cannot_end_its_turn_it_still_makes_a_legal_play(self, game):
        for own in seen_when_blocked(game):
            assert own.legal_plays
            assert self.make(game).choose(own) in own.legal_plays

    @EVERY_GAME
    @pytest.mark.parametrize("seat", [0, 1])
    def test_with_a_group_without_cards_on_the_table_its_answer_is_legal(self, game, seat):
        arguments = position(game, hand="2D 9C KD", seat=seat, laid={0: (1, "2S 2S 2C / ")}, done={0: 1})
        assert IS_VALID[game](answer(self.name, RULESETS[game], arguments), *arguments)

    @EVERY_GAME
    def test_it_is_found_by_its_name_with_or_without_the_sign(self, game):
        assert type(make(f"@{self.name}", RULESETS[game], 0)) is type(self.make(game))


ACES = "AS AS AH AH AD AD AC AC"


def strange_hands(game):
    """Ten cards that are hardly ever dealt, in every phase."""
    rules = RULESETS[game]
    hands = [f"{ACES} KS KD", f"{ACES} KS 2D", "2S 2S 2H 2H 2D 2D 2C 2C AS AS", "2S 2S 4S 4S 6S 6S 8S 8S 0S 0S"]
    if rules.has_jokers:
        hands += [f"{ACES} ZZ ZZ", f"{ACES} ZZ KS", "ZZ ZZ ZZ 2S 3D 4H 5C 8S 9D KH"]
    for hand in hands:
        for done in (0, 5, 6) if rules.any_order else range(len(rules.phases)):
            for discard in ("JS", None):
                yield seen(game, hand=hand, done=dict.fromkeys(range(4), done), plays=(), discard=discard)


class TestRandomContract(PlayerContract):
    name = "random"


class TestBeginnerContract(PlayerContract):
    name = "beginner"


class TestCasualContract(PlayerContract):
    name = "casual"


class TestGreedyContract(PlayerContract):
    name = "greedy"


class TestStrongContract(PlayerContract):
    name = "strong"


class TestExpertContract(PlayerContract):
    name = "expert"


def test_every_built_in_player_is_under_the_contract():
    assert {contract.name for contract in PlayerContract.__subclasses__()} == set(BOTS)


def test_an_unknown_player_is_refused_with_those_that_there_are():
    names = "beginner, casual, expert, greedy, random, strong"
    with pytest.raises(InvalidNotation, match=f"there is no built-in player '@nobody': choose one of {names}"):
        make("@nobody", PHAZED, 0)


# The random player

CROWDED = {0: (3, "3S 8C 0D KS / 6C 9D 9S 9S AH")}
SAFE = {
    *((LAY_OFF, (card, (0, group, 4 + group))) for card in ("9H", "QH") for group in (0, 1)),
    *((DISCARD, card) for card in ("9H", "0C", "QH")),
}
"""With 9H 0C QH: nine and queen bring an accumulation from 34 to 55; who begins with the ten is stuck."""


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_the_random_player_is_uniform_over_the_plays_that_leave_a_way_to_end_the_turn(game):
    own = seen(game, hand="9H 0C QH", laid=CROWDED)
    assert set(own.legal_plays) == SAFE | {(LAY_OFF, ("0C", (0, group, 4 + group))) for group in (0, 1)}
    bot = RandomBot("uniform")
    count = Counter(bot.choose(own) for _ in range(500 * len(SAFE)))
    assert set(count) == SAFE
    chi_square = sum((times - 500) ** 2 / 500 for times in count.values())
    assert chi_square < 22.5  # for six degrees of freedom, a thousandth of the players would fail


def test_random_players_of_different_seeds_choose_differently():
    own = seen("phazed", hand="2S 3S 4S 5S 6S 7S 8S 9S 0S JS")
    bots = [RandomBot(seed) for seed in range(20)]
    assert len({bot.choose(own) for bot in bots}) > 3


# The greedy player: how well it plays


@EVERY_GAME
@pytest.mark.parametrize("games", [6, pytest.param(40, marks=pytest.mark.thorough)])
def test_greedy_beats_three_random_players_in_every_game(game, games):
    rules = RULESETS[game]
    for seed in range(games):
        place = seed % 4
        players = [make("greedy" if seat == place else "random", rules, (seed, seat)) for seat in range(4)]
        ranks = play_game(rules, players, seed).outcome.ranks
        assert ranks[place] == 1
        assert ranks.count(1) == 1


@pytest.mark.no_cover
def test_four_greedy_players_finish_phazed_in_eight_to_thirteen_hands_on_average():
    hands = [play_game(PHAZED, [GreedyBot()] * 4, seed).outcome.hands for seed in range(12)]
    assert 8 <= sum(hands) / len(hands) <= 13


# The greedy player: the pick-up


def picked_up(game, hand, discard, **given):
    return GreedyBot().choose(seen(game, hand=hand, discard=discard, plays=(), **given))


@EVERY_GAME
@pytest.mark.parametrize("discard", ["2C", "5H", "AC"])
def test_greedy_takes_a_discard_that_completes_the_phase(game, discard):
    hand = "2S 2S 5S 5D 5S 9C JD 3H KD 7C" if discard == "2C" else "2S 2S 2D 5S 5D 9C JD 3H KD 7C"
    assert picked_up(game, hand, discard) == (TAKE, discard)


@EVERY_GAME
def test_greedy_takes_a_discard_that_brings_the_phase_nearer(game):
    assert picked_up(game, "2S 2S 5S 8C 9C JD 3H 4D KC QH", "2D", done={0: 0}) == (TAKE, "2D")


@pytest.mark.parametrize("game", ["phazed", "phasedout"])
def test_greedy_leaves_a_discard_that_helps_nothing(game):
    assert picked_up(game, "2S 2S 2D 5S 5D 9C JD 3H KD 7C", "QH") == DRAW


@EVERY_GAME
def test_greedy_leaves_a_discard_that_only_costs_when_the_phase_is_there_without_it(game):
    only_first = {0: range(2, 8)} if game == "phazed_bonus" else {}
    assert picked_up(game, "2S 2S 2D 5S 5D 5H JD 3H KD 7C", "QH", done=only_first) == DRAW


@EVERY_GAME
def test_greedy_cannot_take_from_an_empty_pile(game):
    assert picked_up(game, "2S 2S 2D 5S 5D 9C JD 3H KD 7C", None) == DRAW


def test_greedy_does_not_take_a_joker():
    assert picked_up("phazed_bonus", "2S 2S 2D 5S 5D 9C JD 3H KD 7C", "ZZ") == DRAW


@EVERY_GAME
def test_after_its_phase_greedy_takes_what_it_can_lay_off_and_nothing_else(game):
    for discard in ("2H", "5D", "AC"):
        assert picked_up(game, "9S KD", discard, laid=LAID) == (TAKE, discard)
    for discard in ("9C", "KS"):
        assert picked_up(game, "9S KD", discard, laid=LAID) == DRAW


@EVERY_GAME
def test_with_every_phase_completed_greedy_draws(game):
    everything = len(RULESETS[game].phases)
    assert picked_up(game, "2S 2S 2D 5S", "5S", done={0: everything}) == DRAW


# The greedy player: the phase


@pytest.mark.parametrize(("game", "phase", "hand"), PHASES + BONUS_PHASES)
def test_greedy_lays_its_phase_when_it_is_there(game, phase, hand):
    others = [other for other in range(1, 8) if other != phase]
    own = seen(game, hand=hand, done={0: others if game == "phazed_bonus" else phase - 1})
    play = GreedyBot().choose(own)
    assert play[0] == LAY_PHASE
    assert RULESETS[game].declared(play[1], own.status[0])[0] == phase
    assert own.refuse(play) is None


@pytest.mark.parametrize(("game", "phase", "hand"), BONUS_PHASES)
def test_in_the_bonus_game_greedy_lays_any_phase_that_is_not_done(game, phase, hand):
    own = seen(game, hand=hand)
    play = GreedyBot().choose(own)
    assert play[0] == LAY_PHASE
    assert own.refuse(play) is None


@EVERY_GAME
def test_greedy_lays_the_phase_so_that_the_fewest_cards_are_left(game):
    """With twos and fives two kings and the nine are left, because the ace can follow; with the kings, more."""
    only_first = {0: range(2, 8)} if game == "phazed_bonus" else {}
    play = GreedyBot().choose(seen(game, hand="2S 2S 2C 5S 5S 5D KS KS AS 9H", done=only_first))
    groups = RULESETS[game].declared(play[1], 0)[1]
    assert {"2", "5"} <= {card[0] for group in groups for card in group} <= {"2", "5", "A"}


@EVERY_GAME
def test_of_two_ways_that_leave_as_many_cards_greedy_takes_the_one_that_leaves_fewer_points(game):
    only_first = {0: range(2, 8)} if game == "phazed_bonus" else {}
    play = GreedyBot().choose(seen(game, hand="2S 2S AC 5S 5S AD KS KS 9H JD 8C", done=only_first))
    groups = RULESETS[game].declared(play[1], 0)[1]
    assert "K" in {card[0] for group in groups for card in group}


# The greedy player: cards to the table


def turn(game, hand, laid, coming):
    """What greedy plays in a turn that begins with that card from the deck; every play is checked by the rules."""
    state = hand_state(game, hands={0: hand}, laid=laid, coming=coming, done={0: 7} if game == "phazed_bonus" else None)
    state = after(state, DRAW)
    plays = []
    while state.plays:
        plays.append(GreedyBot().choose(view(state, 0)))
        state = after(state, plays[-1])
    return plays


RUN = "4H 5S AC 7C 8H AH 0S JC"


TWO_COLOURS = {0: (6, "3S 8C 0C KS / 2D 9H 0D KH")}
CLOSED = {0: (3, "KS KS KH KH QS QS QH / 6C 9D 9S 9S AH")}


@pytest.mark.parametrize(
    ("game", "laid", "hand", "coming", "added"),
    [
        # sets, anybody's
        ("phazed", LAID, "2D 5H AH 9C", "8S", "2D 5H AH"),
        ("phasedout", LAID, "2D 5H AH 9C", "8S", "2D 5H AH"),
        ("phazed_bonus", LAID, "2D 5H AH 9C", "8S", "2D 5H AH"),
        ("phazed", {**LAID, 2: (1, "9S 9H 9D / KS KH KD")}, "2D 9C KC 7H", "8S", "2D 9C KC"),
        ("phazed", {0: (2, "2C 3C 4C 7C 8C JC AH")}, "9C KC 9D AD", "8S", "9C KC AD"),
        # runs, at both ends and more than once
        ("phazed", {0: (5, RUN)}, "3D QS KD 9C", "8S", "3D QS KD"),
        ("phazed", {0: (5, RUN)}, "2D 3D QS KD", "8S", "2D 3D QS KD"),
        ("phasedout", {0: (4, RUN)}, "3D QS KD 9C", "8S", "3D QS KD"),
        ("phasedout", {0: (4, RUN)}, "2D 3D AS KH QH", "8S", "2D 3D KH QH"),
        ("phazed", {0: (7, "4H 5D AC 7H / 9S 9H 9D AH")}, "8D 3C 3H 9C", "8S", "8D 3H 9C"),
        # accumulations, from stage to stage
        ("phazed", CROWDED, "9S QH 3C", "2H", "9S QH"),
        ("phazed_bonus", CROWDED, "9S QH 3C", "2H", "9S QH"),
        ("phazed", CROWDED, "9S QH KC 4C", "2H", "9S QH KC"),
        ("phazed", CROWDED, "9S QH KC 8D", "2H", "9S QH KC 8D"),
        ("phazed", CROWDED, "0S 0H 3C", "2H", ""),
        ("phazed", {0: (3, "KS KS KH KH QS QS / 6C 9D 9S 9S AH")}, "5D 3C", "9H", "5D 3C"),
        ("phazed", CLOSED, "AC 2D", "8S", ""),
        ("phazed", CLOSED, "9C QC 2D", "8S", "9C QC"),
        ("phazed", TWO_COLOURS, "9S QH 9H QD 2S", "8S", "9H QD"),
        ("phazed", TWO_COLOURS, "9S QS 9H QD 2S", "8S", "9S QS 9H QD"),
        # and all at once
        ("phazed", {**CROWDED, 1: LAID[0], 2: (5, RUN)}, "2D 9C QS QH KD AD", "7H", "2D 9C QS QH KD AD"),
    ],
)
def test_greedy_lays_off_everything_it_can(game, laid, hand, coming, added):
    *plays, last = turn(game, hand, laid, coming)
    assert sorted(play[1][0] for play in plays) == sorted(cards(added))
    assert all(play[0] == LAY_OFF for play in plays)
    assert last[0] == DISCARD


@EVERY_GAME
def test_greedy_goes_out_with_its_last_card_on_the_table(game):
    plays = turn(game, "2D 5H", LAID, coming="2H")
    assert [play[0] for play in plays] == [LAY_OFF] * 3


@EVERY_GAME
def test_greedy_keeps_its_aces_for_where_nothing_else_fits(game):
    *plays, _ = turn(game, "AD 2D 5H 9C", LAID, coming="8S")
    assert plays[-1][1][0] == "AD"


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_greedy_takes_the_most_cards_that_complete_an_accumulation(game):
    """Nine and queen would do, but three, four, five and nine are more cards for the same 21."""
    *plays, _ = turn(game, "9S QH 3C 4D 5D", CROWDED, coming="JC")
    assert sorted(play[1][0] for play in plays) == cards("3C 4D 5D 9S")


@pytest.mark.parametrize("game", WITH_ACCUMULATIONS)
def test_greedy_completes_an_accumulation_that_has_been_begun(game):
    begun = {0: (3, "3S 8C 0D KS 9S / 6C 9D 9S 9S AH"), 1: (1, "QS QS QC / 5S 5S AS")}
    own = seen(game, hand="QH 9C KD", laid=begun, plays=[(1, "XX"), (4, ("9S", (0, 0, 4)))])
    assert GreedyBot().choose(own) == (LAY_OFF, ("QH", (0, 0, 5)))


def test_a_plan_of_lay_offs_leaves_no_accumulation_between_two_stages():
    for own in real_views("phazed", "greedy", games=2):
        if own.stage == "during" and own.table[own.seat][0] is not None:
            table = own.table
            for _, (card, (seat, number, index)) in plan_lay_offs(PHAZED, own.table, own.hand):
                phase, groups = table[seat]
                group = (*groups[number][:index], card, *groups[number][index:])
                groups = (*groups[:number], group, *groups[number + 1 :])
                table = (*table[:seat], (phase, groups), *table[seat + 1 :])
            planned = own._replace(table=table, hand=("KS",))
            assert (DISCARD, "KS") in planned.legal_plays


def test_a_plan_for_an_empty_table_or_hand_is_empty():
    nothing = tupled([(None, [])] * 4)
    assert plan_lay_offs(PHAZED, nothing, ("2S",)) == []
    assert plan_lay_offs(PHAZED, tupled([(1, [cards("2S 2S 2C"), cards("5S 5S AS")]), *nothing[1:]]), ()) == []


# The greedy player: the end of the turn


@pytest.mark.parametrize(
    ("game", "phase", "hand", "thrown"),
    [
        ("phazed", 1, "2S 2S 2D 5S 5D 9C JD 3H KD 7C 8H", "KD"),
        ("phasedout", 1, "2S 2S 2D 5S 5D 9C JD 3H KD 7C 8H", "KD"),
        ("phazed_bonus", 1, "2S 2S 2D 5S 5D 9C JD 3H KD 7C 8H", "KD"),
        ("phazed", 2, "2C 3C 4C 5C 6C 9H KD 0D JD QS 8H", "QS"),
        ("phazed", 4, "2S 2S 2D 5S 5D 5H JD 3H KD 7C 8H", "KD"),
        ("phazed", 5, "4H 5S 6C 7C 8H 9H JC KD 2S 2D JD", "JC"),
    ],
)
def test_greedy_throws_the_card_that_helps_least_and_costs_most(game, phase, hand, thrown):
    others = [other for other in range(1, 8) if other != phase]
    own = seen(game, hand=hand, done={0: others if game == "phazed_bonus" else phase - 1})
    assert GreedyBot().choose(own) == (DISCARD, thrown)


@EVERY_GAME
def test_after_its_phase_greedy_throws_what_costs_most(game):
    assert GreedyBot().choose(seen(game, hand="9C JD 3H QD 7C", laid=LAID)) == (DISCARD, "QD")


@EVERY_GAME
def test_with_every_phase_completed_greedy_throws_what_costs_most(game):
    own = seen(game, hand="2S 2S 2D 5S 5D KC", done={0: len(RULESETS[game].phases)})
    assert GreedyBot().choose(own) == (DISCARD, "KC")


@pytest.mark.parametrize(
    ("seat", "done", "skipped"),
    [
        (0, {1: (1,), 2: (1, 2), 3: (7,)}, 2),
        (0, {1: (1, 2, 3), 2: (4, 5), 3: ()}, 1),
        (2, {0: (), 1: (), 2: (1, 2, 3), 3: (5,)}, 3),
        (1, {1: range(1, 7)}, 0),
    ],
)
def test_greedy_skips_the_player_who_is_furthest_ahead(seat, done, skipped):
    assert GreedyBot().choose(seen("phazed_bonus", hand="ZZ 2D 4C", seat=seat, done=done)) == (SKIP, skipped)


def test_greedy_lays_phase_and_cards_before_it_skips():
    own = seen("phazed_bonus", hand="2S 2S 2C 5S 5S AS ZZ 9C JD", done={0: range(2, 8)})
    assert GreedyBot().choose(own)[0] == LAY_PHASE
    assert GreedyBot().choose(seen("phazed_bonus", hand="2D ZZ", laid=LAID)) == (LAY_OFF, ("2D", (0, 0, 3)))
    assert GreedyBot().choose(seen("phazed_bonus", hand="ZZ", laid=LAID))[0] == SKIP


# How near a hand is to a phase

NEAR = [
    # two sets of three
    (PHAZED, 1, "7S 7D 7H QH QC QD 2S 3S 4D 5D", 0),
    (PHAZED, 1, "7S 7D AH QH QC AD 2S 3S 4D 5D", 0),
    (PHAZED, 1, "7S 7S 7D 7D 7H 7H 2S 3S 4D 5D", 0),
    (PHAZED, 1, "7S 7D QH QC 2S 3S 4D 5D 8H 9H", 2),
    (PHAZED, 1, "2S 3S 4D 5D 6H 7H 8H 9H 0C JC", 4),
    (PHAZED, 1, "7S 7D QH AC AC AH AD 2S 3S 4D", 1),
    # seven of one suit
    (PHAZED, 2, "2C 3C 4C 5C 6C 7C 8C 2S 3S 4S", 0),
    (PHAZED, 2, "2C 3C 4C 5C AC AD AH 2S 3S 4S", 0),
    (PHAZED, 2, "2C 3C 4C AH AD 2S 3S 5D 6D 7D", 2),
    (PHAZED, 2, "2C 2S 2D AH AH AS AS AC AC AD", 1),
    # two accumulations to 34
    (PHAZED, 3, "3S 8C 0D KS 6C 9D 9S 9S AH KD", 0),
    (PHAZED, 3, "3S 8C 0D KS 6C 9D 9S 2H 2C 2C", 1),
    (PHAZED, 3, "KS KD 8C 2S 2D AS AC AD AH AH", 2),
    (PHAZED, 3, "2S 2D 2C 3S 3D 3C AS AC AD AH", 3),
    # two sets of four
    (PHAZED, 4, "2D 2H 2S 2S 7D 7D 7H 7S KD 9C", 0),
    (PHAZED, 4, "2D 2H AS AC 7D 7D 7H 7S KD 9C", 0),
    (PHAZED, 4, "2D 2H 7D 7D 7H 7S KD 9C 8H 3C", 2),
    (PHASEDOUT, 3, "2D 2H 7D 7D 7H 7S KD 9C 8H AC", 1),
    # a run of eight
    (PHAZED, 5, "QC KS 2D 3H 4C 5S 6S 7H 7C 7D", 0),
    (PHASEDOUT, 4, "QC KS 2D 3H 4C 5S 6S 7H 7C 7D", 2),
    (PHAZED, 5, "2S 3S 4D 5D 8H 9H 0S AS KD KH", 1),
    (PHAZED, 5, "2S 2D 2C 2H AS AS AC AC AD AD", 1),
    (PHAZED, 5, "2S 2S 2C 2C 2D 2D 2H 2H KS KS", 6),
    # two accumulations to 34, each of one colour
    (PHAZED, 6, "3S 8C 0C KS 2D 9H 0D KH 4C 4D", 0),
    (PHAZED, 6, "3S 8C 0C KS 2D 9H 0D 4C 4S 4C", 1),
    (PHAZED, 6, "3S 8C 0C KS 2D 9H 3C 4C 4S 4C", 2),
    (PHAZED, 6, "3S 8C 0D 5D 2D 9H 3C 4C 4S 4C", 3),
    # a run of four of one colour and a set of four
    (PHAZED, 7, "KC 2S 3C 4C 7C 7D 7D 7S 9H JD", 0),
    (PHAZED, 7, "4H 5D 6H 7D 7C 7S 7D 7S 9C JC", 0),
    (PHAZED, 7, "4H 5D 6H 7D 7C 7S 7D 9S 9C JC", 1),
    (PHAZED, 7, "4H 5D AH 7D 9C 9S 9D AS KC JC", 0),
    (PHASEDOUT, 5, "KC 2S 3C 4C 7C 7D 7D 7S 9H JD", 1),
    (PHASEDOUT, 5, "QC KS AC 0S 7C 7D 7D 7S 9H JD", 0),
]


@pytest.mark.parametrize(("rules", "phase", "hand", "lacking"), NEAR)
def test_the_nearest_plan_lacks_so_many_cards(rules, phase, hand, lacking):
    assert min(missing(rules.phases[phase - 1], tuple(cards(hand)))) == lacking


@pytest.mark.parametrize(("rules", "phase", "hand", "lacking"), NEAR)
def test_the_order_of_the_hand_does_not_change_its_plans(rules, phase, hand, lacking):
    kinds, shuffled = rules.phases[phase - 1], cards(hand)
    Random(1).shuffle(shuffled)
    assert sorted(missing(kinds, tuple(shuffled))) == sorted(missing(kinds, tuple(cards(hand))))
    assert promise(kinds, tuple(shuffled)) == promise(kinds, tuple(cards(hand)))


def hands_near_the_phase(rules, aces, count=150):
    """Random hands of few values, so that phases are there as often as not, with so many aces at the most."""
    mixer = Random(1)
    for _ in range(count):
        values = mixer.sample("234567890JQK", mixer.choice([2, 3, 4, 8, 12]))
        naturals = [card for card in rules.deck if card[0] in values]
        wilds = mixer.sample([card for card in rules.deck if card[0] == "A"], mixer.randint(0, aces))
        yield (*mixer.sample(naturals, 10 - len(wilds)), *wilds)


PHASE_OF = [(rules, phase) for rules in (PHAZED, PHASEDOUT) for phase in range(1, len(rules.phases) + 1)]


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "phase"), PHASE_OF)
def test_a_plan_that_lacks_nothing_can_be_laid(rules, phase):
    kinds = rules.phases[phase - 1]
    for hand in hands_near_the_phase(rules, aces=8):
        if 0 in missing(kinds, hand):
            assert next(phase_ways(kinds, in_order(hand)), None) is not None


@pytest.mark.no_cover
@pytest.mark.parametrize(("rules", "phase"), PHASE_OF)
def test_where_the_phase_can_be_laid_some_plan_lacks_nothing(rules, phase):
    kinds = rules.phases[phase - 1]
    for hand in hands_near_the_phase(rules, aces=8):
        if next(phase_ways(kinds, in_order(hand)), None) is not None:
            assert 0 in missing(kinds, hand)
