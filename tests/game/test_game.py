"""`Game`: deal, play, undo, legal plays, events, result."""

from __future__ import annotations

import pytest

import phazed
from phazed.bots import make
from phazed.game.game import Game
from phazed.game.games import Dealt, GameEnded, HandEnded, Played, PlayerError, shuffled
from phazed.game.records import loads, replay
from phazed.game.referee import play_game
from phazed.rules.errors import IllegalPlay, InvalidNotation, NotNow
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS

BLOCKING_ERROR = PlayerError(1, "exception", "a reason", "", "", "")


def played(rules, seed, *, plays=None, auto_deal=True):
    """A game between random players, whole or up to that many plays."""
    bots = [make("random", rules, seat) for seat in range(4)]
    game = Game(rules, seed=seed, auto_deal=auto_deal)
    while not game.over and (plays is None or len(all_plays(game)) < plays):
        game.play(bots[game.seat].choose(game.view()))
    return game


def all_plays(game):
    return [event.play for event in game.events if isinstance(event, Played)]


def test_it_is_exported_at_the_top():
    assert phazed.Game is Game
    assert "Game" in phazed.__all__
    with pytest.raises(AttributeError, match="no attribute 'Gane'"):
        phazed.Gane  # noqa: B018


def test_a_game_begins_with_the_first_deal_of_its_seed():
    game = Game("phasedout", seed="abc")
    assert game.rules is PHASEDOUT
    assert game.state.deck == shuffled(PHASEDOUT, "abc", 0)
    assert [type(event) for event in game.events] == [Dealt]
    assert (game.seat, game.over, game.result) == (1, False, None)


def test_without_a_seed_every_game_is_another_one_and_can_be_played_again():
    games = [Game() for _ in range(3)]
    assert len({game.state.deck for game in games}) == 3
    assert Game(seed=games[0].seed).state == games[0].state


def test_given_decks_replace_those_of_the_first_hands():
    game = Game(PHAZED, seed=1, decks=[PHAZED.deck], auto_deal=False)
    assert game.deal().state.deck == PHAZED.deck
    with pytest.raises(InvalidNotation, match="expected the 104 cards of phazed; too many: 2S; missing: 2C 2D 2H"):
        Game(PHAZED, decks=[("2S", "2S", "2S", *PHAZED.deck[3:])])


def test_a_play_may_have_the_form_of_the_course_and_is_kept_in_ours():
    game = Game(decks=[PHAZED.deck])
    game.play([1, "XX"])
    game.play((5, "QD"))
    assert all_plays(game) == [(1, None), (5, "QD")]


def test_an_illegal_play_is_refused_with_its_rule_and_changes_nothing():
    game = Game(seed=1)
    before = repr(game)
    assert game.refuse((5, "KS")).rule == "6.5"
    assert not game.can_play((5, "KS"))
    assert not game.can_play("nonsense")
    with pytest.raises(IllegalPlay, match=r"rule 6\.5"):
        game.play((5, "KS"))
    with pytest.raises(InvalidNotation):
        game.play("nonsense")
    assert repr(game) == before


def test_what_can_be_played_is_what_is_not_refused_and_what_is_listed():
    game = played(PHAZED, 3, plays=100)
    listed = list(game.legal_plays())
    assert listed == list(game.view().legal_plays)
    assert all(game.can_play(play) and game.refuse(play) is None for play in listed)


def test_the_view_is_of_the_seat_to_play_or_of_a_given_one():
    game = Game(seed=1)
    assert (game.view().seat, game.view().hand) == (1, game.state.hands[1])
    assert (game.view(3).seat, game.view(3).hand) == (3, game.state.hands[3])


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_the_referee_plays_the_same_game(rules):
    players = [make("random", rules, seat) for seat in range(4)]
    game = played(rules, 5)
    record = game.record(["Ann", "Bob", "Cy", "Di"])
    assert record == play_game(rules, players, 5, names=["Ann", "Bob", "Cy", "Di"])
    assert record.outcome == game.result
    assert list(replay(record)) == game.events


