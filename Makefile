# Two commands do everything on a machine with Python 3.11 and make:
#   make play   serve Brouhaha and print its address
#   make test   every check and every test
# The rest is for people who work on it; `make help` lists it.
#
# .venv is filled in two steps: .venv/.play is there when Brouhaha can be served, .venv/.dev when it
# can be worked on. Both install exactly what requirements/*.txt lock. uv does it several times as fast as
# pip, which fetches it where the machine has none, and does it itself where uv reaches no registry.
# The page's packages for work are installed beside (web/node_modules/.dev), before somebody asks for fewer.

# Some machines forbid Python to keep what it has compiled; every server that a test starts would compile
# everything again, and every worker rewrite every test: several minutes.
unexport PYTHONDONTWRITEBYTECODE

# .venv is of the quickest build of python3's version that the machine has, unless PYTHON says of which.
PYTHON ?= python3
QUICKEST := $(if $(filter file,$(origin PYTHON)),"$$($(PYTHON) tools/quickest_python.py)",$(PYTHON))
BIN := .venv/bin
PLAY := .venv/.play
DEV := .venv/.dev
PAGE_DEV := web/node_modules/.dev

# Where the machine has Node, the page is built while Python's packages are installed; else Node is
# one of these packages.
NODE := $(shell $(PYTHON) hatch_build.py has-node 2>/dev/null && echo yes)
BUILD_PAGE := $(if $(NODE),$(PYTHON),$(BIN)/python) hatch_build.py

ifneq ($(shell command -v uv),)
  NEW_VENV := uv venv --quiet --seed --allow-existing --python $(QUICKEST) .venv
  UV := uv
