"""Create a demonstration class with fictional students, their bots and completed rounds, and start its server.

python examples/class/demo.py build/demo
"""

import sys
from contextlib import closing
from pathlib import Path
from random import Random

from phazed.bots import make
from phazed.course.folder import ClassFolder
from phazed.course.roster import Entry
from phazed.course.uploads import read_upload
from phazed.game.starter import starter
from phazed.rules.rulesets import PHASEDOUT
from phazed.storage.tables import PERSON, Seat, Store
from phazed.web.tables.seats import new_seed, new_token
from phazed.web.tables.table import Table

STUDENTS = {
    "Ada Lovelace": "Enchantress",
    "Alan Turing": "Bombe",
    "Grace Hopper": "Amazing Grace",
    "Edsger Dijkstra": "Shortest Path",
    "Barbara Liskov": "Substitute",
    "Donald Knuth": "Volume 4B",
    "Katherine Johnson": "Figures",
    "John von Neumann": "Minimax",
    "Hedy Lamarr": "Hopping",
    "Claude Shannon": "One Bit",
    "Radia Perlman": "Spanning Tree",
    "Dennis Ritchie": "Segfault",
    "Margaret Hamilton": "1202 Alarm",
    "Ken Thompson": "Trusting Trust",
    "Frances Allen": "Optimised",
    "Tony Hoare": "Null",
}
BOTS = Path(__file__).parent.parent / "first_bot"
BROKEN = "def phazed_play(player_id, table, turn_history, phase_status, hand, discard):\n    return (5, hand[0])\n"
ROUNDS = 2
STRENGTHS = ("beginner", "casual", "casual", "strong")


def sources() -> list[str]:
    """Return typical students' bots: those of the tutorial, the one from `phazed new`, and a broken one."""
    steps = [path.read_text(encoding="utf-8") for path in sorted(BOTS.glob("step_*.py"))]
    return [*steps, starter("phazed", "my_bot.py"), BROKEN]


def make_class(path: Path) -> None:
    with closing(ClassFolder(path)) as folder:
        folder.change_settings({"title": "Foundations of Computing", "final_matches": 40})
        groups = ("Monday", "Thursday")
        folder.people.add_students(
            [Entry(name, str(1001 + number), groups[number % 2]) for number, name in enumerate(STUDENTS)]
        )
        people = folder.people.all()
        for person in people:
            folder.people.set_nickname(person.id, STUDENTS[person.name])
        bots, random = sources(), Random(1)
        for number, person in enumerate(people):
            # Most students submit a weak bot first, and a better one later.
            for source in sorted({random.randrange(len(bots)), number % len(bots)}):
                text = f"{bots[source]}\n# {person.nickname}"
                folder.submissions.add(person.id, read_upload("bot.py", text.encode()), "bot.py")
        play_rounds(folder)


def play_rounds(folder: ClassFolder) -> None:
    """Play rounds in which every student plays a game; built-in players replace the people."""
    random = Random(2)
    people = folder.people.all()
    with closing(Store(folder.tables_file, shared=True)) as store:
        for number in range(ROUNDS):
            seated = random.sample(people, len(people))
            places = []
            for first in range(0, len(seated), 4):
                group = seated[first : first + 4]
                seats = [Seat(PERSON, person.shown, new_token()) for person in group]
                table = Table(PHASEDOUT, new_seed(), seats)
                game = store.add_game(table, None)
                play(store, game, table, f"{number}/{first}")
                places += [(game, seat, person.id, f"/table/{game}") for seat, person in enumerate(group)]
            folder.rounds.add("phasedout", "quick", places)


def play(store: Store, game: str, table: Table, seed: str) -> None:
    players = [make(name, table.rules, f"{seed}/{seat}") for seat, name in enumerate(STRENGTHS)]
    while not table.over:
        table.deal()
        store.save_hand(game, table)
        while not table.between_hands:
            table.play(players[table.turn].choose(table.view(table.turn)))
        store.save_plays(game, table, 0)


def main() -> int:
    """Create the class if it does not exist yet, and start its server."""
    from phazed.cli import main as phazed

    path, *options = sys.argv[1:]
    if not (Path(path) / "class.db").exists():
        print("Creating a class with 16 students, whose bots are checked and then join the ladder.")
        make_class(Path(path))
    return phazed(["class", path, *options])


if __name__ == "__main__":
    sys.exit(main())
