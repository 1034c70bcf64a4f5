"""Explanations of errors whose own messages are misleading.

When a bot does something that a tournament forbids, Python reports only a missing module or permission. `explanation`
recognises such errors by their type and text, and states what is forbidden and what is allowed.
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
        """A bot's error: an `Offence` or a `PlayerError`."""

        @property
        def kind(self) -> str: ...
        @property
        def reason(self) -> str: ...
        @property
        def traceback(self) -> str: ...
        @property
        def answer(self) -> str: ...


IMPORT_FAILED = "it cannot be imported: "
"""Prefix of the reason if the import raised an exception."""
_NAMES = (
    "PIL attr attrs bs4 cv2 cython gymnasium httpx jax joblib keras matplotlib msgspec networkx numba numpy openai "
    "pandas pettingzoo polars pulp pydantic requests rich scipy seaborn sklearn stable_baselines3 sympy tensorflow "
    "torch tqdm yaml"
)
WELL_KNOWN = frozenset(_NAMES.split())
"""Packages that students often import; they are recognised even where they are not installed."""
NO_FILES = "a bot cannot write files: keep its data in a global variable, which lasts for one match"
OWN_FILES = "a bot can read only the files in its own folder and cannot write any"
NO_PROGRAMS = "a bot cannot start other processes or programs: compute in its own process"
NO_NETWORK = "a bot has no network access: include the data it needs in its own files"
NO_INPUT = "there is no keyboard input in a tournament: remove input()"
NO_EXIT = "a bot must not exit Python: remove exit(), quit() or sys.exit(), and return a play instead"
FORBIDDEN = "a tournament does not allow this: a bot can compute and read its own files, but cannot write files, start "
FORBIDDEN += "processes or use the network"
_FRAME = re.compile(r'File "([^"]*)", line (\d+)(?:, in (\S+))?')
_PROCESSES = ("subprocess", "multiprocessing", "concurrent.futures", "os.fork", "os.system", "os.popen", "os.exec")
_SOCKETS = ("socket", "urllib", "http.client", "ssl")


class Context(NamedTuple):
    """The bot and settings to which an explanation refers."""

    bot: Entrant
    packages: tuple[str, ...]
    """Packages that the bot may import."""
    limits: Limits


def explanation(error: Error, function: str, context: Context) -> str:
    """Return the meaning of an error in the function and a remedy; empty if the error's own message is clear."""
    if error.kind == "timeout":
        return _of_timeout(error, context)
    if error.kind == "malformed":
        forgotten = f"{function} returned nothing: look for a path through the function without a return statement"
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
        advice = "look for a loop that never ends or runs far too often"
    return f"{where}; {advice}" if where else advice


def _of_missing_module(message: str, traceback: str, context: Context) -> str:
    found = re.search(r"No module named '([^']+)'", message)
    if found is None:
        return ""
    module = found[1]
    package = module.partition(".")[0]
    if package == "phazed":
        return (
            "a bot cannot import phazed, which is not available in a tournament: write the code you need in the bot's "
            "own files"
        )
    if package in sys.stdlib_module_names:
        return f"this Python has no {module}, although it belongs to the standard library"
    if package in context.packages:
        return f"{package} is allowed, but {module} is missing: check that {package} is completely installed"
    installed = _is_installed(package)
    if installed or package in WELL_KNOWN:
        tries = f"phazed check --allow {package} checks the bot as if it were allowed"
        return (
            "bots may import only the standard library, unless the organiser allows a package; "
            f"{tries}{'' if installed else ', once it is installed here'}"
        )
    path = module.replace(".", "/")
    alone = len(context.bot.files) == 1 and context.bot.main not in ("bot.py", "program.py")
    folder = "; a bot with several files must be a folder with bot.py and the modules that it imports" if alone else ""
    return f"there is no {path}.py in the submission{folder}"


def _is_installed(package: str) -> bool:
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
    folder = "" if len(context.bot.files) > 1 else "; a bot with data files must be a folder with bot.py and these"
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
"""For each exception type, a pattern for its message and the explanation if the pattern matches."""


# Parameters


def _of_parameters(message: str, function: str, bot: Entrant) -> str:
    """Explain a call whose arguments do not fit the parameters of the bot's function."""
    if not message.startswith(f"{function}()"):
        return ""
    expected = PARAMETERS[game_and_question(function)[1]]
    called = f"{function} is called with {counted(len(expected), 'argument')}: {', '.join(expected)}"
    line = next((f"; in line {number} of {bot.main} it is: {text}" for number, text in _definition(bot, function)), "")
    return f"{called}{line}"


def _definition(bot: Entrant, function: str) -> Iterator[tuple[int, str]]:
    """Yield the number and text of each line in which the bot's main file defines the function."""
    source = dict(bot.files)[bot.main].decode("utf-8", "replace")
    for number, line in enumerate(source.splitlines(), 1):
        if re.match(rf"\s*(?:async\s+)?def\s+{function}\b", line):
            yield number, line.strip().removesuffix(":")


def misordered(bot: Entrant, functions: tuple[str, ...]) -> Iterator[str]:
    """Yield a sentence for each function that has the course's parameters in the wrong order."""
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
                    f"The parameters of {node.name} are not in the order of its arguments, which is "
                    f"{', '.join(expected)}."
                )


def own_frames(traceback: str) -> list[str]:
    r"""Return a traceback's locations in the bot's own files, innermost last.

    The bot's files have relative paths, those of libraries absolute ones.

    >>> own_frames('  File "bot.py", line 3, in play\n  File "/usr/lib/python3/random.py", line 9, in choice\n')
    ['line 3 of bot.py, in play()']
    """
    return [
        f"line {line} of {file}" + (f", in {name}()" if name and not name.startswith("<") else "")
        for file, line, name in _FRAME.findall(traceback)
        if not file.startswith(("/", "<")) and ":" not in file
    ]


def error_location(traceback: str) -> str:
    """Return the innermost location in the bot's own files; empty if the traceback has none."""
    return "".join(own_frames(traceback)[-1:])
