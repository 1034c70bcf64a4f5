"""Errors whose own message misleads are explained: what a tournament forbids, and what it allows."""

from __future__ import annotations

import json

import pytest
from check_results import ARGUMENTS, CITIZEN

from phazed.answers.form import to_json
from phazed.arena.check.coaching import next_step
from phazed.arena.check.explanations import Context, explanation, misordered
from phazed.arena.check.session import check
from phazed.arena.entrants import load_entrant
from phazed.game.referee import Offence
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.storage.entrant import Entrant
from phazed.terminal.check import check_text

SINGLE = Entrant("mine", "mine.py", (("mine.py", b"# mine\ndef phazed_play(hand):\n    pass\n"),))
FOLDER = Entrant("mine", "bot.py", (("bot.py", b""), ("plans.py", b"")))
LIMITS = Limits(memory=256 * MEGABYTE)
IN_BOT = 'Traceback (most recent call last):\n  File "mine.py", line 3, in choose\n    {}\n'


def explained(reason, line="", *, kind="exception", bot=SINGLE, packages=(), answer="", trace=None):
    error = Offence(kind, reason, answer=answer, traceback=IN_BOT.format(line) if trace is None else trace)
    return explanation(error, "phazed_play", Context(bot, packages, LIMITS))


def missing(module, **more):
    return explained(f"it cannot be imported: ModuleNotFoundError: No module named '{module}'", kind="start", **more)


def test_an_installed_package_is_forbidden_and_can_be_tried():
    assert missing("msgspec.json") == (
        "bots may import only the standard library, unless the organiser allows a package; phazed check --allow "
        "msgspec checks the bot as if it were allowed"
    )


def test_a_well_known_package_need_not_be_installed():
    assert missing("tensorflow").endswith(
        "--allow tensorflow checks the bot as if it were allowed, once it is installed here"
    )


def test_a_package_may_be_allowed_and_incomplete():
    assert missing("numpy.nothing", packages=("numpy",)).startswith("numpy is allowed, but numpy.nothing is missing")


def test_phazed_itself_is_forbidden():
    assert missing("phazed.rules").startswith("a bot cannot import phazed, which is not available in a tournament")


def test_a_module_of_its_own_is_missing_in_the_submission():
    assert missing("my_plans") == (
        "there is no my_plans.py in the submission; a bot with several files must be a folder with bot.py and "
        "the modules "
        "that it imports"
    )
    assert missing("plans.deep", bot=FOLDER) == "there is no plans/deep.py in the submission"


def test_a_part_of_the_standard_library_may_be_missing():
    assert missing("tkinter").startswith("this Python has no tkinter")


@pytest.mark.parametrize(
    ("reason", "line", "words"),
    [
        ("PermissionError: [Errno 13] Permission denied: 'notes.txt'", "open('notes.txt', 'w')", "cannot write files"),
        ("PermissionError: [Errno 13] Permission denied: '/etc/passwd'", "", "only the files in its own folder"),
        ("PermissionError: [Errno 13] Permission denied: '../other.py'", "", "only the files in its own folder"),
        (
            "PermissionError: [Errno 1] Operation not permitted",
            "subprocess.run(['ls'])",
            "cannot start other processes",
        ),
        ("PermissionError: [Errno 1] Operation not permitted", "socket.socket()", "no network"),
        ("PermissionError: [Errno 1] Operation not permitted", "os.chroot('x')", "a tournament does not allow this"),
        ("URLError: <urlopen error [Errno -3] Temporary failure in name resolution>", "", "no network"),
        ("FileNotFoundError: [Errno 2] No usable temporary directory found in ['/tmp']", "", "cannot write files"),
        (
            "FileNotFoundError: [Errno 2] No such file or directory: 'book.txt'",
            "",
            "no book.txt in the submission; a bot",
        ),
        ("FileNotFoundError: [Errno 2] No such file or directory: '/data/a'", "", "only the files in its own folder"),
        ("OperationalError: unable to open database file", "", "cannot write files"),
        ("MemoryError", "", "256 MB of memory"),
        ("SystemExit: 1", "", "must not exit Python"),
        ("NameError: name 'quit' is not defined", "", "must not exit Python"),
        ("EOFError: EOF when reading a line", "", "there is no keyboard input"),
    ],
)
def test_what_the_sandbox_refuses_is_explained(reason, line, words):
    assert words in explained(reason, line)


