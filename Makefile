# The only commands to learn. Each does the set-up it needs; `make` alone lists them.
.DEFAULT_GOAL := help
.PHONY: help setup run demo demo-model docs-pictures test programs check types rules headless bench bench-reliability lock translations frozen frozencheck folder installer installer-smoke installer-test clean

READY := .venv/.ready
HEADLESS := .venv-headless
BIN := .venv/bin
WORDS := resources/translations/desktop_en
PROGRAMS := journeys reliability bench

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

setup: $(READY) ## system libraries, .venv, dependencies

$(READY): requirements.lock pyproject.toml installer/bootstrap.sh
	@sh installer/bootstrap.sh
	@touch $@

run: $(READY) ## start the program; without a display, the demonstration
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ]; then $(BIN)/mingdao-clinic; else \
		echo "There is no display here; this drives the window through the demonstration and keeps pictures of it."; \
		$(MAKE) --no-print-directory demo; fi

demo: $(READY) ## drive the window through two visits and their comparison, offscreen; pictures and PDFs in build/demo
	@$(BIN)/mingdao-clinic --tour build/demo

demo-model: $(READY) ## a small model on this machine, asked by the clinic's one exit; fetches 100 MB and may compile its server for ten minutes
	@$(BIN)/python -m tests.demo_model

docs-pictures: $(READY) ## docs/pictures: the window as it is now
	@$(BIN)/python -m tests.desktop.tour.docs_pictures docs/pictures

test: headless ## every test once (the rules of the tree stand in check): the kernel without Qt, the others, whole programs, the installer
	$(BIN)/python -m pytest -q -n 2 --dist loadfile $(addprefix --ignore=tests/,core packs arch $(PROGRAMS))
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line programs installer-smoke

programs: $(READY) ## of test: whole programs at work, killed, measured in short
	$(BIN)/python -m pytest -q -n 2 --dist worksteal $(addprefix tests/,$(PROGRAMS))

check: $(READY) ## format, lint, types, layers, rules of the tree, the packs that come along
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types rules

types: $(READY) ## of check: strict types and who may import whom
	$(BIN)/mypy
	$(BIN)/lint-imports

rules: $(READY) ## of check: the rules of the tree, the packs that come along
	$(BIN)/python -m pytest -q tests/arch

headless: $(HEADLESS)/.ready ## the kernel's and the packs' tests where Qt is not installed
	@$(HEADLESS)/bin/python -c "import importlib.util, sys; sys.exit('Qt is installed here' if importlib.util.find_spec('PySide6') else 0)"
	$(HEADLESS)/bin/python -m pytest -q -n 2 --dist loadfile tests/core tests/packs

$(HEADLESS)/.ready: $(READY)
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python $(HEADLESS)
	@printf '%s\n' PySide6-Essentials shiboken6 pytest-qt > $(HEADLESS)/without.txt
	@$(BIN)/uv pip install --quiet --python $(HEADLESS)/bin/python --require-hashes -r requirements.lock --excludes $(HEADLESS)/without.txt
	@$(BIN)/uv pip install --quiet --python $(HEADLESS)/bin/python --no-deps --no-build-isolation -e .
	@touch $@

bench: $(READY) ## measurements, one JSON document a line
	@$(BIN)/python -m tests.bench

bench-reliability: $(READY) ## kills, power cuts, full disks, damage, canaries; one JSON document a line
	@$(BIN)/python -m tests.reliability

lock: $(READY) ## requirements.lock from pyproject.toml, and of it what Windows needs
	$(BIN)/uv pip compile --universal --generate-hashes --no-emit-index-url --no-emit-find-links --python-version 3.11 --extra dev pyproject.toml -o requirements.lock > /dev/null
	$(BIN)/uv pip compile --no-python-downloads --generate-hashes --no-emit-index-url --no-emit-find-links --python-platform x86_64-pc-windows-msvc --python-version 3.13 --constraints requirements.lock pyproject.toml -o installer/windows/requirements.lock > /dev/null

translations: $(READY) ## resources/translations: what the window says in English, from its source and back into it
	@$(BIN)/pyside6-lupdate -silent -locations none -no-obsolete -source-language zh_CN -target-language en \
		$$(find desktop -name '*.py' | LC_ALL=C sort) -ts $(WORDS).ts
	@$(BIN)/pyside6-lrelease -silent $(WORDS).ts -qm $(WORDS).qm

frozen: $(READY) ## dist/mingdao-clinic: the window and the command line in a folder that needs no Python and no Qt
	@$(BIN)/python -m installer.freeze

frozencheck: frozen ## try that folder where nothing else of this tree can be found
	$(BIN)/python -m pytest -q tests/installer/frozen_folder.py

folder: $(READY) ## as `make frozen`, but as `make installer` packs it: as root for older systems than this one
	@sh installer/linux/base.sh

installer: folder ## dist: the packages for Linux and Windows, and the list of their SHA-256; minutes, as root for Linux older than this
	@sh installer/tools.sh build
	@$(BIN)/python -m installer.build

installer-smoke: frozen ## the .run packed quickly, installed for one user, tried, removed; needs no root and no network
	$(BIN)/python -m pytest -q tests/installer/linux_smoke.py

installer-test: folder ## the packages in a Debian with nothing in it and no network; as root, many minutes
	@sh installer/tools.sh test
	$(BIN)/python -m pytest -q -s tests/installer/linux_packages.py tests/installer/linux_x11.py tests/installer/linux_input_method.py tests/installer/windows_wine.py tests/installer/windows_wine_updates.py

clean: ## remove what setup and the checks made
	rm -rf .venv $(HEADLESS) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist *.egg-info
