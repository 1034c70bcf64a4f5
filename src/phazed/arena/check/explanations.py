"""Explanations of a bot's errors whose own message misleads.

The sandbox refuses what a tournament forbids, and Python then reports a missing module or permission. `explanation`
recognises these errors by their type and text, and says what is forbidden and what is allowed.
"""

from __future__ import annotations

import ast
import re
import sys
from typing import TYPE_CHECKING, NamedTuple, Protocol

from phazed.game.pasted import PARAMETERS, game_and_question
from phazed.sandbox.limits import MEGABYTE
from phazed.text import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from phazed.sandbox.limits import Limits
    from phazed.storage.entrant import Entrant

    class Error(Protocol):
        """An error of a bot: an `Offence` or a `PlayerError`."""

        @property
        def kind(self) -> str: ...
        @property
        def reason(self) -> str: ...
        @property
        def traceback(self) -> str: ...
        @property
        def answer(self) -> str: ...


IMPORT_FAILED = "it cannot be imported: "
"""Beginning of the reason when an exception ended the import."""
_NAMES = (
    "PIL attr attrs bs4 cv2 cython gymnasium httpx jax joblib keras matplotlib msgspec networkx numba numpy openai "
    "pandas pettingzoo polars pulp pydantic requests rich scipy seaborn sklearn stable_baselines3 sympy tensorflow "
    "torch tqdm yaml"
)
WELL_KNOWN = frozenset(_NAMES.split())
"""Packages that students import, for a machine on which they are not installed."""
NO_FILES = "a bot cannot write files: keep what it must remember in a variable, which lasts for one match"
OWN_FILES = "a bot can read the files of its own folder only, and write none"
NO_PROGRAMS = "a bot cannot start other processes or programs: compute in its own process"
NO_NETWORK = "a bot has no network: it must bring what it needs in its own files"
NO_INPUT = "nobody answers input() in a tournament: remove it"
NO_EXIT = "a bot must not end Python: remove exit(), quit() or sys.exit(), and return a play instead"
FORBIDDEN = "a tournament forbids this: a bot computes and reads its own files; it cannot write files, start processes "
FORBIDDEN += "or use a network"
_FRAME = re.compile(r'File "([^"]*)", line (\d+)(?:, in (\S+))?')
_PROCESSES = ("subprocess", "multiprocessing", "concurrent.futures", "os.fork", "os.system", "os.popen", "os.exec")
_SOCKETS = ("socket", "urllib", "http.client", "ssl")


class Context(NamedTuple):
    """The data on which an explanation depends besides the error."""

    bot: Entrant
    packages: tuple[str, ...]
    """Packages that the bot may import."""
    limits: Limits


def explanation(error: Error, function: str, context: Context) -> str:
    """Return the meaning of an error of the function and a remedy; empty if the error's message is clear."""
    if error.kind == "timeout":
        return _of_timeout(error, context)
    if error.kind == "malformed":
        forgotten = f"{function} returned nothing: look for a path through it that does not end with return"
        return forgotten if error.answer == "None" else ""
    kind, _, message = error.reason.removeprefix(IMPORT_FAILED).partition(": ")
    if kind == "TypeError" and not own_frames(error.traceback):
        return _of_parameters(message, function, context.bot)
    if kind in _EXPLAINED:
        return _EXPLAINED[kind](message, error.traceback, context)
    pattern, meaning = _BY_MESSAGE.get(kind, ("", ""))
    return meaning if re.search(pattern, message) else ""


def _of_timeout(error: Error, context: Context) -> str:
    frames = own_frames(error.traceback)
    where = f"it was in {frames[-1]}" if frames else ""
    if "without computing" in error.reason:
        advice = "it waits or sleeps there: remove that" if where else "it waits or sleeps: remove that"
    else:
        advice = "look for a loop that does not end, or that runs far too often"
    return f"{where}; {advice}" if where else advice


def _of_missing_module(message: str, traceback: str, context: Context) -> str:
    found = re.search(r"No module named '([^']+)'", message)
    if found is None:
        return ""
    module = found[1]
    package = module.partition(".")[0]
    if package == "phazed":
        return (
            "a bot must not use phazed itself, which is not there in a tournament: write what you need of it in the "
            "bot's own files"
        )
    if package in sys.stdlib_module_names:
        return f"this Python has no {module}, although it belongs to the standard library"
    if package in context.packages:
        return f"{package} is allowed, but it lacks {module} or needs it: see whether its installation is complete"
    installed = _is_installed(package)
    if installed or package in WELL_KNOWN:
        tries = f"phazed check --allow {package} tries it as if it were allowed"
        return (
            "bots may import the standard library only, unless the organiser allows a package; "
            f"{tries}{'' if installed else ', once it is installed here'}"
        )
    path = module.replace(".", "/")
    alone = len(context.bot.files) == 1 and context.bot.main not in ("bot.py", "program.py")
    folder = "; a bot of several files is a folder with bot.py and the modules that it imports" if alone else ""
    return f"there is no {path}.py in the submission{folder}"


