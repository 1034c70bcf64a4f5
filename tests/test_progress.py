"""Progress: how far, and how long still."""

from __future__ import annotations

import io

import pytest

from phazed.progress import Progress, duration


class Terminal(io.StringIO):
    def isatty(self):
        return True


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


@pytest.mark.parametrize(
    ("seconds", "said"),
    [(0, "0 s"), (59.4, "59 s"), (60, "1 min 0 s"), (3599, "59 min 59 s"), (3600, "1 h 0 min"), (90000, "25 h 0 min")],
)
def test_a_time_is_said_as_people_do(seconds, said):
    assert duration(seconds) == said


def test_on_a_terminal_one_line_is_rewritten():
    stream, clock = Terminal(), Clock()
    told = Progress(stream, clock).begin("hands")
    for done, seconds in ((1, 1), (1, 0.1), (2, 1), (4, 2)):
        clock.now += seconds
        told(done, 4)
    assert stream.getvalue() == (
        "\rhands ...\x1b[K\rhands: 25 %, 3 s left\x1b[K\rhands: 50 %, 2 s left\x1b[K\rhands: done in 4 s\x1b[K\n"
    )


def test_elsewhere_there_is_a_line_now_and_then():
    stream, clock = io.StringIO(), Clock()
    told = Progress(stream, clock).begin("hands")
    for done in range(1, 31):
        clock.now += 1
        told(done, 30)
    assert stream.getvalue() == "hands: 33 %, 20 s left\nhands: 67 %, 10 s left\nhands: done in 30 s\n"


def test_what_was_done_before_does_not_count_for_the_time_left():
    stream, clock = io.StringIO(), Clock()
    told = Progress(stream, clock).begin("hands", already=50)
    clock.now += 20
    told(50, 100)
    clock.now += 20
    told(60, 100)
    assert stream.getvalue() == "hands: 50 %\nhands: 60 %, 2 min 40 s left\n"
