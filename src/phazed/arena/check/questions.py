"""Questions with known answers for a bot's functions: the documents' examples, and questions made from games.

Hands, groups, phases and plays are taken from games of built-in players, unchanged or with one change. The expected
answers come from this package's implementation of the course's functions.

>>> question = next(made("phazed_score", "0"))
>>> question.arguments, question.expected
((['5H', 'JS'],), 16)
"""

from __future__ import annotations

import marshal
import re
from functools import lru_cache
from itertools import islice
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from phazed import coursework
from phazed.answers.check import Answers, WrongAnswer
from phazed.arena.check.examples import EXAMPLES, Question
from phazed.arena.check.explanations import explanation
from phazed.arena.check.problems import similarity
from phazed.bots import make
from phazed.game.games import Played, shuffles
from phazed.game.justification import why_group, why_phase, why_points
from phazed.game.pasted import game_and_question
from phazed.game.referee import called, referee
from phazed.game.view import in_course_form, view
from phazed.rules.errors import shown
from phazed.rules.plays import DISCARD, DRAW, LAY_OFF, LAY_PHASE, SKIP, TAKE, phase_and_groups
from phazed.rules.rulesets import PLAY_FUNCTIONS, SEATS, ruleset
from phazed.sandbox.wire import PLAIN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phazed.arena.check.bot_session import Answer, BotSession
    from phazed.arena.check.explanations import Context
    from phazed.game.view import View
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset

MADE = 200
"""Number of questions made from games for each function."""
MAX_SECONDS = 5.0
"""Wall-clock seconds after which a function is not asked further questions."""
MAX_FAILURES = 3
"""Number of crashes and timeouts after which a function is not asked further questions."""
GAMES_PLAYED = 3
"""Number of games from which questions are made."""


# Asking


def ask(session: BotSession, function: str, seed: str, on_progress: Callable[[str, int, int], None]) -> Answers:
    """Ask the function all its questions."""
    examples = EXAMPLES.get(function, ())
    questions = [*examples, *(islice(made(function, seed), MADE) if has_one_answer(function) else ())]
    session.stop()
    wrong: list[list[tuple[Any, WrongAnswer]]] = [[], []]
    asked, failures, begun, stopped = 0, 0, monotonic(), ""
    for asked, question in enumerate(questions):
        if failures >= MAX_FAILURES or (asked and monotonic() - begun > MAX_SECONDS):
            reason = "it fails too often" if failures >= MAX_FAILURES else "it is too slow"
            stopped = f"no more questions were asked because {reason}"
            break
        answer = session.call(function, marshal.dumps(question.arguments, PLAIN), seed)
        failures += answer.offence is not None and answer.offence.kind != "exception"
        if answer.offence or not same_answer(answer.value, question.expected):
            wrong[asked >= len(examples)].append(_wrong_answer(session.context, function, question, answer))
        on_progress(f"asking {function}", asked + 1, len(questions))
    else:
        asked = len(questions)
    return Answers(
        function,
        min(asked, len(examples)),
        tuple(each for _, each in wrong[0]),
        max(asked - len(examples), 0),
        tuple(each for _, each in wrong[1]),
        tuple(_merged(wrong[1])),
        stopped,
    )


def has_one_answer(function: str) -> bool:
    """Return whether calls of the function have a single correct answer, that is, it does not choose a play."""
    return function not in PLAY_FUNCTIONS


def same_answer(answer: object, expected: object) -> bool:
    """Return whether both answers are equal and have the same types; the bot's tuples have been turned into lists."""
    return shown(answer, most=1000) == shown(_with_lists(expected), most=1000)


def _with_lists(value: Any) -> Any:
    return [_with_lists(each) for each in value] if isinstance(value, (list, tuple)) else value


