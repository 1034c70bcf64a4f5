"""The scoreboard: progress during a tournament, and the ranking at its end."""

from __future__ import annotations

import io

import pytest

from phazed.arena.report.scoreboard import Scoreboard
from phazed.storage.entrant import Entrant
from phazed.terminal.ranking import ranking_lines
from phazed.text import columns


class Terminal(io.StringIO):
    def isatty(self):
        return True

    def screen(self):
        """The visible lines, after cursor up, erase to the end of the line, and erase below."""
        lines, row = [""], 0
        text = self.getvalue()
        while text:
            if text.startswith("\x1b["):
                number, code, text = split_code(text[2:])
                if code == "A":
                    row -= number
                elif code == "J":
                    del lines[row + 1 :]
                    lines[row] = ""
                continue
            sign, text = text[0], text[1:]
            if sign == "\n":
                row += 1
                if row == len(lines):
                    lines.append("")
            elif sign == "\r":
                lines[row] = ""
            else:
                lines[row] += sign
        return lines


def split_code(text):
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return int(digits or 1), text[len(digits)], text[len(digits) + 1 :]


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


class FakeStore:
    def __init__(self, errors):
        self.errors = errors

    def errors_by_bot(self):
        return self.errors


class FakeTournament:
    """A tournament whose later bots are stronger."""

    def __init__(self, names, planned=100, clock=None, cost=0.0):
        self.entrants = [Entrant(name, "bot.py") for name in names]
        self.played, self.planned = 0, planned
        self.store = FakeStore({})
        self.clock, self.cost, self.rated = clock, cost, 0
        self.out = ()

    def strengths(self):
        self.rated += 1
        if self.clock:
            self.clock.now += self.cost
        return [20.0 + bot for bot in range(len(self.entrants))]

    def active(self):
        return [bot for bot in range(len(self.entrants)) if bot not in self.out]


def play(board, tournament, clock, matches, seconds=1.0):
    for _ in range(matches):
        clock.now += seconds
        tournament.played += 1
        board.update(tournament)


# While it goes on


