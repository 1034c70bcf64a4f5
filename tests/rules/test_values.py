"""The small values that everything is made of: tuples with names, refusals, errors, games and kinds of groups."""

from __future__ import annotations

import copy
import pickle
import typing
from itertools import product

import pytest

from phazed.game.games import HandRecord, start
from phazed.game.view import view
from phazed.rules import groups
from phazed.rules.cards import cards
from phazed.rules.errors import IllegalPlay, InvalidNotation, PhazedError
from phazed.rules.namedtuples import NamedTuple
from phazed.rules.refusal import Refusal
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS, Ruleset, ruleset
from phazed.rules.state import deal

# Tuples with names


class Point(NamedTuple):
    """A place."""

    x: int
    y: int = 0
    """A field may have a docstring, as all of ours have."""

    unit = "columns"

    @property
    def sum(self) -> int:
        return self.x + self.y

    def moved(self, by: int) -> Point:
        return self._replace(x=self.x + by)

    @classmethod
    def origin(cls) -> Point:
        return cls(0)

    @staticmethod
    def dimensions() -> int:
        return 2


class TypingPoint(typing.NamedTuple):
    """A place."""

    x: int
    y: int = 0


def test_a_named_tuple_is_a_tuple_with_names():
    point = Point(3, 4)
    assert point == (3, 4)
    assert (point.x, point.y) == (3, 4)
    assert isinstance(point, tuple)
    assert repr(point) == "Point(x=3, y=4)"
    assert hash(point) == hash((3, 4))


@pytest.mark.parametrize("name", ["_fields", "_field_defaults", "__doc__", "__module__", "__match_args__"])
def test_a_named_tuple_is_what_typing_would_have_made(name):
    assert getattr(Point, name) == getattr(TypingPoint, name)


def test_a_named_tuple_has_defaults_methods_and_constants():
    assert Point(3) == Point(x=3) == (3, 0)
    assert Point(3).moved(2) == Point.origin().moved(5) == (5, 0)
    assert Point(3, 4).sum == 7
    assert (Point.unit, Point(1).unit, Point.dimensions()) == ("columns", "columns", 2)
    assert Point(1)._asdict() == {"x": 1, "y": 0}


def test_a_field_that_is_missing_or_unknown_is_an_error():
    with pytest.raises(TypeError, match="x"):
        Point()
    with pytest.raises(TypeError, match="z"):
        Point(1, z=2)


def test_a_named_tuple_cannot_be_changed():
    with pytest.raises(AttributeError):
        Point(1).x = 2


