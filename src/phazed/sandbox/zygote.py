"""The process that bots are forked from, and what a bot's process does: the far side of `cells`.

It runs as a program of its own, under an interpreter that knows the standard library alone, and holds nothing of
ours. On its standard input is a socket, over which it is told how to confine bots and then, again and again, to fork
one or to bury one. When the socket closes it ends, and with it every bot. Nothing here is a defence by itself: a bot
shares its process with this code and may do to it what it likes. What holds is what the kernel was told before its
first line.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.machinery
import importlib.util
import io
import json
import marshal
import os
import random
import resource
import signal
import socket
import stat
import struct
import sys
import traceback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

# fmt: off
# What many bots import, so that it costs them nothing.
import collections, copy, functools, heapq, itertools, math, operator, re, string, time  # noqa: E401, F401, I001
# fmt: on

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_NO_NEW_PRIVILEGES, SET_SECCOMP, FILTER_MODE = 1, 4, 38, 22, 2
CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH = 444, 445, 446, 1
QUIETLY = 1
"""Keep denials out of the system's log, which a bot could fill with them."""
ON_DIRECTORIES_ONLY = 1 << 3
CAPABILITIES = 0x20080522
MOST_ANSWER = 64 * 1024
MOST_TRACEBACK = 8 * 1024
CHANNEL = 3
"""The descriptor over which a bot is called; 0 to 2 are its standard streams."""