def test_play_returns_the_events_that_it_causes():
    game = Game(PHASEDOUT, seed=2, auto_deal=False)
    seen = [game.deal()]
    bots = [make("casual", PHASEDOUT, seat) for seat in range(4)]
    while not game.over:
        if game.seat is None:
            seen.append(game.deal())
        seen += game.play(bots[game.seat].choose(game.view()))
    assert seen == game.events
    assert [type(event) for event in seen[-3:]] == [Played, HandEnded, GameEnded]


def test_the_next_hand_is_dealt_at_once_or_when_asked():
    by_itself = played(PHAZED, 4)
    hands = len([event for event in by_itself.events if isinstance(event, Dealt)])
    by_hand = Game(PHAZED, seed=4, plays=all_plays(by_itself), auto_deal=False)
    assert by_hand.events == by_itself.events
    assert hands == len(by_itself.hands) == by_itself.result.hands


def test_a_deal_is_refused_during_a_hand_and_after_the_game():
    with pytest.raises(NotNow, match="the hand is not over yet"):
        Game(seed=1).deal()
    with pytest.raises(NotNow, match="the game is over"):
        played(PHASEDOUT, 1).deal()
    undealt = Game(auto_deal=False)
    with pytest.raises(NotNow, match="no hand has been dealt yet"):
        undealt.play((1, None))
    assert undealt.seat is None


@pytest.mark.parametrize("rules", [PHASEDOUT, BONUS], ids=str)
def test_undo_goes_back_through_hands_to_the_first_deal_and_the_same_plays_lead_forward_again(rules):
    game = played(rules, 6)
    events, plays = list(game.events), all_plays(game)
    undone = [game.undo() for _ in plays]
    assert undone == plays[::-1]
    assert game.events == events[:1]
    assert game.standing == events[0].standing
    with pytest.raises(NotNow, match="there is no play to take back"):
        game.undo()
    for play in plays:
        game.play(play)
    assert game.events == events


def test_undo_takes_back_one_play_at_the_end_of_a_hand():
    game = played(PHAZED, 8)
    last = game.events[-3]
    assert game.undo() == last.play
    assert (game.state, game.over, game.result) == (last.before, False, None)
    game.play(last.play)
    assert game.over


def test_an_error_ends_the_game_and_can_be_taken_back_with_the_play_before_it():
    game = played(PHAZED, 1, plays=5)
    assert game.end(BLOCKING_ERROR).error == BLOCKING_ERROR
    assert game.over
    assert game.seat is None
    assert (game.result.error, game.result.ranks) == (BLOCKING_ERROR, None)
    assert list(game.legal_plays()) == []
    with pytest.raises(IllegalPlay, match=r"an error by player 1 has ended the game \(rule 7\.4\)"):
        game.play((1, None))
    with pytest.raises(NotNow):
        game.end(BLOCKING_ERROR)
    game.undo()
    assert len(all_plays(game)) == 4
    assert not game.over


def test_only_a_finished_game_has_a_record():
    with pytest.raises(NotNow, match="not over"):
        Game(seed=1).record()
    text = phazed.game.records.dumps(played(PHASEDOUT, 1).record())
    assert loads(text).names == ("Player 0", "Player 1", "Player 2", "Player 3")


@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
def test_its_repr_can_be_typed_back(rules):
    game = played(rules, "a seed", plays=120)
    again = eval(repr(game))
    assert (again.events, repr(again)) == (game.events, repr(game))


def test_its_repr_names_decks_that_are_not_those_of_the_seed():
    game = Game("phazed", seed=1, decks=[PHAZED.deck], auto_deal=False)
    game.deal()
    again = eval(repr(game))
    assert repr(again) == repr(game)
    assert again.deal().state.deck == PHAZED.deck
    assert "decks=" not in repr(Game(seed=1))
