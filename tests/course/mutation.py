"""A generator of mutants: programs with one comparison, constant, operator, branch or statement changed."""

from __future__ import annotations

import ast
from typing import NamedTuple

COMPARISONS = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


class Mutant(NamedTuple):
    line: int
    change: str
    source: str


def mutants(source, *, functions=None):
    """Yield all mutants of a source; of these functions only, if they are named."""
    tree = ast.parse(source)
    for parent, field, at, node in list(_places(tree, functions)):
        for new in _changes(node):
            _put(parent, field, at, new)
            yield Mutant(node.lineno, f"{ast.unparse(node)} -> {ast.unparse(new) or 'nothing'}", ast.unparse(tree))
        _put(parent, field, at, node)


def _put(parent, field, at, node):
    if at is None:
        setattr(parent, field, node)
    else:
        getattr(parent, field)[at] = node


def _places(tree, functions):
    """Yield the nodes that can be changed, with their places."""
    stack = [(tree, functions is None)]
    while stack:
        parent, chosen = stack.pop()
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list", "type_comment"):
                continue
            for at, node in enumerate(value) if isinstance(value, list) else [(None, value)]:
                if not isinstance(node, ast.AST):
                    continue
                if _is_docstring(node) or isinstance(node, (ast.Import, ast.ImportFrom)):
                    continue
                if isinstance(parent, ast.JoinedStr) or _is_message(node) or _is_type_checking(node):
                    continue
                inside = chosen or (isinstance(node, ast.FunctionDef) and node.name in functions)
                if inside and hasattr(node, "lineno"):
                    yield parent, field, at if isinstance(value, list) else None, node
                stack.append((node, inside))


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_message(node):
    """Whether the node makes a text for people."""
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refusal", "InvalidNotation")


def _is_type_checking(node):
    return isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"


def _changes(node):  # noqa: C901 - one branch for each kind of change
    if isinstance(node, ast.Compare) and len(node.ops) >= 1:
        for at, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                yield ast.copy_location(
                    ast.Compare(node.left, [*node.ops[:at], other(), *node.ops[at + 1 :]], node.comparators), node
                )
    elif isinstance(node, ast.Constant):
        yield from (ast.copy_location(ast.Constant(value), node) for value in _other_values(node.value))
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield ast.copy_location(ast.BoolOp(other, node.values), node)
        for at in range(len(node.values)):
            rest = node.values[:at] + node.values[at + 1 :]
            yield ast.copy_location(rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest), node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, (ast.BinOp, ast.AugAssign)) and type(node.op) in OPERATORS:
        if isinstance(node, ast.BinOp):
            yield ast.copy_location(ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right), node)
        else:
            yield ast.copy_location(ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value), node)
    elif isinstance(node, ast.If):
        for value in (True, False):
            yield ast.copy_location(ast.If(ast.Constant(value), node.body, node.orelse), node)
    elif isinstance(node, ast.IfExp):
        yield node.body
        yield node.orelse
    elif (
        isinstance(node, (ast.List, ast.Tuple, ast.Set))
        and len(node.elts) > 1
        and isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
    ):
        for at in range(len(node.elts)):
            rest = node.elts[:at] + node.elts[at + 1 :]
            new = ast.Set(rest) if isinstance(node, ast.Set) else type(node)(rest, ast.Load())
            yield ast.copy_location(new, node)
    elif isinstance(node, (ast.Return, ast.Assign, ast.AugAssign, ast.Continue, ast.Break)) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    ):
        yield ast.copy_location(ast.Pass(), node)
    elif isinstance(node, ast.comprehension):
        return


def _other_values(value):
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, value - 1]
    if isinstance(value, str) and 1 < len(value) < 20 and " " not in value:
        return [
            value[1:],
            value[:-1],
            *([value[: len(value) // 2] + value[len(value) // 2 + 1 :]] if len(value) > 2 else []),
        ]
    return []
