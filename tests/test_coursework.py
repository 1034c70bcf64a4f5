"""The course functions as a stranger's program meets them: they never raise, never change what they are given, take
lists and tuples alike, and cost nothing to import."""

from __future__ import annotations

import inspect
import subprocess
import sys
from copy import deepcopy
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import phazed
import phazed.coursework
from phazed import explain
from phazed.rules.cards import total_worth
from phazed.rules.rulesets import RULESETS
from phazed.rules.state import apply
from positions import ANSWER, GAMES, IS_VALID, SCORE, hand_state, listed, real_views, swapped, tupled
from strangers import HOSTILE, with_each_part_replaced

CHECKED = settings(
    deadline=None,
    derandomize=True,
    max_examples=150,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
TYPES = [
    phazed.phazed_group_type,
    phazed.phazed_phase_type,
    phazed.phasedout_group_type,
    phazed.phasedout_phase_type,
]
ONE_ARGUMENT = [*TYPES, *SCORE.values()]


# Strangers' objects

EVERY_HOSTILE = pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
VALUES, SUITS = st.sampled_from("234567890JQKA"), st.sampled_from("SHDC")
CARDS = st.builds(str.__add__, VALUES, SUITS) | st.sampled_from(["ZZ", "XX"])
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-2, 8)
    | st.integers()
    | st.floats(allow_nan=True)
    | st.complex_numbers()
    | st.text(max_size=3)
    | st.binary(max_size=2)
    | CARDS
)


def nested(leaves):
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.lists(inner, max_size=4).map(tuple)
            | st.dictionaries(PLAIN, inner, max_size=3)
            | st.sets(PLAIN, max_size=3)
            | st.tuples(st.integers(1, 6), inner)
        ),
        max_leaves=12,
    )


PLAIN_GARBAGE = nested(PLAIN)
GARBAGE = nested(PLAIN | st.sampled_from(sorted(HOSTILE)).map(lambda name: HOSTILE[name]()))


@st.composite
def spoilt_calls(draw, garbage=GARBAGE):
    """A game and a valid call from a real position of it, with garbage in one place, near the top or deep inside."""
    game = draw(st.sampled_from(GAMES))
    view = draw(st.sampled_from(real_views(game, "greedy", step=7)))
    play = draw(st.sampled_from(_some_plays(view)))
    call = [play, *view.to_course()]
    place = draw(st.integers(0, len(call) - 1))
    call[place] = _spoilt(draw, call[place], garbage)
    return game, call


def _some_plays(view):
    plays = list(view.legal_plays)
    return plays[:6] + plays[-2:]


def _spoilt(draw, thing, garbage):
    if isinstance(thing, (list, tuple)) and thing and draw(st.integers(0, 4)):
        place = draw(st.integers(0, len(thing) - 1))
        return type(thing)([*thing[:place], _spoilt(draw, thing[place], garbage), *thing[place + 1 :]])
    return draw(garbage)


# They never raise


@pytest.mark.no_cover
@pytest.mark.parametrize("function", ONE_ARGUMENT)
@CHECKED
@given(thing=GARBAGE)
def test_types_and_scores_answer_to_anything(function, thing):
    assert_right_type(function, function(thing))


@pytest.mark.parametrize("function", ONE_ARGUMENT)
@EVERY_HOSTILE
def test_types_and_scores_answer_to_hostile_objects_wherever_they_are(function, hostile):
    it = hostile()
    for thing in (it, [it], ["2C", "2S", it], [["2C", "2S", "2H"], it], [["2C", "2S", it], ["7H", "7C", "AH"]]):
        assert_right_type(function, function(thing))


def assert_right_type(function, answer):
    if function in SCORE.values():
        assert type(answer) is int
        assert answer >= 0
    elif "phazed" in function.__name__:
        assert type(answer) is list
        assert all(type(number) is int for number in answer)
        assert answer == sorted(set(answer))
    else:
        assert answer is None or type(answer) is int


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@CHECKED
@given(arguments=st.lists(GARBAGE, min_size=7, max_size=7))
def test_validity_answers_to_anything(game, arguments):
    assert IS_VALID[game](*arguments) is (explain(*arguments, game=game) is None)


