"""The original tournament's match log (rule 8): a writer and a reader.

The reader checks every line against the state of the game so far. The first wrong line raises `InvalidRecord` with the
line number and the expected content. Each deck is reconstructed from the cards in the log, followed by unseen cards.
"""

from __future__ import annotations

import ast
import re
from itertools import repeat

from phazed.game.game import Game
from phazed.game.games import Dealt, GameEnded, HandEnded, Played, PlayerError, read_seed
from phazed.game.records import InvalidRecord
from phazed.game.view import in_course_form
from phazed.rules.cards import in_order, without
from phazed.rules.course import read_play
from phazed.rules.errors import InvalidNotation, shown
from phazed.rules.plays import DRAW, LAY_PHASE
from phazed.rules.rulesets import BONUS, HAND_SIZE, PHASEDOUT, PHAZED, SEATS
from phazed.rules.scoring import ordinal, points
from phazed.rules.state import DECK_EXHAUSTED, OUT_OF_CARDS, TURN_LIMIT
from phazed.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import NoReturn

    from phazed.game.games import Event, Standing
    from phazed.rules.cards import Card, Cards
    from phazed.rules.plays import Play
    from phazed.rules.rulesets import Ruleset, Status
    from phazed.rules.state import HandState

_ENDINGS = {
    OUT_OF_CARDS: "Player {} has no more cards",
    DECK_EXHAUSTED: "the pickup pile has been exhausted",
    TURN_LIMIT: "every player has had 50 turns",
}
_PHASES_DONE = "at least one player has completed all phases"
_HANDS_DONE = "the maximum number of hands has been played"


def write_log(
    events: Iterable[Event],
    *,
    seed: object,
    names: Sequence[str] = (),
    times: Iterable[float] = repeat(0.0),
) -> Iterator[str]:
    """Yield the lines of a game's log from its events; `times` are in seconds since the start."""
    if names:
        yield from (f"Player {seat} -> {' '.join(name.split())}" for seat, name in enumerate(names))
        yield "Match Log"
    for event, seconds in zip(events, times):
        lines = _lines(event)
        if isinstance(event, Dealt) and not event.standing.hands:
            lines = [f"Deck contains {len(event.state.deck)} cards.", f"Random seed set to {seed}.", *lines]
        for line in lines:
            yield f"[{seconds:6.3f}] {line}".rstrip()


def _lines(event: Event) -> list[str]:
    if isinstance(event, Played):
        return [_play_line(event)]
    if isinstance(event, Dealt):
        return _deal_lines(event)
    if isinstance(event, HandEnded):
        return _hand_end_lines(event)
    return _game_end_lines(event)


def _deal_lines(event: Dealt) -> list[str]:
    standing, state = event
    rules = standing.rules
    return [
        "",
        f"=== Starting hand number {standing.hands} ===",
        *(f"Player {seat} has {_completed(rules, status)}." for seat, status in enumerate(standing.status)),
        f"Player {standing.dealer} deals, and Player {state.leader} starts.",
        *(f"Player {seat} was dealt {_sorted(state.hands[seat])}." for seat in _in_turn(state)),
        f"Initial discard was {state.discard}.",
    ]


def _in_turn(state: HandState) -> list[int]:
    """Return the seats, the leader first."""
    return [(state.leader + step) % SEATS for step in range(SEATS)]


def _completed(rules: Ruleset, status: Status) -> str:
    phases = rules.completed(status)
    if not phases:
        return "not completed any phase"
    return f"completed phase{'s' if len(phases) > 1 else ''} {', '.join(map(str, phases))}"


def _sorted(hand: Cards) -> str:
    return " ".join(in_order(hand))


def _play_line(event: Played) -> str:
    before, play, _ = event
    line = f"Player {before.seat} played {in_course_form(play)!r}"
    return f"{line} and picked up {before.deck[before.drawn]}." if play[0] == DRAW else f"{line}."


def _hand_end_lines(event: HandEnded) -> list[str]:
    state, standing = event
    return [
        f"Hand has ended as {_ENDINGS[state.ending or ''].format(state.seat)}.",
        *(
            f"Player {seat} had {_sorted(state.hands[seat]) or 'no cards'} left in their hand. This scores "
            f"{points(state.hands[seat])}, bringing their total score to {standing.scores[seat]}."
            for seat in _in_turn(state)
        ),
    ]


