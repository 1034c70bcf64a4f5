"""The speed of grading: different submissions with planted bugs, and a few that hang.

    python benchmarks/grading.py
    python benchmarks/grading.py --submissions 500      as many as in a large class

Every submission has up to three of the bugs in `tests/course/mutants`; one in a hundred has a function that does not
terminate. A correct solution is called with about 1,200 cases.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from phazed.arena.executors.pool import ResilientPool
from phazed.course.grading.batch import Asking, KeptAnswers, ask_all
from phazed.course.grading.grade import grade
from phazed.course.grading.gradebook import write_gradebook
from phazed.course.grading.scheme import shipped_scheme
from phazed.storage.entrant import Entrant

sys.path.append(str(Path(__file__).parent.parent / "tests" / "course"))

from planted_bugs import BUGS, SOLUTION

HANGS = "\ndef phazed_score(hand):\n    while True:\n        pass\n"


def submissions(count: int) -> list[Entrant]:
    rng = Random(1)
    made = []
    for number in range(count):
        source = SOLUTION
        for bug in rng.sample(BUGS, rng.randint(0, 3)):
            if f"\n{bug.before}" in source:
                source = source.replace(f"\n{bug.before}", f"\n{bug.after}")
        source += f"# {number}\n" + (HANGS if number % 100 == 50 else "")
        made.append(Entrant(f"student {number}", "bot.py", (("bot.py", source.encode()),)))
    return made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--submissions", type=int, default=100)
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    chosen = parser.parse_args()
    bots, asking = submissions(chosen.submissions), Asking("phazed", "0")
    with tempfile.TemporaryDirectory() as folder, ResilientPool(chosen.jobs) as pool:
        kept = KeptAnswers(Path(folder) / "answers", asking)
        begun = time.perf_counter()
        answers = ask_all(bots, asking, kept, pool, max_pending=2 * chosen.jobs)
        asked = time.perf_counter() - begun
        scheme, cases = shipped_scheme(), asking.cases
        grades = [grade(bot, answers[bot.digest], cases, scheme) for bot in bots]
        write_gradebook(Path(folder), grades)
        taken = time.perf_counter() - begun
    print(f"{len(cases.cases)} cases; {len(bots)} submissions, {chosen.jobs} in parallel")
    print(f"calls: {asked:.1f} s; grading and writing: {taken - asked:.1f} s")
    print(f"{60 * len(bots) / taken:.0f} submissions per minute; 500 take {500 * taken / len(bots) / 60:.1f} min")
    return 0


if __name__ == "__main__":
    sys.exit(main())
