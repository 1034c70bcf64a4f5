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
    sys.path.insert(0, str(path.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # a student's file may fail in any way while it is imported
        raise InvalidNotation(f"{path} cannot be imported: {in_words(error)}") from error
    finally:
        del sys.path[0]
    player = getattr(module, function, None)
    if not callable(player):
        raise InvalidNotation(f"{path} does not define {function}, which a player of {rules.name} needs")
    return player  # type: ignore[no-any-return]
