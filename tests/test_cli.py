"""The command line: what every command prints, its exit codes, and that nobody ever sees a traceback of ours."""

from __future__ import annotations

import builtins
import io
import json
import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from threading import Event

import pytest

from phazed import __version__
from phazed.cli import main
from phazed.cli.arena import needs_the_arena
from phazed.cli.terminal import UsageError, waiting
from phazed.game.matchlog import MatchLog
from phazed.game.records import loads, record_of, replay
from phazed.rules.rulesets import RULESETS
from phazed.text import columns
from positions import position

GOLDEN = Path(__file__).parent / "golden"
LOG, RECORD = str(GOLDEN / "phazed.log"), str(GOLDEN / "phazed.json")
EVERY_GAME = pytest.mark.parametrize("game", RULESETS)
COURSE_NAMES = {"phazed": "phazed_play", "phazed_bonus": "phazed_bonus", "phasedout": "phasedout_play"}


@pytest.fixture
def stdin(monkeypatch):
    """Put a text on standard input."""
    return lambda text: monkeypatch.setattr(sys, "stdin", io.StringIO(text))


def environment(**changes):
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "TERM")}
    return kept | {"PYTHONIOENCODING": "utf-8", "TERM": "xterm"} | changes


def command(*arguments):
    return [sys.executable, "-m", "phazed", *map(str, arguments)]


def spawn(*arguments, given="", **changes):
    """Run a command in a process of its own, its output in a pipe."""
    done = subprocess.run(
        command(*arguments),
        input=given,
        capture_output=True,
        encoding="utf-8",
        env=environment(**changes),
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


# New bots


@EVERY_GAME
def test_a_new_bot_is_written_with_the_commands_to_try_it(phazed, tmp_path, monkeypatch, game):
    monkeypatch.chdir(tmp_path)
    code, out, err = phazed("new", "my_bot", "--game", game)
    assert (code, err) == (0, "")
    assert "  phazed check my_bot.py\n" in out
    assert f"  phazed match my_bot.py @casual @casual @casual --game {game} --show\n" in out
    assert f"def {COURSE_NAMES[game]}(" in Path("my_bot.py").read_text()
    Path("my_bot.py").write_text("mine")
    assert phazed("new", "my_bot", "--game", game) == (
        2,
        "",
        "phazed new: my_bot.py already exists; use --force to overwrite it\n",
    )
    assert Path("my_bot.py").read_text() == "mine"
    assert phazed("new", "my_bot.py", "--force")[0] == 0
    assert "def phazed_play(" in Path("my_bot.py").read_text()


@pytest.mark.parametrize("name", ["my bot", "random", "nowhere/my_bot"])
def test_a_new_bot_needs_a_name_that_can_be_imported_and_a_folder(phazed, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    code, out, err = phazed("new", name)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed new: {name}")
    assert list(tmp_path.iterdir()) == []


# In general


@pytest.mark.parametrize(
    ("compiled", "core"),
    [
        (True, "core compiled"),
        (False, "core not compiled, so the expert is much slower: no compiler"),
    ],
)
def test_the_version_is_printed(phazed, monkeypatch, compiled, core):
    monkeypatch.setattr("phazed.core.is_compiled", lambda: compiled)
    monkeypatch.setattr("phazed.core.why_not_compiled", lambda: "no compiler")
    assert phazed("--version") == (0, f"phazed {__version__} ({core})\n", "")


def test_without_a_command_the_commands_are_listed(phazed):
    code, out, err = phazed()
    assert (code, err) == (0, "")
    assert all(f"\n    {name} " in out for name in ("match", "replay", "explain", "advise", "score", "rules"))
    assert phazed("--help") == (0, out, "")


@pytest.mark.parametrize("name", ["match", "replay", "explain", "advise", "score", "rules"])
def test_every_command_has_its_help(phazed, name):
    code, out, err = phazed(name, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: phazed {name} ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["shuffle"], "invalid choice: 'shuffle'"),
        (["match", "--game", "bridge"], "invalid choice: 'bridge'"),
        (["match", "--pace", "-1"], "a pace must be from 0 to 60 seconds"),
        (["match", "--pace", "61"], "a pace must be from 0 to 60 seconds"),
        (["match", "--pace", "nan"], "a pace must be from 0 to 60 seconds"),
        (["match", "--pace", "quick"], "'quick'"),
        (["match", "--loud"], "unrecognized arguments: --loud"),
        (["replay"], "the following arguments are required: FILE"),
        (["rules", "1", "2"], "unrecognized arguments: 2"),
    ],
)
def test_what_the_parser_does_not_know_is_a_usage_error(phazed, arguments, said):
    code, out, err = phazed(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("usage: phazed")


def test_the_module_is_the_command(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["phazed", "score", "2S"])
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("phazed", run_name="__main__")
    assert leaving.value.code == 0
    assert capsys.readouterr().out == "2 points: 2S 2\n"


def test_the_module_passes_on_the_exit_code():
    assert spawn("score", "3D", "JC", "AS") == (0, "39 points: 3D 3 + JC 11 + AS 25\n", "")
    assert spawn("score", "10S")[0] == 2
    assert spawn("explain", "phazed_group_type(['2S'])")[0] == 1


# match


def test_a_match_shows_the_ranking_and_the_seed(phazed):
    code, out, err = phazed("match", "--seed", 1)
    title, *places, seed = out.splitlines()
    assert (code, err) == (0, "")
    assert re.fullmatch(r"The game is over after \d+ hands", title)
    assert len(places) == 4
    assert all(re.fullmatch(r"(1st|2nd|3rd|4th)  greedy [0-3]  \d/7  \d+ points", place) for place in places)
    assert seed == "seed 1"


@pytest.mark.no_cover
@EVERY_GAME
def test_the_same_seed_makes_the_same_match(phazed, game):
    first = phazed("match", "--seed", "7", "--game", game, "--show")
    assert first[0] == 0
    assert phazed("match", "--seed", "7", "--game", game, "--show") == first
    assert phazed("match", "--seed", "8", "--game", game, "--show") != first


def test_a_match_without_a_seed_says_with_which_it_can_be_had_again(phazed):
    code, out, _ = phazed("match")
    assert code == 0
    assert re.search(r"^seed \d+$", out, re.MULTILINE)
    assert phazed("match", "--seed", out.split()[-1])[1] == out


def test_a_seed_may_be_any_text(phazed):
    code, out, _ = phazed("match", "--seed", "Ann's game")
    assert code == 0
    assert out.endswith("seed Ann's game\n")


def test_four_players_sit_in_the_order_of_their_names(phazed):
    code, out, _ = phazed("match", "@random", "greedy", "@greedy", "random", "--seed", "1")
    assert code == 0
    for name in ("random 0", "greedy 1", "greedy 2", "random 3"):
        assert f"  {name}  " in out


def test_one_player_takes_all_four_seats(phazed):
    out = phazed("match", "@random", "--seed", "1")[1]
    assert out == phazed("match", "@random", "@random", "@random", "@random", "--seed", "1")[1]
    assert sorted(re.findall(r"random [0-3]", out)) == ["random 0", "random 1", "random 2", "random 3"]


@pytest.mark.parametrize("count", [2, 3, 5])
def test_another_number_of_players_is_refused(phazed, count):
    assert phazed("match", *["@greedy"] * count) == (
        2,
        "",
        f"phazed match: give four players, or one for all four seats, not {count}\n",
    )


def test_an_unknown_player_is_refused(phazed):
    code, out, err = phazed("match", "@nobody")
    assert (code, out) == (2, "")
    names = "@beginner, @casual, @expert, @greedy, @random, @strong"
    assert err == f"phazed match: there is no built-in player @nobody: choose one of {names}\n"


def test_a_match_that_is_shown_tells_every_hand_and_turn(phazed):
    code, out, _ = phazed("match", "--seed", "1", "--show")
    assert code == 0
    hands = int(re.search(r"The game is over after (\d+) hands", out)[1])
    assert out.count("The hand has ended: ") == hands == len(re.findall(r"^Hand \d+, dealt by", out, re.MULTILINE))
    assert out.count(" discards ") > 100
    assert out.endswith(phazed("match", "--seed", "1")[1])


def test_a_pace_is_waited_for_after_every_block(phazed, monkeypatch):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    assert phazed("match", "--seed", "1", "--show", "--pace", "1.5")[0] == 0
    assert len(waited) > 50
    assert set(waited) == {1.5}


@pytest.mark.parametrize(("watched", "seconds"), [(True, 0.25), (False, 0)])
def test_the_pace_is_that_of_a_person_where_one_watches(phazed, monkeypatch, watched, seconds):
    waited = []
    monkeypatch.setattr("time.sleep", waited.append)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: watched)
    assert phazed("match", "--seed", "1", "--show")[0] == 0
    assert set(waited) == {seconds}


