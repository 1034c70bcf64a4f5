"""The tests on every supported Python that is installed: `make matrix`."""

from __future__ import annotations

import nox

nox.options.default_venv_backend = "venv"
nox.options.error_on_missing_interpreters = False


@nox.session(python=["3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """The quick tests of everything but the browser, on a compiled core."""
    session.install(
        "--constraint", "constraints.txt", ".[cluster,data,env,web]", "hypothesis", "pandas", "polars", "pytest"
    )
    quick = ("-q", "-p", "no:cacheprovider", "-m", "not long", "--ignore=tests/browser")
    session.run("pytest", *quick, *(session.posargs or ["tests"]))