def test_on_a_terminal_a_block_shows_progress_and_the_top_ten():
    stream, clock = Terminal(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann", "bob", "cid"])
    tournament.store.errors = {0: 1200, 2: 34}
    play(board, tournament, clock, 25)
    assert stream.screen() == [
        "25 of 100 matches (25 %), 1 min 15 s left, 1,234 errors",
        "   1   22.0  cid",
        "   2   21.0  bob",
        "   3   20.0  ann",
        "",
    ]
    board.end()
    assert stream.screen() == [""]


def test_only_the_ten_best_are_shown():
    stream, clock = Terminal(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament([f"bot{number}" for number in range(30)])
    play(board, tournament, clock, 2)
    lines = stream.screen()
    assert len(lines) == 12
    assert lines[1] == "   1   49.0  bot29"
    assert lines[10] == "  10   40.0  bot20"


def test_a_block_that_becomes_shorter_leaves_nothing_behind():
    stream, clock = Terminal(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann", "bob", "cid"])
    play(board, tournament, clock, 3)
    tournament.out = (0, 1)
    play(board, tournament, clock, 3)
    assert stream.screen()[1:] == ["   1   22.0  cid", ""]


def test_nothing_is_drawn_too_often():
    stream, clock = Terminal(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann"], planned=1000)
    play(board, tournament, clock, 100, seconds=0.01)
    assert stream.getvalue().count("matches") == 2
    play(board, tournament, clock, 100, seconds=0.51)
    assert stream.getvalue().count("matches") == 102


def test_the_last_match_is_always_shown():
    stream, clock = io.StringIO(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann"], planned=4)
    play(board, tournament, clock, 4, seconds=0.1)
    first, last = stream.getvalue().splitlines()
    assert first == "1 of 4 matches (25 %), 0 s left, 0 errors; ann leads with 20.0"
    assert last == "4 of 4 matches (100 %), 0 s left, 0 errors; ann leads with 20.0"


def test_elsewhere_a_line_is_written_now_and_then():
    stream, clock = io.StringIO(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann", "bob smith"], planned=60)
    play(board, tournament, clock, 25, seconds=1.0)
    board.end()
    assert stream.getvalue() == (
        "1 of 60 matches (2 %), 59 s left, 0 errors; bob smith leads with 21.0\n"
        "11 of 60 matches (18 %), 49 s left, 0 errors; bob smith leads with 21.0\n"
        "21 of 60 matches (35 %), 39 s left, 0 errors; bob smith leads with 21.0\n"
    )


def test_without_active_bots_no_leader_is_named():
    stream, clock = io.StringIO(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann"])
    tournament.out, tournament.store.errors = (0,), {0: 1}
    play(board, tournament, clock, 1)
    assert stream.getvalue() == "1 of 100 matches (1 %), 1 min 39 s left, 1 error\n"


def test_matches_of_an_earlier_run_do_not_count_for_the_time_left():
    stream, clock = io.StringIO(), Clock()
    board, tournament = Scoreboard(stream, 80, clock), FakeTournament(["ann"])
    tournament.played = 50
    play(board, tournament, clock, 1, seconds=2.0)
    assert stream.getvalue().startswith("51 of 100 matches (51 %), 1 min 38 s left")


def test_rating_takes_a_small_share_of_the_time():
    stream, clock = Terminal(), Clock()
    tournament = FakeTournament(["ann"], planned=10**6, clock=clock, cost=1.0)
    board = Scoreboard(stream, 80, clock)
    play(board, tournament, clock, 100)
    assert 5 <= tournament.rated <= 6
    assert stream.getvalue().count("matches") == 100


def test_an_end_without_an_update_writes_nothing():
    stream = Terminal()
    Scoreboard(stream, 80).end()
    assert stream.getvalue() == ""


HOSTILE = [
    "\x1b[2J\x1b[1;1Hyou have won",
    "two\nlines\r",
    "right\u202eleft",
    "漢" * 50,
    "x" * 500,
    "",
    "a\udcffb",
    "e\u0301" * 9,
]


@pytest.mark.parametrize("width", [40, 80])
def test_no_name_moves_the_cursor_or_breaks_the_block(width):
    stream, clock = Terminal(), Clock()
    board, tournament = Scoreboard(stream, width, clock), FakeTournament(HOSTILE)
    play(board, tournament, clock, 5)
    lines = stream.screen()
    assert len(lines) == len(HOSTILE) + 2
    assert all(columns(line) <= width for line in lines)
    assert not any(sign < " " or sign == "\u202e" for line in lines for sign in line)
    assert lines[-2] == "   8   20.0  [2J[1;1Hyou have won"[:width]


# The ranking


def ranked(name, rank=1, **changes):
    bot = {
        "low": 1,
        "high": 20,
        "mu": 25.04,
        "sigma": 1.26,
        "wins": 12.5,
        "places": [10] * 4,
        "errors": 0,
        "status": "",
    }
    return {**bot, "matches": 99, "name": name, "rank": rank, **changes}


def shown(bots, width=80, most=20):
    return list(ranking_lines({"bots": bots}, width, most))


def test_the_ranking_has_aligned_columns():
    lines = shown(
        [
            ranked("@greedy"),
            ranked("ann", 2, low=2, high=400, errors=3, mu=9.0, sigma=10.5, places=[7, 10, 10, 10]),
            ranked("late", None, status="cannot take part: no"),
        ]
    )
    assert lines == [
        "rank       95 %  name            rating    wins  errors",
        "   1       1-20  @greedy    25.0 ±  1.3   31.2%       0",
        "   2      2-400  ann         9.0 ± 10.5   31.2%       3",
    ]


def test_bots_that_are_out_are_marked():
    lines = shown([ranked("ann"), ranked("bob", 2, errors=10, places=[0] * 4, wins=0, status="out after 10 errors")])
    assert lines == [
        "rank       95 %  name            rating    wins  errors",
        "   1       1-20  ann        25.0 ±  1.3   31.2%       0",
        "   2       1-20  bob        25.0 ±  1.3    0.0%      10  out",
    ]


def test_the_number_of_listed_bots_is_limited():
    lines = shown([ranked(f"bot{number}", number) for number in range(1, 433)])
    assert len(lines) == 22
    assert lines[-2].startswith("  20 ")
    assert lines[-1] == "      and 412 more"
    assert len(shown([ranked("ann")] * 20)) == 21


def test_a_bot_without_matches_has_won_nothing():
    assert "  0.0%  " in shown([ranked("ann", matches=0, wins=0, places=[0] * 4)])[1]


def test_matches_ended_by_others_errors_do_not_count_for_the_share_of_wins():
    assert "  50.0%  " in shown([ranked("ann", matches=100, wins=3, places=[3, 1, 0, 0], errors=2)])[1]


def test_an_empty_ranking_is_not_an_error():
    assert shown([]) == ["rank       95 %  name            rating    wins  errors"]


@pytest.mark.parametrize("width", [40, 47, 56, 61, 80, 100])
@pytest.mark.parametrize("status", ["", "out after 10 errors"])
def test_the_ranking_is_at_most_as_wide_as_the_terminal(width, status):
    bots = [ranked(name, place + 990, low=1000, high=1200) for place, name in enumerate(HOSTILE)]
    lines = shown(
        [*bots, ranked("ann", 9999, mu=-9.9, sigma=99.94, errors=123456, wins=10, status=status, places=[10, 0, 0, 0])],
        width,
    )
    assert max(map(columns, lines)) <= width
    assert all(line.isprintable() for line in lines)
    assert "(no name)"[: 8 if width < 60 else 9] in "\n".join(lines)
    assert ("out" in lines[-1].split()) == bool(status)
    assert lines[0].split()[0] == "rank"
    assert "rating" in lines[0]


def test_a_narrow_terminal_omits_columns_but_not_the_rating():
    heads = {width: " ".join(shown([ranked("ann")], width)[0].split()) for width in (40, 47, 55, 80)}
    assert heads == {
        40: "rank name rating wins",
        47: "rank name rating wins errors",
        55: "rank 95 % name rating wins errors",
        80: "rank 95 % name rating wins errors",
    }
