"""`phazed export`: its file plays as @strong does where there is nothing but Python, and answers to anything."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import linecache
import subprocess
import sys
import traceback
from itertools import pairwise
from pathlib import Path

import pytest

import phazed as installed
from phazed.bots import answer, make
from phazed.export.file import exported, literal, packed
from phazed.export.loader import Bundle
from phazed.export.needed import NotPortable, needed
from phazed.game.referee import play_game
from phazed.game.view import in_course_form
from phazed.rules.rulesets import RULESETS
from positions import GAMES, IS_VALID, real_views
from strangers import HOSTILE, with_each_part_replaced

ROOT = Path(__file__).parent.parent
EVERY_GAME = pytest.mark.parametrize("game", GAMES)
FUNCTIONS = sorted(set(installed.__all__) - {"Game", "__version__", "explain"})


@pytest.fixture(scope="module")
def text():
    """The file for all three games."""
    return exported()


@pytest.fixture(scope="module")
def folder(text, tmp_path_factory):
    """A folder with nothing but the file, and a package that must not be imported in place of its modules."""
    folder = tmp_path_factory.mktemp("exported")
    (folder / "expert.py").write_text(text, encoding="utf-8")
    (folder / "phazed.py").write_text("raise ImportError('there is no phazed here')\n", encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def expert(folder):
    """The file as a module of this process, beside the installed package."""
    spec = importlib.util.spec_from_file_location("expert", folder / "expert.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# In an empty environment

PROGRAM = """
import ast, sys, threading

CHANGES = {"remove", "rename", "mkdir", "rmdir", "system", "exec", "fork", "posix_spawn", "link", "symlink", "truncate"}


def watch(event, arguments):
    if event == "open" and isinstance(arguments[1], str) and set(arguments[1]) & set("wax+"):
        raise RuntimeError(f"it writes {arguments[0]}")
    package, _, name = event.partition(".")
    if package in ("socket", "subprocess", "ctypes") or package == "os" and name in CHANGES:
        raise RuntimeError(f"it uses {event}")


sys.addaudithook(watch)
sys.path.insert(0, sys.argv[1])
import expert

try:
    import phazed
except ImportError:
    print("ready", flush=True)
for line in sys.stdin:
    name, arguments = ast.literal_eval(line)
    print(repr(getattr(expert, name)(*arguments)), flush=True)
