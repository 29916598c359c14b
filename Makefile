# make play starts the companion on this computer; make test runs every test that this computer can run but
# those of the printed parts, which make test-enclosure runs.

PYTHON ?= python3
BIN := .venv/bin
TSC := tests/wasm/node_modules/.bin/tsc
PAGE := host/arcana_host/web/page

.PHONY: play test check pytest test-enclosure vm bench soak mutants vectors golden fonts device translations docs card web wheel pictures wiring enclosure enclosure-pictures clean

play: .venv/play
	$(BIN)/arcana play

test: check pytest

# processes that each take file after file, the longest first; compiled modules are kept, as many
# tests start programs; a test that hangs fails after five minutes
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --dist loadfile --no-loadscope-reorder --timeout 300
PRINTED := tests/hardware/test_enclosure.py

pytest: .venv/dev vm
	$(PYTEST) --ignore=$(PRINTED)

# the tests of the printed parts, which need the CAD package
test-enclosure: .venv/dev .venv/enclosure
	$(PYTEST) $(PRINTED)

check: .venv/dev .venv/typings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini
	@if [ -x $(TSC) ]; then $(TSC) -p $(PAGE)/jsconfig.json && $(TSC) -p $(PAGE)/jsconfig.worker.json; \
	else echo "TypeScript is not installed: the types of the JavaScript are not checked; run 'make vm'"; fi

# the MicroPython virtual machine that runs under Node; without npm its tests are skipped, with the reason
vm: tests/wasm/node_modules/.installed

tests/wasm/node_modules/.installed: tests/wasm/package.json
	@if command -v npm >/dev/null; then \
	    cd tests/wasm && npm install --no-audit --no-fund --no-package-lock --loglevel=error && touch node_modules/.installed; \
	else echo "npm is not installed: the tests on the MicroPython VM will be skipped"; fi

# everything that docs/figures.md has; what runs on the emulated Pico needs PICO_UF2, which may name several images
bench: .venv/dev
	$(BIN)/python -m tests.bench --write docs/figures.md

soak: .venv/dev vm
	$(BIN)/pytest --soak -rP

# 400 changes of the rules that the hand-written tests must notice; tests/mutants/README.md explains it
mutants: .venv/mutants
	$(BIN)/python tests/mutants/run.py

# adds vectors; REWRITE=--rewrite-states also writes the states of those that are there again
vectors: .venv/dev
	$(BIN)/python tests/vectors/make.py $(REWRITE)

golden: .venv/dev
	$(BIN)/pytest tests/screens --rewrite-golden

fonts: .venv/dev
	$(BIN)/python firmware/tools/make_fonts.py

# what arcana flash installs: all files in build/device, and build/package.json for mpremote mip
device: .venv/play
	$(BIN)/python firmware/tools/make_device.py

# the files in which the words of the desktop are translated, with an entry for each
translations: .venv/dev
	$(BIN)/python firmware/tools/make_translations.py

# the pages of docs/, in build/docs; a broken link or a warning ends it
docs: .venv/dev
	$(BIN)/sphinx-build -W -n --keep-going -q -c docs . build/docs
	@echo "The pages are in build/docs; begin with build/docs/index.html."

# the card to lay beside the board, in build/card: PDF and SVG, in every language
card: .venv/dev
	$(BIN)/python -m docs.card build/card

# the page that needs no server program, in build/web, with the pages of docs/ beside it; IMAGES=FOLDER, with MicroPython
# images, also offers one file for each new board
web: .venv/play vm docs
	$(BIN)/python -m arcana_host.web build/web tests/wasm/node_modules/@micropython/micropython-webassembly-pyscript build/docs $(IMAGES)

# a file in dist that pip, pipx or uv install anywhere
wheel: .venv/play
	$(PIP) wheel --no-deps --wheel-dir dist .

# the animation of the README, from a game that the companion of this moment plays, and the pictures in docs
pictures: .venv/dev
	$(BIN)/python -m docs.tools.game
	$(BIN)/python -m docs.tools.orientation
	$(BIN)/python -m docs.tools.badger2350
	$(BIN)/python -m docs.tools.sheets

# the tables in hardware/README.md and hardware/boards.md, from the data in hardware/
wiring: .venv/dev
	$(BIN)/python -m hardware.tools

# STEP and STL files of the printed parts, in build/enclosure; BOARD=pico-epaper-2.66 makes those of another board
enclosure: .venv/enclosure
	$(BIN)/python -m hardware.enclosure $(if $(BOARD),--board $(BOARD))

# the pictures of the assembly guide, from the printed parts
enclosure-pictures: .venv/enclosure
	$(BIN)/python -m hardware.enclosure --pictures

PIP := $(BIN)/pip --quiet --disable-pip-version-check
# the version stands in the firmware
ARCANA := pyproject.toml firmware/companion/__init__.py

.venv/bin/pip:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv

.venv/play: $(ARCANA) | .venv/bin/pip
	$(PIP) install -e .
	@touch $@

# modules are compiled when they are first used, which is much quicker than all of them at once
.venv/dev: $(ARCANA) | .venv/bin/pip
	$(PIP) install --no-compile -e '.[dev]'
	@touch .venv/play $@

.venv/mutants: .venv/dev
	$(PIP) install -e '.[mutants]'
	@touch $@

# the CAD package, about 1 GB
.venv/enclosure: .venv/play
	$(PIP) install --no-compile -e '.[enclosure]'
	@touch $@

# the MicroPython stubs, apart from the packages of this Python
.venv/typings: pyproject.toml
	$(PIP) install --no-compile --target $@ --upgrade 'micropython-rp2-stubs>=1.24'
	@touch $@

clean:
	rm -rf .venv build tests/wasm/node_modules .mypy_cache .pytest_cache .ruff_cache .hypothesis