# match: files


@EVERY_GAME
def test_log_and_record_are_written_and_replay(phazed, game, tmp_path):
    log, record = tmp_path / "a.log", tmp_path / "a.json"
    code, shown, _ = phazed("match", "--game", game, "--seed", "5", "--log", log, "--record", record)
    assert code == 0
    for file in (log, record):
        code, out, err = phazed("replay", file, "--check")
        assert (code, err) == (0, "")
        assert out.splitlines()[:5] == shown.splitlines()[:5]
        assert re.fullmatch(rf"{re.escape(str(file))}: all \d+ plays are correct", out.splitlines()[5])


def test_log_and_record_are_of_the_same_game(phazed, tmp_path):
    log, record = tmp_path / "a.log", tmp_path / "a.json"
    phazed("match", "@random", "@greedy", "@random", "@greedy", "--seed", "5", "--log", log, "--record", record)
    match, kept = MatchLog(log.read_text(encoding="utf-8")), loads(record.read_text(encoding="utf-8"))
    from_log = record_of(match.rules, match.events(), seed=match.seed, names=match.names)
    assert from_log._replace(hands=()) == kept._replace(hands=())
    assert [hand.plays for hand in from_log.hands] == [hand.plays for hand in kept.hands]
    assert kept.names == ("random 0", "greedy 1", "random 2", "greedy 3")
    assert kept.seed == 5


def test_the_times_of_a_log_ascend(phazed, tmp_path):
    log = tmp_path / "a.log"
    phazed("match", "--seed", "5", "--log", log)
    times = [float(time) for time in re.findall(r"^\[ *([\d.]+)\]", log.read_text(encoding="utf-8"), re.MULTILINE)]
    assert len(times) > 100
    assert times == sorted(times)


@pytest.mark.parametrize("option", ["--log", "--record"])
def test_a_file_that_exists_is_refused_before_the_game_and_left_untouched(phazed, option, tmp_path):
    file, bot = tmp_path / "kept", tmp_path / "bot.py"
    file.write_text("precious", encoding="utf-8")
    bot.write_text("raise SystemExit('a game was begun')", encoding="utf-8")
    assert phazed("match", bot, option, file) == (
        2,
        "",
        f"phazed match: {file} already exists; use --force to overwrite it\n",
    )
    assert file.read_text(encoding="utf-8") == "precious"


@pytest.mark.parametrize("option", ["--log", "--record"])
def test_a_file_that_exists_is_overwritten_by_force(phazed, option, tmp_path):
    file = tmp_path / "old"
    file.write_text("old", encoding="utf-8")
    assert phazed("match", "--seed", "5", option, file, "--force")[0] == 0
    assert phazed("replay", file, "--check")[0] == 0


@pytest.mark.parametrize("option", ["--log", "--record"])
@pytest.mark.parametrize(("where", "why"), [("nowhere/a", "there is no such folder"), (".", "it is a folder")])
def test_a_file_that_cannot_be_written_is_refused_before_the_game(phazed, option, where, why, tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("raise SystemExit('a game was begun')", encoding="utf-8")
    code, out, err = phazed("match", bot, option, tmp_path / where, "--force")
    assert (code, out) == (2, "")
    assert err == f"phazed match: {tmp_path / where} cannot be written: {why}\n"


def test_a_write_that_fails_is_told_with_its_file(phazed, tmp_path, monkeypatch):
    file = tmp_path / "a.log"
    real = builtins.open

    def failing(name, *arguments, **options):
        if name == str(file):
            raise PermissionError(13, "Permission denied", name)
        return real(name, *arguments, **options)

    monkeypatch.setattr(builtins, "open", failing)
    code, _, err = phazed("match", "--seed", "5", "--log", file)
    assert (code, err) == (2, f"phazed match: {file}: Permission denied\n")


# match: players from files


@pytest.fixture
def bot(tmp_path):
    """Write a student's file."""

    def write(source, name="bot.py"):
        file = tmp_path / name
        file.write_text(source, encoding="utf-8")
        return file

    return write


SIMPLE = """
def {}(player_id, table, turn_history, phase_status, hand, discard):
    if not turn_history or turn_history[-1][0] != player_id:
        return (1, None)
    return (5, [card for card in hand if card != "ZZ"][0])
"""


@EVERY_GAME
def test_a_students_file_plays(phazed, bot, game):
    file = bot(SIMPLE.format(COURSE_NAMES[game]), "ann.py")
    code, out, err = phazed("match", file, "@greedy", file, "random", "--game", game, "--seed", "3")
    assert (code, err) == (0, "")
    assert "  ann 0  " in out
    assert "  ann 2  " in out


def test_what_a_bot_prints_is_shown_after_the_game(phazed, bot):
    file = bot("print('hello\\x1b[2J')\n" + SIMPLE.format("phazed_play"), "ann.py")
    code, out, _ = phazed("match", file, "@random", "@random", "@random", "--seed", "3")
    assert code == 0
    assert out.endswith("ann 0 printed:\n  hello[2J\nseed 3\n")
    file = bot("for number in range(30): print(number)\n" + SIMPLE.format("phazed_play"), "ann.py")
    _, out, _ = phazed("match", file, "@random", "@random", "@random", "--seed", "3")
    assert "ann 0 printed (the last lines):\n  10\n" in out


def test_a_students_folder_plays(phazed, bot, tmp_path):
    bot(SIMPLE.format("phazed_play"), "strategy.py")
    bot("from strategy import phazed_play\n", "program.py")
    assert phazed("match", tmp_path, "--seed", "3")[0] == 0


def test_a_students_file_cannot_ask_our_player(phazed, bot):
    code, out, _ = phazed("match", bot("from phazed import phazed_play\n"), "--seed", "3")
    assert code == 1
    assert "it cannot be imported: ModuleNotFoundError: No module named 'phazed'" in out


def test_a_package_must_be_allowed(phazed, bot):
    file = bot(f"import msgspec\n{SIMPLE.format('phazed_play')}")
    assert "No module named 'msgspec'" in phazed("match", file, "--seed", "3")[1]
    assert phazed("match", file, "--seed", "3", "--allow", "msgspec")[0] == 0


def test_a_package_of_the_arena_that_is_not_installed_is_named():
    with (
        pytest.raises(UsageError, match=r"this needs the package msgspec: pip install 'phazed\[arena\]'"),
        needs_the_arena(),
    ):
        raise ModuleNotFoundError(name="msgspec")
    with pytest.raises(ModuleNotFoundError), needs_the_arena():
        raise ModuleNotFoundError(name="something_of_ours")


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            "import nowhere_to_be_found",
            "cannot be imported: ModuleNotFoundError: No module named 'nowhere_to_be_found'",
        ),
        ("1 / 0", "cannot be imported: ZeroDivisionError: division by zero"),
        ("def phazed_play(", "cannot be imported: SyntaxError: "),
        ("raise SystemExit(3)", "cannot be imported: SystemExit: 3"),
        ("def play(): pass", "does not define phazed_play, which is required to play phazed"),
        ("phazed_play = (1, None)", "does not define phazed_play, which is required to play phazed"),
    ],
)
def test_a_file_that_is_no_player_is_refused_with_the_reason(phazed, bot, source, said):
    code, out, err = phazed("match", bot(source))
    assert (code, err) == (1, "")
    assert out.startswith(f"bot 1 made an error, which ends the game: it {said}")


