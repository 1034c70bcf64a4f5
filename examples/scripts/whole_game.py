"""Play a whole game between built-in players, and write its match log and record to the current folder."""

from __future__ import annotations

from pathlib import Path

from phazed.bots import make
from phazed.game.matchlog import write_log
from phazed.game.records import dumps, replay
from phazed.game.referee import play_game
from phazed.rules.rulesets import PHAZED

names = ["strong", "greedy", "casual", "beginner"]
record = play_game(PHAZED, [make(name, PHAZED, seed=1) for name in names], seed=7, names=names)
for rank, name, score in sorted(zip(record.outcome.ranks or (), names, record.outcome.scores)):
    print(f"{rank}. {name}: {score} points")
Path("game.log").write_text("\n".join(write_log(replay(record), seed=7, names=names)) + "\n", encoding="utf-8")
Path("game.json").write_text(dumps(record) + "\n", encoding="utf-8")
print("written: game.log, game.json")
