"""The first bot that `phazed new` writes."""

from __future__ import annotations

import pytest

from phazed.bots import make
from phazed.game.referee import play_game
from phazed.game.starter import BadName, file_of, starter
from phazed.rules.rulesets import RULESETS


@pytest.mark.no_cover
@pytest.mark.parametrize("game", RULESETS)
def test_the_starter_plays_whole_games_without_an_error(game):
    names = {}
    exec(starter(game, "my_bot.py"), names)
    bot, rules = names[RULESETS[game].play_function], RULESETS[game]
    for seed in range(8):
        players = [bot, bot, make("greedy", rules, seed), make("random", rules, seed)]
        assert play_game(rules, players, seed=seed).outcome.error is None


@pytest.mark.parametrize("game", RULESETS)
def test_the_starter_describes_what_the_function_is_given(game):
    source = starter(game, "my_bot.py")
    assert "$" not in source
    assert max(map(len, source.splitlines())) <= 110
    for name in ("player_id", "table", "turn_history", "phase_status", "hand", "discard"):
        assert f"\n    {name} " in source
    assert ("(6, 3)" in source) == (game == "phazed_bonus")
    assert ("(3, [[" in source) == (game == "phasedout")


@pytest.mark.parametrize("name", ["my_bot", "my_bot.py"])
def test_the_name_may_have_its_suffix(name):
    assert file_of(name).name == "my_bot.py"


@pytest.mark.parametrize("name", ["3 bots", "my-bot", "a.b", "for", "random", "phazed", ".."])
def test_a_name_that_python_cannot_import_is_refused(name):
    with pytest.raises(BadName, match="such as my_"):
        file_of(name)