@CHECKED
@given(spoilt_calls())
def test_validity_answers_to_garbage_anywhere_in_a_valid_call(spoilt):
    game, call = spoilt
    assert IS_VALID[game](*call) is (explain(*call, game=game) is None)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@EVERY_HOSTILE
def test_validity_answers_to_hostile_objects_in_place_of_any_part_of_a_call_and_refusals_can_be_printed(game, hostile):
    for call in _spoilt_everywhere(game, hostile()):
        refusal = explain(*call, game=game)
        assert IS_VALID[game](*call) is (refusal is None)
        assert_readable(refusal)


def _spoilt_everywhere(game, other):
    """Valid calls, each with one of its parts replaced by the other."""
    for view in _telling_views(game):
        for play in {play[0]: play for play in view.legal_plays}.values():  # one of each kind
            yield from with_each_part_replaced([play, *view.to_course()], other)


def assert_readable(refusal):
    """A refusal's sentence can be printed and its cards listed, whatever was refused."""
    if refusal is not None:
        assert isinstance(str(refusal), str)
        assert isinstance(repr(refusal), str)
        assert all(isinstance(card, str) for card in refusal.cards)


def _telling_views(game):
    """A few positions: before the pick-up, with a phase to lay, and with cards to play to the table."""
    views = real_views(game, "greedy")
    kinds = {}
    for view in views:
        for play in view.legal_plays:
            kinds.setdefault(play[0], view)
    return list(dict.fromkeys(kinds.values()))


@CHECKED
@given(spoilt_calls())
def test_every_refusal_can_be_printed(spoilt):
    game, call = spoilt
    assert_readable(explain(*call, game=game))


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@CHECKED
@given(arguments=st.lists(GARBAGE, min_size=6, max_size=6))
def test_players_answer_to_anything(game, arguments):
    assert_is_play(game, ANSWER[game](*arguments))


@settings(CHECKED, max_examples=60)
@given(spoilt_calls())
def test_players_answer_to_garbage_anywhere_in_a_position(spoilt):
    game, call = spoilt
    assert_is_play(game, ANSWER[game](*call[1:]))


def assert_is_play(game, answer):
    assert type(answer) is tuple
    kind, content = answer
    assert type(kind) is int
    assert 1 <= kind <= (6 if game == "phazed_bonus" else 5)
    if kind == 1:
        assert content is None


# They change nothing


@CHECKED
@given(spoilt_calls(PLAIN_GARBAGE))
def test_no_function_changes_its_arguments(spoilt):
    game, call = spoilt
    before = written(deepcopy(call))
    IS_VALID[game](*call)
    explain(*call, game=game)
    ANSWER[game](*call[1:])
    for function in ONE_ARGUMENT:
        for argument in call:
            function(argument)
    assert written(call) == before


def written(value):
    """What Python prints, with sets in a fixed order and nan equal to itself."""
    if isinstance(value, (set, frozenset)):
        return (type(value).__name__, sorted(map(str, map(written, value))))
    if isinstance(value, (list, tuple)):
        return (type(value).__name__, [written(item) for item in value])
    if isinstance(value, dict):
        return ("dict", [(written(key), written(item)) for key, item in value.items()])
    return repr(value)


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_players_do_not_change_a_position(game):
    for view in real_views(game, "random", step=25):
        call = view.to_course()
        before = deepcopy(call)
        ANSWER[game](*call)
        assert call == before


def test_answers_are_fresh_lists():
    group = ["2C", "2S", "2H"]
    phazed.phazed_group_type(group).append("spoilt")
    assert phazed.phazed_group_type(group) == [1]
    phase = [["2C", "2S", "2H"], ["7H", "7C", "AH"]]
    phazed.phazed_phase_type(phase).append("spoilt")
    assert phazed.phazed_phase_type(phase) == [1]


