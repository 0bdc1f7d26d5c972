# Two commands do everything on a machine with Python 3.11 and make:
#   make play   serve Brouhaha and print its address
#   make test   every check and every test
# The rest is for whoever works on it; `make help` lists it.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: help play test check check-page unit web docs cards bench soak screenshots pictures clean

help: ## list what make can do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/:/' | sort

play: $(READY) web ## serve Brouhaha on this machine and its network
	$(BIN)/brouhaha serve --host 0.0.0.0

test: check unit ## every check and every test

check: $(READY) check-page ## style, types, the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page: $(READY) ## types, style and format of the page
	$(BIN)/python hatch_build.py npm run --silent check
	$(BIN)/python hatch_build.py npm run --silent lint
	$(BIN)/python hatch_build.py npm run --silent format:check

unit: $(READY) web ## all tests, in parallel
	$(BIN)/python tools/find_browser.py
	$(BIN)/pytest -n auto

web: $(READY) ## build the page into the package, if it changed
	$(BIN)/python hatch_build.py

docs: $(READY) ## build the documentation into docs/_build
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html

cards: $(READY) ## make NOW!'s default cards again with the solver
	$(BIN)/python tools/now_cards.py

bench: $(READY) ## measure the server beside others (see bench/)
	$(BIN)/python bench/server.py

soak: $(READY) ## the long versions of the tests (see bench/)
	$(BIN)/python bench/soak.py

screenshots: $(READY) web ## every screen at every size
	$(BIN)/python tools/screenshots.py

pictures: $(READY) web ## the pictures of the README
	$(BIN)/python tools/pictures.py

clean: ## remove what make made
	rm -rf .venv docs/_build

$(READY): pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
