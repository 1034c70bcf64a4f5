# Two commands do everything on a fresh machine that has Python 3.11+, its venv module and make:
#   make play   sets up, opens a table and sits you down at it, in the browser
#   make test   sets up and checks everything, as CI does

PYTHON ?= python3
BIN := .venv/bin
# The tests start hundreds of processes, which would each compile our modules again where this is set.
export PYTHONDONTWRITEBYTECODE :=
CORE := setup.py $(wildcard src/phazed/core/*.py src/phazed/core/*.pxd)

.PHONY: setup play demo test lint types unit unit-rules unit-bots unit-arena unit-sandbox unit-course unit-web unit-rest \
  unit-core unit-browser unit-screens sanitized sanitize coverage thorough docs site package matrix bench clean

setup: .venv/ready .venv/core
	@mkdir -p build/tests

.venv/ready: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Phazed needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv .venv
	PHAZED_UNCOMPILED=1 $(BIN)/python -m pip install -qq --disable-pip-version-check --no-compile \
	  --constraint constraints.txt --editable '.[dev]'
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

test: setup
	@$(MAKE) --no-print-directory --output-sync=target -j2 package types lint site
	@$(MAKE) --no-print-directory unit

# The checks of JavaScript and CSS run where there is Node.js.
NPM := $(shell command -v npm)

lint: setup $(if $(NPM),node_modules/ready)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.github-issue-forms $(filter-out %/config.yml,$(wildcard .github/ISSUE_TEMPLATE/*.yml))
	$(BIN)/check-jsonschema --quiet --builtin-schema vendor.citation-file-format CITATION.cff
	@$(if $(NPM),npm run --silent check,echo "there is no npm here, so JavaScript and CSS are not checked")

node_modules/ready: package.json
	npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@

types: setup
	$(BIN)/mypy

# The parts of the tests, those that take longest first. Four run side by side on two processors, as some wait most of the time.
PARTS := unit-browser unit-screens unit-rest unit-bots unit-arena unit-core unit-web unit-course unit-rules unit-sandbox
ARENA := tests/arena tests/test_cli_arena.py src/phazed/arena
SANDBOX := tests/sandbox src/phazed/sandbox
BOTS := tests/bots tests/coach src/phazed/bots src/phazed/coach
COURSE := tests/course src/phazed/course
WEB := tests/web src/phazed/web
RULES := tests/rules tests/perft tests/test_coursework.py tests/test_seeds.py src/phazed/rules
CORE_TESTS := tests/core
BROWSER := tests/browser
SCREENS := $(patsubst %,tests/browser/test_%.py,accessibility class_pages exported_pages keyboard_play screens small_windows)
# Each part has a temporary folder of its own: pytest's default is shared, and one run may delete what another is deleting.
PYTEST = COVERAGE_FILE=.coverage.$@ $(BIN)/pytest -q -p no:cacheprovider --basetemp=build/tests/$@ $(OPTIONS)

unit: setup
	@$(MAKE) --no-print-directory --output-sync=target -j4 $(PARTS) $(if $(shell command -v gcc),sanitized)

unit-rules:
	$(PYTEST) $(RULES)

unit-bots:
	$(PYTEST) $(BOTS)

unit-arena:
	$(PYTEST) $(ARENA)

unit-sandbox:
	$(PYTEST) $(SANDBOX)

unit-course:
	$(PYTEST) $(COURSE)

unit-web:
	$(PYTEST) $(WEB)

unit-rest:
	$(PYTEST) $(addprefix --ignore=,$(ARENA) $(SANDBOX) $(BOTS) $(COURSE) $(WEB) $(RULES) $(CORE_TESTS) $(BROWSER))

unit-core:
	$(PYTEST) $(CORE_TESTS)

unit-browser:
	$(PYTEST) $(BROWSER) $(addprefix --ignore=,$(SCREENS))

unit-screens:
	$(PYTEST) $(SCREENS)

# Coverage doubles the time of the tests, so it is measured each night. Left out are those that take long, those of the core,
# which is compiled and cannot be measured, and those in a browser, which are about the pages. The others must cover nearly
# everything.
coverage: setup
	@rm -f .coverage .coverage.*
	@$(MAKE) --no-print-directory --output-sync=target -j3 $(filter-out unit-browser unit-screens unit-core,$(PARTS)) \
	  OPTIONS="-m 'not long' --cov --cov-report= --cov-fail-under=0"
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Studies of many games and seeds, and new examples of every property: for an hour or two, not for CI.
thorough: setup
	PHAZED_EXAMPLES=new $(PYTEST) -m 'thorough or hypothesis'

# Whole games, the fuzzer and the core's tests, on a core that gcc has compiled with AddressSanitizer and UBSan: the first
# access outside of an array, or any other undefined behaviour of C, ends it. Apart from the usual build, in build/sanitized.
SANITIZED := build/sanitized
SANITIZERS := -fsanitize=address,undefined
PRELOADED = $(shell gcc -print-file-name=libasan.so) $(shell gcc -print-file-name=libubsan.so)
RUN_SANITIZED = LD_PRELOAD="$(PRELOADED)" ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
  PYTHONPATH=$(SANITIZED)/lib
FUZZED := tests/core/test_bounds.py::test_the_fuzzer_finds_nothing_in_lawless_positions_and_malformed_calls
CALLS := 10000
TESTS := $(CORE_TESTS)

sanitize: setup
	@rm -rf $(SANITIZED)/lib && mkdir -p $(SANITIZED)
	CC=gcc CFLAGS='$(CFLAGS) -O0 -g1 -fno-sanitize-recover=all $(SANITIZERS)' LDFLAGS='$(SANITIZERS)' PHAZED_REQUIRE_CORE=1 \
	  $(BIN)/python setup.py --quiet egg_info --egg-base $(SANITIZED) build --build-base $(SANITIZED) --build-lib $(SANITIZED)/lib
	$(RUN_SANITIZED) $(BIN)/python tests/core/fuzz.py --calls $(CALLS)
	$(RUN_SANITIZED) $(PYTEST) -m 'not long' $(TESTS) --deselect $(FUZZED)

# In `make test` the sanitizers run only where the core, its compilation or its tests have changed since they last passed,
# and without the tests that compare the core with the rules in many positions of games.
PASSED = $(SANITIZED)/passed-$(shell cat setup.py src/phazed/core/*.p* tests/core/*.py | cksum | tr -d ' ')
ODD := $(patsubst %,tests/core/test_%.py,batch beliefs bounds habits laying preferences recorder simulator)

sanitized: setup
	@test -e $(PASSED) || { $(MAKE) --no-print-directory sanitize CALLS=1000 TESTS='$(ODD)' && touch $(PASSED); }

# The rules for people, written anew from the rulebook, and the documentation site.
docs: setup
	$(BIN)/python -m phazed.game.rulebook docs
	@$(MAKE) --no-print-directory site

# A broken link is an error.
site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

# The source distribution, a wheel from it, and the wheel in an empty environment; its core need not be fast, just compile.
PACKAGE := build/package
package: setup
	@rm -rf $(PACKAGE)
	CFLAGS='$(CFLAGS) -O0' $(BIN)/python -m build --no-isolation --outdir $(PACKAGE) . >/dev/null
	$(PYTHON) -m venv --without-pip $(PACKAGE)/venv
	$(BIN)/python -m pip --python $(PACKAGE)/venv/bin/python install -qq --disable-pip-version-check --no-index --no-compile \
	  $(PACKAGE)/*.whl
	cd $(PACKAGE) && venv/bin/phazed --version && venv/bin/phazed match @strong @greedy @casual @random --seed 1 >/dev/null

matrix: setup
	$(BIN)/nox

bench: setup
	$(BIN)/python benchmarks/validity.py
	$(BIN)/python benchmarks/referee.py
	$(BIN)/python benchmarks/simulator.py
	$(BIN)/python benchmarks/environments.py
	$(BIN)/python benchmarks/answers.py
	$(BIN)/python benchmarks/export.py
	$(BIN)/python benchmarks/strength.py
	$(BIN)/python benchmarks/league.py --games 40 --expert-games 0 --out build/league_short.jsonl
	$(BIN)/python benchmarks/ratings.py
	$(BIN)/python benchmarks/arena.py
	$(BIN)/python benchmarks/grading.py
	$(BIN)/python benchmarks/similarity.py
	$(BIN)/python benchmarks/table.py
	$(BIN)/python benchmarks/classroom.py

clean:
	rm -rf .venv build dist node_modules .nox .coverage* .hypothesis .mypy_cache .pytest_cache .ruff_cache src/*.egg-info src/phazed/core/*.so
