"""Games of people in a file, for tests."""

from __future__ import annotations

from phazed.bots import make
from phazed.rules.rulesets import ruleset
from phazed.storage.tables import PERSON, Seat, Store
from phazed.web.tables.seats import new_token
from phazed.web.tables.table import Table


def finished_game(file, *, unfinished=False, game="phasedout", bot="greedy", people=False):
    """The id of a game of bots in the file, which is over; with `people`, its seats are theirs."""
    rules = ruleset(game)
    store = Store(file)
    who = PERSON if people else "greedy"
    names = ("Mira", "Otto", "Pia", "Kai")
    table = Table(rules, 5, [Seat(who, name, new_token() if people else None) for name in names])
    number = store.add_game(table, None)
    bots = [make(bot, rules, seat) for seat in range(4)]
    while not table.over:
        table.deal()
        store.save_hand(number, table)
        while not table.between_hands and not (unfinished and len(table.plays) > 3):
            table.play(bots[table.turn].choose(table.view(table.turn)))
        store.save_plays(number, table, 0)
        if unfinished:
            break
    store.close()
    return number
