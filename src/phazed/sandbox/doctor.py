"""The diagnosis of this system, in which a sandboxed bot attacks targets set up for this purpose.

The targets are a secret file, a process, listening services and another bot. The diagnosis is based on whether attacks
succeed, not on the features that the system claims to have. A successful attack does no harm: it reads, writes or kills
only its target.
"""

from __future__ import annotations

import contextlib
import ctypes
import marshal
import os
import platform
import select
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from secrets import randbits, token_hex
from textwrap import dedent, indent
from typing import TYPE_CHECKING, NamedTuple

from phazed.answers.diagnosis import FULL, NONE, PARTIAL, Attempt, Diagnosis
from phazed.game.referee import Offence
from phazed.sandbox.limits import MEGABYTE, Limits
from phazed.sandbox.protection import protection
from phazed.sandbox.server import SandboxServer

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Self

    from phazed.sandbox.bot import SandboxedBot
    from phazed.sandbox.protection import Protection

GENEROUS = Limits(start=10.0, play=5.0, match=10.0, idle=30.0, memory=256 * MEGABYTE)
TIGHT = GENEROUS._replace(play=0.1, idle=0.2)
STARTS = 5
"""Number of bots started to measure how long a start takes."""

NO_LANDLOCK = (
    "Landlock is missing, so bots could read and change your files and each other's. It needs Linux 5.13 or newer with "
    "landlock listed in /sys/kernel/security/lsm, and a container that allows it"
)
NO_SECCOMP = (
    "seccomp is missing, so bots could use the network, start processes and kill yours. It needs a Linux kernel with "
    "CONFIG_SECCOMP_FILTER on x86-64 or aarch64, and a container that allows it"
)
NOT_LINUX = "only on Linux can a program without special permissions confine bots"


class Attack(NamedTuple):
    """An attack by a hostile bot."""

    what: str
    """Description that continues "bots can"."""
    body: str
    """Body of a function whose argument `to` holds the addresses of the targets."""
    limits: Limits = GENEROUS
    delay: float = 0.0
    """Maximum time until a successful attack shows its effect, in seconds."""


ATTACKS = (
    Attack("read your files", "return open(to['secret']).read()"),
    Attack("read other bots' files", "return open(to['neighbour']).read()"),
    Attack("read this program's code, including its expert", "return open(to['program']).read(100)"),
    Attack("list your folders", "return os.listdir(to['folder'])"),
    Attack(
        "read the memory of the referee",
        """
        buffer = ctypes.create_string_buffer(32)
        here = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 32)
        there = (ctypes.c_void_p * 2)(to['address'], 32)
        return done(libc.process_vm_readv(to['referee'], here, 1, there, 1, 0)) and buffer.value
        """,
    ),
    Attack("look into other processes", "return open(f\"/proc/{to['victim']}/environ\", 'rb').read()"),
    Attack("write files", "return open(to['folder'] + '/written', 'w').write('hostile')"),
    Attack("write into their own folder", "return open(__file__ + '.new', 'w').write('hostile')"),
    Attack("empty your files", "return os.open(to['secret'], os.O_RDONLY | os.O_TRUNC)"),
    Attack("change the permissions of your files", "return os.chmod(to['secret'], 0o666)"),
    Attack("connect to services", "return socket.create_connection(('127.0.0.1', to['tcp']), 2).close()"),
    Attack(
        "send datagrams",
        "return socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'hostile', ('127.0.0.1', to['udp']))",
    ),
    Attack(
        "send to local services",
        "return socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM).sendto(b'hostile', to['abstract'])",
    ),
    Attack("kill your processes", "return os.kill(to['victim'], 9)", delay=10.0),
    Attack("start processes", "return os.fork() or os._exit(0)"),
    Attack("run programs", "return os.posix_spawn(sys.executable, [sys.executable, '-c', 'pass'], {})"),
    Attack(
        "leave shared memory behind",
        "return libc.shmctl(done(libc.shmget(to['key'], 4096, 0o1600)), 0, None)",
    ),
    Attack("become root in a user namespace", "return done(libc.unshare(0x10000000))"),
    Attack("exceed the memory limit", f"return len(bytearray({1024 * MEGABYTE}))"),
    Attack("fill the disk with output", "return [os.write(1, bytes(65536)) for _ in range(1024)]"),
)
TIMED_ATTACKS = (
    Attack("compute without end", "while True: pass", TIGHT),
    Attack("sleep instead of playing", "time.sleep(60)", TIGHT),
    Attack(
        "start hundreds of threads",
        """
        threading.stack_size(65536)
        for _ in range(300):
            threading.Thread(target=time.sleep, args=(5,), daemon=True).start()
        time.sleep(5)
        """,
    ),
)
"""Attacks that take at least a tenth of a second each."""

