"""The order of packages, what they may need, the size of modules, and that every test asserts something."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from pathlib import Path

import pytest

pytestmark = pytest.mark.no_cover  # the modules are read, not run
SOURCE = Path(__file__).parent.parent / "src" / "phazed"
PACKAGES = (
    *(
        "text",
        "names",
        "intervals",
        "rules",
        "spreadsheets",
        "answers",
        "game",
        "terminal",
        "site",
        "core",
        "bots",
        "coursework",
        "progress",
        "writing",
        "storage",
        "export",
        "coach",
        "train",
        "env",
    ),
    *("sandbox", "arena", "course", "web", "cli"),
)
"""From the lowest up; a module may import from its own package and from those below."""
UNRELATED = (
    *({"env", other} for other in ("coach", "train", "sandbox", "arena", "course", "web")),
    *({"export", other} for other in ("coach", "train", "env", "sandbox", "arena", "course", "web")),
    {"train", "sandbox"},
    {"train", "arena"},
    {"train", "course"},
    {"train", "web"},
)
"""Packages that do not import each other, though one is above the other."""
RULES_IN_ORDER = [
    *("namedtuples", "errors", "cards", "refusal", "groups", "plays", "rulesets"),
    *("legality", "course", "state", "scoring", "ways", "legal"),
]
GRANTED = {
    "core": {"cython"},
    "train": {"numpy"},
    "env": {"gymnasium", "numpy", "pettingzoo", "pyarrow"},
    "sandbox": {"msgspec"},
    "arena": {"dask", "distributed", "msgspec", "numpy"},
    "course": {"msgspec", "numpy"},
    "web": {"segno", "starlette", "uvicorn"},
    "cli": {"argcomplete"},
}
"""Third-party packages: Cython's types, which are gone at run time; arrays; environments and data files; a strict
reader of what bots answer; a cluster; a web server, and QR codes; shell
completion."""
SQL = re.compile(r"\s*(SELECT|INSERT|UPDATE|DELETE FROM|CREATE|PRAGMA|BEGIN|COMMIT)\b")
MODULES = sorted(SOURCE.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> set[str]:
    """Every module that the file imports, anywhere in it and for whatever reason, types included."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the order"
            found |= {f"{node.module}.{name.name}" for name in node.names}
    return found


def package_of(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


@pytest.mark.parametrize(
    "path", [path for path in MODULES if package_of(module_name(path)) in PACKAGES], ids=module_name
)
def test_imports_point_downwards_only(path):
    package = package_of(module_name(path))
    allowed = {*PACKAGES[: PACKAGES.index(package) + 1]}
    for unrelated in UNRELATED:
        if package in unrelated:
            allowed -= unrelated - {package}
    used = {package_of(name) for name in imports_of(path) - {"phazed.__version__"} if name.startswith("phazed.")}
    assert used <= allowed, f"{path.name} is in package {package!r} and imports from {used - allowed}"


@pytest.mark.parametrize("module", RULES_IN_ORDER)
def test_the_rules_are_built_from_cards_upwards(module):
    below = RULES_IN_ORDER[: RULES_IN_ORDER.index(module)]
    tree = ast.parse((SOURCE / "rules" / f"{module}.py").read_text(encoding="utf-8"))
    at_run_time = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    used = {node.module.split(".")[2] for node in at_run_time if node.module.startswith("phazed.rules.")}
    used |= {name.name for node in at_run_time if node.module == "phazed.rules" for name in node.names}
    assert used <= set(below)


def test_every_module_of_the_rules_has_its_place_in_the_order():
    names = {path.stem for path in (SOURCE / "rules").glob("*.py")} - {"__init__"}
    assert names == set(RULES_IN_ORDER)


def test_every_module_belongs_to_a_package_or_is_the_entry_point():
    others = [path.name for path in MODULES if package_of(module_name(path)) not in PACKAGES]
    assert set(others) <= {"__init__.py", "__main__.py"}


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_a_package_needs_the_standard_library_and_what_it_was_granted(path):
    foreign = {name.split(".")[0] for name in imports_of(path)} - sys.stdlib_module_names - {"phazed"}
    assert foreign <= GRANTED.get(package_of(module_name(path)), set())


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_module_grows_beyond_600_lines(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 600


def test_no_two_test_modules_have_the_same_name():
    names = [path.name for path in Path(__file__).parent.rglob("*.py") if path.name != "conftest.py"]
    assert [name for name, times in Counter(names).items() if times > 1] == []  # pytest imports them by name


def name_called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def asserts(function: ast.AST) -> bool:
    """Return whether the function has an `assert`, a `raises` or `warns`, or calls a function named after asserting."""
    return any(
        isinstance(node, ast.Assert)
        or (isinstance(node, ast.Call) and re.match("_?(assert|expect|raises$|warns$)", name_called(node)))
        for node in ast.walk(function)
    )


def test_every_test_asserts_its_promise():
    functions = [
        node
        for path in Path(__file__).parent.rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_")
    ]
    assert len(functions) > 2000
    assert [node.name for node in functions if not asserts(node)] == []


def web_imports() -> dict[str, set[str]]:
    """The modules of `phazed.web` with those of their own package that they import, types included."""
    paths = {name: path for path in MODULES if (name := module_name(path)).startswith("phazed.web.")}
    found = {name: imports_of(path) for name, path in paths.items()}
    return {
        name: {*paths} & {each.rpartition(".")[0] for each in used} | {*paths} & used for name, used in found.items()
    }


def test_no_modules_of_the_web_server_import_each_other_in_a_circle():
    left = web_imports()
    assert len(left) > 20
    while free := [name for name, used in left.items() if not used & (left.keys() - {name})]:
        for name in free:
            del left[name]
    assert not left


@pytest.mark.parametrize(
    "path", [path for path in MODULES if package_of(module_name(path)) != "storage"], ids=module_name
)
def test_sql_stands_in_storage_only(path):
    assert "sqlite3" not in imports_of(path)
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    assert [text for text in texts if SQL.match(text)] == []
    methods = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    assert not methods & {"execute", "executemany", "executescript"}