@pytest.mark.parametrize(
    "reason",
    [
        "ZeroDivisionError: division by zero",
        "ModuleNotFoundError: something of mine",
        "NameError: name 'hnad' is not defined",
        "EOFError: Ran out of input",
        "FileNotFoundError: nothing here",
        "OperationalError: no such table: a",
        "TypeError: 'int' object is not subscriptable",
    ],
)
def test_an_error_that_speaks_for_itself_is_left_alone(reason):
    assert explained(reason) == ""


def test_a_forgotten_return_is_explained():
    reason = "a play must be a list or tuple, not None (rule 6.7)"
    assert explained(reason, kind="malformed", answer="None").startswith(
        "phazed_play returned nothing: look for a path"
    )
    assert explained("a play is a pair", kind="malformed", answer="5") == ""


def test_a_timeout_names_the_line_it_was_in():
    assert explained("its play takes more than 4 s (rule 7.4)", kind="timeout") == (
        "it was in line 3 of mine.py, in choose(); look for a loop that never ends or runs far too often"
    )
    reason = "it waited for more than 10 s in this match without computing"
    assert (
        explained(reason, kind="timeout")
        == "it was in line 3 of mine.py, in choose(); it waits or sleeps there: remove that"
    )
    assert explained(reason, kind="timeout", trace="") == "it waits or sleeps: remove that"


def test_wrong_parameters_are_compared_with_the_expected_ones():
    given = "TypeError: phazed_play() takes 1 positional argument but 6 were given"
    assert explained(given, trace=given) == (
        f"phazed_play is called with 6 arguments: {ARGUMENTS}; in line 2 of mine.py it is: def phazed_play(hand)"
    )
    assert explained(given, trace=given, bot=FOLDER) == f"phazed_play is called with 6 arguments: {ARGUMENTS}"
    assert explained("TypeError: <lambda>() takes 1 positional argument", trace="TypeError") == ""


def test_parameters_in_another_order_are_reported(checked):
    found = checked(CITIZEN.replace(ARGUMENTS, "player_id, hand, table, turn_history, phase_status, discard"))
    (sentence,) = found.misordered
    assert sentence == (
        f"The parameters of phasedout_play are not in the order of its arguments, which is {ARGUMENTS}."
    )
    assert sentence in check_text(found, 200)
    assert next_step(found) == f"Put the parameters in the right order. {sentence}"
    assert not found.passed


def test_a_file_that_cannot_be_parsed_has_no_order_of_parameters():
    broken = Entrant("mine", "mine.py", (("mine.py", b"def phazed_play(:"),))
    assert list(misordered(broken, ("phazed_play",))) == []


def test_a_forbidden_import_is_explained_once_in_the_text_and_in_the_data(checked):
    found = checked("from phazed import phazed_score\n" + CITIZEN)
    assert found.failure.reason == "ModuleNotFoundError: No module named 'phazed'"
    assert found.failure.where == "line 1 of bot.py"
    text = check_text(found, 200)
    assert "It cannot be imported: ModuleNotFoundError" in text
    assert "it cannot be imported" not in text
    assert "\n    A bot cannot import phazed" in text
    assert next_step(found).startswith("First fix the import (line 1 of bot.py): a bot cannot import phazed")
    assert json.loads(json.dumps(to_json(found)))["failure"]["explanation"] == found.failure.explanation


def test_a_file_that_is_written_in_a_game_is_explained_there_and_not_twice(checked):
    found = checked(CITIZEN.replace("return", "open('notes.txt', 'w')\n    return"))
    text = check_text(found, 200)
    assert text.count("A bot cannot write files") == 1
    assert text.count("open(") == 1
    assert "exceptions in line 3 of bot.py, in phasedout_play(): PermissionError" in text
    assert "against three" not in text


def test_the_frames_of_libraries_are_left_out_of_a_traceback(checked):
    found = checked("import json\n" + CITIZEN.replace("return", "json.loads('{')\n    return"))
    text = check_text(found, 200)
    assert "json.loads('{')" in text
    assert "decoder.py" not in text
    assert "JSONDecodeError" in text


def test_a_folder_with_its_own_modules_is_checked(tmp_path):
    (tmp_path / "bot.py").write_text("import helpers\n" + CITIZEN)
    found = check(load_entrant(str(tmp_path)), functions_only=True)
    assert found.failure.explanation == "there is no helpers.py in the submission"
    (tmp_path / "helpers.py").write_text("")
    assert check(load_entrant(str(tmp_path)), functions_only=True).passed