def _game_end_lines(event: GameEnded) -> list[str]:
    standing, error = event
    if error is not None:
        return [f"Game has ended as Player {error.seat} made an error: {printable(' '.join(error.reason.split()))}"]
    reason = _PHASES_DONE if any(standing.finished) else _HANDS_DONE
    by_rank = sorted(range(SEATS), key=lambda seat: (standing.ranks[seat], seat))
    return [
        f"End game reached as {reason}.",
        "",
        "=== Game finished ===",
        *(
            f"Player {seat} ranked {ordinal(standing.ranks[seat])} with a final score of {standing.scores[seat]}."
            for seat in by_rank
        ),
    ]


class MatchLog:
    r"""A match log: the players' names, the seed, the game, and the events, which are checked as they are read.

    >>> log = MatchLog("[ 0.000] Deck contains 104 cards.\n[ 0.000] Random seed set to 7.")
    >>> log.rules, log.seed, log.names
    (<Ruleset phazed>, 7, ('Player 0', 'Player 1', 'Player 2', 'Player 3'))
    >>> list(log.events())
    Traceback (most recent call last):
    ...
    phazed.game.records.InvalidRecord: line 3: the log breaks off; expected "=== Starting hand number 0 ==="
    """

    def __init__(self, text: str, rules: Ruleset | None = None) -> None:
        names = [f"Player {seat}" for seat in range(SEATS)]
        self._lines: list[tuple[int, str]] = []
        """The numbers and texts of the lines with events."""
        number = 0
        for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            event = _EVENT.fullmatch(line.rstrip())
            if event is not None:
                if event[1]:
                    self._lines.append((number, event[1]))
            elif self._lines:
                if line.strip():
                    self._fail(number, 'an event, such as "[ 0.346] Player 1 deals, and Player 2 starts."', line)
            elif (seated := _SEATED.fullmatch(line.strip())) is not None:
                names[int(seated[1])] = seated[2]
        self._end = number + 1
        self._next = 0
        self.names = tuple(names)
        deck = self._expect(_DECK, '"Deck contains 104 cards."')
        self.rules = rules or self._recognised(int(deck[1]))
        if int(deck[1]) != len(self.rules.deck):
            self._refuse(f"the {len(self.rules.deck)} cards of {self.rules.name}")
        self.seed = read_seed(self._expect(_SEED, '"Random seed set to ..."')[1])

    def _recognised(self, cards: int) -> Ruleset:
        """Infer the game from the size of the deck and the form of the phase plays."""
        if cards == len(BONUS.deck):
            return BONUS
        played = next((line for _, line in self._lines if f"played ({LAY_PHASE}, " in line), "(3, (1")
        return PHAZED if re.search(r"\(3, [(\[]\d", played) else PHASEDOUT

    def events(self) -> Iterator[Event]:
        """Yield the events of the game; raise `InvalidRecord` at the first wrong line."""
        game = Game(self.rules, seed=self.seed, auto_deal=False)
        while not game.over:
            yield game.deal(self._read_deck(game.standing))
            while game.seat is not None:
                play = self._read_play(game.state)
                if play is None:
                    yield game.end(self._read_error(game.seat))
                    return
                played, *ended = game.advance(play)
                yield played
            self._read_hand_end(game.state, game.standing)
            yield ended[0]
        self._read_game_end(game.standing)
        yield game.events[-1]

    def _fail(self, number: int, expected: str, found: str | None) -> NoReturn:
        if found is None:
            raise InvalidRecord(f"line {number}", f"the log breaks off; expected {expected}")
        raise InvalidRecord(f"line {number}", f"expected {expected}, found {shown(found)}")

    def _expect(self, pattern: re.Pattern[str], expected: str) -> re.Match[str]:
        """Read the next line, which must match the pattern."""
        number, line = self._lines[self._next] if self._next < len(self._lines) else (self._end, None)
        found = None if line is None else pattern.fullmatch(line)
        if found is None:
            self._fail(number, expected, line)
        self._next += 1
        return found

    def _refuse(self, expected: str) -> NoReturn:
        """Raise the error for the line just read, which has the right form but the wrong content."""
        number, line = self._lines[self._next - 1]
        self._fail(number, expected, line)

    def _expect_end(self, expected: str) -> None:
        if self._next < len(self._lines):
            number, line = self._lines[self._next]
            self._fail(number, expected, line)

    def _each_seat(self, pattern: re.Pattern[str], expected: str) -> Iterator[tuple[int, re.Match[str]]]:
        """Read four lines that match the pattern, one per seat in any order, and yield each with its seat."""
        missing = set(range(SEATS))
        while missing:
            line = self._expect(pattern, expected.format(min(missing)))
            if int(line[1]) not in missing:
                self._refuse(expected.format(min(missing)))
            missing.remove(int(line[1]))
            yield int(line[1]), line

    def _cards(self, text: str, seen: list[Card]) -> Cards:
        """Return the cards of the line just read and add them to `seen`, which must not exceed the deck."""
        cards = tuple(text.split())
        for card in cards:
            if card not in self.rules.cards:
                self._refuse(f"cards of {self.rules.name}")
            seen.append(card)
            if seen.count(card) > self.rules.deck.count(card):
                self._refuse(f"at most {self.rules.deck.count(card)} copies of {card}")
        return cards

    def _read_deck(self, standing: Standing) -> Cards:
        """Read a deal, and return the deck: the cards that the log reveals, then all others."""
        title = f'"=== Starting hand number {standing.hands} ==="'
        if int(self._expect(_HAND, title)[1]) != standing.hands:
            self._refuse(title)
        for seat, line in self._each_seat(_COMPLETED, '"Player {} has completed ..."'):
            if not self._says_completed(line[2], standing.status[seat]):
                self._refuse(f'"Player {seat} has {_completed(self.rules, standing.status[seat])}."')
        leader = (standing.dealer + 1) % SEATS
        deals = f'"Player {standing.dealer} deals, and Player {leader} starts."'
        line = self._expect(_DEALS, deals)
        if (int(line[1]), int(line[2])) != (standing.dealer, leader):
            self._refuse(deals)
        seen: list[Card] = []
        hands: dict[int, Cards] = {}
        for seat, line in self._each_seat(_DEALT, '"Player {} was dealt ..."'):
            hands[seat] = self._cards(line[2], seen)
            if len(hands[seat]) != HAND_SIZE:
                self._refuse(f"{HAND_SIZE} cards")
        dealt = [hands[(leader + step % SEATS) % SEATS][step // SEATS] for step in range(HAND_SIZE * SEATS)]
        line = self._expect(_DISCARD, '"Initial discard was ..."')
        turned_up = self._cards(line[1], seen)
        drawn = self._coming_draws(seen)
        return (*dealt, *turned_up, *drawn, *without(self.rules.deck, seen))

    def _says_completed(self, text: str, status: Status) -> bool:
        phases = list(self.rules.completed(status))
        if "any" in text:
            return not phases
        if "all" in text:
            return self.rules.is_finished(status)
        numbers = [int(number) for number in re.findall(r"\d{1,9}", text)]
        return bool(phases) and (numbers == phases or (not self.rules.any_order and numbers in ([status], [1, status])))

    def _coming_draws(self, seen: list[Card]) -> Cards:
        """Return the cards drawn in the hand that starts here, without consuming its lines."""
        begin = self._next
        drawn: Cards = ()
        while self._next < len(self._lines):
            line = _PLAY.fullmatch(self._lines[self._next][1])
            if line is None:
                break
            self._next += 1
            if line[3] and line[2][1:].startswith(f"{DRAW},"):
                drawn += self._cards(line[3], seen)
        self._next = begin
        return drawn

    def _read_play(self, state: HandState) -> Play | None:
        """Read the next play; return `None` if the next line is a player's error."""
        if self._next < len(self._lines) and _ERROR.fullmatch(self._lines[self._next][1]):
            return None
        line = self._expect(_PLAY, f'"Player {state.seat} played ..."')
        if int(line[1]) != state.seat:
            self._refuse(f"a play by player {state.seat}, whose turn it is")
        try:
            play = read_play(self.rules, ast.literal_eval(line[2]))
        except InvalidNotation as error:
            self._refuse(f"a play ({error})")
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            self._refuse("a play as Python prints it")
        if play[0] == DRAW and line[3] is None:
            self._refuse('"... and picked up CARD."')
        refusal = state.refuse(play)
        if refusal is not None:
            self._refuse(f"a legal play: {refusal}")
        return play

    def _read_error(self, seat: int) -> PlayerError:
        line = self._expect(_ERROR, "an error")
        if int(line[1]) != seat:
            self._refuse(f"an error by player {seat}, whose turn it is")
        self._expect_end("nothing after the error")
        return PlayerError(seat=int(line[1]), kind="", reason=line[2], call="", answer="", traceback="")

    def _read_hand_end(self, state: HandState, standing: Standing) -> None:
        endings = _true_endings(state)
        ended = f'"Hand has ended as {endings[0]}."'
        line = self._expect(_HAND_ENDED, ended)
        if line[1] not in endings and not (state.ending == TURN_LIMIT and line[1] not in _other_endings()):
            self._refuse(ended)
        for seat, line in self._each_seat(_LEFT, '"Player {} had ... left in their hand. ..."'):
            left = "" if line[2] == "no cards" else line[2]
            hand = state.hands[seat]
            if sorted(left.split()) != sorted(hand):
                self._refuse(f"player {seat} to have {_sorted(hand) or 'no cards'} left")
            if int(line[3]) != points(hand):
                self._refuse(f"{points(hand)} points for {_sorted(hand) or 'no cards'}")
            if int(line[4]) != standing.scores[seat]:
                self._refuse(f"a total score of {standing.scores[seat]} for player {seat}")

    def _read_game_end(self, standing: Standing) -> None:
        finished = any(standing.finished)
        reason = f'"End game reached as {_PHASES_DONE if finished else _HANDS_DONE}."'
        if (self._expect(_GAME_ENDED, reason)[1] == _PHASES_DONE) != finished:
            self._refuse(reason)
        self._expect(_FINISHED, '"=== Game finished ==="')
        for seat, line in self._each_seat(_RANKED, '"Player {} ranked ..."'):
            place = ordinal(standing.ranks[seat])
            if line[2] != place or int(line[3]) != standing.scores[seat]:
                self._refuse(f"player {seat} to rank {place} with a final score of {standing.scores[seat]}")
        self._expect_end("nothing after the ranking")


def _true_endings(state: HandState) -> list[str]:
    """Return the valid reasons for the end of the hand, of which two can apply; the recorded one comes first."""
    endings = [_ENDINGS[state.ending or ""].format(state.seat)]
    if state.drawn == len(state.deck):
        endings.append(_ENDINGS[DECK_EXHAUSTED])
    return endings


def _other_endings() -> set[str]:
    return {_ENDINGS[DECK_EXHAUSTED], *(_ENDINGS[OUT_OF_CARDS].format(seat) for seat in range(SEATS))}


_EVENT = re.compile(r"\s*\[\s*\d+(?:\.\d*)?\]\s*(.*)")
_SEATED = re.compile(r"Player ([0-3]) -> (.*)")
_DECK = re.compile(r"Deck contains (\d{1,9}) cards\.")
_SEED = re.compile(r"Random seed set to (.*)\.")
_HAND = re.compile(r"=== Starting hand number (\d{1,9}) ===")
_COMPLETED = re.compile(r"Player ([0-3]) has (not completed any phase|completed .*)\.")
_DEALS = re.compile(r"Player ([0-3]) deals, and Player ([0-3]) starts\.")
_DEALT = re.compile(r"Player ([0-3]) was dealt (.*)\.")
_DISCARD = re.compile(r"Initial discard was (\S+)\.")
_PLAY = re.compile(r"Player ([0-3]) played ([(\[].*[)\]])(?: and picked up (\S+))?\.")
_ERROR = re.compile(r"Game has ended as Player ([0-3]) made an error: (.*)")
_HAND_ENDED = re.compile(r"Hand has ended as (.*)\.")
_LEFT = re.compile(
    r"Player ([0-3]) had (.*) left in their hand\. This scores (\d{1,9}), bringing their total score to (\d{1,9})\."
)
_GAME_ENDED = re.compile(r"End game reached as (.*)\.")
_FINISHED = re.compile(r"=== Game finished ===")
_RANKED = re.compile(r"Player ([0-3]) ranked (\d{1,2}(?:st|nd|rd|th)) with a final score of (\d{1,9})\.")
