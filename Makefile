# The only commands to learn. Each does the set-up it needs; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup run demo test check headless bench lock clean

READY := .venv/.ready
HEADLESS := .venv-headless
BIN := .venv/bin

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## system libraries, .venv, dependencies

$(READY): requirements.lock pyproject.toml installer/bootstrap.sh
	@sh installer/bootstrap.sh
	@touch $@

run: $(READY) ## start the program; without a display, the demo journey
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/mingdao-clinic; else \
		echo "There is no display here; this is the demo journey without the window."; $(BIN)/mingdao demo; fi

demo: $(READY) ## two patients of one name, two visits, one comparison, in a throw-away clinic
	@$(BIN)/mingdao demo

test: $(READY) ## every test
	$(BIN)/python -m pytest

check: $(READY) ## format, lint, types, layers, rules of the tree
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -q tests/arch

headless: $(HEADLESS)/.ready ## the kernel's and the packs' tests where Qt is not installed
	@$(HEADLESS)/bin/python -c "import importlib.util, sys; sys.exit('Qt is installed here' if importlib.util.find_spec('PySide6') else 0)"
	$(HEADLESS)/bin/python -m pytest -q tests/core tests/packs

$(HEADLESS)/.ready: $(READY)
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(HEADLESS)
	@printf '%s\n' PySide6-Essentials shiboken6 pytest-qt > $(HEADLESS)/without.txt
	@$(BIN)/uv pip install --quiet --python $(HEADLESS)/bin/python --require-hashes -r requirements.lock --excludes $(HEADLESS)/without.txt
	@$(BIN)/uv pip install --quiet --python $(HEADLESS)/bin/python --no-deps --no-build-isolation -e .
	@touch $@

bench: $(READY) ## measurements, one JSON document a line
	@$(BIN)/python -m tests.bench

lock: $(READY) ## requirements.lock from pyproject.toml
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 --extra dev pyproject.toml -o requirements.lock > /dev/null

clean: ## remove what setup and the checks made
	rm -rf .venv $(HEADLESS) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info