SOURCE = """
import ctypes, os, socket, sys, threading, time

libc = ctypes.CDLL(None, use_errno=True)

def done(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result

{functions}

def attack(number, to):
    try:
        return ["done", repr(globals()[f"attack_{{number}}"](to))[:100]]
    except (OSError, MemoryError) as error:
        return ["refused", str(error) or type(error).__name__]
"""


def level() -> str:
    """Return the level of protection (`full`, `partial` or `none`), found without the slow attacks."""
    return examine(attacks=ATTACKS).level


def examine(protected: Protection | None = None, attacks: Sequence[Attack] = (*ATTACKS, *TIMED_ATTACKS)) -> Diagnosis:
    """Run the attacks on this system, with all available protection or with the given part of it."""
    has = protection() if protected is None else protected
    if sys.platform != "linux":
        return Diagnosis(NONE, (NOT_LINUX,), (), dict(system_facts(has)))
    missing = [text for text, there in ((NO_LANDLOCK, has.landlock), (NO_SECCOMP, has.seccomp)) if not there]
    try:
        with Canaries() as canaries, contextlib.closing(SandboxServer(canaries.bots, protected=has)) as server:
            attempts = tuple(_attempts(canaries, server, attacks))
            system = {
                **dict(system_facts(has)),
                "other processes": "hidden from bots"
                if server.hides_processes
                else "their existence is visible to bots",
                "a bot starts in": f"{1000 * _time_to_start(canaries, server):.1f} ms",
            }
    except Exception as error:  # whatever the reason, this system offers no protection
        why = f"bots cannot be started at all: {type(error).__name__}: {error}"
        return Diagnosis(NONE, (*missing, why), (), dict(system_facts(has)))
    if has.full:  # otherwise the reason is already known
        missing += [f"bots can {each.what} ({each.how})" for each in attempts if not each.stopped]
    reached = PARTIAL if has.landlock or has.seccomp else NONE
    return Diagnosis(reached if missing else FULL, tuple(missing), attempts, system)


def _attempts(canaries: Canaries, server: SandboxServer, attacks: Sequence[Attack]) -> Iterator[Attempt]:
    """Have a bot try all attacks; if it is killed, start another one for the remaining attacks."""
    functions = "\n".join(f"def attack_{number}(to):\n{_body(attack)}" for number, attack in enumerate(attacks))
    folder = canaries.unpacked(SOURCE.format(functions=functions))
    bot: SandboxedBot | None = None
    with contextlib.ExitStack() as stack:
        for number, attack in enumerate(attacks):
            if bot is None or bot.limits != attack.limits:
                stack.close()
                bot = server.start(folder, "bot.py", ["attack"], attack.limits, "seed")
                stack.callback(bot.free)
                bot.begin()
            try:
                outcome, how = bot.call("attack", marshal.dumps((number, canaries.targets())))
            except Offence as offence:
                outcome, how = "killed", offence.reason
                bot = None
            harm = canaries.harm(folder, timeout=attack.delay if outcome == "done" else 0.0)
            yield Attempt(attack.what, outcome != "done" and not harm, harm or how)


def _body(attack: Attack) -> str:
    return indent(dedent(attack.body).strip(), "    ")