def main() -> None:
    """Serve until the socket closes."""
    control = socket.socket(fileno=os.dup(0))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)  # whoever holds the other end of the socket decides
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # who ignores it, as our parent may, is not told how a child ended
    setup, _ = receive(control)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")  # if memory runs out, bots go first
    except OSError:
        pass
    if setup["landlock"]:
        call(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
        restrict(setup["landlock"], setup["first layer"])
    send(control, "ready")
    gc.freeze()  # what is here now is shared with every bot, and nobody's garbage
    while True:
        request, descriptors = receive(control)
        if request[0] == "fork":
            send(control, fork(control, setup, request[1], descriptors))
        else:
            send(control, bury(request[1]))


def fork(control: socket.socket, setup: dict[str, Any], order: dict[str, Any], descriptors: list[int]) -> int:
    """Fork a bot's process: its number, or a negative error's; the descriptors are its channel and its output."""
    zygote = os.getpid()
    try:
        pid = os.fork()
    except OSError as error:  # there are too many processes; the other bots live on
        pid = -(error.errno or 1)
    if pid:
        for each in descriptors:
            os.close(each)
        return pid
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # one of its own: what two bots share is a way to talk
        for source, target in zip(descriptors, (CHANNEL + 8, 1)):
            os.dup2(source, target)
        os.dup2(1, 2)
        os.dup2(CHANNEL + 8, CHANNEL)
        control.detach()
        os.closerange(CHANNEL + 1, 1024)
        live(setup, order, zygote)
    except BaseException:  # nothing of this process may ever go back to the zygote's loop
        traceback.print_exc()
    finally:
        os._exit(1)


def bury(pid: int) -> tuple[int, float, int]:
    """End a bot's process: how it ended, the seconds of processor that it used, the most bytes that it held."""
    os.kill(pid, signal.SIGKILL)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def receive(control: socket.socket) -> tuple[Any, list[int]]:
    """The next message and the descriptors that came with it; the end of the process if there is none."""
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


# What the kernel is told.

libc = ctypes.CDLL(None, use_errno=True)


def call(result: int) -> int:
    """The result of a call of the C library, unless it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def restrict(attributes: bytes, rules: list[tuple[str, int]]) -> None:
    """Bind this process by Landlock to these paths."""
    ruleset = call(libc.syscall(CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0))
    for path, access in rules:
        try:
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        except OSError:  # a link that leads nowhere, or a place that is not ours to see: less is allowed
            continue
        if not stat.S_ISDIR(os.fstat(place).st_mode):
            access &= ~ON_DIRECTORIES_ONLY
        call(libc.syscall(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", access, place), 0))
        os.close(place)
    if libc.syscall(RESTRICT_SELF, ruleset, QUIETLY) < 0:  # kernels that note down no denials do not know the flag
        call(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)


def filter_calls(program: bytes, own_pid: bytes) -> None:
    """Bind this process by seccomp; `own_pid` stands in the program where the process's number belongs."""
    program = program.replace(own_pid, struct.pack("<I", os.getpid()))
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("@HP", len(program) // 8, ctypes.addressof(code))
    call(libc.prctl(SET_SECCOMP, FILTER_MODE, header, 0, 0))


def confine(setup: dict[str, Any], order: dict[str, Any]) -> None:
    """Give up everything that a bot has no need of, for good."""
    for name, most in order["limits"].items():
        kind = getattr(resource, name, None)
        if kind is None:  # another system, another set of limits
            continue
        hard = resource.getrlimit(kind)[1]
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (allowed, allowed))
    if not setup["linux"]:
        return
    call(libc.prctl(SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    call(libc.prctl(SET_DUMPABLE, 0, 0, 0, 0))  # a crash leaves no core file: a program that collects them has no limit
    if setup["landlock"]:
        restrict(setup["landlock"], [*setup["second layer"], (order["folder"], setup["read"])])
    if setup["capset"]:
        call(libc.syscall(setup["capset"], struct.pack("=Ii", CAPABILITIES, 0), bytes(24)))
    if setup["seccomp"]:
        filter_calls(setup["seccomp"], setup["own pid"])


# A bot's life.


class Output(io.RawIOBase):
    """Where a bot prints: as much as is kept, and what is more is lost without a word."""

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
    """Finds the packages that the organiser allows, and no others: their folder cannot be listed."""

    def __init__(self, origins: dict[str, str]) -> None:
        self.origins = origins

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        origin = self.origins.get(name)
        if origin is None:
            return None
        inside = [os.path.dirname(origin)] if os.path.basename(origin).startswith("__init__.") else None
        return importlib.util.spec_from_file_location(name, origin, submodule_search_locations=inside)


def live(setup: dict[str, Any], order: dict[str, Any], zygote: int) -> NoReturn:
    """A bot's process from its first line to its last."""
    if setup["linux"]:
        libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != zygote:
        os._exit(1)  # it has ended before we could ask to be told
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)
    os.chdir(order["folder"])
    sys.path.insert(0, order["folder"])
    sys.meta_path.append(Granted(setup["packages"]))
    sys.argv = [order["main"]]
    output: Any = Output(order["output"])  # without a buffer, so that nothing is lost when the process is ended
    sys.stdout = sys.stderr = io.TextIOWrapper(output, "utf-8", "backslashreplace", write_through=True)
    sys.modules["__main__"] = type(sys)("__main__")  # nothing of this file is a module that a bot could import
    random.seed(order["seed"])
    confine(setup, order)
    os.write(CHANNEL, b"+")  # from here on, what goes wrong is the bot's affair
    serve(begin(order))


def begin(order: dict[str, Any]) -> dict[str, Callable[..., Any]]:
    """Import the bot, and find the functions that it is asked for."""
    name = os.path.splitext(order["main"])[0]
    if not name.isidentifier():
        name = "bot"
    try:
        spec = importlib.util.spec_from_file_location(name, os.path.join(order["folder"], order["main"]))
        assert spec is not None and spec.loader is not None  # noqa: S101 - the file's name ends in .py
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
        found = {each: getattr(module, each, None) for each in order["functions"]}
    except BaseException as error:  # whatever a stranger's program raises, SystemExit too
        reply(raised(error))
        os._exit(0)
    functions = {each: function for each, function in found.items() if callable(function)}
    reply(["ready", list(functions)])
    return functions


def serve(functions: dict[str, Callable[..., Any]]) -> NoReturn:
    """Answer calls until there are no more."""
    names = list(functions)
    while True:
        header, message = listen()
        function, watch = functions[names[header[HEADER - 2]]], header[HEADER - 1]
        arguments = marshal.loads(message)
        given = marshal.dumps(arguments, 2) if watch else b""
        try:
            answer = function(*arguments)
        except BaseException as error:
            said = raised(error)
        else:
            said = ["answer", answer]
        if watch:
            said.append(marshal.dumps(arguments, 2) != given)
        reply(said, header[4:8])


HEADER = 10
"""How many bytes there are before a call: its length, its token, the number of the function, whether to watch."""
AT_A_TIME = 1 << 15
"""So many bytes are read at a time: most calls are shorter, and more would have to be fetched from the system anew."""


def encoder() -> Callable[[Any], str]:
    """What writes JSON: the encoder behind `json.dumps`, made once and not for every answer, where Python lets us."""
    usual: Callable[[Any], str] = json.JSONEncoder().encode
    try:
        made: Any = json.encoder.c_make_encoder  # type: ignore[attr-defined]
        parts = made(None, refuse, json.encoder.encode_basestring_ascii, None, ":", ",", False, False, True)
        return (lambda said: "".join(parts(said, 0))) if "".join(parts(["2S", 1, None], 0)) else usual
    except (AttributeError, TypeError):
        return usual


def refuse(answer: object) -> NoReturn:
    raise TypeError(f"Object of type {type(answer).__name__} is not JSON serializable")


encode = encoder()


def listen() -> tuple[bytes, bytes]:
    """The next call: what stands before it, and its arguments."""
    message = os.read(CHANNEL, AT_A_TIME)
    while len(message) < HEADER or len(message) < HEADER + int.from_bytes(message[:4], "little"):
        more = os.read(CHANNEL, AT_A_TIME) if message else b""
        if not more:
            os._exit(0)
        message += more
    return message[:HEADER], message[HEADER:]


def reply(said: list[Any], token: bytes = bytes(4)) -> None:
    """Send what there is to say; an answer that cannot be sent as it is, as a text that describes it."""
    try:
        data = encode(said).encode()
        if len(data) > MOST_ANSWER:
            raise ValueError(f"it is longer than {MOST_ANSWER} bytes")
    except BaseException as error:
        data = encode(["unreadable", described(said[1]), words(error), *said[2:]]).encode()
    data = len(data).to_bytes(4, "little") + token + data
    while data:
        data = data[os.write(CHANNEL, data) :]


def raised(error: BaseException) -> list[Any]:
    """What is to say of an error: in words, and where in the bot it arose, without how it was called."""
    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename.startswith((__file__, "<frozen importlib")):
        frames = frames.tb_next
    try:
        lines = sendable("".join(traceback.format_exception(type(error), error, frames)))
    except BaseException:  # a stranger's error need not let itself be shown
        lines = ""
    if len(lines) > MOST_TRACEBACK:
        lines = f"{lines[: MOST_TRACEBACK // 2]}\n...\n{lines[-MOST_TRACEBACK // 2 :]}"
    return ["raised", words(error), lines]


def words(error: BaseException) -> str:
    try:
        said = sendable(str(error)[:1000])
    except BaseException:
        said = ""
    return f"{type(error).__name__}: {said}" if said else type(error).__name__


def sendable(text: str) -> str:
    """The text without what JSON cannot carry."""
    return text.encode("utf-8", "backslashreplace").decode()


def described(answer: object) -> str:
    try:
        return sendable(repr(answer)[:1000])
    except BaseException:
        return f"<{type(answer).__name__}>"


if __name__ == "__main__":
    main()
