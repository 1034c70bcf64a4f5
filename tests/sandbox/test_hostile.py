"""Hostile bots: each plays in its sandbox, and neither the referee nor anything else may be harmed.

The bots are in `tests/hostile`, each with what it tries in its first line and what must become of it in `EXPECTED`:
either "contained", which means that all its attacks fail and it plays on, or the kinds of error that may end it.
Whatever it is, the organiser's secrets stay unread, their files unchanged, their services unvisited, their processes
alive; nothing of the bot is left, and the next bot plays.
"""

from __future__ import annotations

import ast
import contextlib
import gc
import json
import os
import re
import signal
import socket
import subprocess
import sys
import sysconfig
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from secrets import token_hex
from types import SimpleNamespace
from typing import NamedTuple

import pytest
from sandboxed_bots import assert_ends

import phazed
from phazed.arena import match
from phazed.arena.entrants import BadBot, load_entrant, load_entrants
from phazed.arena.jobs import MatchJob
from phazed.arena.match import BuiltInPlayer, SandboxedPlayer, play
from phazed.game.games import GameEnded, Played, shuffles
from phazed.game.referee import Offence, referee
from phazed.rules.errors import PhazedError
from phazed.rules.rulesets import PHAZED
from phazed.sandbox.bot import MAX_STACK, SandboxServerFailed
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.sandbox.protection import Protection, protection
from phazed.sandbox.server import SandboxServer
from phazed.sandbox.wire import Wire
from phazed.sandbox.workspace import Workspace
from phazed.storage.entrant import Entrant

FOLDER = Path(__file__).parent.parent / "hostile"
SHARED = ("attempts.py", "conftest.py")
HOSTILE = sorted(path for path in FOLDER.glob("*.py") if path.name not in SHARED)
FIRST = 1
"""The seat that begins the first hand."""
LIMITS = Limits(start=10.0, play=5.0, match=10.0, idle=50.0, memory=256 * MEGABYTE)
"""Generous, so that only bots that name their own limits exceed them."""

pytestmark = pytest.mark.skipif(not protection().full, reason="this system cannot confine bots")


class Wanted(NamedTuple):
    """What a hostile bot's file says about it."""

    kinds: tuple[str, ...]
    reason: str = ""
    calls: int = 1
    between: float = 0.0
    """CPU seconds that it may use after its first call before it is called again."""
    limits: Limits = LIMITS
    machines: str = ""


def wanted(source: bytes) -> Wanted:
    """Read the file without importing it, since it is hostile."""
    settings = [node for node in ast.parse(source).body if isinstance(node, ast.Assign)]
    names = [ast.unparse(node.targets[0]) for node in settings]
    said = {name: ast.literal_eval(node.value) for name, node in zip(names, settings) if name in NAMES}
    kinds = said["EXPECTED"]
    return Wanted(
        (kinds,) if isinstance(kinds, str) else kinds,
        said.get("REASON", ""),
        said.get("CALLS", 1),
        said.get("BETWEEN", 0.0),
        LIMITS._replace(**said.get("LIMITS", {})),
        said.get("MACHINES", ""),
    )


NAMES = ("EXPECTED", "REASON", "CALLS", "BETWEEN", "LIMITS", "MACHINES")