def test_a_file_that_is_not_there_is_refused(phazed, tmp_path):
    code, out, err = phazed("match", "nobody.py")
    assert (code, out) == (2, "")
    assert err.startswith("phazed match: nobody.py: there is no such file; a bot must be a .py file or a folder that")
    said = f"phazed match: {tmp_path}: a bot's folder must contain bot.py or program.py\n"
    assert phazed("match", tmp_path) == (2, "", said)


def pasted_call(out):
    return re.search(r"^the call: (.*)$", out, re.MULTILINE)[1]


def test_an_exception_in_a_play_is_shown_with_its_traceback_and_a_call_to_paste(phazed, bot):
    file = bot("def phazed_play(*arguments):\n    return [][len(arguments)]\n", "ann.py")
    code, out, err = phazed("match", "@greedy", file, "@greedy", "@greedy", "--seed", "3")
    assert (code, err) == (1, "")
    assert out.startswith("ann 1 made an error, which ends the game: IndexError: list index out of range\n")
    assert "Traceback (most recent call last):" in out
    assert "return [][len(arguments)]" in out
    assert "the answer: " not in out
    assert out.endswith("seed 3\n")
    arguments = eval(pasted_call(out), {"phazed_play": lambda *given: given})
    assert arguments[0] == 1
    assert len(arguments) == 6


@EVERY_GAME
def test_an_illegal_play_is_shown_with_its_rule_a_call_and_the_answer(phazed, bot, game):
    file = bot(f"def {COURSE_NAMES[game]}(*arguments):\n    return (1, None)\n", "ann.py")
    code, out, err = phazed("match", file, "--game", game, "--seed", "3")
    assert (code, err) == (1, "")
    assert out.startswith(
        "ann 1 made an error, which ends the game: a card has already been picked up in this turn (rule 6.1)\n"
    )
    assert "Traceback" not in out
    assert pasted_call(out).startswith(f"{COURSE_NAMES[game]}(1, ")
    assert "\nthe answer: (1, None)\n" in out


def test_a_malformed_answer_is_shown(phazed, bot):
    code, out, _ = phazed("match", bot("def phazed_play(*arguments):\n    return 'draw'\n"), "--seed", "3")
    assert code == 1
    assert "a play must be a list or tuple, not 'draw' (rule 6.7)" in out
    assert "\nthe answer: 'draw'\n" in out


def test_what_an_error_shows_can_be_pasted_into_explain(phazed, bot):
    file = bot("def phazed_play(*arguments):\n    return (1, None)\n")
    out = phazed("match", file, "--seed", "3")[1]
    call = pasted_call(out).replace("phazed_play(", "phazed_is_valid_play((1, None), ")
    code, out, _ = phazed("explain", call)
    assert code == 1
    assert out.startswith("False: a card has already been picked up in this turn (rule 6.1)\n")


def test_a_match_that_ends_with_an_error_is_kept_and_replays(phazed, bot, tmp_path):
    file = bot("import phazed\ndef phazed_play(*arguments):\n    return (5, 'KS')\n")
    log, record = tmp_path / "a.log", tmp_path / "a.json"
    code, shown, _ = phazed(
        "match", "@greedy", "@greedy", file, "@greedy", "--seed", "3", "--log", log, "--record", record
    )
    assert code == 1
    for kept in (log, record):
        code, out, _ = phazed("replay", kept, "--check")
        assert code == 0
        assert out.splitlines()[0] == shown.splitlines()[0]
    assert loads(record.read_text(encoding="utf-8")).outcome.error.call == pasted_call(shown)


def test_an_error_is_told_where_the_match_is_shown(phazed, bot):
    file = bot("def phazed_play(*arguments):\n    return (1, None)\n", "ann.py")
    out = phazed("match", file, "--seed", "3", "--show")[1]
    assert re.search(r"^ann 1 draws \w\w\.\n\nann 1 made an error", out, re.MULTILINE)