else
  NEW_VENV := $(PYTHON) -m venv .venv && \
    $(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements/uv.txt && \
    $(BIN)/uv venv --quiet --allow-existing --python $(QUICKEST) .venv
  UV := $(BIN)/uv
endif
install = $(UV) pip install --quiet --python $(BIN)/python $(1) || \
  $(BIN)/python -m pip install --quiet --disable-pip-version-check $(1)
COMPILE := uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.PHONY: help play compiled compiled-at-once compiled-again dev hooks release-rehearsal test check check-python check-page check-docs unit unit-at-once unit-again browser browser-at-once browser-again web docs cards bench soak simulate-server screenshots fit evenings \
  pictures lock check-deploy test-oldest clean

help: ## list what make can do
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/:/' | sort

play: ## serve Brouhaha on this machine and its network
	@$(MAKE) --no-print-directory --jobs=2 $(PLAY) web
	$(BIN)/brouhaha serve --host 0.0.0.0

# All at once, the checks one after another: tests also wait, for clocks and for pages, and would leave a core idle. Each
# prints what it has to say when it is done, which is short unless it fails.
test: ## every check and every test
	@$(MAKE) --no-print-directory --jobs=2 $(DEV)
	@$(MAKE) --no-print-directory --jobs=3 --output-sync unit-at-once browser-at-once compiled-at-once check-page check-python check-docs
	@$(MAKE) --no-print-directory unit-again compiled-again browser-again

check: $(DEV) ## style, types, direction of imports, the page, the docs
	@$(MAKE) --no-print-directory --jobs=2 --output-sync check-page check-python check-docs

check-python: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check-page: $(DEV) ## types, style and format of the page
	$(BIN)/python hatch_build.py npm run --silent check
	$(BIN)/python hatch_build.py npm run --silent lint
	$(BIN)/python hatch_build.py npm run --silent format:check

check-docs: docs ## the documentation builds without a warning, and its examples work
	$(BIN)/pytest tests/docs

# What fails beside others runs once more when nothing runs beside it, and what fails again is a failure. Both are printed:
# a test that depends on how busy the machine is has a fault of its own. (pytest ends with 1 if tests failed, and notes which;
# whatever else it ends with is a failure at once.)
failed = .pytest_cache/$(1)/v/cache/lastfailed
at_once = rm -f $(failed); $(BIN)/pytest -o cache_dir=.pytest_cache/$(1) --durations=15 $(2) || [ $$? -eq 1 -a -e $(failed) ]
again = [ ! -e $(failed) ] || $(BIN)/pytest -o cache_dir=.pytest_cache/$(1) --last-failed $(2)

unit: unit-at-once ## the tests without a browser, in parallel, with the branches that they reach
	@$(MAKE) --no-print-directory unit-again

# The marked ones no tracer looks into, and they come first: they take long, and compile what the others use, too (tests/tracing.py).
# The others mostly wait for servers, and the browsers are done by then: more of them at once.
# `coverage report --skip-covered` and `coverage html` show afterwards which lines the others do not reach.
WITHOUT_BROWSER := --ignore=tests/browser --ignore=tests/docs --ignore=tests/compiled
UNTRACED := -m no_cover $(WITHOUT_BROWSER)
TRACED := -m "not no_cover" $(WITHOUT_BROWSER)
IN_PARALLEL := --dist worksteal # some wait, some are long; and it goes on when a worker has died, as `loadgroup` does not
unit-at-once: $(DEV) web
	$(call at_once,untraced,-n 3 $(IN_PARALLEL) $(UNTRACED))
	$(call at_once,traced,-n 4 $(IN_PARALLEL) --cov --cov-report= --cov-fail-under=0 $(TRACED))

unit-again:
	$(call again,untraced,$(UNTRACED))
	$(call again,traced,$(TRACED))
	$(BIN)/coverage report --format=total

# What is on the way of a move, once more as mypyc compiles it, which takes annotations at their word.
COMPILED := -m "not interpreted and not no_cover" tests/compiled tests/table tests/commits tests/server tests/games/nimble --ignore=tests/server/cluster
compiled: $(DEV) ## the package in .compiled, with what moves pass compiled (it takes a C compiler)
	$(BIN)/python compiled_build.py .compiled

compiled-at-once: compiled web
	export PYTHONPATH=.compiled; $(call at_once,compiled,-n 3 $(IN_PARALLEL) $(COMPILED))

compiled-again:
	export PYTHONPATH=.compiled; $(call again,compiled,$(COMPILED))

browser: browser-at-once ## the tests in a browser
	@$(MAKE) --no-print-directory browser-again

browser-at-once: $(DEV) web
	$(BIN)/python tools/find_browser.py
	$(call at_once,browser,-n 3 $(IN_PARALLEL) tests/browser) # pages wait more than they compute

browser-again:
	$(call again,browser,tests/browser)

web: $(if $(NODE),,$(PLAY)) ## build the page into the package, if it changed
	$(BUILD_PAGE)

docs: $(DEV) ## build the documentation into docs/_build
	$(BIN)/sphinx-build -W -q -b html docs docs/_build/html

dev: $(DEV) ## work on it: what is saved is shown at once, beside a table of bots
	$(BIN)/python -m tools.dev

hooks: $(DEV) ## check every commit before it is made (pre-commit)
	$(BIN)/pre-commit install

cards: $(DEV) ## make NOW!'s default cards again with the solver
	$(BIN)/python tools/now_cards.py

bench: $(DEV) ## measure the server beside others (see bench/)
	$(call install,--requirement requirements/node.txt)
	$(BIN)/python bench/server.py $(BENCH)

SEEDS ?= 2000
FROM ?= 0
simulate-server: $(DEV) ## the whole server on a simulated disk, network and clock: SEEDS=2000 FROM=0
	$(BIN)/python -m tests.simulation --seeds $(SEEDS) --from $(FROM)

soak: $(DEV) ## the long versions of the tests (see bench/)
	$(BIN)/python bench/soak.py

screenshots: $(DEV) web ## every screen at every size
	$(BIN)/python tools/screenshots.py

evenings: $(DEV) web ## twenty evenings with real boxes, written down with the page's forms; NOW! passed around by five
	EVERY_EVENING=1 $(BIN)/pytest tests/browser/test_sheets.py tests/browser/test_phones_and_a_tablet.py -k "evenings or test_now"

fit: $(DEV) web ## whether every screen fits at every size, in both languages, with long names
	$(BIN)/python -m tools.fit

pictures: $(DEV) web ## the pictures of the README
	$(BIN)/python tools/pictures.py

check-deploy: $(DEV) ## hold the files in deploy/ against nginx, docker-compose and systemd, where they are installed
	$(BIN)/python tools/check_deploy.py
	$(BIN)/python tools/play_through_balancer.py

release-rehearsal: $(DEV) ## build, check and try sdist and wheel, without publishing anything
	$(BIN)/python tools/release_rehearsal.py

test-oldest: web ## the tests without a browser, with the oldest versions that pyproject.toml allows (needs uv)
	$(BIN)/python tools/test_oldest.py

lock: ## choose the versions in requirements/ again (needs uv)
	$(COMPILE) pyproject.toml --group build --output-file requirements/play.txt
	$(COMPILE) --group node --output-file requirements/node.txt
	echo uv | $(COMPILE) - --output-file requirements/uv.txt
	$(COMPILE) pyproject.toml --extra dev --output-file requirements/dev.txt

clean: ## remove what make made
	rm -rf .venv .compiled docs/_build

$(PLAY): requirements/play.txt requirements/node.txt pyproject.toml
	$(NEW_VENV)
	$(call install,--requirement requirements/play.txt)
	$(if $(NODE),,$(call install,--requirement requirements/node.txt))
	$(call install,--no-build-isolation --no-deps --editable .)
	touch $@

$(DEV): $(PLAY) $(PAGE_DEV) requirements/dev.txt
	$(call install,--requirement requirements/dev.txt)
	touch $@

$(PAGE_DEV): web/package-lock.json | $(if $(NODE),,$(PLAY))
	$(BUILD_PAGE) npm --version
	touch $@
