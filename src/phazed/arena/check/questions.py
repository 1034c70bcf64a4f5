"""Questions with known answers for the course's functions: the documents' own examples, and positions from games.

The first are written down as the documents have them, calls and what they say in prose. The others are made: from games
of the house come hands, groups, phases and plays, as they were or with one thing changed, and our own functions know
the answers.

>>> EXAMPLES["phazed_group_type"][7]
Question(arguments=(['2C', '2C', '4C', 'KC', '9C', 'AS', '3C'],), expected=[2, 6, 7])
>>> question = next(made("phazed_score", "0"))
>>> question.arguments, question.expected
((['5H', 'JS'],), 16)
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import coursework
from phazed.bots import make
from phazed.game.games import Played, shuffles
from phazed.game.pasted import game_and_question
from phazed.game.referee import referee
from phazed.game.view import in_course_form, view
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import SEATS, ruleset

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

FUNCTIONS = (
    "phazed_group_type",
    "phazed_phase_type",
    "phazed_is_valid_play",
    "phazed_score",
    "phazed_play",
    "phazed_bonus",
    "phazed_bonus_is_valid_play",
    "phazed_bonus_score",
    "phasedout_group_type",
    "phasedout_phase_type",
    "phasedout_is_valid_play",
    "phasedout_score",
    "phasedout_play",
)
"""All functions of the course."""


class Question(NamedTuple):
    """A call of a function, and what it is to answer."""

    arguments: tuple[Any, ...]
    expected: Any


# The documents' examples.


def _groups(*rows: tuple[str, Any]) -> tuple[Question, ...]:
    return tuple(Question((text.split(),), expected) for text, expected in rows)


def _phases(*rows: tuple[str, Any]) -> tuple[Question, ...]:
    return tuple(Question(([group.split() for group in text.split("/")],), expected) for text, expected in rows)


def _laid(*others: Any) -> list[Any]:
    """The table with what player 1 has laid, if anything."""
    return [(None, []), *(others or [(None, [])]), (None, []), (None, [])]


_SETS = [["2S", "2S", "2C"], ["AS", "5S", "5S"]]
_SUIT = [["2S", "2S", "AS", "5S", "5S", "7S", "JS"]]
_RUN = ["2C", "3H", "4D", "AD", "6S", "7C", "8S", "9H"]
_ELEVEN = ["AS", "2S", "2S", "2C", "5S", "5S", "7S", "8S", "9S", "0S", "JS"]
_NOBODY = [0, 0, 0, 0]
_FIRST_TURN = (0, [(2, "JS"), (5, "JS")])
_GROWN = (1, [_SETS[0], [*_SETS[1], "5D"]])


def _plays_where_they_belong(sets: Any) -> tuple[Question, ...]:
    """Each form of a play that the documents describe, with their table and history."""
    history = [_FIRST_TURN, (1, [(2, "JS"), (3, sets)])]
    return tuple(
        Question(arguments, expected=True)
        for arguments in (
            ((1, "JS"), 1, _laid(), history[:1], _NOBODY, _ELEVEN[1:], "JS"),
            ((2, "2C"), 0, _laid(), [], _NOBODY, _ELEVEN[1:], "2C"),
            ((2, "JS"), 1, _laid(), history[:1], _NOBODY, _ELEVEN[:-1], "JS"),
            ((5, "JS"), 0, _laid(), [(0, [(2, "JS")])], _NOBODY, _ELEVEN, None),
            ((3, sets), 1, _laid(), [_FIRST_TURN, (1, [(2, "JS")])], _NOBODY, _ELEVEN, None),
            ((4, ("AD", (1, 0, 3))), 1, _laid(_GROWN), history, [0, 1, 0, 0], ["AD", "8S", "JS"], None),
            ((5, "JS"), 1, _laid(_GROWN), history, [0, 1, 0, 0], ["8S", "JS"], None),
        )
    )


_VALIDITY = (
    Question(((3, (1, _SETS)), 0, _laid(), [(0, [(2, "JS")])], _NOBODY, _ELEVEN, None), expected=True),
    Question(
        (
            (4, ("KC", (1, 0, 0))),
            1,
            _laid((2, _SUIT)),
            [_FIRST_TURN, (1, [(1, "XX"), (3, (2, _SUIT))])],
            [0, 2, 0, 0],
            ["5D", "0S", "JS", "KC"],
            "JS",
        ),
        expected=False,
    ),
    Question(
        (
            (5, "JS"),
            1,
            _laid((1, _SETS)),
            [_FIRST_TURN, (1, [(1, "XX"), (3, (1, _SETS))])],
            [0, 1, 0, 0],
            ["AD", "8S", "9S", "0S", "JS"],
            "JS",
        ),
        expected=True,
    ),
)
_SCORES = _groups(("9D 9S 9D 0D 0S 0D", 57), ("2D 9S AD 0D", 46), ("", 0), ("3D JC AS", 39))
_LAST_CARD = Question(
    (
        1,
        _laid((5, [[*_RUN, "0S", "JS"]])),
        [_FIRST_TURN, (1, [(2, "JS"), (3, (5, [_RUN])), (4, ("0S", (1, 0, 8))), (4, ("JS", (1, 0, 9)))])],
        [0, 5, 0, 0],
        ["5D"],
        None,
    ),
    expected=(5, "5D"),
)
_FIRST_DRAW = Question(
    (0, _laid(), [], _NOBODY, ["2S", "3S", "4H", "5H", "6D", "7D", "8C", "9C", "0S", "QS"], None), expected=(1, None)
)

EXAMPLES: dict[str, tuple[Question, ...]] = {
    "phazed_group_type": _groups(
        ("2C 2S 2H", [1]),
        ("2C 2C 4C KC 9C AH JC", [2]),
        ("4H 4S AC 4C", [3]),
        ("4H 5S AC 7C 8H AH 0S JC", [4]),
        ("4H 5D AC 7H", [5]),
        ("KS 0D 8C 3S", [6]),
        ("KS 0C 8C 3S", [6, 7]),
        ("2C 2C 4C KC 9C AS 3C", [2, 6, 7]),
        ("4H 5D 7C AC", []),
        ("2S 2S 2H", [1]),
        ("2C 7C 7C 8C JC QC KC", [2]),
        ("2S 3C 4C 5S", [5]),
        ("2C 2S AC", [1]),
        ("2C AS AC", []),
        ("4H 5S AC 8H 7C AH 0S JC", []),
        ("4H 5D 7H AC", []),
    ),
    "phazed_phase_type": _phases(
        ("2C 2S 2H / 7H 7C AH", [1]),
        ("2C 2C 4C KC 9C AH JC", [2]),
        ("2C KH QS 7H / 3H 7S 0D KD AD", [3]),
        ("4H 4S AC 4C / 7H 7C AH AC", [4]),
        ("4H 5S AC 7C 8H AH 0S JC", [5]),
        ("2C KC QS 7C / 3H 7H 0D KD AD", [3, 6]),
        ("4H 5D AC 7H / 7H 7C AH AS", [7]),
        ("4H 5D 7C AC / AC AS AS", []),
        ("2S 2S 2H 2D / 7H 7S 7D 7D", [4]),
        ("2S 3D 4C 5D 6C 7D 8H 9S", [5]),
        ("KC 2S 3C 4C / 7C 7S 7D 7D", [7]),
        ("4H 5S AC 8H 7C AH 0S JC", []),
        ("7H 7C AH AS / 4H 5D AC 7H", []),
    ),
    "phazed_is_valid_play": (*_VALIDITY, *_plays_where_they_belong((1, _SETS))),
    "phazed_score": _SCORES,
    "phazed_play": (_LAST_CARD,),
    "phasedout_group_type": _groups(
        ("2C 2S 2H", 1),
        ("2C 2C 4C KC 9C AH JC", 2),
        ("4H 4S AC 4C", 3),
        ("4H 5S AC 7C 8H AH 0S JC", 4),
        ("4H 5S AC 8H 7C AH 0S JC", None),
        ("4H 5D AC 7H", 5),
        ("4H 5D 7H AC", None),
        ("4H 5D 7C AC", None),
    ),
    "phasedout_phase_type": _phases(
        ("2C 2S 2H / 7H 7C AH", 1),
        ("2C 2C 4C KC 9C AH JC", 2),
        ("4H 4S AC 4C / 7H 7C AH AC", 3),
        ("4H 5S AC 7C 8H AH 0S JC", 4),
        ("4H 5S AC 8H 7C AH 0S JC", None),
        ("4H 5D AC 7H / 7H 7C AH AS", 5),
        ("7H 7C AH AS / 4H 5D AC 7H", None),
        ("4H 5D 7C AC / AC AS AS", None),
    ),
    "phasedout_is_valid_play": _plays_where_they_belong(_SETS),
    "phasedout_score": _SCORES,
    "phasedout_play": (_FIRST_DRAW,),
}


# Questions made from games.


class Material(NamedTuple):
    """What games are made of: views, each with the play that was made there."""

    all: tuple[tuple[View, Play], ...]
    rare: tuple[tuple[View, Play], ...]
    """Those where a phase was laid or a card played to a group."""
    phases: tuple[list[list[str]], ...]


GAMES_PLAYED = 3


@lru_cache(maxsize=8)
def material(game: str, seed: str) -> Material:
    """From games of four greedy players, who lay many phases and play many cards to them."""
    rules = ruleset(game)
    made_plays = tuple(
        (view(event.before, event.before.seat), event.play)
        for number in range(GAMES_PLAYED)
        for event in referee(
            rules, [make("greedy", rules, 0) for _ in range(SEATS)], shuffles(rules, f"{seed}/questions/{number}")
        )
        if isinstance(event, Played)
    )
    return Material(
        made_plays,
        tuple((seen, play) for seen, play in made_plays if play[0] in (LAY_PHASE, LAY_OFF)),
        tuple(_listed(play) for _, play in made_plays if play[0] == LAY_PHASE),
    )


def _listed(play: Play) -> list[list[str]]:
    """The groups of a phase play."""
    return [list(group) for group in phase_and_groups(play[1])[1]]


def made(function: str, seed: str) -> Iterator[Question]:
    """Ever more questions for the function, which is not one that plays."""
    rules, what = game_and_question(function)
    answer = getattr(coursework, function)
    found = material(rules.name, seed)
    chance = Random(f"{seed}/{function}")
    while True:
        arguments = _MAKERS[what](rules, found, chance)
        yield Question(arguments, answer(*arguments))


def _group(rules: Ruleset, found: Material, chance: Random) -> tuple[Any, ...]:
    if chance.random() < 0.2:
        hand = chance.choice(found.all)[0].hand
        return (chance.sample(hand, min(chance.randint(3, 8), len(hand))),)
    return (_altered(chance.choice(chance.choice(found.phases)), rules, chance),)


def _altered(cards: Sequence[str], rules: Ruleset, chance: Random) -> list[str]:
    """The same cards, or with one thing changed."""
    changed = list(cards)
    place = chance.randrange(len(changed))
    change = chance.random()
    if change < 0.3:
        changed[place] = chance.choice(rules.deck)
    elif change < 0.5:
        other = chance.randrange(len(changed))
        changed[place], changed[other] = changed[other], changed[place]
    elif change < 0.6:
        del changed[place]
    elif change < 0.7:
        changed.append(chance.choice(rules.deck))
    return changed


def _phase(rules: Ruleset, found: Material, chance: Random) -> tuple[Any, ...]:
    groups = [list(group) for group in chance.choice(found.phases)]
    change = chance.random()
    if change < 0.4:
        place = chance.randrange(len(groups))
        groups[place] = _altered(groups[place], rules, chance)
    elif change < 0.5:
        groups.reverse()
    elif change < 0.6:
        groups.append(list(chance.choice(chance.choice(found.phases))))
    elif change < 0.7:
        del groups[0]
    return (groups,)


def _hand(rules: Ruleset, found: Material, chance: Random) -> tuple[Any, ...]:
    return (list(chance.choice(found.all)[0].hand),)


def _validity(rules: Ruleset, found: Material, chance: Random) -> tuple[Any, ...]:
    seen, play = chance.choice(found.rare if chance.random() < 0.6 else found.all)
    change = chance.random()
    if change < 0.2:
        play = _any_play(seen, found, chance)
    elif change < 0.6:
        play = _altered_play(seen, play, chance)
    if play == (DRAW, None):
        play = (DRAW, chance.choice(rules.deck))  # as the documents have it, where the card is known
    return (in_course_form(play), *seen.to_course())


def _altered_play(seen: View, play: Play, chance: Random) -> Play:
    """The play with one thing changed, which may make it one against the rules."""
    kind, content = play
    if kind == LAY_PHASE:
        phase, groups = phase_and_groups(content)
        if phase is not None and chance.random() < 0.3:
            return (kind, (chance.randint(1, len(seen.rules.phases)), groups))
        place = chance.randrange(len(groups))
        group = tuple(_altered(groups[place], seen.rules, chance))
        return seen.rules.phase_play(phase or 0, (*groups[:place], group, *groups[place + 1 :]))
    if kind == LAY_OFF:
        card, (seat, place, index) = content
        change = chance.random()
        if change < 0.3:
            card = chance.choice(seen.hand)
        elif change < 0.6:
            index = chance.randint(0, len(seen.table[seat][1][place]) + 1)
        else:
            seat = chance.choice([each for each in range(SEATS) if seen.table[each][1]])
            place = chance.randrange(len(seen.table[seat][1]))
            index = chance.choice([0, len(seen.table[seat][1][place])])
        return (kind, (card, (seat, place, index)))
    return (kind, chance.randrange(SEATS) if kind == SKIP else chance.choice(seen.rules.deck))


def _any_play(seen: View, found: Material, chance: Random) -> Play:
    """A play of any kind, most often against the rules."""
    rules = seen.rules
    kind = chance.randint(DRAW, SKIP if rules.has_jokers else DISCARD)
    if kind == LAY_PHASE:
        groups = tuple(map(tuple, chance.choice(found.phases)))
        return rules.phase_play(chance.randint(1, len(rules.phases)), groups)
    if kind == LAY_OFF:
        return (kind, (chance.choice(seen.hand), (chance.randrange(SEATS), 0, 0)))
    card = chance.choice(seen.hand)
    contents = {DRAW: None, TAKE: seen.discard or card, DISCARD: card, SKIP: chance.randrange(SEATS)}
    return (kind, contents[kind])


_MAKERS = {"group_type": _group, "phase_type": _phase, "score": _hand, "is_valid_play": _validity}


def why(function: str, question: Question, answered: object) -> str:
    """Why an answer to the question is wrong, as far as there is more to say than what is right."""
    rules, what = game_and_question(function)
    if what == "is_valid_play" and question.expected is False:
        return str(coursework.explain(*question.arguments, game=rules.name))
    right = question.expected if isinstance(question.expected, list) else [question.expected]
    surplus = [each for each in (answered if isinstance(answered, list) else [answered]) if each not in right]
    number = surplus[0] if surplus and type(surplus[0]) is int else 0
    if what == "group_type" and 0 < number <= len(rules.kinds):
        return f"not {number}: the group {rules.kinds[number - 1].flaw(question.arguments[0])}"
    if what == "phase_type" and 0 < number <= len(rules.phases):
        return f"not {number}: {rules.phase_flaw(number, question.arguments[0])}"
    return ""
