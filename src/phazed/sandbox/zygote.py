"""The zygote, which is the process that bots are forked from, and the code that runs in a bot's process.

This file runs as a separate program, in an interpreter that can import only the standard library, and uses no other
module of this package. `server` communicates with it over a socket on its standard input. It first sends the settings
for confining bots, then requests to fork or kill bots. When the socket closes, the zygote and all bots exit. A bot's
data, such as its folder and seed, is sent to its own process after the fork, so the next bot finds no trace of it in
the memory that it inherits. The code here does not provide security, since a bot shares its process with it and can
change it. Security comes from the confinement by the kernel, which is in place before the bot's first line runs.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import importlib.machinery
import importlib.util
import io
import json
import marshal
import os
import random
import signal
import socket
import stat
import struct
import sys
import traceback

try:
    import fcntl
    import resource
except ImportError:  # on systems other than Linux, a bot runs without a zygote
    pass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# fmt: off
# Modules that many bots import, so that forked processes already have them.
import collections, copy, functools, heapq, itertools, math, operator, re, string, time  # noqa: E401, F401, I001
# fmt: on

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 1, 4, 38, 22, 2
CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH = 444, 445, 446, 1
LOG_NO_DENIALS = 1
"""Flag that keeps denials out of the system log, which a bot could otherwise flood."""
ON_DIRECTORIES_ONLY = 1 << 3
CAPABILITIES = 0x20080522
MAX_ANSWER = 64 * 1024
MAX_TRACEBACK = 8 * 1024
CALLS, ANSWERS = 3, 4
"""File descriptors of the pipes over which a bot is called; 0 to 2 are its standard streams."""
NEW_MOUNTS, NEW_USER = 0x20000, 0x10000000
READ_ONLY, NO_SUID, NO_DEVICES, NO_EXECUTION, RECURSIVE, PRIVATE = 1, 2, 4, 8, 0x4000, 0x40000
"""Flags of `unshare` and `mount`."""


def main() -> None:
    """Serve requests until the socket closes."""
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)  # the zygote exits when the socket closes
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if it were ignored, exit statuses would be lost
    setup, _ = receive(control)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # if memory runs out, bots are killed first
    except OSError:
        pass
    hidden = setup["linux"] and hide_processes()
    if setup["landlock"]:
        call(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        restrict(setup["landlock"], setup["first layer"])
    faulthandler.register(signal.SIGUSR1, file=2, all_threads=False)  # a bot that has run out of time writes its stack
    send(control, hidden)
    gc.freeze()  # all existing objects are shared with every bot and never become garbage
    while True:
        request, descriptors = receive(control)
        if request[0] == "fork":
            send(control, fork(control, setup, descriptors))
        else:
            send(control, kill_and_reap(request[1]))


def fork(control: socket.socket, setup: dict[str, Any], descriptors: list[int]) -> int:
    """Fork a bot's process and return its ID or a negative errno; the descriptors are its pipes and its output."""
    zygote = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:  # too many processes; other bots continue
        pid = -(error.errno or 1)
    if pid:
        for each in descriptors:
            os.close(each)
        return pid
    try:
        os.dup2(
            os.open(os.devnull, os.O_RDONLY), 0
        )  # opened here, since bots could communicate over a shared descriptor
        calls, answers, output = (fcntl.fcntl(each, fcntl.F_DUPFD, ANSWERS + 1) for each in descriptors)
        for source, target in ((calls, CALLS), (answers, ANSWERS), (output, 1), (output, 2)):
            os.dup2(source, target)
        control.detach()
        os.closerange(ANSWERS + 1, 1024)
        run_bot(setup, zygote)
    except BaseException:  # this process must never return to the zygote's loop
        traceback.print_exc()
    finally:
        os._exit(1)