def test_ctrl_c_while_a_player_thinks_ends_the_match(phazed, bot, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("phazed.arena.match.SandboxedPlayer.choose", interrupted)
    assert phazed("match", bot(SIMPLE.format("phazed_play"))) == (130, "", "\ninterrupted\n")


# replay


@EVERY_GAME
@pytest.mark.parametrize("ending", ["log", "json"])
def test_a_golden_game_replays(phazed, game, ending):
    file = GOLDEN / f"{game}.{ending}"
    code, out, err = phazed("replay", file)
    assert (code, err) == (0, "")
    plays = sum(len(hand.plays) for hand in loads((GOLDEN / f"{game}.json").read_text(encoding="utf-8")).hands)
    assert out.endswith(f"\n{file}: all {plays} plays are correct\n")
    assert "Hand 1, dealt by " in out
    code, checked, err = phazed("replay", "--check", file)
    assert (code, err) == (0, "")
    assert checked.startswith("The game is over after ")
    assert out.endswith(checked)


@EVERY_GAME
@pytest.mark.parametrize("ending", ["log", "json"])
def test_a_game_may_be_named_and_must_then_be_the_one(phazed, game, ending):
    file = GOLDEN / f"{game}.{ending}"
    assert phazed("replay", "--check", file, "--game", game)[0] == 0
    for other in RULESETS:
        if other != game:
            code, out, err = phazed("replay", "--check", file, "--game", other)
            assert (code, err) == (1, "")
            assert out.startswith(f"{file}, ")
            assert "expected" in out


def test_the_game_that_was_expected_is_named(phazed):
    assert "phazed_bonus" in phazed("replay", "--check", LOG, "--game", "phazed_bonus")[1]
    assert "phasedout" in phazed("replay", "--check", RECORD, "--game", "phasedout")[1]


@pytest.mark.parametrize("file", [LOG, RECORD])
def test_a_game_may_come_from_standard_input(phazed, stdin, file):
    stdin(Path(file).read_text(encoding="utf-8"))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (0, "")
    assert out.endswith("\n-: all 377 plays are correct\n")


@pytest.mark.parametrize(
    ("line", "old", "new", "expected"),
    [
        (6, "104", "100", "expected the 104 cards of phazed"),
        (9, "number 0", "number 1", 'expected "=== Starting hand number 0 ==="'),
        (14, "Player 0 deals", "Player 1 deals", 'expected "Player 0 deals, and Player 1 starts."'),
        (15, "2H ", "", "expected 10 cards"),
        (20, "KD", "KC", "expected a legal play: the top discard is KD, not KC (rule 6.2)"),
        (21, "'AC'", "'AD'", "expected a legal play: "),
        (22, "Player 1", "Player 2", "expected a play by player 1, whose turn it is"),
        (22, "(5, 'JC')", "(5, 'JC'", "expected "),
        (23, " and picked up 8H", "", 'expected "... and picked up CARD."'),
    ],
)
def test_an_altered_line_of_a_log_is_named_with_what_was_expected(phazed, stdin, line, old, new, expected):
    lines = Path(LOG).read_text(encoding="utf-8").splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    stdin("\n".join(lines))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (1, "")
    assert out.startswith(f"-, line {line}: ")
    assert expected in out


def test_a_log_that_breaks_off_is_told_what_was_to_follow(phazed, tmp_path):
    lines = Path(LOG).read_text(encoding="utf-8").splitlines()
    file = tmp_path / "cut.log"
    for kept in (0, 5, 6, 12, 18, 30, len(lines) - 1):
        file.write_text("\n".join(lines[:kept]), encoding="utf-8")
        code, out, err = phazed("replay", file, "--check")
        assert (code, err) == (1, "")
        assert out.startswith(f"{file}, line {kept + 1}: the log breaks off; expected ")


def test_what_comes_before_the_fault_is_shown(phazed, tmp_path):
    file = tmp_path / "cut.log"
    file.write_text("\n".join(Path(LOG).read_text(encoding="utf-8").splitlines()[:30]), encoding="utf-8")
    code, out, _ = phazed("replay", file)
    assert code == 1
    assert "Hand 1, dealt by Ann" in out
    assert "Bob takes KD; lays phase 1" in out
    assert out.splitlines()[-1].startswith(f"{file}, line 31: ")


def test_an_altered_play_of_a_record_is_named_with_its_line(phazed, tmp_path):
    text = Path(RECORD).read_text(encoding="utf-8").replace('"discard JC"', '"discard JD"', 1)
    file = tmp_path / "a.json"
    file.write_text(text, encoding="utf-8")
    code, out, err = phazed("replay", file, "--check")
    assert (code, err) == (1, "")
    line = next(number for number, line in enumerate(text.splitlines(), 1) if '"discard JD"' in line)
    assert out.startswith(f"{file}, line {line} (hand 0, play 2): player 1 cannot play 'discard JD': ")


@pytest.mark.parametrize(
    ("change", "where", "expected"),
    [
        (lambda data: data.update(game="bridge"), "record", "there is no game 'bridge'"),
        (lambda data: data.update(version=2), "record", 'expected "version": 1, not 2'),
        (lambda data: data["outcome"].update(hands=8), "line", "expected hands 9, not 8"),
        (lambda data: data["hands"][1].update(deck="2S"), "line", "missing: "),
        (lambda data: data["hands"][0]["plays"].insert(0, "fold"), "line", "'fold' is not a play"),
    ],
)
def test_whatever_is_wrong_in_a_record_is_placed(phazed, stdin, change, where, expected):
    data = json.loads(Path(RECORD).read_text(encoding="utf-8"))
    change(data)
    stdin(json.dumps(data, indent=2))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (1, "")
    assert out.startswith(f"-, {where}")
    assert expected in out


def test_what_is_no_file_is_refused(phazed, tmp_path):
    nowhere = tmp_path / "nowhere"
    assert phazed("replay", nowhere) == (2, "", f"phazed replay: {nowhere}: No such file or directory\n")
    assert phazed("replay", tmp_path) == (2, "", f"phazed replay: {tmp_path}: Is a directory\n")


def test_what_is_no_text_is_refused(phazed, tmp_path):
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    code, out, err = phazed("replay", file)
    assert (code, out) == (2, "")
    assert err == f"phazed replay: {file} is not a text file: expected a match log or a record\n"


def test_what_is_no_text_on_standard_input_is_refused(phazed, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), encoding="utf-8"))
    code, out, err = phazed("replay", "-")
    assert (code, out) == (2, "")
    assert "is not a text file" in err


def test_stepping_needs_a_terminal(phazed):
    assert phazed("replay", LOG, "--step") == (
        2,
        "",
        "phazed replay: --step works only in a terminal, where you can press Enter\n",
    )


def test_a_step_waits_for_enter(phazed, monkeypatch):
    asked = []
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(builtins, "input", lambda prompt: asked.append(prompt) or "")
    code, out, _ = phazed("replay", LOG, "--step")
    assert code == 0
    assert out == phazed("replay", LOG)[1]
    assert len(asked) == len(re.findall(r"^\w+ (?:draws|takes)|^Hand \d|has ended: |is over after", out, re.MULTILINE))
    assert set(asked) == {"-- Enter to continue, Ctrl-C to stop -- "}


