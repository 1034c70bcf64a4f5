# Two commands do everything on a fresh machine that has Python 3.11+, its venv module and make:
#   make play   sets up, opens a table and sits you down at it, in the browser
#   make test   sets up and checks everything, as CI does

PYTHON ?= python3
BIN := .venv/bin
CORE := setup.py $(wildcard src/phazed/core/*.py src/phazed/core/*.pxd)

.PHONY: setup play test lint types unit unit-rules unit-house unit-arena unit-browser docs bench clean

setup: .venv/ready .venv/core

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Phazed needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	PHAZED_UNCOMPILED=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt \
	  --editable '.[dev]'
	@touch $@

# Compiles what has changed in the core, in place. Where that fails there is no stamp, so the next make tries again.
.venv/core: .venv/ready $(CORE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@if $(BIN)/python -W ignore -c 'import sys; from phazed.core import is_compiled; sys.exit(not is_compiled())'; \
	  then touch $@; fi

play: setup
	@$(BIN)/phazed play

test: lint types unit

lint: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: setup
	$(BIN)/mypy

# Four parts run side by side. Coverage slows tests down, so the long ones go without, those of the core, which is compiled
# and cannot be measured, and those in a browser, which are about the pages and wait most of the time; what the others have
# covered is put together, and must be everything.
ARENA := tests/arena tests/test_cli_arena.py src/phazed/arena
RULES := tests/rules tests/perft tests/test_coursework.py tests/test_seeds.py
CORE_TESTS := tests/core
BROWSER := tests/browser
COVERED := -m 'not long' --cov --cov-report= --cov-fail-under=0
PARTS := unit-rules unit-house unit-arena unit-browser

unit: setup
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory --output-sync=target -j$(words $(PARTS)) $(PARTS)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

unit-rules:
	COVERAGE_FILE=.coverage.rules $(BIN)/pytest -q $(COVERED) -p no:cacheprovider $(RULES)

unit-house:
	COVERAGE_FILE=.coverage.house $(BIN)/pytest -q $(COVERED) $(addprefix --ignore=,$(RULES) $(ARENA) $(CORE_TESTS) $(BROWSER))

unit-arena:
	COVERAGE_FILE=.coverage.arena $(BIN)/pytest -q $(COVERED) -p no:cacheprovider $(ARENA)
	$(BIN)/pytest -q -m 'not long' -p no:cacheprovider $(CORE_TESTS)
	$(BIN)/pytest -q -m long -p no:cacheprovider

unit-browser:
	$(BIN)/pytest -q -p no:cacheprovider $(BROWSER)

docs: setup
	$(BIN)/python -m phazed.game.rulebook docs

bench: setup
	$(BIN)/python benchmarks/validity.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/simulator.py
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/ratings.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/table.py

clean:
	rm -rf .venv build dist .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info src/phazed/core/*.so