def _is_installed(package: str) -> bool:
    """Return whether an installed distribution provides the package."""
    from importlib.metadata import packages_distributions

    return package in packages_distributions()


def _of_permission(message: str, traceback: str, context: Context) -> str:
    named = re.search(r": '([^']*)'", message)
    if named:
        own = not named[1].startswith("/") and ".." not in named[1]
        return NO_FILES if own else OWN_FILES
    if any(each in traceback for each in _PROCESSES):
        return NO_PROGRAMS
    return NO_NETWORK if any(each in traceback for each in _SOCKETS) else FORBIDDEN


def _of_missing_file(message: str, traceback: str, context: Context) -> str:
    if "temporary directory" in message:
        return NO_FILES
    named = re.search(r": '([^']*)'", message)
    if named is None:
        return ""
    if named[1].startswith("/"):
        return OWN_FILES
    folder = "" if len(context.bot.files) > 1 else "; a bot with files of its own is a folder with bot.py and these"
    return f"there is no {named[1]} in the submission{folder}"


def _of_memory(message: str, traceback: str, context: Context) -> str:
    return f"a bot may use {context.limits.memory / MEGABYTE:.0f} MB of memory"


_EXPLAINED = {
    "ModuleNotFoundError": _of_missing_module,
    "PermissionError": _of_permission,
    "FileNotFoundError": _of_missing_file,
    "MemoryError": _of_memory,
}
_BY_MESSAGE = {
    "SystemExit": ("", NO_EXIT),
    "EOFError": ("reading a line", NO_INPUT),
    "NameError": ("^name '(?:exit|quit)'", NO_EXIT),
    "OperationalError": ("unable to open database file|readonly database", NO_FILES),
    "URLError": ("", NO_NETWORK),
    "gaierror": ("", NO_NETWORK),
}
"""Patterns of messages, and the explanation of an error whose message matches."""


# Parameters


def _of_parameters(message: str, function: str, bot: Entrant) -> str:
    """Explain a call that failed before the function's first line: its parameters differ from the course's."""
    if not message.startswith(f"{function}()"):
        return ""
    expected = PARAMETERS[game_and_question(function)[1]]
    called = f"{function} is called with {counted(len(expected), 'argument')}: {', '.join(expected)}"
    line = next((f"; in line {number} of {bot.main} it is: {text}" for number, text in _definition(bot, function)), "")
    return f"{called}{line}"


def _definition(bot: Entrant, function: str) -> Iterator[tuple[int, str]]:
    """Yield the number and the text of the line in which the bot's main file defines the function."""
    source = dict(bot.files)[bot.main].decode("utf-8", "replace")
    for number, line in enumerate(source.splitlines(), 1):
        if re.match(rf"\s*(?:async\s+)?def\s+{function}\b", line):
            yield number, line.strip().removesuffix(":")


def misordered(bot: Entrant, functions: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence for each function that has the course's parameters in another order."""
    try:
        tree = ast.parse(dict(bot.files)[bot.main])
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in functions:
            names = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
            expected = list(PARAMETERS[game_and_question(node.name)[1]])
            if names != expected and sorted(names) == sorted(expected):
                yield (
                    f"The parameters of {node.name} are in another order than its arguments, which come as "
                    f"{', '.join(expected)}."
                )


def own_frames(traceback: str) -> list[str]:
    r"""Return the locations in the bot's own files that a traceback names, the innermost last.

    Files of a bot are named relative to its folder, those of libraries absolutely.

    >>> own_frames('  File "bot.py", line 3, in play\n  File "/usr/lib/python3/random.py", line 9, in choice\n')
    ['line 3 of bot.py, in play()']
    """
    return [
        f"line {line} of {file}" + (f", in {name}()" if name and not name.startswith("<") else "")
        for file, line, name in _FRAME.findall(traceback)
        if not file.startswith(("/", "<")) and ":" not in file
    ]


def error_location(traceback: str) -> str:
    """Return the location in the bot's own files where an exception was raised; empty if it was elsewhere."""
    return "".join(own_frames(traceback)[-1:])
