"""Players from files: a student's `.py` file with the course's function in it.

The file runs in this process, with all that this process may do: it is for one's own bots, not for strangers'.
"""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location

from phazed.game.referee import COURSE_NAMES
from phazed.rules.errors import InvalidNotation, in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from phazed.rules.rulesets import Ruleset


def load_player(path: Path, rules: Ruleset) -> Callable[..., Any]:
    """The function that the file defines for the game."""
    function = COURSE_NAMES[rules.name]
    if not path.is_file():
        raise InvalidNotation(f"{path}: there is no such file")
    spec = spec_from_file_location(f"_player_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise InvalidNotation(f"{path}: a player's file ends in .py")
    module = module_from_spec(spec)
    searched = list(sys.path)
    sys.modules[spec.name] = module
    sys.path.append(str(path.resolve().parent))  # last: no file beside a bot stands in for one of Python's or ours
    try:
        spec.loader.exec_module(module)
        player = getattr(module, function, None)
        if callable(player):
            return player  # type: ignore[no-any-return]
        said = f"{path} does not define {function}, which a player of {rules.name} needs"
    except (Exception, SystemExit) as error:  # a student's file may fail in any way while it is imported
        said = f"{path} cannot be imported: {in_words(error)}"
    sys.path[:] = searched
    del sys.modules[spec.name]
    raise InvalidNotation(said)
