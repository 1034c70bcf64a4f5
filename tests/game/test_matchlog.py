"""Match logs: read and written, and nothing that was changed in one goes unnoticed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phazed.bots import make
from phazed.game.games import GameEnded, HandEnded, Played
from phazed.game.matchlog import MatchLog, write_log
from phazed.game.records import InvalidRecord
from phazed.game.referee import play_game
from phazed.rules.rulesets import BONUS, PHASEDOUT, PHAZED, RULESETS
from phazed.rules.state import TURN_LIMIT

GOLDEN = Path(__file__).parent.parent / "golden"
LOG = (GOLDEN / "phazed.log").read_text(encoding="utf-8")
LINES = LOG.splitlines()
CARD = re.compile(r"\b[2-90JQKA][SHDC]\b")


def complaint(text, rules=None):
    with pytest.raises(InvalidRecord) as error:
        list(MatchLog(text, rules).events())
    return error.value


def line_number(pattern, start=0):
    return next(number for number, line in enumerate(LINES, 1) if number > start and re.search(pattern, line))


def with_line(number, change):
    return "\n".join([*LINES[: number - 1], change(LINES[number - 1]), *LINES[number:]])


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULESETS.values(), ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_log_that_we_wrote_reads_back_to_the_same_log(rules, seed):
    events = []
    players = [make("random" if seat == 3 else "greedy", rules, seat) for seat in range(4)]
    play_game(rules, players, seed, watch=events.append)
    text = "\n".join(write_log(events, seed=seed))
    log = MatchLog(text)
    assert log.rules is rules
    assert log.seed == seed
    assert "\n".join(write_log(log.events(), seed=log.seed)) == text


def test_every_line_has_the_time_of_its_event():
    events = []
    play_game(PHAZED, [make("greedy", PHAZED, 0)] * 4, 1, watch=events.append)
    lines = list(write_log(events, seed=1, times=[number / 8 for number in range(len(events))]))
    assert lines[0] == "[ 0.000] Deck contains 104 cards."
    assert lines[9].startswith("[ 0.000] Player 1 was dealt")
    assert lines[14].startswith("[ 0.125] Player 1 played")
    assert lines[15].startswith("[ 0.250] Player 1 played")


def test_groups_may_be_written_as_tuples_or_lists():
    phase = line_number(r"played \(3")
    tuples = re.sub(r"\[((?:'..'(?:, )?)+)\]", r"(\1)", LOG)
    assert tuples != LOG
    assert len(list(MatchLog(tuples).events())) == len(list(MatchLog(LOG).events()))
    assert "[['" in LINES[phase - 1]


def test_a_play_may_be_written_as_a_list():
    lists = re.sub(r"played \((5, '..')\)", r"played [\1]", LOG)
    assert lists != LOG
    assert len(list(MatchLog(lists).events())) == len(list(MatchLog(LOG).events()))


def test_windows_line_ends_blank_lines_and_a_byte_order_mark_do_no_harm():
    text = "\ufeff" + LOG.replace("\n", "\r\n") + "\r\n\r\n"
    assert isinstance(list(MatchLog(text).events())[-1], GameEnded)


def test_names_are_read_from_the_lines_before_the_log():
    assert MatchLog(LOG).names == ("Ann", "Bob", "Cy", "Dee")
    assert MatchLog("Some title\n\n" + LOG).names == ("Ann", "Bob", "Cy", "Dee")
    bare = "\n".join(LINES[5:])
    assert MatchLog(bare).names == ("Player 0", "Player 1", "Player 2", "Player 3")


def test_a_name_with_line_breaks_stays_in_its_line():
    events = []
    play_game(PHAZED, [lambda *_: None] * 4, 1, watch=events.append)
    lines = list(write_log(events, seed=1, names=["a\nb", "c", "d", "e"]))
    assert lines[:5] == ["Player 0 -> a b", "Player 1 -> c", "Player 2 -> d", "Player 3 -> e", "Match Log"]


@pytest.mark.parametrize("said", ["phase {0}", "phases 1 to {0}", "phases 1-{0}", "up to phase {0}"])
def test_completed_phases_may_be_said_in_several_ways(said):
    def reworded(found):
        numbers = re.findall(r"\d", found[2])
        return f"{found[1]} has completed {said.format(numbers[-1])}."

    text = re.sub(r"(Player \d) has completed (phases? [\d, ]+)\.", reworded, LOG)
    assert isinstance(list(MatchLog(text).events())[-1], GameEnded)


@pytest.mark.parametrize(("rules", "name"), [(BONUS, "phazed_bonus"), (PHASEDOUT, "phasedout"), (PHAZED, "phazed")])
def test_the_game_is_recognised_by_deck_and_phases(rules, name):
    assert MatchLog((GOLDEN / f"{name}.log").read_text(encoding="utf-8")).rules is rules


def test_the_game_can_be_named():
    text = (GOLDEN / "phasedout.log").read_text(encoding="utf-8")
    assert MatchLog(text, PHASEDOUT).rules is PHASEDOUT
    assert "a legal play" in str(complaint(text, PHAZED)) or "a play" in str(complaint(text, PHAZED))
    assert "expected the 108 cards of phazed_bonus" in str(complaint(text, BONUS))


@pytest.mark.parametrize("length", [*range(0, len(LINES), 9), len(LINES) - 1])
def test_a_log_that_is_cut_off_is_noticed_where_it_breaks_off(length):
    error = complaint("\n".join(LINES[:length]))
    assert error.where == f"line {length + 1}"
    assert "the log breaks off; expected" in error.what


@pytest.mark.parametrize("number", range(6, len(LINES) + 1, 7))
def test_a_garbled_line_is_noticed_in_its_place(number):
    error = complaint(with_line(number, lambda line: line[:20] + "#?" + line[25:]))
    assert error.where == f"line {number}"
    assert "expected" in error.what


@pytest.mark.parametrize("number", [n for n in range(6, len(LINES) + 1, 7) if not LINES[n - 1].endswith("]")])
def test_a_missing_line_is_noticed(number):
    assert complaint("\n".join(LINES[: number - 1] + LINES[number:]))


@pytest.mark.parametrize("number", [n for n in range(6, len(LINES) + 1, 7) if not LINES[n - 1].endswith("]")])
def test_a_repeated_line_is_noticed(number):
    assert complaint("\n".join(LINES[:number] + LINES[number - 1 :]))


ALTERED = [
    (number, found.start())
    for number, line in enumerate(LINES, 1)
    if "Initial discard" not in line
    for found in CARD.finditer(line)
][::5]


@pytest.mark.no_cover
@pytest.mark.parametrize(("number", "place"), ALTERED)
def test_one_altered_card_is_noticed_and_explained(number, place):
    line = LINES[number - 1]
    other = "7D" if line[place : place + 2] != "7D" else "QC"
    error = complaint(with_line(number, lambda _: line[:place] + other + line[place + 2 :]))
    assert int(error.where.removeprefix("line ")) >= number
    assert "expected" in error.what


def test_an_initial_discard_that_cannot_be_is_noticed():
    number = line_number("Initial discard")
    dealt = CARD.findall(" ".join(LINES[:number]))
    twice = next(card for card in dealt if dealt.count(card) == 2)
    error = complaint(with_line(number, lambda line: CARD.sub(twice, line)))
    assert error.where == f"line {number}"
    assert f"at most 2 copies of {twice}" in error.what


@pytest.mark.parametrize(
    ("pattern", "change", "expected"),
    [
        (r"Deck contains", ("104", "103"), "the 104 cards of phazed"),
        (r"hand number 2", ("2", "3"), '"=== Starting hand number 2 ==="'),
        (r"has not completed any phase", ("not completed any phase", "completed phase 1"), "has not completed any"),
        (r"has completed phase 1\.", ("completed phase 1", "not completed any phase"), "has completed phase 1"),
        (r"has completed phase 1\.", ("completed phase 1", "completed all phases"), "has completed phase 1"),
        (r"has completed phase 1\.", ("phase 1", "phase 2"), "has completed phase 1"),
        (r"Player 1 has not completed", ("Player 1", "Player 0"), "Player 1 has completed"),
        (r"Player 0 deals", ("Player 0", "Player 2"), "Player 0 deals, and Player 1 starts."),
        (r"Player 1 was dealt", (r" \S\S\.", "."), "10 cards"),
        (r"Player 1 was dealt", (r" \S\S\.", " 1S."), "cards of phazed"),
        (r"Player 1 played \(1", ("Player 1", "Player 2"), "a play by player 1, whose turn it is"),
        (r"Player 1 played \(1", (r" and picked up \S\S", ""), "and picked up CARD"),
        (r"Player 1 played \(5", ("5", "7"), "a play's type must be a whole number"),
        (r"Player 1 played \(5", (r"\(5", "(5,"), "a play as Python prints it"),
        (r"Player 1 played \(5", (r"'..'", "__import__('os')"), "a play as Python prints it"),
        (r"Player 1 played \(5", (r"'..'", "'ZZ'"), "not a card of this game"),
        (r"Hand has ended", (r"as .*", "as the pickup pile has been exhausted."), "has no more cards"),
        (r"This scores [1-9]", (r"scores \d+", "scores 1000"), "points for"),
        (r"This scores [1-9]", (r"score to \d+", "score to 1000"), "a total score of"),
        (r"End game reached", ("as .*", "as everybody is tired."), "completed all phases"),
        (r"ranked 2nd", ("2nd", "3rd"), "to rank 2nd"),
        (r"ranked 2nd", (r"of \d+", "of 5"), "with a final score of"),
    ],
)
def test_what_a_line_says_is_checked(pattern, change, expected):
    number = line_number(pattern)
    text = with_line(number, lambda line: re.sub(*change, line, count=1))
    assert text != LOG
    error = complaint(text)
    assert error.where == f"line {number}"
    assert expected in error.what


def test_a_line_without_its_time_is_noticed():
    number = line_number("Player 1 played")
    error = complaint(with_line(number, lambda line: line[9:]))
    assert error.where == f"line {number}"
    assert "an event, such as" in error.what


def test_a_hand_that_ends_with_the_deck_reads_back():
    events = []
    play_game(PHASEDOUT, [make("random", PHASEDOUT, seat) for seat in range(4)], 1, watch=events.append)
    text = "\n".join(write_log(events, seed=1))
    assert "the pickup pile has been exhausted" in text
    assert len(list(MatchLog(text).events())) == len(events)
    assert "has been exhausted" in str(complaint(text.replace("pile has been exhausted", "pile has been lost")))


def test_nothing_may_follow_the_ranking():
    assert "nothing after the ranking" in str(complaint(LOG + LINES[6]))


def test_an_error_ends_the_log_and_reads_back():
    events = []
    players = [make("greedy", PHAZED, 0)] * 3 + [lambda *arguments: (5, "2S")]
    play_game(PHAZED, players, 1, watch=events.append)
    text = "\n".join(write_log(events, seed=1))
    assert "Game has ended as Player 3 made an error: a turn must begin with a pick-up" in text
    *_, last = MatchLog(text).events()
    assert last.error.seat == 3
    assert last.error.reason.endswith("(rule 6.5)")
    somebody_else = text.replace("Player 3 made an error", "Player 0 made an error")
    assert "an error by player 3, whose turn it is" in str(complaint(somebody_else))
    assert "nothing after the error" in str(complaint(text + "\n" + LINES[6]))


class Idler:
    """Takes the top discard and throws it back, so that only the turn limit ends the hand."""

    def choose(self, seen):
        if seen.stage == "before":
            return (2, seen.discard)
        return (5, seen.hand[-1])


def test_a_game_of_idlers_ends_by_turns_and_hands():
    events = []
    record = play_game(PHASEDOUT, [Idler()] * 4, 1, watch=events.append)
    ended = [event for event in events if isinstance(event, HandEnded)]
    assert [event.state.ending for event in ended] == [TURN_LIMIT] * 12
    assert len([event for event in events if isinstance(event, Played)]) == 12 * 200 * 2
    assert record.outcome.status == (0, 0, 0, 0)
    text = "\n".join(write_log(events, seed=1))
    assert isinstance(list(MatchLog(text, PHASEDOUT).events())[-1], GameEnded)
    reworded = text.replace("every player has had 50 turns", "each player has played 50 times").replace(
        "the maximum number of hands has been played", "12 hands have been completed"
    )
    assert isinstance(list(MatchLog(reworded, PHASEDOUT).events())[-1], GameEnded)
    wrong = text.replace("every player has had 50 turns", "the pickup pile has been exhausted")
    assert "50 turns" in str(complaint(wrong, PHASEDOUT))
    assert "hands has been played" in str(
        complaint(
            text.replace("the maximum number of hands has been played", "at least one player has completed all phases"),
            PHASEDOUT,
        )
    )