def _wrong_answer(context: Context, function: str, question: Question, answer: Answer) -> tuple[Any, WrongAnswer]:
    """Return a key shared by similar wrong answers, and the wrong answer."""
    answered = answer.text(is_play=not has_one_answer(function))
    expected = shown(question.expected, most=300)
    call = called(function, question.arguments)
    if answer.offence:
        traceback = answer.offence.traceback
        key = similarity(answer.offence)
        return key, WrongAnswer(call, expected, answered, explanation(answer.offence, function, context), traceback, 1)
    reason = why(function, question, answer.value)
    similar: tuple[Any, ...] = (expected, answered, "".join(re.findall(r"\(rule .*", reason)))
    if function.endswith("_is_valid_play"):
        similar += (question.arguments[0][0],)  # the kind of play
    return () if function.endswith("_score") else similar, WrongAnswer(call, expected, answered, reason, "", 1)


def _merged(wrong: Iterable[tuple[Any, WrongAnswer]]) -> Iterator[WrongAnswer]:
    """Yield the answer with the shortest call from each set of similar ones, most frequent first."""
    similar: dict[Any, list[WrongAnswer]] = {}
    for key, each in wrong:
        similar.setdefault(key, []).append(each)
    for group in sorted(similar.values(), key=len, reverse=True):
        yield min(group, key=lambda each: len(each.call))._replace(times=len(group))


# Making questions from games


class Material(NamedTuple):
    """Positions from games, each with the play that was chosen."""

    all: tuple[tuple[View, Play], ...]
    rare: tuple[tuple[View, Play], ...]
    """Positions in which a phase was laid or a card was laid off."""
    phases: tuple[list[list[str]], ...]


@lru_cache(maxsize=8)
def material(game: str, seed: str) -> Material:
    """Return positions from games between greedy players, who lay many phases and lay off many cards."""
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
    """Return the groups of a phase play."""
    return [list(group) for group in phase_and_groups(play[1])[1]]


def made(function: str, seed: str) -> Iterator[Question]:
    """Yield an endless sequence of questions for a function that has a single correct answer."""
    rules, what = game_and_question(function)
    answer = getattr(coursework, function)
    found = material(rules.name, seed)
    rng = Random(f"{seed}/{function}")
    while True:
        arguments = _MAKERS[what](rules, found, rng)
        yield Question(arguments, answer(*arguments))


def _group(rules: Ruleset, found: Material, rng: Random) -> tuple[Any, ...]:
    if rng.random() < 0.2:
        hand = rng.choice(found.all)[0].hand
        return (rng.sample(hand, min(rng.randint(3, 8), len(hand))),)
    return (_altered(rng.choice(rng.choice(found.phases)), rules, rng),)


def _altered(cards: Sequence[str], rules: Ruleset, rng: Random) -> list[str]:
    """Return the cards, possibly with one thing changed."""
    changed = list(cards)
    place = rng.randrange(len(changed))
    change = rng.random()
    if change < 0.3:
        changed[place] = rng.choice(rules.deck)
    elif change < 0.5:
        other = rng.randrange(len(changed))
        changed[place], changed[other] = changed[other], changed[place]
    elif change < 0.6:
        del changed[place]
    elif change < 0.7:
        changed.append(rng.choice(rules.deck))
    return changed


def _phase(rules: Ruleset, found: Material, rng: Random) -> tuple[Any, ...]:
    groups = [list(group) for group in rng.choice(found.phases)]
    change = rng.random()
    if change < 0.4:
        place = rng.randrange(len(groups))
        groups[place] = _altered(groups[place], rules, rng)
    elif change < 0.5:
        groups.reverse()
    elif change < 0.6:
        groups.append(list(rng.choice(rng.choice(found.phases))))
    elif change < 0.7:
        del groups[0]
    return (groups,)


def _hand(rules: Ruleset, found: Material, rng: Random) -> tuple[Any, ...]:
    return (list(rng.choice(found.all)[0].hand),)


def _validity(rules: Ruleset, found: Material, rng: Random) -> tuple[Any, ...]:
    seen, play = rng.choice(found.rare if rng.random() < 0.6 else found.all)
    change = rng.random()
    if change < 0.2:
        play = _any_play(seen, found, rng)
    elif change < 0.6:
        play = _altered_play(seen, play, rng)
    if play == (DRAW, None):
        play = (DRAW, rng.choice(rules.deck))  # the documents also use the form with the card
    return (in_course_form(play), *seen.to_course())


