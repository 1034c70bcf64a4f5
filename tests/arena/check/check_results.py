"""Small bots for checks, and made-up results."""

from __future__ import annotations

from phazed.answers.check import Check, Evidence, Matchup, Plays, Repeated, Side, Times
from phazed.arena.check.coaching import next_step, verdict
from phazed.arena.check.examples import FUNCTIONS
from phazed.intervals import wilson
from phazed.sandbox.limits import Limits
from phazed.terminal.check import check_text

ARGUMENTS = "player_id, table, turn_history, phase_status, hand, discard"
BEGINS = "not turn_history or turn_history[-1][0] != player_id"
CITIZEN = f"""
def phasedout_play({ARGUMENTS}):
    return (1, None) if {BEGINS} else (5, hand[-1])
"""


def called(source, call):
    """What the bot answers to a call that was pasted."""
    names = {}
    exec(source, names)
    return eval(call, names)


def lines_before_the_calls(found, width=80):
    """All lines but the calls."""
    text = check_text(found, width)
    start, _, end = text.partition("\n\nCalls to paste")
    return [*start.splitlines(), *end.partition("\n\nVerdict")[2].splitlines()]


def side(phases=((20, 10),), hands=20, lay_offs=40, takes=30, points=600):
    return Side(hands, points, phases, (30, takes, 10, lay_offs, 60, 0))


def plays_of(own, theirs=None, *, won=10.0, games=20, **more):
    matchup = Matchup("@greedy", games, won, *wilson(won, games), 0, own, theirs or side(((20, 10), (20, 10))))
    given = {
        "game": "phazed",
        "function": "phazed_play",
        "games": games,
        "errors": 0,
        "problems": (),
        "calls": 10,
        "changed": Evidence(0),
        "held": Evidence(0),
        "repeated": Repeated(0, 0, 0, "", ()),
        "times": Times(0.001, 0.002, 0.7, 3.0, ()),
        "matchups": (matchup,),
        "stopped": "",
    }
    return Plays(**{**given, **more})


def found_of(plays, **more):
    functions = ("phazed_play",)
    given = Check("bot", Limits()._asdict(), None, 0.1, 0, None, None, functions, FUNCTIONS, "", (), (), (), (plays,))
    found = given._replace(**more)
    return found._replace(verdict=verdict(found), next=next_step(found))