def test_a_word_before_enter_is_as_good_as_none(phazed, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(builtins, "input", lambda prompt: "next")
    assert phazed("replay", LOG, "--step") == phazed("replay", LOG)


def test_ctrl_c_ends_the_steps(phazed, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(builtins, "input", interrupted)
    code, out, err = phazed("replay", LOG, "--step")
    assert (code, err) == (130, "\ninterrupted\n")
    assert "Hand 1, dealt by Ann" in out


# JSON


def test_the_result_of_a_match_can_be_printed_as_json(phazed):
    code, out, err = phazed("match", "@greedy", "--seed", "7", "--game", "phasedout", "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert (found["game"], found["seed"], found["error"], found["printed"]) == ("phasedout", 7, None, [""] * 4)
    assert found["players"] == [f"greedy {seat}" for seat in range(4)]
    assert sorted(found["ranks"])[0] == 1
    assert found["hands"] > 1
    assert len(found["scores"]) == 4
    assert phazed("match", "--json", "--show") == (
        2,
        "",
        "phazed match: --json prints only the result: omit --show\n",
    )


def test_the_result_of_a_replay_can_be_printed_as_json(phazed, tmp_path):
    found = json.loads(phazed("replay", LOG, "--json")[1])
    record = loads(Path(RECORD).read_text())
    assert (found["correct"], found["game"], found["error"]) == (True, "phazed", None)
    assert found["ranks"] == list(record.outcome.ranks)
    assert found["scores"] == list(record.outcome.scores)
    assert f"all {found['plays']} plays are correct" in phazed("replay", LOG, "--check")[1]
    broken = tmp_path / "broken.log"
    broken.write_text(Path(LOG).read_text().replace("(1, None)", "(5, 'KS')", 1))
    code, out, _ = phazed("replay", broken, "--json")
    found = json.loads(out)
    assert (code, found["correct"]) == (1, False)
    assert phazed("replay", broken, "--check")[1] == f"{broken}, {found['where']}: {found['why']}\n"


def test_stepping_through_what_is_not_shown_makes_no_sense(phazed):
    said = "phazed replay: --step shows the game turn by turn: omit --json and --check\n"
    assert phazed("replay", LOG, "--step", "--json") == phazed("replay", LOG, "--step", "--check") == (2, "", said)


def test_points_and_rules_can_be_printed_as_json(phazed):
    found = json.loads(phazed("score", "3D", "AS", "--json")[1])
    assert found == {"game": "phazed", "cards": ["3D", "AS"], "each": [3, 25], "points": 28}
    found = json.loads(phazed("rules", "5.3", "--json")[1])
    assert found["number"] == "5.3"
    assert found["text"].startswith("**5.3** ")
    assert json.loads(phazed("rules", "--json")[1])["number"] is None


# Progress


def test_a_match_that_is_not_shown_shows_its_hand_on_a_terminal(phazed, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    code, out, err = phazed("match", "--seed", "7")
    assert code == 0
    assert err.startswith("\rhand 1\x1b[K\rhand 2\x1b[K")
    assert err.endswith("\r\x1b[K")
    assert "hand 2" not in out
    assert phazed("match", "--seed", "7", "--show")[2] == ""


def test_long_thinking_shows_its_time_on_a_terminal(capsys, monkeypatch):
    with waiting("thinking"):
        pass
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    shown = Event()
    monkeypatch.setattr("phazed.cli.terminal.show_status", lambda text: text and shown.set())
    with waiting("thinking", 0.001):
        assert shown.wait(300)


# Exit codes and completion


def test_the_help_names_the_exit_codes_and_all_players(phazed):
    assert "exit codes: 0 success; 1 the answer is no" in " ".join(phazed("--help")[1].split())
    for name in ("match", "replay", "explain", "check", "doctor"):
        assert "exit code: 0 " in " ".join(phazed(name, "--help")[1].split())
    help_of_match = " ".join(phazed("match", "--help")[1].split())
    assert "@random, @beginner, @casual, @greedy, @strong, @expert" in help_of_match


WORD_BREAKS = " \t\n\"'@><=;|&(:"
"""Characters at which an interactive bash divides words."""


@pytest.fixture
def completed(tmp_path):
    """Return what `phazed` offers a shell for the last word of a line, by argcomplete's protocol."""
    (tmp_path / "my_bot.py").touch()
    (tmp_path / "my bots").mkdir()

    def of(line, **environment):
        found = tmp_path / "found"
        protocol = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": str(found)}
        place = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "_ARGCOMPLETE_COMP_WORDBREAKS": WORD_BREAKS}
        subprocess.run(
            [sys.executable, "-m", "phazed"],
            env={**os.environ, **protocol, **place, **environment},
            cwd=tmp_path,
            timeout=300,
        )
        text = found.read_text(encoding="utf-8")
        found.unlink()
        return [each.strip() for each in text.split("\n")] if text else []

    return of


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("phazed mat", ["match"]),
        ("phazed rep", ["replay", "report"]),
        ("phazed --v", ["--version"]),
        ("phazed check --fun", ["--functions"]),
        ("phazed match --game phazed_", ["phazed_bonus"]),
        ("phazed match @gr", ["@greedy"]),
        ("phazed match @", ["@random", "@beginner", "@casual", "@greedy", "@strong", "@expert"]),
        ("phazed compare my_bot.py @e", ["@expert"]),
        ("phazed review @ex", ["@expert"]),
        ("phazed completion ", ["bash", "zsh", "fish"]),
        ("phazed check my", ["my_bot.py", "my\\ bots/"]),
        ("phazed match --seed ", []),
        ("phazed nonsense --nonsense", []),
    ],
)
def test_commands_options_and_values_are_completed(completed, line, offered):
    assert sorted(completed(line)) == sorted(offered)


def test_every_command_is_completed(completed, phazed):
    commands = re.findall(r"^    (\w+)(?: |$)", phazed("--help")[1], re.MULTILINE)
    assert [each for each in completed("phazed ") if not each.startswith("-")] == commands


def test_shells_that_show_descriptions_get_them(completed):
    fish = {"_ARGCOMPLETE_SHELL": "fish", "_ARGCOMPLETE_DFS": "\t", "_ARGCOMPLETE_SUPPRESS_SPACE": "1"}
    assert completed("phazed matc", **fish) == ["match\tlet four players play a game"]
    assert completed("phazed match --lo", _ARGCOMPLETE_SHELL="zsh", _ARGCOMPLETE_SUPPRESS_SPACE="1") == [
        "--log:write a match log in the original tournament's format"
    ]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell_is_free_of_errors_and_completes(phazed, tmp_path, shell):
    code, script, err = phazed("completion", shell)
    assert (code, err) == (0, "")
    assert "complete --command phazed " in script if shell == "fish" else "_python_argcomplete phazed\n" in script
    if shell != "bash" or not shutil.which("bash"):
        if shutil.which(shell):
            subprocess.run([shell, "-n"], input=script.encode(), timeout=300, check=True)
        return
    command = tmp_path / "phazed"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m phazed "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    ask = """
COMP_LINE='phazed compare @stro' COMP_POINT=20 COMP_TYPE=9
_python_argcomplete phazed
printf '%s\\n' "${COMPREPLY[@]}"
"""
    environment = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", f"COMP_WORDBREAKS+=@\n{script}{ask}"],
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=True,
        env=environment,
    )
    assert (done.stdout.strip(), done.stderr) == ("@strong", "")


def test_without_argcomplete_the_message_names_the_extra(phazed, monkeypatch):
    real = builtins.__import__

    def missing(name, *arguments):
        if name.partition(".")[0] == "argcomplete":
            raise ModuleNotFoundError("No module named 'argcomplete'", name="argcomplete")
        return real(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", missing)
    assert phazed("completion", "bash") == (
        2,
        "",
        "phazed completion: this needs the package argcomplete: pip install 'phazed[completion]'\n",
    )


def test_completion_costs_other_commands_nothing():
    program = "import sys; from phazed.cli import main; main([]); sys.exit('argcomplete' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], stdout=subprocess.DEVNULL, timeout=300).returncode == 0


# explain


def validity_call(play, **given):
    return f"phazed_is_valid_play({', '.join(map(repr, (play, *position('phazed', **given))))})"


def test_a_valid_play_is_explained_with_exit_code_0(phazed):
    assert phazed("explain", validity_call((5, "2C"), hand="2C 9S")) == (0, "True: the play is valid\n", "")


def test_an_invalid_play_is_explained_with_the_rules_text_and_exit_code_1(phazed):
    code, out, err = phazed("explain", validity_call((5, "KS"), hand="2C 9S"))
    assert (code, err) == (1, "")
    assert out.startswith("False: KS is not in the hand: 2C 9S (rule 6.5)\n\n6.5 The discard comes after")
    assert out.endswith(phazed("rules", "6.5")[1])


@pytest.mark.parametrize(
    ("call", "code", "first"),
    [
        ("phazed_group_type(['2S', '2S', 'AH'])", 0, "[1]"),
        ("phazed_group_type(['2S', '3S'])", 1, "[]"),
        ("phasedout_group_type(['2S', '2S', 'AH'])", 0, "1"),
        ("phasedout_group_type(['2S', '3S'])", 1, "None"),
        ("phazed_phase_type([['2S', '2S', 'AH'], ['3S', '3S', 'AH']])", 0, "[1]"),
        ("phazed_phase_type([])", 1, "[]"),
        ("print(phazed_score(['3D', 'JC', 'AS']))", 0, "39"),
        ("phazed_bonus_score([])", 0, "0"),
        ("phazed_group_type('2S')", 1, "[]"),
        ("phazed_score(['10S'])", 0, "0"),
    ],
)
def test_the_other_functions_are_explained(phazed, stdin, tmp_path, monkeypatch, call, code, first):
    monkeypatch.chdir(tmp_path)
    answer = phazed("explain", call)
    assert (answer[0], answer[1].splitlines()[0], answer[2]) == (code, first, "")
    stdin(f">>> {call}\n")
    assert phazed("explain") == answer
    stdin(call)
    assert phazed("explain", "-") == answer
    Path("call.txt").write_text(call)
    assert phazed("explain", "call.txt") == answer
    found = json.loads(phazed("explain", call, "--json")[1])
    assert (repr(found["answer"]), found["positive"]) == (first, code == 0)


def test_a_call_of_a_function_that_plays_is_explained_by_advice(phazed):
    assert phazed("explain", SEED_CALL) == phazed("advise", SEED_CALL)
    assert phazed("explain", SEED_CALL, "--json") == phazed("advise", SEED_CALL, "--json")


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("phazed_score(['3D'", "this is not a Python call"),
        ("", "this is not a Python call"),
        ("bridge_score([])", "bridge_score is not a function of the course"),
        ("phazed_score()", "phazed_score takes hand; the call gives nothing"),
        ("phazed_score(hand)", "must be a literal"),
        ("call.txt", "call.txt is neither a file nor a call such as phazed_score(["),
        ("phazed_play(0, [], [], [], [], None)", "table"),
    ],
)
def test_what_cannot_be_explained_is_a_usage_error(phazed, call, said):
    code, out, err = phazed("explain", call)
    assert (code, out) == (2, "")
    assert err.startswith("phazed explain: ")
    assert said in err


# advise

SEED_CALL = (
    "phazed_play(1, [(None, []), (5, [['2C', '3H', '4D', 'AD', '6S', '7C', '8S', '9H', '0S', 'JS']]), (None, []), "
    "(None, [])], [(0, [(2, 'JS'), (5, 'JS')]), (1, [(2, 'JS'), (3, (5, [['2C', '3H', '4D', 'AD', '6S', '7C', '8S', "
    "'9H']])), (4, ('0S', (1, 0, 8))), (4, ('JS', (1, 0, 9)))])], [0, 5, 0, 0], ['5D'], None)"
)
"""The example of the documents that the game comes from."""


def play_call(game="phazed", **given):
    return f"{COURSE_NAMES[game]}({', '.join(map(repr, position(game, **given)))})"


OFFERED = {"hand": "7S 7D QH QC QD 2S 4D 5D 9H KD", "plays": (), "discard": "7C"}


def test_a_position_is_advised_with_chances_and_reasons(phazed):
    code, out, err = phazed("advise", play_call(**OFFERED), "--worlds", "60")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "phazed, player 0: 2S 4D 5D 7D 7S 9H QC QD QH KD, top discard 7C"
    assert lines[2].split() == ["win", "95", "%", "interval", "phase", "out"]
    assert re.fullmatch(r"take 7C +\d\d\.\d % +\d\d\.\d to \d\d\.\d % +100 % +\d+ %", lines[3])
    assert lines[4].startswith("draw ")
    text = " ".join(out.split())
    assert "from 60 imagined deals of the hidden cards" in text
    assert "take 7C: 7C completes phase 1. After the phase and all lay-offs 5 cards are left. draw: " in text


def test_the_call_may_come_from_a_file_or_from_standard_input(phazed, stdin, tmp_path):
    answer = phazed("advise", SEED_CALL)
    assert answer[0] == 0
    assert "discard 5D: It is your last card, so you go out." in answer[1]
    file = tmp_path / "call.txt"
    file.write_text(f">>> print({SEED_CALL})\n", encoding="utf-8")
    assert phazed("advise", file) == answer
    stdin(SEED_CALL)
    assert phazed("advise") == answer


@EVERY_GAME
def test_advice_is_given_for_the_game_of_the_function(phazed, game):
    code, out, _ = phazed("advise", play_call(game, **OFFERED), "--worlds", "5")
    assert (code, out.split(",")[0]) == (0, game)


def test_the_same_seed_gives_the_same_advice_and_another_one_hardly_another(phazed):
    calls = [phazed("advise", play_call(**OFFERED), "--worlds", "30", "--seed", seed) for seed in ("a", "a", "7")]
    assert calls[0] == calls[1] != calls[2]
    assert all("\ntake 7C " in out for _, out, _ in calls)


def test_advice_may_be_had_as_json(phazed):
    code, out, _ = phazed("advise", play_call(**OFFERED), "--worlds", "30", "--json")
    told = json.loads(out)
    assert (code, told["game"], told["player"], told["due"]) == (0, "phazed", 0, [1])
    assert told["hints"][:2] == ["Look at QC QD QH 7D 7S: does 7C go with them?", "Take 7C."]
    best = told["options"][0]
    assert (best["play"], best["words"], best["worlds"]) == ([2, "7C"], "take 7C", 30)
    assert best["phase"]["chance"] == 1
    assert best["win"]["low"] < best["win"]["chance"] < best["win"]["high"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("phazed_play(0", "this is not a Python call"),
        ("phazed_score(['3D'])", "phazed_score does not choose a play: give a call of phazed_play, phazed_bonus or "),
        ("phazed_play(0, [], [], [], [], None)", "table must have 4 elements, not 0"),
        (
            play_call(hand="2C 3C"),
            "this position cannot be in a game: according to the history, player 0 has 11 cards, not 2",
        ),
    ],
)
def test_what_is_no_position_is_a_usage_error(phazed, call, said):
    code, out, err = phazed("advise", call)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed advise: {said}")


@pytest.mark.parametrize("number", ["0", "100001", "many"])
def test_the_number_of_worlds_is_within_reason(phazed, number):
    code, _, err = phazed("advise", SEED_CALL, "--worlds", number)
    assert code == 2
    assert "argument --worlds" in err


# score


@pytest.mark.parametrize(
    ("arguments", "out"),
    [
        (["3D", "JC", "AS"], "39 points: 3D 3 + JC 11 + AS 25"),
        (["3D JC AS"], "39 points: 3D 3 + JC 11 + AS 25"),
        (["3D,JC,", "AS"], "39 points: 3D 3 + JC 11 + AS 25"),
        (["['3D', \"JC\"]", "('AS',)"], "39 points: 3D 3 + JC 11 + AS 25"),
        (["0H", "--game", "phasedout"], "10 points: 0H 10"),
        (["ZZ", "ZZ", "--game", "phazed_bonus"], "30 points: ZZ 15 + ZZ 15"),
        ([], "0 points: no cards"),
    ],
)
def test_a_hand_is_counted_however_it_is_written(phazed, arguments, out):
    assert phazed("score", *arguments) == (0, f"{out}\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["10S"], "'10S' is not a card: write a value of 234567890JQKA and a suit of SHDC"),
        (["2s"], "'2s' is not a card"),
        (["2S3S"], "'2S3S' is not a card"),
        (["ZZ"], "ZZ is not a card of phazed"),
        (["ZZ", "--game", "phasedout"], "ZZ is not a card of phasedout"),
    ],
)
def test_what_is_no_card_is_not_counted(phazed, arguments, said):
    code, out, err = phazed("score", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith(f"phazed score: {said}")


# rules


def test_all_rules_are_shown(phazed):
    code, out, err = phazed("rules")
    assert (code, err) == (0, "")
    assert out.startswith("The rules of Phazed\n\nPhazed is a card game for four")
    for number in ("1.1", "2.5", "3.4", "4.6", "5.7", "6.8", "7.4"):
        assert f"\n{number} " in out


def test_a_section_or_a_rule_is_shown(phazed):
    everything = phazed("rules")[1]
    for number in ("5", "5.4"):
        code, out, err = phazed("rules", number)
        assert (code, err) == (0, "")
        assert out.startswith(f"{number} ")
        assert out in everything


@pytest.mark.parametrize("number", ["9", "5.9", "runs"])
def test_an_unknown_rule_is_refused_with_those_that_there_are(phazed, number):
    assert phazed("rules", number) == (
        2,
        "",
        f"phazed rules: there is no rule {number}: the rules are 1.1 to 7.4, the sections 1 to 7\n",
    )


# Streams

SHOWN = [
    ["match", "--seed", "1", "--show", "--game", "phazed_bonus"],
    ["replay", LOG],
    ["score", "3D", "0H"],
    ["explain", "phazed_group_type(['2S', '2S', 'AH'])"],
    ["advise", SEED_CALL],
    ["rules"],
    ["--help"],
]


@pytest.mark.parametrize("arguments", SHOWN, ids=lambda arguments: arguments[0])
def test_what_goes_into_a_pipe_is_plain_text(arguments):
    code, out, err = spawn(*arguments, TERM="xterm-256color", COLORTERM="truecolor")
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "\x1b" not in out


def on_a_terminal(*arguments, keys="", **changes):
    """Run a command on a pseudo-terminal; returns its exit code, what the terminal shows, and standard error."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command(*arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment(**changes),
        start_new_session=True,
    )
    os.close(theirs)
    os.write(ours, keys.encode())
    shown = b""
    while chunk := _read(ours):
        shown += chunk
    with process:
        err = process.stderr.read().decode()
        code = process.wait(300)
    os.close(ours)
    return code, shown.decode().replace("\r\n", "\n"), err


