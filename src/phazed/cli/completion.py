"""`phazed completion`: scripts that complete commands, options and their values in a shell, made from the parser."""

from __future__ import annotations

import argparse

from phazed.bots import BOTS
from phazed.cli.terminal import OK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NamedTuple
else:
    from phazed.rules.namedtuples import NamedTuple

SHELLS = ("bash", "zsh", "fish")
PLAYER_ARGUMENTS = frozenset({"PLAYER", "A", "B"})
"""Metavars of arguments that may name a built-in player."""


class Command(NamedTuple):
    """What can be completed after a command."""

    name: str
    help: str
    options: dict[str, str]
    """Each option with its help."""
    values: dict[str, tuple[str, ...]]
    """The values of options that take one; empty where it can be any."""
    words: tuple[str, ...]
    """The words that an argument can be, besides files."""


def add(commands: Any, parser: argparse.ArgumentParser) -> None:
    """Add the command to the parser, whose commands it completes."""
    completion = commands.add_parser(
        "completion", help="print a script that completes commands in your shell", description=_completion.__doc__
    )
    completion.add_argument("shell", choices=SHELLS, help="your shell")
    completion.epilog = (
        'bash: eval "$(phazed completion bash)" in ~/.bashrc; zsh: the same with zsh in ~/.zshrc, after compinit; '
        "fish: phazed completion fish > ~/.config/fish/completions/phazed.fish"
    )
    completion.set_defaults(run=_completion, parser=parser)


def _completion(chosen: argparse.Namespace) -> int:
    """Print a script that completes commands, options and their values in your shell."""
    found = commands_of(chosen.parser)
    print({"bash": bash, "zsh": zsh, "fish": fish}[chosen.shell](found))
    return OK


def commands_of(parser: argparse.ArgumentParser) -> list[Command]:
    """All commands of a parser, with what can be completed after each."""
    (chosen,) = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    helps = {action.dest: action.help or "" for action in chosen._choices_actions}
    return [_command(name, helps[name], each) for name, each in chosen.choices.items()]


def _command(name: str, text: str, parser: argparse.ArgumentParser) -> Command:
    options: dict[str, str] = {}
    values: dict[str, tuple[str, ...]] = {}
    words: list[str] = []
    for action in parser._actions:
        choices = tuple(map(str, action.choices or ()))
        for option in action.option_strings:
            options[option] = (action.help or "").partition(";")[0].partition(" (")[0]
            if action.nargs != 0:
                values[option] = choices
        if not action.option_strings:
            words += choices
            if action.metavar in PLAYER_ARGUMENTS:
                words += [f"@{each}" for each in BOTS]
    return Command(name, text, options, values, tuple(dict.fromkeys(words)))


def bash(commands: list[Command]) -> str:
    """Return the script for bash."""
    return f"{_FUNCTION.format(cases=_cases(commands), names=_names(commands))}\ncomplete -o default -F _phazed phazed"


def zsh(commands: list[Command]) -> str:
    """Return the script for zsh, which can use that for bash."""
    return f"autoload -U +X bashcompinit && bashcompinit\n{bash(commands)}"


_FUNCTION = """\
_phazed() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}}
  local words options
  COMPREPLY=()
  if [ "$before" = @ ]; then # bash makes two words of @greedy, and replaces both
    word=@$word before=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{names} --help --version" -- "$word"))
    return
  fi
  case "$command $before" in
{cases}
  esac
  case "$word" in
    -*) words=$options ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}"""


def _names(commands: list[Command]) -> str:
    return " ".join(command.name for command in commands)


def _cases(commands: list[Command]) -> str:
    """Return the cases of the shell function: values after their option, and else options and words."""
    lines = [
        f"    '{command.name} {option}') words='{' '.join(values)}' ;;"
        for command in commands
        for option, values in command.values.items()
    ]
    lines += [
        f"    '{command.name} '*) options='{' '.join(command.options)}' words='{' '.join(command.words)}' ;;"
        for command in commands
    ]
    return "\n".join(lines)


def fish(commands: list[Command]) -> str:
    """Return the script for fish."""
    lines = [
        f"complete -c phazed -n __fish_use_subcommand -f -a {command.name} -d {_quoted(command.help)}"
        for command in commands
    ]
    for command in commands:
        seen = f"complete -c phazed -n {_quoted(f'__fish_seen_subcommand_from {command.name}')}"
        for option, text in command.options.items():
            kind = f"-l {option.removeprefix('--')}" if option.startswith("--") else f"-s {option.removeprefix('-')}"
            values = command.values.get(option)
            choice = "" if values is None else f" -x -a {_quoted(' '.join(values))}" if values else " -r"
            lines.append(f"{seen} {kind}{choice} -d {_quoted(text)}")
        if command.words:
            lines.append(f"{seen} -a {_quoted(' '.join(command.words))}")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
