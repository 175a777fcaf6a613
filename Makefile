# Croupier. `make run` and `make test` need nothing done before.

VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8000
ROUNDS ?= 1000000
KILLS ?= 200

# A .venv that was moved here or whose Python is gone must be made anew, whatever its dates say.
ifneq ($(shell test -x $(BIN)/python && cat $(VENV)/.made-in),$(CURDIR))
$(shell rm -f $(VENV)/.run $(VENV)/.dev $(VENV)/.docs $(VENV)/.bench)
endif

# Python keeps what it compiles: the tests start hundreds of short programs.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup run test proofs check lint types fast-tests soak differential kill bench docs api lock clean

help: ## say what there is
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/:.*## /	/' | expand -t 15

setup: $(VENV)/.run ## make .venv with the program in it, .venv/bin/croupier, and build its pages
	@tools/pages.sh

run: setup ## start the server on http://127.0.0.1:8000 (PORT=… for another port)
	$(BIN)/croupier serve --port $(PORT)

test: lint $(VENV)/.dev ## checks and tests (types are one of them), under ten minutes on two cores
	@tools/pages.sh
	tools/npm.sh test --silent
	$(BIN)/python -m pytest -m "not long" --numprocesses=auto --dist=worksteal

proofs: $(VENV)/.dev ## at length what `make test` proves in part, as CI does after it, some eight minutes
	$(BIN)/python -m pytest -m long --numprocesses=auto --dist=worksteal

check: lint types fast-tests ## before each commit: style, types, import levels, fast tests

lint: $(VENV)/.dev
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	@tools/pages.sh packages
	$(BIN)/python tools/api_types.py --check
	tools/npm.sh run --silent format:check
	tools/npm.sh run --silent check

types: $(VENV)/.dev
	$(BIN)/mypy

fast-tests: $(VENV)/.dev
	@tools/pages.sh packages
	tools/npm.sh test --silent
	$(BIN)/python -m pytest --quiet -m "not slow and not long" --numprocesses=auto --dist=worksteal

soak: $(VENV)/.dev ## random play, a million rounds of each game, an hour or two; ROUNDS=… for fewer
	$(BIN)/python -m tests.soak --rounds $(ROUNDS)

differential: $(VENV)/.dev ## script against kernel, a million rounds of each game; ROUNDS=… for fewer
	$(BIN)/python -m tests.differential --rounds $(ROUNDS)

kill: $(VENV)/.dev ## the busy server killed 200 times on each database, a quarter of an hour; KILLS=…
	$(BIN)/python -m tests.kill --kills $(KILLS)

bench: $(VENV)/.bench ## how fast, as ratios measured in one run
	$(BIN)/python benchmarks/hands.py
	$(BIN)/python benchmarks/rounds.py
	$(BIN)/python benchmarks/simulation.py
	$(BIN)/python benchmarks/house.py
	@tools/pages.sh
	$(BIN)/python benchmarks/pages.py
	$(BIN)/python benchmarks/coach.py
	$(BIN)/python benchmarks/school.py
	for one in benchmarks/worth_*.py; do $(BIN)/python $$one || exit 1; done

docs: $(VENV)/.docs ## the documentation as pages, in docs/_build
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going -b html docs docs/_build
	@echo "The documentation is in docs/_build/index.html"

api: $(VENV)/.dev ## write the types of the API anew that the pages are checked with
	@tools/pages.sh packages
	$(BIN)/python tools/api_types.py

lock: ## resolve the dependencies of Python anew into requirements/
	tools/lock.sh

clean: ## remove what was made here
	rm -rf $(VENV) .venv-lock frontend/node_modules src/croupier/web/built docs/_build .mypy_cache .ruff_cache .pytest_cache .hypothesis __pycache__
	find src tests examples benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.%: requirements/%.txt pyproject.toml tools/setup.sh
	@tools/setup.sh $*