# Lists and tuples


@pytest.mark.no_cover
@pytest.mark.parametrize("function", ONE_ARGUMENT)
@CHECKED
@given(thing=nested(CARDS))
def test_types_and_scores_are_the_same_for_lists_and_tuples(function, thing):
    assert function(listed(thing)) == function(tupled(thing)) == function(swapped(thing)) == function(thing)


@CHECKED
@given(spoilt_calls(PLAIN_GARBAGE))
def test_validity_is_the_same_for_lists_and_tuples(spoilt):
    game, call = spoilt
    refusals = [explain(*form(call), game=game) for form in (list, listed, tupled, swapped)]
    assert len({refusal and refusal.rule for refusal in refusals}) == 1


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
def test_players_answer_the_same_for_lists_and_tuples(game):
    for view in real_views(game, "greedy", step=5):
        call = list(view.to_course())
        answer = ANSWER[game](*call)
        assert ANSWER[game](*listed(call)) == ANSWER[game](*tupled(call)) == ANSWER[game](*swapped(call)) == answer


# Valid means not refused


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_play_of_a_real_position_is_valid_and_no_other_kind_of_answer_is_given(game):
    for view in real_views(game, "random", step=20):
        call = view.to_course()
        for play in view.legal_plays:
            assert IS_VALID[game](play, *call) is True
            assert explain(play, *call, game=game) is None


@pytest.mark.parametrize("game", GAMES)
def test_valid_is_exactly_not_refused_for_the_plays_of_other_positions(game):
    views = real_views(game, "random", step=40)
    answers = {True: 0, False: 0}
    for view, other in pairwise(views):
        call = view.to_course()
        for play in list(other.legal_plays)[:20]:
            valid = IS_VALID[game](play, *call)
            assert valid is (explain(play, *call, game=game) is None)
            answers[valid] += 1
    assert min(answers.values()) > 20


def test_explain_is_about_phazed_unless_told_otherwise():
    call = ((6, 1), 0, [(None, [])] * 4, [(0, [(1, "XX")])], [(False,) * 7] * 4, ["ZZ", "2C"], "JS")
    assert explain(*call, game="phazed_bonus") is None
    assert explain(*call) == explain(*call, game="phazed")
    assert explain(*call).rule == "6.7"  # a joker is no card of phazed


# The players


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_players_answers_are_valid(game, bot):
    for view in real_views(game, bot, games=2, step=9 if bot == "random" else 2):
        call = view.to_course()
        answer = ANSWER[game](*call)
        assert_is_play(game, answer)
        assert explain(answer, *call, game=game) is None, (answer, call)


@pytest.mark.parametrize("game", ["phazed", "phazed_bonus"])
def test_a_player_who_finds_two_accumulations_open_closes_both(game):
    """3S to the first and 2S to the second close them; 2S and AS to the first, which uses more cards, would not."""
    laid = {0: (3, "KS 0D 8C 3S KD 5D / KS 0D 8C 3S 0H 9D")}  # 52 and 53
    state = hand_state(game, hands={0: "2S 3S AS 6H"}, laid=laid)
    state = state._replace(plays=((1, "XX"),))
    while state.ending is None and state.seat == 0:
        _, *position = state.position(0)
        state = apply(state, tupled(ANSWER[game](*position)))
    assert [total_worth(group) for group in state.table[0][1]] == [55, 55]
    assert state.history[-1][0] == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_phase_is_answered_with_lists(game):
    laid = 0
    for view in real_views(game, "greedy"):
        answer = ANSWER[game](*view.to_course())
        if answer[0] == 3:
            laid += 1
            groups = answer[1] if game == "phasedout" else answer[1][1]
            assert type(groups) is list
            assert all(type(group) is list for group in groups)
    assert laid


