# make site    build this repository's own site into public/
# make test    everything that a change must pass
# make prove   the long proofs: kills, edit sequences, loads, vectors in full
# make audit   both themes in Chromium: axe, html-validate, Lighthouse, weights
# make clean   remove what the above made
#
# All of it works from a fresh clone with Python >= 3.11, git, make and npm.

SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
DONE := $(VENV)/.done
TOOLS := tests/.tools
SEED ?= $(shell date +%s)
PYTEST_ARGS ?= -n auto --dist loadfile
BUILD_ARGS ?=

export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH

.PHONY: site test check prove audit clean
.DELETE_ON_ERROR:

site: $(DONE)/package
	$(BIN)/blog build $(BUILD_ARGS)
	@echo
	@echo "The site is in $(CURDIR)/public"
	@echo "Preview: $(BIN)/blog server, then open http://localhost:4000"

test: check $(DONE)/tools $(DONE)/browser
	$(BIN)/blog build --strict
	$(BIN)/python -m pytest $(PYTEST_ARGS)

check: $(DONE)/test-package
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Each proof is a module with a command line; those that draw lots take the seed and print it.
prove: $(DONE)/test-package $(DONE)/tools $(DONE)/browser
	@echo "seed $(SEED) (make prove SEED=$(SEED) repeats this run)"
	@set -e; for file in $$(grep -l ArgumentParser tests/faults/*.py); do \
	  name=$$(basename $$file .py); seed=; \
	  if grep -q '"--seed"' $$file; then seed="--seed $(SEED)"; fi; \
	  echo "== tests.faults.$$name $$seed"; \
	  $(BIN)/python -m tests.faults.$$name $$seed; \
	done
	$(BIN)/python -m tests.conformance --vectors ../shared/conformance

audit: $(DONE)/test-package $(DONE)/tools $(DONE)/audit-tools $(DONE)/browser
	$(BIN)/python -m tests.audit

clean:
	rm -rf $(VENV) $(TOOLS) public .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist

# Stamps: a second run does only what changed.
$(DONE)/venv:
	sh .ci/venv $(VENV)
	@mkdir -p $(DONE) && touch $@

$(DONE)/package: pyproject.toml hatch_build.py | $(DONE)/venv
	$(BIN)/pip install -q -e .
	@touch $@

$(DONE)/test-package: pyproject.toml $(DONE)/package
	$(BIN)/pip install -q -e '.[test,pinyin]'
	@touch $@

$(DONE)/node: | $(DONE)/venv
	sh .ci/node $(VENV)
	@touch $@

$(DONE)/tools: tests/tools/package.json tests/tools/package-lock.json $(DONE)/node
	mkdir -p $(TOOLS)
	cp tests/tools/package.json tests/tools/package-lock.json $(TOOLS)
	cd $(TOOLS) && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(DONE)/audit-tools: tests/tools/audit/package.json tests/tools/audit/package-lock.json $(DONE)/node
	mkdir -p $(TOOLS)/audit
	cp tests/tools/audit/package.json tests/tools/audit/package-lock.json $(TOOLS)/audit
	cd $(TOOLS)/audit && npm ci --ignore-scripts --no-audit --no-fund --silent
	@touch $@

$(DONE)/browser: | $(DONE)/venv
	sh .ci/browser
	@touch $@
