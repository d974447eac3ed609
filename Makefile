# Everything runs in .venv, which the targets make by themselves: `make play` and `make test` need no other step.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/ready
# Thousands of random matches, worlds of servers, the compiled rules, and whole matches in browsers, whose scripts nobody
# measures: run without coverage, which would make them several times as slow.
HEAVY := tests/bots/dungeons/test_expert.py tests/compiled tests/envs/test_examples.py \
	tests/games/marches/authoring/test_mutations.py tests/games/maze/test_puzzles.py tests/games/maze/test_solver.py \
	tests/lab/test_card.py tests/simulation tests/soak \
	tests/table/test_session_hides.py tests/web/pages tests/web/workshop_pages \
	$(wildcard tests/games/*/test_laws.py tests/games/*/test_sharing.py)

.PHONY: setup play serve test playthroughs soak bench pictures compile uncompile wheel format lock clean

play: $(STAMP)
	@$(BIN)/tablewright play

# `make serve SERVE="--host 0.0.0.0"` lets others in the network play.
serve: $(STAMP)
	@$(BIN)/tablewright serve $(SERVE)

setup: $(STAMP)

# The venv is made anew when the project file or the pinned versions change.
$(STAMP): pyproject.toml requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Tablewright needs Python 3.11 or newer; try make PYTHON=/path/to/python3.11"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@echo "Setting up .venv (once)..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src  # once, so that programs start fast also where Python may not write bytecode
	@touch $@

# The sources, even where the rules are compiled: coverage sees nothing else.
test: export PYTHONPATH := $(CURDIR)/src
test: $(STAMP)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	@sh tools/browser.sh $(BIN)/python
	$(BIN)/python -m pytest -n 2 --dist worksteal -q $(HEAVY)
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-report=term --cov-fail-under=97 $(addprefix --ignore=,$(HEAVY))

# Write the playthroughs as they come out today; then read what `git diff` says.
playthroughs: $(STAMP)
	$(BIN)/python -m tablewright.testing.playthrough --write tests/playthroughs/*/*.txt

# The long checks at full length; `make soak SOAK="--share 0.1 hidden"` does a tenth of one of them.
soak: $(STAMP)
	$(BIN)/python -m tests.soak $(SOAK)

# `make bench BENCH=--help` shows its options.
bench: $(STAMP)
	@$(BIN)/python bench/run.py $(BENCH)

# The pictures of the browser in docs/images, from real matches; `tablewright screenshots` draws those of the terminal.
pictures: $(STAMP)
	@sh tools/browser.sh $(BIN)/python
	@$(BIN)/python -m tools.web_pictures docs/images

# The same rules several times as fast; needs a C compiler. A rule edited later runs from its source until compiled anew.
compile: $(STAMP)
	@echo "Compiling the rules (one to two minutes)..."
	@$(BIN)/python tools/compile.py
	@$(BIN)/tablewright version

uncompile: $(STAMP)
	@$(BIN)/python tools/compile.py --remove
	@$(BIN)/tablewright version

# Both wheels into dist/: the pure one, and one with compiled rules for this Python and machine (needs a C compiler).
wheel: $(STAMP)
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@echo "Compiling the rules (one to two minutes)..."
	@TABLEWRIGHT_COMPILED=build/compiled $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist

format: $(STAMP)
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# Pin anew what requirements.in asks for.
lock:
	rm -rf .lock && $(PYTHON) -m venv .lock
	.lock/bin/python -m pip install --quiet --upgrade -r requirements.in
	{ echo "# Made by 'make lock' from requirements.in."; .lock/bin/python -m pip freeze; } > requirements.txt
	rm -rf .lock

clean:
	rm -rf .venv build dist .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf bench/results bench/.venv-peers
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