foreign = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__", "expert"}
print(foreign or None, threading.active_count())
"""


class Elsewhere:
    """A Python process without packages, environment and anything of ours, which calls the file's functions."""

    def __init__(self, folder):
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", "-W", "error", "-c", PROGRAM, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=folder,
            env={},
        )
        self.first = self._process.stdout.readline()

    def call(self, name, arguments):
        self._process.stdin.write(f"{(name, arguments)!r}\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, self._process.stderr.read()
        return ast.literal_eval(line)

    def end(self):
        """What is left to be read from its standard output and standard error."""
        return self._process.communicate(timeout=300)


@pytest.fixture(scope="module")
def elsewhere(folder):
    process = Elsewhere(folder)
    yield process
    process.end()


class Both:
    """A player that asks @strong and the file, and requires the same answer."""

    def __init__(self, rules, seed, elsewhere):
        self._strong = make("strong", rules, seed)
        self._elsewhere = elsewhere
        self.plays = 0

    def choose(self, view):
        play = self._strong.choose(view)
        assert self._elsewhere.call(view.rules.play_function, view.to_course()) == in_course_form(play)
        self.plays += 1
        return play


def assert_plays_the_same(game, seed, others, elsewhere):
    """Play a game in which the seats without another player ask both."""
    rules = RULESETS[game]
    players = [make(name, rules, seed) if name else Both(rules, (seed, seat), elsewhere) for seat, name in others]
    assert play_game(rules, players, seed).outcome.error is None
    assert sum(player.plays for player in players if isinstance(player, Both)) > 20


@pytest.mark.no_cover
@EVERY_GAME
@pytest.mark.parametrize("others", [("", "", "", ""), ("", "random", "", "greedy")], ids=["alone", "with others"])
def test_it_plays_as_the_strong_player_does(game, others, elsewhere):
    assert_plays_the_same(game, 7, enumerate(others), elsewhere)


@pytest.mark.thorough
@EVERY_GAME
@pytest.mark.parametrize("seed", range(60))
def test_it_plays_as_the_strong_player_does_in_many_games(game, seed, elsewhere):
    names = ("random", "beginner", "casual", "greedy", "nearest", "hoarder", "", "")
    assert_plays_the_same(game, seed, enumerate(["", names[seed % 8], "", names[seed // 8]]), elsewhere)


@pytest.mark.no_cover
def test_it_needs_python_alone_and_prints_nothing(folder):
    before = sorted(folder.iterdir())
    process = Elsewhere(folder)
    assert process.first == "ready\n"
    for game in GAMES:
        for view in real_views(game, "greedy", step=41):
            process.call(RULESETS[game].play_function, view.to_course())
    assert process.end() == ("None 1\n", "")
    assert sorted(folder.iterdir()) == before


# Its functions


def test_it_defines_the_functions_of_the_course(expert):
    assert sorted(expert.__all__) == FUNCTIONS
    for name in FUNCTIONS:
        theirs, ours = getattr(expert, name), getattr(installed, name)
        assert list(inspect.signature(theirs).parameters) == list(inspect.signature(ours).parameters)
        assert theirs.__doc__.endswith(".")


@pytest.mark.no_cover
@EVERY_GAME
def test_its_judgement_is_ours(game, expert):
    valid = getattr(expert, IS_VALID[game].__name__)
    views = real_views(game, "random", step=40)
    for view, other in pairwise(views):
        call = view.to_course()
        for play in [*list(view.legal_plays)[:5], *list(other.legal_plays)[:5]]:
            assert valid(play, *call) is IS_VALID[game](play, *call)


def test_its_types_and_scores_are_ours(expert):
    group, run = ["2C", "2C", "4C", "KC", "9C", "AS", "3C"], ["4H", "5S", "AC", "7C", "8H", "AH", "0S", "JC"]
    sets = [["5C", "5H", "AH"], ["QC", "QC", "AS"]]
    for name in FUNCTIONS:
        for thing in (group, run, sets, [], None) if name.endswith(("_type", "_score")) else ():
            assert getattr(expert, name)(thing) == getattr(installed, name)(thing)
    assert expert.phazed_group_type(group) == [2, 6, 7]
    assert expert.phasedout_phase_type(sets) == 1


@pytest.mark.no_cover
@EVERY_GAME
@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE.keys())
def test_it_answers_to_hostile_objects_in_place_of_any_part_of_a_call(game, hostile, expert):
    other = hostile()
    play, valid = getattr(expert, RULESETS[game].play_function), getattr(expert, IS_VALID[game].__name__)
    assert play(*[other] * 6) == (1, None)
    assert valid(*[other] * 7) is False
    for view in real_views(game, "greedy", step=101):
        for call in with_each_part_replaced(list(view.to_course()), other):
            kind, _ = play(*call)
            assert kind in range(1, 7)
            assert valid((1, None), *call) in (True, False)


@pytest.mark.no_cover
@EVERY_GAME
def test_to_views_of_no_game_it_answers_as_the_strong_player_does(game, expert):
    for view in real_views(game, "greedy", step=13):
        for odd in (view._replace(hand=view.hand[1:]), view._replace(hand=(view.hand[0],) * 3 + view.hand)):
            call = odd.to_course()
            assert getattr(expert, RULESETS[game].play_function)(*call) == answer("strong", RULESETS[game], call)


# The file


@pytest.mark.no_cover
def test_the_same_version_writes_the_same_file(text):
    assert exported(GAMES[::-1]) == text


def test_its_header_says_what_it_is_and_has_the_licence(text):
    header = ast.get_docstring(ast.parse(text))
    assert header.startswith("A player of the card game Phazed in one file of plain Python")
    assert f"the strong player of phazed {installed.__version__}." in header
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").strip() in header
    assert all(name in header for name in FUNCTIONS)


def test_it_is_smaller_than_two_megabytes_and_has_no_long_line(text):
    assert len(text.encode()) < 2_000_000
    assert max(map(len, text.splitlines())) <= 130


def test_every_module_is_in_it_word_for_word(text):
    for module in ("rules/cards.py", "rules/legality.py", "core/policy.py", "core/values.py", "bots/expert.py"):
        assert f"\n{(ROOT / 'src' / 'phazed' / module).read_text(encoding='utf-8')}" in text
    assert "\n# phazed.core.policy ---" in text


def test_a_traceback_names_the_lines_of_the_file(expert, folder):
    with pytest.raises(Exception, match="there is no game 'chess'") as raised:
        expert._bundle.load("phazed.rules.rulesets").ruleset("chess")
    last = traceback.extract_tb(raised.tb)[-1]
    linecache.checkcache()
    assert last.filename == str(folder / "expert.py")
    assert last.name == "ruleset"
    assert last.line.startswith("raise ")


def test_it_is_not_the_installed_package(expert):
    assert expert._bundle.load("phazed.rules.rulesets").PHAZED is not RULESETS["phazed"]
    assert not [name for name in sys.modules if name.startswith("expert.")]


@pytest.mark.no_cover
def test_a_file_for_one_game_plays_that_game_alone(text):
    one = exported(["phasedout"])
    scope = {"__name__": "one"}
    exec(compile(one, "one.py", "exec"), scope)
    assert set(FUNCTIONS) - set(scope) == {"phazed_play", "phazed_bonus"}
    assert "futures_phasedout.bin" in one
    assert "futures_phazed.bin" not in one
    assert len(one) < len(text)
    for view in real_views("phasedout", "greedy", step=29):
        call = view.to_course()
        assert scope["phasedout_play"](*call) == answer("strong", RULESETS["phasedout"], call)


# What is needed


def names_of(found):
    return [module.name for module in found.modules]


def test_a_module_comes_after_those_that_it_imports():
    order = names_of(needed(["phazed.rules.legality"]))
    assert order[:2] == ["phazed.rules.errors", "phazed.rules.cards"]
    assert order[-1] == "phazed.rules.legality"


def test_imports_in_functions_are_followed_unless_the_module_is_left_out():
    everybody, few = (
        names_of(needed(["phazed.bots"])),
        names_of(needed(["phazed.bots"], without=["phazed.bots.levels"])),
    )
    assert set(everybody) - set(few) == {"phazed.bots.levels"}


def test_what_a_module_imports_as_it_runs_cannot_be_left_out():
    assert "phazed.bots.greedy" in names_of(needed(["phazed.bots.expert"], without=["phazed.bots.greedy"]))


def test_a_package_of_which_nothing_is_imported_by_name_is_not_needed():
    found = names_of(needed(["phazed.bots.expert"]))
    assert "phazed.core.policy" in found
    assert not {"phazed", "phazed.core", "phazed.bots"} & set(found)


def test_tables_are_found_by_their_names_and_by_the_game():
    assert [table.name for table in needed(["phazed.core.encoding"], games=["phazed"]).tables] == [
        "beliefs_phazed.bin",
        "futures_phazed.bin",
        "preferences_phazed.bin",
        "styles_phazed.bin",
        "values.bin",
    ]
    assert len(needed(["phazed.core.encoding"]).tables) == 13
    assert needed(["phazed.rules.legal"]).tables == ()


@pytest.mark.parametrize(
    ("module", "said"),
    [
        ("phazed.train.solitaire", "phazed.train.solitaire imports numpy, which is not in the standard library"),
        ("phazed.game.starter", "phazed.game.starter must read the files next to it with its loader's get_data"),
        ("phazed.nothing", "the source of phazed.nothing is not installed"),
    ],
)
def test_a_module_that_cannot_be_in_one_file_is_named(module, said):
    with pytest.raises(NotPortable, match=said):
        needed([module])


# The loader


@pytest.fixture
def bundle():
    return Bundle("shop", "test", "<here>")


def test_modules_import_each_other_and_python(bundle):
    bundle.add_module("shop.till", 1, "import math\nimport shop.prices\ntotal = math.floor(shop.prices.bread)")
    bundle.add_module("shop.prices", 1, "bread = 2.5")
    assert bundle.load("shop.till").total == 2
    assert bundle.load("shop").prices is bundle.load("shop.prices")
    assert bundle.load("shop.till").__name__ == "test.shop.till"


def test_modules_may_import_each_other_in_a_circle(bundle):
    bundle.add_module("shop.one", 1, "from shop import two\nnumber = 1")
    bundle.add_module("shop.two", 1, "from shop import one\ndef number(): return one.number + 1")
    bundle.load_all()
    assert bundle.load("shop.two").number() == 2


def test_a_name_of_a_package_is_found_before_a_module(bundle):
    bundle.add_module("shop", 1, "open = True")
    bundle.add_module("shop.door", 1, "from shop import open, door\nis_open = open and door.__name__")
    assert bundle.load("shop.door").is_open == "test.shop.door"


def test_a_module_that_is_not_there_is_named(bundle):
    bundle.add_module("shop.till", 1, "import shop.cellar")
    for _ in range(2):  # what fails is not kept
        with pytest.raises(ModuleNotFoundError, match=r"shop\.cellar is not part of this file") as raised:
            bundle.load("shop.till")
        assert raised.value.name == "shop.cellar"
    with pytest.raises(ModuleNotFoundError, match="garage"):
        bundle.load("garage.door")


@pytest.mark.parametrize(
    "source", ["a = r'\\n'\n", "a = '''b'''\n", "'''\\t'''\n", "a = '\\\\'\n", 'a = """b"""\n', ""]
)
def test_a_literal_is_the_source_after_a_newline(source):
    assert ast.literal_eval(literal(source)) == f"\n{source}"


@pytest.mark.parametrize(
    "table", [b"", b"odd", bytes(range(250)) * 40, b"\0\1\0\2\0\3" * 300, b"\0\0\0\0\0\0\5\7" * 99]
)
def test_a_table_is_read_as_it_was(bundle, table):
    size, text = packed(table)
    bundle.add_table("some.bin", size, text)
    for path in ("some.bin", "/a/b/some.bin", r"C:\a\some.bin"):
        assert bundle.get_data(path) == table


# The command


@pytest.fixture
def _short(monkeypatch, tmp_path):
    """A file that is made at once, and an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("phazed.export.file.exported", lambda games: f"# {' '.join(games)}\n")


def test_the_command_writes_the_file_and_says_its_size(phazed, tmp_path, text, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("phazed.export.file.exported", {GAMES: text}.__getitem__)
    code, out, err = phazed("export", "expert.py")
    assert (code, err) == (0, "")
    assert Path("expert.py").read_text(encoding="utf-8") == text
    assert f"has {len(text.encode()) / 1e6:.1f} MB of plain Python" in " ".join(out.split())
    assert "  phazed check expert.py\n" in out
    assert [each.name for each in tmp_path.iterdir()] == ["expert.py"]


@pytest.mark.usefixtures("_short")
def test_the_command_writes_all_games_or_one(phazed):
    assert phazed("export", "all.py")[0] == 0
    assert Path("all.py").read_text() == "# phazed phazed_bonus phasedout\n"
    assert phazed("export", "one", "--game", "phazed_bonus")[0] == 0
    assert Path("one.py").read_text() == "# phazed_bonus\n"


@pytest.mark.usefixtures("_short")
def test_a_file_is_overwritten_only_if_that_is_asked_for(phazed):
    Path("mine.py").write_text("precious")
    said = "phazed export: mine.py already exists; use --force to overwrite it\n"
    assert phazed("export", "mine.py") == (2, "", said)
    assert Path("mine.py").read_text() == "precious"
    assert phazed("export", "mine.py", "--force")[0] == 0
    assert Path("mine.py").read_text().startswith("# phazed")


@pytest.mark.usefixtures("_short")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["no/such/expert.py"], "no/such/expert.py cannot be written: there is no such folder"),
        (["folder.py", "--force"], "folder.py cannot be written: it is a folder"),
        (["my-bot.py"], "my-bot.py: a bot's name must consist of letters, digits and _"),
        (["random.py"], "random.py: this name is already used by Python or Phazed; choose another, such as my_random"),
        (["expert.py", "--game", "chess"], "invalid choice: 'chess' (choose from"),
        ([], "the following arguments are required: FILE"),
    ],
)
def test_what_is_wrong_with_the_command_is_said(phazed, tmp_path, arguments, said):
    Path("folder.py").mkdir()
    code, out, err = phazed("export", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert [each.name for each in tmp_path.iterdir()] == ["folder.py"]


def test_it_plays_in_our_sandbox(phazed, folder):
    code, out, err = phazed(
        "match", folder / "expert.py", "@greedy", "@greedy", "@greedy", "--seed", "3", "--trust-bots"
    )
    assert (code, err) == (0, "")
    assert "expert" in out