def _altered_play(seen: View, play: Play, rng: Random) -> Play:
    """Return the play with one thing changed, which may make it illegal."""
    if play[0] == LAY_PHASE:
        phase, groups = phase_and_groups(play[1])
        if phase is not None and rng.random() < 0.3:
            return (LAY_PHASE, (rng.randint(1, len(seen.rules.phases)), groups))
        place = rng.randrange(len(groups))
        group = tuple(_altered(groups[place], seen.rules, rng))
        return seen.rules.phase_play(phase or 0, (*groups[:place], group, *groups[place + 1 :]))
    if play[0] == LAY_OFF:
        card, (seat, place, index) = play[1]
        change = rng.random()
        if change < 0.3:
            card = rng.choice(seen.hand)
        elif change < 0.6:
            index = rng.randint(0, len(seen.table[seat][1][place]) + 1)
        else:
            seat = rng.choice([each for each in range(SEATS) if seen.table[each][1]])
            place = rng.randrange(len(seen.table[seat][1]))
            index = rng.choice([0, len(seen.table[seat][1][place])])
        return (LAY_OFF, (card, (seat, place, index)))
    if play[0] == SKIP:
        return (SKIP, rng.randrange(SEATS))
    card = rng.choice(seen.rules.deck)
    if play[0] == DRAW:
        return (DRAW, card)
    return (TAKE, card) if play[0] == TAKE else (DISCARD, card)


def _any_play(seen: View, found: Material, rng: Random) -> Play:
    """Return a random play of any kind, usually illegal."""
    rules = seen.rules
    kind = rng.randint(DRAW, SKIP if rules.has_jokers else DISCARD)
    if kind == LAY_PHASE:
        groups = tuple(map(tuple, rng.choice(found.phases)))
        return rules.phase_play(rng.randint(1, len(rules.phases)), groups)
    if kind == LAY_OFF:
        return (LAY_OFF, (rng.choice(seen.hand), (rng.randrange(SEATS), 0, 0)))
    card, seat = rng.choice(seen.hand), rng.randrange(SEATS)
    plays: dict[int, Play] = {
        DRAW: (DRAW, None),
        TAKE: (TAKE, seen.discard or card),
        DISCARD: (DISCARD, card),
        SKIP: (SKIP, seat),
    }
    return plays[kind]


_MAKERS = {"group_type": _group, "phase_type": _phase, "score": _hand, "is_valid_play": _validity}


def why(function: str, question: Question, answered: object) -> str:
    """Return the reason why the answer is wrong; empty if the expected answer says enough."""
    rules, what = game_and_question(function)
    if what == "is_valid_play" and question.expected is False:
        return str(coursework.explain(*question.arguments, game=rules.name))
    if what == "score":
        return why_points(question.arguments[0])
    if what in ("group_type", "phase_type"):
        return _why_type(rules, what, question, answered)
    return ""


def _why_type(rules: Ruleset, what: str, question: Question, answered: object) -> str:
    """Return why a given type is wrong or, if none is, why a missing type is correct."""
    cards, right = question.arguments[0], _numbers(question.expected)
    given = _numbers(answered)
    known = range(1, len(rules.kinds if what == "group_type" else rules.phases) + 1)
    for number in given:
        if number not in right and number in known:
            if what == "group_type":
                return f"not {number}: the group {rules.kinds[number - 1].flaw(cards)}"
            return f"not {number}: {rules.phase_flaw(number, cards)}"
    for number in right:
        if number not in given:
            if what == "group_type":
                return f"it is {number}: {why_group(rules.kinds[number - 1], cards)}"
            return f"it is {number}: {why_phase(rules, number, cards)}"
    return ""


def _numbers(answer: object) -> list[int]:
    """Return the types in an answer, which may be a list, a single number or `None`."""
    return [each for each in (answer if isinstance(answer, (list, tuple)) else [answer]) if type(each) is int]