@pytest.mark.parametrize(
    "value",
    [
        Point(1, 2),
        start(BONUS),
        HandRecord(PHAZED.deck, ((1, None),)),
        deal(PHASEDOUT, PHASEDOUT.deck, 2),
        view(deal(PHAZED, PHAZED.deck, 0), 3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_named_tuple_can_be_sent_to_another_process(value):
    again = pickle.loads(pickle.dumps(value))
    assert again == value
    assert type(again) is type(value)


# Refusals

TOO_WILD = Refusal("1.4", "needs at least two natural cards: {}", ("2S", "AH", "AD"))


def test_refusals_are_equal_when_they_say_the_same_of_the_same_rule():
    same = Refusal("1.4", "needs {} natural cards: {}", "at least two", cards("2S AH AD"))
    assert same == TOO_WILD
    assert hash(same) == hash(TOO_WILD)
    assert len({same, TOO_WILD}) == 1


@pytest.mark.parametrize(
    "other",
    [
        Refusal("1.5", "needs at least two natural cards: {}", ("2S", "AH", "AD")),
        Refusal("1.4", "needs at least two natural cards: {}", ("2S", "AH", "AC")),
        "needs at least two natural cards: 2S AH AD (rule 1.4)",
        None,
    ],
)
def test_refusals_differ_from_everything_else(other):
    assert other != TOO_WILD


def test_a_refusal_shows_itself_as_a_sentence_and_as_code():
    assert str(TOO_WILD) == "needs at least two natural cards: 2S AH AD (rule 1.4)"
    assert repr(TOO_WILD) == "Refusal('1.4', 'needs at least two natural cards: 2S AH AD')"
    assert eval(repr(TOO_WILD)) == TOO_WILD


def test_a_refusal_can_be_given_a_subject():
    about = TOO_WILD.about("group {} of phase {}", 2, 7)
    assert about.reason == "group 2 of phase 7 needs at least two natural cards: 2S AH AD"
    assert about.rule == TOO_WILD.rule
    assert about.cards == TOO_WILD.cards
    assert TOO_WILD.about("it").reason == "it needs at least two natural cards: 2S AH AD"


@pytest.mark.parametrize(
    ("parts", "named"),
    [
        ((), ()),
        (("KS",), ("KS",)),
        (("KS", ("2S", "AH"), ["0D"]), ("KS", "2S", "AH", "0D")),
        ((3, "K", "red", (2, 3), ("ZZ",)), ("ZZ",)),
        ((InvalidNotation("KS"), None), ()),
    ],
)
def test_a_refusal_names_its_cards_in_order(parts, named):
    assert Refusal("6.5", "{} " * len(parts), *parts).cards == named


@pytest.mark.parametrize(
    ("part", "words"),
    [((), "no cards"), ([], "no cards"), (("2S", "3S"), "2S 3S"), ((2, 3), "2 3"), (7, "7"), (None, "None")],
)
def test_a_refusal_says_its_parts_in_words(part, words):
    assert Refusal("6.7", "{}", part).reason == words


def test_what_a_refusal_quotes_is_not_taken_for_a_form():
    assert Refusal("6.7", "{}", InvalidNotation("{0} {} {nobody}")).reason == "{0} {} {nobody}"


def test_a_refusal_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(TOO_WILD)) == TOO_WILD


# Errors


def test_an_illegal_play_carries_its_refusal():
    error = IllegalPlay(TOO_WILD)
    assert error.refusal is TOO_WILD
    assert str(error) == str(TOO_WILD)
    assert isinstance(error, PhazedError)
    assert pickle.loads(pickle.dumps(error)).refusal == TOO_WILD


def test_an_invalid_notation_is_a_value_error_too():
    assert issubclass(InvalidNotation, PhazedError)
    assert issubclass(InvalidNotation, ValueError)


# Games

EVERY = pytest.mark.parametrize("rules", RULESETS.values(), ids=str)


@EVERY
def test_a_game_is_one_object_in_every_process_and_every_copy(rules):
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert copy.copy(rules) is rules
    assert copy.deepcopy(rules) is rules
    assert ruleset(rules.name) is rules
    assert repr(rules) == f"<Ruleset {rules.name}>"


@pytest.mark.parametrize("name", ["", "Phazed", "bridge", None, 1])
def test_an_unknown_game_is_refused_with_those_that_there_are(name):
    with pytest.raises(InvalidNotation, match="phazed, phazed_bonus, phasedout") as error:
        ruleset(name)
    assert repr(name) in str(error.value)


def test_what_a_game_is_made_of():
    assert [len(rules.deck) for rules in RULESETS.values()] == [104, 108, 104]
    assert [len(rules.cards) for rules in RULESETS.values()] == [52, 53, 52]
    assert [rules.max_hands for rules in RULESETS.values()] == [20, 20, 12]
    assert [rules.accumulation_phases for rules in RULESETS.values()] == [{3, 6}, {3, 6}, set()]
    assert [[kind.number for kind in rules.kinds] for rules in RULESETS.values()] == [
        [1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 4, 5, 6, 7],
        [1, 2, 3, 4, 5],
    ]
    assert [rules.nothing for rules in RULESETS.values()] == [0, (False,) * 7, 0]
    assert [rules.has_jokers for rules in RULESETS.values()] == [False, True, False]


@pytest.mark.parametrize("rules", [PHAZED, PHASEDOUT], ids=str)
def test_one_phase_is_due_after_the_other(rules):
    count = len(rules.phases)
    for done in range(count):
        assert rules.due(done) == (done + 1,)
        assert rules.complete(done, done + 1) == done + 1
        assert not rules.is_finished(done)
        assert [phase for phase in range(-2, count + 3) if rules.is_due(done, phase)] == [done + 1]
    assert rules.due(count) == ()
    assert rules.is_finished(count)
    assert not any(rules.is_due(count, phase) for phase in range(-2, count + 3))
    assert rules.completed(3) == (1, 2, 3)
    assert rules.completed(0) == ()


def test_in_the_bonus_game_every_phase_is_due_until_it_is_done():
    for status in product((False, True), repeat=7):
        due = tuple(phase for phase, done in enumerate(status, 1) if not done)
        assert BONUS.due(status) == due
        assert set(BONUS.completed(status)) == set(range(1, 8)) - set(due)
        assert [phase for phase in range(-2, 10) if BONUS.is_due(status, phase)] == list(due)
        assert BONUS.is_finished(status) == (not due)
        for phase in due:
            assert BONUS.completed(BONUS.complete(status, phase)) == tuple(
                sorted({*BONUS.completed(status), phase}),
            )


@pytest.mark.parametrize(
    ("rules", "status"),
    [(PHAZED, True), (PHAZED, 0.0), (PHAZED, None), (PHASEDOUT, "0"), (BONUS, (0,) * 7), (BONUS, (False,) * 6)],
)
def test_no_phase_is_due_for_a_status_that_is_none(rules, status):
    assert not any(rules.is_due(status, phase) for phase in range(-1, 9))


def test_a_phase_is_declared_by_its_number_or_is_the_one_due():
    laid = (cards("2S 2S 2C"), cards("5S 5S AS"))
    assert PHAZED.phase_play(1, laid) == (3, (1, laid))
    assert PHAZED.declared((1, laid), 4) == (1, laid)
    assert PHASEDOUT.phase_play(1, laid) == (3, laid)
    assert PHASEDOUT.declared(laid, 0) == (1, laid)
    assert PHASEDOUT.declared(laid, 5) == (0, laid)


@EVERY
def test_the_types_of_a_game_are_those_without_a_flaw(rules):
    laid = (cards("2S 2S 2C"), cards("5S 5S AS"))
    assert list(rules.phase_types(laid)) == [1]
    assert rules.phase_flaw(1, laid) is None
    assert list(rules.group_types(laid[0])) == [1]
    assert list(rules.group_types(())) == []


@pytest.mark.parametrize(
    ("phase", "laid", "reason"),
    [
        (1, "2S 2S 2C", "phase 1 must consist of two groups, not 1"),
        (2, "2C 3C 4C 5C 6C 7C 8C / 2S 2S 2S", "phase 2 must consist of one group, not 2"),
        (2, "2C 3C 4C 5C 6C 7C 8D", "phase 2 mixes suits: 2C 3C 4C 5C 6C 7C 8D"),
        (4, "2S 2S 2C 2D / 5S 5S 5D 6D", "group 2 of phase 4 mixes values: 5S 5S 5D 6D"),
    ],
)
def test_a_phases_flaw_names_the_phase_and_where_there_are_two_the_group(phase, laid, reason):
    flaw = PHAZED.phase_flaw(phase, tuple(map(cards, laid.split("/"))))
    assert (flaw.rule, flaw.reason) == ("3.2", reason)


def test_a_game_of_ones_own_is_a_value_like_ours():
    phases = ((groups.ACCUMULATION_34,), (groups.SET_OF_3, groups.SET_OF_3))
    words = {"title": "Short", "about": "A short game.", "play_function": "short_play"}
    short = Ruleset("short", phases, **words, max_hands=3, jokers=2)
    assert short.kinds == (groups.SET_OF_3, groups.ACCUMULATION_34)
    assert short.accumulation_phases == {1}
    assert len(short.deck) == 106
    assert short.due(1) == (2,)
    assert short.nothing == 0


# Kinds of groups


def test_a_kind_shows_its_number_and_name():
    assert repr(groups.SET_OF_3) == "<SameValue 1: a set of three of one value>"
    assert repr(groups.COLOUR_ACCUMULATION_34) == "<Accumulation 7: an accumulation to 34 of one colour>"


@pytest.mark.parametrize("kind", [groups.SET_OF_3, groups.SUIT_OF_7, groups.RUN_OF_8, groups.COLOUR_RUN_OF_4], ids=repr)
@pytest.mark.parametrize(("group", "shown"), [((), "empty"), (cards("AS AH AD"), "AS AH AD")])
def test_a_set_or_run_on_the_table_without_naturals_cannot_be(kind, group, shown):
    with pytest.raises(InvalidNotation, match=f"must have a natural card: {shown}"):
        kind.refuse(group, "2S", 0)


def test_an_illegal_play_survives_pickling():
    error = pickle.loads(pickle.dumps(IllegalPlay(Refusal("5.4", "no place for {}", "2S"))))
    assert error.refusal == Refusal("5.4", "no place for {}", "2S")


def test_the_second_of_two_equal_groups_is_named():
    group = ("2S", "3S", "4S", "5S")
    assert str(PHAZED.phase_flaw(7, (group, group))).startswith("group 2 of phase 7 mixes values")