def _read(descriptor):
    try:
        return os.read(descriptor, 65536)
    except OSError:  # how Linux says that nobody has the terminal open any more
        return b""


def test_on_a_terminal_cards_have_colours_and_symbols():
    code, shown, err = on_a_terminal("score", "3D", "0S", "ZZ", "--game", "phazed_bonus")
    assert (code, err) == (0, "")
    assert shown == "28 points: \x1b[31m3♦\x1b[0m 3 + \x1b[1m10♠\x1b[0m 10 + \x1b[35mJoker\x1b[0m 15\n"


def test_on_a_terminal_a_match_is_told_in_colours():
    code, shown, err = on_a_terminal("match", "--seed", "1", "--show", "--pace", "0", COLUMNS="60")
    assert (code, err) == (0, "")
    assert "\x1b[1mHand 1, dealt by greedy 0\x1b[0m" in shown
    assert "●" in shown
    assert max(map(columns, shown.splitlines())) <= 60


@pytest.mark.parametrize("changes", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_may_be_declined(changes):
    assert on_a_terminal("score", "3D", **changes) == (0, "3 points: 3D 3\n", "")


def test_where_the_terminal_has_no_symbols_letters_serve():
    assert on_a_terminal("score", "3D", PYTHONIOENCODING="ascii") == (0, "3 points: \x1b[31m3D\x1b[0m 3\n", "")


def test_a_person_steps_through_a_game_with_enter(tmp_path):
    file = tmp_path / "short.log"
    file.write_text("\n".join(Path(LOG).read_text(encoding="utf-8").splitlines()[:24]), encoding="utf-8")
    code, shown, err = on_a_terminal("replay", file, "--step", keys="\n\n\n", NO_COLOR="1")
    assert code == 1
    assert (shown + err).count("-- Enter to continue, Ctrl-C to stop -- ") == 3
    assert "Traceback" not in err
    assert "Cy draws 8H; discards 9S." in shown


@pytest.mark.parametrize("width", [40, 57])
@pytest.mark.parametrize(
    "arguments",
    [
        ["match", "--seed", "1", "--show"],
        ["replay", LOG],
        ["rules"],
        ["advise", play_call(hand="2S 2S 2C 5S 5S AS 9C JD 3H KD 7C"), "--worlds", "5"],
        ["advise", play_call(hand="2S 2S 2C 5S 5D 6S 9C JD 3H KD 7C"), "--worlds", "5"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_nothing_is_wider_than_the_terminal(phazed, monkeypatch, width, arguments):
    monkeypatch.setenv("COLUMNS", str(width))
    code, out, _ = phazed(*arguments)
    assert code == 0
    told = [line for line in out.splitlines() if LOG not in line]  # a path is not broken
    assert [line for line in told if columns(line) > width] == []


def test_a_very_narrow_or_wide_terminal_is_not_followed(phazed, monkeypatch):
    widths = {}
    for terminal in (10, 40, 100, 500):
        monkeypatch.setenv("COLUMNS", str(terminal))
        widths[terminal] = phazed("rules", "1")[1]
    assert widths[10] == widths[40]
    assert widths[500] == widths[100]
    assert widths[40] != widths[100]


@pytest.mark.parametrize("arguments", [["rules"], ["match", "--seed", "1", "--show"], ["replay", LOG]], ids=str)
def test_a_reader_who_has_seen_enough_is_no_error(arguments):
    process = subprocess.Popen(
        command(*arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(), bufsize=0
    )
    with process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(300) == 0


def test_a_reader_who_has_left_before_is_no_error(monkeypatch):
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w", encoding="utf-8") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert main(["rules"]) == 0
        assert main(["match", "--seed", "1", "--show"]) == 0


def test_ctrl_c_ends_a_match_that_is_shown():
    process = subprocess.Popen(
        command("match", "--seed", "1", "--show", "--pace", "5"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
        bufsize=1,
    )
    with process:
        assert any("Hand 1, dealt by" in line for line in iter(process.stdout.readline, ""))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert err == "\ninterrupted\n"
    assert "Traceback" not in out


def test_replaying_a_record_gives_the_events_of_its_match(phazed, tmp_path):
    file = tmp_path / "a.json"
    code, out, _ = phazed("match", "--seed", "9", "--show", "--record", file)
    assert code == 0
    record = loads(file.read_text(encoding="utf-8"))
    assert list(replay(record))[-1].error is None
    assert phazed("replay", file)[1].startswith(out.removesuffix("seed 9\n"))


# What strangers' files and programs try

MANY_DIGITS = "9" * 5000


def test_a_seed_of_very_many_digits_is_as_good_as_any(phazed):
    code, out, _ = phazed("match", "--seed", MANY_DIGITS)
    assert code == 0
    assert out.endswith(f"seed {MANY_DIGITS}\n")


@pytest.mark.parametrize(
    ("line", "old"),
    [(6, "contains 104"), (9, "number 0"), (65, "This scores 3"), (65, "score to 3"), (-1, "score of 715")],
)
def test_a_number_of_very_many_digits_in_a_log_is_only_a_wrong_number(phazed, stdin, line, old):
    lines = Path(LOG).read_text(encoding="utf-8").splitlines()
    number = line - 1 if line > 0 else len(lines) - 1
    assert old in lines[number]
    lines[number] = lines[number].replace(old, f"{old[: old.rindex(' ')]} {MANY_DIGITS}")
    stdin("\n".join(lines))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (1, "")
    assert out.startswith(f"-, line {number + 1}: expected ")


def test_a_seed_of_very_many_digits_in_a_log_is_read(phazed, stdin):
    stdin(Path(LOG).read_text(encoding="utf-8").replace("seed set to 2021", f"seed set to {MANY_DIGITS}"))
    assert phazed("replay", "-", "--check")[0] == 0


def ended_by_an_error(**changes):
    """A record whose first play was an error."""
    data = json.loads(Path(RECORD).read_text(encoding="utf-8"))
    data["hands"] = [{**data["hands"][0], "plays": []}]
    error = {"seat": 1, "kind": "exception", "reason": "no", "call": "", "answer": "", "traceback": ""} | changes
    data["outcome"] = {"hands": 0, "status": [0] * 4, "scores": [0] * 4, "ranks": None, "error": error}
    return json.dumps(data)


def test_a_record_that_ends_with_an_error_replays(phazed, stdin):
    stdin(ended_by_an_error())
    code, out, _ = phazed("replay", "-", "--check")
    assert code == 0
    assert out.startswith("Bob made an error, which ends the game: no\n")


@pytest.mark.parametrize("seat", [-1, 4, 7])
def test_an_error_of_nobody_is_found_in_a_record(phazed, stdin, seat):
    stdin(ended_by_an_error(seat=seat))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (1, "")
    assert out.startswith("-, ")


@pytest.mark.parametrize(
    "reason", ["\x1b[2J\x1b[31mred", "one\r\ntwo\n\n\nthree", "a\u202eb", "half a character: \ud800"]
)
def test_nothing_in_a_strangers_reason_moves_the_cursor(phazed, stdin, reason):
    stdin(ended_by_an_error(reason=reason))
    code, out, err = phazed("replay", "-", "--check")
    assert (code, err) == (0, "")
    first, last = out.splitlines()
    assert first.startswith("Bob made an error, which ends the game: ")
    assert all(line.isprintable() for line in (first, last))


def test_a_record_saved_with_a_mark_of_its_encoding_is_read(phazed, tmp_path):
    for source in (LOG, RECORD):
        file = tmp_path / "marked"
        file.write_text(Path(source).read_text(encoding="utf-8"), encoding="utf-8-sig")
        assert phazed("replay", file, "--check")[0] == 0


def test_a_call_that_is_no_text_is_refused(phazed, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"\xff\xfe"), encoding="utf-8"))
    code, out, err = phazed("explain")
    assert (code, out) == (2, "")
    assert err.startswith("phazed explain: ")


def test_the_end_of_the_input_ends_the_steps(phazed, monkeypatch):
    def ended(prompt):
        raise EOFError

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    monkeypatch.setattr(builtins, "input", ended)
    code, out, _ = phazed("replay", LOG, "--step")
    assert code in (0, 130)
    assert "Hand 1, dealt by Ann" in out


def test_a_full_disk_is_told(phazed, tmp_path, monkeypatch):
    class Full(io.StringIO):
        def close(self):
            super().close()
            raise OSError(28, "No space left on device")  # which, coming from close, names no file

    file, real = tmp_path / "a.log", builtins.open
    monkeypatch.setattr(builtins, "open", lambda name, *more, **options: Full() if name == str(file) else real(name))
    code, _, err = phazed("match", "--seed", "5", "--log", file)
    assert code == 2
    assert "No space left on device" in err
    assert "None" not in err


HOSTILE = {
    "an exception without words": "class Bad(Exception):\n    def __str__(self): raise TypeError\n"
    "def phazed_play(*arguments): raise Bad",
    "half a character": "def phazed_play(*arguments): raise ValueError('\\ud800')",
    "a list without a length": "class Row(list):\n    def __len__(self): raise TypeError('no')\n"
    "def phazed_play(*arguments): return Row([1, None])",
    "a list that leaves": "class Row(list):\n    def __getitem__(self, index): raise SystemExit(0)\n"
    "def phazed_play(*arguments): return Row([1, None])",
    "an object without equals": "class Bad:\n    def __eq__(self, other): raise TypeError('no')\n"
    "def phazed_play(*arguments): return (1, Bad())",
    "a string without a hash": "class Bad(str):\n    def __hash__(self): raise TypeError('no')\n"
    "def phazed_play(*arguments): return (2, Bad('KS'))",
    "an object without a repr": "class Bad:\n    def __repr__(self): raise TypeError('no')\n"
    "def phazed_play(*arguments): return Bad()",
    "a very deep list": "def phazed_play(*arguments):\n    deep = []\n    for _ in range(100000): deep = [deep]\n"
    "    return (3, (1, deep))",
}


@pytest.mark.parametrize("what", HOSTILE)
def test_whatever_a_player_answers_is_its_own_error(phazed, bot, what):
    code, out, err = phazed("match", bot(HOSTILE[what], "ann.py"), "--seed", "1")
    assert (code, err) == (1, "")
    assert out.startswith("ann 1 made an error, which ends the game: ")
    assert out.endswith("seed 1\n")


def test_a_file_that_fails_without_words_is_refused(phazed, bot):
    code, out, _ = phazed("match", bot("class Bad(Exception):\n    def __str__(self): raise TypeError\nraise Bad"))
    assert code == 1
    assert out.startswith("bot 1 made an error, which ends the game: it cannot be imported: Bad\n")


def test_output_may_go_to_any_stream():
    with redirect_stdout(io.StringIO()) as stream:
        assert main(["score", "2S"]) == 0
    assert stream.getvalue() == "2 points: 2S 2\n"


def test_the_log_and_the_record_need_two_files(phazed, tmp_path):
    file = tmp_path / "match"
    code, _, err = phazed("match", "--log", file, "--record", tmp_path / "." / "match")
    assert (code, err) == (2, f"phazed match: the log and the record need different files, not {file} for both\n")
    assert not file.exists()


def test_output_that_nobody_takes_does_no_harm():
    ended = subprocess.run([sys.executable, "-c", CLOSED], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")


CLOSED = "import sys; sys.stdout = None; from phazed.cli import main; sys.exit(main(['score', '2S']))"


def test_output_is_replaced_where_there_is_none(monkeypatch):
    monkeypatch.setattr(sys, "stdout", None)
    assert main(["score", "2S"]) == 0
    sys.stdout.close()


def test_a_command_that_needs_file_locks_says_so_where_there_are_none():
    with pytest.raises(UsageError, match="does not run on this system"), needs_the_arena():
        raise ModuleNotFoundError("No module named 'fcntl'", name="fcntl")


def test_without_isolation_a_sentence_says_so(phazed, tmp_path, monkeypatch):
    file = tmp_path / "my_bot.py"
    file.write_text("def phazed_score(hand):\n    return 0\n")
    monkeypatch.setattr(sys, "platform", "darwin")
    _, out, err = phazed("check", file, "--functions")
    assert "This system cannot isolate bots, so your bot runs with your own permissions.\n" in err
    assert "phazed_score" in out
