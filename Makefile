# `make run` starts the app, `make test` decides what lands, `make bench` measures.
PORT ?= 8501
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKSPACE ?= $(or $(SOUNDINGS_WORKSPACE),workspace)

.PHONY: run test lint types imports unit browser images bench sample tagger upgrade clean

INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --quiet
FROZEN := $(BIN)/python -m pip freeze --disable-pip-version-check

# A stamp file per requirements file: nothing is installed again until one of them changes. All of
# it in the versions that the tests passed with.
$(VENV)/.runtime: requirements.txt constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) --progress-bar on -r requirements.txt -c constraints.txt
	touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	$(INSTALL) -r requirements-dev.txt -c constraints.txt
	touch $@

# The newest versions that the requirements permit; whether they will do, `make test` says. A build
# for processors alone has "+cpu" behind its version, which other machines know nothing of.
upgrade: $(VENV)/.dev
	$(INSTALL) --upgrade --upgrade-strategy eager -r requirements.txt -r requirements-dev.txt
	{ sed -n '/^#/p' constraints.txt; $(FROZEN) | sed 's/+cpu$$//'; } > constraints.new
	mv constraints.new constraints.txt

run: $(VENV)/.runtime
	SOUNDINGS_WORKSPACE="$(WORKSPACE)" $(BIN)/python -m streamlit run app.py --server.port $(PORT)

# mypy takes most of a minute on one core: the other begins with the tests meanwhile.
test: lint imports
	$(MAKE) --no-print-directory -j 2 types unit
	$(MAKE) --no-print-directory browser

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/deptry .

types: $(VENV)/.dev
	$(BIN)/mypy

imports: $(VENV)/.dev
	$(BIN)/lint-imports

# Two workers have both cores; with threads of its own each would only wait for the other.
unit browser: export OPENBLAS_NUM_THREADS := 1
unit browser: export OMP_NUM_THREADS := 1

# Each worker, and each process that a test starts, would compile all of core again.
unexport PYTHONDONTWRITEBYTECODE

unit: $(VENV)/.dev
	$(BIN)/python -m pytest -q -m "not browser" -n 2 --dist worksteal -rs

browser: $(VENV)/.dev
	$(BIN)/python -m pytest -q -m browser tests/browser -n 2 --dist worksteal -rs

# Pictures of the guides: what the browser tests go through.
images: $(VENV)/.dev
	SOUNDINGS_IMAGES=docs/images $(BIN)/python -m pytest -q -m browser tests/browser

bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks

# What the second reader of conditions knows: again after new wordings or other features.
WORDINGS := tests/core/conditions/wordings
tagger: $(VENV)/.runtime
	$(BIN)/python -m core.conditions.tagging $(WORDINGS)/taxonomy.tsv $(WORDINGS)/held_out.tsv \
		$(WORDINGS)/analysts.tsv $(WORDINGS)/names.tsv $(WORDINGS)/shapes.tsv \
		$(WORDINGS)/strangers.tsv $(WORDINGS)/misread.tsv $(WORDINGS)/beyond.tsv

sample: $(VENV)/.runtime
	$(BIN)/python -m core.benchmarks.sample data/sample

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
