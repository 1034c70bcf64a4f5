r"""The tokens of a program, without the parts that are easily changed: names, literals, comments and whitespace.

>>> [token.text for token in tokens("total = 3  # so far")]
['name', '=', 'number']
>>> [token.text for token in tokens("def f(x:\n  return 'a")]
['def', 'name', '(', 'name', ':', 'return', 'string', 'name']
"""

from __future__ import annotations

import ast
import io
import keyword
import re
import tokenize
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

NAME, NUMBER, STRING = "name", "number", "string"
_KEYWORDS = frozenset(keyword.kwlist)
_LAYOUT = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
_STATEMENT_STARTS = frozenset({tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT})
_STRING_PARTS = frozenset(kind for kind, name in tokenize.tok_name.items() if name.startswith(("FSTRING", "TSTRING")))
"""Kinds of tokens in format strings, since Python 3.12."""
PROGRAM_LINES = 5
"""Minimum number of line breaks in a string that may be a program."""
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_LEXEME = re.compile(
    r"""(?P<comment>\#.*) | (?P<string>[rbfuRBFU]{0,2}(?:"[^"\n]*"|'[^'\n]*'|["']))
    | (?P<name>[^\W\d]\w*) | (?P<number>\d[\w.]*) | (?P<sign>\S)""",
    re.VERBOSE,
)
"""Pattern for the tokens in a line of a file that is not valid Python."""


class Token(NamedTuple):
    """A keyword, an operator, or the placeholder for all names, numbers or strings, with its line number from 1."""

    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """Return the tokens of a program without its type hints; other text is split by a line-based lexer."""
    try:
        return list(_without_docstrings(_without_hints(source)))
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return [token for number, line in enumerate(source.splitlines(), 1) for token in _lexemes(line, number)]


def _without_hints(source: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens outside type hints."""
    hints = sorted(_hints(source))
    before: tokenize.TokenInfo | None = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        while hints and token.start >= hints[0][1]:
            hints.pop(0)
        if hints and token.start >= hints[0][0]:
            before = None  # the colon or arrow before the hint
            continue
        if before is not None:
            yield before
        before = token
    if before is not None:
        yield before


def _hints(source: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield the start and end of each type hint, as lines and columns."""
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines = source.splitlines()

    def place(line: int, column: int) -> tuple[int, int]:
        text = lines[line - 1] if line <= len(lines) else ""
        return line, len(text.encode("utf-8", "replace")[:column].decode("utf-8", "replace"))

    for node in ast.walk(tree):
        hint = getattr(
            node, "returns" if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else "annotation", None
        )
        if isinstance(hint, ast.expr) and not (isinstance(node, ast.AnnAssign) and node.value is None):
            yield place(hint.lineno, hint.col_offset), place(hint.end_lineno or 0, hint.end_col_offset or 0)


def _without_docstrings(found: Iterator[tokenize.TokenInfo]) -> Iterator[Token]:
    """Yield the tokens that count; strings that are statements are skipped, like comments."""
    before, depth = tokenize.NEWLINE, 0
    waiting: Token | None = None
    for kind, text, (line, _), _, _ in found:
        if kind in (tokenize.COMMENT, tokenize.NL):
            continue
        if kind in _STRING_PARTS:  # pragma: no cover - since Python 3.12
            name = tokenize.tok_name[kind]
            if name.endswith("START") and not depth:
                yield Token(STRING, line)
            depth += name.endswith("START") - name.endswith("END")
            continue
        if depth:  # pragma: no cover - inside such a string
            continue
        if waiting is not None and kind != tokenize.NEWLINE:
            yield waiting
        waiting = None
        if kind == tokenize.STRING and before in _STATEMENT_STARTS:
            waiting = Token(STRING, line)
        elif kind == tokenize.STRING and text.count("\n") >= PROGRAM_LINES and (program := _program(text)):
            yield from (Token(each.text, line + each.line - 1) for each in program)
        elif kind not in _LAYOUT:
            yield Token(_normal(kind, text), line)
        before = kind


def _program(literal: str) -> list[Token]:
    """Return the tokens of a program in a string, which might be executed; none if the string is other text."""
    try:
        source = ast.literal_eval(literal)
        statements = ast.parse(source).body
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return []
    return tokens(source) if any(isinstance(each, _DEFINITIONS) for each in statements) else []


def _normal(kind: int, text: str) -> str:
    if kind == tokenize.NAME:
        return text if text in _KEYWORDS else NAME
    return NUMBER if kind == tokenize.NUMBER else STRING if kind == tokenize.STRING else text


def _lexemes(line: str, number: int) -> Iterator[Token]:
    for found in _LEXEME.finditer(line):
        kind = found.lastgroup
        if kind == "comment":
            return
        text = found[0]
        if kind == "sign" or (kind == "name" and text in _KEYWORDS):
            yield Token(text, number)
        else:
            yield Token(str(kind), number)