def kill_and_reap(pid: int) -> tuple[int, float, int]:
    """Kill a bot's process and return its exit code, its CPU time in seconds and its peak memory in bytes."""
    os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def receive(control: socket.socket) -> tuple[Any, list[int]]:
    """Return the next message and the descriptors sent with it; exit if the socket has been closed."""
    message, descriptors, _, _ = socket.recv_fds(control, 1 << 16, 4)
    while len(message) < 4 or len(message) < 4 + int.from_bytes(message[:4], "little"):
        more = control.recv(1 << 16) if message else b""
        if not more:
            os._exit(0)
        message += more
    return marshal.loads(message[4:]), descriptors


def send(control: socket.socket, message: Any) -> None:
    data = marshal.dumps(message)
    control.sendall(len(data).to_bytes(4, "little") + data)


# System calls that confine a process

libc: Any = ctypes.CDLL(None, use_errno=True) if os.name == "posix" else None


def call(result: int) -> int:
    """Return the result of a C library call; raise `OSError` if it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def hide_processes() -> bool:
    """Hide `/proc` from this process and all bots if the system allows it; return whether it does.

    Landlock does not prevent bots from finding out which processes exist and how many threads they have. Two bots could
    communicate that way.
    """
    user, group = os.getuid(), os.getgid()
    try:
        if libc.unshare(NEW_MOUNTS) < 0:
            call(libc.unshare(NEW_MOUNTS | NEW_USER))
            for name, content in (
                ("setgroups", "deny"),
                ("uid_map", f"{user} {user} 1"),
                ("gid_map", f"{group} {group} 1"),
            ):
                with open(f"/proc/self/{name}", "w") as file:
                    file.write(content)
        call(libc.mount(b"none", b"/", None, ctypes.c_ulong(RECURSIVE | PRIVATE), None))
        flags = ctypes.c_ulong(READ_ONLY | NO_SUID | NO_DEVICES | NO_EXECUTION)
        call(libc.mount(b"none", b"/proc", b"tmpfs", flags, b"size=4k,mode=555"))
    except OSError:
        return False
    return True


def restrict(attributes: bytes, rules: list[tuple[str, int]]) -> None:
    """Restrict this process with Landlock to the paths in the rules."""
    ruleset = call(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0))
    for path, access in rules:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # a dangling link or an inaccessible path: skipping it only allows less
            continue
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= ~ON_DIRECTORIES_ONLY
        call(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", access, place), 0))
        os.close(place)
    if (
        libc.syscall(RESTRICT_SELF, ruleset, LOG_NO_DENIALS) < 0
    ):  # older kernels do not log denials and do not know the flag
        call(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def filter_calls(program: bytes, own_pid: bytes) -> None:
    """Restrict this process's system calls with seccomp; `own_pid` is the placeholder for the process ID."""
    program = program.replace(own_pid, struct.pack("<I", os.getpid()))
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    call(libc.prctl(SET_SECCOMP, FILTER_MODE, header, 0, 0))


def confine(setup: dict[str, Any], start: dict[str, Any]) -> None:
    """Irrevocably give up all privileges that a bot does not need."""
    for name, limit in start["limits"].items():
        kind = getattr(resource, name, None)
        if kind is None:  # not available on this system
            continue
        hard = resource.getrlimit(kind)[1]
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        resource.setrlimit(kind, (allowed, allowed))
    if not setup["linux"]:
        return
    call(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    call(libc.prctl(SET_DUMPABLE, 0, 0, 0, 0))  # no core dumps, not even to a program named in core_pattern
    if setup["landlock"]:
        restrict(setup["landlock"], [*setup["second layer"], (start["folder"], setup["read"])])
    if setup["capset"]:
        call(libc.syscall(setup["capset"], struct.pack("=Ii", CAPABILITIES, 0), bytes(24)))
    if setup["seccomp"]:
        filter_calls(setup["seccomp"], setup["own pid"])


# In a bot's process


class Output(io.RawIOBase):
    """A bot's standard output, which silently drops everything beyond the limit."""

    def __init__(self, room: int) -> None:
        self.room = room

    def writable(self) -> bool:
        return True

    def write(self, data: Any, /) -> int:
        text = bytes(data)
        if self.room > 0:
            self.room -= os.write(1, text[: self.room])
        return len(text)


class Granted:
    """An import finder for the packages that the organiser allows, since a bot cannot list their folders."""

    def __init__(self, origins: dict[str, str]) -> None:
        self.origins = origins

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        origin = self.origins.get(name)
        if origin is None:
            return None
        inside = [os.path.dirname(origin)] if os.path.basename(origin).startswith("__init__.") else None
        return importlib.util.spec_from_file_location(name, origin, submodule_search_locations=inside)


def run_bot(setup: dict[str, Any], zygote: int) -> NoReturn:
    """Run a bot in its process after the fork."""
    if setup["linux"]:
        libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != zygote:
        os._exit(1)  # the zygote exited before this process asked for the signal
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)
    start = marshal.loads(next_message(4)[4:])
    prepare(start, setup["packages"])
    confine(setup, start)
    if start["compile"]:
        compile_all(start["compile"])
    os.write(ANSWERS, b"+")  # from here on, failures are the bot's fault
    serve(begin(start))