class Host:
    """The targets of the attacks."""

    def __init__(self, folder: Path) -> None:
        self.secret = f"canary-{token_hex(16)}"
        self.file = folder / "secret.txt"
        self.file.write_text(self.secret)
        self.victim = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.abstract = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.abstract.bind(f"\0phazed-{token_hex(8)}")
        self.path = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.path.bind(str(folder / "s"))
        for each in (self.tcp, self.udp, self.abstract, self.path):
            each.setblocking(False)
        os.environ["PHAZED_SECRET"] = self.secret
        self.name = f"hostile-{token_hex(4)}"
        self.workspace = Workspace()
        self.neighbour = self.workspace.bot_folder(Entrant("neighbour", "bot.py", (("bot.py", b"# mine"),)))
        harmless = "def phazed_play(*arguments):\n    return (1, None)\n"
        self.harmless = Entrant("harmless", "bot.py", (("bot.py", harmless.encode()),))
        assert self.workspace.server.alive
        gc.collect()
        self.before, self.descriptors = self.state(), descriptors()

    def targets(self) -> dict[str, object]:
        return {
            "secret": str(self.file),
            "home": str(Path.home()),
            "referee": os.getpid(),
            "victim": self.victim.pid,
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "abstract": self.abstract.getsockname()[1:].decode(),
            "path": self.path.getsockname(),
            "neighbour": str(self.neighbour),
            "source": str(Path(phazed.__file__).parent.parent),
            "packages": sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}),
            "name": self.name,
            "key": int(token_hex(3), 16),
            "hidden": self.workspace.server.hides_processes,
        }

    def state(self) -> dict[str, object]:
        """Everything that no bot may change."""
        facts = self.file.stat()
        places = ["/dev/shm", "/tmp", self.file.parent, self.neighbour, Path.home()]
        return {
            "secret": (self.file.read_text(), facts.st_mode, facts.st_uid, facts.st_mtime_ns, facts.st_nlink),
            "victim": (self.victim.poll(), os.sched_getaffinity(self.victim.pid)),
            "nice": os.getpriority(os.PRIO_PROCESS, self.victim.pid),
            "files": [sorted(name for name in os.listdir(place) if self.name in name) for place in places],
            "system five": [_first_two_columns(Path(f"/proc/sysvipc/{kind}")) for kind in ("shm", "sem", "msg")],
            "zygote": self.workspace.server.alive,
            "processes": self.processes(),
        }

    def processes(self) -> list[int]:
        """All processes of the zygote's session except itself: bots, and what they may have left."""
        zygote = self.workspace.server.pid
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                if int(path.read_text().rpartition(")")[2].split()[3]) == zygote and path.parent.name != str(zygote):
                    found.append(int(path.parent.name))
        return found

    def check(self) -> None:
        """Check that no target was harmed or reached."""
        for service in (self.udp, self.abstract, self.path):
            with pytest.raises(BlockingIOError):
                service.recv(100)
        with pytest.raises(BlockingIOError):
            self.tcp.accept()
        assert self.state() == self.before
        if descriptors() - self.descriptors:
            gc.collect()  # they may be of an earlier test's
        assert not descriptors() - self.descriptors, "more files are open here"

    def bot(self, name: str, source: bytes) -> Entrant:
        files = {
            name: source,
            "attempts.py": (FOLDER / "attempts.py").read_bytes(),
            "targets.json": json.dumps(self.targets()).encode(),
        }
        return Entrant(name.removesuffix(".py"), name, tuple(sorted(files.items())))

    def close(self) -> None:
        self.workspace.close()
        del os.environ["PHAZED_SECRET"]
        self.victim.kill()
        self.victim.wait()
        for each in (self.tcp, self.udp, self.abstract, self.path):
            each.close()


def _first_two_columns(table: Path) -> list[list[str]]:
    return [line.split()[:2] for line in table.read_text().splitlines()] if table.exists() else []


def descriptors() -> Counter[str]:
    """The open file descriptors of this process, by kind."""
    return Counter(_kind(path) for path in Path("/proc/self/fd").iterdir())


def _kind(path: Path) -> str:
    """The kind of a descriptor; a missing one was that of the listing itself."""
    try:
        return re.sub(r"\d+", "", os.readlink(path))
    except OSError:
        return "gone"