# Text is text


def test_a_card_may_be_a_string_of_a_subclass():
    """Such as NumPy's."""

    class Text(str):
        __slots__ = ()

    hand = [Text("2C"), Text("2S"), Text("2H")]
    assert phazed.phazed_group_type(hand) == [1]
    assert phazed.phazed_score(hand) == 6


def test_a_refusal_stays_as_it_is_when_the_hand_changes_later():
    hand = ["2C", "3H"]
    refusal = explain((5, "KS"), 0, [(None, [])] * 4, [(0, [(1, "XX")])], [0] * 4, hand, "JS")
    before = str(refusal)
    hand.clear()
    assert str(refusal) == before


# The import and the public surface


def imported_by(statement):
    """The modules that a fresh interpreter has after the statement, without site-packages."""
    source = Path(phazed.__file__).parents[1]
    program = f"import sys; sys.path.insert(0, {str(source)!r}); {statement}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def third_party(modules):
    tops = {name.partition(".")[0] for name in modules}
    own = {"__main__", "phazed", "cython_runtime", *(name for name in tops if name.startswith("_cython"))}
    return tops - sys.stdlib_module_names - own  # a compiled module brings Cython's part of itself along


def test_importing_phazed_imports_nothing_heavy_and_no_third_party_module():
    modules = imported_by("import phazed")
    assert "phazed.coursework" in modules
    assert third_party(modules) == set()
    assert modules.isdisjoint({"typing", "dataclasses", "enum", "re", "inspect", "random", "json", "traceback"})
    assert not any(name.startswith(("phazed.bots", "phazed.game")) for name in modules)


@pytest.mark.parametrize("game", GAMES)
def test_a_player_needs_the_standard_library_alone(game):
    name = ANSWER[game].__name__
    modules = imported_by(f"import phazed; phazed.{name}(0, [(None, [])] * 4, [], [0] * 4, ['2C'] * 10, 'JS')")
    assert "phazed.bots" in modules
    assert third_party(modules) == set()


def test_the_public_surface_is_sorted_and_complete():
    assert phazed.__all__ == sorted(phazed.__all__)
    functions = {
        name
        for name, thing in vars(phazed.coursework).items()
        if inspect.isfunction(thing) and thing.__module__ == "phazed.coursework" and not name.startswith("_")
    }
    assert set(phazed.__all__) == functions | {"Game", "__version__"}
    for name in phazed.__all__:
        assert hasattr(phazed, name)
    public = {name for name, thing in vars(phazed).items() if not name.startswith("_") and not inspect.ismodule(thing)}
    assert public == functions | {"TYPE_CHECKING"}


def test_every_public_function_has_the_handouts_arguments():
    position = ["player_id", "table", "turn_history", "phase_status", "hand", "discard"]
    for name in phazed.__all__:
        if name in ("Game", "__version__"):
            continue
        parameters = list(inspect.signature(getattr(phazed, name)).parameters)
        if name.endswith("_group_type"):
            assert parameters == ["group"]
        elif name.endswith("_phase_type"):
            assert parameters == ["phase"]
        elif name.endswith("_score"):
            assert parameters == ["hand"]
        elif name.endswith("_is_valid_play"):
            assert parameters == ["play", *position]
        elif name == "explain":
            assert parameters == ["play", *position, "game"]
        else:
            assert parameters == position


@pytest.mark.parametrize("game", GAMES)
def test_a_player_answers_to_a_hand_as_large_as_the_deck(game):
    """What can be made of a hundred cards is beyond counting, and nobody waits for that."""
    rules = RULESETS[game]
    for done in range(len(rules.phases)):
        status = (tuple(phase < done for phase in range(7)),) * 4 if rules.any_order else (done,) * 4
        arguments = (0, [(None, [])] * 4, [(0, [(1, "XX")])], list(status), list(rules.deck), "JS")
        assert IS_VALID[game](ANSWER[game](*arguments), *arguments)