def begin(start: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Import the bot and find the wanted functions."""
    name = os.path.splitext(start["main"])[0]
    if not name.isidentifier():
        name = "bot"
    try:
        spec = importlib.util.spec_from_file_location(name, os.path.join(start["folder"], start["main"]))
        assert spec is not None and spec.loader is not None  # noqa: S101 - the file's name ends in .py
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        found = {each: getattr(module, each, None) for each in start["functions"]}
    except BaseException as error:  # anything the bot raises, including SystemExit
        reply(raised(error))
        os._exit(0)
    functions = {each: function for each, function in found.items() if callable(function)}
    reply(["ready", list(functions)])
    return functions


def prepare(start: dict[str, Any], packages: dict[str, str]) -> None:
    """Prepare the interpreter for a bot."""
    os.chdir(start["folder"])
    sys.path.insert(0, start["folder"])
    sys.meta_path.append(Granted(packages))
    sys.argv = [start["main"]]
    output: Any = Output(start["output"])  # unbuffered, so that nothing is lost when the process is killed
    sys.stdout = sys.stderr = io.TextIOWrapper(output, "utf-8", "backslashreplace", write_through=True)
    sys.modules["__main__"] = type(sys)("__main__")  # a bot cannot import this file as a module
    random.seed(start["seed"])


def run_alone() -> NoReturn:
    """Run a bot without a zygote or confinement, receiving calls over standard input and output."""
    for source, target in ((0, CALLS), (1, ANSWERS), (2, 1)):
        os.dup2(source, target)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if os.name == "nt":
        import msvcrt

        for each in (CALLS, ANSWERS, 1, 2):
            msvcrt.setmode(each, os.O_BINARY)  # type: ignore[attr-defined]
    start = marshal.loads(next_message(4)[4:])
    prepare(start, start["packages"])
    to_start, to_play = start["times"]
    faulthandler.dump_traceback_later(to_start, file=2)
    functions = begin(start)
    faulthandler.cancel_dump_traceback_later()
    serve({name: timed(function, to_play) for name, function in functions.items()})


def timed(function: Callable[..., Any], seconds: float) -> Callable[..., Any]:
    """Wrap the function so that a call that takes longer than `seconds` writes its stack."""

    def call(*arguments: Any) -> Any:
        faulthandler.dump_traceback_later(seconds, file=2)
        try:
            return function(*arguments)
        finally:
            faulthandler.cancel_dump_traceback_later()

    return call


def compile_all(names: list[str]) -> NoReturn:
    """Write the bytecode of a bot's files to the output, each preceded by its length, and exit without executing it."""
    for name in names:
        try:
            with open(name, "rb") as file:
                code = marshal.dumps(compile(file.read(), os.path.abspath(name), "exec", dont_inherit=True))
        except (SyntaxError, ValueError, RecursionError, MemoryError, OSError):
            code = b""  # the bot's import will show the error
        data = len(code).to_bytes(4, "little") + code
        while data:
            data = data[os.write(1, data) :]
    os._exit(0)


def serve(functions: dict[str, Callable[..., Any]]) -> NoReturn:
    """Answer calls until the channel closes."""
    names = list(functions)
    while True:
        message = next_message(HEADER)
        function, watch = functions[names[message[HEADER - 2]]], message[HEADER - 1]
        arguments = marshal.loads(memoryview(message)[HEADER:])
        given = marshal.dumps(arguments, 2) if watch else b""
        try:
            answer = function(*arguments)
        except BaseException as error:
            content = raised(error)
        else:
            content = ["answer", answer]
        if watch:
            content.append(marshal.dumps(arguments, 2) != given)
        reply(content, message[4:8])


HEADER = 10
"""Size of a call's header: length, token, index of the function, and whether to watch the arguments."""
READ_SIZE = 1 << 15
"""Number of bytes read at a time. Most calls are shorter, and a larger buffer would be allocated anew for each read."""


def encoder() -> Callable[[Any], str]:
    """Return a fast JSON encoder: the C encoder behind `json.dumps`, created only once, if it is available."""
    usual: Callable[[Any], str] = json.JSONEncoder().encode
    try:
        made: Any = json.encoder.c_make_encoder  # type: ignore[attr-defined]
        parts = made(None, refuse, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
        return (lambda content: "".join(parts(content, 0))) if "".join(parts(["2S", 1, None], 0)) else usual
    except (AttributeError, TypeError):
        return usual


def refuse(answer: object) -> NoReturn:
    raise TypeError(f"Object of type {type(answer).__name__} is not JSON serializable")


encode = encoder()


def next_message(header: int) -> bytes:
    """Return the next message; its header of the given size starts with the length of the rest."""
    message = os.read(CALLS, READ_SIZE)
    while len(message) < header or len(message) < header + int.from_bytes(message[:4], "little"):
        more = os.read(CALLS, READ_SIZE) if message else b""
        if not more:
            os._exit(0)
        message += more
    return message


def reply(content: list[Any], token: bytes = bytes(4)) -> None:
    """Send a reply; an answer that JSON cannot represent is sent as its `repr`."""
    try:
        data = encode(content).encode()
        if len(data) > MAX_ANSWER:
            raise ValueError(f"it is longer than {MAX_ANSWER} bytes")
    except BaseException as error:
        data = encode(["unreadable", described(content[1]), error_text(error), *content[2:]]).encode()
    data = len(data).to_bytes(4, "little") + token + data
    while data:
        data = data[os.write(ANSWERS, data) :]


def raised(error: BaseException) -> list[Any]:
    """Return the reply for an exception: its message, and its traceback without this file's frames."""
    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename.startswith((__file__, "<frozen importlib")):
        frames = frames.tb_next
    try:
        lines = sendable("".join(traceback.format_exception(type(error), error, frames)))
    except BaseException:  # formatting a bot's exception may fail too
        lines = ""
    if len(lines) > MAX_TRACEBACK:
        lines = f"{lines[: MAX_TRACEBACK // 2]}\n...\n{lines[-MAX_TRACEBACK // 2 :]}"
    return ["raised", error_text(error), lines]


def error_text(error: BaseException) -> str:
    try:
        content = sendable(str(error)[:1000])
    except BaseException:
        content = ""
    return f"{type(error).__name__}: {content}" if content else type(error).__name__


def sendable(text: str) -> str:
    """Return the text without lone surrogates, which UTF-8 cannot encode."""
    return text.encode("utf-8", "backslashreplace").decode()


def described(answer: object) -> str:
    try:
        return sendable(repr(answer)[:1000])
    except BaseException:
        return f"<{type(answer).__name__}>"


if __name__ == "__main__":
    run_alone() if sys.argv[1:] == ["alone"] else main()
