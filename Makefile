# Two commands do everything on a fresh machine that has Python 3.11+, its venv module and make:
#   make play   sets up, opens a table and sits you down at it, in the browser
#   make test   sets up and checks everything, as CI does

PYTHON ?= python3
BIN := .venv/bin
CORE := setup.py $(wildcard src/phazed/core/*.py src/phazed/core/*.pxd)

.PHONY: setup play demo test lint types unit unit-rules unit-table unit-arena unit-long unit-browser sanitize docs package matrix bench clean

setup: .venv/ready .venv/core
	@mkdir -p build/tests

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Phazed needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	PHAZED_UNCOMPILED=1 $(BIN)/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt \
	  --editable '.[dev]'
	@touch $@

# Compiles what has changed in the core, in place. Where that fails there is no stamp, so the next make tries again.
.venv/core: .venv/ready $(CORE)
	$(BIN)/python setup.py --quiet build_ext --inplace
	@if $(BIN)/python -W ignore -c 'import sys; from phazed.core import is_compiled; sys.exit(not is_compiled())'; \
	  then touch $@; fi

play: setup
	@$(BIN)/phazed play

# A made-up class with students, bots and games, to look at; it goes on where it was, and make clean removes it.
demo: setup
	@$(BIN)/python examples/class/demo.py build/demo

test: lint types docs package unit

# The checks of JavaScript and CSS run where there is Node.js.
NPM := $(shell command -v npm)

lint: setup $(if $(NPM),node_modules/ready)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@$(if $(NPM),npm run --silent check,echo "there is no npm here, so JavaScript and CSS are not checked")

node_modules/ready: package.json
	npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

types: setup
	$(BIN)/mypy

# The parts run side by side. Coverage slows tests down, so the long ones go without, those of the core, which is compiled
# and cannot be measured, and those in a browser, which are about the pages and wait most of the time; what the others have
# covered is put together, and must be everything.
ARENA := tests/arena tests/sandbox tests/test_cli_arena.py src/phazed/arena src/phazed/sandbox
RULES := tests/rules tests/perft tests/test_coursework.py tests/test_seeds.py
CORE_TESTS := tests/core
BROWSER := tests/browser
COVERED := -m 'not long' --cov --cov-report= --cov-fail-under=0
# Each part has a temporary folder of its own: pytest's default is shared, and one run may delete what another is deleting.
PYTEST = $(BIN)/pytest -q -p no:cacheprovider --basetemp=build/tests/$@
PARTS := unit-arena unit-browser unit-long unit-table $(if $(shell command -v gcc),sanitize) unit-rules

unit: setup
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory --output-sync=target -j3 $(PARTS) CALLS=2000
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

unit-rules:
	COVERAGE_FILE=.coverage.rules $(PYTEST) $(COVERED) $(RULES)

unit-table:
	COVERAGE_FILE=.coverage.table $(PYTEST) $(COVERED) \
	  $(addprefix --ignore=,$(RULES) $(ARENA) $(CORE_TESTS) $(BROWSER))

unit-arena:
	COVERAGE_FILE=.coverage.arena $(PYTEST) $(COVERED) $(ARENA)

unit-long:
	$(PYTEST) -m 'not long' $(CORE_TESTS)
	$(PYTEST) -m long

unit-browser:
	$(PYTEST) $(BROWSER)

# The core's tests, whole games and the fuzzer, on a core that gcc has compiled with AddressSanitizer and UBSan: the first
# access outside of an array, or any other undefined behaviour of C, ends it. Apart from the usual build, in build/sanitized.
CALLS := 10000
SANITIZED := build/sanitized
SANITIZERS := -fsanitize=address,undefined
PRELOADED = $(shell gcc -print-file-name=libasan.so) $(shell gcc -print-file-name=libubsan.so)
RUN_SANITIZED = LD_PRELOAD="$(PRELOADED)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
  PYTHONPATH=$(SANITIZED)/lib

sanitize: setup
	@rm -rf $(SANITIZED)/lib
	CC=gcc CFLAGS='$(CFLAGS) -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all $(SANITIZERS)' \
	  LDFLAGS='$(SANITIZERS)' PHAZED_REQUIRE_CORE=1 PYTHONDONTWRITEBYTECODE= \
	  $(BIN)/python setup.py --quiet build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	$(RUN_SANITIZED) $(BIN)/python tests/core/fuzz.py --calls $(CALLS)
	$(RUN_SANITIZED) $(PYTEST) -m 'not long' $(CORE_TESTS)

# The rules for people, written anew from the rulebook, and the documentation site; a broken link is an error.
docs: setup
	$(BIN)/python -m phazed.game.rulebook docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The source distribution, a wheel from it, and the wheel in an empty environment.
PACKAGE := build/package
package: setup
	@rm -rf $(PACKAGE)
	$(BIN)/python -m build --no-isolation --outdir $(PACKAGE) . >/dev/null
	$(PYTHON) -m venv $(PACKAGE)/venv
	$(PACKAGE)/venv/bin/python -m pip install -qq --disable-pip-version-check --no-index $(PACKAGE)/*.whl
	cd $(PACKAGE) && venv/bin/phazed --version && venv/bin/phazed match @strong @greedy @casual @random --seed 1 >/dev/null

matrix: setup
	$(BIN)/nox

bench: setup
	$(BIN)/python benchmarks/validity.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/simulator.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/answers.py
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/ratings.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/grading.py
	$(BIN)/python benchmarks/similarity.py
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/classroom.py

clean:
	rm -rf .venv build dist node_modules .nox .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info src/phazed/core/*.so