@pytest.fixture(scope="module")
def host(tmp_path_factory):
    made = Host(tmp_path_factory.mktemp("host"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _at_home(host, monkeypatch):
    monkeypatch.setattr(match, "workspace", lambda packages: host.workspace)


class WaitingPlayer:
    """A player that waits before the second call until its bot has used the CPU time that it asks for."""

    def __init__(self, player: SandboxedPlayer, between: float) -> None:
        self.player = player
        self.between = between
        self.asked = 0

    def choose(self, view):
        if self.asked == 1 and self.between:
            bot = self.player.process
            until, begun = bot.usage.cpu() + self.between, time.monotonic()
            while bot.usage.cpu() < until and time.monotonic() < begun + 60:
                time.sleep(0.01)
        self.asked += 1
        return self.player.choose(view)


def let_play(host: Host, bot: Entrant, expected: Wanted) -> SimpleNamespace:
    """Play the bot's first turns of a game: its error, if any, and its output."""
    job = MatchJob(1, "phazed", f"seed-{host.secret}", (bot,) * 4, expected.limits)
    player = SandboxedPlayer(bot, job, FIRST, Wire())
    players = [BuiltInPlayer("random", PHAZED, str(seat)) for seat in range(4)]
    players[FIRST] = WaitingPlayer(player, expected.between)
    error, plays = None, 0
    for event in referee(PHAZED, players, shuffles(PHAZED, "7")):
        if isinstance(event, GameEnded):
            error = event.error
            break
        plays += isinstance(event, Played) and event.before.seat == FIRST
        if plays == expected.calls:
            break
    length = os.fstat(player.process._output).st_size
    begun = time.monotonic()
    player.close()
    taken = time.monotonic() - begun
    printed = player.report().printed
    player.process.free()
    return SimpleNamespace(error=error, printed=printed, length=length, taken=taken)


def assert_contained(host: Host, bot: Entrant, expected: Wanted) -> SimpleNamespace:
    result = let_play(host, bot, expected)
    error = result.error
    if error is None:
        assert "contained" in expected.kinds
    else:
        assert not error.answer.startswith(("'escaped", '"escaped')), error.answer
        assert error.kind in expected.kinds, error
        assert expected.reason in error.reason
        assert len(error.reason) + len(error.answer) + len(error.traceback) < 3 * 64 * 1024
    assert host.secret not in f"{error}{result.printed}"
    assert result.length <= expected.limits.output + MAX_STACK
    assert result.taken < 30
    host.check()
    assert let_play(host, host.harmless, Wanted(("contained",))).error is None, "the next bot"
    return result


@pytest.mark.parametrize("path", HOSTILE, ids=lambda path: path.stem)
def test_a_hostile_bot_is_contained(path, host):
    source = path.read_bytes()
    expected = wanted(source)
    if os.uname().machine not in (expected.machines or os.uname().machine):
        pytest.skip("its machine code is for another processor")
    assert_contained(host, host.bot(path.name, source), expected)


def test_every_hostile_bot_says_what_it_tries():
    assert len(HOSTILE) >= 45
    for path in HOSTILE:
        assert ast.get_docstring(ast.parse(path.read_bytes())).endswith(".")
        assert wanted(path.read_bytes()).kinds


# Bots that are short enough for a line.

FINE, ODD, NEVER = ("contained",), ("malformed",), ("timeout",)
SHORT = LIMITS._replace(play=0.3, idle=100.0)
ANSWERS = {
    "named tuple": ("__import__('collections').namedtuple('P', 'kind content')(1, None)", FINE),
    "list": ("[1, None]", FINE),
    "number of an enumeration": ("(__import__('enum').IntEnum('E', 'draw').draw, None)", FINE),
    "number's subclass": ("(type('N', (int,), {})(1), None)", FINE),
    "list's subclass that lies": (
        "type('L', (list,), {'__len__': lambda s: 9, '__iter__': lambda s: 1/0})([1, None])",
        ODD,
    ),
    "nothing": ("None", ODD),
    "not a number": ("(float('nan'), None)", ODD),
    "infinity": ("(float('inf'), None)", ODD),
    "too large a number": ("(10**4000, None)", ODD),
    "far too large a number": ("(10**5000, None)", ODD),
    "half a character": ("(5, '\\ud800')", ODD),
    "bytes": ("b'play'", ODD),
    "set": ("({1}, None)", ODD),
    "object": ("object()", ODD),
    "itself": ("phazed_play", ODD),
    "generator": ("(each for each in (1, None))", ODD),
    "endless generator": ("__import__('itertools').count()", ODD),
    "dictionary": ("{'kind': 1, 'content': None}", ODD),
    "dictionary with odd keys": ("{(1, None): 1}", ODD),
    "deep": ("__import__('functools').reduce(lambda a, _: [a], range(900), [])", ODD),
    "too deep": ("__import__('functools').reduce(lambda a, _: [a], range(10**5), [])", ODD),
    "deep dictionary": ("__import__('functools').reduce(lambda a, _: {'a': a}, range(900), {})", ODD),
    "circle": ("(lambda a: a.append(a) or a)([])", ODD),
    "too long": ("(1, 'x' * 70000)", ODD),
    "many parts": ("[[]] * 20000", ODD),
    "repr that raises": ("type('R', (), {'__repr__': lambda s: 1 / 0})()", ODD),
    "repr that is no text": ("type('R', (), {'__repr__': lambda s: 5})()", ODD),
    "repr that exits": ("type('R', (), {'__repr__': lambda s: __import__('sys').exit()})()", ODD),
    "repr that never ends": ("type('R', (), {'__repr__': lambda s: [0 for _ in iter(int, 1)]})()", NEVER),
    "items that never end": (
        "type('D', (dict,), {'items': lambda s: ((0, 0) for _ in iter(int, 1))})(a=1)",
        (*NEVER, *ODD),
    ),
    "illegal play": ("(5, '2S')", ("illegal",)),
    "evidence in markup": ("'<script>alert(1)</script>\\x1b[2J'", ODD),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_odd_answer_is_the_bots_own_error(name, host):
    text, kinds = ANSWERS[name]
    source = f"def phazed_play(*arguments):\n    return {text}\n"
    assert_contained(
        host, host.bot("odd.py", source.encode()), Wanted(kinds, limits=SHORT if "timeout" in kinds else LIMITS)
    )


RAISED = {
    "without words": ("type('E', (Exception,), {'__str__': lambda s: 1 / 0})()", ("exception",), "E"),
    "with a million words": ("ValueError('word ' * 10**6)", ("exception",), "ValueError: word"),
    "that interrupts": ("KeyboardInterrupt()", ("exception",), "KeyboardInterrupt"),
    "of a generator": ("GeneratorExit()", ("exception",), "GeneratorExit"),
    "of no common kind": ("type('Odd', (BaseException,), {})('x')", ("exception",), "Odd: x"),
    "with half a character": ("ValueError('\\ud800')", ("exception", "malformed"), ""),
    "with a long name": ("type('E' * 100000, (Exception,), {})()", ("exception", "malformed"), ""),
    "of a class that raises": (
        "type('M', (type,), {'__name__': property(lambda s: 1 / 0)})('E', (Exception,), {})()",
        (),
        "",
    ),
    "with a circle of causes": ("(lambda e: setattr(e, '__cause__', e) or e)(ValueError('x'))", ("exception",), "x"),
    "with an endless text": ("type('E', (Exception,), {'__str__': lambda s: [0 for _ in iter(int, 1)]})()", NEVER, ""),
    "in a group": (
        "BaseExceptionGroup('g', [SystemExit(1), KeyboardInterrupt()])",
        ("exception",),
        "BaseExceptionGroup",
    ),
    "that is no error": ("5", ("exception",), "TypeError"),
}


@pytest.mark.parametrize("name", RAISED)
def test_an_odd_error_is_still_an_error(name, host):
    text, kinds, reason = RAISED[name]
    source = f"def phazed_play(*arguments):\n    raise {text}\n"
    limits = SHORT if kinds == NEVER else LIMITS
    assert_contained(
        host, host.bot("odd.py", source.encode()), Wanted(kinds or ("exception", "crash"), reason, limits=limits)
    )


FRAMES = {
    "nothing": b"",
    "text": b'"answer"',
    "number": b"5",
    "object": b'{"answer": 1}',
    "empty list": b"[]",
    "unknown word": b'["escaped", 1]',
    "word that is a list": b'[["answer"], 1]',
    "too few parts": b'["answer"]',
    "too many parts": b'["answer", 1, 2, 3]',
    "numbers for words": b'["raised", 1, 2]',
    "two texts": b'["answer", 1] ["answer", 1]',
    "not a number": b'["answer", NaN]',
    "infinity": b'["answer", [1e999, null]]',
    "long number": b'["answer", ' + b"9" * 60000 + b"]",
    "half a character": b'["answer", "\\ud800"]',
    "broken text": b'["answer", "\xff"]',
    "deep": b'["answer", ' + b"[" * 30000 + b"]" * 30000 + b"]",
    "never closed": b"[" * 65536,
    "ready": b'["ready", 5]',
    "unreadable": b'["unreadable", 1, 2]',
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_malformed_reply_is_not_an_answer(name, host):
    source = f"""
import os
import time
from attempts import frame, header

def phazed_play(*arguments):
    data = frame({FRAMES[name]!r}, header()[4:8])
    while data:
        data = data[os.write(4, data):]
    time.sleep(1000)
"""
    assert_contained(host, host.bot("odd.py", source.encode()), Wanted(ODD))


@pytest.mark.parametrize("name", FRAMES)
def test_a_malformed_reply_does_not_end_the_import(name, host):
    source = f"""
import os
import time
from attempts import frame

data = frame({FRAMES[name]!r}, bytes(4))
while data:
    data = data[os.write(4, data):]
time.sleep(1000)
"""
    assert_contained(host, host.bot("odd.py", source.encode()), Wanted(("start",)))


FILES = {
    "syntax error": (b"def phazed_play(:\n", "SyntaxError"),
    "zero byte": (b"phazed_play = 1\0", "cannot be imported"),
    "unknown encoding": (b"# coding: martian\n", "SyntaxError"),
    "broken text": (b"x = '\xff'\n", "SyntaxError"),
    "sixteen bits": ("phazed_play = 1".encode("utf-16"), "cannot be imported"),
    "too deep": (b"x = " + b"(" * 5000 + b")" * 5000, "cannot be imported"),
    "empty": (b"", "does not define"),
    "missing module": (b"import numpy.random", "numpy"),
    "failing module": (b"1 / 0", "ZeroDivisionError"),
    "odd name of an error": (b"raise type('E', (Exception,), {'__str__': lambda s: 1 / 0})", "cannot be imported"),
    "odd module": (b"import sys\nsys.modules[__name__] = None\n", "does not define"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_broken_file_is_a_start_error(name, host):
    source, reason = FILES[name]
    assert_contained(host, host.bot("broken.py", source), Wanted(("start",), reason))


# Folders.


def folder_of_a_bot(place: Path) -> Path:
    place.mkdir()
    (place / "bot.py").write_text("def phazed_play(*arguments):\n    return (1, None)\n")
    return place


@pytest.mark.parametrize("target", ["secret.txt", "", "missing", "other/bot.py"])
def test_a_link_that_leads_out_of_a_bots_folder_is_refused(target, host, tmp_path):
    folder = folder_of_a_bot(tmp_path / "bot")
    folder_of_a_bot(host.file.parent / "other") if target.startswith("other") else None
    (folder / "link").symlink_to(host.file.parent / target)
    with pytest.raises(BadBot, match="this link points outside"):
        load_entrant(str(folder))


def test_a_main_file_that_is_a_link_is_refused(host, tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    (folder / "bot.py").symlink_to(host.file)
    with pytest.raises(BadBot):
        load_entrant(str(folder))


def test_pipes_sockets_and_devices_in_a_folder_are_ignored(tmp_path):
    folder = folder_of_a_bot(tmp_path / "bot")
    os.mkfifo(folder / "pipe")
    with socket.socket(socket.AF_UNIX) as service:
        service.bind(str(folder / "service"))
    with contextlib.suppress(PermissionError):
        os.mknod(folder / "zero", 0o020666, os.makedev(1, 5))
    assert [name for name, _ in load_entrant(str(folder)).files] == ["bot.py"]


def test_a_main_file_that_is_not_a_regular_file_is_refused(tmp_path):
    folder = tmp_path / "bot"
    folder.mkdir()
    os.mkfifo(folder / "bot.py")
    os.mkfifo(tmp_path / "alone.py")
    for path in (folder, tmp_path / "alone.py"):
        with pytest.raises(BadBot):
            load_entrant(str(path))


def test_circular_links_exclude_only_their_bot(tmp_path):
    folder = folder_of_a_bot(tmp_path / "circle")
    (folder / "a").symlink_to(folder / "b")
    (folder / "b").symlink_to(folder / "a")
    (folder / "below").mkdir()
    (folder / "below" / "above").symlink_to(folder)
    folder_of_a_bot(tmp_path / "fine")
    found = load_entrants(tmp_path)
    assert "fine" in [each.name for each in found.entrants]


@pytest.mark.parametrize("name", ["../outside.py", "/tmp/outside.py", "a/../../outside.py"])
def test_a_file_whose_path_leads_out_of_the_bots_folder_is_not_written(name, host):
    bot = Entrant("bot", "bot.py", (("bot.py", b""), (name, b"hostile")))
    with pytest.raises(PhazedError, match="points outside"):
        host.workspace.bot_folder(bot)


# Whole matches, and the end of a workspace.


def test_a_match_of_hostile_bots_ends_with_the_first_ones_error(host):
    names = ("kill.py", "exit_at_once.py", "write_files.py", "fork.py")
    bots = tuple(host.bot(name, (FOLDER / name).read_bytes()) for name in names)
    report = play(MatchJob(1, "phazed", "1", bots, LIMITS))
    assert (report.error.seat, report.error.kind, report.ranks) == (1, "crash", None)
    host.check()


def test_a_bot_does_not_learn_the_seed_of_its_match(host):
    name = "knows_the_seed.py"
    bot = host.bot(name, (FOLDER / name).read_bytes())
    seed = f"match-{token_hex(8)}"
    others = [load_entrant("@random")] * 3
    report = play(MatchJob(1, "phazed", seed, (bot, *others), LIMITS))
    assert "seed" in report.seats[0].printed
    assert seed not in report.seats[0].printed


def started(host: Host, source: str, limits: Limits = LIMITS):
    bot = host.workspace.start(host.bot("bot.py", source.encode()), ["phazed_play"], limits, "seed")
    bot.begin()
    return bot


def test_a_bot_that_starts_threads_while_another_thinks_is_killed_at_once(host):
    bomb = """
import threading, time
def breed():
    time.sleep(0.1)
    threading.stack_size(32768)
    while True:
        try:
            threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        except RuntimeError:
            time.sleep(0.01)
def phazed_play(*arguments):
    threading.Thread(target=breed, daemon=True).start()
    return (1, None)
"""
    thinks = "import time\ndef phazed_play(*arguments):\n    time.sleep(0.5)\n    return (1, None)\n"
    bots = [started(host, bomb), started(host, thinks)]
    call = Wire().encode(first_view())
    try:
        bots[0].call("phazed_play", call)
        while bots[0] in host.workspace.server.running:
            bots[1].call("phazed_play", call)
        with pytest.raises(Offence, match="more than 64 threads") as error:
            bots[0].call("phazed_play", call)
        assert error.value.kind == "limit"
    finally:
        for each in bots:
            each.free()
    host.check()


HONEST_WORK = """
import time
def phazed_play(*arguments):
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    return (1, None)
"""
HURRIED = LIMITS._replace(play=0.3, match=100.0, idle=1.0)


@pytest.fixture
def one_core(host):
    """Lets all bots share one processor."""
    before = os.sched_getaffinity(host.workspace.server.pid)
    os.sched_setaffinity(host.workspace.server.pid, {min(before)})
    yield
    os.sched_setaffinity(host.workspace.server.pid, before)


@pytest.mark.usefixtures("one_core")
def test_a_bot_that_burns_the_processor_loses_and_not_the_honest_one(host):
    hog = started(host, (FOLDER / "burns_between_calls.py").read_text(), LIMITS._replace(play=0.3, match=1.0))
    honest = started(host, HONEST_WORK, HURRIED)
    call = Wire().encode(first_view())
    try:
        blamed = None
        while blamed is None and honest.calls < 100:
            try:
                hog.call("phazed_play", call)
            except Offence as offence:
                blamed = offence
            honest.call("phazed_play", call)
        assert (blamed.kind, blamed.reason[-10:]) == ("timeout", "(rule 7.4)")
    finally:
        hog.free()
        honest.free()
    host.check()


@pytest.mark.usefixtures("one_core")
def test_honest_bots_that_wait_for_a_processor_are_not_blamed(host):
    call = Wire().encode(first_view())

    def wait_for_bot(_):
        bot = started(host, HONEST_WORK, HURRIED)
        try:
            for _ in range(3):
                bot.call("phazed_play", call)
            return bot.waited
        finally:
            bot.free()

    with ThreadPoolExecutor(12) as pool:
        waited = list(pool.map(wait_for_bot, range(12)))
    assert max(waited) > 2 * HURRIED.idle + HURRIED.play  # they would have been blamed for the time on the clock
    host.check()


def test_the_next_bot_does_not_find_the_seed_of_one_before_it(host):
    seed = host.secret
    first = host.workspace.start(host.harmless, ["phazed_play"], LIMITS, seed)
    first.begin()
    name = "reads_what_others_left.py"
    second = host.workspace.start(host.bot(name, (FOLDER / name).read_bytes()), ["phazed_play"], LIMITS, "seed")
    second.begin()
    try:
        assert second.call("phazed_play", Wire().encode(first_view())) == [1, None]
    finally:
        first.free()
        second.free()


def test_a_bot_that_ends_itself_after_its_time_is_too_slow(host, monkeypatch):
    monkeypatch.setattr("phazed.sandbox.bot.POLL_INTERVAL", 0.9)
    source = """
import signal, time
def phazed_play(*arguments):
    begun = time.process_time()
    while time.process_time() < begun + 0.1:
        pass
    signal.raise_signal(signal.SIGXCPU)
"""
    assert_contained(
        host, host.bot("bot.py", source.encode()), Wanted(NEVER, limits=LIMITS._replace(play=0.05, idle=1000.0))
    )


def test_a_failed_fork_is_not_a_bots_error(host, monkeypatch):
    monkeypatch.setattr(SandboxServer, "_request", lambda *_: -11)
    with pytest.raises(SandboxServerFailed, match="no process can be started"):
        host.workspace.server.start(host.neighbour, "bot.py", ["phazed_play"], LIMITS, "seed")
    monkeypatch.undo()
    host.check()


def test_a_zygote_ends_on_an_invalid_request(tmp_path):
    server = SandboxServer(tmp_path)
    with pytest.raises(SandboxServerFailed):
        server.kill_and_reap(1 << 30)
    assert not server.alive


@pytest.mark.parametrize("version", range(1, protection().landlock + 1))
def test_every_version_of_landlock_is_enough_beside_seccomp(version, host):
    workspace = Workspace(protected=Protection(version, seccomp=True))
    try:
        for name in ("write_files.py", "change_files.py", "read_by_another_way.py"):
            bot = workspace.start(host.bot(name, (FOLDER / name).read_bytes()), ["phazed_play"], LIMITS, "seed")
            bot.begin()
            assert bot.call("phazed_play", Wire().encode(first_view())) == [1, None]
            bot.free()
    finally:
        workspace.close()
    host.check()


HONEST = """
import concurrent.futures, datetime, decimal, os, pickle, random, secrets, signal, sqlite3, statistics, time, zoneinfo
os.chdir(os.path.dirname(os.path.abspath(__file__)))
with open("targets.json") as file, open(os.devnull, "w") as nowhere:
    nowhere.write(file.read())
with concurrent.futures.ThreadPoolExecutor(4) as pool:
    assert list(pool.map(abs, [-1, -2])) == [1, 2]
assert sqlite3.connect(":memory:").execute("SELECT 1").fetchone() == (1,)
assert secrets.token_bytes(8) and os.urandom(8) and os.cpu_count() and time.localtime() and os.listdir()
signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
rung = []
signal.setitimer(signal.ITIMER_REAL, 0.001)
while not rung:
    time.sleep(0.01)
def phazed_play(*arguments):
    return (1, None)
"""


def test_an_honest_bot_has_what_it_needs(host):
    assert_contained(host, host.bot("honest.py", HONEST.encode()), Wanted(("contained",)))


STUBBORN = """
import os, signal, threading, time
from attempts import frame, header, syscall
signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
def phazed_play(*arguments):
    threading.Thread(target=time.sleep, args=(1000,)).start()
    os.write(4, frame(b'["answer", [1, null]]', header()[4:8]))
    syscall("exit", 0)
"""


@pytest.mark.parametrize("how", ["killed", "closed"])
def test_no_bot_outlives_its_zygote(how, host):
    workspace = Workspace()
    try:
        bots = [
            workspace.start(host.bot("bot.py", STUBBORN.encode()), ["phazed_play"], LIMITS, "seed") for _ in range(2)
        ]
        for bot in bots:
            bot.begin()
        bots[0].call("phazed_play", Wire().encode(first_view()))
        server = workspace.server
        if how == "killed":
            os.kill(server.pid, signal.SIGKILL)
        server.close()
        for bot in bots:
            assert_ends(bot.pid)
    finally:
        for bot in bots:
            bot.free()
        workspace.close()


def first_view():
    """What the first player of a game sees."""
    seen = []

    class Watcher:
        def choose(self, view):
            seen.append(view)
            raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt):
        list(referee(PHAZED, [Watcher()] * 4, shuffles(PHAZED, "7")))
    return seen[0]