def _time_to_start(canaries: Canaries, server: SandboxServer) -> float:
    """Return the minimum time to start and import an empty bot, in seconds."""
    folder = canaries.unpacked("")
    taken = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        bot = server.start(folder, "bot.py", [], GENEROUS, "seed")
        bot.begin()
        taken.append(time.perf_counter() - begun)
        bot.free()
    return min(taken)


def system_facts(has: Protection) -> tuple[tuple[str, str], ...]:
    """Return the names and values of facts about this system."""
    facts = {
        "system": f"{platform.system()} {platform.release()}, {platform.machine()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "Landlock": f"version {has.landlock}" if has.landlock else "none",
        "seccomp": "yes" if has.seccomp else "none",
    }
    with contextlib.suppress(ImportError, ValueError, OSError, AttributeError):
        facts["memory"] = f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 1e9:.1f} GB"
        import resource

        limits = {
            "memory": resource.RLIMIT_AS,
            "open files": resource.RLIMIT_NOFILE,
            "processes": resource.RLIMIT_NPROC,
        }
        hard = {name: resource.getrlimit(kind)[1] for name, kind in limits.items()}
        finite = [f"{limit} {name}" for name, limit in hard.items() if limit != resource.RLIM_INFINITY]
        facts["limits of a process"] = ", ".join(finite) or "none"
    return tuple(facts.items())


class Canaries:
    """The targets of the attacks, which stand for other files and processes."""

    def __enter__(self) -> Self:
        with contextlib.ExitStack() as stack:
            self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="phazed-doctor-"))).resolve()
            self.bots = self.folder / "bots"
            self.bots.mkdir()
            self.neighbour = self.unpacked("# the other bot's idea")
            self.secret = self.folder / "secret"
            self.text = token_hex(16)
            self._memory = ctypes.create_string_buffer(self.text.encode())
            self._write()
            self.tcp = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
            self.udp = stack.enter_context(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            self.udp.bind(("127.0.0.1", 0))
            self.local = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))
            self.local.bind(f"\0phazed-doctor-{token_hex(8)}")
            self._key = randbits(30)
            self.victim = self._start_victim()
            stack.callback(self._kill_victim)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _write(self) -> None:
        self.secret.write_text(self.text)
        self.secret.chmod(0o600)

    def _start_victim(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-I", "-S", "-c", "input()"]
        return subprocess.Popen(command, stdin=subprocess.PIPE)  # noqa: S603 - our own program

    def _kill_victim(self) -> None:
        self.victim.kill()
        self.victim.communicate()

    def unpacked(self, source: str) -> Path:
        """Create a folder for a bot with this source, and return it."""
        folder = Path(tempfile.mkdtemp(dir=self.bots))
        (folder / "bot.py").write_text(source)
        return folder

    def targets(self) -> dict[str, object]:
        """Return the addresses of the targets."""
        return {
            "secret": str(self.secret),
            "folder": str(self.folder),
            "neighbour": str(self.neighbour / "bot.py"),
            "program": __file__,
            "referee": os.getpid(),
            "address": ctypes.addressof(self._memory),
            "victim": self.victim.pid,
            "tcp": self.tcp.getsockname()[1],
            "udp": self.udp.getsockname()[1],
            "abstract": self.local.getsockname(),
            "key": self._key,
        }

    def harm(self, folder: Path, timeout: float) -> str:
        """Undo and describe the harm done by the bot in the folder, waiting up to `timeout` for a process to die."""
        done = []
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.victim.wait(timeout)
            done.append("it killed a process")
            self._kill_victim()
            self.victim = self._start_victim()
        if self.secret.read_text() != self.text or self.secret.stat().st_mode & 0o077:
            done.append("it changed a file")
            self._write()
        for parent, known in ((self.folder, {"bots", "secret"}), (folder, {"bot.py"})):
            for path in parent.iterdir():
                if path.name not in known:
                    done.append("it wrote a file")
                    path.unlink()
        visited = select.select([self.tcp, self.udp, self.local], [], [], 0)[0]
        for service in visited:
            done.append("it reached a service")
            if service is self.tcp:
                service.accept()[0].close()
            else:
                service.recv(100)
        return " and ".join(done)
